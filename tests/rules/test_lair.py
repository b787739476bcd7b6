"""Wood, Metal, rooms, beds and projects (WOOD to PROJ)."""

import pytest

from tests.builder import Position


def building(wood: int = 9, **workers: int) -> Position:
    """Return a position with the Main action Building Beds open."""
    position = Position()
    position.player(0).has(wood=wood).workers(**workers)
    return position


@pytest.mark.ledger("WOOD-01", "METAL-01", "VEC-01")
@pytest.mark.parametrize(("item", "area", "workers"), [("wood", "forest", 2), ("metal", "lair", 3)])
def test_collecting_gives_items_equal_to_the_strength(item: str, area: str, workers: int) -> None:
    position = Position()
    position.player(0).workers(**{area: workers}).has(**{item: 1})
    position.place(item).do(f"MAIN {item}")
    assert getattr(position[0], item) == 1 + workers


@pytest.mark.ledger("WOOD-01", "METAL-01", "CARD-E110", "CARD-E112")
@pytest.mark.parametrize(
    ("item", "area", "card"),
    [("wood", "forest", "Electric Sawmill"), ("metal", "lair", "Extraction Tower")],
)
def test_collecting_is_one_event_whatever_the_amount(item: str, area: str, card: str) -> None:
    position = Position()
    position.reprint("cards", card, effect=f"on take_{item}: vp 1")
    position.player(0).workers(**{area: 3}).plays(card)
    position.place(item).do(f"MAIN {item}")
    assert (getattr(position[0], item), position[0].vp) == (5, 11)


@pytest.mark.ledger("DIG-01", "DIG-02", "VEC-02")
@pytest.mark.parametrize(("metal", "rooms"), [(1, 0), (4, 2), (5, 2), (8, 3)])
def test_rooms_cost_two_metal_and_are_at_most_the_strength(metal: int, rooms: int) -> None:
    position = Position()
    position.player(0).workers(forest=3).has(metal=metal)
    position.place("dig").do("MAIN dig", *["DIG"] * rooms)
    assert not position.can("DIG")
    position.end_turn()
    assert (position[0].rooms_dug, position[0].metal) == (rooms, metal - 2 * rooms)
    assert [int(vp) for vp in position.tables["room_vp"][1:3]] == [0, 1]


@pytest.mark.ledger("DIG-02", "ABILITY-04")
def test_a_room_costs_one_metal_with_the_dig_discount() -> None:
    position = Position()
    position.player(0).workers(forest=3).has(metal=2).unlocked("Dig discount")
    position.place("dig").do("MAIN dig", "DIG", "DIG")
    assert (position[0].rooms_dug, position[0].metal) == (2, 0)
    assert not position.can("DIG")


@pytest.mark.ledger("DIG-02")
def test_a_free_room_costs_nothing() -> None:
    position = Position()
    position.reprint("cards", "Hammer", effect="dig_free 1", cost="")
    position.player(0).has(metal=0).hand("Hammer")
    position.place("wood", bonus="play").do("BONUS play", "PLAY Hammer", "DIG")
    assert (position[0].rooms_dug, position[0].metal) == (1, 0)


@pytest.mark.ledger("DIG-03", "SETUP-15")
def test_rooms_are_dug_from_the_lowest_value_up() -> None:
    position = Position()
    values = [int(vp) for vp in position.tables["room_vp"]]
    assert values == sorted(values)
    position.player(0).workers(forest=1).dug(4).has(metal=2)
    position.place("dig").do("MAIN dig", "DIG")
    assert position[0].rooms_dug == 5


@pytest.mark.ledger("DIG-04", "DIG-05", "GUEST-04", "BED-05")
@pytest.mark.parametrize(("guests", "dug", "beds"), [(2, 0, 1), (3, 1, 1), (3, 0, 0)])
def test_a_room_houses_one_bed_or_one_guest(guests: int, dug: int, beds: int) -> None:
    position = building(lair=2)
    position.player(0).guests(*("G01", "G03", "G10")[:guests]).dug(dug)
    position.place("beds").do("MAIN beds", *["BUILD"] * beds)
    assert not position.can("BUILD")
    assert (position[0].beds, position[0].wood) == (beds, 9 - 2 * beds)
    assert position[0].guests_size == guests


@pytest.mark.ledger("DIG-05")
def test_no_more_than_six_rooms_can_be_dug() -> None:
    position = Position()
    position.player(0).workers(forest=3).has(metal=20).dug(5)
    position.place("dig").do("MAIN dig", "DIG")
    assert not position.can("DIG")
    assert position[0].rooms_dug == 6


@pytest.mark.ledger("BED-01")
def test_at_most_as_many_beds_as_the_strength_are_built() -> None:
    position = building(lair=2)
    position.place("beds").do("MAIN beds", "BUILD", "BUILD")
    assert not position.can("BUILD")
    assert position[0].beds == 2


