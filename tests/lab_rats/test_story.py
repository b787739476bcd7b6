"""What happened, in sentences, as each viewer may see it."""

import re

import pytest

from tests.lab_rats.arranging import arrange
from tests.lab_rats.played import positions, reached
from wistar_env.errors import IllegalActionError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.actions import KEEP, STOP, TRY_EXIT
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.replays import Replay

REDS = ("red",) * 4 + ("blue",)
NAMES = ("You", "Bea", "Cem", "Dan", "Eve")


def told(game: LabRats, action: int, viewer: int | None = None) -> str:
    return " ".join(
        game.presentation.narrate(game.presentation.events_of(action, [viewer])[0], NAMES)
    )


def does(game: LabRats, words: str) -> int:
    """Return the legal action with these words."""
    return next(k for k in game.legal_actions().tolist() if game.describe(k) == words)


def test_an_obstacle_is_beaten_by_mutation() -> None:
    game = arrange(3, table=REDS, potion_deck=["green"])
    assert told(game, 0) == (
        "You opened your own Door (red obstacle), beat it by mutation and drew a Potion (green)."
    )
    assert told(game, 3, viewer=1).startswith("You opened a Door in the middle (red obstacle)")
    assert told(game, 0, viewer=1).endswith("beat it by mutation and drew a Potion.")


def test_an_obstacle_is_beaten_by_a_potion_or_not() -> None:
    game = arrange(3, active=1, table=REDS, hands={1: ["red", "blue"]})
    assert told(game, 2) == "Bea opened your Door (red obstacle)."
    game.step(2)
    spent = told(game, does(game, "spend a Potion (red)"), viewer=0)
    assert spent == "Bea beat the red obstacle with a Potion (red) and drew a Potion."
    assert told(game, does(game, "take the injury")) == (
        "Bea did not beat the red obstacle and was injured."
    )


def test_no_potion_is_an_injury_at_once_and_the_second_kills() -> None:
    game = arrange(3, table=("green",) * 4 + ("blue",))
    assert told(game, 1) == (
        "You opened Bea's Door (green obstacle), had no Potion and were injured."
    )
    game.step(1)
    assert told(game, 0).startswith(
        "You opened your own Door (green obstacle), had no Potion, died, got 2 crumbs"
    )


def test_a_double_door_is_narrated_card_by_card() -> None:
    table = ("Double Door", "red", "red", "red", "red")
    deck = ["Explosion", "Potion Box"]
    lines = set()
    for seed in range(8):
        game = arrange(
            3, table=table, door_deck=deck, seed=seed, specimens=("red", "green", "blue")
        )
        lines.add(told(game, 0, viewer=1))
    assert lines == {
        "You opened your own Door (Double Door), turned up Explosion and Potion Box, came to the "
        "Explosion of the Double Door and were injured. Bea was injured. Cem was injured. You came "
        "to the Potion Box of the Double Door and drew a Potion.",
        "You opened your own Door (Double Door), turned up Potion Box and Explosion, came to the "
        "Potion Box of the Double Door, drew a Potion, came to the Explosion of the Double Door "
        "and were injured. Bea was injured. Cem was injured.",
    }


def test_events_tell_whom_they_hit() -> None:
    game = arrange(4, table=("Radioactive Explosion",) + ("red",) * 4, pollution={1: 1, 2: 3})
    assert told(game, 0) == (
        "You opened your own Door (Radioactive Explosion) and took 2 pollution. Bea took 2 "
        "pollution. Cem took 2 pollution, which made 5 and died. Dan took 2 pollution."
    )
    conditions = {0: "injured", 1: "dead"}
    game = arrange(3, active=2, table=("Resurrection",) + ("red",) * 4, conditions=conditions)
    assert told(game, 1).endswith("You were healed. Bea rose from the dead.")


def confused() -> LabRats:
    hands = {0: ["red"], 1: ["green", "blue"], 2: ["purple"]}
    game = arrange(3, table=("Confusion",) + ("red",) * 4, hands=hands)
    game.step(0)
    return game


