"""What the named Tools do (D2), apart from discounts and triggers."""

import pytest

from tests.builder import Position
from tests.holding import owning, unpaid
from tests.scenes import plain_card


@pytest.mark.ledger("CARD-E12", "CARD-E64", "EXPL-04", "EXPL-05")
@pytest.mark.parametrize("card", ["Universal Key", "Time Bomb"])
def test_any_door_on_the_farm_is_opened_and_gives_its_bonus(card: str) -> None:
    position = unpaid(card).door("F-G", "wood 1")
    position.play(card)
    assert len(position.legal("OPEN")) == 8
    position.do("OPEN F-G")
    assert (position[0].wood, position[0].doors) == (1, 1)
    position.end_turn()
    position.player(1).explorer("F").workers(farm=1)
    position.place("explore").do("MAIN explore")
    assert "G" in position.legal("MOVE")


@pytest.mark.ledger("CARD-E12", "CARD-E64")
def test_a_door_opened_by_a_card_is_an_opening_like_any_other() -> None:
    position = unpaid("Time Bomb").player(0).guests("G15").position
    position.door("F-G", "wood 1").play("Time Bomb").do("OPEN F-G")
    assert position[0].vp == 11


@pytest.mark.ledger("CARD-E15")
def test_the_electric_drill_digs_a_free_room_for_each_energy_icon_its_own_included() -> None:
    position = unpaid("Electric Drill").reprint("cards", "Electric Drill", icons="energy 1")
    plain_card(position, "Hammer", icons="energy 1")
    position.player(0).plays("Hammer")
    position.play("Electric Drill").do("DIG", "DIG")
    assert not position.can("DIG")
    assert (position[0].rooms_dug, position[0].metal) == (2, 0)


@pytest.mark.ledger("CARD-E15", "GEN-06")
def test_the_electric_drill_may_dig_fewer_rooms() -> None:
    position = unpaid("Electric Drill")
    for name in ("Hammer", "Inn"):
        plain_card(position, name, icons="energy 1").player(0).plays(name)
    position.play("Electric Drill").do("DIG", "PASS")
    assert position[0].rooms_dug == 1


@pytest.mark.ledger("CARD-E18", "CARD-E59", "CARD-E61", "CARD-E97", "CARD-18")
@pytest.mark.parametrize(
    "card", ["Energy Sword", "Electric Torch", "Electric Scooter", "Robot Cheetah"]
)
def test_an_electric_1x_effect_needs_electricity(card: str) -> None:
    position = owning(card)
    assert not position.can(f"USE {card}")
    position.player(0).has(electricity=1)
    assert position.can(f"USE {card}")


@pytest.mark.ledger("CARD-E18", "CARD-E61")
@pytest.mark.parametrize(
    ("card", "token"), [("Energy Sword", "wild"), ("Electric Scooter", "movement")]
)
def test_energy_sword_and_electric_scooter_give_a_token(card: str, token: str) -> None:
    position = owning(card).player(0).has(electricity=2).position
    position.do(f"USE {card}")
    assert getattr(position[0], token) == 1


@pytest.mark.ledger("CARD-E59")
def test_the_electric_torch_gives_an_exploration_point() -> None:
    position = owning("Electric Torch").player(0).has(electricity=1).position
    position.do("USE Electric Torch")
    assert position.legal("OPEN") == {"A-B", "A-D"}


@pytest.mark.ledger("CARD-E22", "CARD-E27")
@pytest.mark.parametrize("card", ["Jetpack", "Sonic Jet"])
def test_the_explorer_flies_to_any_room_joined_by_open_passages(card: str) -> None:
    position = owning(card, 4)
    position.player(0).explorer("D")
    position.player(1).opened("D-F", "F-G", "B-C", "A-D")
    position.do(f"USE {card}")
    assert position.legal("MOVE") == {"F", "G"}
    position.do("MOVE G")
    assert position[0].explorer == "G"


@pytest.mark.ledger("CARD-E22", "CARD-E27", "AMB-08")
def test_the_explorer_flies_from_the_entrance_but_never_back() -> None:
    position = owning("Jetpack", 4)
    position.player(1).opened("A-B", "B-D")
    position.do("USE Jetpack")
    assert position.legal("MOVE") == {"B", "D"}


