from collections import Counter
from itertools import product
from typing import Any, cast

import numpy as np

from tests.games import TABLES, sampled
from tests.rewards.custom import features
from tests.rewards.named import choose_reward
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.spaces.features import FEATURES
from wistar_env.games.rats_of_wistar.spaces.observation import state_layout
from wistar_env.kit.rewards import Weighted

#: What random players seldom have, so that only its absence may have been seen.
RARE = {"heroes", "skill_tokens", "electricity", "claimed"}


def clipped(game: RatsOfWistar) -> set[str]:
    """Return the names of blocks in which a count may be larger than is shown."""
    layout = state_layout(game.num_players)
    views = layout.views(game.state())
    limits = {block.name: block.limit for block in layout.blocks}
    return {name for name, values in views.items() if limits[name] > 1 and (values == 1).any()}


def test_a_feature_is_the_sum_over_the_block_of_its_name() -> None:
    rewards = {name: choose_reward(Weighted({name: 1.0})) for name in FEATURES}
    seen: Counter[str] = Counter()
    for table, seed in product(TABLES, range(3)):
        begun = RatsOfWistar.new(seed=seed, **cast(Any, table))
        for game in sampled(begun.clone(), every=9, seed=seed):
            unsure = clipped(game) | clipped(begun)
            for seat in range(game.num_seats):
                now, first = features(game, seat), features(begun, seat)
                for name, reward in rewards.items():
                    if f"player_{seat}.{name}" not in unsure:
                        gained = reward.function(begun, game)[seat]
                        assert gained == now[name] - first[name], (name, seat)
                        seen[name] += gained != 0
    unchanged = {name for name in FEATURES if not seen[name]} - RARE
    assert not unchanged, f"no game changed them: add what is rare to RARE of {__file__}"


def test_bits_are_counted_one_by_one() -> None:
    for name, field in (("heroes", "heroes"), ("claimed", "claims"), ("abilities", "cubes_gone")):
        game, other = RatsOfWistar.new(seed=1), RatsOfWistar.new(seed=1)
        other.record["players"][field][0, 1] = 0b10011
        assert choose_reward(Weighted({name: 0.5})).function(game, other) == [0, 1.5]


def test_each_feature_has_a_distinct_meaning_and_range() -> None:
    parts = [part for feature in FEATURES.values() for part in feature.parts]
    assert len(set(parts)) == len(parts)
    assert all(feature.meaning and feature.name == name for name, feature in FEATURES.items())


def test_a_number_below_zero_is_added_as_it_is() -> None:
    game, other = RatsOfWistar.new(seed=1), RatsOfWistar.new(seed=1)
    other.record["players"]["vp"][0, 0] = np.int16(-7)
    assert choose_reward(Weighted({"vp": 1.0})).function(game, other) == [-17, 0]
