"""Lines of a reply that state an answer: ``Action: 2``, ``I choose 2``, or an action only."""

import json
import re
from typing import Any, Final, NamedTuple

from wistar_env.kit.game.choice_text import normalized
from wistar_env.language_models.reply_text import folded, straight_quotes

_LEAD: Final = (
    r"(?:(?:so|thus|therefore|hence|then|now|finally|ok(?:ay)?|overall|in (?:conclusion|summary))"
    r"\b[,:]?\s+)*"
)
_WORD: Final = r"(?:actions?|moves?|answer|choice|option|decision|selection)"
_NUMBER_WORD: Final = r"(?:(?:number|no\.?)\s*)?#?"
_OTHER_LANGUAGES: Final = (
    "aktion|antwort|zug|acción|accion|respuesta|réponse|reponse|choix|azione|risposta|ação|resposta|"
    "行动|動作|动作|行動|答案|选择|選擇|回答"
)
#: ``Action: 2``, ``My final answer is 2``.
_LABEL: Final = re.compile(
    rf"{_LEAD}(?:(?:my|the|final|next|best|chosen|selected|recommended|correct|optimal)\s+)*"
    rf"(?:{_WORD}|{_OTHER_LANGUAGES})\s*{_NUMBER_WORD}\s*"
    r"(?P<mark>(?:(?:is|will be|would be)\b\s*)?(?::|=>?|->|→)|(?:is|will be|would be)\b)"
    r"\s*(?P<value>.+)",
    re.I,
)
#: ``I choose 2``, ``I'll go with option 2``, ``I will end the turn``.
_SENTENCE: Final = re.compile(
    rf"{_LEAD}(?:I(?:['\s]?(?:ll|d)|\s+(?:will|would|shall|am going to))?|let's|let me|let us"
    r"|we(?:'ll|\s+will)?)\s+(?:(?:now|therefore|thus|hereby)\s+)?"
    r"(?P<whole>(?P<verb>(?:choose|select|pick|take|play|go (?:with|for)|opt for"
    r"|(?:decide|settle) on|decide)\s+)?(?::\s*|to\s+)?"
    rf"(?P<value>(?:the\s+)?(?:{_WORD}\s+)?{_NUMBER_WORD}.+))",
    re.I,
)
_NUMBER: Final = (
    rf"(?P<marked>(?:the\s+)?(?:{_WORD}|number)\s*{_NUMBER_WORD}\s*(?=[(0-9])|#|(?=\())?"
    r"\(?(?P<number>[0-9]{1,9})\)?"
)
#: A number of the list: ``2``, ``(2)``, ``Option 2``, ``2: end the turn``, ``2 end the turn``.
NUMBERED: Final = re.compile(
    rf"{_NUMBER}(?:\s*[:.)–—-](?!\s*[0-9])\s*(?P<text>.*)|\s+(?P<more>[^\W\d].*))?",  # noqa: RUF001
    re.I | re.S,
)
#: A number of the list and what follows.
BEGUN_BY_NUMBER: Final = re.compile(rf"{_NUMBER}(?P<rest>(?!\d).*)", re.I | re.S)
#: What may follow an answer in its sentence.
REASON: Final = re.compile(
    r"\s*\)?[.!]?|"
    r"(?:\s*[:.,;)–—-]+\s*|\s+(?=(?:because|since|as|for|so|to|due|which)\b)|\s*(?=\())"  # noqa: RUF001
    r"(?:(?:because|since|as|for|so|to|due|which)\s+(?!\d)|"
    r"(?!(?:or|and|not?|maybe|perhaps|then|but|wait|hmm+|actually|if|unless|followed|versus|vs)\b))"
    r"[^\W\d].*|\s*\([^\d].*",
    re.I | re.S,
)
#: How a text goes on that takes back what it said before.
TAKEN_BACK: Final = re.compile(
    r"(?:\A|[.!?…;,\n])[\s*_\"'(>.-]*(?:(?:but|oh|ah)\b,?\s*)?"
    r"(?:wait|hold on|no(?=\s*(?:[,.!;:\n…-]|\Z|wait\b))|hmm+|scratch that|oops|never ?mind)\b"
    r"|(?:\A|[.!?…\n])[\s*_]*(?:actually|correction|on second thoughts?)\b",
    re.I,
)
_FENCE: Final = re.compile(r"\s*(?:```|~~~)\s*\w*\s*")
_LIST_MARK: Final = re.compile(r"\A(?:(?:>|#{1,6}|[-+*•])\s+)+")
#: Emphasis and code marks at the edge of a word; 2*3 is no 23.
_MARKS: Final = re.compile(r"(?<!\w)[*`]+(?=\S)|(?<=\S)[*`]+(?!\w)")
_FULL_STOP: Final = re.compile(r"(?<![.!])[.!]\Z")
_BETWEEN_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+")


class Line(NamedTuple):
    """A line of a reply, or a sentence of one, without marks, and where it ends."""

    text: str
    end: int


def lines_of(text: str) -> list[Line]:
    """Return the lines of a reply that are not empty."""
    found, end = [], 0
    for line in straight_quotes(text).splitlines(keepends=True):
        end += len(line)
        bare = "" if _FENCE.fullmatch(line) else unmarked(_LIST_MARK.sub("", line.lstrip(), 1))
        if bare:
            found.append(Line(bare, end))
    return found


def unmarked(text: str) -> str:
    """Return a text without emphasis, quotes around it and a final full stop."""
    text = _MARKS.sub("", text.strip()).strip()
    if len(text) > 2 and text[0] == text[-1] == "$":
        text = text[1:-1]
    for _ in range(2):
        text = _FULL_STOP.sub("", text.strip(" \t\"'_"))
    return text.strip()


def words_of(text: str) -> str:
    """Return a text in the form in which texts of actions are compared."""
    return normalized(unmarked(folded(text)))


def sentences_of(line: Line) -> list[str]:
    """Return the sentences of a line."""
    return _BETWEEN_SENTENCES.split(line.text)


class Said(NamedTuple):
    """An answer in words.

    Attributes
    ----------
    values
        What may be the action, the likeliest first.
    certain
        Whether it is an answer even if it names no action.
    """

    values: list[str]
    certain: bool


def said_in(sentence: str) -> Said | None:
    """Return the answer that a line or sentence states, if it states one."""
    if label := _LABEL.fullmatch(sentence):
        return Said([label["value"]], label["mark"].rstrip()[-1:] in ":=>→")
    if found := _SENTENCE.fullmatch(sentence):
        if found["verb"]:
            return Said([found["value"], found["whole"]], certain=False)
        return Said([found["whole"]], certain=False) if found["whole"][0].isalpha() else None
    return None


def list_in(line: str) -> list[Any] | None:
    """Return the items of a line that is a JSON list."""
    if not (line.startswith("[") and line.endswith("]")):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None
