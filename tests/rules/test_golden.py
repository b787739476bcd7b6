"""Whole games are played today as when the golden transcripts were written."""

import pytest

from tests.golden import COMMAND, SCRIPTS, Script, transcribe
from tests.transcribing import check_transcript


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_game_goes_as_in_its_golden_transcript(script: Script) -> None:
    check_transcript(script.path, transcribe(script), COMMAND)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_transcript_shows_what_its_game_was_chosen_for(script: Script) -> None:
    text = script.path.read_text("utf-8")
    assert [scene for scene in script.shows if scene not in text] == []


def test_the_transcripts_stay_small_enough_to_read() -> None:
    assert sum(script.path.stat().st_size for script in SCRIPTS) < 600_000
