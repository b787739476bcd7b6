"""Rat-o-bot's tracks (BOT-75 to BOT-94)."""

import pytest

from tests.scenes import plain_mission
from tests.solo import BOT, HUMAN, SYMBOLS, Solo
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import TRACK_SPACES

DOORS = ("A-B", "A-D", "B-C", "B-D")


def advancing(effect: str = "nothing", line: str = "", **values: int) -> Solo:
    """Rat-o-bot is to advance onto a track space with this effect."""
    solo = Solo().card("wood", bonuses=["advance strength"]).token("strength", "tool")
    solo.human.has(wood=0, metal=0, movement=0, wild=0, vp=20).hand()
    return solo.track("tool", 1, effect, line, **values)


@pytest.mark.ledger("BOT-75")
def test_the_cube_moves_one_space_and_the_space_reached_takes_effect() -> None:
    solo = advancing("mission").track("tool", 2, "explore")
    plain_mission(solo, "D1", "The locked chest")
    solo.bot.explorer("D")
    solo.bot_turn()
    assert solo.advances("tool") == 1
    assert (solo[BOT].mission_cubes, solo.record["exploration_next"]) == (1, 0)


@pytest.mark.ledger("BOT-75", "BOT-05")
def test_a_track_with_two_tokens_is_advanced_by_either() -> None:
    solo = Solo().card("wood", bonuses=["advance strength", "advance agility"])
    two = SYMBOLS[list(solo.tables["track_tokens"]).index(2)]
    solo.record["token_track"][:] = [SYMBOLS.index(two)] * 2 + [
        symbol
        for symbol in range(3)
        for _ in range(int(solo.tables["track_tokens"][symbol]))
        if SYMBOLS[symbol] != two
    ]
    solo.bot_turn()
    assert solo.advances(two) == 2


@pytest.mark.ledger("BOT-76", "BOT-113", "BOT-114")
def test_vp_and_endgame_effects_of_a_space_count_only_at_the_end() -> None:
    solo = advancing("endgame", "per doors: vp 2", vp=3)
    solo.bot.has(vp=10).opened("A-B")
    solo.bot_turn()
    assert solo[BOT].vp == 10
    scores = solo.scores(BOT)
    assert (scores["bot_tracks"], scores["endgame"]) == (3, 2)


@pytest.mark.ledger("BOT-77", "VEC-23")
@pytest.mark.parametrize("overflow", [1, 2])
def test_at_the_end_of_a_track_an_advance_scores_the_vp_below(overflow: int) -> None:
    solo = advancing().cube("tool", TRACK_SPACES - 1).overflow("tool", overflow)
    solo.track("tool", TRACK_SPACES - 1, "explore")
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert solo.advances("tool") == TRACK_SPACES - 1
    assert solo[BOT].vp == 10 + overflow
    assert solo.record["exploration_next"] == 0


@pytest.mark.ledger("BOT-77")
def test_the_last_space_takes_effect_when_it_is_reached() -> None:
    solo = advancing().cube("tool", TRACK_SPACES - 2).overflow("tool", 1)
    solo.track("tool", TRACK_SPACES - 1, "explore")
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert (solo[BOT].vp, solo.record["exploration_next"]) == (10, 1)


# ---------------------------------------------------------------- immediate effects


@pytest.mark.ledger("BOT-80", "BOT-22", "OBJ-01")
@pytest.mark.parametrize("slot", [0, 1, 2])
def test_effect_objective_claims_without_requirement_and_scores_its_vp(slot: int) -> None:
    solo = advancing("objective", arg=slot)
    names = ["Every Door", "Warm Beds", "Full House"]
    for name in names:
        solo.reprint("objectives", name, count="doors", spaces=[3, 4, 5, 6], vp=4, effect="wild 1")
    solo.objectives(*names)
    solo.bot.has(vp=10)
    solo.bot_turn()
    assert (solo[BOT].vp, solo[BOT].wild) == (14, 0)
    assert (solo[BOT].discs, solo[BOT].objectives) == (2, 1)
    claims = [
        int(solo.game["objective_claims"][solo.words.find("objectives", name)]) for name in names
    ]
    assert claims == [int(k == slot) for k in range(3)]


