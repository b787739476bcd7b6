"""The database rows of games, validated when read."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wistar_env.errors import WistarError
from wistar_env.kit.game import MAX_SEED
from wistar_env.play.server.opponents import LINK, YOU

#: Seconds since 1970, within the range of dates in JavaScript, and counts, such as of actions.
_Seconds = Annotated[float, Field(ge=0, le=8e12)]
_Count = Annotated[int, Field(ge=0, le=2**53)]


class _Checked(BaseModel):
    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class _Numbers(_Checked):
    created: _Seconds
    changed: _Seconds
    revision: _Count


class _Player(_Checked):
    who: str
    seconds: float | None
    simulations: int | None = None
    secret: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None


class _Settings(_Checked):
    game: str
    kind: Literal["play", "watch", "replay"]
    seats: list[_Player]
    num_players: Annotated[int, Field(ge=1, le=64)]
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)]
    options: dict[str, Any]
    rules: int
    data: str
    tutorial: bool = False
    lesson: Annotated[str, Field(max_length=100)] = ""


class _Draft(_Checked):
    actions: list[_Count]
    edits: _Count


class _Summary(_Checked):
    awaits: Literal["you", "bots", "step", "nobody"]
    progress: str
    decisions: _Count
    finished: bool
    totals: list[float] | None = None
    winners: list[_Count] | None = None
    stand_ins: list[_Count] = []
    draft: _Draft | None = None


class DamagedError(WistarError):
    """A stored game that cannot be read."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(f"game {game!r} is damaged: {reason}; delete it, or restore a copy")
        self.game = game
        self.reason = reason


class Row(NamedTuple):
    """A stored game."""

    id: str  # a random id, so that it cannot be guessed
    # ``created``, ``changed``: seconds since 1970.
    created: float
    changed: float
    revision: int  # the number of changes: actions, including undone ones, undos and others
    settings: dict[str, Any]  # the settings of the game, which never change
    summary: Mapping[str, Any] = MappingProxyType({})  # its entry in the list of games

    @classmethod
    def read(cls, found: Sequence[Any]) -> Self:
        """Return the game in a database row, whose texts are bytes.

        Raises DamagedError if the row is damaged.
        """
        game = bytes(found[0] or b"").decode("utf-8", "backslashreplace")
        numbers = dict(zip(("created", "changed", "revision"), found[1:4], strict=True))
        try:
            _Numbers.model_validate(numbers)
            _Settings.model_validate_json(found[4])
            _Summary.model_validate_json(found[5])
            settings, summary = json.loads(found[4]), json.loads(found[5])
            _check_together(settings, summary)
        except ValidationError as error:
            raise DamagedError(game, _first(error)) from error
        except ValueError as error:
            raise DamagedError(game, str(error)) from error
        return cls(game, **numbers, settings=settings, summary=summary)


def _first(error: ValidationError) -> str:
    found = error.errors(include_url=False)[0]
    where = ".".join(map(str, found["loc"])) or error.title.strip("_").lower()
    return f"{where}: {found['msg']}"


def _check_together(settings: Mapping[str, Any], summary: Mapping[str, Any]) -> None:
    """Check that the fields agree with each other."""
    seats, players = len(settings["seats"]), settings["num_players"]
    if seats != players and (seats or settings["kind"] != "replay"):
        raise ValueError(f"the game is for {players} players, but has {seats} seats")
    whos = [player["who"] for player in settings["seats"]]
    if settings["kind"] == "play" and LINK not in whos and whos.count(YOU) != 1:
        raise ValueError(f"the user must have one seat, found {whos.count(YOU)}")
    if settings["kind"] == "play" and LINK in whos:
        _check_links(settings, whos, summary.get("stand_ins", ()))
    if summary["finished"] and not (summary.get("totals") and summary.get("winners")):
        raise ValueError("the game is finished but has no result")


def _check_links(
    settings: Mapping[str, Any], whos: Sequence[str], stand_ins: Sequence[int]
) -> None:
    if YOU in whos:
        raise ValueError("a game played by link must not have a seat without a link")
    if any(
        who == LINK and not player.get("secret")
        for player, who in zip(settings["seats"], whos, strict=True)
    ):
        raise ValueError("a seat played by link has no secret")
    if any(seat >= len(whos) or whos[seat] != LINK for seat in stand_ins):
        raise ValueError(
            f"bots stand in for the seats {[*stand_ins]}, but not all of these are played by link"
        )


class Move(NamedTuple):
    """An action of a game, with the explanation of the bot that played it, if any."""

    action: int
    explanation: dict[str, Any] | None = None

    @classmethod
    def read(cls, game: str, found: Sequence[Sequence[Any]]) -> list[Self]:
        """Return the moves of a game.

        Raises DamagedError if one is missing, or has a damaged explanation.
        """
        try:
            if [number for number, *_ in found] != [*range(len(found))]:
                raise ValueError("actions are missing")
            return [cls(action, told and json.loads(told)) for _, action, told in found]
        except (ValueError, RecursionError) as error:
            raise DamagedError(game, f"actions: {error}") from error
