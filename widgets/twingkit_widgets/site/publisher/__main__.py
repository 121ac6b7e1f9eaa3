"""`python -m twingkit_widgets.site.publisher`, the command `twingkit house`."""

import sys

from twingkit_widgets.site.publisher.command import main

sys.exit(main())
