"""Playing Inventions: requirements, payment, Wild tokens, icons (CARD)."""

import pytest

from tests.builder import Position
from tests.holding import holding
from tests.scenes import plain_card
from tests.words import words
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import CARDS, CARDS_OF_TIER


@pytest.mark.ledger("CARD-01")
def test_a_played_card_goes_from_the_hand_into_the_play_area_and_stays() -> None:
    position = holding(cost="wood 1").player(0).has(wood=1).position
    position.play("Hammer")
    assert (position[0].hand, position[0].played) == ([], ["Hammer"])
    position.next_round()
    assert position[0].played == ["Hammer"]


@pytest.mark.ledger("CARD-01")
def test_every_requirement_of_a_card_must_be_met() -> None:
    def playable(wood: int, metal: int, rooms: int) -> set[str]:
        position = holding(cost="wood 1, metal 2", needs="rooms_dug 1")
        position.player(0).has(wood=wood, metal=metal).dug(rooms)
        return position.playable()

    assert playable(1, 2, 1) == {"Hammer"}
    assert playable(0, 2, 1) == playable(1, 1, 1) == playable(1, 2, 0) == set()


@pytest.mark.ledger("CARD-02", "CARD-04", "GEN-03")
def test_wood_metal_and_movement_are_paid() -> None:
    position = holding(cost="wood 2, metal 1, movement 1")
    position.player(0).has(wood=3, metal=3, movement=3)
    position.play("Hammer")
    assert (position[0].wood, position[0].metal, position[0].movement) == (1, 2, 2)


@pytest.mark.ledger("CARD-02")
@pytest.mark.parametrize("token", ["wood", "metal", "movement"])
def test_a_card_that_cannot_be_paid_cannot_be_played(token: str) -> None:
    position = holding(cost=f"{token} 2")
    position.player(0).has(**{token: 1})
    assert position.playable() == set()


@pytest.mark.ledger("CARD-02", "CARD-04", "CARD-09")
@pytest.mark.parametrize("skill", words("ICON"))
def test_required_icons_are_owned_and_stay(skill: str) -> None:
    def with_cards(*cards: str) -> Position:
        position = holding(needs=f"{skill} 2")
        plain_card(position, "Lantern", icons=f"{skill} 1")
        plain_card(position, "Garage", icons=f"{skill} 1")
        position.player(0).plays(*cards)
        return position

    assert with_cards("Lantern").playable() == set()
    position = with_cards("Lantern", "Garage").play("Hammer")
    assert position[0].icon(skill) == 2


@pytest.mark.ledger("CARD-02")
def test_a_skill_token_provides_a_required_icon() -> None:
    position = holding(needs="stamina 1")
    position.player(0).skill("stamina")
    assert position.playable() == {"Hammer"}


@pytest.mark.ledger("CARD-02", "CARD-03", "CONF-08")
@pytest.mark.parametrize(
    ("needs", "prepare"),
    [
        ("tools 1", lambda player: player.plays("Lantern")),
        ("structures 1", lambda player: player.plays("Garage")),
        ("automata 1", lambda player: player.plays("Robot Dog")),
        ("inventions 2", lambda player: player.plays("Garage", "Robot Dog")),
        ("guests 2", lambda player: player.guests("G01", "G16")),
        ("home_guests 1", lambda player: player.guests("G01")),
        ("basement_guests 1", lambda player: player.guests("G16")),
        ("rooms_dug 2", lambda player: player.dug(2)),
        ("beds 2", lambda player: player.beds(2)),
        ("mission_cubes 1", lambda player: player.completes("B", 1, cube="Veranda")),
        ("electricity 1", lambda player: player.has(electricity=1)),
        ("electricity 2", lambda player: player.has(electricity=2)),
    ],
)
def test_a_possession_that_a_card_asks_for_must_be_there(needs: str, prepare: object) -> None:
    assert callable(prepare)
    without, owned = holding(needs=needs), holding(needs=needs)
    for position in (without, owned):
        plain_card(position, "Lantern", type="tool")
        plain_card(position, "Garage", type="structure")
    prepare(owned.player(0))
    assert without.playable() == set()
    assert owned.playable() == {"Hammer"}


