"""Which effect lines are allowed where, and the maximum of each count."""

from collections import Counter
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import codes, language, limits
from wistar_env.games.rats_of_wistar.tables.language import EffectRow
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.games.rats_of_wistar.tables.reading import Data

#: Ops that take something away; only Aggressive effects may have them.
TAKING: Final = frozenset(
    word for word, code in codes.names("OP").items() if code in codes.TAKING_OPS
)

_ENDGAME: Final = "only the op 'vp', with 'per' and 'if' guards"
#: What is allowed in a line, by the kind of effect for which it is used.
ALLOWED: Final = MappingProxyType(
    {
        "instant": "ops that happen at once (neither standing nor taking), with guards other than "
        "'on' and 'foes_more'",
        "permanent": "clauses 'on EVENT: ...' and standing ops ("
        + ", ".join(sorted(language.STANDING))
        + ")",
        "endgame": _ENDGAME,
        "aggressive": "clauses 'foes_more COUNT: ...' with taking ops ("
        + ", ".join(sorted(TAKING))
        + ")",
        "ability": "standing ops without a guard, or ops that happen at once",
        "bot_aggressive": "clauses 'if COUNT n: ...' with taking ops",
        "bot_endgame": _ENDGAME,
    }
)
#: The use (a key of ``ALLOWED``) of the effect of a card or Guest, by TIMING word.
USE_OF_TIMING: Final = MappingProxyType(
    {
        "immediate": "instant",
        "once": "instant",
        "income": "instant",
        "permanent": "permanent",
        "endgame": "endgame",
        "aggressive": "aggressive",
    }
)

_OP_WORDS: Final = {code: word for word, code in language.code_words("OP").items()}
_COUNT_WORDS: Final = {code: word for word, code in language.code_words("COUNT").items()}


def multiplies(op: int) -> bool:
    """Return whether an op has an amount that ``per`` can multiply."""
    if op == codes.OP_COMPLETE_MISSION_IGNORING:
        return False  # its amount is a number of icons; there is only one mission
    return op == codes.OP_DRAW or OPS[_OP_WORDS[op]].arguments == ("n",)


def _is_op(row: EffectRow) -> bool:
    return _OP_WORDS[row.op] in OPS


def _instant(rows: list[EffectRow]) -> bool:
    return all(
        row.op in (codes.OP_IF, codes.OP_PAY, codes.OP_CHOOSE)
        or (_is_op(row) and _OP_WORDS[row.op] not in language.STANDING | TAKING)
        for row in rows
    )


def _taking(rows: list[EffectRow]) -> bool:
    return all(
        row.per == codes.NONE and (row.op == codes.OP_CHOOSE or _OP_WORDS[row.op] in TAKING)
        for row in rows
    )


def _standing(row: EffectRow) -> bool:
    return (
        _OP_WORDS[row.op] in language.STANDING
        and row.per == codes.NONE
        and (row.op != codes.OP_DISCOUNT or row.a in codes.SCOPE_FILTERS)
    )


def clauses(rows: list[EffectRow]) -> Iterator[tuple[EffectRow, list[EffectRow]]]:
    """Yield each top-level guard, choice or op of an effect, with its body."""
    at = 0
    while at < len(rows):
        row = rows[at]
        width = row.a if row.op == codes.OP_CHOOSE else row.skip
        yield row, rows[at + 1 : at + 1 + width]
        at += 1 + width


def fits(rows: list[EffectRow], use: str) -> bool:
    """Return whether an effect is allowed for a use (a key of ``ALLOWED``)."""
    if use == "instant":
        return _instant(rows)
    if use in ("endgame", "bot_endgame"):
        return all(row.op in (codes.OP_IF, codes.OP_VP) for row in rows)
    guard = {
        "permanent": codes.OP_ON,
        "aggressive": codes.OP_FOES_MORE,
        "bot_aggressive": codes.OP_IF,
    }.get(use)
    body_fits = _instant if use == "permanent" else _taking
    for row, body in clauses(rows):
        if use == "ability":
            fine = _standing(row) or _instant([row, *body])
        elif use == "permanent" and _standing(row):
            fine = True
        else:
            fine = row.op == guard and body_fits(body)
        if not fine:
            return False
    return True


def sure_vp(rows: list[EffectRow]) -> int:
    """Return the unconditional VP of an effect, without guard, ``per`` or choice.

    From an Objective's bonus, Rat-o-bot gains only these VP (BOT-80).
    """
    return sum(row.a for row, _ in clauses(rows) if row.op == codes.OP_VP and row.per == codes.NONE)


