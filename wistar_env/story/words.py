"""Deeds in sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from wistar_env.story.board import listed
from wistar_env.story.deeds import Deed, merged

#: Things that are not counted in the plural.
_MASS: Final = ("Wood", "Metal", "VP")


def counted(thing: str, count: int | None) -> str:
    """Return a thing with its number, such as ``"2 Rooms"``."""
    if count is None:
        return thing
    if thing in _MASS:
        return f"{count} {thing}"
    if count == 1:
        return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"
    return f"{count} {thing}s"


def _phrases(deeds: Sequence[Deed]) -> list[str]:
    """Return the deeds of a seat in words, what was done alike in one phrase."""
    said = []
    for (verb, tail, cause), alike in groupby(deeds, lambda d: (d.verb, d.tail, d.cause)):
        things = listed([counted(d.thing, d.count) for d in alike if d.thing])
        because = f"(by {cause})" if cause else ""
        said.append(" ".join(part for part in (verb, things, tail, because) if part))
    return said


_VERBS: Final = ("paid", "lost", "took", "scored")


def _in_order(deeds: Iterable[Deed]) -> list[Deed]:
    """Return the deeds of a seat added up: first what it did, then what that cost and gave."""
    return sorted(merged(deeds), key=lambda d: 1 + _VERBS.index(d.verb) if d.goods else 0)


def _of_the_table(deed: Deed, names: Sequence[str]) -> str:
    """Return the sentence of a deed of nobody's, in which seats are called as scenes call them."""
    sentence = deed.verb
    for seat, name in enumerate(names):
        sentence = sentence.replace(f"player_{seat}", name)
    return sentence


def in_words(deeds: Iterable[Deed], names: Sequence[str]) -> tuple[str, ...]:
    """Return deeds in sentences, in the order in which they happened.

    Parameters
    ----------
    deeds
        What happened.
    names
        How the seats are called.
    """
    lines: list[str] = []
    for seat, own in groupby(deeds, lambda deed: deed.seat):
        if seat is None:
            lines += [_of_the_table(deed, names) for deed in own]
        else:
            lines.append(f"{names[seat]} {listed(_phrases(_in_order(own)))}.")
    return tuple(lines)


def condensed(deeds: Iterable[Deed], names: Sequence[str]) -> tuple[str, ...]:
    """Return deeds in fewer words: a sentence for all that a seat did before another one acts.

    What was begun or declined is left out, and goods are added up, wherever they came from.
    """
    lines: list[str] = []
    told = [replace(deed, cause="") for deed in deeds if not deed.minor]
    for seat, own in groupby(told, lambda deed: deed.seat):
        if seat is None:
            lines += [_of_the_table(deed, names) for deed in own]
            continue
        every = _in_order(own)
        done = _phrases([deed for deed in every if not deed.goods])
        goods = _phrases([deed for deed in every if deed.goods])
        lines.append(f"{names[seat]} {'; '.join(listed(part) for part in (done, goods) if part)}.")
    return tuple(lines)
