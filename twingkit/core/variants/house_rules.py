"""House rules: the variant that a site plays instead of the box, in words.

The owner of a site sets a variant for a game. Pages that teach the rules of the box (rulebook, lessons,
questions) then add the house rule to each rule that it changes, and leave out questions whose answer would be
different.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache

from twingkit.core.games import game_by_id, games
from twingkit.core.language import language, localized
from twingkit.core.variants.switches import SwitchDifference
from twingkit.core.variants.variant import BaseVariant

HOUSE_RULES_ENV_VARIABLE = "TWINGKIT_VARIANTS"
"""The environment variable with the house rules: a JSON object of variants, by the ids of the games."""

MAX_DIFFERENCES_NAMED = 3
"""The maximum number of differences to list when describing a variant."""

_page_variants: dict[str, str] = {}
"""The variants that the address of the open page asks for, by the ids of the games."""


def set_variants_from_url(line_by_game: Mapping[str, str]) -> None:
    """Set the rule variants (lines of notation by game id) that a page's URL requests; they replace the house
    rules.

    They replace the house rules in this process until the next call; `{}` ends that.

    >>> set_variants_from_url({"twing": "german"})
    >>> str(variant_in_force("twing")), address_variant_line("twing")
    ('german', 'german')
    >>> set_variants_from_url({})
    >>> address_variant_line("twing")
    ''
    """
    _page_variants.clear()
    _page_variants.update(line_by_game)


def address_variant_line(game: str) -> str:
    """Return the line of the rule variant that the page's URL requests for a game; "" if it requests none."""
    return _page_variants.get(game, "")


def page_preset_title(game: str) -> str:
    """Return the title of the preset that the page's address requests for a game.

    Returns "" if it requests nothing, the box, or a variant that is no preset.

    >>> from twingkit.core.language import call_in_language
    >>> set_variants_from_url({"twing": "german"})
    >>> page_preset_title("twing"), call_in_language("de", page_preset_title, "twing")
    ('by the German rule sheet', 'nach dem deutschen Regelblatt')
    >>> set_variants_from_url({})
    """
    variant = variant_in_force(game) if address_variant_line(game) else None
    presets = variant.presets().items() if variant else ()
    preset = next((name for name, other in presets if other == variant), "")
    return variant.switches.preset_title(preset) if variant and preset else ""


def variant_in_force(game: str) -> BaseVariant | None:
    """Return the variant in force for the game with this id: the one from the page's URL, else the house
    rules; None for the default rules.

    The variant of the page's address replaces the house rules.
    """
    return _variant(_variants_in_force(), game)


def _variants_in_force() -> str:
    """Return the variants in force, as a JSON object by the ids of the games, or ""."""
    houses = os.environ.get(HOUSE_RULES_ENV_VARIABLE, "")
    return (
        json.dumps({**(json.loads(houses) if houses else {}), **_page_variants}) if _page_variants else houses
    )


def house_difference_sentences(rule: str) -> tuple[str, ...]:
    """Return one sentence for each difference that the house rules make to the rule with this id; empty if
    there is none.

    >>> os.environ[HOUSE_RULES_ENV_VARIABLE] = '{"twing": "box price=3"}'
    >>> house_difference_sentences("TW-OBJ-1"), house_difference_sentences("TW-BAT-1")
    (('Price of an object – An object costs 3 Ornicles.',), ())
    >>> del os.environ[HOUSE_RULES_ENV_VARIABLE]
    """
    said, prefix = _variants_in_force(), rule.partition("-")[0]
    game = next((entry.id for entry in games() if entry.rule_prefix == prefix), "") if said else ""
    return _sentences_by_rule(said, game, language()).get(rule, ()) if game else ()


def all_house_difference_sentences(game: str) -> tuple[str, ...]:
    """Return all differences between the house rules and the box of the game with this id, one sentence each.

    >>> os.environ[HOUSE_RULES_ENV_VARIABLE] = '{"twing": "box price=3"}'
    >>> all_house_difference_sentences("twing"), all_house_difference_sentences("ember")
    (('Price of an object – An object costs 3 Ornicles.',), ())
    >>> del os.environ[HOUSE_RULES_ENV_VARIABLE]
    """
    variant = variant_in_force(game)
    return box_difference_sentences(variant) if variant else ()


def box_difference_sentences(variant: BaseVariant) -> tuple[str, ...]:
    """Return all differences between a variant and the box, one sentence each.

    >>> from twingkit import twing
    >>> box_difference_sentences(twing.Variant.resolve("price=3"))
    ('Price of an object – An object costs 3 Ornicles.',)
    """
    return tuple(_sentence(difference) for difference in _differences(variant))


