"""Time to draw a position, as SVG and as the pixels of ``rgb_array``."""

from collections.abc import Callable, Sequence
from typing import Final

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.render.svg import picture
from wistar_env.speed.batches import PLAYERS, players
from wistar_env.speed.searches import positions
from wistar_env.speed.timing import Measurement, Part, Work, milliseconds, race

_PICTURES: Final = "Pictures of the middle of games that greedy plays"


def _pictures(games: Sequence[Game], draw: Callable[[Game], object]) -> Work:
    def work(count: int) -> int:
        for i in range(count):
            draw(games[i % len(games)])
        return count

    return work


def picture_rates(num_players: int, repeats: int) -> list[Measurement]:
    """Measure the pictures of games of a number of players."""
    games = positions(num_players)
    works = {
        "SVG": _pictures(games, lambda game: picture(game.scene(game.seat), with_fonts=False)),
        "pixels": _pictures(games, lambda game: game.frame(game.seat)),
    }
    goals = {"SVG": "30", "pixels": ""}
    return [
        Measurement(
            _PICTURES, name, milliseconds(values), "ms", players(num_players), goal=goals[name]
        )
        for name, values in race(works, repeats).items()
    ]


def parts() -> list[Part]:
    """Return the measurements."""

    def part(num_players: int) -> Part:
        label = f"pictures, {players(num_players)}"
        return Part("pictures", label, lambda repeats: picture_rates(num_players, repeats))

    return [part(num_players) for num_players in PLAYERS]
