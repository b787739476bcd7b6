"""Speed of any game: random games in compiled code, batches and pictures, for ``wistar speed``.

Batches are timed in positions of all phases of a game. Each step includes ``choose("random")`` and
the check that its actions are legal.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from wistar_env.kit import random_games
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.speed import rendering
from wistar_env.speed.timing import Measurement, Part, Work, race

#: Number of games in a batch.
GAMES: Final = 1024
#: The sections for every game.
SECTIONS: Final = ("core", "batch")
#: Another section, for games with pictures.
PICTURES: Final = "pictures"
#: The kinds of observations of a batch, by name.
_OUTPUTS: Final[dict[str, str | None]] = {
    "no observation": None,
    "float32": "float32",
    "uint8": "uint8",
    "sparse": "sparse",
}
#: Steps before timing starts, so that games are in all phases.
_SPREAD: Final = 500


def parts(
    game: type[Game], only: tuple[str, ...] = (), options: Mapping[str, Any] | None = None
) -> list[Part]:
    """Return the measurements of a game.

    ``only``: sections to measure, from ``SECTIONS`` and, for a game with pictures, ``PICTURES``;
    empty means all. ``options``: options of the games in core and batch; None means those of
    evaluation games. Raises ValueError if there is no such section.
    """
    sections = (
        (*SECTIONS, PICTURES) if issubclass(game.presentation, DrawnPresentation) else SECTIONS
    )
    wanted = set(only) or {*sections}
    if unknown := wanted.difference(sections):
        raise ValueError(
            f"there is no section {min(unknown)!r} for {game.spec.title}; "
            f"choose from {', '.join(sections)}"
        )
    spec = game.spec
    every = [
        part
        for num_players in range(spec.min_players, spec.max_players + 1)
        for part in _parts(game, num_players, options or {})
    ]
    if issubclass(game.presentation, DrawnPresentation):
        every += rendering.parts(game)
    return [part for part in every if part.section in wanted]


def _parts(game: type[Game], num_players: int, options: Mapping[str, Any]) -> tuple[Part, Part]:
    """Return the measurements of core and batch for a player count."""
    spec = game.spec
    given = spec.applicable_options(num_players, options)
    if not given:
        given = spec.evaluation_options(num_players)
    return _core(game, num_players, given), _batch(game, num_players, given)


def _core(game: type[Game], num_players: int, options: Mapping[str, Any]) -> Part:
    label = players_text(num_players)

    def measure(repeats: int) -> list[Measurement]:
        one = game.new(num_players=num_players, options=options)

        def playouts(count: int) -> int:
            return int(
                random_games.playouts(one.data.rules, common_fields(one.record), 0, count, 1)
            )

        (values,) = race({label: playouts}, repeats).values()
        return [Measurement("Core: random games", label, values, "decisions/s")]

    return Part("core", f"core, {label}", measure)


def _batch(game: type[Game], num_players: int, options: Mapping[str, Any]) -> Part:
    label = players_text(num_players)

    def measure(repeats: int) -> list[Measurement]:
        works = {
            name: _stepping(game, num_players, options, kind) for name, kind in _OUTPUTS.items()
        }
        table = f"Batch: choose and step, {GAMES:,} games"
        return [
            Measurement(table, label, values, "decisions/s", name)
            for name, values in race(works, repeats).items()
        ]

    return Part("batch", f"batch, {label}", measure)


def _stepping(
    game: type[Game], num_players: int, options: Mapping[str, Any], observation: str | None
) -> Work:
    """Return a function to measure, whose rounds are steps of a batch."""
    batch = BatchGame(game, GAMES, num_players, **options, observation=observation)
    batch.reset(seed=0)
    actions = np.empty(GAMES, np.int64)

    def work(count: int) -> int:
        for _ in range(count):
            batch.step(batch.choose("random", actions))
        return count * GAMES

    work(_SPREAD)
    return work
