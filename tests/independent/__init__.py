"""A second reading of the rulebooks, against which whole games are checked.

What is here computes again what the rules of the package compute: the final scoring
(``scorer``), and every turn of Rat-o-bot (``walk``). It was written from the rulebooks, the data
folder and the layout of a game's record alone, and may share no code with the game's rules, with
``tables.language`` or the tests beside it: a rule that was misread there must not be
misread here because one function serves both. From the package come only the layout and the
numbers of a record (``state``, ``limits``, ``codes``, ``decisions``, ``actions``), and the entries
of ``core``, which play the games and give the results under test.
"""
