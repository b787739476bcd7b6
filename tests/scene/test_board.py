from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.scene.board import places_of


def test_the_bundled_farm_lies_as_its_rooms_are_called() -> None:
    locations = open_components().data.farm.location
    where = places_of([(each.kind, each.at) for each in locations])
    named = {each.name: at for each, at in zip(locations, where, strict=True)}
    assert named["top floor, left"] == (0, 0)
    assert named["ground floor, right"] == (1, 1)
    assert named["Basement, left"] == (0, 2)
    assert named["entrance"][0] == 2


def test_a_farm_without_places_lies_in_rows_with_the_home_above_the_basement() -> None:
    kinds = [None, *["home"] * 3, *["basement"] * 4]
    places = places_of([(kind, None) for kind in kinds])
    assert places == [(2, 0), (0, 0), (1, 0), (0, 1), (0, 2), (1, 2), (0, 3), (1, 3)]


def test_places_that_are_not_all_there_or_not_all_different_do_not_count() -> None:
    assert places_of([(None, [0, 0]), ("home", [0, 0])]) == [(2, 0), (0, 0)]
    assert places_of([(None, [5, 5]), ("home", None)]) == [(2, 0), (0, 0)]
