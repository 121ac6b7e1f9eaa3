"""The table from one seat: all visible cards of the players, the middle, and the visitor's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from twingkit import twing
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS
from twingkit.twing.view import GameView, PublicPlayerInfo
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.twing.pictures.cards import card_name, cards_html
from twingkit_widgets.twing.pictures.drawing import card_svg, character_svg, ornicle_svg
from twingkit_widgets.twing.pictures.table import chips_row, labelled_html, object_chip, response_card_name
from twingkit_widgets.twing.play.lay import spells_in_hand
from twingkit_widgets.twing.play.names import name_without_article, object_name, object_power_text
from twingkit_widgets.twing.play.words import WORDS, key_for_count


def table_html(view: GameView, terms: TermMarker | None = None, *, names: Sequence[str] = ()) -> Markup:
    """Render the table of a whole game: the visitor, then the opponents in order of play, then the shared
    middle.

    `names` are the people's names if an onlooker sees the table. `terms` are the words explained on the page
    so far.
    """
    terms = terms or TermMarker("twing")
    count, first = len(view.seats), max(view.player, 0)
    order = [view.seats[(first + step * view.direction) % count] for step in range(count)]
    seats = [_seat_html(seat, view, terms, names[seat.seat] if names else "") for seat in order]
    title = el("h3", WORDS.say("table.title"))
    inside = el("div", seats, _table_middle_html(view, terms), cls="tk-play-seats")
    return el("section", title, inside, cls="tk-play-table", data_key="seats")


def _seat_html(seat: PublicPlayerInfo, view: GameView, terms: TermMarker, name: str = "") -> Markup:
    """Return one player: name, turn, hand, Ornicles, creatures, objects."""
    own = seat.seat == view.player
    style = "tk-play-seat" + (" tk-play-own" if own else "") + (" tk-play-gone" if seat.has_left else "")
    return el(
        "section",
        _head(seat, view, name),
        None if seat.has_left else el("p", _facts(seat, terms), cls="tk-play-facts"),
        _objects(seat, view),
        _entourage(seat, terms),
        cls=style,
        data_key=f"seat:{seat.seat}",
        aria_label=name_without_article(seat),
    )


def _head(seat: PublicPlayerInfo, view: GameView, person: str = "") -> Markup:
    name = " · ".join(filter(None, [person, name_without_article(seat)]))
    portrait = (
        el("span", character_svg(seat.character, ""), cls="tk-play-portrait") if seat.character else None
    )
    titles = [el("h4", name), [el("span", sign, cls="tk-chip") for sign in _badges(seat, view)]]
    return el("header", portrait, el("div", titles, cls="tk-row"), cls="tk-play-head")


def _badges(seat: PublicPlayerInfo, view: GameView) -> list[str]:
    signs = []
    if seat.seat == view.player:
        signs.append("you")
    if seat.has_left:
        signs.append("out")
    elif seat.seat == view.active_seat and view.turn_number and view.asked_seat is not None:
        signs.append("to_move")
    if seat.in_endgame:
        signs.append("endgame")
    return [WORDS.say(f"table.{sign}") for sign in signs]


def _facts(seat: PublicPlayerInfo, terms: TermMarker) -> list[Child]:
    return [
        possession_html(ornicle_svg(""), terms.mark_new_terms(count_text("ornicle", seat.ornicles))),
        possession_html(card_svg("back", ""), terms.mark_new_terms(count_text("hand", seat.hand_size))),
    ]


def possession_html(picture: Markup, words: str) -> Markup:
    """Return one possession of a player as HTML: its picture, followed by `words`."""
    icon = el("span", picture, cls="tk-play-icon", aria_hidden="true")
    return el("span", icon, words, cls="tk-play-fact")


def count_text(key: str, n: int) -> str:
    """Return a number of items in words: `1 Ornicle`, `4 Ornicles`."""
    return WORDS.say(f"count.{key}_one" if n == 1 else f"count.{key}", n=n)


def _objects(seat: PublicPlayerInfo, view: GameView) -> Markup | None:
    if not (seat.active_objects or seat.inactive_objects):
        return None
    owner = "" if seat.seat == view.player else seat.name
    chips = [
        _object_rule_chip(name, f"{seat.seat}:{name}", inactive, object_colour_name(view, name), owner)
        for names, inactive in (
            (seat.active_objects, ""),
            (seat.inactive_objects, inactive_objects_reason(seat)),
        )
        for name in names
    ]
    return chips_row(chips)


def inactive_objects_reason(seat: PublicPlayerInfo) -> str:
    """Return the reason why a player's inactive objects have no effect at the moment."""
    return WORDS.say("table.aside" if len(seat.active_objects) >= MAX_ACTIVE_OBJECTS else "table.waiting")


