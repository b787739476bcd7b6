"""Responses of an analysis board: curves over a game, its positions, searches and attempts."""

import math
from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from wistar_env.benchmark.report import win_share
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.networks.defaults import DefaultNetworks
from wistar_env.kit.networks.fitted_chances import chances
from wistar_env.kit.networks.network import Network
from wistar_env.kit.replays import Replay
from wistar_env.kit.search.growing import GrowingSearch, Node
from wistar_env.play.attempts import Attempt
from wistar_env.play.chances import moved, shift_of, told
from wistar_env.play.review import in_words
from wistar_env.play.server import analyses, boards, views
from wistar_env.play.server import analysis_responses as bodies
from wistar_env.play.server.analyses import Place
from wistar_env.play.server.analysis_words import LineWords, words_of
from wistar_env.play.server.names import names_of
from wistar_env.play.server.problems import RejectedError
from wistar_env.play.server.requests import Layout
from wistar_env.play.server.reviews import Review
from wistar_env.play.server.visits import Visit
from wistar_env.replay_page.game_data import totals_of
from wistar_env.seeds import one_way

#: Maximum lines of play, maximum actions per line, and minimum visits of a line.
_LINES: Final = 4
_LINE: Final = 6
_LEAST_VISITS: Final = 8
#: Maximum actions that a node of the tree shows.
_NODES: Final = 12
_DIGITS: Final = 3
#: The purpose of seeds that resample hidden information for visitors.
_FOR_BOARD: Final = b"analysis board"
#: Stands for actions that the viewer may not know.
UNKNOWN: Final = -1


def require_board(visit: Visit) -> None:
    """Check that a game has an analysis board: a game by link has one only after its end.

    Raises RejectedError if it has none.
    """
    if visit.live.by_link and not visit.live.revealed:
        raise RejectedError(
            HTTPStatus.CONFLICT,
            "this game is played by link, so its analysis board opens only when the game is over",
        )


def at(visit: Visit, place: Place) -> tuple[Game, list[tuple[str, int]]]:
    """Return a position with a visitor's information, and words and seat for each of ``then``.

    Raises RejectedError if the game has no board or no such position, or an action is not legal.
    """
    require_board(visit)
    last = visit.table.position
    if place.number > last:
        raise RejectedError(
            HTTPStatus.NOT_FOUND,
            f"position must be from 0 to {last}, found {place.number}",
        )
    game, said = _known(visit, visit.table.replay().at(place.number), place.number), []
    for number, action in enumerate(place.then):
        if game.finished or action not in game.legal_actions():
            raise RejectedError(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                f"then: action {action} (index {number}) is not legal after the actions before it",
            )
        said.append((words_of(game, action), game.seat))
        game.step(action)
    return game, said


def _known(visit: Visit, game: Game, number: int) -> Game:
    """Return a position with information hidden from a visitor resampled, from a fixed seed.

    Whatever a board shows of a running game comes from such copies, so that it reveals nothing.
    """
    if visit.viewer is None:
        return game
    # From the seed of a deal, one could compute the hidden cards.
    seed = one_way(_FOR_BOARD, visit.live.row.settings["seed"], number)
    return game.determinize(visit.viewer, seed)


def network_of(game: Game) -> Network | None:
    """Return the network that analyses of a game use, None if it has none."""
    return DefaultNetworks().for_game(game) if game.spec.networks.default else None


def _named(network: Network | None) -> str:
    if network is None:
        return ""
    return "network" if network.file is None else network.file.stem


def _chances(
    network: Network | None, game: Game, viewer: int | None
) -> tuple[list[float], list[float]]:
    """Return a network's estimates of each seat's chance of winning and final points.

    The network gets the viewer's information or, if nothing is hidden from the viewer, that of the
    deciding seat. At the end, both are exact; before it, they are empty without a network.
    """
    totals = totals_of(game)
    if game.finished:
        ranks = [int(rank) for rank in game.ranks()]
        return [win_share(ranks, seat) for seat in range(len(totals))], [float(t) for t in totals]
    if network is None:
        return [], []
    informed = game.seat if viewer is None else viewer
    won = [round(float(chance), _DIGITS) for chance in chances(network, game, informed)]
    gains = network.predict(game, informed).points.tolist()
    return won, [round(total + gain, 1) for total, gain in zip(totals, gains, strict=True)]


def analysis(visit: Visit, review: Review | None) -> bodies.Analysis:
    """Return curves over a game as a visitor knows it, and its review if it is ready."""
    require_board(visit)
    replay, viewer = visit.table.replay(), visit.viewer
    totals, curves, expected = [], [], []
    start = replay.start()
    network = network_of(start)
    actions = []
    for number, (now, action) in enumerate(replay.positions()):
        if action is not None:
            actions.append(action if viewer in (None, now.seat) else UNKNOWN)
        game = _known(visit, now, number)
        chance, points = _chances(network, game, viewer)
        totals.append(totals_of(game))
        if network is not None:
            curves.append(chance)
            expected.append(points)
    return bodies.Analysis(
        viewer=viewer,
        actions=actions,
        totals=totals,
        unit=start.spec.scores.points_text,
        network=_named(network),
        chances=curves,
        expected=expected,
        review=_review(replay, review),
    )


def _review(replay: Replay[Any], found: Review | None) -> bodies.BoardReview | None:
    if found is None or not found.page:
        return None
    return bodies.BoardReview(
        search=found.search,
        decisions=[
            bodies.ReviewedDecision(
                number=each.number,
                seat=each.seat,
                value=round(each.value, _DIGITS),
                loss=round(each.loss, _DIGITS),
                mark=each.mark,
                missed=in_words(replay, each)[1][0] if each.mark else "",
            )
            for each in found.decisions
        ],
    )


