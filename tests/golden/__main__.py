"""``python -m tests.golden``: write the golden transcripts anew."""

from tests.golden import SCRIPTS, write

write()
for script in SCRIPTS:
    print(f"{script.path.name}: {script.path.stat().st_size // 1024} KiB")
