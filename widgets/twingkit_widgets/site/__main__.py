"""Start the site: `python -m twingkit_widgets.site --help`."""

from twingkit.core.running.command_output import run_command
from twingkit_widgets.site.launch import main

run_command(main)
