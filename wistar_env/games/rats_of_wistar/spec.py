"""The specification of Rats of Wistar, except for its compiled functions."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.games.rats_of_wistar.card_sets.set_names import is_name
from wistar_env.games.rats_of_wistar.card_sets.toml_folder import write_folder
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.heuristics.features import WEIGHTS
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES, COLUMNS, TOTAL
from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL
from wistar_env.games.rats_of_wistar.rules.options import OPTIONS, REPORT
from wistar_env.games.rats_of_wistar.rules.state import AT_DISCARDS, AT_HAND, GAME
from wistar_env.games.rats_of_wistar.save_validation import check_games
from wistar_env.games.rats_of_wistar.score_checks import check_scores
from wistar_env.games.rats_of_wistar.spaces.blocks import OBS_VERSION
from wistar_env.games.rats_of_wistar.spaces.features import FEATURES
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout, state_layout
from wistar_env.games.rats_of_wistar.spaces.possible_actions import possible_actions
from wistar_env.games.rats_of_wistar.spaces.width import sparse_width
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS, MOST
from wistar_env.kit.game.spec import GameSpec
from wistar_env.kit.game.spec_records import (
    ActionSpec,
    BotSpec,
    CardSets,
    DataSpec,
    NetworkSpec,
    ObservationSpec,
    ReportSpec,
    SaveSpec,
    ScoreSpec,
)


def seats_of(num_players: int) -> tuple[int, int]:
    """Return the number of seats and of automata; a solo game has a seat for Rat-o-bot (BOT-01)."""
    return max(2, num_players), int(num_players == 1)


def possible(data: Components, num_players: int) -> npt.NDArray[np.bool_]:
    """Return which actions can occur with these data and players: bool, shape (num_actions,)."""
    seats, automata = seats_of(num_players)
    return possible_actions(data.tables, seats, automata > 0)


#: Observation blocks of a seat that are always empty for Rat-o-bot.
_NOT_OF_RAT_O_BOT: Final = (
    *("decides", "wood", "metal", "movement", "wild", "electricity", "entrance", "abilities"),
    *("hand_size", "hand_advanced", "icons", "types", "tiers", "timings", "private"),
    *("skill_tokens", "heroes", "immune", "bed_discount", "dig_discount", "movement_bonus"),
    *("played", "hand"),
)


def rarely_used_blocks(num_players: int) -> frozenset[str]:
    """Return the observation blocks that are rarely nonzero.

    These are the drawn cards on offer and, in a solo game, the blocks that Rat-o-bot lacks.
    """
    lacking = _NOT_OF_RAT_O_BOT if num_players == 1 else ()
    return frozenset({"offered", *(f"rival_1.{name}" for name in lacking)})


#: Number of unseen Basic cards in each hand in a rare start.
_UNSEEN: Final = 3


def no_basic_cards_left(game: Any) -> None:
    """Play to round 1, deal unseen Basic cards to all hands, and discard the rest of the deck.

    The next Basic draw reshuffles the discards (GEN-10), which lie face up; so all players know
    which cards are in hands.
    """
    record = game.record[0]
    while record["round"] == 0:
        game.step(int(game.legal_actions()[0]))
    deck = record["deck"][0][: record["deck_size"][0]].tolist()
    for seat in range(game.num_players):
        player = record["players"][seat]
        for _ in range(_UNSEEN):
            card = deck.pop()
            record["next"][card], player["hand"] = player["hand"], card
            player["hand_size"] += 1
            record["card_at"][card], record["card_flags"][card] = AT_HAND + seat, 1 << seat
    first = int(record["discard_size"][0])
    record["discard"][0][first : first + len(deck)] = deck
    record["discard_size"][0] += len(deck)
    record["deck"][0], record["deck_size"][0] = 0, 0
    record["card_at"][deck] = AT_DISCARDS


RATS_OF_WISTAR: Final = GameSpec(
    name="rats-of-wistar",
    title="Rats of Wistar",
    rules_version=RULES_VERSION,
    max_players=MAX_SEATS,
    record=GAME,
    num_actions=NUM_ACTIONS,
    score_columns=CATEGORIES,
    observation_layout=observation_layout,
    open_data=open_components,
    min_players=1,
    seats_of=seats_of,
    max_seats=MAX_SEATS,
    options=OPTIONS,
    rare_starts=(no_basic_cards_left,),
    actions=ActionSpec(
        blocks=tuple((block.name, block.size) for block in ACTION_BLOCKS),
        axes={
            **dict.fromkeys(("PLAY", "USE", "DISCARD", "PICK"), "card"),
            **dict.fromkeys(("CLAIM", "KEEP"), "objective"),
            "EXPEL": "guest",
            "PLACE": "sector space",
        },
        # Needed only if Guests are at Rat-o-bot's Tents and none is at its Explorer.
        rarely_used_blocks=frozenset({"BOT_GUEST"}),
        possible=possible,
    ),
    scores=ScoreSpec(
        table_columns=COLUMNS,
        total_column=TOTAL,
        check=check_scores,
        max_points=MOST,
        points_name="vp",
        points_label="VP",
        features={name: feature.parts for name, feature in FEATURES.items()},
    ),
    observation=ObservationSpec(
        version=OBS_VERSION,
        state_layout=state_layout,
        sparse_width=sparse_width,
        rarely_used_blocks=rarely_used_blocks,
        place_features=Components.features,
    ),
    report=ReportSpec(record=REPORT, ranges=(("level", (0, HIGHEST_LEVEL)),)),
    saves=SaveSpec(check=check_games),
    data=DataSpec(folder=Path(__file__).parent / "data", card_sets=CardSets(is_name, write_folder)),
    bots=BotSpec(weights=WEIGHTS),
    networks=NetworkSpec(
        value_scale=10,  # VP
        folder=Path(__file__).parent / "networks",
        default="wistar",
        reader="wistar-reader",
    ),
)
