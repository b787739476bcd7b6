"""Guests, Cheeses, Heroes, Skill tokens, abilities and Door tokens."""

from typing import TYPE_CHECKING, Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink
from wistar_env.games.rats_of_wistar.render.svg.cards import frame
from wistar_env.games.rats_of_wistar.render.svg.cards.frame import MARGIN, SQUARE, WIDTH, Face
from wistar_env.games.rats_of_wistar.render.svg.cards.inventions import subject
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.sentences import sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain, title

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.schema import (
        Ability,
        Cheese,
        Door,
        Guest,
        Hero,
        SkillToken,
    )

_TINTS: Final = {"home": "#f4e4d0", "basement": "#e2e6e9"}


def _face(body: str, title: str, *said: str) -> Face:
    return Face(WIDTH, SQUARE, body, title, "; ".join(filter(None, said)))


def _scored(vp: int) -> str:
    return icons.victory(vp, WIDTH - MARGIN - 62, 69, 52) if vp else ""


def guest(tile: "Guest") -> Face:
    """Draw the face of a Guest tile: its kind, number, effect and VP."""
    kind = tile.kind.capitalize()
    body = (
        frame.paper(
            SQUARE,
            ink.KINDS[tile.kind],
            f"{kind} Guest",
            f"guest_{tile.kind}",
            f"No. {tile.number}",
        )
        + frame.panel(56, 78, _TINTS[tile.kind])
        + icons.draw("guest", MARGIN + 12, 62, 66)
        + icons.draw(subject(tile.effect), WIDTH / 2 - 22, 73, 44)
        + _scored(tile.vp)
        + frame.ribbon(141, ink.TIMINGS[tile.timing], tile.timing, TIMINGS[tile.timing])
        + frame.told(sentence(tile.effect), 166, SQUARE - 166 - MARGIN)
    )
    told = f"{TIMINGS[tile.timing]}: {plain(sentence(tile.effect))}"
    return _face(body, f"{kind} Guest {tile.number}", told, f"{tile.vp} VP")


def cheese(tile: "Cheese") -> Face:
    """Draw the face of a Cheese tile with its VP."""
    body = (
        frame.paper(SQUARE, "#8f6a00", "Cheese", "cheese", "in the Basement")
        + frame.panel(56, 110, "#fbeec2")
        + icons.draw("cheese", MARGIN + 16, 66, 90)
        + icons.victory(tile.vp, WIDTH - MARGIN - 86, 76, 70)
        + frame.told("Counts as a [:guest_basement] Basement Guest.", 174, SQUARE - 174 - MARGIN)
    )
    return _face(body, f"Cheese {tile.vp}", f"{tile.vp} VP")


def hero(card: "Hero") -> Face:
    """Draw the face of a Hero card: its icons and its effect."""
    effect = f"Score 1 [vp] for each [{card.skill}] that you have, this card's included."
    side = min(56, 132 / card.icons)
    body = (
        frame.paper(SQUARE, "#8a3c31", card.name, "hero", "Hero")
        + frame.panel(56, 78, "#f3dcd5")
        + icons.draw("hero", MARGIN + 10, 62, 66)
        + "".join(
            icons.draw(card.skill, 106 + k * side, 95 - side / 2, side - 4, titled=True)
            for k in range(card.icons)
        )
        + frame.ribbon(141, ink.TIMINGS["immediate"], "immediate", TIMINGS["immediate"])
        + frame.told(effect, 166, SQUARE - 166 - MARGIN)
    )
    return _face(
        body, f"{card.name} (Hero)", f"icons {card.icons} {title(card.skill)}", plain(effect)
    )


def skill(token: "SkillToken") -> Face:
    """Draw the face of a Skill token."""
    name = token.skill.capitalize()
    body = (
        frame.paper(SQUARE, ink.SKILLS[token.skill], name, "skill_token", "Skill token")
        + frame.panel(56, 110, ink.SUNKEN)
        + icons.draw(token.skill, WIDTH / 2 - 44, 67, 88)
        + frame.told(f"Counts as 1 [{token.skill}] for good.", 174, SQUARE - 174 - MARGIN)
    )
    return _face(body, f"Skill token {name}", f"1 {name} icon for good")


def ability(space: "Ability") -> Face:
    """Draw the face of an ability space of the player board."""
    effect = sentence(space.effect)
    items = f"Unlocking costs {space.items} [:item] item{'s' * (space.items != 1)}."
    pair = f"{space.pair_vp} VP more together with: {space.pair}." if space.pair else ""
    told = " ".join(filter(None, [effect, items if space.items else ""]))
    symbol = subject(space.effect)
    body = (
        frame.paper(
            SQUARE,
            ink.COLOURS[space.colour],
            space.name,
            f"cube_{space.colour}",
            f"{space.colour.capitalize()} ability",
        )
        + frame.panel(56, 78, ink.SUNKEN)
        + (icons.draw(symbol, WIDTH / 2 - 31, 64, 62) if effect else "")
        + _scored(space.vp)
        + frame.told(told or f"{space.vp} [vp] at the end.", 142, 56 if pair else 96)
        + frame.told(pair, 198, 40, 15, marked=False)
    )
    return _face(body, f"{space.name} (ability)", plain(told), pair, f"{space.vp} VP")


def door(token: "Door", number: int) -> Face:
    """Draw the face of a Door token: its number and effect."""
    effect = sentence(token.effect)
    body = (
        frame.paper(SQUARE, "#6b4423", "Door token", "door", f"No. {number}")
        + frame.panel(56, 110, ink.SUNKEN)
        + icons.draw("door", MARGIN + 16, 67, 88)
        + icons.draw(subject(token.effect), WIDTH - MARGIN - 96, 77, 68)
        + frame.told(effect, 174, SQUARE - 174 - MARGIN)
    )
    return _face(body, f"Door token {number}", plain(effect))
