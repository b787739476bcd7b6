"""Whom one can play with on the page: bots of the registry that suit a number of players.

A page names a bot by a word and a time to think, never by a spec: that could name any module.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from wistar_env.networks.files import trained

YOU: Final = "you"
LONGEST: Final = 10.0
SHORTEST: Final = 0.1
#: MiB of a search: every game that is held may have one.
_MEMORY: Final = 16


def network_for(num_players: int) -> str | None:
    """Return the network that comes with the package for a number of players, if one does."""
    name = "solo" if num_players == 1 else f"players{num_players}"
    return name if name in trained() else None


def _search(num_players: int, effort: str) -> str:
    network = network_for(num_players)
    spec = f"mcts:{effort},memory_mb={_MEMORY}"
    return spec if network is None else f"{spec},network={network}"


def hinting(num_players: int, simulations: int) -> str:
    """Return the spec of the search that gives hints."""
    return _search(num_players, f"simulations={simulations}")


@dataclass(frozen=True)
class Opponent:
    """A kind of bot that a chair can be given.

    Attributes
    ----------
    title, about
        What the page calls it, and says of it.
    spec
        Its spec, by the number of players and the seconds that it may think.
    thinks
        Whether it takes the time that it is given.
    """

    title: str
    about: str
    spec: Callable[[int, float], str]
    thinks: bool = False


OPPONENTS: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "network": Opponent(
            "Network",
            "plays what a trained network prefers, at once",
            lambda players, _: f"network:{network_for(players)}",
        ),
        "mcts": Opponent(
            "Search",
            "looks ahead for as long as you let it; the strongest",
            lambda players, seconds: _search(players, f"seconds={seconds:g}"),
            thinks=True,
        ),
        "greedy": Opponent(
            "Greedy", "takes what leaves the best position at once", lambda *_: "greedy"
        ),
        "random": Opponent("Random", "takes any legal action", lambda *_: "random"),
    }
)


def opponents_for(num_players: int) -> list[str]:
    """Return the names of those who play with a number of players."""
    missing = {"network"} if network_for(num_players) is None else set()
    return [name for name in OPPONENTS if name not in missing]


def titled(name: str, seconds: float | None) -> str:
    """Return what the page calls a chair's bot."""
    title = OPPONENTS[name].title
    return f"{title} ({seconds:g} s)" if OPPONENTS[name].thinks and seconds else title


def spec_of(name: str, num_players: int, seconds: float) -> str:
    """Return the spec of a chair's bot."""
    return OPPONENTS[name].spec(num_players, seconds)
