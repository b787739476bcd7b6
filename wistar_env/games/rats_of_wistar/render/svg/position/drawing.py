"""``Drawing``: a scene being drawn, with its printed texts and the elements of actions."""

from collections.abc import Mapping
from dataclasses import dataclass

from wistar_env.games.rats_of_wistar.render.svg import tokens
from wistar_env.games.rats_of_wistar.render.svg.position.clickable import Answers
from wistar_env.games.rats_of_wistar.scene.parts import Scene, Seat
from wistar_env.games.rats_of_wistar.tables import schema
from wistar_env.kit.game.presentation_parts import viewer_first


@dataclass(frozen=True, slots=True)
class Drawing:
    """A scene being drawn.

    ``cards`` and ``guests`` are the printed texts, by number.
    """

    scene: Scene
    answers: Answers
    narrow: bool
    cards: Mapping[int, schema.Card]
    guests: Mapping[int, schema.Guest]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, starting with the viewer's."""
        return viewer_first(self.scene.seats, self.scene.viewer)

    def who(self, seat: int) -> int:
        """Return how ``tokens`` identifies a seat: by its number, or as ``BOT``."""
        return tokens.BOT if self.scene.seats[seat].bot is not None else seat

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.scene.names[seat]

    def decides(self, seat: int) -> bool:
        """Return whether a seat makes the current decision."""
        return self.scene.decision is not None and self.scene.decision.seat == seat


def drawing_of(scene: Scene, narrow: bool, *, explains: bool = False) -> Drawing:
    """Return a new drawing of a scene, in which no action has an element yet.

    ``explains``: whether elements without a legal action name the action that they would play.
    """
    return Drawing(
        scene=scene,
        answers=Answers(scene.decision, explains=explains),
        narrow=narrow,
        cards={card.number - 1: card for _, card in scene.printed.cards()},
        guests={guest.number - 1: guest for guest in scene.printed.guests.guest},
    )
