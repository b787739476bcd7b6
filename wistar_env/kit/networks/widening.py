"""Readers with longer codes, or with another encoder: ``widened``.

A trained reader can go on with more room: it gets numbers that say something new of a card, and
that do not count yet. So it plays as before, and training finds a use for them (as in Chen,
Goodfellow and Shlens 2016, *Net2Net*, arXiv:1511.05641, which copies units instead).
"""

from wistar_env.arguments import choice, integer
from wistar_env.kit.networks.encoders import Floats
from wistar_env.kit.networks.reader import MAX_CODE, Reader


def widened(reader: Reader, code: int, encoder: str, seed: int = 0) -> Reader:
    """Return a copy of a reader with longer codes, which plays as the reader does.

    Parameters
    ----------
    reader
        The reader.
    code
        Numbers that a place is encoded as then, at least as many as now.
    encoder
        The encoder then: that of the reader, or ``leaky`` if it has ``relu``. In that case each
        number becomes two, since ``leaky(x) + slope * leaky(-x)`` is ``scale * (1 - slope**2) *
        relu(x)``, so ``code`` must be twice as large at least.
    seed
        Seed of the weights that make the new numbers; the weights by which they count are 0.

    Raises
    ------
    TypeError, ValueError
        If the code is too short for that, a ``leaky`` encoder is to become another, or the seed is
        invalid.
    """
    choice("encoder", encoder, [reader.encoder, "leaky"])
    mirrors = reader.encoder != encoder
    integer("code", code, reader.code, MAX_CODE)
    if mirrors and code < 2 * reader.code:
        raise ValueError(
            f"code must be at least {2 * reader.code} for a reader with a relu encoder and "
            f"{reader.code} numbers to become leaky, found {code}; or keep encoder relu"
        )
    wide = Reader.random(
        reader.game, reader.num_players, reader.hidden, code, seed, encoder=encoder
    )
    slope, scale = wide.activation
    smaller = reader.activation.scale / scale
    for name, given in reader.parameters.items():
        out = wide.parameters[name]
        kind, _, block = name.partition(" ")
        if not block:
            out[:] = given
        elif kind.startswith("encoder"):
            _write_encoder(out, given, mirrors)
        else:
            out[:, -1] = given[:, -1]
            share = 1 / (1 - slope**2) if mirrors else 1.0
            _write_block(out[:, :-1], smaller * share * given[:, :-1], slope if mirrors else 0.0)
    wide.metadata, wide.rules = dict(reader.metadata), reader.rules
    return wide


def _write_encoder(out: Floats, given: Floats, mirrors: bool) -> None:
    """Write an encoder, or its biases: behind the given numbers come their mirror images."""
    size = given.shape[-1]
    if given.ndim == 1:
        out[:] = 0
    out[..., :size] = given
    if mirrors:
        out[..., size : 2 * size] = -given


def _write_block(out: Floats, given: Floats, mirrored: float) -> None:
    """Write the weights of codes: those of mirror images are a fraction of the given ones."""
    size = given.shape[1]
    out[:] = 0
    out[:, :size] = given
    if mirrored:
        out[:, size : 2 * size] = mirrored * given
