"""Discounts on Inventions (CARD-15, AMB-11) and the cards that give them."""

import pytest

from tests.builder import Position
from tests.scenes import plain_card

#: One card of each type that discounts are tried on.
CARDS = {"structure": "Inn", "tool": "Lantern", "automaton": "Robot Dog"}


def discounted(*effects: str, card: str = "Inn", **printed: str) -> Position:
    """Return a position in which seat 0 owns cards with these effects and holds a card."""
    position = plain_card(Position(), card, **({"cost": "wood 2, metal 2"} | printed))
    for name, effect in zip(("Garage", "Hammer", "Encyclopedia"), effects, strict=False):
        plain_card(position, name, effect=effect, timing="permanent")
        position.player(0).plays(name)
    position.player(0).hand(card).has(wood=2, metal=2, movement=0, wild=0)
    return position


def left(position: Position) -> tuple[int, int]:
    """Return the Wood and Metal of seat 0."""
    return position[0].wood, position[0].metal


@pytest.mark.ledger("CARD-15")
@pytest.mark.parametrize(("kind", "after"), [("wood", (1, 0)), ("metal", (0, 1)), ("both", (1, 1))])
def test_a_discount_reduces_the_wood_or_metal_of_the_cost(
    kind: str, after: tuple[int, int]
) -> None:
    position = discounted(f"discount any {kind} 1").play("Inn")
    assert left(position) == after


@pytest.mark.ledger("CARD-15", "AMB-11")
@pytest.mark.parametrize(("choice", "after"), [("wood", (1, 0)), ("metal", (0, 1))])
def test_the_player_chooses_whether_wood_or_metal_is_saved(
    choice: str, after: tuple[int, int]
) -> None:
    position = discounted("discount any either 1").play("Inn")
    assert position.legal("REDUCE") == {"wood", "metal"}
    position.do(f"REDUCE {choice}")
    assert left(position) == after
    assert position[0].played[-1] == "Inn"


@pytest.mark.ledger("CARD-15", "AMB-11")
def test_a_discount_goes_where_it_is_needed_to_pay() -> None:
    position = discounted("discount any either 1")
    position.player(0).has(wood=1, metal=2)
    position.play("Inn")
    assert left(position) == (0, 0)


@pytest.mark.ledger("CARD-15")
def test_without_the_discount_the_card_could_not_be_paid() -> None:
    assert discounted().player(0).has(wood=1, metal=2).position.playable() == set()


@pytest.mark.interpreted
@pytest.mark.ledger("AMB-11", "CARD-15")
def test_several_discounts_add_up() -> None:
    position = discounted("discount any either 1", "discount any either 1", "discount any wood 1")
    position.play("Inn").do("REDUCE metal", "REDUCE metal")
    assert left(position) == (1, 2)


@pytest.mark.ledger("AMB-11", "CARD-15")
def test_two_discounts_may_be_split_between_wood_and_metal() -> None:
    position = discounted("discount any either 1", "discount any either 1")
    position.play("Inn").do("REDUCE wood", "REDUCE metal")
    assert left(position) == (1, 1)


@pytest.mark.ledger("CARD-15")
@pytest.mark.parametrize("kind", ["either", "wood", "both"])
def test_a_cost_never_drops_below_zero(kind: str) -> None:
    position = discounted(f"discount any {kind} 3", cost="wood 1").play("Inn")
    assert left(position) == (2, 2)


@pytest.mark.ledger("CARD-15")
def test_a_discount_reduces_nothing_but_wood_and_metal() -> None:
    position = discounted("discount any either 3", "discount any both 3", cost="movement 1")
    assert position.playable() == set()
    position = discounted("discount any either 3", "discount any both 3", cost="items 2")
    position.player(0).has(wood=0, metal=1)
    assert position.playable() == set()


@pytest.mark.ledger("CARD-15")
def test_a_skill_discount_waives_one_icon() -> None:
    position = discounted("discount any skill 1", cost="", needs="strength 1").play("Inn")
    assert position[0].played[-1] == "Inn"
    position = discounted("discount any skill 1", cost="", needs="strength 2")
    assert position.playable() == set()
    position = discounted("discount any skill 1", cost="", needs="strength 1, agility 1")
    assert position.playable() == set()


@pytest.mark.ledger("CARD-15", "CARD-06")
def test_a_skill_discount_saves_a_wild_token_and_stacks_with_others() -> None:
    position = discounted("discount any skill 1", cost="", needs="strength 2")
    position.player(0).has(wild=1)
    position.play("Inn")
    assert position[0].wild == 0
    position = discounted("discount any skill 1", "discount any skill 1", cost="")
    position.reprint("cards", "Inn", needs="strength 1, agility 1").player(0).has(wild=1)
    position.play("Inn")
    assert position[0].wild == 1


@pytest.mark.ledger("CARD-15", "CARD-08")
def test_a_skill_discount_does_not_waive_energy_or_electricity() -> None:
    for needs in ("energy 1", "electricity 1"):
        assert discounted("discount any skill 1", cost="", needs=needs).playable() == set()


@pytest.mark.ledger("CARD-15", "CARD-07")
@pytest.mark.parametrize("covered", CARDS)
@pytest.mark.parametrize("played", CARDS)
def test_a_discount_may_cover_one_type_only(covered: str, played: str) -> None:
    card = CARDS[played]
    position = discounted(f"discount {covered} both 1", card=card).play(card)
    assert left(position) == ((1, 1) if covered == played else (0, 0))


