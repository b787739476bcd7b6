"""Reviews of saved games: the loss of each decision, estimated by a search.

Every decision is searched with the information of its seat, without the replay's hidden cards.
Its *loss* is the value of the best action minus the value of the action played. If nothing was
revealed and the same seat decides next, the value of the action played is that of the next search,
so postponing an action costs nothing. Values are chances of winning (``wistar_env.play.chances``).

A loss large enough for a *mark* is checked by play-outs after both actions. The play-outs' estimate
caps the loss, and the lower end of its 95% interval decides the mark.

A player's loss is a *gift* to the opponents, in equal shares. The rest of the change in a seat's
value is its *luck*, such as cards drawn and revealed::

    result = value of its first decision - all its losses + gifts + luck

With two players, the luck of one is minus the luck of the other, up to the difference between the
search's values of their first decisions.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from statistics import fmean
from typing import Any, Final, TypeAlias, cast

import numpy as np

from wistar_env.benchmark.report import win_share
from wistar_env.errors import BotError, ResultsError
from wistar_env.kit.bots import View
from wistar_env.kit.bots.registry import factory_of, load, parse
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.presentation_parts import MenuItem
from wistar_env.kit.replays import Replay
from wistar_env.kit.search.play_outs import play_outs
from wistar_env.kit.search.report import Report
from wistar_env.kit.search.tree_search import Mcts
from wistar_env.play.chances import chance_of, first_action, shift_of, told
from wistar_env.play.history import reveals
from wistar_env.seeds import decision_seeds

#: The position before each action of a game, with the action.
_Positions: TypeAlias = Sequence[tuple[Any, int]]
#: Marks of decisions, by the least loss that deserves one.
MARKS: Final = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))
#: Parameters of a reviewing search: it values every action, even implausible ones, by the chance of
#: winning only.
_OTHERWISE: Final = ("fpu_reduction=-1", "win_weight=1")
#: Decisions that are searched at once.
_BATCH: Final = 32
#: Maximum actions in a line of play.
_LINE: Final = 6
#: Play-outs at the beginning of each turn, and the number of the seat's turns before it, and after
#: it, whose play-outs are pooled with these.
_PLAY_OUTS: Final = 20
_TURNS: Final = 1
#: Play-outs that check a mark, per batch and at most; and the number of standard errors that are
#: subtracted from the mean loss.
CHECKS: Final = 40
_MOST_CHECKS: Final = 160
_ERRORS: Final = 2.0


@dataclass(frozen=True)
class Reviewed:
    """A decision between several actions, with its evaluation by search.

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
        The search's best action.
    value
        The value of the best action for the seat, 0 to 1.
    played
        The value of the action played, at most ``value``.
    line
        The search's line of play, from ``best`` until something is revealed or another seat
        decides, up to 6 actions; empty without a mark.
    expected
        The final points of each seat that the search's network expects from the deciding seat's
        information; empty without a network.
    chance
        The luck that the action revealed, such as drawn cards: the value of the seat's next
        decision minus the action's expected value; 0 if it revealed nothing or another seat
        decided next.
    checks
        The play-outs after each of the two actions, to check the loss; 0 if it was too small.
    sure
        The loss that the checks confirm: the lower end of its 95% interval.
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
    checks: int = 0
    sure: float = 0.0

    @property
    def loss(self) -> float:
        """The loss of the decision, 0 to 1."""
        return self.value - self.played

    @property
    def mark(self) -> str:
        """``"blunder"``, ``"mistake"``, ``"inaccuracy"`` or empty, by the confirmed loss."""
        return mark_of(self.sure)


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
        The fraction of these decisions in which the search's best action was played.
    loss
        The sum of these decisions' losses.
    marks
        The number of decisions with each mark.
    gifts
        The seat's share of the other players' losses.
    luck
        The part of the result that first value, losses and gifts do not explain; see the module.
    chance
        The part of the luck that the seat's own actions revealed, such as drawn cards.
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


def mark_of(loss: float) -> str:
    """Return the mark for a confirmed loss; empty if it is too small."""
    return next((name for least, name in MARKS if loss >= least), "")


def reviewer(spec: str, game: GameSpec) -> Mcts:
    """Return the search that a bot's spec names, with settings for reviews.

    Raises BotError if it is not a search, or cannot be built.
    """
    parsed = parse(spec, game.bots.classes)
    factory = factory_of(parsed)
    if not (isinstance(factory, type) and issubclass(factory, Mcts)):
        raise BotError(f"a review needs a search bot such as mcts:simulations=400, found {spec!r}")
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
    """Return the evaluations of a game's decisions between several actions.

    Parameters
    ----------
    replay
        The game.
    search
        See ``reviewer``.
    seed
        The seed of the searches; the same seed gives the same review.
    on_progress
        Called with the number of reviewed actions.

    Raises
    ------
    NetworkError
        If the network of the search is for another game, or another player count.
    ReplayError
        If an action of the game is not legal.
    """
    positions = [(game, action) for game, action in replay.positions() if action is not None]
    numbers = [k for k, (game, _) in enumerate(positions) if len(game.legal_actions()) > 1]
    reports: dict[int, Report] = {}
    for first in range(0, len(numbers), _BATCH):
        games = {number: positions[number][0] for number in numbers[first : first + _BATCH]}
        reports |= searched(search, games, seed)
        on_progress(numbers[first : first + _BATCH][-1] + 1)
    shifts = _shifts(search, positions, reports, seed)
    found = [
        _reviewed(search, number, *positions[number], told(report, shifts[number]))
        for number, report in reports.items()
    ]
    settled = [_settled(positions, *pair) for pair in zip_longest(found, found[1:])]
    checked = [checked_mark(search, positions[each.number][0], each, seed) for each in settled]
    return [_with_line(search, positions, each, seed) for each in checked]


