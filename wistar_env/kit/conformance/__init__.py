"""The conformance suite: requirements of every game, checked by playing it (``wistar check``).

``runner.check_game`` runs all checks of a game, and ``runner.CHECKS`` has them by name.
``pytest -p wistar_env.kit.conformance.pytest_plugin --wistar-game NAME`` collects them as tests.
"""
