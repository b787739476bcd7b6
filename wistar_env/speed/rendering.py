"""Time to draw a position: as SVG, as pixels, and as a frame of ``rgb_array`` in a running game."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from random import Random
from typing import Final

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.render.svg import picture
from wistar_env.kit.pictures.png import pixels
from wistar_env.speed.batches import LEVEL, PLAYERS, players
from wistar_env.speed.searches import positions
from wistar_env.speed.timing import Measurement, Part, Work, milliseconds, race

_PICTURES: Final = "Pictures of the middle of games that greedy plays, and of random games"


def _pictures(games: Sequence[Game], draw: Callable[[Game], object]) -> Work:
    def work(number: int) -> int:
        for i in range(number):
            draw(games[i % len(games)])
        return number

    return work


def _running(num_players: int) -> Iterator[Game]:
    """Yield each position of games that are played at random, one after the other, for ever."""
    chance = Random(0)
    for seed in count():
        game = Game.new(num_players, seed, LEVEL if num_players == 1 else None)
        while not game.finished:
            yield game
            game.step(chance.choice(game.legal_actions().tolist()))


def _film(num_players: int) -> Work:
    games = _running(num_players)

    def work(number: int) -> int:
        for game in islice(games, number):
            game.frame(game.seat)
        return number

    return work


def picture_rates(num_players: int, repeats: int) -> list[Measurement]:
    """Measure the pictures of games of a number of players."""
    games = positions(num_players)
    works = {
        "SVG": _pictures(games, lambda game: picture(game.scene(game.seat), with_fonts=False)),
        "pixels": _pictures(games, lambda game: pixels(game.draw_screen(game.scene(game.seat)))),
        "frame": _film(num_players),
    }
    goals = {"SVG": "30", "pixels": "", "frame": "80"}
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