def object_colour_name(view: GameView, name: str) -> str:
    """Return the colour of an object in words, or "" if colours do not matter in the game.

    They matter in games that require different colours (TW-VAR-2).
    """
    if not view.variant.distinct_colours:
        return ""
    return WORDS.say("table.colour", colour=element_name(view.object_colours[name]))


def _object_rule_chip(
    name: str, key: str, why_inactive: str = "", colour: str = "", owner: str = "", note: str = ""
) -> Markup:
    """Render an object with small texts below its name: why it is inactive or a `note`, and its colour.

    Its rule says "you"; if another `owner` is given, a sentence with the owner's name comes before it.
    """
    rule = twing.rulebook()[f"TW-POW-{name}"]
    small = " · ".join(filter(None, (note or why_inactive, colour)))
    words = el("span", object_name(name), el("small", small) if small else None, cls="tk-play-object")
    chip = object_chip(name, words, cls="tk-gone" if why_inactive else "")
    named = [el("b", object_power_text(name, owner)), " "] if owner else None
    told = TermMarker("twing", f"object:{key}").mark_new_terms(rule.text())
    text = el("p", named, told, house_rules_suffix([rule.id]), cls="tk-small")
    return el("details", el("summary", chip), text, data_key=f"object:{key}")


def _entourage(seat: PublicPlayerInfo, terms: TermMarker) -> Markup | None:
    if seat.has_left:
        return None
    if not seat.entourage:
        return el("p", WORDS.say("table.no_creatures"), cls="tk-small tk-soft")
    power = sum(card.power for card in seat.entourage)
    strength = WORDS.say(key_for_count("table.creatures", power), power=power)
    return el(
        "div",
        el("h5", terms.mark_new_terms(strength), cls="tk-label"),
        cards_html(seat.entourage, small=True, counted=True, key_prefix=f"creature:{seat.seat}"),
        cls="tk-group",
    )


# -- the middle


def _table_middle_html(view: GameView, terms: TermMarker) -> Markup:
    """Return the middle of the table: display, stacks, discard pile, Ornicles, and direction of play."""
    objects = [
        el(
            "li",
            _object_rule_chip(
                name, f"display:{name}", note=object_power_text(name), colour=object_colour_name(view, name)
            ),
        )
        for name in view.object_display
    ]
    display: Child = (
        el("ul", objects, cls="tk-list tk-row") if objects else el("p", WORDS.say("table.no_display"))
    )
    facts = [
        count_text("stack", view.stack_size),
        count_text("objects_left", view.objects_left),
        count_text("events", view.events_left),
        count_text("bank", view.bank),
    ]
    if len([seat for seat in view.seats if not seat.has_left]) > 2 and view.direction_is_chosen:
        facts.append(WORDS.say("table.clockwise" if view.direction > 0 else "table.counterclockwise"))
    return el(
        "section",
        el("h4", terms.mark_new_terms(WORDS.say("table.display", n=view.variant.price))),
        display,
        el("ul", [el("li", terms.mark_new_terms(fact)) for fact in facts], cls="tk-list tk-play-stacks"),
        _discard(view),
        cls="tk-play-seat tk-play-middle",
        data_key="middle",
        aria_label=WORDS.say("table.middle"),
    )


