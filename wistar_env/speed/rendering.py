"""Time to draw a position of a game: as SVG, as pixels, and as a frame in a running game."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from random import Random
from typing import Any, Final, cast

from wistar_env.kit.game import Game
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.pictures.png import pixels
from wistar_env.speed.timing import Measurement, Part, Work, milliseconds, race

_PICTURES: Final = "Pictures of positions and frames of games, both played at random"
#: Number of games; a position in the middle of each is drawn.
_GAMES: Final = 8
#: Frames before timing starts, which fill the cache of drawn parts of pictures.
_FIRST: Final = 50

AnyDrawn = DrawnPresentation[Any]


def _played(game: type[Game], num_players: int) -> Iterator[list[AnyDrawn]]:
    """Yield the positions of random games, game by game, without end."""
    chance, options = Random(0), game.spec.evaluation_options(num_players)
    for seed in count():
        one = game.new(num_players=num_players, seed=seed, options=options)
        positions = []
        while not one.finished:
            positions.append(cast(AnyDrawn, one.clone().presentation))
            one.step(chance.choice(one.legal_actions().tolist()))
        yield positions


def _pictures(games: Sequence[AnyDrawn], draw: Callable[[AnyDrawn], object]) -> Work:
    def work(number: int) -> int:
        for i in range(number):
            draw(games[i % len(games)])
        return number

    return work


def _film(game: type[Game], num_players: int) -> Work:
    games = (each for positions in _played(game, num_players) for each in positions)

    def work(number: int) -> int:
        for each in islice(games, number):
            each.frame(each.game.seat)
        return number

    work(_FIRST)
    return work


def picture_rates(game: type[Game], num_players: int, repeats: int) -> list[Measurement]:
    """Measure the time to draw pictures of a game with a player count, in ms."""
    played = islice(_played(game, num_players), _GAMES)
    middles = [positions[len(positions) // 2] for positions in played]
    works = {
        "SVG": _pictures(
            middles, lambda each: each.draw(each.scene(each.game.seat), with_fonts=False)
        ),
        "pixels": _pictures(
            middles, lambda each: pixels(each.draw_screen(each.scene(each.game.seat)))
        ),
        "frame": _film(game, num_players),
    }
    return [
        Measurement(_PICTURES, name, milliseconds(values), "ms", players_text(num_players))
        for name, values in race(works, repeats).items()
    ]


def parts(game: type[Game]) -> list[Part]:
    """Return the measurements of a game, for all its player counts."""

    def part(num_players: int) -> Part:
        label = f"pictures, {players_text(num_players)}"
        return Part("pictures", label, lambda repeats: picture_rates(game, num_players, repeats))

    return [part(n) for n in range(game.spec.min_players, game.spec.max_players + 1)]
