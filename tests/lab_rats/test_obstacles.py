"""Obstacles: mutation, Potions, injuries (LAB-12 to LAB-15, LAB-26 to LAB-29, LAB-72)."""

import pytest

from tests.lab_rats.arranging import (
    arrange,
    condition,
    discards,
    do,
    numbers,
    player,
    potions,
    words,
)
from tests.lab_rats.citing import cites

OWN = "open your own Door"


@cites("VEC-31", "LAB-03", "LAB-14", "LAB-28")
def test_the_mutation_beats_its_colour_by_itself_and_draws_a_potion() -> None:
    game = arrange(
        specimens=["green", "red", "blue"],
        hands={0: ["green", "red"]},
        table=["green", "red", "blue", "purple", "orange"],
    )
    do(game, OWN)
    assert game.decision == "go on"
    assert numbers(game, "num_potions") == [3, 0, 0]
    assert {"green", "red"} <= set(potions(game, 0))
    assert discards(game, "potion") == []


@cites("VEC-32", "LAB-13", "LAB-76", "AMB-96")
def test_a_potion_of_the_colour_is_discarded_and_another_drawn() -> None:
    game = arrange(
        specimens=["blue", "red", "green"],
        hands={0: ["green", "red"]},
        table=["green", "red", "blue", "purple", "orange"],
        potion_deck=["yellow"],
    )
    before = discards(game, "potion").count("green")
    do(game, OWN)
    assert words(game) == ["take the injury", "spend a Potion (green)"]
    do(game, "spend a Potion (green)")
    assert potions(game, 0) == ["red", "yellow"]
    assert discards(game, "potion").count("green") == before + 1
    assert condition(game, 0) == "healthy"


@cites("LAB-57", "LAB-26")
@pytest.mark.parametrize(
    ("potion", "fits"),
    [
        ("red", False),
        ("purple", True),
        ("red or purple", True),
        ("blue or orange", False),
        ("multicolour", True),
    ],
)
def test_a_potion_fits_if_one_of_its_colours_is_that_of_the_obstacle(
    potion: str, fits: bool
) -> None:
    game = arrange(hands={0: [potion]}, table=["purple", "red", "green", "blue", "orange"])
    do(game, OWN)
    assert (f"spend a Potion ({potion})" in words(game)) == fits


@cites("AMB-31", "LAB-13", "LAB-14")
def test_one_may_keep_the_potion_and_take_the_injury() -> None:
    game = arrange(hands={0: ["purple"]}, table=["purple", "red", "green", "blue", "orange"])
    do(game, OWN, "take the injury")
    assert potions(game, 0) == ["purple"]
    assert condition(game, 0) == "injured"
    assert game.decision == "go on"


@cites("LAB-72", "AMB-95")
def test_a_seat_with_potions_is_asked_even_if_none_fits() -> None:
    game = arrange(hands={0: ["red"]}, table=["purple", "red", "green", "blue", "orange"])
    do(game, OWN)
    assert (game.decision, words(game)) == ("obstacle", ["take the injury"])


@cites("LAB-72", "LAB-14")
def test_a_seat_without_potions_is_not_asked() -> None:
    game = arrange(table=["purple", "red", "green", "blue", "orange"])
    do(game, OWN)
    assert game.decision == "go on"
    assert condition(game, 0) == "injured"
    assert numbers(game, "num_potions") == [0, 0, 0]


@cites("LAB-50", "LAB-35", "LAB-51")
def test_a_second_injury_kills_and_ends_the_turn() -> None:
    game = arrange(table=["purple", "orange", "green", "blue", "red"])
    do(game, OWN)
    assert condition(game, 0) == "injured"
    do(game, "open the Door of the first player")
    assert condition(game, 0) == "dead"
    assert game.decision == "lay Doors"


@cites("LAB-29", "LAB-43", "LAB-16")
@pytest.mark.parametrize("given_up", ["red", "yellow"])
def test_a_fifth_potion_is_discarded_at_once_whichever_it_is(given_up: str) -> None:
    game = arrange(
        hands={0: ["red", "green", "blue", "purple"]},
        table=["Potion Box", "red", "green", "blue", "orange"],
        potion_deck=["yellow"],
    )
    do(game, OWN)
    assert (game.decision, game.seat) == ("hand limit", 0)
    assert len(words(game)) == 5
    do(game, f"discard a Potion ({given_up})")
    left = {"red", "green", "blue", "purple", "yellow"} - {given_up}
    assert set(potions(game, 0)) == left
    assert game.decision == "go on"


@cites("LAB-42")
def test_an_empty_potion_deck_is_reshuffled_from_the_discards() -> None:
    game = arrange(table=["Potion Box", "red", "green", "blue", "orange"], potion_deck=[])
    assert sum(game.record[0]["potion_discards"]) == 25
    do(game, OWN)
    assert sum(game.record[0]["potion_discards"]) == 0
    assert int(game.record[0]["num_potion_deck"]) == 24 == sum(game.record[0]["potion_deck"])


@cites("LAB-12", "LAB-15", "LAB-24", "LAB-10")
def test_every_closed_door_may_be_opened_and_stays_open() -> None:
    game = arrange(table=["Potion Box", "Potion Box", "Potion Box", "red", "green"])
    assert len(words(game)) == 5
    do(game, "open the first Door in the middle")  # red, the own colour
    assert len(words(game)) == 5
    assert "open the first Door in the middle" not in words(game)
    assert "open no more Doors" in words(game)
    assert int(game.record[0]["opened"]) == 0b01000


@cites("LAB-11", "LAB-12", "LAB-10")
def test_the_first_turn_of_a_round_opens_a_door_and_the_second_may_try_an_exit() -> None:
    first, second = arrange(), arrange(turns=1)
    assert [word for word in words(first) if not word.startswith("open")] == []
    assert "open no more Doors" not in words(second)
    assert "try an Exit" in words(second)
    do(second, OWN)
    assert "try an Exit" not in words(second)


@cites("LAB-73")
def test_how_many_cards_are_in_hands_is_seen_by_all() -> None:
    game = arrange(hands={0: ["red", "green"], 1: ["blue"]})
    for viewer in range(3):
        seen = game.layout.counts(game.observe(viewer))
        inside = [seen["num_potions"][(seat - viewer) % 3] for seat in range(3)]
        assert inside == [2, 1, 0]
        assert int(player(game, 0)["num_potions"]) == 2
