"""Facts about pairs of positions: each is true or false of a real position, and of its copy."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.records import SPARE
from wistar_env.kit.game import Game
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.field_ranges import fields_of

#: A number with more distinct values than this is split into ranges, and into bits.
_MOST_VALUES: Final = 24
_RANGES: Final = 8
#: Bits are compared only of numbers below 2 to this power.
_MOST_BITS: Final = 16
#: Facts that are true, or false, less often are left out.
_LEAST: Final = 8

#: A fact in words, and for which real positions and which copies it is true.
_Fact: TypeAlias = tuple[str, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]


@dataclass(frozen=True)
class Facts:
    """Facts about pairs of a real position and a copy."""

    labels: tuple[str, ...]  # the facts in words
    # ``real``, ``copies``: whether each is true, by position and fact.
    real: npt.NDArray[np.bool_]
    copies: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Number:
    """One number of every position and copy: its field, its name and its values."""

    field: str
    label: str
    real: npt.NDArray[Any]
    copies: npt.NDArray[Any]

    @property
    def is_hidden(self) -> bool:
        """Whether a reshuffle ever changes the number."""
        return bool((self.real != self.copies).any())

    @property
    def is_cleared(self) -> bool:
        """Whether a reshuffle changes the number often, and always to the same value."""
        changed = self.real != self.copies
        return bool(changed.sum() >= _LEAST and len(np.unique(self.copies[changed])) == 1)


def numbers_of(
    game: type[Game], data: GameData, real: npt.NDArray[Any], copies: npt.NDArray[Any]
) -> list[Number]:
    """Return the numbers to compare between positions and copies, by default those of the records.

    If reshuffles clear leftovers that a game no longer needs, such as the places of drawn cards,
    the records of copies differ from real ones; then the observations of the whole state are used.
    """
    numbers = list(_record_numbers(real, copies))
    if any(number.is_cleared for number in numbers):
        return list(_state_numbers(game, data, real, copies))
    return numbers


def _record_numbers(real: npt.NDArray[Any], copies: npt.NDArray[Any]) -> Iterator[Number]:
    for field in fields_of(real.dtype):
        is_spare = field.name.split(".")[-1].startswith(SPARE)
        if is_spare or field.name == "rng" or field.dtype.kind not in "iu":
            continue
        at = field.starts // field.dtype.itemsize
        both = [each.view(field.dtype).reshape(len(each), -1)[:, at] for each in (real, copies)]
        for k in range(len(at)):
            yield Number(field.name, field.label(k), both[0][:, k], both[1][:, k])


def _state_numbers(
    game: type[Game], data: GameData, real: npt.NDArray[Any], copies: npt.NDArray[Any]
) -> Iterator[Number]:
    layout = game.spec.observation.state_layout(_num_players(real[0]))
    legal, limit = np.zeros(1 + game.spec.num_actions, np.int16), np.array(layout.limit)
    both = [
        np.array(
            [
                np.rint(game(data, records[k : k + 1], legal).state() * limit).astype(np.uint8)
                for k in range(len(records))
            ]
        )
        for records in (real, copies)
    ]
    for block in layout.blocks:
        for k, place in enumerate(np.ndindex(block.shape)):
            label = block.name + "".join(f"[{number}]" for number in place)
            yield Number(block.name, label, *(each[:, block.start + k] for each in both))


def _num_players(record: Any) -> int:
    return int(record["seats"]) - int(record["automata"])


def _facts_of(number: Number) -> Iterator[_Fact]:
    """Yield facts about a number: its values, or ranges and bits if there are many.

    The bits of public numbers are included even if there are few values, since these numbers are
    often sets.
    """
    together = np.concatenate([number.real, number.copies])
    values = np.unique(together)
    is_wide = len(values) > _MOST_VALUES
    if is_wide:
        cuts = np.unique(np.quantile(together, np.linspace(0, 1, _RANGES + 1)).astype(np.int64))
        for low, high in zip(cuts, [*(cuts[1:-1] - 1), cuts[-1]], strict=False):
            inside = [(each >= low) & (each <= high) for each in (number.real, number.copies)]
            yield f"{number.label} in {low} to {high}", inside[0], inside[1]
    elif len(values) > 1:
        for value in values:
            yield f"{number.label} = {value}", number.real == value, number.copies == value
    if (is_wide or not number.is_hidden) and values[0] >= 0 and 2 < values[-1] < 1 << _MOST_BITS:
        for bit in range(int(values[-1]).bit_length()):
            bits = [(each >> bit & 1) == 1 for each in (number.real, number.copies)]
            yield f"bit {bit} of {number.label}", bits[0], bits[1]


def _in_any_order(number: Number, chance: np.random.Generator) -> Iterator[_Fact]:
    facts = list(_facts_of(number))
    yield from (facts[k] for k in chance.permutation(len(facts)))


def _of_field(numbers: list[Number], chance: np.random.Generator) -> Iterator[_Fact]:
    """Yield facts of a field that are sometimes true, sometimes false, alternating its numbers."""
    order = chance.permutation(len(numbers))
    for turn in zip_longest(*(_in_any_order(numbers[k], chance) for k in order)):
        for fact in turn:
            if fact is not None:
                times = int(fact[1].sum()) + int(fact[2].sum())
                if _LEAST <= times <= 2 * len(fact[1]) - _LEAST:
                    yield fact


def facts_of(
    numbers: Iterable[Number], positions: int, most: int, chance: np.random.Generator
) -> Facts:
    """Return randomly chosen facts about numbers.

    ``numbers``: the numbers, possibly none. ``most``: the maximum number of facts. Fields have
    equal shares, so that a field with many numbers does not displace another.
    """
    by_field = dict[str, list[Number]]()
    for number in numbers:
        by_field.setdefault(number.field, []).append(number)
    found = list[_Fact]()
    for turn in zip_longest(*(_of_field(each, chance) for each in by_field.values())):
        found += [fact for fact in turn if fact is not None][: most - len(found)]
        if len(found) == most:
            break
    real, copies = np.zeros((2, positions, len(found)), np.bool_)
    for k, fact in enumerate(found):
        real[:, k], copies[:, k] = fact[1:]
    return Facts(tuple(fact[0] for fact in found), real, copies)
