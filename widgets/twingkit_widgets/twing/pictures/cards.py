"""Cards to look at and to choose from: a hand, a lay, or whatever shall lie side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from twingkit import twing
from twingkit.twing.notation.battle_line import read_lay
from twingkit_widgets.panel.markup import Markup, el, join
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.twing.pictures.drawing import card_svg, ridden_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

Card = twing.Spell | twing.Creature | twing.Unit | str
"""A spell, a creature, a unit (a mount may carry its rider), or one of `SPECIALS`."""

SPECIALS = ("cat", "trap", "miromon", "back")
"""Cards without an element, and a card that lies face down."""


def card_name(card: Card, lang: str) -> str:
    """Return the card in words. ValueError if it is none of the known cards."""
    words = twing.rulebook().words
    if isinstance(card, str):
        if card not in SPECIALS:
            raise ValueError(f"no such card: {card!r}, expected one of {', '.join(SPECIALS)}")
        return say(lang, f"card.{card}")
    if isinstance(card, twing.Unit):
        if card.rider is None:
            return card_name(card.creature, lang)
        pair = {"mount": card_name(card.creature, lang), "rider": card_name(card.rider, lang)}
        return say(lang, "card.ridden", power=card.power, **pair)
    return say(lang, f"card.{_kind(card)}", element=words.name(card.element, lang), power=card.power)


def _kind(card: twing.Spell | twing.Creature) -> str:
    if isinstance(card, twing.Spell):
        return "spell"
    return "mount" if card.mount else "creature"


def card_picture(card: Card, lang: str) -> Markup:
    """Return the card's drawing; a mounted pair is one drawing, the rider sits on the mount."""
    name = card_name(card, lang)
    if isinstance(card, str):
        return card_svg(card, name)
    if isinstance(card, twing.Unit):
        if card.rider is None:
            return card_picture(card.creature, lang)
        mount, rider = card.creature, card.rider
        return ridden_svg(name, mount.element, mount.power, rider.element, rider.power)
    return card_svg(_kind(card), name, card.element, card.power)


def cards_html(cards: Sequence[Card], lang: str, small: bool = False, *, counted: bool = False) -> Markup:
    """Return cards side by side, just to look at; `small` for what only has to be mentioned. With `counted`
    cards that are alike are one picture with their number."""
    numbers = {card: cards.count(card) for card in cards} if counted else None
    items = [
        el("li", card_picture(card, lang), _times(numbers[card] if numbers else 1), cls="tk-card")
        for card in numbers or cards
    ]
    return el("ul", items, cls="tk-list tk-cards tk-cards-small" if small else "tk-list tk-cards")


def _times(count: int) -> Markup | None:
    """The number of cards that one picture stands for."""
    return el("b", f"×{count}", cls="tk-card-times") if count > 1 else None


def choice_html(
    cards: Sequence[Card],
    lang: str,
    chosen: Collection[int] = (),
    act: str = "choose",
    label: str = "",
    *,
    first: int = 1,
    roving: bool = True,
) -> Markup:
    """Return cards to choose from: each a button that calls `act` with its place (from 0), as text.

    The group is one tab stop; arrows move in it, unless `roving` says that several groups are one. `chosen`
    holds the places that are chosen; `first` is the key of the first card, the others have those after it, up
    to 9.
    """
    keys = [str(key) if key < 10 else None for key in range(first, first + len(cards))]
    items = [
        el(
            "button",
            card_picture(card, lang),
            el("kbd", key, cls="tk-key", aria_hidden="true") if key else None,
            type="button",
            cls="tk-card tk-choice",
            data_act=act,
            data_value=index,
            data_key=f"{act}:{index}",
            data_shortcut=key,
            aria_keyshortcuts=key,
            aria_pressed="true" if index in chosen else "false",
        )
        for index, (card, key) in enumerate(zip(cards, keys, strict=True))
    ]
    title = label or say(lang, "card.choose")
    return el("div", items, cls="tk-cards", role="group", aria_label=title, data_roving=roving)


class CardsPanel(Panel):
    """A row of cards. With `choose` = "one" or "many" a person can choose; `chosen` holds the places.

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
        lang: str = "en",
        on_choose: Callable[[CardsPanel], None] | None = None,
    ) -> None:
        """Show `cards`, a list or a lay in notation; `on_choose` is called with the panel after a choice."""
        if choose not in ("", "one", "many"):
            raise ValueError(f"choose is '', 'one' or 'many', not {choose!r}")
        if isinstance(cards, str):
            lay = read_lay(cards)
            cards = (*lay.spells, *lay.units)
        self.cards = tuple(cards)
        self.choose = choose
        self.chosen: set[int] = set()
        self.on_choose = on_choose
        super().__init__(lang=lang)

    @property
    def chosen_cards(self) -> list[Card]:
        """The chosen cards, in the order in which they lie."""
        return [self.cards[index] for index in sorted(self.chosen)]

    def view(self) -> Markup:
        """The cards, as buttons if they can be chosen."""
        if not self.choose:
            return cards_html(self.cards, self.lang)
        return join(choice_html(self.cards, self.lang, self.chosen))

    def act_choose(self, value: object) -> None:
        """Choose the card at this place, or let go of it."""
        index = int(str(value))
        if not 0 <= index < len(self.cards):
            raise IndexError(f"there is no card {index}")
        if index in self.chosen:
            self.chosen.remove(index)
        else:
            self.chosen = {index} if self.choose == "one" else self.chosen | {index}
        names = "; ".join(card_name(card, self.lang) for card in self.chosen_cards)
        self.status = say(self.lang, "card.chosen", n=names or "0")
        if self.on_choose:
            self.on_choose(self)
