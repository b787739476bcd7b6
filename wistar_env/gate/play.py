"""What compiled code does with a game: the functions that are bound to the kit, and their types."""

from wistar_env.compiled.code_cache import announce
from wistar_env.kit.head import FINE, NOBODY, Game, GameArray
from wistar_env.kit.play import (
    begin,
    choose_options,
    copy_game,
    deciding,
    encode,
    encode_mask,
    evaluate,
    find_legal,
    is_legal,
    over,
    play_ahead,
    play_on,
    points_of,
    rank_of,
    reshuffle_hidden,
    score_game,
    seat_after,
    total_of,
    value_after,
    words_of,
    write_report,
)
from wistar_env.kit.protocol import Legal, Tables, TablesArray
from wistar_env.rules.categories import at
from wistar_env.spaces.blocks import LARGEST

# Whoever plays games binds this one sooner or later, so its functions count from the start.
announce("wistar_env.contract")

__all__ = [
    "FINE",
    "LARGEST",
    "NOBODY",
    "Game",
    "GameArray",
    "Legal",
    "Tables",
    "TablesArray",
    "at",
    "begin",
    "choose_options",
    "copy_game",
    "deciding",
    "encode",
    "encode_mask",
    "evaluate",
    "find_legal",
    "is_legal",
    "over",
    "play_ahead",
    "play_on",
    "points_of",
    "rank_of",
    "reshuffle_hidden",
    "score_game",
    "seat_after",
    "total_of",
    "value_after",
    "words_of",
    "write_report",
]
