"""The arguments of every environment, checked once."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from wistar_env.arguments import choice, integer, mapping, shown
from wistar_env.errors import RenderModeError
from wistar_env.kit.envs.conventions import ON_ILLEGAL, RENDER_MODES
from wistar_env.kit.game import MAX_SEED, Game, GameData, GameSpec, seed_after
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.rewards import Reward, RewardFn, RewardLike, choose_reward


def of_options(
    spec: GameSpec, options: Mapping[str, Any] | None, own: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the options of the games that a reset starts, given the environment's in ``own``.

    Options of the reset replace all of the environment's. Options that are None are ignored, and
    so are names not in ``spec.option_names``, as Gymnasium and PettingZoo require; if none is left,
    the environment's apply.

    Raises
    ------
    TypeError
        If the options are neither a mapping nor None.
    """
    given = mapping("options", options)
    chosen = {name: given[name] for name in spec.option_names if given.get(name) is not None}
    return chosen or own


def checked_players(spec: GameSpec, num_players: int | None) -> int:
    """Validate and return a player count; None means the game's minimum.

    Raises
    ------
    TypeError, ValueError
        If ``num_players`` is not a player count of the game.
    """
    if num_players is None:
        return spec.min_players
    return integer("num_players", num_players, spec.min_players, spec.max_players)


def ids_of(spec: GameSpec, num_players: int, data: Sequence[Any], compact: bool) -> CompactActions:
    """Return the action ids of an environment: all, or if ``compact`` those that can occur.

    Raises
    ------
    TypeError
        If ``compact`` is not a Boolean.
    """
    if type(compact) is not bool:
        raise TypeError(f"compact_actions must be True or False, found {shown(compact)}")
    if compact:
        return spec.compact_actions(num_players, *data)
    return CompactActions(np.ones(spec.num_actions, np.bool_))


@dataclass(frozen=True)
class EnvConfig:
    """Checked arguments of an environment; see ``kit.envs.aec.GameEnv``."""

    game: type[Game]
    num_players: int
    options: Mapping[str, Any]
    reward: Reward
    data: GameData | None
    render_mode: str | None
    penalize: bool

    def new_game(self, seed: int, options: Mapping[str, Any] | None) -> Game:
        """Return a new game; options in ``options`` replace all of the environment's."""
        chosen = of_options(self.game.spec, options, self.options)
        return self.game.new(self.num_players, seed, data=self.data, options=chosen)


def check_render_mode(render_mode: object, modes: tuple[str, ...]) -> None:
    """Check the render mode of an environment.

    Raises
    ------
    RenderModeError
        If the mode is neither None nor one of ``modes``.
    """
    try:
        choice("render_mode", render_mode, (None, *modes))
    except ValueError as error:
        raise RenderModeError(str(error)) from None


def validate(
    game: type[Game],
    num_players: int | None,
    options: Mapping[str, Any],
    reward: RewardLike | RewardFn,
    data: Any,
    render_mode: str | None,
    on_illegal: str,
) -> EnvConfig:
    """Check the arguments of an environment; return them with data opened and the reward built.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid; the message names it, what was found and what is allowed.
    DataError
        If the data are not valid.
    """
    spec = game.spec
    num_players = checked_players(spec, num_players)
    spec.check_options(num_players, options)
    check_render_mode(render_mode, RENDER_MODES)
    choice("on_illegal", on_illegal, ON_ILLEGAL)
    return EnvConfig(
        game,
        num_players,
        deepcopy(dict(options)),
        choose_reward(reward, spec),
        None if data is None else spec.opened(data),
        render_mode,
        on_illegal == "penalize",
    )


def next_seed(seed: int | None, last: int | None) -> int:
    """Return the seed of an environment's next game.

    It is ``seed`` if given, otherwise derived from the last seed, or random at first.

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
