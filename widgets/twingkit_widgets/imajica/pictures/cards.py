"""Pictures of cards for panels: a chip with name and values, a chip that opens to the text, a whole card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.selector import AFFILIATIONS
from twingkit.imajica.rules.rulebook import rulebook
from twingkit_widgets.imajica.pictures.drawing import card_drawing, icon_svg
from twingkit_widgets.imajica.words import (
    assumed_card_parts,
    counted_sentence,
    dominions_text,
    rulebook_term,
    say,
)
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.panel.wording import capitalize_first

STATS_BY_KIND = {"character": ("magic", "strength", "prime"), "site": ("resistance",)}
"""Values that cards of each kind show."""


def printed_values(card: Card) -> tuple[int, ...]:
    """Return the printed values of a card, in the order of `STATS_BY_KIND`."""
    return tuple(getattr(card, stat) for stat in STATS_BY_KIND.get(card.kind, ()))


_FIRST_POWERLESS_INDEX = AFFILIATIONS.index("dearther")
"""Index of the first affiliation without a power (IJ-AFF-8)."""

_MAX_WORD_LENGTH = 14
"""Maximum word length in a name; longer ones get a whole row on a phone."""


def card_values_html(card: Card, values: Sequence[int]) -> Markup | None:
    """Render a card's values as icons with numbers, or None for a card without values.

    Values that differ from the printed ones are marked. Screen readers get the name of each value.
    """
    stats = STATS_BY_KIND.get(card.kind, ())
    if not stats:
        return None
    items = []
    for stat, now in zip(stats, values, strict=False):
        usual = getattr(card, stat)
        change = "" if now == usual else " im-up" if now > usual else " im-down"
        hidden = el("span", say(f"card.{stat}", n=now), cls="tk-hidden")
        shown = el("span", icon_svg(stat), now, aria_hidden="true")
        items.append(el("span", shown, hidden, cls=f"im-figure{change}", title=say(f"card.{stat}", n=now)))
    return el("span", items, cls="im-figures")


def icon_legend_html(*, explained: bool = True) -> Markup:
    """Render the icons of Dominions and values with their names; with `explained` also how to read cards."""
    stats = ("magic", "strength", "prime", "resistance")
    icons = {"dominion": _dominion_badge(1), **{stat: icon_svg(stat) for stat in stats}}
    items = [el("span", icon, " ", say(f"figure.{name}")) for name, icon in icons.items()]
    how = el("span", say("table.legend")) if explained else None
    return el("p", items, how, cls="im-legend")


def _dominion_badge(number: int) -> Markup:
    return el("span", number, cls=f"im-dominion im-d{number}", aria_hidden="true")


def _dominion_html(card: Card) -> Markup | None:
    """Render the Dominions of a card as coloured numerals, or None for a card without a Dominion."""
    if not card.home_dominions:
        return None
    badges = [_dominion_badge(number) for number in card.home_dominions]
    return el("span", badges, el("span", dominions_text(card), cls="tk-hidden"), cls="im-home")


def card_chip_html(
    card: Card,
    *,
    values: Sequence[int] | None = None,
    shown_name: str = "",
    notes: Sequence[Child] = (),
    is_pivoted: bool = False,
) -> Markup:
    """Render a card as a small picture with its name, Dominion and values.

    `values` are the current values; by default the printed ones.
    """
    shown = printed_values(card) if values is None else values
    shown_name = shown_name or card.name()
    long = max(map(len, re.split(r"[ -]", shown_name))) > _MAX_WORD_LENGTH
    head = el("span", el("b", shown_name), cls="im-name im-long" if long else "im-name")
    value_icons = card_values_html(card, shown)
    small: list[Child] = [_dominion_html(card), value_icons, [el("small", note) for note in notes]]
    if card.kind not in STATS_BY_KIND:
        small.insert(0, _kind_html(card))
    words = el("span", head, el("span", small, cls="im-small"), cls="im-words")
    picture = el("span", card_drawing(card), cls="im-picture im-pivoted" if is_pivoted else "im-picture")
    return el("span", picture, words, cls="im-chip")


def _kind_html(card: Card) -> Markup:
    return el("span", icon_svg(card.kind), " ", el("small", rulebook_term(card.kind)), cls="im-kind")


def make_chip_expandable(
    chip: Child, card: Card, key: str, inside: Child = None, *, remark: str = ""
) -> Markup:
    """Wrap a card chip so that it opens to the card's text, a remark and the `inside` content; opening it
    closes other open chips.

    Words of the game in the text show their meaning.
    """
    terms = TermMarker("imajica", f"{key}:word")
    lines = [el("p", terms.mark_new_terms(line), cls="tk-small") for line in card_text_lines(card)]
    lines += [el("p", terms.mark_new_terms(remark), cls="tk-small tk-soft")] if remark else []
    head = el("summary", chip, data_item=True)
    group = None if inside else "im-told"  # opening a card inside another would close that one
    return el("details", head, lines, inside, cls="im-told", name=group, data_key=key)


def card_text_lines(card: Card) -> list[str]:
    """Return two lines that describe an Imajica card: its facts, then the text of its effects.

    The powers of affiliations are only mentioned: questions are asked about them on the same table,
    so the lines must not quote the rules.
    """
    affiliated = not card.effects and _powers_of(card)
    text = say("card.affiliated") if affiliated else card_effects_text(card)
    return [", ".join(_facts_of(card)) + ".", text]


def _facts_of(card: Card) -> list[str]:
    """Return the facts about a card in words: kind, Dominion, whether permanent or instant, affiliations."""
    facts = [rulebook_term(card.kind), dominions_text(card)]
    if card.kind == "character":
        facts += [say(f"card.{card.sex}")] if card.sex else []
        facts += [rulebook_term(affiliation) for affiliation in card.affiliations]
        facts += [say("card.unique")] if card.is_unique else []
    elif card.kind != "site":
        facts.append(say("card.permanent" if card.is_permanent else "card.instant"))
    return list(filter(None, facts))


def card_effects_text(card: Card) -> str:
    """Return the text of a card's effects; for a card without effects, the rules of its affiliations."""
    sentences = [effect.text() for effect in card.effects]
    sentences = sentences or [rulebook()[f"IJ-AFF-{number}"].text() for number in _powers_of(card)]
    return " ".join(sentences) or say("card.plain")


