"""Beginning and end of rounds, and of the game (LAB-05 to LAB-09, LAB-53 to LAB-60)."""

from collections import Counter

import numpy as np

from tests.lab_rats.arranging import (
    QUIET,
    arrange,
    condition,
    discards,
    do,
    do_first,
    doors,
    numbers,
    player,
    potions,
    table,
)
from tests.lab_rats.citing import cites
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.amounts import MOST_ROUNDS
from wistar_env.games.lab_rats.kinds import COLOURS

OWN = "open your own Door"
OTHERS_DEAD = {1: "dead", 2: "dead"}


@cites("LAB-05", "AMB-97", "LAB-03", "LAB-04", "LAB-64")
def test_specimens_are_dealt_at_random_and_all_differ() -> None:
    assert COLOURS == ("red", "green", "blue", "purple", "orange", "yellow")
    dealt: Counter[int] = Counter()
    for seed in range(600):
        specimens = numbers(LabRats.new(3, seed), "specimen")
        assert len(set(specimens)) == 3
        dealt[specimens[0]] += 1
    assert all(60 < dealt[colour] < 140 for colour in range(6))


@cites("LAB-06", "LAB-07", "LAB-70", "VEC-36", "LAB-08")
def test_everybody_begins_with_two_potions_and_two_doors_of_which_one_is_laid() -> None:
    for num_players in (3, 4, 5):
        game = LabRats.new(num_players, 1)
        assert game.decision == "lay Doors"
        assert numbers(game, "num_potions") == numbers(game, "num_doors") == [2] * num_players
        in_middle = table(game)[num_players:]
        assert len(in_middle) == 5 - num_players
        assert all(in_middle)
        do_first(game, "lay Doors")
        assert all(table(game))
        assert numbers(game, "num_doors") == [1] * num_players
        assert game.record[0]["num_door_deck"] == 36 - num_players - 5
        assert game.record[0]["num_potion_deck"] == 25 - 2 * num_players


@cites("LAB-09", "LAB-71")
def test_anybody_may_start_and_is_the_first_to_lay_a_door() -> None:
    starts = Counter(LabRats.new(3, seed).seat for seed in range(300))
    assert all(60 < starts[seat] < 140 for seat in range(3))
    game = LabRats.new(3, 2)
    first = game.seat
    do_first(game, "lay Doors")
    assert (game.decision, game.seat) == ("begin the turn", first)


@cites("LAB-53", "LAB-54", "LAB-60", "AMB-37", "AMB-87", "LAB-61")
def test_when_all_are_dead_a_new_round_begins_and_nobody_gets_cheese() -> None:
    game = arrange(
        table=["Instant Death", *QUIET[:4]],
        conditions=OTHERS_DEAD,
        crumbs={0: 3, 1: 5},
        pollution={1: 2, 2: 4},
        cheese={2: 1},
        turns=2,
    )
    do(game, OWN)
    assert game.presentation.stage == "round 2"
    assert [condition(game, seat) for seat in range(3)] == ["healthy"] * 3
    assert numbers(game, "crumbs") == [4, 5, 0]
    assert numbers(game, "pollution") == [0, 2, 4]
    assert numbers(game, "cheese") == [0, 0, 1]
    assert numbers(game, "turns") == [0, 0, 0]
    assert table(game)[:3] == ["", "", ""]
    assert sorted(discards(game, "door")) == sorted(["Instant Death", *QUIET[:4]])
    assert numbers(game, "num_doors") == numbers(game, "num_potions") == [2, 2, 2]


@cites("LAB-53", "LAB-54", "AMB-38", "LAB-63")
def test_the_only_living_seat_survives_at_the_end_of_its_turn_for_one_cheese() -> None:
    game = arrange(table=["red", *QUIET[1:5]], conditions=OTHERS_DEAD)
    do(game, OWN, "open no more Doors")
    assert numbers(game, "cheese") == numbers(game, "from_surviving") == [1, 0, 0]
    assert game.presentation.stage == "round 2"


