"""Shared parts of the environments of a single game."""

from typing import Any

from wistar_env.errors import NotStartedError
from wistar_env.kit.envs.displays import Display
from wistar_env.kit.envs.infos import Info, learner_info_at_end
from wistar_env.kit.envs.skipped_games import MAX_SKIPPED, fail_to_skip
from wistar_env.kit.game import Game
from wistar_env.kit.game.action_reader import ActionLike
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.layout import Described, FloatVector
from wistar_env.kit.replays import Replay


class PlayedGame:
    """The game of an environment, its actions so far, and its display.

    Attributes
    ----------
    action_ids
        Converts action ids of the environment to those of the game, and back.
    skipped
        The final infos of the games that were skipped before this one, with the scores of all
        seats: see ``kit.envs.skipped_games``.
    """

    action_ids: CompactActions
    _display: Display
    _game: Game | None
    _seed: int | None
    _actions: list[int]
    skipped: tuple[Info, ...] = ()
    _closed: bool = False

    def _started(self) -> Game:
        if self._game is None:
            raise NotStartedError("call reset() first")
        return self._game

    def _skip(self, game: Game, seed: int, seat: int) -> None:
        """Add the final infos of a game that ended before a decision to ``skipped``.

        Raises NoDecisionError if it already has ``MAX_SKIPPED`` games.
        """
        if len(self.skipped) == MAX_SKIPPED:
            fail_to_skip(game, seed)
        info = learner_info_at_end(game, seat, seed, len(self.skipped))
        self.skipped = (*self.skipped, info)

    @property
    def game(self) -> Game:
        """A copy of the game, including what players may not see."""
        return self._started().clone()

    def replay(self) -> Replay[Any]:
        """Return the game so far as a replay, with the actions of all seats."""
        game = self._started()
        assert self._seed is not None
        # None means the bundled data, as in a replay that was read from a file.
        bundled = game.data.fingerprint == game.spec.open_data(None).fingerprint
        data, actions = None if bundled else game.data, self._actions.copy()
        return Replay(type(game), game.num_players, self._seed, game.options, data, actions)

    def describe(self, action: ActionLike) -> str:
        """Say in words what an action means."""
        return self._started().describe(self.action_ids.full_id(action))

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation vector holds, by the names of its blocks."""
        return self._started().presentation.describe_observation(observation)

    def close(self) -> None:
        """Close the window, if there is one; the environment can no longer be reset or stepped."""
        self._closed = True
        self._display.close()
