"""The ladder of any game: challengers against copies of an opponent."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from tests.benchmark.runs import FIRST, MOODY, play
from tests.benchmark.test_report import printed
from tests.kit.nim import Nim
from wistar_env.benchmark import BotError, opponent_ladder, paired, report
from wistar_env.benchmark.plots import draw
from wistar_env.benchmark.results import ResultRow
from wistar_env.benchmark.work_units import Plan, game_seed
from wistar_env.kit.game import Game
from wistar_env.kit.game.spec_records import BotSpec
from wistar_env.kit.replays import Replay

LAST = "solitary_bots:LastBot"


class ClimbedNim(Nim):
    """Nim that declares opponents."""

    spec = replace(Nim.spec, bots=BotSpec(ladder=("random", FIRST)))
    __slots__ = ()


def plan(bots: Sequence[str] = (FIRST,), game: type[Game] = Nim, **settings: Any) -> Plan:
    return opponent_ladder.plan(game, bots, **{"games": 2, "seed": 7, "batch": 2, **settings})


def test_every_challenger_plays_the_same_games_in_every_seat_on_every_rung(
    tmp_path: Path,
) -> None:
    bots, climbed = ["random", MOODY], ["greedy", FIRST]
    rows = play(plan(bots, opponents=climbed, players=3), tmp_path / "x.jsonl")
    assert [(row["bot"], row["opponent"], row["seed"], row["seats"]) for row in rows] == [
        (bot, opponent, game_seed(7, game), [int(own_seat != own) for own_seat in range(3)])
        for bot in bots
        for opponent in climbed
        for game in (0, 1)
        for own in range(3)
    ]


def test_a_row_is_the_game_that_the_challenger_and_the_rung_play(tmp_path: Path) -> None:
    rows = play(plan([FIRST], opponents=[LAST], players=3, games=1), tmp_path / "x.jsonl")
    for own_seat, row in enumerate(rows):
        game = Nim.new(3, seed=row["seed"])
        while not game.finished:
            legal = game.legal_actions()
            game.step(int(legal[0] if game.seat == own_seat else legal[-1]))
        assert row["scores"] == [score["total"] for score in game.scores()]
        assert row["ranks"] == game.ranks()
        assert row["decisions"] == game.num_decisions
        assert row["rotation"] == own_seat


def test_opponents_are_those_of_the_game_unless_others_are_named() -> None:
    assert [*plan(game=ClimbedNim).header.settings["opponents"]] == ["random", FIRST]
    assert [*plan(game=ClimbedNim, opponents=["greedy"]).header.settings["opponents"]] == ["greedy"]
    assert [*plan().header.settings["opponents"]] == ["random"]


ALTERED: dict[str, tuple[object, str]] = {
    "bot": ("greedy", "of bot 'greedy' against 'random'"),
    "opponent": ("greedy", "against 'greedy'"),
    "game": (1, "game 1 must have the seed"),
    "rotation": (1, r"rotation 1 with the seats \[0, 1\]"),
    "seats": ([1, 0], r"rotation 0 with the seats \[1, 0\]"),
    "ranks": ([1, 3], r"ranks \[1, 3\] are impossible"),
    "more": (1, "more: "),
}


@pytest.mark.parametrize("field", ALTERED)
def test_a_row_of_another_ladder_is_rejected(field: str, tmp_path: Path) -> None:
    one = plan(games=1)
    row = play(one, tmp_path / "x.jsonl")[0]
    value, message = ALTERED[field]
    assert one.key_of(row) == (FIRST, "random", 0, 0)
    with pytest.raises(ValueError, match=message):
        one.key_of({**row, field: value})


@pytest.mark.parametrize(
    ("changes", "settings", "message"),
    [
        ({}, {"bots": [FIRST, FIRST]}, "each bot .* twice"),
        ({}, {"opponents": ["random", "random"]}, "each opponent .* twice"),
        ({}, {"opponents": ["gredy"]}, "there is no bot 'gredy'"),
        ({}, {"players": 5}, "must be 2 to 4 for Nim with a hidden card, found 5"),
        ({"min_players": 3}, {"players": 2}, "must be 3 to 4 .*, found 2"),
        ({"max_players": 1, "min_players": 1}, {}, "is a game for one player"),
        ({"seats_of": lambda n: (n + 1, 1)}, {}, "with 2 players has 1 automata"),
    ],
)
def test_a_ladder_that_cannot_be_is_rejected(
    changes: dict[str, Any], settings: dict[str, Any], message: str
) -> None:
    game = type("Declared", (Nim,), {"spec": replace(Nim.spec, **changes), "__slots__": ()})
    with pytest.raises(BotError, match=message):
        plan(settings.pop("bots", [FIRST]), game, **settings)


def test_replays_of_the_first_games_are_saved(tmp_path: Path) -> None:
    saving = plan([FIRST], players=3).with_replays(tmp_path / "replays", 1)
    rows = play(saving, tmp_path / "x.jsonl")
    files = sorted((tmp_path / "replays").iterdir())
    assert len(files) == 3
    for own_seat, file in enumerate(files):
        replay = Replay.load(file, game=Nim)
        assert list(replay.players or ()).index(FIRST) == own_seat
        assert [score["total"] for score in replay.resume().scores()] == rows[own_seat]["scores"]


def row(bot: str, opponent: str, game: int, own_seat: int, scores: list[int]) -> ResultRow:
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    seats = [int(other != own_seat) for other in range(len(scores))]
    return {
        "bot": bot,
        "opponent": opponent,
        "game": game,
        "seed": game,
        "rotation": own_seat,
        "seats": seats,
        "scores": scores,
        "ranks": ranks,
        "breakdowns": [{"beds": score} for score in scores],
    }


ROWS = [
    row("a", "random", 0, 0, [3, 1, 1]),
    row("a", "random", 0, 1, [1, 1, 0]),
    row("a", "greedy", 0, 0, [0, 4, 0]),
    row("b", "random", 0, 0, [3, 4, 1]),
    row("b", "random", 0, 1, [2, 2, 2]),
    row("b", "greedy", 0, 0, [4, 0, 1]),
]


def test_a_line_has_shared_wins_and_the_margin_over_the_best_other() -> None:
    lines = report.summarise_ladder(ROWS, "cheese")
    assert [(line.bot, line.level, line.games) for line in lines] == [
        ("a", "random", 2),
        ("a", "greedy", 1),
        ("b", "random", 2),
        ("b", "greedy", 1),
    ]
    assert [line.win_rate.value for line in lines] == pytest.approx([0.75, 0, 1 / 6, 1])
    assert [line.margin.value for line in lines] == [1, -4, -0.5, 3]
    assert [line.even for line in lines] == pytest.approx([1 / 3] * 4)


def test_bots_are_compared_by_rung_over_the_means_of_rotations() -> None:
    found = paired.compare_ladder(ROWS)
    assert [(line.bot, line.level, line.games) for line in found] == [
        ("b", "random", 1),
        ("b", "greedy", 1),
    ]
    assert [line.win_rate.value for line in found] == pytest.approx([1 / 6 - 0.75, 1])
    assert [line.points.value for line in found] == [-1.5, 7]


def test_tables_name_opponents_and_no_automaton() -> None:
    lines = report.summarise_ladder(ROWS, "cheese")
    found = paired.compare_ladder(ROWS)
    tables = [*report.breakdown_tables(lines), report.main_table(lines, "A title")]
    text = printed(*tables, *paired.paired_tables(found, "a"))
    assert "opponent" in text
    assert "best other" in text
    assert "mean cheese" in text
    assert "level" not in text
    assert "Rat-o-bot" not in text


def test_a_plot_has_a_place_for_each_rung_in_their_order() -> None:
    figure: Figure = draw(report.summarise_ladder(ROWS, "cheese"), "A title")
    for axes in figure.axes:
        assert [label.get_text() for label in axes.get_xticklabels()] == ["random", "greedy"]
        assert axes.get_xlabel() == "opponent"
    assert figure.axes[0].lines[0].get_xdata().tolist() == [0, 1]  # type: ignore[union-attr]
