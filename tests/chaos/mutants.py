"""Damage to the bytes of files and to the values in them, reproducible by a seed."""

import io
import json
import random
import struct
import zipfile
from collections.abc import Callable
from typing import Any, Final

#: Values that no field expects, some of them beyond what a machine can hold.
HOSTILE: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 2**31, 2**63, 2**64, 10**30, 1e308, -0.5, "", " ", "..", "/", "x" * 3000,
    "\0", "\ud800", "[bold]", [], {}, [[]], [None], {"": None}, list(range(300)), {"a": {"b": []}},
)  # fmt: skip
#: Texts in the place of a value, which no writer of JSON or TOML makes.
RAW: Final = (
    "NaN",
    "1e999",
    "9" * 5000,
    "[" * 3000,
    "{",
    "'",
    '"',
    "0x",
    "-",
    "[" * 3000 + "]" * 3000,
)
#: Claims of the headers of arrays.
SHAPES: Final = (
    "(1000000000000,)",
    "(-1,)",
    "()",
    "(0,)",
    "(2, 3)",
    "(1,",
    "(4294967296, 4294967296)",
)
TYPES: Final = (
    "'|O'",
    "'<f8'",
    "'<U9'",
    "'|V0'",
    "[('a', '|O')]",
    "'<i2'",
    "'<M8[ns]'",
    "nonsense",
)


def damaged_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return data with some bytes changed, removed, added or moved."""
    where = rng.randrange(len(data))
    until = min(len(data), where + rng.choice((1, 2, 8, 30, 200)))
    before, part, after = data[:where], data[where:until], data[until:]
    return rng.choice(
        (
            lambda: before + bytes([data[where] ^ 1 << rng.randrange(8)]) + data[where + 1 :],
            lambda: before + rng.randbytes(len(part)) + after,
            lambda: before + bytes(len(part)) + after,
            lambda: before + b"\xff" * len(part) + after,
            lambda: before,
            lambda: data[: -rng.randrange(1, 40)],
            lambda: before + after,
            lambda: before + part + part + after,
            lambda: before + rng.randbytes(rng.randrange(1, 9)) + data[where:],
            lambda: part + before + after,
            lambda: data + data,
            lambda: data + rng.randbytes(rng.randrange(1, 40)),
            lambda: rng.randbytes(3) + data,
        )
    )()


def damaged_json(data: bytes, rng: random.Random) -> bytes:
    """Return JSON, or JSON lines, with a value that is changed, missing, moved or invalid."""
    text = data.decode("utf-8")
    is_log = text.count("\n") > 1 and text.startswith('{"') and not text.startswith("{\n")
    lines = text.removesuffix("\n").split("\n") if is_log else [text]
    at = 0 if rng.random() < 0.4 else rng.randrange(len(lines))
    root = [json.loads(lines[at])]
    within, key = rng.choice([*_places(root)])
    mark = "@mutant@"
    action = rng.randrange(7)
    if action == 0 and within is not root:
        within.pop(key)
    elif action == 1:
        other, place = rng.choice([*_places(root)][1:] or [(root, 0)])
        within[key], other[place] = json.loads(json.dumps([other[place], within[key]]))
    elif action == 2 and isinstance(within, dict):
        within["new" * rng.choice((1, 1000))] = within[key]
    elif action == 3:
        within[key] = mark
    elif action == 4 and is_log:
        lines.insert(at, lines[rng.randrange(len(lines))])
        return ("\n".join(lines) + "\n").encode()
    else:
        within[key] = rng.choice(HOSTILE)
    lines[at] = json.dumps(root[0]).replace(f'"{mark}"', rng.choice(RAW))
    return ("\n".join(lines) + "\n").encode()


def _places(root: Any) -> Any:
    """Yield every container of values with every place in it."""
    waiting = [root]
    while waiting:
        within = waiting.pop()
        keys = within.keys() if isinstance(within, dict) else range(len(within))
        for key in [*keys]:
            yield within, key
            if isinstance(within[key], dict | list):
                waiting.append(within[key])


def damaged_toml(data: bytes, rng: random.Random) -> bytes:
    """Return TOML with a line that has another value, is missing, repeated or moved."""
    lines = data.decode("utf-8").split("\n")
    valued = [k for k, line in enumerate(lines) if "=" in line and not line.startswith("#")]
    at, other = rng.choice(valued), rng.choice(valued)
    name = lines[at].partition("=")[0]
    values = ("9" * 30, '"' + "x" * 3000 + '"', '""', "-1", "true", "[]", "{}", "nan", "1979-05-27")
    match rng.randrange(5):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            del lines[at]
        case 2:
            lines.insert(at, lines[at])
        case 3:
            lines[at] = f"{name}= {rng.choice(RAW)}"
        case _:
            lines[at] = f"{name}= {rng.choice(values)}"
    return "\n".join(lines).encode()


def damaged_archive(data: bytes, rng: random.Random) -> bytes:
    """Return an ``.npz`` file with correct checksums and a false or missing member."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice([*members])
    content = members[name]
    size = 10 + struct.unpack("<H", content[8:10])[0]
    header, body = content[10:size].decode("latin1"), content[size:]
    how = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    match rng.randrange(8):
        case 0:
            del members[name]
        case 1:
            members["new.npy"] = content
        case 2:
            members[name] = content[: rng.randrange(len(content))]
        case 3:
            members[name] = content + rng.randbytes(9)
        case 4:
            members[name] = members[rng.choice([*members])]
        case 5:
            how = zipfile.ZIP_LZMA
        case 6:
            start = header.index("'shape': ") + 9
            lie = header[:start] + rng.choice(SHAPES) + header[header.rindex(")") + 1 :]
            members[name] = _with_header(lie, body)
        case _:
            start, end = header.index("'descr': ") + 9, header.index(", 'fortran_order'")
            members[name] = _with_header(header[:start] + rng.choice(TYPES) + header[end:], body)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for each, value in members.items():
            # Without a time, which would be the time of the call.
            archive.writestr(zipfile.ZipInfo(each), value, how)
    return stream.getvalue()


def _with_header(header: str, body: bytes) -> bytes:
    text = header.encode("latin1")
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text + body


#: The functions that damage a file's contents, by file suffix.
STRUCTURED: Final[dict[str, Callable[[bytes, random.Random], bytes]]] = {
    ".json": damaged_json,
    ".jsonl": damaged_json,
    ".npz": damaged_archive,
    ".toml": damaged_toml,
}
