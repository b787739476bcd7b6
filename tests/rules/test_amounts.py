"""Zero of something, and more than anybody needs (AMB-45, BOUND-01, BOUND-02)."""

import pytest

from tests.builder import Position
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.tables import limits

#: What an effect may give as many times as something is owned.
MULTIPLIED = [
    "wood 1",
    "metal 1",
    "movement 1",
    "wild 1",
    "vp 1",
    "draw basic 1",
    "project 1",
    "explore 1",
    "build_bed 1",
    "build_bed_free 1",
    "dig 1",
    "dig_free 1",
    "deploy 1",
    "move_workers 1",
]


@pytest.mark.interpreted
@pytest.mark.ledger("AMB-45", "CARD-14")
@pytest.mark.parametrize("effect", MULTIPLIED)
def test_as_many_times_as_nothing_is_not_at_all(effect: str) -> None:
    position = plain_card(Position(), "Hammer", effect=f"per energy: {effect}")
    position.guest_in("E", "G10")
    position.player(0).hand("Hammer").has(wood=9, metal=9).workers(forest=1).explorer("E")
    position.place("metal", bonus="play").do("BONUS play")
    before = {name: getattr(position[0], name) for name in ("wood", "metal", "vp", "rooms_dug")}
    position.do("PLAY Hammer")
    assert position.decision == "turn"
    assert {name: getattr(position[0], name) for name in before} == before
    assert position[0].hand == []


@pytest.mark.ledger("AMB-45", "CARD-E15")
@pytest.mark.parametrize("energy", [0, 1, 2])
def test_the_electric_drill_digs_no_more_rooms_than_there_are_energy_icons(energy: int) -> None:
    position = Position().reprint("cards", "Electric Drill", cost="", needs="", icons="")
    plain_card(position, "Lantern", icons=f"energy {energy}" if energy else "")
    position.player(0).plays("Lantern").hand("Electric Drill")
    position.play("Electric Drill")
    while position.can("DIG"):
        position.do("DIG")
    assert position[0].rooms_dug == energy
    assert position.decision == "turn"


@pytest.mark.ledger("BOUND-01", "AMB-01")
@pytest.mark.parametrize("token", ["wood", "metal", "movement", "wild"])
def test_tokens_and_points_come_to_a_bound_that_no_game_needs(token: str) -> None:
    position = plain_card(Position(), "Hammer", effect=f"per {token}: {token} 20")
    plain_card(position, "Lantern", effect=f"per {token}: vp 20")
    position.player(0).has(**{token: 1000}).hand("Hammer", "Lantern")
    position.playable()
    position.do("PLAY Hammer").end_turn()
    position.turn_of(0).play("Lantern", "wood")
    assert getattr(position[0], token) == limits.MOST
    assert position[0].vp == limits.MOST


@pytest.mark.ledger("BOUND-01", "SCORE-06", "SCORE-05")
def test_a_category_of_the_final_scoring_comes_to_the_bound_too() -> None:
    position = plain_card(Position(), "Hammer", effect="per wood: vp 20", timing="endgame")
    position.player(0).plays("Hammer").has(wood=limits.MOST, vp=limits.MOST)
    scores = position.scores(0)
    assert scores["endgame"] == scores["track"] == limits.MOST
    assert scores["total"] == sum(scores[name] for name in scores if name != "total")


@pytest.mark.ledger("BOUND-02")
def test_no_action_has_more_steps_than_the_bound() -> None:
    position = plain_card(Position(), "Hammer", effect="per wood: explore 20")
    position.player(0).hand("Hammer").has(wood=500).explorer("E")
    position.player(1).opened("A-B", "A-D", "B-C", "B-D", "C-E", "D-E", "D-F", "F-G")
    position.play("Hammer")
    steps = 0
    while position.decision == "explore":
        position.do(f"MOVE {'F' if position[0].explorer == 'E' else 'E'}")
        steps += 1
    assert steps == limits.MOST_STEPS
