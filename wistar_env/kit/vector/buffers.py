"""The arrays of a batch of games, and the record that points compiled code to them."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.kit.batch.context import (
    ARRAYS,
    BYTES,
    CONTEXT,
    ENTRIES,
    FLOAT_CHANGES,
    FLOATS,
    INTEGER_FIELDS,
    NEW_ENTRIES,
)
from wistar_env.kit.batch.observation_writers import GROUP
from wistar_env.kit.batch.rows import GAME_ROW
from wistar_env.kit.envs.history import COLUMNS, History
from wistar_env.kit.game import GameSpec
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.rewards.spec import REWARD_STATE
from wistar_env.kit.vector.arrays import (
    Dense,
    Masks,
    Observations,
    OutArrays,
    Shown,
    Sparse,
    Step,
    check_array,
)

_FLAG: Final = np.dtype(np.int8)
_OWN: Final = "out must not be the batch's own observations; leave it out instead"
#: The kinds of observations.
OBSERVATIONS: Final = ("float32", "uint8", "sparse", None)


def copied(name: str, found: object, own: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a copy of a saved array, which must match the batch's array in dtype and shape.

    Raises ValueError if dtype or shape differ.
    """
    if not isinstance(found, np.ndarray) or found.shape != own.shape or found.dtype != own.dtype:
        given = type(found).__name__
        if isinstance(found, np.ndarray):
            given = f"dtype {found.dtype.name} and shape {found.shape}"
            if found.shape == own.shape and found.dtype.name == own.dtype.name:
                given += ", with other fields or another byte order"
        raise ValueError(
            f"saved games: {name!r} must be an array of dtype {own.dtype.name} and shape "
            f"{own.shape}, found {given}"
        )
    # NumPy copies structured arrays field by field, which is twenty times slower.
    return np.frombuffer(bytearray(found.tobytes()), own.dtype).reshape(own.shape)


def _shown(out: OutArrays) -> tuple[Shown, Masks | None]:
    """Split the caller's arrays into observations and masks."""
    return (out, None) if isinstance(out, Sparse) else out


class ContextRecord:
    """The record of a batch for compiled code; see ``wistar_env.kit.batch.context``.

    The record holds addresses, so this object keeps the arrays alive.
    """

    def __init__(self) -> None:
        self.record = np.zeros(1, CONTEXT)
        self._fields = self.record[0]
        self._arrays: dict[str, npt.NDArray[Any]] = {}

    def set(self, **numbers: int) -> None:
        """Set integer fields of the record.

        Raises KeyError if there is no such field.
        """
        for name, number in numbers.items():
            if name not in INTEGER_FIELDS:
                raise KeyError(f"{name!r} is not one of {', '.join(INTEGER_FIELDS)}")
            self._fields[name] = number

    def set_arrays(self, **arrays: npt.NDArray[Any]) -> None:
        """Point fields of the record to these arrays.

        Raises KeyError if there is no such field, ValueError if an array is not C-contiguous.
        """
        for name, array in arrays.items():
            if name not in ARRAYS:
                raise KeyError(f"{name!r} is not one of {', '.join(ARRAYS)}")
            if self._arrays.get(name) is array:
                continue
            if not array.flags.c_contiguous:
                raise ValueError(f"{name} is not C-contiguous")
            self._arrays[name] = array
            self._fields[f"{name}_at"] = array.__array_interface__["data"][0]


