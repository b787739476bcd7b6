"""The commands of docs/first-hour.md run, one after the other, with small budgets."""

import shlex
from pathlib import Path

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from tests.docs import ROOT, commands

#: What makes a command of the page short, by its first words; `serve` would wait for players.
SMALL = {
    "doctor": "",
    "train ppo": "--steps 512 --num-envs 8 --num-steps 32 --minibatch-size 32 --hidden1 16 "
    "--pretraining-games 8 --evaluate-games 4 --threads 1",
    "ladder": "--games 2 --workers 1",
    "arena": "--games 1 --workers 1",
    "bench network:results/first/network.npz": "--games 4",
    "bench verify": "",
    "play": "",
}


def shortened(arguments: list[str]) -> tuple[str, list[str]]:
    """Return the words of SMALL that a command begins with, and the command with its budget."""
    words = next(each for each in SMALL if " ".join(arguments).startswith(each))
    small = shlex.split(SMALL[words])
    kept = [*arguments]
    for option in {*small[::2]} & {*kept}:
        place = kept.index(option)
        del kept[place : place + 2]
    return words, kept + small


def test_the_first_hour_is_what_the_page_says(tmp_path: Path) -> None:
    run = set()
    for arguments in commands(ROOT / "docs" / "first-hour.md", "wistar"):
        if arguments[0] == "serve":
            continue
        words, short = shortened(arguments)
        done = wistar(*short, typed="q\n")
        assert done.exit_code == 0, f"wistar {shlex.join(short)}\n{done.output}"
        run.add(words)
    assert run == {*SMALL}
    assert (tmp_path / "results" / "first" / "network.npz").exists()