@pytest.mark.ledger("BED-02")
@pytest.mark.parametrize(("wood", "beds"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_a_bed_costs_two_wood(wood: int, beds: int) -> None:
    position = building(wood, lair=2)
    position.place("beds", space=0).do("MAIN beds")
    for _ in range(beds):
        position.do("BUILD")
    assert not position.can("BUILD")
    assert (position[0].beds, position[0].wood) == (beds, wood - 2 * beds)


@pytest.mark.ledger("BED-02", "ABILITY-03")
def test_a_bed_costs_one_wood_with_the_bed_discount() -> None:
    position = building(2, lair=2)
    position.player(0).unlocked("Bed discount")
    position.place("beds").do("MAIN beds", "BUILD", "BUILD")
    assert (position[0].beds, position[0].wood) == (2, 0)


@pytest.mark.ledger("BED-02", "BED-03", "BED-05")
@pytest.mark.parametrize(("guests", "built"), [(("G01", "G03"), 1), (("G01", "G03", "G10"), 0)])
def test_a_free_bed_costs_nothing_but_needs_a_free_room(
    guests: tuple[str, ...], built: int
) -> None:
    position = Position()
    position.reprint("cards", "Hammer", effect="build_bed_free 1", cost="")
    position.player(0).has(wood=0).hand("Hammer").guests(*guests)
    position.place("wood", bonus="play").do("BONUS play", "PLAY Hammer")
    assert position.can("BUILD") == bool(built)
    if built:
        position.do("BUILD")
    assert (position[0].beds, position[0].wood) == (built, 0)


@pytest.mark.ledger("BED-03", "SETUP-16")
def test_beds_are_built_from_the_lowest_value_up() -> None:
    values = [int(vp) for vp in Position().tables["bed_vp"]]
    assert values == sorted(values)
    assert len(set(values)) == 7


@pytest.mark.ledger("BED-04", "FAST-06")
def test_the_worker_of_a_built_bed_goes_to_the_lair_entrance() -> None:
    position = building(lair=2)
    assert position[0].entrance == 0
    position.place("beds").do("MAIN beds", "BUILD", "PASS")
    assert (position[0].entrance, position[0].workers) == (1, [0, 2, 0])
    position.do("DEPLOY farm")
    assert (position[0].entrance, position[0].workers) == (0, [0, 2, 1])


@pytest.mark.interpreted
@pytest.mark.ledger("BED-03", "VEC-03")
def test_with_one_free_room_strength_two_builds_one_bed() -> None:
    position = Position()
    position.player(0).workers(lair=2).has(wood=4).beds(0).guests("G01", "G02")
    position.player(0).workers(lair=2)
    entrance = position[0].entrance
    position.place("beds").do("MAIN beds", "BUILD")
    assert not position.can("BUILD")
    assert (position[0].wood, position[0].beds_built, position[0].entrance) == (2, 1, entrance + 1)
    assert position.tables["bed_vp"][1] == 2


@pytest.mark.ledger("BED-01")
def test_no_more_than_six_beds_can_be_built() -> None:
    position = Position()
    position.player(0).beds(1, discarded=4).workers(lair=3).has(wood=20)
    position.place("beds").do("MAIN beds", "BUILD")
    assert not position.can("BUILD")
    assert position[0].beds_built == 6


@pytest.mark.interpreted
@pytest.mark.ledger("PROJ-01", "PROJ-02", "PROJ-03", "VEC-04")
def test_three_project_points_buy_an_advanced_and_a_basic_card() -> None:
    position = Position()
    position.display("advanced", "Sonic Jet").display("basic", "Wooden Bicycle")
    position.player(0).workers(farm=3).hand()
    rows = {tier: position.shown(tier) for tier in ("basic", "advanced")}
    decks = {tier: position.top_of_deck(tier, 1) for tier in ("basic", "advanced")}
    position.place("projects").do("MAIN projects", "TAKE advanced 0", "TAKE basic 0")
    assert set(position[0].hand) == {"Sonic Jet", "Wooden Bicycle"}
    assert not position.legal("TAKE")
    position.end_turn()
    for tier, row in rows.items():
        assert position.shown(tier) == [*decks[tier], *row[1:]]


@pytest.mark.ledger("PROJ-01", "PROJ-02")
def test_strength_one_cannot_take_an_advanced_card() -> None:
    position = Position()
    position.player(0).workers(farm=1)
    position.place("projects").do("MAIN projects")
    assert position.legal("TAKE") == {f"basic {slot}" for slot in (0, 1, 2, 3, "deck")}


@pytest.mark.ledger("PROJ-03")
def test_cards_come_from_the_display_or_from_the_top_of_a_deck() -> None:
    position = Position()
    position.player(0).workers(farm=4).hand()
    position.on_top("Hammer", "Sonic Jet").display("advanced", "Jetpack")
    position.place("projects").do("MAIN projects")
    assert len(position.legal("TAKE")) == 10
    position.do("TAKE basic deck", "TAKE advanced 0", "PASS")
    assert set(position[0].hand) == {"Hammer", "Jetpack"}
    assert position.top_of_deck("advanced", 1) == ["Sonic Jet"]


@pytest.mark.ledger("PROJ-04")
def test_unspent_project_points_are_lost() -> None:
    position = Position()
    position.player(0).workers(farm=3).hand()
    position.place("projects").do("MAIN projects", "TAKE basic 0", "PASS")
    assert position[0].hand_size == 1
    assert not position.legal("TAKE")