@pytest.mark.ledger("CARD-04")
def test_possessions_stay_when_a_card_asks_for_them() -> None:
    position = holding(needs="guests 1, rooms_dug 1, electricity 1")
    position.player(0).guests("G01").dug(1).has(electricity=1)
    position.play("Hammer")
    assert (position[0].guests, position[0].rooms_dug, position[0].electricity) == (["G01"], 1, 1)


@pytest.mark.ledger("CARD-03", "CARD-17")
def test_a_card_may_ask_to_discard_cards_from_the_hand() -> None:
    position = holding(cost="cards 2")
    position.player(0).hand("Hammer", "Lantern", "Garage", "Inn")
    position.play("Hammer")
    assert position.legal("DISCARD") == {"Lantern", "Garage", "Inn"}
    position.do("DISCARD Garage", "DISCARD Lantern")
    assert (position[0].hand, position[0].played) == (["Inn"], ["Hammer"])
    assert position.discards("basic") == ["Lantern"]
    assert position.discards("advanced") == ["Garage"]


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-02", "CARD-03")
def test_a_card_may_ask_for_items_in_any_mix() -> None:
    position = holding(cost="items 2")
    position.player(0).hand("Hammer", "Lantern").has(wood=1, metal=1)
    position.play("Hammer").do("PAY metal", "DISCARD Lantern")
    assert (position[0].wood, position[0].metal, position[0].hand) == (1, 0, [])
    assert position[0].played == ["Hammer"]


@pytest.mark.ledger("CARD-02", "CARD-03")
def test_a_card_that_asks_for_more_items_than_there_are_cannot_be_played() -> None:
    position = holding(cost="wood 1, items 2")
    position.player(0).hand("Hammer", "Lantern").has(wood=1)
    assert position.playable() == set()


@pytest.mark.ledger("CARD-03")
def test_cards_asked_for_cannot_be_replaced_by_paying_them_as_items() -> None:
    position = holding(cost="items 1, cards 1")
    position.player(0).hand("Hammer", "Lantern").has(wood=1)
    position.play("Hammer")
    assert (position[0].wood, position[0].hand) == (0, [])


@pytest.mark.ledger("CARD-03")
def test_a_card_cannot_discard_itself_as_payment() -> None:
    position = holding(cost="cards 1").player(0).has(wood=5, metal=5).position
    assert position.playable() == set()


@pytest.mark.ledger("CARD-06")
@pytest.mark.parametrize("skill", words("ICON")[: codes.SKILLS])
def test_a_wild_token_stands_in_for_any_skill_icon_and_is_spent(skill: str) -> None:
    position = holding(needs=f"{skill} 1").player(0).has(wild=2).position
    position.play("Hammer")
    assert position[0].wild == 1
    assert position[0].icon(skill) == 0


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-06", "AMB-09")
def test_several_wild_tokens_stand_in_for_several_icons() -> None:
    position = holding(needs="strength 2, agility 1")
    plain_card(position, "Lantern", icons="strength 1")
    position.player(0).plays("Lantern").has(wild=3)
    position.play("Hammer")
    assert position[0].wild == 1


@pytest.mark.ledger("CARD-06", "AMB-09")
def test_too_few_wild_tokens_do_not_help() -> None:
    position = holding(needs="strength 2, agility 1").player(0).has(wild=2).position
    assert position.playable() == set()


@pytest.mark.ledger("CARD-06", "CARD-08", "CONF-03")
@pytest.mark.parametrize("needs", ["energy 1", "electricity 1", "guests 1", "tools 1"])
def test_a_wild_token_stands_in_for_nothing_else(needs: str) -> None:
    position = holding(needs=needs).player(0).has(wild=5).position
    assert position.playable() == set()


@pytest.mark.ledger("CARD-06")
def test_no_wild_token_is_spent_when_the_icons_are_there() -> None:
    position = holding(needs="strength 1")
    position.player(0).skill("strength").has(wild=2)
    position.play("Hammer")
    assert position[0].wild == 2


@pytest.mark.ledger("CARD-07", "GAP-07")
def test_every_card_has_one_of_three_types_and_one_of_two_tiers() -> None:
    cards = Position().tables["cards"]
    assert set(cards["type"]) == {codes.TYPE_STRUCTURE, codes.TYPE_TOOL, codes.TYPE_AUTOMATON}
    for tier, count in enumerate(CARDS_OF_TIER):
        assert int((cards["tier"] == tier).sum()) == count
    assert len(cards) == CARDS


