"""The glossary of Ember, from `glossary.toml`."""

from twingkit.core.glossary import glossary_loader

load_glossary = glossary_loader("twingkit.ember")
"""Return the glossary. It is read once.

>>> [entry.id for entry in load_glossary().entries_in("Conjuring takes cards of the hand.")]
['conjure']
"""
