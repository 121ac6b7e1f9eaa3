"""Answers that are put together: movements, landings, orders, payments, votes, tokens, offers (IM-ASK-4)."""
