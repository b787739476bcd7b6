"""What observations say of the Doors that a seat has not seen."""

import hashlib

import numpy as np
import numpy.typing as npt
import pytest

from tests.lab_rats.arranging import arrange
from tests.lab_rats.citing import cites
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.blocks import OBSERVATION_VERSION, layout
from wistar_env.games.lab_rats.kinds import DOOR_KINDS, DOOR_NAMES
from wistar_env.games.lab_rats.outcomes import OUTCOME_NAMES

DECK = ["Instant Death", "Explosion", "Radioactive Explosion", "Confusion", "Potion Box"]


def seen(game: LabRats, viewer: int) -> tuple[dict[str, int], int]:
    return unseen_of(game, game.observe(viewer))


def unseen_of(game: LabRats, vector: npt.NDArray[np.float32]) -> tuple[dict[str, int], int]:
    counts = game.layout.counts(vector)
    unseen = dict(zip(OUTCOME_NAMES, counts["unseen"].tolist(), strict=True))
    return unseen, int(counts["risk"])


@cites("LAB-73", "LAB-76")
def test_unseen_doors_are_counted_by_what_they_do_to_the_viewer() -> None:
    game = arrange(
        specimens=["red", "green", "blue"],
        hands={0: ["green"], 1: ["blue or purple"]},
        doors={0: ["yellow"], 1: ["orange"], 2: ["yellow"]},
        table=["red", "green", "blue", "purple", "yellow"],
        door_deck=DECK,
    )
    # Seat 0 has not seen the Doors of 1 and 2, on the table and in the hand, the two of the middle
    # and the deck; it beats green with its Potion, and red by its mutation.
    assert seen(game, 0) == (
        {
            "a Potion": 1,
            "an obstacle that the hand beats": 1,
            "an injury": 6,
            "pollution": 1,
            "death": 1,
            "none of these": 1,
        },
        100 * 7 // 11,
    )
    # Seat 1 sees its own green and orange, and beats blue and purple.
    assert seen(game, 1) == (
        {
            "a Potion": 1,
            "an obstacle that the hand beats": 2,
            "an injury": 5,
            "pollution": 1,
            "death": 1,
            "none of these": 1,
        },
        100 * 6 // 11,
    )


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_a_door_is_no_longer_counted_once_it_is_seen(num_players: int) -> None:
    game, chance = LabRats.new(num_players, 5), np.random.default_rng(5)
    while not game.finished:
        for viewer in range(num_players):
            counts = game.layout.counts(game.observe(viewer))
            unseen = counts["num_doors"][1:].sum() + counts["closed"].sum() + counts["door_deck"]
            own_closed = counts["closed"][0] and counts["table"][0].any()
            assert counts["unseen"].sum() == unseen - own_closed
        game.step(int(chance.choice(game.legal_actions())))


def test_who_sees_all_cards_has_no_unseen_doors() -> None:
    game = LabRats.new(3, 1)
    assert unseen_of(game, game.state()) == (dict.fromkeys(OUTCOME_NAMES, 0), 0)


def test_the_events_have_their_outcomes_in_the_order_of_the_kinds() -> None:
    events = DOOR_NAMES[6:DOOR_KINDS]
    outcomes = []
    for event in events:
        game = arrange(table=["red", "green", "blue", "purple", "orange"], door_deck=[event])
        alone = arrange(table=["red", "green", "blue", "purple", "orange"], door_deck=[])
        more = game.layout.counts(game.observe(0))["unseen"]
        outcomes.append(int(np.argmax(more - alone.layout.counts(alone.observe(0))["unseen"])))
    assert [OUTCOME_NAMES[k] for k in outcomes] == [
        "a Potion",
        "none of these",
        "pollution",
        "an injury",
        "death",
        "none of these",
        "none of these",
    ]


def test_a_changed_layout_needs_a_new_version() -> None:
    declared = [
        (block.name, block.axes, block.shape, block.limit)
        for num_players in (3, 4, 5)
        for block in layout(num_players).blocks
    ]
    digest = hashlib.sha256(repr(declared).encode()).hexdigest()[:16]
    assert (OBSERVATION_VERSION, digest) == (2, "6aec130e0c6e4647"), (
        "the blocks have changed: raise OBSERVATION_VERSION in "
        "wistar_env/games/lab_rats/blocks.py, and write version and digest here"
    )
