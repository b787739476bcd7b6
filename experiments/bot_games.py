"""Games of a bot against Rat-o-bot at its highest level, with a record of its decisions.

They are the games of ``wistar ladder BOT --levels 9`` with the same seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from experiments.report import Counts, Games
from wistar_env.benchmark.ladder import HUMAN
from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.work_units import WorkUnit, batches_of
from wistar_env.explanations import Explanation
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, MAIN, NUM_ACTIONS, PASS
from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL
from wistar_env.games.rats_of_wistar.scene.seats import cards_of
from wistar_env.games.rats_of_wistar.tables.codes import MAINS
from wistar_env.games.rats_of_wistar.tables.limits import CARDS

#: Actions that need further choices: payments, the cube to remove, and the reward of its ability
#: space.
_LASTING: Final = frozenset(
    action
    for block in ACTION_BLOCKS
    if block.name in {"PLAY", "USE", "COMPLETE", "CLAIM"}
    for action in range(block.start, block.start + block.size)
)

#: Games per call of a bot, as on the ladder.
BATCH: Final = 25


class Decision(NamedTuple):
    """A decision of a bot."""

    action: int  # the id of its action
    # The action that it completes, such as a Mission for the removal of a cube; usually itself.
    cause: int
    vp: int  # VP scored on the track before the next decision
    strength: int  # the Strength of a Main action's Area; otherwise 0


@dataclass
class RecordedMatch(Match):
    """A solo game that records the bot's decisions."""

    game: RatsOfWistar
    areas: Sequence[int] = ()  # the Area of each Main action
    decided: list[Decision] = field(default_factory=list)  # the bot's decisions, in order
    held: set[int] = field(default_factory=set)  # the cards that were in its hand at any decision
    _cause: int = PASS
    _depth: int = 0

    def step(self, action: int, explanation: Explanation | None = None) -> None:
        """Play an action of the bot, and record it."""
        record = self.game.record[0]
        depth, workers = int(record["depth"]), record["players"][HUMAN]["workers"].tolist()
        self.held |= {*cards_of(record, HUMAN, "hand")}
        vp = self._vp()
        super().step(action, explanation)
        if self._cause not in _LASTING or depth <= self._depth:
            self._cause, self._depth = action, depth
        main = action - MAIN
        strength = workers[self.areas[main]] if 0 <= main < len(MAINS) else 0
        self.decided.append(Decision(action, self._cause, self._vp() - vp, strength))

    def _vp(self) -> int:
        """Return the bot's VP on the track."""
        return self.game.scores()[HUMAN]["track"]


@dataclass(frozen=True)
class RecordedGames:
    """The decisions of a bot in its games."""

    # ``actions``, ``causes``, ``vp``, ``strengths``: the columns of all its decisions: int64[n]
    # each; see ``Decision``.
    actions: Counts
    causes: Counts
    vp: Counts
    strengths: Counts
    games: Games  # the games at their ends, dtype ``GAME``
    # ``held``, ``played``: per game and card, whether the card was in its hand, and whether it was
    # played: bool[games, CARDS].
    held: NDArray[np.bool_]
    played: NDArray[np.bool_]

    @property
    def taken(self) -> Counts:
        """How often each action was taken: int64[NUM_ACTIONS]."""
        return np.bincount(self.actions, minlength=NUM_ACTIONS)

    @property
    def scored(self) -> Counts:
        """VP in all games by the action that scored them: int64[NUM_ACTIONS]."""
        scored = np.zeros(NUM_ACTIONS, np.int64)
        np.add.at(scored, self.causes, self.vp)
        return scored


def work_units(bot: str, count: int, seed: int, data: Components) -> list[WorkUnit]:
    """Return the units of a bot's games."""
    return [
        WorkUnit(
            RatsOfWistar,
            (bot,),
            seed,
            numbers,
            options={"level": HIGHEST_LEVEL},
            data=data.folder,
            data_version=data.fingerprint.hex(),
        )
        for numbers in batches_of(count, BATCH)
    ]


def play(unit: WorkUnit) -> list[RecordedMatch]:
    """Play the games of a unit to their ends."""
    data = cast(Components, unit.open_data())
    areas = data.tables["main_area"][0].tolist()
    matches = unit.matches(partial(RecordedMatch, areas=areas))
    unit.play(matches)
    return matches


def collected(matches: Sequence[RecordedMatch]) -> RecordedGames:
    """Return the decisions of finished games as arrays."""
    decided = np.array([each for match in matches for each in match.decided], np.int64)
    games = np.concatenate([match.game.record for match in matches])
    taken, causes, vp, strengths = decided.T
    held, played = np.zeros((2, len(matches), CARDS), np.bool_)
    for row, match in enumerate(matches):
        held[row, [*match.held]] = True
        played[row, [*(match.held & {*cards_of(match.game.record[0], HUMAN, "played")})]] = True
    return RecordedGames(taken, causes, vp, strengths, games, held, played)
