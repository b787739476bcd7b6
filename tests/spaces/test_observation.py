import hashlib

import numpy as np
import pytest

from tests.games import middle, sampled
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.spaces.alternatives import SHOWN
from wistar_env.games.rats_of_wistar.spaces.blocks import BOT, COMMON, HIDDEN, OBS_VERSION, SEAT
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout, state_layout
from wistar_env.kit.game.view import View
from wistar_env.kit.layout import Layout

LAYOUTS = [f(n) for f in (observation_layout, state_layout) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_blocks_follow_each_other_without_gaps(layout: Layout) -> None:
    end = 0
    for block in layout.blocks:
        assert block.start == end
        end += block.size
    assert layout.size == end
    assert layout.limit.shape == layout.scale.shape == (end,)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_two_blocks_of_a_layout_have_the_same_name(layout: Layout) -> None:
    names = [block.name for block in layout.blocks]
    assert len(names) == len(set(names))


def test_raw_counts_fit_into_a_byte() -> None:
    for section in (COMMON, BOT, SEAT, HIDDEN):
        assert all(block.limit <= 255 for block in section.blocks)


def test_a_changed_layout_needs_a_new_version() -> None:
    declared = [
        (block.name, block.axes, block.shape, block.limit)
        for section in (COMMON, BOT, SEAT, HIDDEN)
        for block in section.blocks
    ]
    # A new op goes behind these, where there is room for it.
    digest = hashlib.sha256(repr((declared, SHOWN[:53])).encode()).hexdigest()[:16]
    assert (OBS_VERSION, digest) == (3, "fefce7c0e340cdee"), (
        "the blocks have changed: raise OBS_VERSION in "
        "wistar_env/games/rats_of_wistar/spaces/blocks.py, and write version and digest here"
    )


def test_views_are_the_memory_of_the_observation() -> None:
    game = RatsOfWistar.new(seed=1)
    observation = game.observe(0)
    views = game.layout.views(observation)
    views["me.wood"][...] = 0.5
    assert 0.5 in observation
    assert views["wheel"].shape == (6, 6)
    assert sum(view.size for view in views.values()) == observation.size


def test_a_vector_of_another_size_is_rejected() -> None:
    with pytest.raises(ValueError, match="must have shape"):
        observation_layout(2).views(np.zeros(7, np.float32))


def test_a_description_says_in_words_what_is_there() -> None:
    game = RatsOfWistar.new(seed=1)
    said = game.presentation.describe_observation(game.observe(game.seat))
    assert said["decision"] == ["choose pair"]
    assert said["round"] == ["0"]
    assert said["decks"] == {"basic": 98, "advanced": 78}
    assert said["me.vp"] == 10
    assert said["me.explorer"] == ["A (entrance)"]
    assert said["me.workers"] == {}
    wheel = said["wheel"]
    assert isinstance(wheel, dict)
    assert next(iter(wheel)) == "Collecting Wood"
    assert sorted(sector for sectors in wheel.values() for sector in sectors) == [
        "S1", "S2", "S3", "S4", "S5", "S6",
    ]  # fmt: skip


def test_a_description_of_a_game_in_progress_names_the_cards() -> None:
    game = middle()
    said = game.presentation.describe_observation(game.observe(0))
    cards = game.components.labels.cards
    display = [card for card in game.record[0]["display"].ravel() if card >= 0]
    assert set(said["display"]) == {cards[card] for card in display}  # type: ignore[arg-type]


@pytest.mark.parametrize("num_players", [0, 5, 2.0, True, "2"])
def test_other_numbers_of_players_have_no_layout(num_players: int) -> None:
    with pytest.raises((TypeError, ValueError), match=r"num_players .* 1 to 4"):
        observation_layout(num_players)


def test_an_entry_is_found_by_its_name() -> None:
    layout = observation_layout(3)
    numbers = layout.views(np.arange(layout.size))
    assert layout.index("rival_2.wood") == numbers["rival_2.wood"]
    assert layout.index("me.workers", 2) == numbers["me.workers"][2]
    assert layout.index("wheel", 4, 1) == numbers["wheel"][4, 1]
    assert layout.index("wheel") == numbers["wheel"][0, 0]
    with pytest.raises(ValueError, match=r"'me.mood' is not a block"):
        layout.index("me.mood")
    for place in [(6, 0), (-1, 0), (2,), (0, 0, 0)]:
        with pytest.raises(ValueError, match=r"'wheel' .* \(6, 6\)"):
            layout.index("wheel", *place)


def test_an_action_is_found_by_its_name() -> None:
    start = 0
    for name, size in RatsOfWistar.spec.actions.blocks:
        assert (RatsOfWistar.spec.action(name), RatsOfWistar.spec.action(name, size - 1)) == (
            start,
            start + size - 1,
        )
        start += size
    with pytest.raises(ValueError, match="'DANCE'"):
        RatsOfWistar.spec.action("DANCE")
    with pytest.raises(ValueError, match=r"PLAY .* 0 to 179"):
        RatsOfWistar.spec.action("PLAY", 180)


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_the_seat_of_a_rival_is_the_same_all_game(num_players: int) -> None:
    """Turn orders change; who a rival is can be seen (`rival_1` is the next in turn order)."""
    layout, moved = observation_layout(num_players), set()
    for game in sampled(RatsOfWistar.new(num_players, seed=7), 9):
        order = game.record["order"][0].tolist()[: game.num_seats]
        for seat in range(game.num_players):
            views = layout.views(game.observe(seat))
            first = order.index(seat)
            for k in range(1, game.num_seats):
                rival = order[(first + k) % game.num_seats]
                offset = int(np.flatnonzero(views[f"rival_{k}.seat"])[0])
                assert (seat + offset) % game.num_seats == rival
                moved.add((k, offset))
    assert len(moved) > game.num_seats - 1 or num_players < 3


def test_a_view_has_the_counts_of_batches() -> None:
    game = middle()
    view = View(game, game.seat)
    layout = observation_layout(2)
    assert view.counts.dtype == np.uint8
    assert np.allclose(view.counts * layout.scale, view.observation)
