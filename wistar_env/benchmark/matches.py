"""Plays games in step: one question to each bot answers for all games that wait for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wistar_env.benchmark.deadline import deadline
from wistar_env.bots import Batch, Explaining, Player, View, blamed
from wistar_env.chances import decision_seeds
from wistar_env.errors import BotError, IllegalActionError
from wistar_env.game import Game
from wistar_env.thoughts import Thought


@dataclass
class Match:
    """One game of a portion.

    Attributes
    ----------
    game
        The game; it is played to its end.
    seed
        The seed that the game was made with.
    seating
        Which bot sits in each chair, as indices into the list of bots.
    run, number, replay
        The seed of the run, the number of the game in it, and the number of this replay, when the
        same game is played several times: the bots draw other chances in each. Their chances
        follow from these three and not from the game's seed, which is no bot's business.
    decisions
        How many decisions the bots have taken.
    kept
        Whether a replay of the game is wanted.
    actions, thoughts
        Of a game that is kept: its actions, and what the bots thought that can tell it, by the
        number of the action.
    """

    game: Game
    seed: int
    seating: tuple[int, ...]
    run: int = 0
    number: int = 0
    replay: int = 0
    decisions: int = 0
    kept: bool = False
    actions: list[int] = field(default_factory=list)
    thoughts: dict[int, Thought] = field(default_factory=dict)

    def step(self, action: Any, thought: Thought | None = None) -> None:
        """Carry out the action of a bot."""
        self.game.step(action)
        if self.kept:
            if thought is not None and thought.options:
                self.thoughts[self.decisions] = thought
            self.actions.append(int(action))
        self.decisions += 1


def _ask(
    player: Player, name: str, matches: Sequence[Match], bot_timeout: float | None
) -> list[tuple[Any, Thought | None]]:
    """Return the action for each game, with what the bot thought if one of them is kept."""
    batch = Batch(
        tuple(View(match.game, match.game.seat) for match in matches),
        decision_seeds((m.run, m.number, m.replay, m.decisions) for m in matches),
    )
    answers: list[tuple[Any, Thought | None]]
    with blamed(f"bot {name!r} failed (game seed {matches[0].seed})"), deadline(bot_timeout):
        if any(match.kept for match in matches) and isinstance(player, Explaining):
            answers = [(thought.action, thought) for thought in player.explain(batch)]
        else:
            answer = player.act(batch)
            actions = answer.tolist() if isinstance(answer, np.ndarray) else list(answer)
            answers = [(action, None) for action in actions]
    if len(answers) != len(matches):
        raise BotError(
            f"bot {name!r} gave {len(answers)} actions for a batch of {len(matches)} decisions"
        )
    return answers


def _step(match: Match, action: Any, thought: Thought | None, name: str) -> None:
    try:
        match.step(action, thought)
    except (IllegalActionError, TypeError, ValueError) as error:
        raise BotError(
            f"bot {name!r} answered {action!r} (game seed {match.seed}, its decision "
            f"{match.decisions + 1}): {error}"
        ) from error


def play(
    matches: Sequence[Match],
    players: Sequence[Player],
    names: Sequence[str],
    bot_timeout: float | None = None,
) -> None:
    """Play all games of a portion to their ends.

    Parameters
    ----------
    matches
        The games; all have the same number of players.
    players, names
        The bots, and what they are called in messages.
    bot_timeout
        Seconds that a bot may take for an answer; None for any time. See ``deadline``.

    Raises
    ------
    BotError
        If a bot fails, takes too long, or answers with something that is not one legal action for
        each game.
    """
    running = [match for match in matches if not match.game.finished]
    while running:
        for index, (player, name) in enumerate(zip(players, names, strict=True)):
            waiting = [match for match in running if match.seating[match.game.seat] == index]
            if not waiting:
                continue
            answers = _ask(player, name, waiting, bot_timeout)
            for match, (action, thought) in zip(waiting, answers, strict=True):
                _step(match, action, thought, name)
            running = [match for match in running if not match.game.finished]
