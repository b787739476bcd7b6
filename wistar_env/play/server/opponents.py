"""The opponents that the page offers, by game.

A request names an opponent and a thinking time. A spec, which could import any module, is accepted
only if it was given when the server was started.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from wistar_env.errors import BotError
from wistar_env.kit.game import Game

YOU: Final = "you"
#: The player of a seat by link.
LINK: Final = "link"
MAX_SECONDS: Final = 10.0
MIN_SECONDS: Final = 0.1
MIN_SIMULATIONS: Final = 16
MAX_SIMULATIONS: Final = 20_000
#: MiB per search; every game in memory may have a search.
_MEMORY: Final = 16
#: Opponents that are listed last.
_SIMPLE: Final = ("greedy", "random")


def _search(effort: str) -> str:
    return f"mcts:{effort},memory_mb={_MEMORY}"


def hint_spec(simulations: int) -> str:
    """Return the spec of the search that gives hints."""
    return _search(f"simulations={simulations}")


@dataclass(frozen=True)
class Opponent:
    """A bot that the page offers as an opponent."""

    # ``title``, ``about``: its name and description on the page.
    title: str
    about: str
    spec: Callable[[str], str]  # returns the spec for an effort such as ``"seconds=1"``
    thinks: bool = False  # whether users choose its effort


OPPONENTS: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "network": Opponent(
            "Network",
            "plays a trained network's preferred action, instantly",
            lambda _: "network",
        ),
        "mcts": Opponent(
            "Search",
            "searches for a chosen time or number of simulations; the strongest bot",
            _search,
            thinks=True,
        ),
        "greedy": Opponent(
            "Greedy", "picks the action with the best next position", lambda _: "greedy"
        ),
        "random": Opponent("Random", "picks a random legal action", lambda _: "random"),
    }
)


def opponents_of(game: type[Game]) -> Mapping[str, Opponent]:
    """Return the opponents of a game by name: the bots of all games, and the game's own bots.

    ``network`` is one of them only if the game has a default network.
    """
    missing = _SIMPLE if game.spec.networks.default else ("network", *_SIMPLE)
    general = {name: each for name, each in OPPONENTS.items() if name not in missing}
    own = {
        name: _own(name, game.spec.title)
        for name in game.spec.bots.classes
        if name not in OPPONENTS
    }
    return {**general, **own, **{name: OPPONENTS[name] for name in _SIMPLE}}


def _own(name: str, title: str) -> Opponent:
    about = f"a bot that plays {title} only"
    return Opponent(name.replace("_", " ").capitalize(), about, lambda _: name)


def given_opponents(specs: Iterable[str]) -> Mapping[str, Opponent]:
    """Return opponents by spec, for the specs given when the server was started."""
    return {spec: _given(spec) for spec in specs}


def _given(spec: str) -> Opponent:
    return Opponent(spec, "given with --bot when the server was started", lambda _: spec)


def title_of(opponent: Opponent, seconds: float | None, simulations: int | None) -> str:
    """Return the name of a seat's bot on the page, with its effort if users choose one."""
    if not opponent.thinks or not (seconds or simulations):
        return opponent.title
    effort = f"{simulations} simulations" if simulations else f"{seconds:g} s"
    return f"{opponent.title} ({effort})"


def spec_of(player: Mapping[str, Any], opponents: Mapping[str, Opponent]) -> str:
    """Return the spec of a seat's bot, which must be one of these opponents.

    Raises BotError if the server does not offer it.
    """
    who = player["who"]
    if who not in opponents:
        raise BotError(
            f"this server does not offer the bot {who!r}; "
            f"start it with wistar serve --bot {shlex.quote(who)}"
        )
    simulations, seconds = player.get("simulations"), player.get("seconds") or 0
    effort = f"simulations={simulations}" if simulations else f"seconds={seconds:g}"
    return opponents[who].spec(effort)
