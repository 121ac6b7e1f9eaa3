"""The table of Ember as one player sees it: seats, piles and Pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from twingkit.ember.box.pool import Creature, load_pool
from twingkit.ember.exact_odds.completions import min_missing_cards
from twingkit.ember.rules.payments import possible_payments
from twingkit.ember.variants.variant import Variant
from twingkit.ember.view import GameView, PublicPlayerInfo
from twingkit_widgets.ember.pictures.cards import card_back_svg, card_html, hand_html
from twingkit_widgets.ember.pictures.creature import (
    creature_in_play_html,
    expandable_creature_tile,
    full_creature_html,
    points_abbreviation_note_html,
    victory_points_text,
)
from twingkit_widgets.ember.pictures.figure import creature_svg
from twingkit_widgets.ember.words import assumed_creature_parts, say, seat_name
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.terms import TermMarker

CreaturesById = Mapping[str, Creature]

_MAX_SMALL_POOL = 4
"""Maximum size of a Pool that is shown in one line."""

NO_SEAT_NAMES: Mapping[str, str] = {}
"""No names that replace those of seats."""


def table_html(
    view: GameView,
    size: str = "page",
    creatures: CreaturesById | None = None,
    names: Mapping[str, str] | None = None,
) -> Markup:
    """Render everything that the viewer may see: their hand, every seat, both piles and the Pool.

    A "small" table has no Pool. `names` replace the names of seats.
    """
    known = creatures or load_pool()
    return el(
        "div",
        _own_html(view) if view.player >= 0 else None,
        seats_html(view, known, names or {}),
        points_abbreviation_note_html() if any(seat.creatures for seat in view.seats) else None,
        piles_html(view),
        _pool_html(view, known) if size != "small" else None,
        cls="em-table" if size == "page" else "em-table em-small",
    )


def _own_html(view: GameView) -> Markup:
    if not view.hand:
        return el("p", say("table.hand_empty"), cls="tk-soft")
    label = say("table.hand_label")
    return el("div", el("b", label, cls="tk-small"), hand_html(view.hand, label))


def seats_html(
    view: GameView, creatures: CreaturesById, names: Mapping[str, str] = NO_SEAT_NAMES
) -> list[Markup]:
    """Render every seat with its creatures, the viewer's first."""
    count = len(view.seats)
    order = [view.seats[(max(view.player, 0) + step) % count] for step in range(count)]
    return [_seat(seat, view, creatures, names) for seat in order]


def _seat(seat: PublicPlayerInfo, view: GameView, known: CreaturesById, names: Mapping[str, str]) -> Markup:
    own = seat.seat == view.player
    name = names.get(seat.name) or seat_name(seat.name, own)
    active = seat.seat == view.current and view.step not in ("call", "over")  # then nobody has a turn
    turn = el("span", say("table.turn"), cls="tk-chip tk-chip-main") if active else None
    hand = say("table.hand", n=seat.hand_count, most=seat.hand_limit)
    fan = [card_back_svg()] * seat.hand_count
    backs = None if own else el("span", fan, cls="em-fan em-backs", aria_hidden="true")
    side = "" if own else names.get(seat.name, seat.name)
    lying = [
        el("li", creature_in_play_html(known.get(creature.id), creature, side)) for creature in seat.creatures
    ]
    label = say("table.creatures", who=name)
    key = "table.total_one" if seat.total == 1 else "table.total"
    points = say(key, n=seat.total, limit=view.points_to_call)
    return el(
        "section",
        el("header", el("b", name, " ", turn), el("span", points, cls="em-points")),
        el("p", el("span", backs, hand, cls="em-fan"), cls="tk-small"),
        el("ul", lying, cls="tk-list em-creatures", aria_label=label, data_roving=True)
        if lying
        else el("p", say("table.none"), cls="tk-small tk-soft em-none"),
        cls="em-seat em-seat-active" if active else "em-seat",
        data_key=f"seat:{seat.seat}",
    )


def piles_html(view: GameView) -> Markup:
    """Render the Draw Deck and the Charred Pile with its top card."""
    top = card_html(view.pile[-1]) if view.pile else None
    deck = el(
        "span", el("span", card_back_svg(), cls="em-back"), say("table.deck", n=view.deck_size), cls="em-pile"
    )
    pile = el("span", top, say("table.pile", n=view.pile_size), cls="em-pile")
    under: Child = None
    if len(view.pile) > 1:
        cards = hand_html(reversed(view.pile), say("table.pile_all"))
        under = el("details", el("summary", say("table.pile_all")), cards, data_key="pile")
    return el("div", el("div", deck, pile, cls="em-piles"), under, data_key="piles")


def _pool_html(view: GameView, known: CreaturesById) -> Markup:
    """Render the creatures that can be conjured, the highest values first."""
    groups = _by_value(view, known)
    rows = []
    for value in sorted(groups, reverse=True):
        tiles = [el("li", expandable_creature_tile(each, f"pool:{each.id}")) for each in groups[value]]
        listed = el("ul", tiles, cls="tk-list em-creatures", data_roving=True)
        rows.append(el("li", el("span", str(value), cls="em-points"), listed, cls="em-group"))
    inside = el("ul", rows, cls="tk-list em-groups") if rows else el("p", say("table.pool_empty"))
    how = el("p", say("table.pool_how"), cls="tk-small tk-soft")
    return el("section", el("h4", say("table.pool")), how, inside, data_key="pool")


