"""Draw a table that its game declares with zones: rows, piles and decks in front of their players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import attrs

from twingkit.core.questions import Question
from twingkit.core.text_questions import ListedChoice
from twingkit.core.zones.views import TableView, ValueView, ZoneView
from twingkit_widgets.panel.markup import Attribute, Child, Markup, el
from twingkit_widgets.panel.wording import say

ZONES_CSS = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
"""The style of the picture."""

CURRENT = "current"
"""The name of the table value that is the active seat."""

MAX_BACKS = 6
"""The largest number of card backs drawn side by side."""

LONG_ROW = 12
"""The largest number of pieces in a row drawn at full size."""


@attrs.frozen
class ZonePictures:
    """How a game names and draws its things."""

    thing: Callable[[str], Markup]
    """Draws a piece with its name."""
    called: Callable[[str], str]
    """Returns the capitalized name of a zone, a value or a seat."""
    value: Callable[[object], Child]
    """Returns a value in words."""
    names: Mapping[str, str]
    """The names of people, by seat."""

    def table(self, view: TableView, size: str) -> Markup:
        """Return the whole table: the others, the middle, and last the viewer's zones."""
        others, own = self._seats(view)
        return _framed([others, self._middle(view), own], size)

    def middle(self, view: TableView) -> Markup | None:
        """Return what belongs to no player, or None."""
        middle = self._middle(view)
        return _framed([middle], "page") if middle else None

    def seats(self, view: TableView, over: bool) -> Markup:
        """Return the players, the viewer last; no turn is marked when the game is `over`."""
        values = tuple(value for value in view.values if not (over and _tells_turn(value, view)))
        return _framed(self._seats(attrs.evolve(view, values=values)), "page")

    def _seats(self, view: TableView) -> tuple[Markup | None, Markup | None]:
        """Return the other players, and the viewer."""
        count = len(view.seats)
        order = [(view.player + step) % count for step in range(1, count + 1)]
        own = self._seat(view, order.pop()) if view.player >= 0 else None
        others = el("div", [self._seat(view, seat) for seat in order], cls="tk-zones-others")
        return others if order else None, own

    def _middle(self, view: TableView) -> Markup | None:
        lying = [part for part in (self._values(view, None), self._zones(view, None)) if part]
        about: dict[str, Attribute] = {
            "role": "group",
            "aria_label": say("zones.middle"),
            "data_key": "middle",
        }
        return el("div", lying, cls="tk-zones-middle", **about) if lying else None

    def _seat(self, view: TableView, seat: int) -> Markup:
        """Return a player: name, turn marker, values and zones."""
        name = self._name(view, seat)
        who = say("zones.own", who=name) if seat == view.player else name
        turn = any(_tells_turn(value, view) and value.value == seat for value in view.values)
        chip = el("span", say("zones.turn"), cls="tk-chip tk-chip-main") if turn else None
        return el(
            "div",
            el("header", el("b", who), " ", chip, self._values(view, seat)),
            self._zones(view, seat),
            cls="tk-zones-seat tk-zones-turn" if turn else "tk-zones-seat",
            role="group",
            aria_label=who,
            data_key=f"seat:{seat}",
        )

    def _name(self, view: TableView, seat: int) -> str:
        name = view.seats[seat]
        return self.names.get(name) or self.called(name)

    def _values(self, view: TableView, seat: int | None) -> Markup | None:
        """Return the open values of a player or of the middle, without empty ones."""
        told = [value for value in view.values if value.seat == seat and _tells(value, view)]
        items = [
            el(
                "div",
                el("dt", self.called(value.name)),
                None if value.value is True else el("dd", self.value(value.value)),
            )
            for value in told
        ]
        return el("dl", items, cls="tk-zone-values") if items else None

    def _zones(self, view: TableView, seat: int | None) -> Markup | None:
        zones = [self._zone(view, zone) for zone in view.zones if zone.seat == seat]
        return el("div", zones, cls="tk-zones-row") if zones else None

    def _zone(self, view: TableView, zone: ZoneView) -> Markup:
        """Return a zone with its name, and the number of its pieces if they are not all visible."""
        label, total = self.called(zone.name), _total(zone)
        counted = _counted(zone)
        style = "tk-zone"
        inside: Child
        if not total:
            style += " tk-zone-empty"
            inside = el("small", counted, cls="tk-hidden")
        elif zone.deck or (zone.pile and zone.hidden):
            inside = [self._deck(zone), el("small", counted)]
        elif zone.pile:
            inside = self._pile(zone, counted)
        else:
            long = total > LONG_ROW
            style += " tk-zone-long" if long else ""
            seen = self._row(zone.pieces, self._laid_by(view, zone)) if zone.pieces else None
            number = el("small", counted) if long or zone.hidden else None
            inside = [seen, el("div", _backs(zone.hidden), " ", number, cls="tk-row") if number else None]
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
        """Return a pile of card backs, and the known cards at its ends."""
        return el(
            "div",
            self._row(zone.pieces, [say("zones.top")] * len(zone.pieces)) if zone.pieces else None,
            _backs(1) if zone.hidden else None,
            self._row(zone.beneath, [say("zones.bottom")] * len(zone.beneath)) if zone.beneath else None,
            cls="tk-zone-deck",
        )

    def _pile(self, zone: ZoneView, counted: str) -> Child:
        """Return the top piece, and all pieces folded under their number."""
        if len(zone.pieces) == 1:
            return [el("div", self.thing(zone.pieces[-1])), el("small", counted)]
        last = el("div", self.thing(zone.pieces[-1]), cls="tk-zone-pile")
        seat = "" if zone.seat is None else zone.seat
        key = f"zone:{zone.name}:{seat}"
        return [last, el("details", el("summary", counted), self._row(zone.pieces[::-1]), data_key=key)]

    def _row(self, pieces: Iterable[str], notes: Iterable[str] = ()) -> Markup:
        """Return pieces side by side, each below its note."""
        said = list(notes)
        items = [
            el("li", el("small", said[place]) if said else None, self.thing(piece))
            for place, piece in enumerate(pieces)
        ]
        return el("ul", items, cls="tk-list tk-zone-cards")

    def _laid_by(self, view: TableView, zone: ZoneView) -> list[str]:
        """Return who placed each of the pieces, if the zone records that for all."""
        if len(zone.played_by) != len(zone.pieces):
            return []
        return [self._name(view, seat) for seat in zone.played_by]


