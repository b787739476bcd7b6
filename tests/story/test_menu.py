"""The menu of Rats of Wistar: words of the table, and what is given up, is said before."""

import re
from collections import defaultdict

import numpy as np
import pytest

from tests.games import random_action
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.scene.parts import Choice
from wistar_env.games.rats_of_wistar.story import choice_details
from wistar_env.kit.game.presentation_parts import MenuItem

#: Words as data has them: an amount behind its word, words with underscores, codes of places.
DATA_WORD = re.compile(
    r"\b(wood|metal|movement|wild|vp|electricity|strength|agility|energy) \d"
    r"|\w_\w|\bmove1\b|->|\b[Sm]\d\b"
)


def menus(players: int, seed: int) -> list[tuple[RatsOfWistar, list[MenuItem]]]:
    """Return the menus of a random game, with the position of each."""
    chances, found = np.random.default_rng(seed), []
    game = RatsOfWistar.new(players, seed)
    while not game.finished:
        found.append((game.clone(), game.presentation.menu()))
        game.step(random_action(game, chances))
    return found


@pytest.fixture(scope="module")
def played() -> list[tuple[RatsOfWistar, list[MenuItem]]]:
    return [each for players in (1, 2, 3) for each in menus(players, 3)]


def test_a_menu_has_every_legal_action_once_and_those_that_decline_last(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    for game, menu in played:
        assert sorted(item.action for item in menu) == game.legal_actions().tolist()
        declines = [item.declines for item in menu]
        assert declines == sorted(declines)
        assert len({item.sentence for item in menu}) == len(menu)
        for item in menu:
            assert item.declines == (game.describe(item.action) in ("pass", "end the turn"))


def test_no_menu_has_words_of_the_data(played: list[tuple[RatsOfWistar, list[MenuItem]]]) -> None:
    for _, menu in played:
        for item in menu:
            assert not DATA_WORD.search(item.sentence), item.sentence


def test_ending_a_turn_with_something_left_says_what_is_given_up(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    said: dict[bool, set[str]] = defaultdict(set)
    for game, menu in played:
        due = game.presentation.scene(game.seat).due
        left = due is not None and (due.main or bool(due.bonuses))
        for item in menu:
            if item.text == "end the turn" and len(menu) > 1:
                said[left].add(item.gives_up)
                assert bool(item.gives_up) == left
    assert said[False] == {""}
    assert any("the Main action Exploring" in text for text in said[True])
    assert any("the Bonus action “take 1 Metal”" in text for text in said[True])


def test_heroes_say_what_they_do() -> None:
    scene = RatsOfWistar.new(2, 1).presentation.scene(0)
    said = choice_details(scene, Choice(0, "take Hero Torv the Strongrat", "HERO", (1,), ""))
    assert said == (
        "2 Strength; Immediate: Score 1 VP for each Strength that you have, this card's included"
    )


def test_a_choice_says_that_it_gives_nothing_exactly_if_it_changes_nothing(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    found: dict[str, set[bool]] = defaultdict(set)
    for game, menu in played:
        for item in menu:
            if not item.text.startswith(("Main action", "Bonus action", "Potion")):
                continue
            after = game.clone()
            after.step(item.action)
            same = after.record["players"].tobytes() == game.record["players"].tobytes()
            opened = after.decision not in (game.decision, "turn") and any(
                after.describe(action) != "pass" for action in after.legal_actions().tolist()
            )
            idle = same and not opened
            assert bool(item.gives_up) == idle, item.sentence
            found[item.text.partition(":")[0]].add(idle)
    assert found["Main action"] == found["Bonus action"] == {False, True}


def test_main_actions_and_spaces_say_their_strength_and_what_they_give(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    strengths = set()
    for game, menu in played:
        for item in menu:
            if item.text.startswith("Main action: Collecting Wood"):
                workers = game.presentation.scene(game.seat).seats[game.seat].workers
                strength = sum(each.count for each in workers if each.text == "Forest")
                gives = f"take {strength} Wood" if strength else "nothing"
                assert item.effect == f"Strength {strength}: {gives}"
                strengths.add(strength)
            if item.text.startswith("Chief to") and "space" in item.text:
                assert re.match(r"Strength \d+: .+; Bonus: ", item.effect)
    assert {0, 1, 2} <= strengths


def test_a_main_action_without_workers_says_why_it_gives_nothing() -> None:
    game = RatsOfWistar.new(1, 3, options={"level": 3})
    for wanted in ("choose starting pair 1", "Chief to Collecting Wood, space 1"):
        item = next(item for item in game.presentation.menu() if item.text == wanted)
        game.step(item.action)
    item = next(each for each in game.presentation.menu() if "Main action" in each.text)
    assert item.sentence == "Main action: Collecting Wood: Strength 0: nothing"
    assert item.gives_up == (
        "Collecting Wood would give you nothing now: you have no Worker in the Forest (Strength 0)."
    )


def test_what_a_main_action_says_that_it_gives_now_is_given(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    missing = set()
    for game, menu in played:
        for item in menu:
            if item.text not in ("Main action: Digging Rooms", "Main action: Building Beds"):
                continue
            after, times = game.clone(), 0
            after.step(item.action)
            while after.decision in ("dig rooms", "build beds"):
                wanted = ("dig a Room", "build a Bed")
                legal = after.legal_actions().tolist()
                again = [each for each in legal if after.describe(each) in wanted]
                if not again:
                    break
                after.step(again[0])
                times += 1
            said = re.fullmatch(r"Strength (\d+): (.*?)(?: \((.*)\))?", item.effect)
            assert said
            number = re.search(r"\d+", said[2])
            assert times == (int(number[0]) if number else 0), item.effect
            assert bool(said[3]) == (times < int(said[1])), item.effect
            if said[3] and not times:
                assert said[3] in item.gives_up
            missing.add(said[3])
    assert len(missing) > 2


def test_workers_at_the_entrance_come_first_and_idle_spaces_fold() -> None:
    game = RatsOfWistar.new(1, 3)
    game.step(int(game.legal_actions()[0]))
    menu = game.presentation.menu()
    assert [item.text.split()[0] for item in menu[:3]] == ["deploy"] * 3
    assert {item.folded for item in menu if "space" in item.text} == {"spaces with Strength 0"}
    game.step(menu[0].action)
    folded = {bool(item.folded) for item in game.presentation.menu() if "space" in item.text}
    assert folded == {False, True}


def test_purchases_say_what_they_cost_and_give() -> None:
    game = RatsOfWistar.new(1, 3)
    game.step(int(game.legal_actions()[0]))
    effects = {item.text: item.effect for item in game.presentation.menu()}
    assert effects["buy a Wild token"] == "costs 3 items; it replaces a Skill icon"
    assert effects["buy Electricity"] == "costs 4 items; Basic Electricity"
    assert effects["deploy a Worker to the Farm"] == "1 Strength more there"


def test_a_payment_says_what_it_is_for_and_how_it_could_be_made(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    asked, proposed = set(), 0
    for game, menu in played:
        question = game.presentation.question
        if game.decision not in ("pay items", "discard cards"):
            assert question.due == 1
            continue
        asked.add(question.text)
        number = f" {question.due} "
        assert number in question.text
        assert len(question.proposal) <= question.due
        after = game.clone()
        for action in question.proposal:
            if after.decision == game.decision:  # else the rest had no choice
                after.step(action)
                proposed += 1
        if len(question.proposal) == question.due:
            assert (after.decision, after.seat) != (game.decision, game.seat) or (
                after.presentation.question.text != question.text
            )
        goods = {item.action: item.times for item in menu if item.text.startswith("pay 1 ")}
        assert all(question.proposal.count(action) <= goods[action] for action in goods)
    assert proposed > 1
    assert {"pay 3 items for a Wild token", "pay 4 items for Electricity"} <= asked


def test_the_payment_of_an_invention_names_it(
    played: list[tuple[RatsOfWistar, list[MenuItem]]],
) -> None:
    paying = next(game for game, _ in played if game.decision == "pay items").clone()
    g = paying.record[0]
    entry = g["stack"][g["depth"] - 2]
    entry["kind"] = decisions.FINISH_PLAY
    entry["numbers"][NAMED_PLACES["card"]] = 62
    assert paying.presentation.question.text.endswith(" for Bag of Marbles (63)")


def test_a_decision_without_an_amount_pays_one_item_once() -> None:
    game = RatsOfWistar.new(2, seed=1)
    for _ in range(game.num_players):
        game.step(int(game.legal_actions()[0]))  # the pairs of cards
    seat, saved = game.seat, game.record[0]
    entry = saved["stack"][saved["depth"]]
    entry["kind"], entry["seat"], entry["numbers"] = decisions.GIVE_ITEM, seat, 0
    saved["depth"] += 1
    saved["players"][seat]["wood"] = 3
    given = RatsOfWistar.from_bytes(game.to_bytes())
    paying = [item for item in given.presentation.menu() if "Wood" in item.text]
    assert [item.times for item in paying] == [1]
