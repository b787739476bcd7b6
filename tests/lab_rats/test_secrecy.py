"""Who knows what (LAB-70 to LAB-76)."""

import numpy as np
import pytest

from tests.lab_rats.arranging import QUIET, arrange, do, do_first, numbers, player, potions, words
from tests.lab_rats.citing import cites
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import POTION_NAMES

OWN = "open your own Door"
RED, GREEN, BLUE, PURPLE = range(4)


def known(game: LabRats, viewer: int, holder: int) -> dict[str, int]:
    """Return the Potions that a viewer sees in a hand."""
    place = (holder - viewer) % game.num_players
    counts = game.layout.counts(game.observe(viewer))["potions"][place]
    return {POTION_NAMES[kind]: int(counts[kind]) for kind in np.flatnonzero(counts)}


def confused(hands: dict[int, list[str]], *passed: str, table: tuple[str, ...] = ()) -> LabRats:
    """Return a game of three after a Confusion of seat 0; answers begin with seat 1."""
    game = arrange(table=["Confusion", *(table or QUIET[:4])], hands=hands)
    do(game, OWN, *(f"pass a Potion ({name})" for name in passed))
    return game


@cites("LAB-74")
def test_a_passed_potion_is_known_to_giver_and_receiver_only() -> None:
    game = confused({0: ["red"], 1: ["green", "blue"], 2: ["purple"]}, "blue", "purple", "red")
    assert known(game, 1, 0) == {"blue": 1}
    assert known(game, 2, 1) == {"purple": 1}
    assert known(game, 0, 2) == {"red": 1}
    assert known(game, 2, 0) == known(game, 0, 1) == known(game, 1, 2) == {}
    assert known(game, 0, 0) == {"blue": 1}
    assert known(game, 1, 1) == {"green": 1, "purple": 1}


@cites("LAB-74", "LAB-76")
def test_a_potion_that_is_discarded_may_be_the_known_one() -> None:
    game = confused(
        {0: ["red", "blue"], 1: ["blue"]}, "blue", "red", table=("blue", "blue", "orange", "blue")
    )
    assert known(game, 1, 0) == {"blue": 1}
    do(game, "open the Door of the first player", "spend a Potion (blue)")
    assert known(game, 1, 0) == {}  # the other one may be left


@cites("LAB-74")
def test_a_known_potion_stays_known_while_others_leave() -> None:
    game = confused(
        {0: ["red", "purple"], 1: ["blue"]},
        "blue",
        "red",
        table=("purple", "blue", "green", "blue"),
    )
    do(game, "open the Door of the first player", "spend a Potion (purple)")
    assert known(game, 1, 0) == {"blue": 1}


@cites("LAB-74")
def test_what_is_passed_on_unseen_is_known_no_longer_and_nobody_learns_what_it_was() -> None:
    seen = []
    for answer in ("blue", "purple"):
        game = confused(
            {0: ["red", "purple"], 1: ["blue", "green"]},
            *("blue", "red"),
            table=("Confusion", "blue", "green", "blue"),
        )
        do(game, "open the Door of the first player", "pass a Potion (green)")
        do(game, "pass a Potion (red)", f"pass a Potion ({answer})")
        seen.append(known(game, 1, 0))
        assert known(game, 0, 2)[answer] == 1
    assert seen == [{"green": 1}, {"green": 1}]


@cites("LAB-74")
@pytest.mark.parametrize("answer", ["red", "multicolour"])
def test_of_two_equal_potions_that_are_known_one_is_sure_after_one_of_the_hand_left(
    answer: str,
) -> None:
    game = arrange(
        table=["Confusion", *QUIET[:4]],
        hands={0: ["multicolour", "multicolour", "red"], 1: ["green"], 2: ["blue"]},
    )
    player(game, 1)["known"][0, POTION_NAMES.index("multicolour")] = 2
    game = LabRats.from_bytes(game.to_bytes())
    do(game, OWN, *(f"pass a Potion ({name})" for name in ("green", "blue", answer)))
    assert known(game, 1, 0) == {"green": 1, "multicolour": 1}


@cites("LAB-74", "LAB-76")
def test_of_two_equal_potions_that_are_known_one_is_sure_after_one_was_discarded() -> None:
    game = arrange(
        table=["blue", *QUIET[:4]],
        hands={0: ["multicolour", "multicolour", "red"], 1: ["green"]},
    )
    player(game, 1)["known"][0, POTION_NAMES.index("multicolour")] = 2
    game = LabRats.from_bytes(game.to_bytes())
    do(game, OWN, "spend a Potion (multicolour)")
    assert known(game, 1, 0) == {"multicolour": 1}


@cites("LAB-55", "LAB-74", "LAB-76")
def test_a_known_potion_that_was_given_up_for_a_new_round_is_known_no_longer() -> None:
    for given_up, left in (("blue", {"red": 1}), ("green", {"red": 1, "blue": 1})):
        game = arrange(hands={0: ["red", "blue", "green"]}, conditions={1: "dead", 2: "dead"})
        for name in ("red", "blue"):
            player(game, 1)["known"][0, POTION_NAMES.index(name)] = 1
        game = LabRats.from_bytes(game.to_bytes())
        do(game, "open the Door of the second player", "take the injury", "open no more Doors")
        do(game, f"discard a Potion ({given_up})")
        assert game.decision == "lay Doors"
        assert known(game, 1, 0) == left


