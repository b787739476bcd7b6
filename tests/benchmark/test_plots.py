"""The plots of a run are readable, however long the bots' names are."""

from pathlib import Path

import pytest
from matplotlib.transforms import Bbox

from tests.benchmark.test_report import arena_row, ladder_row
from wistar_env.benchmark import report
from wistar_env.benchmark.plots import draw, save

LONG = "mcts:simulations=1000,network=players{}"


def apart(boxes: list[Bbox]) -> bool:
    return not any(one.overlaps(other) for k, one in enumerate(boxes) for other in boxes[k + 1 :])


@pytest.mark.parametrize("bots", [2, 4, 12])
def test_names_of_bots_do_not_run_into_each_other_or_into_the_picture(bots: int) -> None:
    ranks = list(range(1, bots + 1))
    rows = [arena_row(1, [*range(bots)], [70 - rank for rank in ranks], ranks)]
    lines = report.summarise_arena(rows, [LONG.format(k) for k in range(bots)])
    figure = draw(lines, "A title")
    figure.draw_without_rendering()
    labels = [label for axes in figure.axes for label in axes.get_yticklabels() if label.get_text()]
    assert sorted(label.get_text() for label in labels) == sorted(line.bot for line in lines)
    boxes = [label.get_window_extent() for label in labels]
    assert apart(boxes)
    assert all(apart([box, axes.bbox]) for box in boxes for axes in figure.axes)


def test_the_names_of_a_ladder_cover_no_curve() -> None:
    rows = [ladder_row(True, 60, 50), ladder_row(False, 41, 50, level=4)]
    figure = draw(report.summarise_ladder(rows), "A title")
    figure.draw_without_rendering()
    (legend,) = figure.legends
    assert all(apart([legend.get_window_extent(), axes.bbox]) for axes in figure.axes)


@pytest.mark.parametrize("bots", [1, 3, 7])
def test_the_names_of_a_ladder_fit_into_the_picture(bots: int) -> None:
    names = [f"{LONG.format(k)},prior_temperature=1,c_puct=0.1" for k in range(bots)]
    rows = [ladder_row(won, 60, 50, bot=name) for name in names for won in (True, False)]
    figure = draw(report.summarise_ladder(rows), "A title")
    figure.draw_without_rendering()
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert 0 <= box.x0 < box.x1 <= figure.bbox.width


@pytest.mark.parametrize("bot", ["_bots:My", "m:P:$x_$", "m:P:[/x]"])
def test_a_spec_is_written_into_the_picture_as_it_is(bot: str, tmp_path: Path) -> None:
    rows = [ladder_row(True, 60, 50, bot=bot), ladder_row(False, 41, 50, level=4, bot=bot)]
    save(report.summarise_ladder(rows), bot, tmp_path / "ladder.jsonl")
    assert (tmp_path / "ladder.png").stat().st_size > 0
    figure = draw(report.summarise_ladder(rows), "A title")
    (legend,) = figure.legends
    assert [text.get_text().strip() for text in legend.get_texts()] == [bot]
    arena = [arena_row(1, [0, 1], [60, 50], [1, 2])]
    save(report.summarise_arena(arena, [bot, "greedy"]), bot, tmp_path / "arena.jsonl")