def one_line_pool_html(view: GameView, creatures: CreaturesById) -> Markup | None:
    """Render the Pool in one line if it is small, otherwise return None."""
    if not 0 < len(view.pool) <= _MAX_SMALL_POOL:
        return None
    items = [
        el("li", creature_svg(creature.id), _names([creature]), victory_points_text(creature.value))
        for creature in (creatures[name] for name in view.pool)
    ]
    label = say("table.pool_few")
    listed = el("ul", items, cls="tk-list em-few", aria_label=label)
    return el("div", el("b", label, cls="tk-small"), listed, cls="em-few-row")


def folded_pool_html(
    view: GameView, creatures: CreaturesById, *, is_discarding: bool = False, shows_hand: bool = True
) -> Markup:
    """Render the Pool of creatures, with one foldable line for each value in Victory Points.

    Above the lines it says what the hand can pay for now (or, if the player `is_discarding`, in the next
    turn; nothing after a call, or unless the page `shows_hand`), what the signs of costs mean, and that
    creatures are assumed.
    """
    pool = [creatures[name] for name in view.pool]
    paid = payable_creatures(pool, view.hand, Variant.resolve(view.variant).wilds)
    tiles = [
        el("li", expandable_creature_tile(creature, f"paid:{creature.id}", shows_points=True))
        for creature in paid
    ]
    later = is_discarding or view.current != view.player or view.has_conjured or view.has_refreshed
    said = f"table.paid{'_later' if later else ''}{'' if paid else '_none'}"
    pays = None if view.has_been_called or not shows_hand else el("p", say(said), cls="tk-small")
    groups = sorted(_by_value(view, creatures).items(), reverse=True)
    lines = [_folded_group(value, group, view if pays else None) for value, group in groups]
    assumed = any(map(assumed_creature_parts, pool))
    signs = f"{say('creature.points_told')} {say('cost.legend')}"
    notes = [signs, say("creature.assumed_all") if assumed else None]
    paragraphs = [el("p", note, cls="tk-small tk-soft") for note in notes if note]
    inside: Child = el("p", say("table.pool_empty"))
    if lines:
        payable = el("ul", tiles, cls="tk-list em-creatures", data_roving=True) if paid and pays else None
        inside = [pays, payable, *paragraphs, el("div", lines, data_roving=True)]
    return el("section", el("h4", say("table.pool")), inside, data_key="pool")


def payable_creatures(creatures: Iterable[Creature], hand: Sequence[str], wilds: int) -> list[Creature]:
    """Return the creatures that a hand can pay for with at most `wilds` Archmages, the highest first."""
    paid = (one for one in creatures if next(possible_payments(hand, one.cost, max_wilds=wilds), None))
    return sorted(paid, key=lambda creature: -creature.value)


def _folded_group(value: int, group: Sequence[Creature], view: GameView | None) -> Markup:
    """Render the creatures of one value, folded; with a view, also what its hand holds of their costs."""
    points = el("b", say("creature.points", n=value), cls="em-points")
    summary = el("summary", points, " ", el("span", _names(group), cls="em-names"))
    terms = TermMarker("ember", f"worth:{value}")
    items = [
        el(
            "li",
            full_creature_html(creature, marks_assumed=False, terms=terms),
            _held_html(creature, view) if view else None,
        )
        for creature in group
    ]
    listed = el("ul", items, cls="tk-list em-groups")
    return el("details", summary, listed, cls="em-fold", data_key=f"worth:{value}")


def _held_html(creature: Creature, view: GameView) -> Markup | None:
    """Render how many cards of a creature's cost the viewer holds; None if the viewer can pay the whole
    cost.
    """
    size, missing = creature.cost.size, min_missing_cards(view.hand, creature.cost)
    return el("p", say("table.paid_part", n=size - missing, all=size), cls="tk-small") if missing else None


def _names(group: Sequence[Creature]) -> list[Markup]:
    return [
        el("span", creature.name(), " ", el("span", str(creature.cost), cls="em-cost"), " ", cls="em-brief")
        for creature in group
    ]


def _by_value(view: GameView, known: CreaturesById) -> dict[int, list[Creature]]:
    groups: dict[int, list[Creature]] = {}
    for name in view.pool:
        groups.setdefault(known[name].value, []).append(known[name])
    return groups


def creature_row_html(seat: PublicPlayerInfo, creatures: CreaturesById) -> Markup | None:
    """Render a player's creatures in play as a row of small pictures with their current points, or None
    without creatures.
    """
    if not seat.creatures:
        return None
    items = [
        el(
            "li",
            creature_svg(creature.id, creatures[creature.id].name()) if creature.id else None,
            str(creature.points),
            cls="" if creature.is_face_up else "em-down",
        )
        for creature in seat.creatures
    ]
    label = say("table.mine")
    return el(
        "div", el("span", label, cls="tk-soft"), el("ul", items, cls="tk-list em-mine", aria_label=label)
    )
