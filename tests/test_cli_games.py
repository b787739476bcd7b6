"""Playing and replays on the command line."""

import io
import re
import shlex
import shutil
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env import cli
from wistar_env.cli.replaying import walk
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.replays import Replay

FIRST = "solitary_bots:FirstBot"
LADDER = ["ladder", FIRST, "--levels", "1", "--games", "2", "--workers", "1"]


@pytest.fixture
def saved_game() -> Replay[RatsOfWistar]:
    saved = Replay(RatsOfWistar, 2, 5)
    game = saved.start()
    for _ in range(6):
        saved.actions.append(int(game.legal_actions()[0]))
        game.step(saved.actions[-1])
    saved.save("game.replay")
    return saved


def test_a_replay_prints_every_action_and_the_position_at_its_end(
    saved_game: Replay[RatsOfWistar],
) -> None:
    result = wistar("replay", "game.replay")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [int(line.split()[0]) for line in lines[:6]] == [1, 2, 3, 4, 5, 6]
    assert " as starting hand." in lines[0]
    assert result.stdout.endswith(saved_game.resume().presentation.render() + "\n")


def test_a_replay_prints_the_position_after_some_actions(saved_game: Replay[RatsOfWistar]) -> None:
    assert (
        wistar("replay", "game.replay", "--at", "2").stdout
        == saved_game.at(2).presentation.render() + "\n"
    )
    late = wistar("replay", "game.replay", "--at", "7")
    assert late.exit_code == cli.USER_ERROR
    assert "must be at most 6" in late.stderr


