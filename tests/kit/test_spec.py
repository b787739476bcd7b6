"""A declaration that contradicts the bound functions is rejected before anything runs."""

from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest

from tests.kit import nim
from tests.kit.goofspiel import Goofspiel
from tests.kit.nim import SPEC, BareNim, Nim
from wistar_env import RatsOfWistar
from wistar_env.compiled.records import record
from wistar_env.kit.game import FixedData, GameSpec
from wistar_env.kit.game.spec_records import BotSpec, ReportSpec, ScoreSpec
from wistar_env.kit.vector.batch_game import BatchGame

pytestmark = pytest.mark.interpreted


def declared(**changes: Any) -> type[Nim]:
    return type("Declared", (Nim,), {"spec": replace(SPEC, **changes), "__slots__": ()})


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"num_actions": nim.NUM_ACTIONS - 1}, "gives num_actions 11, .* bound with 12"),
        ({"scores": replace(SPEC.scores, table_columns=2)}, "gives columns 2, .* bound with 1"),
        ({"scores": replace(SPEC.scores, total_column=1)}, "gives total_column 1"),
        ({"max_seats": 3}, "gives max_seats 3, .* bound with 4"),
        ({"bots": BotSpec(weights=np.ones(3))}, "gives num_features 3, .* bound with 0"),
        ({"record": nim.REPORT}, "gives game_bytes 2"),
        ({"report": ReportSpec(record=record([("wide", np.int64)]))}, "gives report_bytes 8"),
        ({"score_columns": ("a", "b")}, "has 2 named score columns; .* 0 to 1"),
        (
            {"scores": replace(SPEC.scores, features={"cards": ((0, 0, 1),)})},
            "has a feature of word 0; allowed: nothing",
        ),
        ({"scores": replace(SPEC.scores, features={"cards": ((-1, 0, 1),)})}, "of word -1"),
        ({"max_players": 5}, "has 9 values in a layout of size 9 for 5 players; .* 0 to 8"),
        ({"seats_of": lambda n: (n + 3, 0)}, "has 5 seats for 2 players; .* 0 to 4"),
        ({"seats_of": lambda n: (n, n)}, "has 2 automata for 2 players; .* 0 to 1"),
        ({"record_ranges": (("pile", (0, 7)),)}, "has record_ranges of 'pile', .* piles, cards"),
    ],
)
def test_sizes_that_are_not_those_of_the_functions_are_rejected(
    changes: dict[str, Any], problem: str
) -> None:
    game = declared(**changes)
    with pytest.raises(ValueError, match=f"the GameSpec of 'nim' .*{problem}"):
        game.new(2)
    with pytest.raises(ValueError, match=problem):
        BatchGame(game, 2, 2)


def test_points_are_written_as_they_are_named_unless_the_game_says_more() -> None:
    assert SPEC.scores.points_text == "points"
    assert ScoreSpec(points_name="cheese").points_text == "cheese"
    assert (RatsOfWistar.spec.scores.points_name, RatsOfWistar.spec.scores.points_text) == (
        "vp",
        "VP",
    )


def test_data_of_another_game_are_rejected() -> None:
    with pytest.raises(TypeError, match="data must be None"):
        Nim.new(2, data=BareNim.spec.open_data(None))
    other = FixedData(nim.tables(5), nim.rules)
    assert Nim.new(2, data=other).data is other


def test_a_running_game_reports_only_the_declared_values() -> None:
    game = Nim.new(2, seed=1)
    game.record["winner"] = 1
    assert game.report() == {"winner": 0}
    assert RatsOfWistar.new(1, level=4).report() == {"level": 4}


#: The minimum for a hand-written game, as in docs/game-by-hand.md.
WRITTEN = {
    *("name", "title", "rules_version", "max_players", "record", "record_ranges"),
    *("num_actions", "score_columns", "observation_layout", "open_data"),
}


def test_the_first_ten_fields_are_what_an_author_writes() -> None:
    names = [each.name for each in fields(GameSpec)]
    assert set(names[: len(WRITTEN)]) == WRITTEN
    optional = {
        each.name
        for each in fields(GameSpec)
        if each.default is not MISSING or each.default_factory is not MISSING
    }
    assert {*names} - optional <= WRITTEN


def test_what_is_optional_is_in_records_by_topic() -> None:
    topics = {name for name, value in vars(SPEC).items() if is_dataclass(value)}
    assert topics == {
        *("actions", "scores", "observation", "report", "saves", "data", "bots", "networks"),
    }
    for topic in topics:
        assert all(
            each.default is not MISSING or each.default_factory is not MISSING
            for each in fields(vars(SPEC)[topic])
        )


def test_what_follows_from_the_observation_and_the_columns_is_filled_in() -> None:
    bare = Goofspiel.spec
    assert bare.observation.state_layout(2) is bare.observation_layout(2)
    assert bare.observation.sparse_width(3) == bare.observation_layout(3).size
    assert (bare.scores.table_columns, bare.scores.total_column) == (1, 0)
