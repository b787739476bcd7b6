"""How the game is compiled, below everything that knows the game.

``jit`` has the decorators, ``code_cache`` caches compiled code between runs, ``types`` are the
arguments that compiled functions take. ``scratch``, ``places``, ``vectors``, ``memory`` and
``atomics`` are what Numba has no words for. Private parts of Numba are used in ``inside`` only.
"""
