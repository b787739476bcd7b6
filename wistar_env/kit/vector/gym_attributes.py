"""Attributes and methods of the games in a Gymnasium vector environment."""

from typing import Any, Final

import gymnasium
import numpy as np

from wistar_env.kit.envs.displays import Rendered
from wistar_env.kit.game import Game
from wistar_env.kit.game.frame_size import FrameSize, frame_size
from wistar_env.kit.vector.arrays import Masks
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.kit.vector.learner_env import LearnerEnv

#: Render modes of the environment.
RENDER_MODES: Final = ("rgb_array", "ansi")

#: Names that ``call`` accepts besides the numbers of each game: methods of one game or of all.
_METHODS: Final = ("describe", "describe_observation")
_OF_ALL: Final = ("action_masks", "game", "render", "skipped")


class Attributes(LearnerEnv):
    """The methods ``call``, ``get_attr``, ``set_attr`` and similar ones.

    ``render_mode``: one of ``RENDER_MODES`` or None.
    """

    def __init__(
        self,
        batch: LearnerBatch,
        render_mode: str | None,
        copy: bool,
        size: FrameSize,
    ) -> None:
        super().__init__(batch)
        self.num_envs = len(batch)
        self.render_mode = render_mode
        self.copy = copy
        self.size = frame_size(size)
        self._mask: Masks = np.zeros((self.num_envs, len(self.action_ids)), np.int8)

    def set_options(self, **options: Any) -> None:
        """Set the options of the games that begin from now on, such as ``level=3``.

        Raises TypeError, ValueError if an option is unknown or invalid.
        """
        self.batch.set_options(**options)

    def action_masks(self) -> Masks:
        """Return the masks, int8 of shape (n, len(action_ids)): 1 for each legal action.

        They are a new array, unless the environment was made with ``copy=False``.

        Raises NotStartedError before the first ``reset``.
        """
        self.batch.check_started()
        return self._mask.copy() if self.copy else self._mask

    def render(self) -> tuple[Rendered, ...] | None:
        """Return each position as the learner sees it, as text or pixels.

        Without a render mode, this only warns, and returns None.

        Raises NotStartedError before the first ``reset``.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() needs a render_mode ('rgb_array' or 'ansi'); none was given to the "
                "environment"
            )
            return None
        seats = enumerate(self.batch.learner_seat.tolist())
        if self.render_mode == "ansi":
            return tuple(self.game(i).presentation.render(seat) for i, seat in seats)
        return tuple(self.game(i).presentation.frame(seat, size=self.size) for i, seat in seats)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``; see ``LearnerBatch.game``."""
        return self.batch.game(i)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return one result per game, like ``SyncVectorEnv.call``.

        ``"action_masks"``, ``"game"`` (a copy), ``"render"``, ``"seed"``, ``"learner_seat"``,
        ``"skipped_games"``, ``"skipped"`` and values reported from the start are those of single
        environments. ``"describe"`` and ``"describe_observation"`` need arguments.

        Raises AttributeError for any other name. Raises NotStartedError before the first ``reset``.
        """
        names = (*_OF_ALL, *self._names_of_each, *_METHODS)
        choices = ", ".join(names)
        if name not in names:
            raise AttributeError(
                f"cannot call {name!r}; the names that can be called are {choices}"
            )
        self.batch.check_started()
        if name == "action_masks":
            return tuple(self.action_masks())
        if name == "skipped":
            return tuple(map(self._skipped, range(self.num_envs)))
        if name == "render":
            return self.render() or (None,) * self.num_envs
        if name in self._names_of_each:
            return tuple(self._of_each(name).tolist())
        if name == "describe":
            return tuple(self._describe(i, *args, **kwargs) for i in range(self.num_envs))
        games = (self.game(i) for i in range(self.num_envs))
        if name == "game":
            return tuple(games)
        return tuple(getattr(game.presentation, name)(*args, **kwargs) for game in games)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each game; see ``call``."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set an option of the games that begin from now on.

        ``values``: a list or tuple has one value for each environment, as in ``SyncVectorEnv``; any
        other value is passed to ``set_options``. Raises AttributeError if the game has no such
        option. Raises TypeError, ValueError if the value is invalid.
        """
        allowed = self.batch.spec.options_per_game
        if name not in allowed:
            choices = ", ".join(allowed) or "none"
            raise AttributeError(f"cannot set {name!r}; attributes that can be set: {choices}")
        self.set_options(**{name: list(values) if isinstance(values, tuple) else values})

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads; ``close()`` calls this once."""
        # Gymnasium 1.2 also closes environments whose constructor failed.
        if hasattr(self, "batch"):
            self.batch.close()
