"""The names of players, the titles and the results of games, as pages show them."""

from collections.abc import Mapping, Sequence
from typing import Any

from wistar_env.kit.game import Game
from wistar_env.kit.game.seat_names import YOU as YOUR_NAME
from wistar_env.kit.game.seat_names import distinct, shown_name
from wistar_env.play.server.opponents import LINK, OPPONENTS, YOU, opponents_of, title_of


def _name(game: type[Game] | None, player: dict[str, Any], *, yours: bool = False) -> str:
    """Return the name of a seat's player; for a replay, the name in the file."""
    who = str(player["who"])
    if who == YOU or yours:
        return YOUR_NAME
    if who == LINK:
        return "Person"
    known = OPPONENTS if game is None else opponents_of(game)
    if who in known:
        return title_of(known[who], player["seconds"], player.get("simulations"))
    return shown_name(who)


def names_of(game: type[Game], settings: dict[str, Any], you: int | None = None) -> list[str]:
    """Return the names of a game's seats, as a visitor with the seat ``you``, if any, sees them."""
    seats, players = settings["seats"], settings["num_players"]
    names = [_name(game, player, yours=seat == you) for seat, player in enumerate(seats)]
    names = names or [f"player_{seat}" for seat in range(players)]
    automata = range(players, game.spec.seats_of(players)[0])
    return [*distinct(names), *(game.presentation.automaton_name(seat) for seat in automata)]


def title_of_game(game: type[Game], settings: dict[str, Any], names: Sequence[str]) -> str:
    """Return the players of a game and its options, in words."""
    words = game.spec.options_in_words(settings["options"])
    return ", ".join([_listed(names), *([words] if words else [])])


def _listed(names: Sequence[str]) -> str:
    return " and ".join([*([", ".join(names[:-1])] if names[:-1] else []), names[-1]])


def win_in_words(names: Sequence[str], winners: Sequence[int]) -> str:
    """Return who wins in words, such as ``"Greedy and Random win"``."""
    verb = "wins" if len(winners) == 1 and names[winners[0]] != YOUR_NAME else "win"
    return f"{_listed([names[seat] for seat in winners])} {verb}"


def result_in_words(game: type[Game], names: Sequence[str], summary: Mapping[str, Any]) -> str:
    """Return the result of a finished game; empty before the end."""
    if not summary["finished"]:
        return ""
    points = " : ".join(str(each) for each in summary["totals"])
    return f"{win_in_words(names, summary['winners'])}, {points} {game.spec.scores.points_text}"


def players_in_words(settings: dict[str, Any]) -> str:
    """Return the players of a game that this server does not play, as text."""
    return _listed([_name(None, player) for player in settings["seats"]] or ["nobody"])
