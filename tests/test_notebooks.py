"""The notebooks run from top to bottom, and are saved without output."""

import os
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> nbformat.NotebookNode:
    return nbformat.read(request.param, as_version=4)


def test_a_notebook_runs_from_top_to_bottom(
    notebook: nbformat.NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "IPYTHONDIR", str(tmp_path))
    monkeypatch.setitem(os.environ, "JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setitem(os.environ, "PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()


def test_a_notebook_is_saved_without_output(notebook: nbformat.NotebookNode) -> None:
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
