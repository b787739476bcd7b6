"""The top of a picture: the round, the decision, the last actions, the winners."""

from typing import Final

from wistar_env.games.lab_rats.kinds import COLOURS
from wistar_env.games.lab_rats.render import ink, specimens
from wistar_env.games.lab_rats.render.drawing import Drawing
from wistar_env.games.lab_rats.render.vials import pip, symbol
from wistar_env.games.lab_rats.words import counted, listed
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.kit.pictures import lettering, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside, flow
from wistar_env.kit.pictures.marks import fitted, group, rect, text

_BUTTON: Final = 32.0
_DONE_LINES: Final = 3
#: Instructions to the deciding seat, by the name of the decision.
_ASKED: Final = {
    "begin the turn": "open a Door, or try an Exit",
    "go on": "open another Door, or stop",
    "hand limit": "discard one of five Potions",
    "Confusion": "choose a Potion for the player on the right, in secret",
    "lay Doors": "choose a Door to lay, in secret",
    "keep two Potions": "give up Potions until two are left, in secret",
}


def title(drawing: Drawing, width: float) -> Drawn:
    """Draw the name of the game, the round, and how to win."""
    scene = drawing.scene
    name = text(0, 24, "Lab Rats", 23, bold=True)
    x = lettering.width("Lab Rats", 23, True) + 14
    words = "the game is over" if scene.totals else f"round {scene.round}"
    wide = lettering.width(words, 13.5, True) + 18
    drawn = name + rect(x, 6, wide, 23, 11.5, fill=ink.INK)
    drawn += text(x + wide / 2, 22, words, 13.5, bold=True, anchor="middle", fill=ink.WHITE)
    goal = (
        "4 cheese win"
        if drawing.narrow
        else "4 cheese win; 10 crumbs are a cheese, 5 pollution kill"
    )
    drawn += text(width, 22, goal, 12.5, anchor="end", fill=ink.MUTED)
    return Drawn(width, 32, drawn)


def asked(drawing: Drawing) -> str:
    """Return the text of the current decision, without the name of the seat."""
    scene = drawing.scene
    decision = scene.decision
    assert decision is not None
    if decision.facing is not None:
        return f"beat the {COLOURS[decision.facing]} obstacle with a Potion, or take the injury"
    if decision.name == "pay the Exit":
        due = listed(COLOURS[colour] for colour in scene.exits[0].due)
        return f"pay the Exit: {due}"
    if decision.name == "begin the turn" and not scene.seats[decision.seat].may_exit:
        return "open a Door"
    return _ASKED[decision.name]


def _words(drawing: Drawing, width: float, lines: int) -> Drawn:
    """Draw the name of the deciding seat and its decision."""
    decision = drawing.scene.decision
    assert decision is not None
    seat = drawing.scene.seats[decision.seat]
    said = f"{drawing.name(decision.seat)}: {asked(drawing)}"
    size = 15.0
    icon = decision.facing
    room = width - 34 - (26 if icon is not None else 0)
    while size > 12 and len(lettering.wrap(said, room, size, True)) > lines:
        size -= 0.5
    found = lettering.wrap(said, room, size, True)
    if len(found) > lines:
        rest = " ".join(found[lines - 1 :])
        found = [*found[: lines - 1], lettering.shorten(rest, room, size, True)]
    height = max(26.0, len(found) * size * 1.25)
    top = (height - len(found) * size * 1.25) / 2 + size * 0.95
    drawn = specimens.mark(seat, 0, (height - 26) / 2, 26)
    drawn += "".join(
        text(34, top + k * size * 1.25, each, size, bold=True) for k, each in enumerate(found)
    )
    taken = 34 + max(lettering.width(each, size, True) for each in found)
    if icon is not None:
        drawn += pip(icon, taken + 6, (height - 22) / 2, 22)
        taken += 28
    return Drawn(taken, height, drawn)


def _button(choice: Choice, most: float) -> Drawn:
    words = choice.sentence[0].upper() + choice.sentence[1:]
    size, shown = lettering.fit(words, most - 28, 13.5, 11, True)
    width = min(most, lettering.width(shown, size, True) + 28)
    drawn = rect(0, 0, width, _BUTTON, 16, fill=ink.WHITE) + text(
        width / 2, _BUTTON / 2 + size * 0.34, shown, size, bold=True, anchor="middle"
    )
    halo = touch.box(0, 0, width, _BUTTON, 16)
    return Drawn(
        width, _BUTTON, touch.answering((choice,), drawn, halo, choice.sentence, button=True)
    )


def _totals(drawing: Drawing, width: float) -> Drawn:
    """Draw the final ranks of the seats when the game is over."""
    scene = drawing.scene
    found = []
    for total in scene.totals:
        seat = scene.seats[total.seat]
        said = f"{total.place}. {drawing.name(total.seat)}"
        size, shown = lettering.fit(said, width / 2 - 90, 15, 11, True)
        wide = lettering.width(shown, size, True)
        drawn = (
            specimens.mark(seat, 0, 2, 26)
            + text(33, 20, shown, size, bold=True)
            + symbol("cheese", 40 + wide, 5, 20)
            + text(64 + wide, 20, str(seat.cheese), 15, bold=True)
        )
        about = f"{counted(seat.crumbs, 'crumb')}, {seat.pollution} pollution"
        found.append(Drawn(86 + wide, 30, group(drawn, title=about)))
    return flow(found, width, 12)


def done(drawing: Drawing, width: float) -> Drawn:
    """Draw the last ``_DONE_LINES`` sentences about the latest actions."""
    lines = drawing.scene.done[-_DONE_LINES:]
    return below(
        (
            Drawn(width, 14, group(fitted(0, 11, each, 11.5, width, least=9.5), title=each))
            for each in lines
        ),
        1,
    )


def prompt(drawing: Drawing, width: float) -> Drawn:
    """Draw the decision, with buttons for actions without an element, or else the final ranks."""
    if drawing.scene.decision is None:
        return _totals(drawing, width)
    if drawing.narrow:
        words = _words(drawing, width, 3)
        buttons = [_button(choice, width) for choice in drawing.left()]
        return below([words, flow(buttons, width, 8)], 9)
    buttons = [_button(choice, width * 0.62) for choice in drawing.left()]
    row = beside(buttons, 10)
    words = _words(drawing, width - row.width - 30, 2)
    return Drawn(
        width,
        max(words.height, row.height),
        words.at(0, 0)
        + row.at(words.width + 20, (words.height - row.height) / 2 if row.height else 0),
    )
