"""Invariants, observations and scores follow the numbers of a data folder."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import config

from tests.builder import Position
from tests.card_sets import bundled, write
from tests.play import Play
from tests.scenes import plain_card
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import invariants
from wistar_env.games.rats_of_wistar.rules.decisions import FINISH_PLAY, PITCH_TENT
from wistar_env.games.rats_of_wistar.rules.invariants import (
    CARD_COUNTS,
    CARD_LOST_OR_DOUBLE,
    CUBES,
    FINE,
    GUEST_LOST_OR_DOUBLE,
    NAMES,
    PLACES,
    WORKERS,
)
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES, NUMBERS_OF
from wistar_env.games.rats_of_wistar.tables import load

#: Numbers on the boards that replace the bundled ones; Workers are changed separately.
START = {"vp": 33, "wood": 7, "metal": 0, "movement": 4}
BEDS, ROOMS = [3, 5, 6, 9, 12, 13, 20], [1, 2, 4, 8, 9, 10, 11]
CUBE_VP = [7, 8, 9, 10, 11, 12, 13, 30]


@pytest.fixture(params=[0, 1, 2])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return data with other numbers on all boards, and so many Workers at the entrance."""
    files: Any = json.loads(bundled())
    start = files["setup.toml"]["start"]
    start |= {**START, "workers_at_entrance": request.param}
    start["round_stack"] = ["basement", "home", "basement", "home", "home"]
    for seats in files["setup.toml"]["players"]:
        seats["objective_spaces"], seats["cheeses"] = 3, 2
    for name, vp in (("beds", BEDS), ("rooms", ROOMS), ("bot_cubes", CUBE_VP)):
        files["board.toml"][name]["vp"] = vp
    for entry in [start, *files["setup.toml"]["players"], *files["board.toml"].values()]:
        entry |= {"known": {}, "source": "printed"}
    write(tmp_path, files)
    return tmp_path


def workers_of(folder: Path) -> int:
    """Return the Workers that a player has at the entrance."""
    return int(load.load(folder)["start_entrance"][0])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_invariants_hold_with_other_numbers_on_the_boards(folder: Path, players: int) -> None:
    play = Play(load.load(folder), players, seed=1, tracks=(1, 1, 1))
    for _ in play.random(np.random.default_rng(players)):
        broken = play.violations()
        assert broken == FINE, NAMES[broken]
    assert play.violations() == FINE


@pytest.mark.ledger("SETUP-17")
@pytest.mark.parametrize("change", [-1, 1])
def test_a_worker_too_many_or_too_few_is_found(folder: Path, change: int) -> None:
    play = Play(load.load(folder), 2, seed=1)
    play.game["players"]["entrance"][0] += change
    assert play.violations() == WORKERS


@pytest.mark.parametrize(
    ("field", "index", "broken"),
    [
        *(("types", (k,), CARD_COUNTS) for k in range(3)),
        *(("tiers", (k,), CARD_COUNTS) for k in range(2)),
        *(("timings", (k,), CARD_COUNTS) for k in range(6)),
        ("mission_cubes", (), CUBES),
    ],
)
@pytest.mark.parametrize("change", [-1, 1])
def test_a_count_of_what_a_seat_has_played_that_is_wrong_is_found(
    tables: Any, field: str, index: tuple[int, ...], broken: int, change: int
) -> None:
    play = Play(tables, 2, seed=1)
    play.game["players"][field][(1, *index)] += change
    assert play.violations() == broken


@pytest.mark.ledger("FAST-08")
@pytest.mark.parametrize("tent", [0, 1])
def test_a_tent_that_stands_in_no_room_of_the_farm_is_found(tables: Any, tent: int) -> None:
    play = Play(tables, 2, seed=1)
    rooms = int(tables[0]["rooms"])
    for place, broken in ((0, PLACES), (1, FINE), (rooms - 1, FINE), (rooms, PLACES)):
        play.game["players"]["tents"][1, tent] = place
        assert play.violations() == broken


def test_a_card_that_is_being_played_is_nowhere_else(tables: Any) -> None:
    play = Play(tables, 2, seed=1)
    size = int(play.game["deck_size"][0])
    depth, stack = int(play.game["depth"]), play.game["stack"]
    stack[depth] = stack[depth - 1]
    entry = stack[depth - 1]
    entry["kind"] = FINISH_PLAY
    entry["numbers"][NAMED_PLACES["card"]] = play.game["deck"][0, size - 1]
    play.game["depth"] += 1
    assert play.violations() == CARD_LOST_OR_DOUBLE
    play.game["deck_size"][0] = size - 1
    assert play.violations() == FINE


@pytest.mark.ledger("AMB-05")
@pytest.mark.parametrize("place", [("supply", (0, 1)), ("round_guests", (4,)), ("cheese", (0,))])
def test_a_guest_in_two_places_is_found(tables: Any, place: tuple[str, tuple[int, ...]]) -> None:
    play = Play(tables, 2, seed=1)
    field, index = place
    assert play.violations() == FINE
    play.game[field][index] = play.game["supply"][0, 0]
    assert play.violations() == GUEST_LOST_OR_DOUBLE


@pytest.mark.interpreted
@pytest.mark.skipif(not config.DISABLE_JIT, reason="calls a part of compiled code by itself")
def test_an_open_choice_has_two_different_actions_or_more() -> None:
    position = plain_card(Position(), "Hammer", effect="pitch_tent_anywhere")
    position.player(0).hand("Hammer").tent("C").explorer("B")
    position.play("Hammer")
    taken_up = [number.name for number in NUMBERS_OF[PITCH_TENT]].index("taken_up")
    assert invariants.can_be_answered(position.tables, position.game)
    position.game["stack"]["numbers"][position.game["depth"] - 1, taken_up] = 1
    assert position.texts() == {"TENT B"}
    assert not invariants.can_be_answered(position.tables, position.game)
    position.game["players"]["tents"][0] = position.game["players"]["tents"][0, 0]
    assert position.texts() == {"LIFT C"}
    assert not invariants.can_be_answered(position.tables, position.game)


def test_what_is_seen_and_scored_is_what_the_boards_say(folder: Path) -> None:
    game = RatsOfWistar.new(1, seed=1, level=4, data=folder)
    seen: Any = game.presentation.describe_observation(game.observe(0))
    assert {name: seen[f"me.{name}"] for name in START} == START
    assert seen["me.entrance"] == workers_of(folder)
    human, bot = game.scores()
    assert (human["track"], human["beds"], human["rooms"]) == (
        START["vp"],
        BEDS[0],
        ROOMS[0],
    )
    assert bot["abilities"] == CUBE_VP[0]
    assert bot["track"] == START["vp"]
    game.record["players"]["beds_built"][0, 0] = 4
    game.record["players"]["rooms_dug"][0, 0] = 6
    assert (game.scores()[0]["beds"], game.scores()[0]["rooms"]) == (BEDS[4], ROOMS[6])
    assert f"{START['vp']} VP" in game.presentation.render(0)
