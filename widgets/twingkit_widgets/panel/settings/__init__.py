"""The settings of a site: what `twingkit.toml` says, what is wrong in it, and what is in force on a page.

`in_force.py` has the settings in force, `settings.py` says what they can be, `settings_file.py` reads them.
"""
