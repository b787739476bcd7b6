"""The checks of a game as tests of pytest.

``pytest -p wistar_env.kit.conformance.pytest_plugin --wistar-game NAME`` adds them to the tests
that it collects. The option is repeatable; names are those of ``wistar check``.
"""

from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--wistar-game`` to pytest."""
    parser.getgroup("wistar-env").addoption(
        "--wistar-game",
        action="append",
        default=[],
        metavar="GAME",
        help="check an installed game, or module:Class, as 'wistar check' does",
    )


class CheckItem(pytest.Item):
    """One check of one case as a test."""

    def __init__(self, *, check: str, case: Any, **more: Any) -> None:
        super().__init__(**more)
        self._check, self._case = check, case

    def runtest(self) -> None:
        """Run the check of this test item."""
        from wistar_env.kit.conformance.runner import CHECKS

        CHECKS[self._check](self._case)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Return the sentence of a check that failed, or the traceback of another error."""
        if excinfo.errisinstance(AssertionError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return the path and the name of the test for reports, without a line number."""
        return self.path, None, self.name


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add a test for each check and player count of the games that ``--wistar-game`` names."""
    names = session.config.getoption("--wistar-game")
    if not names:
        return
    # Importing the runner imports Numba, which other test runs need not wait for.
    from wistar_env.kit.conformance.runner import CHECKS, cases_of
    from wistar_env.kit.game.option_text import players_text
    from wistar_env.kit.game.registry import find_game

    for name in names:
        for case in cases_of(find_game(name)):
            for check in CHECKS:
                title = f"{name}[{check}-{players_text(case.num_players)}]"
                item = CheckItem.from_parent(session, name=title, check=check, case=case)
                items.append(item)
