"""Errors of wrong declarations: one sentence with the class, the field or method, and the line."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import ROOT
from wistar_env.errors import DeclarationError

KUHN = (ROOT / "examples" / "kuhn.py").read_text("utf-8")
NIM = (ROOT / "examples" / "nim.py").read_text("utf-8")
TRICKS = (ROOT / "examples" / "sealed_tricks.py").read_text("utf-8")
OPTIONS = (ROOT / "tests" / "author" / "options_game.py").read_text("utf-8")
MOVES = "moves = field(3, range=(0, BET),"
HAND = "hand(of=(1, 2, 3),"
PLACE = "hidden=(DECK,), shown=(PLAYED,),"
TURN = "next_seat(g)"

#: A game, a part of its text, the replacement, and the expected error.
DECLARED = {
    "a field without a range": (KUHN, MOVES, "moves = field(3,", "Kuhn.moves: give its lowest"),
    "a range beyond a count": (
        KUHN, "range=(0, BET)", "range=(0, 400)", "Kuhn.moves: .* spans 400; give scale=2",
    ),
    "an unknown way to show": (
        KUHN, MOVES, f"{MOVES} show='colour',", "Kuhn.moves: show must be one of .*'colour'",
    ),
    "a sealed field of no seat": (
        TRICKS, "bids = field(SEAT, ", "bids = field(", "SealedTricks.bids: 'sealed' is for fields",
    ),
    "a scale of nothing": (
        KUHN, MOVES, f"{MOVES} scale=0,", "Kuhn.moves: scale must be an integer from 1 .* found 0",
    ),
    "an axis of nothing": (KUHN, "field(3,", "field(0,", "Kuhn.moves: an axis is a length above 0"),
    "a start out of range": (
        NIM, "start=(1, PIECES)", "start=(1, 9)", r"Nim.piles: its start \(1, 9\) is outside",
    ),
    "a hidden field without chance": (
        NIM, "start=(1, CARDS), hidden", "start=1, hidden", "Nim.cards: .* needs a random start",
    ),
    "a missing method of where": (
        NIM, "def fits(", "def fitz(", r"Nim.cards: its 'where' names fits\(g, seat, value\), but",
    ),
    "a field of the kit": (
        NIM, "piles = field(", "seats = field(", "Nim.seats: every game has a field of this name",
    ),
    "too few cards": (KUHN, HAND, "hand(of=(1,),", "Kuhn.card: 2 seats with 1 cards each need 2"),
    "cards below 0": (KUHN, HAND, "hand(of=(-1, 2),", "Kuhn.card: the cards are numbers from 0"),
    "piles by other numbers": (
        TRICKS, PLACE, "hidden=(7,), shown=(PLAYED,),", "SealedTricks.place: piles must be numb",
    ),
    "no actions": (KUHN, '("pass", "bet")', "()", r"Kuhn.actions must be names .* found \(\)"),
    "players": (KUHN, "players = 2", "players = (3, 2)", r"Kuhn.players must be .* found \(3, 2\)"),
    "players as text": (KUHN, "players = 2", "players = '2-3'", "players must be .*'2-3'"),
    "three player counts": (
        KUHN, "players = 2", "players = (2, 3, 4)", "players must be a nu",
    ),
    "players with a fraction": (
        KUHN, "players = 2", "players = 2.0", "players must be .* found 2.0",
    ),
    "too many players": (
        KUHN, "players = 2", "players = 100", "players must be .* 1 to 6, found 10",
    ),
    "actions with a fraction": (
        KUHN, '("pass", "bet")', "2.0", "Kuhn.actions must be .* found 2.0",
    ),
    "too many actions": (
        KUHN, '("pass", "bet")', "5000", "Kuhn.actions has 5,000 .* at most 1,023",
    ),
    "a range of one number": (
        KUHN, MOVES, "moves = field(3, range=9,", "moves: range must be .* 9",
    ),
    "a range as text": (KUHN, MOVES, "moves = field(3, range='0-9',", "moves: range must .*'0-9'"),
    "a range with a fraction": (
        KUHN, MOVES, "moves = field(3, range=(0, 9.5),", r"Kuhn.moves: range .* found \(0, 9.5\)",
    ),
    "a start with a fraction": (
        KUHN, MOVES, f"{MOVES} start=0.5,", "moves: start must .* found 0.5",
    ),
    "a start of another shape": (
        KUHN, MOVES, f"{MOVES} start=[1, 2],", r"moves: a list 'start' .* shape \(3,\), found",
    ),
    "a start out of its range": (
        KUHN, MOVES, f"{MOVES} start=[1, 2, 9],", r"moves: its start \[1, 2, 9\] is outside",
    ),
    "rows for other values": (
        KUHN, MOVES, f"{MOVES} show=[[1], [2]],", "moves: a list 'show' .* each value, 0 to 2",
    ),
    "a where that is no text": (
        NIM, 'where="fits"', "where=min", "Nim.cards: where must be the name of a method",
    ),
    "a field of too many numbers": (
        KUHN, "field(3,", "field(10**9,", "Kuhn.moves: it has 1,000,000,000 numbers; the l",
    ),
    "too many numbers together": (
        KUHN, "moves = field(3,", "more = field(9000, range=(0, 1))\n    moves = field(3,",
        "Kuhn has 9,005 values of an observation; the limit is 8,000",
    ),
    "cards with a fraction": (KUHN, HAND, "hand(of=(1, 2.5),", "Kuhn.card: the cards are numbers"),
    "cards that are a number": (KUHN, HAND, "hand(of=3,", "Kuhn.card: the cards are .* found 3"),
    "a hand with a fraction": (
        KUHN, HAND, f"{HAND} each=1.5,", "Kuhn.card: each must be an integer",
    ),
    "a number of piles": (TRICKS, PLACE, "hidden=-1,", "place: hidden must be piles .* found -1"),
    "a hand that is not full": (
        KUHN, HAND, f"{HAND} dealt=0,", "Kuhn.card: dealt=0 leaves slots without a card; add empt",
    ),
    "private knowledge with a where": (
        TRICKS, PLACE, f"{PLACE} known='private',", "place: 'where' and known='private' cannot be",
    ),
    "a constant with a fraction": (
        OPTIONS, "constant(3,", "constant(2.5,", "loss: it must be an integer or .* found 2.5",
    ),
    "a range of a constant": (
        OPTIONS, "constant(3, range=(0, 9)", "constant(3, range=9", "loss: range must be .* 9",
    ),
    "a name for two things": (
        KUHN, MOVES, f"score = field(range=(0, 9))\n    {MOVES}", "Kuhn.score is declared twice",
    ),
    "an action below 0": (KUHN, "yield PASS - 1", "yield -1", "line 18: there is no action -1;"),
    "an action too high": (KUHN, "yield PASS - 1", "yield BET", "line 18: there is no action 2;"),
    "an unknown part of the spec": (
        NIM, "(Declared)", "(Declared, colour=3)", r"\(Declared, colour=...\): a GameSpec",
    ),
    "a missing method": (KUHN, "def score(", "def points(", r"needs a method score\(g, seat\)"),
    "a wrong signature": (
        KUHN, "score(g: State, seat: int)", "score(g: State)",
        r"Kuhn.score\(g\) must have the parameters \(g, seat\)",
    ),
    "no legal actions": (
        KUHN, "yield PASS - 1\n        yield BET - 1", "return None",
        "Kuhn.legal, line 17: yield the legal actions",
    ),
    "an unknown field": (
        KUHN, "g.moves[g.dec", "g.mooves[g.dec",
        "Kuhn.apply, line 22: the game has no field 'mooves'; did you mean 'moves'",
    ),
    "an unknown name": (
        KUHN, "action + 1", "acton + 1",
        "Kuhn.apply, line 22: the name 'acton' is not defined; did you mean 'action'",
    ),
    "a write to an array": (
        KUHN, "g.moves[g.decisions - 1] =", "g.moves =", "line 22: g.moves is an array; write its",
    ),
    "too many indices": (KUHN, "g.card[seat]", "g.card[seat, 0]", "g.card has 1 axes, found 2"),
    "a list": (KUHN, "action + 1", "[action][0]", "line 22: compiled code has no lists"),
    "a result that is missing": (
        KUHN, "return min(mine, theirs) if wins else -min(mine, theirs)", "pass",
        "Kuhn.score, line .*: it must return a value",
    ),
}  # fmt: skip
CHANCE = "import random\nfrom random import randint\n\nimport numpy as np\n"
DECLARED |= {
    f"chance by {call}": (
        CHANCE + KUHN, "= action + 1", f"= {call}", "Kuhn.apply, line 26: .*: the seed of a game",
    )
    for call in ("random.randint(0, 2)", "randint(0, 2)", "np.random.randint(0, 2)")
}  # fmt: skip
#: Like the above, for errors that only the compiler finds.
COMPILED = {
    "types": (KUHN, "action + 1", "action + 'a'", "Kuhn.apply, line 22: .* there is no add"),
    "arguments": (KUHN, TURN, "next_seat(g, 3)", "Kuhn.apply, line 23: .* a call has other arg"),
    "a score": (
        KUHN,
        "return min(mine",
        "return 0.5 * min(mine",
        "Kuhn.*: .*only with integers, .*; use //",
    ),
    "a fraction in a field": (
        KUHN,
        "= action + 1",
        "= action / 2",
        "Kuhn.apply, line 22: .* a number with a fract",
    ),
    "a fraction as an action": (
        KUHN,
        "yield PASS - 1",
        "yield (g.decisions + 1) / 2",
        "Kuhn.legal, line 18: .* fraction",
    ),
    "attributes": (KUHN, "-min(mine, theirs)", "mine.cost", "Kuhn.score, line .* 'cost' of type"),
}


def define(folder: Path, text: str) -> None:
    """Import a game from a separate file."""
    name = f"wrong_{folder.name}"
    (folder / f"{name}.py").write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    try:
        importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


@pytest.mark.parametrize("name", [*DECLARED, *COMPILED])
def test_a_wrong_game_is_rejected_in_one_sentence(tmp_path: Path, name: str) -> None:
    text, part, wrong, said = {**DECLARED, **COMPILED}[name]
    assert part in text
    with pytest.raises(DeclarationError, match=said) as rejected:
        define(tmp_path, text.replace(part, wrong, 1))
    assert "\n" not in str(rejected.value)
    assert len(str(rejected.value)) < 400


def test_a_class_without_source_is_rejected() -> None:
    done = subprocess.run(
        [sys.executable, "-c", KUHN], capture_output=True, text=True, cwd=ROOT, timeout=120
    )
    assert "Kuhn.legal cannot be compiled without its source" in done.stderr.splitlines()[-1]
