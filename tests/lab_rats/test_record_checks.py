"""Saves of unknown origin: what is accepted can be played to its end."""

from typing import Any

import numpy as np
import pytest

from tests.lab_rats.arranging import QUIET, arrange, begin_histories, do
from tests.lab_rats.citing import cites
from wistar_env.errors import ReplayError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.actions import PASS
from wistar_env.games.lab_rats.history import KIND_BITS, PLACE_BITS, REMADE, SHOWN
from wistar_env.games.lab_rats.kinds import POTION_NAMES
from wistar_env.games.lab_rats.record_checks import check_records
from wistar_env.games.lab_rats.state import OF_POTIONS


def test_every_position_of_a_game_can_be_saved() -> None:
    for num_players in (3, 4, 5):
        game, chance = LabRats.new(num_players, 0), np.random.default_rng(0)
        while not game.finished:
            assert LabRats.from_bytes(game.to_bytes()) == game
            other = game.determinize(game.seat, 0)
            assert LabRats.from_bytes(other.to_bytes()) == other
            game.step(int(chance.choice(game.legal_actions())))
        assert LabRats.from_bytes(game.to_bytes()) == game


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("active", 3),
        ("exchanged", 8),
        ("own_opened", 8),
        ("asked", 0),
        ("asked", 4),
        ("round_number", 0),
        ("facing", 6),
        ("opened", 31),
        ("opened", -1),
        ("exchanged", -1),
        ("own_opened", -1),
        ("at_exit", -1),
        ("stopped", 2),
        ("rewarded", 2),
        ("exits", 3),
        ("num_pending", 37),
        ("pending", -1),
        ("pending", 13),
        ("num_potion_deck", 3),
        ("num_door_deck", 3),
        ("num_aside", 3),
        ("sealed_open", 1),
        ("mover", 1),
        ("players.specimen", 6),
        ("players.cheese", 4),
        ("players.crumbs", 10),
        ("players.known", 1),
        ("players.num_potions", 1),
        ("players.num_put_by", 1),
        ("players.num_doors", 2),
    ],
)
def test_a_number_that_does_not_fit_is_rejected_by_its_name(name: str, value: int) -> None:
    game = arrange()
    *inside, field = name.split(".")
    record: Any = game.record[0]["players"][:3] if inside else game.record[0]
    record[field] = value
    with pytest.raises(ReplayError, match=rf"continued: ({field}|to_pay) cannot be"):
        LabRats.from_bytes(game.to_bytes())
    records = np.repeat(arrange().record, 7)
    records[5] = game.record[0]
    with pytest.raises(ReplayError, match="game 5 "):
        check_records(game.cards.tables, records, "game {}")


def test_a_sealed_choice_is_one_of_the_hand() -> None:
    """Whatever kind was chosen, from the first to the last."""
    game = arrange(
        table=["Confusion", *QUIET[:4]],
        hands={0: ["red"], 1: ["green", "orange"], 2: ["multicolour"]},
    )
    do(game, "open your own Door", "pass a Potion (orange)")
    assert LabRats.from_bytes(game.to_bytes()) == game
    do(game, "pass a Potion (multicolour)")
    assert LabRats.from_bytes(game.to_bytes()) == game
    game.record["sealed_choice"][0, 1] = game.record["sealed_choice"][0, 2]
    with pytest.raises(ReplayError, match="sealed_choice cannot be"):
        LabRats.from_bytes(game.to_bytes())


@pytest.mark.parametrize(("own", "kind"), [(0, -1), (-1, len(POTION_NAMES))])
def test_a_sealed_choice_is_a_kind_that_there_is(own: int, kind: int) -> None:
    name = POTION_NAMES[own]
    hands = {0: ["blue"], 1: [name], 2: ["green"]}
    game = arrange(table=["Confusion", *QUIET[:4]], hands=hands)
    do(game, "open your own Door", f"pass a Potion ({name})")
    game.record["sealed_choice"][0, 1] = PASS + kind
    with pytest.raises(ReplayError, match="sealed_choice cannot be"):
        LabRats.from_bytes(game.to_bytes())


@cites("LAB-74")
def test_who_has_no_potion_is_not_asked_for_one() -> None:
    hands = {0: ["red"], 1: ["green"], 2: ["blue"]}
    game = arrange(active=2, table=[*QUIET[:2], "Confusion", *QUIET[2:4]], hands=hands)
    do(game, "open your own Door", "pass a Potion (red)", "pass a Potion (green)")
    record = game.record[0]
    record["potion_discards"] += record["players"]["potions"][2]
    record["players"]["potions"][2] = record["players"]["num_potions"][2] = 0
    begin_histories(record)
    with pytest.raises(ReplayError, match="sealed_choice cannot be"):
        LabRats.from_bytes(game.to_bytes())


