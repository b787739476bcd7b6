"""Readers with longer codes: ``widened``.

A trained reader can go on with more room: it gets numbers that say something new of a card, and
that do not count yet. So it plays as before, and training finds a use for them (as in Chen,
Goodfellow and Shlens 2016, *Net2Net*, arXiv:1511.05641, which copies units instead).
"""

from wistar_env.arguments import integer, number
from wistar_env.kit.networks.reader import MAX_CODE, Floats, Reader


def widened(reader: Reader, code: int, negative_slope: float, seed: int = 0) -> Reader:
    """Return a copy of a reader with longer codes, which plays as the reader does.

    Parameters
    ----------
    reader
        The reader.
    code
        Numbers that a place is encoded as then, at least as many as now.
    negative_slope
        That of the encoders then. If the reader's is 0 and this is not, each of its numbers becomes
        two: ``leaky(x) + slope * leaky(-x)`` is ``(1 - slope**2) * relu(x)``.
    seed
        Seed of the weights that make the new numbers; the weights by which they count are 0.

    Raises
    ------
    TypeError, ValueError
        If the code is too short for that, the slope changes otherwise, or the seed is invalid.
    """
    slope = number("negative_slope", negative_slope, 0, 1)
    doubles = reader.negative_slope == 0 < slope < 1
    if slope != reader.negative_slope and not doubles:
        raise ValueError(
            f"negative_slope must be {reader.negative_slope:g} as that of the reader, or between 0 "
            f"and 1 if that is 0; found {negative_slope!r}"
        )
    integer("code", code, reader.code * (2 if doubles else 1), MAX_CODE)
    wide = Reader.random(
        reader.game, reader.num_players, reader.hidden, code, seed, negative_slope=slope
    )
    for name, given in reader.parameters.items():
        _write(wide.parameters[name], name, given)
        if doubles:
            _write_mirrored(wide.parameters[name], name, given, slope)
    wide.metadata, wide.rules = dict(reader.metadata), reader.rules
    return wide


def _write(out: Floats, name: str, given: Floats) -> None:
    """Write a parameter of a reader to that of a wider one."""
    kind, _, block = name.partition(" ")
    old = given.shape[-1] if kind.startswith("encoder") else given.shape[1] - 1 if block else 0
    if kind == "encoder":
        out[:, :old] = given
    elif kind == "encoder_bias":
        out[:old], out[old:] = given, 0
    elif block:  # the weights of codes, and last of 1
        out[:, :old], out[:, old:-1], out[:, -1] = given[:, :-1], 0, given[:, -1]
    else:
        out[:] = given


def _write_mirrored(out: Floats, name: str, given: Floats, slope: float) -> None:
    """Let the numbers behind the first ones mirror them, so that both make a ReLU."""
    kind, _, block = name.partition(" ")
    if kind == "encoder":
        old = given.shape[1]
        out[:, old : 2 * old] = -given
    elif kind == "encoder_bias":
        old = len(given)
        out[old : 2 * old] = -given
    elif block:
        old = given.shape[1] - 1
        out[:, :old] /= 1 - slope**2
        out[:, old : 2 * old] = slope * out[:, :old]
