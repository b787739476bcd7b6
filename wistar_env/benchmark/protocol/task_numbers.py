"""The results of a task, computed from its games, and the time per decision."""

import math
import time
from typing import Final, Self

import numpy as np

from wistar_env.benchmark.protocol.schema import Finite, Part
from wistar_env.benchmark.protocol.tasks import Task
from wistar_env.benchmark.report import Estimate, mean, proportion
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.replays.shards import Shard
from wistar_env.seeds import decision_seeds, game_seed

#: Seconds of play to time the decisions of a bot, one at a time.
TIMED: Final = 3.0


class Interval(Part):
    """A number and its 95% interval; both ends are None without an interval."""

    value: Finite
    low: Finite | None
    high: Finite | None

    @classmethod
    def of(cls, estimate: Estimate) -> Self:
        """Return an estimate as validated fields; ends that are NaN become None."""
        ends = (None if math.isnan(end) else end for end in (estimate.low, estimate.high))
        low, high = ends
        return cls(value=estimate.value, low=low, high=high)


class Numbers(Part):
    """The results of a task; see ``numbers_of``."""

    win_rate: Interval
    score: Interval
    margin: Interval


def numbers_of(task: Task, bots: int, shard: Shard) -> Numbers:
    """Return the results of a task.

    For one bot, results are means over its games. Games of the same deal (from every seat), or of
    the same card set, are averaged first, so Student's interval is over deals or card sets. Win
    rates use Wilson's interval if no games are averaged, or if all games are won or all lost. For
    several training runs, results are means over the runs, with Student's intervals. A bootstrap's
    intervals would be too narrow, as resamples of five runs vary less than the runs.
    """
    per_bot = [of_bot(task, shard, place) for place in range(bots)]
    columns = {name: [each[name] for each in per_bot] for name in Numbers.model_fields}
    if bots > 1:
        found = {
            name: mean([float(np.mean(values)) for values in of_runs])
            for name, of_runs in columns.items()
        }
        found["win_rate"] = _share(found["win_rate"])
    else:
        found = {name: mean(of_runs[0]) for name, of_runs in columns.items()}
        wins = columns["win_rate"][0]
        found["win_rate"] = _share(found["win_rate"])
        # If all games are won or lost, deals show no variance, but they are only a sample.
        alike = len(wins) > 1 and set(wins) in ({0.0}, {1.0})
        if alike or len(task.data) == len(task.seatings) == 1:
            found["win_rate"] = proportion(sum(wins), len(wins))
    return Numbers(**{name: Interval.of(estimate) for name, estimate in found.items()})


def _share(estimate: Estimate) -> Estimate:
    """Return an estimate with its interval clipped to 0 and 1."""
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def of_bot(task: Task, shard: Shard, place: int) -> dict[str, list[float]]:
    """Return the results of a bot's games, averaged over games of the same deal or card set."""
    rows, seats = np.nonzero(shard.players == place)
    shared = np.maximum(1, (shard.ranks == 1).sum(axis=1))
    wins = (shard.ranks[rows, seats] == 1) / shared[rows]
    own = shard.scores[rows, seats]
    others = shard.scores.astype(np.float64)
    others[rows, seats] = -np.inf
    margin = own - others[rows].max(axis=1)
    together = len(task.seatings) if len(task.data) == 1 else len(rows) // len(task.data)
    values = {"win_rate": wins, "score": own, "margin": margin}
    return {
        name: np.asarray(each, np.float64).reshape(-1, together).mean(axis=1).tolist()
        for name, each in values.items()
    }


def ms_per_decision(task: Task, spec: str, seed: int) -> float:
    """Return the milliseconds per decision of a bot that decides in one game at a time."""
    game_class = task.game_class
    bots = [load(each, game_class.spec.bots.classes) for each in (spec, *task.different_opponents)]
    for bot in bots:
        bot.reset(seed)
    taken, decisions, number = 0.0, 0, 0
    end = time.perf_counter() + TIMED
    while decisions == 0 or (time.perf_counter() < end and number < task.deals):
        game = game_class.new(
            num_players=task.players,
            seed=game_seed(seed, number),
            data=task.data[0],
            options=task.options,
        )
        while not game.finished and (decisions == 0 or time.perf_counter() < end):
            place = task.seatings[0][game.seat]
            seeds = decision_seeds([(seed, number, 0, decisions)])
            batch = Batch((View(game, game.seat),), seeds)
            began = time.perf_counter()
            action = int(bots[place].act(batch)[0])
            if place == 0:
                taken += time.perf_counter() - began
                decisions += 1
            game.step(action)
        number += 1
    return 1000 * taken / decisions
