"""A curriculum: an option of the game whose range grows as games are won."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from wistar_env.arguments import number
from wistar_env.kit.game import GameSpec
from wistar_env.kit.game.option_text import parse_options


@dataclass(frozen=True)
class Curriculum:
    """An option that begins with its lowest value."""

    option: str  # its name
    # ``low``, ``high``: the value of the first games, and the highest one of the last.
    low: int
    high: int
    advance: float  # the share of the recent games that must be won for the next value

    @classmethod
    def parse(cls, text: str, spec: GameSpec, numbers_of_players: Iterable[int]) -> Self | None:
        """Return what a setting such as ``level=0-9,advance=0.6`` says; None if it is empty.

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
        """Return why games of a player count cannot have these values."""
        try:
            spec.make_options(num_players, 1, {self.option: (self.low, self.high)})
        except (TypeError, ValueError) as error:
            return str(error)
        return ""

    def fits(self, spec: GameSpec, num_players: int) -> bool:
        """Return whether games of a player count have the option."""
        return not self._problem(spec, num_players)

    def options(self, top: int) -> dict[str, tuple[int, int]]:
        """Return the range of the option whose highest value is ``top``."""
        return {self.option: (self.low, top)}
