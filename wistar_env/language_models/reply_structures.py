r"""Structured answers in a reply: JSON objects, tags such as ``<answer>``, and ``\boxed``."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from wistar_env.arguments import shown
from wistar_env.language_models.reply_text import ReplyError, straight_quotes

#: Tags and boxes within each other.
_DEEPEST: Final = 3
#: JSON objects that are read, and characters of a reply that a message quotes.
_MOST_OBJECTS: Final = 100
_QUOTED: Final = 60

_KEY_TEXT: Final = (
    r"(?:(?:final|chosen|selected|best|my)[ _-]?)*"
    r"(?:actions?|moves?|answer|choice|option)(?:[ _-]?(?:number|text))?"
)
_KEY: Final = re.compile(rf"\s*{_KEY_TEXT}\s*", re.I)
_TAG: Final = re.compile(
    r"<(/?)\s*((?:final[ _-]?)?(?:answer|actions?|moves?|choice|option))\s*>", re.I
)
_BOXED: Final = re.compile(r"\\f?boxed\s*\{")
_LATEX_TEXT: Final = re.compile(r"\\(?:text|math)\w*\s*\{([^{}]*)\}")
_BRACE: Final = re.compile(r"[{}]")
#: How a JSON object begins, or one with single quotes or a bare key that answers.
_BEGUN: Final = re.compile(
    rf"""\{{\s*(?:"[^"\n]{{0,200}}"\s*:|'[^'\n]{{0,200}}'\s*:|{_KEY_TEXT}\s*[:=])"""
    r"""|\{\s*(?:["'][^"'\n]{0,200}|\w{0,200})["']?\s*\Z""",
    re.I,
)
#: The beginning of a tag or a box at the end of a reply.
_CUT: Final = re.compile(r"(?:</?[a-z _-]{0,20}|\\[a-z]{0,10}\s*)\Z", re.I)
#: An object with one key as people write it, which is not quite JSON.
_NEARLY: Final = re.compile(
    rf"""\{{\s*["']?{_KEY_TEXT}["']?\s*[:=]\s*"""
    r"""(?:'([^'{}\n]*)'|"([^"{}\n]*)"|(-?[0-9][0-9.]*))\s*,?\s*\}""",
    re.I,
)


#: Where a part of a reply begins and ends, and its content.
_Part: TypeAlias = tuple[int, int, str]


@dataclass
class Stated:
    """An answer in a reply.

    Attributes
    ----------
    items
        The actions that it names, as numbers and texts.
    quoted
        The answer as the reply has it.
    end
        Where it ends in the reply, or its line does.
    rest
        What follows it in its line.
    """

    items: list[Any]
    quoted: str
    end: int
    rest: str = ""


@dataclass(repr=False)
class _Object:
    """A JSON object with all of its pairs, as keys may be repeated."""

    pairs: list[tuple[str, Any]]

    def __repr__(self) -> str:
        return "a JSON object"


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_Object)


def structured(text: str, depth: int = 0) -> list[Stated]:
    """Return the structured answers of a reply, or of one that is within ``depth`` others.

    Raises
    ------
    ReplyError
        If a structure is not closed, or is no valid JSON.
    """
    if depth > _DEEPEST:
        raise ReplyError(f"it has more than {_DEEPEST} answers within each other")
    if cut := _CUT.search(text):
        raise ReplyError(f"{quoted(cut[0])} is not closed")
    tags = [*_tagged(text)]
    untagged = _blanked(text, tags)
    boxes = [*_boxed(untagged)]
    found: list[Stated] = []
    for start, end, content in tags + boxes:
        inside = structured(content, depth + 1)
        items = [item for each in inside for item in each.items] if inside else [content]
        found.append(Stated(items, text[start:end], end))
    return found + _objects(_blanked(untagged, boxes))


def _blanked(text: str, parts: list[_Part]) -> str:
    """Return a text of the same length without some parts, which are in order."""
    kept, place = [], 0
    for start, end, _ in parts:
        kept += [text[place:start], " " * (end - start)]
        place = end
    return "".join([*kept, text[place:]])


def quoted(text: str) -> str:
    """Return the beginning of a part of a reply for a message."""
    return shown(" ".join(text[: _QUOTED + 1].split()), _QUOTED)


def _tagged(text: str) -> Iterator[_Part]:
    """Yield each tag."""
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        if bool(tag[1]) == (opened is None) or (
            opened is not None and opened[2].casefold() != tag[2].casefold()
        ):
            raise ReplyError(f"{quoted((opened or tag)[0])} has no partner")
        if opened is None:
            opened = tag
        else:
            yield opened.start(), tag.end(), text[opened.end() : tag.start()]
            opened = None
    if opened is not None:
        raise ReplyError(f"{quoted(text[opened.start() :])} is not closed")


def _boxed(text: str) -> Iterator[_Part]:
    """Yield each box."""
    end = 0
    for box in _BOXED.finditer(text):
        if box.start() < end:
            continue
        end = _closed(text, box.end())
        if not end:
            raise ReplyError(f"{quoted(text[box.start() :])} is not closed")
        yield box.start(), end, _LATEX_TEXT.sub(r"\1", text[box.end() : end - 1])


def _closed(text: str, start: int) -> int:
    """Return the place after the brace that closes the one before ``start``; 0 without one."""
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    return 0


def _objects(text: str) -> list[Stated]:
    """Return the answers in JSON objects."""
    found: list[Stated] = []
    straight, end, read = straight_quotes(text), 0, 0
    place = straight.find("{")
    while place >= 0:
        if _BEGUN.match(straight, place):
            read += 1
            if read > _MOST_OBJECTS:
                raise ReplyError(f"it has more than {_MOST_OBJECTS} JSON objects")
            items, end = _object(text, straight, place)
            found += [Stated(each, text[place:end], end) for each in items]
        place = straight.find("{", max(place + 1, end))
    return found


def _object(text: str, straight: str, place: int) -> tuple[list[list[Any]], int]:
    """Return the answers of the object that begins at a place, and where it ends."""
    # Typographic quotes may stand for quotes, or within a string.
    for form in (text, straight):
        try:
            value, end = _DECODER.raw_decode(form, place)
        except (ValueError, RecursionError):
            continue
        return [*_answers_in(value)], end
    if nearly := _NEARLY.match(straight, place):
        return [[nearly[nearly.lastindex or 0]]], nearly.end()
    raise ReplyError(f"{quoted(text[place:])} is not closed, or no valid JSON")


def _answers_in(value: Any) -> Iterator[list[Any]]:
    """Yield what the keys of an object that answer hold; else those of the objects in it."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        elif isinstance(each, _Object):
            own = [held for key, held in each.pairs if _KEY.fullmatch(key)]
            yield from (held if isinstance(held, list) else [held] for held in own)
            waiting += () if own else (held for _, held in each.pairs)
