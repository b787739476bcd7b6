"""The commands with a game that is not installed: Nim."""

import re
import shlex
from pathlib import Path

import pytest

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from tests.kit.nim import Nim
from wistar_env import cli
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game.seat_names import with_names
from wistar_env.kit.replays import Replay

NIM = ["--game", "tests.kit.nim:Nim"]


@pytest.mark.parametrize("bots", [["random"], ["greedy", "mcts:simulations=8"]])
def test_a_game_is_played_to_its_end_and_replayed(bots: list[str]) -> None:
    result = wistar("play", *NIM, *bots, "--seed", "5", "--seat", "1", typed="1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "You have seat 1, against " in result.stdout
    assert re.search(rf"{bots[0]}: take [123] of pile \d\n", result.stdout)
    assert "player_" not in result.stdout
    assert re.search(r"cards: .*\nYour turn\n +1  Take 1 of pile", result.stdout)
    assert re.search(r"(You|random|greedy|search).* wins?\.\n", result.stdout)
    saved = Replay.load("wistar-play-5.jsonl", game=Nim)
    assert saved.resume().finished
    (printed,) = re.findall(r"Saved\. wistar (replay .*) shows the game\.", result.stdout)
    assert printed == f"replay wistar-play-5.jsonl {' '.join(NIM)}"
    shown = wistar(*shlex.split(printed))
    assert shown.exit_code == 0, shown.output
    lines = shown.stdout.splitlines()
    assert [int(line.split()[0]) for line in lines[: len(saved.actions)]] == [
        *range(1, 1 + len(saved.actions))
    ]
    assert f"{saved.seat_names[saved.start().seat]}: take " in lines[0]
    final = with_names(saved.resume().presentation.render(), saved.seat_names)
    assert shown.stdout.endswith(final + "\n")


def test_an_unfinished_game_is_resumed_with_hints_and_undo() -> None:
    first = wistar("play", *NIM, "greedy", "--seed", "5", typed="u\nh\n1\nu\n\n1\nl\np\nq\n")
    assert first.exit_code == 0, first.output
    assert "mcts:simulations=100 would choose: take " in first.stdout
    assert "Nothing to undo." in first.stdout
    assert first.stdout.count("You: take 1 of pile") == 4  # twice as news, to undo, and in the log
    (printed,) = re.findall(r"Saved\. wistar (play .*) resumes it\.", first.stdout)
    again = wistar(*shlex.split(printed), typed="1\n" * 40)
    assert again.exit_code == 0, again.output
    assert "wins." in again.stdout or "You win." in again.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["play", *NIM, "--level", "3"], "No such option: --level"),
        (["play", *NIM, "--players", "1"], "2 to 4 players, found 1"),
        (["play", *NIM, "--players", "5"], "allows 2 to 4 players, found 5"),
        (["play", "--game", "chess"], "there is no game 'chess'"),
        (["play", "--game", "tests.kit.nim:PILES"], "must be a class that derives from"),
        (["play", *NIM, "--resume", "wistar.jsonl"], ", not of 'nim'"),
        (["play", "--resume", "nim.jsonl"], "the game 'nim', not of 'rats-of-wistar'"),
        (["replay", "chess.jsonl"], "game 'chess', which is not installed"),
        (["replay", "wistar.jsonl", *NIM], ", not of 'nim'"),
        (["replay", "nim.jsonl", *NIM, "--seat", "2"], "must be 0 to 1, found"),
        (["serve", "--game", "chess", "--no-browser"], "there is no game 'chess'"),
    ],
)
def test_impossible_requests_are_rejected_with_a_sentence(
    arguments: list[str], problem: str
) -> None:
    Replay(Nim, 2, 1, actions=[0], players=("you", "random")).save("nim.jsonl")
    Replay(RatsOfWistar, 2, 1, players=("you", "random")).save("wistar.jsonl")
    text = Path("nim.jsonl").read_text("utf-8")
    Path("chess.jsonl").write_text(text.replace('"nim"', '"chess"'), "utf-8")
    result = wistar(*arguments)
    assert result.exit_code == cli.USER_ERROR, result.output
    assert problem in " ".join(result.stderr.replace("│", " ").split())
    assert not Path("x.html").exists()


def test_a_page_shows_a_replay_of_any_game() -> None:
    Replay(Nim, 2, 1, actions=[0], players=("you", "random")).save("nim.jsonl")
    result = wistar("replay", "nim.jsonl", *NIM, "--html", "x.html")
    assert result.exit_code == 0, result.output
    assert "<h1>Nim with a hidden card: nim.jsonl</h1>" in Path("x.html").read_text("utf-8")


def test_a_seat_is_shown_its_own_card_only() -> None:
    replay = Replay(Nim, 2, 1, actions=[0])
    replay.save("nim.jsonl")
    cards = replay.start().record["cards"][0].tolist()
    for seat in (0, 1):
        shown = wistar("replay", "nim.jsonl", *NIM, "--at", "1", "--seat", str(seat)).stdout
        assert f"cards: {seat} {1 + cards[seat]}\n" in shown
