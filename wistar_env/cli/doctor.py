"""``wistar doctor``: a report of findings on this machine and installation, with advice."""

import os
import shutil
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Final, NamedTuple

import typer
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from wistar_env.cli.command import USER_ERROR, app
from wistar_env.cli.serving import PORT
from wistar_env.system.cache_folders import VARIABLE, candidates, places_of
from wistar_env.system.cpu import machine
from wistar_env.system.trusted_owners import distrust, is_trusted, name_of

PACKAGE: Final = "wistar-env"
#: Free space below which compiling everything may fail, in MiB.
_SPACE: Final = 200
_MIB: Final = 2**20
#: Extras for development, which the report omits.
_OF_DEVELOPERS: Final = {"clients", "dev", "docs", "research"}


class Finding(NamedTuple):
    """One finding of the report; advice is on a second line.

    Attributes
    ----------
    name
        The subject.
    text
        The finding.
    advice
        The remedy; empty if nothing is wrong.
    fatal
        Whether nothing works until the advice is followed.
    """

    name: str
    text: str
    advice: str = ""
    fatal: bool = False


@app.command()
def doctor() -> None:
    """Check this machine and installation; findings that are not "ok" come with advice.

    Add the output to bug reports. The exit code is 2 if anything is marked FIX.
    """
    ill = False
    for each in findings(PORT):
        ill |= each.fatal
        verdict = "ok" if not each.advice else "FIX" if each.fatal else "note"
        print(f"{verdict:<4} {each.name}: {each.text}")
        if each.advice:
            print(f"     {each.advice}")
    if ill:
        raise typer.Exit(USER_ERROR)


def findings(port: int) -> Iterator[Finding]:
    """Check the interpreter, packages, extras, processor, machine code, cache, browser and port."""
    package = metadata.distribution(PACKAGE)
    requirements = [Requirement(each) for each in package.requires or ()]
    yield _interpreter(package)
    yield Finding(PACKAGE, f"{package.version} in {Path(__file__).parents[1]}")
    yield from _packages(requirements)
    for extra in package.metadata.get_all("Provides-Extra") or ():
        if extra not in _OF_DEVELOPERS:
            yield _extra(extra, requirements)
    yield _processor()
    yield _machine_code()
    yield from _cache()
    yield _browser()
    yield _port(port)


def _interpreter(package: metadata.Distribution) -> Finding:
    version = "{}.{}.{}".format(*sys.version_info)
    declared = package.metadata.get_all("Classifier") or ()
    tested = [each.rpartition(" ")[2] for each in declared if " :: 3." in each]
    text = f"{version} in {sys.prefix}"
    if version not in SpecifierSet(package.metadata["Requires-Python"] or ""):
        return Finding("Python", text, f"use one of {', '.join(tested)}", fatal=True)
    if ".".join(version.split(".")[:2]) not in tested:
        return Finding("Python", text, f"tested with {', '.join(tested)}; others may work")
    return Finding("Python", text)


def _installed(requirement: Requirement) -> str | None:
    try:
        return metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return None


def _fits(requirement: Requirement) -> bool:
    found = _installed(requirement)
    return found is not None and requirement.specifier.contains(found, prereleases=True)


def _packages(requirements: list[Requirement]) -> Iterator[Finding]:
    """Yield each package that is missing or has a wrong version, and a summary of the rest."""
    needed = [each for each in requirements if each.marker is None or each.marker.evaluate()]
    for each in needed:
        if not _fits(each):
            found = _installed(each) or "missing"
            advice = f'python -m pip install "{each}"'
            yield Finding(each.name, found, advice, fatal=found == "missing")
    fitting = [f"{each.name} {_installed(each)}" for each in needed if _fits(each)]
    yield Finding("packages", ", ".join(fitting))


def _extra(extra: str, requirements: list[Requirement]) -> Finding:
    needed = [
        each
        for each in requirements
        if each.marker is not None
        and each.marker.evaluate({"extra": extra})
        and not each.marker.evaluate({"extra": ""})
    ]
    missing = [each.name for each in needed if not _fits(each)]
    if not missing:
        return Finding(f"extra {extra}", "installed")
    return Finding(
        f"extra {extra}",
        f"missing: {', '.join(missing)}",
        f'to install it: python -m pip install "{PACKAGE}[{extra}]"',
    )


def _processor() -> Finding:
    found = machine()
    return Finding("processor", f"{found['processor']}, {found['cores']} cores, {found['system']}")


def _machine_code() -> Finding:
    """Return how many functions have usable precompiled code, or why none can be used."""
    from wistar_env.compiled import packs  # imports Numba

    pack, reason = packs.fitting()
    if pack is None:
        return Finding("machine code", f"the first game compiles: {reason}")
    names = pack.names()
    current = sum(map(pack.has, names))
    return Finding("machine code", f"included for {current} of {len(names)} functions")


def _cache() -> Iterator[Finding]:
    """Yield a finding for each existing cache folder, and for the folder that is written to."""
    _, written = places_of(Path("doctor"))
    for folder in candidates():
        with suppress(OSError):
            found = folder.stat()
            text = f"{folder}, owned by {name_of(found.st_uid)}, mode {found.st_mode & 0o777:o}"
            yield Finding("cache", text, "" if is_trusted(found) else distrust(found, folder))
    if written is None:
        advice = f"set {VARIABLE} to a folder that you can write to"
        yield Finding("new code", "is compiled at each start", advice)
        return
    folder = written.parent
    free = shutil.disk_usage(next(each for each in (folder, *folder.parents) if each.exists())).free
    advice = f"free {_SPACE} MiB, or set {VARIABLE}" if free < _SPACE * _MIB else ""
    yield Finding("new code", f"is cached in {folder}, {free // _MIB:,} MiB free", advice)


def _browser() -> Finding:
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        advice = "wistar serve prints its address; open it on a machine that has a browser"
        return Finding("browser", "none", advice)
    return Finding("browser", getattr(found, "name", type(found).__name__))


def _port(port: int) -> Finding:
    with socket.socket() as tried:
        # As servers do; on Windows, this option would allow a port in use.
        if os.name == "posix":
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError as error:
            return Finding(f"port {port}", str(error.strerror), f"wistar serve --port {port + 1}")
    return Finding(f"port {port}", "free")
