"""Replays of the games of a run, with the explanations of the bots.

A run saves the replays of its lowest-numbered games: for each bot and level of a ladder, or each
table of an arena with all rotations. A resumed run replays games whose files are missing. A replay
has no seed until the run is over, since bots that play the same game later could read it.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wistar_env.benchmark.matches import Match
from wistar_env.benchmark.results import write_whole
from wistar_env.errors import ResultsError
from wistar_env.kit.replays import Replay
from wistar_env.seeds import game_seed
from wistar_env.system.untrusted_files import parse_object, read_text, reading_file

#: Maximum characters of a bot's spec in a file name.
_LONGEST: Final = 40
#: The header's key for the number of the game, which replaces the seed during the run.
_NUMBER: Final = "game_number"
_ODD: Final = re.compile(r"[^A-Za-z0-9_.,=+-]+")


def file_word(spec: str) -> str:
    """Return a bot's spec as part of a file name; different specs give different words."""
    word = _ODD.sub("_", spec)[:_LONGEST]
    if word == spec:
        return word
    return f"{word}-{hashlib.blake2b(spec.encode(), digest_size=3).hexdigest()}"


@dataclass(frozen=True)
class ReplayWriter:
    """Writes replays of the first games of a run."""

    folder: str  # the folder of the replays
    games: int  # how many games to save, from number 0 on

    def named(
        self,
        bots: Sequence[str],
        seating: Sequence[int],
        options: Mapping[str, Any],
        number: int,
        rotation: int,
    ) -> Path:
        """Return the path of a game's replay.

        Its name has the number, the rotation and the bots; with a single bot, whose games may
        differ in options, it has the number, the options and the bot.
        """
        if len(bots) == 1:
            begun = "-".join(f"{name}{value}" for name, value in options.items())
            return Path(self.folder, f"{file_word(bots[0])}-{begun}-game{number}.jsonl")
        bots_by_seat = "-vs-".join(file_word(bots[bot]) for bot in seating)
        return Path(self.folder, f"game{number}-{rotation}-{bots_by_seat}.jsonl")

    def write(
        self, match: Match, bots: Sequence[str], options: Mapping[str, Any], data: str | None
    ) -> None:
        """Write the replay of a finished game atomically, without its seed; see ``unseal``."""
        game = match.game
        players = tuple(bots[bot] for bot in match.seating[: game.num_players])
        replay = Replay(
            type(game),
            game.num_players,
            match.seed,
            game.options,
            data,
            match.actions,
            players,
            match.explanations,
        )
        path = self.named(bots, match.seating, options, match.number, match.replay)
        path.parent.mkdir(parents=True, exist_ok=True)
        header, _, moves = replay.to_text().partition("\n")
        sealed = json.loads(header) | {"seed": None, _NUMBER: match.number}
        write_whole(path, f"{json.dumps(sealed)}\n{moves}")


def unseal(file: Path, seed: int) -> None:
    """Fill the seed into a replay of a run if it is missing.

    Raises ResultsError if the file is not a replay of this run.
    """
    advice = "; remove it, and repeat the command"
    with reading_file(file, "a replay of this run", ResultsError, advice=advice):
        first, _, moves = read_text(file).partition("\n")
        header = parse_object(first)
        if header["seed"] is not None:
            return
        header["seed"] = game_seed(seed, header.pop(_NUMBER))
    write_whole(file, f"{json.dumps(header)}\n{moves}")
