import ast
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

GAME = "wistar_env.games.rats_of_wistar"
#: The houses from the bottom to the top, and their layers: a module imports its own layer and those
#: below it. What a user of the games needs is the core; research measures and trains on it; tables
#: show its games to people and to clients.
HOUSES = {
    "core": [
        ["wistar_env.errors", "wistar_env.arguments"],
        ["wistar_env.system", "wistar_env.text"],
        ["wistar_env.seeds"],
        ["wistar_env.compiled"],
        ["wistar_env.kit.pictures", "wistar_env.kit"],
        ["wistar_env.kit.game"],
        ["wistar_env.explanations"],
        ["wistar_env.kit.replays"],
        ["wistar_env.kit.rewards", "wistar_env.kit.policies", "wistar_env.kit.networks"],
        ["wistar_env.kit.search"],
        ["wistar_env.kit.envs"],
        ["wistar_env.kit.batch", "wistar_env.kit.bots"],
        ["wistar_env.agents"],
        ["wistar_env.kit.vector"],
        ["wistar_env.kit.conformance"],
        ["wistar_env.author"],
        ["wistar_env.new_game"],
        [f"{GAME}.data"],
        [f"{GAME}.tables"],
        [f"{GAME}.card_sets"],
        [f"{GAME}.rules"],
        [f"{GAME}.spaces"],
        [f"{GAME}.card_features"],
        [f"{GAME}.components", f"{GAME}.contract", f"{GAME}.heuristics"],
        [f"{GAME}.scene"],
        [f"{GAME}.render"],
        [f"{GAME}.prompt"],
        [f"{GAME}.save_validation"],
        [f"{GAME}.score_checks"],
        [f"{GAME}.story"],
        [f"{GAME}.spec"],
        ["wistar_env.games"],
        [
            "wistar_env.lab_rats_v0",
            "wistar_env.open_spiel",
            "wistar_env.wistar_v0",
        ],
        ["wistar_env"],
    ],
    "research": [
        ["wistar_env.benchmark"],
        ["wistar_env.datasets"],
        ["wistar_env.speed"],
        ["wistar_env.theory"],
        ["wistar_env.language_models", "wistar_env.training"],
    ],
    "table": [
        ["wistar_env.replay_page"],
        ["wistar_env.play"],
    ],
    "commands": [
        ["wistar_env.cli"],
        ["wistar_env.__main__"],
    ],
    "programs": [
        ["examples"],
        ["website"],
        ["experiments"],
    ],
}
LAYERS = [names for house in HOUSES.values() for names in house]

#: Folders of code that no wheel has, and that nothing in the package imports.
OUTSIDE = ("examples", "experiments", "website")

#: What modules of several rooms are called, and the one thing that it means in all of them.
SHARED_NAMES = {
    "__init__": "a package",
    "__main__": "a command",
    "actions": "the actions: their ids; their words",
    "best_responses": "best responses: exact ones in small games; trained ones",
    "blocks": "the blocks of an observation",
    "board": "the board",
    "buffers": "arrays that compiled code writes to",
    "card_sets": "card sets: of any game; of Rats of Wistar; checked",
    "cards": "the Invention cards",
    "choices": "the legal actions of a decision; what is chosen of them",
    "components": "the printed components: their data; commands that print them",
    "context": "the record of addresses that compiled code is called with",
    "contract": "the functions and sizes that a game binds to the kit",
    "drawing": "``Drawing``: a scene while it is drawn",
    "error_messages": "messages of errors",
    "events": "what happens in a game",
    "farm": "the Farm",
    "features": "what is weighed in a position",
    "gallery": "pictures of all pieces",
    "game": "the class of a game: of any; of Rats of Wistar; of Lab Rats",
    "openings": "how a game begins: told; played by bots in training",
    "options": "the options of a game: their kind; those of Rats of Wistar",
    "games": "many games at once",
    "greedy": "the bot greedy",
    "gym": "Gymnasium's vector environments",
    "hidden": "hidden information and its resampling",
    "history": "what happened in a game, as one seat knows it",
    "ink": "the colours of pictures",
    "inventions": "Inventions",
    "kuhn": "Kuhn poker: a template, which is an example too",
    "layout": "how numbers lie: in tables; in observations",
    "learner": "who learns",
    "lessons": "the tutorial",
    "limits": "sizes that arrays are built with",
    "missions": "Missions",
    "narration": "events in sentences",
    "network": "a network",
    "nim": "Nim: a template, which is an example too",
    "opponents": "who plays the other seats",
    "play": "the functions that play a game",
    "position": "the position of a game: read from its record; as plain data",
    "prefetch": "prefetching memory",
    "presentation": "what people see of a game: of any; of each of the two",
    "protocol": "what one side calls of the other",
    "ratobot": "Rat-o-bot",
    "registry": "what is found by its name: bots; games",
    "report": "results in words and tables",
    "results": "results of runs",
    "rewards": "rewards",
    "rows": "rows of a batch",
    "sb3": "Stable-Baselines3",
    "schema": "what files may hold: their types",
    "seats": "what belongs to one seat",
    "seeds": "seeds of games",
    "sources": "the sources of modules",
    "spec": "what is declared: a game; a reward",
    "scoreboard": "the line of scores and goods of a table",
    "state": "what changes while a game is played",
    "table_sheet": "a position as a sheet of panels",
    "types": "types of compiled arguments",
    "wheel": "the Action Wheel",
    "why_not": "why an action is not offered",
    "words": "things in words",
}


