"""Descriptions of legal actions, with the cards and bonuses that their names omit."""

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.scene.parts import Choice, Piece, Scene
from wistar_env.games.rats_of_wistar.story.board import listed
from wistar_env.games.rats_of_wistar.story.seats import name_of, names_of
from wistar_env.games.rats_of_wistar.tables import codes


def describe_choice(scene: Scene, choice: Choice) -> str:
    """Return a choice in words, with the Main action of a space, the card in a slot and the like.

    Parameters
    ----------
    scene
        The scene of the decision.
    choice
        One of ``scene.decision.choices``.
    """
    more = choice_details(scene, choice)
    return f"{choice.text}: {more}" if more else choice.text


def choice_details(scene: Scene, choice: Choice) -> str:
    """Return the card, space or effect of a choice; empty if its name says it all."""
    return choice.effect or _MORE.get(choice.block, _nothing)(scene, choice.numbers)


def _nothing(scene: Scene, numbers: tuple[int, ...]) -> str:
    return ""


def _pair(scene: Scene, numbers: tuple[int, ...]) -> str:
    cards = next((pair.cards for pair in scene.pairs if pair.number == numbers[0]), ())
    return listed(names_of(cards))


def _space(scene: Scene, numbers: tuple[int, ...]) -> str:
    sector = next(each for each in scene.wheel if each.sector.number == numbers[0])
    return f"{sector.main}, with {sector.spaces[numbers[1]].bonuses}"


def _slot(scene: Scene, numbers: tuple[int, ...]) -> str:
    tier, slot = numbers
    display = scene.tiers[tier].display
    card = display[slot] if slot < len(display) else None
    return "" if card is None else card.text


def _row(scene: Scene, numbers: tuple[int, ...]) -> str:
    missions = (mission for room in scene.rooms for mission in room.missions)
    return next(each for each in missions if each.number == numbers[0]).rows[numbers[1]].text


def _printed(pieces: Iterable[Piece], number: int) -> str:
    """Return the text printed on a piece, without its name."""
    found = next((piece for piece in pieces if piece.number == number), None)
    return "" if found is None else found.text.removeprefix(f"{name_of(found)}: ")


def _card(scene: Scene, numbers: tuple[int, ...]) -> str:
    hands = (card for seat in scene.seats for card in seat.hand)
    played = (each.card for seat in scene.seats for each in seat.played)
    return _printed([*hands, *played], numbers[0])


def _objective(scene: Scene, numbers: tuple[int, ...]) -> str:
    shown = [each.card for each in scene.objectives]
    return _printed([*shown, *(card for seat in scene.seats for card in seat.private)], numbers[0])


def _bonus(scene: Scene, numbers: tuple[int, ...]) -> str:
    if numbers[0] != codes.BONUS_GUEST:
        return ""
    return scene.round_guest.text if scene.round_guest else "there is none any more"


_MORE: Final = MappingProxyType[str, Callable[[Scene, tuple[int, ...]], str]](
    {
        "BONUS": _bonus,
        "CLAIM": _objective,
        "COMPLETE": _row,
        "DISCARD": _card,
        "PAIR": _pair,
        "PICK": _card,
        "PLACE": _space,
        "PLAY": _card,
        "TAKE": _slot,
        "USE": _card,
    }
)
