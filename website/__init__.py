"""The documentation as a site: ``make docs`` builds it, and ``website.pictures`` draws its images.

``pages`` has what only the site has, and links to the Markdown files of the repository, which are its
other pages. The configuration of Sphinx is ``conf.py``.
"""
