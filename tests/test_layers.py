"""Imports go one way: training, agents, then the package from its commands down to its data."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

#: Parts of the package from the lowest layer up; a part imports its own layer and lower ones.
LAYERS: Final = (
    {"arguments", "errors"},
    {"tables"},
    {"rules"},
    {"spaces"},
    {"policies"},
    {"box", "game", "render", "replay", "rewards", "solo", "terms", "wistar_v0"},
    {"benchmark", "cli", "__main__"},
    {"agents"},
    {"training"},
)
#: Sizes of arrays: what is loaded is as large as what the rules read.
EXCEPTIONS: Final = {("tables", "wistar_env.rules.limits")}
RANKS: Final = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}


def part_of(module: str) -> str:
    first, *rest = module.split(".")
    return rest[0] if first == "wistar_env" and rest else first


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.relative_to(ROOT)}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def upward_imports() -> Iterator[str]:
    for folder in ("wistar_env", "agents", "training"):
        for file in (ROOT / folder).rglob("*.py"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            part = part_of(module.removesuffix(".__init__"))
            for imported in imports_of(file):
                other = part_of(imported)
                if (part, imported) in EXCEPTIONS or other not in RANKS:
                    continue
                if part in RANKS and RANKS[other] > RANKS[part]:
                    yield f"{module} imports {imported}"


def test_no_part_imports_a_layer_above_its_own() -> None:
    assert list(upward_imports()) == []


def test_every_part_of_the_package_has_its_layer() -> None:
    entries = {path.stem for path in (ROOT / "wistar_env").iterdir() if path.suffix in {"", ".py"}}
    assert entries - {"__init__", "__pycache__", "data"} <= set(RANKS)
