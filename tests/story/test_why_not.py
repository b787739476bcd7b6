"""For every action that is not offered there is a sentence; it is true, and the rules agree."""

import os
import re
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from tests import coverage
from tests.docs import ROOT
from tests.independent.printed import printed
from tests.independent.starts import enrich
from tests.story.rejection_readings import cards, is_true, reading_of
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.story.openings import OPENINGS
from wistar_env.games.rats_of_wistar.story.rejected_case import Case
from wistar_env.games.rats_of_wistar.story.rejections import facts, obstacles
from wistar_env.games.rats_of_wistar.story.unoffered import plain_fact
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.kit.game.reasons import allows, in_the_way

#: Every so many decisions a position is looked at, and of large blocks every so many actions.
EVERY, SOME = 60, 17
LARGE = ("PLAY", "USE", "DISCARD", "PICK", "EXPEL")
LEDGER = coverage.text()
#: Decisions that random games seldom reach, with numbers of their entries.
SELDOM = [
    (decisions.CHOOSE_MAIN_ACTION, {"main": codes.MAIN_DIG}),
    (decisions.TAKE_OF_TYPE, {"type": 1, "tier": 1}),
    (decisions.DEVELOP_PROJECTS, {"left": 1}),
    (decisions.RECOVER_CARD, {}),
    (decisions.COPY_ONCE, {}),
    (decisions.PLAY_DRAWN, {}),
    (decisions.PLAY_INVENTION, {"may_play": codes.FILTER_TOOL, "discount": codes.NONE}),
    (decisions.GIVE_ITEM, {}),
    (decisions.RECEIVE_ITEM, {"given": codes.ITEM_METAL}),
    (decisions.OPEN_ANY_DOOR, {}),
    (decisions.FLY, {}),
    (decisions.PITCH_TENT, {"anywhere": 1}),
    (decisions.PITCH_TENT, {"anywhere": 0}),
    (decisions.REMOVE_CUBE, {"unused": codes.NONE, "colour": codes.COLOUR_GREY}),
    (decisions.KEEP_OBJECTIVE, {"objective": 3, "other_objective": 5}),
    (decisions.DISCARD_GUEST, {"left": 1}),
    (decisions.USE_DISCOUNT, {"wood_due": 1, "metal_due": 0, "discounts_left": 1}),
    (decisions.DEPLOY_WORKERS, {"left": 2}),
]


def look(game: RatsOfWistar, actions: list[int], seen: Counter[str]) -> None:
    """Check what is said of actions that are not legal."""
    for action in actions:
        for fact, rule in facts(game, game.components, action):
            assert is_true(game, action, fact), (game.describe(action), game.decision, fact)
            assert f"**{rule}**" in LEDGER, rule
            seen[reading_of(fact) or ""] += 1


def look_for_more(game: RatsOfWistar, other: RatsOfWistar, action: int) -> None:
    """Check the sentence, that it tells nothing hidden, and that none of its facts is in vain."""
    why = game.presentation.why_not(action)
    assert re.fullmatch(r"[A-Z][^.]*\.", why.sentence), why
    assert other.presentation.why_not(action) == why, "it tells what is hidden"
    record, target = game.record[0], TARGETS[action]
    if plain_fact(Case(record, game.components), target.block, target.numbers):
        return
    found = in_the_way(game, action, obstacles(record, game.components, action))
    assert found or target.block == "USE", game.describe(action)
    for each in found:
        others = [other for other in found if other is not each]
        assert not allows(game, action, others), (why, each)


