"""Describe how the current rules differ from the box, and where they come from: the house rules of the site,
or the variant in the page's address ("By the German rule sheet").
"""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.games import game_of_rule
from twingkit.core.variants.house_rules import (
    MAX_DIFFERENCES_NAMED,
    describe_variant,
    house_difference_sentences,
    page_variant_line,
    page_variant_title,
)
from twingkit.core.variants.variant import AnyVariant
from twingkit_widgets.panel.wording import capitalize_first, say


def rules_heading(game: str, end: str = "") -> str:
    """Return the label before the list of rule differences, such as "House rules:".

    `end` is "some" or "more" for the title of a folded list.

    >>> rules_heading("twing"), rules_heading("twing", "more")
    ('House rules:', 'What else our house rules change')
    """
    end = end and f"_{end}"
    if not page_variant_line(game):
        return say(f"rule.with_us{end}")
    name = page_variant_title(game)
    return capitalize_first(say(f"rule.by_name{end}", name=name) if name else say(f"rule.by_these{end}"))


def variant_name(variant: AnyVariant) -> str:
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


def short_variant_text(variant: AnyVariant) -> str:
    """Describe a variant: its differences if there are few (`describe_variant`), or else its name.

    >>> from twingkit import twing
    >>> short_variant_text(twing.Variant.resolve("price=3"))
    'Price of an object – An object costs 3 Ornicles'
    """
    _, *changed = str(variant).split()
    return describe_variant(variant) if len(changed) <= MAX_DIFFERENCES_NAMED else variant_name(variant)


def house_rules_text(rules: Iterable[str]) -> str:
    """Return the house rules that affect any of the given rules, preceded by a space; "" if there are none.

    >>> house_rules_text(["TW-OBJ-1"])
    ''
    """
    rules = list(rules)
    sentences = dict.fromkeys(sentence for rule in rules for sentence in house_difference_sentences(rule))
    if not sentences:
        return ""
    return " ".join(["", rules_heading(game_of_rule(rules[0]).id), *sentences])
