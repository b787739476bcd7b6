"""The bundled data files as TOML has them, of which every card set begins with a copy."""

import json
import tomllib
from functools import cache
from typing import cast

from wistar_env.games.rats_of_wistar.card_sets.contents import Files
from wistar_env.games.rats_of_wistar.tables import reading


@cache
def _as_json() -> str:
    files = sorted(reading.DEFAULT.glob("*.toml"))
    return json.dumps({file.stem: tomllib.loads(file.read_text("utf-8")) for file in files})


def bundled_files() -> Files:
    """Return a copy of the contents of the bundled files, keyed by stem."""
    return cast(Files, json.loads(_as_json()))


def card_files() -> list[str]:
    """Return the names of the files with Inventions, without ending."""
    return [file.removesuffix(".toml") for file in reading.CARD_FILES]
