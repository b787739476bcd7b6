"""The board of one seat, for the scene."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy.typing as npt

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.state import FLAG_USED, NONE
from wistar_env.games.rats_of_wistar.scene.parts import Amount, Bot, CardInPlay, Piece, Seat, Track
from wistar_env.games.rats_of_wistar.tables.codes import SKILLS
from wistar_env.games.rats_of_wistar.tables.limits import BOT_CUBES, BOT_EXPLORATIONS, FREE_ROOMS

_ELECTRICITY: Final = ("no", "Basic", "Advanced")


def pieces(texts: Sequence[str], numbers: Iterable[int]) -> tuple[Piece, ...]:
    """Return the pieces with given numbers."""
    return tuple(Piece(int(number), texts[number]) for number in numbers)


def amounts(texts: Iterable[str], counts: npt.NDArray[Any]) -> tuple[Amount, ...]:
    """Return the nonzero amounts, with their texts."""
    every = enumerate(zip(texts, counts.tolist(), strict=False))
    return tuple(Amount(k, text, count) for k, (text, count) in every if count)


def flagged(texts: Sequence[str], bits: int) -> tuple[Piece, ...]:
    """Return the pieces whose bit is set in ``bits``."""
    bits = int(bits)  # reading bits of a Python int is several times as fast as of a NumPy integer
    return tuple(Piece(k, text) for k, text in enumerate(texts) if bits >> k & 1)


def cards_of(g: Any, seat: int, zone: str) -> Iterator[int]:
    """Yield the numbers of the cards in a zone of a seat: ``"hand"`` or ``"played"``."""
    card = int(g["players"][seat][zone])
    while card != NONE:
        yield card
        card = int(g["next"][card])


def seat_of(components: Components, g: Any, seat: int, viewer: int | None) -> Seat:
    """Return the board of a seat, with the cards of its hand that ``viewer`` knows."""
    p, of, cards = g["players"][seat], components.labels.of, components.entries.cards
    is_bot = bool(g["automata"]) and seat == 1
    hand = () if is_bot else cards_of(g, seat, "hand")
    played = () if is_bot else cards_of(g, seat, "played")
    return Seat(
        number=seat,
        vp=int(p["vp"]),
        wood=int(p["wood"]),
        metal=int(p["metal"]),
        movement=int(p["movement"]),
        wild=int(p["wild"]),
        electricity=_ELECTRICITY[p["electricity"]],
        workers=amounts(of("area"), p["workers"]),
        entrance=int(p["entrance"]),
        chiefs=int(p["chiefs"]),
        discs=int(p["discs"]),
        beds=int(p["beds"]),
        beds_built=int(p["beds_built"]),
        rooms_dug=int(p["rooms_dug"]),
        rooms_free=int(_rooms(p) - p["beds"] - p["guests_size"]),
        extra_rooms=int(p["extra_rooms"]),
        doors=int(p["doors"]),
        mission_cubes=int(p["mission_cubes"]),
        guests=pieces(components.entries.guests, p["guests"][: p["guests_size"]].tolist()),
        abilities=flagged(of("ability"), p["cubes_gone"]),
        abilities_left=() if is_bot else flagged(of("ability"), ~p["cubes_gone"]),
        heroes=flagged(of("hero"), p["heroes"]),
        skill_tokens=flagged(of("skill"), p["skill_tokens"]),
        claims=flagged(of("objective"), p["claims"]),
        private=flagged(of("objective"), p["private"]),
        icons=amounts(of("icon"), p["icons"]),
        played=tuple(
            CardInPlay(
                Piece(card, cards[card]),
                bool(g["card_flags"][card] & FLAG_USED),
                components.entries.in_play[card],
            )
            for card in played
        ),
        hand_size=0 if is_bot else int(p["hand_size"]),
        hand=pieces(cards, (card for card in hand if _knows(g, card, seat, viewer))),
        bot=_bot(components, g) if is_bot else None,
    )


def _rooms(p: Any) -> int:
    return int(FREE_ROOMS + p["rooms_dug"] + p["extra_rooms"])


def _knows(g: Any, card: int, seat: int, viewer: int | None) -> bool:
    return viewer is None or seat == viewer or bool(g["card_flags"][card] >> viewer & 1)


def _bot(components: Components, g: Any) -> Bot:
    bot, of, tracks = g["bot"], components.labels.of, components.names.tracks
    used = int(bot["exploration_next"])
    # The last card stays on the table when the deck is empty, showing its floorplan (BOT-69).
    on_top = int(bot["explorations"][min(used, BOT_EXPLORATIONS - 1)])
    places = enumerate(zip(g["options"]["tracks"], bot["positions"], strict=True))
    return Bot(
        pile=int(bot["cards"]),
        workers=int(bot["workers"]),
        cubes=BOT_CUBES - int(bot["cubes"]),
        explorations=max(0, BOT_EXPLORATIONS - used),
        floorplan=tuple(components.data.bot_explorations.card[on_top].floorplan),
        tracks=tuple(
            Track(
                name=tracks[symbol][index],
                symbol=of("type")[symbol],
                index=int(index),
                space=int(space),
                skills=pieces(
                    of("skill"), (k for k in range(SKILLS) if bot["token_track"][k] == symbol)
                ),
            )
            for symbol, (index, space) in places
        ),
        actions=pieces(of("action card"), bot["actions"][: bot["action_next"]]),
    )
