"""Rules of Lab Rats, each broken once, and whether its tests notice.

``python -m tests.lab_rats.mutants [NAME ...]`` copies the package, breaks one rule in the copy, and
runs the tests of that rule on interpreted code. It prints which of them failed; a rule whose tests
still pass is named, and the command fails. A mutant is one replacement in one module.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
RULES: Final = Path("wistar_env/games/lab_rats")
#: What the tests of a rule need of the repository.
_COPIED: Final = ("wistar_env", "tests", "pyproject.toml")
_IGNORED: Final = shutil.ignore_patterns("__pycache__", "golden", "screenshots", "*.npz")
_FAILED: Final = "FAILED "
#: What pytest exits with where tests failed.
_TESTS_FAILED: Final = 1


class Mutant(NamedTuple):
    """A rule that is broken.

    Attributes
    ----------
    name
        What goes wrong.
    module
        The module that is changed, in the folder of the game.
    old, new
        What is replaced, which must be there exactly once, and by what.
    tests
        The tests that have to notice: a module, or one test of it.
    """

    name: str
    module: str
    old: str
    new: str
    tests: str


MUTANTS: Final = (
    Mutant("five cheese win", "amounts.py", "WINS: Final = 4", "WINS: Final = 5", "turn_end"),
    Mutant(
        "nine crumbs are a cheese",
        "amounts.py",
        "CHEESE: Final = 10",
        "CHEESE: Final = 9",
        "turn_end",
    ),
    Mutant(
        "four pollution kill", "amounts.py", "DEADLY: Final = 5", "DEADLY: Final = 4", "turn_end"
    ),
    Mutant(
        "pollution stays after it killed",
        "injuries.py",
        "p.pollution = 0\n        kill",
        "kill",
        "turn_end",
    ),
    Mutant(
        "the fallout of an explosion is one",
        "amounts.py",
        "FALLOUT: Final = 2",
        "FALLOUT: Final = 1",
        "events",
    ),
    Mutant(
        "the dead recover by an injury",
        "injuries.py",
        "    else:\n        kill(g, seat)",
        "    else:\n        p.condition = INJURED",
        "events",
    ),
    Mutant(
        "an Explosion spares the others",
        "resolving.py",
        "if alive(g, seat):\n                injure(g, seat)",
        "if seat == g.active:\n                injure(g, seat)",
        "events",
    ),
    Mutant(
        "who died goes on with a Double Door",
        "turns.py",
        "    if alive(g, int(g.active)):\n        resolve(g, kind)",
        "    resolve(g, kind)",
        "events",
    ),
    Mutant(
        "a beaten obstacle gives no Potion",
        "playing_on.py",
        "        discard_potion(g, seat, action - SPEND)\n        draw_potion(g, seat)",
        "        discard_potion(g, seat, action - SPEND)",
        "obstacles",
    ),
    Mutant(
        "only who has a fitting Potion is asked",
        "resolving.py",
        "elif p.num_potions > 0:",
        "elif p.potions[colour] > 0:",
        "obstacles",
    ),
    Mutant(
        "any Potion beats any obstacle",
        "playing_on.py",
        "if (int(t.covers[kind]) >> int(g.facing)) & 1:",
        "if t.covers[kind] != 0:",
        "obstacles",
    ),
    Mutant(
        "Exits can be tried in the first turn",
        "playing_on.py",
        "if g.players[seat].turns > 0:",
        "if g.players[seat].turns >= 0:",
        "obstacles",
    ),
    Mutant(
        "a mutation pays for nothing",
        "potions.py",
        "int(t.exits[card]) & ALL_COLOURS & ~(1 << int(p.specimen))",
        "int(t.exits[card]) & ALL_COLOURS",
        "exits",
    ),
    Mutant(
        "who cannot pay an Exit lives",
        "exits.py",
        "    kill(g, seat)\n    p = g.players[seat]",
        "    p = g.players[seat]",
        "exits",
    ),
    Mutant(
        "Exits stay after a failure",
        "exits.py",
        "p.unpaid |= 1 << card\n    shuffle_exits(g, 0)",
        "p.unpaid |= 1 << card",
        "exits",
    ),
    Mutant(
        "a Potion is all the colours it can be",
        "potions.py",
        "        for _ in range(int(hand[kind])):",
        "        for _ in range(3 * int(hand[kind])):",
        "exits",
    ),
    Mutant(
        "an injury does not heal",
        "turns.py",
        "        recover(g, int(g.active))\n    ask(g, BEGIN_TURN)",
        "        pass\n    ask(g, BEGIN_TURN)",
        "obstacles",
    ),
    Mutant(
        "five Doors earn no Potion",
        "turns.py",
        "        draw_potion(g, int(g.active))\n    else:\n        return False",
        "        pass\n    else:\n        return False",
        "turn_end",
    ),
    Mutant(
        "the survivor gains nothing",
        "turns.py",
        "        gain_cheese(g, seat, FOR_SURVIVING)",
        "        pass",
        "rounds",
    ),
    Mutant(
        "the dead have their turns",
        "turns.py",
        "while not alive(g, seat):",
        "while False:",
        "events",
    ),
    Mutant(
        "an Exit leaves the round to go on",
        "turns.py",
        "if g.at_exit == PASSED or survives or num_alive(g) == 0:",
        "if survives or num_alive(g) == 0:",
        "exits",
    ),
    Mutant(
        "the first player stays",
        "new_round.py",
        "g.starter = (int(g.active) + 1) % int(g.seats)",
        "g.starter = g.active",
        "rounds",
    ),
    Mutant(
        "three Potions are kept",
        "new_round.py",
        "num_potions > DEALT",
        "num_potions > DEALT + 1",
        "rounds",
    ),
    Mutant(
        "Confusion passes to the left",
        "confusion.py",
        "int(g.sealed_choice[seat]) - PASS, (seat + seats - 1) % seats",
        "int(g.sealed_choice[seat]) - PASS, (seat + 1) % seats",
        "events",
    ),
    Mutant(
        "a giver forgets what it passed",
        "confusion.py",
        "        p.known[receiver, kind] += 1",
        "        pass",
        "secrecy",
    ),
    Mutant(
        "others see closed Doors",
        "observed.py",
        "seen = -1 if viewer == NOBODY else opened | 1 << me",
        "seen = -1",
        "secrecy",
    ),
    Mutant(
        "hands that could pay an Exit are drawn",
        "redeal.py",
        "        if (int(p.unpaid) >> card) & 1 and pays(p.potions, asked_of(t, p, card)):",
        "        if False:",
        "redeal::test_a_hand_that_could_not_pay_an_exit_is_drawn_so_that_it_could_not",
    ),
    Mutant("less pollution is no better", "cheese.py", " - int(p.pollution)", "", "rounds"),
)


def break_rule(mutant: Mutant, folder: Path) -> None:
    """Replace what a mutant replaces.

    Raises
    ------
    ValueError
        If it is not there exactly once: the rule was rewritten, and so must be the mutant.
    """
    path = folder / RULES / mutant.module
    text = path.read_text("utf-8")
    if text.count(mutant.old) != 1:
        raise ValueError(
            f"{mutant.module} has {mutant.old!r} {text.count(mutant.old)} times, not once"
        )
    path.write_text(text.replace(mutant.old, mutant.new), "utf-8")


def run_tests(folder: Path, tests: str) -> tuple[int, str]:
    """Run tests on interpreted code up to its first failure; return status and output."""
    module, _, test = tests.partition("::")
    path = f"tests/lab_rats/test_{module}.py" + (f"::{test}" if test else "")
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", path],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.returncode, found.stdout + found.stderr


def check(mutant: Mutant) -> str:
    """Return the test that fails with a mutant; nothing if none does."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in _COPIED:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part, ignore=_IGNORED)
            else:
                shutil.copy(ROOT / part, folder / part)
        break_rule(mutant, folder)
        status, output = run_tests(folder, mutant.tests)
    failed = [line for line in output.splitlines() if line.startswith(_FAILED)]
    if status == _TESTS_FAILED and failed:
        return failed[0].removeprefix(_FAILED).partition(" - ")[0]
    if status != 0:
        raise RuntimeError(f"{mutant.name}: the tests did not run\n{output}")
    return ""


def main(names: list[str]) -> int:
    """Check the mutants of these names, or all; return how many live."""
    living = 0
    for mutant in MUTANTS:
        if names and mutant.name not in names:
            continue
        test = check(mutant)
        living += not test
        print(f"{mutant.name}: {test or 'LIVES'}", flush=True)
    return living


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