def test_confusion_tells_contents_to_giver_and_receiver_only() -> None:
    game = confused()
    assert told(game, does(game, "pass a Potion (green) to the right"), viewer=0) == (
        "Bea chose in secret."
    )
    assert told(game, does(game, "pass a Potion (green) to the right"), viewer=1) == (
        "Bea chose in secret: pass a Potion (green) to the right."
    )
    game.step(does(game, "pass a Potion (green) to the right"))
    game.step(int(game.legal_actions()[0]))
    last = int(game.legal_actions()[0])
    seen = [told(game, last, viewer) for viewer in (0, 1, 2)]
    assert seen == [
        "Bea passed a Potion (green) to you. Cem passed a Potion to Bea. You passed a Potion (red) "
        "to Cem.",
        "Bea passed a Potion (green) to you. Cem passed a Potion (purple) to Bea. You passed a "
        "Potion to Cem.",
        "Bea passed a Potion to you. Cem passed a Potion (purple) to Bea. You passed a Potion "
        "(red) to Cem.",
    ]


def test_an_exchange_is_narrated_without_naming_the_door() -> None:
    doors = {0: ["Explosion"], 1: ["green"], 2: ["blue"]}
    game = arrange(3, table=REDS, doors=doors)
    game.step(3)
    game.step(STOP)
    assert game.decision == "lay Doors"
    game.step(does(game, "lay green as your Door"))
    game.step(KEEP)
    exchanges = does(game, "lay Explosion as your Door")
    assert told(game, exchanges, viewer=1) == (
        "Bea exchanged their own Door (green obstacle). You exchanged your own Door. Cem kept what "
        "lay there."
    )
    assert "Explosion" in told(game, exchanges, viewer=0)
    assert "green" not in told(game, exchanges, viewer=0)


def test_an_exit_is_narrated() -> None:
    specimens = ("red", "green", "blue")
    hands = {0: ["blue", "multicolour"], 1: ["red"]}
    game = arrange(3, hands=hands, turns=1, exits=(0,), specimens=specimens, cheese={0: 2})
    assert told(game, TRY_EXIT) == "You turned up an Exit (red, blue and yellow)."
    game.step(TRY_EXIT)
    assert told(game, does(game, "spend a Potion (blue)")) == "You paid blue with a Potion (blue)."
    game.step(does(game, "spend a Potion (blue)"))
    assert told(game, does(game, "spend a Potion (multicolour)")) == (
        "You paid yellow with a Potion (multicolour), passed the Exit with 2 cheese and won the "
        "game with 4 cheese."
    )
    game = arrange(3, active=1, hands=hands, turns=1, exits=(0,), specimens=specimens)
    assert told(game, TRY_EXIT, viewer=2) == (
        "Bea turned up an Exit (red, blue and yellow), could not pay it and died."
    )


def test_the_end_of_a_turn_is_narrated_in_the_order_of_the_rules() -> None:
    game = arrange(3, table=REDS, crumbs={0: 9}, pollution={0: 3}, doors={1: ["Explosion"]})
    game.step(0)
    assert told(game, STOP, viewer=1) == (
        "You stopped, got 1 crumb, paid 10 crumbs for a cheese, took 4 pollution, died of it and "
        "drew a Door."
    )


def test_the_end_of_a_round_says_why_and_who_begins() -> None:
    conditions = {1: "dead", 2: "dead"}
    game = arrange(3, table=("Instant Death",) + ("red",) * 4, conditions=conditions)
    line = told(game, 0, viewer=1)
    assert "You opened your own Door (Instant Death), died and got 1 crumb. All are dead." in line
    assert "Round 1 is over. Round 2 begins with Bea." in line
    game = arrange(3, table=REDS, conditions=conditions)
    game.step(0)
    assert "survived alone with a cheese" in told(game, STOP)


def test_potions_that_are_given_up_are_shown_when_all_have_chosen() -> None:
    hands = {0: ["red", "blue", "green"], 1: ["purple", "orange", "yellow", "multicolour"]}
    conditions = {1: "dead", 2: "dead"}
    table = ("Instant Death",) + ("red",) * 4
    game = arrange(3, table=table, conditions=conditions, hands=hands)
    game.step(0)
    assert game.decision == "keep two Potions"
    lines = []
    while game.decision == "keep two Potions":
        action = int(game.legal_actions()[0])
        lines.append(told(game, action, viewer=2))
        game.step(action)
    assert lines[0] == "Bea chose in secret."
    assert lines[1] == "You gave up a Potion. Bea gave up a Potion."
    assert lines[2].startswith("You discarded a Potion (red). Bea discarded 2 Potions (purple and")


