"""A position as plain data: what one seat may see, or everything including all hands.

All texts and pictures are made only from a scene (``scene.parts``), so they cannot reveal hidden
information by mistake.
"""
