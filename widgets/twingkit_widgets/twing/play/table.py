"""The table from one seat: the players with everything visible, the middle, and the visitor's own cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from twingkit import twing
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.view import SeatView, View
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.terms import Terms
from twingkit_widgets.twing.pictures.cards import card_name, cards_html
from twingkit_widgets.twing.pictures.drawing import card_svg, character_svg, ornicle_svg
from twingkit_widgets.twing.pictures.table import chips_row, group_html, object_chip, special_name
from twingkit_widgets.twing.play.lay import hand_of
from twingkit_widgets.twing.play.names import object_name, object_power, short_name
from twingkit_widgets.twing.play.words import WORDS, singular_key


def table_html(view: View, terms: Terms | None = None, *, names: Sequence[str] = ()) -> Markup:
    """Return the visitor, then the others in the order of play, then the middle.

    `names` are the people's names if an onlooker sees the table. `terms` are the words explained on the page
    so far.
    """
    terms = terms or Terms("twing")
    count, first = len(view.seats), max(view.player, 0)
    order = [view.seats[(first + step * view.direction) % count] for step in range(count)]
    seats = [seat_html(seat, view, terms, names[seat.seat] if names else "") for seat in order]
    title = el("h3", WORDS.say("table.title"))
    inside = el("div", seats, middle_html(view, terms), cls="tk-play-seats")
    return el("section", title, inside, cls="tk-play-table", data_key="seats")


def seat_html(seat: SeatView, view: View, terms: Terms, name: str = "") -> Markup:
    """Return one player: name, turn, hand, Ornicles, creatures, objects."""
    own = seat.seat == view.player
    style = "tk-play-seat" + (" tk-play-own" if own else "") + (" tk-play-gone" if seat.out else "")
    return el(
        "section",
        _head(seat, view, name),
        None if seat.out else el("p", _facts(seat, terms), cls="tk-play-facts"),
        _objects(seat, view),
        _entourage(seat, terms),
        cls=style,
        data_key=f"seat:{seat.seat}",
        aria_label=short_name(seat),
    )


def _head(seat: SeatView, view: View, person: str = "") -> Markup:
    name = " · ".join(filter(None, [person, short_name(seat)]))
    portrait = (
        el("span", character_svg(seat.character, ""), cls="tk-play-portrait") if seat.character else None
    )
    titles = [el("h4", name), [el("span", sign, cls="tk-chip") for sign in _badges(seat, view)]]
    return el("header", portrait, el("div", titles, cls="tk-row"), cls="tk-play-head")


def _badges(seat: SeatView, view: View) -> list[str]:
    signs = []
    if seat.seat == view.player:
        signs.append("you")
    if seat.out:
        signs.append("out")
    elif seat.seat == view.current and view.turn and view.asked is not None:
        signs.append("to_move")
    if seat.endgame:
        signs.append("endgame")
    return [WORDS.say(f"table.{sign}") for sign in signs]


def _facts(seat: SeatView, terms: Terms) -> list[Child]:
    """Return Ornicles and hand size, each with its picture."""
    return [
        fact_html(ornicle_svg(""), terms.mark_terms(count_text("ornicle", seat.ornicles))),
        fact_html(card_svg("back", ""), terms.mark_terms(count_text("hand", seat.hand_size))),
    ]


def fact_html(picture: Markup, words: str) -> Markup:
    """Return a possession of a player, with its picture."""
    icon = el("span", picture, cls="tk-play-icon", aria_hidden="true")
    return el("span", icon, words, cls="tk-play-fact")


def count_text(key: str, n: int) -> str:
    """Return a number of items in words: `1 Ornicle`, `4 Ornicles`."""
    return WORDS.say(f"count.{key}_one" if n == 1 else f"count.{key}", n=n)


def _objects(seat: SeatView, view: View) -> Markup | None:
    """Return the active and the inactive objects; each opens the rule with its power."""
    if not (seat.objects or seat.stored):
        return None
    chips = [
        power_chip(name, f"{seat.seat}:{name}", aside=aside, colour=object_colour(view, name))
        for names, aside in ((seat.objects, False), (seat.stored, True))
        for name in names
    ]
    return chips_row(chips)


def object_colour(view: View, name: str) -> str:
    """Return the colour of an object in words, in games that require different colours (TW-VAR-2); otherwise
    "".
    """
    if not view.variant.distinct_colours:
        return ""
    return WORDS.say("table.colour", colour=element_name(view.colours[name]))


def power_chip(name: str, key: str, aside: bool = False, note: str = "", colour: str = "") -> Markup:
    """Return a magical object as a button that opens its rule, with its power as tooltip."""
    small = ", ".join(filter(None, (note or (WORDS.say("table.aside") if aside else ""), colour)))
    words = el("span", object_name(name), el("small", small) if small else None, cls="tk-play-object")
    cls, title = "tk-gone" if aside else "", object_power(name)
    return object_chip(name, words, "object", name, f"object:{key}", cls, title)


def _entourage(seat: SeatView, terms: Terms) -> Markup | None:
    if seat.out:
        return None
    if not seat.entourage:
        return el("p", WORDS.say("table.no_creatures"), cls="tk-small tk-soft")
    power = sum(card.power for card in seat.entourage)
    strength = WORDS.say(singular_key("table.creatures", power), power=power)
    return el(
        "div",
        el("h5", terms.mark_terms(strength), cls="tk-label"),
        cards_html(seat.entourage, small=True, counted=True),
        cls="tk-group",
    )


# -- the middle


def middle_html(view: View, terms: Terms) -> Markup:
    """Return the display with its price, the stacks, the discard pile, the Ornicles, and the direction of
    play.
    """
    price = WORDS.say("table.price", n=view.variant.price)
    objects = [
        el(
            "li",
            power_chip(name, f"display:{name}", note=price, colour=object_colour(view, name)),
        )
        for name in view.display
    ]
    display: Child = (
        el("ul", objects, cls="tk-list tk-row") if objects else el("p", WORDS.say("table.no_display"))
    )
    facts = [
        count_text("stack", view.stack),
        count_text("objects_left", view.objects_left),
        count_text("events", view.events_left),
        count_text("bank", view.bank),
    ]
    if len([seat for seat in view.seats if not seat.out]) > 2 and view.direction_is_chosen:
        facts.append(WORDS.say("table.clockwise" if view.direction > 0 else "table.counterclockwise"))
    return el(
        "section",
        el("h4", terms.mark_terms(WORDS.say("table.display"))),
        display,
        el("ul", [el("li", terms.mark_terms(fact)) for fact in facts], cls="tk-list tk-play-stacks"),
        _discard(view),
        cls="tk-play-seat tk-play-middle",
        data_key="middle",
        aria_label=WORDS.say("table.middle"),
    )


def _discard(view: View) -> Markup | None:
    if not view.discard:
        return None
    top = view.discard[-1]
    summary = WORDS.say("table.discard", n=len(view.discard), top=card_name(top))
    pile = el("ul", [el("li", line) for line in _listed(view.discard)], cls="tk-list tk-small tk-play-listed")
    return el("details", el("summary", summary), pile, data_key="discard")


def _listed(cards: tuple[Card, ...]) -> list[str]:
    """Return the cards of a pile in words, by kind: `Fire spells: 5, 3, 1`, `2 Traps`."""
    lines = []
    coloured = [card for card in cards if not isinstance(card, str)]
    in_order = sorted(coloured, key=lambda card: (*_kind(card), -card.power))
    for (creature, place), same in groupby(in_order, key=_kind):
        powers = ", ".join(str(card.power) for card in same)
        key = "table.listed_creatures" if creature else "table.listed_spells"
        lines.append(WORDS.say(key, element=element_name(ELEMENTS[place]), powers=powers))
    for name in SPECIALS:
        if count := cards.count(name):
            lines.append(f"{count} {special_name(name, count)}")
    return lines


def _kind(card: Spell | Creature) -> tuple[bool, int]:
    """Return the sort key of a card in piles: spells before creatures, by element."""
    return isinstance(card, Creature), ELEMENTS.index(card.element)


# -- the visitor's cards


def own_html(view: View) -> Markup:
    """Return the visitor's hand as cards: the spells by element, then response cards."""
    hand, cards_held = view.hand, held_cards(view)
    groups: list[Child] = [
        group_html(element_name(element), cards_html(tuple(cards), counted=True))
        for element, cards in groupby(hand_of(view), key=lambda spell: spell.element)
    ]
    if cards_held:
        groups.append(group_html(WORDS.say("hand.others"), cards_html(cards_held, counted=True)))
    if not groups:
        groups.append(el("p", WORDS.say("hand.empty"), cls="tk-soft"))
    title = WORDS.say("hand.title", n=len(hand.spells) + len(cards_held))
    return el(
        "section",
        el("h3", title),
        el("div", groups, cls="tk-play-hand"),
        cls="tk-play-held",
        data_key="hand",
    )


def element_name(element: str) -> str:
    """Return an element's name."""
    return twing.rulebook().words.name(element)


def held_cards(view: View) -> tuple[str, ...]:
    """Return the response cards of the hand."""
    return view.hand.held.cards


def also_held(view: View) -> Markup | None:
    """Return the rest of the hand in one line, while cards are being laid."""
    parts = [f"{count} {special_name(name, count)}" for name, count in view.hand.held.kinds]
    if not parts:
        return None
    return el("p", join(WORDS.say("hand.also"), " ", ", ".join(parts)), cls="tk-small tk-soft")
