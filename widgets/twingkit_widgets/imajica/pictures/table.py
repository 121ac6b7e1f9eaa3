"""The table of Imajica as one Autarch sees it: the Circle, every Realm, and the current fight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import DOMINIONS
from twingkit.imajica.rules.values import WINNING_DOMINIONS_BY_FORM, covered_dominions
from twingkit.imajica.variants.variant import Variant
from twingkit.imajica.view import GameView, PieceView, PublicPlayerInfo
from twingkit_widgets.imajica.pictures.cards import (
    STATS_BY_KIND,
    card_chip_html,
    hand_html,
    icon_legend_html,
    make_chip_expandable,
)
from twingkit_widgets.imajica.pictures.drawing import card_back_svg
from twingkit_widgets.imajica.words import say, seat_name, token_name
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.panel.wording import capitalize_first, join_names

NO_SEAT_NAMES: Mapping[str, str] = {}
"""No names that replace those of seats."""

_MAX_UNFOLDED_SITES = 3
"""Number of secured Sites above which a small table shows Holders only in opened Sites."""


def table_html(view: GameView, size: str = "page", names: Mapping[str, str] = NO_SEAT_NAMES) -> Markup:
    """Render all face-up cards and the viewer's own hand.

    The size "small" leaves out the legend and empty areas. `names` replace the names of seats.
    """
    label = say("table.hand_label")
    tag = "h4" if size == "page" else "p"  # a small table stands where no heading leads to it
    head = el(tag, label, cls="im-label")
    hand = el("section", head, hand_html(view.hand, label), cls="im-own") if view.hand else None
    return el(
        "div",
        _phase_html(view),
        fight_html(view, tag) if view.fight else None,
        hand,
        circle_sites_html(view, names, tag),
        realms_html(view, names, brief=size != "page" and _secured(view) > _MAX_UNFOLDED_SITES),
        icon_legend_html() if size == "page" else None,
        cls="im-table" if size == "page" else "im-table im-compact",
    )


def _phase_html(view: GameView) -> Markup:
    """Render the round, the phase, and the announced cards that are waiting to resolve."""
    waiting = join_names([token_name(name) for name in view.waiting_cards])
    return el(
        "p",
        say("table.round", n=view.round, phase=say(f"table.phase_{view.phase}")),
        [" · ", el("b", say("table.waiting", cards=waiting))] if waiting else None,
        cls="tk-small im-phase",
    )


def circle_sites_html(
    view: GameView, names: Mapping[str, str] = NO_SEAT_NAMES, heading: str = "h4"
) -> Markup:
    """Render the Sites in the Circle by Dominion, each with its Paths."""
    laid = _cards_by_host(view)
    sites = sorted((piece for piece in view.pieces if piece.area == "circle"), key=_order)
    items = [el("li", _site_html(site, laid, view, names)) for site in sites]
    label = say("table.circle")
    inside = el("ul", items, cls="tk-list im-chips", aria_label=label)
    return el(
        "section",
        el(heading, label, cls="im-label"),
        inside if items else el("p", say("table.circle_empty"), cls="tk-small tk-soft"),
        cls="im-circle" if items else "im-circle im-none",
        data_key="circle",
        data_roving=True,
    )


def realms_html(
    view: GameView, names: Mapping[str, str] = NO_SEAT_NAMES, *, brief: bool = False
) -> list[Markup]:
    """Render every Realm, the viewer's first; with `brief`, Holders are hidden until their Site is
    expanded.
    """
    count = len(view.seats)
    order = [view.seats[(max(view.player, 0) + step) % count] for step in range(count)]
    return [_seat(seat, view, names, brief) for seat in order]


def _secured(view: GameView) -> int:
    return sum(piece.area == "state" and not piece.site_or_host for piece in view.pieces)


def autarch_name(seat: int, view: GameView, names: Mapping[str, str] = NO_SEAT_NAMES) -> str:
    """Return the display name of the Autarch at this seat, "you" for the viewer unless `names` replaces
    it.
    """
    autarch = view.seats[seat]
    return names.get(autarch.name) or seat_name(autarch.name, seat == view.player)


def _piece_html(piece: PieceView, notes: Iterable[Child] = (), inside: Child = None) -> Markup:
    """Render a card in play that opens to its text and the `inside` content; a hidden Path shows its back."""
    card = load_cards().get(piece.card_id)
    if card is None:
        back = el("span", card_back_svg(), cls="im-picture")
        head = el("span", el("b", token_name(piece.token)), cls="im-name")
        small = el("span", [el("small", note) for note in notes], cls="im-small")
        return el("span", back, el("span", head, small, cls="im-words"), cls="im-chip")
    chip_notes = [*notes]
    if len(piece.current_values) > len(STATS_BY_KIND.get(card.kind, ())):
        chip_notes += filter(None, [influence_note(piece.current_values[0], piece.current_values[-1])])
    if piece.pivoted:
        chip_notes.append(say("card.pivoted"))
    if piece.damage:
        chip_notes.append(say("card.damage", n=piece.damage))
    name = token_name(piece.token)
    chip = card_chip_html(
        card, values=piece.current_values, shown_name=name, notes=chip_notes, is_pivoted=piece.pivoted
    )
    return make_chip_expandable(chip, card, f"piece:{piece.token}", inside)


def influence_note(magic: int, influence: int) -> str:
    """Return a note that explains why an Autarch's influence differs from the Magic, or "" if they are
    equal.
    """
    change = f"{influence - magic:+}".replace("-", "−")
    return say("table.influence", n=influence, magic=magic, change=change) if influence != magic else ""


def fight_sum_text(tokens: Collection[str], view: GameView) -> str:
    """Return the total of these characters in the current fight as text; for several characters as a sum: "2
    + 3 = 5".
    """
    place = -1 if view.fight[0] == "seizure" else 1
    parts = [piece.current_values[place] for piece in view.pieces if piece.token in tokens]
    return f"{' + '.join(map(str, parts))} = {sum(parts)}" if len(parts) > 1 else str(sum(parts))


def fight_html(view: GameView, heading: str = "h4") -> Markup:
    """Render the current challenge or seizure: the Autarchs, the characters and the total of each side, and
    the Paths and permanents at its target.
    """
    kind, focus, *rest = view.fight
    place = rest.index("vs")
    mine, theirs = rest[:place], rest[place + 1 :]
    facts = {"needed": view.fight_totals[-1], "site": token_name(focus)}
    keys = ("challengers", "challenged") if kind == "challenge" else ("seizers", "contesters")
    sides = []
    for key, tokens in zip(keys, (mine, theirs), strict=True):
        word = "seizers_alone" if key == "seizers" and view.needs_no_influence else key
        text = say(f"table.{word}", n=fight_sum_text(tokens, view), **facts)
        if not tokens and key == "contesters":
            text = say("table.no_contester")
        pieces = [piece for piece in view.pieces if piece.token in tokens]
        if pieces:
            who = [autarch_name(seat, view) for seat in dict.fromkeys(piece.controller for piece in pieces)]
            text = f"{capitalize_first(join_names(who))} · {text}"
        chips = [el("li", _piece_html(piece)) for piece in pieces]
        sides.append(el("div", el("b", text), el("ul", chips, cls="tk-list im-chips"), cls="im-side"))
    title = say(f"table.fight_{kind}", **facts)
    head = el(heading, title, cls="im-label")
    return el(
        "section",
        head,
        el("div", sides, cls="im-sides"),
        _attached_html(focus, _cards_by_host(view), view),
        cls="im-fight",
        data_key="fight",
        data_roving=True,
    )


# -- one Realm


def dominions_html(seat: PublicPlayerInfo, view: GameView, place: str = "realm") -> Markup:
    """Render the five Dominions of an Autarch, marked by whether they are controlled, and the number needed
    to win, which opens the meaning of the word; `place` keeps its key apart.

    The five numerals are filled if an unpivoted Site counts for them, and half filled if they
    belong to a Border Site that counts for its other Dominion.
    """
    known = load_cards()
    homes = [
        known[piece.card_id].home_dominions
        for piece in view.pieces
        if piece.area == "state" and piece.controller == seat.seat and not piece.pivoted
        if known[piece.card_id].kind == "site"
    ]
    victory = Variant.resolve(view.variant).victory
    filled = covered_dominions(homes, victory)
    half = {number for home in homes for number in home}.difference(filled)
    badges = [
        el("span", number, cls=f"im-dominion im-d{number}" if number in filled else
           f"im-dominion im-half im-d{number}" if number in half else "im-dominion im-open")
        for number in DOMINIONS
    ]  # fmt: skip
    goal = WINNING_DOMINIONS_BY_FORM[victory]
    listed = join_names([str(number) for number in filled])
    key = "table.dominions_one" if len(filled) == 1 else "table.dominions"
    key = key if filled else "table.dominions_none"
    label = say(key, list=listed)
    if half:
        label = f"{label}; {say('table.dominions_half')}"
    shown, hidden = el("span", badges, aria_hidden="true"), el("span", label, cls="tk-hidden")
    count = say("table.dominions_count", n=min(len(filled), goal), goal=goal)
    opener = el("small", TermMarker("imajica").name_button("dominion", count, f"{place}:{seat.seat}"))
    why = el("small", say("table.dominions_half"), aria_hidden="true") if half else None
    return el("span", shown, opener, why, hidden, cls="im-home", title=label)


def _seat(seat: PublicPlayerInfo, view: GameView, names: Mapping[str, str], brief: bool) -> Markup:
    active = seat.seat == view.current and view.phase != "over"
    chips = [el("span", say("table.turn"), cls="tk-chip tk-chip-main")] if active else []
    chips += (
        [el("span", say("table.leads"), cls="tk-chip")] if seat.seat == view.leader and view.round else []
    )
    chips += [el("span", say("table.out"), cls="tk-chip")] if seat.is_out else []
    counts = say("table.counts", hand=seat.hand_count, destiny=seat.destiny_count, ovo=len(seat.ovo))
    marked = TermMarker("imajica", f"counts:{seat.seat}").mark_new_terms(counts)
    held = seat.hand_count or seat.destiny_count or seat.ovo
    name = autarch_name(seat.seat, view, names)
    areas = [
        _area(seat.seat, area, view, names, brief and area == "state")
        for area in ("state", "active", "reserve", "realm")
    ]
    empty = None if any(areas) else el("p", say("table.nothing"), cls="tk-small tk-soft im-none")
    return el(
        "section",
        el("header", el("b", name), chips, dominions_html(seat, view)),
        el("p", marked, cls="tk-small tk-soft" if held else "tk-small tk-soft im-none"),
        areas,
        empty,
        _ovo(seat, name, seat.seat == view.player),
        cls="im-seat im-seat-active" if active else "im-seat",
        data_key=f"seat:{seat.seat}",
    )


def _ovo(seat: PublicPlayerInfo, name: str, own: bool) -> Markup | None:
    if not seat.ovo:
        return None
    label = say("table.ovo_own") if own else say("table.ovo", who=name)
    cards = hand_html(tuple(reversed(seat.ovo)), label)
    return el("details", el("summary", label), cards, cls="im-ovo", data_key=f"ovo:{seat.seat}")


def _area(seat: int, area: str, view: GameView, names: Mapping[str, str], brief: bool) -> Markup | None:
    laid, known = _cards_by_host(view), load_cards()
    own = sorted(
        (piece for piece in view.pieces if piece.controller == seat and piece.area == area), key=_order
    )
    if area == "state":
        own = [piece for piece in own if known[piece.card_id].kind == "site"]
    if not own:
        return None
    items = [
        el("li", _site_html(piece, laid, view, names, brief))
        if area == "state"
        else el("li", _piece_html(piece), _attached_html(piece.token, laid, view, names))
        for piece in own
    ]
    turned = sum(piece.pivoted for piece in own) if area == "active" else 0
    able = "" if not turned else "_some" if turned < len(own) else "_none"
    label = say(f"table.brief.{area}" if brief else f"table.{area}{able}")
    cls = "tk-list im-chips im-state" if area == "state" and not brief else "tk-list im-chips"
    roving = None if brief else True  # arrow keys would reach hidden Holders
    listed = el("ul", items, cls=cls, aria_label=label, data_roving=roving)
    return el("div", el("b", label, cls="tk-label"), listed)


def _site_html(
    site: PieceView,
    laid: Mapping[str, list[PieceView]],
    view: GameView,
    names: Mapping[str, str],
    brief: bool = False,
) -> Markup:
    """Render a Site with Holders, Paths and permanents; with `brief` only opening it shows the Holders."""
    notes: list[Child] = []
    holders = [piece for piece in laid[site.token] if piece.area == "state"]
    if site.area == "state":
        influence = sum(piece.current_values[-1] for piece in holders)
        short = influence < site.current_values[0]  # possibly held alone, such as by a Maestro
        continuous = Variant.resolve(view.variant).hold_check == "continuous"
        usual = "holds_continuous" if continuous and not brief else "holds"
        key = "credit" if site.missing_influence else "holds_alone" if short else usual
        said = "table.brief" if brief else "table"
        notes.append(
            say(f"{said}.{key}", n=site.missing_influence or influence, needed=site.current_values[0])
        )
    inside = [
        el("li", _piece_html(holder), _attached_html(holder.token, laid, view, names)) for holder in holders
    ]
    held = el("ul", inside, cls="tk-list im-holders") if inside else None
    return el(
        "div",
        _piece_html(site, notes, _opened_html(site, held) if brief else None),
        None if brief else held,
        _attached_html(site.token, laid, view, names),
        cls="im-site",
    )


def _opened_html(site: PieceView, held: Markup | None) -> Markup:
    """Render what an opened Site shows: its Holders, and when the Site will be lost if it is held on
    credit.
    """
    credit = (
        f"{capitalize_first(say('table.credit', n=site.missing_influence))}."
        if site.missing_influence
        else ""
    )
    return join(el("p", credit, cls="tk-small") if credit else None, held)


def _attached_html(
    token: str, laid: Mapping[str, list[PieceView]], view: GameView, names: Mapping[str, str] = NO_SEAT_NAMES
) -> Markup | None:
    items = []
    for other in laid[token]:
        if other.area not in ("on", "path"):
            continue
        who = autarch_name(other.owner, view, names)
        if other.area == "path":
            yours = other.owner == view.player
            who = say("table.path_yours") if yours else say("table.path_of", who=who)
        items.append(el("li", _piece_html(other, [who])))
    return el("ul", items, cls="tk-list im-laid") if items else None


def _cards_by_host(view: GameView) -> Mapping[str, list[PieceView]]:
    laid: defaultdict[str, list[PieceView]] = defaultdict(list)
    for piece in view.pieces:
        if piece.site_or_host:
            laid[piece.site_or_host].append(piece)
    return laid


def _order(piece: PieceView) -> tuple[tuple[int, ...], str]:
    card: Card = load_cards()[piece.card_id]
    return card.home_dominions, card.id
