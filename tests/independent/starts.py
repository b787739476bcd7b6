"""Starts of games: Track cards of every level, and the middle of a rich game for a start."""

import random
from itertools import product
from typing import Any, Final

import numpy as np

from tests.independent.table import BOT, HUMAN
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables.codes import KIND_BASEMENT

LEVELS: Final = 10
#: What a rich start gives people.
_TOKENS, _DOORS = 15, 2
_EXPLORER, _TENTS = 5, (6, 3)
#: Pieces of Rat-o-bot (BOT-02, BOT-04, BOT-07), and spaces of an Objective (SETUP-04).
_TILES, _ROOMS, _WORKERS, _LAST_CARD, _SPACES = 6, 3, 8, 6, 2
_FARM: Final = range(1, 7)


def _close(cards: tuple[int, ...]) -> bool:
    return max(cards) - min(cards) <= 1


#: Every choice of Track cards (Structure, Tool, Automaton) by level: indices that differ by 1 at
#: most (BOT-10 to BOT-13).
_TRACK_CARDS: Final = [
    [cards for cards in product(range(4), repeat=3) if sum(cards) == level and _close(cards)]
    for level in range(LEVELS)
]


def track_cards(number: int) -> tuple[int, ...]:
    """Return the Track cards of the solo game with this number: all levels and choices in turn."""
    choices = _TRACK_CARDS[number % LEVELS]
    return choices[number // LEVELS % len(choices)]


def enrich(games: Any, seats: int) -> None:
    """Give people the middle of a rich game for a start.

    Tokens, two Door tokens each, an Explorer and Tents in rooms with Missions, and all Missions
    revealed: seeded players get there in the end, but then hardly ever have a turn left to use it.
    """
    people = games["players"][0, :seats]
    for token in ("wood", "metal", "movement", "wild"):
        people[token] += _TOKENS
    people["explorer"] = _EXPLORER
    people["tents"] = _TENTS
    people["doors"] += _DOORS
    doors = games["doors"][0]
    doors[np.flatnonzero(doors != NONE)[: seats * _DOORS]] = NONE
    games["mission_open"] = games["mission_card"] != NONE


def send_rat_o_bot_ahead(games: Any, seed: int) -> None:
    """Put Rat-o-bot's pieces where they may be in the middle of a game, at random.

    Its lair, Workers, Explorer and Tents, tracks and claims, how many Exploration cards and
    Basement Guests are left; and the human's VP may be few.
    """
    rng = random.Random(seed)
    board, bot = games["players"][0, BOT], games["bot"][0]
    board["rooms_dug"] = rng.randint(0, _TILES)
    board["beds"] = rng.randint(0, min(_TILES, _ROOMS + int(board["rooms_dug"])))
    board["beds_built"] = board["beds"]
    board["workers"] = [rng.randint(0, 2) for _ in range(3)]
    bot["workers"] = _WORKERS - board["workers"].sum()
    board["explorer"], *tents = rng.sample(_FARM, 3)
    board["tents"] = rng.choice([tents, [tents[0], NONE]])
    bot["positions"] = [rng.randint(0, 2) for _ in range(3)]
    bot["exploration_next"] = rng.randint(2, _LAST_CARD)
    games["supply_size"][0, KIND_BASEMENT] = rng.randint(0, 3)
    games["players"]["vp"][0, HUMAN] = rng.randint(0, 4)
    _take_objectives(games, rng)


def _take_objectives(games: Any, rng: random.Random) -> None:
    """Let each claim an Objective, now and then; or leave no space, or no disc for Rat-o-bot."""
    shown = games["objectives"][0].tolist()
    for seat in (HUMAN, BOT):
        if rng.random() < 0.5:
            _claim(games, seat, rng.choice(shown))
    if rng.random() < 0.2:
        games["objective_claims"][0, rng.choice(shown)] = _SPACES
    if rng.random() < 0.2:
        games["players"]["discs"][0, BOT] = 0


def _claim(games: Any, seat: int, objective: int) -> None:
    board = games["players"][0, seat]
    board["discs"] -= 1
    board["objectives"] += 1
    board["claims"] |= 1 << objective
    games["objective_claims"][0, objective] += 1
