"""The system layer: cached files, locks, processes and processors."""
