"""Exact odds of Imperial Twing under variants for which the faster methods would be wrong."""
