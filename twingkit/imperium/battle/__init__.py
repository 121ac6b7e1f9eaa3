"""Battles of fleets: their rules, odds, analyses, questions and figures."""
