"""Events: what each of them does (LAB-16 to LAB-23, LAB-27)."""

from tests.lab_rats.arranging import (
    QUIET,
    arrange,
    condition,
    do,
    do_first,
    numbers,
    player,
    potions,
    table,
    words,
)
from tests.lab_rats.citing import cites
from wistar_env.games.lab_rats.kinds import COLOURS

OWN = "open your own Door"
BLUE, PURPLE, ORANGE = (COLOURS.index(colour) for colour in ("blue", "purple", "orange"))


@cites("LAB-16", "LAB-27", "CONF-42")
def test_a_potion_box_gives_a_potion() -> None:
    game = arrange(table=["Potion Box", *QUIET[:4]])
    do(game, OWN)
    assert game.decision == "go on"
    assert numbers(game, "num_potions") == [1, 0, 0]
    assert table(game)[0] == "Potion Box"


@cites("LAB-17", "LAB-71", "AMB-32", "AMB-92")
def test_confusion_passes_to_the_right_all_at_once_and_the_dead_take_part() -> None:
    game = arrange(
        table=["Confusion", *QUIET[:4]],
        hands={0: ["red"], 1: ["green", "blue"], 2: ["purple", "orange", "yellow", "blue"]},
        conditions={2: "dead"},
    )
    do(game, OWN)
    asked = []
    for answer in ("green", "orange", "red"):
        asked.append(game.seat)
        do(game, f"pass a Potion ({answer}) to the right")
        assert len(potions(game, 2)) == 4
    assert asked == [1, 2, 0]  # from the left of the active player on
    assert potions(game, 0) == ["green"]
    assert potions(game, 1) == ["blue", "orange"]
    assert potions(game, 2) == ["red", "blue", "purple", "yellow"]
    assert (game.decision, game.seat) == ("go on", 0)


@cites("LAB-72", "LAB-17")
def test_confusion_asks_nobody_without_a_potion() -> None:
    game = arrange(table=["Confusion", *QUIET[:4]], hands={2: ["purple"]})
    do(game, OWN)
    assert (game.decision, game.seat) == ("Confusion", 2)
    do(game, "pass a Potion (purple)")
    assert potions(game, 1) == ["purple"]
    nobody = arrange(table=["Confusion", *QUIET[:4]])
    do(nobody, OWN)
    assert nobody.decision == "go on"


@cites("LAB-71", "LAB-17")
def test_what_arrives_by_confusion_was_not_there_to_choose_from() -> None:
    game = arrange(table=["Confusion", *QUIET[:4]], hands={0: ["red"], 1: ["green"]})
    do(game, OWN, "pass a Potion (green)")
    assert words(game) == ["pass a Potion (red) to the right"]


@cites("LAB-18", "LAB-61")
def test_radiation_gives_two_pollution_to_the_living_and_kills_at_five() -> None:
    game = arrange(
        4,
        table=["Radioactive Explosion", *QUIET[:4]],
        pollution={0: 2, 1: 3, 2: 1, 3: 0},
        conditions={2: "dead"},
        crumbs={1: 7},
        hands={1: ["blue"]},
    )
    do(game, OWN)
    assert numbers(game, "pollution") == [4, 0, 1, 2]
    assert [condition(game, seat) for seat in range(4)] == ["healthy", "dead", "dead", "healthy"]
    assert numbers(game, "crumbs")[1] == 7
    assert potions(game, 1) == ["blue"]
    assert game.decision == "go on"


@cites("VEC-39", "AMB-90", "LAB-53", "LAB-54", "AMB-39")
def test_radiation_may_kill_everybody_and_the_active_player_gets_the_crumbs() -> None:
    game = arrange(
        5,
        table=["Radioactive Explosion", *QUIET[:4]],
        pollution=dict.fromkeys(range(5), 4),
    )
    do(game, OWN)
    assert numbers(game, "pollution") == [0] * 5
    assert numbers(game, "cheese") == [0] * 5
    assert numbers(game, "crumbs") == [1, 0, 0, 0, 0]
    assert (game.presentation.stage, game.decision) == ("round 2", "lay Doors")


@cites("AMB-80")
def test_chips_are_no_limit() -> None:
    game = arrange(
        5,
        table=["red", "red", "red", "red", "blue"],
        crumbs=dict.fromkeys(range(5), 9),
        pollution={1: 4, 2: 4, 3: 4, 4: 4},
    )
    do(game, OWN, "open the Door of the first player", "open no more Doors")
    # 47 crumbs would have been due at once, and 19 pollution lie there.
    assert numbers(game, "crumbs") == [1, 9, 9, 9, 9]
    assert numbers(game, "cheese") == [1, 0, 0, 0, 0]
    assert numbers(game, "pollution") == [3, 4, 4, 4, 4]


@cites("LAB-19", "LAB-50")
def test_an_explosion_injures_the_healthy_and_kills_the_injured() -> None:
    game = arrange(
        4, table=["Explosion", *QUIET[:4]], conditions={1: "injured", 2: "dead"}, pollution={1: 3}
    )
    do(game, OWN)
    assert [condition(game, seat) for seat in range(4)] == ["injured", "dead", "dead", "injured"]
    assert numbers(game, "pollution")[1] == 3  # given back only if it killed
    assert game.decision == "go on"


