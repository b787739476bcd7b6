"""A second implementation of the rulebooks, against which whole games are checked.

It recomputes the final scoring (``scorer``) and every turn of Rat-o-bot (``walk``). It was written
only from the rulebooks, the data folder and the layout of a game's record, and must share no code
with the game's rules, ``tables.language`` or other tests, so that no misreading of a rule is
repeated here through shared code. It uses only the package's record layout and codes (``state``,
``limits``, ``codes``, ``decisions``, ``actions``), and the entry points of ``core``, which play the
games and give the results under test.
"""
