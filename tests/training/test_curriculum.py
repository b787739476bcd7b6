"""A curriculum: harder games come as soon as the easier ones are won."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.training.runs import same
from tests.training.test_ppo import TINY
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.training import ppo
from wistar_env.training.curriculum import Curriculum
from wistar_env.training.ppo import Config, Run, train

SPEC = RatsOfWistar.spec
LEARNING = replace(TINY, pretraining="none", curriculum="level=2-4,advance=0.5")


def levels(run: Run) -> set[tuple[int, int]]:
    """Return the range of levels of the games that begin from now on, of each batch."""
    return {batch.options["level"] for batch in run._batches if "level" in batch.options}


def fill(run: Run, won: int, lost: int) -> None:
    run.recent_games.clear()
    run.recent_games.extend([[10.0, 1.0]] * won + [[10.0, 0.0]] * lost)


def test_a_curriculum_is_an_option_with_a_range_and_a_share() -> None:
    assert Curriculum.parse("", SPEC, [1]) is None
    found = Curriculum.parse("level=0-9,advance=0.6", SPEC, [1, 2])
    assert found == Curriculum("level", 0, 9, 0.6)
    assert found.fits(SPEC, 1)
    assert not found.fits(SPEC, 2)
    assert found.options(4) == {"level": (0, 4)}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("level=0-9", "must look like level=0-9,advance=0.6, found 'level=0-9'"),
        ("level=3,advance=0.6", "must look like"),
        ("level=0-9,tracks=1-2,advance=0.6", "must look like"),
        ("level=0-9,advance=1.5", "advance .* 1.5"),
        ("level=0-10,advance=0.6", "level"),
        ("height=0-9,advance=0.6", "height"),
    ],
)
def test_what_is_no_curriculum_is_rejected(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"curriculum.*{problem}"):
        replace(TINY, curriculum=text)


def test_a_curriculum_needs_players_who_have_the_option_which_nothing_else_sets() -> None:
    with pytest.raises(ValueError, match="curriculum: "):
        replace(TINY, players="2", curriculum="level=0-9,advance=0.6")
    with pytest.raises(ValueError, match=r"options .* level"):
        replace(TINY, options="level=3", curriculum="level=0-9,advance=0.6")


def test_games_get_the_next_value_once_enough_of_the_last_ones_are_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ppo, "RECENT_GAMES", 4)
    run = Run(LEARNING)
    assert levels(run) == {(2, 2)}
    for won, lost, top in [(1, 3, 2), (2, 0, 2), (2, 2, 3), (0, 0, 3), (4, 0, 4), (4, 0, 4)]:
        fill(run, won, lost)
        run._advance()
        assert levels(run) == {(2, top)}


def test_only_tables_with_the_option_have_the_curriculum() -> None:
    run = Run(replace(LEARNING, players="1,2", num_envs=8))
    assert levels(run) == {(2, 2)}
    assert [batch.num_players for batch in run._batches if "level" in batch.options] == [1]


def test_a_stopped_run_goes_on_with_the_values_that_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ppo, "RECENT_GAMES", 1)
    config: Config = replace(
        LEARNING, curriculum="level=0-9,advance=0", num_steps=64, steps=6 * 256
    )
    tops: list[Any] = []
    whole = train(
        config, tmp_path / "whole", callbacks=[lambda _, it: tops.append(it["curriculum_top"])]
    )
    assert tops[0] == 0
    assert tops[-1] > 0
    part = train(config, tmp_path / "part", callbacks=[lambda *_: True])
    while not part.finished:
        part = train(config, tmp_path / "part", callbacks=[lambda *_: True])
    assert part.curriculum_top == whole.curriculum_top
    assert same(whole, part)
