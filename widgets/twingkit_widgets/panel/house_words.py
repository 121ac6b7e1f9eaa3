"""The differences of this house as words, and whose rules they are: those of the house ("With us"), or those
that the address of the page asks for ("By the German rule sheet")."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.games import game_of_rule
from twingkit.core.variants.house import MOST_SAID, in_words, rules_asked_for, rules_name, with_us
from twingkit.core.variants.variant import AnyVariant
from twingkit_widgets.panel.wording import capital, say


def whose_rules(game: str, end: str = "") -> str:
    """The words before the differences of the rules in force of the game with this id; `end` is "some" or
    "more" for the words of a list to unfold.

    >>> whose_rules("twing"), whose_rules("twing", "more")
    ('With us:', 'What else is otherwise with us')
    """
    end = end and f"_{end}"
    if not rules_asked_for(game):
        return say(f"rule.with_us{end}")
    name = rules_name(game)
    return capital(say(f"rule.by_name{end}", name=name) if name else say(f"rule.by_these{end}"))


def name_of_rules(variant: AnyVariant) -> str:
    """The name of a variant as visitors read it: the nearest preset, and what is otherwise than there.

    >>> from twingkit.core.language import said_in
    >>> from twingkit import twing
    >>> said_in("de", name_of_rules, twing.PRESETS["german"])
    'nach dem deutschen Regelblatt'
    >>> name_of_rules(twing.Variant.of("price=3 ties=defender"))
    'the usual rules, but with other rules for: Price of an object, Ties'
    """
    preset = str(variant).partition(" ")[0]
    name = variant.listed.preset_title(preset)
    titles = [change.switch.title() for change in variant.presets()[preset].diff(variant)]
    return say("rule.in_use_but", name=name, titles=", ".join(titles)) if titles else name


def rules_in_words(variant: AnyVariant) -> str:
    """A variant in words: what is otherwise where that is little (`in_words`), else its name.

    >>> from twingkit import twing
    >>> rules_in_words(twing.Variant.of("price=3"))
    'Price of an object – An object costs 3 Ornicles'
    """
    _, *changed = str(variant).split()
    return in_words(variant) if len(changed) <= MOST_SAID else name_of_rules(variant)


def with_us_words(rules: Iterable[str]) -> str:
    """The differences of this house from some rules, with a space before them; "" if there are none.

    >>> with_us_words(["TW-OBJ-1"])
    ''
    """
    rules = list(rules)
    sentences = dict.fromkeys(sentence for rule in rules for sentence in with_us(rule))
    if not sentences:
        return ""
    return " ".join(["", whose_rules(game_of_rule(rules[0]).id), *sentences])
