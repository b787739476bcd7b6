"""The end of a turn: crumbs, cheese, pollution, new Doors (LAB-35 to LAB-47, LAB-58)."""

import numpy as np
import pytest

from tests.lab_rats.arranging import (
    QUIET,
    arrange,
    condition,
    discards,
    do,
    do_first,
    doors,
    numbers,
    table,
    words,
)
from tests.lab_rats.citing import cites
from wistar_env.games.lab_rats import LabRats

OWN = "open your own Door"
ALL = [
    OWN,
    "open the Door of the first",
    "open the Door of the second",
    "open the first Door in",
    "open the second Door in",
]
#: Five Doors that hurt nobody whose colour is red.
HARMLESS = ["red", "red", "red", "red", "Potion Box"]


@cites("VEC-34", "LAB-36", "LAB-37", "LAB-15", "LAB-24")
def test_three_doors_and_a_stop_give_three_crumbs_and_two_pollution() -> None:
    game = arrange(table=["red", "red", "purple", "blue", "green"])
    do(game, *ALL[:3], "take the injury", "open no more Doors")
    assert condition(game, 0) == "injured"
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (3, 2)


@cites("VEC-35", "LAB-36", "LAB-37", "LAB-50")
def test_a_dying_seat_gets_crumbs_for_all_open_doors_and_no_pollution() -> None:
    game = arrange(table=["purple", "orange", "green", "blue", "red"])
    do(game, *ALL[:2])
    assert condition(game, 0) == "dead"
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (2, 0)


@cites("VEC-42", "LAB-25", "LAB-38", "LAB-45", "LAB-46", "CONF-26", "AMB-36")
def test_all_five_doors_give_a_potion_and_the_tenth_crumb_a_cheese() -> None:
    game = arrange(table=["Resurrection", "purple", "red", "red", "red"], crumbs={0: 9})
    do(game, *ALL[:4])
    assert numbers(game, "num_potions")[0] == 2
    do(game, ALL[4])
    assert numbers(game, "num_potions")[0] == 4
    assert numbers(game, "cheese") == numbers(game, "from_crumbs") == [1, 0, 0]
    assert numbers(game, "crumbs")[0] == 4
    assert numbers(game, "pollution")[0] == 0


@cites("LAB-25", "AMB-34", "LAB-45")
def test_the_potion_for_the_fifth_door_comes_even_if_it_killed() -> None:
    game = arrange(table=["Resurrection", "Confusion", "Confusion", "Potion Box", "Instant Death"])
    do(game, ALL[0], ALL[1], ALL[2])
    do(game, ALL[3])
    before = numbers(game, "num_potions")[0]
    do(game, ALL[4])
    assert condition(game, 0) == "dead"
    assert numbers(game, "num_potions")[0] == before + 1
    assert numbers(game, "crumbs")[0] == 5


@cites("LAB-45", "LAB-29", "AMB-34", "AMB-90")
def test_a_dead_player_with_five_potions_discards_before_crumbs_are_counted() -> None:
    game = arrange(
        hands={0: ["green", "green", "blue", "blue"]},
        table=["red", "red", "red", "red", "Instant Death"],
    )
    for door in ALL[:4]:
        do(game, door)
        do_first(game, "hand limit")
    do(game, ALL[4])
    assert (game.decision, game.seat, condition(game, 0)) == ("hand limit", 0, "dead")
    assert numbers(game, "crumbs")[0] == 0
    do_first(game, "hand limit")
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (5, 0)


@cites("VEC-43", "LAB-39", "LAB-47", "LAB-58")
def test_five_pollution_at_the_end_of_a_turn_kills_after_the_crumbs() -> None:
    game = arrange(table=["red", "red", "red", "blue", "green"], pollution={0: 3})
    do(game, *ALL[:3], "open no more Doors")
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (3, 0)
    assert condition(game, 0) == "dead"


@cites("LAB-47", "LAB-37")
def test_a_turn_gives_at_most_four_pollution() -> None:
    game = arrange(table=["red", *QUIET[1:5]])
    do(game, OWN, "open no more Doors")
    assert numbers(game, "pollution")[0] == 4
    assert condition(game, 0) == "healthy"


@cites("VEC-45", "LAB-58", "AMB-94", "LAB-01")
def test_the_fourth_cheese_wins_before_pollution_is_counted() -> None:
    game = arrange(table=["red", *QUIET[1:5]], cheese={0: 3}, crumbs={0: 9}, pollution={0: 4})
    do(game, OWN, "open no more Doors")
    assert game.finished
    assert game.seat == 0
    assert (numbers(game, "cheese")[0], numbers(game, "pollution")[0]) == (4, 4)
    assert condition(game, 0) == "healthy"


