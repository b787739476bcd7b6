"""``python -m wistar_env`` is the command ``wistar``."""

from wistar_env.cli import app

app(prog_name="wistar")