def house_sentences_against_variant(variant: BaseVariant, game: str, rule: str = "") -> tuple[str, ...]:
    """Return one sentence for each setting in which the house rules differ both from a variant and from the
    default rules.

    With `rule`, only the differences that concern that rule are returned.

    >>> from twingkit import twing
    >>> os.environ[HOUSE_RULES_ENV_VARIABLE] = '{"twing": "box ties=defender"}'
    >>> house_sentences_against_variant(twing.Variant.resolve("price=3"), "twing")
    ('Ties – If the points are equal, the defender wins the battle.',)
    >>> del os.environ[HOUSE_RULES_ENV_VARIABLE]
    """
    made = (difference for difference, by_house in _differences_from(variant, game) if by_house)
    named = (difference for difference in made if not rule or rule in _rules_of(difference))
    return tuple(_sentence(difference) for difference in named)


def restored_box_rule_sentences(variant: BaseVariant, game: str) -> tuple[str, ...]:
    """Return one sentence for each switch that a variant changes but the house rules do not, saying what the
    default rules (the box) do.

    >>> from twingkit import twing
    >>> restored_box_rule_sentences(twing.Variant.resolve("price=3"), "twing")
    ('Price of an object – An object costs 5 Ornicles.',)
    """
    unmade = (difference for difference, by_house in _differences_from(variant, game) if not by_house)
    return tuple(_sentence(difference) for difference in unmade)


def _differences_from(variant: BaseVariant, game: str) -> list[tuple[SwitchDifference, bool]]:
    """Return each difference between a variant and the house rules, with True if a house rule causes it."""
    house = variant_in_force(game) or type(variant).box()
    made = {difference.switch.key for difference in _differences(house)}
    return [(difference, difference.switch.key in made) for difference in variant.diff(house)]


def includes_all_house_rules(variant: BaseVariant, game: str) -> bool:
    """True if a variant of the game includes all house rules; False if there are none."""
    house = variant_in_force(game)
    return house is not None and all(
        getattr(variant, difference.switch.key) == difference.second_value
        for difference in _differences(house)
    )


def changed_rules(variant: BaseVariant) -> frozenset[str]:
    """Return the ids of the rules that a variant changes.

    >>> from twingkit import twing
    >>> sorted(changed_rules(twing.Variant.resolve("ties=defender")))
    ['TW-BAT-16', 'TW-BAT-17']
    """
    return frozenset(rule for difference in _differences(variant) for rule in _rules_of(difference))


def describe_variant(variant: BaseVariant) -> str:
    """Describe a variant in words: the nearest preset, unless it is the box, and the differences from it.

    A variant with more than three differences is given as its line.

    >>> from twingkit import ember
    >>> describe_variant(ember.Variant.resolve("quick"))
    'a quick game, to 20 points'

    >>> from twingkit import twing
    >>> describe_variant(twing.Variant.resolve("price=3"))
    'Price of an object – An object costs 3 Ornicles'
    """
    name, *changed = str(variant).split()
    if len(changed) > MAX_DIFFERENCES_NAMED:
        return str(variant)
    said = [_sentence(difference).removesuffix(".") for difference in variant.presets()[name].diff(variant)]
    title = variant.switches.preset_title(name)
    return "; ".join([*([] if variant.presets()[name] == variant.box() else [title]), *said])


def _differences(variant: BaseVariant) -> list[SwitchDifference]:
    return type(variant).box().diff(variant)


def _sentence(difference: SwitchDifference) -> str:
    return f"{difference.switch.title()} – {difference.switch.switch_value(difference.second_value).text()}"


def _rules_of(difference: SwitchDifference) -> tuple[str, ...]:
    """Return the ids of the rules that a switch changes, and the id of the rule that explains the switch's
    interpretations.
    """
    reading = difference.switch.interpretation_rule
    return (*difference.rules, *([reading] if reading and reading not in difference.rules else []))


@cache
def _variant(houses: str, game: str) -> BaseVariant | None:
    line = json.loads(houses).get(game, "") if houses else ""
    kind = game_by_id(game).load("variants") if line else None
    if kind is None:
        return None
    variant: BaseVariant = kind.resolve(line)
    return None if variant == kind.box() else variant


@cache
@localized
def _sentences_by_rule(houses: str, game: str, lang: str) -> Mapping[str, tuple[str, ...]]:
    variant = _variant(houses, game)
    said: dict[str, tuple[str, ...]] = {}
    for difference in _differences(variant) if variant else ():
        sentence = _sentence(difference)
        for rule in _rules_of(difference):
            said[rule] = (*said.get(rule, ()), sentence)
    return said
