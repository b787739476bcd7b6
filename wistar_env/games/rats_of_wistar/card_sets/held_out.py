"""Words of the effect language that are held out of generated sets.

``generated`` sets use none of these; every Invention of ``unheard`` sets uses at least one.
After changing the lists, increment ``set_names.VERSION``.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.language import EffectRow

OPS: Final = (
    "fly",
    "recover",
    "hero",
    "draw_and_play",
    "complete_mission_ignoring",
    "extra_room",
    "movement_bonus",
    "discard_bed",
    "lose_movement",
)
PAYS: Final = ("guest", "bed")
EVENTS: Final = ("claim_objective", "gain_electricity", "use_movement")
#: Counts in ``per``, ``if`` and ``foes_more``.
COUNTS: Final = ("objectives", "tents", "permanents", "rooms_dug")
#: Held-out combinations of words; the words may occur separately. The values are examples.
COMBINATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "per COUNT: an op other than vp": "per energy: dig_free 1",
        "on EVENT: pay ...": "on take_wood: pay wood 1: vp 2",
    }
)

_PER_OTHER, _PAY_WHENEVER = COMBINATIONS
#: Size of the cache; the lines of a set repeat.
_REMEMBERED: Final = 1 << 12


@cache
def _word(family: str, code: int) -> str:
    return next(word for word, value in language.code_words(family).items() if value == code)


def _of_row(row: EffectRow) -> Iterator[str]:
    """Yield the held-out words, and ``per`` with an op other than ``vp``, in an effect row."""
    op = _word("OP", row.op)
    if op in OPS:
        yield op
    if row.op == codes.OP_PAY and _word("PAY", row.a) in PAYS:
        yield f"pay {_word('PAY', row.a)}"
    if row.op == codes.OP_ON and _word("EVENT", row.a) in EVENTS:
        yield f"on {_word('EVENT', row.a)}"
    counted = [row.a] if row.op in (codes.OP_IF, codes.OP_FOES_MORE) else []
    counted += [row.per] if row.per != codes.NONE else []
    for count in counted:
        if _word("COUNT", count) in COUNTS:
            yield _word("COUNT", count)
    if row.per != codes.NONE and row.op != codes.OP_VP:
        yield _PER_OTHER


@lru_cache(_REMEMBERED)
def unheard_in(line: str) -> tuple[str, ...]:
    """Return the held-out words and combinations in an effect, each once."""
    rows = language.parse(line)
    found = [word for row in rows for word in _of_row(row)]
    if any(
        row.op == codes.OP_ON and codes.OP_PAY in [each.op for each in rows[k + 1 :][: row.skip]]
        for k, row in enumerate(rows)
    ):
        found.append(_PAY_WHENEVER)
    return tuple(dict.fromkeys(found))
