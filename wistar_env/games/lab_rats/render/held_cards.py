"""Cards in hands: face up if the viewer may see them, otherwise backs."""

from typing import Final

from wistar_env.games.lab_rats.actions import DISCARD, LAY, PASS, SPEND
from wistar_env.games.lab_rats.render import faces, ink
from wistar_env.games.lab_rats.render.drawing import Drawing
from wistar_env.games.lab_rats.render.faces import RATIO
from wistar_env.games.lab_rats.scene import Pile, Seat
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.kit.pictures import touch
from wistar_env.kit.pictures.boxes import Drawn
from wistar_env.kit.pictures.marks import circle, element, group

#: The visible part of a card below an equal one, as a share of its width.
_STEP: Final = 0.36


def _pile(cards: list[str], width: float, choices: tuple[Choice, ...]) -> Drawn:
    """Draw a stack of equal cards as one element that can be chosen."""
    step = width * _STEP
    whole, height = width + step * (len(cards) - 1), width * RATIO
    drawn = "".join(group(card, x=step * k) for k, card in enumerate(cards))
    said = "; ".join(choice.sentence for choice in choices)
    return Drawn(
        whole, height, touch.answering(choices, drawn, touch.box(0, 0, whole, height, 5), said)
    )


def _eye() -> str:
    """Draw the mark of a card that is known only to its holder and the viewer."""
    return (
        circle(0, 0, 6, fill=ink.WHITE, stroke=ink.INK)
        + element("ellipse", cx=0, cy=0, rx=4.4, ry=2.8, fill="none", stroke=ink.INK)
        + circle(0, 0, 1.6, fill=ink.INK)
    )


def potions(drawing: Drawing, seat: Seat, width: float) -> list[Drawn]:
    """Draw the Potions of a hand as cards of this width, with equal cards stacked."""
    found = []
    for kind, count in seat.potions:
        actions = (SPEND + kind, DISCARD + kind, PASS + kind)
        choices = drawing.take(*actions) if drawing.decides(seat.number) else ()
        card = faces.potion_card(kind, width)
        if not seat.shown:
            card += group(_eye(), x=width - 5, y=5, title="you know it: you passed it")
        found.append(_pile([card] * count, width, choices))
    hidden = 0 if seat.shown else _unknown(seat)
    back = faces.back("potion", width, "a Potion that you do not know")
    return found + [Drawn(width, width * RATIO, back)] * hidden


def _unknown(seat: Seat) -> int:
    """Return the number of a seat's unknown Potions, including those given up."""
    known = sum(pile.number for pile in seat.potions)
    return max(0, seat.num_potions + seat.num_put_by - known)


def put_by(seat: Seat, width: float) -> list[Drawn]:
    """Draw the Potions that were given up, if the viewer sees them, as pale cards."""
    return [
        Drawn(
            width,
            width * RATIO,
            group(faces.potion_card(kind, width), opacity=0.45, title="given up, face down"),
        )
        for kind, count in seat.put_by
        for _ in range(count)
    ]


def doors(drawing: Drawing, seat: Seat, width: float) -> list[Drawn]:
    """Draw the Doors of a hand as cards of this width."""
    if not seat.shown:
        back = faces.back("door", width, "a Door that you do not know")
        return [Drawn(width, width * RATIO, back)] * seat.num_doors
    return [_door(drawing, seat, pile, width) for pile in seat.doors]


def _door(drawing: Drawing, seat: Seat, pile: Pile, width: float) -> Drawn:
    choices = drawing.take(LAY + pile.kind) if drawing.decides(seat.number) else ()
    return _pile([faces.door_card(pile.kind, width)] * pile.number, width, choices)
