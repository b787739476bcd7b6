"""The report about a bot, compared with a separate count of its games."""

from collections import Counter

import numpy as np
import pytest

from experiments import report
from experiments.bot_games import (
    RecordedMatch,
    collected,
    play,
    work_units,
)
from experiments.bot_report import LISTED, bot_section
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS

GAMES = 6


@pytest.fixture(scope="module")
def matches() -> list[RecordedMatch]:
    (unit,) = work_units("greedy", GAMES, 2, open_components())
    return play(unit)


@pytest.fixture(scope="module")
def lines(matches: list[RecordedMatch]) -> list[str]:
    return bot_section("greedy", "0123", collected(matches), open_components())


@pytest.fixture(scope="module")
def games(matches: list[RecordedMatch]) -> list[RatsOfWistar]:
    return [match.game for match in matches]


@pytest.fixture(scope="module")
def words(matches: list[RecordedMatch]) -> Counter[str]:
    """Count all actions in words."""
    return Counter(match.game.describe(each.action) for match in matches for each in match.decided)


def rows(lines: list[str], title: str) -> dict[str, list[str]]:
    """Return the rows of the table under a title, by their first cells."""
    start = next(k for k, line in enumerate(lines) if line.startswith(title))
    table = lines[start + 2 : lines.index("", start + 2)]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    return {row[0]: row[1:] for row in cells[2:]}


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}"


def test_the_section_begins_with_the_result(lines: list[str], games: list[RatsOfWistar]) -> None:
    own, other = np.array([[seat["total"] for seat in game.scores()] for game in games]).T
    won = sum(game.winner() == 0 for game in games)
    assert lines[0] == f"## greedy against Rat-o-bot at level 9, {GAMES} games"
    assert lines[2] == "Fingerprint of the bot: 0123."
    cells = lines[6].split(" | ")
    assert cells[0].startswith(f"| {own.mean():.1f} (")
    assert cells[1].startswith(f"{other.mean():.1f} (")
    assert cells[2].startswith(f"{share(won, GAMES)} (")


def test_categories_are_the_means_of_the_scores(
    lines: list[str], games: list[RatsOfWistar]
) -> None:
    scores = [game.scores() for game in games]
    assert rows(lines, "### VP by category") == {
        category: [f"{np.mean([each[seat][category] for each in scores]):.1f}" for seat in (0, 1)]
        for category in scores[0][0]
    }


def test_the_kinds_of_action_that_scored_most_are_listed(
    lines: list[str], matches: list[RecordedMatch]
) -> None:
    block_of = {
        action: block.name
        for block in ACTION_BLOCKS
        for action in range(block.start, block.start + block.size)
    }
    vp, times = Counter[str](), Counter[str]()
    for each in (each for match in matches for each in match.decided):
        vp[block_of[each.cause]] += each.vp
        times[block_of[each.action]] += 1
    told = rows(lines, "### VP scored during the game")
    assert len(told) == LISTED
    assert [row[-1] for row in told.values()] == [
        f"{most / GAMES:.1f}" for _, most in vp.most_common(LISTED)
    ]
    for name, row in told.items():
        assert row[1:] == [f"{times[name] / GAMES:.1f}", f"{vp[name] / GAMES:.1f}"]
    assert f"All actions: {vp.total() / GAMES:.1f} VP per game" in "".join(lines)


def test_what_happens_in_a_game_is_counted(lines: list[str], games: list[RatsOfWistar]) -> None:
    seats = [game.presentation.scene(0).seats[0] for game in games]
    told = rows(lines, "### Per game")
    players = np.concatenate([game.record["players"][:, 0] for game in games])
    types = players["types"].sum(0)
    assert told["Guests at the end"] == [f"{np.mean([len(s.guests) for s in seats]):.1f}"]
    assert told["Inventions played"] == [f"{np.mean([len(s.played) for s in seats]):.1f}"]
    assert told["beds built"] == [f"{players['beds_built'].mean():.1f}"]
    assert told["Structures played"] == [f"{types[0] / GAMES:.1f}"]
    assert told["Automata played"] == [f"{types[2] / GAMES:.1f}"]