def _known(game: Game, number: int, seed: int) -> tuple[Game, int]:
    """Return a position with hidden information resampled for the deciding seat, and a seed."""
    (drawn,) = decision_seeds([(seed, number)]).tolist()
    return View(game, game.seat).determinize(drawn), drawn


def _shifts(
    search: Mcts, positions: _Positions, reports: Mapping[int, Report], seed: int
) -> dict[int, float]:
    """Return the shift in log-odds that turns the values of each decision into chances of winning.

    The shift is the same for all decisions of a turn, so that differences between their
    log-odds do not depend on play-outs.
    """
    turns: list[list[int]] = []
    for number in reports:
        game = positions[number][0]
        if not turns or positions[turns[-1][0]][0].turn != game.turn:
            turns.append([])
        turns[-1].append(number)
    of_seat: dict[int, list[tuple[list[int], float]]] = defaultdict(list)
    for turn in turns:
        report = reports[turn[0]]
        known, drawn = _known(positions[turn[0]][0], turn[0], seed)
        chance = chance_of(search, known, first_action(report), _PLAY_OUTS, drawn)
        of_seat[report.seat].append((turn, shift_of(report, chance)))
    found = dict[int, float]()
    for own in of_seat.values():
        for place, (turn, _) in enumerate(own):
            near = own[max(0, place - _TURNS) : place + _TURNS + 1]
            shift = fmean(each for _, each in near)
            found |= dict.fromkeys(turn, shift)
    return {number: found[number] for number in reports}


def searched(search: Mcts, games: Mapping[int, Any], seed: int = 1) -> Iterator[tuple[int, Report]]:
    """Search decisions with the information of their seats; yield each number with its result."""
    known = [_known(game, number, seed) for number, game in games.items()]
    yield from zip(games, search.search_all(*zip(*known, strict=True)), strict=True)


def _reviewed(search: Mcts, number: int, game: Any, action: int, report: Report) -> Reviewed:
    """Return the evaluation of a decision by search."""
    return Reviewed(
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
    """Return the value of an action, at most the value of the best action.

    An action with too few visits gets the lowest value of the other actions.
    """
    values = dict(zip(report.actions.tolist(), report.value.tolist(), strict=True))
    tried = [value for value in values.values() if not math.isnan(value)]
    found = min(tried) if math.isnan(values[action]) else values[action]
    return float(min(found, values[report.best]))


def _expected(search: Mcts, game: Any) -> tuple[float, ...]:
    """Return each seat's final points that the search's network expects; empty without one."""
    network = search.network_for(game)
    if network is None:
        return ()
    gains = network.predict(game).points.tolist()
    total = game.spec.score_columns[game.spec.scores.total_column]
    pairs = zip(game.scores(), gains, strict=True)
    return tuple(round(score[total] + gain, 2) for score, gain in pairs)


def _settled(positions: _Positions, each: Reviewed, following: Reviewed | None) -> Reviewed:
    """Return a decision, updated from the seat's next one if no other seat decides in between.

    If something was revealed in between, its luck is updated; otherwise the value of the action
    played, unless it was the best.
    """
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


def checked_mark(search: Mcts, game: Game, each: Reviewed, seed: int) -> Reviewed:
    """Return a decision, with its loss capped by play-outs if it is large enough for a mark."""
    if not mark_of(each.loss):
        return each
    known, _ = _known(game, each.number, seed)
    network, actions = search.network_for(game), [each.best, each.action]
    lost = np.empty(0)
    while len(lost) < _MOST_CHECKS:
        (drawn,) = decision_seeds([(seed, each.number, len(lost))]).tolist()
        won = play_outs(known, actions, CHECKS, network, drawn)
        lost = np.append(lost, won[:, 0] - won[:, 1])
        mean, error = float(lost.mean()), float(lost.std(ddof=1)) / math.sqrt(len(lost))
        if mean <= 0 or mean - _ERRORS * error >= each.loss:
            break
    loss = min(each.loss, max(0.0, mean))
    sure = min(each.loss, max(0.0, mean - _ERRORS * error))
    # If anything was revealed, the rest of the change is luck.
    chance = each.chance and each.chance + loss - each.loss
    return replace(each, played=each.value - loss, chance=chance, checks=len(lost), sure=sure)


def _with_line(search: Mcts, positions: _Positions, each: Reviewed, seed: int) -> Reviewed:
    """Return a decision, with the search's line of play if it has a mark."""
    if not each.mark:
        return each
    game, drawn = _known(positions[each.number][0], each.number, seed)
    line = [each.best]
    while len(line) < _LINE and not reveals(game, line[-1]):
        game.step(line[-1])
        if game.finished or game.seat != each.seat:
            break
        line.append(search.search(game, drawn).best)
    return replace(each, line=tuple(line))


def in_words(replay: Replay[Any], each: Reviewed) -> tuple[str, list[str]]:
    """Return texts of the action played and of the search's line of play.

    The first action of the line is a sentence, later ones are names. Without a mark, the line is
    only the best action.
    """
    game = replay.at(each.number)
    played = _item(game, each.action).sentence
    first, *others = each.line or (each.best,)
    line = [_item(game, first).sentence]
    for before, action in zip((first, *others), others, strict=False):
        game.step(before)
        line.append(_item(game, action).text)
    return played, line


def _item(game: Any, action: int) -> MenuItem:
    for item in game.presentation.menu():
        if item.action == action:
            return cast("MenuItem", item)
    raise ResultsError(f"a review contains action {action}, which is not legal in its position")


def summarize(replay: Replay[Any], reviewed: Sequence[Reviewed]) -> list[Summary]:
    """Return the summary of each player that has reviewed decisions."""
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
