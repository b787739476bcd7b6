"""``TextEnv``: an environment for one seat, with prompts, replies and rewards."""

from typing import Any, NamedTuple

import gymnasium

from wistar_env.kit.bots import View
from wistar_env.kit.game import Game
from wistar_env.language_models.prompts import Prompt, Prompter, Question
from wistar_env.language_models.replies import TRIES, ReplyError


class TextStep(NamedTuple):
    """The result of a reply.

    Attributes
    ----------
    prompt
        The next prompt, or the result of the game after its end.
    reward
        The sum of the rewards of all actions played for the reply, plus the reward of a rejected
        reply if it was one.
    over
        Whether the game is over, or was cut off before its end.
    """

    prompt: Prompt
    reward: float
    over: bool


class TextEnv:
    """An environment for training language models: prompts for one seat, and replies as actions.

    Replies are parsed as in ``TextBot``: after a rejected reply, the prompt is repeated once with
    the reason; after a second one, the decision is forfeited.

    Parameters
    ----------
    env
        A single-seat environment: ``gymnasium.make("wistar/Game-v0", ...)`` or
        ``"wistar/RatOBot-v0"``, possibly wrapped. It determines seeds, opponents and rewards.
    prompter
        The mode of the prompts; None means the default mode.
    problem_reward
        The reward of a rejected reply.

    Attributes
    ----------
    retries
        The number of retries after rejected replies in the current game.
    forfeits
        The number of forfeited decisions in the current game.

    Raises
    ------
    TypeError
        If ``env`` is not a single-seat environment of a game.

    Examples
    --------
    >>> env = TextEnv(gymnasium.make("wistar_env:wistar/RatOBot-v0"))
    >>> prompt = env.reset(seed=1)
    >>> env.step("1").over
    False
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        prompter: Prompter | None = None,
        problem_reward: float = 0.0,
    ) -> None:
        if not hasattr(type(env.unwrapped), "game"):
            raise TypeError(
                f"env must be a single-seat environment of a game, such as LearnerEnv, found {env}"
            )
        self._env, self._prompter = env, prompter or Prompter()
        self._problem_reward = problem_reward
        self._over = True
        self.retries = self.forfeits = 0

    @property
    def game(self) -> Game:
        """A copy of the game, including information hidden from the seat."""
        game: Game = self._env.unwrapped.game  # type: ignore[attr-defined]
        return game

    def reset(self, seed: int | None = None) -> Prompt:
        """Begin a game; return its first prompt."""
        self._env.reset(seed=seed)
        self.retries = self.forfeits = 0
        self._over = False
        return self._ask()

    def step(self, reply: str) -> TextStep:
        """Play the actions in a reply, and continue to the next prompt.

        After a rejected reply, nothing is played and the prompt is repeated; after a second one,
        the legal action with the lowest id is played.

        Raises
        ------
        ValueError
            If no game is running.
        """
        if self._over:
            raise ValueError("no game is running; call reset()")
        try:
            actions = self._question.answers.read(reply)
        except ReplyError as error:
            self._failed += 1
            if self._failed < TRIES:
                self.retries += 1
                again = self._question.again(reply, str(error))
                return TextStep(again, self._problem_reward, over=False)
            self.forfeits += 1
            reward, self._over = self._play([int(self._view.legal[0])])
            return TextStep(self._ask(), reward + self._problem_reward, self._over)
        reward, self._over = self._play(actions)
        return TextStep(self._ask(), reward, self._over)

    def _ask(self) -> Prompt:
        """Return the prompt of the current decision, or the result of the game."""
        self._failed = 0
        game = self.game
        if self._over:
            return Prompt("", result_of(game))
        self._view = View(game, game.seat)
        self._question: Question = self._prompter.question(self._view)
        return self._question.prompt

    def _play(self, actions: list[int]) -> tuple[float, bool]:
        """Play actions while they are legal and the turn lasts; return reward and end of game."""
        first, *later = actions
        before = self.game
        _, reward, ended, cut, _ = self._env.step(first)
        total, over = float(reward), ended or cut
        for action in later:
            now = self.game
            lasts = (now.num_decisions, now.turn) == (before.num_decisions + 1, before.turn)
            if over or not lasts or action not in now.legal_actions():
                break
            before = now
            _, reward, ended, cut, _ = self._env.step(action)
            total, over = total + float(reward), ended or cut
        return total, bool(over)


def result_of(game: Game) -> str:
    """Return the ranks and scores of a finished game as text, or that it was cut off."""
    if not game.finished:
        return "The game was cut off before its end."
    found, ranks = game.presentation.breakdown(), game.ranks()
    lines = [
        f"{ranks[seat]}. {found.names[seat]}: {found.totals[seat]} {found.unit}"
        for seat in found.ranking
    ]
    return "\n".join(["The game is over.", *lines])
