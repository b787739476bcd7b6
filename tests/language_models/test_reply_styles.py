r"""A corpus of styles in which models reply: those that are played, and those that are asked again.

The prompt lists four actions, so 2 is ``play Hammer (63)``. A reply is played by how it ends, and
only in the form that prompts ask for.
"""

import json
import re
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.language_models.test_replies import CHOICES, ONE, TURN, UNLISTED
from wistar_env.language_models.replies import ReplyError, how_to_reply

#: The action of each number.
END, HAMMER, HAMMERHEAD, DEPLOY = (choice.action for choice in CHOICES)

READ: Final[dict[str, int]] = {
    "Action: 2": HAMMER,
    "action:2": HAMMER,
    "ACTION : 02": HAMMER,
    "Action: 2.": HAMMER,
    "Action: [2]": HAMMER,
    "Action: (2)": HAMMER,
    "Action: <2>": HAMMER,
    "Action: “2”": HAMMER,
    "Action: **2**": HAMMER,
    "**Action:** 2": HAMMER,
    "**Action: 2**": HAMMER,
    "**Action**: `2`.": HAMMER,
    "### Action: 2": HAMMER,
    "- Action: 2": HAMMER,
    "> Action: 2": HAMMER,
    "```\nAction: 2\n```": HAMMER,
    "Action: end the turn": END,
    "Action: End the turn.": END,
    "Action: 'play Hammer (63)'": HAMMER,
    "Action: 2: play Hammer (63)": HAMMER,
    "Action: 2. play Hammer (63): Immediate: wood 1": HAMMER,
    "Action: 2) PLAY hammer (63).": HAMMER,
    "I like 3.\n1. it is cheap\n2. it is strong\n\nAction: 2\n\n": HAMMER,
    "Action: 3\nThat is too dear, so rather:\nAction: 2": HAMMER,
    "You ask for a last line `Action: N`.\nAction: 2": HAMMER,
    '<think>Action: 1\n{"action": 3}</think>\nAction: 2': HAMMER,
    "Hm, 1 or 3?\nAction: 3</think>\n\nAction: 2": HAMMER,
    '{"action": 2}': HAMMER,
    '{"Action": "2"}': HAMMER,
    '{"action": "end the turn"}': END,
    '{"actions": [2]}': HAMMER,
    '{"reasoning": "1 is weak, {so} \\"2\\"", "action": 2, "confidence": 0.9}': HAMMER,
    'So I choose {"action": 2}.': HAMMER,
    '```json\n{\n  "thought": "cheap",\n  "action": 2\n}\n```': HAMMER,
    "<answer>2</answer>": HAMMER,
    "<ANSWER>\n2: play Hammer (63)\n</ANSWER>": HAMMER,
    "I compare {1} and 3.\n<answer>[2]</answer>.": HAMMER,
    "2": HAMMER,
    " **2** ": HAMMER,
    "```\n2\n```": HAMMER,
    "<think>1</think>2": HAMMER,
    "2: play Hammer (63)": HAMMER,
    "end the turn": END,
}
LAST: Final = "the reply's last line is not an answer"
UNKNOWN: Final = "there is no legal action"
AFTER: Final = "the reply continues after its answer"
BROKEN: Final = "one valid JSON object"
SEVERAL: Final = "JSON objects or tags with answers; give only one"
REJECTED: Final[dict[str, str]] = {
    # These were played once, as an action that was not the answer.
    "action=2;action=3": UNKNOWN,
    "Action: 2 to 4": UNKNOWN,
    "I choose 2 because 3 is better, so 3": UNKNOWN,
    "Action: 2\n\nBut Wood is scarce, so I will take 3.": LAST,
    "Action: 2\nFinal: 3": LAST,
    "My answer is not number\n1": LAST,
    "I could play number 3, but not number\n1": LAST,
    'You wrote: End your reply with one line "Action: N".': UNKNOWN,
    # These are clear to a person, and in another form.
    "Play 2": UNKNOWN,
    "2 - because": UNKNOWN,
    "Action: two": UNKNOWN,
    "I move [3].": UNKNOWN,
    "<|ACTION|>3</|ACTION|>": UNKNOWN,
    "| Action | 3 |": UNKNOWN,
    "Final answer: 2": UNKNOWN,
    "My move -> 2": UNKNOWN,
    "Option 2": UNKNOWN,
    "\\boxed{2}": UNKNOWN,
    "{'action': 2}": UNKNOWN,
    "{action: 2}": UNKNOWN,
    "{“action”: 2}": UNKNOWN,
    '{"move": 2}': UNKNOWN,
    "Action 2": UNKNOWN,
    "play Hammer": UNKNOWN,
    "**Final answer:**\n\n2": LAST,
    "Action:\n2": LAST,
    "2\n\nThat gives me Wood.": LAST,
    "Action: 2 because 3 is weak": UNKNOWN,
    "Action: 2. 3 is weak.": "'3 is weak.' is not the text of action number 2",
    "Action: 2 (play Hammer (63))": UNKNOWN,
    "Action: 1: deploy a Worker to the Forest": "is not the text of action number 1",
    "Action: 2\n{\"action\": 2}\nand done": BROKEN,
    '{"tool": "act", "arguments": {"action": 2}}': BROKEN,
    '{"action": 2}\nThat gives me Wood.': BROKEN,
    '{"action": 2,}': BROKEN,
    '2\n{"action": 1': BROKEN,
    'Action: 2\n{"act': LAST,
    '{"action": 2}\nAction: 3': BROKEN,
    '{"action": 2, "actions": 3}': SEVERAL,
    '{"action": 1}\nNo, rather {"action": 2}': SEVERAL,
    "<answer>2</answer> <answer>2</answer>": SEVERAL,
    '<answer>{"action": 2}</answer>': SEVERAL,
    "<answer>2</answer>\nAction: 3": AFTER,
    "<answer>2": BROKEN,
    "2</answer>": UNKNOWN,
    "<answer></answer>": UNKNOWN,
    "<think>I choose 2.\nAction: 2": "ends within its reasoning",
    "2<think>no": "ends within its reasoning",
    # These name no action of the list.
    "Action: 2 or 3": UNKNOWN,
    "Action: 2, 3": UNKNOWN,
    "Action: 2-3": UNKNOWN,
    "Action: 2.5": UNKNOWN,
    "Action: -2": UNKNOWN,
    "Action: ~~2~~": UNKNOWN,
    "Action: 2²": UNKNOWN,
    "Action: ②": UNKNOWN,
    "Action: ٢": UNKNOWN,
    "Action: 2?": UNKNOWN,
    "Action: (2) or (3)": "is not the text of action number 2",
    "Action: not 2": UNKNOWN,
    "Action: 2. Wait, Action: 3": "is not the text of action number 2",
    "Action: 22": "no legal action has the number 22",
    "Action: 12345678901": UNKNOWN,
    "Action: none": UNKNOWN,
    "Action:": UNKNOWN,
    '{"action": 2.0}': "an integer or a text, found 2.0",
    '{"action": [2, 3]}': "the reply names 2 actions",
    '{"action": "2 or 3"}': UNKNOWN,
    "```\n```": "the reply is empty",
}  # fmt: skip


