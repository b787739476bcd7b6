"""Tables in the model cards of bundled networks: ``python -m website.network_cards``."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from website.doc_tables import Tables, rewrite, table
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.defaults import default_files
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.ppo import Config

GAMES: Final = ("rats-of-wistar", "lab-rats")
_MILLION: Final = 1_000_000


def networks() -> list[Path]:
    """Return the files of the bundled networks, whose model cards are next to them."""
    return [file for name in GAMES for file in default_files(find_game(name).spec)]


def tables_of(network: Path) -> Tables:
    """Return the functions that write the tables in the card of a network."""
    shared = load_shared(network)
    return {"facts": lambda: _facts(shared), "command": lambda: _command(shared.metadata)}


def _facts(shared: SharedNetwork) -> str:
    known = ["ids"] if shared.ids else []
    known += [f"features, embedding size {shared.code}"] if shared.code else []
    return table(
        ["players", "card input", "hidden layers", "training decisions", "rules", "data"],
        [
            [
                ", ".join(map(str, shared.player_counts)),
                " and ".join(known),
                " and ".join(map(str, shared.hidden)),
                f"{shared.metadata['steps'] / _MILLION:.0f} M",
                shared.rules,
                f"`{shared.data}`",
            ]
        ],
    )


def _command(metadata: dict[str, Any]) -> str:
    """Return the command that trained a network, with all options that differ from the defaults."""
    usual, words = asdict(Config()), [metadata["command"]]
    for name, value in metadata["settings"].items():
        if usual.get(name) != value:
            words += [f"--{name.replace('_', '-')}", shlex.quote(str(value))]
    return f"```bash\n{' '.join(words)}\n```"


if __name__ == "__main__":
    for each in networks():
        rewrite(each.with_suffix(".md"), tables_of(each))
