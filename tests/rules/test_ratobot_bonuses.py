"""The bonuses on Rat-o-bot's Action cards (BOT-50 to BOT-55), and its rounds (BOT-20 to BOT-28)."""

import pytest

from tests.scenes import plain_mission
from tests.solo import BOT, HUMAN, Solo
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.tables.limits import BOT_ACTIONS


@pytest.mark.ledger("BOT-50")
@pytest.mark.parametrize("mission_first", [True, False])
def test_bonuses_are_taken_from_top_to_bottom(mission_first: bool) -> None:
    bonuses = ["mission agility", "advance strength"]
    solo = Solo().card("dig", bonuses=bonuses if mission_first else bonuses[::-1])
    solo.token("strength", "structure").token("agility", "tool")
    solo.track("structure", 1, "explore")
    solo.bot.explorer("D")
    solo.mission("D1", "The locked chest", revealed=False)
    solo.game["mission_card"][solo.words.place("D2")] = NONE
    solo.explores("reveal")
    solo.bot_turn()
    assert solo.advances("structure") == 1
    assert solo.advances("tool") == int(mission_first)
    assert solo[BOT].mission_cubes == int(not mission_first)


@pytest.mark.ledger("BOT-51", "TURN-04")
def test_bonus_cards_takes_two_advanced_cards_and_advances() -> None:
    solo = Solo().card("dig", bonuses=["cards perception"]).token("perception", "tool")
    row, basic = solo.shown("advanced"), solo.shown("basic")
    solo.bot_turn()
    assert all(solo.game["card_at"][solo.words.card(str(card))] == AT_BOT_PILE for card in row[:2])
    assert solo.shown("advanced")[2:] == row[2:]
    assert solo.shown("basic") == basic
    assert solo.record["cards"] == 2
    assert solo.advances("tool") == 1


@pytest.mark.ledger("BOT-45", "BOT-51", "TURN-04")
def test_the_gaps_of_the_action_stay_open_for_the_bonus() -> None:
    solo = Solo().card("projects", bonuses=["cards perception"])
    solo.bot.workers(farm=3)
    row = solo.shown("advanced")
    solo.bot_turn()
    assert all(solo.game["card_at"][solo.words.card(str(card))] == AT_BOT_PILE for card in row)
    assert solo.record["cards"] == 6


@pytest.mark.ledger("BOT-52", "BOT-22")
def test_bonus_guest_takes_the_round_guest_and_advances() -> None:
    solo = Solo().card("dig", bonuses=["guest stamina"]).token("stamina", "tool")
    solo.reprint("guests", "G10", timing="immediate", effect="vp 5").round_guest("G10")
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert solo[BOT].guests == ["G10"]
    assert solo.game["round_guest"] == NONE
    assert solo[BOT].vp == 10
    assert solo.advances("tool") == 1


@pytest.mark.ledger("BOT-52", "SETUP-11")
def test_bonus_guest_falls_back_on_a_basement_guest_of_the_supply() -> None:
    solo = Solo().card("dig", bonuses=["guest stamina"])
    solo.on_supply("G20")
    solo.game["round_guest"] = NONE
    solo.bot_turn()
    assert solo[BOT].guests == ["G20"]


@pytest.mark.ledger("BOT-52", "BOT-24")
def test_bonus_guest_without_a_room_digs_leaves_the_tile_and_still_advances() -> None:
    solo = Solo().card("wood", bonuses=["guest stamina"]).token("stamina", "tool")
    solo.bot.full_board()
    solo.round_guest("G10").bot_turn()
    assert solo[BOT].guests == []
    assert solo.game["round_guest"] != NONE
    assert solo[BOT].rooms_dug == 1
    assert solo.advances("tool") == 1