@pytest.mark.parametrize(("players", "rich"), [(1, False), (2, True), (4, True), (3, False)])
def test_every_action_that_is_not_offered_has_a_sentence_that_is_true(
    players: int, rich: bool
) -> None:
    chances, seen = np.random.default_rng(players), Counter[str]()
    game = RatsOfWistar.new(players, players)
    if rich:
        enrich(game.record, players)
    for decision in range(10_000):
        if game.finished:
            break
        if decision % EVERY == 0:
            rejected = [
                action
                for action in np.flatnonzero(game.action_mask() == 0).tolist()
                if TARGETS[action].block not in LARGE or (action + decision) % SOME == 0
            ]
            look(game, rejected, seen)
            other = game.determinize(game.seat, decision)
            for action in rejected[decision // EVERY % 3 :: 3]:
                look_for_more(game, other, action)
        busy = [action for action in game.legal_actions().tolist() if action > 1]
        game.step(int(chances.choice(busy or game.legal_actions())))
    assert game.finished
    assert len(seen) > 50


@pytest.mark.parametrize(("kind", "numbers"), SELDOM)
def test_what_is_said_in_rare_decisions_is_true(kind: int, numbers: dict[str, int]) -> None:
    chances, seen = np.random.default_rng(kind), Counter[str]()
    game = RatsOfWistar.new(2, 6)
    enrich(game.record, 2)
    while game.record["round"][0] < 3 or game.decision != "turn":
        game.step(int(chances.choice(game.legal_actions())))
    for foreign in (False, True):
        copy = game.clone()
        g = copy.record[0]
        g["depth"] += 1
        entry = g["stack"][g["depth"] - 1]
        entry["kind"], entry["seat"], entry["numbers"] = kind, (game.seat + foreign) % 2, 0
        for name, value in numbers.items():
            entry["numbers"][NAMED_PLACES[name]] = value
        rejected = [a for a in range(game.spec.num_actions) if not allows(copy, a, ())]
        look(copy, [a for a in rejected if TARGETS[a].block not in LARGE or a % 7 == 0], seen)
    assert "this is not your turn" in seen


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


def test_a_chief_is_rejected_by_the_rule_that_forbids_it() -> None:
    game = RatsOfWistar.new(2, 8)
    while game.decision != "turn":
        game.step(int(game.legal_actions()[0]))
    assert reason(game, "end the turn") == ("You must place a Chief first.", ("TURN-01",))
    assert reason(game, "use a Movement token")[1] == ("FAST-04",)
    game.step(action_of(game, "Chief to S1 space 2"))
    assert reason(game, "Chief to S2 space 1") == (
        "You have already placed the Chief of this turn.",
        ("TURN-01",),
    )
    sentence, rules = reason(game, "Chief to S1 space 1")
    assert (
        sentence == "You have already placed the Chief of this turn, "
        "and you already have a Chief in this Sector."
    )
    assert rules == ("TURN-01", "WHEEL-02")
    assert reason(game, "dig a Room")[0].startswith("Digging a Room requires the Main action")


def test_asking_why_changes_nothing() -> None:
    game = RatsOfWistar.new(2, 8)
    before = game.to_bytes()
    for action in np.flatnonzero(game.action_mask() == 0)[::7].tolist():
        game.presentation.why_not(action)
    assert game.to_bytes() == before


#: What effects of cards do, too, by their words: the block of actions that they open.
OF_EFFECTS = {
    "build_bed": "BUILD",
    "complete_mission": "COMPLETE",
    "dig": "DIG",
    "explore": "OPEN",
    "move_workers": "MOVE_WORKER",
    "play": "PLAY",
    "remove_cube": "CUBE",
    "take_type": "TAKE",
}


@pytest.mark.parametrize("word", OF_EFFECTS)
def test_what_a_card_may_open_is_rejected_as_what_also_an_effect_allows(word: str) -> None:
    printed_effects = [entry["effect"] for entry in cards().values()]
    assert any(re.search(rf"\b{word}\b", effect) for effect in printed_effects)
    assert "an effect" in OPENINGS[OF_EFFECTS[word]].sentence


def test_a_main_action_that_goes_on_is_not_called_done() -> None:
    game, chances = RatsOfWistar.new(2, 5), np.random.default_rng(5)
    while True:
        taken = int(chances.choice([a for a in game.legal_actions().tolist() if a > 1] or [0]))
        game.step(taken)
        if TARGETS[taken].block == "MAIN" and game.decision != "turn":
            break
    assert game.presentation.why_not(taken).sentence == (
        "You must first finish what you have begun, "
        "and you have already used the Main action of this turn."
    )


def said_of(game: RatsOfWistar, block: str, *numbers: int) -> tuple[str, tuple[str, ...]]:
    action = next(k for k, each in enumerate(TARGETS) if each[:2] == (block, numbers))
    why = game.presentation.why_not(action)
    return why.sentence, why.rules


def test_what_was_once_said_falsely_is_true() -> None:
    game = RatsOfWistar.new(2, 8)
    while game.decision != "turn":
        game.step(int(game.legal_actions()[0]))
    g, doors, ways = game.record[0], game.record[0]["doors"], printed().passages
    own = g["players"][game.seat]
    assert said_of(game, "TENT", 0) == ("No Tent is pitched at the entrance.", ("FAST-07",))
    assert "you do not have to pay items now" in said_of(game, "PAY", codes.ITEM_WOOD)[0].lower()

    # A Tent is enough to complete a Mission, and the lifted copy leaves it where it is.
    room = printed().mission_rooms[0]
    absent = "either your Explorer nor a Tent of yours is in this room"
    assert absent in said_of(game, "COMPLETE", 0, 0)[0]
    own["tents"][0] = room
    assert "neither" not in said_of(game, "COMPLETE", 0, 0)[0].lower()

    # Every room but the entrance can have a Tent.
    beside = next(way for way in ways if room in way and 0 not in way)
    (other,) = beside - {room}
    assert "explorer is in another room" in said_of(game, "TENT", other)[0].lower()

    # One open passage between two rooms is enough, whichever it is.
    own["explorer"], doors[:] = other, np.where(doors == NONE, 0, doors)
    doors[ways.index(beside)] = NONE
    assert "closed" not in said_of(game, "MOVE", room)[0]
    assert "explorer is already in this room" in said_of(game, "MOVE", other)[0].lower()
