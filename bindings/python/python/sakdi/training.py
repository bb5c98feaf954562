"""Shards of self-play and nets as NumPy arrays, to train nets with other programs.

``read_shard`` gives the positions of a file that ``sakdi selfplay`` has written. ``Net`` holds the
numbers of a net; ``Net.quantized`` makes one of trained weights, and ``Net.write`` a file for
``EvalFile`` and for ``Engine(net=…)``.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, NamedTuple, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._native import net_file, net_inputs, net_limits, net_numbers, net_shape, shard_columns

PathLike = Union[str, "os.PathLike[str]"]

_man_inputs, _most_active = net_inputs()
#: The type and the length of a row of each column of a shard.
_COLUMNS: Dict[str, Tuple[str, Tuple[int, ...]]] = {
    "men": ("u1", (64,)),
    "own": ("<i2", (_most_active,)),
    "other": ("<i2", (_most_active,)),
    "bucket": ("u1", ()),
    "score": ("<i2", ()),
    "result": ("i1", ()),
    "best": ("<u2", ()),
    "game": ("<u4", ()),
    "moves_left": ("<i2", ()),
    "turn": ("u1", ()),
}


class Shard(NamedTuple):
    """The positions of a shard, one row of each array for each."""

    #: ``[64]``: the man on each square from a1; 0 for none, 1 to 6 for White's bia, met, khon, ma,
    #: ruea and khun, 7 to 12 for Black's. A bia ngai is a met.
    men: npt.NDArray[np.uint8]
    #: ``[64]``: the inputs of the net that are on, as the side to move sees the board; then
    #: ``Shape.inputs`` in the places that are left.
    own: npt.NDArray[np.int16]
    #: ``[64]``: the same as the other side sees it.
    other: npt.NDArray[np.int16]
    #: The set of output weights.
    bucket: npt.NDArray[np.uint8]
    #: The score of the search from White's side, in centipawns of the evaluation, or as a mate.
    score: npt.NDArray[np.int16]
    #: The result of the game: 1 if White won, 0 for a draw, −1 if Black won.
    result: npt.NDArray[np.int8]
    #: The best move: from in bits 0 to 5, to in bits 6 to 11.
    best: npt.NDArray[np.uint16]
    #: The number of the game in the shard, from 0.
    game: npt.NDArray[np.uint32]
    #: Moves left of the count; −1 while none runs.
    moves_left: npt.NDArray[np.int16]
    #: 1 if White is to move.
    turn: npt.NDArray[np.uint8]
    #: Damaged ranges of the file, which are left out.
    damaged: int


class Shape(NamedTuple):
    """The sizes of the net."""

    #: First those of men (``MAN_INPUTS``), then those of attacked men.
    inputs: int
    neurons: int
    buckets: int
    #: The integer that stands for 1 in a neuron.
    qa: int
    #: The integer that stands for 1 in an output weight.
    qb: int
    #: The evaluation in centipawns when the output is 1.
    scale: int


#: The sizes of the nets that this version reads.
SHAPE = Shape(*net_shape())
#: The inputs of men; those of attacked men follow, whose weights have 8 bits.
MAN_INPUTS = _man_inputs
_MAN_LIMIT, _ATTACKED_LIMIT, _OUTPUT_LIMIT = net_limits()
#: ``[inputs, 1]``: the largest weight of each input, as real numbers.
FEATURE_WEIGHT_LIMITS = np.full((SHAPE.inputs, 1), _ATTACKED_LIMIT, np.float32)
FEATURE_WEIGHT_LIMITS[:MAN_INPUTS] = _MAN_LIMIT
#: The largest bias of a neuron, as a real number.
FEATURE_BIAS_LIMIT = _MAN_LIMIT
#: The largest output weight, as a real number.
OUTPUT_WEIGHT_LIMIT = _OUTPUT_LIMIT


def read_shard(path: PathLike, *, filtered: bool = True) -> Shard:
    """The positions of a shard. ``filtered`` leaves out those that ``sakdi train`` leaves out: in
    check, noisy, decided, or saved by the count. The arrays share the memory that was read into.
    """
    columns, damaged = shard_columns(Path(path).read_bytes(), filtered)
    arrays: Dict[str, Any] = {}
    for name, (kind, row) in _COLUMNS.items():
        arrays[name] = np.frombuffer(columns[name], kind).reshape(-1, *row)
    return Shard(damaged=damaged, **arrays)


@dataclass
class Net:
    """The numbers of a net.

    >>> net = Net.builtin()
    >>> net.man_weights.shape == (MAN_INPUTS, SHAPE.neurons)
    True
    """

    #: ``[MAN_INPUTS, neurons]``: weights of men, real × ``SHAPE.qa``.
    man_weights: npt.NDArray[np.int16]
    #: ``[inputs - MAN_INPUTS, neurons]``: weights of attacked men, real × ``SHAPE.qa``.
    attacked_weights: npt.NDArray[np.int8]
    #: ``[neurons]``, real × ``SHAPE.qa``.
    feature_bias: npt.NDArray[np.int16]
    #: ``[buckets, 2, neurons]``, first the side to move; real × ``SHAPE.qb``.
    output_weights: npt.NDArray[np.int16]
    #: ``[buckets]``, real × ``SHAPE.qa`` × ``SHAPE.qb``.
    output_bias: npt.NDArray[np.int32]

    @staticmethod
    def shapes() -> Tuple[Tuple[str, Tuple[int, ...], str], ...]:
        """Name, shape and type of each array, in the order of the file."""
        inputs, neurons, buckets = SHAPE[:3]
        return (
            ("man_weights", (MAN_INPUTS, neurons), "<i2"),
            ("attacked_weights", (inputs - MAN_INPUTS, neurons), "i1"),
            ("feature_bias", (neurons,), "<i2"),
            ("output_weights", (buckets, 2, neurons), "<i2"),
            ("output_bias", (buckets,), "<i4"),
        )

    @classmethod
    def _of_numbers(cls, numbers: bytes) -> "Net":
        arrays: Dict[str, Any] = {}
        at = 0
        for name, shape, kind in cls.shapes():
            count = int(np.prod(shape))
            arrays[name] = np.frombuffer(numbers, kind, count, at).reshape(shape)
            at += count * np.dtype(kind).itemsize
        return cls(**arrays)

    @classmethod
    def builtin(cls) -> "Net":
        """The net of the program. Its arrays cannot be written to."""
        return cls._of_numbers(net_numbers())

    @classmethod
    def read(cls, path: PathLike) -> "Net":
        """The net of a file. Its arrays cannot be written to."""
        return cls._of_numbers(net_numbers(Path(path).read_bytes()))

    @classmethod
    def quantized(
        cls,
        feature_weights: npt.ArrayLike,
        feature_bias: npt.ArrayLike,
        output_weights: npt.ArrayLike,
        output_bias: npt.ArrayLike,
    ) -> "Net":
        """The net of trained weights, real numbers: ``feature_weights`` in the shape ``[inputs, neurons]``,
        the others in the shapes of the attributes. ``ValueError`` if a shape is wrong or a number is
        beyond its limit; a trainer has to keep to ``FEATURE_WEIGHT_LIMITS``, ``FEATURE_BIAS_LIMIT`` and
        ``OUTPUT_WEIGHT_LIMIT``.
        """
        qa, qb = SHAPE.qa, SHAPE.qb
        features = np.asarray(feature_weights, dtype=np.float64)
        if features.shape != (SHAPE.inputs, SHAPE.neurons):
            expected = (SHAPE.inputs, SHAPE.neurons)
            raise ValueError(f"feature_weights has the shape {features.shape}, it should be {expected}")
        given = (
            (features[:MAN_INPUTS], qa, _MAN_LIMIT),
            (features[MAN_INPUTS:], qa, _ATTACKED_LIMIT),
            (feature_bias, qa, FEATURE_BIAS_LIMIT),
            (output_weights, qb, OUTPUT_WEIGHT_LIMIT),
            (output_bias, qa * qb, (2.0**31 - 1) / (qa * qb)),
        )
        arrays: Dict[str, Any] = {}
        for (name, shape, kind), (numbers, one, limit) in zip(cls.shapes(), given):
            scaled = np.rint(np.asarray(numbers, dtype=np.float64) * one)
            if scaled.shape != shape:
                raise ValueError(f"{name} has the shape {scaled.shape}, it should be {shape}")
            if not np.all(np.abs(scaled) <= np.rint(limit * one)):
                raise ValueError(f"{name} has numbers beyond ±{limit:g}, or no numbers")
            arrays[name] = scaled.astype(kind)
        return cls(**arrays)

    def to_bytes(self, *, recipe: str = "", data: str = "") -> bytes:
        """The contents of a file, for ``Engine(net=…)``. ``recipe`` and ``data`` say what the net was
        trained by and on; their hashes are stored.
        """
        parts = []
        for name, shape, kind in self.shapes():
            array = np.asarray(getattr(self, name))
            if array.shape != shape:
                raise ValueError(f"{name} has the shape {array.shape}, it should be {shape}")
            stored = array.astype(kind, casting="same_kind")
            if not np.array_equal(stored, array):
                raise ValueError(f"{name} has numbers that do not fit into {stored.dtype}")
            parts.append(stored.tobytes())
        return net_file(b"".join(parts), recipe, data)

    def write(self, path: PathLike, *, recipe: str = "", data: str = "") -> None:
        """Writes the file of ``to_bytes``. It appears whole or not at all."""
        path = Path(path)
        contents = self.to_bytes(recipe=recipe, data=data)
        partial = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            partial.write_bytes(contents)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
