"""The words that a play page of Twilight Imperium explains: its glossary, and names of cards, units, planets.

    explained_words().entry("unit:sol_infantry").text()     # "Infantry of one faction …"

A card with a name of one word, which may be an ordinary word, is recognized in texts only between quotation
marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from twingkit.core.glossary import Glossary, GlossaryEntry, glossary_of
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import Planet, planets_by_id
from twingkit.imperium.box.units import Unit, all_unit_kinds
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures import names
from twingkit_widgets.imperium.pictures.item_html import unit_facts
from twingkit_widgets.panel.wording import capitalize_first

ItemT = TypeVar("ItemT")

_UNIT_FORMS = ("many", "many_dat", "dat", "acc")
"""The grammatical forms of the names of units in texts."""


@cache
def explained_words() -> Glossary:
    """Return the glossary of all terms that a play page explains: cards, units, planets and glossary entries,
    which take precedence.
    """
    return Glossary([*_cards(), *_units(), *_planets(), *glossary_of("imperium").entries.values()])


def explained_card_id(card: str) -> str:
    """Return the id that a card, technology, ability or objective has in `explained_words`."""
    return f"card:{card.partition(':')[0]}"


def _entry(
    entry_id: str,
    rule: str,
    item: ItemT,
    name: Callable[[ItemT], str],
    text: Callable[[ItemT], str],
    forms: Callable[[ItemT], Sequence[str]] = lambda item: (),
) -> GlossaryEntry:
    return GlossaryEntry(
        id=entry_id,
        names={lang: call_in_language(lang, name, item) for lang in LANGUAGES},
        texts={lang: call_in_language(lang, text, item) for lang in LANGUAGES},
        forms={lang: call_in_language(lang, forms, item) for lang in LANGUAGES},
        exclusions={},
        rules=(rule,) if rule else (),
    )


def _cards() -> Iterator[GlossaryEntry]:
    book = rulebook()
    for card, rule in rule_id_by_card_id().items():
        if rule in book:
            yield _entry(f"card:{card}", rule, card, lambda card: _quoted(names.card_name(card)), _card_text)
    for number, rule in names.strategy_card_rules().items():
        yield _entry(f"card:strategy_{number}", rule, number, _strategy_name, _strategy_text)


def _card_text(card: str) -> str:
    text, objective = rulebook()[rule_id_by_card_id()[card]].text(), objectives_by_id().get(card)
    return names.say("status_phase", text=text) if objective and objective.scoring_phase == "status" else text


def _strategy_name(card_number: int) -> str:
    return _quoted(names.strategy_card_name(card_number))


def _strategy_text(card_number: int) -> str:
    return rulebook()[names.strategy_card_rules()[card_number]].text()


def _quoted(name: str) -> str:
    return name if " " in name else names.say("quoted", name=name)


def _planets() -> Iterator[GlossaryEntry]:
    for planet in planets_by_id().values():
        yield _entry(f"planet:{planet.id}", "", planet, lambda planet: planet.name, _planet_text)


def _planet_text(planet: Planet) -> str:
    rim = names.say(f"rim.{planet.trait}") if planet.trait else ""
    return f"{capitalize_first(names.planet_facts_text(planet))}. {rim}".rstrip()


def _units() -> Iterator[GlossaryEntry]:
    for kind in all_unit_kinds():
        if kind.words_key in rulebook().words:
            yield _entry(f"unit:{kind.id}", "", kind, names.unit_name, unit_meaning, _unit_forms)


def unit_meaning(kind: Unit) -> str:
    """Return the values and abilities of a unit in a sentence; for a faction's unit also its class."""
    facts = "; ".join(unit_facts(kind, with_capacity_need=True, with_move_value=True))
    if not kind.faction:
        differs = any(other.faction and other.unit_class == kind.unit_class for other in all_unit_kinds())
        return names.say("unit.common" if differs else "unit.plain", facts=capitalize_first(facts))
    unit_class = capitalize_first(names.unit_name(kind.unit_class))
    return names.say("unit.own", unit=unit_class, faction=names.faction_name(kind.faction), facts=facts)


def _unit_forms(kind: Unit) -> list[str]:
    return [rulebook().words.name(kind.words_key, form) for form in _UNIT_FORMS]