@pytest.mark.ledger("BOT-80", "OBJ-02")
def test_the_space_taken_by_the_bot_is_gone_for_the_human() -> None:
    solo = advancing("objective", arg=0)
    solo.reprint("objectives", "Every Door", count="doors", spaces=[1, 2, 3, 4])
    solo.objectives("Every Door").human.opened("A-B")
    assert solo.can("CLAIM Every Door")
    solo.bot_turn()
    assert not solo.can("CLAIM Every Door")
    solo.human.opened("A-D")
    assert solo.can("CLAIM Every Door")


@pytest.mark.ledger("BOT-80", "OBJ-03", "SETUP-04")
@pytest.mark.parametrize("why", ["own disc there", "no space left"])
def test_effect_objective_is_skipped_when_no_disc_can_be_placed(why: str) -> None:
    solo = advancing("objective", arg=0).objectives("Every Door")
    if why == "own disc there":
        solo.bot.claimed("Every Door")
    else:
        solo.game["objective_claims"][solo.words.find("objectives", "Every Door")] = 2
    solo.bot.has(vp=10)
    before = solo[BOT].objectives
    solo.bot_turn()
    assert (solo[BOT].vp, solo[BOT].objectives) == (10, before)


@pytest.mark.ledger("BOT-81")
def test_effect_explore_resolves_one_exploration_card_at_any_strength() -> None:
    solo = advancing("explore").explores("move B").explores("move C", room="B", ahead=1)
    solo.bot.workers(farm=3)
    solo.bot_turn()
    assert (solo[BOT].explorer, solo.record["exploration_next"]) == ("B", 1)


@pytest.mark.ledger("BOT-81", "BOT-50")
def test_an_exploration_started_by_a_track_is_finished_before_the_next_bonus() -> None:
    solo = advancing("explore").explores("tent", "move E", room="D")
    solo.card("wood", bonuses=["advance strength", "cheese stamina"])
    solo.guest_in("E", "G10").guest_in("D", "G11").bot.explorer("D")
    solo.bot_turn()
    assert (solo[BOT].tents, solo[BOT].guests) == (["D"], ["G10"])


@pytest.mark.ledger("BOT-82")
def test_effect_mission_completes_one_and_gives_no_advance_otherwise() -> None:
    solo = advancing("mission").bot_turn()
    assert (solo[BOT].mission_cubes, solo.advances("tool")) == (0, 1)
    assert sum(solo.record["positions"]) == 1

    solo = advancing("mission")
    plain_mission(solo, "D1", "The locked chest")
    solo.bot.explorer("D")
    assert solo.bot_turn()[BOT].mission_cubes == 1


# ---------------------------------------------------------------- aggressive effects

TOKENS = {
    "metal": "if metal 2: lose_metal 1",
    "wood": "if wood 2: lose_wood 1",
    "movement": "if movement 2: lose_movement 1",
}
DUG = "if rooms_dug 2: lose_metal 2 or lose_vp 3"
GUESTS = "if guests 2: discard_guest 1 or lose_vp 3"
OPENED = "if doors 2: lose_vp 2"
HAND = "if hand 3: discard_card 1"
WILDS = "if wild 1: lose_wild 1"


def printed(symbol: int, index: int) -> set[str]:
    """Return the aggressive lines on a track as the data print them."""
    solo = Solo(blank=False)
    spaces = solo.tables["tracks"][symbol][index]["spaces"]
    aggressive = [space for space in spaces if space["effect"] == codes.TRACK_AGGRESSIVE]
    return {solo.line(int(space["start"]), int(space["end"])) for space in aggressive}


@pytest.mark.ledger("BOT-83", "BOT-84", "BOT-85", "BOT-86", "BOT-87", "BOT-88", "BOT-89", "BOT-90")
def test_the_tracks_print_exactly_these_eight_aggressive_effects() -> None:
    lines = set().union(*(printed(symbol, index) for symbol in range(3) for index in range(4)))
    assert lines == {*TOKENS.values(), DUG, GUESTS, OPENED, HAND, WILDS}


