"""The site as files: every page with its first view written out, Python in the visitor's browser.

`publish` writes the folder; what runs in the browser is in `in_browser`.
"""
