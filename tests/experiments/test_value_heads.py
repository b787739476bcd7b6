"""How well value heads predict, and how large their gradient is."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from experiments import value_heads
from experiments.value_heads import (
    ALL_GAMES,
    DECIDES,
    WATCHES,
    Margins,
    Predictions,
    add_game,
    correlation,
    gradient_norms,
    margin,
    norm_lines,
    play,
    prediction_lines,
)
from tests.networks.networks import lively
from tests.training.test_ppo import TINY
from wistar_env import RatsOfWistar
from wistar_env.training.ppo_config import Config

PLAYED_ALONE = replace(TINY, snapshots=0, opponents="", players="2")


def test_a_margin_is_over_the_mean_of_the_others() -> None:
    assert margin([10, 40], 1) == 30
    assert margin([10, 40, 20], 0) == -20


def test_correlations_are_of_all_decisions_and_intervals_of_games() -> None:
    rng = np.random.default_rng(1)
    games = []
    for _ in range(30):
        final = rng.normal(0, 10)
        predicted = final + rng.normal(0, 10, 20)
        games.append(Margins(predicted.tolist(), [final] * 20))
    found = correlation(games)
    x, y = (np.concatenate([each[k] for each in games]) for k in range(2))
    assert found.value == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert found.low < found.value < found.high
    assert 0.1 < found.high - found.low < 0.6
    assert np.isnan(correlation([Margins([0.1, 0.1], [3.0, 5.0])] * 3).value)
    perfect = [Margins([0.0, 1.0], [3.0, 5.0]), Margins([2.0], [7.0])]
    assert correlation(perfect).value == pytest.approx(1)


def test_every_seat_predicts_its_own_margin_at_every_decision() -> None:
    network, game, found = lively(3), RatsOfWistar.new(3, 5), Predictions()
    scores = np.array([each["total"] for each in game.scores()])
    decides = game.seat
    first = {seat: margin(scores + network.predict(game, seat).points, seat) for seat in range(3)}
    add_game(network, game, found)
    (own,), (others,) = found.margins["starting hands", DECIDES], found.margins[ALL_GAMES, WATCHES]
    final = [each["total"] for each in game.scores()]
    assert own.predicted[0] == pytest.approx(first.pop(decides))
    assert own.final[0] == margin(final, decides)
    assert others.predicted[:2] == pytest.approx([*first.values()])
    assert others.final[:2] == [margin(final, seat) for seat in first]
    (whole,) = found.margins[ALL_GAMES, DECIDES]
    assert len(whole.final) == game.num_decisions
    assert len(others.final) == 2 * game.num_decisions == len(found.distances[ALL_GAMES])


def test_an_automaton_has_no_view() -> None:
    found = play(lively(1), 2, 1)
    assert {view for _, view in found.margins} == {DECIDES}
    assert not found.distances
    assert all("of other seats" not in line for line in prediction_lines(found))


def test_the_gradient_of_the_value_loss_is_told_from_that_of_the_policy() -> None:
    network = lively(2)
    found, doubled, other = (
        gradient_norms(network, config)
        for config in (
            PLAYED_ALONE,
            replace(PLAYED_ALONE, value_coef=2 * PLAYED_ALONE.value_coef),
            replace(PLAYED_ALONE, entropy_coef=0.5),
        )
    )
    for name, (policy, value) in found.items():
        assert len(policy) == len(value) == 2
        assert np.array_equal(policy, doubled[name].policy)
        assert np.array_equal(value, other[name].value)
        assert np.allclose(2 * value, doubled[name].value)
        assert not np.allclose(policy, other[name].policy)
    assert (found["shared layers"].value < found["all parameters"].value).all()
    first, second = norm_lines(found)
    assert first.startswith("gradient of all parameters: policy ")
    assert second.endswith(" in 2 minibatches)")


@pytest.mark.parametrize("name", ["file", "no-network"])
def test_the_program_prints_both(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file.npz"
    lively(2).save(file)
    small = partial(Config, num_envs=4, num_steps=16, minibatch_size=32)
    monkeypatch.setattr(value_heads, "Config", small)
    app = typer.Typer()
    app.command()(value_heads.main)
    given = str(file) if name == "file" else name
    result = CliRunner().invoke(app, [given, "--games", "2"])
    if name == "no-network":
        assert result.exit_code == 2
        assert name in result.output
        return
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert "of the seat that decides" in lines[1]
    assert "points apart" in lines[1]
    assert lines[-1].startswith("gradient of shared layers: ")
