"""The contents and lengths of prompts."""

import re
from typing import Any

import pytest

from tests.kit.nim import Nim
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import View
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.language_models.prompt_lengths import greedy_views, measure
from wistar_env.language_models.prompts import Prompt, Prompter, Question, tokens_of
from wistar_env.language_models.replies import Answers

TABLES: list[Any] = [
    (RatsOfWistar, 1),
    (RatsOfWistar, 2),
    (RatsOfWistar, 4),
    (LabRats, 3),
    (LabRats, 5),
    (Nim, 2),
]
MODES = [
    Prompter(),
    Prompter(list_actions=False),
    Prompter(whole_turn=True),
    Prompter(list_actions=False, whole_turn=True, obfuscate=1),
]


def first(game: type[Any], num_players: int) -> View:
    position = game.new(num_players, 1)
    return View(position, position.seat)


def test_a_prompt_is_one_text_and_its_parts() -> None:
    prompt = Prompt("rules", "position")
    assert prompt == "rules\n\nposition"
    assert prompt.messages == [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": "position"},
    ]
    again = Question(prompt, Answers([Choice(1, "pass", "")])).again("I pass", "no")
    assert again == (
        "rules\n\nposition\n\nYour reply was:\nI pass\n\nIt cannot be played: no. Reply once more. "
        'End your reply with one line "Action: N", where N is the number or the text of a legal '
        "action."
    )
    assert [each["role"] for each in again.messages] == ["system", "user", "assistant", "user"]
    assert again.messages[2]["content"] == "I pass"
    assert Prompt("", "position").messages == [{"role": "user", "content": "position"}]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("prompter", MODES, ids=repr)
def test_the_rules_of_every_mode_fit_into_4000_tokens(table: Any, prompter: Prompter) -> None:
    rules = prompter.rules_of(first(*table))
    assert 30 < tokens_of(rules) <= 4000
    assert "How to reply" in rules
    assert prompter.question(first(*table)).answers.form in rules
    assert ('{"actions": [N, N, ...]}' in rules) == prompter.whole_turn
    assert ('{"action": N}' in rules) == (not prompter.whole_turn)
    assert ("Actions, one of each kind" in rules) == (not prompter.list_actions)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_prompt_says_the_position_without_the_spaces_of_its_columns(table: Any) -> None:
    view = first(*table)
    prompt, text = Prompter().question(view).prompt.question, view.text()
    assert [line.split() for line in prompt.splitlines()[: text.count("\n") + 1]] == [
        line.split() for line in text.splitlines()
    ]
    assert not re.search(r"\S {3,}\S", prompt)
    indents = [len(line) - len(line.lstrip()) for line in text.splitlines()]
    narrow = [len(line) - len(line.lstrip()) for line in prompt.splitlines()]
    assert narrow[: len(indents)] == [indent // 2 for indent in indents]


def test_the_solo_game_takes_1500_tokens_a_decision_on_average() -> None:
    found = measure(RatsOfWistar, 1, 4, 0, Prompter())
    assert found.first_mean <= 1500
    assert found.mean <= 1500
    assert found.longest <= 3000
    assert found.decisions > 100


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_legal_actions_are_listed_with_numbers_or_not_at_all(table: Any) -> None:
    view = first(*table)
    listed, unlisted = (
        Prompter(list_actions=wanted).question(view).prompt.question for wanted in (True, False)
    )
    for number, choice in enumerate(view.choices(), start=1):
        assert f"  {number}: {choice.text}" in listed
        assert choice.text not in unlisted
    assert unlisted.endswith(f"You are {view.names[view.seat]}, and decide now.")


def test_what_the_position_says_is_not_said_again() -> None:
    for view in greedy_views(RatsOfWistar, 2, 3):
        question = Prompter().question(view)
        cards = [choice for choice in view.choices() if choice.text.startswith("play ")]
        if cards:
            assert cards[0].effect
            assert question.prompt.question.count(cards[0].effect) == 1
            return
    raise AssertionError("no card was played")


def test_every_example_of_an_action_is_one() -> None:
    view = first(RatsOfWistar, 2)
    rules = Prompter(list_actions=False).game_rules(view)
    _, _, examples = rules.partition("Actions, one of each kind\n")
    texts = [line.strip() for line in examples.splitlines()]
    assert len(texts) == len(RatsOfWistar.spec.actions.blocks)
    known = {view.describe(action) for action in range(RatsOfWistar.spec.num_actions)}
    assert {*texts} <= known