@pytest.mark.parametrize(("reply", "action"), READ.items(), ids=map(ascii, READ))
def test_a_reply_is_played_by_how_it_ends(reply: str, action: int) -> None:
    assert ONE.read(reply) == [action]


@pytest.mark.parametrize(("reply", "problem"), REJECTED.items(), ids=map(ascii, REJECTED))
def test_every_other_reply_is_rejected_with_the_reason(reply: str, problem: str) -> None:
    with pytest.raises(ReplyError, match=re.escape(problem)) as error:
        ONE.read(reply)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("form", ["Action: {}", '{{"action": "{}"}}', "<answer>{}</answer>"])
def test_each_form_that_prompts_name_is_read_with_every_action(form: str) -> None:
    for number, choice in enumerate(CHOICES, start=1):
        for said in (str(number), choice.text, f"{number}: {choice.text}"):
            assert ONE.read(f"Hm, 1 or 3?\n{form.format(said)}") == [choice.action]


def test_the_sentence_that_says_how_to_reply_has_the_form_that_is_read() -> None:
    assert '"Action: N", where N is the number or the text' in ONE.form
    assert '"Action: N", where N is the text of' in UNLISTED.form
    assert '"Actions: N; N; ...", each N the number or the text' in TURN.form
    for listed in (False, True):
        for whole_turn in (False, True):
            assert how_to_reply(listed=listed, whole_turn=whole_turn).startswith("End your reply")


