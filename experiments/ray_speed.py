"""Measures training on a Ray cluster: decisions per second, and bytes.

``python -m experiments.ray_speed`` plays and learns on the cluster and on one local thread.
Measurements alternate. Bytes are counted in the pickled messages.
"""

import pickle
from collections.abc import Callable, Generator, Sequence
from typing import Annotated, Any, Final

import typer

from wistar_env.cli.command import print_tables
from wistar_env.cli.parameters import ray_option
from wistar_env.kit.networks.network import Network
from wistar_env.speed.speed_tables import speed_tables
from wistar_env.speed.timing import Measurement, Work, measured, race
from wistar_env.system.ray_tasks import LOCAL, Cluster, connected
from wistar_env.training import distil, ppo
from wistar_env.training.learner import Learner
from wistar_env.training.ray_parts import RayLearner

#: More decisions than any measurement takes.
_ENDLESS: Final = 10**9
#: Decisions of the measured minibatches.
SIZES: Final = (1024, 4096, 16384, 65536)
_HERE, _RAY = "one thread here", "Ray"

_PLAY: Final = "Playing a rollout of training.ppo"
_LEARN: Final = "Learning from a rollout, all epochs"
_GRADIENTS: Final = "Gradients and Adam's steps, by decisions of a minibatch"
_BYTES: Final = "Messages"


class MeasuredCluster(Cluster):
    """Does the work of a cluster in this process, and counts the bytes of its messages."""

    def __init__(self) -> None:
        self.shared = 0  # bytes sent to every machine
        self.sent, self.received = 0, 0  # all other bytes to and from workers

    @property
    def num_workers(self) -> int:
        """One, as the number of parts hardly matters."""
        return 1

    def share(self, value: Any) -> Any:
        """Return the value."""
        self.shared += len(pickle.dumps(value))
        return value

    def in_order(
        self, work: Callable[..., Any], items: Sequence[Any], *shared: Any
    ) -> Generator[Any]:
        """Yield the results."""
        for item in items:
            self.sent += len(pickle.dumps(item))
            result = work(*shared, item)
            self.received += len(pickle.dumps(result))
            yield result


def _rollouts(run: ppo.Run) -> Work:
    def work(count: int) -> int:
        for _ in range(count):
            run.collect_rollouts()
        return count * run.config.batch_size

    return work


def _epochs(run: ppo.Run, learner: Learner, epochs: int, size: int) -> Work:
    rows = run.rollout_games[0].rollout.trainable_rows()

    def work(count: int) -> int:
        for _ in range(count * epochs):
            learner.train_epoch(run.rollout_games[0].rollout, rows, size, 1e-6)
        return count * (len(rows) // size * size)

    return work


def speeds(
    config: ppo.Config, sizes: Sequence[int], cluster: Cluster, repeats: int
) -> list[Measurement]:
    """Measure playing and learning on the cluster and on one local thread."""
    here, there = ppo.Run(config), ppo.Run(config, cluster=cluster)
    works = {_HERE: _rollouts(here), _RAY: _rollouts(there)}
    found = measured(_PLAY, works, repeats)
    here.compute_advantages(config.gae_lambda)
    network = here.network.copy()
    assert isinstance(network, Network)
    learners = {_HERE: Learner(network.copy()), _RAY: RayLearner(network.copy(), cluster)}
    learning = {_HERE: _epochs(here, learners[_HERE], config.epochs, config.minibatch_size)}
    found += measured(_LEARN, learning, repeats)
    for size in sizes:
        steps = {name: _epochs(here, learner, 1, size) for name, learner in learners.items()}
        found += [
            Measurement(_GRADIENTS, str(size), values, "decisions/s", name)
            for name, values in race(steps, repeats).items()
        ]
    return found


def messages(config: ppo.Config, search: distil.Config) -> list[Measurement]:
    """Measure the bytes of messages per rollout decision, minibatch and searched game."""
    playing, learning, searching = MeasuredCluster(), MeasuredCluster(), MeasuredCluster()
    run = ppo.Run(config, cluster=playing)
    run.collect_rollouts()
    run.compute_advantages(config.gae_lambda)
    network = run.network.copy()
    assert isinstance(network, Network)
    rows = run.rollout_games[0].rollout.trainable_rows()[: config.minibatch_size]
    RayLearner(network, learning).train_epoch(run.rollout_games[0].rollout, rows, len(rows), 1e-6)
    distil.Run(search, cluster=searching).update()
    sizes = {
        "weights and settings of a rollout, once a machine": playing.shared,
        "a game of a rollout, to its worker": playing.sent / config.num_envs,
        "a decision of a rollout, to the learner": playing.received / config.batch_size,
        "weights of a minibatch, once a machine": learning.shared,
        "a decision of a minibatch, to its worker": learning.sent / len(rows),
        "gradients of a minibatch, to the learner": learning.received,
        "weights for searched games, once a machine": searching.shared,
        "a searched game, to the learner": searching.received / search.games,
    }
    return [Measurement(_BYTES, name, (size,), "bytes") for name, size in sizes.items()]


def main(
    ray: Annotated[str, ray_option("Measure")] = LOCAL,
    repeats: Annotated[int, typer.Option(help="Repetitions; medians are shown.")] = 5,
) -> None:
    """Measure the speed and traffic of training on a Ray cluster."""
    config = ppo.Config(steps=_ENDLESS, pretraining="none")
    large = ppo.Config(steps=_ENDLESS, pretraining="none", num_envs=256)
    with connected(ray) as cluster:
        print(f"{cluster.num_workers} workers")
        found = speeds(large, SIZES, cluster, repeats)
    found += messages(config, distil.Config(games=8, simulations=20, window=8, evaluate_games=1))
    print_tables(speed_tables(found))


if __name__ == "__main__":
    typer.run(main)
