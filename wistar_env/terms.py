"""What every environment is constructed with, checked once."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from wistar_env.arguments import choice, integer
from wistar_env.errors import RenderModeError
from wistar_env.game import MAX_SEED, Game, seed_after
from wistar_env.rewards import Payable, Reward, RewardFn, choose_reward
from wistar_env.rules.difficulty import Tracks, resolve_tracks
from wistar_env.rules.limits import MAX_SEATS

Folder: TypeAlias = str | os.PathLike[str]

#: With ``on_illegal="penalize"``: the reward of whoever tries an illegal action.
ILLEGAL_REWARD: Final = -1.0
RENDER_MODES: Final = ("human", "ansi")
ON_ILLEGAL: Final = ("raise", "penalize")


@dataclass(frozen=True)
class Terms:
    """Checked arguments of an environment; see ``wistar_v0.env`` for what they mean."""

    num_players: int
    level: int | None
    tracks: Tracks | None
    reward: Reward
    data: Folder | None
    render_mode: str | None
    penalize: bool

    def new_game(self, seed: int, options: Mapping[str, Any] | None) -> Game:
        """Start a game; ``options`` may give another ``level`` or other ``tracks``."""
        wanted = options or {}
        level, tracks = self.level, self.tracks
        if "level" in wanted or "tracks" in wanted:
            level, tracks = wanted.get("level"), wanted.get("tracks")
        return Game.new(self.num_players, seed, level, tracks, self.data)


def check_render_mode(render_mode: object, modes: tuple[str, ...]) -> None:
    """Check that an environment can be rendered so.

    Raises
    ------
    RenderModeError
        If not.
    """
    try:
        choice("render_mode", render_mode, (None, *modes))
    except ValueError as error:
        raise RenderModeError(str(error)) from None


def agree(
    num_players: int,
    level: int | None,
    tracks: Tracks | None,
    reward: Payable | RewardFn,
    data: Folder | None,
    render_mode: str | None,
    on_illegal: str,
) -> Terms:
    """Check the arguments of an environment.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid; the message names it, what was found and what is allowed.
    """
    num_players = integer("num_players", num_players, 1, MAX_SEATS)
    resolve_tracks(num_players, level, tracks, seed=0)
    check_render_mode(render_mode, RENDER_MODES)
    choice("on_illegal", on_illegal, ON_ILLEGAL)
    return Terms(
        num_players,
        level,
        tracks,
        choose_reward(reward),
        data,
        render_mode,
        on_illegal == "penalize",
    )


def about(game: Game, seed: int) -> dict[str, int | None]:
    """Return what every environment tells of a game that is over, beside scores and ranks."""
    return {"level": game.level, "seed": seed, "decisions": int(game.record[0]["decisions"])}


class Seeds:
    """Seeds of the games of one environment: the given one, then a stream that follows from it."""

    def __init__(self) -> None:
        self._last: int | None = None

    def following(self, seed: int | None) -> int:
        """Return the seed of the next game, which is ``seed`` itself if it is given."""
        if seed is None and self._last is not None:
            seed = seed_after(self._last)
        elif seed is None:
            seed = int(np.random.default_rng().integers(MAX_SEED))
        self._last = integer("seed", seed, 0, MAX_SEED)
        return self._last
