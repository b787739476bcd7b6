"""Plays games in lockstep, with one call of a bot for all games that wait for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from wistar_env.benchmark.deadline import asking
from wistar_env.errors import BotError, IllegalActionError
from wistar_env.explanations import Explanation
from wistar_env.kit.bots import AnswerError, Batch, Player, View, asked
from wistar_env.kit.game import Game
from wistar_env.seeds import decision_seeds


@dataclass
class Match:
    """One game that bots play, with its seating, seeds and record."""

    game: Game  # the game; it is played to its end
    seed: int  # the seed of the game
    seating: tuple[int, ...]  # which bot sits in each seat, as indices into the list of bots
    # ``run``, ``number``, ``replay``: the seed of the run, the number of the game in it, and the
    # number of this replay, when the same game is played several times. The seeds of bots follow
    # from these three, not from the game's seed, which bots must not know.
    run: int = 0
    number: int = 0
    replay: int = 0
    decisions: int = 0  # the number of decisions of the bots
    recorded: bool = False  # whether actions and explanations are recorded for a replay
    # ``actions``, ``explanations``: the recorded actions, and the explanations of the bots by
    # action number.
    actions: list[int] = field(default_factory=list)
    explanations: dict[int, Explanation] = field(default_factory=dict)

    def step(self, action: int, explanation: Explanation | None = None) -> None:
        """Play the action of a bot; record it, and its explanation, if ``recorded``."""
        self.game.step(action)
        if self.recorded:
            if explanation is not None and explanation.has_details:
                self.explanations[self.decisions] = explanation
            self.actions.append(action)
        self.decisions += 1


def _ask(
    player: Player, name: str, matches: Sequence[Match], bot_timeout: float | None
) -> list[Explanation]:
    """Return the action for each game, with explanations if any of the games is recorded."""
    batch = Batch(
        tuple(View(match.game, match.game.seat) for match in matches),
        decision_seeds((m.run, m.number, m.replay, m.decisions) for m in matches),
    )
    with asking(f"bot {name!r} failed (game seed {matches[0].seed})", bot_timeout):
        try:
            return asked(player, batch, explained=any(match.recorded for match in matches))
        except AnswerError as error:
            raise BotError(
                f"{_answered(matches[error.row], name, error.answer)}: {error}"
            ) from None


def _answered(match: Match, name: str, answer: str) -> str:
    return (
        f"bot {name!r} returned {answer} (game seed {match.seed}, decision "
        f"{match.decisions + 1} of the game)"
    )


def _step(match: Match, explanation: Explanation, name: str) -> None:
    try:
        match.step(explanation.action, explanation)
    except IllegalActionError as error:
        raise BotError(f"{_answered(match, name, str(explanation.action))}: {error}") from error


def play(
    matches: Sequence[Match],
    players: Sequence[Player],
    names: Sequence[str],
    bot_timeout: float | None = None,
) -> None:
    """Play all games to their ends; each bot answers for all games that wait for it at once.

    ``bot_timeout``: the limit in seconds for a call of a bot; None for no limit. See ``deadline``.
    Raises BotError if a bot raises, exceeds the limit, or does not return one legal action per
    game.
    """
    running = [match for match in matches if not match.game.finished]
    while running:
        for index, (player, name) in enumerate(zip(players, names, strict=True)):
            waiting = [match for match in running if match.seating[match.game.seat] == index]
            if not waiting:
                continue
            explanations = _ask(player, name, waiting, bot_timeout)
            for match, explanation in zip(waiting, explanations, strict=True):
                _step(match, explanation, name)
            running = [match for match in running if not match.game.finished]
