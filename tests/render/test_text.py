import re
from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, sampled, until
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.kit.game.breakdown import best_first


def test_the_text_names_actions_and_missions_without_the_names_of_the_data_files() -> None:
    text = middle().presentation.render()
    assert not re.search(r"\bS[1-6]\b", text)
    assert not re.search(r"(?<!Mission )\bm[1-6]\b", text)


@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize("table", TABLES)
def test_the_text_says_nothing_that_the_seat_cannot_know(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=9, **table), every=15, seed=9):
        for seat in range(1 if table["num_players"] == 1 else game.num_seats):
            assert game.determinize(seat, 5).presentation.render(seat) == game.presentation.render(
                seat
            )


def test_the_text_names_round_turn_order_and_decision() -> None:
    game = middle()
    text = game.presentation.render()
    assert "Rats of Wistar, round 3 of 5, turn " in text
    order = ", ".join(f"player_{seat}" for seat in game.record[0]["order"][:2])
    assert f"turn order {order}" in text
    assert f"player_{game.seat} decides: {game.decision}" in text


def test_the_text_lists_the_legal_actions_in_words_to_the_seat_that_decides() -> None:
    game = middle()
    text = game.presentation.render(game.seat)
    for item in game.presentation.menu():
        assert f"{item.action:>3} {item.text}" in text
    other = game.presentation.render(1 - game.seat)
    assert f"player_{game.seat} decides" in other
    assert f"\n  {game.legal_actions()[-1]:>3} " not in other


def test_the_text_shows_the_own_hand_and_of_others_only_what_is_known() -> None:
    game = until(
        RatsOfWistar.new(seed=1),
        lambda game: bool((game.record[0]["card_flags"] & 15 == 2).any()),
        seed=1,
    )
    hidden = game.components.names.cards[np.flatnonzero(game.record[0]["card_flags"] & 15 == 2)[0]]
    assert hidden in game.presentation.render(1)
    assert hidden not in game.presentation.render(0)
    assert "of them unknown" in game.presentation.render(0)


def test_starting_pairs_are_shown_with_all_that_is_printed_on_them() -> None:
    game = RatsOfWistar.new(seed=1)
    text = game.presentation.render()
    for card in game.record[0]["pairs"][:2].ravel():
        assert game.components.entries.cards[card] in text


def test_cards_show_cost_requirements_icons_vp_and_effect() -> None:
    entries = RatsOfWistar.new().components.entries
    assert entries.cards[176 - 1].startswith("Metal Storage (176): Basic Structure; ")
    assert entries.cards[176 - 1].endswith("; Endgame: Score 1 VP for each Metal")
    assert "pay 2 Metal, own " in entries.cards[80 - 1]
    assert (
        "3 VP; Immediate: Take 1 Movement. Score 1 VP for each completed Mission"
        in entries.cards[80 - 1]
    )


def test_a_revealed_mission_shows_its_rows_and_who_completed_them() -> None:
    game = until(
        RatsOfWistar.new(seed=2),
        lambda game: bool((game.record[0]["mission_open"] == 1).any()),
        seed=2,
    )
    place = int(np.flatnonzero(game.record[0]["mission_open"])[0])
    game.record["mission_cubes"][0, place, 0] = 1
    text = game.presentation.render()
    mission = game.record[0]["mission_card"][place]
    assert (
        f"{game.components.names.mission_places[place]}: {game.components.names.missions[mission]}"
        in text
    )
    for row in game.components.names.mission_rows[mission]:
        assert row in text
    assert "[player_1]" in text


def test_the_solo_text_shows_rat_o_bots_tracks_and_stock() -> None:
    game = until(
        RatsOfWistar.new(1, 1, level=4),
        lambda game: game.record["bot"]["action_next"][0] > 0,
        seed=1,
    )
    text = game.presentation.render()
    assert "turn order" in text
    assert "Rat-o-bot\n" in text
    assert "Track Structure" in text
    assert "Workers in stock" in text
    assert "Action cards of this round: P" in text


def test_a_finished_game_shows_the_result() -> None:
    game = until(RatsOfWistar.new(seed=4), lambda game: game.finished, seed=4)
    first, second = best_first(game.ranks())
    scores = game.scores()
    assert (
        f"The game is over: player_{first} {scores[first]['total']} VP, "
        f"player_{second} {scores[second]['total']} VP"
    ) in game.presentation.render()
    assert "decides" not in game.presentation.render()


def test_a_used_card_a_tent_and_a_private_objective_are_shown() -> None:
    game = middle()
    g = game.record
    player = g["players"][0, 0]
    card = 100
    g["next"][0, card], g["card_flags"][0, card] = player["played"], 128
    player["played"] = card
    player["tents"][0], player["private"], player["heroes"] = 2, 1, 1
    text = game.presentation.render(0)
    assert f"{game.components.entries.in_play[card]} [used]" in text
    assert "Tent of player_0" in text
    assert f"private: {game.components.names.objectives[0]}" in text
    assert f"Heroes: {game.components.names.heroes[0]}" in text


@pytest.mark.parametrize("seat", [2, -1])
def test_a_view_of_a_missing_seat_is_rejected(seat: int) -> None:
    with pytest.raises(ValueError, match=r"seat .* 0 to 1"):
        RatsOfWistar.new().presentation.render(seat)


def test_a_rat_o_bot_without_tracks_advanced_still_renders_at_the_start() -> None:
    game = RatsOfWistar.new(1, seed=1, level=0)
    assert "Starting pairs" in game.presentation.render()
    assert str(actions.PAIR) in game.presentation.render()