@pytest.mark.ledger("CARD-15")
@pytest.mark.parametrize(
    ("guest", "card"), [("G03", "Robot Dog"), ("G04", "Lantern"), ("G05", "Inn")]
)
def test_a_guest_may_give_a_discount_for_a_type(guest: str, card: str) -> None:
    for other in CARDS.values():
        position = discounted(card=other, cost="wood 2").player(0).guests(guest).position
        position.play(other)
        assert left(position) == (1 if other == card else 0, 2)


@pytest.mark.ledger("CARD-15", "CARD-16", "AMB-12")
def test_a_card_does_not_reduce_its_own_cost() -> None:
    position = discounted(cost="wood 2, metal 2", effect="discount any both 1", timing="permanent")
    position.play("Inn")
    assert left(position) == (0, 0)


@pytest.mark.ledger("CARD-15")
def test_discounts_do_not_help_with_missions() -> None:
    position = discounted("discount any both 2", "discount any skill 2")
    position.mission("D1", "There's something in the lair!").player(0).explorer("D")
    position.player(0).has(wood=0, metal=1)
    position.place("wood", bonus="mission").do("BONUS mission")
    assert position.legal("COMPLETE") == set()


@pytest.mark.ledger("CARD-15", "CARD-13")
def test_a_discount_of_an_effect_adds_to_the_permanent_ones_and_ends_with_it() -> None:
    position = discounted("discount any wood 1")
    plain_card(position, "Electric Torch", effect="play_cheaper any both 1")
    plain_card(position, "Time Bomb", cost="wood 2, metal 2")
    position.player(0).hand("Electric Torch", "Inn", "Time Bomb")
    position.play("Electric Torch").do("PLAY Inn")
    assert left(position) == (2, 1)
    position.end_turn()
    position.turn_of(0)
    position.player(0).has(wood=2, metal=2)
    position.play("Time Bomb", "wood")
    assert left(position) == (1, 0)


@pytest.mark.ledger("CARD-E30")
@pytest.mark.parametrize("card", CARDS.values())
def test_the_positronic_screwdriver_saves_one_wood_or_metal_on_each_card(card: str) -> None:
    position = plain_card(Position(), card, cost="wood 2")
    position.player(0).plays("Positronic Screwdriver").hand(card).has(wood=1)
    position.play(card)
    assert (position[0].wood, position[0].played[-1]) == (0, card)


@pytest.mark.ledger("CARD-E164")
def test_the_construction_crane_saves_one_wood_or_metal_on_structures() -> None:
    position = plain_card(Position(), "Inn", cost="metal 2")
    plain_card(position, "Lantern", cost="metal 2")
    position.player(0).plays("Construction Crane").hand("Inn", "Lantern").has(metal=1)
    assert position.playable() == {"Inn"}
    position.do("PLAY Inn")
    assert position[0].metal == 0


@pytest.mark.ledger("CARD-E125")
def test_the_sky_observatory_waives_one_skill_icon_of_each_card_but_not_of_missions() -> None:
    position = plain_card(Position(), "Inn", needs="stamina 1")
    position.mission("D1", "There's something in the lair!")
    position.player(0).plays("Sky Observatory").hand("Inn").explorer("D").has(wild=0)
    position.play("Inn")
    assert "Inn" in position[0].played
    position = Position().mission("D1", "There's something in the lair!")
    position.player(0).plays("Sky Observatory").explorer("D").has(wild=0, metal=0)
    position.place("wood", bonus="mission").do("BONUS mission")
    assert position.legal("COMPLETE") == set()


@pytest.mark.ledger("CARD-E40", "CARD-E116")
@pytest.mark.parametrize("card", ["Hammer", "Garage"])
def test_hammer_and_garage_play_a_card_with_one_wood_or_metal_less(card: str) -> None:
    position = plain_card(Position(), "Inn", cost="wood 1, metal 2")
    plain_card(position, "Lantern", cost="wood 3")
    position.reprint("cards", card, cost="", needs="")
    position.player(0).hand(card, "Inn", "Lantern").has(wood=1, metal=1)
    position.play(card)
    assert position.legal("PLAY") == {"Inn"}
    position.do("PLAY Inn")
    assert left(position) == (0, 0)


@pytest.mark.ledger("CARD-E94")
def test_the_mechanical_cow_plays_a_card_with_one_wood_and_one_metal_less() -> None:
    position = plain_card(Position(), "Inn", cost="wood 1, metal 2")
    position.reprint("cards", "Mechanical Cow", cost="", needs="")
    position.player(0).hand("Mechanical Cow", "Inn").has(wood=0, metal=1)
    position.play("Mechanical Cow").do("PLAY Inn")
    assert left(position) == (0, 0)
    assert position[0].played == ["Mechanical Cow", "Inn"]


@pytest.mark.ledger("CARD-E40", "GEN-06", "AMB-44")
def test_playing_a_card_by_an_effect_may_be_declined() -> None:
    position = plain_card(Position(), "Inn").reprint("cards", "Hammer", cost="", needs="")
    position.player(0).hand("Hammer", "Inn")
    position.play("Hammer").do("PASS")
    assert position[0].hand == ["Inn"]
    assert position.can("END_TURN")


@pytest.mark.ledger("AMB-53", "AMB-11")
@pytest.mark.parametrize("discount", [2, 3])
def test_discounts_that_cover_the_whole_cost_leave_nothing_to_choose(discount: int) -> None:
    position = discounted(f"discount any either {discount}", cost="wood 1, metal 1").play("Inn")
    assert position.decision == "turn"
    assert left(position) == (2, 2)


@pytest.mark.ledger("AMB-53", "AMB-11")
def test_a_discount_that_covers_a_part_of_the_cost_goes_where_the_player_likes() -> None:
    position = discounted("discount any either 1", cost="wood 1, metal 1").play("Inn")
    assert position.legal("REDUCE") == {"wood", "metal"}
