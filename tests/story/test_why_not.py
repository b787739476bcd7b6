"""For every action that is not offered there is a sentence, and the rules agree with it."""

import os
import re
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from tests.docs import ROOT
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.farm import ENTRANCE
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS, Target
from wistar_env.games.rats_of_wistar.story.refusals import obstacles
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.kit.game.reasons import allows, in_the_way

#: Every so many decisions a position is looked at, and of large blocks every so many actions.
EVERY, SOME = 25, 17
LARGE = ("PLAY", "USE", "DISCARD", "PICK", "EXPEL")
LEDGER = (ROOT / "docs" / "rules.md").read_text("utf-8")
#: Blocks of answers to effects, of which no effect is open.
EFFECTS = ("ACCEPT", "BOT_GUEST", "KEEP", "OPTION", "PASS", "REDUCE", "LIFT", "GAIN", "PICK", "USE")


def is_absent(game: RatsOfWistar, target: Target, text: str) -> bool:
    """Return whether what an action is about cannot exist in a game of these players."""
    block, numbers = target
    tables = game.components._tables[0]
    if block == "PLACE":
        return bool(numbers[1] >= tables["setup"][game.num_seats]["spaces"][numbers[0]])
    if block == "PAIR":
        return bool(numbers[0] >= game.num_seats)
    if block in ("COMPLETE", "REVEAL"):
        return bool(game.record["mission_card"][0][numbers[0]] < 0)
    if block in ("OPEN", "GUEST", "MOVE", "TENT", "LIFT"):
        return "unused" in text or numbers[0] == ENTRANCE
    if block == "USE":
        return bool(tables["cards"][numbers[0]]["timing"] != codes.TIMING_ONCE)
    if block == "MOVE_WORKER":
        return numbers[0] == numbers[1]
    return False


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_action_that_is_not_offered_has_a_sentence_that_is_true(players: int) -> None:
    chances, seen = np.random.default_rng(players), Counter[str]()
    game = RatsOfWistar.new(players, players)
    for decision in range(10_000):
        if game.finished:
            break
        if decision % EVERY == 0:
            other = game.determinize(game.seat, decision)
            for action in np.flatnonzero(game.action_mask() == 0).tolist():
                target = TARGETS[action]
                if target.block in LARGE and (action + decision) % SOME:
                    continue
                why = game.presentation.why_not(action)
                assert re.fullmatch(r"[A-Z][^.]*\.", why.sentence), why
                assert other.presentation.why_not(action) == why, "it tells what is hidden"
                assert why.rules
                for rule in why.rules:
                    assert f"**{rule}**" in LEDGER, rule
                found = in_the_way(game, action, obstacles(game.record[0], game.components, action))
                if not found:
                    text = game.describe(action)
                    assert is_absent(game, target, text) or target.block in EFFECTS, text
                    continue
                seen[target.block] += 1
                assert allows(game, action, found)
                for each in found:
                    others = [other for other in found if other is not each]
                    assert not allows(game, action, others), (why, each)
        busy = [action for action in game.legal_actions().tolist() if action > 1]
        game.step(int(chances.choice(busy or game.legal_actions())))
    assert game.finished
    assert len(seen) > 25


@pytest.mark.parametrize("table", ["rats-of-wistar 1 1", "rats-of-wistar 4 3", "lab-rats 3 1"])
def test_asking_why_reads_no_more_than_the_record(table: str) -> None:
    command = [sys.executable, "-m", "tests.why_not_exactly", *table.split()]
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=ROOT, env=interpreted, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def action_of(game: RatsOfWistar, text: str) -> int:
    return [game.describe(action) for action in range(game.spec.num_actions)].index(text)


def reason(game: RatsOfWistar, text: str) -> tuple[str, tuple[str, ...]]:
    why = game.presentation.why_not(action_of(game, text))
    return why.sentence, why.rules


def test_a_chief_is_refused_by_the_rule_that_forbids_it() -> None:
    game = RatsOfWistar.new(2, 8)
    while game.decision != "turn":
        game.step(int(game.legal_actions()[0]))
    assert reason(game, "end the turn") == ("You place a Chief first.", ("TURN-01",))
    assert reason(game, "use a Movement token")[1] == ("FAST-04",)
    game.step(action_of(game, "Chief to S1 space 2"))
    assert reason(game, "Chief to S2 space 1") == (
        "Your Chief of this turn is placed.",
        ("TURN-01",),
    )
    sentence, rules = reason(game, "Chief to S1 space 1")
    assert sentence == "Your Chief of this turn is placed, and you have a Chief in this Sector."
    assert rules == ("TURN-01", "WHEEL-02")
    assert reason(game, "dig a Room")[0].startswith("Rooms are dug by the Main action")


def test_asking_why_changes_nothing() -> None:
    game = RatsOfWistar.new(2, 8)
    before = game.to_bytes()
    for action in np.flatnonzero(game.action_mask() == 0)[::7].tolist():
        game.presentation.why_not(action)
    assert game.to_bytes() == before
