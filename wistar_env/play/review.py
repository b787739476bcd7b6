"""Reviews of saved games: the loss of each decision, estimated by a search.

Every decision is searched with what its seat could know, not with hidden cards of the replay. Its
*loss* is the value of the best action less that of the action played. If nothing was revealed and
the same seat decides next, the value of the action played is that of the next search, so postponing
an action costs nothing. Values are chances of winning, unless the search weighs points.

What the other players lost is a *gift* to a seat, an equal share of it with several opponents. The
rest of what happened to it is its *luck*, such as cards drawn and revealed::

    result = value of its first decision - all its losses + gifts + luck

Between two players, the luck of one is that of the other with the opposite sign, but for what the
search thinks of their first decisions.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from wistar_env.arguments import shown
from wistar_env.benchmark.report import win_share
from wistar_env.errors import BotError, ResultsError
from wistar_env.kit.bots import View
from wistar_env.kit.bots.registry import factory_of, load, parse
from wistar_env.kit.game import GameSpec
from wistar_env.kit.replays import Replay
from wistar_env.kit.search.report import Report
from wistar_env.kit.search.searcher import Mcts
from wistar_env.play.history import reveals
from wistar_env.seeds import decision_seeds
from wistar_env.system.atomic_files import append_lines
from wistar_env.system.untrusted_files import read_log, reading_file

#: A game before each of its actions.
_Positions: TypeAlias = Sequence[tuple[Any, int]]
#: Marks of decisions, by the least loss that deserves one.
MARKS: Final = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))
#: What a search that reviews does otherwise than one that plays: it values every action, also those
#: that it would never play, and values chances of winning only.
_OTHERWISE: Final = ("fpu_reduction=-1", "win_weight=1")
#: Decisions that are searched at a time.
_BATCH: Final = 32
#: The longest line of play.
_LINE: Final = 6


@dataclass(frozen=True)
class Reviewed:
    """A decision between several actions, and what search thinks of it.

    Attributes
    ----------
    number
        The number of actions before it, as for ``Replay.at``.
    seat
        The deciding seat.
    kind
        The kind of decision, such as ``"turn"``.
    action
        The action played.
    best
        The action of the search.
    value
        The value of the best action for the seat, 0 to 1.
    played
        The value of the action played, at most ``value``.
    line
        What search would have played, beginning with ``best``, until something is revealed or
        somebody else decides, up to 6 actions; empty without a mark.
    expected
        The points that each seat ends with, as the network of the search expects by what the seat
        that decides knows; empty without a network.
    chance
        If the action revealed something, such as cards that were drawn, and the same seat decided
        next: the value of that decision less what the action was worth on average.
    """

    number: int
    seat: int
    kind: str
    action: int
    best: int
    value: float
    played: float
    line: tuple[int, ...] = ()
    expected: tuple[float, ...] = ()
    chance: float = 0.0

    @property
    def loss(self) -> float:
        """What the decision gave away, 0 to 1."""
        return self.value - self.played

    @property
    def mark(self) -> str:
        """``"blunder"``, ``"mistake"``, ``"inaccuracy"``, or nothing."""
        return next((name for least, name in MARKS if self.loss >= least), "")


@dataclass(frozen=True)
class Summary:
    """The review of a seat.

    Attributes
    ----------
    seat
        The seat.
    player
        Its player.
    decisions
        Decisions between several actions.
    agreed
        The share of them in which search agrees.
    loss
        The sum of their losses.
    marks
        The number of decisions with each mark.
    gifts
        The seat's share of what the other players lost.
    luck
        What neither the seat's first decision nor losses and gifts account for; see the module.
    chance
        The part of the luck that the seat's own actions revealed, such as cards that it drew.
    """

    seat: int
    player: str
    decisions: int
    agreed: float
    loss: float
    marks: Mapping[str, int]
    gifts: float
    luck: float
    chance: float


_READER: Final = TypeAdapter(list[Reviewed])


def reviewer(spec: str, game: GameSpec) -> Mcts:
    """Return the search of a bot's spec, to review games with.

    Raises
    ------
    BotError
        If it is no search, or cannot be built.
    """
    parsed = parse(spec, game.bots.classes)
    factory = factory_of(parsed)
    if not (isinstance(factory, type) and issubclass(factory, Mcts)):
        raise BotError(
            f"games are reviewed by a search such as mcts:simulations=400, found {spec!r}"
        )
    more = [each for each in _OTHERWISE if each.partition("=")[0] not in parsed.named]
    words = ",".join([*([spec] if ":" in spec else []), *more])
    player = load(words if ":" in spec else f"{spec}:{words}", game.bots.classes)
    assert isinstance(player, Mcts)
    return player


def review(
    replay: Replay[Any],
    search: Mcts,
    *,
    seed: int = 1,
    on_progress: Callable[[int], None] = lambda actions: None,
) -> list[Reviewed]:
    """Return what search thinks of all decisions of a game between several actions.

    Parameters
    ----------
    replay
        The game.
    search
        See ``reviewer``.
    seed
        The seed of the searches; the same seed gives the same review.
    on_progress
        Called with the number of actions that are reviewed.

    Raises
    ------
    NetworkError
        If the network of the search is for another game, or another number of players.
    ReplayError
        If an action of the game is not legal.
    """
    positions = [(game, action) for game, action in replay.positions() if action is not None]
    numbers = [k for k, (game, _) in enumerate(positions) if len(game.legal_actions()) > 1]
    found: list[Reviewed] = []
    for first in range(0, len(numbers), _BATCH):
        found += _reviewed(search, positions, numbers[first : first + _BATCH], seed)
        on_progress(found[-1].number + 1)
    following = [*found[1:], None]
    settled = [_settled(positions, *pair) for pair in zip(found, following, strict=True)]
    return [_with_line(search, positions, each, seed) for each in settled]


def searched(search: Mcts, games: Mapping[int, Any], seed: int = 1) -> Iterator[tuple[int, Report]]:
    """Yield what search finds at some decisions, by number, with what their seats can know."""
    seeds = decision_seeds([(seed, number) for number in games]).tolist()
    known = [
        View(game, game.seat).determinize(each)
        for game, each in zip(games.values(), seeds, strict=True)
    ]
    yield from zip(games, search.search_all(known, seeds), strict=True)


def _reviewed(
    search: Mcts, positions: _Positions, numbers: Sequence[int], seed: int
) -> Iterator[Reviewed]:
    """Yield what search thinks of some decisions."""
    games = {number: positions[number][0] for number in numbers}
    for number, report in searched(search, games, seed):
        game, action = positions[number]
        yield Reviewed(
            number,
            game.seat,
            game.decision,
            action,
            report.best,
            value_of(report, report.best),
            value_of(report, action),
            expected=_expected(search, game),
        )


def value_of(report: Report, action: int) -> float:
    """Return the value of an action, at most that of the best one.

    An action with too few visits has that of the worst other one.
    """
    values = dict(zip(report.actions.tolist(), report.value.tolist(), strict=True))
    tried = [value for value in values.values() if not math.isnan(value)]
    found = min(tried) if math.isnan(values[action]) else values[action]
    return float(min(found, values[report.best]))


def _expected(search: Mcts, game: Any) -> tuple[float, ...]:
    """Return the points that the network expects each seat to end with."""
    network = search.network_for(game)
    if network is None:
        return ()
    gains = network.predict(game).points.tolist()
    total = game.spec.score_columns[game.spec.scores.total_column]
    pairs = zip(game.scores(), gains, strict=True)
    return tuple(round(score[total] + gain, 2) for score, gain in pairs)


def _settled(positions: _Positions, each: Reviewed, following: Reviewed | None) -> Reviewed:
    """Return a decision with the value of its action, or of its chance, by the next decision."""
    if following is None:
        return each
    between = positions[each.number : following.number]
    if any(game.seat != each.seat for game, _ in (*between, positions[following.number])):
        return each
    if any(reveals(game, action) for game, action in between):
        return replace(each, chance=following.value - each.played)
    if each.action == each.best:
        return each
    return replace(each, played=min(each.value, following.value))


def _with_line(search: Mcts, positions: _Positions, each: Reviewed, seed: int) -> Reviewed:
    """Return a decision, with the line of play of search if it deserves a mark."""
    if not each.mark:
        return each
    game, _ = positions[each.number]
    seeds = decision_seeds([(seed, each.number)]).tolist()
    game = View(game, each.seat).determinize(seeds[0])
    line = [each.best]
    while len(line) < _LINE and not reveals(game, line[-1]):
        game.step(line[-1])
        if game.finished or game.seat != each.seat:
            break
        line.append(search.search(game, seeds[0]).best)
    return replace(each, line=tuple(line))


def in_words(replay: Replay[Any], each: Reviewed) -> tuple[str, list[str]]:
    """Return the action played and the line of play of the search, in sentences.

    The line of a decision without a mark is its best action.
    """
    game = replay.at(each.number)
    played = _sentence(game, each.action)
    first, *others = each.line or (each.best,)
    line = [_sentence(game, first)]
    for before, action in zip((first, *others), others, strict=False):
        game.step(before)
        line.append(_sentence(game, action))
    return played, line


def _sentence(game: Any, action: int) -> str:
    for item in game.presentation.menu():
        if item.action == action:
            return str(item.sentence)
    raise ResultsError(f"a review has the line of play {action}, which is not legal there")


def summarize(replay: Replay[Any], reviewed: Sequence[Reviewed]) -> list[Summary]:
    """Return the review of each player that decided."""
    end = replay.resume()
    ranks = [int(rank) for rank in end.ranks()]
    names = replay.players or end.presentation.seat_names
    lost = sum(each.loss for each in reviewed)
    summaries = []
    for seat in range(end.num_players):
        own = [each for each in reviewed if each.seat == seat]
        if not own:
            continue
        loss = sum(each.loss for each in own)
        gifts = (lost - loss) / max(1, end.num_players - 1)
        summaries.append(
            Summary(
                seat=seat,
                player=names[seat],
                decisions=len(own),
                agreed=fmean(each.action == each.best for each in own),
                loss=loss,
                marks={name: sum(each.mark == name for each in own) for _, name in MARKS},
                gifts=gifts,
                luck=win_share(ranks, seat) - own[0].value + loss - gifts,
                chance=sum(each.chance for each in own),
            )
        )
    return summaries


def _checked(reviewed: list[Reviewed], replay: Replay[Any]) -> list[Reviewed]:
    """Return the decisions of a file, if the replay has them."""
    known = dict(enumerate(replay.positions()))
    for each in reviewed:
        game, action = known.get(each.number, (None, None))
        if game is None or (game.seat, action) != (each.seat, each.action):
            raise ValueError(f"the game has no decision {shown(each)}")
        if each.best not in game.legal_actions() or each.line[:1] not in ((), (each.best,)):
            raise ValueError(f"its best action is not legal: {shown(each)}")
    return reviewed


def review_file(
    path: Path,
    replay: Replay[Any],
    spec: str,
    *,
    seed: int = 1,
    on_progress: Callable[[int], None] = lambda actions: None,
) -> list[Reviewed]:
    """Return the review of a game, from a file of reviews if it is there, else add it.

    Parameters
    ----------
    path
        The file: a line of JSON for each review.
    replay, seed, on_progress
        See ``review``.
    spec
        See ``reviewer``.

    Raises
    ------
    ResultsError
        If the file has a line that is no review.
    """
    text = replay.to_text()
    key = {
        "replay": hashlib.blake2b(text.encode(), digest_size=16).hexdigest(),
        "bot": spec,
        "seed": seed,
    }
    with reading_file(path, "a file of reviews", ResultsError):
        for known in read_log(path) if path.exists() else []:
            if {name: known[name] for name in key} == key:
                return _checked(_READER.validate_python(known["decisions"]), replay)
    found = review(replay, reviewer(spec, replay.game.spec), seed=seed, on_progress=on_progress)
    row = {**key, "decisions": [asdict(each) for each in found]}
    append_lines(path, f"{json.dumps(row)}\n")
    return found
