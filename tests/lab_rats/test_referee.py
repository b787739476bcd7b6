"""Whole games against an independent reading of the rules."""

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.lab_rats.referee import rules
from tests.lab_rats.watching import watch

REFEREE = Path(rules.__file__).parent
#: Games of each player count; ``python -m tests.lab_rats.watching`` plays more.
GAMES = 25
#: What must occur.
OFTEN = {
    *("Door: own", "Door: another's", "Potion Box", "Confusion", "Radioactive Explosion"),
    *("Explosion", "Instant Death", "Resurrection", "Double Door", "Double Door in a Double Door"),
    *("beaten by mutation", "nothing in hand", "failed", "failed willingly"),
    *(f"spent: {colours} colours" for colours in (1, 2, 6)),
    *("hand limit", "stopped", "exchanged", "recovered", "dead before the second card"),
    *("all five, alive", "all five, dead", "died of pollution at the end"),
    *("Confusion, a dead seat passes", "Confusion, an empty hand", "known no longer"),
    *("a known Potion was discarded", "doors made anew", "potions made anew"),
    *("Radioactive Explosion kills several", "Explosion kills", "Explosion kills several"),
    *("revived", "healed oneself", "Exit failed", "Exit passed", "Exit passed, alone"),
    *(f"Exit asks {potions} Potions" for potions in (2, 3)),
    *(f"round ends: {reason}" for reason in ("Exit", "all dead", "survivor")),
    *("round ends before somebody's turn", "one is left, not in its turn", "the last round"),
    *("won by crumbs", "won by exits", "won by surviving", "five cheese"),
}


@pytest.mark.parametrize("num_players", [pytest.param(3, marks=pytest.mark.property), 4, 5])
def test_whole_games_go_as_an_independent_reader_of_the_rules_says(num_players: int) -> None:
    seen: Counter[str] = Counter()
    watch(num_players, range(GAMES), seen)
    middle = {"Door: middle"} if num_players < 5 else set()
    assert sorted((OFTEN | middle) - {name for name, times in seen.items() if times}) == []


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("rules.WINS", 3),
        ("rules.CRUMBS_OF_CHEESE", 9),
        ("rules.FOR_EXIT", 1),
        ("rules.FOR_SURVIVING", 2),
        ("rules.LAST_ROUND", 201),
        ("rules.DEALT", 3),
        ("doors.DEADLY", 6),
        ("doors.FALLOUT", 3),
        ("doors.HAND_LIMIT", 3),
    ],
)
def test_a_referee_of_other_rules_disagrees(
    name: str, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"tests.lab_rats.referee.{name}", other)
    with pytest.raises(AssertionError):
        watch(3, range(GAMES), Counter())


def test_a_referee_that_sees_other_hands_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules.Referee, "_see_discarded", forgets_nothing)
    with pytest.raises(AssertionError, match="known"):
        watch(3, range(5), Counter())


def forgets_nothing(referee: rules.Referee, _seat: int, kind: int) -> None:
    referee.potions.discards[kind] += 1


def imported(path: Path) -> set[str]:
    """Return the modules that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


@pytest.mark.parametrize("path", sorted(REFEREE.glob("*.py")), ids=lambda path: path.stem)
def test_the_referee_is_plain_python_and_shares_no_code_with_the_rules(path: Path) -> None:
    own = {name for name in imported(path) if name.startswith("tests.lab_rats.referee.")}
    assert {name.split(".")[0] for name in imported(path) - own} <= set(sys.stdlib_module_names)
