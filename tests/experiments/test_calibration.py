import re
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from experiments import calibration, usage
from experiments.bot_games import BATCH
from wistar_env.benchmark.results import versions
from wistar_env.errors import WistarError
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES, TOTAL, TRACK
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.games.rats_of_wistar.tables.limits import CHIEFS, ROUNDS
from wistar_env.games.rats_of_wistar.tables.load import catalogue

#: In tests/alone, where its fingerprint covers no package.
FIRST = "solitary_bots:FirstBot"


@pytest.fixture(scope="module")
def report() -> list[list[str]]:
    return list(calibration.calibrate(4, 1, targets=True))


@pytest.fixture(scope="module")
def lines(report: list[list[str]]) -> list[str]:
    return [line for section in report for line in section]


def first_cells(lines: list[str]) -> list[str]:
    return [line.split("|")[1].strip() for line in lines if line.startswith("|")]


def test_a_calibration_has_as_many_steps_as_the_progress_bar(report: list[list[str]]) -> None:
    assert len(report) == calibration.SECTIONS


def test_the_same_seed_gives_the_same_report(report: list[list[str]]) -> None:
    assert report == list(calibration.calibrate(4, 1, targets=True))
    assert report != list(calibration.calibrate(4, 2, targets=True))


def test_targets_are_left_out_unless_they_are_asked_for(report: list[list[str]]) -> None:
    plain = list(calibration.calibrate(4, 1))
    assert len(plain) == calibration.SECTIONS
    assert "target" not in "".join(line for section in plain for line in section)
    # All but the targets and the notes about them is the same.
    assert [section for section in plain[:-1] if section not in report] == []


def test_a_report_has_every_table(lines: list[str]) -> None:
    titles = [re.split(r",| \(", line)[0] for line in lines if line.startswith("#")]
    assert titles == [
        "## Bots against themselves",
        "## Against Rat-o-bot",
        "## VP by category",
        "## Greedy",
        "## Targets",
        "## Components used by greedy",
        "### Inventions",
        "### Chiefs by Sector",
        "### Main actions chosen",
        "### Objectives claimed when available",
        "### Ability spaces uncovered",
        "## Notes",
    ]


def test_a_report_names_everything_that_can_be_used(lines: list[str]) -> None:
    names = catalogue()
    wanted = {*names.sectors, "Hut", *names.objectives, *names.abilities, *CATEGORIES}
    assert wanted <= {*first_cells(lines)}
    assert {str(level) for level in range(10)} <= {*first_cells(lines)}


def test_a_report_says_the_versions_and_no_date(lines: list[str]) -> None:
    for name, version in versions().items():
        assert f"{name} {version}" in lines[0]
    assert not any(re.search(r"\b20\d\d-\d\d", line) for line in lines)


def test_every_target_is_judged(lines: list[str]) -> None:
    rows = [line for line in lines if line.startswith("|")]
    judged = [row for row in rows if re.search(r"\| (yes|no) \|", row)]
    assert [row.split(" | ")[0].removeprefix("| ") for row in judged] == [*calibration.TARGETS]


def test_every_table_has_as_many_cells_in_each_row(lines: list[str]) -> None:
    for line, below in pairwise(lines):
        if line.startswith("|") and below.startswith("|"):
            assert line.count("|") == below.count("|")


def test_the_categories_add_up_to_the_total() -> None:
    played = calibration.measure_level(3, 4, 1)
    for scores in (played.greedy, played.random):
        assert np.array_equal(scores[:, :, :TOTAL].sum(-1), scores[:, :, TOTAL])


def test_a_level_is_played_with_all_of_its_tracks() -> None:
    assert len(calibration.measure_level(4, 7, 1).greedy) == 7


def test_a_level_can_have_fewer_games_than_tracks() -> None:
    assert len(calibration.measure_level(4, 2, 1).greedy) == 2


def test_each_bot_gets_a_section_about_its_games(report: list[list[str]]) -> None:
    bots = ["greedy", "random"]
    told = list(calibration.calibrate(4, 1, bots=bots, bot_games=BATCH + 1))
    assert len(told) == calibration.steps(2, BATCH + 1)
    titles = ("## Components", *(f"## {bot}" for bot in bots))
    own = [section for section in told if section and section[0].startswith(titles)]
    assert [section[0].split(",")[0] for section in own] == [
        "## Components used by greedy",
        "## greedy against Rat-o-bot at level 9",
        "## random against Rat-o-bot at level 9",
    ]
    assert own[1][0].endswith("level 9, 26 games")
    # The report of greedy's games against itself stays the same.
    assert told[:3] == report[:3]
    assert told == list(calibration.calibrate(4, 1, bots=bots, bot_games=BATCH + 1))