@pytest.mark.ledger("BOT-83", "BOT-84", "BOT-88", "BOT-91")
@pytest.mark.parametrize("token", TOKENS)
def test_of_two_or_more_tokens_one_is_lost(token: str) -> None:
    for owned, left in ((1, 1), (2, 1), (4, 3)):
        solo = advancing("aggressive", TOKENS[token])
        solo.human.has(**{token: owned})
        solo.bot_turn()
        assert getattr(solo[HUMAN], token) == left
        assert solo[HUMAN].vp == 20


@pytest.mark.ledger("BOT-90", "BOT-91")
@pytest.mark.parametrize(("owned", "left"), [(0, 0), (1, 0), (3, 2)])
def test_of_wild_tokens_one_is_lost(owned: int, left: int) -> None:
    solo = advancing("aggressive", WILDS)
    solo.human.has(wild=owned)
    assert solo.bot_turn()[HUMAN].wild == left


@pytest.mark.ledger("BOT-85")
@pytest.mark.parametrize(("choice", "metal", "vp"), [("OPTION 0", 1, 20), ("OPTION 1", 3, 17)])
def test_who_dug_two_rooms_gives_two_metal_or_three_vp(choice: str, metal: int, vp: int) -> None:
    solo = advancing("aggressive", DUG)
    solo.human.dug(2).has(metal=3)
    solo.bot_turn()
    assert solo.seat == HUMAN
    assert solo.texts() == {"OPTION 0", "OPTION 1"}
    solo.do(choice)
    assert (solo[HUMAN].metal, solo[HUMAN].vp) == (metal, vp)


@pytest.mark.ledger("BOT-85", "AMB-10")
def test_with_fewer_than_two_metal_the_vp_are_lost() -> None:
    solo = advancing("aggressive", DUG)
    solo.human.dug(2).has(metal=1)
    solo.bot_turn()
    assert (solo[HUMAN].metal, solo[HUMAN].vp) == (1, 17)


@pytest.mark.ledger("BOT-85", "BOT-91")
def test_who_dug_one_room_is_safe_even_if_the_bot_dug_none() -> None:
    solo = advancing("aggressive", DUG)
    solo.human.dug(1).has(metal=3)
    solo.bot_turn()
    assert (solo[HUMAN].metal, solo[HUMAN].vp) == (3, 20)


@pytest.mark.ledger("BOT-86")
@pytest.mark.parametrize(("option", "guests", "vp"), [(0, ["G10"], 20), (1, ["G10", "G11"], 17)])
def test_who_has_two_guests_discards_one_or_loses_three_vp(
    option: int, guests: list[str], vp: int
) -> None:
    solo = advancing("aggressive", GUESTS)
    solo.human.guests("G10", "G11")
    solo.bot_turn().do(f"OPTION {option}")
    if option == 0:
        assert solo.legal("EXPEL") == {"G10", "G11"}
        solo.do("EXPEL G11")
    assert (solo[HUMAN].guests, solo[HUMAN].vp) == (guests, vp)


@pytest.mark.ledger("BOT-86", "BOT-91")
def test_one_guest_is_safe() -> None:
    solo = advancing("aggressive", GUESTS)
    solo.human.guests("G10")
    solo.bot_turn()
    assert (solo[HUMAN].guests, solo[HUMAN].vp) == (["G10"], 20)


@pytest.mark.ledger("BOT-87", "BOT-91", "GEN-05")
@pytest.mark.parametrize(("doors", "vp"), [(1, 20), (2, 18), (4, 18)])
def test_who_has_two_doors_loses_two_vp(doors: int, vp: int) -> None:
    solo = advancing("aggressive", OPENED)
    solo.human.opened(*DOORS[:doors])
    assert solo.bot_turn()[HUMAN].vp == vp


@pytest.mark.ledger("BOT-89", "CARD-12", "CARD-17")
def test_of_three_cards_in_hand_the_human_discards_one_of_choice() -> None:
    solo = advancing("aggressive", HAND)
    solo.human.hand("Hammer", "Garage", "Inn")
    solo.bot_turn()
    assert solo.texts() == {"DISCARD Hammer", "DISCARD Garage", "DISCARD Inn"}
    solo.do("DISCARD Garage")
    assert solo[HUMAN].hand == ["Hammer", "Inn"]
    assert solo.discards("advanced")[-1] == "Garage"


