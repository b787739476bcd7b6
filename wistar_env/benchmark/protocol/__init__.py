"""The benchmark protocol: fixed tasks, rows that others can verify, and the leaderboard.

``tasks`` defines the tasks, ``games`` plays them, ``rows`` has the published results,
``verification`` replays them, and ``leaderboard`` writes the page.
"""
