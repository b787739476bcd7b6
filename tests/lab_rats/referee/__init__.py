"""A second implementation of the rules of Lab Rats, against which whole games are checked.

It was written only from the rulebook, its rulings and the data folder, and imports nothing of the
package, so that no misreading of a rule is repeated here through shared code. Its input is the
deal, every action, and the outcomes of chance (``Drawn``), which it checks to be possible. It
computes everything else itself: who decides, the legal actions, the position, what seats know of
each other, cheese and ranks, and each seat's observation (``views``).
"""
