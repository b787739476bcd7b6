"""``View``: a scene, its printed texts, and which legal actions have an element already."""

from collections.abc import Mapping
from dataclasses import dataclass

from wistar_env.games.rats_of_wistar.render.svg import tokens
from wistar_env.games.rats_of_wistar.render.svg.position.clickable import Answers
from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.games.rats_of_wistar.tables import schema


@dataclass(frozen=True, slots=True)
class View:
    """A scene while it is drawn.

    ``cards`` and ``guests`` are the printed texts, by number.
    """

    scene: Scene
    answers: Answers
    narrow: bool
    cards: Mapping[int, schema.Card]
    guests: Mapping[int, schema.Guest]

    def who(self, seat: int) -> int:
        """Return a seat as ``tokens`` names it: its number, or ``BOT``."""
        return tokens.BOT if self.scene.seats[seat].bot is not None else seat

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.scene.names[seat]

    def decides(self, seat: int) -> bool:
        """Return whether a seat decides."""
        return self.scene.decision is not None and self.scene.decision.seat == seat


def view_of(scene: Scene, narrow: bool) -> View:
    """Return the view of a scene, before anything is drawn."""
    return View(
        scene=scene,
        answers=Answers(scene.decision),
        narrow=narrow,
        cards={card.number - 1: card for _, card in scene.printed.cards()},
        guests={guest.number - 1: guest for guest in scene.printed.guests.guest},
    )
