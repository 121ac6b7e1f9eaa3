"""Analyses of games: tables, parameter sweeps, thousands of whole games, and figures."""
