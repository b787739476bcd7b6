"""The first use of everything by several threads simultaneously, each with its own game."""

import subprocess
import sys
from typing import Final

#: What a thread does first, by name.
DOORS: Final = {
    "new": "wistar_env.RatsOfWistar.new(num_players=2, seed=1).legal_actions()",
    "new-lab-rats": "wistar_env.LabRats.new(num_players=3, seed=1).legal_actions()",
    "make": "wistar_env.make('rats-of-wistar', num_players=2).reset(seed=1)",
    "gymnasium": "gymnasium.make('wistar_env:wistar/RatOBot-v0').reset(seed=1)",
    "make-vec": "gymnasium.make_vec('wistar_env:wistar/LabRats-v0', 2).reset(seed=1)",
    "batch": "wistar_env.BatchGame('lab-rats', 2).reset(seed=1)",
    "search": "play('mcts:simulations=4')",
    "network": "play('network')",
}
_CODE: Final = """
import sys
import threading
import traceback

import gymnasium
import numpy as np

import wistar_env


def play(bot):
    from wistar_env.kit.bots import Batch, View
    from wistar_env.kit.bots.registry import load

    game = wistar_env.RatsOfWistar.new(num_players=2, seed=1)
    player = load(bot)
    player.reset(1)
    player.act(Batch((View(game, game.seat),), np.array([1])))


def work():
    barrier.wait()
    try:
        {door}
    except BaseException:
        traceback.print_exc()


sys.setswitchinterval(1e-6)
barrier = threading.Barrier(8)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def check(door: str, processes: int = 30) -> list[str]:
    """Let 8 threads of each process use an entry point for the first time; return the errors."""
    code = _CODE.replace("{door}", DOORS[door])
    done = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        for _ in range(processes)
    )
    return [
        f"process {number}: {each.stderr.strip().splitlines()[-1]}"
        for number, each in enumerate(done)
        if "Traceback" in each.stderr or each.returncode
    ]