@pytest.mark.ledger("BOT-52", "AMB-62")
def test_bonus_guest_digs_without_a_room_even_where_no_guest_is_left() -> None:
    solo = Solo().card("wood", bonuses=["guest stamina"]).token("stamina", "tool")
    solo.game["round_guest"] = NONE
    solo.game["supply_size"] = 0
    solo.bot.full_board()
    solo.bot_turn()
    assert (solo[BOT].guests, solo[BOT].rooms_dug) == ([], 1)
    assert solo.advances("tool") == 1


@pytest.mark.ledger("BOT-53", "BOT-75", "BOT-23")
def test_bonus_advance_moves_the_cube_of_the_track_with_the_token() -> None:
    for skill in ("strength", "agility", "perception", "intelligence", "stamina"):
        for symbol in ("structure", "tool", "automaton"):
            solo = Solo().card("wood", bonuses=[f"advance {skill}"]).token(skill, symbol)
            solo.bot_turn()
            others = {"structure", "tool", "automaton"} - {symbol}
            assert solo.advances(symbol) == 1
            assert all(solo.advances(other) == 0 for other in others)


@pytest.mark.ledger("BOT-53")
def test_two_advances_of_one_card_use_their_own_tokens() -> None:
    solo = Solo().card("wood", bonuses=["advance agility", "advance strength"])
    solo.token("agility", "tool").token("strength", "structure").bot_turn()
    assert (solo.advances("structure"), solo.advances("tool")) == (1, 1)


@pytest.mark.ledger("BOT-54", "BOT-47")
def test_bonus_mission_completes_one_or_advances() -> None:
    solo = Solo().card("wood", bonuses=["mission strength"]).token("strength", "tool").bot_turn()
    assert (solo.advances("tool"), solo[BOT].mission_cubes) == (1, 0)

    solo = Solo().card("wood", bonuses=["mission strength"]).token("strength", "tool")
    plain_mission(solo, "D1", "The locked chest")
    solo.bot.explorer("D")
    solo.bot_turn()
    assert (solo.advances("tool"), solo[BOT].mission_cubes) == (0, 1)


@pytest.mark.ledger("BOT-55")
def test_bonus_cheese_takes_the_cheese_before_a_guest() -> None:
    solo = Solo().card("wood", bonuses=["cheese stamina"]).guest_in("G", "G20")
    solo.bot.explorer("G")
    solo.bot_turn()
    assert solo[BOT].guests == ["Cheese 6"]
    assert list(solo.record["positions"]) == [0, 0, 0]


@pytest.mark.ledger("BOT-55")
def test_without_cheese_it_takes_a_guest_of_its_explorers_room() -> None:
    solo = Solo().card("wood", bonuses=["cheese stamina"]).guest_in("E", "G10")
    solo.bot.explorer("E")
    solo.bot_turn()
    assert solo[BOT].guests == ["G10"]
    assert list(solo.record["positions"]) == [0, 0, 0]


@pytest.mark.ledger("BOT-55", "EXPL-10")
def test_for_bonus_cheese_tents_do_not_count() -> None:
    solo = Solo().card("wood", bonuses=["cheese stamina"]).token("stamina", "tool")
    solo.guest_in("E").bot.explorer("E").tent("G", "F")
    solo.bot_turn()
    assert solo[BOT].guests == []
    assert solo.advances("tool") == 1


@pytest.mark.ledger("BOT-55", "BOT-24")
def test_bonus_cheese_without_a_room_digs_and_leaves_the_cheese() -> None:
    solo = Solo().card("wood", bonuses=["cheese stamina"])
    solo.bot.explorer("G").full_board()
    solo.bot_turn()
    assert (solo[BOT].guests, solo[BOT].rooms_dug) == ([], 1)
    assert solo.game["cheese_size"] == 1
    assert list(solo.record["positions"]) == [0, 0, 0]


@pytest.mark.ledger("BOT-55", "AMB-51")
@pytest.mark.parametrize(("room", "advances"), [("E", 0), ("G", 0), ("A", 1)])
def test_bonus_cheese_advances_only_where_no_tile_is_though_it_could_not_take_one(
    room: str, advances: int
) -> None:
    solo = Solo().card("wood", bonuses=["cheese stamina"]).token("stamina", "tool")
    solo.guest_in("E", "G10").bot.explorer(room).dug(6).beds(6).guests("G01", "G02", "G03")
    solo.bot_turn()
    assert len(solo[BOT].guests) == 3
    assert solo.advances("tool") == advances