@pytest.mark.ledger("CARD-E25", "CARD-12")
def test_the_time_travel_machine_takes_a_guest_or_three_points() -> None:
    for option, guests, vp in ((0, 1, 10), (1, 2, 7)):
        position = unpaid("Time Travel Machine").player(1).guests("G01", "G16").position
        position.play("Time Travel Machine").do(f"OPTION {option}")
        if position.legal("EXPEL"):
            position.do("EXPEL G16")
        assert (position[1].guests_size, position[1].vp) == (guests, vp)


@pytest.mark.ledger("CARD-E25", "CARD-11")
def test_the_time_travel_machine_spares_who_has_as_many_guests() -> None:
    position = unpaid("Time Travel Machine")
    position.player(0).guests("G03")
    position.player(1).guests("G01")
    position.play("Time Travel Machine")
    assert (position[1].guests, position[1].vp) == (["G01"], 10)


@pytest.mark.ledger("CARD-E38", "AMB-16")
def test_the_hot_air_balloon_keeps_one_of_two_objectives_for_its_owner_alone() -> None:
    position = unpaid("Hot Air Balloon").objectives("Warm Beds", "Full House", "Every Door")
    position.objective_deck("Great Diggers", "Master Builders")
    position.play("Hot Air Balloon")
    assert position.legal("KEEP") == {"Great Diggers", "Master Builders"}
    position.do("KEEP Great Diggers")
    for seat in (0, 1):
        position.player(seat).dug(3)
    assert position.can("CLAIM Great Diggers")
    position.do("CLAIM Great Diggers")
    assert (position[0].vp, position[0].discs) == (14, 2)
    assert not position.can("CLAIM Great Diggers")
    position.end_turn()
    assert not position.can("CLAIM Great Diggers")


@pytest.mark.ledger("CARD-E38", "AMB-64", "GEN-06")
@pytest.mark.parametrize(
    ("kept", "gone"),
    [
        ("KEEP Great Diggers", {"Master Builders"}),
        ("KEEP Master Builders", {"Great Diggers"}),
        ("PASS", {"Great Diggers", "Master Builders"}),
    ],
)
def test_a_seat_that_keeps_no_objective_discards_both_face_up(kept: str, gone: set[str]) -> None:
    position = unpaid("Hot Air Balloon").objectives("Warm Beds", "Full House", "Every Door")
    position.objective_deck("Great Diggers", "Master Builders").play("Hot Air Balloon")
    position.do(kept).player(0).dug(6).beds(6)
    bits = {1 << position.words.find("objectives", name) for name in gone}
    assert position.game["objectives_gone"] == sum(bits)
    assert not position.legal("CLAIM") & gone


@pytest.mark.ledger("CARD-E38", "AMB-16")
def test_only_the_first_space_of_a_private_objective_counts() -> None:
    position = unpaid("Hot Air Balloon").objectives("Warm Beds", "Full House", "Every Door")
    position.objective_deck("Great Diggers", "Master Builders").play("Hot Air Balloon")
    position.do("KEEP Great Diggers").player(0).dug(2)
    assert not position.can("CLAIM Great Diggers")


@pytest.mark.ledger("CARD-E44", "CARD-12")
def test_the_shuriken_discards_a_card_of_who_holds_more_once_it_has_left_the_hand() -> None:
    position = unpaid("Shuriken", 3)
    position.player(0).hand("Shuriken", "Inn")
    position.player(1).hand("Hammer", "Garage")
    position.player(2).hand("Hostel")
    position.play("Shuriken")
    assert position.seat == 1
    assert position.legal("DISCARD") == {"Hammer", "Garage"}
    position.do("DISCARD Garage")
    assert (position[1].hand, position[2].hand) == (["Hammer"], ["Hostel"])
    assert position.discards("advanced") == ["Garage"]


