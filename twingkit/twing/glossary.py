"""The glossary of Imperial Twing, from `glossary.toml`."""

from twingkit.core.glossary import glossary_loader

load_glossary = glossary_loader("twingkit.twing")
"""Return the glossary. It is read once.

>>> [entry.id for entry in load_glossary().entries_in("A Sun beats a shield.")]
['sun', 'shield']
"""
