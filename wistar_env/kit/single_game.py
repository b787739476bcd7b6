"""Playing one game from Python: every function takes arrays and an index, never a bare record.

``rules`` has shape (1,) and dtype ``kit.rules_interface.RULES``, ``games`` has dtype
``kit.common_fields.COMMON``; ``legal`` is int16: the number of legal actions, then their ids.
``kit.single_game_views`` reads games; it is separate so that new games compile sooner.
"""

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.streams import seed_after
from wistar_env.compiled.types import MaskArray, Seed, ShortArray
from wistar_env.kit import game_calls
from wistar_env.kit.common_fields import FINE, GameArray
from wistar_env.kit.rules_interface import Legal, TablesArray


@entry
def new_game(
    rules: TablesArray,
    games: GameArray,
    i: int,
    seats: int,
    automata: int,
    options: ShortArray,
    seed: Seed,
    legal: Legal,
) -> None:
    """Write a fresh game into ``games[i]`` and run it to its first decision.

    ``options`` has the bounds of the game's options.
    """
    t, g = rules[0], games[i]
    g.seats = seats
    g.automata = automata
    game_calls.write_options(t, g, options, seed)
    game_calls.begin(t, g, seed, pointer(legal))


@entry
def legal_actions(rules: TablesArray, games: GameArray, i: int, legal: Legal) -> None:
    """Write the legal actions of the current choice; none when the game is over."""
    game_calls.find_legal(rules[0], games[i], pointer(legal))


@entry
def step(rules: TablesArray, games: GameArray, i: int, action: int, legal: Legal) -> bool:
    """Play a legal action and write the next ones; return False for any other action.

    Also returns False, and sets ``fault``, if the game cannot continue.
    """
    g = games[i]
    if not game_calls.is_legal(legal, action):
        return False
    game_calls.play_on(rules[0], g, action, pointer(legal))
    return bool(g.fault == FINE)


@entry
def write_mask(legal: Legal, mask: MaskArray) -> None:
    """Write 1 for each legal action and 0 for all others; ``mask`` has one int8 per action."""
    game_calls.encode_mask(legal, mask)


@entry
def next_seed(seed: Seed) -> Seed:
    """Return the seed of the next game if no other seed is given."""
    return seed_after(seed)
