"""A check that reshuffles redraw everything that a seat cannot know when a game begins."""

from collections import defaultdict
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.kit.bind import module_of
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.game import Game
from wistar_env.kit.game.field_ranges import fields_of

#: Number of games that are begun; some of them look alike to a seat.
_GAMES: Final = 2_000
#: A number that should have changed this often but never did is reported (p-value: exp(-25)).
_EXPECTED: Final = 25.0


def hidden_numbers_are_redrawn(case: Case) -> None:
    """Check that a reshuffle changes numbers that differ between games that look alike to a seat.

    If two games look alike to a seat when they begin, it cannot know a number that differs between
    them. Large games rarely look alike, so few of their numbers are checked.
    """
    games = [case.new(case.seed + k) for k in range(_GAMES)]
    names = [
        (field.label(k), field.starts[k], field.dtype)
        for field in fields_of(case.game.spec.record)
        for k in range(len(field.starts))
        if field.name != "rng"
    ]
    for seat in range(case.num_players):
        expected, changed = _changes(games, seat, names)
        kept = [
            name
            for (name, _, _), often, ever in zip(names, expected, changed, strict=True)
            if often >= _EXPECTED and not ever
        ]
        module = module_of(games[0].data.rules, "reshuffle_hidden")
        assert not kept, (
            f"a reshuffle for seat {seat} never changes {', '.join(kept[:4])}, which differ "
            f"in games that look alike to this seat: `reshuffle_hidden` of {module} must redraw "
            "them"
        )


def _changes(
    games: list[Game], seat: int, names: list[tuple[str, Any, Any]]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Return how often each number is expected to change, and whether any reshuffle changes it."""
    alike = defaultdict[bytes, list[int]](list)
    for k, game in enumerate(games):
        observation, mask = game.observe_and_mask(seat)
        alike[observation.tobytes() + mask.tobytes() + bytes([game.seat])].append(k)
    expected, changed = np.zeros(len(names)), np.zeros(len(names), np.bool_)
    for group in alike.values():
        if len(group) == 1:
            continue
        real = _numbers([games[k] for k in group], names)
        copies = _numbers([games[k].determinize(seat, k) for k in group], names)
        for j, column in enumerate(real.T):
            _, counts = np.unique(column, return_counts=True)
            expected[j] += len(group) - (counts**2).sum() / len(group)
        changed |= (real != copies).any(axis=0)
    return expected, changed


def _numbers(games: list[Game], names: list[tuple[str, Any, Any]]) -> npt.NDArray[np.int64]:
    found = [
        [
            int(game.record.view(np.uint8).ravel()[at : at + kind.itemsize].view(kind)[0])
            for _, at, kind in names
        ]
        for game in games
    ]
    return np.array(found, np.int64)
