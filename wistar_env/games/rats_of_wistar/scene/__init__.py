"""A position as plain data: the part of it to show to one seat or to all.

All texts and pictures are made only from a scene (``scene.parts``), so they cannot reveal hidden
information by mistake.
"""
