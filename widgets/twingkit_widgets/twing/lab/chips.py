"""Small elements of the lab's answers: cards as chips, odds as small bars, and choices."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit_widgets.lab.odds_bar import BAR_PARTS, ROUNDING_TOLERANCE
from twingkit_widgets.panel.controls import button_group, rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.words import lab_say, lab_word
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.picture_words import say

NOTHING = "nothing"
"""The notation of an empty lay."""


def parse_lay_or_nothing(text: str) -> Lay:
    """Parse a lay in notation; the text `nothing` gives a lay without cards. Raises `NotationError`."""
    return Lay() if text == NOTHING else parse_lay(text)


def chips_html(lay: Lay) -> Markup:
    """Return the cards of a lay as a row of chips, with their names for screen readers."""
    if not (lay.spells or lay.units):
        return el("span", lab_word("chips.nothing"), cls="tk-soft")
    spells = [card_chip(spell) for spell in lay.spells]
    units = [_unit(unit) for unit in lay.units]
    shield = el("span", lab_word("chips.shield"), cls="tk-small") if lay.is_shield else None
    return el("span", shield, spells, units, cls="tk-chips")


def _unit(unit: Unit) -> Markup:
    if unit.rider is None:
        return card_chip(unit.creature)
    name = card_name(unit)
    both = [_body(unit.creature), _body(unit.rider)]
    return el("span", both, cls="tk-chips-ridden", role="img", aria_label=name, title=name)


def card_chip(card: Spell | Creature) -> Markup:
    """Return a card as a chip (a small symbol in the text) with its name as a tooltip."""
    name = card_name(card)
    return el("span", _body(card), role="img", aria_label=name, title=name)


def _body(card: Spell | Creature) -> Markup:
    """Return the letter and power of a card in its colour: square for a spell, round for a creature."""
    kind = "spell" if isinstance(card, Spell) else "creature"
    return el("span", card.token, cls=f"tk-mini tk-mini-{kind} tk-mini-{card.element}")


def mini_odds_bar(chances: Sequence[float]) -> Markup:
    """Return the chances of win, tie and loss as a small labelled bar."""
    texts = {part: percent(chance, 1) for part, chance in zip(BAR_PARTS, chances, strict=True)}
    segments = [
        el("span", cls=f"tk-{part}", style=f"flex-grow:{chance:.4f}")
        for part, chance in zip(BAR_PARTS, chances, strict=True)
        if chance > ROUNDING_TOLERANCE
    ]
    label = lab_say("chips.bar", **texts)
    return el("span", segments, cls="tk-bar tk-bar-mini", role="img", aria_label=label, title=label)


def choice_buttons_html(
    choices: Sequence[tuple[str, Child]], chosen: str, act: str, label_key: str, cls: str = ""
) -> Markup:
    """Return choices as buttons side by side; `label_key` is the text key of the group name."""
    return button_group(
        choices, chosen, act, lab_say(label_key), f"tk-switch {cls}".strip(), data_roving=True
    )


def side_buttons_html(chosen: str, act: str, label_key: str) -> Markup:
    """Return buttons to choose the attacker or the defender."""
    choices: list[tuple[str, Child]] = [(role, say(f"table.{role}")) for role in ("attacker", "defender")]
    return choice_buttons_html(choices, chosen, act, label_key)


def rule_buttons_html(rules: Sequence[str], key: str) -> Markup | None:
    """Return buttons that open these rules in the lab, or None if there are none."""
    if not rules:
        return None
    return el(
        "span",
        [rule_badge(rule, "lab_rule", key=f"{key}:{rule}") for rule in dict.fromkeys(rules)],
        cls="tk-rule-row",
    )
