"""Folders that mean harm: rejected in words, or loaded; never a traceback, never a wait."""

import os
import re
from pathlib import Path

import pytest

from tests.tables.broken import Edit
from wistar_env import RatsOfWistar
from wistar_env.errors import DataError
from wistar_env.games.rats_of_wistar.spaces.labels import Labels
from wistar_env.games.rats_of_wistar.tables import limits, load
from wistar_env.games.rats_of_wistar.tables.reading import CARD_FILES


def print_on_all_cards(folder: Path, timing: str, effect: str) -> None:
    """Print an effect of a timing on each Invention; ``{n}`` and ``{m}`` in it tell them apart."""
    numbers = iter(range(limits.CARDS))

    def different(_: re.Match[str]) -> str:
        number = next(numbers)
        return f'effect = "{effect.format(n=1 + number % 20, m=1 + number // 20)}"'

    for file in CARD_FILES:
        path = folder / file
        text = re.sub('timing = ".*?"', f'timing = "{timing}"', path.read_text("utf-8"))
        text = re.sub("known = .*", "", text)
        text = re.sub('effect = ".*?"', different, text)
        path.write_text(text, "utf-8")


def test_all_effects_together_fit_the_table(folder: Path) -> None:
    print_on_all_cards(folder, "immediate", ", ".join(["vp {n}, wood {m}"] * 9))
    (problem,) = load.check(folder)
    assert re.search(r"found 3\d\d\d op rows in all different effects; .*3000", problem)


@pytest.mark.ledger("BOUND-07")
@pytest.mark.parametrize(
    ("op", "amount"),
    [
        ("extra_room 20", 20),
        ("discount any both 20", 20),
        ("bed_discount 20", 20),
        ("dig_discount 20", 20),
        ("movement_bonus 20", 20),
        ("immune", 1),
    ],
)
def test_what_holds_stays_within_its_number(folder: Path, op: str, amount: int) -> None:
    times = 64 if amount == 1 else 4
    print_on_all_cards(folder, "permanent", "; ".join([op] * times))
    total = limits.CARDS * times * amount
    found = [problem for problem in load.check(folder) if "in all effects together" in problem]
    assert total > limits.MOST_STANDING
    assert len(found) == 1
    assert f"allowed: at most {limits.MOST_STANDING}" in found[0]
    print_on_all_cards(folder, "permanent", op)
    assert [problem for problem in load.check(folder) if "together" in problem] == []


@pytest.mark.ledger("BOUND-07", "BOT-80")
def test_the_longest_bonus_of_an_objective_can_be_loaded(folder: Path, edit: Edit) -> None:
    longest = "; ".join(["vp 20"] * limits.EFFECT_LENGTH)
    edit("objectives.toml", 'effect = ".*?"', f'effect = "{longest}"')
    objective = load.load(folder)["objectives"][0, 0]
    assert objective["vp"] == 20 * limits.EFFECT_LENGTH


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x = " + "[" * 3000 + "]" * 3000, "nested too deeply"),
        ("x = " + "{a=" * 3000 + "1" + "}" * 3000, "nested too deeply"),
        (".".join("a" * 3000) + " = 1", "found "),
        ("x = " + "9" * 5000, "allowed: a TOML file"),
        ("x = 0x" + "f" * 5000, "found the field 'x'"),
        ("[[door]]\neffect = 0x" + "f" * 5000, "int too large to show"),
        ('[[door]]\neffect = "vp ' + "9" * 3900 + '"', "is not a number from 1 to 20"),
        ('[[door]]\neffect = "metal\\u0000 1"', "found 'metal\\x00 1'"),
        ("x = '\0'", "allowed: a TOML file"),
        ("x = nan", "found the field 'x'"),
        ("x = 1\nx = 2", "allowed: a TOML file"),
    ],
    ids=[
        "arrays",
        "tables",
        "keys",
        "digits",
        "hexadecimal",
        "field",
        "amount",
        "NUL in words",
        "NUL",
        "NaN",
        "twice",
    ],
)
def test_what_is_too_deep_or_too_long_is_rejected(folder: Path, line: str, message: str) -> None:
    doors = folder / "doors.toml"
    text = doors.read_text("utf-8")
    first = '[[door]]\neffect = "metal 1"' if line.startswith("[[") else ""
    assert first in text
    doors.write_text(text.replace(first, line + "\n" * (not first), 1), "utf-8")
    problems = load.check(folder)
    assert any(message in problem for problem in problems), problems
    assert all(problem.startswith("doors.toml: ") for problem in problems)


