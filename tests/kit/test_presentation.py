"""A game has only what players and bots need; texts and pictures are in its presentation."""

from collections.abc import Sequence

import pytest

from tests.kit.nim import Nim
from wistar_env.games import lab_rats, rats_of_wistar
from wistar_env.kit.game import Game, Presentation, Presented

#: Everything that players and bots of any game use; all else belongs to the presentation or
#: ``spec``.
NAMES = {
    *("spec", "presentation", "data", "record", "layout"),
    *("new", "from_bytes", "from_string", "to_bytes", "clone", "determinize"),
    *("num_players", "num_seats", "seat", "decision", "turn", "num_decisions", "finished"),
    *("legal_actions", "action_mask", "step", "describe", "chance_outcomes"),
    *("observe", "observe_and_mask", "state"),
    *("scores", "ranks", "report"),
    "options",
}
#: What the two games add: their data, and what their rules know and other games lack.
OWN = {
    rats_of_wistar.RatsOfWistar: {"components", "round", "winner", "level", "tracks"},
    lab_rats.LabRats: {"cards"},
}


class Roman(Presentation):
    __slots__ = ()

    def position_in_words(self, seat: int) -> str:
        return f"{self.game.num_players} play"


class RomanNim(Nim):
    presentation = Presented(Roman)

    __slots__ = ()


def public(game: type[Game]) -> set[str]:
    return {name for name in dir(game) if not name.startswith("_")}


def test_a_game_has_at_most_thirty_public_names() -> None:
    assert public(Game) | {"spec"} == NAMES
    assert len(NAMES) <= 30


@pytest.mark.parametrize("game", OWN)
def test_the_two_games_add_few_names(game: type[Game]) -> None:
    assert public(game) - NAMES == OWN[game]


@pytest.mark.parametrize("game", [Nim, *OWN])
def test_no_name_is_both_of_a_game_and_of_its_presentation(game: type[Game]) -> None:
    shown = {name for name in dir(game.presentation) if not name.startswith("_")}
    assert not public(game) & shown


def test_a_presentation_belongs_to_a_game_and_its_class_to_the_class() -> None:
    game = RomanNim.new(3, 1)
    assert RomanNim.presentation is Roman
    assert isinstance(game.presentation, Roman)
    assert game.presentation.game is game
    assert game.presentation.position_in_words(0) == "3 play"
    assert type(game.clone().presentation) is Roman


def test_a_game_without_one_has_the_plain_presentation() -> None:
    assert Nim.presentation is Presentation
    assert Nim.new(2, 1).presentation.seat_names == ("player_0", "player_1")


def test_titles_of_scores_are_those_of_the_columns_unless_a_presentation_has_others() -> None:
    def titles(game: Game) -> Sequence[str]:
        return [title for title, _ in game.presentation.breakdown().rows]

    game = lab_rats.LabRats.new(3, 1)
    while not game.finished:
        game.step(int(game.legal_actions()[-1]))
    assert set(titles(game)) <= {"Crumbs", "Exits", "Surviving alone"}
    assert lab_rats.LabRats.presentation.score_titles.keys() == {*game.spec.score_columns} - {
        "cheese"
    }
