"""Sealed choices: hidden from other seats until all are made, and resampled in determinizations."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.kit import goofspiel
from tests.kit.goofspiel import CARDS, Goofspiel, State, Tables
from wistar_env.compiled.jit import unit
from wistar_env.compiled.records import record
from wistar_env.compiled.types import ByteArray, ShortArray
from wistar_env.errors import ReplayError
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS
from wistar_env.kit.conformance.runner import cases_of, check_game, run_check
from wistar_env.kit.game import FixedData, Game
from wistar_env.kit.sealed import SEALED_FIELDS, sealed_word
from wistar_env.kit.search import Mcts
from wistar_env.kit.vector.batch_game import BatchGame


def test_a_game_of_simultaneous_choices_passes_every_check() -> None:
    problems = [result for result in check_game(Goofspiel, games=2) if result.problem]
    assert problems == []


def test_all_are_asked_once_a_round_in_an_order_that_does_not_depend_on_choices() -> None:
    orders = set()
    for seed in range(8):
        game, order = Goofspiel.new(3, 1), []
        chance = np.random.default_rng(seed)
        while not game.finished:
            order.append(game.seat)
            game.step(int(chance.choice(game.legal_actions())))
        orders.add(tuple(order))
    assert len(orders) == 1
    (order_of_all,) = orders
    assert [sorted(order_of_all[3 * k : 3 * k + 3]) for k in range(CARDS)] == [[0, 1, 2]] * CARDS


def test_batches_and_searches_resample_them() -> None:
    game = Goofspiel.new(2, 3)
    game.step(4)  # the strongest card, which the other one cannot know
    honest = Mcts(400, c_puct=1.0).search(game, 1)
    secret = game.clone()
    secret.record["sealed_choice"][0, 0] = 0
    other = Goofspiel.from_bytes(secret.to_bytes())
    assert Mcts(400, c_puct=1.0).search(other, 1).visits.tolist() == honest.visits.tolist()
    batch = BatchGame(Goofspiel, 64, 3)
    step = batch.reset(seed=1)
    for _ in range(40):
        step = batch.step(batch.choose("greedy"))
    assert np.isfinite(step.reward).all()


def test_others_see_that_a_seat_chose_but_not_what() -> None:
    game = Goofspiel.new(3, 1)
    told, of_others, everything = game.presentation.events_of(4, [game.seat, 1, None])
    assert (
        game.presentation.narrate(told, ["a", "b", "c"])
        == ("a: bid 5",)
        == game.presentation.narrate(everything, "abc")
    )
    assert game.presentation.narrate(of_others, ["a", "b", "c"]) == ("a: chooses in secret",)


@unit
def encode_all(
    t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray
) -> None:
    goofspiel.encode(t, g, viewer, out, size, limit)
    seats = int(g.seats)
    for k in range(seats):
        seat = (max(0, viewer) + k) % seats
        out[2 + seats + CARDS * seats + k] = g.sealed_choice[seat]


@unit
def play_and_tell(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    g.won[g.mover] += action % 2
    goofspiel.play_on(t, g, action, legal)


def variant(**functions: Any) -> type[Game]:
    """Return Goofspiel with other functions."""

    def rules(of: Any) -> Any:
        every = {**goofspiel.FUNCTIONS, **functions}
        return bind(every, game=goofspiel.STATE, tables=of, sizes=goofspiel.SIZES)

    class Other(Goofspiel):
        spec = replace(
            Goofspiel.spec, open_data=FixedData(np.zeros(1, goofspiel.TABLES), rules).open
        )

    return Other


@pytest.mark.parametrize(
    ("functions", "problem"),
    [
        ({"encode": encode_all}, "the observation of seat . reveals a sealed choice"),
        ({"play_on": play_and_tell}, "the observation of seat . reveals a sealed choice"),
    ],
)
def test_a_game_that_gives_a_choice_away_fails_the_check(
    functions: dict[str, Any], problem: str
) -> None:
    table = cases_of(variant(**functions), games=1)[0]
    result = run_check("sealed_choices_stay_sealed", table)
    assert re.search(problem, result.problem)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sealed_open", 0b110000),
        ("sealed_open", 0b001),
        ("sealed_made", 0b100000),
        ("sealed_made", 0b110),
        ("sealed_choice", CARDS),
        ("sealed_choice", -1),
    ],
)
def test_a_save_whose_choices_do_not_agree_is_rejected(name: str, value: int) -> None:
    game = Goofspiel.new(3, 1)
    game.step(2)
    Goofspiel.from_bytes(game.to_bytes())
    game.record[name] = value
    with pytest.raises(ReplayError, match=f"cannot be continued: {name} is"):
        Goofspiel.from_bytes(game.to_bytes())


def test_a_record_has_all_fields_of_sealed_choices_together_or_none() -> None:
    head = list(COMMON_FIELDS)
    assert sealed_word(record(head)) == 0
    assert sealed_word(record([*head, *SEALED_FIELDS])) > 0
    swapped = [SEALED_FIELDS[1], SEALED_FIELDS[0], SEALED_FIELDS[2]]
    short = [*SEALED_FIELDS[:2], ("sealed_choice", np.int16, (3,))]
    for fields in (SEALED_FIELDS[:1], SEALED_FIELDS[1:], swapped, short):
        with pytest.raises(TypeError, match="must have all SEALED_FIELDS of"):
            sealed_word(record([*head, *fields]))
