"""`python -m twingkit_widgets.house`, the command `twingkit house`."""

import sys

from twingkit_widgets.house.command import main

sys.exit(main())
