"""After ``wistar compile``, no entry point compiles anything."""

import ast
import json
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from subprocess import run

import numba
import pytest

from tests.command_line import commands
from tests.kit import doors
from wistar_env.compiled import code_cache
from wistar_env.compiled.sources import PACKAGE, compiled_modules, file_of, functions
from wistar_env.errors import CacheError
from wistar_env.kit.game import ahead_of_time
from wistar_env.kit.game.registry import installed_games
from wistar_env.system import cache_folders

MARKS = {"unit", "late_unit", "entry"}
MODULES = compiled_modules()

needs_compilation = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


@pytest.fixture(scope="module")
def compiled() -> dict[str, str]:
    """Compile everything, and return the modules that are left out."""
    code = "import json; from wistar_env.kit.game.ahead_of_time import compile_all; "
    code += "print(json.dumps(compile_all().left_out))"
    done = run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    left_out: dict[str, str] = json.loads(done.stdout)
    return left_out


@needs_compilation
def test_each_marked_function_is_compiled(compiled: dict[str, str]) -> None:
    files = {
        f"{module}.{name}": code_cache.file_of_code(module, name)
        for module in MODULES
        if module not in compiled
        for name in functions(module)
    }
    assert len(files) > 100
    assert [
        name for name, file in files.items() if file is None or not code_cache.is_cached(file)
    ] == []


@needs_compilation
def test_only_what_needs_an_extra_is_left_out(compiled: dict[str, str]) -> None:
    assert {*compiled.values()} <= {"torch", "stable_baselines3"}
    assert not [missing for missing in compiled.values() if find_spec(missing)]


@needs_compilation
@pytest.mark.parametrize("game", installed_games())
def test_no_door_compiles_anything_then(compiled: dict[str, str], game: str) -> None:
    for module in ("fastapi", "stable_baselines3"):
        pytest.importorskip(module)
    done = run([sys.executable, "-m", "tests.kit.doors", game], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert {door: names for door, names in found.items() if names} == {}


def test_each_command_is_a_door_or_there_is_a_reason_why_not() -> None:
    known = {" ".join(words) for words, _ in commands()}
    assert {*doors.LINES} | {*doors.NO_LINES} == known
    assert not {*doors.LINES} & {*doors.NO_LINES}


def marks(node: ast.AST) -> Iterator[str]:
    """Yield the marks of functions that a piece of code names."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in MARKS:
            yield each.id
        if isinstance(each, ast.Attribute) and ast.unparse(each) in {f"jit.{m}" for m in MARKS}:
            yield each.attr


@pytest.mark.parametrize("module", MODULES)
def test_functions_are_marked_by_decorators_that_are_found_without_an_import(module: str) -> None:
    """Functions that are marked in other ways would be compiled at first use."""
    file = file_of(module)
    assert file is not None
    tree = ast.parse(file.read_text("utf-8"))
    found = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and [*marks(ast.Module(node.decorator_list, []))]  # type: ignore[arg-type]
    ]
    assert found == functions(module)
    assert len([*marks(tree)]) == len(found)


def test_modules_are_found_in_all_folders_of_the_package() -> None:
    """Found in another way: by text, in all files but those of the template."""
    texts = {
        path.relative_to(PACKAGE).with_suffix("")
        for folder in (PACKAGE, PACKAGE / "agents", PACKAGE / "training")
        for path in folder.rglob("*.py")
        if any(f"\n@{mark}\n" in path.read_text("utf-8") for mark in MARKS)
    }
    inner = {path for path in texts if "template" not in path.parts}
    assert {".".join((PACKAGE.name, *path.parts)) for path in inner} == {*MODULES}


def test_modules_of_installed_games_of_others_are_compiled_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"__init__.py": "", "game.py": "import numpy", "search.py": "@entry\ndef look(): ..."}
    for package in ("my_go", "my_go/deep"):
        (tmp_path / package).mkdir()
        for name, text in texts.items():
            (tmp_path / package / name).write_text(text)
    (tmp_path / "my_chess.py").write_text("@jit.unit\ndef move(): ...")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = {name: EntryPoint(name, f"{name}:Game", "") for name in ("my_go.game", "my_chess")}
    monkeypatch.setattr(ahead_of_time, "installed_games", lambda: points)
    assert ahead_of_time._modules_of_others() == ["my_chess", "my_go.search", "my_go.deep.search"]


def test_a_module_without_its_library_is_left_out_and_a_broken_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needy.py").write_text("import no_such_library.part")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("")
    (tmp_path / "broken" / "inner.py").write_text("import broken.missing")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert ahead_of_time._import(["json", "needy"]) == {"needy": "no_such_library"}
    with pytest.raises(ModuleNotFoundError):
        ahead_of_time._import(["broken.inner"])


def test_code_that_cannot_be_cached_is_an_error_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept_in(folder: Path | None) -> None:
        monkeypatch.setattr(
            ahead_of_time, "where", lambda name: None if folder is None else folder / name
        )

    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path / "chosen"))
    kept_in(tmp_path / "chosen")
    assert ahead_of_time._folders_of([Path("of", "dummy.bin")]) == [tmp_path / "chosen"]
    kept_in(tmp_path / "other")
    with pytest.raises(
        CacheError, match=f"chosen, which WISTAR_CACHE_DIR names, .* in {tmp_path}/other"
    ):
        ahead_of_time._folders_of([Path("of", "dummy.bin")])
    kept_in(None)
    monkeypatch.setattr(cache_folders, "candidates", lambda: [tmp_path / "full"])
    with pytest.raises(CacheError, match=f"1 functions is not cached: none of {tmp_path}/full"):
        ahead_of_time._folders_of([Path("of", "dummy.bin")])
