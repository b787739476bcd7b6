"""Choices that random games hardly ever reach, put on the stack by hand."""

from typing import Any

import numpy as np
import pytest

from tests.games import until
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables import ops as language

OPS = [word.replace("_", " ") for word in codes.names("OP")]


def at_turn() -> RatsOfWistar:
    return until(RatsOfWistar.new(seed=1), lambda game: game.decision == "turn")


def push(game: RatsOfWistar, kind: int, seat: int, **numbers: int) -> None:
    g = game.record
    entry = np.zeros(1, g["stack"].dtype)
    entry["kind"], entry["seat"] = kind, seat
    for name, value in numbers.items():
        entry["numbers"][..., NAMED_PLACES[name]] = value
    g["stack"][0, g["depth"][0]] = entry[0]
    g["depth"] += 1


def said(game: RatsOfWistar, seat: int) -> dict[str, Any]:
    return game.presentation.describe_observation(game.observe(seat))


def row_of(game: RatsOfWistar, op: int) -> int:
    """Return the first effect row with an op."""
    return int(np.flatnonzero(game.components.tables[0]["ops"]["op"] == op)[0])


def test_drawn_cards_are_shown_to_the_choosing_seat_only() -> None:
    game = at_turn()
    g = game.record
    g["deck_size"][0, 0] -= 3
    drawn = g["deck"][0, 0, g["deck_size"][0, 0] :][:3].copy()
    g["offered"][0, :3], g["offered_size"] = drawn, 3
    push(game, decisions.PLAY_DRAWN, 1)
    assert said(game, 1)["offered"] == [
        game.components.labels.cards[card] for card in sorted(drawn)
    ]
    assert said(game, 0)["offered"] == []
    assert said(game, 0)["decision"] == ["play drawn"]


def test_objectives_to_keep_are_shown_to_the_choosing_seat_only() -> None:
    game = at_turn()
    push(game, decisions.KEEP_OBJECTIVE, 0, objective=4, other_objective=9)
    names = game.components.names.objectives
    assert said(game, 0)["offered_objectives"] == [names[4], names[9]]
    assert said(game, 0)["numbers"] == {}
    assert said(game, 1)["offered_objectives"] == []
    push(game, decisions.KEEP_OBJECTIVE, 0, objective=4, other_objective=-1)
    assert said(game, 0)["offered_objectives"] == [names[4]]


def test_alternatives_are_shown_as_ops_with_amounts() -> None:
    game = at_turn()
    row = row_of(game, codes.OP_CHOOSE)
    ops = game.components.tables[0]["ops"]
    count = int(ops[row]["a"])
    push(game, decisions.CHOOSE_OPTION, 1, first_option=row + 1, options=count)
    shown = said(game, 1)
    assert len(shown["alternatives"]) == count
    for k in range(count):
        own = ops[row + 1 + k]
        word, name = OPS[own["op"]], [*codes.names("OP")][own["op"]]
        amount = int(own["a"]) if language.OPS[name].arguments == ("n",) else 1
        assert shown["alternatives"][f"option {k + 1}"] == {word: amount}
    assert shown["numbers"] == {"options": count}
    assert said(game, 0)["alternatives"] == {}


def test_a_cost_shows_what_it_buys() -> None:
    game = at_turn()
    row = row_of(game, codes.OP_PAY)
    ops = game.components.tables[0]["ops"]
    kind, amount, skip = (int(ops[row][name]) for name in ("a", "b", "skip"))
    push(game, decisions.EFFECT, 0, row=row + 1, end=row + 1 + skip, source=17)
    push(game, decisions.ACCEPT_COST, 0, cost=kind, amount=amount, skip=skip)
    shown = said(game, 0)
    bought = {OPS[op] for op in ops["op"][row + 1 : row + 1 + skip]}
    assert set(shown["alternatives"]["option 1"]) == bought
    assert shown["numbers"] == {
        name: value for name, value in (("cost", kind), ("amount", amount)) if value
    }
    assert said(game, 1)["alternatives"] == {}


def test_a_card_that_is_being_played_and_one_that_acts_are_shown_to_all() -> None:
    game = at_turn()
    push(game, decisions.FINISH_PLAY, 0, card=30)
    push(game, decisions.EFFECT, 0, row=0, end=1, source=40)
    push(game, decisions.EFFECT, 0, row=0, end=1, source=210)
    push(game, decisions.PAY_ITEMS, 0, left=2)
    cards = game.components.labels.cards
    for seat in range(2):
        assert said(game, seat)["resolving"] == [cards[30], cards[40]]
    assert said(game, 0)["numbers"] == {"left": 2}
    assert said(game, 1)["numbers"] == {}


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_left_of_a_turn_is_shown_to_all(seat: int) -> None:
    game = at_turn()
    stack, depth = game.record["stack"][0], int(game.record["depth"][0])
    turn = stack[depth - 1]
    due = {"bonus_due": codes.BONUS_PLAY, "other_bonus_due": codes.BONUS_PLAY}
    for name, value in {"chief_at": 2, "main_due": 1, **due}.items():
        turn["numbers"][NAMED_PLACES[name]] = value
    shown = said(game, seat)
    assert shown["chief_at"] == ["Collecting Metal"]
    assert shown["main_due"] == 1
    assert shown["bonus_due"] == {"play an Invention": 2}
    assert shown["numbers"] == {}
    for name, value in {"chief_at": 6, "main_due": 0, "bonus_due": codes.NONE}.items():
        turn["numbers"][NAMED_PLACES[name]] = value
    shown = said(game, seat)
    assert shown["chief_at"] == ["Alchemist's Hut"]
    assert shown["main_due"] == 0
    assert shown["bonus_due"] == {"play an Invention": 1}