@pytest.mark.ledger("CARD-08")
def test_cards_show_none_or_more_of_five_skill_icons_and_maybe_energy() -> None:
    icons = Position().tables["cards"]["icons"]
    skills, energy = icons[:, : codes.SKILLS].sum(axis=1), icons[:, codes.ICON_ENERGY]
    assert set(skills) >= {0, 1, 2}
    assert (icons[:, : codes.SKILLS].sum(axis=0) > 0).all()
    assert set(energy) == {0, 1}


@pytest.mark.ledger("CARD-08")
def test_energy_is_no_skill_icon() -> None:
    position = holding(needs="skill_icons 1")
    plain_card(position, "Lantern", icons="energy 1")
    position.player(0).plays("Lantern")
    assert position.playable() == set()


@pytest.mark.ledger("CARD-09")
def test_a_card_does_not_provide_icons_for_its_own_requirement() -> None:
    position = holding(needs="strength 1", icons="strength 2")
    assert position.playable() == set()


@pytest.mark.ledger("CARD-09")
def test_all_icons_of_a_played_card_are_owned_from_now_on() -> None:
    position = holding(icons="strength 1, stamina 2, energy 1")
    position.play("Hammer")
    assert [position[0].icon(icon) for icon in words("ICON")] == [1, 0, 0, 0, 2, 1]


@pytest.mark.ledger("CARD-10", "SCORE-05")
@pytest.mark.parametrize("vp", [4, -2])
def test_printed_points_count_at_the_end_only(vp: int) -> None:
    position = holding(vp=vp)
    position.play("Hammer")
    assert position[0].vp == 10
    assert position.scores(0)["inventions"] == vp


@pytest.mark.ledger("CARD-17", "GEN-10")
def test_discarded_cards_go_to_the_pile_of_their_own_tier() -> None:
    position = Position()
    position.player(0).hand("Garage", "Lantern", "Inn").has(wood=0, metal=0)
    position.do("BUY_WILD")
    while position.legal("DISCARD"):
        position.act(min(position.actions()))
    assert position.discards("advanced") == ["Garage"]
    assert set(position.discards("basic")) == {"Lantern", "Inn"}


@pytest.mark.ledger("VEC-08", "MISSION-08")
@pytest.mark.parametrize(
    "paid",
    [
        ["PAY wood", "PAY wood"],
        ["PAY wood", "PAY metal"],
        ["PAY wood", "DISCARD Inn"],
        ["PAY metal", "DISCARD Garage"],
        ["DISCARD Inn", "DISCARD Garage"],
    ],
)
def test_get_to_the_lock_costs_any_two_items_and_needs_three_agility(paid: list[str]) -> None:
    position = Position().mission("D1", "The locked chest")
    plain_card(position, "Lantern", icons="agility 2")
    plain_card(position, "Hammer", icons="agility 1")
    position.player(0).plays("Lantern", "Hammer").hand("Inn", "Garage").explorer("D")
    position.place("wood", bonus="mission").do("BONUS mission", "COMPLETE D1 1", *paid)
    position.do("CUBE Veranda", "DIG")
    items = position[0].wood + position[0].metal + position[0].hand_size
    assert (items, position[0].vp, position[0].rooms_dug) == (4, 13, 1)


@pytest.mark.ledger("VEC-08")
def test_get_to_the_lock_cannot_be_completed_with_two_agility() -> None:
    position = Position().mission("D1", "The locked chest")
    plain_card(position, "Lantern", icons="agility 2")
    position.player(0).plays("Lantern").explorer("D")
    position.place("wood", bonus="mission").do("BONUS mission")
    assert "D1 1" not in position.legal("COMPLETE")


@pytest.mark.ledger("CARD-03", "AMB-65")
@pytest.mark.parametrize(
    ("needs", "others", "wood"), [("hand 2", 2, 0), ("items 3", 2, 1), ("items 1", 1, 0)]
)
def test_the_card_itself_is_none_of_the_cards_that_it_asks_for(
    needs: str, others: int, wood: int
) -> None:
    for missing in (0, 1):
        position = holding(needs=needs)
        held = ["Hammer", "Inn", "Garage"][: 1 + others - missing]
        position.player(0).hand(*held).has(wood=wood)
        assert ("Hammer" in position.playable()) == (not missing)
