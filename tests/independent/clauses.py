"""Parser of the effect lines in the data, as far as the final scoring and Rat-o-bot need it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Op:
    """One op: its word and its number, 1 where it has none."""

    word: str
    number: int


@dataclass(frozen=True)
class Guard:
    """One guard: ``per`` and ``foes_more`` have a count, ``if`` a count and a number."""

    word: str
    count: str
    number: int


@dataclass(frozen=True)
class Clause:
    """Guards and the steps behind them; a step is a list of alternatives, mostly one."""

    guards: tuple[Guard, ...]
    steps: tuple[tuple[Op, ...], ...]


def clauses(line: str) -> tuple[Clause, ...]:
    """Parse an effect: clauses end at ``;``, guards at ``:``, steps at ``,``."""
    return tuple(_clause(part) for part in line.split(";") if part.strip())


def _clause(text: str) -> Clause:
    *guards, body = text.split(":")
    steps = tuple(tuple(_op(each) for each in step.split(" or ")) for step in body.split(","))
    return Clause(tuple(_guard(each) for each in guards), steps)


def _op(text: str) -> Op:
    word, *rest = text.split()
    return Op(word, int(rest[-1]) if rest and rest[-1].isdecimal() else 1)


def _guard(text: str) -> Guard:
    word, count, *number = text.split()
    return Guard(word, count, int(number[0]) if number and number[0].isdecimal() else 1)


def vp_in(line: str) -> int:
    """Return the VP that a line without guards gives (BOT-80)."""
    ops = (step[0] for clause in clauses(line) if not clause.guards for step in clause.steps)
    return sum(op.number for op in ops if op.word == "vp")


def words_in(line: str) -> set[str]:
    """Return the words of all ops of a line."""
    return {op.word for clause in clauses(line) for step in clause.steps for op in step}
