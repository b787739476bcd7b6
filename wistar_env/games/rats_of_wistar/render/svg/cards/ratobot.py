"""The cards of Rat-o-bot: Action cards, Exploration cards and the sides of Track cards."""

from typing import TYPE_CHECKING, Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich
from wistar_env.games.rats_of_wistar.render.svg.cards import frame
from wistar_env.games.rats_of_wistar.render.svg.cards.frame import INNER, MARGIN, TALL, WIDTH, Face
from wistar_env.games.rats_of_wistar.spaces.labels import main_actions
from wistar_env.games.rats_of_wistar.tables.codes import names
from wistar_env.games.rats_of_wistar.tables.sentences import sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain
from wistar_env.kit.pictures.marks import rect, text

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.schema_boards import (
        BotAction,
        BotExploration,
        TrackSide,
        TrackSpace,
    )

#: The effect of each bonus; the braces are replaced by the Skill of the track.
_BONUSES: Final = {
    "cards": "2 [:advanced] Advanced cards to its pile, then advance on [{}]",
    "guest": "take the [round_guest], then advance on [{}]",
    "advance": "advance on [{}]",
    "mission": "complete a [:mission] Mission, or else advance on [{}]",
    "cheese": "take the [:cheese] Cheese or a [:guest] Guest, then advance on [{}]",
}
#: Main actions whose symbol has a different name.
_SYMBOLS: Final = {"beds": "bed", "projects": "project"}
_STEPS: Final = {
    "reveal": "[:mission] reveal",
    "tent": "[:tent] Tent",
    "guest": "[:guest] Guest",
    "cheese": "[:cheese] Cheese",
}


def action(card: "BotAction") -> Face:
    """Draw the face of an Action card: where the Chief goes, a Worker if any, and the bonuses."""
    if card.main is not None:
        place = dict(zip(names("MAIN"), main_actions(), strict=False))[card.main]
        where = f"Chief to [:{_SYMBOLS.get(card.main, card.main)}] {place}"
    else:
        where = "Chief to the [:hut] Alchemist's Hut"
        if card.skill is not None:
            where += f": {_BONUSES['mission'].format(card.skill)}"
    lines = [_bonus(bonus) for bonus in card.bonuses]
    worker = "[:worker] A Worker to the Area" if card.worker else ""
    high = (TALL - 142 - MARGIN) / len(lines)
    body = (
        frame.paper(TALL, ink.BOT.fill, card.name, "automaton", "Action card of Rat-o-bot")
        + frame.panel(56, 78, ink.BOT.pale)
        + frame.told(where, 58, 48 if worker else 74, 16.5)
        + (frame.told(worker, 106, 24, 16.5) if worker else "")
        + "".join(
            rect(MARGIN, 142 + k * high, INNER, high - 6, 9, fill=ink.SUNKEN)
            + frame.told(f"{each}.", 144 + k * high, high - 10, 16)
            for k, each in enumerate(lines)
        )
    )
    said = "; ".join(plain(each) for each in [where, worker, *lines] if each)
    return Face(WIDTH, TALL, body, f"{card.name} (Action card)", said)


def _bonus(text: str) -> str:
    kind, skill = text.split()
    said = _BONUSES[kind].format(skill)
    return said[:1].upper() + said[1:]


def exploration(card: "BotExploration") -> Face:
    """Draw the face of an Exploration card, and below it the floorplan from its back."""
    high = (TALL - 54 - 40 - MARGIN) / len(card.rows)
    body = frame.paper(
        TALL,
        ink.BOT.fill,
        card.name,
        "explore",
        "last Exploration card" if card.last else "Exploration card",
    )
    for k, (letter, steps) in enumerate(card.rows.items()):
        y = 54 + k * high
        body += rect(MARGIN, y, INNER, high - 4, 7, fill=ink.SUNKEN)
        body += text(MARGIN + 14, y + high / 2 + 3.4, letter, 15, bold=True, anchor="middle")
        box = rich.fit(_steps(steps), INNER - 36, high - 4, 14, frame.LEAST)
        body += rich.draw(box, MARGIN + 30, y + (high - 4 - box.height) / 2)
    floorplan = f"Floorplan: {' '.join(card.floorplan)}"
    body += frame.told(floorplan, TALL - 40 - MARGIN, 40, 14, marked=False)
    said = "; ".join(f"{letter}: {steps}" for letter, steps in card.rows.items())
    return Face(WIDTH, TALL, body, f"{card.name} (Exploration card)", f"{said}; {floorplan}")


def _steps(steps: str) -> str:
    found = []
    for step in (part.strip() for part in steps.split(",")):
        word, _, letter = step.partition(" ")
        found.append(f"[:explorer] to {letter}" if word == "move" else _STEPS[word])
    return ", ".join(found)


def track(side: "TrackSide") -> Face:
    """Draw one side of a Track card, from its last space down to the start."""
    name = f"{side.symbol.capitalize()} {side.index}"
    high = (TALL - 54 - 34 - MARGIN) / len(side.spaces)
    body = frame.paper(TALL, ink.TYPES[side.symbol], name, side.symbol, "Track of Rat-o-bot")
    told = []
    for k, space in enumerate(reversed(side.spaces)):
        y = 54 + k * high
        words = _space(space)
        told.append(plain(f"{len(side.spaces) - 1 - k}: {space.vp} VP {words}").strip())
        body += rect(MARGIN, y, INNER, high - 4, 7, fill=ink.SUNKEN)
        body += text(
            MARGIN + 14,
            y + high / 2 + 3,
            str(len(side.spaces) - 1 - k),
            14,
            bold=True,
            anchor="middle",
            fill=ink.MUTED,
        )
        body += icons.victory(space.vp, MARGIN + 28, y + 2, high - 8)
        box = rich.fit(words, INNER - 68, high - 4, 14, frame.LEAST)
        body += rich.draw(box, MARGIN + 64, y + (high - 4 - box.height) / 2)
    tokens = f"{side.tokens} [:skill_token] Skill token{'' if side.tokens == 1 else 's'}"
    last = f"{side.overflow} [vp] for each advance beyond. {tokens}."
    body += frame.told(last, TALL - 34 - MARGIN, 34, 14)
    return Face(WIDTH, TALL, body, f"Track {name}", "; ".join([*told, plain(last)]))


def _space(space: "TrackSpace") -> str:
    """Return the effect of a track's space in words with symbols; empty if it has none."""
    if space.immediate:
        word, _, place = space.immediate.partition(" ")
        done = {
            "explore": "[:explore] Exploration card",
            "mission": "complete a [:mission] Mission",
            "objective": f"[:objective] Objective, {place}",
        }
        return f"[immediate] {done[word]}"
    if space.aggressive:
        return f"[aggressive] {sentence(space.aggressive)}"
    return f"[endgame] {sentence(space.endgame)}" if space.endgame else ""