def standing_totals(lines: Iterable[str]) -> Counter[str]:
    """Return the sum of each standing op over effect lines, keyed by the op's word."""
    totals: Counter[str] = Counter()
    for text in lines:
        for row in language.parse(text):
            word = _OP_WORDS[row.op]
            if word in language.STANDING:
                totals[word] += row.c if row.op == codes.OP_DISCOUNT else row.a or 1
    return totals


def most_of(data: Data) -> dict[int, int]:
    """Return each count's maximum in a game, keyed by COUNT code.

    Wood, Metal, Movement, Wild tokens, cards in the hand and items have no maximum (AMB-01).
    """
    cards = [card for _, card in data.cards()]
    icons: Counter[int] = Counter()
    for card in cards:
        icons.update(language.parse_amounts(card.icons, "ICON"))
    skills = language.code_words("ICON")
    for hero in data.heroes.hero:
        icons[skills[hero.skill]] += hero.icons
    for token in data.skill_tokens.token:
        icons[skills[token.skill]] += 1
    most = {count: icons[icon] for icon, count in enumerate(codes.ICON_COUNTS)}
    most[codes.COUNT_SKILL_ICONS] = sum(icons[icon] for icon in codes.SKILL_ICONS)
    most[codes.COUNT_BEST_SKILL] = max(icons[icon] for icon in codes.SKILL_ICONS)
    most[codes.COUNT_ELECTRICITY] = 2
    most[codes.COUNT_POWER] = icons[codes.ICON_ENERGY] + 2
    most[codes.COUNT_INVENTIONS] = len(cards)
    for family, counts in (
        ("TYPE", codes.TYPE_COUNTS),
        ("TIER", codes.TIER_COUNTS),
        ("TIMING", codes.TIMING_COUNTS),
    ):
        held = Counter(getattr(card, family.lower()) for card in cards)
        most |= {counts[code]: held[word] for word, code in language.code_words(family).items()}
    kinds = Counter(guest.kind for guest in data.guests.guest)
    most[codes.COUNT_HOME_GUESTS] = kinds["home"]
    most[codes.COUNT_BASEMENT_GUESTS] = kinds["basement"] + 1
    most[codes.COUNT_GUESTS] = limits.GUESTS + 1
    most[codes.COUNT_DOORS] = min(len(data.farm.passage), limits.DOOR_TOKENS)
    most[codes.COUNT_TENTS] = limits.TENTS
    most[codes.COUNT_BEDS] = limits.BEDS
    most[codes.COUNT_ROOMS_DUG] = limits.UNDERGROUND_TILES
    most[codes.COUNT_MISSION_CUBES] = limits.ABILITIES
    colours = Counter(ability.colour for ability in data.abilities.ability)
    most[codes.COUNT_BROWN_CUBES] = colours["brown"]
    most[codes.COUNT_GREY_CUBES] = colours["grey"]
    most[codes.COUNT_OBJECTIVES] = limits.DISCS
    most[codes.COUNT_WORKERS_IN_ONE_AREA] = limits.BEDS + data.setup.start.workers_at_entrance
    return most | dict.fromkeys(codes.ADVANCE_COUNTS, limits.TRACK_SPACES - 1)


def rejection(text: str, use: str, most: dict[int, int]) -> str:
    """Return a text on what is allowed instead of this effect line; empty if it is valid."""
    rows = language.parse(text)
    if not rows and use != "ability":
        return "at least one op"
    if not fits(rows, use):
        return ALLOWED[use]
    for row in rows:
        counts = [row.per] if row.per != codes.NONE else []
        if counts and not multiplies(row.op):
            return f"'per' with an op whose amount it can multiply, unlike {_OP_WORDS[row.op]}"
        if row.op in (codes.OP_IF, codes.OP_FOES_MORE):
            counts.append(row.a)
        if use != "bot_endgame" and any(count in codes.ADVANCE_COUNTS for count in counts):
            return "counts other than advances_SKILL, which only Rat-o-bot has"
        if row.op == codes.OP_IF and row.b > most.get(row.a, row.b):
            return f"at most {_COUNT_WORDS[row.a]} {most[row.a]}, the most in a game"
    return ""


def impossible(count: int, amount: int, most: dict[int, int]) -> str:
    """Return a text on what is allowed instead of this requirement; empty if it can be met."""
    if count in codes.ADVANCE_COUNTS:
        return "counts other than advances_SKILL, which only Rat-o-bot has"
    if amount > most.get(count, amount):
        return f"at most {_COUNT_WORDS[count]} {most[count]}, the most in a game"
    return ""
