"""Networks for more player counts, or with larger embeddings: ``widened``.

New weights outside of encoders are 0, so a widened network plays as before until further training
changes them (similar to *Net2Net*, Chen, Goodfellow and Shlens 2016, arXiv:1511.05641, which copies
units instead).
"""

from collections.abc import Iterable

import numpy as np

from wistar_env.arguments import choice, integer
from wistar_env.kit.networks.encoders import Floats
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.networks.shared_parameters import MAX_CODE
from wistar_env.kit.networks.shared_rows import Match, copy_rows, match, most_seats


def widened(
    shared: SharedNetwork,
    player_counts: Iterable[int] | None = None,
    code: int | None = None,
    encoder: str | None = None,
    seed: int = 0,
) -> SharedNetwork:
    """Return a wider copy of a network, which plays identically.

    Parameters
    ----------
    shared
        The network.
    player_counts
        The new player counts. Inputs and value heads of added ones start with the weights of
        blocks and seats that the network has, or 0. None: no change.
    code
        The new embedding size, at least the current one; None: no change.
    encoder
        The new encoder; only ``relu`` can change, to ``leaky``. Then each number of an embedding
        becomes two, since ``leaky(x) + slope * leaky(-x)`` is ``scale * (1 - slope**2) *
        relu(x)``, so ``code`` must at least double. None: no change.
    seed
        Seed of the encoder weights of new embedding units, whose output weights are 0.

    Raises
    ------
    TypeError, ValueError
        If a player count, ``code``, ``encoder`` or the seed is not allowed.
    """
    encoder = encoder or shared.encoder
    code = integer("code", shared.code if code is None else code, shared.code, MAX_CODE)
    mirrors = shared.code > 0 and shared.encoder != encoder
    if shared.code:
        choice("encoder", encoder, [shared.encoder, "leaky"])
    if mirrors and code < 2 * shared.code:
        raise ValueError(
            f"code must be at least {2 * shared.code} to change the encoder of this network from "
            f"relu to leaky, found {code}"
        )
    wide = SharedNetwork.random(
        shared.game,
        shared.player_counts if player_counts is None else player_counts,
        shared.hidden,
        code,
        seed,
        encoder,
        ids=shared.ids,
    )
    if shared.ids:
        wide.data = shared.data
    copy_matching(shared, wide)
    _copy_codes(shared, wide, mirrors)
    wide.metadata, wide.rules = dict(shared.metadata), shared.rules
    wide.value_scale = shared.value_scale
    return wide


def copy_matching(shared: SharedNetwork, wide: SharedNetwork) -> None:
    """Copy the weights outside of card embeddings: rows by block name, heads by seat."""
    for name in ("first_bias", "second", "second_bias"):
        wide.parameters[name][:] = shared.parameters[name]
    actions = match(shared.action_blocks, wide.action_blocks, "the network")
    matches = {
        "first": match(shared.blocks, wide.blocks, "the network"),
        "policy": actions,
        "policy_bias": actions,
    }
    heads = _heads(shared, wide)
    matches |= {"heads": heads, "heads_bias": heads}
    for name, matched in matches.items():
        copy_rows(shared.parameters[name], wide.parameters[name], matched)


def _heads(shared: SharedNetwork, wide: SharedNetwork) -> Match:
    """Match score heads and win heads, by seat."""
    spec = shared.game.spec
    before, after = (most_seats(spec, each.player_counts) for each in (shared, wide))
    seats = np.arange(min(before, after))
    sources, targets = (np.concatenate([seats, most + seats]) for most in (before, after))
    return Match(sources, targets, np.ones(len(sources), np.float32), ())


def _copy_codes(shared: SharedNetwork, wide: SharedNetwork, mirrors: bool) -> None:
    """Copy encoders and the weights of embeddings; weights of new units and blocks are 0."""
    slope = wide.activation.slope if mirrors else 0.0
    smaller = shared.activation.scale / wide.activation.scale / (1 - slope**2)
    for name, out in wide.parameters.items():
        kind, _, block = name.partition(" ")
        if not block:
            continue
        given = shared.parameters.get(name)
        if kind.startswith("encoder"):
            if given is not None:
                _write_encoder(out, given, mirrors)
            continue
        out[:] = 0
        if given is not None:
            rows = min(len(given), len(out))
            out[:rows, -1] = given[:rows, -1]
            _write_block(out[:rows, :-1], smaller * given[:rows, :-1], slope)


def _write_encoder(out: Floats, given: Floats, mirrors: bool) -> None:
    """Write an encoder, or its biases: the given units and, if mirrored, their negatives."""
    size = given.shape[-1]
    if given.ndim == 1:
        out[:] = 0
    out[..., :size] = given
    if mirrors:
        out[..., size : 2 * size] = -given


def _write_block(out: Floats, given: Floats, mirrored: float) -> None:
    """Write the weights of embeddings; those of mirrored units are ``mirrored * given``."""
    size = given.shape[1]
    out[:, :size] = given
    if mirrored:
        out[:, size : 2 * size] = mirrored * given
