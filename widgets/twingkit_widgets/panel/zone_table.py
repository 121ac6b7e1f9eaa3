"""The picture of a table that its game declares with zones: rows, piles and decks before their players."""

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
"""The value of a table that is the seat whose turn it is."""

MAX_BACKS = 6
"""The largest number of backs that are drawn side by side."""

LONG_ROW = 12
"""The largest number of pieces in a row that are drawn in full size."""


@attrs.frozen
class ZonePictures:
    """What a game calls its things, and how it draws them."""

    thing: Callable[[str], Markup]
    """The picture and the words of a piece."""
    called: Callable[[str], str]
    """The name of a zone, a value or a seat, with a capital."""
    value: Callable[[object], Child]
    """A value in words."""
    names: Mapping[str, str]
    """The names of people, by seat."""

    def table(self, view: TableView, size: str) -> Markup:
        """The whole table: the others, the middle, and last the zones of who looks."""
        others, own = self._seats(view)
        return _framed([others, self._middle(view), own], size)

    def middle(self, view: TableView) -> Markup | None:
        """What belongs to no player; None where there is nothing."""
        middle = self._middle(view)
        return _framed([middle], "page") if middle else None

    def seats(self, view: TableView, over: bool) -> Markup:
        """The players, who looks last; when the game is `over`, it is nobody's turn."""
        values = tuple(value for value in view.values if not (over and _tells_turn(value, view)))
        return _framed(self._seats(attrs.evolve(view, values=values)), "page")

    def _seats(self, view: TableView) -> tuple[Markup | None, Markup | None]:
        """The other players, and who looks."""
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
        """A player: who it is, whether it is its turn, its values and its zones."""
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
        """The open values of a player or of the middle; those that say nothing are left out."""
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
        """A zone with its name, and the number of its pieces where one does not see it."""
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
        """A pile of backs, and the cards at its ends that are known."""
        return el(
            "div",
            self._row(zone.pieces, [say("zones.top")] * len(zone.pieces)) if zone.pieces else None,
            _backs(1) if zone.hidden else None,
            self._row(zone.beneath, [say("zones.bottom")] * len(zone.beneath)) if zone.beneath else None,
            cls="tk-zone-deck",
        )

    def _pile(self, zone: ZoneView, counted: str) -> Child:
        """The last piece, and all of them behind their number."""
        if len(zone.pieces) == 1:
            return [el("div", self.thing(zone.pieces[-1])), el("small", counted)]
        last = el("div", self.thing(zone.pieces[-1]), cls="tk-zone-pile")
        seat = "" if zone.seat is None else zone.seat
        key = f"zone:{zone.name}:{seat}"
        return [last, el("details", el("summary", counted), self._row(zone.pieces[::-1]), data_key=key)]

    def _row(self, pieces: Iterable[str], notes: Iterable[str] = ()) -> Markup:
        """Pieces side by side, each below its note."""
        said = list(notes)
        items = [
            el("li", el("small", said[place]) if said else None, self.thing(piece))
            for place, piece in enumerate(pieces)
        ]
        return el("ul", items, cls="tk-list tk-zone-cards")

    def _laid_by(self, view: TableView, zone: ZoneView) -> list[str]:
        """Who laid each of the pieces, in a zone that tells it of all."""
        if len(zone.played_by) != len(zone.pieces):
            return []
        return [self._name(view, seat) for seat in zone.played_by]


def chosen_piece(question: Question, answer: str, view: object) -> str | None:
    """The piece that an answer names, if the question only chooses one among pieces of the own zones: then
    the name of the piece says enough."""
    if not isinstance(view, TableView) or not isinstance(question, ListedChoice):
        return None
    own = {piece for zone in view.zones if zone.seat == view.player for piece in zone.pieces}
    word, _, piece = answer.partition(" ")
    return piece if word == question.word and piece in own.intersection(question.choices) else None


def _framed(parts: Iterable[Child], size: str) -> Markup:
    return el("div", parts, cls=f"tk-zones tk-zones-{size}")


def _tells_turn(value: ValueView, view: TableView) -> bool:
    """True for the value that is the seat whose turn it is."""
    return (value.name, value.seat) == (CURRENT, None) and value.value in range(len(view.seats))


def _tells(value: ValueView, view: TableView) -> bool:
    """True for a value that is shown: a number, or anything that is not empty."""
    number = isinstance(value.value, int) and value.value is not False
    return (bool(value.value) or number) and not _tells_turn(value, view)


def _total(zone: ZoneView) -> int:
    return len(zone.pieces) + zone.hidden + len(zone.beneath)


def _counted(zone: ZoneView) -> str:
    """How many pieces lie there, and how many of them face down."""
    total = _total(zone)
    if not total:
        return say("zones.empty")
    if zone.hidden == total:
        return say("zones.closed", n=total)
    counted = say("zones.open", n=total)
    return f"{counted}, {say('zones.hidden', n=zone.hidden)}" if zone.hidden else counted


def _backs(count: int) -> Markup | None:
    """Cards face down, for the eye alone: their number is said beside them."""
    if not count:
        return None
    backs = [el("span", cls="tk-zone-back")] * min(count, MAX_BACKS)
    return el("span", backs, cls="tk-zone-backs", aria_hidden="true")
