"""What Python calls of the compiled code, imported on first use, because that may compile it."""

from functools import cache
from types import ModuleType


@cache
def core() -> ModuleType:
    """Return the compiled core: ``wistar_env.rules.core``."""
    from wistar_env.compiled.code_cache import compile_in_background

    compile_in_background(
        "wistar_env.rules.setup",
        "wistar_env.spaces.encode",
        "wistar_env.rules.hidden",
        "wistar_env.rules.scoring",
        "wistar_env.rules.legal",
    )
    from wistar_env.rules import core

    return core


@cache
def encoder() -> ModuleType:
    """Return the compiled encoder: ``wistar_env.spaces.encode``."""
    from wistar_env.spaces import encode

    return encode
