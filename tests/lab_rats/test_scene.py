"""Scenes, text and choices: what a viewer may see of a position, and nothing else."""

import pytest

from tests.lab_rats.arranging import arrange
from tests.lab_rats.played import positions
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import DOOR_NAMES, POTION_NAMES
from wistar_env.games.lab_rats.scene import Pile, Scene


def potion(name: str) -> int:
    return POTION_NAMES.index(name)


def known(scene: Scene) -> list[str | None]:
    """Return what the viewer knows of the five Doors."""
    return [None if door.kind is None else DOOR_NAMES[door.kind] for door in scene.doors]


def everything_shown(game: LabRats, viewer: int) -> tuple[object, ...]:
    """Return all that people are shown of a position from a seat."""
    names = tuple(f"name {seat}" for seat in range(game.num_seats))
    pictures = [
        game.presentation.page_picture(viewer, names, choices=True, narrow=narrow)
        for narrow in (False, True)
    ]
    return (
        game.presentation.scene(viewer),
        game.presentation.render(viewer),
        [*game.presentation.seat_summary(viewer)],
        pictures,
    )


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_shown(players: int, seed: int) -> None:
    compared = 0
    for number, game in enumerate(positions(players, seed)):
        for viewer in range(players):
            if viewer == game.seat or (number + viewer) % 13:
                continue
            other = game.determinize(viewer, number)
            compared += other != game
            assert everything_shown(other, viewer) == everything_shown(game, viewer)
    assert compared > 10


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_deciding_seat_sees_the_same_whatever_others_hold(players: int) -> None:
    for number, game in enumerate(positions(players, 4 + players)):
        if number % 16 == 0 and not game.finished:
            other = game.determinize(game.seat, number)
            assert everything_shown(other, game.seat) == everything_shown(game, game.seat)


def test_a_sealed_choice_is_shown_to_its_own_seat_only() -> None:
    game = LabRats.new(4, 1)
    first = game.seat
    game.step(int(game.legal_actions()[0]))
    assert (
        game.presentation.scene(first).seats[first].chosen
        == game.presentation.scene(None).seats[first].chosen
    )
    assert "lay" in str(game.presentation.scene(first).seats[first].chosen)
    for other in range(4):
        if other != first:
            assert game.presentation.scene(other).seats[first].chosen is None


def test_a_seat_knows_its_own_door_and_open_ones() -> None:
    table = ("red", "Explosion", "blue", "purple", "Confusion")
    game = arrange(3, active=1, table=table, specimens=("red", "purple", "green"))
    assert known(game.presentation.scene(0)) == ["red", None, None, None, None]
    game.step(3)  # the first Door in the middle, which the purple mutation beats
    assert known(game.presentation.scene(0)) == ["red", None, None, "purple", None]
    assert known(game.presentation.scene(2)) == ["blue", None, None, "purple", None]
    assert known(game.presentation.scene(None)) == [*table]


def test_doors_are_counted_from_the_deciding_seat() -> None:
    game = arrange(3, active=1)
    for viewer in (None, 0, 1, 2):
        found = {door.place: door.number for door in game.presentation.scene(viewer).doors}
        assert found == {1: 0, 2: 1, 0: 2, 3: 3, 4: 4}
    assert [door.place for door in game.presentation.scene(2).doors] == [2, 0, 1, 3, 4]


def test_a_passed_potion_is_seen_by_giver_and_receiver() -> None:
    hands = {0: ["red"], 1: ["green"], 2: ["blue", "multicolour"]}
    game = arrange(3, table=("Confusion", "red", "red", "red", "red"), hands=hands)
    game.step(0)
    while game.decision == "Confusion":
        game.step(int(game.legal_actions()[0]))
    assert Pile(potion("green"), 1) in game.presentation.scene(1).seats[0].potions
    assert Pile(potion("green"), 1) in game.presentation.scene(0).seats[0].potions
    assert game.presentation.scene(2).seats[0].potions == ()


def test_an_exit_is_shown_while_it_is_paid() -> None:
    hands = {0: ["blue", "yellow"]}
    game = arrange(3, hands=hands, turns=1, exits=(0,), specimens=("red", "green", "blue"))
    assert not any(each.colours for each in game.presentation.scene(1).exits)
    game.step(6)
    shown = game.presentation.scene(1).exits[0]
    assert (shown.colours, shown.due) == ((0, 2, 5), (2, 5))


def test_choices_say_what_follows_as_far_as_it_is_known() -> None:
    game = arrange(3, table=("red", "red", "green", "red", "blue"), pollution={0: 1}, turns=1)
    sentences = {choice.action: choice.sentence for choice in game.presentation.choices()}
    assert sentences[0] == "open your own Door: it is a red obstacle"
    assert sentences[1] == "open the Door of the first player to the left"
    assert sentences[6] == "try an Exit: this hand passes 0 of the 8 Exits"
    game.step(0)
    stop = next(choice for choice in game.presentation.choices() if choice.action == 5)
    assert stop.effect == "1 crumb, 4 pollution, which kills"


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        (["green"], 0),
        (["multicolour", "multicolour"], 4),
        (["blue or purple", "orange or yellow"], 2),
    ],
)
def test_the_share_of_exits_counts_the_mutation(hand: list[str], passed: int) -> None:
    game = arrange(3, hands={0: hand}, turns=1, specimens=("red", "green", "blue"))
    found = next(choice for choice in game.presentation.choices() if choice.action == 6)
    assert found.effect == f"this hand passes {passed} of the 8 Exits"


def test_a_position_in_text_has_all_that_a_player_needs() -> None:
    game = arrange(
        3,
        hands={0: ["red", "red or green"], 1: ["blue"]},
        conditions={1: "injured", 2: "dead"},
        crumbs={0: 4},
        pollution={1: 2},
    )
    text = game.presentation.render(0)
    for part in (
        "Potions: red and red or green",
        "player_1: green mutation, injured",
        "player_2: blue mutation, dead",
        "0 cheese, 4 crumbs, 0 pollution",
        "0 cheese, 0 crumbs, 2 pollution",
        "1 Potion; 1 Door",
        "player_0 decides: begin the turn",
        "0: open your own Door",
    ):
        assert part in text
    assert "blue" not in text.split("player_1: green")[1].split("player_2")[0]
    assert next(game.presentation.seat_summary(0)).startswith(
        "Doors: player_0 closed (red obstacle);"
    )


def test_a_seat_must_exist() -> None:
    with pytest.raises(ValueError, match=r"seat .* 0 to 2, found 3"):
        LabRats.new(3, 1).presentation.scene(3)
