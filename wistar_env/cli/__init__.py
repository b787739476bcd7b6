"""The command line: ``wistar ladder``, ``arena``, ``train``, ``speed``, ``play`` and others.

Commands import their modules when they run, so that ``wistar --help`` does not wait for the
compiled rules to load.
"""

import importlib
import pkgutil

from wistar_env.cli import help_pages
from wistar_env.cli.command import INTERRUPTED, USER_ERROR, app

__all__ = ["INTERRUPTED", "USER_ERROR", "app"]

# Importing a module of this folder adds its commands.
for module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(module.name)
help_pages.complete(app)
