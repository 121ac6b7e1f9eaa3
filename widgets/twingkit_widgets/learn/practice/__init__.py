"""Practice: questions that never run out, and the ledger of what was asked and missed."""
