"""A curriculum: the range of a game option grows as games are won."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from wistar_env.arguments import number
from wistar_env.kit.game import GameSpec
from wistar_env.kit.game.option_text import parse_options


@dataclass(frozen=True)
class Curriculum:
    """A game option that starts at its lowest value and unlocks higher values."""

    option: str  # its name
    # ``low``, ``high``: the only value at the start, and the highest that can be unlocked.
    low: int
    high: int
    advance: float  # the fraction of recent games that must be won to unlock the next value

    @classmethod
    def parse(cls, text: str, spec: GameSpec, numbers_of_players: Iterable[int]) -> Self | None:
        """Parse a setting such as ``level=0-9,advance=0.6``; return None if it is empty.

        Raises ValueError if it is malformed, or no player count has the option and these
        values.
        """
        if not text:
            return None
        found = parse_options(text)
        share = found.pop("advance", None)
        try:
            ((option, (low, high)),) = found.items()
            advance = float(str(share))
        except (TypeError, ValueError):
            raise ValueError(
                f"curriculum must look like level=0-9,advance=0.6, found {text!r}"
            ) from None
        number("curriculum: advance", advance, 0, 1)
        made = cls(option, low, high, advance)
        problems = [made._problem(spec, players) for players in numbers_of_players]
        if all(problems):
            raise ValueError(f"curriculum: {problems[0]}")
        return made

    def _problem(self, spec: GameSpec, num_players: int) -> str:
        """Return why games with this player count cannot have these values; empty if they can."""
        try:
            spec.make_options(num_players, 1, {self.option: (self.low, self.high)})
        except (TypeError, ValueError) as error:
            return str(error)
        return ""

    def fits(self, spec: GameSpec, num_players: int) -> bool:
        """Return whether games with this player count have the option and its values."""
        return not self._problem(spec, num_players)

    def options(self, top: int) -> dict[str, tuple[int, int]]:
        """Return game options in which this option ranges up to ``top``."""
        return {self.option: (self.low, top)}
