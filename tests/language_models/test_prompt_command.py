"""``wistar prompt``, and ``wistar mcp`` without its extra."""

import re
import sys

import pytest

from tests.command_line import wistar

NIM = ["--game", "tests.kit.nim:Nim"]


def test_a_prompt_is_printed() -> None:
    result = wistar("prompt", *NIM, "--players", "3", "--decision", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Nim with a hidden card, 3 players.")
    assert "\nLegal actions\n  1: take 1 of pile" in result.stdout
    assert result.stdout.endswith("You are player_2, and decide now.\n")


def test_modes_are_options() -> None:
    result = wistar("prompt", "--game", "lab-rats", "--no-list-actions", "--obfuscate", "1")
    assert result.exit_code == 0, result.output
    assert "Legal actions" not in result.stdout
    assert "Confusion" not in result.stdout
    assert re.search(r"\d door 'N00\d'", result.stdout)


def test_the_lengths_of_prompts_are_printed() -> None:
    result = wistar("prompt", *NIM, "--tokens", "2")
    assert result.exit_code == 0, result.output
    title, rules, mean, first = result.stdout.splitlines()
    assert re.fullmatch(r"Nim .*, 2 players, 2 games of greedy: \d+ decisions, \S+ per turn", title)
    assert re.fullmatch(r"rules: \d+ tokens", rules)
    assert re.fullmatch(r"the first prompt of each turn: \d+ tokens on average", first)
    assert re.fullmatch(r"a prompt without rules: \d+ tokens on average, \d+ at most", mean)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--players", "9"], "is for 2 to 4 players, found 9"),
        (["--decision", "999"], "is over before decision 999"),
    ],
)
def test_prompts_that_cannot_be_printed_are_rejected(arguments: list[str], problem: str) -> None:
    result = wistar("prompt", *NIM, *arguments)
    assert result.exit_code == 2
    assert problem in " ".join(re.sub(r"[│\n]", " ", result.stderr).split())


def test_the_server_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("mcp", "mcp.server.mcpserver"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "wistar_env.play.mcp_server", raising=False)
    result = wistar("mcp")
    assert result.exit_code == 2
    assert "this needs the extra 'mcp'" in result.stderr
