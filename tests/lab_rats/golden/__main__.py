"""``python -m tests.lab_rats.golden``: write the golden transcripts anew."""

from tests.lab_rats.golden import SCRIPTS, write

write()
for script in SCRIPTS:
    print(f"{script.path.name}: {script.path.stat().st_size // 1024} KiB")
