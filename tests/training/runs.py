"""What tests of runs of training share."""

from dataclasses import asdict
from typing import Any


def options_of(config: Any) -> list[str]:
    """Return what a command has to be given for a config."""
    return [
        part
        for name, value in asdict(config).items()
        if value != ""
        for part in (f"--{name.replace('_', '-')}", str(value))
    ]


def same(one: Any, other: Any) -> bool:
    """Return whether all that two runs depend on is the same."""
    (about, arrays), (others, theirs) = one.state(), other.state()
    return bool(about == others) and all(
        array.tobytes() == theirs[name].tobytes() for name, array in arrays.items()
    )
