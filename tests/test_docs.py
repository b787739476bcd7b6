"""What the documentation says: its Python runs, its commands and its links exist."""

import ast
import doctest
import re
import shlex
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
import typer.main

from tests.docs import PAGES, ROOT, blocks, commands
from wistar_env import cli
from wistar_env.cli import parameters, settings_files
from wistar_env.cli.help_pages import EXAMPLES
from wistar_env.cli.training import TRAINERS, trainer
from wistar_env.kit.envs.conventions import RENDER_MODES
from wistar_env.kit.replays import Replay

#: Pages whose Python is run by a test of their own.
RUN_ELSEWHERE: Final = {"clients.md", "game-by-hand.md", "new-game.md"}
LANGUAGES: Final = {"bash", "python", "text", "toml"}
#: What only the extras `train` and `web` bring; blocks that import it are left out without it.
EXTRA: Final = {"fastapi", "sb3_contrib", "stable_baselines3", "torch"}
#: What blocks import that are run by a test of tests/research.
RESEARCH: Final = {"openenv"}

#: Trainers that need the extra `train`.
NEED_TORCH: Final = {"sb3"}

WITH_PYTHON: Final = [
    page
    for page in PAGES
    if page.name not in RUN_ELSEWHERE and any(block.language == "python" for block in blocks(page))
]
WITH_DOCTESTS: Final = [
    path
    for path in sorted((ROOT / "wistar_env").rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]
TARGETS: Final = {
    *" ".join(
        re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    ).split()
}


def name_of(page: Path) -> str:
    return page.name


def imported(source: str) -> set[str]:
    """Return the top-level packages that a source imports."""
    nodes = [*ast.walk(ast.parse(source))]
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    others = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in plain | others}


def each(*program: str) -> list[Any]:
    """Return each command of all pages that starts a program, as a parameter of a test.

    The changelog tells of commands of before.
    """
    return [
        pytest.param(arguments, id=f"{page.name}: {shlex.join([*program, *arguments])}")
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for arguments in commands(page, *program)
    ]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_in_which_language_it_is(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= LANGUAGES
    assert page.read_text("utf-8").count("```") == 2 * len(blocks(page))


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name_of)
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page):
        if block.language != "python":
            continue
        needed = imported(block.text)
        if needed & RESEARCH or any(find_spec(package) is None for package in needed & EXTRA):
            continue
        # Lines before it, so that a traceback has the line of the page.
        source = "\n" * block.line + block.text
        exec(compile(source, str(page), "exec"), names)


def quoted() -> list[str]:
    """Return the positions in one line that pages quote."""
    pages = "\n".join(page.read_text("utf-8") for page in PAGES)
    return sorted({*re.findall(r"[\w-]+/rules=\d+/data=[\w=/.:-]+/actions=\w*", pages)})


@pytest.mark.parametrize("line", quoted())
def test_every_position_that_a_page_quotes_is_one_of_these_rules_and_cards(line: str) -> None:
    found: Replay[Any] = Replay.from_string(line)
    assert found.game.from_string(line).num_decisions == len(found.actions)


def test_the_pages_with_python_are_found() -> None:
    assert {"README.md", "CONTRIBUTING.md", "environment.md", "vector.md"} <= {
        page.name for page in WITH_PYTHON
    }


@pytest.mark.parametrize("path", WITH_DOCTESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_example_of_a_docstring_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = path.relative_to(ROOT).with_suffix("").parts
    module = ".".join(names).removesuffix(".__init__")
    written = path.read_text("utf-8").count(">>> ")
    if "sb3" in module:
        pytest.importorskip("stable_baselines3")
    if "open_spiel" in module:
        pytest.importorskip("pyspiel")
    failed, attempted = doctest.testmod(import_module(module))
    assert (failed, attempted) == (0, written)


@pytest.mark.parametrize("arguments", each("make"))
def test_every_make_target_exists(arguments: list[str]) -> None:
    assert set(arguments) <= TARGETS


@pytest.mark.parametrize(
    "arguments", [*each("wistar"), *(shlex.split(line)[1:] for line in EXAMPLES.values())]
)
def test_every_command_line_is_one_that_wistar_understands(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where its extra is not installed, --ray is rejected; the files of --config are not there.
    monkeypatch.setattr(parameters, "find_spec", lambda name: name)
    monkeypatch.setattr(settings_files, "read_settings", lambda *_: {})
    current: Any = typer.main.get_command(cli.app)
    given = [*arguments]
    while given and given[0] in getattr(current, "commands", {}):
        current = current.commands[given.pop(0)]
    if given not in ([], ["--help"]) and hasattr(current, "default"):
        current = current.commands[current.default]
    if current.name in TRAINERS:
        pytest.importorskip("torch" if current.name in NEED_TORCH else "numba")
        current = trainer(current.name)
    if hasattr(current, "commands") or given == ["--help"]:
        assert given in ([], ["--help"], ["--version"])
        return
    # A context is made from the arguments, and rejects unknown ones; the command does not run.
    # A command without arguments is only named there.
    current.make_context("wistar", given, resilient_parsing=not given)


@pytest.mark.parametrize("arguments", each("python", "-m"))
def test_every_module_that_is_run_exists_and_so_do_its_tests(arguments: list[str]) -> None:
    module, *others = arguments
    assert find_spec(module) is not None
    paths = [word for word in others if word.startswith("tests/")]
    assert all((ROOT / path).exists() for path in paths)


def links(page: Path) -> list[str]:
    """Return the files that a page links to."""
    return re.findall(r"\]\((?![a-z]+:)([^)#]+)", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """Return what a link to a heading of a page says behind its #."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_and_heading_that_a_page_links_to_exists(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []
    aimed = re.findall(r"\]\((?![a-z]+:)([^)#]*)#([^)]+)\)", page.read_text("utf-8"))
    targets = [(page.parent / link if link else page, anchor) for link, anchor in aimed]
    assert [anchor for target, anchor in targets if anchor not in anchors(target)] == []


def test_every_page_is_two_clicks_from_the_readme() -> None:
    found = {ROOT / "README.md"}
    for _ in range(2):
        found |= {
            (page.parent / link).resolve()
            for page in found
            if page.suffix == ".md"
            for link in links(page)
        }
    assert [page.name for page in PAGES if page not in found and page.name != "CHANGELOG.md"] == []


def test_the_render_modes_of_the_environments_are_documented() -> None:
    page = (ROOT / "docs" / "environment.md").read_text("utf-8")
    (arguments,) = re.findall(r"^\| `render_mode` \| `None` \| (.*) \|$", page, re.MULTILINE)
    section = page.partition("## Rendering\n\n")[2].partition("\n## ")[0]
    told = re.findall(r'^- `"(\w+)"`: ', section, re.MULTILINE)
    assert sorted(re.findall(r'`"(\w+)"`', arguments)) == sorted(RENDER_MODES)
    assert sorted(told) == sorted(RENDER_MODES)
