"""The language of effects: one readable line in the data, parsed to rows of ops and back.

An effect is one or more clauses separated by ``;``. A clause is any number of guards, each
followed by ``:``, and then ops separated by ``,``; two to four ops joined by ``or`` are
alternatives. Examples::

    on take_wood: wood 1, vp 1
    if electricity 1: explore 1
    pay item 1: build_bed_free 1
    per energy: dig_free 1
    foes_more guests: discard_guest 1 or lose_vp 3
    movement 1; per mission_cubes: vp 1

The guards follow CARD-14; ``per`` multiplies the amount of one op.
``tables.ops`` lists the ops with their arguments (D5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from wistar_env.arguments import shown
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import EFFECT_LENGTH
from wistar_env.games.rats_of_wistar.tables.ops import OPS

MAX_AMOUNT: Final = 20
MAX_ALTERNATIVES: Final = 4

#: Arguments of each guard. ``n`` is a number, ``event argument`` a code of the event's family in
#: ``EVENT_ARGUMENTS``; other words name a family of codes.
GUARDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "on": ("EVENT", "event argument"),
        "if": ("COUNT", "n"),
        "pay": ("PAY", "n"),
        "foes_more": ("COUNT",),
        "per": ("COUNT",),
    }
)

#: The family of the argument of each event that has one.
EVENT_ARGUMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play_card": "FILTER",
        "play_icon": "ICON",
        "take_card": "FILTER",
        "take_guest": "KIND",
    }
)

#: Standing ops, which last as long as the card, Guest or ability that has them.
STANDING: Final = frozenset(
    word for word, code in codes.names("OP").items() if code in codes.STANDING_OPS
)

_GUARD_OP: Final = {
    "on": codes.OP_ON,
    "if": codes.OP_IF,
    "pay": codes.OP_PAY,
    "foes_more": codes.OP_FOES_MORE,
}


class EffectError(ValueError):
    """An invalid effect line; the message says what is invalid."""


@dataclass(frozen=True)
class EffectRow:
    """A row of an effect: an op, or a guard or choice before the rows to which it applies.

    ``per``: COUNT that multiplies the amount, or NONE. ``skip``: number of rows in a guard's body.
    """

    op: int
    a: int = 0
    b: int = 0
    c: int = 0
    per: int = codes.NONE
    skip: int = 0


@cache
def code_words(family: str) -> Mapping[str, int]:
    """Return the words of one family with their codes: ``codes.names``, cached."""
    return MappingProxyType(codes.names(family))


@cache
def _words(family: str) -> dict[int, str]:
    return {value: word for word, value in code_words(family).items()}


def _argument(family: str, word: str, context: str) -> int:
    if family == "n":
        if not word.isdecimal() or not 1 <= int(word) <= MAX_AMOUNT:
            raise EffectError(
                f"{shown(context)}: {shown(word)} is not a number from 1 to {MAX_AMOUNT}"
            )
        return int(word)
    allowed = code_words(family)
    if word not in allowed:
        raise EffectError(f"{shown(context)}: {shown(word)} is not one of {', '.join(allowed)}")
    return allowed[word]


def _arguments(families: tuple[str, ...], words: list[str], context: str) -> list[int]:
    if len(words) != len(families):
        needs = " ".join(families) or "none"
        raise EffectError(
            f"{shown(context)}: required arguments: {needs}; found: {' '.join(words) or 'none'}"
        )
    return [_argument(*pair, context) for pair in zip(families, words, strict=True)]


def _parse_op(text: str, per: int) -> EffectRow:
    word, *rest = text.split()
    if word not in OPS:
        raise EffectError(f"{shown(text)}: unknown op {shown(word)}; allowed: {', '.join(OPS)}")
    a, b, c, *_ = [*_arguments(OPS[word].arguments, rest, text), 0, 0, 0]
    return EffectRow(code_words("OP")[word], a, b, c, per)


def _parse_step(text: str, per: int) -> list[EffectRow]:
    options = [part.strip() for part in text.split(" or ")]
    if any(not option for option in options):
        raise EffectError(f"{shown(text)}: an op is missing beside ',', ':' or 'or'")
    rows = [_parse_op(option, per) for option in options]
    if len(rows) == 1:
        return rows
    if len(rows) > MAX_ALTERNATIVES:
        raise EffectError(
            f"{shown(text)}: at most {MAX_ALTERNATIVES} alternatives are allowed, found {len(rows)}"
        )
    return [EffectRow(codes.OP_CHOOSE, len(rows)), *rows]


def _parse_guard(text: str) -> EffectRow:
    if not text.split():
        raise EffectError("a guard is missing before ':'; write one, or remove the ':'")
    word, *rest = text.split()
    if word not in _GUARD_OP:
        raise EffectError(
            f"{shown(text)}: unknown guard {shown(word)}; allowed: {', '.join(GUARDS)}"
        )
    if word != "on":
        return EffectRow(_GUARD_OP[word], *_arguments(GUARDS[word], rest, text))
    if not rest:
        raise EffectError(f"{shown(text)}: 'on' needs an event: {', '.join(codes.names('EVENT'))}")
    event = _argument("EVENT", rest[0], text)
    family = EVENT_ARGUMENTS.get(rest[0])
    if family is None or (family != "ICON" and len(rest) == 1):
        _arguments((), rest[1:], text)
        return EffectRow(codes.OP_ON, event, codes.NONE)
    return EffectRow(codes.OP_ON, event, *_arguments((family,), rest[1:], text))


def _parse_clause(text: str) -> list[EffectRow]:
    *guards, body = [part.strip() for part in text.split(":")]
    per = codes.NONE
    rows: list[EffectRow] = []
    for guard in guards:
        if guard.split()[:1] == ["per"]:
            if per != codes.NONE:
                raise EffectError(f"{shown(text)}: 'per' may occur only once in a clause")
            per = _arguments(GUARDS["per"], guard.split()[1:], guard)[0]
        else:
            rows.append(_parse_guard(guard))
    steps = [step.strip() for step in body.split(",")]
    if any(not step for step in steps):
        raise EffectError(f"{shown(text)}: an op is missing beside ',', ':' or 'or'")
    rows_of_body = [row for step in steps for row in _parse_step(step, per)]
    if per != codes.NONE and len(rows_of_body) > 1:
        raise EffectError(
            f"{shown(text)}: 'per' multiplies a single op; write one clause for each op"
        )
    return [
        EffectRow(row.op, row.a, row.b, skip=len(rows) - i - 1 + len(rows_of_body))
        for i, row in enumerate(rows)
    ] + rows_of_body


def parse(text: str) -> list[EffectRow]:
    """Parse an effect line to rows; an empty line has no rows.

    Raises EffectError if the line is not valid.
    """
    if not text.strip():
        return []
    clauses = [clause.strip() for clause in text.split(";")]
    if any(not clause for clause in clauses):
        raise EffectError(f"{shown(text)}: a clause is missing beside ';'")
    rows = [row for clause in clauses for row in _parse_clause(clause)]
    if len(rows) > EFFECT_LENGTH:
        raise EffectError(
            f"a line may have at most {EFFECT_LENGTH} ops, guards and choices, found {len(rows)}"
        )
    return rows


def _print_op(row: EffectRow) -> str:
    word = _words("OP")[row.op]
    values = (row.a, row.b, row.c)
    arguments = [
        str(value) if family == "n" else _words(family)[value]
        for family, value in zip(OPS[word].arguments, values, strict=False)
    ]
    return " ".join([word, *arguments])


def _print_guard(row: EffectRow) -> str:
    word = next(word for word, op in _GUARD_OP.items() if op == row.op)
    if word != "on":
        values = (row.a, row.b)
        families = GUARDS[word]
        return " ".join(
            [
                word,
                *(
                    str(value) if family == "n" else _words(family)[value]
                    for family, value in zip(families, values, strict=False)
                ),
            ]
        )
    event = _words("EVENT")[row.a]
    if row.b == codes.NONE:
        return f"on {event}"
    return f"on {event} {_words(EVENT_ARGUMENTS[event])[row.b]}"


def _print_body(rows: list[EffectRow]) -> str:
    steps: list[str] = []
    at = 0
    while at < len(rows):
        width = rows[at].a if rows[at].op == codes.OP_CHOOSE else 0
        options = rows[at + 1 : at + 1 + width] if width else rows[at : at + 1]
        steps.append(" or ".join(_print_op(row) for row in options))
        at += 1 + width
    return ", ".join(steps)


def unparse(rows: list[EffectRow]) -> str:
    """Return rows as an effect line; parsing it returns the same rows."""
    guard_ops = set(_GUARD_OP.values())
    clauses: list[str] = []
    at = 0
    while at < len(rows):
        guards: list[str] = []
        end = len(rows)
        if rows[at].op in guard_ops:
            end = at + 1 + rows[at].skip
        while rows[at].op in guard_ops:
            guards.append(_print_guard(rows[at]))
            at += 1
        end = min([end] + [i for i in range(at, end) if rows[i].op in guard_ops])
        per = rows[at].per
        if per != codes.NONE:
            guards.append(f"per {_words('COUNT')[per]}")
            end = at + 1
        end = next((i for i in range(at + 1, end) if rows[i].per != codes.NONE), end)
        clauses.append(": ".join([*guards, _print_body(rows[at:end])]))
        at = end
    return "; ".join(clauses)


def parse_words(text: str, allowed: Mapping[str, int]) -> dict[int, int]:
    """Parse ``"wood 2, movement 1"`` to ``{code: amount}`` with the given words.

    Raises EffectError if a word is unknown, occurs twice, or has no number from 1 to
    ``MAX_AMOUNT``.
    """
    amounts: dict[int, int] = {}
    if not text.strip():
        return amounts
    for part in (part.strip() for part in text.split(",")):
        word, _, number = part.partition(" ")
        if word not in allowed:
            raise EffectError(f"{shown(text)}: {shown(word)} is not one of {', '.join(allowed)}")
        if allowed[word] in amounts:
            raise EffectError(f"{shown(text)}: {shown(word)} occurs twice")
        amounts[allowed[word]] = _argument("n", number.strip(), part)
    return amounts


def parse_amounts(text: str, family: str) -> dict[int, int]:
    """Parse amounts with the words of one family of codes, as ``parse_words`` does.

    Raises EffectError as ``parse_words`` does.
    """
    return parse_words(text, code_words(family))
