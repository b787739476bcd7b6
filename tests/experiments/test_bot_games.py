"""The record of a bot's games against Rat-o-bot, compared with counts of the actions."""

import numpy as np
import pytest

from experiments.bot_games import (
    BATCH,
    RecordedMatch,
    collected,
    play,
    work_units,
)
from wistar_env import RatsOfWistar
from wistar_env.benchmark.ladder import play_unit
from wistar_env.benchmark.work_units import WorkUnit, game_seed
from wistar_env.errors import BotError
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS

GAMES = 4
SEED = 3
AREAS = ("forest", "lair", "farm")


def unit(bot: str = "greedy") -> WorkUnit:
    (only,) = work_units(bot, GAMES, SEED, open_components())
    return only


@pytest.fixture(scope="module")
def matches() -> list[RecordedMatch]:
    return play(unit())


def played_again(match: RecordedMatch, number: int) -> RatsOfWistar:
    game = RatsOfWistar.new(num_players=1, level=9, seed=game_seed(SEED, number))
    for each in match.decided:
        before = game.scores()[0]["track"]
        game.step(each.action)
        assert each.vp == game.scores()[0]["track"] - before
    return game


def test_the_decisions_of_a_game_lead_to_its_end(matches: list[RecordedMatch]) -> None:
    for number, match in enumerate(matches):
        assert played_again(match, number) == match.game
        assert match.game.finished


def test_all_vp_of_the_track_but_those_of_the_setup_are_noted(matches: list[RecordedMatch]) -> None:
    begun = RatsOfWistar.new(num_players=1, level=9).scores()[0]["track"]
    for match in matches:
        noted = sum(each.vp for each in match.decided)
        assert begun + noted == match.game.scores()[0]["track"]
    told = collected(matches)
    assert told.scored.sum() == told.vp.sum() == sum(d.vp for m in matches for d in m.decided)


def test_the_strength_of_a_main_action_is_the_workers_in_its_area(
    matches: list[RecordedMatch],
) -> None:
    areas = {
        "Collecting Wood": "forest",
        "Digging Rooms": "forest",
        "Collecting Metal": "lair",
        "Building Beds": "lair",
        "Developing Projects": "farm",
        "Exploring": "farm",
    }
    seen = 0
    for number, match in enumerate(matches):
        game = RatsOfWistar.new(num_players=1, level=9, seed=game_seed(SEED, number))
        for each in match.decided:
            words = game.describe(each.action)
            expected = 0
            if words.startswith("Main action: "):
                area = areas[words.removeprefix("Main action: ")]
                workers = game.record["players"]["workers"][0, 0]
                expected, seen = int(workers[AREAS.index(area)]), seen + 1
            assert each.strength == expected
            game.step(each.action)
    assert seen > 10 * GAMES


def test_cards_are_noted_that_were_in_the_hand_and_were_played_from_there(
    matches: list[RecordedMatch],
) -> None:
    told = collected(matches)
    assert told.held.shape == told.played.shape == (GAMES, 180)
    for number, match in enumerate(matches):
        game, held = RatsOfWistar.new(num_players=1, level=9, seed=game_seed(SEED, number)), set()
        for each in match.decided:
            held |= {card.number for card in game.presentation.scene(0).seats[0].hand}
            game.step(each.action)
        played = {card.card.number for card in game.presentation.scene(0).seats[0].played}
        assert set(np.flatnonzero(told.held[number])) == held
        assert set(np.flatnonzero(told.played[number])) == held & played
        assert len(held) > len(held & played) > 0


def test_the_cube_and_what_follows_belong_to_the_mission(matches: list[RecordedMatch]) -> None:
    told = collected(matches)
    of_missions = 0
    for match in matches:
        words = [match.game.describe(each.action) for each in match.decided]
        causes = [match.game.describe(each.cause) for each in match.decided]
        for before, word, cause in zip(words, words[1:], causes[1:], strict=False):
            if before.startswith("complete row"):
                assert (word == before) == (cause == word)
                if word.startswith("remove the cube"):
                    assert cause == before
                    of_missions += 1
            if word.startswith(("Main action", "Chief to", "complete row")):
                assert cause == word or cause.startswith(("complete row", "play", "use", "claim"))
    assert of_missions > GAMES
    placed = [told.causes[k] == action for k, action in enumerate(told.actions)]
    assert 0.5 < np.mean(placed) < 1


def test_they_are_the_games_of_the_ladder(matches: list[RecordedMatch]) -> None:
    rows = play_unit(unit())
    for row, match in zip(rows, matches, strict=True):
        own, other = match.game.scores()
        assert (row["score"], row["opponent"]) == (own["total"], other["total"])
        assert row["decisions"] == len(match.decided) == match.decisions


def test_what_was_done_is_put_together(matches: list[RecordedMatch]) -> None:
    told = collected(matches)
    assert len(told.games) == GAMES
    assert told.taken.sum() == sum(match.decisions for match in matches)
    assert len(told.taken) == len(told.scored) == NUM_ACTIONS
    assert told.games[1].tobytes() == matches[1].game.record.tobytes()


def test_games_are_played_in_work_units_of_the_ladder_s_size() -> None:
    parts = work_units("random", BATCH + 1, 1, open_components())
    assert [part.games for part in parts] == [range(BATCH), range(BATCH, BATCH + 1)]


def test_a_wrong_answer_is_blamed_on_the_bot() -> None:
    with pytest.raises(BotError, match=r"WrongBot' returned -5"):
        play(unit("solitary_bots:WrongBot"))
