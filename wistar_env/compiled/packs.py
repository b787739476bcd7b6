"""Machine code shipped with the package, so that a first game compiles nothing.

A pack is a file with the code of all functions of this package, for one version of Python, Numba
and llvmlite and one target, a family of processors. A function's code is used if its sources are
unchanged, the processor has all features of the target, and the options of Numba are the same.
Everything else is compiled and cached.

The first line of a pack names the format, the second is a digest of the third. The third is JSON:
the options of Numba, and for each module a digest of its sources and the start, size and digest of
each function's deflated code. The rest is this code, one function after the other; starts count
from the beginning of the rest.
"""

import json
import os
import platform
import sys
import zlib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import llvmlite
import llvmlite.binding
import numba

from wistar_env.compiled.compilers import compiler
from wistar_env.compiled.sources import PACKAGE, file_of, sources_of
from wistar_env.system.cache import digest

FOLDER: Final = PACKAGE / "machine_code"
#: The environment variable that disables packs, for example to measure compilation.
VARIABLE: Final = "WISTAR_NO_PACK"
_MAGIC: Final = b"wistar_env machine code 1"


class Target(NamedTuple):
    """A family of processors for which machine code is shipped."""

    machines: tuple[str, ...]  # names of its processors in ``platform.machine()``
    processor: str  # its name for LLVM
    features: tuple[str, ...]  # features of its processors, as named by LLVM


#: x86-64-v3 is as fast as native code; networks would be a tenth slower with v2.
TARGETS: Final = MappingProxyType(
    {
        "x86-64-v3": Target(
            ("x86_64", "AMD64"),
            "x86-64-v3",
            tuple(
                "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf "
                "sse3 sse4.1 sse4.2 ssse3 xsave".split()
            ),
        ),
        "armv8-a": Target(("aarch64", "arm64"), "generic", ("fp-armv8", "neon")),
    }
)


def flags(target: Target) -> dict[str, str]:
    """Return environment variables that make Numba compile for a target."""
    features = ",".join(f"+{each}" for each in target.features)
    return {"NUMBA_CPU_NAME": target.processor, "NUMBA_CPU_FEATURES": features}


def file_for(name: str, folder: Path = FOLDER) -> Path:
    """Return the path of the pack for a target and this Python, Numba and llvmlite."""
    python, triple = sys.implementation.cache_tag, llvmlite.binding.get_process_triple()
    versions = f"numba-{numba.__version__}-llvmlite-{llvmlite.__version__}"
    return folder / f"{python}-{versions}-{triple}-{name}.pack"


@cache
def sources_digest(module: str) -> str:
    """Return a digest of all sources that a module's code depends on; empty if unreadable."""
    found = sha256()
    try:
        for path in sorted(sources_of(module)):
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ""
    return found.hexdigest()[:32]


class Pack:
    """The code in a pack.

    ``contents``: the bytes of its file. Raises ValueError if its header is damaged or of another
    format.
    """

    def __init__(self, contents: bytes) -> None:
        magic, mark, index, self._code = (*contents.split(b"\n", 3), b"", b"", b"")[:4]
        if magic != _MAGIC or mark != digest(index).encode():
            raise ValueError(f"it is damaged or not a pack of the format {_MAGIC.decode()!r}")
        found = json.loads(index)
        self.options: Final[str] = found["options"]
        self._modules: Final[dict[str, Any]] = found["modules"]

    def has(self, name: str) -> bool:
        """Return whether the pack has current code for the function ``module.function``."""
        return self._entry(name) is not None

    def read(self, name: str) -> bytes | None:
        """Return the code of a function; None if it is missing, damaged or stale."""
        entry = self._entry(name)
        if entry is None:
            return None
        start, size, mark = entry
        deflated = self._code[start : start + size]
        return zlib.decompress(deflated) if digest(deflated) == mark else None

    def _entry(self, name: str) -> tuple[int, int, str] | None:
        module, _, function = name.rpartition(".")
        known = self._modules.get(module)
        if known is None or function not in known["functions"] or file_of(module) is None:
            return None
        if known["sources"] != sources_digest(module):
            return None
        start, size, mark = known["functions"][function]
        return start, size, mark

    def names(self) -> list[str]:
        """Return the names of all functions, including stale ones."""
        return [f"{each}.{name}" for each, it in self._modules.items() for name in it["functions"]]


def _options() -> str:
    """Return the options of Numba that affect machine code, as text."""
    config = numba.config
    return repr((config.OPT, config.BOUNDSCHECK, config.LOOP_VECTORIZE, config.SLP_VECTORIZE))


def write(file: Path, found: Mapping[str, bytes]) -> None:
    """Write a pack with the given code of functions, by name."""
    modules: dict[str, Any] = {}
    code = bytearray()
    for name, contents in sorted(found.items()):
        module, _, function = name.rpartition(".")
        deflated = zlib.compress(contents, 9)
        known = modules.setdefault(module, {"sources": sources_digest(module), "functions": {}})
        known["functions"][function] = [len(code), len(deflated), digest(deflated)]
        code += deflated
    index = json.dumps({"options": _options(), "modules": modules}, sort_keys=True).encode()
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_bytes(b"\n".join([_MAGIC, digest(index).encode(), index, bytes(code)]))
    unfinished.replace(file)


def here() -> str | None:
    """Return the name of the target for this type of machine, or None."""
    machine = platform.machine()
    return next((name for name, each in TARGETS.items() if machine in each.machines), None)


def _reason_against(name: str) -> str:
    """Return why code for a target cannot be used here; empty if it can."""
    if os.environ.get(VARIABLE, "0") not in ("", "0"):
        return f"{VARIABLE} is set"
    host = llvmlite.binding.get_host_cpu_features()
    missing = [each for each in TARGETS[name].features if not host.get(each)]
    if missing:
        return f"this processor has no {', '.join(missing)}"
    if compiler.NAME != "internals":
        return "it needs the internals of Numba, but only public functions are used"
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES:
        return "NUMBA_CPU_NAME or NUMBA_CPU_FEATURES is set"
    if not file_for(name).exists():
        python = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
        return f"there is none for {python} with Numba {numba.__version__}"
    return ""


@cache
def fitting() -> tuple[Pack | None, str]:
    """Return the pack for this process and an empty string, or None and a reason."""
    name = here()
    reason = f"there is none for {platform.machine()}" if name is None else _reason_against(name)
    if name is None or reason:
        return None, reason
    try:
        pack = Pack(file_for(name).read_bytes())
    except OSError as error:
        return None, str(error)
    except ValueError as error:
        return None, f"{file_for(name)}: {error}"
    if pack.options != _options():
        return None, (
            f"it was compiled with other options of Numba: {pack.options}, here {_options()} "
            "(OPT, BOUNDSCHECK, LOOP_VECTORIZE, SLP_VECTORIZE)"
        )
    return pack, ""
