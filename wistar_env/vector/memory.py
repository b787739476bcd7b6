"""The arrays of a batch of games, where they are kept and where compiled code finds them."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.batch.context import (
    ARRAYS,
    BYTES,
    CHANGES,
    CONTEXT,
    ENTRIES,
    FLOATS,
    NEW_ENTRIES,
    NUMBERS,
)
from wistar_env.batch.rows import GAME_ROW
from wistar_env.batch.shows import GROUP
from wistar_env.gate import (
    GAME,
    LEGAL_SIZE,
    NUM_ACTIONS,
    WEIGHTS,
    observation_layout,
    sparse_width,
)
from wistar_env.rewards.contracts import ACCOUNT
from wistar_env.vector.arrays import (
    Buffers,
    Dense,
    Masks,
    Observations,
    Shown,
    Sparse,
    Step,
    check_array,
)

_FLAG: Final = np.dtype(np.int8)
_OWN: Final = "out must not be the batch's own observations; leave it out instead"
#: As what a batch shows its games.
OBSERVATIONS: Final = ("float32", "uint8", "sparse", None)
#: What tells a batch from one that was just made: its arrays, and whether it has games.
_STATE: Final = (
    "records",
    "rows",
    "accounts",
    "legal",
    "commands",
    "seat",
    "reward",
    "final",
    "shown",
    "scaled",
    "raw",
    "mask",
    "indices",
    "values",
    "used",
    "_done",
    "_illegal",
    "started",
    "_begun",
)


def copied(name: str, found: object, own: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a copy of what was saved, if it is an array like the batch's own one.

    Raises
    ------
    ValueError
        If it is not.
    """
    if not isinstance(found, np.ndarray) or found.shape != own.shape or found.dtype != own.dtype:
        raise ValueError(f"saved games: {name!r} must be {own.dtype} of {own.shape}")
    # NumPy copies a structured array field by field, which takes twenty times as long.
    return np.frombuffer(bytearray(found.tobytes()), own.dtype).reshape(own.shape)


def _shown(out: Buffers) -> tuple[Shown, Masks | None]:
    """Return observations and masks of the caller's arrays."""
    return (out, None) if isinstance(out, Sparse) else out


class Context:
    """What a batch owns, for compiled code: see ``wistar_env.batch.context``.

    The record holds addresses, so each array is kept here as long as the record leads to it.
    """

    def __init__(self) -> None:
        self.record = np.zeros(1, CONTEXT)
        self._fields = self.record[0]
        self._kept: dict[str, npt.NDArray[Any]] = {}

    def set(self, **numbers: int) -> None:
        """Set some of the numbers.

        Raises
        ------
        KeyError
            If there is no such number.
        """
        for name, number in numbers.items():
            if name not in NUMBERS:
                raise KeyError(f"{name!r} is none of {', '.join(NUMBERS)}")
            self._fields[name] = number

    def turn_round(self) -> None:
        """Let the games that come last now be first next time: they are still in the cache."""
        self._fields["backwards"] = 1 - self._fields["backwards"]

    def place(self, **arrays: npt.NDArray[Any]) -> None:
        """Let the record lead to these arrays from now on.

        Raises
        ------
        KeyError, ValueError
            If there is no such array, or one is not contiguous.
        """
        for name, array in arrays.items():
            if name not in ARRAYS:
                raise KeyError(f"{name!r} is none of {', '.join(ARRAYS)}")
            if self._kept.get(name) is array:
                continue
            if not array.flags.c_contiguous:
                raise ValueError(f"{name} is not C-contiguous")
            self._kept[name] = array
            self._fields[f"{name}_at"] = array.__array_interface__["data"][0]


