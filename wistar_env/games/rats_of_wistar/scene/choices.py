"""The current decision of a position, for its scene."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NUMBERS_OF, number
from wistar_env.games.rats_of_wistar.rules.state import GUEST_SOURCE, NONE
from wistar_env.games.rats_of_wistar.scene.parts import Amount, Choice, Decision, Due, Piece
from wistar_env.games.rats_of_wistar.scene.wording import action_words
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.tables.language import EffectRow, code_words, unparse
from wistar_env.games.rats_of_wistar.tables.limits import SECTORS


def decision_of(
    components: Components, g: Any, viewer: int | None, legal: Sequence[int]
) -> Decision | None:
    """Return the current decision, or None; only its seat and the viewer None see its choices."""
    if g["finished"] or not g["depth"]:
        return None
    entry = g["stack"][g["depth"] - 1]
    seat, kind = int(entry["seat"]), int(entry["kind"])
    sees = viewer in (None, seat)
    cards, guests = _sources(g)
    return Decision(
        seat=seat,
        name=decisions.NAMES[kind],
        choices=tuple(_choices(components, g, legal)) if sees else (),
        numbers=tuple(_numbers(entry, kind)) if sees else (),
        details=tuple(_details(entry, kind)) if sees else (),
        cards=tuple(Piece(card, components.entries.cards[card]) for card in cards),
        guests=tuple(Piece(guest, components.entries.guests[guest]) for guest in guests),
    )


def due_of(components: Components, g: Any) -> Due | None:
    """Return the actions left in this turn; None between turns and before the Chief is placed."""
    for entry in g["stack"][: g["depth"]]:
        chief_at = int(number(entry, "chief_at"))
        if entry["kind"] != decisions.TURN or chief_at == NONE:
            continue
        words = components.labels.of("bonus")
        bonuses = (int(number(entry, name)) for name in ("bonus_due", "other_bonus_due"))
        return Due(
            seat=int(entry["seat"]),
            position=chief_at if chief_at < SECTORS else None,
            main=bool(number(entry, "main_due")),
            bonuses=tuple(words[bonus] for bonus in bonuses if bonus != NONE),
        )
    return None


def _sources(g: Any) -> tuple[list[int], list[int]]:
    """Return the Inventions and the Guests with pending effects, each once."""
    found: dict[int, None] = {}
    for entry in g["stack"][: g["depth"]]:
        if entry["kind"] == decisions.FINISH_PLAY:
            found[int(number(entry, "card"))] = None
        elif entry["kind"] == decisions.EFFECT and number(entry, "source") != NONE:
            found[int(number(entry, "source"))] = None
    cards = [source for source in found if source < GUEST_SOURCE]
    return cards, [source - GUEST_SOURCE for source in found if source >= GUEST_SOURCE]


def _numbers(entry: Any, kind: int) -> Iterator[Amount]:
    for place, declared in enumerate(NUMBERS_OF[kind]):
        if declared.shown:
            yield Amount(place, declared.meaning, int(entry["numbers"][place]))


def _word(family: str, code: int) -> str:
    """Return the word for a code of a family, such as ``PAY``, with spaces for underscores."""
    named = {value: name for name, value in code_words(family).items()}
    return named[code].replace("_", " ")


def _details(entry: Any, kind: int) -> Iterator[str]:
    def of(name: str) -> int:
        return int(number(entry, name))

    if kind == decisions.ACCEPT_COST:
        yield f"it costs {of('amount')} {_word('PAY', of('cost'))}"
    elif kind == decisions.ACCEPT_GUEST:
        offered = of("offered")
        kinds = code_words("KIND").values()
        yield f"a {_word('KIND', offered)} Guest" if offered in kinds else "the Guest of the round"
    elif kind == decisions.TAKE_OF_TYPE:
        yield f"{_word('TIER', of('tier'))}, {_word('TYPE', of('type'))}"
    elif kind == decisions.REMOVE_CUBE:
        if (colour := _word("COLOUR", of("colour"))) != "any":
            yield f"a {colour} cube"
    elif kind == decisions.RECEIVE_ITEM:
        yield f"given: {_word('ITEM', of('given'))}"
    elif kind == decisions.PLAY_INVENTION:
        yield from _playing(of)
    elif kind == decisions.DISCARD_CARDS:
        yield from _only(of("may_discard"))
    if kind in (decisions.DIG_ROOMS, decisions.BUILD_BEDS) and of("free"):
        yield "free of charge"


def _only(cards: int) -> Iterator[str]:
    if (words := _word("FILTER", cards)) != "any":
        yield (
            f"only cards {words.replace('no ', 'without ')}" if "no " in words else f"only {words}"
        )


def _playing(of: Callable[[str], int]) -> Iterator[str]:
    """Yield in words which Inventions may be played, at what discount; ``of`` looks up numbers."""
    yield from _only(of("may_play"))
    if of("free"):
        yield "free of charge"
    if of("discount") != NONE:
        yield f"{of('discount_amount')} less of {_word('DISCOUNT', of('discount'))}"


def _choices(components: Components, g: Any, legal: Sequence[int]) -> Iterator[Choice]:
    for action in legal:
        block, numbers = TARGETS[action]
        effect = _effect(components, g, block, numbers)
        yield Choice(action, action_words(components, g, action), block, numbers, effect)


def _effect(components: Components, g: Any, block: str, numbers: tuple[int, ...]) -> str:
    """Return in words the effect of an alternative or a cost; empty for other actions."""
    entry = g["stack"][g["depth"] - 1]
    if block == "OPTION":
        first = int(number(entry, "first_option")) + numbers[0]
        return _words(components, first, first + 1)
    if block == "ACCEPT" and entry["kind"] == decisions.ACCEPT_COST:
        first = int(number(g["stack"][g["depth"] - 2], "row"))
        return _words(components, first, first + int(number(entry, "skip")))
    return ""


def _words(components: Components, first: int, end: int) -> str:
    rows = components._tables[0]["ops"][first:end]
    names = ("op", "a", "b", "c", "per", "skip")
    return unparse([EffectRow(*(int(row[name]) for name in names)) for row in rows])
