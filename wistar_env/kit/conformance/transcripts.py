"""Digests of games, which are the same in compiled code and in Python.

``python -m wistar_env.kit.conformance.transcripts GAME PLAYERS SEED`` prints the transcript of one
game, a digest for each of its first decisions.
"""

import hashlib
import sys
from collections.abc import Iterator
from typing import Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game

#: Decisions of a transcript; Python takes milliseconds for each.
DECISIONS: Final = 60


def transcript(game: type[Game], num_players: int, seed: int) -> Iterator[str]:
    """Yield a digest of all that a game shows, at its first ``DECISIONS`` decisions.

    It covers the state, scores and places, and for two seats observation, mask and a reshuffled
    copy: for the one that decides, and for each of all in turn.
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


if __name__ == "__main__":
    for line in transcript(find_game(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])):
        print(line)
