"""An option of a game is declared once, in one file; everything else follows."""

import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.command_line import commands
from tests.new_game_page import BY_HAND
from wistar_env import LearnerBatch, cli, make
from wistar_env.benchmark import arena
from wistar_env.cli.game_options import GameCommand, parse_game_options
from wistar_env.errors import ReplayError
from wistar_env.kit.bots import View
from wistar_env.kit.conformance import rules_checks
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.envs.aec import GameEnv
from wistar_env.kit.game import Game
from wistar_env.kit.game.options import (
    UNSET,
    Option,
    bounds_of,
    option_record,
    ranges_of,
    wrong_bounds,
)
from wistar_env.kit.replays import Replay
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.single_env import SingleAgentEnv
from wistar_env.language_models.prompts import Prompter

MODULE = "nim_of_options"
#: Everything that an option changes in the file of a hand-written game.
CHANGES = (
    (
        "STATE: Final = record(\n    [\n        *COMMON_FIELDS,\n",
        "OPTIONS: Final = (\n"
        '    Option(name="most_pieces", help="most pieces of a pile", low=1, high=5, default=5),\n'
        ")\n"
        "STATE: Final = record(\n    [\n        *COMMON_FIELDS,\n"
        '        ("options", option_record(OPTIONS)),\n',
    ),
    ("        record=STATE,\n", "        record=STATE,\n        options=OPTIONS,\n"),
    ("below(x, PIECES)", "below(x, int(g.options.most_pieces))"),
    (
        "from wistar_env.kit.common_fields import",
        "from wistar_env.kit.game.options import Option, option_record\n"
        "from wistar_env.kit.common_fields import",
    ),
)


def _written(folder: Path, module: str, changes: tuple[tuple[str, str], ...]) -> type[Game]:
    text = BY_HAND.replace("nim_by_hand", module).replace("nim-by-hand", module)
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    (folder / f"{module}.py").write_text(text, "utf-8")
    invalidate_caches()
    game: type[Game] = import_module(module).Nim
    return game


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    """Return Nim with an option that is declared only in the game's file."""
    folder = tmp_path_factory.mktemp("options")
    sys.path.insert(0, str(folder))
    yield _written(folder, MODULE, CHANGES)
    sys.path.remove(str(folder))


def most(game: Game) -> int:
    return int(game.record["piles"].max())


def test_a_game_begins_with_its_option_and_without_it_with_the_default(nim: type[Game]) -> None:
    begun = [nim.new(2, seed, most_pieces=2) for seed in range(20)]
    assert max(map(most, begun)) == 2
    assert [game.options for game in begun[:2]] == [{"most_pieces": 2}] * 2
    assert nim.new(2, 1, options={"most_pieces": None}) == nim.new(2, 1, most_pieces=5)
    assert max(most(nim.new(2, seed)) for seed in range(20)) == 5


def test_beginnings_by_chance_have_the_options_of_their_game(nim: type[Game]) -> None:
    outcomes = nim.new(2, most_pieces=1).chance_outcomes()
    assert {most(game) for _, game in outcomes} == {1}
    assert {game.options["most_pieces"] for _, game in outcomes} == {1}
    assert sum(chance for chance, _ in outcomes) == 1


