"""Messages about games that exceeded a bound of the rules."""

from typing import Any

import numpy.typing as npt

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.decisions import EFFECT
from wistar_env.games.rats_of_wistar.rules.faults import REASONS
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.rules.state import GUEST_SOURCE


def fault_in_words(
    components: Components, record: npt.NDArray[Any], seat: int, decision: str
) -> str:
    """Return the end of an error message: where a fault happened, with which card, and why."""
    return (
        f", at {decision!r} of seat {seat}, while resolving {_acting_card(components, record)}: "
        f"{REASONS[int(record[0]['fault'])]}"
    )


def _acting_card(components: Components, record: npt.NDArray[Any]) -> str:
    """Return the name of the topmost Invention on the stack with a pending effect, if any."""
    entries = record[0]["stack"][: record[0]["depth"]]
    sources = number(entries[entries["kind"] == EFFECT], "source")
    inventions = sources[(sources >= 0) & (sources < GUEST_SOURCE)]
    return components.labels.cards[inventions[-1]] if len(inventions) else "no Invention"