def test_bots_play_with_the_data_folder(richer: Path) -> None:
    bundled, other = (
        list(calibration.calibrate(2, 1, bots=["random"], bot_games=2, data=data))[-1]
        for data in (None, richer)
    )
    (before, after) = (
        float(next(line for line in each if line.startswith("| track")).split(" | ")[1])
        for each in (bundled, other)
    )
    assert after == before + 7


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("gredy", "there is no bot 'gredy'; choose from flat, greedy, mcts, network, onnx"),
        ("network:missing.npz", "missing.npz"),
        ("greedy:depth=2", "cannot be built with these parameters"),
    ],
)
def test_a_bot_that_cannot_be_built_is_rejected_before_anything_is_played(
    bot: str, message: str
) -> None:
    with pytest.raises(WistarError, match=re.escape(message)):
        next(calibration.calibrate(10**9, 1, bots=["random", bot]))


@pytest.fixture
def richer(tmp_path: Path) -> Path:
    """Return a data folder that starts everybody with 7 VP more than the bundled one."""
    folder = Path(shutil.copytree(reading.DEFAULT, tmp_path / "data"))
    setup = folder / "setup.toml"
    setup.write_text(setup.read_text("utf-8").replace("vp = 10\n", "vp = 17\n", 1), "utf-8")
    return folder


def test_all_games_are_played_with_the_data_folder(richer: Path) -> None:
    bundled, played = (calibration.measure_level(3, 4, 1, data) for data in (None, richer))
    # Random does not look at VP, so it plays the same games.
    more = played.random[:, calibration.HUMAN, TRACK] - bundled.random[:, calibration.HUMAN, TRACK]
    assert more.tolist() == [7] * 4
    assert played.greedy[:, calibration.HUMAN, TRACK].min() >= 17
    assert usage.record_usage(2, 1, richer).games["players"]["vp"][:, :2].min() >= 17


def test_a_report_names_its_data_folder_and_leaves_out_reasons_of_others(richer: Path) -> None:
    sections = list(calibration.calibrate(2, 1, data=richer))
    assert str(richer) in sections[0][2]
    assert sections[-1] == []
    assert len(sections) == calibration.SECTIONS


def test_usage_counts_every_chief_of_every_game() -> None:
    counted = usage.record_usage(3, 1)
    placed = int(counted.taken[actions.PLACE : actions.HUT + 1].sum())
    assert placed == 3 * 2 * CHIEFS * ROUNDS


def test_only_cards_that_were_in_a_hand_count_as_played() -> None:
    counted = usage.record_usage(3, 1)
    assert (counted.played <= counted.held).all()
    assert counted.held.max() <= 3
    assert counted.played.sum() > 0


def test_three_objectives_lie_open_in_each_game() -> None:
    counted = usage.record_usage(5, 1)
    assert counted.shown.sum() == 5 * 3
    assert np.all(counted.shown <= 5)


def test_runs_are_counted_together() -> None:
    first, second = usage.record_usage(2, 1), usage.record_usage(3, 2)
    both = usage.together([first, second])
    assert len(both.games) == 5
    for name in ("taken", "held", "played", "shown"):
        parts = getattr(first, name) + getattr(second, name)
        assert np.array_equal(getattr(both, name), parts)


def test_notes_give_the_reason_for_each_flag() -> None:
    notes = usage.notes_section([("Hut", "rarely"), ("Thermos Still", "never")])
    assert notes[2] == f"- Hut (rarely): {usage.REASONS['Hut']}"
    assert notes[3] == f"- Thermos Still (never): {usage.UNKNOWN}"
    assert usage.notes_section([]) == []


def test_reasons_belong_to_things_that_exist() -> None:
    names = catalogue()
    known = {*names.objectives, *names.abilities, *names.cards, "Hut", *calibration.TARGETS}
    assert known >= {*usage.REASONS}


@pytest.fixture
def command() -> typer.Typer:
    app = typer.Typer()
    app.command()(calibration.main)
    return app


def test_a_calibration_tells_how_to_repeat_it_and_what_a_bot_does(command: typer.Typer) -> None:
    options = ["--games", "2", "--seed", "4", "--bot", "random", "--bot", FIRST, "--bot-games", "2"]
    result = CliRunner().invoke(command, options)
    assert result.exit_code == 0, result.output
    command_line = f"python -m experiments.calibration {' '.join(options)}"
    assert f"`{command_line}` wrote this page." in result.stdout
    for bot in ("random", FIRST):
        assert f"## {bot} against Rat-o-bot at level 9, 2 games" in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--bot", "gredy"], "there is no bot 'gredy'"),
        (["--bot", "random", "--bot-games", "1"], "--bot-games"),
        (["--data", "missing"], "data folder"),
    ],
)
def test_a_mistake_is_answered_in_words(
    command: typer.Typer, options: list[str], message: str
) -> None:
    result = CliRunner().invoke(command, options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
