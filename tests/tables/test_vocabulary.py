"""Every word of the languages of the data is used by at least one component."""

from collections import defaultdict
from functools import cache

import pytest

from tests.tables.lines import effect_lines
from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.load import validated
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.games.rats_of_wistar.tables.schema import (
    COST_WORDS,
    parse_bonuses,
    parse_bot_bonus,
    parse_steps,
)

#: Rat-o-bot has Endgame effects for three of the five tracks only (BOT-93); which ones is lost.
ADVANCES_WITHOUT_EFFECT = {"advances_perception", "advances_stamina"}


@cache
def used() -> dict[str, set[int]]:
    """Return the codes that effects use, by family; guards and ``per`` included."""
    found: dict[str, set[int]] = defaultdict(set)
    words = {code: word for word, code in codes.names("OP").items()}
    for line in effect_lines():
        for row in language.parse(line):
            word = words[row.op]
            found["OP"].add(row.op)
            families = OPS[word].arguments if word in OPS else language.GUARDS.get(word, ())
            for family, value in zip(families, (row.a, row.b, row.c), strict=False):
                found[family].add(value)
            if word == "on":
                event = next(name for name, code in codes.names("EVENT").items() if code == row.a)
                if row.b != codes.NONE:
                    found[language.EVENT_ARGUMENTS[event]].add(row.b)
                    found[f"argument of {event}"].add(row.b)
            if row.per != codes.NONE:
                found["COUNT"].add(row.per)
                found["per"].add(row.per)
            if word in ("if", "foes_more"):
                found[word].add(row.a)
    return found


@cache
def required() -> dict[str, set[int]]:
    """Return the cost words and counts that cards and missions ask for."""
    data = validated()
    lines = [(card.cost, card.requires) for _, card in data.cards()]
    lines += [(row.cost, row.requires) for each in data.missions.mission for row in each.row]
    found: dict[str, set[int]] = {"cost": set(), "COUNT": set()}
    for cost, requires in lines:
        found["cost"].update(language.parse_words(cost, COST_WORDS))
        found["COUNT"].update(language.parse_amounts(requires, "COUNT"))
    return found


def words(family: str, found: set[int]) -> set[str]:
    return {word for word, code in codes.names(family).items() if code in found}


@pytest.mark.parametrize(
    "family",
    [
        "OP",
        "EVENT",
        "PAY",
        "FILTER",
        "DISCOUNT",
        "MAIN",
        "COLOUR",
        "ICON",
        "KIND",
        "TYPE",
        "TIER",
    ],
)
def test_every_word_of_a_family_is_used_by_an_effect(family: str) -> None:
    unused = set(codes.names(family)) - words(family, used()[family])
    assert not unused, f"no card, Guest, Mission or Objective of the data uses {sorted(unused)}"


@pytest.mark.ledger("CARD-14")
def test_every_count_is_used_by_an_effect_a_requirement_or_an_objective() -> None:
    objectives = {objective.count for objective in validated().objectives.objective}
    found = words("COUNT", used()["COUNT"] | required()["COUNT"]) | objectives
    assert found == set(codes.names("COUNT")) - ADVANCES_WITHOUT_EFFECT


@pytest.mark.parametrize("event", sorted(language.EVENT_ARGUMENTS))
def test_every_event_with_an_argument_is_used_with_one(event: str) -> None:
    assert used()[f"argument of {event}"]


@pytest.mark.parametrize("guard", ["if", "foes_more", "per"])
def test_conditions_and_comparisons_may_use_many_amounts(guard: str) -> None:
    assert len(used()[guard]) >= 6


@pytest.mark.ledger("CARD-02", "CARD-03", "MISSION-03", "MISSION-08")
def test_every_requirement_kind_is_used() -> None:
    assert {word for word, code in COST_WORDS.items() if code in required()["cost"]} == set(
        COST_WORDS
    )
    kinds = {
        "strength",
        "agility",
        "perception",
        "intelligence",
        "stamina",
        "energy",
        "electricity",
        "guests",
        "home_guests",
        "basement_guests",
        "rooms_dug",
        "beds",
        "inventions",
        "structures",
        "tools",
        "automata",
        "mission_cubes",
    }
    assert kinds <= words("COUNT", required()["COUNT"])


def test_effects_of_every_kind_are_on_cards_and_guests() -> None:
    data = validated()
    assert {card.timing for _, card in data.cards()} == set(codes.names("TIMING"))
    assert {guest.timing for guest in data.guests.guest} == {"immediate", "income", "permanent"}


@pytest.mark.ledger("BONUS-11")
def test_every_bonus_action_is_on_the_wheel_for_each_number_of_players() -> None:
    for faces in ("face_2", "face_3_4"):
        found: set[int] = set()
        for sector in validated().wheel.sector:
            for space in getattr(sector, faces):
                found.update(parse_bonuses(space))
        assert found == set(codes.names("BONUS").values())


@pytest.mark.ledger("BOT-51", "BOT-52", "BOT-53", "BOT-54", "BOT-55")
def test_every_bonus_of_the_bot_is_on_an_action_card() -> None:
    lines = [line for card in validated().bot_actions.card for line in card.bonuses]
    assert {parse_bot_bonus(line)[0] for line in lines} == set(codes.names("BOT_BONUS").values())
    assert {parse_bot_bonus(line)[1] for line in lines} == set(range(codes.SKILLS))


def test_every_step_of_the_bot_is_on_an_exploration_card() -> None:
    lines = [line for card in validated().bot_explorations.card for line in card.rows.values()]
    steps = {step for line in lines for step, _ in parse_steps(line)}
    assert steps == set(codes.names("BOT_STEP").values())


@pytest.mark.ledger("BOT-80", "BOT-81", "BOT-82")
def test_every_immediate_effect_is_on_a_track() -> None:
    spaces = [space for side in validated().bot_tracks.side for space in side.spaces]
    assert {space.immediate for space in spaces} == {
        None,
        "explore",
        "mission",
        "objective left",
        "objective middle",
        "objective right",
    }


@pytest.mark.ledger("BOT-83", "BOT-84", "BOT-85", "BOT-86", "BOT-87", "BOT-88", "BOT-89", "BOT-90")
def test_all_eight_aggressive_effects_are_on_a_track() -> None:
    spaces = [space for side in validated().bot_tracks.side for space in side.spaces]
    assert {space.aggressive for space in spaces if space.aggressive} == {
        "if metal 2: lose_metal 1",
        "if wood 2: lose_wood 1",
        "if rooms_dug 2: lose_metal 2 or lose_vp 3",
        "if guests 2: discard_guest 1 or lose_vp 3",
        "if doors 2: lose_vp 2",
        "if movement 2: lose_movement 1",
        "if hand 3: discard_card 1",
        "if wild 1: lose_wild 1",
    }


@pytest.mark.ledger("BOT-92", "BOT-93")
def test_all_nine_endgame_effects_are_on_a_track() -> None:
    spaces = [space for side in validated().bot_tracks.side for space in side.spaces]
    assert {space.endgame for space in spaces if space.endgame} == {
        "per beds: vp 1",
        "per objectives: vp 2",
        "per tents: vp 2",
        "per home_guests: vp 2",
        "per doors: vp 2",
        "per rooms_dug: vp 1",
        "per advances_strength: vp 2",
        "per advances_agility: vp 2",
        "per advances_intelligence: vp 2",
    }
