"""The bodies of requests, validated before anything is done.

``check_new_game`` checks values that depend on the game, such as the number of seats.
"""

from typing import Annotated, Any, Self

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field, model_validator

from wistar_env.arguments import span
from wistar_env.kit.game import MAX_SEED
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.opponents import (
    LINK,
    MAX_SECONDS,
    MAX_SIMULATIONS,
    MIN_SECONDS,
    MIN_SIMULATIONS,
    YOU,
)

#: Maximum number of a decision; games are shorter.
MOST_DECISIONS = 100_000
#: Maximum seats; games have fewer.
MOST_SEATS = 64
#: Maximum actions per request; turns are shorter.
_MOST_AT_ONCE = 100
#: Action ids are below this.
_MOST_ACTIONS = 2**31
_LONGEST_NAME = 100
#: Maximum characters of a bot's name, which may contain a file's path.
_LONGEST_PLAYER = 5_000

Number = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_DECISIONS,
        description="The number of the current decision, counted from 0.",
    ),
]


class Layout:
    """The query of a request for a board.

    ``height``: the available height, if the whole board must fit. ``known``: the number and
    revision of the state up to which the client has the log.
    """

    def __init__(
        self,
        narrow: Annotated[bool, Query(description="Draw the board for a phone.")] = False,
        width: Annotated[
            int | None,
            Query(
                ge=100, le=10_000, description="Send the board in parts, for this width in pixels."
            ),
        ] = None,
        height: Annotated[
            int | None,
            Query(
                ge=100, le=10_000, description="With width, fit the whole board into this height."
            ),
        ] = None,
        have: Annotated[
            str,
            Query(
                max_length=2000,
                pattern=r"^([0-9a-f]+(,[0-9a-f]+)*)?$",
                description="Keys of parts that need not be sent, comma-separated.",
            ),
        ] = "",
        known: Annotated[
            str,
            Query(
                max_length=40,
                pattern=r"^(\d{1,9},\d{1,9})?$",
                description="Number,revision of a state whose log need not be sent again.",
            ),
        ] = "",
    ) -> None:
        self.narrow = narrow
        self.width = width
        self.height = height
        self.have = frozenset(have.split(","))
        number, _, revision = known.partition(",")
        self.known = (int(number), int(revision)) if known else None

    @property
    def tag(self) -> str:
        """A text that identifies the layout."""
        return f"{'narrow' if self.narrow else 'wide'}{self.width or ''}x{self.height or ''}"


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Player(_Request):
    """The player in a seat."""

    who: str = Field(
        min_length=1,
        max_length=_LONGEST_PLAYER,
        description="you, link (another person), or a bot from GET /api/options.",
    )
    seconds: float = Field(
        default=1.0, ge=MIN_SECONDS, le=MAX_SECONDS, description="Thinking time of mcts, s."
    )
    simulations: int | None = Field(
        default=None,
        ge=MIN_SIMULATIONS,
        le=MAX_SIMULATIONS,
        description="Simulations of mcts per decision, instead of a thinking time.",
    )


class NewGame(_Request):
    """A new game with a seat per player."""

    game: str | None = Field(
        default=None,
        max_length=_LONGEST_NAME,
        description="The name of the game; null for the server's.",
    )
    seats: list[Player] = Field(min_length=1, max_length=MOST_SEATS)
    options: dict[str, Any] = Field(
        default_factory=dict, description="Options of the game by name."
    )
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED, description="Random if null.")

    @model_validator(mode="after")
    def _validated(self) -> Self:
        whos = [player.who for player in self.seats]
        if whos.count(YOU) > 1:
            raise ValueError("seats: you can take only one seat")
        if LINK in whos and YOU not in whos:
            raise ValueError("to invite people by link, take a seat yourself")
        return self


def check_new_game(offer: Offer, request: NewGame) -> None:
    """Check that a game can be played by these seats with these options.

    Raises ValueError if not; the message has the value and the allowed values.
    """
    players, spec = len(request.seats), offer.game.spec
    if not spec.min_players <= players <= spec.max_players:
        raise ValueError(
            f"{spec.title} has {span(spec.min_players, spec.max_players)} seats, found {players}"
        )
    known = (YOU, LINK, *offer.opponents)
    for player in request.seats:
        if player.who not in known:
            raise ValueError(f"seats: {spec.title} has no player {player.who!r}; allowed: {known}")
    try:
        spec.check_options(players, request.options)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"options: {error}") from error


class ActionRequest(_Request):
    """An action of the user."""

    number: Number
    action: int = Field(ge=0, lt=_MOST_ACTIONS)
    then: list[Annotated[int, Field(ge=0, lt=_MOST_ACTIONS)]] = Field(
        default_factory=list,
        max_length=_MOST_AT_ONCE,
        description="Further choices of the same decision, such as the rest of a payment. "
        "Steps that leave no choice follow automatically.",
    )
    plan: bool = Field(
        default=False,
        description="Only plan it, hidden from others, if your turn goes on and nothing is "
        "revealed. If false, all planned actions are played with it.",
    )
    confirmed: bool = Field(default=False, description="Play it with all planned actions.")


class UndoRequest(_Request):
    """Undo the user's turn back to a decision."""

    number: Number
    to: int = Field(
        ge=0, le=MOST_DECISIONS, description="The number of the decision to go back to."
    )


class RestRequest(_Request):
    """Play the rest of the user's turn."""

    number: Number
    plan: bool = Field(default=False, description="Only plan it, if your turn goes on.")


class HintRequest(_Request):
    """Ask a search for a hint."""

    number: Number
    simulations: int = Field(default=2000, ge=100, le=20_000)


class ReviewRequest(_Request):
    """Ask a search to review a finished game."""

    simulations: int = Field(default=400, ge=100, le=2_000)


class StepRequest(_Request):
    """Let the bot to move play."""

    number: Number