@pytest.mark.ledger("BOT-89", "BOT-91")
def test_two_cards_in_hand_are_safe() -> None:
    solo = advancing("aggressive", HAND)
    solo.human.hand("Hammer", "Inn")
    assert solo.bot_turn()[HUMAN].hand == ["Hammer", "Inn"]


@pytest.mark.ledger("BOT-91", "CARD-E95")
@pytest.mark.parametrize("line", [*TOKENS.values(), OPENED, WILDS])
def test_robot_dog_shields_from_the_tracks(line: str) -> None:
    solo = advancing("aggressive", line)
    solo.human.plays("Robot Dog").opened("A-B", "A-D").has(wood=3, metal=3, movement=3, wild=3)
    solo.bot_turn()
    seat = solo[HUMAN]
    assert (seat.wood, seat.metal, seat.movement, seat.wild, seat.vp) == (3, 3, 3, 3, 20)


@pytest.mark.ledger("BOT-75", "BOT-50")
def test_the_bonus_after_an_aggressive_effect_waits_for_the_humans_choice() -> None:
    solo = advancing("aggressive", DUG)
    solo.card("wood", bonuses=["advance strength", "advance agility"]).token("agility", "structure")
    solo.human.dug(2).has(metal=3)
    solo.bot_turn()
    assert solo.advances("structure") == 0
    solo.do("OPTION 1")
    assert solo.advances("structure") == 1


# ---------------------------------------------------------------- endgame effects

ENDGAME = {
    "per beds: vp 1": 2,
    "per objectives: vp 2": 2,
    "per tents: vp 2": 4,
    "per home_guests: vp 2": 4,
    "per doors: vp 2": 6,
    "per rooms_dug: vp 1": 4,
}


@pytest.mark.ledger("BOT-92", "BOT-114")
@pytest.mark.parametrize("line", ENDGAME)
def test_endgame_effects_count_what_the_bot_has(line: str) -> None:
    solo = advancing("endgame", line).cube("tool", 1).objectives("Every Door")
    solo.bot.dug(4).beds(2).tent("B", "C").opened("A-B", "A-D", "B-C").claimed("Every Door")
    solo.bot.guests("G10", "G11", "G20")
    solo.human.beds(3).tent("D").dug(1)
    assert solo.scores(BOT)["endgame"] == ENDGAME[line]


@pytest.mark.ledger("BOT-92", "BOT-93")
def test_the_tracks_print_exactly_the_known_endgame_effects() -> None:
    solo = Solo(blank=False)
    lines = {
        solo.line(int(space["start"]), int(space["end"]))
        for space in solo.tables["tracks"]["spaces"].ravel()
        if space["effect"] == codes.TRACK_ENDGAME
    }
    advances = {line for line in lines if line.startswith("per advances_")}
    assert lines - advances == set(ENDGAME)
    assert len(advances) == 3
    assert all(line.endswith(": vp 2") for line in advances)


@pytest.mark.ledger("BOT-93", "AMB-23")
@pytest.mark.parametrize("overflowing", [False, True])
def test_two_vp_for_each_advance_on_the_track_of_a_token(overflowing: bool) -> None:
    solo = advancing("endgame", "per advances_agility: vp 2").cube("tool", 1)
    solo.token("agility", "structure").cube("structure", TRACK_SPACES - 1)
    if overflowing:
        solo.card("wood", bonuses=["advance agility"]).bot_turn()
    assert solo.advances("structure") == TRACK_SPACES - 1
    assert solo.scores(BOT)["endgame"] == 2 * (TRACK_SPACES - 1)


@pytest.mark.ledger("BOT-94", "BOT-114")
def test_only_endgame_effects_reached_or_passed_count() -> None:
    solo = advancing("endgame", "per doors: vp 2").track("tool", 3, "endgame", "per beds: vp 1")
    solo.bot.opened("A-B").beds(2)
    totals = [solo.cube("tool", space).scores(BOT)["endgame"] for space in range(5)]
    assert totals == [0, 2, 2, 4, 4]