@cites("LAB-53", "LAB-63", "LAB-59")
def test_a_death_that_leaves_one_alive_does_not_end_the_round() -> None:
    game = arrange(table=["Instant Death", *QUIET[:4]], conditions={1: "dead"})
    do(game, OWN)
    do_first(game, "lay Doors")
    assert (game.decision, game.seat, game.presentation.stage) == ("begin the turn", 2, "round 1")
    assert numbers(game, "cheese") == [0, 0, 0]


@cites("LAB-39", "LAB-53", "LAB-58", "LAB-63")
def test_the_last_seat_that_dies_of_pollution_does_not_survive() -> None:
    game = arrange(table=["red", *QUIET[1:5]], conditions=OTHERS_DEAD, pollution={0: 1})
    do(game, OWN, "open no more Doors")
    assert numbers(game, "cheese") == [0, 0, 0]
    assert game.presentation.stage == "round 2"


@cites("LAB-56", "AMB-88")
def test_the_seat_to_the_left_starts_the_new_round_dead_or_alive() -> None:
    game = arrange(
        4,
        active=2,
        table=["red", "green", "blue", "red", "purple"],
        specimens=["yellow", "orange", "red", "green"],
        conditions={0: "dead", 1: "dead", 3: "dead"},
    )
    do(game, "open the Door of the first", "open no more Doors")
    assert game.record[0]["starter"] == 3
    assert game.seat == 3
    do_first(game, "lay Doors")
    assert (game.decision, game.seat) == ("begin the turn", 3)


@cites("LAB-55", "LAB-71", "LAB-72", "LAB-76")
def test_all_keep_two_potions_and_nobody_sees_what_goes_before_all_have_chosen() -> None:
    hands = {
        0: ["red", "green"],
        1: ["blue", "purple", "orange"],
        2: ["multicolour", "multicolour", "multicolour", "multicolour"],
    }
    game = arrange(table=["Instant Death", *QUIET[:4]], conditions=OTHERS_DEAD, hands=hands)
    do(game, OWN)
    assert (game.decision, game.seat) == ("keep two Potions", 1)
    do(game, "discard a Potion (purple)", "discard a Potion (multicolour)")
    assert (game.decision, game.seat) == ("keep two Potions", 2)
    assert discards(game, "potion") == []  # still face down
    assert game.layout.counts(game.observe(0))["num_put_by"].tolist() == [0, 1, 1]
    assert not game.layout.counts(game.observe(0))["put_by"].any()
    assert game.layout.counts(game.observe(1))["put_by"][0].sum() == 1
    for seed in range(10):
        copy = game.determinize(0, seed)
        assert copy.record[0]["players"]["put_by"].sum(axis=1)[:3].tolist() == [0, 1, 1]
    do(game, "discard a Potion (multicolour)")
    assert discards(game, "potion") == ["purple", "multicolour", "multicolour"]
    assert potions(game, 0) == ["red", "green"]
    assert potions(game, 1) == ["blue", "orange"]
    assert potions(game, 2) == ["multicolour", "multicolour"]
    assert (game.decision, game.presentation.stage) == ("lay Doors", "round 2")


@cites("LAB-55")
def test_doors_in_hand_are_kept_and_filled_up() -> None:
    game = arrange(
        table=["Instant Death", *QUIET[:4]],
        conditions=OTHERS_DEAD,
        doors={0: ["Explosion"], 1: ["Confusion"], 2: ["Double Door"]},
    )
    do(game, OWN)
    for seat, kept in enumerate(("Explosion", "Confusion", "Double Door")):
        assert kept in doors(game, seat)
        assert len(doors(game, seat)) == 2


@cites("LAB-60", "LAB-07")
def test_a_new_round_lays_out_three_of_all_eight_exits() -> None:
    firsts = set()
    for seed in range(120):
        game = arrange(table=["Instant Death", *QUIET[:4]], conditions=OTHERS_DEAD, seed=seed)
        do(game, OWN)
        firsts.add(int(game.record[0]["exits"][0]))
    assert firsts == set(range(8))


