"""Random games that write observation and mask at every decision, for ``speed``."""

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.streams import (
    FOR_MANY_CHOICES,
    FOR_MANY_GAMES,
    below,
    following,
    mixed,
    stream,
)
from wistar_env.compiled.types import ByteArray, FloatArray, MaskArray, Seed
from wistar_env.kit.common_fields import GameArray
from wistar_env.kit.game_calls import begin, deciding, encode, encode_mask, over, play_on
from wistar_env.kit.rules_interface import Legal, TablesArray
from wistar_env.kit.single_game_views import scale_counts


@entry
def observed_playouts(
    rules: TablesArray,
    games: GameArray,
    i: int,
    count: int,
    seed: Seed,
    legal: Legal,
    limit: ByteArray,
    scale: FloatArray,
    counts: ByteArray,
    out: FloatArray,
    mask: MaskArray,
) -> int:
    """Play random games like ``kit.random_games.playouts``, observed by the deciding seats."""
    t, g = rules[0], games[i]
    seeds, x = stream(seed, FOR_MANY_GAMES), stream(seed, FOR_MANY_CHOICES)
    decisions = 0
    for _ in range(count):
        seeds = following(seeds)
        begin(t, g, mixed(seeds), pointer(legal))
        while not over(g):
            encode(t, g, deciding(g), pointer(counts), len(counts), pointer(limit))
            scale_counts(counts, scale, out, len(counts))
            encode_mask(legal, mask)
            x = following(x)
            play_on(t, g, int(legal[1 + below(x, int(legal[0]))]), pointer(legal))
        decisions += int(g.decisions)
    return decisions
