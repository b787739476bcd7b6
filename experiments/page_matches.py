"""The matches of ``docs/results.md``: calls of ``wistar ladder`` and ``wistar arena``."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from experiments.decision_times import Timed
from experiments.studies import FOLDER as STUDIED
from experiments.studies import parse_numbers
from wistar_env.benchmark.arena import tables as tables_of_bots
from wistar_env.benchmark.results import ResultRow, read
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.system.cache import digest
from wistar_env.system.processes import run_module

#: The settings of the searches of most tables: the defaults when they were played.
_SETTINGS: Final = "prior_temperature=1,c_puct=0.1"
#: Those of later ones, until the root had a temperature of its own.
_LATER: Final = "prior_temperature=2,c_puct=0.05"
#: Longer names of files, which some systems refuse, end with a digest.
MAX_NAME: Final = 120
#: Tables of ladders.
LADDERS: Final = ("ladder", "budget", "longest", "flatter")
#: Tables of arenas of a bot and another one, or several of it.
PAIRS: Final = (
    *("pairs", "among3", "among4", "flatter2", "flatter3", "flatter4"),
    *("rollouts2", "rollouts3", "rollouts4"),
)
#: Tables of arenas of all bots, whose games are also those of the table of turn orders.
ARENAS: Final = ("budget2", "players2", "players3", "players4")


@dataclass(frozen=True)
class Match:
    """One call of ``wistar ladder`` or ``wistar arena``.

    Attributes
    ----------
    table
        The table of the page.
    kind
        ``"ladder"`` or ``"arena"``.
    bots
        Specs of the bots.
    options
        Other options of the command.
    """

    table: str
    kind: str
    bots: tuple[str, ...]
    options: str

    @property
    def command(self) -> list[str]:
        """The arguments of ``wistar``."""
        return [self.kind, *self.bots, *self.options.split()]

    def _value(self, name: str) -> str:
        """Return the value of an option of the command."""
        words = self.options.split()
        return words[words.index(name) + 1]

    @property
    def players(self) -> int:
        """The number of players; 1 against Rat-o-bot."""
        return 1 if self.kind == "ladder" else int(self._value("--players"))

    @property
    def games(self) -> int:
        """The number of its games."""
        games, bots = int(self._value("--games")), len(self.bots)
        if self.kind == "ladder":
            return games * bots * len(parse_numbers(self._value("--levels")))
        return games * len(tables_of_bots(bots, self.players)) * self.players

    @property
    def timed(self) -> Timed:
        """What is measured of its bots."""
        return Timed(RatsOfWistar.spec.name, self.players, self.bots)

    def file(self, folder: Path) -> Path:
        """Return the file of its games."""
        text = "-".join((self.table, *self.bots))
        name = "".join(c if c.isalnum() else "-" for c in text)
        if len(name) > MAX_NAME:
            name = f"{name[:MAX_NAME]}-{digest(text.encode())[:8]}"
        return folder / f"{name}.jsonl"

    def rows(self, folder: Path) -> list[ResultRow]:
        """Return the finished games."""
        file = self.file(folder)
        return read(file)[1] if file.exists() else []

    def play(self, folder: Path) -> int:
        """Play the games that are missing; return the exit status."""
        print(f"wistar {shlex.join(self.command)}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        return run_module("wistar_env", *self.command, "--out", str(self.file(folder)))


def _search(simulations: int, network: str, settings: str = _SETTINGS) -> str:
    return f"mcts:simulations={simulations},network={network},{settings}"


def _ladder(bot: str) -> Match:
    return Match("ladder", "ladder", (bot,), "--levels 0-9 --games 400 --seed 1")


def _budget(bot: str, levels: str = "5,7,9") -> Match:
    return Match("budget", "ladder", (bot,), f"--levels {levels} --games 100 --seed 1")


def _longest(bot: str, games: int) -> Match:
    return Match("longest", "ladder", (bot,), f"--levels 9 --games {games} --seed 1")


def _arena(players: int, games: int) -> Match:
    name = f"players{players}"
    bots = ("random", "greedy", f"network:{name}", _search(400, name))
    return Match(name, "arena", bots, f"--players {players} --games {games} --seed 1")


def _pair(bot: str, other: str, games: int) -> Match:
    return Match("pairs", "arena", (bot, other), f"--players 2 --games {games} --seed 1")


def _among(bot: str, other: str, players: int, games: int, table: str = "among") -> Match:
    """Return the match of a bot with others that are all the same."""
    bots = (bot, *(other,) * (players - 1))
    options = f"--players {players} --games {games} --seed 1"
    return Match(f"{table}{players}", "arena", bots, options)


def _longer(players: int, games: int, searched: int) -> tuple[Match, ...]:
    """Return the matches of the network of a longer training."""
    new, old = f"players{players}-160m", f"players{players}"
    searches = {number: _search(number, new, _LATER) for number in (100, 400, 1000)}
    return (
        _among(f"network:{new}", "greedy", players, games),
        _among(f"network:{new}", f"network:{old}", players, games),
        _among(searches[400], "greedy", players, searched),
        _among(searches[400], _search(400, old, _LATER), players, searched),
        _among(searches[1000], searches[100], players, searched),
    )


def _flatter_ladder(simulations: int, games: int) -> Match:
    bot = f"mcts:simulations={simulations},network=solo-410m"
    return Match("flatter", "ladder", (bot,), f"--levels 9 --games {games} --seed 1")


#: The strongest network for ids by number of players.
_STRONGEST: Final = {2: "players2-200m", 3: "players3-160m", 4: "players4-160m"}


def _today(simulations: int, players: int, settings: str = "") -> str:
    """Return a search with today's defaults and some settings."""
    return f"mcts:simulations={simulations},network={_STRONGEST[players]}{settings}"


