"""Exact odds of Imperial Twing under a variant, where the faster ways of the box would not be right."""