def _viewer_of(visit: Visit, wanted: int | None) -> int | None:
    """Return the seat whose view a visitor gets, given the requested seat.

    Raises RejectedError if that is hidden from the visitor.
    """
    if visit.viewer is None:
        return wanted
    if wanted not in (None, visit.viewer):
        raise RejectedError(
            HTTPStatus.CONFLICT,
            "viewer: hidden information of other players is shown only when the game is over",
        )
    return visit.viewer


def position(
    visit: Visit, place: Place, layout: Layout, wanted: int | None
) -> bodies.BoardPosition:
    """Return a position of a game, as a seat sees it."""
    game, said = at(visit, place)
    live, viewer = visit.live, _viewer_of(visit, wanted)
    if viewer is not None and viewer >= game.num_players:
        raise RejectedError(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"viewer must be from 0 to {game.num_players - 1}, found {viewer}",
        )
    names = names_of(type(game), live.row.settings, visit.seat)
    found = game.presentation.breakdown() if game.finished else None
    yours = not game.finished and viewer in (None, game.seat)
    won, expected = _chances(network_of(game), game, visit.viewer)
    return bodies.BoardPosition(
        number=place.number,
        then=[*place.then],
        words=[words for words, _ in said],
        seats=[seat for _, seat in said],
        position=_as_line(visit.table.replay(), place) if live.revealed else "",
        progress=game.presentation.progress_in_words,
        stage=game.presentation.stage,
        seat=None if game.finished else game.seat,
        # Hidden hands are resampled here, so all may be shown.
        decision=views.decision(game, yours=yours or visit.viewer is not None),
        totals=totals_of(game),
        result="" if found is None else views.final(names, found),
        chances=won,
        expected=expected,
        scoreboard=boards.scoreboard(game, viewer),
        held=boards.held(game, viewer),
        picture=boards.picture(game, viewer, names, layout, yours=yours),
        sheet=boards.sheet(game, viewer, names, layout, yours=yours),
    )


def _as_line(replay: Replay[Any], place: Place) -> str:
    actions = [*replay.actions[: place.number], *place.then]
    try:
        return replace(replay, actions=actions, explanations={}).to_string()
    except ValueError:
        return ""  # a game with a data folder


def _value(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


def search(found: analyses.BoardSearch) -> bodies.BoardSearch:
    """Return a search with its progress."""
    with found.lock:
        growing, chance, error = found.growing, found.chance, found.error
        done, running = found.done, found.running and not found.stopped
        counted = growing is not None and done > 0 and chance.number > 0
        grown = _grown(found, growing) if growing is not None and counted else None
    lines, explanation = grown or ([], None)
    value = None if explanation is None else explanation.options[0].value
    return bodies.BoardSearch(
        number=found.place.number,
        then=[*found.place.then],
        running=running,
        done=done,
        total=found.total,
        trees=analyses.TREES,
        play_outs=chance.number,
        network=_named(network_of(found.game)),
        seat=found.game.seat,
        value=chance.value if value is None and chance.number else value,
        interval=None if value is None else chance.moved_to(value),
        lines=lines,
        options=[] if explanation is None else views.explained(found.game, explanation),
        error=error,
    )


def _grown(
    found: analyses.BoardSearch, growing: GrowingSearch
) -> tuple[list[bodies.PlayLine], Explanation]:
    report = growing.report
    shift = shift_of(report, found.chance)
    nodes = [node for node in growing.children() if node.visits][:_LINES]
    lines = [_line(found.words, growing, node, shift) for node in nodes]
    return lines, told(report, shift).explanation()


def _line(words: LineWords, growing: GrowingSearch, node: Node, shift: float) -> bodies.PlayLine:
    actions = growing.line(node.action, _LINE, _LEAST_VISITS)
    said = words.line(actions)
    return bodies.PlayLine(
        actions=actions[: len(said)],
        words=[text for text, _ in said],
        seats=[seat for _, seat in said],
        visits=node.visits,
        prior=node.prior,
        value=_value(moved(node.value, shift)),
    )


def tree(found: analyses.BoardSearch, path: Sequence[int]) -> bodies.Tree:
    """Return the part of a search tree after some actions."""
    with found.lock:
        if found.growing is None or not found.chance.number:
            return bodies.Tree(path=[*path], nodes=[], more=0)
        shift, seat = shift_of(found.growing.report, found.chance), found.game.seat
        # The other seats together lose as much as the searching seat gains.
        others = -shift / max(1, found.game.num_seats - 1)
        nodes = [node for node in found.growing.children(path) if node.visits]
        return bodies.Tree(
            path=[*path],
            nodes=[
                bodies.TreeNode(
                    action=node.action,
                    text=found.words.text((*path, node.action)),
                    seat=node.seat,
                    visits=node.visits,
                    prior=round(node.prior, 4),
                    value=_value(moved(node.value, shift if node.seat == seat else others)),
                )
                for node in nodes[:_NODES]
            ],
            more=max(0, len(nodes) - _NODES),
        )


def attempt(replay: Replay[Any], found: Attempt, spec: str) -> bodies.Attempt:
    """Compare an answer to an exercise with the best and the played action."""
    reviewed = found.reviewed
    game = replay.at(reviewed.number)

    def answer(action: int, value: float) -> bodies.Answer:
        return bodies.Answer(action=action, text=words_of(game, action), value=round(value, 4))

    return bodies.Attempt(
        number=reviewed.number,
        mark=found.mark,
        chosen=answer(found.action, found.value),
        visits=found.visits,
        best=answer(reviewed.best, reviewed.value),
        played=answer(reviewed.action, reviewed.played),
        line=in_words(replay, reviewed)[1],
        search=spec,
    )
