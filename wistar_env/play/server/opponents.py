"""The opponents that the page offers, by number of players.

A request names an opponent and a thinking time, never a spec, which could import any module.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar import Game
from wistar_env.networks.files import trained

YOU: Final = "you"
MAX_SECONDS: Final = 10.0
MIN_SECONDS: Final = 0.1
#: MiB of a search; every live game may have one.
_MEMORY: Final = 16


def network_for(num_players: int) -> str | None:
    """Return the bundled network for a number of players, None if none is bundled."""
    name = "solo" if num_players == 1 else f"players{num_players}"
    return name if name in trained(Game.spec) else None


def _search(num_players: int, effort: str) -> str:
    network = network_for(num_players)
    spec = f"mcts:{effort},memory_mb={_MEMORY}"
    return spec if network is None else f"{spec},network={network}"


def hint_spec(num_players: int, simulations: int) -> str:
    """Return the spec of the search that gives hints."""
    return _search(num_players, f"simulations={simulations}")


@dataclass(frozen=True)
class Opponent:
    """An opponent.

    Attributes
    ----------
    title, about
        Its name and description on the page.
    spec
        Its spec, by number of players and thinking time in seconds.
    thinks
        Whether it uses its thinking time.
    """

    title: str
    about: str
    spec: Callable[[int, float], str]
    thinks: bool = False


OPPONENTS: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "network": Opponent(
            "Network",
            "plays a trained network's preferred action, instantly",
            lambda players, _: f"network:{network_for(players)}",
        ),
        "mcts": Opponent(
            "Search",
            "searches ahead for its thinking time; the strongest",
            lambda players, seconds: _search(players, f"seconds={seconds:g}"),
            thinks=True,
        ),
        "greedy": Opponent(
            "Greedy", "picks the action with the best next position", lambda *_: "greedy"
        ),
        "random": Opponent("Random", "picks a random legal action", lambda *_: "random"),
    }
)


def opponents_for(num_players: int) -> list[str]:
    """Return the names of the opponents for a number of players."""
    missing = {"network"} if network_for(num_players) is None else set()
    return [name for name in OPPONENTS if name not in missing]


def title_of(name: str, seconds: float | None) -> str:
    """Return the name of a chair's bot on the page."""
    title = OPPONENTS[name].title
    return f"{title} ({seconds:g} s)" if OPPONENTS[name].thinks and seconds else title


def spec_of(name: str, num_players: int, seconds: float) -> str:
    """Return the spec of a chair's bot."""
    return OPPONENTS[name].spec(num_players, seconds)
