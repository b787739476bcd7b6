"""The page of the experiment with unseen cards."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest
import typer

from experiments import unseen
from experiments.unseen_runs import (
    LEVELS,
    METHODS,
    SEARCH,
    SEEDS,
    SHIFTS,
    Measured,
    Result,
    Run,
)
from website.doc_tables import written
from wistar_env.benchmark.aggregates import crossed_bootstrap
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.games import EVALUATION_SEED, evaluate

SETS = ("", "permuted:v1:900000")


def results(run: int) -> list[Result]:
    rng = np.random.default_rng(run)
    return [
        Result(data, level, 60 + rng.normal(), float(rng.uniform(0.3, 0.5)))
        for each in SHIFTS.values()
        for data in each
        for level in LEVELS
    ]


def kept(
    runs: Path, name: str, lines: list[Result], options: str | None = None, search: str = ""
) -> None:
    run = next(each.run(seed) for each in METHODS for seed in SEEDS if each.run(seed).name == name)
    curve = ((1_000_000, 0.1), (2_000_000, 0.25))
    words = run.options if options is None else options
    Measured(words, "0" * 16, curve, tuple(lines), search).save(run.file(runs))


def test_tables_have_the_runs_that_were_measured_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = partial(crossed_bootstrap, resamples=50)
    monkeypatch.setattr(unseen, "crossed_bootstrap", few)
    assert unseen.wins_table(tmp_path, 9) == unseen.vp_table(tmp_path) == unseen.NOT_YET
    kept(tmp_path, "ids-50-1", results(1))
    kept(tmp_path, "ids-50-2", results(2))
    kept(tmp_path, "ids-50-3", results(3)[:40])
    kept(tmp_path, "cards-50-1", results(4)[:9])
    head, _, *rows = unseen.wins_table(tmp_path, 9).splitlines()
    assert "permuted | generated | unheard |" in head
    assert len(rows) == 1
    assert rows[0].startswith("| ids, 50 generated sets | 2 | ")
    assert rows[0].count("(") == len(SHIFTS)
    kept(tmp_path, "cards-200-1", results(5))
    assert "(" not in unseen.wins_table(tmp_path, 9).splitlines()[-1]
    assert len(unseen.vp_table(tmp_path).splitlines()) == 6
    for draw in (unseen.draw_curves, unseen.draw_shifts):
        draw(tmp_path, tmp_path / "a.svg")
        assert (tmp_path / "a.svg").read_text("utf-8").startswith("<?xml")


def test_a_run_with_other_options_is_not_in_the_tables(tmp_path: Path) -> None:
    kept(tmp_path, "ids-50-1", results(1), options="--steps 5")
    assert unseen.wins_table(tmp_path, 9) == unseen.NOT_YET


def test_the_table_of_searches_has_networks_that_were_measured_alone_too(tmp_path: Path) -> None:
    searched = tmp_path / "search"
    assert unseen.search_table(tmp_path, searched) == unseen.NOT_YET
    alone, other = results(1), results(2)
    kept(tmp_path, "ids-50-1", alone)
    kept(tmp_path, "cards-50-1", alone)
    kept(searched, "ids-50-1", other, search="mcts:simulations=8,network={}")
    assert unseen.search_table(tmp_path, searched) == unseen.NOT_YET
    kept(searched, "ids-50-1", other, search=SEARCH)
    file = METHODS[1].run(1).file(searched)
    head, _, row = unseen.search_table(tmp_path, searched).splitlines()
    assert head.count("with search") == 2
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    sets = SHIFTS["generated"]
    for lines, wins, vp in ((alone, cells[1], cells[3]), (other, cells[2], cells[4])):
        of = [each for each in lines if each.level == 9 and each.data in sets]
        assert wins.startswith(f"{100 * np.mean([each.wins for each in of]):.1f} (")
        assert vp == f"{np.mean([each.vp for each in of]):.1f}"
    file.write_text(file.read_text("utf-8").replace("0" * 16, "1" * 16), "utf-8")
    assert unseen.search_table(tmp_path, searched) == unseen.NOT_YET


def test_the_tables_of_the_page_are_those_of_the_saved_runs() -> None:
    page = unseen.PAGE.read_text("utf-8")
    assert written(page, unseen.tables(unseen.RUNS)) == page


def test_only_first_runs_are_searched_with_and_only_if_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone, searched = results(1), results(2)
    saved: list[tuple[str, Path, list[Result], str]] = []
    monkeypatch.setattr(Run, "train", lambda run, folder, threads: 0)
    monkeypatch.setattr(unseen, "measure", lambda *args: alone)
    monkeypatch.setattr(unseen, "play_searched", lambda *args: searched)
    monkeypatch.setattr(unseen, "write", lambda runs: None)
    monkeypatch.setattr(
        unseen,
        "keep",
        lambda run, folder, runs, found, search="": saved.append((run.name, runs, found, search)),
    )
    unseen.main(only="ids-1-1,ids-1-2", searching=True)
    first = ("ids-1-1", unseen.RUNS, alone, "")
    second = ("ids-1-2", unseen.RUNS, alone, "")
    assert saved == [first, ("ids-1-1", unseen.SEARCHED, searched, SEARCH), second]
    saved.clear()
    unseen.main(only="ids-1-1,ids-1-2")
    assert saved == [first, second]


def test_a_missing_run_is_refused() -> None:
    with pytest.raises(typer.BadParameter, match="'ids-9' is not one of ids-1-1, ids-50-1"):
        unseen.main(only="ids-9")


@pytest.mark.parametrize("code", [0, 8], ids=["ids", "cards"])
def test_a_network_is_shown_with_all_kinds_of_sets(
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shared = SharedNetwork.random(RatsOfWistar, (1,), (16, 16), code, ids=not code)
    shared.save(tmp_path / "network.npz")
    monkeypatch.setattr(unseen, "SHIFTS", {"bundled": ("",), "permuted": SETS[1:]})
    monkeypatch.setattr(unseen, "LEARNED", ("generated:v1:0", "generated:v1:1"))
    unseen.main(network=tmp_path / "network.npz", games=4)
    lines = capsys.readouterr().out.splitlines()
    kinds = ["bundled", "permuted", "generated, of training"]
    assert [line.split(":")[0] for line in lines] == kinds
    assert all(") % of 4 games, " in line for line in lines)


def test_a_network_for_two_players_is_shown_against_greedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(unseen, "SHIFTS", {"bundled": ("",)})
    monkeypatch.setattr(unseen, "LEARNED", SETS[1:])
    network = Network.random(RatsOfWistar, 2, (16, 16), 1)
    network.save(tmp_path / "network.npz")
    unseen.main(network=tmp_path / "network.npz", games=4)
    vp, wins = evaluate(network, 4, EVALUATION_SEED, opponent="greedy")
    bundled, _ = capsys.readouterr().out.splitlines()
    assert bundled.startswith(f"bundled: {100 * wins:.1f} (")
    assert bundled.endswith(f"% of 4 games, {vp:.1f} VP")
