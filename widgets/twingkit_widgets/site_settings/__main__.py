"""`python -m twingkit_widgets.site_settings`, the command `twingkit site`."""

from twingkit.core.running.command_output import run_command
from twingkit_widgets.site_settings.command import main

run_command(main)
