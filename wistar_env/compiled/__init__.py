"""How the game is compiled, below everything that knows the game.

``jit`` has the decorators, ``code_cache`` caches compiled code between runs, ``types`` are the
arguments that compiled functions take. ``scratch``, ``field_pointers``, ``late_binding``,
``vectors``, ``prefetch`` and ``atomics`` do what Numba has no words for, by ``lowering``.
``compilers`` chooses between ``numba_internals``, the only one with private parts of Numba, and
``plain_numba``.
"""

from wistar_env.system.interrupts import deferred_interrupts

with deferred_interrupts():  # numba cannot be imported again if its import is broken off
    import numba as _numba  # noqa: F401
