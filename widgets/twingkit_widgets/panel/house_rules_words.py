"""Describe how the current rules differ from the box, and where they come from: the house rules of the site,
or the variant in the page's address ("By the German rule sheet").
"""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.games import game_of_rule
from twingkit.core.variants.house_rules import (
    MAX_DIFFERENCES_NAMED,
    address_variant_line,
    describe_variant,
    house_difference_sentences,
    page_preset_title,
)
from twingkit.core.variants.variant import BaseVariant
from twingkit_widgets.panel.wording import capitalize_first, say


def house_rules_heading(game: str, key_suffix: str = "") -> str:
    """Return the label before the list of rule differences, such as "House rules:".

    `key_suffix` is "some" or "more" for the title of a folded list.

    >>> house_rules_heading("twing"), house_rules_heading("twing", "more")
    ('House rules:', 'What else our house rules change')
    """
    key_suffix = key_suffix and f"_{key_suffix}"
    if not address_variant_line(game):
        return say(f"rule.with_us{key_suffix}")
    name = page_preset_title(game)
    return capitalize_first(
        say(f"rule.by_name{key_suffix}", name=name) if name else say(f"rule.by_these{key_suffix}")
    )


def variant_name(variant: BaseVariant) -> str:
    """Return the name of a variant for visitors: the nearest preset and how the variant differs from it.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit import twing
    >>> call_in_language("de", variant_name, twing.PRESETS["german"])
    'nach dem deutschen Regelblatt'
    >>> variant_name(twing.Variant.resolve("price=3 ties=defender"))
    'the default rules, with other rules for: Price of an object, Ties'
    """
    preset = str(variant).partition(" ")[0]
    name = variant.switches.preset_title(preset)
    titles = [change.switch.title() for change in variant.presets()[preset].diff(variant)]
    return say("rule.in_use_but", name=name, titles=", ".join(titles)) if titles else name


def short_variant_text(variant: BaseVariant) -> str:
    """Return a variant as text: its differences from the box rules if there are few (`describe_variant`),
    otherwise its name.

    >>> from twingkit import twing
    >>> short_variant_text(twing.Variant.resolve("price=3"))
    'Price of an object – An object costs 3 Ornicles'
    """
    _, *changed = str(variant).split()
    return describe_variant(variant) if len(changed) <= MAX_DIFFERENCES_NAMED else variant_name(variant)


def house_rules_suffix(rule_ids: Iterable[str]) -> str:
    """Return a text with the house rules that affect any of the given rules, to append after a space; "" if
    there are none.

    >>> house_rules_suffix(["TW-OBJ-1"])
    ''
    """
    rule_ids = list(rule_ids)
    sentences = dict.fromkeys(sentence for rule in rule_ids for sentence in house_difference_sentences(rule))
    if not sentences:
        return ""
    return " ".join(["", house_rules_heading(game_of_rule(rule_ids[0]).id), *sentences])
