"""Whole games are played today as when the golden transcripts were written."""

import pytest

from tests.lab_rats.golden import COMMAND, FOLDER, SCRIPTS, Script, transcribe
from tests.transcribing import check_transcript


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_game_goes_as_in_its_golden_transcript(script: Script) -> None:
    check_transcript(script.path, transcribe(script), COMMAND)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_transcript_shows_what_its_game_was_chosen_for(script: Script) -> None:
    text = script.path.read_text("utf-8")
    assert [scene for scene in script.shows if scene not in text] == []


def test_there_are_several_games_for_each_number_of_players_and_none_too_many() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {script.name for script in SCRIPTS}
    for num_players in (3, 4, 5):
        assert sum(script.num_players == num_players for script in SCRIPTS) > 1
    assert sum(script.path.stat().st_size for script in SCRIPTS) < 500_000
