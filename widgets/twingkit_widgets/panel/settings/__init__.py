"""The settings of a site: what `twingkit.toml` contains, what is wrong in it, and what is active on a page.

`active_settings.py` returns the active settings, `settings.py` defines them, `settings_file.py` reads the
file.
"""
