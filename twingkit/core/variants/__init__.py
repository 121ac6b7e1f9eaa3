"""Variants of any game: its switches as data, and one value that holds a setting for each of them.

A game lists its switches in a `variants.toml` (see `Switches`), and has a class with a typed field for each
of them (see `BaseVariant`); lines, presets, comparisons and errors work the same way in all games.
"""