@cites("LAB-20", "LAB-35", "LAB-36", "LAB-37", "LAB-61")
def test_instant_death_kills_and_ends_the_turn_with_crumbs_and_without_pollution() -> None:
    game = arrange(table=["Instant Death", *QUIET[:4]], pollution={0: 4}, hands={0: ["red"]})
    do(game, OWN)
    assert condition(game, 0) == "dead"
    assert game.decision == "lay Doors"
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (1, 4)
    assert potions(game, 0) == ["red"]


@cites("LAB-21", "LAB-62", "AMB-91", "AMB-83")
def test_resurrection_heals_the_injured_and_the_dead_and_leaves_pollution() -> None:
    game = arrange(
        table=["Resurrection", "purple", *QUIET[:3]],
        conditions={0: "injured", 1: "dead", 2: "injured"},
        pollution={0: 1, 1: 3},
        turns=1,
    )
    do(game, OWN)
    assert [condition(game, seat) for seat in range(3)] == ["healthy"] * 3
    assert numbers(game, "pollution") == [1, 3, 0]
    assert numbers(game, "turns") == [1, 1, 1]


@cites("LAB-62", "LAB-44")
def test_a_revived_specimen_takes_its_next_turn_in_order() -> None:
    game = arrange(table=["Resurrection", *QUIET[:4]], conditions={1: "dead"})
    do(game, OWN, "open no more Doors")
    do_first(game, "lay Doors")
    assert (game.decision, game.seat) == ("begin the turn", 1)


@cites("LAB-22", "AMB-33", "AMB-81", "AMB-82", "CONF-43")
def test_a_double_door_turns_up_two_of_the_deck_and_both_lie_aside() -> None:
    game = arrange(
        table=["Double Door", *QUIET[:4]],
        door_deck=["purple", "purple"],
        hands={0: ["red", "green"]},
    )
    do(game, OWN)
    seen = game.layout.counts(game.observe(1))
    assert (game.decision, seen["aside"].tolist()[3]) == ("obstacle", 2)
    do(game, "take the injury")
    assert game.decision == "obstacle"
    assert game.record[0]["aside"][PURPLE] == 2  # not discarded before the event is over
    do(game, "take the injury")
    assert condition(game, 0) == "dead"
    assert game.record[0]["aside"].sum() == 0


@cites("LAB-23", "LAB-36", "VEC-44", "LAB-22")
def test_a_seat_that_dies_on_the_first_card_of_a_double_door_skips_the_second() -> None:
    for seed in range(20):  # the cards come in either order
        game = arrange(
            table=["Double Door", "green", "blue", "purple", "orange"],
            specimens=["yellow", "green", "blue"],
            door_deck=["red", "Potion Box"],
            hands={0: ["green"]},
            conditions={0: "injured"},
            seed=seed,
        )
        do(game, OWN)
        if len(potions(game, 0)) == 2:
            continue
        do(game, "take the injury")
        assert condition(game, 0) == "dead"
        assert potions(game, 0) == ["green"]
        assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (1, 0)
        assert (game.record[0]["num_pending"], game.record[0]["num_aside"]) == (0, 0)
        return
    raise AssertionError("the obstacle never came first")


@cites("LAB-23", "LAB-36")
def test_a_double_door_is_one_open_door() -> None:
    game = arrange(table=["Double Door", *QUIET[:4]], door_deck=["Potion Box", "Potion Box"])
    do(game, OWN, "open no more Doors")
    assert (numbers(game, "crumbs")[0], numbers(game, "pollution")[0]) == (1, 4)


@cites("LAB-22", "AMB-82")
def test_a_nested_double_door_is_resolved_before_what_is_left_of_the_outer_one() -> None:
    orders = set()
    for seed in range(60):
        game = arrange(
            table=["Double Door", *QUIET[:4]],
            door_deck=["Double Door", "purple"],
            hands={0: ["red"]},
            seed=seed,
        )
        game.record[0]["door_discards"] = 0
        game.record[0]["door_discards"][[BLUE, ORANGE]] = 1  # what the second one turns up
        facing = []
        do(game, OWN)
        while game.decision == "obstacle":
            facing.append(int(game.record[0]["facing"]))
            player(game, 0)["condition"] = 0
            do(game, "take the injury")
        orders.add(tuple(facing))
    within = {(BLUE, ORANGE, PURPLE), (ORANGE, BLUE, PURPLE)}
    assert orders == within | {(PURPLE, BLUE, ORANGE), (PURPLE, ORANGE, BLUE)}


@cites("VEC-41", "AMB-82", "LAB-42")
def test_cards_of_a_double_door_cannot_be_drawn_twice_and_its_deck_never_fails() -> None:
    game = arrange(5, table=["Double Door", *QUIET[:4]], door_deck=["Double Door"])
    do(game, OWN)
    counted = game.record[0]
    together = counted["door_deck"].sum() + counted["door_discards"].sum()
    assert together + counted["aside"].sum() + counted["num_pending"] == 36 - 5 - 5


@cites("LAB-22", "LAB-29")
def test_a_fifth_potion_of_a_double_door_is_discarded_before_its_second_card() -> None:
    game = arrange(
        table=["Double Door", *QUIET[:4]],
        hands={0: ["red", "green", "blue", "purple"]},
        door_deck=["Potion Box", "Potion Box"],
    )
    do(game, OWN)
    for pending in (1, 0):
        assert (game.decision, game.record["num_pending"][0]) == ("hand limit", pending)
        assert numbers(game, "num_potions")[0] == 5
        game.step(int(game.legal_actions()[0]))
    assert game.decision == "go on"
