"""The checks of card sets, which find what is broken, and the measurements of their page."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments import card_set_balance, card_sets
from experiments.card_set_balance import Alone, Cards
from wistar_env.games.rats_of_wistar.card_sets import making
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.components import open_components


def test_the_command_checks_sets_of_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    card_sets.main(1)
    said = capsys.readouterr().out
    assert "5 sets are valid and were played; different entries: " in said
    assert re.search(r"[0-9]+ of train, [0-9]+ of validation, [0-9]+ of test; none is in two", said)


def test_samples_are_of_the_size_that_was_asked_for() -> None:
    for count in (20, 200, 1000):
        found = card_sets.sample(count)
        assert len(set(found)) == len(found) == count


def changed_files(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Change the files of every set before they are checked."""
    make = making.files_of

    def files_of(card_set: CardSet) -> Any:
        files = make(card_set)
        change(files)
        return files

    monkeypatch.setattr(card_sets, "files_of", files_of)


def test_an_invalid_set_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask_too_much(files: Any) -> None:
        files["inventions_tools"]["card"][0]["requires"] = "tents 3"

    changed_files(monkeypatch, ask_too_much)
    with pytest.raises(AssertionError, match=r"generated:v1:1 .*\n.* tents 2"):
        card_sets.check(CardSet("generated", 1), [])


def test_an_entry_that_a_set_has_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def copy(files: Any) -> None:
        first, second, *_ = files["guests"]["guest"]
        second.update({**first, "number": second["number"]})

    changed_files(monkeypatch, copy)
    with pytest.raises(AssertionError, match=r"generated:v1:1 .* twice"):
        card_sets.check(CardSet("generated", 1), [])


def test_a_game_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_sets, "_MOST_DECISIONS", 5)
    with pytest.raises(AssertionError, match="generated:v1:7: a game with 2 players"):
        card_sets.play_out(open_components("generated:v1:7"), 2, 1)


@pytest.fixture(scope="module")
def made() -> Any:
    return [open_components("generated:v1:7"), open_components("permuted:v1:7")]


def test_greedy_alone_is_measured_by_set(made: Any) -> None:
    found = Alone("both", *card_set_balance.greedy_alone(made, 30))
    again = Alone("one", *card_set_balance.greedy_alone(made[:1], 30))
    assert found.vp.shape == found.wins.shape == (2,)
    assert found.vp[0] == again.vp[0] != found.vp[1]
    assert (found.vp > 30).all()
    head, _, row = card_set_balance.alone_table([found]).splitlines()
    assert head.count("|") == row.count("|")
    assert row.startswith(f"| both | 2 | {found.vp.mean():.1f} |")


def test_cards_are_measured_by_what_players_did_with_them(made: Any) -> None:
    cards = Cards(*card_set_balance.greedy_cards(made, 60))
    assert len(cards.played) == len(cards.gain) == len(cards.error) > 20
    assert 0 <= cards.played.min() <= cards.played.max() <= 1
    row = card_set_balance.cards_table({"greedy": cards}).splitlines()[-1]
    assert row.startswith(f"| greedy | {len(cards.played)} |")


def test_a_card_decides_alone_if_it_does_so_for_certain() -> None:
    gain = np.array([30.0, 30.0, 13.0, np.nan, -30.0])
    cards = Cards(np.ones(5), gain, np.array([1.0, 8.0, 0.5, 0.1, 1.0]))
    assert cards.deciding == 1
    assert cards.known_gains.tolist() == [-30, 13, 30, 30]


@pytest.mark.filterwarnings("ignore:the network solo.npz was trained with other data")
def test_search_is_measured_with_the_cards_of_its_hand(
    made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_set_balance, "SIMULATIONS", 4)
    monkeypatch.setattr(card_set_balance, "HELD_BY_SEARCH", 1)
    vp, wins, played, *_ = card_set_balance.search_alone(made[:1], 2)
    assert vp.shape == wins.shape == (1,)
    assert len(played) > 5
    assert set(played.tolist()) <= {0, 0.5, 1}
    assert 0 < played.mean() < 1


def test_what_was_measured_before_an_interruption_is_not_measured_again(tmp_path: Path) -> None:
    calls = []

    def measured() -> tuple[Any, ...]:
        calls.append(0)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return np.array([1.0, np.nan]), np.array([2.0])

    file = tmp_path / "run" / "greedy, bundled.npz"
    with pytest.raises(KeyboardInterrupt):
        card_set_balance.kept(file, measured)
    for _ in range(2):
        first, second = card_set_balance.kept(file, measured)
        assert np.array_equal(first, [1, np.nan], equal_nan=True)
        assert second.tolist() == [2]
    assert len(calls) == 2
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_the_picture_is_the_same_every_time(tmp_path: Path) -> None:
    alone = [
        Alone(name, np.array([60.0, 62.5]), np.array([0.2, 0.4]))
        for name in ("bundled", "permuted", "generated, train", "held-out words, test")
    ]
    cards = {"greedy": Cards(np.ones(3), np.array([1.0, 2, 3]), np.ones(3))}
    for file in ("a.svg", "b.svg"):
        card_set_balance.draw(alone, cards, tmp_path / file)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
