"""``TextEnv``: one seat of a game as an environment of prompts, replies and rewards."""

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
        The next prompt; at the end of a game its result.
    reward
        The rewards of all actions that the reply named and that were played.
    over
        Whether the game is over.
    """

    prompt: Prompt
    reward: float
    over: bool


class TextEnv:
    """Shows one seat of a game in prompts, and plays the replies, for training on conversations.

    Replies are read as those of a ``TextBot``: if one cannot be played, the prompt is repeated once
    with the reason, and then the decision is forfeited.

    Parameters
    ----------
    env
        One seat of a game: ``gymnasium.make("wistar/Game-v0", ...)`` or ``"wistar/RatOBot-v0"``,
        also within wrappers. Its seeds, opponents and rewards are those of the games.
    prompter
        The mode of the prompts; None is the default one.
    problem_reward
        What a reply is rewarded with that cannot be played.

    Attributes
    ----------
    retries
        Replies of the current game that could not be played and were asked for once more.
    forfeits
        Decisions of the current game that were forfeited.

    Raises
    ------
    TypeError
        If ``env`` has no game.

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
                f"env must be an environment of one seat of a game, such as LearnerEnv, found {env}"
            )
        self._env, self._prompter = env, prompter or Prompter()
        self._problem_reward = problem_reward
        self._over = True
        self.retries = self.forfeits = 0

    @property
    def game(self) -> Game:
        """A copy of the game; it knows what the seat may not see."""
        game: Game = self._env.unwrapped.game  # type: ignore[attr-defined]
        return game

    def reset(self, seed: int | None = None) -> Prompt:
        """Begin a game, as the environment does; return its first prompt."""
        self._env.reset(seed=seed)
        self.retries = self.forfeits = 0
        self._over = False
        return self._ask()

    def step(self, reply: str) -> TextStep:
        """Play what a reply names, and all that follows up to the next prompt.

        Raises
        ------
        ValueError
            If no game has begun, or it is over.
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
        """Play actions as long as they are legal and the turn lasts."""
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
    """Return the places and scores of a game that is over, in words, if it was not cut off."""
    if not game.finished:
        return "The game was cut off before its end."
    found, ranks = game.presentation.breakdown(), game.ranks()
    lines = [
        f"{ranks[seat]}. {found.names[seat]}: {found.totals[seat]} {found.unit}"
        for seat in found.ranking
    ]
    return "\n".join(["The game is over.", *lines])
