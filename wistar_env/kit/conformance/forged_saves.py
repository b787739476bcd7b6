"""Checks of forged saves: each is refused, or can be played to its end.

``python -m wistar_env.kit.conformance.forged_saves GAME PLAYERS SEED`` tries some of them. It is
run interpreted, where an index out of an array is an error and no crash.
"""

import sys
from collections.abc import Iterator
from typing import Final

import numpy as np

from wistar_env.errors import ReplayError
from wistar_env.kit.game import Game
from wistar_env.kit.game.field_ranges import fields_of
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game.saving import pack

#: Saves that are tried, decisions before one is forged, and decisions that are played then.
FORGERIES: Final = 60
_BEFORE: Final = 24
_AFTER: Final = 12
#: What a number becomes, as far as its type has it.
_VALUES: Final = (-(2**15), -2, -1, 0, 1, 2, 3, 5, 9, 30, 255, 2**15 - 1)


def play(game: Game, chance: np.random.Generator, decisions: int) -> Iterator[Game]:
    """Play some decisions at random, not beyond the end; yield the game after each."""
    for _ in range(decisions):
        if game.finished:
            return
        legal = game.legal_actions()
        assert len(legal), f"seat {game.seat} has no legal action"
        game.step(int(chance.choice(legal)))
        yield game


def try_forgeries(game: type[Game], num_players: int, seed: int) -> None:
    """Change one number of each of some saves, and play on with those that are not refused.

    Raises
    ------
    AssertionError, Exception
        If a game that was not refused cannot be continued; its message begins with the number.
    """
    chance = np.random.default_rng(seed)
    fields = [
        field
        for field in fields_of(game.spec.record)
        if field.dtype.kind in "iu" and field.name != "rng"
    ]
    for number in range(FORGERIES):
        forged = game.new(num_players, seed + number)
        for _ in play(forged, chance, int(chance.integers(_BEFORE))):
            pass
        field = fields[int(chance.integers(len(fields)))]
        place = int(chance.integers(len(field.starts)))
        value = np.array([chance.choice(_VALUES)]).astype(field.dtype)
        start = int(field.starts[place])
        forged.record.view(np.uint8)[start : start + field.dtype.itemsize] = value.view(np.uint8)
        try:
            resumed = game.from_bytes(pack(game.spec, forged.data, forged.record))
        except ReplayError:
            continue
        try:
            for each in play(resumed, chance, _AFTER):
                each.scores()
                each.determinize(each.seat, 1).observe(each.seat)
        except Exception as error:
            raise AssertionError(
                f"a save with {field.label(place)} = {value[0]} is not refused, and cannot be "
                f"continued ({type(error).__name__}: {error})"
            ) from error


if __name__ == "__main__":
    try_forgeries(find_game(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
