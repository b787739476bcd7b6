"""The opponents of the benchmark never change: neither their networks nor their decisions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark.protocol.opponent_games import decisions, recorded
from tests.benchmark.protocol.runs import trial
from wistar_env import Replay
from wistar_env.benchmark.protocol import opponents, tasks
from wistar_env.benchmark.protocol.opponents import check_installed
from wistar_env.benchmark.protocol.tasks import FROZEN, ONE, TASKS, ZERO
from wistar_env.errors import ResultsError
from wistar_env.kit.networks import bundled
from wistar_env.kit.networks.loading import load_shared

GAMES = [*recorded()]


@pytest.mark.parametrize(
    ("spec", "game"),
    [pytest.param(*each, id=f"{each[0]} of {each[1].num_players}") for each in GAMES],
)
def test_an_opponent_decides_as_it_did(spec: str, game: Replay[Any]) -> None:
    """If this fails, entries had another opponent, and the protocol needs a new version."""
    table = game.game.new(num_players=game.num_players, seed=game.seed, options=game.options)
    for number, found in enumerate(decisions(spec, table)):
        assert found == game.actions[number], f"decision {number}"
        table.step(found)
    assert table.finished
    assert len(game.actions) == number + 1


def test_every_opponent_is_recorded_at_every_table() -> None:
    played = {(game.game.spec.name, spec, game.num_players) for spec, game in GAMES}
    assert played == {
        (task.game, spec, task.players) for task in TASKS.values() for spec in task.opponents
    }


def test_no_opponent_searches() -> None:
    names = {spec.partition(":")[0] for task in TASKS.values() for spec in task.opponents}
    assert names == {"random", "greedy", "careful", "network"}


@pytest.mark.parametrize("task", [task for task in TASKS.values() if task.opponents])
def test_the_networks_of_opponents_are_those_of_the_protocol(task: tasks.Task) -> None:
    check_installed(task)
    for spec in (*task.opponents, ONE[task.game]):
        kind, _, name = spec.partition(":")
        if kind == "network":
            assert name in FROZEN
            assert bundled.found(name).parent.parent.name == "opponents"
            assert load_shared(name).code == 0, "card features may change"
    assert ZERO == "random"


def test_another_network_in_this_package_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One changed weight makes another opponent, against which entries are invalid."""
    network = load_shared("wistar-1")
    network.parameters["policy_bias"][0] += 1e-7
    network.save(tmp_path / "wistar-1.npz")
    monkeypatch.setattr(opponents, "found", lambda name, game: tmp_path / f"{name}.npz")
    with pytest.raises(
        ResultsError,
        match=r"this package contains opponent wistar-1\.npz \([0-9a-f]{16}\), which "
        r"differs from the one in protocol 3 \(8924710609e19598\)",
    ):
        trial(tmp_path / "entries", "duel", 2)
    assert not (tmp_path / "entries").exists()
    trial(tmp_path / "entries", "solo-9", 1)


def test_a_shipped_network_that_changes_is_no_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its own entries contain its fingerprint."""
    shipped = {task.game_class.spec.networks.default for task in TASKS.values()}
    assert shipped == {"wistar", "lab-rats"}
    for task in TASKS.values():
        for spec in task.opponents:
            assert not any(spec == f"network:{name}" or name == spec for name in shipped)
    changed = replace(TASKS["duel"], opponents=("network:wistar",))
    assert opponents.opponents_of(changed)[0].digest is None
