"""Objectives: claiming them and what they give (OBJ)."""

import pytest

from tests.builder import Position
from tests.scenes import empty_handed, plain_card

DOORS = "Every Door"


def with_objective(
    num_players: int = 2, *, count: str = "doors", effect: str = "wood 1", name: str = DOORS
) -> Position:
    """Seat 0 is to begin its turn; the first Objective asks for 1, 2, 3, 4 of something."""
    position = Position(num_players)
    position.reprint("objectives", name, count=count, spaces=[1, 2, 3, 4], effect=effect)
    return empty_handed(position.objectives(name).turn_of(0))


@pytest.mark.ledger("OBJ-01", "OBJ-05")
def test_meeting_the_requirement_allows_the_claim_and_costs_nothing() -> None:
    position = with_objective()
    assert not position.can(f"CLAIM {DOORS}")
    position.player(0).opened("A-B")
    position.do(f"CLAIM {DOORS}")
    assert (position[0].wood, position[0].doors, position[0].discs) == (1, 1, 2)


@pytest.mark.ledger("OBJ-01", "OBJ-02")
def test_a_disc_goes_on_the_topmost_free_space() -> None:
    position = with_objective(4)
    position.player(1).claimed(DOORS)
    position.player(0).opened("A-B")
    assert not position.can(f"CLAIM {DOORS}")
    position.player(0).opened("A-D")
    position.do(f"CLAIM {DOORS}")
    assert position.game["objective_claims"][position.words.find("objectives", DOORS)] == 2


@pytest.mark.ledger("OBJ-02")
def test_the_requirement_grows_from_space_to_space() -> None:
    for claims, needed in enumerate((1, 2, 3, 4)):
        position = with_objective(4)
        for seat in range(1, claims + 1):
            position.player(min(seat, 3)).claimed(DOORS)
        doors = ("A-B", "A-D", "B-C", "B-D")
        position.player(0).opened(*doors[: needed - 1])
        assert not position.can(f"CLAIM {DOORS}")
        position.player(0).opened(doors[needed - 1])
        assert position.can(f"CLAIM {DOORS}")


@pytest.mark.ledger("OBJ-02", "SETUP-04")
@pytest.mark.parametrize(("num_players", "spaces"), [(2, 2), (3, 3), (4, 4)])
def test_covered_spaces_are_never_claimed(num_players: int, spaces: int) -> None:
    position = with_objective(num_players)
    position.player(0).opened("A-B", "A-D", "B-C", "B-D")
    at = position.words.find("objectives", DOORS)
    for claims in range(5):
        position.game["objective_claims"][at] = claims
        assert position.can(f"CLAIM {DOORS}") == (claims < spaces)


@pytest.mark.ledger("OBJ-03")
def test_a_player_claims_an_objective_only_once() -> None:
    position = with_objective()
    position.player(0).opened("A-B", "A-D", "B-C").claimed(DOORS)
    assert not position.can(f"CLAIM {DOORS}")


@pytest.mark.ledger("OBJ-04")
@pytest.mark.parametrize("count", ["skill_icons", "best_skill", "agility", "power"])
def test_wild_tokens_never_help(count: str) -> None:
    position = with_objective(count=count)
    position.player(0).has(wild=5)
    assert not position.can(f"CLAIM {DOORS}")
    plain_card(position, "Hammer", icons="agility 1, energy 1")
    position.player(0).plays("Hammer")
    assert position.can(f"CLAIM {DOORS}")


@pytest.mark.ledger("OBJ-06", "SETUP-18")
def test_there_are_three_discs_for_claims() -> None:
    position = with_objective()
    position.player(0).opened("A-B")
    assert position[0].discs == 3
    position.player(0).record["discs"] = 1
    assert position.can(f"CLAIM {DOORS}")
    position.player(0).record["discs"] = 0
    assert not position.can(f"CLAIM {DOORS}")


@pytest.mark.ledger("OBJ-06", "AMB-16", "CARD-E38")
def test_a_private_objective_needs_a_disc_and_only_its_first_space() -> None:
    position = with_objective(3)
    position.reprint("objectives", "Full House", count="doors", spaces=[1, 2, 3, 4], effect="")
    position.objective_deck("Full House", "Warm Beds")
    plain_card(position, "Hot Air Balloon", effect="private_objective")
    position.player(0).hand("Hot Air Balloon").opened("A-B")
    position.place("wood", bonus="play").do("BONUS play", "PLAY Hot Air Balloon")
    position.do("KEEP Full House")
    assert position.legal("CLAIM") == {DOORS, "Full House"}
    position.do("CLAIM Full House")
    assert position[0].discs == 2
    assert position.legal("CLAIM") == {DOORS}
    position.player(1).opened("A-D")
    position.do("END_TURN")
    assert position.legal("CLAIM") == {DOORS}


@pytest.mark.ledger("OBJ-06", "AMB-16")
def test_without_a_disc_a_private_objective_cannot_be_claimed() -> None:
    position = with_objective(3)
    position.reprint("objectives", "Full House", count="doors", spaces=[1, 2, 3, 4])
    position.player(0).opened("A-B").record["private"] = 1 << position.words.find(
        "objectives", "Full House"
    )
    assert position.can("CLAIM Full House")
    position.player(0).record["discs"] = 0
    assert not position.can("CLAIM Full House")


@pytest.mark.ledger("OBJ-07")
def test_later_claimants_get_the_same_bonus() -> None:
    position = with_objective(3, effect="wild 2")
    position.player(1).claimed(DOORS)
    position.player(0).opened("A-B", "A-D")
    position.do(f"CLAIM {DOORS}")
    assert position[0].wild == 2


@pytest.mark.ledger("VEC-12", "OBJ-01", "OBJ-02", "OBJ-07")
def test_the_example_of_the_great_diggers() -> None:
    name = "Great Diggers"
    position = empty_handed(Position(3).objectives(name).turn_of(0))
    position.on_top("Sonic Jet")
    position.player(0).dug(3).has(vp=10)
    position.player(1).dug(3)
    position.do(f"CLAIM {name}")
    assert position[0].hand == ["Sonic Jet"]
    assert position[0].vp == 14
    position.end_turn()
    assert not position.can(f"CLAIM {name}")
    position.player(1).dug(4)
    assert position.can(f"CLAIM {name}")


COUNTS = {
    "Great Diggers": lambda seat: seat.dug(3),
    "Warm Beds": lambda seat: seat.beds(2),
    "Full House": lambda seat: seat.guests("G10", "G11", "G12"),
    "Every Door": lambda seat: seat.opened("A-B", "B-D", "D-F"),
    "All Hands": lambda seat: seat.workers(farm=4),
}


@pytest.mark.ledger("OBJ-05", "GEN-07")
@pytest.mark.parametrize("name", COUNTS)
def test_each_objective_counts_what_it_names(name: str) -> None:
    position = Position().objectives(name).turn_of(0)
    assert not position.can(f"CLAIM {name}")
    COUNTS[name](position.player(0))
    assert position.can(f"CLAIM {name}")
