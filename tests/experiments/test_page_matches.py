"""The matches of the page of results."""

from pathlib import Path

from experiments.page_matches import (
    ARENAS,
    LADDERS,
    MATCHES,
    PAIRS,
    Match,
    names_of_tables,
)


def test_contests_have_separate_files() -> None:
    files = {match.file(Path("results")) for match in MATCHES}
    assert len(files) == len(MATCHES)
    assert max(len(file.name) for file in files) < 150
    searches = [f"mcts:simulations={n},network=players2,prior_temperature=1" for n in (1, 2, 3, 4)]
    one, other = (Match("long", "arena", (*searches, name), "").file(Path()) for name in "ab")
    assert one != other
    assert one.name[:120] == other.name[:120]


def test_every_table_of_matches_is_written_in_one_way() -> None:
    assert sorted((*LADDERS, *PAIRS, *ARENAS)) == sorted(names_of_tables())
