"""Notebooks of the site as files: a link on top of each downloads it."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NOTEBOOKS: Final = Path(__file__).resolve().parents[1] / "notebooks"
#: Their folder in the site, which is also that of their pages.
FOLDER: Final = "notebooks"


def setup(app: "Sphinx") -> dict[str, bool]:
    """Put a link behind the title of each page of a notebook, and the files beside the pages."""

    def linked(app: "Sphinx", tree: nodes.document) -> None:
        folder, _, name = app.env.docname.rpartition("/")
        if folder != FOLDER:
            return
        link = nodes.reference("", "Download this notebook", refuri=f"{name}.ipynb")
        title = next(iter(tree.findall(nodes.title)))
        title.parent.insert(title.parent.index(title) + 1, nodes.paragraph("", "", link))

    def finished(app: "Sphinx", exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            for file in NOTEBOOKS.glob("*.ipynb"):
                shutil.copyfile(file, Path(app.outdir) / FOLDER / file.name)

    app.connect("doctree-read", linked)
    app.connect("build-finished", finished)
    return {"parallel_read_safe": True}
