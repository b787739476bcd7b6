r"""A corpus of styles in which models reply, and what each of them says.

The prompt lists four actions, so 2 is ``play Hammer (63)``. A style is the action that the reply
states, or a part of the reason why it is refused: a reader in a hurry must not take another one.
"""

import re
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.language_models.test_replies import CHOICES, ONE, TURN, UNLISTED
from wistar_env.language_models.replies import ReplyError

#: The action of each number.
END, HAMMER, HAMMERHEAD, DEPLOY = (choice.action for choice in CHOICES)
DISAGREE: Final = "answers that disagree"
UNCLOSED: Final = "is not closed"
NOTHING: Final = "no line of it names an action"
UNKNOWN: Final = "there is no legal action"
REGRET: Final = "takes back"
OTHER: Final = "is another action than"

STRUCTURED: Final[dict[str, int | str]] = {
    '{"action": 2}': HAMMER,
    '{"Action": 2}': HAMMER,
    '{"ACTION": "2"}': HAMMER,
    '{"move": 2}': HAMMER,
    '{"answer": "end the turn"}': END,
    '{"final_answer": 2}': HAMMER,
    '{"choice": 2, "confidence": 0.9}': HAMMER,
    '{"reasoning": "1 is weak, {so} \\"2\\"", "action": 2}': HAMMER,
    '{"tool": "act", "arguments": {"action": "2"}}': HAMMER,
    "{“action”: 2}": HAMMER,
    '{"reason": "“cheap”", "action": 2}': HAMMER,
    "{'action': 2}": HAMMER,
    "{action: 2}": HAMMER,
    '{"action": 2,}': HAMMER,
    "｛＂action＂：２｝": HAMMER,
    '```json\n{"action": 2}\n```': HAMMER,
    '```\n{\n  "thought": "cheap",\n  "action": 2\n}\n```\nThat gives me Wood.': HAMMER,
    'Action: 1\n{"action": 2}': HAMMER,
    '{"action": 2}\n1. it is cheap\n2. it is strong': HAMMER,
    '{"action": 2}\n1': HAMMER,
    '{"action": 2} or, the same, {"move": "play Hammer (63)"}': HAMMER,
    '{"action": 2, "answer": 3}': DISAGREE,
    '{"action": 1, "action": 2}': DISAGREE,
    '{"action": 1}\nNo, rather {"action": 2}': DISAGREE,
    '{"action": 2}\nWait, that is illegal.': REGRET,
    '2\n{"action": 1': UNCLOSED,
    '2\n{"thought": "no, rather': UNCLOSED,
    '2\n{"act': UNCLOSED,
    "2\n{": UNCLOSED,
    '{"action": 2.5}': "a number or a text, found 2.5",
    '{"action": -2}': "no legal action has the number -2",
    '{"action": 22}': "no legal action has the number 22",
    '{"action": "not 2"}': UNKNOWN,
    '{"action": "2 or 3"}': UNKNOWN,
    '{"action": [2, 3]}': "it names 2 actions",
    '{"action": "1: deploy"}': OTHER,
    "<answer>2</answer>": HAMMER,
    "<ANSWER> 2 </ANSWER>": HAMMER,
    "<action>end the turn</action>": END,
    "<answer>\n2: play Hammer (63)\n</answer>": HAMMER,
    '<answer>{"action": 2}</answer>': HAMMER,
    "<answer>\\boxed{2}</answer>": HAMMER,
    "I compare 1 and 3.\n<answer>Option 2</answer>\n3. is too dear": HAMMER,
    "<answer>2</answer> <answer>2</answer>": HAMMER,
    "<answer>2</answer> <answer>3</answer>": DISAGREE,
    '<answer>2</answer>\n{"action": 3}': DISAGREE,
    "<answer>2": UNCLOSED,
    "2\n<answer>1": UNCLOSED,
    "2\n<answ": UNCLOSED,
    "1\n<answer>2</answ": UNCLOSED,
    "2</answer>": "has no partner",
    "<answer>1</action>": "has no partner",
    "<answer>maybe 2</answer>": UNKNOWN,
    "<answer></answer>": UNKNOWN,
    "\\boxed{2}": HAMMER,
    "The answer is $\\boxed{2}$.": HAMMER,
    "$$\\boxed{\\text{end the turn}}$$": END,
    "\\boxed{2}\n\n1. it is cheap": HAMMER,
    "2\n\\boxed{1": UNCLOSED,
    "2\n\\box": UNCLOSED,
    "\\boxed{2}, no, \\boxed{3}": DISAGREE,
}
SENTENCES: Final[dict[str, int | str]] = {
    "Action: 2": HAMMER,
    "action:2": HAMMER,
    "ACTION = 2": HAMMER,
    "Action：２": HAMMER,
    "Action\u200b: \ufeff2\u200b": HAMMER,
    "**Action:** 2": HAMMER,
    "**Action: 2**": HAMMER,
    "### Final Answer: `2`": HAMMER,
    "> Action: 2": HAMMER,
    "- Action: “2”": HAMMER,
    "My move -> 2": HAMMER,
    "Final answer is: 2.": HAMMER,
    "So my final answer is 2.": HAMMER,
    "Therefore, the best action is option 2.": HAMMER,
    "Antwort: 2": HAMMER,
    "答案：2": HAMMER,
    "Action: end the turn": END,
    "Action: 'play Hammer (63)'": HAMMER,
    "Action: 2: play Hammer (63)": HAMMER,
    "Action: 2 (play Hammer (63))": HAMMER,
    "Action: 2 - it is cheap": HAMMER,
    "Action: 2 because 3 is weak": HAMMER,
    "Action: 2. 3 is weak.": HAMMER,
    "Action: play Hammer (63), as it is cheap": HAMMER,
    "Action: 2\n\n1. it is cheap": HAMMER,
    "Action: 2\n\nReasons:\n1. it is cheap\n2. it is strong\n3. it fits": HAMMER,
    "Action: 2\n1": HAMMER,
    "Action: 2\nSo: 2\nAction: 2": HAMMER,
    "1: end the turn would be weak.\nAction: 2": HAMMER,
    "I would avoid action 3.\nAction: 2": HAMMER,
    "Not 2.\nAction: 1": END,
    "I choose 2": HAMMER,
    "I choose 2.": HAMMER,
    "I choose 2.\n1. it is cheap\n2. it is strong\n3. it fits": HAMMER,
    "I'll go with option 2!": HAMMER,
    "I’ll go with option 2.": HAMMER,
    "So I will take action 2 because Wood is scarce.": HAMMER,
    "Let's play 2.": HAMMER,
    "I play Hammer (63).": HAMMER,
    "I choose to end the turn.": END,
    "I will deploy a Worker to the Forest.": DEPLOY,
    "I choose 2. I do not choose 3.": HAMMER,
    "Action: 2\nAction: 3": DISAGREE,
    "Action: 2. Wait, Action: 3": REGRET,
    "Action: 2 ... wait, Action: 3": UNKNOWN,
    "I choose 2.\nThought: no.\nI choose 3.": DISAGREE,
    "Action: 2\nObservation: ok\nAction: end the turn": DISAGREE,
    "Action: 2\nWait, that is illegal.": REGRET,
    "I choose 2. No, that is too dear.": REGRET,
    "Action: not 2": UNKNOWN,
    "Action: 2 or 3": UNKNOWN,
    "Action: 2, 3": UNKNOWN,
    "Action: 2, then 3": UNKNOWN,
    "Action: 2-3": UNKNOWN,
    "Action: 2.5": UNKNOWN,
    "Action: -2": UNKNOWN,
    "Action: - 2": UNKNOWN,
    "Action: 2²": UNKNOWN,
    "Action: 2nd": UNKNOWN,
    "Action: 2 wood": UNKNOWN,
    "Action: 2?": UNKNOWN,
    "Action: 22": "no legal action has the number 22",
    "Action: 12345678901": UNKNOWN,
    "Action: 1: deploy a Worker to the Forest": OTHER,
    "Action: fly": UNKNOWN,
    "Action: none": UNKNOWN,
    "I choose 9.": "no legal action has the number 9",
    "I choose 2 or 3.": NOTHING,
    "I choose not to play 2.": NOTHING,
    "I will not choose 2.": NOTHING,
    "I take 2 wood.": NOTHING,
    "I would choose 2 if it were cheap.": NOTHING,
    "Should I choose 2?": NOTHING,
    "The worst action: 3": NOTHING,
    "The best action is not obvious.": NOTHING,
    "I would avoid action 3.": NOTHING,
}
LINES: Final[dict[str, int | str]] = {
    "2": HAMMER,
    "２": HAMMER,
    "“2”": HAMMER,
    "2\u200b": HAMMER,
    "$2$": HAMMER,
    "**2**": HAMMER,
    "(2)": HAMMER,
    "[2]": HAMMER,
    "#2": HAMMER,
    "02": HAMMER,
    "Action 2": HAMMER,
    "Option 2": HAMMER,
    "**Option 2**\n\nIt is cheap.": HAMMER,
    "Option 2: play Hammer (63)": HAMMER,
    "2 play Hammer (63)": HAMMER,
    "2 – play Hammer (63)": HAMMER,
    "**Final answer:**\n\n2": HAMMER,
    "```\n2\n```": HAMMER,
    "```text\nend the turn\n```": END,
    "2\n\n1. it is cheap\n2. it is strong": HAMMER,
    "2\n1. it is cheap": HAMMER,
    "- end the turn\n- play Hammer (63)\nI want Wood, so:\nplay Hammer (63)": HAMMER,
    '<think>Action: 1\n{"action": 3</think>\n2': HAMMER,
    "Hm, 1 or 3?\nAction: 3</think>\n\n2": HAMMER,
    "<thinking>1</thinking><answer>2</answer>": HAMMER,
    "1<think>no</think>2": NOTHING,
    "<think>I choose 2.\nAction: 2": "ends within its reasoning",
    "2 or 3": NOTHING,
    "not 2": NOTHING,
    "2?": NOTHING,
    "-2": NOTHING,
    "−2": NOTHING,
    ".5": NOTHING,
    "2.5": NOTHING,
    "2/3": NOTHING,
    "1,000": NOTHING,
    "2*3": NOTHING,
    "2%": NOTHING,
    "$5": NOTHING,
    "2²": NOTHING,
    "②": NOTHING,
    "٢": NOTHING,
    "~~2~~": NOTHING,
    "1. it is cheap": NOTHING,
    "1. it is cheap\n2. it is strong": NOTHING,
    "22": "no legal action has the number 22",
    "9. end the turn": "no legal action has the number 9",
    "1: end the turn\n2: play Hammer (63)\n3: play Hammerhead (64)": DISAGREE,
    "2\n\nThe list was:\n1: end the turn\n2: play Hammer (63)": DISAGREE,
    "1\n2\nHard to say.": DISAGREE,
    "Option 2\nIt is dear.\n\n3": DISAGREE,
    "2\nWait, no.": REGRET,
    "[2": UNCLOSED,
    "[2, 3]": "it names 2 actions",
}
STYLES: Final = {**STRUCTURED, **SENTENCES, **LINES}


