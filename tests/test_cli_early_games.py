"""Commands with games that are over at their start, or in which a seat never decides."""

import pytest

from tests.author.early import Natural, Silent
from tests.command_line import commands, wistar
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from wistar_env.datasets import record
from wistar_env.kit.replays import Replay

#: A seed of ``Natural`` whose game is over at its start.
OVER = 1
PPO = (
    "--num-envs 4 --num-steps 16 --steps 128 --minibatch-size 32 --evaluate-games 4 "
    "--hidden1 32 --hidden2 16 --epochs 1"
)
#: Lines of commands that play or read games, and what they print; the files are of the game.
LINES = {
    "arena": (
        "arena random greedy --game {game} --players 2 --games 2 --workers 1 --out a.jsonl",
        "games: a.jsonl",
    ),
    "dataset": ("dataset more --game {game} --bot random --games 3", "3 games, "),
    "play": (f"play --game {{game}} random --seed {OVER} --seat 1", "Saved. wistar replay "),
    "replay": (
        "replay game.jsonl --game {game} --html x.html --review mcts:simulations=8",
        "x.html: ",
    ),
    "review": (
        "review game.jsonl folder --game {game} --search mcts:simulations=8 --table t.csv",
        " decisions in t.csv",
    ),
    "solve": ("solve {game} --iterations 10", "NashConv"),
    "train ppo": (f"train ppo --folder ppo --game {{game}} --players 2 {PPO}", "finished: "),
}
#: Commands without a line, and why.
NO_LINES = {
    **dict.fromkeys(("ladder", "report"), "plays or reads games as arena does"),
    **dict.fromkeys(("train distil", "train sb3"), "trains on batches as ppo does"),
    **dict.fromkeys(("serve", "mcp"), "tests/server"),
    "train clone": "reads a dataset as review does",
    **dict.fromkeys(("export", "speed", "check"), "reads a dataset, measures batches, or tests"),
    "prompt": "rejects a decision that a game does not have",
    **dict.fromkeys((f"bench {word}" for word in ("run", "verify", "seal", "reveal")), "one game"),
    **dict.fromkeys((f"data {word}" for word in ("check", "path", "copy", "generate")), "no game"),
    **dict.fromkeys(("card", "gallery", "games", "new-game", "doctor", "compile"), "plays nothing"),
    **dict.fromkeys(("export-onnx", "curves"), "plays nothing"),
}


def test_every_command_has_a_line_or_a_reason() -> None:
    known = {" ".join(words) for words, _ in commands()}
    assert {*LINES} | {*NO_LINES} == known
    assert not {*LINES} & {*NO_LINES}


@pytest.mark.parametrize("command", LINES)
@pytest.mark.parametrize(("game", "actions"), [(Natural, ()), (Silent, (1,))])
def test_a_command_plays_reads_and_reviews_games_without_decisions(
    command: str, game: type[Natural], actions: tuple[int, ...]
) -> None:
    replay = Replay(game, 2, OVER, actions=list(actions))
    assert replay.resume().finished
    replay.save("game.jsonl")
    record("folder", game, ["random"], 4, 2, seed=OVER)
    line, printed = LINES[command]
    result = wistar(*line.format(game=f"{game.__module__}:{game.__name__}").split())
    assert result.exit_code == 0, (result.output, result.exception)
    assert printed in result.output


def test_a_review_without_decisions_says_so() -> None:
    Replay(Natural, 2, OVER).save("game.jsonl")
    result = wistar("review", "game.jsonl", "--game", f"{Natural.__module__}:Natural")
    assert result.output.splitlines()[-1] == "game.jsonl: no decision between several actions"
