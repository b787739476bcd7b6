"""What search would gain by cheating: ``python -m experiments.cheating_search``.

It plays Lab Rats with one seat that CHEATS: its search sees hidden information. That measures what
``mcts`` loses by its assumptions about hidden cards and sealed choices. It is no bot, and nothing
here can be named as one: it needs the game itself, which no bot is given.

All seats search with the same settings. The search of one cheats in one of these ways:

- ``nothing``: it does not, which checks the measurement;
- ``hands``: it sees the Potions and Doors in all hands, and the Doors that the others laid;
- ``choices``: it sees hands, and sealed choices that others have made before it.

Information hidden from all stays hidden: Exits, the Doors in the middle, the decks. Every deal is
played with the cheat in every chair, and all ways of cheating play the same deals.
"""

from functools import partial
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
import typer

from wistar_env.benchmark.report import Estimate, interval, proportion, win_share
from wistar_env.compiled.jit import unit
from wistar_env.compiled.types import Seed
from wistar_env.games.lab_rats.card_folder import open_cards
from wistar_env.games.lab_rats.contract import bind_tables
from wistar_env.games.lab_rats.door_cards import draw_door, is_open
from wistar_env.games.lab_rats.exits import shuffle_exits
from wistar_env.games.lab_rats.game import LabRats
from wistar_env.games.lab_rats.state import NO_CARD, PAY_EXIT, SLOTS, State, Tables
from wistar_env.kit.game import GameData
from wistar_env.kit.search import Mcts
from wistar_env.seeds import decision_seeds, game_seed

CHEATS: Final = ("nothing", "hands", "choices")


@unit
def redraw_unseen(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Resample information hidden from all seats, and keep that hidden from some."""
    g.rng = rng
    for place in range(int(g.seats), SLOTS):
        if not is_open(g, place) and g.table[place] != NO_CARD:
            g.door_deck[g.table[place]] += 1
            g.num_door_deck += 1
            g.table[place] = draw_door(g)
    shuffle_exits(g, 1 if g.asked == PAY_EXIT else 0)


def _bind_seen(sees_choices: bool, tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return tables bound for a search that sees hands and, optionally, sealed choices."""
    rules = bind_tables(tables, reshuffle_hidden=redraw_unseen)
    if sees_choices:
        # Without the field of sealed choices the kit resamples none.
        rules["sealed_word"] = 0
    return rules


def seen_cards(cheat: str) -> GameData:
    """Return the data for a search."""
    cards = open_cards()
    if cheat == "nothing":
        return cards
    return GameData(None, cards.tables, partial(_bind_seen, cheat == "choices"))


def action_of(search: Mcts, game: LabRats, cards: GameData, seed: int) -> int:
    """Return the best action of a search with these data."""
    record = np.frombuffer(bytearray(game.record.tobytes()), game.spec.record)
    legal = np.zeros(1 + game.spec.num_actions, np.int16)
    actions = game.legal_actions()
    legal[0], legal[1 : 1 + len(actions)] = len(actions), actions
    return search.search_all([LabRats(cards, record, legal)], [seed])[0].best


def winning_share(
    cheat: str, players: int, simulations: int, number: int, chair: int, seed: int
) -> float:
    """Play a deal with the cheat in a chair; return what part of the game it won."""
    game = LabRats.new(players, game_seed(seed, number))
    fair, cheating, search = open_cards(), seen_cards(cheat), Mcts(simulations)
    while not game.finished:
        chance = int(decision_seeds([(seed, number, chair, game.num_decisions)])[0])
        cards = cheating if game.seat == chair else fair
        game.step(action_of(search, game, cards, chance))
    return win_share(game.ranks(), chair)


def measure(cheat: str, players: int, simulations: int, deals: int, seed: int) -> Estimate:
    """Return the share of games that a cheat wins, over all chairs of all deals."""
    won = sum(
        winning_share(cheat, players, simulations, number, chair, seed)
        for number in range(deals)
        for chair in range(players)
    )
    return proportion(won, deals * players)


def main(
    players: Annotated[int, typer.Option(min=3, max=5, help="Players.")] = 3,
    simulations: Annotated[int, typer.Option(min=1, help="For each decision.")] = 100,
    games: Annotated[int, typer.Option(min=1, help="Deals, each played in every chair.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the run.")] = 1,
) -> None:
    """Print the win rate of a cheating search, for each cheat."""
    for cheat in CHEATS:
        found = measure(cheat, players, simulations, games, seed)
        print(f"sees {cheat}: {found.value:.1%} of {games * players} games, ", end="")
        print(f"95 % interval {interval(found, '.1%')}; even is {1 / players:.1%}", flush=True)


if __name__ == "__main__":
    typer.run(main)
