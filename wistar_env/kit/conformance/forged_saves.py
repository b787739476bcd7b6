"""Checks of forged saves: each is rejected, or can be continued.

``python -m wistar_env.kit.conformance.forged_saves GAME SEED`` reads saves of unfinished games, a
line of hexadecimal digits each, changes numbers in them, and plays on. It runs interpreted, with
arrays of exact sizes, so an index out of bounds is an error and not a crash.
"""

import sys
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from wistar_env.errors import ReplayError
from wistar_env.kit.common_fields import NOBODY, common_fields
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.exact_arrays import exact, reject_wrong_indices
from wistar_env.kit.conformance.transcripts import forbid_endless_loops
from wistar_env.kit.game import Game
from wistar_env.kit.game.field_ranges import Field, fields_of
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game.saving import pack
from wistar_env.kit.game.spec import GameSpec

#: The number of forged positions, and of decisions played from each; views are tried at
#: about every fourth.
POSITIONS: Final = 40
_AFTER: Final = 12
_EVERY: Final = 4
#: The number of changes times the bytes of a record, since games with large records are slow.
#: Each field is changed at least once.
_WORK: Final = 30_000
#: Forged values of a number, besides both ends of its declared range.
_VALUES: Final = (-(2**15), -2, -1, 0, 1, 2, 3, 5, 9, 30, 255, 2**15 - 1)


def unfinished_positions(case: Case) -> list[bytes]:
    """Return one save of each of ``POSITIONS`` random games, at a random decision."""
    chance, saves = np.random.default_rng(case.seed), list[bytes]()
    for seed in range(case.seed, case.seed + POSITIONS):
        decisions = sum(1 for _ in case.positions(seed)) - 1
        chosen = int(chance.integers(max(1, decisions)))
        saves += [
            game.to_bytes()
            for k, game in enumerate(case.positions(seed))
            if k == chosen and not game.finished
        ]
    return saves


def try_forgeries(game: type[Game], saves: list[bytes], seed: int) -> None:
    """Change one number of a save at a time, and continue the saves that are not rejected.

    Raises AssertionError, which names the number, if a game that was not rejected cannot be
    continued.
    """
    reject_wrong_indices(game.spec.record)
    chance, games = np.random.default_rng(seed), [game.from_bytes(save) for save in saves]
    for field, place, value, origin in forgeries(game.spec, chance):
        forged = games[int(chance.integers(len(games)))].clone()
        start, decision = int(field.starts[place]), forged.num_decisions
        forged.record.view(np.uint8)[start : start + field.dtype.itemsize] = value.view(np.uint8)
        doing = "be loaded"
        forbid_endless_loops()
        try:
            resumed = game.from_bytes(pack(game.spec, forged.data, forged.record))
            for step in play(resumed, chance):
                doing = step
        except Exception as error:
            if doing == "be loaded" and isinstance(error, ReplayError):
                continue
            raise AssertionError(
                f"a save with {field.label(place)} = {value[0]} ({origin}) at decision {decision} "
                "must be rejected with ReplayError or be playable; "
                f"it cannot {doing} ({type(error).__name__}: {error})"
            ) from error


def forgeries(spec: GameSpec, chance: np.random.Generator) -> Iterator[tuple[Field, int, Any, str]]:
    """Yield forgeries: the field, the index in the field, the value, and the value's description.

    Fields take turns; each turn of a field with a declared range yields both ends of it.
    """
    fields = [
        field
        for field in fields_of(spec.record)
        if field.dtype.kind in "iu" and field.name != "rng"
    ]
    declared = dict(spec.record_ranges)
    for number in range(max(len(fields), _WORK // spec.record.itemsize)):
        field = fields[number % len(fields)]
        place, limits = int(chance.integers(len(field.starts))), np.iinfo(field.dtype)
        values = {
            "a field without a declared range": chance.choice((*_VALUES, limits.min, limits.max))
        }
        if field.name in declared:
            low, high = (
                np.broadcast_to(bound, field.shape).ravel()[place] for bound in declared[field.name]
            )
            values = {"the lowest of its range": low, "the highest of its range": high}
        for origin, value in values.items():
            yield field, place, np.array([value]).astype(field.dtype), origin


def play(game: Game, chance: np.random.Generator) -> Iterator[str]:
    """Play some decisions at random, at most to the end; yield a description before each call.

    All arrays have exactly the sizes that ``Rules`` promises to the functions.
    """
    from wistar_env.kit import game_calls as kit

    rules, head = game.data.rules[0], common_fields(game.record)[0]
    legal = exact(1 + game.spec.num_actions, np.int16)
    yield "find its legal actions (find_legal)"
    kit.find_legal(rules, head, legal)
    for number in range(_AFTER):
        if number == 0 or chance.random() < 1 / _EVERY:
            yield from _show(game, chance)
        if game.finished:
            return
        yield "be played on"
        assert legal[0] > 0, f"seat {game.seat} decides and has no legal action (find_legal)"
        action = int(legal[1 + int(chance.integers(legal[0]))])
        yield f"play action {action} (play_on)"
        kit.play_on(rules, head, action, legal)
        assert head["fault"] == 0, f"fault {head['fault']}"


def _show(game: Game, chance: np.random.Generator) -> Iterator[str]:
    """Score a game, observe and reshuffle it for a seat; yield a description before each call."""
    from wistar_env.kit import game_calls as kit

    rules, head, spec = game.data.rules[0], common_fields(game.record)[0], game.spec
    yield "be scored (score_game)"
    kit.score_game(rules, head, exact(spec.max_seats * spec.scores.table_columns, np.int16))
    viewer = int(chance.integers(NOBODY, game.num_seats))
    seen = spec.observation_layout if viewer != NOBODY else spec.observation.state_layout
    layout = seen(game.num_players)
    yield f"be observed by seat {viewer} (encode)"
    out, limit = exact(layout.size, np.uint8), np.array(layout.limit, np.uint8)
    kit.encode(rules, head, viewer, out, layout.size, limit)
    seat = int(chance.integers(game.num_players))
    yield f"be reshuffled for seat {seat} (reshuffle_hidden)"
    kit.reshuffle_hidden(rules, common_fields(game.clone().record)[0], seat, np.uint64(seat))


if __name__ == "__main__":
    try_forgeries(
        find_game(sys.argv[1]), [bytes.fromhex(line) for line in sys.stdin], int(sys.argv[2])
    )