@pytest.mark.parametrize(("reply", "wanted"), STYLES.items(), ids=map(ascii, STYLES))
def test_a_style_of_replying_is_read_as_a_person_reads_it(reply: str, wanted: int | str) -> None:
    if isinstance(wanted, int):
        assert ONE.read(reply) == [wanted]
        return
    with pytest.raises(ReplyError, match=re.escape(wanted)):
        ONE.read(reply)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("Action: 2\nAction: 3", "disagree, 'Action: 2' and 'Action: 3'; give one"),
        ('2\n{"action": 1', """'{"action": 1' is not closed, or no valid JSON"""),
        ("I choose 2. Wait, no.", "takes back 'I choose 2.' with '. Wait'; give one answer"),
        ("Action: 2 or 3", "no legal action '2 or 3'; the numbers are 1 to 4; the first legal"),
        (f'{{"action": 1, "plan": "{"x" * 900}', "... is not closed"),
    ],
)
def test_the_reason_names_what_was_read(reply: str, problem: str) -> None:
    with pytest.raises(ReplyError, match=re.escape(problem)) as error:
        ONE.read(reply)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ('{"actions": [2, 4]}\n1', [HAMMER, DEPLOY]),
        ('<answer>{"actions": [2, 4]}</answer>', [HAMMER, DEPLOY]),
        ("<actions>2, 4</actions>", [HAMMER, DEPLOY]),
        ("Actions: 2, 4", [HAMMER, DEPLOY]),
        ("Actions: 2, 4\n1. it is cheap\n2. it is strong", [HAMMER, DEPLOY]),
        ('["play Hammer (63)", "dig a room"]', [HAMMER, 44]),
        ('{"actions": [2]}\n{"actions": [2, 4]}', DISAGREE),
        ("2\n4", DISAGREE),
        ('{"actions": [2, 4', UNCLOSED),
    ],
)
def test_a_whole_turn_has_the_same_tiers(reply: str, wanted: list[int] | str) -> None:
    if isinstance(wanted, list):
        assert TURN.read(reply) == wanted
        return
    with pytest.raises(ReplyError, match=wanted):
        TURN.read(reply)