def test_a_summary_leaves_out_what_matters_little() -> None:
    game = confused()
    events = game.presentation.events_of(int(game.legal_actions()[0]), [0])[0]
    assert game.presentation.narrate(events, NAMES) == ("Bea chose in secret.",)
    assert game.presentation.summarize(events, NAMES) == ()


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_actions_that_lead_to_the_same_view_are_narrated_alike(players: int, seed: int) -> None:
    compared = 0
    for number, game in enumerate(positions(players, seed)):
        if game.finished:
            break
        for action in game.legal_actions().tolist()[:3]:
            for viewer in range(players):
                other = game.determinize(viewer, number)
                if action not in other.legal_actions():
                    continue
                lines = []
                seen = []
                for each in (game, other):
                    after = each.clone()
                    after.step(action)
                    seen.append(after.observe(viewer).tobytes())
                    lines.append(re.sub(r"[().,]", " ", told(each, action, viewer)))
                if seen[0] == seen[1]:
                    compared += 1
                    # A view does not say in which order two cards came.
                    assert {*lines[0].split()} == {*lines[1].split()}
    assert compared > 200


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_steps_of_a_story_lead_where_the_game_leads(players: int) -> None:
    from wistar_env.games.lab_rats.story import turn_steps

    checked = 0
    for game in positions(players, players):
        if game.finished or game.decision in ("lay Doors", "keep two Potions"):
            continue
        if game.decision == "Confusion" and int(game.record["sealed_open"][0]).bit_count() > 1:
            continue
        for action in game.legal_actions().tolist():
            after = game.clone()
            after.step(action)
            if after.finished or after.decision in ("lay Doors", "keep two Potions"):
                continue
            told_game = game.clone()
            if game.decision == "Confusion":
                turn_steps.pass_only(told_game.record, action)
            else:
                turn_steps.answer_only(game.cards.tables, told_game.record, action)
            while turn_steps.go_on(told_game.record):
                pass
            for name in ("opened", "num_pending", "aside", "potion_deck", "door_deck", "rng"):
                assert (told_game.record[name] == after.record[name]).all(), name
            assert (told_game.record["players"] == after.record["players"]).all()
            checked += 1
    assert checked > 50


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_action_of_a_game_is_narrated_to_everybody(players: int) -> None:
    viewers = (None, *range(players))
    for game in positions(players, 10 + players):
        if game.finished:
            break
        for action in game.legal_actions().tolist()[:2]:
            for events in game.presentation.events_of(action, viewers):
                lines = game.presentation.narrate(events, NAMES)
                assert lines
                assert all(line.endswith(".") and line[0].isupper() for line in lines)
                assert "{" not in "".join(lines)


def test_names_are_narrated_literally() -> None:
    game = arrange(3, active=1, table=REDS)
    names = ("{0's}", "%s", "\\1")
    (line,) = game.presentation.narrate(game.presentation.events_of(2, [None])[0], names)
    assert line.startswith("%s opened {0's}'s Door (red obstacle)")


def test_an_illegal_action_has_no_story() -> None:
    with pytest.raises(IllegalActionError):
        LabRats.new(3, 1).presentation.events_of(STOP, [None])


def test_the_log_of_a_replay_reads_as_a_game() -> None:
    replay = Replay(LabRats, 3, 5)
    game = replay.start()
    while not game.finished:
        replay.actions.append(int(game.legal_actions()[-1]))
        game.step(replay.actions[-1])
    lines = [told(before, action) for before, action in replay.positions() if action is not None]
    assert "won the game" in lines[-1]


def test_the_score_says_where_cheese_came_from() -> None:
    game = reached(4, 3, lambda game: game.finished)
    found = game.presentation.breakdown()
    assert {name for name, _ in found.rows} <= {"Crumbs", "Exits", "Surviving alone"}
    assert found.unit == "cheese"
    assert found.sentences[0].startswith(f"player_{best_first(game.ranks())[0]} 4 cheese: ")


def test_turns_of_a_seat_are_distinguished() -> None:
    game = reached(3, 1, lambda game: game.decision == "go on")
    first = game.turn
    assert game.presentation.turn_in_words == f"round 1, turn of player_{game.seat}"
    game.step(STOP)
    assert game.turn != first
