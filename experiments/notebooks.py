"""Run the notebooks and store their outputs: ``python -m experiments.notebooks [NAME ...]``.

The site shows the stored outputs. A digest of the code in the metadata shows when a notebook must
be run again; ``tests/test_notebooks.py`` checks it.
"""

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

FOLDER: Final = Path(__file__).resolve().parents[1] / "notebooks"
#: The key of the digest in a notebook's metadata.
KEY: Final = "wistar_code"


def digest(notebook: Any) -> str:
    """Return a digest of the code of a notebook."""
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return hashlib.blake2b("\0".join(code).encode(), digest_size=8).hexdigest()


def without_noise(notebook: Any) -> None:
    """Drop machine-dependent output: warnings, progress and execution times."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]


def run(file: Path) -> None:
    """Run a notebook in its folder, and store it with its outputs."""
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(
        notebook, timeout=1800, resources={"metadata": {"path": str(file.parent)}}
    ).execute()
    without_noise(notebook)
    notebook.metadata[KEY] = digest(notebook)
    nbformat.write(notebook, file)


def main(names: Sequence[str]) -> None:
    """Run the notebooks of these names, or all."""
    # Programs that a notebook starts, such as `wistar`, must come from this environment.
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for file in sorted(FOLDER.glob("*.ipynb")):
        if not names or file.stem in names:
            print(file.name, file=sys.stderr)
            run(file)


if __name__ == "__main__":
    main(sys.argv[1:])
