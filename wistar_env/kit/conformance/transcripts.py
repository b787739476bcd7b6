"""Digests of games, which are the same in compiled code and in Python.

``python -m wistar_env.kit.conformance.transcripts GAME PLAYERS SEED`` prints the transcript of one
game, a digest for each of its first decisions.
"""

import hashlib
import signal
import sys
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import Final

import numpy as np

from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.exact_arrays import exact, reject_wrong_indices
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game_calls import encode

#: Maximum processor time of plain Python for a decision or a forged save, in seconds.
LONGEST: Final = 60


def forbid_endless_loops(seconds: float = LONGEST) -> None:
    """Raise an AssertionError unless this is called again within ``seconds`` of processor time.

    Only the main thread may call it. Systems without timers of processor time have no limit.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, _tell)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _tell(number: int, frame: FrameType | None) -> None:
    raise AssertionError("the rules run for too long, perhaps in an endless loop")


#: Decisions of a transcript; Python takes milliseconds for each.
DECISIONS: Final = 60
#: The value of all bytes of an array before an observation is written into it.
_BEFORE: Final = 255


def transcript(game: type[Game], num_players: int, seed: int) -> Iterator[str]:
    """Yield a digest of the outputs of a game, at its first ``DECISIONS`` decisions.

    The digest covers the state, scores and places, and the observation, mask and a reshuffled copy
    for the deciding seat and for one seat that rotates.
    """
    position = game.new(num_players, seed)
    for number in range(DECISIONS):
        digest = hashlib.blake2b(position.to_bytes(), digest_size=8)
        digest.update(f"{position.scores()} {position.ranks()}".encode())
        for seat in (position.seat, number % num_players):
            observation, mask = position.observe_and_mask(seat)
            digest.update(observation.tobytes() + mask.tobytes())
            digest.update(position.determinize(seat, number).to_bytes())
        yield digest.hexdigest()
        if position.finished:
            return
        legal = position.legal_actions()
        position.step(int(legal[(7 * number + seed) % len(legal)]))


def check_written(position: Game) -> None:
    """Check that an observation is written in full, since the kit does not clear its memory.

    Raises AssertionError, with the block, if a value depends on the previous contents.
    """
    layout = position.spec.observation_layout(position.num_players)
    head, limit = common_fields(position.record)[0], np.array(layout.limit, np.uint8)
    viewer = position.num_decisions % position.num_players
    outs = [exact(layout.size, np.uint8) for _ in (0, _BEFORE)]
    outs[1].fill(_BEFORE)
    for out in outs:
        encode(position.data.rules[0], head, viewer, out, layout.size, limit)
    for block in layout.blocks:
        part = slice(block.start, block.start + block.size)
        assert (outs[0][part] == outs[1][part]).all(), (
            f"the function `encode` does not write all of the block {block.name!r} for seat "
            f"{viewer} at decision {position.num_decisions}; write 0 where there is nothing"
        )


def main(name: str, num_players: int, seed: int) -> None:
    """Check that observations are written in full, and print a transcript of the game.

    In interpreted code, an invalid index raises an error.
    """
    game = find_game(name)
    reject_wrong_indices(game.spec.record)
    forbid_endless_loops()
    for position in islice(Case(game, num_players, 1, seed).positions(seed), DECISIONS):
        check_written(position)
        forbid_endless_loops()
    for line in transcript(game, num_players, seed):
        print(line)
        forbid_endless_loops()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
