"""Hundreds of card sets: valid, playable, new, and no two splits with the same entry."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from experiments.card_sets import Known, check, entries_of, sample
from tests.scale import share
from wistar_env.games.rats_of_wistar.card_sets import contents, prices
from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, residue_split
from wistar_env.games.rats_of_wistar.card_sets.held_out import unheard_in
from wistar_env.games.rats_of_wistar.card_sets.inventions_drawn import BALANCES
from wistar_env.games.rats_of_wistar.card_sets.making import files_of
from wistar_env.games.rats_of_wistar.card_sets.requirements_drawn import (
    SKILLS,
    icon_shape,
    shape_of,
)
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.tables import language, load
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS

SETS = share(200)
LOOKED_AT = [
    CardSet("generated", 3),
    CardSet("generated", 800_003),
    CardSet("generated", 900_003),
    CardSet("unheard", 900_003),
]
EVERY_SET = pytest.mark.parametrize("card_set", LOOKED_AT, ids=str)


def cards_of(card_set: CardSet) -> list[Entry]:
    files = files_of(card_set)
    cards = [card for name in files for card in files[name].get("card", ()) if "tier" in card]
    return sorted(cards, key=lambda card: int(card["number"]))


def effects_of(card_set: CardSet) -> Iterator[str]:
    """Yield the effects of everything but Inventions."""
    files = files_of(card_set)
    for mission in files["missions"]["mission"]:
        yield mission["reveal"]
        yield from (row["effect"] for row in mission["row"])
    yield from (guest["effect"] for guest in files["guests"]["guest"])
    yield from (objective["effect"] for objective in files["objectives"]["objective"])


@pytest.mark.property
def test_sets_are_valid_and_played_and_no_splits_share_an_entry() -> None:
    known, sets = Known(), sample(SETS)
    assert len(sets) == SETS
    assert {card_set.split for card_set in sets} == {"train", "validation", "test"}
    for number, card_set in enumerate(sets):
        known.add(card_set, check(card_set, [1 + number % MAX_SEATS]))
    assert min(known.counts.values()) > 25 * SETS


def test_an_entry_in_two_splits_is_found() -> None:
    known = Known()
    known.add(CardSet("generated", 1), {("guest", "a")})
    known.add(CardSet("generated", 2), {("guest", "a")})
    with pytest.raises(AssertionError, match=r"generated:v1:900000 .* train"):
        known.add(CardSet("generated", 900_000), {("guest", "a")})


@EVERY_SET
def test_all_entries_belong_to_the_split_and_none_is_a_bundled_one(card_set: CardSet) -> None:
    found = [content for _, content in entries_of(files_of(card_set))]
    assert {residue_split(content) for content in found} == {card_set.split}
    assert contents.bundled_contents().isdisjoint(found)
    assert len(found) == len(contents.bundled_contents()) == 180 + 25 + 30 + 13


@EVERY_SET
def test_amounts_timings_and_icons_are_those_of_the_bundled_cards(card_set: CardSet) -> None:
    cards = cards_of(card_set)
    bundled = [card for _, card in load.validated().cards()]

    def dealt(kind: str, tier: str) -> Counter[Any]:
        return Counter(c["timing"] for c in cards if (c["type"], c["tier"]) == (kind, tier))

    for tier in BALANCES:
        mine = [card for card in cards if card["tier"] == tier]
        theirs = [card for card in bundled if card.tier == tier]
        assert Counter(shape_of(c["cost"], c["requires"]).tokens for c in mine) == Counter(
            shape_of(c.cost, c.requires).tokens for c in theirs
        )
        assert Counter(icon_shape(c["icons"]) for c in mine) == Counter(
            icon_shape(c.icons) for c in theirs
        )
        for kind in ("structure", "tool", "automaton"):
            assert dealt(kind, tier) == Counter(c.timing for c in theirs if c.type == kind)
        icons = Counter[str]()
        for card in mine:
            amounts = language.parse_amounts(card["icons"], "ICON")
            icons.update({skill: amounts.get(k, 0) for k, skill in enumerate(SKILLS)})
        # A card whose contents are used up may get other icons.
        assert max(icons.values()) - min(icons.values()) <= 3
        vp = sum(card["vp"] for card in mine) / len(mine)
        assert abs(vp - sum(card.vp for card in theirs) / len(theirs)) < 0.7
    assert [(c["number"], c["type"], c["tier"]) for c in cards] == [
        (c.number, c.type, c.tier) for c in sorted(bundled, key=lambda card: card.number)
    ]


@EVERY_SET
def test_every_card_is_balanced(card_set: CardSet) -> None:
    for card in cards_of(card_set):
        low, high = BALANCES[card["tier"]]
        words = {name: card[name] for name in ("cost", "requires", "icons", "vp", "timing")}
        assert low <= prices.card_balance(**words, effect=card["effect"]) <= high, card


@EVERY_SET
def test_only_tests_say_words_that_are_held_out(card_set: CardSet) -> None:
    unheard = card_set.kind == "unheard"
    assert {bool(unheard_in(card["effect"])) for card in cards_of(card_set)} == {unheard}
    assert not any(unheard_in(effect) for effect in effects_of(card_set))


@EVERY_SET
def test_names_are_plain_and_unique(card_set: CardSet) -> None:
    files = files_of(card_set)
    missions = files["missions"]["mission"]
    names = [card["name"] for card in cards_of(card_set)]
    names += [mission["name"] for mission in missions]
    names += [row["name"] for mission in missions for row in mission["row"]]
    names += [objective["name"] for objective in files["objectives"]["objective"]]
    assert len({name.casefold() for name in names}) == len(names) == 180 + 10 + 30 + 13
    assert all(name.isascii() and name[0].isupper() and len(name) < 40 for name in names)


def test_every_set_is_another_one() -> None:
    first, second = (cards_of(CardSet("generated", seed)) for seed in (1, 2))
    same = [a["effect"] == b["effect"] for a, b in zip(first, second, strict=True)]
    assert sum(same) < 20