class Memory:
    """Records and outputs of a batch, and the record that leads compiled code to them.

    Parameters
    ----------
    num_games, num_players
        Games in the batch, and players of each.
    observation
        ``"float32"``, ``"uint8"``, ``"sparse"`` or None.
    learner
        Whether one seat of each game learns, or the caller plays all of them.
    """

    def __init__(
        self, num_games: int, num_players: int, observation: str | None, *, learner: bool
    ) -> None:
        n, self.num_games, self.num_players = num_games, num_games, num_players
        self.num_seats = max(2, num_players)
        self.layout = observation_layout(num_players)
        self.records = np.zeros(n, GAME)
        self.records["seats"] = self.num_seats
        self.records["solo"] = num_players == 1
        self.rows = np.zeros(n, GAME_ROW)
        self.accounts = np.zeros(n, ACCOUNT)
        self.legal = np.zeros((n, LEGAL_SIZE), np.int16)
        self.commands = np.empty(n, np.int64)
        self.started = False  # and not, after an error amid a step, that its games may go on
        self._begun = False
        self._allocate(observation, 1 if learner else self.num_seats)
        self._context = Context()
        self._fill_context()
        self._shows_own = False
        self._own: Step | None = None  # made once, since the arrays stay the same
        self._written = self.sparse  # where sparse observations are

    def _allocate(self, observation: str | None, payees: int) -> None:
        n, size = self.num_games, self.layout.size
        padded = -(-size // GROUP) * GROUP
        self.observation = observation
        floats, counts, entries = (n * (observation == kind) for kind in OBSERVATIONS[:3])
        learns = n if payees == 1 and observation is not None else 0
        self.scaled = np.zeros((floats, size), np.float32)
        self.raw = np.zeros((counts, size), np.uint8)
        self.shown = np.zeros((floats, padded), np.uint8)
        self.final = np.zeros((learns, padded), np.uint8)
        self.mask = np.zeros((floats + counts, NUM_ACTIONS), np.int8)
        self.width = sparse_width(self.num_players)
        self.sparse = Sparse.zeros(entries, self.width)
        self.indices, self.values, self.used = self.sparse
        self.seat = np.zeros(n, np.int64)
        self._told_seat = self.seat.view()
        self._told_seat.flags.writeable = False  # legality is judged by it
        self.told_legal = self.legal.view()
        self.told_legal.flags.writeable = False
        self.reward = np.zeros((n, payees), np.float32)
        self._paid = self.reward if payees > 1 else self.reward[:, 0]
        self._done = np.zeros(n, np.uint8)
        self.done = self._done.view(np.bool_)
        self._illegal = np.zeros(n, np.uint8)

    def _fill_context(self) -> None:
        self._context.set(
            num_games=self.num_games,
            seats=self.num_seats,
            payees=self.reward.shape[1],
            width=self.layout.size,
            padded=self.shown.shape[1],
            entries=self.width,
            features=len(WEIGHTS),
            learns=int(len(self.final) > 0),
        )
        self._context.place(
            games=self.records,
            rows=self.rows,
            accounts=self.accounts,
            legal=self.legal,
            commands=self.commands,
            illegal=self._illegal,
            seat=self.seat,
            done=self._done,
            reward=self.reward,
            weights=WEIGHTS,
            limit=self.layout.limit,
            scale=self.layout.scale,
            final=self.final,
        )

    def set_pool(self, policies: npt.NDArray[np.int16]) -> None:
        """Set the policies that the other seats of games that begin from now on are drawn from."""
        self._pool = policies
        self._context.set(policies=len(policies))
        self._context.place(pool=policies)

    def show_in(self, out: Buffers | None) -> None:
        """Show the games from now on in the batch's own arrays, or in ``out``.

        Raises
        ------
        TypeError, ValueError
            If an array of ``out`` does not fit.
        """
        if out is None and self._shows_own:
            return
        if self.observation is None:
            if out is not None:
                raise ValueError(
                    "out needs observations: this batch was made with observation=None"
                )
            return
        if self.observation == "sparse":
            self._show_entries(out)
        else:
            self._show_dense(out)
        self._shows_own = out is None

    def _show_entries(self, out: Buffers | None) -> None:
        self._written = self.sparse if out is None else self._fitting_entries(out)
        self._context.set(shows=ENTRIES if out is None else NEW_ENTRIES)
        self._context.place(**self._written._asdict())

    def _show_dense(self, out: Buffers | None) -> None:
        scaled: Observations = self.scaled
        raw: Observations = self.raw
        mask = self.mask
        if out is not None:
            observation, mask = self._fitting(out)
            scaled, raw = (observation, raw) if self._shows_floats else (scaled, observation)
        floats = FLOATS if out is not None else CHANGES
        self._context.set(shows=floats if self._shows_floats else BYTES)
        self._context.place(shown=self.shown, scaled=scaled, raw=raw, mask=mask)

    @property
    def _shows_floats(self) -> bool:
        return self.observation == "float32"

    def own(self, scaled: npt.NDArray[np.float32], shown: npt.NDArray[np.uint8]) -> None:
        """Take other arrays for the observations and for the counts that they show."""
        self.scaled, self.shown = scaled, shown
        self._shows_own, self._own = False, None

    def _fitting_entries(self, out: Buffers) -> Sparse:
        """Return the arrays of ``out``, if compiled code can write sparse observations there."""
        if not isinstance(out, Sparse):
            raise TypeError(f"out must be a Sparse, found {type(out).__name__}")
        for name, own in self.sparse._asdict().items():
            array = getattr(out, name)
            check_array(f"out: {name}", array, own.dtype, own.shape)
            if any(np.may_share_memory(array, each) for each in self.sparse):
                raise ValueError(_OWN)
        return out

    def _fitting(self, out: Buffers) -> Dense:
        """Return the arrays of ``out``, if compiled code can write into them."""
        if isinstance(out, Sparse):
            raise TypeError("out must be (observation, mask), found Sparse")
        observation, mask = out
        if np.may_share_memory(observation, self.scaled):
            raise ValueError(_OWN)
        n = self.num_games
        dtype = np.dtype(self.observation)
        check_array("out: observation", observation, dtype, (n, self.layout.size))
        check_array("out: mask", mask, _FLAG, (n, NUM_ACTIONS))
        return observation, mask

    def result(self, out: Buffers | None = None) -> Step:
        """Return the outputs of the last step, which wrote into ``out`` if that is given."""
        if out is not None:
            return Step(*_shown(out), self._told_seat, self._paid, self.done)
        if self._own is None:
            self._own = Step(*self._shown_own(), self._told_seat, self._paid, self.done)
        return self._own

    def _shown_own(self) -> tuple[Shown | None, Masks | None]:
        match self.observation:
            case "float32":
                return self.scaled, self.mask
            case "uint8":
                return self.raw, self.mask
            case "sparse":
                return self.sparse, None
            case _:
                return None, None

    def __getstate__(self) -> dict[str, Any]:
        """Return all that changes."""
        return {name: getattr(self, name) for name in _STATE} | {"pool": self._pool}

    def checked_state(self, state: Any) -> dict[str, Any]:
        """Return a copy of what ``__getstate__`` gave, if each part is of the right kind.

        Raises
        ------
        ValueError
            If one is not, or is missing.
        """
        names = {*_STATE, "pool"}
        if not isinstance(state, dict) or state.keys() != names:
            raise ValueError(f"a saved batch must have {', '.join(sorted(names))}")
        checked: dict[str, Any] = {}
        for name in _STATE:
            own, found = getattr(self, name), state[name]
            if isinstance(own, np.ndarray):
                checked[name] = copied(name, found, own)
            elif isinstance(found, bool):
                checked[name] = found
            else:
                raise ValueError(f"saved games: {name!r} must be True or False, found {found!r}")
        pool = state["pool"]
        like = np.zeros(pool.shape if np.ndim(pool) == 1 and len(pool) > 0 else 1, np.int16)
        checked["pool"] = copied("pool", pool, like)
        checked["_done"] = np.minimum(checked["_done"], 1)  # it is seen as Booleans
        return checked

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up what ``__getstate__`` of another one gave."""
        for name in _STATE:
            if isinstance(state[name], np.ndarray):
                getattr(self, name)[:] = state[name]
            else:
                setattr(self, name, state[name])
        self.set_pool(state["pool"].copy())