def _powers_of(card: Card) -> list[int]:
    places = [AFFILIATIONS.index(affiliation) for affiliation in card.affiliations]
    return [place + 1 for place in places if place < _FIRST_POWERLESS_INDEX]


def full_card_html(card: Card, heading: str = "h4") -> Markup:
    """Render a whole card: picture, values, facts and text, and which of these are assumed."""
    parts = [say(f"card.part_{part}") for part in assumed_card_parts(card)]
    mark = el("p", el("span", say("card.assumed", parts=", ".join(parts)), cls="im-assumed"))
    limit = counted_sentence("card.limit", card.copy_limit)
    facts = ", ".join([*_facts_of(card), limit])
    return el(
        "div",
        card_drawing(card),
        el(heading, _dominion_html(card), card.name()),
        el("p", card_values_html(card, printed_values(card))) if card.kind in STATS_BY_KIND else None,
        el("p", icon_svg(card.kind), " ", capitalize_first(facts), cls="im-facts"),
        el("p", card_effects_text(card)),
        mark if parts else None,
        cls="im-whole",
    )


def hand_html(
    cards: Iterable[str], label: str, remarks: Mapping[str, str] | None = None, key_part: object = ""
) -> Markup:
    """Render a hand as chips that expand to the text of the card and to a remark on it, if there is one.
    Identical cards share one chip, which shows their count. Another `key_part` closes them.
    """
    known = load_cards()
    names = list(cards)
    items = []
    for name in dict.fromkeys(names):
        count = names.count(name)
        notes = [f"×{count}"] if count > 1 else []
        chip, remark = card_chip_html(known[name], notes=notes), (remarks or {}).get(name, "")
        items.append(
            el("li", make_chip_expandable(chip, known[name], f"hand:{key_part}:{name}", remark=remark))
        )
    return el("ul", items, cls="tk-list im-chips", aria_label=label)


def card_name(card_id: str) -> str:
    """Return the name of the card with this id; if there is none, the rulebook's name for the id."""
    card = load_cards().get(card_id)
    if card is not None:
        return card.name()
    words = rulebook().words
    return words.name(card_id) if card_id in words else card_id
