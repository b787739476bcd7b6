"""A second reading of the rules of Lab Rats, against which whole games are checked.

What is here was written from the rulebook, its rulings and the data folder alone, and imports
nothing of the package: a rule that was misread there must not be misread here because one function
serves both. It is told the deal, every action, and what chance alone decides (``Drawn``), which it
checks to be possible. All else it finds by itself: who decides, the legal actions, what lies where,
what the seats know of each other, cheese and places, and what each seat sees (``views``).
"""