@cites("LAB-01", "CONF-24")
@pytest.mark.parametrize(("cheese", "over"), [(2, False), (3, True)])
def test_four_cheese_end_the_game_and_three_do_not(cheese: int, over: bool) -> None:
    game = arrange(table=["red", *QUIET[1:5]], cheese={0: cheese}, crumbs={0: 9})
    do(game, OWN, "open no more Doors")
    assert game.finished == over


@cites("LAB-40", "LAB-08", "LAB-42", "CONF-40")
def test_opened_doors_are_discarded_and_the_table_filled_again() -> None:
    game = arrange(
        table=["red", "green", "blue", "purple", "red"],
        doors={0: ["orange"], 1: ["orange"], 2: ["yellow"]},
        door_deck=["blue", "blue", "blue"],
    )
    before = len(discards(game, "door"))
    do(game, ALL[0], ALL[4], "open no more Doors")
    assert len(discards(game, "door")) == before + 2
    assert table(game) == ["", "green", "blue", "purple", "blue"]
    assert doors(game, 0) == ["blue", "orange"]  # one new Door, for the one that was opened
    assert (doors(game, 1), doors(game, 2)) == (["orange"], ["yellow"])


@cites("LAB-41", "LAB-75", "AMB-86", "LAB-71")
def test_a_closed_door_may_be_exchanged_and_all_see_only_that_it_was() -> None:
    game = arrange(
        table=["red", "green", "blue", "purple", "red"],
        doors={0: ["orange"], 1: ["orange"], 2: ["yellow"]},
    )
    do(game, ALL[0], "open no more Doors")
    assert game.seat == 1
    assert words(game) == ["lay orange as your Door", "keep your Door as it is"]
    do(game, "lay orange", "keep")
    assert table(game)[1] == "green"  # nothing happens before the last choice
    assert len(words(game)) in (1, 2)
    do_first(game, "lay Doors")
    assert table(game)[1] == "orange"
    assert doors(game, 1) == ["green"]
    for viewer in (0, 2):
        seen = game.layout.counts(game.observe(viewer))
        assert seen["exchanged"].tolist() == [int((viewer + k) % 3 == 1) for k in range(3)]
        assert not seen["table"][(1 - viewer) % 3].any()
        assert not seen["doors"][(1 - viewer) % 3].any()


@cites("LAB-72", "LAB-40")
def test_a_new_door_must_be_laid_and_is_asked_for_even_if_both_are_alike() -> None:
    game = arrange(
        table=["red", "green", "blue", "purple", "red"],
        doors={0: ["orange"]},
        door_deck=["orange"],
    )
    do(game, ALL[0], "open no more Doors", "keep", "keep")
    assert (game.seat, words(game)) == (0, ["lay orange as your Door"])


@cites("LAB-44", "LAB-52", "AMB-85")
def test_the_dead_lose_their_turn_and_lay_doors() -> None:
    game = arrange(4, table=["red", *QUIET[1:5]], conditions={1: "dead"})
    do(game, OWN, "open no more Doors")
    asked = []
    while game.decision == "lay Doors":
        asked.append(game.seat)
        game.step(int(game.legal_actions()[0]))
    assert asked == [1, 2, 3, 0]
    assert (game.decision, game.seat) == ("begin the turn", 2)


@cites("LAB-52", "LAB-18")
def test_the_dead_take_no_pollution() -> None:
    game = arrange(table=["Instant Death", *QUIET[:4]], pollution={0: 4})
    do(game, OWN)
    assert numbers(game, "pollution")[0] == 4


@cites("LAB-51")
def test_an_injury_heals_at_the_beginning_of_the_next_own_turn() -> None:
    game = arrange(table=["red", *QUIET[1:5]], conditions={1: "injured", 2: "injured"})
    do(game, OWN, "open no more Doors")
    assert condition(game, 1) == "injured"
    do_first(game, "lay Doors")
    assert [condition(game, seat) for seat in range(3)] == ["healthy", "healthy", "injured"]


@cites("LAB-11", "AMB-83", "CONF-25", "LAB-59")
def test_turns_that_were_lost_do_not_count_for_an_exit() -> None:
    game = arrange(4, table=["Resurrection", *QUIET[:4]], conditions={1: "dead"}, turns=0)
    do(game, OWN, "open no more Doors")
    do_first(game, "lay Doors")
    assert game.seat == 1
    assert "try an Exit" not in words(game)
    assert numbers(game, "turns") == [1, 0, 0, 0]


@cites("VEC-37", "LAB-38", "LAB-39")
def test_at_rest_nobody_has_ten_crumbs_or_five_pollution() -> None:
    for seed in range(6):
        game, chance = LabRats.new(5, seed), np.random.default_rng(seed)
        while not game.finished:
            assert max(numbers(game, "crumbs")) <= 9
            assert max(numbers(game, "pollution")) <= 4
            game.step(int(chance.choice(game.legal_actions())))
