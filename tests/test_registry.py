"""How bots are named and found."""

import ast
import re
from pathlib import Path

import pytest

from tests.benchmark import bots
from wistar_env.benchmark import BotError, Player
from wistar_env.kit.batch.rows import COMPILED
from wistar_env.kit.bots.registry import REGISTRY, load, parse
from wistar_env.kit.game.registry import find_game, installed_games

BOTS = "tests.benchmark.bots"


@pytest.mark.parametrize("name", sorted(REGISTRY.keys() - {"network", "onnx", "sb3"}))
def test_every_registered_bot_can_be_loaded(name: str) -> None:
    assert isinstance(load(name), Player)


def test_every_class_of_a_bot_has_a_short_name() -> None:
    classes = {
        f"wistar_env.agents.{path.stem}:{node.name}"
        for path in (Path(__file__).parents[1] / "agents").glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
        if "act" in [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
    }
    assert classes >= {*REGISTRY.values()}
    missing = classes - {*REGISTRY.values()}
    assert not missing, f"add to REGISTRY of wistar_env/kit/bots/registry.py: {sorted(missing)}"


@pytest.mark.parametrize("game", installed_games())
def test_every_bot_with_a_short_name_is_on_the_page_of_agents(game: str) -> None:
    page = (Path(__file__).parents[1] / "docs" / "agents.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(\w+)[:`]", page, re.MULTILINE))
    missing = {*REGISTRY, *find_game(game).spec.bots.classes} - listed
    assert not missing, f"add them to the table at the top of docs/agents.md: {sorted(missing)}"


def test_what_plays_inside_the_core_has_the_names_of_bots() -> None:
    assert {*COMPILED} <= {*REGISTRY}


def test_a_bundled_bot_has_one_class_under_one_name() -> None:
    assert type(load("greedy")) is type(load("wistar_env.agents.greedy:GreedyAgent"))
    with pytest.raises(BotError, match=r"as wistar_env\.agents, not as agents"):
        load("agents.greedy:GreedyAgent")


def test_parameters_follow_a_colon_by_place_or_by_name() -> None:
    spec = parse("my_package.bots:MyBot:200,0.5,deep=true,name=fast,limit=none")
    assert (spec.module, spec.attribute) == ("my_package.bots", "MyBot")
    assert spec.positional == (200, 0.5)
    assert spec.named == {"deep": True, "name": "fast", "limit": None}


def test_a_registered_bot_takes_parameters_too() -> None:
    spec = parse("random:temperature=2")
    assert spec.attribute == "RandomAgent"
    assert spec.named == {"temperature": 2}


def test_a_class_is_built_with_its_parameters() -> None:
    bot = load(f"{BOTS}:FirstBot:3,name=slow")
    assert isinstance(bot, bots.FirstBot)
    assert (bot.pace, bot.name) == (3, "slow")


@pytest.mark.parametrize(
    "spec",
    [
        "os:system:touch called",
        "subprocess:Popen:touch called",
        "subprocess:run:touch called",
        "builtins:eval:open('called'; 'w')",
        "builtins:open:called,w",
        "pathlib:Path:called",
        "shutil:rmtree:called",
        f"{BOTS}:build",
        f"{BOTS}:NoBot",
    ],
)
def test_only_classes_of_bots_are_called(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotError, match=r"is not a class$|needs the methods reset\(seed\) and act"):
        load(spec)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", f"there is no bot 'gredy'; choose from {', '.join(REGISTRY)}"),
        ("", "there is no bot ''"),
        ("my_package.bots:", "there is no bot"),
        ("no_such_package.bots:MyBot", "no module 'no_such_package'"),
        (f"{BOTS}:Missing", "has no 'Missing'"),
        (f"{BOTS}:not_callable", "is not a class"),
        (f"{BOTS}:NoBot", r"needs the methods reset\(seed\) and act\(batch\)"),
        (f"{BOTS}:FirstBot:depth=2", "unexpected keyword argument 'depth'"),
        (f"{BOTS}:FirstBot:pace=2,3", "'3' must precede named parameters"),
        (f"{BOTS}:FirstBot:=3", "'=3' is neither a value nor name=value"),
    ],
)
def test_a_wrong_spec_is_rejected_with_the_reason(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        load(spec)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import no_such_library", "No module named 'no_such_library'"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_module_that_cannot_be_imported_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, message: str
) -> None:
    (tmp_path / "needy_bots.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotError, match=f"(?s)module 'needy_bots' cannot be imported:.*{message}"):
        load("needy_bots:MyBot")


NIM_BOTS = {"careful": f"{BOTS}:FirstBot"}


def test_a_bot_of_a_game_has_a_name_for_that_game_only() -> None:
    bot = load("careful:3,name=slow", NIM_BOTS)
    assert isinstance(bot, bots.FirstBot)
    assert (bot.pace, bot.name) == (3, "slow")
    assert parse("greedy", NIM_BOTS) == parse("greedy")
    with pytest.raises(BotError, match="there is no bot 'careful'"):
        load("careful")
    with pytest.raises(BotError, match=r"'gredy'; .*flat, .*, sb3, careful, "):
        load("gredy", NIM_BOTS)


def test_a_game_cannot_take_the_name_of_a_bot_of_all_games() -> None:
    with pytest.raises(BotError, match="'greedy'"):
        load("random", {"greedy": f"{BOTS}:FirstBot"})