def _flatter(players: int, games: int) -> tuple[Match, ...]:
    """Return matches of searches whose priors are flatter at the root, as by default today."""
    network = _STRONGEST[players]
    few, more, most = (_today(simulations, players) for simulations in (100, 400, 1000))
    return (
        _among(more, "greedy", players, games, "flatter"),
        _among(few, _search(100, network, _LATER), players, 2 * games, "flatter"),
        _among(most, few, players, games, "flatter"),
    )


#: The network plays on from every leaf, before it evaluates.
_ROLLOUTS: Final = ",rollout_depth=12"
#: The same with more exploration.
_EXPLORING: Final = f"{_ROLLOUTS},c_puct=0.2"


def _rollouts(players: int, games: int, *pairs: tuple[str, int]) -> tuple[Match, ...]:
    """Return matches of searches with rollouts, each against this many simulations without."""
    return tuple(
        _among(bot, _today(without, players), players, games, "rollouts") for bot, without in pairs
    )


def _budgets(*simulations: int) -> Match:
    bots = tuple(_search(number, "players2") for number in simulations)
    return Match("budget2", "arena", bots, "--players 2 --games 40 --seed 1")


MATCHES: Final = (
    _ladder("random"),
    _ladder("greedy"),
    _ladder("flat:rollouts=32,width=4"),
    _ladder(f"network:{STUDIED}/sb3/1/network.npz"),
    _ladder("network:solo"),
    _ladder(_search(100, "solo")),
    _ladder(_search(400, "solo")),
    _budget(_search(1000, "solo")),
    _budget(_search(3000, "solo"), "9,7,5"),
    _budget("flat:rollouts=100,width=8"),
    _longest("network:solo", 4000),
    _longest("network:solo-410m", 4000),
    _longest(_search(100, "solo-410m", _LATER), 1000),
    _longest(_search(400, "solo-410m", _LATER), 1000),
    _longest(_search(1400, "solo-410m", _LATER), 400),
    _longest(_search(7000, "solo-410m", _LATER), 100),
    _flatter_ladder(100, 4000),
    _flatter_ladder(1000, 4000),
    _budgets(100, 400, 1000, 3000),
    _arena(2, 100),
    _arena(3, 30),
    _arena(4, 30),
    _pair("network:players2-200m", "greedy", 2000),
    _pair("network:players2-200m", "network:players2", 2000),
    _pair(_search(400, "players2-200m", _LATER), "greedy", 100),
    _pair(_search(400, "players2", _LATER), "greedy", 100),
    _pair(
        _search(400, "players2-200m", _LATER),
        _search(400, "players2", _LATER),
        50,
    ),
    _pair(
        _search(1000, "players2-200m", _LATER),
        _search(100, "players2-200m", _LATER),
        100,
    ),
    *_flatter(2, 150),
    *_flatter(3, 30),
    *_flatter(4, 15),
    *_rollouts(
        2,
        150,
        (_today(1000, 2, _ROLLOUTS), 100),
        (_today(1000, 2, _EXPLORING), 100),
        (_today(200, 2, _ROLLOUTS), 1000),
    ),
    *_rollouts(3, 30, (_today(1000, 3, _EXPLORING), 100)),
    *_rollouts(4, 15, (_today(1000, 4, _EXPLORING), 100)),
    *_longer(3, 1000, 50),
    *_longer(4, 750, 30),
)

#: The bots of Lab Rats on the page, whose games are played by hand.
LAB_RATS: Final = (
    Timed("lab-rats", 3, ("careful", "mcts:simulations=100", "greedy", "random")),
    *(Timed("lab-rats", players, (f"network:lab-rats-{players}",)) for players in (3, 4, 5)),
)


def names_of_tables() -> list[str]:
    """Return the names of the tables with matches, each once."""
    return list(dict.fromkeys(match.table for match in MATCHES))


def matches_of(name: str) -> list[Match]:
    """Return the matches of a table."""
    return [match for match in MATCHES if match.table == name]


def timed() -> list[Timed]:
    """Return the bots of tables with milliseconds by game and number of players, each once."""
    bots: dict[tuple[str, int], dict[str, None]] = {}
    matches = (match for match in MATCHES if match.table not in PAIRS)
    for each in (*(match.timed for match in matches), *LAB_RATS):
        bots.setdefault((each.game, each.players), {}).update(dict.fromkeys(each.bots))
    return [Timed(game, players, tuple(found)) for (game, players), found in bots.items()]