#: What stands around answers: parts of numbers, lists, structures, reasons, other actions.
NOISE: Final = (
    *(
        "1",
        "3",
        "4",
        "12",
        "-",
        ".",
        ",",
        ";",
        ":",
        "²",
        "٣",
        "\u200b",
        "(",
        ")",
        "*",
        "~~",
        " ",
        "\n",
    ),
    *(
        "1. it is cheap",
        "\n3. it fits",
        "I like 4",
        "not",
        "or 3",
        "wait, ",
        "end the turn",
        "deploy",
    ),
    *("Option 1", "Action: 4", "I choose 3.", "```", '{"wood": 1}', '{"action": ', "<answer>", "}"),
    *("</answer>", "\\boxed{", "<think>", "</think>", '"', "“", "[", "]", "because"),
)
noise = st.lists(st.sampled_from(NOISE) | st.text(max_size=8), max_size=8).map("".join)


def states(reply: str, number: int) -> bool:
    """Whether a reply has the number of an action, as a word, or the beginning of its text."""
    seen = re.sub("[\u200b-\u200f\ufeff\xad\u2060]", "", reply)
    text = CHOICES[number - 1].text.casefold()
    words = " ".join(seen.casefold().split())
    begun = any(text[:length] in words for length in range(3, len(text) + 1))
    return begun or re.search(rf"(?<![\w.])0*{number}(?![\w])", seen, re.ASCII) is not None


