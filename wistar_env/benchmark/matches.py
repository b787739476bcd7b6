"""Plays games in step: one question to each bot answers for all games that wait for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wistar_env.benchmark.deadline import deadline
from wistar_env.bots import Batch, Player, View, blamed
from wistar_env.chances import decision_seeds
from wistar_env.errors import BotError, IllegalActionError
from wistar_env.game import Game


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
    """

    game: Game
    seed: int
    seating: tuple[int, ...]
    run: int = 0
    number: int = 0
    replay: int = 0
    decisions: int = 0

    def step(self, action: Any) -> None:
        """Carry out the action of a bot."""
        self.game.step(action)
        self.decisions += 1


def _ask(
    player: Player, name: str, matches: Sequence[Match], bot_timeout: float | None
) -> list[Any]:
    batch = Batch(
        tuple(View(match.game, match.game.seat) for match in matches),
        decision_seeds((m.run, m.number, m.replay, m.decisions) for m in matches),
    )
    with blamed(f"bot {name!r} failed (game seed {matches[0].seed})"), deadline(bot_timeout):
        answer = player.act(batch)
        actions: list[Any] = answer.tolist() if isinstance(answer, np.ndarray) else list(answer)
    if len(actions) != len(matches):
        raise BotError(
            f"bot {name!r} gave {len(actions)} actions for a batch of {len(matches)} decisions"
        )
    return actions


def _step(match: Match, action: Any, name: str) -> None:
    try:
        match.step(action)
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
            for match, action in zip(
                waiting, _ask(player, name, waiting, bot_timeout), strict=True
            ):
                _step(match, action, name)
            running = [match for match in running if not match.game.finished]
