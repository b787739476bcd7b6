"""What cards and the positions of the Wheel are, as numbers."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.builder import Position
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.card_features import effect_features, features_of
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.tables import language
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.kit.game.place_features import PlaceFeatures

FEATURES = open_components(None).features(num_players=2)


def test_a_card_is_described_as_it_is_printed() -> None:
    data = open_components(None).data
    card = next(card for _, card in data.cards() if card.number == 1)
    assert (card.cost, card.effect) == ("wood 3, metal 2", "open_door, move_explorer")
    assert FEATURES["card"].describe(0) == {
        "type tool": 1,
        "tier advanced": 1,
        "timing immediate": 1,
        "vp printed": 6,
        "icon intelligence": 1,
        "cost wood": 3,
        "cost metal": 2,
        "open_door": 1,
        "move_explorer": 1,
    }


@pytest.mark.parametrize("word", OPS)
def test_every_op_has_a_column(word: str) -> None:
    names = FEATURES["card"].names
    assert any(name == word or name.startswith(f"{word} ") for name in names)


@pytest.mark.parametrize(
    ("effect", "features"),
    [
        ("on take_wood: wood 1, vp 1", {"on take_wood": 1, "wood": 1, "vp": 1}),
        (
            "on play_icon strength: draw basic 2",
            {"on play_icon": 1, "on play_icon strength": 1, "draw basic": 2},
        ),
        ("if electricity 1: explore 2", {"if electricity": 1, "explore": 2}),
        ("pay item 2: build_bed_free 1", {"pay item": 2, "build_bed_free": 1}),
        ("per mission_cubes: vp 3", {"per mission_cubes": 1, "vp": 3}),
        ("wood 1 or metal 2", {"alternatives": 2, "wood": 1, "metal": 2}),
        (
            "discount tool either 2",
            {"discount tool": 2, "discount either": 2},
        ),
        ("foes_more guests: lose_vp 3", {"foes_more guests": 1, "lose_vp": 3}),
    ],
)
def test_effects_are_sums_of_their_rows(effect: str, features: dict[str, float]) -> None:
    rows = open_components(None).tables[0]["ops"][:8].copy()
    parsed = language.parse(effect)
    for place, row in zip(rows, parsed, strict=False):
        for name in ("op", "a", "b", "c", "per", "skip"):
            place[name] = getattr(row, name)
    assert dict(effect_features(rows[: len(parsed)])) == features


def test_a_position_is_described_by_its_main_action_and_the_next_one() -> None:
    assert FEATURES["position"].describe(0) == {"main wood": 1, "next main dig": 1}
    assert FEATURES["position"].describe(5) == {"main explore": 1, "next main wood": 1}
    tables = open_components(None).tables.copy()
    main_at = tables["main_at"][0]
    main_at[:2] = main_at[1::-1]
    other = features_of(tables[0], num_players=2)
    assert other["position"].describe(0) == {"main dig": 1, "next main wood": 1}
    assert other["position"].describe(5) == {"main explore": 1, "next main dig": 1}
    assert other["board position"].describe(1) == {"main wood": 1}
    assert other["board position"].describe(6) == {"alchemist's hut": 1}


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_sector_space_is_described_by_the_side_for_the_players(num_players: int) -> None:
    sectors = open_components(None).data.wheel.sector
    features = open_components(None).features(num_players)["sector space"]
    for number, sector in enumerate(sectors):
        # BOT-01: a solo game has the side of two players.
        face = sector.face_2 if num_players <= 2 else sector.face_3_4
        for space in range(3):
            bonuses = face[space].split(", ") if space < len(face) else []
            assert features.describe(3 * number + space) == {
                f"sector {number + 1}": 1,
                f"space {space + 1}": 1,
                **{f"bonus {bonus}": 1 for bonus in bonuses},
            }


@pytest.mark.parametrize("num_players", [-1, 0, 5, True])
def test_no_features_are_for_numbers_of_players_that_no_game_has(num_players: int) -> None:
    with pytest.raises((TypeError, ValueError), match="num_players"):
        open_components(None).features(num_players)


def test_the_next_main_action_is_where_the_sector_turns() -> None:
    position = Position(2)
    before = position.game["wheel"].tolist()
    after = position.next_round().game["wheel"].tolist()
    for place, sector in enumerate(before):
        told = FEATURES["position"].describe(place)
        (following,) = (name.removeprefix("next ") for name in told if name.startswith("next"))
        assert following in FEATURES["position"].describe(after.index(sector))


def test_features_are_computed_once_for_each_number_of_players() -> None:
    components = open_components(None)
    assert components.features(2) is FEATURES
    assert components.features(4) is components.features(4) is not FEATURES


def test_no_two_cards_are_the_same() -> None:
    values = FEATURES["card"].values
    assert len({row.tobytes() for row in values}) == len(values)


def test_columns_do_not_depend_on_the_data() -> None:
    assert features_of(open_components(None).tables[0], 1)["card"].names == FEATURES["card"].names
    assert not FEATURES["card"].values.flags.writeable


def test_tables_fit_the_axes_of_observations_and_actions() -> None:
    for block in RatsOfWistar.spec.observation_layout(1).blocks:
        for axis, length in zip(block.axes, block.shape, strict=True):
            if axis in FEATURES:
                assert len(FEATURES[axis].values) == length, block.name
    sizes = dict(RatsOfWistar.spec.actions.blocks)
    for name, axis in RatsOfWistar.spec.actions.axes.items():
        assert sizes[name] % len(FEATURES[axis].values) == 0, name


def test_names_and_values_must_agree() -> None:
    with pytest.raises(ValueError, match="must have 2 columns"):
        PlaceFeatures(("a", "b"), np.zeros((3, 1), np.float32))
    with pytest.raises(ValueError, match="found more than once: a"):
        PlaceFeatures(("a", "a"), np.zeros((3, 2), np.float32))


def test_the_page_has_the_sizes_of_the_tables() -> None:
    page = (Path(__file__).parents[1] / "docs" / "card-sets.md").read_text("utf-8")
    sizes = {axis: table.values.shape for axis, table in FEATURES.items()}
    (told,) = re.findall(r"^# \{(.*), \.\.\.\}$", page, re.MULTILINE)
    assert str(sizes).removeprefix("{").startswith(told)
