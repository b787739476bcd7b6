"""The benchmark protocol: fixed tasks, and entries that others can verify.

``tasks`` defines the tasks, ``bench`` runs them, ``games`` plays their games, ``entries`` has the
schema of published results, and ``claims`` checks entries against bot specs. ``verification``
replays entries, ``copies`` finds the same games in two entries, and ``seals`` commits to the seeds
of contests.
"""
