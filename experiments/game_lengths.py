"""Measures the length of a bot's games: ``python -m experiments.game_lengths GAME``.

For each player count a bot plays all seats. The program prints the mean number of decisions with
its interval, and the range of 90% of the games. It also prints the share of sealed decisions, which
are made in secret and revealed simultaneously (``wistar_env.kit.sealed``).
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Final

import numpy as np
import typer

from wistar_env.benchmark.matches import Match, play
from wistar_env.benchmark.report import Estimate, interval, mean
from wistar_env.errors import WistarError
from wistar_env.explanations import Explanation
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.sealed import sealed_word
from wistar_env.seeds import game_seed

#: Percentiles that bound 90% of the games.
NINE_OF_TEN: Final = (5, 95)


@dataclass
class CountedMatch(Match):
    """A game that counts its sealed decisions."""

    # The number of sealed decisions, by the name of the decision.
    sealed: Counter[str] = field(default_factory=Counter)

    def step(self, action: int, explanation: Explanation | None = None) -> None:
        """Count a sealed decision, and play the action of a bot."""
        game = self.game
        if sealed_word(game.spec.record) and game.record["sealed_open"][0]:
            self.sealed[game.decision] += 1
        super().step(action, explanation)


@dataclass(frozen=True)
class Lengths:
    """Statistics of a bot's games with one player count."""

    games: int
    decisions: Estimate  # the mean number of decisions
    # ``low``, ``high``: the range of decisions in 90% of the games.
    low: float
    high: float
    # The share of each kind of sealed decision among all decisions, the most frequent first.
    sealed: dict[str, float]


def measure(game: type[Game], bot: str, players: int, games: int, seed: int) -> Lengths:
    """Let a bot play all seats of some games; return statistics of their lengths."""
    player = load(bot, game.spec.bots.classes)
    player.reset(seed)
    matches = [
        CountedMatch(game.new(players, chance), chance, (0,) * players, seed, number)
        for number in range(games)
        for chance in [game_seed(seed, number)]
    ]
    play(matches, [player], [bot])
    lengths = [match.decisions for match in matches]
    sealed: Counter[str] = sum((match.sealed for match in matches), Counter())
    low, high = np.percentile(lengths, NINE_OF_TEN)
    shares = {name: count / sum(lengths) for name, count in sealed.most_common()}
    return Lengths(games, mean(lengths), float(low), float(high), shares)


def in_words(found: Lengths) -> str:
    """Return lengths as a sentence."""
    length = f"{found.decisions.value:.0f} decisions ({interval(found.decisions, '.0f')})"
    kinds = ", ".join(f"{name} {share:.1%}" for name, share in found.sealed.items() if name)
    sealed = f"{sum(found.sealed.values()):.1%} of them sealed" + (f" ({kinds})" if kinds else "")
    return f"{length}, {found.low:.0f} to {found.high:.0f} in nine of ten games; {sealed}"


def main(
    game: Annotated[str, typer.Argument(help="A name from `wistar games`, or module:Class.")],
    bots: Annotated[
        list[str] | None, typer.Option("--bot", help="A bot; repeat it for several.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games with each player count.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the run.")] = 1,
) -> None:
    """Print the number of decisions per game, for each bot and player count."""
    try:
        found = find_game(game)
        for bot in bots or ["random"]:
            for players in range(found.spec.min_players, found.spec.max_players + 1):
                lengths = measure(found, bot, players, games, seed)
                print(
                    f"{bot}, {players_text(players)}, {games} games: {in_words(lengths)}",
                    flush=True,
                )
    except WistarError as error:
        raise typer.BadParameter(str(error)) from None


if __name__ == "__main__":
    typer.run(main)
