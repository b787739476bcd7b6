"""The part of a position that belongs to one seat, as text."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy.typing as npt

from wistar_env.box import Box
from wistar_env.rules.limits import FREE_ROOMS
from wistar_env.rules.state import FLAG_USED, NONE
from wistar_env.spaces.entries import Entries

_ELECTRICITY = ("no", "Basic", "Advanced")


def chain(g: Any, first: int) -> Iterator[int]:
    """Yield the cards of a hand or play area."""
    while first != NONE:
        yield int(first)
        first = int(g["next"][first])


def counted(words: Iterable[str], counts: npt.NDArray[Any]) -> str:
    """Return what there is of each word, without zeros."""
    found = [f"{word} {count}" for word, count in zip(words, counts, strict=False) if count]
    return ", ".join(found) or "none"


def flagged(words: Iterable[str], bits: int) -> str:
    """Return the words whose bit is set."""
    return ", ".join(word for k, word in enumerate(words) if bits >> k & 1) or "none"


def seat_lines(g: Any, box: Box, entries: Entries, seat: int, viewer: int) -> list[str]:
    """Return what lies before a seat, with the hand as far as ``viewer`` knows it."""
    bot = bool(g["solo"]) and seat == 1
    lines = [*_goods(g["players"][seat], box, bot), *_tiles(g["players"][seat], box)]
    if bot:
        return lines + _bot(g, box)
    return lines + _cards(g, entries, seat, viewer)


def _goods(p: Any, box: Box, bot: bool) -> list[str]:
    areas = counted(box.labels.of("area"), p["workers"])
    at_entrance = "" if bot else f"; at the lair entrance {p['entrance']}"
    goods = (
        f"{p['vp']} VP, {p['wood']} Wood, {p['metal']} Metal, {p['movement']} Movement, "
        f"{p['wild']} Wild, {_ELECTRICITY[p['electricity']]} Electricity"
    )
    return [
        f"{p['vp']} VP" if bot else goods,
        f"Workers: {areas}{at_entrance}; Chiefs to place {p['chiefs']}; discs {p['discs']}",
    ]


def _tiles(p: Any, box: Box) -> list[str]:
    of = box.labels.of
    guests = [of("guest")[k] for k in p["guests"][: p["guests_size"]]]
    rooms = FREE_ROOMS + p["rooms_dug"] + p["extra_rooms"] - p["beds"] - p["guests_size"]
    lines = [
        f"Lair: {p['beds']} Beds ({p['beds_built']} built), {p['rooms_dug']} Rooms dug, "
        f"{rooms} rooms free, "
        f"{p['doors']} Door tokens, {p['mission_cubes']} cubes on missions",
        f"Guests: {'; '.join(guests) or 'none'}",
    ]
    if p["cubes_gone"]:
        lines.append(f"Abilities: {flagged(of('ability'), p['cubes_gone'])}")
    if p["heroes"] or p["skill_tokens"]:
        lines.append(
            f"Heroes: {flagged(of('hero'), p['heroes'])}; "
            f"Skill tokens: {flagged(of('skill'), p['skill_tokens'])}"
        )
    if p["claims"] or p["private"]:
        lines.append(
            f"Objectives claimed: {flagged(of('objective'), p['claims'])}; "
            f"private: {flagged(of('objective'), p['private'])}"
        )
    if p["icons"].any():
        lines.append(f"Icons: {counted(of('icon'), p['icons'])}")
    return lines


def _cards(g: Any, entries: Entries, seat: int, viewer: int) -> list[str]:
    p = g["players"][seat]
    lines = ["In play:"] if p["played"] != NONE else ["In play: nothing"]
    for card in chain(g, p["played"]):
        used = " [used]" if g["card_flags"][card] & FLAG_USED else ""
        lines.append(f"  {entries.cards[card]}{used}")
    known = [
        card
        for card in chain(g, p["hand"])
        if seat == viewer or g["card_flags"][card] >> viewer & 1
    ]
    unknown = int(p["hand_size"]) - len(known)
    cards = f" {p['hand_size']} cards" + (f", {unknown} of them unknown" if unknown else "")
    lines.append(f"Hand:{cards}")
    return lines + [f"  {entries.cards[card]}" for card in known]


def _bot(g: Any, box: Box) -> list[str]:
    bot = g["bot"]
    of, tracks = box.labels.of, box.names.tracks
    lines = [f"Pile: {bot['cards']} Inventions; Workers in stock {bot['workers']}"]
    for symbol, (index, space) in enumerate(zip(bot["indices"], bot["positions"], strict=True)):
        skills = [of("skill")[k] for k in range(5) if bot["token_track"][k] == symbol]
        lines.append(
            f"Track {tracks[symbol][index]}: space {space}; Skill tokens: {', '.join(skills)}"
        )
    used = [of("action card")[k] for k in bot["actions"][: bot["action_next"]]]
    return [*lines, f"Action cards of this round: {', '.join(used) or 'none'}"]
