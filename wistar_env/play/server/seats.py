"""Players of seats, including seats by link, whose secrets are stored only as digests.

In a game by link, each person plays at a separate screen, with only the secret in a link, which
stays valid after a restart of the server. Without a secret, a game by link shows nothing before its
end.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.play.server.opponents import LINK, YOU, opponents_of
from wistar_env.play.server.problems import RejectedError

#: The request header with the secret of a link.
HEADER: Final = "Wistar-Seat"
LONGEST_SECRET: Final = 100
_SECRET_BYTES: Final = 24


def new_secret() -> str:
    """Return a random secret."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def digest(secret: str) -> str:
    """Return the stored digest of a secret, from which it cannot be recovered."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seats_by_link(settings: Mapping[str, Any]) -> list[int]:
    """Return the seats that people play by link; empty if there are none."""
    if settings["kind"] != "play":
        return []
    return [seat for seat, player in enumerate(settings["seats"]) if player["who"] == LINK]


def your_seat(settings: Mapping[str, Any]) -> int | None:
    """Return the only person's seat; None without people or if several play by link."""
    whos = [player["who"] for player in settings["seats"]]
    return whos.index(YOU) if settings["kind"] == "play" and YOU in whos else None


def seat_of(settings: Mapping[str, Any], secret: str | None, *, finished: bool) -> int | None:
    """Return the seat from which a visitor sees a game; None if nothing is hidden from the visitor.

    Raises RejectedError if the game is played by link, and the secret belongs to none of its links,
    or is missing before the game is over.
    """
    by_link = seats_by_link(settings)
    if not by_link:
        return your_seat(settings)
    if secret is None:
        if finished:
            return None
        raise RejectedError(
            HTTPStatus.FORBIDDEN,
            "this game is played by link: open the link of your seat; "
            "everybody can see the game when it is over",
        )
    found = digest(secret)
    for seat in by_link:
        if hmac.compare_digest(settings["seats"][seat]["secret"], found):
            return seat
    raise RejectedError(
        HTTPStatus.FORBIDDEN, "this link belongs to no seat of this game: copy the whole link"
    )


def stand_in_of(game: type[Game]) -> str:
    """Return the bot that plays for a person who is away: the first quick bot."""
    return next(name for name, each in opponents_of(game).items() if not each.thinks)


def players_of(
    settings: Mapping[str, Any], game: type[Game], stand_ins: Collection[int]
) -> list[str]:
    """Return the current player of each seat: a person, a person by link, or a bot's name."""
    return [
        stand_in_of(game) if seat in stand_ins else str(player["who"])
        for seat, player in enumerate(settings["seats"])
    ]


def is_person(who: str) -> bool:
    """Return whether a person plays a seat."""
    return who in (YOU, LINK)


def with_secrets(seats: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[int, str]]:
    """Return a game's seats, with digests of the secrets of people, and these secrets by seat.

    If one person plays by link, all do. Otherwise the seats are unchanged, as the only person needs
    no secret.
    """
    if all(player["who"] != LINK for player in seats):
        return [*seats], {}
    people = [seat for seat, player in enumerate(seats) if is_person(player["who"])]
    given = {seat: new_secret() for seat in people}
    return [
        {**player, "who": LINK, "secret": digest(given[seat])} if seat in given else player
        for seat, player in enumerate(seats)
    ], given
