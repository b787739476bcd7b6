"""General concepts (GEN)."""

import numpy as np
import pytest

from tests import pieces
from tests.builder import Position
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.tables.limits import CHIEFS, ROUNDS


@pytest.mark.interpreted
@pytest.mark.ledger("GEN-01", "ROUND-12", "ROUND-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_five_rounds_of_three_turns_for_every_player(players: int) -> None:
    position = Position(players)
    turns = [0] * players
    rounds = []
    while not position.finished:
        rounds.append(int(position.game["round"]))
        turns[position.seat] += 1
        position.end_turn()
    assert turns == [ROUNDS * CHIEFS] * players
    assert [rounds.count(n + 1) for n in range(ROUNDS)] == [CHIEFS * players] * ROUNDS


@pytest.mark.ledger("GEN-02")
def test_icons_of_cards_in_the_hand_do_not_count() -> None:
    position = Position()
    position.reprint("cards", "Hammer", cost="", needs="strength 1")
    position.reprint("cards", "Lantern", icons="strength 1", cost="wood 9")
    position.player(0).hand("Hammer", "Lantern").has(wild=0)
    position.place("wood", bonus="play").do("BONUS play")
    assert position[0].icon("strength") == 0
    assert position.legal("PLAY") == set()


@pytest.mark.ledger("GEN-02", "CARD-09")
def test_icons_of_cards_in_the_play_area_count() -> None:
    position = Position()
    position.reprint("cards", "Hammer", cost="", needs="strength 1")
    position.reprint("cards", "Lantern", icons="strength 1")
    position.player(0).hand("Hammer").plays("Lantern").has(wild=0)
    position.place("wood", bonus="play").do("BONUS play")
    assert position.legal("PLAY") == {"Hammer"}


@pytest.mark.ledger("GEN-03", "GEN-04", "AMB-01", "CONF-23")
def test_wood_is_not_limited_by_the_number_of_tokens() -> None:
    position = Position()
    position.player(0).has(wood=60).workers(forest=3)
    position.player(1).has(wood=60)
    position.place("wood").do("MAIN wood")
    assert position[0].wood == 63


@pytest.mark.ledger("GEN-05")
def test_scored_points_are_added_at_once() -> None:
    position = Position()
    position.reprint("cards", "Hammer", effect="vp 3", cost="").player(0).hand("Hammer")
    position.place("wood", bonus="play").do("BONUS play", "PLAY Hammer")
    assert position[0].vp == 13


@pytest.mark.ledger("GEN-05", "AMB-02")
@pytest.mark.parametrize(("before", "after"), [(10, 8), (2, 0), (1, 0), (0, 0)])
def test_lost_points_are_taken_off_but_never_below_zero(before: int, after: int) -> None:
    position = Position()
    position.player(0).hand("Spy Center").has(wood=2)
    position.player(1).opened("A-B").has(vp=before)
    position.place("wood", bonus="play").do("BONUS play", "PLAY Spy Center")
    assert position[1].vp == after


@pytest.mark.ledger("GEN-06", "WHEEL-08", "AMB-44")
@pytest.mark.parametrize("main", ["dig", "beds", "projects", "explore"])
def test_a_main_action_may_be_stopped_before_its_strength_is_used(main: str) -> None:
    position = Position()
    position.player(0).workers(forest=2, lair=2, farm=2).has(wood=9, metal=9)
    position.place(main).do(f"MAIN {main}")
    before = (position[0].wood, position[0].metal, position[0].hand)
    assert position.can("PASS")
    position.do("PASS")
    assert (position[0].wood, position[0].metal, position[0].hand) == before
    assert position.can("END_TURN")


@pytest.mark.ledger("GEN-06")
@pytest.mark.parametrize("bonus", ["play", "mission", "explore", "move2"])
def test_a_bonus_action_may_be_declined(bonus: str) -> None:
    position = Position()
    position.player(0).workers(farm=2).hand("Hammer").has(wood=9, metal=9)
    position.mission("D1", "There's something in the lair!").player(0).explorer("D")
    position.place("wood", bonus=bonus).do(f"BONUS {bonus}", "PASS")
    assert position.can("END_TURN")


@pytest.mark.ledger("GEN-06", "TURN-01")
def test_a_turn_may_end_without_main_and_bonus_action() -> None:
    position = Position()
    position.place("wood", bonus="wild").do("END_TURN")
    assert position.seat == 1
    assert (position[0].wood, position[0].wild) == (2, 0)


@pytest.mark.ledger("GEN-07")
def test_points_come_from_beds_rooms_missions_guests_inventions_and_objectives() -> None:
    nothing = Position().scores(0)["total"]
    sources = [
        Position().player(0).beds(2),
        Position().player(0).dug(3),
        Position().mission("B", 0).player(0).completes("B", 1, cube="Veranda"),
        Position().player(0).guests("G01"),
        Position().reprint("cards", "Spy Center", vp=4).player(0).plays("Spy Center"),
    ]
    assert all(seat.position.scores(0)["total"] > nothing for seat in sources)
    position = Position().objectives("Great Diggers")
    position.player(0).dug(3)
    position.do("CLAIM Great Diggers")
    assert position[0].vp == 14


@pytest.mark.ledger("GEN-09")
def test_a_hand_may_grow_without_limit() -> None:
    position = Position()
    position.player(0).hand(*range(31, 61)).workers(farm=2)
    position.place("projects").do("MAIN projects", "TAKE basic deck", "TAKE basic deck")
    assert position[0].hand_size == 32
    position.end_turn()
    assert position[0].hand_size == 32


@pytest.mark.interpreted
@pytest.mark.ledger("GEN-10")
@pytest.mark.parametrize("tier", ["basic", "advanced"])
def test_an_empty_deck_is_rebuilt_from_the_discard_pile_of_its_tier(tier: str) -> None:
    position = Position()
    position.player(0).workers(farm=2).hand()
    position.empty_deck(tier)
    pile = set(position.discards(tier))
    other = "advanced" if tier == "basic" else "basic"
    others = position.discards(other)
    position.place("projects").do("MAIN projects", f"TAKE {tier} deck")
    assert position[0].hand_size == 1
    assert position[0].hand[0] in pile
    assert position.discards(tier) == []
    assert position.discards(other) == others


@pytest.mark.ledger("GEN-10", "AMB-68", "CARD-E156")
def test_an_empty_deck_is_rebuilt_when_the_next_card_is_drawn() -> None:
    position = Position().discarded("Hammer", "Inn", "Shuriken").empty_deck("basic")
    position.player(0).plays("Archive").workers(farm=1).hand()
    pile = set(position.discards("basic"))
    position.do("USE Archive")
    assert position.legal("PICK") >= pile
    position.do("PICK Hammer")
    assert set(position.discards("basic")) == pile - {"Hammer"}
    position.place("projects").do("MAIN projects", "TAKE basic deck")
    assert position.discards("basic") == []


@pytest.mark.ledger("GEN-10")
def test_the_rebuilt_deck_is_shuffled() -> None:
    drawn = set()
    for seed in range(6):
        position = Position(seed=seed)
        position.player(0).workers(farm=1).hand("Hammer", "Garage")
        position.discarded("Shuriken").empty_deck("basic")
        position.place("projects").do("MAIN projects", "TAKE basic deck")
        drawn.add(position[0].hand[0])
    assert len(drawn) > 3


@pytest.mark.ledger("GEN-10", "AMB-03")
def test_a_draw_from_an_empty_deck_without_discards_gives_nothing() -> None:
    position = Position()
    player = position.player(0).hand()
    basics = pieces.deck_of(position.game, 0)
    for card in basics:
        pieces.take_card(position.game, position.tables, card)
        pieces.put_in_play(position.game, position.tables, 1, card)
    position.check()
    position.place("wood", bonus="basic").do("BONUS basic")
    assert position[0].hand == []
    assert player.position.can("END_TURN")


@pytest.mark.ledger("GEN-11")
def test_what_a_player_cannot_see_may_differ_and_what_is_visible_stays() -> None:
    position = Position(3)
    position.player(0).hand("Hammer").explorer("D")
    game = position.game
    before = game.copy()
    changed = dict.fromkeys(("deck", "doors", "mission_card", "room_guests", "hands"), False)
    for seed in range(5):
        position.determinize(0, seed)
        assert position[0].hand == ["Hammer"]
        assert position.game["round_guest"] == before["round_guest"]
        for name in ("display", "objectives", "wheel", "order", "mission_open"):
            assert np.array_equal(game[name], before[name])
        for name in ("deck", "doors", "mission_card", "room_guests"):
            changed[name] |= not np.array_equal(game[name], before[name])
        changed["hands"] |= set(pieces.hand_of(game, 1)) != set(pieces.hand_of(before, 1))
    # Both starting pairs were chosen openly, so everybody knows these hands.
    assert changed == {**dict.fromkeys(changed, True), "hands": False}


@pytest.mark.ledger("GEN-11")
def test_a_card_drawn_from_a_deck_is_hidden_from_the_others() -> None:
    position = Position(2)
    position.place("wood", bonus="basic").do("BONUS basic", "END_TURN")
    hands = set()
    for seed in range(6):
        position.determinize(1, seed)
        hands.add(frozenset(position[0].hand))
    assert len(hands) > 3


@pytest.mark.ledger("AMB-63", "CARD-E51", "GEN-11")
@pytest.mark.parametrize(
    ("event", "card", "shown"),
    [
        ("take_card structure", "Inn", True),
        ("take_card no_strength", "Inn", True),
        ("take_card structure", "Hammer", False),
        ("take_card basic", "Inn", False),
        ("take_card", "Inn", False),
    ],
)
def test_a_card_drawn_unseen_is_shown_if_its_face_brings_something(
    event: str, card: str, shown: bool
) -> None:
    position = plain_card(Position(), "Archive", effect=f"on {event}: vp 1", timing="permanent")
    plain_card(position, "Inn")
    position.on_top(card).player(0).plays("Archive").hand()
    position.place("wood", bonus="basic").do("BONUS basic")
    assert position[0].hand == [card]
    seen_by_all = position.game["card_flags"][position.words.card(card)] & 0b11 == 0b11
    assert seen_by_all == shown
