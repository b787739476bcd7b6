"""Download links for notebooks, at the top of their pages."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NOTEBOOKS: Final = Path(__file__).resolve().parents[1] / "notebooks"
#: The folder of notebooks and their pages on the site.
FOLDER: Final = "notebooks"


def setup(app: "Sphinx") -> dict[str, bool]:
    """Add a download link after each notebook's title, and copy the files next to the pages."""

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
