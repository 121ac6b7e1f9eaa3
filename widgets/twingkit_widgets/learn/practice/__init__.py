"""Practice: an endless supply of questions, and the ledger of what was asked and missed."""
