"""Golden pictures: positions as SVG, to be looked at by people and compared by a test.

``python -m tests.pictures`` writes them anew, and PNG files, which git ignores: look at each.
``pixels.json`` has a digest of each picture's pixels.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from tests.golden import choose
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.render.svg import picture
from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.kit.pictures.png import pixels, png

FOLDER: Final = Path(__file__).parent
COMMAND: Final = "python -m tests.pictures"
PIXELS: Final = FOLDER / "pixels.json"


@dataclass(frozen=True)
class Golden:
    """A position of a game that is played from a seed: the first one that ``reached`` holds for.

    ``viewer`` is the seat that looks: that which decides, the one after it, or all.
    """

    name: str
    num_players: int
    seed: int
    reached: Callable[[RatsOfWistar], bool]
    viewer: str = "decides"
    narrow: bool = False
    level: int | None = None

    @property
    def path(self) -> Path:
        """The file of the picture."""
        return FOLDER / f"{self.name}.svg"

    def scene(self) -> Scene:
        """Return what is shown."""
        return _scene(self)

    def svg(self) -> str:
        """Return the picture."""
        return picture(self.scene(), narrow=self.narrow, with_fonts=False)


@cache
def _scene(golden: Golden) -> Scene:
    chance = random.Random(golden.seed)
    game = RatsOfWistar.new(golden.num_players, golden.seed, level=golden.level)
    done: list[str] = []
    while not golden.reached(game):
        action = choose(game, chance)
        done.append(f"player_{game.seat}: {game.describe(action)}")
        game.step(action)
    seats = {"decides": game.seat, "next": (game.seat + 1) % game.num_players, "all": None}
    return game.presentation.scene(seats[golden.viewer], done[-3:])


def _at(round_: int, decision: str) -> Callable[[RatsOfWistar], bool]:
    return lambda game: game.round == round_ and game.decision == decision


def _over(game: RatsOfWistar) -> bool:
    return game.finished


GOLDEN: Final = (
    Golden("start", 3, 1, lambda game: game.round == 0),
    Golden("turn_narrow", 2, 2, _at(2, "turn"), narrow=True),
    Golden("projects", 3, 3, _at(3, "develop projects")),
    Golden("exploring", 4, 4, _at(3, "explore")),
    Golden("all_hands", 4, 5, _at(5, "complete mission"), viewer="all"),
    Golden("playing", 2, 6, _at(4, "play invention")),
    Golden("waiting", 3, 7, _at(5, "turn"), viewer="next"),
    Golden("solo", 1, 8, _at(3, "turn"), level=9),
    Golden("solo_over", 1, 9, _over, level=6, narrow=True),
    Golden("over", 4, 10, _over, viewer="next"),
)


def lines(svg: str) -> list[str]:
    """Return a picture with each element in a line, for people to compare."""
    return svg.replace("><", ">\n<").splitlines()


def digests() -> dict[str, str]:
    """Return by name what the pixels of each picture amount to."""
    found = {golden.name: _digest(pixels(golden.svg(), 800)) for golden in GOLDEN}
    return found | {
        "frame": _digest(pixels(RatsOfWistar.presentation.draw_screen(GOLDEN[2].scene())))
    }


def _digest(array: object) -> str:
    return blake2b(memoryview(array), digest_size=16).hexdigest()  # type: ignore[arg-type]


def write() -> None:
    """Write all pictures."""
    for golden in GOLDEN:
        svg = golden.svg()
        golden.path.write_text("\n".join(lines(svg)) + "\n", "utf-8")
        golden.path.with_suffix(".png").write_bytes(png(svg, 800 if golden.narrow else 1200))
    PIXELS.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8")