@given(reply=noise)
@example(reply="Action: 12")
@example(reply=".4")
def test_no_reply_plays_an_action_that_it_does_not_state(reply: str) -> None:
    for answers in (ONE, UNLISTED, TURN):
        try:
            actions = answers.read(reply)
        except ReplyError:
            continue
        for action in {*actions} - {44}:
            number = 1 + [choice.action for choice in CHOICES].index(action)
            assert states(reply, number), (reply, action)


@given(
    before=noise,
    after=noise,
    form=st.sampled_from(['{"action": 2}', "<answer>2</answer>", "\\boxed{2}"]),
)
def test_nothing_around_a_structured_answer_makes_it_another_one(
    before: str, after: str, form: str
) -> None:
    others = ("action", "answer", "boxed", "think")
    before, after = (re.sub("|".join(others), "", part) for part in (before, after))
    try:
        assert ONE.read(f"{before}\n{form}\n{after}") == [HAMMER]
    except ReplyError:
        pass


@given(before=noise, after=noise, form=st.sampled_from(["Action: 2", "I choose 2.", "My move = 2"]))
def test_nothing_around_a_sentence_makes_it_another_one(before: str, after: str, form: str) -> None:
    structures = "action|answer|boxed|think"
    before, after = (re.sub(structures, "", part) for part in (before, after))
    try:
        assert ONE.read(f"{before}\n{form}\n{after}") == [HAMMER]
    except ReplyError:
        pass
