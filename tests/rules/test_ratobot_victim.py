"""Your aggressive Inventions against Rat-o-bot (BOT-100 to BOT-103)."""

import pytest

from tests.scenes import plain_card
from tests.solo import BOT, Solo


def striking(effect: str) -> Solo:
    """The human is to play an Invention with an aggressive effect."""
    solo = Solo()
    plain_card(solo, "Spy Center", timing="aggressive", effect=effect)
    solo.card("explore").explores("tent").bot_turn()
    solo.human.hand("Spy Center").has(wood=0, metal=0, movement=0, wild=0, vp=20)
    solo.bot.has(vp=30)
    return solo


def strike(solo: Solo) -> Solo:
    """Play the Invention."""
    return solo.place("dig", bonus="play").do("BONUS play", "PLAY Spy Center")


@pytest.mark.ledger("BOT-100", "VEC-24")
@pytest.mark.parametrize("name", ["Bolas", "Camouflage Suit"])
def test_inventions_that_take_tokens_never_hit_the_bot(name: str) -> None:
    solo = striking("")
    printed = solo.tables["cards"][solo.words.card(name)]
    plain_card(solo, "Spy Center", timing="aggressive")
    row = solo.tables["cards"][solo.words.card("Spy Center")]
    row["start"], row["end"] = printed["start"], printed["end"]
    strike(solo)
    assert (solo[BOT].movement, solo[BOT].wild, solo[BOT].vp) == (0, 0, 30)


@pytest.mark.ledger("BOT-100", "CARD-E44")
def test_the_bots_pile_is_no_hand() -> None:
    solo = striking("foes_more hand: discard_card 1 or lose_vp 3")
    solo.bot_cards(6)
    strike(solo)
    assert (solo.record["cards"], solo[BOT].vp) == (6, 30)


@pytest.mark.ledger("BOT-100", "BOT-101", "BOT-103", "VEC-25", "CARD-E87")
@pytest.mark.parametrize(("dug", "vp"), [(1, 30), (2, 27)])
def test_robot_mole_costs_the_bot_three_vp_if_it_dug_more(dug: int, vp: int) -> None:
    solo = striking("foes_more rooms_dug: lose_metal 2 or lose_vp 3")
    solo.bot.dug(dug)
    solo.human.dug(1)
    assert strike(solo)[BOT].vp == vp


@pytest.mark.ledger("BOT-101", "BOT-103", "VEC-25")
@pytest.mark.parametrize(("beds", "vp"), [(1, 30), (2, 27)])
def test_termite_farm_costs_the_bot_three_vp_if_it_built_more(beds: int, vp: int) -> None:
    solo = striking("foes_more beds: lose_wood 2 or lose_vp 3")
    solo.bot.beds(beds)
    solo.human.beds(1)
    assert strike(solo)[BOT].vp == vp


@pytest.mark.ledger("BOT-103", "BOT-100", "VEC-06")
def test_spy_center_works_on_the_bots_doors() -> None:
    solo = striking("foes_more doors: lose_vp 2")
    solo.bot.opened("A-B", "A-D")
    solo.human.opened("B-C")
    assert strike(solo)[BOT].vp == 28


@pytest.mark.ledger("BOT-102", "VEC-26", "CARD-E25")
def test_time_travel_machine_makes_the_bot_discard_its_guest_of_fewest_vp() -> None:
    solo = striking("foes_more guests: discard_guest 1 or lose_vp 3")
    for guest, vp in (("G10", 2), ("G11", 1), ("G20", 3)):
        solo.reprint("guests", guest, vp=vp)
    solo.bot.dug(1).guests("G10", "G11", "G20").cheese()
    solo.human.guests("G12")
    strike(solo)
    assert solo[BOT].guests == ["G10", "G20", "Cheese 6"]
    assert solo[BOT].vp == 30


@pytest.mark.ledger("BOT-102")
@pytest.mark.parametrize("order", [("G10", "G20"), ("G20", "G10")])
def test_among_equal_guests_the_bot_discards_the_basement_one(order: tuple[str, str]) -> None:
    solo = striking("foes_more guests: discard_guest 1 or lose_vp 3")
    solo.reprint("guests", "G10", vp=1).reprint("guests", "G20", vp=1)
    solo.bot.guests(*order)
    assert strike(solo)[BOT].guests == ["G10"]


@pytest.mark.interpreted
@pytest.mark.ledger("BOT-22", "BOT-102")
@pytest.mark.parametrize(
    "effect", ["discount any either 1", "immune", "extra_room 1", "movement_bonus 1"]
)
def test_no_effect_of_a_guest_ends_that_the_bot_discards(effect: str) -> None:
    solo = striking("foes_more guests: discard_guest 1")
    solo.reprint("guests", "G03", timing="permanent", effect=effect)
    solo.bot.guests("G03")
    before = solo.bot.record.copy()
    assert strike(solo)[BOT].guests == []
    for name in ("discounts", "immune", "extra_rooms", "movement_bonus"):
        assert (solo.bot.record[name] == before[name]).all(), name


@pytest.mark.ledger("BOT-102", "BOT-103", "CARD-11")
def test_the_bot_keeps_its_guests_when_it_has_no_more_than_you() -> None:
    solo = striking("foes_more guests: discard_guest 1 or lose_vp 3")
    solo.bot.guests("G10")
    solo.human.guests("G11")
    strike(solo)
    assert (solo[BOT].guests, solo[BOT].vp) == (["G10"], 30)


@pytest.mark.ledger("AMB-57", "BOT-100")
@pytest.mark.parametrize(
    ("effect", "beds", "guests", "vp"),
    [
        ("lose_vp 2, discard_guest 1", 2, 1, 28),
        ("discard_guest 1, lose_vp 2", 2, 1, 28),
        ("lose_vp 2, lose_vp 1", 2, 2, 27),
        ("lose_wood 1, lose_vp 1", 2, 2, 29),
        ("discard_bed 1", 1, 2, 30),
        ("discard_bed 5", 0, 2, 30),
        ("discard_bed 1 or lose_vp 2", 2, 2, 28),
        ("discard_bed 1 or lose_metal 2", 1, 2, 30),
        ("discard_guest 1 or lose_vp 3 or discard_bed 1", 2, 1, 30),
        ("discard_guest 3 or lose_vp 3", 2, 2, 27),
        ("discard_guest 3", 2, 0, 30),
        ("lose_wood 1 or lose_metal 2", 2, 2, 30),
        ("lose_vp 1 or discard_bed 1, discard_guest 1", 2, 1, 29),
    ],
)
def test_what_an_aggressive_effect_takes_is_taken_as_it_is_written(
    effect: str, beds: int, guests: int, vp: int
) -> None:
    solo = striking(f"foes_more beds: {effect}")
    solo.bot.dug(1).beds(2).guests("G10", "G11")
    strike(solo)
    assert (solo[BOT].beds, solo[BOT].guests_size, solo[BOT].vp) == (
        beds,
        guests,
        vp,
    )


@pytest.mark.ledger("AMB-57", "BOT-100")
def test_what_is_printed_on_the_next_card_does_not_strike_the_bot() -> None:
    solo = striking("foes_more beds: lose_vp 1")
    plain_card(solo, "Bolas", timing="aggressive", effect="lose_vp 3")
    solo.bot.dug(1).beds(2)
    assert strike(solo)[BOT].vp == 29
