"""What every environment is constructed with, checked once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np

from wistar_env.arguments import choice, integer, mapping
from wistar_env.components import Components, Folder, open_components
from wistar_env.errors import RenderModeError
from wistar_env.game import MAX_SEED, Game, seed_after
from wistar_env.gate import MAX_SEATS, Tracks, check_tracks, resolve_tracks
from wistar_env.rewards import Reward, RewardFn, RewardLike, choose_reward

#: With ``on_illegal="penalize"``: the reward of whoever tries an illegal action.
ILLEGAL_REWARD: Final = -1.0
RENDER_MODES: Final = ("human", "rgb_array", "ansi")
ON_ILLEGAL: Final = ("raise", "penalize")

_Level = TypeVar("_Level")


def of_options(
    options: Mapping[str, Any] | None, level: _Level, tracks: Tracks | None
) -> tuple[_Level, Tracks | None]:
    """Return level and tracks of the games that a reset begins.

    They are those of the options; the environment's own if the options give neither, or None.
    Gymnasium and PettingZoo want other options to be ignored.

    Raises
    ------
    TypeError
        If the options are neither a mapping nor None.
    """
    given = mapping("options", options)
    if given.get("level") is None and given.get("tracks") is None:
        return level, tracks
    return given.get("level"), given.get("tracks")  # type: ignore[return-value]


@dataclass(frozen=True)
class EnvConfig:
    """Checked arguments of an environment; see ``wistar_v0.env`` for what they mean."""

    num_players: int
    level: int | None
    tracks: Tracks | None
    reward: Reward
    data: Components | None
    render_mode: str | None
    penalize: bool

    def new_game(self, seed: int, options: Mapping[str, Any] | None) -> Game:
        """Start a game; ``options`` may give another ``level`` or other ``tracks``."""
        level, tracks = of_options(options, self.level, self.tracks)
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


def validate(
    num_players: int,
    level: int | None,
    tracks: Tracks | None,
    reward: RewardLike | RewardFn,
    data: Folder | None,
    render_mode: str | None,
    on_illegal: str,
) -> EnvConfig:
    """Check the arguments of an environment.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid; the message names it, what was found and what is allowed.
    DataError
        If the data folder is not valid.
    """
    num_players = integer("num_players", num_players, 1, MAX_SEATS)
    resolve_tracks(num_players, level, tracks, seed=0)
    check_render_mode(render_mode, RENDER_MODES)
    choice("on_illegal", on_illegal, ON_ILLEGAL)
    return EnvConfig(
        num_players,
        level,
        None if tracks is None else check_tracks(tracks),
        choose_reward(reward),
        None if data is None else open_components(data),
        render_mode,
        on_illegal == "penalize",
    )


def next_seed(seed: int | None, last: int | None) -> int:
    """Return the seed of an environment's next game.

    It is ``seed`` itself if it is given, else what follows on the last one, else drawn.

    Raises
    ------
    TypeError, ValueError
        If the seed is invalid.
    """
    if seed is not None:
        return integer("seed", seed, 0, MAX_SEED)
    if last is not None:
        return seed_after(last)
    return int(np.random.default_rng().integers(MAX_SEED))
