"""Shared helpers of the tests of trainers."""

import re
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import wistar_env


def options_of(config: Any) -> list[str]:
    """Return the options of a command for a config."""
    words = []
    for name, value in asdict(config).items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{option}" if value else f"--no-{option}")
        elif value != "":
            words += [f"--{option}", str(value)]
    return words


def same(one: Any, other: Any) -> bool:
    """Return whether two runs have the same state."""
    (about, arrays), (others, theirs) = one.state(), other.state()
    return bool(about == others) and all(
        array.tobytes() == theirs[name].tobytes() for name, array in arrays.items()
    )


def other_data(folder: Path) -> str:
    """Write data with which every Tool costs 9 wood, and return where they are."""
    shutil.copytree(Path(wistar_env.__file__).parent / "games" / "rats_of_wistar" / "data", folder)
    tools = folder / "inventions_tools.toml"
    text, count = re.subn(r'^cost = ".*"$', 'cost = "wood 9"', tools.read_text("utf-8"), flags=re.M)
    assert count > 20
    tools.write_text(text, "utf-8")
    return str(folder)