def test_a_replay_becomes_a_page(saved_game: Replay[RatsOfWistar]) -> None:
    result = wistar("replay", "game.replay", "--html", "game.html", "--seat", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("game.html: 6 actions, ")
    assert Path("game.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_the_file_name_of_a_page_for_a_seat_does_not_reveal_the_seed() -> None:
    seed = 987654321
    Replay(RatsOfWistar, 2, seed).save(f"wistar-play-{seed}.jsonl")
    for options, told in (([], True), (["--seat", "0"], False)):
        result = wistar("replay", f"wistar-play-{seed}.jsonl", "--html", "game.html", *options)
        assert result.exit_code == 0, result.output
        assert (str(seed) in Path("game.html").read_text("utf-8")) is told


def test_a_replay_from_the_perspective_of_a_missing_seat_is_rejected(
    saved_game: Replay[RatsOfWistar],
) -> None:
    result = wistar("replay", "game.replay", "--seat", "2")
    assert result.exit_code == cli.USER_ERROR
    assert "must be 0 to 1, found" in " ".join(result.stderr.split())


def test_keys_move_through_a_replay(saved_game: Replay[RatsOfWistar]) -> None:
    typed = iter(["", "b", "3", "x", "t", "99", "b", "q"])
    console = Console(file=io.StringIO(), width=200)
    console.input = lambda *_, **__: next(typed)  # type: ignore[method-assign]
    walk(saved_game, None, console)
    written = console.file.getvalue()  # type: ignore[attr-defined]
    places = [int(place) for place in re.findall(r"─ (\d+) of 6 ─", written)]
    turns = [saved_game.at(k).presentation.scene(None).turn for k in range(7)]
    after = next((k for k in range(3, 7) if turns[k] != turns[3]), 6)
    assert places == [0, 1, 0, 3, 3, after, 6, 5]
    assert "'x' is not one of these keys" in written
    assert saved_game.at(3).presentation.render() in written


def test_a_replay_that_was_changed_names_the_action(saved_game: Replay[RatsOfWistar]) -> None:
    lines = Path("game.replay").read_text().splitlines(keepends=True)
    Path("game.replay").write_text("".join([*lines[:3], *lines[4:]]))
    for options in ([], ["--html", "game.html"], ["--at", "5"]):
        result = wistar("replay", "game.replay", *options)
        assert result.exit_code == cli.USER_ERROR
        assert re.fullmatch(r"error: action number \d cannot be replayed: .*\n", result.stderr)
    assert not Path("game.html").exists()


def play(typed: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["play", *arguments], input=typed)


def test_a_solo_game_is_played_to_its_end_and_replayed() -> None:
    result = play("1\ny\n" * 400, "--level", "2", "--seed", "5", "--save", "mine.jsonl")
    assert result.exit_code == 0, result.output
    assert "Rat-o-bot wins." in result.stdout
    assert "VP track" in result.stdout
    saved = Replay.load("mine.jsonl")
    assert saved.resume().finished
    assert saved.resume().level == 2
    assert saved.players == ("you",)


def test_an_unfinished_game_continues_with_resume() -> None:
    first = play("1\n1\n?\nl\np\nfoo\n99\nq\n", "greedy", "--seed", "5", "--seat", "1")
    assert first.exit_code == 0, first.output
    assert "'foo' is neither a number from 1 to" in first.stdout
    assert "wistar play --resume wistar-play-5.jsonl resumes it." in first.stdout
    left = Replay.load("wistar-play-5.jsonl")
    assert left.players == ("greedy", "you")
    again = play("1\ny\n", "--resume", "wistar-play-5.jsonl")
    assert again.exit_code == 0, again.output
    more = Replay.load("wistar-play-5.jsonl")
    assert more.actions[: len(left.actions)] == left.actions
    assert len(more.actions) > len(left.actions)


def test_a_game_with_a_user_s_bot_is_resumed_by_the_printed_command() -> None:
    first = play("1\nq\n", FIRST, "--seed", "5")
    assert first.exit_code == 0, first.output
    (printed,) = re.findall(r"Saved\. wistar (play .*) resumes it\.", first.stdout)
    assert printed == f"play --resume wistar-play-5.jsonl --trust {FIRST}"
    again = CliRunner().invoke(cli.app, shlex.split(printed), input="q\n")
    assert again.exit_code == 0, again.output


def test_code_that_a_file_names_runs_only_with_trust() -> None:
    hostile = "taking_over:Bot:touch x"
    Path("taking_over.py").write_text("import pathlib; pathlib.Path('called').touch()")
    Replay(RatsOfWistar, 2, 1, players=("you", hostile)).save("sent.jsonl")
    rejected = play("y\n", "--resume", "sent.jsonl")
    assert rejected.exit_code == cli.USER_ERROR
    (line,) = rejected.stderr.splitlines()
    assert (
        f"names bots outside of the registry, which may run code or read any file: {hostile!r}."
        in line
    )
    assert f" --trust {shlex.quote(hostile)} " in line
    assert not Path("called").exists()
    trusted = play("", "--resume", "sent.jsonl", "--trust", hostile)
    assert "module 'taking_over' has no 'Bot'" in trusted.stderr
    assert Path("called").exists()


def test_decisions_of_a_turn_are_taken_back_and_hints_are_given() -> None:
    typed = "1\nu\n1\n4\nu\n1\n1\nu\n\nh\nq\n"
    result = play(typed, "--seed", "5", "--hint", "mcts:simulations=20,network=wistar")
    assert result.exit_code == 0, result.output
    assert "Nothing to undo." in result.stdout
    assert "mcts:simulations=20,network=wistar would choose: " in result.stdout
    assert len(Replay.load("wistar-play-5.jsonl").actions) == 1


@pytest.mark.parametrize("file", ["mine.jsonl", f"{'my game ' * 12}.jsonl"])
@pytest.mark.parametrize("typed", ["1\nq\n", "1\n" * 400])
def test_a_game_of_another_data_folder_is_resumed_by_the_printed_command(
    file: str, typed: str
) -> None:
    folder = shutil.copytree(reading.DEFAULT, Path("my data"))
    doors = folder / "doors.toml"
    doors.write_text(doors.read_text("utf-8").replace('"vp 2"', '"vp 3"'), "utf-8")
    left = play(typed, "--seed", "5", "--data", "my data", "--save", file)
    assert left.exit_code == 0, left.output
    found = re.search(r"Saved\. wistar (.*) (?:resumes it|shows the game)\.\n", left.stdout)
    assert found is not None, left.stdout
    again = CliRunner().invoke(cli.app, shlex.split(found[1]), input="q\n")
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--level", "3", "greedy"], "level is an option for"),
        (["--players", "1", "greedy"], "allows 2 to 4 players, found 1"),
        (
            ["greedy", "greedy", "greedy", "greedy"],
            "allows 0 to 3 bots besides you, found 4",
        ),
        (["greedy", "--seat", "2"], "must be 0 to 1"),
        (["you"], "is not a bot"),
        (["nobody"], "there is no bot"),
        (["--resume", "missing.jsonl"], "missing.jsonl"),
        (["--resume", "missing.jsonl", "--players", "2"], "not allowed with --players"),
    ],
)
def test_games_that_cannot_be_played_are_rejected(arguments: list[str], problem: str) -> None:
    result = play("", *arguments)
    assert result.exit_code == cli.USER_ERROR, result.output
    assert problem in " ".join(result.stderr.replace("│", " ").split())
    assert not list(Path().glob("*.jsonl"))


def test_a_ladder_keeps_games_beside_its_results() -> None:
    result = wistar(*LADDER, "--out", "x.jsonl", "--save-replays", "1")
    assert result.exit_code == 0, result.output
    (file,) = Path("x.replays").iterdir()
    assert file.name.endswith("-level1-game0.jsonl")
    assert "replays: 1 in x.replays; wistar replay FILE shows one" in result.stdout
    assert wistar("replay", str(file)).exit_code == 0
