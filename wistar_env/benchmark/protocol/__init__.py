"""The benchmark protocol: fixed tasks, rows that others can verify, and the leaderboard.

``tasks`` defines the tasks, ``bench`` runs them, ``games`` plays their games, ``task_rows`` has the
schema of published results, and ``claims`` what their specs say. ``verification`` replays them,
``copies`` finds the same games in two rows, ``seals`` commits to the seeds of contests, and
``leaderboard`` writes the page.
"""
