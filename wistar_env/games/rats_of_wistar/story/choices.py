"""Descriptions of legal actions, with the cards and bonuses that their names omit."""

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg.position import words
from wistar_env.games.rats_of_wistar.scene.parts import Choice, Piece, Scene
from wistar_env.games.rats_of_wistar.story.board import listed
from wistar_env.games.rats_of_wistar.story.seats import name_of, names_of
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.sentences import sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain, title


def choice_details(scene: Scene, choice: Choice) -> str:
    """Return the card, space or effect of a choice; empty if its name is enough."""
    text = plain(sentence(choice.effect)).rstrip(".")
    return text or _MORE.get(choice.block, _nothing)(scene, choice.numbers)


def _nothing(scene: Scene, numbers: tuple[int, ...]) -> str:
    return ""


def _pair(scene: Scene, numbers: tuple[int, ...]) -> str:
    cards = next((pair.cards for pair in scene.pairs if pair.number == numbers[0]), ())
    return listed(names_of(cards))


def _space(scene: Scene, numbers: tuple[int, ...]) -> str:
    sector = next(each for each in scene.wheel if each.sector.number == numbers[0])
    return sector.spaces[numbers[1]].words


def _slot(scene: Scene, numbers: tuple[int, ...]) -> str:
    tier, slot = numbers
    display = scene.tiers[tier].display
    card = display[slot] if slot < len(display) else None
    return "" if card is None else without_name(card)


def _row(scene: Scene, numbers: tuple[int, ...]) -> str:
    missions = (mission for room in scene.rooms for mission in room.missions)
    row = next(each for each in missions if each.number == numbers[0]).rows[numbers[1]]
    return row.text.partition(": ")[2]


def _printed(pieces: Iterable[Piece], number: int) -> str:
    """Return the text on the piece with a number, without its name; empty if there is none."""
    found = next((piece for piece in pieces if piece.number == number), None)
    return "" if found is None else without_name(found)


def without_name(piece: Piece) -> str:
    """Return the text printed on a piece, without its name."""
    return piece.text.removeprefix(f"{name_of(piece)}: ")


def _card(scene: Scene, numbers: tuple[int, ...]) -> str:
    hands = (card for seat in scene.seats for card in seat.hand)
    played = (each.card for seat in scene.seats for each in seat.played)
    return _printed([*hands, *played], numbers[0])


def _objective(scene: Scene, numbers: tuple[int, ...]) -> str:
    shown = [each.card for each in scene.objectives]
    return _printed([*shown, *(card for seat in scene.seats for card in seat.private)], numbers[0])


def _hero(scene: Scene, numbers: tuple[int, ...]) -> str:
    hero = scene.printed.heroes.hero[numbers[0]]
    return words.hero(hero.skill, hero.icons)


def _skill(scene: Scene, numbers: tuple[int, ...]) -> str:
    return f"1 {title(scene.printed.skill_tokens.token[numbers[0]].skill)}"


def _ability(scene: Scene, numbers: tuple[int, ...]) -> str:
    ability = scene.printed.abilities.ability[numbers[0]]
    worth = f"{ability.vp} VP at the end" if ability.vp else ""
    text = plain(sentence(ability.effect)).rstrip(".")
    return "; ".join(filter(None, (text, worth)))


def _guest(scene: Scene, numbers: tuple[int, ...]) -> str:
    guests = (guest for seat in scene.seats for guest in seat.guests)
    found = next((guest for guest in guests if guest.number == numbers[0]), None)
    return "" if found is None else found.text.partition(" (")[2].removesuffix(")")


def _bonus(scene: Scene, numbers: tuple[int, ...]) -> str:
    if numbers[0] != codes.BONUS_GUEST:
        return ""
    return scene.round_guest.text if scene.round_guest else "none is left"


_MORE: Final = MappingProxyType[str, Callable[[Scene, tuple[int, ...]], str]](
    {
        "BONUS": _bonus,
        "CLAIM": _objective,
        "COMPLETE": _row,
        "CUBE": _ability,
        "DISCARD": _card,
        "EXPEL": _guest,
        "HERO": _hero,
        "KEEP": _objective,
        "PAIR": _pair,
        "PICK": _card,
        "PLACE": _space,
        "PLAY": _card,
        "SKILL": _skill,
        "TAKE": _slot,
        "USE": _card,
    }
)