@pytest.mark.ledger("CARD-E50", "FAST-08")
def test_the_camping_tent_pitches_a_tent_in_any_reachable_room() -> None:
    position = unpaid("Camping Tent", 4)
    position.player(0).explorer("D").tent("D")
    position.player(1).opened("D-F", "F-G")
    position.play("Camping Tent")
    assert position.legal("TENT") == {"F", "G"}
    position.do("TENT G")
    assert position[0].tents == ["D", "G"]


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-E50", "FAST-08", "CONF-19")
def test_the_camping_tent_moves_a_tent_when_both_are_pitched() -> None:
    position = unpaid("Camping Tent", 4)
    position.player(0).explorer("D").tent("D", "B")
    position.player(1).opened("D-F")
    position.play("Camping Tent")
    assert position.legal("LIFT") == {"D", "B"}
    position.do("LIFT B")
    if position.legal("TENT"):
        position.do("TENT F")
    assert position[0].tents == ["D", "F"]


@pytest.mark.ledger("CARD-E55", "ABILITY-14", "ABILITY-03")
def test_the_sailing_cart_removes_a_brown_cube_and_pays_the_item_where_due() -> None:
    position = unpaid("Sailing Cart").player(0).has(wood=1).position
    position.play("Sailing Cart")
    colours = position.tables["abilities"]["colour"]
    names = position.words.names["abilities"]
    brown = {name for name, colour in zip(names, colours, strict=True) if colour == 0}
    assert position.legal("CUBE") == brown
    position.do("CUBE Bed discount")
    assert position[0].wood == 0
    assert position[0].unlocked("Bed discount")
    assert position[0].mission_cubes == 0


@pytest.mark.ledger("CARD-E55", "ABILITY-14")
def test_the_sailing_cart_offers_no_discount_space_without_an_item() -> None:
    position = unpaid("Sailing Cart")
    position.play("Sailing Cart")
    assert not {"Bed discount", "Dig discount"} & position.legal("CUBE")


@pytest.mark.ledger("CARD-EU08", "CARD-EU09")
@pytest.mark.parametrize(("card", "token"), [("Camouflage Suit", "wild"), ("Bolas", "movement")])
def test_camouflage_suit_and_bolas_take_a_token_of_who_has_more(card: str, token: str) -> None:
    position = unpaid(card, 3)
    position.player(0).has(**{token: 1})
    position.player(1).has(**{token: 2})
    position.player(2).has(**{token: 1})
    position.play(card)
    assert [getattr(position[seat], token) for seat in range(3)] == [1, 1, 1]


@pytest.mark.ledger("CARD-EU02", "SCORE-06")
def test_the_anti_cat_missile_has_three_points_and_an_icon_that_the_robot_horse_needs() -> None:
    position = owning("Anti-Cat Missile")
    assert position.scores(0)["inventions"] == 3
    missile = position.tables["cards"][position.words.card("Anti-Cat Missile")]
    horse = position.tables["cards"][position.words.card("Robot Horse")]
    assert ((missile["icons"][:5] > 0) & (horse["requirement"]["skills"] > 0)).any()


@pytest.mark.ledger("CARD-EU04", "PROJ-02")
def test_the_wooden_bicycle_is_a_basic_card_for_one_project_point() -> None:
    position = Position().display("basic", "Wooden Bicycle")
    position.player(0).workers(farm=1).hand()
    position.place("projects").do("MAIN projects", "TAKE basic 0")
    assert position[0].hand == ["Wooden Bicycle"]


@pytest.mark.ledger("CARD-EU06")
def test_the_lantern_gives_an_exploration_point_for_an_item() -> None:
    position = owning("Lantern")
    assert not position.can("USE Lantern")
    position.player(0).hand("Inn")
    position.do("USE Lantern")
    if position.legal("DISCARD"):
        position.do("DISCARD Inn")
    assert position[0].hand == []
    assert position.legal("OPEN") == {"A-B", "A-D"}


@pytest.mark.ledger("CARD-EU07")
def test_the_wooden_armor_draws_an_advanced_card_for_each_stamina_icon() -> None:
    position = unpaid("Wooden Armor").reprint("cards", "Wooden Armor", icons="stamina 1")
    position.player(0).skill("stamina")
    position.on_top("Jetpack", "Garage").play("Wooden Armor")
    assert set(position[0].hand) == {"Jetpack", "Garage"}
