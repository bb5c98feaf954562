"""Trains a net of Sakdi's shape on shards of self-play, with PyTorch, and writes a file that the engine
loads.

    sakdi selfplay --out games.skd --games 20000 --nodes 500
    python train_net.py games.skd --out mine.net
    sakdi match --engine cmd=sakdi option.EvalFile=mine.net name=Mine --engine cmd=sakdi name=Builtin

It needs PyTorch: ``pip install sakdi[training] torch``. A net for play takes hundreds of millions of
positions and many epochs; this is the whole method in one page, to be changed.
"""

import argparse
from typing import Iterator, List, Tuple

import numpy as np
import torch
from sakdi.training import (
    FEATURE_BIAS_LIMIT,
    FEATURE_WEIGHT_LIMITS,
    OUTPUT_WEIGHT_LIMIT,
    SHAPE,
    Net,
    Shard,
    read_shard,
)
from torch import Tensor, nn

Batch = Tuple[Tensor, Tensor, Tensor, Tensor]


class Model(nn.Module):
    """Two accumulators with shared weights, clamped and squared, then one of several outputs."""

    def __init__(self) -> None:
        super().__init__()
        # The last row is padding, for positions with fewer active inputs than the maximum.
        self.features = nn.EmbeddingBag(
            SHAPE.inputs + 1, SHAPE.neurons, mode="sum", padding_idx=SHAPE.inputs
        )
        self.feature_bias = nn.Parameter(torch.full((SHAPE.neurons,), 0.1))
        self.output = nn.Parameter(torch.empty(SHAPE.buckets, 2, SHAPE.neurons))
        self.output_bias = nn.Parameter(torch.zeros(SHAPE.buckets))
        nn.init.uniform_(self.features.weight, -0.1, 0.1)
        nn.init.uniform_(self.output, -0.05, 0.05)
        with torch.no_grad():
            self.features.weight[SHAPE.inputs] = 0.0

    def forward(self, own: Tensor, other: Tensor, bucket: Tensor) -> Tensor:
        """The evaluation of each position for the side to move; 1 is ``SHAPE.scale`` centipawns."""
        sides = [self.features(inputs) + self.feature_bias for inputs in (own, other)]
        neurons = torch.stack(sides, dim=1).clamp(0.0, 1.0).square()
        return (neurons * self.output[bucket]).sum(dim=(1, 2)) + self.output_bias[bucket]

    @torch.no_grad()
    def keep_to_limits(self) -> None:
        """Limits the weights to what can be quantized."""
        weights = self.features.weight[: SHAPE.inputs]
        limits = torch.from_numpy(FEATURE_WEIGHT_LIMITS)
        weights.clamp_(-limits, limits)
        self.feature_bias.clamp_(-FEATURE_BIAS_LIMIT, FEATURE_BIAS_LIMIT)
        self.output.clamp_(-OUTPUT_WEIGHT_LIMIT, OUTPUT_WEIGHT_LIMIT)

    def net(self) -> Net:
        """The quantized net."""
        weights = [self.features.weight[:-1], self.feature_bias, self.output, self.output_bias]
        return Net.quantized(*(weight.detach().cpu().numpy() for weight in weights))


def labels(shard: Shard, result_share: float) -> np.ndarray:
    """The points that the side to move may expect, by the search and by the result of the game."""
    side = np.where(shard.turn == 1, 1.0, -1.0)
    by_score = 1.0 / (1.0 + np.exp(-side * shard.score / SHAPE.scale))
    by_result = (1.0 + side * shard.result) / 2.0
    return (1.0 - result_share) * by_score + result_share * by_result


def batches(shards: List[Shard], size: int, result_share: float, seed: int) -> Iterator[Batch]:
    """The positions of all shards in random order."""
    columns = [
        np.concatenate([shard.own for shard in shards]),
        np.concatenate([shard.other for shard in shards]),
        np.concatenate([shard.bucket for shard in shards]),
        np.concatenate([labels(shard, result_share) for shard in shards]),
    ]
    order = np.random.default_rng(seed).permutation(len(columns[0]))
    kinds = [np.int64, np.int64, np.int64, np.float32]
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        yield tuple(  # type: ignore[misc]
            torch.from_numpy(column[rows].astype(kind)) for column, kind in zip(columns, kinds)
        )


def main() -> None:
    """Trains, and writes the net."""
    parser = argparse.ArgumentParser(description="Train a net of Sakdi's shape.")
    parser.add_argument("shards", nargs="+", help="files that sakdi selfplay has written")
    parser.add_argument("--out", required=True, help="the net to write")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--result-share", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    shards = [read_shard(path) for path in args.shards]
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, args.epochs)
    for epoch in range(args.epochs):
        losses = []
        for own, other, bucket, label in batches(shards, args.batch, args.result_share, epoch):
            loss = (torch.sigmoid(model(own, other, bucket)) - label).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            model.keep_to_limits()
            losses.append(loss.item())
        schedule.step()
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.5f}")
    model.net().write(args.out, recipe=repr(vars(args)), data=" ".join(args.shards))


if __name__ == "__main__":
    main()
