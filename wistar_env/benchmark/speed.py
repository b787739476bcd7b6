"""How fast the rules and the environments are on this machine: ``wistar speed``.

Every rate is a median of several repeats on one core. The machine and the versions are printed
with the numbers, since they mean nothing without.
"""

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
from rich.table import Table

from wistar_env import wistar_v0
from wistar_env.benchmark.blocks import available_cores
from wistar_env.benchmark.observed import observed_playouts
from wistar_env.benchmark.results import versions
from wistar_env.game import Game
from wistar_env.rules import core
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.rules.state import GAME
from wistar_env.spaces.observation import observation_layout

#: How long one repeat takes, about.
_SECONDS: Final = 0.5
_FIRST_STEP: Final = (
    "from wistar_env import Game; game = Game.new(); game.step(int(game.legal_actions()[0]))"
)
#: Environments of PettingZoo that are measured beside ours where they can be imported.
_PEERS: Final = {"Hanabi": "hanabi_v5", "Go": "go_v5"}


@dataclass(frozen=True)
class Measurement:
    """One number of the report.

    Attributes
    ----------
    name
        What was measured.
    values
        What each repeat gave; the report shows their median and range.
    unit
        The unit of the values.
    goal
        The number to reach, in words; empty if there is none.
    """

    name: str
    values: tuple[float, ...]
    unit: str
    goal: str = ""


def _rate(work: Callable[[int], int], repeats: int) -> tuple[float, ...]:
    """Return decisions a second; ``work(n)`` plays n games and returns their decisions."""
    games, seconds = 1, 0.0
    while seconds < _SECONDS / 4:
        games *= 2
        started = time.perf_counter()
        work(games)
        seconds = time.perf_counter() - started
    games = max(1, round(games * _SECONDS / seconds))
    rates = []
    for _ in range(repeats):
        started = time.perf_counter()
        decisions = work(games)
        rates.append(decisions / (time.perf_counter() - started))
    return tuple(rates)


def _core_rates(num_players: int, repeats: int) -> list[Measurement]:
    level = 5 if num_players == 1 else None
    game = Game.new(num_players=num_players, level=level)
    players = "solo" if num_players == 1 else f"{num_players} players"
    tables, games = game.box.tables, game.record
    legal, mask = np.zeros(NUM_ACTIONS + 1, np.int16), np.zeros(NUM_ACTIONS, np.int8)
    layout = observation_layout(num_players)
    counts, out = np.zeros(layout.size, np.uint8), np.zeros(layout.size, np.float32)

    def bare(count: int) -> int:
        return int(core.playouts(tables, games, 0, count, 1))

    def observed(count: int) -> int:
        return int(
            observed_playouts(
                tables, games, 0, count, 1, legal, layout.limit, layout.scale, counts, out, mask
            )
        )

    return [
        Measurement(
            f"random playouts in the core, {players}",
            _rate(bare, repeats),
            "decisions/s",
            "2 million",
        ),
        Measurement(
            f"the same with observation and mask, {players}",
            _rate(observed, repeats),
            "decisions/s",
            "600 thousand",
        ),
    ]


def _aec_steps(env: Any, rng: random.Random) -> Callable[[int], int]:
    """Return a function that plays n random games through ``last()`` and ``step()``."""

    def work(count: int) -> int:
        steps = 0
        for _ in range(count):
            env.reset(seed=rng.randrange(2**31))
            while env.agents:
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = observation["action_mask"].view(np.bool_).nonzero()[0]
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        return steps

    return work


def _environments(repeats: int) -> list[Measurement]:
    own = _aec_steps(wistar_v0.env(num_players=2), random.Random(1))
    measured = [
        Measurement("wistar_v0.env(), 2 players", _rate(own, repeats), "steps/s", "60 thousand")
    ]
    for name, module in _PEERS.items():
        try:
            env = import_module(f"pettingzoo.classic.{module}").env()
        # A peer may be missing itself, or what it depends on, in its own way.
        except Exception as error:
            print(f"PettingZoo's {name} is left out: {error}".splitlines()[0], file=sys.stderr)
            continue
        rates = _rate(_aec_steps(env, random.Random(1)), repeats)
        measured.append(Measurement(f"PettingZoo's {name}", rates, "steps/s"))
    return measured


def _start(cache: str) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", _FIRST_STEP],
        check=True,
        env={**os.environ, "WISTAR_CACHE_DIR": cache},
    )
    return time.perf_counter() - started


def _starts(repeats: int) -> list[Measurement]:
    with tempfile.TemporaryDirectory() as cache:
        cold = _start(cache)
        warm = tuple(_start(cache) for _ in range(repeats))
    return [
        Measurement("process start to first step, nothing compiled", (cold,), "s", "60"),
        Measurement("process start to first step, compiled before", warm, "s", "2"),
    ]


def measure(repeats: int, *, compile_anew: bool = True) -> list[Measurement]:
    """Measure everything.

    Parameters
    ----------
    repeats
        Each rate is measured as many times.
    compile_anew
        Whether to compile the core into an empty cache, too, which takes about a minute.
    """
    measured = [Measurement("record of a game", (float(GAME.itemsize),), "bytes", "4,096")]
    for num_players in (2, 4, 1):
        measured += _core_rates(num_players, repeats)
    measured += _environments(repeats)
    return measured + (_starts(repeats) if compile_anew else [])


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text("utf-8").splitlines() if information.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def speed_table(measured: list[Measurement]) -> Table:
    """Return the table of measurements, with the machine and the versions."""
    machine = f"{_processor()}, {available_cores()} cores, {platform.system()}"
    used = ", ".join(f"{name} {version}" for name, version in versions().items())
    table = Table(title="Speed", title_justify="left", caption=f"{machine}\n{used}")
    table.add_column("what")
    for heading in ("median", "range", "unit", "goal"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in measured:
        low, high = min(each.values), max(each.values)
        between = f"{_number(low)} to {_number(high)}" if len(each.values) > 1 else ""
        table.add_row(each.name, _number(median(each.values)), between, each.unit, each.goal)
    return table
