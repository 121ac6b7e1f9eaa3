"""The phases of a round: strategy, action, status, agenda; the set-up before and the end after them."""
