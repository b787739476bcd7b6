"""How many random games tests play."""

import numba


def share(number: int) -> int:
    """Return how many of a number of random games or card sets a test plays.

    All with bounds checking, as in the property run of ``make test-all``; one fifth without, where
    the same tests need only show that nothing differs.
    """
    return number if numba.config.BOUNDSCHECK else -(-number // 5)
