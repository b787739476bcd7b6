"""Lists every rule of ``docs/rules.md`` that no test checks: ``python -m tests.coverage``.

Tests cite the rules they check, ``@pytest.mark.ledger("DIG-01", "DIG-02")``, many of them in one
string, ``"DIG-01 DIG-02"``. Citations are read from the sources, so listing them needs no test run.
``ledger_ids.txt`` has the IDs that the pages define, one per line; ``python -m tests.coverage
--update`` regenerates it from the pages.
"""

import argparse
import ast
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).resolve().parent
ROOT: Final = _FOLDER.parent
#: The pages that define IDs: rules, rulings, and reconstructions.
PAGES: Final = [ROOT / "docs" / f"{name}.md" for name in ("rules", "rulings", "values")]
IDS_FILE: Final = _FOLDER / "ledger_ids.txt"

#: The ID of a rule, ruling, example or named card.
RULE: Final = re.compile(r"\b[A-Z]{3,7}-[A-Z]*\d+\b")
#: IDs that need no separate test: they decide nothing, or are checked elsewhere.
_UNTESTED: Final = ("CONF", "GAP", "CARD-EU04")
#: Rulings that nothing could break, with the reason.
NOT_TESTABLE: Final[dict[str, str]] = {}


class CitationError(Exception):
    """A citation that cannot be read, or that cites a rule which does not exist."""


def text() -> str:
    """Return the text of these pages."""
    return "\n".join(page.read_text("utf-8") for page in PAGES)


def defined(page: str) -> list[str]:
    """Return the IDs that a page defines at the start of an item or row, in its order."""
    return re.findall(r"^(?:- |\| )\*\*([A-Z]+-[A-Z]*\d+)\*\*", page, re.MULTILINE)


def ledger_ids() -> list[str]:
    """Return the IDs of all rules, rulings, examples and named cards."""
    return IDS_FILE.read_text("utf-8").split()


def _cited(call: ast.Call, path: Path) -> list[str]:
    ids = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    if len(ids) < len(call.args) or not all(isinstance(each, str) for each in ids):
        raise CitationError(f"{path.name}, line {call.lineno}: cite rules by literal strings")
    return [each for cited in ids for each in str(cited).split()]


def citations(folder: Path = _FOLDER) -> dict[str, list[str]]:
    """Return where tests cite each rule: ``file:line`` by ID.

    Raises CitationError if a citation is not made of literal strings.
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
    """Return the cited IDs that no rule has."""
    known = set(ledger_ids())
    return sorted(each for each in cited if each not in known)


def missing(cited: dict[str, list[str]]) -> list[str]:
    """Return the IDs that no test cites, in the order of the page."""
    return [
        each
        for each in ledger_ids()
        if each not in cited and not each.startswith(_UNTESTED) and each not in NOT_TESTABLE
    ]


def main() -> int:
    """Print what is missing; return 1 if anything is."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__)
    parser.add_argument("--update", action="store_true", help="write ledger_ids.txt anew")
    if parser.parse_args().update:
        IDS_FILE.write_text("\n".join(defined(text())) + "\n", "utf-8")
    cited = citations()
    for each in missing(cited):
        print(f"{each}: no test cites it")
    for each in unknown(cited):
        print(f"{each}: cited in {', '.join(cited[each])}, but there is no such rule")
    ids = [each for each in ledger_ids() if not each.startswith(_UNTESTED)]
    print(
        f"{len(ids) - len(NOT_TESTABLE) - len(missing(cited))} of {len(ids) - len(NOT_TESTABLE)} "
        f"rules have a test; {len(NOT_TESTABLE)} are not testable"
    )
    return 1 if missing(cited) or unknown(cited) else 0


if __name__ == "__main__":
    sys.exit(main())
