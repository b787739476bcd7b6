"""Actions of lines of play in words, though what is hidden may make some of them illegal."""

from collections.abc import Sequence

from wistar_env.kit.game import Game
from wistar_env.play.history import reveals

_MOST_KEPT = 2000


def words_of(game: Game, action: int) -> str:
    """Return a legal action as a menu names it."""
    for item in game.presentation.menu():
        if item.action == action:
            return item.text or game.describe(action)
    return game.describe(action)


class LineWords:
    """The words of lines from a position, whose beginnings are shared."""

    def __init__(self, game: Game) -> None:
        self._after: dict[tuple[int, ...], Game | None] = {(): game}
        self._words: dict[tuple[int, ...], tuple[str, int]] = {}

    def line(self, actions: Sequence[int]) -> list[tuple[str, int]]:
        """Return the words and seats of a line.

        It ends where an action is not legal with these hidden things, and after one that reveals
        something: how it continues depends on that.
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
        """Return the last action of a path in words, also if it is not legal here."""
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
