"""The measurements of the performance page for Rats of Wistar: ``python -m experiments.speed``.

Every number is a median of several repeats. Compared workloads are measured in turns.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt

from experiments.speed import batches, dataset_rates, searches
from experiments.speed.batches import GAMES, LEVEL, PLAYERS, level_of, mean_length
from experiments.speed.encoding import observed_playouts
from wistar_env import LearnerBatch, wistar_v0
from wistar_env.compiled import packs
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE, NUM_ACTIONS
from wistar_env.kit import random_games
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.vector.learner import LearnerBatch as AnyBatch
from wistar_env.speed.timing import Measurement, Part, Work, measured, ratios
from wistar_env.system.processes import python

#: The sections, which can be measured separately.
SECTIONS: Final = ("core", "batch", "environments", "search", "datasets", "starts")

_FIRST_STEP: Final = (
    "from wistar_env import RatsOfWistar; game = RatsOfWistar.new(); "
    "game.step(int(game.legal_actions()[0]))"
)
#: The imports of a process that plays the game.
_IMPORTS: Final = "import numba, gymnasium, pettingzoo"
#: PettingZoo environments for comparison, if they can be imported.
_PEERS: Final = {"Hanabi": "hanabi_v5", "Go": "go_v5"}


_CORE: Final = "Core: random games"
_LEARNER_RATES: Final = f"One learner: {GAMES:,} solo games, actions by `batch.choose()`"
_AEC: Final = "PettingZoo: one game after the other, last() and step()"
_STARTS: Final = "Start of a process"
_RATIOS: Final = "Start of a process, relative to the imports"


def core_rates(num_players: int, repeats: int) -> list[Measurement]:
    """Measure random games within compiled code, with and without observations."""
    game = RatsOfWistar.new(num_players=num_players, level=level_of(num_players))
    rules, records, layout = game.components.rules, common_fields(game.record), game.layout
    legal, mask = np.zeros(LEGAL_SIZE, np.int16), np.zeros(NUM_ACTIONS, np.int8)
    counts, out = np.zeros(layout.size, np.uint8), np.zeros(layout.size, np.float32)
    scales = layout.limit.copy(), layout.scale.copy()

    def bare(count: int) -> int:
        return int(random_games.playouts(rules, records, 0, count, 1))

    def observed(count: int) -> int:
        return int(
            observed_playouts(rules, records, 0, count, 1, legal, *scales, counts, out, mask)
        )

    row = players_text(num_players)
    works = {f"{row}, playouts": bare, f"{row}, with observation and mask": observed}
    return measured(_CORE, works, repeats)


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


def left_out(name: str, make: Callable[[], Any]) -> Any:
    """Return the result of ``make``; if it fails, print the reason to stderr and return None."""
    try:
        return make()
    # The environment or one of its dependencies may be missing, with different errors.
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        print(f"{name} is left out: {reason}", file=sys.stderr)
        return None


def _peer(module: str) -> Any:
    return import_module(f"pettingzoo.classic.{module}").env()


def aec_rates(repeats: int) -> list[Measurement]:
    """Measure our PettingZoo environment, and the installed environments of PettingZoo."""
    own = "wistar_v0.env(), 2 players"
    works = {own: _aec_steps(wistar_v0.env(num_players=2), random.Random(1))}
    for peer, module in _PEERS.items():
        name = f"PettingZoo's {peer}"
        env = left_out(name, partial(_peer, module))
        if env is not None:
            works[name] = _aec_steps(env, random.Random(1))
    return measured(_AEC, works, repeats, "steps/s")


def random_steps(
    batch: AnyBatch, reset: Callable[[], Any], step: Callable[[npt.NDArray[np.int64]], Any]
) -> Work:
    """Return work that steps a batch interface, after a warm-up of about two games per row.

    The policy is ``choose`` of the wrapped batch: compiled, random, and legal without use of the
    masks. Returned values are kept until the next step, as learners keep them.
    """
    actions = np.empty(len(batch), np.int64)
    kept = [reset()]

    def work(count: int) -> int:
        for _ in range(count):
            kept[0] = step(batch.choose("random", actions))
        return count * len(batch)

    work(2 * mean_length(batch.num_players))
    return work


def _learner() -> Work:
    batch = LearnerBatch("rats-of-wistar", GAMES, 1, level=LEVEL)
    return random_steps(batch, lambda: batch.reset(seed=1), batch.step)


def _gymnasium(*, copy: bool) -> Work:
    env: Any = gymnasium.make_vec(
        "wistar/RatOBot-v0",
        num_envs=GAMES,
        vectorization_mode="vector_entry_point",
        level=LEVEL,
        copy=copy,
    )
    return random_steps(env.unwrapped.batch, lambda: env.reset(seed=1), env.step)


def _sb3(*, masks: bool) -> Work:
    # Imported here, as Stable-Baselines3 may not be installed.
    from wistar_env import make_sb3

    env = make_sb3("rats-of-wistar", GAMES, level=LEVEL, seed=1)

    def step(actions: npt.NDArray[np.int64]) -> object:
        # As in sb3_contrib.common.maskable.utils.get_action_masks.
        shown = np.stack(env.env_method("action_masks")) if masks else None
        return env.step(actions), shown

    return random_steps(env.batch, env.reset, step)


#: The measured batch interfaces.
_LEARNERS: Final[dict[str, Callable[[], Work]]] = {
    "LearnerBatch": _learner,
    "gymnasium.make_vec": partial(_gymnasium, copy=True),
    "gymnasium.make_vec, copy=False": partial(_gymnasium, copy=False),
    "make_sb3": partial(_sb3, masks=False),
    "make_sb3, masks fetched as by MaskablePPO": partial(_sb3, masks=True),
}


def learner_rates(repeats: int) -> list[Measurement]:
    """Measure the interfaces for learners: our batch, Gymnasium and Stable-Baselines3."""
    works = {
        name: work for name, make in _LEARNERS.items() if (work := left_out(name, make)) is not None
    }
    return measured(_LEARNER_RATES, works, repeats, "steps/s")


def _start(code: str = _FIRST_STEP, **environment: str) -> float:
    started = time.perf_counter()
    subprocess.run(python(code), check=True, env={**os.environ, **environment})
    return time.perf_counter() - started


def _cold_starts() -> list[Measurement]:
    """Measure first steps with an empty cache, with and without precompiled code."""
    ways = {"first step, nothing compiled": {packs.VARIABLE: "1"}}
    pack, _ = packs.fitting()
    if pack is not None and all(map(pack.has, pack.names())):
        ways["first step, with machine code and an empty cache"] = {}
    found = []
    for name, environment in ways.items():
        with tempfile.TemporaryDirectory() as cache:
            cold = (_start(WISTAR_CACHE_DIR=cache, **environment),)
        found.append(Measurement(_STARTS, name, cold, "s"))
    return found


def starts(repeats: int, *, compile_anew: bool) -> list[Measurement]:
    """Measure the seconds from the start of a process to its first step, and of imports alone."""
    cold = _cold_starts() if compile_anew else []
    _start()
    pairs = [(_start(), _start(_IMPORTS)) for _ in range(repeats)]
    warm, bare = zip(*pairs, strict=True)
    return [
        *cold,
        Measurement(_STARTS, "first step, compiled before", warm, "s"),
        Measurement(_STARTS, "import of Numba, Gymnasium and PettingZoo", bare, "s"),
        Measurement(_RATIOS, "first step, compiled before", ratios(warm, bare), "times"),
    ]


def parts(only: Iterable[str] = (), *, compile_anew: bool = True) -> list[Part]:
    """Return the measurements."""
    wanted = set(only) or {*SECTIONS}
    if unknown := wanted.difference(SECTIONS):
        raise ValueError(
            f"there is no section {min(unknown)!r}; the sections are {', '.join(SECTIONS)}"
        )

    def core_part(num_players: int) -> Part:
        label = f"core, {players_text(num_players)}"
        return Part("core", label, lambda repeats: core_rates(num_players, repeats))

    every = [
        *(core_part(num_players) for num_players in PLAYERS),
        *batches.parts(),
        Part("environments", "learners", learner_rates),
        Part("environments", "PettingZoo", aec_rates),
        *searches.parts(),
        *dataset_rates.parts(),
        Part("starts", "starts", lambda repeats: starts(repeats, compile_anew=compile_anew)),
    ]
    return [part for part in every if part.section in wanted]
