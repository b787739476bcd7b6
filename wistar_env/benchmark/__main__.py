"""``python -m wistar_env.benchmark speed`` is ``wistar speed``, and so are the other benchmarks."""

from wistar_env.cli import app

app(prog_name="wistar")
