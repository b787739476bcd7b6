"""Parsing of replies: replies that name an action, that do not, and arbitrary texts."""

import json
import random
from collections.abc import Iterator

import pytest

from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.kit.game.view import action_named, normalized
from wistar_env.language_models.replies import Answers, ReplyError

CHOICES = [
    Choice(1, "end the turn", ""),
    Choice(52, "play Hammer (63)", "Immediate: wood 1"),
    Choice(57, "play Hammerhead (64)", ""),
    Choice(91, "deploy a Worker to the Forest", ""),
]
ONE = Answers(CHOICES)
UNLISTED = Answers(CHOICES, listed=False)
TURN = Answers(
    CHOICES, later={**{normalized(each.text): each.action for each in CHOICES}, "dig a room": 44}
)


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("Action: 2", 52),
        ("I could end the turn, but Wood matters.\nAction: 4", 91),
        ("Action: end the turn", 1),
        ("Action: End   the TURN.", 1),
        ("Action: play Hammer (63)", 52),
        ("Action: play Hammer (63): Immediate: wood 1", 52),
        ("Action: 2: play Hammer (63): Immediate: wood 1", 52),
        ('{"action": 2}', 52),
        ('{"action": "2"}', 52),
        ('{"thought": "best", "action": "play hammer (63)"}', 52),
        ("<answer>4</answer>", 91),
        ("2", 52),
        ("deploy a Worker to the Forest", 91),
    ],
)
def test_a_reply_names_an_action(reply: str, action: int) -> None:
    assert ONE.read(reply) == [action]


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "the reply is empty"),
        (
            "I do not know.",
            "there is no legal action 'I do not know.'; the numbers are 1 to 4; the",
        ),
        ("Hm.\nI do not know.", "the reply's last line is not an answer: 'I do not know.'"),
        ("Action: 0", "no legal action has the number 0; the numbers are 1 to 4"),
        ("Action: 2\nAction: 5", "no legal action has the number 5"),
        ("Action: 1: deploy a Worker", "'deploy a Worker' is not the text of action number 1"),
        ("Action: play Hammer", "there is no legal action 'play Hammer'; the numbers are 1 to 4"),
        ('{"action": true}', "an action is an integer or a text, found True"),
        ('{"action": null}', "an action is an integer or a text, found None"),
        ('{"action": {"number": 2}}', "an action is an integer or a text, found ('number', 2)"),
        ('{"action": 1e999}', "an action is an integer or a text, found inf"),
        ('{"actions": [1, 2]}', "the reply names 2 actions; allowed: 1"),
        ('{"action": []}', "the reply names 0 actions"),
        (
            '{"action": 1}\n{"action": 2}',
            "the reply has 2 JSON objects or tags with answers; give only one",
        ),
        ("<answer>2", "the reply has '<answer>', but does not end with <answer>N</answer>"),
        ("<answer>2</answer> or 3", "the reply continues after its answer: 'or 3'"),
        ("<think>Action: 2", "the reply ends within its reasoning: <think> is not closed"),
        ("9" * 1_000_001, "the reply has 1000001 characters; the limit is 1000000"),
    ],
)
def test_unplayable_replies_are_rejected_with_the_reason(reply: str, problem: str) -> None:
    with pytest.raises(ReplyError) as error:
        ONE.read(reply)
    assert problem in str(error.value)


def test_without_a_list_numbers_mean_nothing() -> None:
    assert UNLISTED.read("Action: deploy a worker to the forest") == [91]
    with pytest.raises(ReplyError, match="no numbers here, found 2"):
        UNLISTED.read("Action: 2")


def test_a_text_that_is_the_number_of_another_action_names_none() -> None:
    choices = [Choice(0, "2", ""), Choice(1, "7", ""), Choice(2, "3", "")]
    assert Answers(choices).read("Action: 7") == [1]
    assert Answers(choices).read("Action: 3") == [2]
    assert Answers(choices).read("Action: 1") == [0]
    with pytest.raises(ReplyError, match="'2' is"):
        Answers(choices).read("Action: 2")
    assert Answers(choices, listed=False).read("Action: 2") == [0]


