"""Draw a table that its game declares with zones: rows, piles and decks in front of their players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import attrs

from twingkit.core.acts import ActChoice, Choice
from twingkit.core.questions import Question
from twingkit.core.zones.views import TableView, ValueView, ZoneView
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import join_names, say

ZONES_CSS = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
"""The style of the picture."""

_ACTIVE_SEAT_VALUE_NAME = "current"
"""The name of the table value that contains the active seat."""

_MAX_BACKS = 6
"""Drawn side by side."""

_MAX_FULL_SIZE_ROW = 12
"""In pieces."""


@attrs.frozen
class ZoneTablePictures:
    """A class that draws a table declared as zones, with the functions that name and draw the game's
    pieces.
    """

    piece_html: Callable[[str], Markup]
    """Draws a piece with its name."""
    zone_label: Callable[[str], str]
    """Returns the capitalized name of a zone, a value or a seat."""
    value_text: Callable[[object], Child]
    """Returns a value in words."""
    name_by_seat: Mapping[str, str]
    """The names of people, by seat."""

    def table(self, view: TableView, size: str) -> Markup:
        """Return the whole table: the other players, the shared zones, and last the viewer's zones."""
        others, own = self._seats(view)
        return _framed([others, self._middle(view), own], size)

    def shared_zones_html(self, view: TableView) -> Markup | None:
        """Return the zones and values that belong to no player, or None if there are none."""
        middle = self._middle(view)
        return _framed([middle], "page") if middle else None

    def others_and_own_html(self, view: TableView, is_game_over: bool) -> tuple[Markup | None, Markup | None]:
        """Return the zones of the other players and those of the viewer, each None if there are none.

        No turn is marked if the game is `is_game_over`.
        """
        values = tuple(value for value in view.values if not (is_game_over and _tells_turn(value, view)))
        others, own = self._seats(attrs.evolve(view, values=values))
        return others and _framed([others], "page"), own and _framed([own], "page")

    def played_html(self, view: TableView, played_pieces: Iterable[tuple[int, str]], label: str) -> Markup:
        """Return pieces in a row with a label, each with the name of the player who played it."""
        seats, pieces = zip(*played_pieces, strict=True)
        row = self._row(pieces, [self._name(view, seat) for seat in seats])
        return _framed([el("div", el("span", label, cls="tk-label"), row, cls="tk-zone")], "page")

    def _seats(self, view: TableView) -> tuple[Markup | None, Markup | None]:
        count = len(view.seats)
        order = [(view.player + step) % count for step in range(1, count + 1)]
        own = self._seat(view, order.pop()) if view.player >= 0 else None
        others = el("div", [self._seat(view, seat) for seat in order], cls="tk-zones-others")
        return others if order else None, own

    def _middle(self, view: TableView) -> Markup | None:
        lying = [part for part in (self._values(view, None), self._zones(view, None)) if part]
        if not lying:
            return None
        label = say("zones.middle")
        return el("div", lying, cls="tk-zones-middle", role="group", aria_label=label, data_key="middle")

    def _seat(self, view: TableView, seat: int) -> Markup:
        name = self._name(view, seat)
        who = say("zones.own", who=name) if seat == view.player else name
        turn = any(_tells_turn(value, view) and value.value == seat for value in view.values)
        chip = el("span", say("zones.turn"), cls="tk-chip tk-chip-main") if turn else None
        team = next((team for team in view.teams if seat in team and len(team) > 1), ())
        return el(
            "div",
            el("header", el("b", who), " ", chip, self._team(view, seat, team), self._values(view, seat)),
            self._zones(view, seat),
            cls="tk-zones-seat tk-zones-turn" if turn else "tk-zones-seat",
            role="group",
            aria_label=who,
            data_key=f"seat:{seat}",
        )

    def _name(self, view: TableView, seat: int) -> str:
        name = view.seats[seat]
        return self.name_by_seat.get(name) or self.zone_label(name)

    def _team(self, view: TableView, seat: int, team: Sequence[int]) -> Markup | None:
        """Return a note on the teammates of a seat; None for the viewer, because the teammates' seats already
        say so.
        """
        names = (view.seats[other] for other in team if other != seat)
        others = [self.name_by_seat.get(name) or str(self.value_text(name)) for name in names]
        if not others or seat == view.player:
            return None
        text = say("zones.partner") if view.player in team else say("zones.team", who=join_names(others))
        return el("span", text, cls="tk-small tk-soft")

    def _values(self, view: TableView, seat: int | None) -> Markup | None:
        told = [value for value in view.values if value.seat == seat and _tells(value, view)]
        items = [
            el(
                "div",
                el("dt", self.zone_label(value.name)),
                None if value.value is True else el("dd", self.value_text(value.value)),
            )
            for value in told
        ]
        return el("dl", items, cls="tk-zone-values") if items else None

    def _zones(self, view: TableView, seat: int | None) -> Markup | None:
        zones = [self._zone(view, zone) for zone in view.zones if zone.seat == seat and _total(zone)]
        return el("div", zones, cls="tk-zones-row") if zones else None

    def _zone(self, view: TableView, zone: ZoneView) -> Markup:
        """Return a zone with its name, and the number of its pieces if they are not all visible."""
        label, total = self.zone_label(zone.name), _total(zone)
        counted = _piece_count_text(zone)
        style = "tk-zone"
        inside: Child
        if zone.is_deck or (zone.is_pile and zone.hidden_count):
            inside = [self._deck(zone), el("small", counted)]
        elif zone.is_pile:
            inside = self._pile(zone, counted)
        else:
            long = total > _MAX_FULL_SIZE_ROW
            style += " tk-zone-long" if long else ""
            seen = self._row(zone.known_pieces, self._laid_by(view, zone))
            number = el("small", counted) if long or zone.hidden_count else None
            inside = [
                seen,
                el("div", _backs(zone.hidden_count), " ", number, cls="tk-row") if number else None,
            ]
        return el(
            "div",
            el("span", label, cls="tk-label"),
            " ",
            inside,
            cls=style,
            role="group",
            aria_label=f"{label}: {counted}",
        )

    def _deck(self, zone: ZoneView) -> Markup:
        return el(
            "div",
            self._row(zone.known_pieces, [say("zones.top")] * len(zone.known_pieces)),
            _backs(min(1, zone.hidden_count)),
            self._row(zone.bottom_pieces, [say("zones.bottom")] * len(zone.bottom_pieces)),
            cls="tk-zone-deck",
        )

    def _pile(self, zone: ZoneView, counted: str) -> Child:
        """Return the top piece of a pile, and a collapsed list of all pieces labelled with their number."""
        if len(zone.known_pieces) == 1:
            return [el("div", self.piece_html(zone.known_pieces[-1])), el("small", counted)]
        last = el("div", self.piece_html(zone.known_pieces[-1]), cls="tk-zone-pile")
        seat = "" if zone.seat is None else zone.seat
        key = f"zone:{zone.name}:{seat}"
        return [last, el("details", el("summary", counted), self._row(zone.known_pieces[::-1]), data_key=key)]

    def _row(self, pieces: Iterable[str], notes: Iterable[str] = ()) -> Markup | None:
        said = list(notes)
        items = [
            el("li", el("small", said[place]) if said else None, self.piece_html(piece))
            for place, piece in enumerate(pieces)
        ]
        return el("ul", items, cls="tk-list tk-zone-cards") if items else None

    def _laid_by(self, view: TableView, zone: ZoneView) -> list[str]:
        """Return the names of the players who placed the pieces of a zone, in order; empty unless the zone
        records this for every piece.
        """
        if len(zone.played_by) != len(zone.known_pieces):
            return []
        return [self._name(view, seat) for seat in zone.played_by]