@cites("AMB-89")
def test_places_go_by_cheese_then_crumbs_then_fewer_pollution() -> None:
    game = arrange(
        5,
        cheese={0: 1, 1: 1, 2: 2, 3: 1, 4: 1},
        crumbs={0: 5, 1: 5, 2: 0, 3: 6, 4: 5},
        pollution={0: 1, 1: 0, 2: 4, 3: 4, 4: 1},
    )
    assert game.ranks() == [4, 3, 1, 2, 4]


@cites("AMB-93")
def test_after_two_hundred_rounds_the_game_is_over() -> None:
    for number, over in ((MOST_ROUNDS, True), (MOST_ROUNDS - 1, False)):
        game = arrange(table=["Instant Death", *QUIET[:4]], conditions=OTHERS_DEAD)
        game.record[0]["round_number"] = number
        do(game, OWN)
        assert game.finished == over
    assert MOST_ROUNDS == 200


@cites("LAB-01")
def test_games_are_for_three_to_five_players() -> None:
    assert (LabRats.spec.min_players, LabRats.spec.max_players) == (3, 5)


@cites("LAB-02", "VEC-30", "VEC-40", "LAB-61")
def test_every_card_is_in_one_place_at_every_decision() -> None:
    for num_players in (3, 4, 5):
        for seed in range(4):
            game, chance = LabRats.new(num_players, seed), np.random.default_rng(seed)
            while not game.finished:
                check_cards(game)
                game.step(int(chance.choice(game.legal_actions())))
            check_cards(game)


def check_cards(game: LabRats) -> None:
    record, tables = game.record[0], game.cards.tables[0]
    players = record["players"]
    held = players["potions"].astype(int) + players["put_by"]
    found = record["potion_deck"] + held.sum(axis=0) + record["potion_discards"]
    assert found.tolist() == tables["potions"].tolist()
    assert found.sum() == 25
    doors_found = record["door_deck"].astype(int) + record["door_discards"] + record["aside"]
    doors_found += players["doors"].astype(int).sum(axis=0)
    for kind in record["table"]:
        if kind >= 0:
            doors_found[kind] += 1
    for kind in record["pending"][: record["num_pending"]]:
        doors_found[kind] += 1
    assert doors_found.tolist() == tables["doors"].tolist()
    assert doors_found.sum() == 36
    assert sorted(record["exits"].tolist()) == list(range(8))
    assert record["num_potion_deck"] == record["potion_deck"].sum()
    assert record["num_door_deck"] == record["door_deck"].sum()
    for seat in range(game.num_players):
        each = player(game, seat)
        assert each["num_potions"] == each["potions"].sum() <= 4 + (game.decision == "hand limit")
        assert each["num_doors"] == each["doors"].sum()
        for other in range(game.num_players):
            theirs = player(game, other)
            assert (each["known"][other] <= theirs["potions"] + theirs["put_by"]).all()


@cites("LAB-55", "LAB-71")
def test_the_starting_seat_of_the_new_round_keeps_potions_first() -> None:
    hands = {0: ["red"] * 2 + ["blue"], 1: ["green"] * 2 + ["yellow"], 2: ["multicolour"] * 3}
    game = arrange(hands=hands, conditions=OTHERS_DEAD)
    do(game, OWN, "open no more Doors")
    asked = []
    while game.decision == "keep two Potions":
        if game.seat not in asked:
            asked.append(game.seat)
        game.step(int(game.legal_actions()[0]))
    assert asked == [1, 2, 0]


@cites("LAB-60", "LAB-75")
def test_exchanges_are_shown_for_a_turn_and_opened_own_doors_for_a_round() -> None:
    for conditions, own in ((OTHERS_DEAD, 0), ({}, 6)):
        game = arrange(conditions=conditions)
        game.record["exchanged"] = game.record["own_opened"] = 7
        game = LabRats.from_bytes(game.to_bytes())
        do(game, "open the first Door in the middle", "open no more Doors")
        assert game.decision == "lay Doors"
        assert (game.record["exchanged"][0], game.record["own_opened"][0]) == (0, own)
