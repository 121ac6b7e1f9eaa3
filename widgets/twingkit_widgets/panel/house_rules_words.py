"""The differences of this house as words, and whose rules they are: those of the house ("With us"), or those
that the address of the page asks for ("By the German rule sheet")."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.games import game_of_rule
from twingkit.core.variants.house_rules import (
    MAX_DIFFERENCES_NAMED,
    describe_variant,
    house_differences_of_rule,
    page_variant,
    page_variant_title,
)
from twingkit.core.variants.variant import AnyVariant
from twingkit_widgets.panel.wording import capitalize_first, say


def rules_label(game: str, end: str = "") -> str:
    """The words before the differences of the rules in force of the game with this id; `end` is "some" or
    "more" for the words of a list to unfold.

    >>> rules_label("twing"), rules_label("twing", "more")
    ('With us:', 'What else is otherwise with us')
    """
    end = end and f"_{end}"
    if not page_variant(game):
        return say(f"rule.with_us{end}")
    name = page_variant_title(game)
    return capitalize_first(say(f"rule.by_name{end}", name=name) if name else say(f"rule.by_these{end}"))


def rules_name(variant: AnyVariant) -> str:
    """The name of a variant as visitors read it: the nearest preset, and what is otherwise than there.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit import twing
    >>> call_in_language("de", rules_name, twing.PRESETS["german"])
    'nach dem deutschen Regelblatt'
    >>> rules_name(twing.Variant.resolve("price=3 ties=defender"))
    'the usual rules, but with other rules for: Price of an object, Ties'
    """
    preset = str(variant).partition(" ")[0]
    name = variant.switches.preset_title(preset)
    titles = [change.switch.title() for change in variant.presets()[preset].diff(variant)]
    return say("rule.in_use_but", name=name, titles=", ".join(titles)) if titles else name


def describe_rules(variant: AnyVariant) -> str:
    """A variant in words: what is otherwise where that is little (`describe_variant`), else its name.

    >>> from twingkit import twing
    >>> describe_rules(twing.Variant.resolve("price=3"))
    'Price of an object – An object costs 3 Ornicles'
    """
    _, *changed = str(variant).split()
    return describe_variant(variant) if len(changed) <= MAX_DIFFERENCES_NAMED else rules_name(variant)


def house_rules_text(rules: Iterable[str]) -> str:
    """The differences of this house from some rules, with a space before them; "" if there are none.

    >>> house_rules_text(["TW-OBJ-1"])
    ''
    """
    rules = list(rules)
    sentences = dict.fromkeys(sentence for rule in rules for sentence in house_differences_of_rule(rule))
    if not sentences:
        return ""
    return " ".join(["", rules_label(game_of_rule(rules[0]).id), *sentences])
