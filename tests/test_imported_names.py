"""What is imported by a name, and what is unpickled: every module that does is in a table here."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.test_imports import modules

#: Modules that import by a name, or run a text as code, and where the name is from.
IMPORTERS: Final = {
    "wistar_env": "its own attributes",
    "wistar_env.agents.other_libraries": "libraries of reinforcement learning",
    "wistar_env.author.generated_rules": "the rules that it generates from a class",
    "wistar_env.author.methods": "methods of a class, from their source",
    "wistar_env.author.rule_checks": "constant actions of a class, from their source",
    "wistar_env.kit.bots.registry": "specs of users; those of files pass kit.bots.trust",
    "wistar_env.kit.game.ahead_of_time": "its own modules",
    "wistar_env.kit.game.registry": "names of users; those of files pass game_of_file",
    "wistar_env.play": "its own attributes",
    "wistar_env.cli": "its own modules",
    "wistar_env.cli.settings_files": "the settings of the trainers",
    "wistar_env.cli.training": "the trainers",
    "wistar_env.system.extras": "libraries of extras, and the module for Stable-Baselines3",
    "experiments.speed.suite": "games of PettingZoo",
}
#: Modules that unpickle, and what.
UNPICKLERS: Final = {
    "wistar_env.kit.conformance.rules_checks": "what it has pickled itself",
}
_IMPORTING: Final = {"import_module", "__import__", "exec", "eval"}
_UNPICKLING: Final = {
    ("pickle", "load"), ("pickle", "loads"), ("pickle", "Unpickler"), ("marshal", "loads"),
    ("shelve", "open"), ("joblib", "load"), ("dill", "load"), ("cloudpickle", "loads"),
    ("MaskablePPO", "load"), ("yaml", "load"),
}  # fmt: skip


def _calls(path: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield every call of a module: what it is called on, its name, and its named arguments."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            on, _, name = ast.unparse(node.func).rpartition(".")
            yield on, name, {each.arg or "": ast.unparse(each.value) for each in node.keywords}


def test_nothing_is_imported_by_a_name_or_unpickled_but_where_it_is_in_a_table() -> None:
    importers, unpicklers = set(), set()
    for module, path in modules().items():
        for on, name, named in _calls(path):
            if (name in _IMPORTING and on in ("", "importlib")) or on == "runpy":
                importers.add(module)
            if (on, name) in _UNPICKLING or named.get("allow_pickle") == "True":
                unpicklers.add(module)
            if (on, name) == ("torch", "load") and named.get("weights_only") != "True":
                unpicklers.add(module)
    assert importers == {*IMPORTERS}
    assert unpicklers == {*UNPICKLERS}
