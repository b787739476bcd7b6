"""The kit knows no game: what plays any game imports none, and names no part of one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_imports import OUTSIDE, imports, modules, room
from wistar_env.games.rats_of_wistar.rules.state import BOT_RECORD, ENTRY, GAME, PLAYER
from wistar_env.kit.common_fields import COMMON_FIELDS, OPTIONS_FIELD
from wistar_env.kit.game.registry import GROUP

KNOWN = modules()
GAMES = "wistar_env.games"
#: A text that names a module, as those do that are imported by their names.
MODULE_NAME = re.compile(r"(wistar_env(?:\.\w+)+)(?::\w+)?")
#: What is in the package and about a game by its purpose; everything else there plays any game.
ABOUT_A_GAME = {
    "wistar_env": "exports the games",
    "wistar_env.benchmark.ladder": "plays against Rat-o-bot",
    "wistar_env.cli.benchmarks": "has its levels as an option",
    "wistar_env.cli.components": "shows cards and checks data folders",
    "wistar_env.lab_rats_v0": "is the environment of Lab Rats",
    "wistar_env.wistar_v0": "is the environment of Rats of Wistar for PettingZoo",
}
#: What every record of a game has.
SHARED = {OPTIONS_FIELD, *(name for name, _ in COMMON_FIELDS)}
#: Rooms whose code is handed records of games.
HOLDING_RECORDS = {
    *(f"wistar_env.kit.{name}" for name in ("batch", "networks", "policies", "rewards", "search")),
    "wistar_env.kit.vector",
}
#: Words of theirs that records use, too, and that mean something else there.
OTHER_MEANINGS = {"act", "actions", "discard", "indices", "kind", "level", "seat"}


def of_a_game(path: Path) -> set[str]:
    """Return the modules of games that a module imports, or names in a text."""
    source = path.read_text("utf-8")
    used = imports(path, KNOWN) | named_in_texts(source) - {GROUP}
    return {name for name in used if name.startswith(GAMES)}


def named_in_texts(source: str) -> set[str]:
    """Return the modules that the texts of a module name."""
    texts = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {found[1] for text in texts if (found := MODULE_NAME.fullmatch(text))}


def test_a_module_that_a_text_names_is_found() -> None:
    source = 'import_module("wistar_env.seeds")\nENTRY = "wistar_env.kit.game_calls:begin"\n'
    assert named_in_texts(source) == {"wistar_env.seeds", "wistar_env.kit.game_calls"}


def test_modules_for_any_game_import_none() -> None:
    importing = {
        name: found
        for name, path in KNOWN.items()
        if name not in ABOUT_A_GAME and not name.startswith((f"{GAMES}.", *OUTSIDE))
        if (found := of_a_game(path))
    }
    assert importing == {}


@pytest.mark.parametrize("module", ABOUT_A_GAME)
def test_every_exception_is_needed(module: str) -> None:
    assert of_a_game(KNOWN[module])


def test_games_know_nothing_of_each_other() -> None:
    for name, path in KNOWN.items():
        if name.startswith(f"{GAMES}."):
            own = ".".join(name.split(".")[:3])
            assert {each for each in of_a_game(path) if not each.startswith(own)} == set()


def named(path: Path) -> Iterator[str]:
    """Yield the attributes and the text subscripts of a module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)


def test_modules_that_hold_records_name_no_field_of_a_game() -> None:
    fields = {name for record in (GAME, PLAYER, BOT_RECORD, ENTRY) for name in record.names or ()}
    naming = {
        name: found
        for name, path in KNOWN.items()
        if room(name) in HOLDING_RECORDS
        if (found := {*named(path)} & (fields - SHARED - OTHER_MEANINGS))
    }
    assert naming == {}
