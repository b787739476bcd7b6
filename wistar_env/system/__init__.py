"""What the package asks of the machine: cached files, locks, processes and processors."""
