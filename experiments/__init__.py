"""Programs that measure the numbers on this project's pages; not part of the package."""