def layer(module: str) -> int:
    """Return the layer of the longest declared name that a module's name begins with."""
    found = [
        (len(name), level)
        for level, names in enumerate(LAYERS)
        for name in names
        if module == name or module.startswith(f"{name}.")
    ]
    assert found, f"{module} has no layer; add it to LAYERS"
    return max(found)[1]


def house_name(module: str) -> str:
    """Return the house of a module."""
    names = LAYERS[layer(module)]
    return next(house for house, layers in HOUSES.items() if names in layers)


def modules() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("wistar_env", "wistar_env/agents", "wistar_env/training", *OUTSIDE)
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def imports(path: Path, known: dict[str, Path]) -> set[str]:
    """Return the modules of this project that a file imports, wherever in the file."""
    # "from package import module" imports the module, else what the package defines.
    found = {name if name in known else package for package, name in _imported(path)}
    return found & known.keys()


@cache
def _imported(path: Path) -> frozenset[tuple[str, str]]:
    """Return all names that a file imports, each with its package; many tests read each file."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module, f"{node.module}.{alias.name}") for alias in node.names}
    return frozenset(found)


def test_imports_go_one_way() -> None:
    known = modules()
    assert len(known) > 30
    wrong = [
        f"{module} imports {imported}"
        for module, path in known.items()
        for imported in sorted(imports(path, known))
        if layer(imported) > layer(module)
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", OUTSIDE)
def test_the_package_imports_nothing_that_no_wheel_has(folder: str) -> None:
    known = modules()
    wrong = [
        f"{module} imports {imported}"
        for module, path in known.items()
        if module.startswith("wistar_env")
        for imported in sorted(imports(path, known))
        if imported.split(".")[0] == folder
    ]
    assert wrong == []


#: Packages whose packages are rooms of their own.
BLOCKS = ("wistar_env.kit", GAME)


def room(module: str) -> str:
    """Return the package or module of the project's that a module is in."""
    path = module.split(".")
    for house in BLOCKS:
        deep = 1 + len(house.split("."))
        # A module of a game is a room as a package is, one of the kit belongs to its contract.
        alone = house == GAME or (ROOT / Path(*path[:deep])).is_dir()
        if module.startswith(f"{house}.") and alone:
            return ".".join(path[:deep])
    return house_of(module) or ".".join(path[:2])


def house_of(module: str) -> str:
    """Return the house that a module belongs to without being in one of its rooms."""
    return next((each for each in BLOCKS if f"{module}.".startswith(f"{each}.")), "")


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Return what leads back to itself; every arrow within is part of a circle."""
    left = {name: {*aims} - {name} for name, aims in arrows.items()}
    # What nothing leads to, or what leads to nothing, is in no circle.
    while loose := {
        name
        for name, aims in left.items()
        if not aims or not any(name in others for others in left.values())
    }:
        left = {name: aims - loose for name, aims in left.items() if name not in loose}
    return [[name, *sorted(aims)] for name, aims in sorted(left.items())]


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"], ["c", "b"]]


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = modules()
    assert circles({module: imports(path, known) for module, path in known.items()}) == []


def test_no_rooms_import_each_other_in_a_circle() -> None:
    known = modules()
    arrows: dict[str, set[str]] = {room(module): set() for module in known}
    for module, path in known.items():
        # ``python -m`` starts what lies on top.
        if not module.endswith("__main__"):
            arrows[room(module)] |= {room(each) for each in imports(path, known)}
    assert circles(arrows) == []


def test_tables_use_the_statistics_and_the_prompts_of_research_and_nothing_else() -> None:
    known = modules()
    arrows = {
        (room(module), room(imported))
        for module, path in known.items()
        for imported in imports(path, known)
        if house_name(module) == "table" and house_name(imported) == "research"
    }
    assert arrows == {("wistar_env.play", "wistar_env.benchmark")} | {
        ("wistar_env.play", "wistar_env.language_models")
    }


def test_nothing_but_programs_imports_the_commands() -> None:
    known = modules()
    wrong = [
        f"{module} imports {imported}"
        for module, path in known.items()
        for imported in sorted(imports(path, known))
        if house_name(imported) == "commands" and house_name(module) not in ("commands", "programs")
    ]
    assert wrong == []


def test_the_picture_of_the_imports_is_that_of_the_layers() -> None:
    page = (ROOT / "docs" / "development.md").read_text("utf-8")
    picture = page.partition("## Imports")[2].split("```")[1].splitlines()[1:]
    lines = []
    for name, layers in reversed(HOUSES.items()):
        rooms = [drawn for names in reversed(layers) if (drawn := in_the_picture(names))]
        lines += ["", *([f"{name}:"]), *(f"    {'  '.join(each)}" for each in rooms)]
    assert picture == lines[1:]


def in_the_picture(names: list[str]) -> list[str]:
    """Return the rooms of a layer: a part of a room stands with it, what imports all is none."""
    found = [name.removeprefix("wistar_env.") for name in names]
    drawn = [name for name in found if "." not in name or name.startswith(("kit.", "games."))]
    return sorted({*drawn} - {"wistar_env", "__main__"})


def test_modules_of_several_rooms_share_a_name_only_if_it_means_one_thing() -> None:
    rooms: dict[str, list[str]] = {}
    for path in modules().values():
        rooms.setdefault(path.stem, []).append(str(path.relative_to(ROOT)))
    twice = {name: paths for name, paths in rooms.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in SHARED_NAMES} == {}


def test_the_rules_know_no_environment_library() -> None:
    foreign = ("gymnasium", "pettingzoo", "torch", "pydantic", "matplotlib")
    for folder in ("rules", "spaces"):
        for path in (ROOT / "wistar_env" / "games" / "rats_of_wistar" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom):
                    names = [node.module or ""]
                assert not any(name.split(".")[0] in foreign for name in names), path


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout


def test_importing_the_package_compiles_nothing_and_registers_the_environments() -> None:
    code = """
