"""Writes a card set as a data folder of TOML files, to read, change and keep."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wistar_env.games.rats_of_wistar.card_sets.contents import Files
from wistar_env.games.rats_of_wistar.card_sets.making import files_of
from wistar_env.games.rats_of_wistar.card_sets.set_names import parse


def _value(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, Mapping):
        parts = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {parts} }}" if parts else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    plain = key.isascii() and all(each.isalnum() or each in "_-" for each in key)
    return key if plain else json.dumps(key)


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, Mapping) for each in value)


def _lines(table: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield a table as TOML lines: its values, then each entry of its lists of tables.

    ``path``: the start of each entry's header, before the name of its list. Empty lists are
    omitted.
    """
    later = [key for key, value in table.items() if _is_list_of_tables(value)]
    for key, value in table.items():
        if key not in later:
            yield f"{_key(key)} = {_value(value)}"
    for key in later:
        for entry in table[key]:
            yield ""
            yield f"[[{path}{key}]]"
            yield from _lines(entry, f"{path}{key}.")


def write_folder(name: str, folder: Path) -> list[Path]:
    """Write the data files of a card set into a folder, and return their paths.

    ``name``: the name of the set, such as ``"generated:v1:7"``. ``folder``: the folder, which
    is created if it does not exist. Raises DataError if there is no such set.
    """
    card_set = parse(name)
    head = f"{card_set}: written by 'wistar data generate {card_set}'."
    return write_files(files_of(card_set), folder, head)


def write_files(files: Files, folder: Path, head: str) -> list[Path]:
    """Write data files into a folder, each below the comment ``head``; return their paths.

    ``folder``: created if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for stem, contents in files.items():
        file = folder / f"{stem}.toml"
        file.write_text("\n".join([f"# {head}", *_lines(contents)]) + "\n", "utf-8")
        written.append(file)
    return written
