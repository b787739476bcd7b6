"""Texts of actions in lines of play, which may be illegal for some hidden information."""

from collections.abc import Sequence

from wistar_env.kit.game import Game
from wistar_env.play.history import reveals

_MOST_KEPT = 2000


def words_of(game: Game, action: int) -> str:
    """Return a legal action's text in the menu, or its description if it has none."""
    for item in game.presentation.menu():
        if item.action == action:
            return item.text or game.describe(action)
    return game.describe(action)


class LineWords:
    """Texts of lines from a position; common beginnings are computed once."""

    def __init__(self, game: Game) -> None:
        self._after: dict[tuple[int, ...], Game | None] = {(): game}
        self._words: dict[tuple[int, ...], tuple[str, int]] = {}

    def line(self, actions: Sequence[int]) -> list[tuple[str, int]]:
        """Return the text and the deciding seat of each action of a line.

        The result ends before the first action that is illegal with the hidden information of the
        game, and after the first one that reveals something, on which the continuation depends.
        """
        found = []
        for length in range(1, len(actions) + 1):
            path = tuple(actions[:length])
            before = self._at(path[:-1])
            if before is None or before.finished or path[-1] not in before.legal_actions():
                break
            found.append(self._word(path, before))
            if length < len(actions) and reveals(before, path[-1]):
                break
        return found

    def text(self, path: tuple[int, ...]) -> str:
        """Return the text of a path's last action, even if it is not legal here."""
        before = self._at(path[:-1])
        if before is None or before.finished or path[-1] not in before.legal_actions():
            return self._after[()].describe(path[-1])  # type: ignore[union-attr]
        return self._word(path, before)[0]

    def _word(self, path: tuple[int, ...], before: Game) -> tuple[str, int]:
        if path not in self._words:
            self._words[path] = words_of(before, path[-1]), before.seat
        return self._words[path]

    def _at(self, path: tuple[int, ...]) -> Game | None:
        if path not in self._after:
            if len(self._after) > _MOST_KEPT:
                self._after = {(): self._after[()]}
            before = self._at(path[:-1])
            if before is None or before.finished or path[-1] not in before.legal_actions():
                self._after[path] = None
            else:
                after = before.clone()
                after.step(path[-1])
                self._after[path] = after
        return self._after[path]
