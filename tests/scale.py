"""How many random games tests play."""

import numba


def share(number: int) -> int:
    """Return how many of so many random games or card sets a test plays.

    All with bounds checking on, as the property run of ``make test-all`` has it. The run without it
    looks for the same in the same way, so a fifth shows there that nothing differs.
    """
    return number if numba.config.BOUNDSCHECK else -(-number // 5)