@cites("LAB-70", "LAB-73")
def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    game = arrange(hands={0: ["red"], 1: ["green", "blue"]}, doors={1: ["Explosion"]})
    seen = game.layout.counts(game.observe(1))
    assert known(game, 1, 1) == {"green": 1, "blue": 1}
    assert known(game, 0, 1) == {}
    assert seen["doors"].sum() == 1
    assert [int(row.sum()) for row in seen["table"]] == [1, 0, 0, 0, 0]  # the own Door comes first
    assert seen["table"][0][QUIET.index("green")] == 1
    assert seen["closed"].tolist() == [1] * 5
    everything = game.layout.counts(game.state())
    assert everything["table"].sum() == 5
    assert everything["potions"].sum() == 3


@cites("LAB-73", "LAB-15")
def test_an_open_door_is_seen_by_all() -> None:
    game = arrange()
    do(game, "open the first Door in the middle")
    for viewer in range(3):
        seen = game.layout.counts(game.observe(viewer))
        assert seen["closed"].tolist() == [1, 1, 1, 0, 1]
        assert seen["table"][3][QUIET.index("purple")] == 1


@cites("LAB-73")
@pytest.mark.parametrize(("door", "shown"), [(OWN, 1), ("open the first Door in the middle", 0)])
def test_all_see_whether_the_last_exploring_opened_the_own_door(door: str, shown: int) -> None:
    game = arrange()
    game.record["own_opened"] = 1  # seat 0 did so the time before
    game = LabRats.from_bytes(game.to_bytes())
    do(game, door, "open no more Doors")
    assert game.layout.counts(game.observe(1))["own_opened"].tolist() == [0, 0, shown]


@cites("LAB-71")
def test_nobody_sees_a_choice_nor_what_others_are_asked_before_the_last_one_is_made() -> None:
    outcomes = []
    for answer in ("lay", "keep"):
        game = arrange(table=["red", *QUIET[1:5]])
        do(game, OWN, "open no more Doors", answer)
        outcomes.append([game.observe(viewer).tobytes() for viewer in (0, 2)])
        assert game.layout.counts(game.observe(1))["sealed"][0] > 0
        assert (game.seat, numbers(game, "num_doors")) == (2, [2, 1, 1])
    assert outcomes[0] == outcomes[1]


@cites("LAB-71", "LAB-72")
def test_the_order_of_questions_follows_from_what_all_see() -> None:
    """Two games that differ in secrets only ask the same seats, whatever they hold."""
    asked = []
    for hand in (["red", "red"], ["green", "multicolour"]):
        game = arrange(table=["purple", "orange", "blue", "red", "green"], hands={0: hand})
        order = []
        do(game, OWN)
        order.append((game.seat, game.decision))
        do(game, "take the injury", "open no more Doors")
        while game.decision == "lay Doors":
            order.append((game.seat, game.decision))
            game.step(int(game.legal_actions()[0]))
        asked.append(order)
    assert asked[0] == asked[1]


@cites("LAB-64", "LAB-73")
def test_the_specimen_of_the_dead_stays_known() -> None:
    game = arrange(conditions={1: "dead"})
    seen = game.layout.counts(game.observe(0))
    assert seen["specimen"].sum(axis=1).tolist() == [1, 1, 1]
    assert seen["condition"][1].tolist() == [0, 0, 1]


@cites("LAB-73", "LAB-11")
def test_all_see_who_may_try_an_exit_who_started_and_how_large_the_decks_are() -> None:
    game = arrange(turns=1, hands={0: ["red"]})
    seen = game.layout.counts(game.observe(2))
    assert seen["may_exit"].tolist() == [1, 1, 1]
    assert seen["starter"].tolist() == seen["active"].tolist() == [0, 1, 0]
    assert (int(seen["potion_deck"]), int(seen["door_deck"])) == (24, 28)


@cites("LAB-33", "LAB-73")
def test_all_see_which_exit_a_hand_could_not_pay_until_it_gains_a_potion() -> None:
    game = arrange(hands={0: ["red"]}, turns=1, exits=[5], conditions={2: "dead"})
    do(game, "try an Exit")
    seen = game.layout.counts(game.observe(1))["unpaid"]
    assert seen[2].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    do_first(game, "lay Doors")
    assert potions(game, 0) == ["red"]
    assert words(game)
    # The round goes on until seat 1 is done; then all hands are filled up to two.
    while game.presentation.stage == "round 1":
        game.step(int(game.legal_actions()[-1]) if game.decision == "go on" else first(game))
    assert not game.layout.counts(game.observe(1))["unpaid"].any()


def first(game: LabRats) -> int:
    return int(game.legal_actions()[0])
