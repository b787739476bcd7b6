"""``python -m tests.pictures``: write the golden pictures anew."""

from tests.pictures import GOLDEN, write

write()
for golden in GOLDEN:
    print(f"{golden.path.name}: {golden.path.stat().st_size // 1024} KiB")
