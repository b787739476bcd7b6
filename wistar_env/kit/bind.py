"""Binds a game to the kit: checks its functions, and returns a record of their addresses."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import Signature, described, python_of, record_of, signature_of
from wistar_env.compiled.late_binding import place_function
from wistar_env.kit.common_fields import check_common_fields, options_place
from wistar_env.kit.limits import (
    MAX_COLUMNS,
    MAX_FEATURES,
    MAX_LEGAL_SIZE,
    MAX_OBSERVATION,
    MAX_SEATS,
)
from wistar_env.kit.rules_interface import (
    NOTHING,
    OF_RECORDS,
    OPTIONAL,
    OWN_KINDS,
    RULES,
    SIGNATURES,
    SIZES,
)
from wistar_env.kit.sealed import sealed_word

_HIGHEST: Final = 2**31 - 1
#: All functions that were bound, by address, each with the records that it takes.
_BOUND: Final[dict[int, tuple[Any, list[np.dtype[Any] | None]]]] = {}
#: The allowed ranges of the sizes of a game; other sizes may be 0 to ``_HIGHEST``.
_ALLOWED: Final = {
    "score_scale": (1, _HIGHEST),
    "lead_limit": (1, _HIGHEST),
    "max_seats": (2, MAX_SEATS),
    "columns": (1, MAX_COLUMNS),
    "num_actions": (1, MAX_LEGAL_SIZE - 1),
    "num_features": (0, MAX_FEATURES),
    "max_observation": (1, MAX_OBSERVATION),
}


def bind(
    functions: Mapping[str, Any],
    *,
    game: np.dtype[Any],
    tables: npt.NDArray[Any],
    sizes: Mapping[str, int],
    report: np.dtype[Any] = NOTHING,
) -> npt.NDArray[Any]:
    """Return the record through which the kit plays a game: shape (1,), dtype RULES.

    Parameters
    ----------
    functions
        The game's functions by the names of ``kit.rules_interface.Rules``, each a ``unit``; those
        of ``kit.rules_interface.OPTIONAL`` may be left out.
    game
        The game's record type.
    tables
        The first argument of the functions: shape (1,), C-contiguous. The caller must keep it alive
        as long as the record is used.
    sizes
        The sizes in ``kit.rules_interface.SIZES`` except ``OF_RECORDS``. Only ``max_seats``,
        ``columns``, ``num_actions`` and ``max_observation`` are required; by default there are no
        features, the last column has the final score, ``score_scale`` is 1, ``lead_limit`` is 100,
        and nothing is prefetched by seats.
    report
        The record type of reports, if any.

    Raises
    ------
    TypeError
        If a function or a size is missing or unknown, a signature differs from the protocol, or the
        record does not begin with the common fields or has only part of ``SEALED_FIELDS``.
    ValueError
        If a size is beyond the limits of the kit or the record of the game, or the tables have
        another shape or layout.
    """
    check_common_fields(game)
    sizes = {**_defaults(game, sizes), **sizes}
    _check_names("function", functions, SIGNATURES, OPTIONAL)
    _check_names("size", sizes, dict.fromkeys(SIZES), OF_RECORDS)
    _check_sizes(sizes, game)
    if tables.shape != (1,) or not tables.flags.c_contiguous:
        raise ValueError(
            f"tables must be a C-contiguous array of shape (1,), found shape {tables.shape}, "
            f"contiguous {tables.flags.c_contiguous}"
        )
    own = dict(zip(OWN_KINDS, (tables.dtype, game, report), strict=True))
    for name in functions:
        function = python_of(functions[name])
        signature, where = signature_of(function), described(function)
        _check_signature(f"{name} ({where})", signature, SIGNATURES[name], own)
    rules = np.zeros(1, RULES)
    rules["tables_at"] = tables.ctypes.data
    for name in functions:
        records = [own.get(kind) for kind in SIGNATURES[name].parameters.values()]
        rules[f"{name}_at"] = _placed(functions[name], records)
    of_records = (game.itemsize, *options_place(game), report.itemsize, sealed_word(game))
    for name, size in {**sizes, **dict(zip(OF_RECORDS, of_records, strict=True))}.items():
        rules[name] = size
    return rules


def module_of(rules: npt.NDArray[Any], name: str) -> str:
    """Return the name of the module that defines a bound function, such as ``"encode"``.

    ``rules``: the result of ``bind``, or one of several such records. ``name``: a name of
    ``kit.rules_interface.Rules``. Raises KeyError if the game has not bound this function.
    """
    return python_of(_BOUND[int(rules[f"{name}_at"].flat[0])][0]).__module__


def rebound(
    rules: npt.NDArray[Any], names: Collection[str], change: Callable[[Any], Any]
) -> npt.NDArray[Any]:
    """Return the record of a game with some functions replaced.

    ``rules``: the result of ``bind``. ``names``: the functions to replace, which the game has
    bound. ``change``: returns the replacement of a function, a ``unit``.
    """
    changed = rules.copy()
    for name in names:
        function, records = _BOUND[int(rules[f"{name}_at"][0])]
        changed[f"{name}_at"] = _placed(change(function), records)
    return changed


def _placed(function: Any, records: list[np.dtype[Any] | None]) -> int:
    """Return the address at which compiled code calls a function, and keep the function alive."""
    place = place_function(function, records)
    _BOUND[place] = function, records
    return place


def _defaults(game: np.dtype[Any], sizes: Mapping[str, int]) -> dict[str, int]:
    """Return default values for the sizes that a game may leave out."""
    return {
        "front_bytes": game.itemsize,
        "seat_bytes": 0,
        "first_word": 0,
        "seat_words": 0,
        "score_scale": 1,
        "lead_limit": 100,
        "total_column": sizes.get("columns", 1) - 1,
        "num_features": 0,
    }


def _check_names(
    what: str,
    found: Mapping[str, Any],
    expected: Mapping[str, Any],
    optional: Collection[str] = (),
) -> None:
    for name in expected:
        if name not in found and name not in optional:
            raise TypeError(
                f"the game lacks the {what} {name!r}, which wistar_env.kit.rules_interface requires"
            )
    for name in found:
        if name not in expected:
            raise TypeError(
                f"unknown {what} {name!r}; choose from {', '.join(expected)} "
                "(see wistar_env.kit.rules_interface)"
            )


def _check_sizes(sizes: Mapping[str, int], game: np.dtype[Any]) -> None:
    for name, size in sizes.items():
        low, high = _ALLOWED.get(name, (0, _HIGHEST))
        if not low <= size <= high:
            raise ValueError(
                f"the game's {name} must be {low} to {high}, found {size}; see "
                "wistar_env.kit.limits and wistar_env.kit.rules_interface"
            )
    if sizes["total_column"] >= sizes["columns"]:
        raise ValueError(
            f"the game's total_column must be less than columns ({sizes['columns']}), found "
            f"{sizes['total_column']}"
        )
    for first, each, unit in (("front_bytes", "seat_bytes", 1), ("first_word", "seat_words", 2)):
        end = unit * (sizes[first] + sizes["max_seats"] * sizes[each])
        if end > game.itemsize:
            raise ValueError(
                f"the game's {first} and {each} for max_seats seats reach byte {end}, but its "
                f"record has only {game.itemsize} bytes"
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
    elif record_of(found) != own[expected]:
        raise TypeError(
            f"{what} must be annotated as the game's record type for {expected!r}, found {found!r}"
        )
