"""Shared parts of the plans of ladders and arenas."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Required, TypedDict

from wistar_env.benchmark.fingerprints import identify
from wistar_env.benchmark.results import (
    Header,
    Key,
    KeyOf,
    data_version,
    open_data,
    rules_version,
)
from wistar_env.benchmark.work_units import Plan, RowOf, WorkUnit, batches_of, play_rows
from wistar_env.errors import BotError
from wistar_env.kit.game import Game


class RunSettings(TypedDict, total=False):
    """Settings of every run."""

    # The number of different games; how often each is repeated depends on the kind of run.
    games: Required[int]
    seed: Required[int]  # the seed of the run
    batch: Required[int]  # the number of different games per work unit
    data: str | None  # a data folder or the name of a card set, None for the bundled data
    # The limit in seconds for building, resetting and each call of a bot; None for no limit.
    bot_timeout: float | None
    options: Mapping[str, Any] | None  # options of all games, by name


def check_once(bots: Sequence[str], what: str = "bot") -> None:
    """Raise BotError if a bot is named twice."""
    if twice := [bot for k, bot in enumerate(bots) if bot in bots[:k]]:
        raise BotError(f"each {what} can be named only once, found {twice[0]!r} twice")


class PlannedRun:
    """The bots, the data and the settings of a run.

    Raises BotError if a bot cannot be found. Raises DataError if the data folder is not valid.
    """

    def __init__(
        self, game: type[Game], num_players: int, bots: Iterable[str], settings: RunSettings
    ) -> None:
        self._game, self._num_players = game, num_players
        self._seed, self._batch = settings["seed"], settings["batch"]
        self._data, self._bot_timeout = settings.get("data"), settings.get("bot_timeout")
        self._options = dict(settings.get("options") or {})
        self._known = {bot: identify(bot, game.spec, self._bot_timeout) for bot in {*bots}}
        self._data_version = data_version(game, self._data)
        self.batches = batches_of(settings["games"], self._batch)

    def fingerprint(self, bot: str) -> str:
        """Return the fingerprint of a bot of the run."""
        return self._known[bot].fingerprint

    def unit(
        self,
        bots: Sequence[str],
        numbers: range,
        options: Mapping[str, Any] = MappingProxyType({}),
        **own: Any,
    ) -> WorkUnit:
        """Return a work unit of some games, with further options and attributes."""
        return WorkUnit(
            self._game,
            tuple(bots),
            self._seed,
            numbers,
            options={**self._options, **options},
            data=self._data,
            data_version=self._data_version,
            bot_timeout=self._bot_timeout,
            identities=tuple(self._known[bot] for bot in bots),
            num_players=self._num_players,
            **own,
        )

    def plan(
        self,
        kind: str,
        playing: str,
        settings: Mapping[str, Any],
        units: Iterable[WorkUnit],
        row_of: RowOf,
        key_of: KeyOf,
        keys: Callable[[WorkUnit], list[Key]],
    ) -> Plan:
        """Return the plan of a run of this kind, with these units and additional settings."""
        game = self._game
        every = {
            "game": game.spec.name,
            # A card set has no folder.
            "card_set": game.spec.card_set_name(open_data(game, self._data)),
            "seed": self._seed,
            "batch": self._batch,
            "options": self._options,
        }
        return Plan(
            Header(kind, {**every, **settings}, self._data_version, rules_version(game, playing)),
            tuple(units),
            partial(play_rows, row_of),
            key_of,
            keys,
        )
