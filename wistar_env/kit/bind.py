"""How a game is bound to the kit: its functions are checked, and become a record of addresses."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import Signature, python_of, record_of, signature_of
from wistar_env.compiled.late_binding import place_function
from wistar_env.kit.head import check_head
from wistar_env.kit.protocol import OWN_KINDS, RULES, SIGNATURES, SIZES


def bind(
    functions: Mapping[str, Any],
    *,
    game: np.dtype[Any],
    tables: npt.NDArray[Any],
    options: np.dtype[Any],
    report: np.dtype[Any],
    sizes: Mapping[str, int],
) -> npt.NDArray[Any]:
    """Return the record by which the kit plays a game: shape (1,), dtype RULES.

    Parameters
    ----------
    functions
        The game's functions by the names of ``kit.protocol.Rules``, each a ``unit``.
    game
        The game's record type.
    tables
        What the functions get as their first argument: shape (1,), C-contiguous. The caller keeps
        it as long as the record is used.
    options, report
        The record types of options and of reports.
    sizes
        The sizes in ``kit.protocol.SIZES`` but ``game_bytes``.

    Raises
    ------
    TypeError
        If a function or a size is missing or unknown, a signature differs from the protocol, or the
        record does not begin with the head.
    """
    check_head(game)
    _check_names("function", functions, SIGNATURES)
    _check_names("size", {"game_bytes": 0, **sizes}, dict.fromkeys(SIZES))
    own = dict(zip(OWN_KINDS, (tables.dtype, game, options, report), strict=True))
    for name, expected in SIGNATURES.items():
        _check_signature(name, signature_of(python_of(functions[name])), expected, own)
    rules = np.zeros(1, RULES)
    rules["tables_at"] = tables.ctypes.data
    for name in SIGNATURES:
        records = [own.get(kind) for kind in SIGNATURES[name].parameters.values()]
        rules[f"{name}_at"] = place_function(functions[name], records)
    for name, size in {**sizes, "game_bytes": game.itemsize}.items():
        rules[name] = size
    return rules


def _check_names(what: str, found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for name in expected:
        if name not in found:
            raise TypeError(f"the game has no {what} {name!r}; see wistar_env.kit.protocol")
    for name in found:
        if name not in expected:
            raise TypeError(
                f"the kit knows no {what} {name!r}; there are {', '.join(expected)} "
                "(wistar_env.kit.protocol)"
            )


def _check_signature(
    name: str, found: Signature, expected: Signature, own: Mapping[str, np.dtype[Any]]
) -> None:
    names, wanted = list(found.parameters), list(expected.parameters)
    if names != wanted:
        raise TypeError(f"{name} must have the parameters {wanted}, found {names}")
    for parameter, kind in expected.parameters.items():
        _check_kind(f"parameter {parameter!r} of {name}", found.parameters[parameter], kind, own)
    _check_kind(f"the result of {name}", found.returns, expected.returns, own)


def _check_kind(what: str, found: str, expected: str, own: Mapping[str, np.dtype[Any]]) -> None:
    if expected not in own:
        if found != expected:
            raise TypeError(f"{what} must be annotated as {expected!r}, found {found!r}")
    elif record_of(found) is not own[expected]:
        raise TypeError(
            f"{what} must be annotated as the record of the game's {expected}, found {found!r}"
        )