def chosen_piece(question: Question, answer: str, view: object) -> str | None:
    """Return the piece that an answer names, if the question only chooses among the player's own pieces, so
    that the name suffices; else None.
    """
    if not isinstance(view, TableView) or not isinstance(question, ListedChoice):
        return None
    own = {piece for zone in view.zones if zone.seat == view.player for piece in zone.pieces}
    word, _, piece = answer.partition(" ")
    return piece if word == question.word and piece in own.intersection(question.choices) else None


def _framed(parts: Iterable[Child], size: str) -> Markup:
    return el("div", parts, cls=f"tk-zones tk-zones-{size}")


def _tells_turn(value: ValueView, view: TableView) -> bool:
    """True for the value that is the active seat."""
    return (value.name, value.seat) == (CURRENT, None) and value.value in range(len(view.seats))


def _tells(value: ValueView, view: TableView) -> bool:
    """True for a value worth showing: a number, or anything that is not empty."""
    number = isinstance(value.value, int) and value.value is not False
    return (bool(value.value) or number) and not _tells_turn(value, view)


def _total(zone: ZoneView) -> int:
    return len(zone.pieces) + zone.hidden + len(zone.beneath)


def _counted(zone: ZoneView) -> str:
    """Return how many pieces a zone has, and how many of them are face down."""
    total = _total(zone)
    if not total:
        return say("zones.empty")
    if zone.hidden == total:
        return say("zones.closed", n=total)
    counted = say("zones.open", n=total)
    return f"{counted}, {say('zones.hidden', n=zone.hidden)}" if zone.hidden else counted


def _backs(count: int) -> Markup | None:
    """Return card backs, hidden from screen readers; the number is given beside them."""
    if not count:
        return None
    backs = [el("span", cls="tk-zone-back")] * min(count, MAX_BACKS)
    return el("span", backs, cls="tk-zone-backs", aria_hidden="true")
