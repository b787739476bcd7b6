"""What a seat gets: the rules of all rewards that are not functions, written once.

Batches call them amid their steps, single games through the entries at the end. A contract says
what is paid (``rewards.contracts``); an account is kept for each game.
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, entry, inline, pointer, unit
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import DoubleArray, ShortArray
from wistar_env.gate import COLUMNS, FIRST_WORD, MAX_SEATS, SCORE_SCALE, SEAT_WORDS, TOTAL
from wistar_env.gate.play import (
    Game,
    GameArray,
    TablesArray,
    at,
    deciding,
    rank_of,
    score_game,
    vp_of,
)
from wistar_env.rewards.contracts import ACCOUNT, CONTRACT, Payment

declare("contract", CONTRACT)
declare("account", ACCOUNT)
Contract: TypeAlias = Annotated[Any, "contract"]  # one CONTRACT record
Account: TypeAlias = Annotated[Any, "account"]  # one ACCOUNT record
ContractArray: TypeAlias = Annotated[Any, "contract array"]  # shape (1,)
AccountArray: TypeAlias = Annotated[Any, "account array"]  # shape (1,)

# As plain integers, which compiled code takes for constants.
_WIN, _RANK = int(Payment.WIN), int(Payment.RANK)
_SCORE, _VP = int(Payment.SCORE), int(Payment.VP)
_ALL_SEATS = -1
_SCORES: Final = MAX_SEATS * COLUMNS


@inline
def words_of(games: GameArray, i: int) -> ShortArray:
    """Return a game as 16-bit words, which features are read from."""
    return pointer(games[i : i + 1].view(np.int16))


@unit
def value_of(words: ShortArray, seat: int, contract: Contract) -> float:
    """Return the weighted sum of a seat's features."""
    first = FIRST_WORD + SEAT_WORDS * seat
    value = 0.0
    for k in range(contract.parts):
        word = int(words[first + int(contract.places[k])])
        count = word >> int(contract.shifts[k]) & int(contract.masks[k])
        value += contract.weights[k] * count
    return value


@inline
def decides(g: Game, seat: int) -> bool:
    """Whether the open decision is a seat's."""
    return bool(deciding(g) == seat)


@inline
def open_account(
    games: GameArray, i: int, contract: Contract, paid: ShortArray, account: Account
) -> None:
    """Begin to count in a game that has just begun; a potential counts from a decision on."""
    for seat in range(int(games[i].seats)):
        paid[seat] = vp_of(games[i], seat)
    if contract.parts == 0:
        return
    for seat in range(int(games[i].seats)):
        account.valued[seat] = 1 - contract.shaped
        account.value[seat] = 0.0
        if contract.shaped == 0:
            account.value[seat] = value_of(words_of(games, i), seat, contract)


@inline
def meet(games: GameArray, i: int, seat: int, contract: Contract, account: Account) -> None:
    """Note the potential at a seat's first decision, for which nothing is paid."""
    if contract.shaped == 1 and account.valued[seat] == 0 and decides(games[i], seat):
        account.value[seat] = value_of(words_of(games, i), seat, contract)
        account.valued[seat] = 1


@inline
def scored(games: GameArray, i: int, seat: int, paid: ShortArray) -> int:
    """Return the VP that a seat scored since it was last asked."""
    vp = vp_of(games[i], seat)
    new = vp - int(paid[seat])
    paid[seat] = vp
    return new


@unit
def weighed(g: Game, words: ShortArray, seat: int, contract: Contract, account: Account) -> float:
    """Return what a seat gets for its features.

    Changes are paid at once; a potential when the seat decides again, however much others did in
    between, so that what is discounted is a step from one of its decisions to the next.
    """
    if contract.shaped == 1 and not decides(g, seat):
        return 0.0
    value = value_of(words, seat, contract)
    change = contract.discount * value - account.value[seat]
    known = int(account.valued[seat])
    account.value[seat] = value
    account.valued[seat] = 1
    return change if known == 1 else 0.0


@inline
def earn(
    games: GameArray,
    i: int,
    learner: int,
    contract: Contract,
    paid: ShortArray,
    account: Account,
    rewards: Any,
) -> None:
    """Write what seats get for coming to a position of a game that goes on, over zeros.

    A learner's is the only reward; with ``learner`` below 0 there is one for each seat.
    """
    if contract.payment == _VP:
        for seat in range(int(games[i].seats)):
            new = scored(games, i, seat, paid)
            if learner < 0:
                rewards[seat] = new
            elif learner == seat:
                rewards[0] = new
    if contract.parts > 0:
        words = words_of(games, i)
        for seat in range(int(games[i].seats)):
            if learner < 0:
                rewards[seat] += weighed(games[i], words, seat, contract, account)
            elif learner == seat:
                rewards[0] += weighed(games[i], words, seat, contract, account)


@inline
def outcome(g: Game, seat: int, payment: int, paid: ShortArray, scores: ShortArray) -> float:
    """Return what a seat gets of a ``Payment`` for a game that is over (GEN-08, BOT-118)."""
    own = int(scores[at(seat, TOTAL)])
    if payment == _WIN:
        return 1.0 if rank_of(g, seat, scores) == 1 else -1.0
    if payment == _RANK:
        return 1.0 - 2.0 / (int(g.seats) - 1) * (rank_of(g, seat, scores) - 1)
    if payment == _VP:
        return float(own - int(paid[seat]))
    if payment == _SCORE:
        best = -(2**15)
        for other in range(int(g.seats)):
            if other != seat:
                best = max(best, int(scores[at(other, TOTAL)]))
        return (own - best) / SCORE_SCALE
    return 0.0


@inline
def concluded(
    games: GameArray,
    i: int,
    seat: int,
    contract: Contract,
    paid: ShortArray,
    account: Account,
    scores: ShortArray,
) -> float:
    """Return what a seat gets for the end of a game, whose potential is 0 by definition."""
    reward = outcome(games[i], seat, int(contract.payment), paid, scores)
    if contract.parts == 0:
        return reward
    value = 0.0 if contract.shaped == 1 else value_of(words_of(games, i), seat, contract)
    return reward + (value - float(account.value[seat]))


@entry
def begin(
    games: GameArray, i: int, contracts: ContractArray, paid: ShortArray, accounts: AccountArray
) -> None:
    """Open the account of a game at its first decision."""
    open_account(games, i, contracts[0], paid, accounts[0])
    for seat in range(int(games[i].seats)):
        meet(games, i, seat, contracts[0], accounts[0])


@entry
def pay(
    tables: TablesArray,
    games: GameArray,
    i: int,
    contracts: ContractArray,
    paid: ShortArray,
    accounts: AccountArray,
    rewards: DoubleArray,
) -> None:
    """Write what each seat gets for coming to the position in which a game is now."""
    g = games[i]
    if g.finished == 0:
        rewards[:] = 0
        earn(games, i, _ALL_SEATS, contracts[0], paid, accounts[0], rewards)
        return
    scores = zeros(_SCORES, np.int16)
    score_game(tables[0], g, pointer(scores))
    for seat in range(int(g.seats)):
        rewards[seat] = concluded(games, i, seat, contracts[0], paid, accounts[0], scores)