#: What stands around answers: parts of numbers, lists, structures, reasons, other actions.
NOISE: Final = tuple(
    "1|3|4|12|-|.|,|;|:|²|٣|\u200b|(|)|[|]|*|~~| |\n|\r|\u2028|1. it is cheap|\n3. it fits|I like 4"
    "|not|or 3|wait, |end the turn|deploy a Worker to the Forest|\nOption 1|\nAction: 4|Action: "
    '|\nI choose 3.|\n```\n|{"wood": 1}|{"action": |{"action": 3}|<answer>|}|</answer>|<think>'
    '|</think>|"|“|because'.split("|")
)
LETTERS: Final = "aAno01239 \t\n\x0b\x1c\x85\u2028.,;:!?-_'`*()[]{}<>|/\\²٣①éß\x00\ud800"
noise = st.lists(st.sampled_from(NOISE) | st.text(LETTERS, max_size=8), max_size=8).map("".join)
#: What may follow the last word of an answer.
CLOSING: Final = re.compile(r"(?:[\s*_`'\"“”‘’.)\]>]|```|~~~)*\Z")


def ends_with(reply: str, number: int) -> bool:
    """Whether a reply ends with an action: its number, its text, or an object or tag with them."""
    reply = reply[: CLOSING.search(reply).start()]  # type: ignore[union-attr]
    if reply.endswith("}"):
        places = [match.start() for match in re.finditer(r"\{", reply)]
        objects = [found for place in places if (found := _loaded(reply[place:])) is not None]
        return any(ends_with(str(held), number) for each in objects for held in _answers(each))
    if reply.lower().endswith("</answer"):
        return ends_with(reply[:-8], number)
    words = " ".join(reply.casefold().split())
    choice = CHOICES[number - 1]
    texts = (choice.text, choice.sentence)
    if any(words.endswith(re.sub(CLOSING, "", each.casefold())) for each in texts):
        return True
    return re.search(rf"(?<![\w.,/²-])0*{number}\Z", reply, re.ASCII) is not None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _answers(found: dict[str, Any]) -> list[Any]:
    held = [value for key, value in found.items() if key.casefold() in ("action", "actions")]
    return [each[-1] if isinstance(each, list) and each else each for each in held]


@given(reply=noise)
@example(reply="Action: 12")
@example(reply=".4")
@example(reply="Action: 4\nor 3")
@example(reply='{"action": 3} 1')
def test_no_reply_plays_an_action_that_it_does_not_end_with(reply: str) -> None:
    for answers in (ONE, UNLISTED, TURN):
        try:
            last = answers.read(reply)[-1]
        except ReplyError:
            continue
        if last != 44:
            number = 1 + [choice.action for choice in CHOICES].index(last)
            assert ends_with(reply, number), (reply, last)


@given(before=noise, form=st.sampled_from(["Action: 2", '{"action": 2}', "<answer>2</answer>"]))
def test_nothing_before_an_answer_makes_it_another_one(before: str, form: str) -> None:
    if form != "Action: 2" or re.search('<answer>|"action":|<think>', before):
        before = re.sub("answer|action|think", "", before)
    assert ONE.read(f"{before}\n{form}") == [HAMMER]


@given(after=noise, form=st.sampled_from(["Action: 2", '{"action": 2}', "<answer>2</answer>"]))
def test_what_follows_an_answer_is_read_or_rejected(after: str, form: str) -> None:
    try:
        (action,) = ONE.read(form + after)
    except ReplyError:
        return
    number = 1 + [choice.action for choice in CHOICES].index(action)
    assert ends_with(form + after, number)
