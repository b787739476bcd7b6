"""The sweep of search: every setting plays the same deals, once, and is compared on them."""

import json
from pathlib import Path

import pytest

from experiments import search_sweep
from experiments.search_sweep import (
    FORMER,
    SCENARIOS,
    Scenario,
    Setting,
    gains,
    measure,
    scores_in,
    settings_table,
)
from tests.docs import ROOT
from website.doc_tables import written
from wistar_env.errors import ResultsError

FLAT = Setting(6, 0.05)
SOLO = Scenario("solo", "solo", 2, 1, 3, (FLAT,))
ROOTED = Setting(1, 0.05, root_prior_temperature=4)
TWO = Scenario("two", "players2", 2, 2, 2, (FLAT, FORMER))


def test_alone_settings_are_compared_game_by_game_with_the_former_ones(tmp_path: Path) -> None:
    measure(SOLO, tmp_path, block=2)
    found = scores_in(SOLO, tmp_path)
    assert [len(found[setting]) for setting in (FORMER, FLAT)] == [3, 3]
    gained = gains(SOLO, tmp_path)
    assert gained[FORMER].lead.value == 0
    leads = [[score.lead for score in found[setting]] for setting in (FORMER, FLAT)]
    assert gained[FLAT].lead.value == pytest.approx((sum(leads[1]) - sum(leads[0])) / 3)
    assert gained[FLAT].wins.value == sum(score.wins for score in found[FLAT]) / 3
    assert leads[0] != leads[1]


def test_with_several_players_the_former_settings_are_even_with_themselves(tmp_path: Path) -> None:
    measure(TWO, tmp_path, block=1)
    gained = gains(TWO, tmp_path)
    assert [*gained] == [FLAT, FORMER]
    assert gained[FORMER].lead.value == 0
    assert gained[FORMER].wins.value == 0.5
    assert gained[FLAT].lead.value != 0


def test_an_interrupted_sweep_is_resumed_and_ends_with_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure(SOLO, tmp_path / "whole", block=2)
    whole, file = (SOLO.file(tmp_path / name) for name in ("whole", "part"))
    file.parent.mkdir()
    lines = whole.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:20])
    measure(SOLO, tmp_path / "part", block=2)
    assert file.read_text() == whole.read_text()
    monkeypatch.setattr(search_sweep, "score", lambda *given: pytest.fail("played again"))
    measure(SOLO, tmp_path / "part", block=2)
    assert file.read_text() == whole.read_text()


def test_results_of_other_games_are_refused(tmp_path: Path) -> None:
    SOLO.file(tmp_path).write_text(f"{json.dumps(SOLO.head() | {'simulations': 3})}\n")
    with pytest.raises(ResultsError, match=r"solo\.jsonl was measured with .*'simulations': 3"):
        measure(SOLO, tmp_path)


def test_the_page_has_the_saved_results() -> None:
    page = (ROOT / search_sweep.PAGE).read_text("utf-8")
    assert written(page, search_sweep.tables(ROOT / search_sweep.FOLDER)) == page
    for scenario in SCENARIOS:
        kept = scores_in(scenario, ROOT / search_sweep.FOLDER)
        assert all(len(kept.get(setting, [])) >= scenario.deals for setting in scenario.played)
        assert set(kept) <= set(scenario.played)


def test_a_temperature_of_the_root_is_saved_where_it_differs_and_always_shown(
    tmp_path: Path,
) -> None:
    assert FLAT.saved() == [6, 0.05]
    assert ROOTED.saved() == [1, 0.05, 4]
    both = Scenario("both", "players2", 2, 2, 1, (FLAT, ROOTED))
    measure(both, tmp_path)
    assert [*scores_in(both, tmp_path)] == [FLAT, ROOTED]
    rows = settings_table(both, tmp_path).splitlines()[2:]
    assert [row.split(" | ")[:3] for row in rows] == [["| 6", "6", "0.05"], ["| 1", "4", "0.05"]]


def test_settings_that_were_not_played_have_no_row(tmp_path: Path) -> None:
    assert settings_table(SOLO, tmp_path) == search_sweep.NOT_YET
