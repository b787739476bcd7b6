"""Unmet requirements and prices, for ``rejections.obstacles``."""

from collections.abc import Iterator
from typing import Any, Final

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.state import (
    NONE,
    SLOT_EITHER,
    SLOT_METAL,
    SLOT_SKILL,
    SLOT_WOOD,
)
from wistar_env.games.rats_of_wistar.story.owned import cubes_of, give, owned
from wistar_env.games.rats_of_wistar.story.rejected_case import Case
from wistar_env.games.rats_of_wistar.tables import codes, sentences, symbol_words
from wistar_env.games.rats_of_wistar.tables.language import code_words
from wistar_env.kit.game.reasons import Obstacle

_WORDS: Final = tuple(code_words("COUNT"))
#: The slots to which each DISCOUNT code applies.
_SLOTS: Final = {
    codes.DISCOUNT_EITHER: (SLOT_EITHER,),
    codes.DISCOUNT_BOTH: (SLOT_WOOD, SLOT_METAL),
    codes.DISCOUNT_WOOD: (SLOT_WOOD,),
    codes.DISCOUNT_METAL: (SLOT_METAL,),
    codes.DISCOUNT_SKILL: (SLOT_SKILL,),
}


def amount(code: int, number: int) -> str:
    """Return an amount of a COUNT in words, such as ``"2 Beds"``."""
    return symbol_words.plain(sentences.amount(_WORDS[code], number))


def tokens(case: Case, name: str, price: int, rule: str) -> Iterator[Obstacle]:
    """Yield an obstacle if a price in Wood, Metal or Movement cannot be paid."""
    has = int(case.own[name])
    if has < price:
        words = f"it costs {price} {name.capitalize()} (you have {has})"
        yield Obstacle(words, rule, case.own_change(**{name: 99}))


def items(case: Case, what: str, price: int, rule: str, aside: int = 0) -> Iterator[Obstacle]:
    """Yield an obstacle if a price in items cannot be paid without ``aside`` cards of the hand."""
    has = int(case.own["wood"] + case.own["metal"] + case.own["hand_size"]) - aside
    if has < price:
        words = f"{what} costs {price} item{'s' * (price != 1)} (you have {has})"
        yield Obstacle(words, rule, case.own_change(wood=99))


def _had(case: Case, code: int) -> str:
    """Return in words the seat's value of a COUNT, or its side of Electricity."""
    number = owned(case.tables, case.g, case.seat, code)
    sides = code == codes.COUNT_ELECTRICITY
    return amount(code, number) if sides and number else "none" if sides else str(number)


def _needs(case: Case, asked: Any, rule: str) -> Iterator[Obstacle]:
    """Yield an obstacle if a required count other than Skill icons is too low."""
    needs = zip(asked["need_count"].tolist(), asked["need_amount"].tolist(), strict=True)
    missing = [
        (code, due)
        for code, due in needs
        if code != NONE and owned(case.tables, case.g, case.seat, code) < due
    ]

    def lift(g: Any) -> None:
        for code, _ in missing:
            give(case.tables, g, case.seat, code)

    if missing:
        due = sentences.listed(amount(*each) for each in missing)
        has = sentences.listed(_had(case, code) for code, _ in missing)
        yield Obstacle(f"it requires {due} (you have {has})", rule, lift)


def _skills(case: Case, asked: Any, ignored: int) -> Iterator[Obstacle]:
    """Yield an obstacle if more Skill icons are missing than Wild tokens can replace."""
    pairs = zip(asked["skills"].tolist(), case.own["icons"].tolist(), strict=False)
    missing = sum(max(0, due - has) for due, has in pairs) - ignored
    wild = int(case.own["wild"])
    if missing > wild:
        some = f"{missing} Skill icon{'s are' if missing != 1 else ' is'} missing"
        words = f"{some} (you have {wild} Wild token{'s' * (wild != 1)} to replace them)"
        yield Obstacle(words, "CARD-06", case.own_change(wild=99))


