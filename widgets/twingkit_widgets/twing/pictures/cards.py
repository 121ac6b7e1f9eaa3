"""Cards to view and to choose from: a hand, a lay, or any row of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

import attrs

from twingkit import twing
from twingkit.core.language import language
from twingkit.twing.glossary import load_glossary
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.terms import explanation_button
from twingkit_widgets.twing.pictures.drawing import card_svg, mounted_pair_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

Card = twing.Spell | twing.Creature | twing.Unit | str
"""A spell, a creature, a unit, or one of `CARDS_WITHOUT_ELEMENT`."""

CARDS_WITHOUT_ELEMENT = (*RESPONSE_CARDS, "back")
"""The cards without an element, and a face-down card."""


def card_name(card: Card) -> str:
    """Return the name of a card in words. Raises `ValueError` for an unknown card."""
    words = twing.rulebook().words
    if isinstance(card, str):
        if card not in CARDS_WITHOUT_ELEMENT:
            raise ValueError(f"no such card: {card!r}, expected one of {', '.join(CARDS_WITHOUT_ELEMENT)}")
        return RESPONSE_CARDS[card].card[language()] if card in RESPONSE_CARDS else say(f"card.{card}")
    if isinstance(card, twing.Unit):
        if card.rider is None:
            return card_name(card.creature)
        pair = {"mount": card_name(card.creature), "rider": card_name(card.rider)}
        return say("card.ridden", power=card.power, **pair)
    return say(f"card.{_kind(card)}", element=words.name(card.element), power=card.power)


def _kind(card: twing.Spell | twing.Creature) -> str:
    if isinstance(card, twing.Spell):
        return "spell"
    return "mount" if card.mount else "creature"


def _counted_name(card: Card, count: int) -> str:
    """Return the name of a card in words and, if more than one, the number of copies."""
    name = card_name(card)
    return say("card.times", card=name, n=count) if count > 1 else name


def card_picture(card: Card, count: int = 1) -> Markup:
    """Return the picture of a card or a unit; its title includes the number of copies.

    A mounted pair is one drawing, with the rider on the mount.
    """
    name = _counted_name(card, count)
    if isinstance(card, str):
        return card_svg(card, name)
    if isinstance(card, twing.Unit):
        if card.rider is None:
            return card_picture(card.creature, count)
        mount, rider = card.creature, card.rider
        return mounted_pair_svg(name, mount.element, mount.power, rider.element, rider.power)
    return card_svg(_kind(card), name, card.element, card.power)


def card_meaning(card: Card) -> str:
    """Return the meaning of a card from the glossary."""
    words, card = load_glossary(), card.creature if isinstance(card, twing.Unit) else card
    entries = words.entries_in(card_name(card))[:1] if isinstance(card, str) else [words.entry(_kind(card))]
    return " ".join(f"{entry.text()}{house_rules_suffix(entry.rules)}" for entry in entries)


def cards_html(
    cards: Sequence[Card], small: bool = False, *, counted: bool = False, key_prefix: str = ""
) -> Markup:
    """Return pictures of cards side by side, for display only; with `small`, in the size for use within a
    text.

    With `counted`, equal cards become one picture with their number. With a `key_prefix`, which begins their
    keys, each card opens its meaning.
    """
    numbered = Counter(cards).items() if counted else [(card, 1) for card in cards]
    items = []
    for index, (card, count) in enumerate(numbered):
        shown = card_picture(card, count)
        if key_prefix:
            name = _counted_name(card, count)
            shown = explanation_button(
                shown, name, card_meaning(card), f"{key_prefix}:{index}", "tk-explained-card"
            )
        items.append(el("li", shown, _times(count), cls="tk-card"))
    return el("ul", items, cls="tk-list tk-cards tk-cards-small" if small else "tk-list tk-cards")


def _times(count: int, chosen_of: int = 0) -> Markup | None:
    text = say("card.some", n=count, all=chosen_of) if chosen_of > count else f"×{count}"
    return el("b", text, cls="tk-card-times", aria_hidden="true") if max(count, chosen_of) > 1 else None


@attrs.frozen
class EqualCards:
    """Equal cards to choose from, with the places of the unchosen and of the chosen ones."""

    card: Card
    unchosen_indices: tuple[int, ...]
    chosen_indices: tuple[int, ...]


def group_equal(cards: Sequence[Card], chosen: Collection[int] = ()) -> list[EqualCards]:
    """Group equal cards, in the order of their first copies; each group separates the indices that are
    in `chosen` from the others.

    >>> [(pile.unchosen_indices, pile.chosen_indices) for pile in group_equal(["cat", "trap", "cat"], {0})]
    [((2,), (0,)), ((1,), ())]
    """
    places: dict[Card, list[int]] = {}
    for index, card in enumerate(cards):
        places.setdefault(card, []).append(index)
    return [
        EqualCards(
            card,
            tuple(index for index in same if index not in chosen),
            tuple(index for index in same if index in chosen),
        )
        for card, same in places.items()
    ]


def card_buttons_html(
    cards: Sequence[Card],
    chosen: Collection[int] = (),
    act: str = "choose",
    label: str = "",
    *,
    roving: bool = True,
) -> Markup:
    """Return cards as buttons that call the action `act` with the index of a card, as text.

    Equal cards are one button with their number. Chosen ones lie before the others, where they were pressed,
    and pressing them again deselects one. The group is one tab stop with arrow-key navigation, unless
    `roving` is False because several groups form one. `chosen` holds the indices of the chosen cards.
    """
    items = list[Markup]()
    for pile in group_equal(cards, chosen):
        name = f"{act}:{min(pile.unchosen_indices + pile.chosen_indices)}"
        if pile.chosen_indices:
            last = None if pile.unchosen_indices else ANSWER_PLACEHOLDER
            places, size = pile.chosen_indices[::-1], len(pile.unchosen_indices + pile.chosen_indices)
            items.append(_choice(pile.card, places, act, name, last, chosen_of=size))
        if pile.unchosen_indices:
            beside = f"{name}:others" if pile.chosen_indices else name
            items.append(_choice(pile.card, pile.unchosen_indices, act, beside, ANSWER_PLACEHOLDER))
    title = label or say("card.choose")
    return el("div", items, cls="tk-cards", role="group", aria_label=title, data_roving=roving)


def _choice(
    card: Card, places: Sequence[int], act: str, name: str, key: str | None, *, chosen_of: int = 0
) -> Markup:
    """Return the button of equal cards, chosen ones if `chosen_of` gives the size of their whole pile."""
    shown, cls = [card_picture(card, len(places)), _times(len(places), chosen_of)], "tk-card tk-choice"
    pressed = str(chosen_of > 0).lower()
    return button(shown, act, places[0], cls=cls, key=name, shortcut=key, aria_pressed=pressed)


class CardsPanel(Panel):
    """A row of cards to look at or, with `choose` set to "one" or "many", to choose from.

    >>> panel = CardsPanel("F5 F3 + F6M>F3", choose="many")
    >>> panel.do("choose", "2"); panel.do("choose", "0")
    >>> [card.token for card in panel.chosen_cards]
    ['F5', 'F6M>F3']
    """

    _css = CSS + TABLE_CSS

    def __init__(
        self,
        cards: Sequence[Card] | str,
        *,
        choose: str = "",
        lang: str | None = None,
        on_choose: Callable[[CardsPanel], None] | None = None,
    ) -> None:
        """Show `cards`, a list or a lay in notation; every choice calls `on_choose` with the panel."""
        if choose not in ("", "one", "many"):
            raise ValueError(f"choose is '', 'one' or 'many', not {choose!r}")
        if isinstance(cards, str):
            lay = parse_lay(cards)
            cards = (*lay.spells, *lay.units)
        self.cards = tuple(cards)
        self.choose = choose
        self.chosen: set[int] = set()
        self.on_choose = on_choose
        super().__init__(lang=lang)

    @property
    def chosen_cards(self) -> list[Card]:
        """The chosen cards, in the order of the row."""
        return [self.cards[index] for index in sorted(self.chosen)]

    def render(self) -> Markup:
        """Return the cards, as buttons if they can be chosen."""
        if not self.choose:
            return cards_html(self.cards)
        return join(card_buttons_html(self.cards, self.chosen))

    def act_choose(self, value: object) -> None:
        """Choose the card at this index, or deselect it."""
        index = int(str(value))
        if not 0 <= index < len(self.cards):
            raise IndexError(f"there is no card {index}")
        if index in self.chosen:
            self.chosen.remove(index)
        else:
            self.chosen = {index} if self.choose == "one" else self.chosen | {index}
        names = "; ".join(card_name(card) for card in self.chosen_cards)
        self.status = say("card.chosen", n=names or "0")
        if self.on_choose:
            self.on_choose(self)
