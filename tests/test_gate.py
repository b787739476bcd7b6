"""What stands on the rules uses a game through the gate, and names no part of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_imports import imports, layer, modules
from wistar_env import gate
from wistar_env.kit.game.registry import GROUP
from wistar_env.kit.head import HEAD_FIELDS
from wistar_env.rules.state import BOT_RECORD, ENTRY, GAME, PLAYER

KNOWN = modules()
#: ``Game``, which shows the game to Python, and what it says.
GAME_ITSELF = "wistar_env.games.rats_of_wistar"
OF_THE_GAME = ("rules", "spaces", "tables", "heuristics", "contract")
#: A text that names a module, as those do that are imported by their names.
MODULE_NAME = re.compile(r"(wistar_env(?:\.\w+)+)(?::\w+)?")
ABOVE = [
    name
    for name in KNOWN
    if layer(name) > layer("wistar_env.gate") and not name.startswith(GAME_ITSELF)
]
#: What is about this game by its purpose, and so names its parts.
ABOUT_THIS_GAME = {
    "wistar_env.cli.looking": "shows cards and checks data folders",
    "wistar_env.calibration.bot_games": "notes the Strength of Main actions",
    "wistar_env.calibration.bot_report": "tells what of the game a bot uses",
    "wistar_env.calibration.calibrate": "compares what is reconstructed with what is expected",
    "wistar_env.speed.encoding": "times the encoder alone",
    "wistar_env.calibration.greedy_games": "counts which cards are held and played",
    "wistar_env.calibration.report": "names what is used: Sectors, Objectives, ability spaces",
    "wistar_env.speed.suite": "times the core alone",
    "wistar_env.speed.batches": "times the core alone",
    "wistar_env.calibration.usage": "tells which cards, actions and Objectives are used",
    "wistar_env.story.choices": "says what lies where an action leads",
    "wistar_env.story.engine_steps": "steps through the engine between two decisions",
    "wistar_env.story.action_phrases": "phrases for actions",
    "website.cards": "writes the tables of docs/cards.md",
    "website.fields": "writes the fields of data files into docs/cards.md",
    "wistar_env.training.tune_greedy": "searches for the weights of what greedy looks at",
}
#: What every record of a game has.
SHARED = {name for name, _ in HEAD_FIELDS}
#: Packages whose code is handed records of games.
HOLDING_RECORDS = ("batch", "networks", "policies", "rewards", "search", "vector")
#: Words of theirs that records use, too, and that mean something else there.
OTHER_MEANINGS = {"act", "actions", "indices", "kind", "level", "seat"}


def package(module: str) -> str:
    """Return the package of the project's that a module is in."""
    return [*module.split("."), ""][1]


def is_about_this_game(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in ABOUT_THIS_GAME)


def named_in_texts(source: str) -> set[str]:
    """Return the modules that the texts of a module name."""
    texts = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {found[1] for text in texts if (found := MODULE_NAME.fullmatch(text))}


def test_a_module_that_a_text_names_is_found() -> None:
    source = 'import_module("wistar_env.rules.core")\nENTRY = "wistar_env.spaces.encode:encode"\n'
    assert named_in_texts(source) == {"wistar_env.rules.core", "wistar_env.spaces.encode"}


@pytest.mark.parametrize("module", ABOVE)
def test_what_stands_on_the_rules_comes_in_through_the_gate(module: str) -> None:
    if is_about_this_game(module):
        return
    path = KNOWN[module]
    used = imports(path, KNOWN) | named_in_texts(path.read_text("utf-8"))
    past = sorted(name for name in used if package(name) in OF_THE_GAME)
    assert past == [], f"{module} imports {past}; what it needs belongs into wistar_env.gate"


#: What plays any game; what it must know of one, it asks the game's class.
PLAYS_ANY_GAME = (
    *("wistar_env.kit", "wistar_env.batch", "wistar_env.policies", "wistar_env.search"),
    *("wistar_env.play", "wistar_env.bots", "wistar_env.registry", "wistar_env.explanations"),
    *("wistar_env.cli.playing", "wistar_env.cli.replaying", "wistar_env.cli.serving"),
)
ONE_GAME = (*OF_THE_GAME, "gate", "games", "scene", "render", "story", "components")


@pytest.mark.parametrize(
    "module",
    [
        name
        for name in KNOWN
        if any(name == each or name.startswith(f"{each}.") for each in PLAYS_ANY_GAME)
    ],
)
def test_what_plays_any_game_imports_nothing_of_one(module: str) -> None:
    path = KNOWN[module]
    used = imports(path, KNOWN) | named_in_texts(path.read_text("utf-8")) - {GROUP}
    assert sorted(name for name in used if package(name) in ONE_GAME) == []


def named(path: Path) -> Iterator[str]:
    """Yield the attributes and the text subscripts of a module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)


@pytest.mark.parametrize(
    "module",
    [name for name in ABOVE if package(name) in HOLDING_RECORDS],
)
def test_what_stands_on_the_rules_names_no_field_of_a_game(module: str) -> None:
    fields = {name for record in (GAME, PLAYER, BOT_RECORD, ENTRY) for name in record.names or ()}
    assert {*named(KNOWN[module])} & (fields - SHARED - OTHER_MEANINGS) == set()


def test_every_exception_is_needed() -> None:
    for name in ABOUT_THIS_GAME:
        assert {package(each) for each in imports(KNOWN[name], KNOWN)} & {*OF_THE_GAME}, name


def test_the_gate_says_all_that_it_gives() -> None:
    given = {name for name in vars(gate) if not name.startswith("__")}
    said = set(gate.__all__)
    assert said <= given
    assert given - said <= {"announce", "entries"}


def test_what_the_gate_gives_is_wanted() -> None:
    imported = {
        alias.name
        for name, path in KNOWN.items()
        if package(name) != "gate"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "wistar_env.gate"
        for alias in node.names
    }
    assert set(gate.__all__) - imported == set()