def _cards(case: Case, asked: Any, aside: int) -> Iterator[Obstacle]:
    has, due = int(case.own["hand_size"]) - aside, int(asked["cards"])
    if has < due:
        other = "other " * aside
        words = f"it requires {due} {other}card{'s' * (due != 1)} from your hand (you have {has})"
        yield Obstacle(words, "CARD-03", case.own_change(hand_size=99))


def _covers(case: Case, card: int, scope: int) -> bool:
    """Return whether the scope of a permanent discount includes an Invention."""
    its = case.tables["cards"][card]
    return scope in (
        codes.FILTER_ANY,
        codes.TYPE_FILTERS[its["type"]],
        codes.TIER_FILTERS[its["tier"]],
    )


def _discount(case: Case, card: int, slot: int) -> int:
    """Return the seat's current discount of one slot on an Invention."""
    own = case.own["discounts"]
    less = sum(int(own[scope, slot]) for scope in range(len(own)) if _covers(case, card, scope))
    if case.kind == decisions.PLAY_INVENTION:
        if slot in _SLOTS.get(case.of_entry("discount"), ()):
            less += case.of_entry("discount_amount")
    return less


def card_asks(case: Case, card: int) -> Iterator[Obstacle]:
    """Yield an obstacle for each unmet requirement of an Invention (CARD-01..06, CARD-15)."""
    asked = case.tables["cards"][card]["requirement"]
    aside = int(case.is_in_hand(card))
    yield from _needs(case, asked, "CARD-01")
    yield from _skills(case, asked, _discount(case, card, SLOT_SKILL))
    yield from tokens(case, "movement", int(asked["movement"]), "CARD-02")
    either = _discount(case, card, SLOT_EITHER)
    wood, metal = (
        max(0, int(asked[name]) - _discount(case, card, slot))
        for name, slot in (("wood", SLOT_WOOD), ("metal", SLOT_METAL))
    )
    own_wood, own_metal = int(case.own["wood"]), int(case.own["metal"])
    if max(0, wood - own_wood) + max(0, metal - own_metal) > either:
        yield from tokens(case, "wood", wood, "CARD-02")
        yield from tokens(case, "metal", metal, "CARD-02")
    yield from _cards(case, asked, aside)
    if asked["items"]:
        due = max(0, wood + metal - either) + int(asked["cards"]) + int(asked["items"])
        yield from items(case, "in total it", due, "CARD-04", aside)


def mission_asks(case: Case, asked: Any, cubes: int) -> Iterator[Obstacle]:
    """Yield an obstacle for each unmet requirement of a Mission row.

    ``cubes``: a bit mask of the ability spaces whose cubes may be put on the row.
    """
    ignored = case.of_entry("icons_ignored") if case.kind == decisions.COMPLETE_MISSION else 0
    yield from _needs(case, asked, "MISSION-03")
    yield from _skills(case, asked, ignored)
    for name in ("movement", "wood", "metal"):
        yield from tokens(case, name, int(asked[name]), "CARD-02")
    yield from _cards(case, asked, 0)
    left = cubes & ~int(case.own["cubes_gone"])
    prices = [
        int(each) for k, each in enumerate(case.tables["abilities"]["items"]) if left >> k & 1
    ]
    due = sum(int(asked[name]) for name in ("wood", "metal", "cards", "items"))
    if asked["items"] or min(prices, default=0):
        what = "with a cube it" if min(prices, default=0) else "in total it"
        yield from items(case, what, due + min(prices, default=0), "MISSION-08")
    if not left:
        words = "you have no cube that may be put here"
        yield Obstacle(words, "MISSION-11", case.own_change(cubes_gone=0))


def brown_cubes(case: Case) -> int:
    """Return a bit mask of the ability spaces whose cubes may be put on any Mission."""
    return cubes_of(case.tables, codes.COLOUR_BROWN)
