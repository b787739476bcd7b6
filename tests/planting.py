"""Files in which each text in turn names a module that leaves a mark when it is imported.

Arrays in turn are replaced by a pickle that leaves the same mark when read.
"""

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import numpy as np

MODULE: Final = "planted_module"
#: A class of the module, which would do as a bot.
NAME: Final = f"{MODULE}:Thing"
_SOURCE: Final = """
import pathlib

pathlib.Path({mark!r}).touch()


class Thing:
    def reset(self, seed):
        pass

    def act(self, batch):
        return [int(view.legal[0]) for view in batch.views]
"""
_MARK: Final = "mark of the planted module"


class Pickled:
    """Leaves the mark when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.folder / _MARK,)


def plant_module(folder: Path) -> None:
    """Write the module into a folder."""
    source = _SOURCE.format(mark=str(folder / _MARK))
    (folder / f"{MODULE}.py").write_text(source, "utf-8")


def was_run(folder: Path) -> bool:
    """Return whether the module in a folder, or a pickle, was run since the last question."""
    sys.modules.pop(MODULE, None)
    mark = folder / _MARK
    found = mark.exists()
    mark.unlink(missing_ok=True)
    return found


def variants(document: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a document with one of its texts or keys replaced by the name, and where."""
    if isinstance(document, str):
        yield place, NAME
    elif isinstance(document, list):
        for k, each in enumerate(document):
            for where, changed in variants(each, f"{place}[{k}]"):
                yield where, [*document[:k], changed, *document[k + 1 :]]
    elif isinstance(document, dict):
        for key, value in document.items():
            here = f"{place}.{key}".removeprefix(".")
            yield (
                f"{here} (key)",
                {NAME if name == key else name: document[name] for name in document},
            )
            for where, changed in variants(value, here):
                yield where, {**document, key: changed}


def planted_json(file: Path, lines: int | None = None) -> Iterator[str]:
    """Plant the name in a JSON file, or in the first lines of one of JSON lines."""
    whole = file.read_text("utf-8")
    parts = [whole] if lines is None else whole.splitlines(keepends=True)
    for number, part in enumerate(parts[:lines]):
        for place, changed in variants(json.loads(part)):
            text = json.dumps(changed)
            new = (
                text
                if lines is None
                else "".join([*parts[:number], f"{text}\n", *parts[number + 1 :]])
            )
            file.write_text(new, "utf-8")
            yield place if number == 0 else f"line {number + 1}: {place}"
    file.write_text(whole, "utf-8")


def planted_arrays(file: Path, text: str | None = None) -> Iterator[str]:
    """Plant a pickle in each array of a file, and the name in one that holds JSON."""
    whole = file.read_bytes()
    with np.load(file) as members:
        arrays: dict[str, Any] = dict(members)
    hostile = np.array([Pickled(Path.cwd())], dtype=object)
    for name in arrays:
        np.savez(file, **{**arrays, name: hostile})
        yield f"{name} (pickled)"
    if text is not None:
        for place, changed in variants(json.loads(arrays[text].tobytes())):
            packed = np.frombuffer(json.dumps(changed).encode(), np.uint8)
            np.savez(file, **{**arrays, text: packed})
            yield place
    file.write_bytes(whole)


def planted_database(file: Path) -> Iterator[str]:
    """Plant the name in each text of the tables of a server."""
    whole = file.read_bytes()
    with closing(sqlite3.connect(file)) as db:
        row = dict(
            zip(
                ("settings", "summary"),
                db.execute("SELECT settings, summary FROM games").fetchone(),
                strict=True,
            )
        )
    for column, text in row.items():
        for place, changed in variants(json.loads(text)):
            with closing(sqlite3.connect(file)) as db, db:
                db.execute(f"UPDATE games SET {column} = ?", (json.dumps(changed),))
            yield f"{column}.{place}"
            file.write_bytes(whole)


def planted_data(folder: Path) -> Iterator[str]:
    """Plant the name as the first text of each key of the files of a data folder."""
    for file in sorted(folder.glob("*.toml")):
        whole = file.read_text("utf-8")
        known: set[str] = set()
        for line in whole.splitlines():
            key, equals, value = line.partition(" = ")
            if equals and value.startswith('"') and value.endswith('"') and key not in known:
                known.add(key)
                file.write_text(whole.replace(line, f'{key} = "{NAME}"', 1), "utf-8")
                yield f"{file.name}: {key}"
        file.write_text(whole, "utf-8")


def each_of(*plants: Callable[[], Iterator[str]]) -> Iterator[str]:
    """Plant in one file after another."""
    for plant in plants:
        yield from plant()