# ---------------------------------------------------------------- rounds


@pytest.mark.ledger("BOT-25", "BOT-110", "ROUND-05", "CONF-15")
def test_a_round_ends_when_both_have_placed_three_chiefs_which_then_return() -> None:
    solo = Solo()
    while solo.game["round"] == 1:
        assert solo[HUMAN].chiefs + solo[BOT].chiefs > 0
        solo.end_turn()
    assert solo.game["round"] == 2
    placed = int(solo.game["hut_size"]) + int((solo.game["chiefs"] != NONE).sum())
    assert 6 - solo[HUMAN].chiefs - solo[BOT].chiefs == placed <= 1


@pytest.mark.ledger("BOT-110", "END-01")
def test_the_game_ends_after_five_rounds() -> None:
    solo = Solo()
    rounds = [int(solo.game["round"])]
    while not solo.finished:
        solo.end_turn()
        rounds.append(int(solo.game["round"]))
    assert sorted(set(rounds)) == [1, 2, 3, 4, 5]


@pytest.mark.ledger("BOT-26")
def test_each_round_three_of_all_seven_action_cards_are_used_anew() -> None:
    used = []
    for seed in range(12):
        solo = Solo(seed=seed)
        for _ in range(4):
            solo.next_round()
            first = [int(card) for card in solo.record["actions"]]
            assert sorted(first) == list(range(BOT_ACTIONS))
            assert solo.record["action_next"] <= 1
            used.append(tuple(first))
    assert len(set(used)) > len(used) // 2


@pytest.mark.ledger("BOT-26")
def test_within_a_round_no_action_card_comes_twice() -> None:
    solo = Solo().next_round()
    order = [int(card) for card in solo.record["actions"]]
    number = int(solo.game["round"])
    while solo.game["round"] == number:
        assert [int(card) for card in solo.record["actions"]] == order
        assert solo.record["action_next"] == 3 - solo[BOT].chiefs
        solo.end_turn()


@pytest.mark.ledger("BOT-27", "ROUND-06", "ROUND-07", "ROUND-10")
def test_the_guest_the_wheel_and_the_display_change_with_the_round() -> None:
    solo = Solo()
    for number in range(BOT_ACTIONS):
        solo.tables["bot_actions"][number]["main"] = 0
        solo.tables["bot_actions"][number]["bonus"] = NONE
    wheel = [int(sector) for sector in solo.game["wheel"]]
    guests = [int(guest) for guest in solo.game["round_guests"]]
    rows = {tier: solo.shown(tier) for tier in ("basic", "advanced")}
    solo.next_round()
    assert solo.record["cards"] == 0
    assert [int(sector) for sector in solo.game["wheel"]] == wheel[-1:] + wheel[:-1]
    assert solo.game["round_guest"] == guests[1]
    for tier, row in rows.items():
        assert solo.shown(tier)[2:] == row[:2]


@pytest.mark.ledger("BOT-28", "ROUND-02", "ROUND-03", "BOT-34")
def test_the_chiefs_of_both_on_the_hut_set_the_turn_order() -> None:
    solo = Solo()
    for number in range(BOT_ACTIONS):
        solo.tables["bot_actions"][number]["main"] = number % 3
    solo.chief(BOT, "explore").card("hut").bot_turn()
    assert list(solo.game["hut"][:2]) == [HUMAN, BOT]
    assert solo.next_round().order == [HUMAN, BOT]
    for number in range(BOT_ACTIONS):
        solo.tables["bot_actions"][number]["main"] = number % 3
    assert solo.next_round().order == [HUMAN, BOT]
    assert solo.card("hut").next_round().order == [BOT, HUMAN]
