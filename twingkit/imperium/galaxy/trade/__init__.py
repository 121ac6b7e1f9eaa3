"""Trade: neighbours, transactions and promissory notes."""