def test_chiefs_main_actions_and_bonus_actions_are_shared_out(
    lines: list[str], words: Counter[str]
) -> None:
    placed = Counter(
        {
            word.removeprefix("Chief to ").split(" space")[0]: times
            for word, times in sorted(words.items())
            if word.startswith("Chief to ")
        }
    )
    told = rows(lines, "### Chiefs by Sector")
    assert told["Hut"][1] == share(words["Chief to the Alchemist's Hut"], 15 * GAMES)
    assert {row[0] for row in told.values()} == {str(15 * GAMES)}
    assert placed.keys() <= {*told, "the Alchemist's Hut"}
    for title, word in (("### Main actions", "Main action: "), ("### Bonus actions", "Bonus acti")):
        chosen = sum(times for each, times in words.items() if each.startswith(word))
        prefix = "Main action: " if word.startswith("Main") else "Bonus action: "
        for name, row in rows(lines, title).items():
            assert row[:2] == [str(chosen), share(words[prefix + name], chosen)]


def test_the_strength_of_main_actions_is_listed(
    lines: list[str], matches: list[RecordedMatch]
) -> None:
    for name, row in rows(lines, "### Main actions").items():
        strengths = [
            each.strength
            for match in matches
            for each in match.decided
            if match.game.describe(each.action) == f"Main action: {name}"
        ]
        if not strengths:
            assert row[2:] == ["", "", "never"]
            continue
        assert row[2] == f"{np.mean(strengths):.2f}"
        assert row[3] == share(sum(each > 0 for each in strengths), len(strengths))


def test_objectives_and_ability_spaces_are_counted_by_game(
    lines: list[str], games: list[RatsOfWistar]
) -> None:
    names = open_components().names
    players = [game.record["players"][0, 0] for game in games]
    told = rows(lines, "### Ability spaces")
    for k, name in enumerate(names.abilities):
        gone = sum(int(p["cubes_gone"]) >> k & 1 for p in players)
        assert told[name][:2] == [str(GAMES), share(gone, GAMES)]
    told = rows(lines, "### Objectives")
    for k, name in enumerate(names.objectives):
        could = sum(
            k in game.record["objectives"][0] or bool(int(p["private"]) >> k & 1)
            for game, p in zip(games, players, strict=True)
        )
        claimed = sum(int(p["claims"]) >> k & 1 for p in players)
        assert told[name][:2] == [str(could), share(claimed, could) if could else ""]


def test_vp_are_listed_by_beds_and_rooms(lines: list[str], games: list[RatsOfWistar]) -> None:
    told = rows(lines, "### Own VP by beds")
    assert [*told] == ["0", "1", "2", "3", "4+"]
    for column, field in ((0, "beds_built"), (2, "rooms_dug")):
        built = [min(4, int(game.record["players"][field][0, 0])) for game in games]
        totals = [game.scores()[0]["total"] for game in games]
        for number, row in enumerate(told.values()):
            mine = [vp for vp, many in zip(totals, built, strict=True) if many == number]
            assert row[column] == str(len(mine))
            assert row[column + 1] == (f"{np.mean(mine):.1f}" if mine else "")


def test_a_bot_that_never_chose_a_main_action_gets_a_section_too() -> None:
    (unit,) = work_units("solitary_bots:FirstBot", 2, 1, open_components())
    lines = bot_section("first", "0", collected(play(unit)), open_components())
    assert {*map(tuple, rows(lines, "### Main actions").values())} == {("0", "", "", "", "")}


def test_inventions_are_listed_with_the_vp_of_games_in_which_they_were_played(
    matches: list[RecordedMatch], games: list[RatsOfWistar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "RARELY", 3)
    told = collected(matches)
    found = rows(bot_section("greedy", "0123", told, open_components()), "The 10 least played")
    names = open_components().names.cards
    totals = np.array([game.scores()[0]["total"] for game in games])
    held, played = (
        {
            f"{name} ({card + 1})": column
            for card, (name, column) in enumerate(zip(names, t.T, strict=True))
        }
        for t in (told.held, told.played)
    )
    often = {name for name, column in held.items() if column.sum() >= 3}
    assert len(found) == min(20, len(often)) > 5
    assert set(found) <= often
    for name, (in_hand, part, own) in found.items():
        assert in_hand == str(held[name].sum())
        assert part == share(played[name].sum(), held[name].sum())
        assert own == (f"{totals[played[name]].mean():.1f}" if played[name].any() else "")
    shares = [float(part.rstrip("%")) for _, part, _ in found.values()]
    assert shares == sorted(shares)
