"""Shards and nets as arrays."""

import dataclasses
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
import sakdi
from sakdi.training import (
    FEATURE_WEIGHT_LIMITS,
    MAN_INPUTS,
    OUTPUT_WEIGHT_LIMIT,
    SHAPE,
    Net,
    read_shard,
)

SHARD = Path(__file__).parent / "games.skd"


def test_a_shard_is_arrays_without_copies():
    shard = read_shard(SHARD, filtered=False)
    rows = len(shard.score)
    assert rows > 300 and shard.damaged == 0
    assert shard.men.shape == (rows, 64) and shard.own.shape == shard.other.shape == (rows, 64)
    assert not shard.men.flags.owndata and shard.men.dtype == np.uint8
    assert set(np.unique(shard.result)) <= {-1, 0, 1} and set(np.unique(shard.turn)) == {0, 1}
    # Each side has one khun, and each man one input or two.
    assert np.all((shard.men == 6).sum(axis=1) == 1) and np.all((shard.men == 12).sum(axis=1) == 1)
    men = (shard.men > 0).sum(axis=1)
    on = shard.own < SHAPE.inputs
    assert np.all((shard.own < MAN_INPUTS).sum(axis=1) == men)
    assert np.all(on.sum(axis=1) <= 2 * men) and on.sum() > men.sum()
    assert np.all(shard.bucket < SHAPE.buckets)
    assert len(read_shard(SHARD).score) < rows


def test_the_best_moves_of_a_shard_are_legal():
    shard = read_shard(SHARD, filtered=False)
    letters = ".PMSNRKpmsnrk"
    for men, turn, best in zip(shard.men[:50], shard.turn, shard.best):
        ranks = ["".join(letters[man] for man in men[rank : rank + 8]) for rank in range(56, -1, -8)]
        fen = "/".join(ranks)
        for empty in range(8, 0, -1):
            fen = fen.replace("." * empty, str(empty))
        board = sakdi.Board(f"{fen} {'w' if turn else 'b'} - - 0 1")
        move = sakdi.Move(int(best) & 63, int(best) >> 6)
        assert move in board.legal_moves


def test_a_damaged_shard_loses_only_what_is_damaged(tmp_path):
    contents = bytearray(SHARD.read_bytes())
    contents[len(contents) // 2] ^= 0x55
    path = tmp_path / "damaged.skd"
    path.write_bytes(contents)
    whole, damaged = read_shard(SHARD, filtered=False), read_shard(path, filtered=False)
    assert damaged.damaged == 1 and 0 < len(damaged.score) < len(whole.score)


def test_the_evaluation_of_the_arrays_is_that_of_the_engine():
    net, shard = Net.builtin(), read_shard(SHARD)
    feature_weights = np.concatenate([net.man_weights, net.attacked_weights])
    for row in range(20):
        values = []
        for inputs in (shard.own[row], shard.other[row]):
            on = inputs[inputs < SHAPE.inputs]
            values.append(net.feature_bias + feature_weights[on].sum(axis=0, dtype=np.int64))
        clamped = np.clip(np.stack(values), 0, SHAPE.qa).astype(np.int64)
        weights = net.output_weights[shard.bucket[row]].astype(np.int64)
        total = int((clamped * clamped * weights).sum())
        output = int(total / SHAPE.qa) + int(net.output_bias[shard.bucket[row]])
        centipawns = output * SHAPE.scale / (SHAPE.qa * SHAPE.qb)
        # The label is a search of the same position: near, not equal.
        label = shard.score[row] * (1 if shard.turn[row] else -1)
        assert abs(centipawns - label) < 400


def test_a_net_is_written_and_read(tmp_path):
    net = Net.builtin()
    path = tmp_path / "copy.net"
    net.write(path, recipe="none", data="none")
    again = Net.read(path)
    for name, shape, kind in Net.shapes():
        assert np.array_equal(getattr(net, name), getattr(again, name))
        assert getattr(again, name).dtype == np.dtype(kind)
    assert [file.name for file in tmp_path.iterdir()] == ["copy.net"]
    results = []
    for contents in [None, path.read_bytes()]:
        result = sakdi.Engine(net=contents).search(sakdi.Board(), sakdi.Limit(nodes=2000))
        results.append((result.best, result.cp, result.nodes))
    assert results[0] == results[1]


def test_real_weights_are_quantized_and_checked():
    zeros = {name: np.zeros(shape) for name, shape, _ in Net.shapes() if "_weights" not in name}
    zeros["feature_weights"] = np.zeros((SHAPE.inputs, SHAPE.neurons))
    zeros["output_weights"] = np.zeros((SHAPE.buckets, 2, SHAPE.neurons))
    zeros["feature_weights"][0, 0] = 1.0
    zeros["feature_weights"][:, 1] = FEATURE_WEIGHT_LIMITS[:, 0]
    zeros["output_weights"][0, 0] = -0.5, *[OUTPUT_WEIGHT_LIMIT] * (SHAPE.neurons - 1)
    net = Net.quantized(**zeros)
    assert net.man_weights[0, 0] == SHAPE.qa and net.output_weights[0, 0, 0] == -SHAPE.qb // 2
    assert np.all(net.attacked_weights[:, 1] == 127) and np.all(net.output_weights[0, 0, 1:] == 127)
    assert sakdi.Engine(net=net.to_bytes()).search(sakdi.Board(), sakdi.Limit(nodes=100)).best
    features = zeros["feature_weights"]
    for named, name, wrong in [
        ("feature_bias", "feature_bias", np.zeros(3)),
        ("man_weights", "feature_weights", features + 9.0),
        ("attacked_weights", "feature_weights", np.full_like(features, 0.6)),
        ("feature_weights", "feature_weights", features[:MAN_INPUTS]),
        ("output_weights", "output_weights", zeros["output_weights"] + np.nan),
    ]:
        with pytest.raises(ValueError, match=named):
            Net.quantized(**{**zeros, name: wrong})
    with pytest.raises(ValueError, match="feature_bias"):
        dataclasses.replace(net, feature_bias=net.feature_bias[:5]).to_bytes()
    large = net.feature_bias.astype(np.int64)
    large[0] = 40_000
    with pytest.raises(ValueError, match="feature_bias has numbers that do not fit into int16"):
        dataclasses.replace(net, feature_bias=large).to_bytes()


def test_what_is_no_shard_or_net_is_named(tmp_path):
    path = tmp_path / "nothing"
    path.write_bytes(b"nothing")
    with pytest.raises(sakdi.SakdiError):
        Net.read(path)
    with pytest.raises(FileNotFoundError):
        read_shard(tmp_path / "missing")
