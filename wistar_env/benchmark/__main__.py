"""``python -m wistar_env.benchmark ladder`` is ``wistar ladder``, and so is the arena."""

from wistar_env.cli import app

app(prog_name="wistar")
