"""Positions and pieces as text and as SVG."""
