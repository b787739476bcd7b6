"""What may be asked of the games of Gymnasium's vector environment, and set in them."""

from typing import Any, Final

import gymnasium
import numpy as np

from wistar_env.env_api.displays import Rendered, frame_of
from wistar_env.game import Game
from wistar_env.gate import NUM_ACTIONS, Level, Tracks
from wistar_env.vector.arrays import Masks
from wistar_env.vector.learner import LearnerBatch
from wistar_env.vector.learner_env import LearnerEnv

#: How games can be rendered.
RENDER_MODES: Final = ("rgb_array", "ansi")

#: What ``call`` knows of each game: attributes of the batch, and methods of ``Game``.
_ATTRIBUTES: Final = ("level", "seed", "learner_seat")
_METHODS: Final = ("describe", "describe_observation")
_NAMES: Final = ("action_masks", "game", "render", *_ATTRIBUTES, *_METHODS)


class Attributes(LearnerEnv):
    """``call``, ``get_attr``, ``set_attr`` and their like.

    Parameters
    ----------
    batch
        The games.
    level, tracks
        Rat-o-bot's level or tracks in them.
    render_mode
        One of ``RENDER_MODES`` or None.
    copy
        Whether what is given away are copies.
    """

    def __init__(
        self,
        batch: LearnerBatch,
        level: Level | None,
        tracks: Tracks | None,
        render_mode: str | None,
        copy: bool,
    ) -> None:
        super().__init__(batch, level, tracks)
        self.num_envs = len(batch)
        self.render_mode = render_mode
        self.copy = copy
        self._mask: Masks = np.zeros((self.num_envs, NUM_ACTIONS), np.int8)

    def action_masks(self) -> Masks:
        """Return the masks, int8 of shape (n, 971): 1 for each legal action.

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        """
        self.batch.check_started()
        return self._mask.copy() if self.copy else self._mask

    def render(self) -> tuple[Rendered, ...] | None:
        """Return the position of each game as the learner sees it: as text, or as pixels.

        Raises
        ------
        NotStartedError
            Before the first ``reset``.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode; none was given to the environment")
            return None
        seats = enumerate(self.batch.learner_seat.tolist())
        if self.render_mode == "ansi":
            return tuple(self.game(i).render(seat) for i, seat in seats)
        return tuple(frame_of(self.game(i), seat) for i, seat in seats)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``; see ``LearnerBatch.game``."""
        return self.batch.game(i)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return what each game answers, as ``SyncVectorEnv.call`` does.

        ``"action_masks"``, ``"game"`` (a copy), ``"render"``, ``"level"``, ``"seed"``,
        ``"learner_seat"``, and with arguments ``"describe"`` and ``"describe_observation"`` of
        ``Game``.

        Raises
        ------
        AttributeError
            If it is another name.
        NotStartedError
            Before the first ``reset``.
        """
        choices = ", ".join(_NAMES)
        if name not in _NAMES:
            raise AttributeError(f"games have no {name!r} to call; there are {choices}")
        self.batch.check_started()
        if name == "action_masks":
            return tuple(self.action_masks())
        if name == "render":
            return self.render() or (None,) * self.num_envs
        if name in _ATTRIBUTES:
            return tuple(getattr(self.batch, name).tolist())
        games = (self.game(i) for i in range(self.num_envs))
        if name == "game":
            return tuple(games)
        return tuple(getattr(game, name)(*args, **kwargs) for game in games)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each game; see ``call``."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set ``"level"`` in the games that begin from now on.

        Parameters
        ----------
        name
            ``"level"``, the only one.
        values
            A list or tuple has one level for each environment, as in ``SyncVectorEnv``; anything
            else is as for ``set_level``.

        Raises
        ------
        AttributeError
            If it is another attribute.
        TypeError, ValueError
            If the level is invalid, or this is no solo game.
        """
        if name != "level":
            raise AttributeError(f"games have no attribute {name!r} to set; there is level")
        self.set_level(list(values) if isinstance(values, tuple) else values)

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads; ``close()`` calls this once."""
        # Gymnasium 1.2 also closes what was refused before it had a batch.
        if hasattr(self, "batch"):
            self.batch.close()
