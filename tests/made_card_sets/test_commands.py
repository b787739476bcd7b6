"""Card sets on the command line, in results files and in replays; and their page."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.docs import ROOT
from wistar_env import RatsOfWistar, cli
from wistar_env.games.rats_of_wistar.card_sets import held_out
from wistar_env.games.rats_of_wistar.card_sets.set_names import SPLITS
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.replays import Replay

PAGE = (ROOT / "docs" / "card-sets.md").read_text("utf-8")


def wistar(*words: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it printed."""
    result = CliRunner().invoke(cli.app, [*words], env={"COLUMNS": "200"})
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def _in_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_set_is_written_and_checked() -> None:
    code, said = wistar("data", "generate", "generated:v1:7", "my cards")
    assert (code, said) == (0, "my cards: 17 files; wistar data check 'my cards' checks them\n")
    assert wistar("data", "check", "my cards") == (0, "my cards: valid\n")
    assert wistar("data", "check", "generated:v1:7") == (0, "generated:v1:7: valid\n")
    code, said = wistar("data", "generate", "generated:v1:8", "my cards")
    assert code == 2
    assert "folder with files in it" in said


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (("data", "generate", "generated:v1:x", "new"), 2, "there is no card set"),
        (("data", "generate", "cards", "new"), 2, "there is no card set 'cards'"),
        (("data", "generate", "generated:v1:7", "new", "--game", "lab-rats"), 2, "no card sets"),
        (("data", "check", "generated:v9:7"), 1, "there is no card set"),
        (("data", "check", "generated:v1:7", "--game", "lab-rats"), 2, "has no card sets"),
        (("card", "110", "--data", "generated:v1:"), 2, "there is no card set"),
        (("ladder", "random", "--data", "unheard:v1:1"), 2, "there is no card set"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(
    words: tuple[str, ...], code: int, problem: str
) -> None:
    found, said = wistar(*words)
    assert found == code
    assert problem in " ".join(said.replace("│", " ").split())
    assert not Path("new").exists()


def test_a_card_of_a_set_is_printed() -> None:
    name = open_components("generated:v1:7").names.cards[109]
    code, said = wistar("card", "110", "--data", "generated:v1:7")
    assert code == 0
    assert said.startswith(f"{name} (110)")
    assert 'source = "generated:v1:7"' in said
    assert name in wistar("card", name, "--data", "generated:v1:7")[1]


def test_results_and_replays_name_the_set() -> None:
    words = ("--levels", "0", "--games", "2", "--save-replays", "1", "--out", "x.jsonl")
    code, said = wistar("ladder", "random", *words, "--data", "generated:v1:7")
    assert code == 0, said
    header = json.loads(Path("x.jsonl").read_text().splitlines()[0])
    made = open_components("generated:v1:7")
    assert header["settings"]["card_set"] == "generated:v1:7"
    assert header["data"] == made.fingerprint.hex()
    (file,) = Path("x.replays").iterdir()
    assert Replay.load(file).resume().components is made
    code, said = wistar("replay", str(file))
    assert code == 0, said
    code, said = wistar("ladder", "random", *words, "--data", "generated:v1:8")
    assert code == 2
    assert "another run" in said


def test_a_saved_game_is_rejected_by_another_set() -> None:
    game = RatsOfWistar.new(2, 1, data="generated:v1:7")
    assert RatsOfWistar.from_bytes(game.to_bytes(), "generated:v1:7") == game
    code, said = wistar("play", "--resume", "missing", "--data", "generated:v1:7")
    assert code == 2, said


def test_the_page_has_what_is_held_out_and_the_splits() -> None:
    for word in (*held_out.OPS, *held_out.COUNTS):
        assert f"`{word}`" in PAGE
    for word in held_out.PAYS:
        assert f"`pay {word}`" in PAGE
    for word in held_out.EVENTS:
        assert f"`on {word}`" in PAGE
    for example in held_out.COMBINATIONS.values():
        assert f"`{example}`" in PAGE
    for split, seeds in SPLITS.items():
        assert f"| {split} | {seeds[0]:,} to {seeds[-1]:,} |" in PAGE
    listed = re.search(r"### Held-out words(.*?)###", PAGE, re.DOTALL)
    assert listed is not None
    words = set(re.findall(r"`(\w+)`", listed[1])) - {"per", "vp", "pay", "on", "if"}
    allowed = {*held_out.OPS, *held_out.COUNTS, "generated", "unheard", "permuted", "foes_more"}
    assert words == allowed
