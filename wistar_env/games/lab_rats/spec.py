"""The specification of Lab Rats, except for its compiled functions."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.records import offset
from wistar_env.games.lab_rats.actions import (
    ACTION_BLOCKS,
    DISCARD,
    LAY,
    NUM_ACTIONS,
    PASS,
    SPEND,
)
from wistar_env.games.lab_rats.amounts import MOST_CHEESE, SCORE_COLUMNS
from wistar_env.games.lab_rats.blocks import OBSERVATION_VERSION, layout
from wistar_env.games.lab_rats.card_folder import BUNDLED, Cards, open_cards
from wistar_env.games.lab_rats.heuristic import WEIGHTS
from wistar_env.games.lab_rats.kinds import CONFUSION, DOOR_KINDS, POTION_KINDS
from wistar_env.games.lab_rats.record_checks import check_records
from wistar_env.games.lab_rats.state import GAME, MAX_SEATS, MIN_SEATS, SEAT
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.save_checks import check_fields
from wistar_env.kit.game.spec import GameSpec
from wistar_env.kit.game.spec_records import (
    ActionSpec,
    BotSpec,
    DataSpec,
    NetworkSpec,
    ObservationSpec,
    SaveSpec,
    ScoreSpec,
)

#: Values of a seat that reward weights can use.
_FEATURES: Final = ("condition", "turns", "crumbs", "pollution", "cheese", "num_potions")
_WORD: Final = 2
_ALL_BITS: Final = 0x7FFF


def _feature(name: str) -> tuple[tuple[int, int, int], ...]:
    """Return where a feature is stored: its word in ``SEAT``, a shift, and a mask."""
    if name not in (SEAT.names or ()):
        raise ValueError(
            f"the feature {name!r} must be a field of the record SEAT in "
            "wistar_env/games/lab_rats/state.py"
        )
    return ((offset(SEAT, name) // _WORD, 0, _ALL_BITS),)


def possible(data: Cards, num_players: int) -> npt.NDArray[np.bool_]:
    """Return a mask of the actions that can occur with the cards of ``data``."""
    tables = data.tables
    doors, potions = tables["doors"][0] > 0, tables["potions"][0] > 0
    found = np.ones(NUM_ACTIONS, np.bool_)
    for first in (SPEND, DISCARD, PASS):
        found[first : first + POTION_KINDS] = potions
    found[PASS : PASS + POTION_KINDS] &= doors[CONFUSION]
    found[LAY : LAY + DOOR_KINDS] = doors
    return found


_UNCHECKED: Final = GameSpec(
    name="lab-rats",
    title="Lab Rats",
    rules_version=1,
    max_players=MAX_SEATS,
    record=GAME,
    num_actions=NUM_ACTIONS,
    score_columns=SCORE_COLUMNS,
    observation_layout=layout,
    open_data=open_cards,
    min_players=MIN_SEATS,
    actions=ActionSpec(blocks=ACTION_BLOCKS, possible=possible),
    scores=ScoreSpec(
        max_points=MOST_CHEESE,
        points_name="cheese",
        features={name: _feature(name) for name in _FEATURES},
    ),
    observation=ObservationSpec(version=OBSERVATION_VERSION),
    data=DataSpec(folder=BUNDLED),
    bots=BotSpec(
        classes={"careful": "wistar_env.games.lab_rats.careful.agent:CarefulAgent"},
        ladder=("random", "careful", "mcts:simulations=100", "mcts:simulations=400"),
        weights=WEIGHTS,
    ),
    networks=NetworkSpec(
        value_scale=2,
        folder=Path(__file__).parent / "networks",
        default="lab-rats",
    ),
)


def check_games(data: GameData, records: npt.NDArray[Any], what: str) -> None:
    """Check that untrusted records can be continued.

    Raises ReplayError if a record is invalid.
    """
    check_fields(_UNCHECKED, records, what)
    check_records(cast(Cards, data).tables, records, what)


LAB_RATS: Final = replace(_UNCHECKED, saves=SaveSpec(check=check_games))
