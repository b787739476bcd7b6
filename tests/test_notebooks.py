"""The notebooks run from top to bottom, and have the outputs of their code, for the site."""

import os
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from experiments.notebooks import KEY, digest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
#: What makes a notebook shorter: fewer games say less about bots, and run the same cells.
SHORTER = {
    "benchmark_a_bot": {
        "GAMES, LEVEL = 40, 3": "GAMES, LEVEL = 2, 3",
        "--games 20 --seed 1": "--games 2 --seed 1",
        "--games 8 --seed 1": "--games 2 --seed 1",
        "games=20)": "games=2)",
        "from wistar_env.benchmark.protocol.bench import Entrant": (
            "from wistar_env.benchmark.protocol import task_numbers\ntask_numbers.TIMED = 0.1\n"
            "from wistar_env.benchmark.protocol.bench import Entrant"
        ),
    },
    "language_model_player": {
        "recorded=True) for seed in range(6)": "recorded=True) for seed in range(2)",
        "(0, 1)) for seed in range(6)": "(0, 1)) for seed in range(2)",
    },
    "train_and_watch": {
        "pretraining_games=800": "pretraining_games=30",
        "steps=300_000": "steps=8_000",
        "num_envs=128": "num_envs=32",
        "evaluate_every=6": "evaluate_every=1",
        "evaluate_games=100": "evaluate_games=4",
        "model.learn(24_000)": "model.learn(4_000)",
        "for seed in range(100)": "for seed in range(3)",
    },
    "lab_rats": {"GAMES = 60": "GAMES = 3"},
    "unseen_cards": {"GAMES = 80": "GAMES = 4"},
    "what_agents_learn": {
        '"greedy": 60, "network": 60, "mcts:simulations=50": 60': (
            '"greedy": 5, "network": 5, "mcts:simulations=50": 2'
        )
    },
}


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> nbformat.NotebookNode:
    return nbformat.read(request.param, as_version=4)


@pytest.fixture
def shorter(
    request: pytest.FixtureRequest, notebook: nbformat.NotebookNode
) -> nbformat.NotebookNode:
    for long, short in SHORTER.get(request.node.callspec.id, {}).items():
        (cell,) = [cell for cell in notebook.cells if long in cell.source]
        cell.source = cell.source.replace(long, short)
    return notebook


def test_a_notebook_runs_from_top_to_bottom(
    shorter: nbformat.NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "IPYTHONDIR", str(tmp_path))
    monkeypatch.setitem(os.environ, "JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setitem(os.environ, "PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    NotebookClient(shorter, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()


def test_a_notebook_has_the_outputs_of_its_code(
    notebook: nbformat.NotebookNode, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.id
    assert notebook.metadata.get(KEY) == digest(notebook), (
        f"store its outputs anew: python -m experiments.notebooks {name}"
    )
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == [*range(1, len(code) + 1)]
    outputs = [output for cell in code for output in cell.outputs]
    assert outputs
    assert {output.output_type for output in outputs} <= {
        "stream",
        "display_data",
        "execute_result",
    }
    assert not [output for output in outputs if output.get("name") == "stderr"]