@pytest.mark.parametrize(
    "reply",
    [
        '{"actions": [2, "dig a Room", 4]}',
        "Actions: play hammer (63); dig a room; 4",
        "First the Hammer.\n**Actions:** 2; dig a Room; 4.",
        "<answer>2; dig a room; 4</answer>",
    ],
)
def test_a_whole_turn_names_several_actions_some_of_which_are_not_legal_yet(reply: str) -> None:
    assert TURN.read(reply) == [52, 44, 91]


def test_a_whole_turn_may_be_numbers_only_and_one_action() -> None:
    for reply in ("2, 4", "Actions: 2; 4", "Actions: [2, 4]", "Actions: 2 4"):
        assert TURN.read(reply) == [52, 91]
    assert TURN.read("Action: 4") == TURN.read('{"action": 4}') == [91]


def test_the_first_action_of_a_turn_must_be_legal_and_the_others_exist() -> None:
    with pytest.raises(ReplyError, match="'dig a Room'"):
        TURN.read('{"actions": ["dig a Room", 2]}')
    with pytest.raises(ReplyError, match="'fly away'"):
        TURN.read('{"actions": [2, "fly away"]}')


def test_the_text_of_every_choice_leads_back_to_it() -> None:
    for choice in CHOICES:
        for text in (choice.text, choice.sentence, choice.text.upper()):
            assert action_named(text, CHOICES) == choice.action
            assert ONE.read(text) == UNLISTED.read(f"So:\nAction: {text}") == [choice.action]


#: Parts of almost correct replies.
PIECES = (
    *(
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        ";",
        "\n",
        " ",
        "-",
        ".",
        "`",
        "*",
        "\\",
        "\x00",
        "\ud800",
    ),
    *("action", '{"action":', '{"actions": [', "\nAction: ", "Actions: ", "<answer>", "</answer>"),
    *("0", "1", "2", "99999999999999999999", "1e999", "NaN", "٣", "²", "é", "\u2028", "[[[[[["),
    *(choice.text for choice in CHOICES),
)


def fuzzed(count: int) -> Iterator[str]:
    """Yield random replies."""
    chance = random.Random(24)
    for k in range(count):
        parts = chance.choices(PIECES, k=chance.randrange(1, 12))
        if k % 4 == 0:
            parts = [chr(chance.randrange(0x300)) for _ in range(chance.randrange(40))]
        yield "".join(parts)


def test_30_000_fuzzed_replies_name_legal_actions_or_are_rejected() -> None:
    legal = {choice.action for choice in CHOICES}
    read = [0, 0, 0]
    for k, reply in enumerate(fuzzed(30_000)):
        try:
            first, *others = (ONE, UNLISTED, TURN)[k % 3].read(reply)
        except ReplyError:
            continue
        read[k % 3] += 1
        assert first in legal
        assert {*others} <= legal | {44}
    assert min(read) > 100


@pytest.mark.parametrize(
    "reply",
    [
        "[" * 100_000,
        '{"action": ' * 50_000,
        '{"action": [' + "[" * 19_000 + "]" * 900 + "}",
        json.dumps({"action": "x" * 100_000}),
        '{"action": ' + "9" * 10_000 + "}",
        '{"a": ' * 50_000 + '"action": 1',
        ('{"' * 200 + "x" * 500_000) + ' "action": 1}',
        "-" * 500_000 + "Action",
        "([" * 50_000 + "2" + "])" * 50_000,
        "Action: " + "*_" * 100_000,
        "1\n" * 50_000 + "Action: 1",
        " " * 100_000,
    ],
    ids=len,
)
def test_long_and_deep_replies_are_read_quickly(reply: str) -> None:
    problem = ""
    try:
        assert ONE.read(reply) in ([1], [52])
    except ReplyError as error:
        problem = str(error)
    assert len(problem) < 500
