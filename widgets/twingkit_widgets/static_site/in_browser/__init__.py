"""The part that runs in the visitor's browser: the program of a page, and stand-ins for notebook packages."""
