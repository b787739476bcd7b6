"""Programs that measure and write what this project's own pages tell; no part of the package."""
