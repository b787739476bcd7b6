"""The matches of the page of results."""

from pathlib import Path

from wistar_env.training.page_matches import MATCHES, Match, matches_of, names_of_tables


def test_contests_have_separate_files() -> None:
    files = {match.file(Path("results")) for match in MATCHES}
    assert len(files) == len(MATCHES)
    assert max(len(file.name) for file in files) < 150
    searches = [f"mcts:simulations={n},network=players2,prior_temperature=1" for n in (1, 2, 3, 4)]
    one, other = (Match("long", "arena", (*searches, name), "").file(Path()) for name in "ab")
    assert one != other
    assert one.name[:120] == other.name[:120]


def test_every_match_is_of_one_table() -> None:
    names = names_of_tables()
    assert len(set(names)) == len(names)
    assert {match for name in names for match in matches_of(name)} == set(MATCHES)
