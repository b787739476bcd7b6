"""Damaged files and failing disks: ``make chaos`` runs all, the test suite a part.

``kinds`` lists the kinds of files that somebody else may have made, ``mutants`` damages them, and
``faults`` makes a write, a sync or a renaming fail. ``python -m tests.chaos`` runs the whole.
"""
