"""The documentation site: ``make docs`` builds it, and ``website.pictures`` draws its pictures.

``pages`` has pages that exist only on the site, and one-line pages that include Markdown files of
the repository (``links``). Sphinx is configured by ``conf.py``.
"""
