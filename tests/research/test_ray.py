"""Ray plays and trains byte-identically to one machine, even if workers die."""

import os
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.research.dying import MARKER, dying
from wistar_env.benchmark import arena, ladder
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.work_units import Plan, run
from wistar_env.datasets import record, recording
from wistar_env.errors import BotError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.system.ray_tasks import Cluster, connected, in_order
from wistar_env.training import distil, ppo

pytestmark = [pytest.mark.research, pytest.mark.filterwarnings("ignore")]

DYING = "tests.research.dying:DyingBot"
#: Ray's workers import from the same folders as this process.
ROOT = str(Path(__file__).parents[2])


@pytest.fixture(scope="module", autouse=True)
def marker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Start Ray with two workers; return the file that ``DyingBot`` looks for."""
    import ray

    file = tmp_path_factory.mktemp("ray") / "marker"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")
        patch.setenv(MARKER, str(file))
        patch.setenv("PYTHONPATH", os.pathsep.join([ROOT, os.environ.get("PYTHONPATH", "")]))
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield file
        ray.shutdown()


def played(plan: Plan, path: Path, address: str | None) -> bytes:
    with Results.open(path, plan.header, plan.key_of) as results:
        run(plan, results, workers=1, ray=address, on_progress=lambda games: None)
    return path.read_bytes()


def a_ladder() -> Plan:
    return ladder.plan(["random", "greedy"], levels=[0, 9], games=6, seed=3, batch=2)


def an_arena() -> Plan:
    return arena.plan(LabRats, ["random", "greedy", "careful"], games=4, seed=3, batch=2)


@pytest.mark.parametrize("planned", [a_ladder, an_arena])
def test_rows_are_those_of_one_machine(planned: Callable[[], Plan], tmp_path: Path) -> None:
    plan = planned()
    alone = played(plan, tmp_path / "alone.jsonl", None)
    assert played(plan, tmp_path / "ray.jsonl", "local") == alone


def test_rows_are_the_same_though_a_worker_dies(tmp_path: Path, marker: Path) -> None:
    plan = ladder.plan([DYING], levels=[0, 5], games=6, seed=3, batch=2)
    marker.touch()
    alone = played(plan, tmp_path / "alone.jsonl", None)
    marker.unlink()
    assert played(plan, tmp_path / "ray.jsonl", "local") == alone
    assert marker.exists(), "no worker died"


def test_errors_of_a_bot_are_reported_as_on_one_machine(tmp_path: Path) -> None:
    plan = ladder.plan(["tests.benchmark.bots:WrongBot"], levels=[0], games=2, seed=3, batch=2)
    with pytest.raises(BotError) as alone:
        played(plan, tmp_path / "alone.jsonl", None)
    with pytest.raises(BotError) as distant:
        played(plan, tmp_path / "ray.jsonl", "local")
    assert str(distant.value) == str(alone.value)


def test_a_task_of_the_benchmark_has_the_same_row(tmp_path: Path) -> None:
    greedy = Entrant(("greedy",), "greedy")
    alone = bench(TASKS["solo-9"], greedy, tmp_path / "alone", games=60)
    distant = bench(TASKS["solo-9"], greedy, tmp_path / "ray", games=60, ray="local")
    assert distant.model_dump(exclude={"measured"}) == alone.model_dump(exclude={"measured"})


def test_a_dataset_has_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "SHARD_SIZE", 4)
    for name, address in (("alone", None), ("ray", "local")):
        record(tmp_path / name, RatsOfWistar, ["greedy"], 10, 1, seed=2, ray=address)
    names = sorted(file.name for file in (tmp_path / "alone").iterdir())
    assert sorted(file.name for file in (tmp_path / "ray").iterdir()) == names
    for name in names:
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()


PPO = ppo.Config(
    num_envs=4,
    num_steps=16,
    minibatch_size=32,
    hidden1=32,
    hidden2=16,
    pretraining_games=1,
    steps=4 * 64,
    players="2",
    snapshot_every=1,
    evaluate_every=2,
    evaluate_games=4,
)
DISTIL = distil.Config(
    hidden1=32, hidden2=16, iterations=3, games=5, simulations=4, window=10, evaluate_games=4
)
#: Files of a run that must be identical; TensorBoard's contain times.
KEPT = ("config.json", "curve.jsonl", "network.npz", "state.npz")
TRAINERS: dict[str, Callable[..., Any]] = {
    "ppo": partial(ppo.train, PPO),
    "ppo with gradients": partial(ppo.train, PPO, ray_gradients=True),
    "distil": partial(distil.train, DISTIL),
}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    """Train on this machine, and return what the files have by the name of the trainer."""
    folder = tmp_path_factory.mktemp("alone")
    ppo.train(PPO, folder / "ppo")
    distil.train(DISTIL, folder / "distil")
    return {name: files_in(folder / name.split()[0]) for name in TRAINERS}


def files_in(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in KEPT]


@pytest.mark.parametrize("name", TRAINERS)
def test_a_network_is_the_same_though_a_worker_is_killed(
    name: str,
    alone: dict[str, list[bytes]],
    tmp_path: Path,
    marker: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_order = Cluster.in_order

    def in_order_of_the_dying(
        self: Cluster, work: Callable[..., Any], items: Any, *shared: Any
    ) -> Generator[Any]:
        return in_order(self, dying, items, work, *shared)

    def kill(run: Any, metrics: dict[str, float]) -> None:
        if run.iteration == 2:
            marker.unlink()

    monkeypatch.setattr(Cluster, "in_order", in_order_of_the_dying)
    marker.touch()
    TRAINERS[name](tmp_path, ray="local", callbacks=[kill])
    assert marker.exists(), "no worker died"
    assert files_in(tmp_path) == alone[name]


@pytest.mark.parametrize("name", TRAINERS)
def test_an_interrupted_run_is_resumed_with_or_without_ray(
    name: str, alone: dict[str, list[bytes]], tmp_path: Path
) -> None:
    without: dict[str, Any] = {} if name == "distil" else {"ray_gradients": False}
    TRAINERS[name](tmp_path, ray="local", callbacks=[lambda *_: True])
    TRAINERS[name](tmp_path, callbacks=[lambda *_: True], **without)
    TRAINERS[name](tmp_path, ray="local")
    assert files_in(tmp_path) == alone[name]


def _reciprocal(number: int) -> float:
    return 1 / number


def test_results_come_in_order_and_errors_as_they_are() -> None:
    assert list(in_order(_reciprocal, [4, 2, 1], "local")) == [0.25, 0.5, 1]
    with pytest.raises(ZeroDivisionError):
        list(in_order(_reciprocal, [0], "local"))


def test_a_cluster_plays_on_after_runs_that_failed() -> None:
    with connected("local", 2) as cluster:
        for _ in range(20):
            with pytest.raises(ZeroDivisionError):
                list(cluster.in_order(_reciprocal, [1, 0, *range(1, 30)]))
        assert list(cluster.in_order(_reciprocal, [4, 2])) == [0.25, 0.5]