def chosen_piece(question: Question, answer: object, view: object) -> str | None:
    """Return the piece that an answer names if the question is a choice among the pieces of the player's own
    zones; None otherwise.
    """
    if not isinstance(view, TableView) or not isinstance(question, ActChoice):
        return None
    own = {piece for zone in view.zones if zone.seat == view.player for piece in zone.known_pieces}
    chosen = answer.things if isinstance(answer, Choice) else ()
    return chosen[0] if len(chosen) == 1 and own.intersection(question.choices, chosen) else None


def without_own_zones_of(view: TableView, pieces: Collection[str]) -> TableView:
    """Return the view without the viewer's zones all of whose pieces are in `pieces`."""
    zones = tuple(
        zone
        for zone in view.zones
        if zone.seat != view.player
        or zone.is_pile
        or zone.is_deck
        or zone.hidden_count
        or not set(zone.known_pieces).issubset(pieces)
    )
    return attrs.evolve(view, zones=zones)


def _framed(parts: Iterable[Child], size: str) -> Markup:
    return el("div", parts, cls=f"tk-zones tk-zones-{size}")


def _tells_turn(value: ValueView, view: TableView) -> bool:
    return (value.name, value.seat) == (_ACTIVE_SEAT_VALUE_NAME, None) and value.value in range(
        len(view.seats)
    )


def _tells(value: ValueView, view: TableView) -> bool:
    number = isinstance(value.value, int) and value.value is not False
    return (bool(value.value) or number) and not _tells_turn(value, view)


def _total(zone: ZoneView) -> int:
    return len(zone.known_pieces) + zone.hidden_count + len(zone.bottom_pieces)


def _piece_count_text(zone: ZoneView) -> str:
    """Return the number of pieces in a zone and how many of them are face down, in words."""
    total = _total(zone)
    if zone.hidden_count == total:
        return say("zones.closed", n=total)
    counted = say("zones.open", n=total)
    return f"{counted}, {say('zones.hidden', n=zone.hidden_count)}" if zone.hidden_count else counted


def _backs(count: int) -> Markup | None:
    """Return `count` card backs as a picture that screen readers skip, because the number is shown
    beside it.
    """
    if not count:
        return None
    backs = [el("span", cls="tk-zone-back")] * min(count, _MAX_BACKS)
    return el("span", backs, cls="tk-zone-backs", aria_hidden="true")
