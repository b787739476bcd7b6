"""Improve the help of each command: unwrapped paragraphs, and an example."""

import inspect
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import typer

#: An example of each command, by its name.
EXAMPLES: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        tuple(words.split()): f"wistar {words} {arguments}".strip()
        for words, arguments in {
            "ladder": "greedy network --levels 0,5,9 --games 400",
            "arena": "network greedy --players 3 --games 100",
            "report": "nine-1-of-2.jsonl nine-2-of-2.jsonl --out nine.jsonl",
            "bench run": "greedy --tasks solo-9",
            "bench verify": "results/bench/greedy",
            "bench seal": "winter-cup",
            "bench reveal": "winter-cup.secret.json",
            "train ppo": "--folder results/solo --steps 2e6",
            "train distil": "--begin-with results/solo/network.npz",
            "train sb3": "--folder results/sb3",
            "train clone": "games --out clone.npz",
            "curves": "results/solo results/sb3 --out solo.png",
            "play": "greedy",
            "serve": "--port 8001",
            "replay": "game.jsonl --html game.html",
            "review": "game.jsonl",
            "prompt": "--game lab-rats --decision 20",
            "mcp": "--level 7",
            "dataset": "games --bot greedy --games 10000",
            "export": "games --parquet tables",
            "export-onnx": "results/two/network.npz two.onnx --players 2",
            "card": "110 --png 110.png",
            "gallery": "cards",
            "data copy": "my-cards",
            "data check": "my-cards",
            "data generate": "generated:v1:7 my-cards",
            "data path": "",
            "games": "",
            "new-game": "my-nim",
            "check": "lab-rats --only games-end",
            "solve": "examples.leduc:Leduc --bot greedy",
            "doctor": "",
            "compile": "",
            "speed": "--only batch --repeats 3",
        }.items()
    }
)


def paragraphs(text: str) -> str:
    """Return a docstring with each paragraph on one line, for the terminal to wrap."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


def complete(app: typer.Typer, *above: str) -> None:
    """Set the help of every command of an app: unwrapped paragraphs, and an example if any."""
    for command in app.registered_commands:
        assert command.callback is not None
        name = str(command.name or command.callback.__name__)
        told = command.help or command.callback.__doc__ or ""
        command.help = paragraphs(told)
        if (*above, name) in EXAMPLES:
            command.epilog = f"Example: {EXAMPLES[(*above, name)]}"
    for group in app.registered_groups:
        assert group.typer_instance is not None
        complete(group.typer_instance, *above, str(group.name))