def test_a_winner_has_no_more_decisions() -> None:
    arrange(cheese={0: 3})
    with pytest.raises(ReplayError, match="cheese cannot be"):
        arrange(cheese={0: 4})


def at(decision: str, potions: int = 0) -> LabRats:
    """Return a game at its first decision of a name with so many Potions in the hand."""
    for seed in range(50):
        game, chance = LabRats.new(3, seed), np.random.default_rng(seed)
        while not game.finished:
            held = int(game.record["players"]["num_potions"][0, game.seat])
            fits = game.decision == decision and held >= potions
            if fits and not game.record["num_aside"][0]:
                return game
            game.step(int(chance.choice(game.legal_actions())))
    raise AssertionError(decision)


def test_an_exit_asks_no_more_colours_than_exits_have() -> None:
    game = arrange(hands={0: ["multicolour"] * 4}, turns=1)
    do(game, "try an Exit")
    game.record["to_pay"] = 0b000111
    assert LabRats.from_bytes(game.to_bytes()) == game
    game.record["to_pay"] = 0b001111
    with pytest.raises(ReplayError, match="to_pay cannot be"):
        LabRats.from_bytes(game.to_bytes())


@pytest.mark.parametrize("sort", [0, 1])
def test_a_history_that_does_not_lead_to_what_lies_there_is_rejected(sort: int) -> None:
    game = at("obstacle")
    game.record["histories"]["discards"][0, sort, 0] += 1
    with pytest.raises(ReplayError, match="histories do not lead to the current cards"):
        LabRats.from_bytes(game.to_bytes())


def turn_up(game: LabRats, aside: int, pending: int) -> None:
    """Move Doors of the deck to those of a Double Door, resolved ones and others."""
    record = game.record[0]
    for number in range(aside + pending):
        kind = int(record["door_deck"].argmax())
        record["door_deck"][kind] -= 1
        record["num_door_deck"] -= 1
        if number < aside:
            record["aside"][kind] += 1
            record["num_aside"] += 1
        else:
            record["pending"][record["num_pending"]] = kind
            record["num_pending"] += 1
    begin_histories(record)


@pytest.mark.parametrize("decision", ["obstacle", "hand limit", "Confusion"])
def test_cards_of_a_double_door_may_wait_while_one_is_resolved(decision: str) -> None:
    game = at(decision)
    turn_up(game, 1, 1)
    game = LabRats.from_bytes(game.to_bytes())
    while game.record["num_aside"][0]:
        game.step(int(game.legal_actions()[0]))
    assert game.record["num_pending"][0] == 0


@pytest.mark.parametrize(("aside", "pending"), [(1, 0), (0, 1)])
@pytest.mark.parametrize(
    "decision", ["begin the turn", "go on", "pay the Exit", "lay Doors", "keep two Potions"]
)
def test_no_card_of_a_double_door_waits_at_another_decision(
    decision: str, aside: int, pending: int
) -> None:
    game = at(decision)
    turn_up(game, aside, pending)
    with pytest.raises(ReplayError, match="num_pending cannot be"):
        LabRats.from_bytes(game.to_bytes())


def test_a_card_of_a_double_door_is_in_no_other_place() -> None:
    game = at("obstacle")
    turn_up(game, 1, 1)
    game.record["door_deck"][0, int(game.record["pending"][0, 0])] += 1
    game.record["num_door_deck"] += 1
    with pytest.raises(ReplayError, match="doors cannot be"):
        LabRats.from_bytes(game.to_bytes())


def test_cards_that_lie_aside_are_counted() -> None:
    game = at("obstacle")
    game.record["num_aside"] += 1
    with pytest.raises(ReplayError, match="num_aside cannot be"):
        LabRats.from_bytes(game.to_bytes())


@cites("LAB-42")
def test_a_single_discard_may_become_the_deck() -> None:
    game = arrange(5, hands={0: ["red"], 1: ["green"]}, potion_deck=["blue"])
    shown = [
        kind for kind, count in enumerate(game.record["potion_discards"][0]) for _ in range(count)
    ]
    history = game.record["histories"][0, OF_POTIONS]
    history["discards"] = game.record["potion_deck"][0]
    events = [REMADE << 2 * PLACE_BITS + KIND_BITS]
    for number, kind in enumerate(shown, 2):
        history["held"][number % 5, kind] += 1
        events.append((SHOWN << 2 * PLACE_BITS | number % 5) << KIND_BITS | kind)
    history["events"][: len(events)] = events
    history["num_events"] = len(events)
    assert LabRats.from_bytes(game.to_bytes()) == game
    history["discards"][:] = 0
    with pytest.raises(ReplayError, match="histories do not lead to the current cards"):
        LabRats.from_bytes(game.to_bytes())
