"""Answers composed from counts: movements, landings, builds, payments, votes, tokens, offers (IM-ASK-4)."""