import sys, wistar_env, gymnasium, pettingzoo
print("numba" in sys.modules, "wistar_env.kit.game" in sys.modules)
print({"wistar/RatOBot-v0", "wistar/LabRats-v0", "wistar/Game-v0"} <= {*gymnasium.registry})
registries = [getattr(pettingzoo, f"{kind}_registry", None) for kind in ("aec", "parallel")]
ids = {"wistar/RatsOfWistar-v0", "wistar/LabRats-v0"}
print(all(each is None or ids <= {*each} for each in registries))
"""
    assert run(code).split() == ["False", "False", "True", "True"]


def test_an_import_from_an_archive_says_so(tmp_path: Path) -> None:
    archive = tmp_path / "wistar.zip"
    with zipfile.ZipFile(archive, "w") as written:
        for file in (ROOT / "wistar_env").rglob("*.py"):
            written.write(file, file.relative_to(ROOT))
    code = f"""
import sys
sys.path.insert(0, {str(archive)!r})
try:
    import wistar_env
except ImportError as error:
    print(error)
"""
    assert run(code) == (
        f"wistar_env cannot be imported from inside {archive}: install it with pip\n"
    )


def test_a_pettingzoo_without_a_registry_is_supported() -> None:
    # AgileRL pins PettingZoo 1.26.
    code = """
import pettingzoo
for name in ("aec_registry", "parallel_registry", "register", "make", "spec"):
    vars(pettingzoo).pop(name, None)
from wistar_env import wistar_v0
wistar_v0.env().reset(seed=1)
print(len(wistar_v0.parallel_env().reset(seed=1)[0]))
"""
    assert run(code).split() == ["2"]


def test_an_id_that_names_the_module_needs_no_import() -> None:
    code = """
import gymnasium
solo = "wistar_env:wistar/RatOBot-v0"
print(gymnasium.make(solo, level=1).reset(seed=1)[1]["level"])
print(gymnasium.make_vec(solo, num_envs=2, level=1).num_envs)
print(gymnasium.make_vec(solo, num_envs=2, vectorization_mode="sync", level=1).num_envs)
"""
    assert run(code).split() == ["1", "2", "2"]


def test_making_environments_does_not_load_the_compiled_core() -> None:
    code = """
import sys, gymnasium, wistar_env
from wistar_env import RatsOfWistar, wistar_v0
wistar_v0.env()
gymnasium.make("wistar/RatOBot-v0", level=1)
print("wistar_env.games.rats_of_wistar.rules.core" in sys.modules, RatsOfWistar.__name__)
"""
    assert run(code).split() == ["False", "RatsOfWistar"]


def test_libraries_of_ratings_are_loaded_by_ratings_only() -> None:
    code = """
import sys, wistar_env.cli, wistar_env.benchmark.arena, wistar_env.benchmark.plots
print("choix" in sys.modules)
import wistar_env.benchmark.ratings
print("choix" in sys.modules)
"""
    assert run(code).split() == ["False", "True"]


def test_the_package_has_no_other_names() -> None:
    import wistar_env

    assert wistar_env.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="has no attribute 'Gamer'"):
        _ = wistar_env.Gamer