def _discard(view: GameView) -> Markup | None:
    if not view.discard_pile:
        return None
    summary = WORDS.say("table.discard", n=len(view.discard_pile), top=card_name(view.discard_pile[-1]))
    pile = el(
        "ul",
        [el("li", line) for line in _card_texts(view.discard_pile)],
        cls="tk-list tk-small tk-play-listed",
    )
    return el("details", el("summary", summary), pile, data_key="discard")


def _card_texts(cards: tuple[Card, ...]) -> list[str]:
    """Return the cards of a pile in words, by kind: `Fire spells: 5, 3, 1`, `2 Traps`."""
    lines = []
    coloured = [card for card in cards if not isinstance(card, str)]
    in_order = sorted(coloured, key=lambda card: (*_kind(card), -card.power))
    for (creature, place), same in groupby(in_order, key=_kind):
        powers = ", ".join(str(card.power) for card in same)
        key = "table.listed_creatures" if creature else "table.listed_spells"
        lines.append(WORDS.say(key, element=element_name(ELEMENTS[place]), powers=powers))
    for name in RESPONSE_CARD_KINDS:
        if count := cards.count(name):
            lines.append(f"{count} {response_card_name(name, count)}")
    return lines


def _kind(card: Spell | Creature) -> tuple[bool, int]:
    return isinstance(card, Creature), ELEMENTS.index(card.element)


# -- the visitor's cards


def own_hand_html(view: GameView) -> Markup:
    """Render the visitor's hand as pictures of the cards: the spells by element, then the response cards."""
    hand, cards_held = view.hand, _response_cards_in_hand(view)
    groups: list[Child] = [
        labelled_html(
            element_name(element), cards_html(tuple(cards), counted=True, key_prefix=f"hand:{element}")
        )
        for element, cards in groupby(spells_in_hand(view), key=lambda spell: spell.element)
    ]
    if cards_held:
        names = ", ".join(response_card_name(*each) for each in view.hand.response_cards.kind_counts)
        groups.append(labelled_html(names, cards_html(cards_held, counted=True, key_prefix="hand")))
    if not groups:
        groups.append(el("p", WORDS.say("hand.empty"), cls="tk-soft"))
    title = WORDS.say("hand.title", n=len(hand.spells) + len(cards_held))
    return el(
        "section", el("h3", title), el("div", groups, cls="tk-play-hand"), cls="tk-play-held", data_key="hand"
    )


def element_name(element: str) -> str:
    """Return the name of an element."""
    return twing.rulebook().words.name(element)


def _response_cards_in_hand(view: GameView) -> tuple[str, ...]:
    return view.hand.response_cards.cards


def held_response_cards_html(question: LayCards, view: GameView) -> Markup | None:
    """Render a line with the visitor's response cards and the opponents' objects that make some of them
    useless now; None if the visitor holds none.
    """
    fight, side = question.fight, question.side
    boots = None if fight.trappable_opponents(side) else fight.opponent_with_boots(side)
    socks = fight.opponent_stopping_cats(side)
    cards_by_reason: dict[str, list[str]] = {}
    for name, count in view.hand.response_cards.kind_counts:
        power, owner = ("boots", boots) if RESPONSE_CARDS[name].effect == "trap" else ("socks", socks)
        reason = object_power_text(power, owner.name) if owner else ""
        cards_by_reason.setdefault(reason, []).append(f"{count} {response_card_name(name, count)}")
    lines = [
        f"{', '.join(cards)}: {reason}" if reason else f"{WORDS.say('hand.also')} {', '.join(cards)}."
        for reason, cards in sorted(cards_by_reason.items())
    ]
    return el("p", " ".join(lines), cls="tk-small tk-soft") if lines else None
