"""The compiler layer, which knows nothing about games.

``jit`` has the decorators, ``code_cache`` caches compiled code between runs, and ``types`` defines
argument types. ``lowering`` and ``vectors`` help to write LLVM IR for operations that Numba cannot
express or vectorize, such as those of ``scratch``, ``late_binding``, ``atomics`` and ``writing``.
``compilers`` chooses between ``numba_internals``, the only module that uses private parts of Numba,
and ``plain_numba``.
"""

from wistar_env.system.interrupts import deferred_interrupts

with deferred_interrupts():  # an interrupted import of numba cannot be repeated
    import numba as _numba  # noqa: F401
