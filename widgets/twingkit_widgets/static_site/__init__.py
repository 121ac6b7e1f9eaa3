"""The site as static files: every page with its first view written out, and Python in the visitor's browser.

`publish` writes the folder; the code that runs in the browser is in `in_browser`.
"""
