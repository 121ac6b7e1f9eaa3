"""`python -m twingkit_widgets.site.house`, the command `twingkit house`."""

import sys

from twingkit_widgets.site.house.command import main

sys.exit(main())
