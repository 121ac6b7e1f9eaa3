"""Trade: neighbours, transactions and promissory notes. Importing this package registers the notes."""

from twingkit.imperium.trade import notes

__all__ = ["notes"]
