"""Calibration of chances: comparisons and their report."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments import fit_chances, value_calibration
from experiments.best_responses import measured, write
from experiments.value_calibration import bias_and_error, positions
from wistar_env.errors import NetworkError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.networks.defaults import default_files
from wistar_env.kit.networks.fitted_chances import chances, file_beside
from wistar_env.kit.networks.loading import load_network
from wistar_env.play.chances import PLAY_OUTS


def made(count: int, estimates: Any, chance: Any, play_outs: int, seed: int = 1) -> list[Any]:
    """Return measurements of positions with given chances."""
    rng = np.random.default_rng(seed)
    true = chance(rng, count)
    won = rng.binomial(play_outs, true) / play_outs
    return [
        {"players": 2, "style": "greedy", "round": "round 1", "play_outs": play_outs,
         "won": float(w), "estimates": [float(e)] * 4}
        for w, e in zip(won, estimates(rng, true), strict=True)
    ]  # fmt: skip


def test_an_estimate_that_is_right_has_no_bias_and_no_error_but_counting() -> None:
    rows = made(4000, lambda _, true: true, lambda rng, n: rng.random(n), 10)
    for bias, sampling, error in bias_and_error(rows):
        assert abs(bias) < 3 * sampling < 0.01
        assert error < 0.02


def test_what_counts_play_outs_of_its_own_has_no_error_by_counting() -> None:
    counted = PLAY_OUTS
    rows = made(
        4000,
        lambda rng, true: rng.binomial(counted, true) / counted,
        lambda rng, n: rng.random(n),
        10,
    )
    errors = [error for _, _, error in bias_and_error(rows)]
    assert min(errors[:2]) > 0.03
    assert max(errors[2:]) < 0.015


def test_a_bias_and_an_error_are_found_whatever_is_counted() -> None:
    rows = made(
        4000,
        lambda rng, true: true + 0.1 + rng.normal(0, 0.05, len(true)),
        lambda rng, n: 0.3 + 0.3 * rng.random(n),
        10,
    )
    ((bias, _, error), *_) = bias_and_error(rows)
    assert bias == pytest.approx(0.1, abs=0.01)
    assert error == pytest.approx(np.sqrt(0.1**2 + 0.05**2), abs=0.01)


@pytest.mark.parametrize("style", fit_chances.STYLES)
def test_a_style_reaches_the_same_positions_again(style: str) -> None:
    found, again = (positions(2, style, 1, 2) for _ in range(2))
    assert found
    assert [(k, game.to_bytes()) for k, game in found] == [(k, g.to_bytes()) for k, g in again]
    assert positions(2, style, 2, 2)[0][1].to_bytes() != found[0][1].to_bytes()


def test_the_program_resumes_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(value_calibration, "PLAYERS", (2,))
    monkeypatch.setattr(value_calibration, "STYLES", ("greedy", "network"))
    monkeypatch.setattr(value_calibration, "PLAY_OUTS", 4)
    page, file, picture = tmp_path / "page.md", tmp_path / "rows.json", tmp_path / "plot.svg"
    page.write_text(value_calibration.PAGE.read_text("utf-8"), "utf-8")
    known = {"players": 2, "style": "greedy", "part": 0, "round": "round 1", "play_outs": 3}
    rows = [{**known, "estimates": [0.5] * 4, "won": 0.3}] * 2
    write(rows, file)
    value_calibration.main(1, 3, 0.3, file, page, picture)
    assert measured(file)[:2] == rows, "this part was there"
    assert {row["style"] for row in measured(file)[2:]} == {"network"}
    assert "positions, each with 3 play-outs." in page.read_text("utf-8")
    assert picture.stat().st_size > 1000


@pytest.mark.parametrize("name", fit_chances.BUNDLED)
def test_chances_are_fitted_to_games_of_all_styles(name: str, tmp_path: Path) -> None:
    game, bundled = fit_chances.BUNDLED[name]
    numbers = range(game.spec.min_players, game.spec.max_players + 1)
    copied = tmp_path / "mine.npz"
    copied.write_bytes(bundled.read_bytes())
    file = file_beside(copied)
    fit_chances.main(name, 1, tmp_path / "games", 3, file)
    styles = {each.name.split("-")[1] for each in (tmp_path / "games" / name).iterdir()}
    assert styles == {*fit_chances.STYLES} - ({"hoarder"} if game is LabRats else set())
    again = tmp_path / "again.json"
    fit_chances.main(name, 1, tmp_path / "games", 3, again)
    assert file.read_bytes() == again.read_bytes()
    for players in numbers:
        position = game.new(players, 1)
        heads = load_network(bundled, game, players)
        fitted = chances(load_network(copied, game, players), position)
        assert fitted.sum() == pytest.approx(1)
        assert not np.allclose(fitted, chances(heads, position), atol=1e-3)


def test_the_fit_finds_the_odds_of_winners() -> None:
    rng = np.random.default_rng(3)
    hidden, weights = rng.normal(size=(6000, 3)), np.array([[1.0, -1, 0, 0.5], [0, 0, 0, 0]])
    logits = hidden @ weights[:, :3].T + weights[:, 3]
    first = rng.random(6000) < 1 / (1 + np.exp(logits[:, 1] - logits[:, 0]))
    found = fit_chances.fit(hidden, np.stack([first, ~first], axis=1).astype(float))
    assert found[0] - found[1] == pytest.approx(weights[0] - weights[1], abs=0.15)


def test_a_network_of_another_number_of_players_has_other_chances() -> None:
    network = load_network(default_files(RatsOfWistar.spec)[0], RatsOfWistar, 2)
    with pytest.raises(NetworkError, match="2 players"):
        chances(network, RatsOfWistar.new(3, 1))