class BatchBuffers:
    """The arrays of a batch: games, rows and outputs.

    Parameters
    ----------
    spec
        The declaration of the game.
    num_games, num_players
        The number of games, and their player count.
    observation
        ``"float32"``, ``"uint8"``, ``"sparse"`` or None.
    action_ids
        The caller's action ids.
    learner
        True if the caller plays one seat of each game, the learner's; False for all seats.
    history
        The settings of action tokens; None without them.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_games: int,
        num_players: int,
        observation: str | None,
        action_ids: CompactActions,
        *,
        learner: bool,
        history: History | None,
    ) -> None:
        n, self.num_games, self.num_players = num_games, num_games, num_players
        self.spec, self.action_ids = spec, action_ids
        self.num_seats, self.automata = spec.seats_of(num_players)
        self.layout = spec.observation_layout(num_players)
        self.records = np.zeros(n, spec.record)
        self.records["seats"] = self.num_seats
        self.records["automata"] = self.automata
        self.rows = np.zeros(n, GAME_ROW)
        self.options = np.zeros(n, spec.bounds)
        self.reports = np.zeros(n, spec.report.record)
        self.final_scores = np.zeros((n, spec.max_seats, spec.scores.table_columns), np.int16)
        self.reward_states = np.zeros(n, REWARD_STATE)
        self.legal = np.zeros((n, 1 + spec.num_actions), np.int16)
        self.commands = np.empty(n, np.int64)
        self.started = False  # also after an error during a step
        self._begun = False
        self._allocate(observation, learner)
        self._allocate_tokens(history)
        self._context = ContextRecord()
        self._fill_context()
        self.own_output = False  # until ``set_output`` selects the batch's own arrays
        self._own: Step | None = None  # cached, since the arrays stay the same
        self._written = self.sparse  # the current sparse observations

    def _allocate(self, observation: str | None, learner: bool) -> None:
        n, size = self.num_games, self.layout.size
        padded_size = -(-size // GROUP) * GROUP
        self.observation = observation
        floats, counts, entries = (n * (observation == kind) for kind in OBSERVATIONS[:3])
        num_final = n if learner and observation is not None else 0
        self.scaled = np.zeros((floats, size), np.float32)
        self.raw = np.zeros((counts, size), np.uint8)
        self.shown = np.zeros((floats, padded_size), np.uint8)
        self.final = np.zeros((num_final, padded_size), np.uint8)
        self.mask = np.zeros((floats + counts, len(self.action_ids)), np.int8)
        self.width = self.spec.observation.sparse_width(self.num_players)
        self.sparse = Sparse.zeros(entries, self.width)
        self.indices, self.values, self.used = self.sparse
        self.seat = np.zeros(n, np.int64)
        self._seat_view = self.seat.view()
        self._seat_view.flags.writeable = False  # ``mark_illegal`` relies on the seats
        self.legal_view = self.legal.view()
        self.legal_view.flags.writeable = False
        self.reward = np.zeros((n, 1 if learner else self.num_seats), np.float32)
        self._paid = self.reward[:, 0] if learner else self.reward
        self._done = np.zeros(n, np.uint8)
        self.done = self._done.view(np.bool_)
        self._illegal = np.zeros(n, np.uint8)

    def _allocate_tokens(self, history: History | None) -> None:
        n, shape = self.num_games, history.space.shape if history is not None else (0, COLUMNS)
        views = history.num_logs if history is not None else 0
        self.logs = np.zeros((n, views, *shape), np.int16)
        self.tokens, self.final_tokens = (np.zeros((n, *shape), np.int16) for _ in range(2))

    def _fill_context(self) -> None:
        spec = self.spec
        self._context.set(
            num_games=self.num_games,
            game_bytes=spec.record.itemsize,
            option_words=spec.bounds.itemsize // 2,
            report_bytes=spec.report.record.itemsize,
            score_size=spec.max_seats * spec.scores.table_columns,
            legal_size=1 + spec.num_actions,
            num_actions=spec.num_actions,
            num_ids=len(self.action_ids),
            seats=self.num_seats,
            num_rewards=self.reward.shape[1],
            width=self.layout.size,
            padded_size=self.shown.shape[1],
            max_entries=self.width,
            num_features=len(spec.bots.weights),
            token_words=self.tokens[0].size,
            log_words=self.logs[0].size,
            has_learner=int(len(self.final) > 0),
        )
        self._context.set_arrays(
            games=self.records,
            rows=self.rows,
            options=self.options,
            reports=self.reports,
            final_scores=self.final_scores,
            reward_states=self.reward_states,
            legal=self.legal,
            commands=self.commands,
            illegal=self._illegal,
            seat=self.seat,
            done=self._done,
            reward=self.reward,
            weights=spec.bots.weights,
            limit=self.layout.limit,
            scale=self.layout.scale,
            final=self.final,
            logs=self.logs,
            tokens=self.tokens,
            final_tokens=self.final_tokens,
            compact_ids=self.action_ids.compact,
        )

    def set_pool(self, policies: npt.NDArray[np.int16]) -> None:
        """Set the pool of other seats' policies for games that start from now on."""
        self._pool = policies
        self._context.set(num_policies=len(policies))
        self._context.set_arrays(pool=policies)

    def set_output(self, out: OutArrays | None) -> None:
        """Write observations from now on to the batch's own arrays, or to ``out``.

        Raises TypeError, ValueError if an array of ``out`` does not fit.
        """
        if out is None and self.own_output:
            return
        if self.observation is None and out is not None:
            raise ValueError("out must be omitted, as this batch was made with observation=None")
        if self.observation == "sparse":
            self._set_sparse_output(out)
        elif self.observation is not None:
            self._set_dense_output(out)
        self.own_output = out is None

    def _set_sparse_output(self, out: OutArrays | None) -> None:
        self._written = self.sparse if out is None else self._fitting_entries(out)
        self._context.set(output=ENTRIES if out is None else NEW_ENTRIES)
        self._context.set_arrays(**self._written._asdict())

    def _set_dense_output(self, out: OutArrays | None) -> None:
        scaled: Observations = self.scaled
        raw: Observations = self.raw
        mask = self.mask
        if out is not None:
            observation, mask = self._fitting(out)
            scaled, raw = (observation, raw) if self._shows_floats else (scaled, observation)
        floats = FLOATS if out is not None else FLOAT_CHANGES
        self._context.set(output=floats if self._shows_floats else BYTES)
        self._context.set_arrays(shown=self.shown, scaled=scaled, raw=raw, mask=mask)

    @property
    def _shows_floats(self) -> bool:
        return self.observation == "float32"

    def own(self, scaled: npt.NDArray[np.float32], shown: npt.NDArray[np.uint8]) -> None:
        """Use these arrays as the batch's own, for observations and their counts."""
        self.scaled, self.shown = scaled, shown
        self.own_output, self._own = False, None

    def _fitting_entries(self, out: OutArrays) -> Sparse:
        """Return the arrays of ``out``, checked for sparse observations."""
        if not isinstance(out, Sparse):
            raise TypeError(f"out must be a Sparse, found {type(out).__name__}")
        for name, own in self.sparse._asdict().items():
            array = getattr(out, name)
            check_array(f"out: {name}", array, own.dtype, own.shape)
            if any(np.may_share_memory(array, each) for each in self.sparse):
                raise ValueError(_OWN)
        return out

    def _fitting(self, out: OutArrays) -> Dense:
        """Return the arrays of ``out``, checked for dense observations."""
        if not isinstance(out, tuple | list) or len(out) != 2:  # a Sparse is a tuple of three
            raise TypeError(f"out must be a pair (observation, mask), found {type(out).__name__}")
        observation, mask = out
        if np.may_share_memory(observation, self.scaled):
            raise ValueError(_OWN)
        n = self.num_games
        dtype = np.dtype(self.observation)
        check_array("out: observation", observation, dtype, (n, self.layout.size))
        check_array("out: mask", mask, _FLAG, (n, len(self.action_ids)))
        return observation, mask

    def result(self, out: OutArrays | None = None) -> Step:
        """Return the result of the last step, which wrote to ``out`` if given."""
        if out is not None:
            return Step(*_shown(out), self._seat_view, self._paid, self.done)
        if self._own is None:
            self._own = Step(*self._shown_own(), self._seat_view, self._paid, self.done)
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

    def _state_arrays(self) -> dict[str, npt.NDArray[Any]]:
        return {
            "records": self.records,
            "rows": self.rows,
            "options": self.options,
            "reports": self.reports,
            "final_scores": self.final_scores,
            "reward_states": self.reward_states,
            "legal": self.legal,
            "commands": self.commands,
            "seat": self.seat,
            "reward": self.reward,
            "final": self.final,
            "shown": self.shown,
            "scaled": self.scaled,
            "raw": self.raw,
            "mask": self.mask,
            "indices": self.indices,
            "values": self.values,
            "used": self.used,
            "logs": self.logs,
            "tokens": self.tokens,
            "final_tokens": self.final_tokens,
            "_done": self._done,
            "_illegal": self._illegal,
        }

    def __getstate__(self) -> dict[str, Any]:
        """Return the arrays and flags of the batch."""
        flags = {"started": self.started, "_begun": self._begun}
        return {**self._state_arrays(), **flags, "pool": self._pool}

    def checked_state(self, state: Any) -> dict[str, Any]:
        """Return a copy of a state; raise ValueError if a part is missing or has the wrong type."""
        names = self.__getstate__().keys()
        if not isinstance(state, dict) or state.keys() != names:
            raise ValueError(f"a saved batch must have exactly the keys {', '.join(sorted(names))}")
        own = self._state_arrays()
        checked: dict[str, Any] = {name: copied(name, state[name], own[name]) for name in own}
        for name in ("started", "_begun"):
            checked[name] = state[name]
            if not isinstance(checked[name], bool):
                raise ValueError(
                    f"saved games: {name!r} must be True or False, found {checked[name]!r}"
                )
        pool = state["pool"]
        like = np.zeros(pool.shape if np.ndim(pool) == 1 and len(pool) > 0 else 1, np.int16)
        checked["pool"] = copied("pool", pool, like)
        checked["_done"] = np.minimum(checked["_done"], 1)  # viewed as Booleans
        return checked

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state of another batch."""
        for name, array in self._state_arrays().items():
            array[:] = state[name]
        self.started, self._begun = state["started"], state["_begun"]
        self.set_pool(state["pool"].copy())
