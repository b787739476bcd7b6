"""Results of mutants that outlive an interruption."""

from pathlib import Path

from tests.mutation.running import Results
from tests.mutation.sampling import all_mutants
from tests.mutation.targets import GROUPS


def test_results_are_found_again_after_an_interruption(tmp_path: Path) -> None:
    path = tmp_path / "build" / "results.jsonl"
    noticed, survived, unknown = all_mutants()[GROUPS[0]][:3]
    results = Results(path)
    results.add(noticed, "tests/rules/test_determinize.py::test_everything_hidden_varies[1]")
    results.add(survived, "")
    with path.open("a", encoding="utf-8") as file:
        file.write('{"digest": "cut o')
    again = Results(path)
    assert (found := again.get(noticed)) is not None
    assert found.test
    assert (found := again.get(survived)) is not None
    assert not found.test
    assert again.get(unknown) is None


def test_a_result_is_void_once_its_sources_have_changed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    mutant = all_mutants()[GROUPS[0]][0]
    Results(path).add(mutant, "")
    text = path.read_text("utf-8")
    evidence = text.rpartition(": ")[2].strip('"}\n')
    path.write_text(text.replace(evidence, "0" * len(evidence)), "utf-8")
    assert Results(path).get(mutant) is None
