"""The documentation as a site: ``make docs`` builds it, ``website.pictures`` draws for it.

``pages`` has what only the site has, and a line for each Markdown file of the repository that is a
page of it (``links``). The configuration of Sphinx is ``conf.py``.
"""
