"""The configuration of Sphinx; ``make docs`` runs it."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from wistar_env import __version__  # noqa: E402

project = "wistar-env"
author = "the authors of wistar-env"
copyright = author
version = release = __version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "website.docstrings",
    "website.gallery",
    "website.leaderboard_games",
    "website.links",
    "website.notebook_files",
]

repository_address = os.environ.get("WISTAR_REPOSITORY_URL", "")
# Links to headings use the same anchors on GitHub, in editors and here.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
# Notebooks are stored with their outputs: ``python -m experiments.notebooks`` runs them.
nb_execution_mode = "off"
nb_merge_streams = True
# Packages of optional extras are not needed to read docstrings.
autodoc_mock_imports = ["pyspiel", "open_spiel"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_preserve_defaults = True
autosummary_generate = False
napoleon_google_docstring = False
napoleon_use_rtype = False
add_module_names = False
python_use_unqualified_type_names = True
default_role = "code"
napoleon_use_ivar = True
nitpicky = True
# Attributes of several classes have the same names.
suppress_warnings = ["ref.python"]
# Names in other packages, and names in signatures that the reference lacks.
nitpick_ignore_regex = [
    ("py:.*", r"(?!wistar_env\.)\w+(\.\w+)+"),
    (
        "py:class",
        r"ActionNames|Catalogue|Data|Entries|Labels|FeaturePart|FieldRange|wistar_env\..*\.(GameT|SceneT|PresentationT_co|CompiledReward|FunctionReward)",
    ),
]

html_theme = "furo"
html_title = f"wistar-env {version}"
html_static_path = ["static"]
html_favicon = "static/favicon.svg"
html_css_files = ["site.css"]
html_js_files = [("gallery.js", {"defer": "defer"})]
html_copy_source = False
html_search_scorer = str(ROOT / "website" / "search_scores.js")
# The copy button omits prompts and output of consoles.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "footer_icons": [],
    "light_css_variables": {
        "color-brand-primary": "#8f3509",
        "color-brand-content": "#8f3509",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f0a06c",
        "color-brand-content": "#f0a06c",
    },
}
