"""The metadata that depend on where the repository lies; ``pyproject.toml`` has all others.

``WISTAR_REPOSITORY_URL`` names its address, whose files are then found under ``blob/HEAD``, as on
GitHub, and pictures under ``raw/HEAD``. In built packages, links of the README lead there, and the
address is among the project's URLs. Without it there are no URLs, and the README is unchanged.
"""

import os
import re
from pathlib import Path

from setuptools import setup


def absolute(text: str, address: str) -> str:
    """Return a page whose links to files of the repository work wherever it is shown."""
    text = re.sub(r"(!\[[^\]]*)\]\((?!\w+:)", rf"\1]({address}/raw/HEAD/", text)
    return re.sub(r"\]\((?!\w+:|#)", f"]({address}/blob/HEAD/", text)


address = os.environ.get("WISTAR_REPOSITORY_URL", "").rstrip("/")
readme = Path(__file__).with_name("README.md").read_text("utf-8")
setup(
    long_description=absolute(readme, address) if address else readme,
    long_description_content_type="text/markdown",
    project_urls={
        "Repository": address,
        "Documentation": f"{address}/tree/HEAD/docs",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }
    if address
    else {},
)
