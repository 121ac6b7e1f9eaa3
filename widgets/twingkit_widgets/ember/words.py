"""Names and sentences of Ember's panels: cards, costs, creatures, seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from twingkit.core.glossary import Glossary, GlossaryEntry, glossary_of
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.ember.box.pool import Creature, load_pool
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, percent

WORDS = PanelTexts(Path(__file__).with_name("ember_words.toml"))
"""The sentences of pictures and tables."""

say = WORDS.say
"""Return the text of a key about cards, creatures or the table, filled with facts."""


def cost_text(cost: Cost) -> str:
    """Return the cost of a creature in words.

    >>> cost_text(Cost.parse("S2+N2"))
    'run of 2 cards in one element plus 2 cards of the same number'
    >>> cost_text(Cost.parse("N2+N2"))
    'two pairs'
    """
    first, *more = (say(f"cost.{group.kind}", n=group.size) for group in cost.sets)
    if more == [first]:
        key = f"cost.twice.{cost.sets[0]}"
        return say(key if key in WORDS else "cost.twice.other", first=first)
    return say("cost.and", first=first, second=more[0]) if more else first


@cache
def explained_words() -> Glossary:
    """Return a glossary for the play page of Ember: the game's terms, and every creature with its points,
    cost and ability.
    """
    entries = [*glossary_of("ember").entries.values()]
    for known in load_pool().values():
        texts = {
            lang: f"{known.value} ({known.cost}) · {known.text(lang)} "
            + call_in_language(lang, say, f"creature.kind_{known.ability_kind}")
            for lang in LANGUAGES
        }
        entries.append(GlossaryEntry(id=known.id, names=known.names, texts=texts, forms={}, exclusions={}))
    return Glossary(entries)


def assumed_creature_parts(creature: Creature) -> tuple[str, ...]:
    """Return the names of a creature's properties that no printed source gives; empty for a creature of a
    custom pool.
    """
    entry = next((entry for entry in load_pool().entries if entry.id == creature.id), None)
    return tuple(entry.assumed) if entry is not None and entry.creature == creature else ()


def seat_name(seat: str, is_own: bool = False) -> str:
    """Return the display name of the player at the seat `seat`, "you" if it is the reader's `is_own` seat."""
    return say("table.you") if is_own else capitalize_first(rulebook().words.name(seat))


_DECIMAL_BELOW = 0.1
"""Chance below which percentages have a decimal."""


def chance_text(chance: float) -> str:
    """Return a chance in percent, with a decimal if it is small.

    >>> chance_text(0.5), chance_text(0.046)
    ('50%', '4.6%')
    """
    return percent(chance, 1 if 0 < chance < _DECIMAL_BELOW else 0)
