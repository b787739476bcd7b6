"""Which fingerprints a change to each module of the package affects."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from wistar_env import RatsOfWistar
from wistar_env.benchmark.sources import SILENT, digest_of, imports, package_sources, reached

SOURCES = package_sources()
AGENTS = {
    "random": "wistar_env.agents.random",
    "greedy": "wistar_env.agents.greedy",
    "network": "wistar_env.agents.network",
    "search": "wistar_env.agents.searching",
}
#: Modules that play a run's games and, with the game, determine its rules hash. Bots play any game,
#: so their fingerprints do not depend on one.
PLAYING = {
    "arena": "wistar_env.benchmark.arena",
    "ladder": "wistar_env.benchmark.ladder",
}
RULES = {*PLAYING}
EVERYBODY = {*RULES, *AGENTS}
SEARCH, NETWORKS = {"search"}, {"network", "search"}
#: What changes when a module changes: the rules hash of runs, or fingerprints of some bots.
MOVES = {
    "wistar_env.benchmark.arena": {"arena"},
    "wistar_env.benchmark.ladder": {"ladder"},
    "wistar_env.benchmark.matches": RULES,
    "wistar_env.benchmark.work_units": RULES,
    "wistar_env.kit.bots": EVERYBODY,
    "wistar_env.seeds": RULES,
    "wistar_env.compiled.streams": EVERYBODY,
    "wistar_env.kit.game": EVERYBODY,
    "wistar_env.kit.game.game": EVERYBODY,
    "wistar_env.kit.game_calls": EVERYBODY,
    # Bound to the kit with the rest of the game, so it counts for all bots.
    "wistar_env.games.rats_of_wistar.heuristics.evaluate": RULES,
    "wistar_env.games.rats_of_wistar.heuristics.features": RULES,
    "wistar_env.kit.policies.greedy": {"greedy", "search"},
    "wistar_env.kit.search.play_outs": set(),  # what people are told
    "wistar_env.kit.networks.network": NETWORKS,
    "wistar_env.kit.networks.inference": NETWORKS,
    "wistar_env.games.rats_of_wistar.rules.ratobot": RULES,
    "wistar_env.games.rats_of_wistar.spaces.encode": RULES,
    "wistar_env.games.rats_of_wistar.tables.fill": RULES,
}
#: Packages in which every module that affects play changes these.
PACKAGES = {"wistar_env.kit.search": SEARCH}
#: Packages and modules that change nothing: texts, pictures, measurements and training.
NOTHING = {
    *SILENT,
    "wistar_env",
    "wistar_env.__main__",
    "wistar_env.benchmark.paired",
    "wistar_env.benchmark.plots",
    "wistar_env.benchmark.ratings",
    "wistar_env.benchmark.report",
    "wistar_env.speed",
    "wistar_env.kit.networks.losses",
    "wistar_env.kit.networks.optimizer",
    "wistar_env.games.rats_of_wistar.rules.core",
    "wistar_env.games.rats_of_wistar.rules.invariants",
    "wistar_env.games.rats_of_wistar.rules.save_validation",
    "wistar_env.kit.vector",
    "wistar_env.kit.envs",
    "wistar_env.kit.conformance",
    "wistar_env.wistar_v0",
}


def digests(sources: dict[str, bytes]) -> dict[str, str]:
    roots = {name: [module, RatsOfWistar.__module__] for name, module in PLAYING.items()}
    roots |= {bot: [module] for bot, module in AGENTS.items()}
    return {name: digest_of(reached(root, sources), sources) for name, root in roots.items()}


@cache
def now() -> dict[str, str]:
    """Return the digests of the sources as they are."""
    return digests(SOURCES)


def moved_by(module: str) -> set[str]:
    """Return which digests change when a module changes."""
    then = digests({**SOURCES, module: SOURCES[module] + b"\n_ADDED = 1\n"})
    return {name for name, digest in now().items() if then[name] != digest}


def wanted_of(module: str) -> set[str] | None:
    if module in MOVES:
        return MOVES[module]
    packages = (name for name in PACKAGES if f"{module}.".startswith(f"{name}."))
    if found := next(packages, None):
        return PACKAGES[found]
    if module in NOTHING or any(module.startswith(f"{name}.") for name in NOTHING - {"wistar_env"}):
        return set()
    return None


def test_a_changed_module_makes_others_of_those_that_play_with_it() -> None:
    for module in sorted(SOURCES):
        moved, wanted = moved_by(module), wanted_of(module)
        if wanted is not None:
            assert moved == wanted, module
        else:
            # All other modules affect play, or belong to environments that no bot uses.
            assert moved <= EVERYBODY, module


def test_every_module_that_is_told_apart_exists() -> None:
    assert {*MOVES, *SILENT, *NOTHING} <= {*SOURCES}


PLAY = """
import sys
from wistar_env import RatsOfWistar
from wistar_env.benchmark import arena, ladder
bots = ["random", "greedy", "network", "flat:rollouts=2", "mcts:simulations=4"]
settings = {"games": 1, "seed": 1, "batch": 1}
climbing = ladder.plan(bots, levels=[0], **settings)
meeting = arena.plan(RatsOfWistar, ["random", "greedy"], **settings)
for plan in (climbing, meeting):
    for unit in plan.units:
        plan.play(unit)
print(*(name for name in sys.modules if name.partition(".")[0] == "wistar_env"))
"""


def test_all_that_is_imported_by_playing_is_covered_or_silent() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, check=True, env={**os.environ}
    )
    covered = {*reached([*PLAYING.values(), *AGENTS.values()], SOURCES), "wistar_env"}
    silent = {name for name in SOURCES if any(f"{name}.".startswith(f"{each}.") for each in SILENT)}
    # Networks are found by their names among those of all installed games.
    of_others = {name for name in SOURCES if name.startswith("wistar_env.games.lab_rats")}
    of_others.add("wistar_env.compiled.bits")  # which Lab Rats imports
    assert {*done.stdout.split()} - covered - silent - of_others == set()


def test_imports_are_found_wherever_they_stand() -> None:
    source = b"""
from typing import TYPE_CHECKING
from . import near
from .other import thing
if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.render import text
else:
    import wistar_env.kit.search.mcts as searching
def late():
    import_module("wistar_env.games.rats_of_wistar.rules.core")
    return "wistar_env.agents.greedy:GreedyAgent", "see wistar_env.games.rats_of_wistar.story"
"""
    found = imports(source, "wistar_env.home")
    assert {name for name in found if name.startswith("wistar_env")} == {
        "wistar_env.home",
        "wistar_env.home.near",
        "wistar_env.home.other",
        "wistar_env.home.other.thing",
        "wistar_env.kit.search.mcts",
        "wistar_env.games.rats_of_wistar.rules.core",
        "wistar_env.agents.greedy",
    }


def test_sources_are_read_from_the_folder_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "agents").symlink_to(tmp_path / "rules")
    (tmp_path / "rules" / "__init__.py").write_text("A = 1")
    (tmp_path / "rules" / "core.py").write_text("B = 1")
    assert package_sources(tmp_path) == {
        "wistar_env.rules": b"A = 1",
        "wistar_env.rules.core": b"B = 1",
        "wistar_env.agents": b"A = 1",
        "wistar_env.agents.core": b"B = 1",
    }
