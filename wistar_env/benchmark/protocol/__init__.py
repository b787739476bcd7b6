"""The benchmark protocol: fixed tasks, rows that others can verify, and the leaderboard.

``tasks`` says what is played; ``games`` plays it; ``rows`` has what is published of it,
``verification`` plays it again; ``leaderboard`` writes the page.
"""
