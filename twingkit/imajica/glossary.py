"""The glossary of Imajica, from `glossary.toml`."""

from twingkit.core.glossary import glossary_loader

load_glossary = glossary_loader("twingkit.imajica")
"""Return the glossary. It is read once.

>>> [entry.id for entry in load_glossary().entries_in("A Maestro secures it.")]
['maestro', 'secure']
"""
