"""``wistar solve``."""

import json
import re
from pathlib import Path

import pytest

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env.theory import CfrPlus

KUHN = "tests.kit.kuhn:Kuhn"
BOLD = "tests.theory.games:Bold"


def test_a_game_is_solved_and_bots_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")  # a narrow table has the policies below it
    result = wistar("solve", KUHN, "--bot", "random", "--bot", BOLD, "--json", "out.json")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "Kuhn poker: 54 positions, 12 information sets (6 of seat 0, 6 of seat 1); the sum of all "
        "utilities (points) is 0"
    )
    assert re.search(r"CFR\+, 1,000 iterations .* -0\.0555\d+ ", result.stdout)
    assert re.search(r"random .* 0\.458333 .* 0\.916667 ", result.stdout)
    report = json.loads(Path("out.json").read_text("utf-8"))
    solved, uniform, bold = report["policies"]
    assert (report["game"], report["information_sets"], report["sum"]) == ("kuhn", [6, 6], 0)
    assert solved["values"][0] == pytest.approx(-1 / 18, abs=1e-3)
    assert uniform["exploitability"] == pytest.approx(11 / 24)
    assert bold["gains"] == pytest.approx([1 / 3, 1 / 3])


def test_of_more_than_two_players_it_says_what_is_no_equilibrium() -> None:
    pennies = "tests.theory.games:Pennies"
    result = wistar("solve", pennies, "--players", "3", "--bot", BOLD, "--iterations", "0")
    assert result.exit_code == 0, result.output
    assert "the sum of all utilities (points) differs" in result.stdout
    assert "CFR+ is a heuristic here" in result.stdout
    assert re.search(r"9\.000000", result.stdout)
    assert "iterations" not in result.stdout


def test_an_interrupted_run_prints_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    iterate = CfrPlus.iterate

    def interrupted(solver: CfrPlus) -> None:
        if solver.iterations == 40:
            raise KeyboardInterrupt
        iterate(solver)

    monkeypatch.setattr(CfrPlus, "iterate", interrupted)
    result = wistar("solve", KUHN, "--bot", "random")
    assert result.exit_code == 130
    assert "CFR+, 40 iterations" in result.stdout
    assert "random" not in result.stdout
    assert "interrupted" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["chess"], "chess"),
        ([KUHN, "--players", "3"], "--players must be 2, found 3"),
        ([KUHN, "--utility", "fame"], "utility must be points or rank, found 'fame'"),
        ([KUHN, "--options", "stake=3"], "stake"),
        ([KUHN, "--bot", "nobody"], "there is no bot 'nobody'"),
        (["tests.kit.chancy:Shuffling"], "has more than 100,000 chance outcomes"),
    ],
)
def test_what_cannot_be_solved_is_rejected_in_a_sentence(
    arguments: list[str], problem: str
) -> None:
    result = wistar("solve", *arguments)
    assert result.exit_code == 2, result.output
    assert problem in " ".join(result.output.replace("│", "").split())
