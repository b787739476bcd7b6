"""Whole games are played today as when the golden transcripts were written."""

import pytest

from tests.golden import COMMAND, SCRIPTS, Script, transcribe


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_game_goes_as_in_its_golden_transcript(script: Script) -> None:
    golden = script.path.read_text("utf-8").splitlines()
    hint = f"if the change is meant, run {COMMAND} and read the difference"
    today = list(transcribe(script))
    for number, (one, two) in enumerate(zip(golden, today, strict=False), 1):
        context = "\n".join(golden[max(0, number - 6) : number - 1])
        assert two == one, f"{script.path.name}, line {number}, after\n{context}\n{hint}"
    assert len(today) == len(golden), f"{script.path.name} has another length; {hint}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_transcript_shows_what_its_game_was_chosen_for(script: Script) -> None:
    text = script.path.read_text("utf-8")
    assert [scene for scene in script.shows if scene not in text] == []


def test_the_transcripts_stay_small_enough_to_read() -> None:
    assert sum(script.path.stat().st_size for script in SCRIPTS) < 600_000
