"""Trade: neighbours, transactions and promissory notes. Importing this package registers the notes."""

import twingkit.imperium.trade.notes  # noqa: F401
