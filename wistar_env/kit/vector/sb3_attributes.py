"""Attributes and methods of single environments, computed from a batch."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from wistar_env.errors import NotStartedError
from wistar_env.kit.envs.displays import FPS
from wistar_env.kit.envs.env_config import check_render_mode
from wistar_env.kit.game.frame_size import FrameSize, frame_size
from wistar_env.kit.vector.arrays import Masks
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.kit.vector.learner_env import LearnerEnv

Indices: TypeAlias = int | Iterable[int] | None

#: Attributes for ``get_attr`` that all games share.
_OF_ALL: Final = ("render_mode", "observation_space", "action_space", "num_players", "action_ids")
#: Attributes that each game has separately.
_FOR_EACH: Final = ("game", "skipped")
#: Methods that ``env_method`` calls once, on the batch.
_CALLED_ONCE: Final = ("set_options", "set_opponents")
#: Methods that ``env_method`` calls for each game.
_CALLED_FOR_EACH: Final = ("action_masks", "describe")


class Attributes(LearnerEnv, VecEnv):
    """The methods ``get_attr``, ``set_attr``, ``env_method`` and similar ones.

    Parameters
    ----------
    batch
        The games.
    observation
        The observation space of one game.
    render_mode
        ``"rgb_array"`` or None.
    size
        Width and height of frames in pixels.

    Raises
    ------
    RenderModeError
        If ``render_mode`` is any other value.
    """

    def __init__(
        self,
        batch: LearnerBatch,
        observation: spaces.Space[Any],
        render_mode: str | None,
        size: FrameSize,
    ) -> None:
        check_render_mode(render_mode, ("rgb_array",))
        # VecEnv reads an attribute in its constructor.
        LearnerEnv.__init__(self, batch)
        self.num_players = batch.num_players
        self.render_mode = render_mode
        self.size = frame_size(size)
        self._mask: Masks | None = None
        VecEnv.__init__(self, len(batch), observation, spaces.Discrete(len(self.action_ids)))
        self.metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": FPS}

    def action_masks(self, indices: Indices = None) -> Masks:
        """Return the masks of some or all games in a new array: int8, (k, len(action_ids)).

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        """
        if self._mask is None:
            raise NotStartedError("call reset() first")
        return self._mask[self._chosen(indices)]

    def _chosen(self, indices: Indices) -> npt.NDArray[np.int64]:
        every = np.arange(self.num_envs)
        if indices is None:
            return every
        listed = list(indices) if isinstance(indices, Iterable) else [indices]
        return every[np.array(listed, np.int64)]

    def has_attr(self, attr_name: str) -> bool:
        """Return whether ``get_attr`` knows an attribute."""
        return attr_name in self._attributes + self._methods

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of some or all environments.

        ``seed``, ``learner_seat``, ``skipped_games``, ``skipped`` and reported values belong to the
        running games; ``game`` is a copy of each. Methods of ``env_method`` are returned as
        functions.

        Raises
        ------
        AttributeError
            If there is no such attribute.
        """
        chosen = self._chosen(indices).tolist()
        if attr_name in self._names_of_each:
            return cast(list[Any], self._of_each(attr_name)[chosen].tolist())
        if attr_name in _OF_ALL:
            return [getattr(self, attr_name)] * len(chosen)
        if attr_name in _FOR_EACH:
            of_game = self.batch.game if attr_name == "game" else self._skipped
            return [of_game(i) for i in chosen]
        if attr_name in _CALLED_FOR_EACH:
            return [partial(self._call, attr_name, i) for i in chosen]
        if attr_name in _CALLED_ONCE:
            return [getattr(self.batch, attr_name)] * len(chosen)
        raise _unknown("attribute", attr_name, self._attributes + self._methods)

    @property
    def _methods(self) -> tuple[str, ...]:
        return (*_CALLED_FOR_EACH, *_CALLED_ONCE)

    @property
    def _attributes(self) -> tuple[str, ...]:
        return (*self._names_of_each, *_OF_ALL, *_FOR_EACH)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an option of the games that begin from now on.

        Raises
        ------
        AttributeError
            If the game has no such option.
        TypeError, ValueError
            If the value is invalid, or ``indices`` does not select all environments.
        """
        allowed = self.batch.spec.options_per_game
        if attr_name not in allowed:
            raise _unknown("settable attribute", attr_name, allowed)
        self._check_all(f"set_attr({attr_name!r})", indices)
        self.batch.set_options(**{attr_name: value})

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> Any:
        """Call a method of some or all environments and return a list of results.

        ``action_masks()`` returns one array instead of a list, ``describe(action)`` an action in
        words. ``set_options(level=3)`` and ``set_opponents(pool)`` apply to all environments, for
        games that begin from now on.

        Raises
        ------
        AttributeError
            If there is no such method.
        """
        if method_name == "action_masks":
            return self.action_masks(indices)
        if method_name in _CALLED_ONCE:
            self._check_all(method_name, indices)
            getattr(self.batch, method_name)(*method_args, **method_kwargs)
            return [None] * self.num_envs
        if method_name in _CALLED_FOR_EACH:
            return [
                self._call(method_name, i, *method_args, **method_kwargs)
                for i in self._chosen(indices).tolist()
            ]
        raise _unknown("method", method_name, self._methods)

    def _call(self, name: str, i: int, *arguments: Any, **named: Any) -> Any:
        if name == "action_masks":
            return self.action_masks(i)[0]
        return self._describe(i, *arguments, **named)

    def _check_all(self, name: str, indices: Indices) -> None:
        if len(np.unique(self._chosen(indices))) != self.num_envs:
            raise ValueError(
                f"{name} applies to all environments, so omit indices; found indices={indices!r}"
            )

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None
    ) -> list[bool]:
        """Return False for each environment, since environments have no wrappers."""
        return [False] * len(self._chosen(indices))

    def get_images(self) -> Sequence[npt.NDArray[Any] | None]:
        """Return each position as its learner sees it, in pixels; None without a render mode."""
        if self.render_mode is None:
            return [None] * self.num_envs
        seats = enumerate(self.batch.learner_seat.tolist())
        return [self.batch.game(i).presentation.frame(seat, size=self.size) for i, seat in seats]


def _unknown(kind: str, name: str, known: Sequence[str]) -> AttributeError:
    return AttributeError(f"no {kind} {name!r}; available: {', '.join(known) or 'none'}")
