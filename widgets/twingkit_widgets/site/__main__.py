"""Start the site: `python -m twingkit_widgets.site --help`."""

import sys

from twingkit_widgets.site.launch import main

sys.exit(main())