@pytest.mark.parametrize(
    ("options", "error", "problem"),
    [
        ({"most_pieces": 6}, ValueError, "most_pieces must be an integer from 1 to 5, found 6"),
        ({"most_pieces": "2"}, TypeError, "most_pieces must be an integer"),
        ({"most_pieces": (1, 2)}, TypeError, "most_pieces must be an integer"),
        ({"pieces": 2}, TypeError, "unexpected keyword argument 'pieces': .* it has most_pieces"),
    ],
)
def test_a_wrong_option_is_rejected_by_games_and_environments(
    nim: type[Game], options: dict[str, Any], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        nim.new(2, **options)
    with pytest.raises(error, match=problem):
        GameEnv(nim, 2, **options)
    for door in (BatchGame, LearnerBatch, LearnerVectorEnv):
        if "pieces" in options:
            with pytest.raises(error, match=problem):
                door(nim, 2, 2, **options)


def test_an_environment_takes_it_at_reset_and_its_replay_has_it(nim: type[Game]) -> None:
    env = GameEnv(nim, 2, most_pieces=1)
    env.reset(seed=3)
    assert most(env.game) == 1
    env.reset(seed=3, options={"most_pieces": 4, "colour": "red"})
    replay = env.replay()
    assert replay.options == {"most_pieces": 4}
    assert Replay.from_dict(replay.to_dict(), game=nim).start() == env.game


def test_a_batch_gives_each_game_its_own_and_draws_ranges(nim: type[Game]) -> None:
    batch = BatchGame(nim, 3, 2, most_pieces=[1, 3, 5])
    batch.reset(seed=1)
    assert [batch.game(i).options["most_pieces"] for i in range(3)] == [1, 3, 5]
    many = BatchGame(nim, 600, 2, most_pieces=(2, 4), observation=None)
    many.reset(seed=1)
    counts = np.bincount([many.game(i).options["most_pieces"] for i in range(600)], minlength=6)
    assert counts[:2].tolist() == [0, 0]
    assert counts[5] == 0
    assert min(counts[2:5]) > 150
    with pytest.raises(ValueError, match="found the range"):
        BatchGame(nim, 3, 2, most_pieces=(4, 2))


def test_saves_with_impossible_options_are_rejected(nim: type[Game]) -> None:
    game = nim.new(2, 1)
    game.record["options"]["most_pieces"] = 9
    with pytest.raises(ReplayError, match=r"options.most_pieces is 9; allowed: 1 to 5"):
        nim.from_bytes(game.to_bytes())
    batch = BatchGame(nim, 2, 2)
    batch.reset(seed=1)
    saved = batch.save()
    saved["options"]["high"]["most_pieces"] = 0
    with pytest.raises(ReplayError, match=r"options.most_pieces is 0; allowed: 1 to 5"):
        batch.load(saved)


def test_every_command_has_a_flag_for_it(nim: type[Game], tmp_path: Path) -> None:
    named = ["--game", f"{MODULE}:Nim", "--players", "2"]
    run = CliRunner()
    for given in (["--most-pieces", "1"], ["--most-pieces=1"], ["--options", "most_pieces=1"]):
        saved = tmp_path / f"{len(given[0])}{len(given)}.jsonl"
        words = ["play", "random", *named, *given, "--seed", "1", "--save", str(saved)]
        done = run.invoke(cli.app, words, input="q\n")
        assert done.exit_code == 0, done.output
        assert Replay.load(saved, game=nim).options == {"most_pieces": 1}
    wrong = run.invoke(cli.app, ["play", "random", *named, "--most-pieces", "9"])
    assert wrong.exit_code == 2
    assert "from 1 to 5" in wrong.output
    other = run.invoke(cli.app, ["play", "random", *named, "--fewest-pieces", "9"])
    assert "No such option" in other.output


@pytest.mark.parametrize(
    "door",
    [BatchGame, Game.new, GameEnv, LearnerBatch, LearnerVectorEnv, SingleAgentEnv, make],
    ids=lambda door: door.__qualname__,
)
def test_no_option_is_called_like_an_argument_beside_options(door: Any) -> None:
    several = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    found = inspect.signature(door).parameters.values()
    for name in {each.name for each in found if each.kind not in several}:
        with pytest.raises(ValueError, match=f"cannot be called '{name}'"):
            Option(name=name, help="anything", high=1)


#: The arguments of commands that take the options of a game.
COMMANDS = {
    "arena": ["random", "greedy", "--players", "2"],
    "dataset": ["made", "--players", "2"],
    "ladder": ["random", "--opponent", "random", "--players", "2"],
    "mcp": [],
    "play": ["random", "--players", "2"],
    "prompt": ["--players", "2"],
    "serve": ["--no-browser", "--database", "x.sqlite"],
    "solve": [],
    "speed": ["--only", "core"],
}
#: Commands that begin no game, or games with many options.
WITHOUT_OPTIONS = {"card", "gallery", "data check", "data path", "data copy", "data generate"}


def test_every_command_that_plays_a_game_takes_its_options() -> None:
    """They need a game or have a default one; other commands read the game from a file."""
    games, taking = set(), set()
    for words, command in commands():
        if words[0] != "train":
            named = {each.name: each for each in command.params}
            game = named.get("game")
            if game and (game.required or game.default is not None):
                games.add(" ".join(words))
            if isinstance(command, GameCommand) and "options" in named:
                taking.add(" ".join(words))
    assert taking == games - WITHOUT_OPTIONS == {*COMMANDS}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_rejects_a_wrong_one_with_a_sentence(
    name: str, nim: type[Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    flag = ["--game"] if name != "solve" else []
    given = [name, *flag, f"{MODULE}:Nim", *COMMANDS[name]]
    for wrong in (["--most-pieces", "9"], ["--options", "most_pieces=9"]):
        done = CliRunner().invoke(cli.app, [*given, *wrong])
        assert done.exit_code == 2, done.output
        assert "from 1 to 5" in re.sub(r"[\s│]+", " ", done.output), done.output
    assert [*tmp_path.iterdir()] == []


def test_an_arena_is_played_with_it_and_resumed_by_its_header(nim: type[Game]) -> None:
    common: dict[str, Any] = {"games": 2, "seed": 1, "batch": 2}
    plan = arena.plan(nim, ["random", "greedy"], **common, options={"most_pieces": 1})
    assert plan.header.settings["options"] == {"most_pieces": 1}
    assert plan.units[0].options == {"most_pieces": 1}
    assert arena.plan(nim, ["random", "greedy"], **common).header.settings["options"] == {}


def test_texts_and_prompts_name_it(nim: type[Game]) -> None:
    game = nim.new(2, 1, most_pieces=3)
    assert nim.spec.options_in_words(game.options) == "most pieces 3"
    prompt = Prompter().question(View(game, game.seat)).prompt
    assert "Options of this game: most pieces 3." in str(prompt)
    assert nim.spec.options[0].sentence == "1 to 5 (default 5); most pieces of a pile"


def test_an_option_that_rules_ignore_is_found(tmp_path: Path, nim: type[Game]) -> None:
    rules_checks.options_change_games(Case(nim, 2, 3, 1))
    sys.path.insert(0, str(tmp_path))
    ignoring = _written(tmp_path, "nim_that_ignores", CHANGES[:2] + CHANGES[3:])
    sys.path.remove(str(tmp_path))
    with pytest.raises(AssertionError, match=r"'most_pieces' .* 3 games"):
        rules_checks.options_change_games(Case(ignoring, 2, 3, 1))


def test_an_option_without_its_field_in_the_record_is_rejected(tmp_path: Path) -> None:
    field = '        ("options", option_record(OPTIONS)),\n'
    forgotten = tuple((before, after.replace(field, "")) for before, after in CHANGES)
    sys.path.insert(0, str(tmp_path))
    with pytest.raises(ValueError, match=r"must have the field \('options', option_record"):
        _written(tmp_path, "nim_that_forgets", forgotten[:2] + forgotten[3:])
    sys.path.remove(str(tmp_path))


FIRST = Option(name="first", help="a number", high=9, default=2, players=(1, 2))
PAIR = Option(
    name="pair",
    help="two numbers",
    high=4,
    parts=("a", "b"),
    players=(1,),
    implies="first",
    check=lambda numbers: "odd" if numbers[0] % 2 else "",
)
OPTIONS = (FIRST, PAIR)


def bounds(num_players: int = 1, **given: Any) -> Any:
    return bounds_of(OPTIONS, "It", num_players, 2, given)


def numbers(records: Any) -> list[list[int]]:
    found: list[list[int]] = np.ascontiguousarray(records).view(np.int16).reshape(2, -1).tolist()
    return found


def test_an_option_that_implies_another_sets_it_and_must_agree_with_it() -> None:
    assert numbers(bounds()["low"]) == [[2, UNSET, UNSET]] * 2
    assert numbers(bounds(pair=(2, 3))["high"]) == [[5, 2, 3]] * 2
    assert bounds(pair=[2, 3], first=5)["low"]["first"].tolist() == [5, 5]
    for first in (4, (4, 5), [5, 4]):
        with pytest.raises(ValueError, match=r"pair \(2, 3\) .* first 5, found first"):
            bounds(pair=(2, 3), first=first)
    with pytest.raises(ValueError, match=r"pair: odd, found \(1, 2\)"):
        bounds(pair=(1, 2))


def test_options_are_for_their_numbers_of_players() -> None:
    assert numbers(bounds(3)["high"]) == [[0, 0, 0]] * 2
    assert numbers(bounds(2)["high"]) == [[2, 0, 0]] * 2
    with pytest.raises(ValueError, match=r"pair .* num_players=1, found 2"):
        bounds(2, pair=(2, 3))
    assert ranges_of(OPTIONS, (1,)) == {"options.first": (0, 9), "options.pair": (0, 4)}
    assert ranges_of(OPTIONS, (3,)) == {"options.first": (0, 0), "options.pair": (0, 0)}
    assert ranges_of(OPTIONS, (1,), begun=False)["options.pair"] == (UNSET, 4)


@pytest.mark.parametrize(
    ("bound", "name", "value", "problem"),
    [
        ("low", "first", 10, "options.first is 10; allowed: 0 to 9"),
        ("low", "first", 6, r"from \[6\] to \[5\]"),
        ("high", "pair", [2, 4], r"from \[2, 3\] to \[2, 4\]"),
        ("low", "pair", [UNSET, UNSET], r"from \[-1, -1\] to \[2, 3\]"),
        ("both", "pair", [UNSET, 3], r"only a part of \[-1, 3\] is given"),
        ("both", "pair", [1, 3], "pair: odd"),
        ("both", "pair", [2, 2], r"\[2, 2\] with first"),
    ],
)
def test_bounds_of_unknown_origin_are_checked(
    bound: str, name: str, value: Any, problem: str
) -> None:
    good = bounds(pair=(2, 3))
    assert wrong_bounds(OPTIONS, 1, good) is None
    assert wrong_bounds(OPTIONS, 1, bounds(first=(3, 8))) is None
    for each in ("low", "high") if bound == "both" else (bound,):
        good[each][name][1] = value
    found = wrong_bounds(OPTIONS, 1, good)
    assert found is not None
    assert found[0] == 1
    assert re.search(problem, found[1]), found[1]


@pytest.mark.parametrize(
    "declared",
    [
        {"name": "seed"},
        {"name": "no name"},
        {"low": 3, "high": 2},
        {"default": 10},
        {"low": -1},
        {"high": 2**15},
        {"parts": ("a", "b"), "default": 1},
    ],
)
def test_a_declaration_that_contradicts_itself_is_rejected(declared: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        Option(**{"name": "first", "help": "", "high": 9, **declared})


def test_the_record_has_a_field_for_each_option() -> None:
    record = option_record(OPTIONS)
    assert (record.names, record["pair"].shape) == (("first", "pair"), (2,))


def test_the_text_of_options_is_read() -> None:
    assert parse_game_options("first=3,pair=1-2") == {"first": 3, "pair": (1, 2)}
    assert parse_game_options("") == {}
