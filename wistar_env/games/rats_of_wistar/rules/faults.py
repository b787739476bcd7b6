"""Why a game cannot continue: codes of ``GAME["fault"]``.

The bounds of ``tables.limits``, the validation of data, and the tests of every op prevent all of
these faults. They are checked nevertheless, because compiled code does not check array bounds.
"""

from typing import Final

FINE, STACK_FULL, NO_LEGAL_ACTION, NO_BRANCH = range(4)

#: What each code means, for messages.
REASONS: Final = (
    "",
    "more entries are pending than the stack has room for",
    "the current choice has no legal action",
    "an op of the effect has no branch in rules/effects.py (or, if it takes something away, in "
    "rules/taking_ops.py)",
)
