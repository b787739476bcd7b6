"""Lists every rule of the ledger that no test checks: ``python -m tests.coverage``.

Tests cite the rules they check, ``@pytest.mark.ledger("DIG-01", "DIG-02")``. The citations are
read from the sources, so a list takes no test run. ``ledger_ids.txt`` holds the IDs of the
ledger's sections A (the game), B (Rat-o-bot) and E (worked examples), one a line;
``python -m tests.coverage --update LEDGER`` writes it again from the ledger.
"""

import argparse
import ast
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).resolve().parent
IDS_FILE: Final = _FOLDER / "ledger_ids.txt"

_LAB_RATS: Final = "an example of Lab Rats, another game, which this package does not implement"

#: IDs that no test can check, with the reason.
NOT_TESTABLE: Final[dict[str, str]] = {f"VEC-{number}": _LAB_RATS for number in range(30, 38)}


class CitationError(Exception):
    """A citation that cannot be read, or that cites a rule which does not exist."""


def ledger_ids() -> list[str]:
    """Return the IDs of the ledger's sections A, B and E, in its order."""
    return IDS_FILE.read_text("utf-8").split()


def ids_of_ledger(text: str) -> list[str]:
    """Return the IDs that the tables of sections A, B and E of a ledger define."""
    ids: list[str] = []
    section = ""
    for line in text.splitlines():
        if heading := re.match(r"# ([A-Z])\.", line):
            section = heading[1]
        elif section in {"A", "B", "E"} and (row := re.match(r"\|\s*([A-Z]+-\d+)\s*\|", line)):
            ids.append(row[1])
    return ids


def _cited(call: ast.Call, path: Path) -> list[str]:
    ids = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    if len(ids) < len(call.args) or not all(isinstance(each, str) for each in ids):
        raise CitationError(f"{path.name}, line {call.lineno}: cite rules by literal strings")
    return [str(each) for each in ids]


def citations(folder: Path = _FOLDER) -> dict[str, list[str]]:
    """Return where each rule is cited, ``file:line`` by ID.

    Raises
    ------
    CitationError
        If a citation is not made of literal strings.
    """
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="ledger")):
                    for cited in _cited(node, path):
                        places[cited].append(f"{path.relative_to(folder)}:{node.lineno}")
    return dict(places)


def unknown(cited: dict[str, list[str]]) -> list[str]:
    """Return the cited IDs that look like rules of the ledger's sections but are none."""
    known = set(ledger_ids())
    families = {each.partition("-")[0] for each in known}
    return sorted(
        each
        for each in cited
        if each not in known and each.partition("-")[0] in families and re.search(r"-\d+$", each)
    )


def missing(cited: dict[str, list[str]]) -> list[str]:
    """Return the testable IDs that no test cites, in the order of the ledger."""
    return [each for each in ledger_ids() if each not in cited and each not in NOT_TESTABLE]


def main() -> int:
    """Print what is missing; return 1 if anything is."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__)
    parser.add_argument("--update", metavar="LEDGER", type=Path, help="write ledger_ids.txt anew")
    arguments = parser.parse_args()
    if arguments.update:
        ids = ids_of_ledger(arguments.update.read_text("utf-8"))
        IDS_FILE.write_text("\n".join(ids) + "\n", "utf-8")
    cited = citations()
    for each in missing(cited):
        print(f"{each}: no test cites it")
    for each in unknown(cited):
        print(f"{each}: cited in {', '.join(cited[each])}, but the ledger has no such rule")
    testable = len(ledger_ids()) - len(NOT_TESTABLE)
    print(
        f"{testable - len(missing(cited))} of {testable} rules have a test; "
        f"{len(NOT_TESTABLE)} are not testable"
    )
    return 1 if missing(cited) or unknown(cited) else 0


if __name__ == "__main__":
    sys.exit(main())
