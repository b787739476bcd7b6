"""Code for any game names no parts of specific games."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "wistar_env"
#: Packages that must not name a game.
ROOMS = ("kit", "play")
#: The exception, which must name a game: it reads networks from when there was only one.
READS_OLD = ("kit/networks/files.py",)
#: Public functions, whose docstrings have examples of installed games.
FOR_USERS = ("kit/envs", "kit/vector")
#: Code, and the pages that play any game.
SUFFIXES = {".py", ".js", ".css", ".html"}
#: Names of games, their parts, and the marks of their rules. A worker is also a thread.
PARTS = re.compile(
    r"rat.?o.?bot|rats.of.wistar|wistar_v0|lab.?rats"
    r"|\b(?:vp|levels?|tracks?|chiefs?|inventions?|guests?|missions?|objectives?|cheeses?|hero(?:es)?"
    r"|beds?|burrows?|lair|farm|hut|electricity|wild tokens?"
    r"|potions?|crumbs?|specimens?|pollution|doors?)\b"
    r"|\b(?:GEN|TURN|BOT|CARD|DIG|END|SCORE|SETUP|AMB|BOUND|LAB|CONF|VEC)-\d",
    re.IGNORECASE,
)
FILES = sorted(
    path
    for room in ROOMS
    for path in (ROOT / room).rglob("*")
    if path.suffix in SUFFIXES and not str(path).endswith(READS_OLD)
)


def docstring_lines(source: str) -> set[int]:
    """Return the numbers of the lines of docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    strings = [
        node.body[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None
    ]
    return {line for each in strings for line in range(each.lineno, (each.end_lineno or 0) + 1)}


def naming_parts(path: Path) -> list[str]:
    """Return the lines of a file that name a part of a game."""
    source, name = path.read_text("utf-8"), str(path.relative_to(ROOT))
    for_users = name.startswith(FOR_USERS) and path.suffix == ".py"
    left_out = docstring_lines(source) if for_users else set()
    return [
        f"{name}, line {number}: {line.strip()}"
        for number, line in enumerate(source.splitlines(), 1)
        if PARTS.search(line) and number not in left_out
    ]


def test_what_plays_any_game_names_no_part_of_one() -> None:
    assert [line for path in FILES for line in naming_parts(path)] == []


@pytest.mark.parametrize(
    "line",
    [
        *("RATOBOT = 1", "the VP of a seat", "row.level", "on the wheel (TURN-02)", "three beds"),
        *('make("lab-rats")', "five Doors", "in secret (LAB-71)"),
    ],
)
def test_parts_are_found_whatever_their_case(line: str) -> None:
    assert PARTS.search(line)
