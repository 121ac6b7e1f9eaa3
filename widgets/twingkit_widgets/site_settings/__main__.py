"""`python -m twingkit_widgets.site_settings`, the command `twingkit site`."""

import sys

from twingkit_widgets.site_settings.command import main

sys.exit(main())
