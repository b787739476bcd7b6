"""Replies as plain text: one form for look-alike characters, and without the reasoning."""

import re
from typing import Final

from wistar_env.arguments import shown

#: The longest reply that is read, in characters; the reasoning counts.
_LONGEST: Final = 1_000_000

#: Full-width forms are wide ASCII; the backslash and the quotes would change JSON.
_FULL_WIDTH: Final = {
    code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code - 0xFEE0) not in "\\\"'"
}
_INVISIBLE: Final = dict.fromkeys(
    (0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)
)
_SIMPLE: Final = str.maketrans(
    {**_FULL_WIDTH, **_INVISIBLE, **dict.fromkeys("\u3000\xa0\u202f", " ")}
)
_QUOTES: Final = str.maketrans(
    {**dict.fromkeys("“”„‟«»＂", '"'), **dict.fromkeys("‘’‚‛‹›＇", "'")}  # noqa: RUF001
)

_REASONING: Final = re.compile(
    r"<(/?)\s*(?:think(?:ing)?|thoughts?|reasoning|reflection|analysis|scratchpad)\s*>", re.I
)


class ReplyError(ValueError):
    """A reply without a legal action; the message has the reason."""


def simplified(reply: str) -> str:
    """Return a reply without its reasoning, full-width forms and invisible characters.

    Raises
    ------
    ReplyError
        If it is too long, or ends within the reasoning.
    """
    if len(reply) > _LONGEST:
        raise ReplyError(f"it has {len(reply)} characters; the limit is {_LONGEST}")
    return _without_reasoning(reply.translate(_SIMPLE))


def straight_quotes(text: str) -> str:
    """Return a text of the same length with ASCII quotes."""
    return text.translate(_QUOTES)


def folded(text: str) -> str:
    """Return a text of an action as ``simplified`` and ``straight_quotes`` leave it in a reply."""
    return straight_quotes(text.translate(_SIMPLE))


def _without_reasoning(text: str) -> str:
    """Return a text without ``<think>...</think>``; the prompt may have opened the first one."""
    kept: list[str] = []
    opened, start = "", 0
    for tag in _REASONING.finditer(text):
        if tag[1]:
            if not opened:
                kept.clear()
            opened, start = "", tag.end()
        elif not opened:
            kept.append(text[start : tag.start()])
            opened = tag[0]
    if opened:
        raise ReplyError(f"it ends within its reasoning: {shown(opened)} is not closed")
    return " ".join([*kept, text[start:]])