@pytest.mark.parametrize("name", ["a\\u0000b", "\\u001b[2J", "a\\nb"])
def test_a_name_that_no_terminal_can_show_is_rejected(folder: Path, edit: Edit, name: str) -> None:
    written = f'name = "{name}"'.replace("\\", r"\\")  # as the template of a replacement
    edit("heroes.toml", 'name = ".*?"', written)
    (problem,) = load.check(folder)
    assert problem.startswith("heroes.toml: hero 1 ")
    assert problem.isprintable()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_another_encoding_is_rejected(folder: Path, encoding: str) -> None:
    text = (folder / "doors.toml").read_text("utf-8")
    (folder / "doors.toml").write_bytes(text.encode(encoding))
    (problem,) = load.check(folder)
    assert problem.startswith("doors.toml: ")
    assert problem.endswith("; allowed: a TOML file")


def test_what_never_ends_is_not_read(folder: Path) -> None:
    (folder / "doors.toml").unlink()
    os.mkfifo(folder / "doors.toml")
    assert load.check(folder) == ["doors.toml: the path is not a file; allowed: a TOML file"]


def test_a_link_to_nothing_beside_the_files_does_no_harm(folder: Path) -> None:
    (folder / ".#doors.toml").symlink_to("nobody@nowhere.1")
    assert RatsOfWistar.new(seed=1, data=folder).round == 0


def test_a_link_to_nothing_in_place_of_a_file_is_rejected(folder: Path) -> None:
    (folder / "doors.toml").unlink()
    (folder / "doors.toml").symlink_to("nowhere.toml")
    with pytest.raises(DataError, match=r"doors\.toml: there is no such file"):
        RatsOfWistar.new(seed=1, data=folder)


def turned_round(folder: Path, file: str, entry: str) -> None:
    """Write the entries of a kind in the opposite order."""
    head, *entries = re.split(
        rf"(?=^\[\[{entry}\]\])", (folder / file).read_text("utf-8"), flags=re.M
    )
    last, rest = entries[-1], ""
    if "\n[[" in last[2:]:
        cut = last.index("\n[[", 2) + 1
        last, rest = last[:cut], last[cut:]
    entries[-1] = last.rstrip() + "\n\n"
    (folder / file).write_text(head + "".join(reversed(entries)) + rest, "utf-8")


def test_words_follow_the_data_when_the_wheel_is_laid_otherwise(folder: Path) -> None:
    turned_round(folder, "wheel.toml", "position")
    names = load.catalogue(folder)
    assert names.positions == tuple(reversed(load.catalogue().positions))
    labels, usual = Labels(names), Labels(load.catalogue())
    assert labels.of("position") == usual.of("position")[::-1]
    assert labels.of("board position")[:6] == labels.of("position")
    assert labels.actions() == usual.actions()
    main_at = load.load(folder)["main_at"][0]
    mains = [action for action in usual.actions() if action.startswith("Main action")]
    assert [f"Main action: {word}" for word in labels.of("position")] == [
        mains[main] for main in main_at
    ]


def test_words_follow_the_rules_when_skill_tokens_stand_otherwise(folder: Path) -> None:
    turned_round(folder, "skill_tokens.toml", "token")
    assert Labels(load.catalogue(folder)).actions() == Labels(load.catalogue()).actions()


def test_no_two_actions_are_called_the_same_with_equal_cheeses(folder: Path) -> None:
    text = (folder / "guests.toml").read_text("utf-8")
    text = re.sub(r"(\[\[cheese\]\]\nvp = )\d+", r"\g<1>3", text)
    (folder / "guests.toml").write_text(text, "utf-8")
    texts = Labels(load.catalogue(folder)).actions()
    assert len(set(texts)) == len(texts)
    assert sum("Cheese 3" in text for text in texts) == 2
