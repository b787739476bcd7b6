"""Every word of the data means something, and no other word means the same.

A code that is declared but has no branch in the rules changes nothing, or acts like another code.
Each test covers all words of its family, so it also covers future words.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.holding import holding
from tests.plenty import (
    CARD,
    against_the_bot,
    alike,
    both_with_plenty,
    due,
    example,
    outcome,
    playing,
)
from tests.scenes import at_hut, empty_handed, plain_card
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes, effect_rules, language, limits, ops

#: A line for each guard and for the choice, with an effect that differs from its body's.
GUARDED = {
    "on": "on take_wood: vp 1",
    "if": "if tents 2: vp 1",
    "pay": "pay wood 1: vp 1",
    "foes_more": "foes_more doors: vp 1",
    "choose": "vp 1 or vp 1",
}
OPS = sorted(set(codes.names("OP")) - set(GUARDED))


def placed(word: str) -> tuple[str, str]:
    """Return a line with an op where the language allows it, and the timing of such a card."""
    if word in effect_rules.TAKING:
        return f"foes_more doors: {example(word)}", "aggressive"
    return example(word), "permanent" if word in language.STANDING else "immediate"


def module_of(word: str) -> str:
    """Return the module of the rules that has the branches of ops such as this one."""
    if word in language.STANDING:
        return "standing_ops.py"
    return "taking_ops.py" if word in effect_rules.TAKING else "effects.py"


@cache
def played(effect: str, timing: str = "immediate", *actions: str) -> Any:
    return outcome(playing(effect, timing, *actions))


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize("word", OPS)
def test_every_op_does_something(word: str) -> None:
    line, timing = placed(word)
    works = played(line, timing) != played("", timing)
    assert works, f"{word!r} does nothing: it has no branch in rules/{module_of(word)}"


@pytest.mark.ledger("CARD-14")
def test_no_two_ops_do_the_same() -> None:
    assert alike({word: played(*placed(word)) for word in OPS}) == set()


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize("word", sorted(set(codes.names("OP")) - set(ops.OPS)))
def test_every_guard_changes_what_its_body_does(word: str) -> None:
    assert played(GUARDED[word]) != played("vp 1")


@pytest.mark.ledger("CARD-12", "AMB-10")
@pytest.mark.parametrize("word", sorted(effect_rules.TAKING - {"lose_vp"}))
def test_who_has_nothing_of_it_cannot_choose_to_lose_it(word: str) -> None:
    position = holding(effect=f"foes_more doors: {word} 1 or lose_vp 1", timing="aggressive")
    empty_handed(position, seat=1).player(1).opened("A-B")
    assert position.play("Hammer")[1].vp == 9


#: What Rat-o-bot never has (BOT-20).
NOT_OF_THE_BOT = {"lose_wood", "lose_metal", "lose_movement", "lose_wild", "discard_card"}


@pytest.mark.ledger("BOT-100")
@pytest.mark.parametrize("word", sorted(effect_rules.TAKING))
def test_rat_o_bot_suffers_all_that_takes_what_it_has(word: str) -> None:
    taken = []
    for effect in ("", f"foes_more beds: {word} 1"):
        solo = against_the_bot()
        solo.bot.has(vp=20).beds(3).guests("G14").dug(6)
        plain_card(solo.bot_turn(), CARD, effect=effect, timing="aggressive")
        taken.append(outcome(solo.play(CARD)))
    assert (taken[0] != taken[1]) == (word not in NOT_OF_THE_BOT)


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize("word", codes.names("PAY"))
def test_every_cost_is_paid(word: str) -> None:
    assert played(f"pay {word} 1: vp 1", "immediate", "ACCEPT") != played("vp 1")


@pytest.mark.ledger("CARD-14")
def test_no_two_costs_are_the_same() -> None:
    paid = {
        word: played(f"pay {word} 1: vp 1", "immediate", "ACCEPT") for word in codes.names("PAY")
    }
    assert alike(paid) == set()


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize("word", codes.names("PAY"))
def test_no_cost_can_be_paid_with_nothing(word: str) -> None:
    position = plain_card(at_hut().do("PASS"), CARD, effect=f"pay {word} 1: vp 1")
    empty_handed(position).player(0).hand(CARD)
    due(position, "play").do("BONUS play", f"PLAY {CARD}")
    assert (position.decision, position[0].vp) == ("turn", 10)


#: Numbers of Inventions of all types, tiers and icons.
HAND = range(2, limits.CARDS, 6)


def playable(filter_: str) -> frozenset[str]:
    """Return what an effect lets a player play of a hand with Inventions of all kinds."""
    position = both_with_plenty(f"play_free {filter_}")
    position.player(0).hand(CARD, *HAND)
    return frozenset(position.play(CARD).legal("PLAY"))


@pytest.mark.ledger("CARD-13")
@pytest.mark.parametrize("word", codes.names("FILTER"))
def test_every_filter_lets_some_inventions_pass(word: str) -> None:
    assert playable(word)
    assert (playable(word) < playable("any")) == (word != "any")


@pytest.mark.ledger("CARD-13")
def test_no_two_filters_let_the_same_inventions_pass() -> None:
    assert alike({word: playable(word) for word in codes.names("FILTER")}) == set()


@pytest.mark.ledger("CARD-15")
def test_every_discount_counts_and_no_two_count_the_same() -> None:
    found = {
        word: playing(f"discount any {word} 1", "permanent")
        .game["players"][0]["discounts"]
        .tobytes()
        for word in codes.names("DISCOUNT")
    }
    none = playing("", "permanent").game["players"][0]["discounts"].tobytes()
    assert alike(found | {"nothing": none}) == set()


#: Largest values of those fields of a player that index something, and of Rat-o-bot's tracks.
HIGHEST = {"electricity": 2, "beds_built": 6, "rooms_dug": 6, "guests_size": 20}
COUNTED = (
    "wood metal movement wild electricity workers beds beds_built rooms_dug mission_cubes icons "
    "hand_size types tiers timings guests_size guest_kinds doors objectives"
).split()


@cache
def counts() -> dict[str, tuple[int, ...]]:
    """Return what each COUNT amounts to in a few positions of random numbers."""
    rng = np.random.default_rng(1)
    solo = against_the_bot()
    plain_card(solo.bot_turn(), CARD).play(CARD)
    found: dict[str, tuple[int, ...]] = dict.fromkeys(codes.names("COUNT"), ())
    player, bot = solo.game["players"][0], solo.game["bot"]
    for _ in range(12):
        for field in COUNTED:
            player[field] = rng.integers(0, HIGHEST.get(field, 60) + 1, np.shape(player[field]))
        player["tents"] = rng.choice([NONE, 1, 2], limits.TENTS)
        player["cubes_gone"] = rng.integers(0, 2**limits.ABILITIES)
        bot["positions"] = rng.permutation(limits.TRACK_SPACES)[: limits.TRACKS]
        bot["token_track"] = rng.integers(0, limits.TRACKS, codes.SKILLS)
        for word in found:
            plain_card(solo, CARD, effect=f"per {word}: vp 1", timing="endgame")
            found[word] += (solo.scores(0)["endgame"],)
    return found


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize("word", codes.names("COUNT"))
def test_every_count_counts_something(word: str) -> None:
    assert any(counts()[word])


@pytest.mark.ledger("CARD-14")
def test_no_two_counts_count_the_same() -> None:
    assert alike(counts()) == set()


@pytest.mark.ledger("WHEEL-07")
def test_every_main_action_does_something_else() -> None:
    words = [word for word in codes.names("MAIN") if word != "any"]
    done = {word: played(f"main {word}", "immediate", f"MAIN {word}") for word in words}
    assert alike(done | {"nothing": played("")}) == set()


@pytest.mark.ledger("BONUS-11")
def test_every_bonus_action_does_something_else() -> None:
    done = {"nothing": played("")}
    for word in codes.names("BONUS"):
        done[word] = outcome(due(playing(""), word).do(f"BONUS {word}"))
    assert alike(done) == set()


@pytest.mark.ledger("ALCH-04")
def test_every_use_of_the_potion_does_something_else() -> None:
    actions = {word: f"POTION {word}" for word in codes.names("POTION")} | {"nothing": "PASS"}
    assert (
        alike({word: played("potion", "immediate", does) for word, does in actions.items()})
        == set()
    )
