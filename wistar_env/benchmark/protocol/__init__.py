"""The benchmark protocol: fixed tasks, rows that others can verify, and the leaderboard.

``tasks`` defines the tasks, ``bench`` runs them, ``games`` plays their games, ``task_rows`` has the
published results, ``verification`` replays them, and ``leaderboard`` writes the page.
"""
