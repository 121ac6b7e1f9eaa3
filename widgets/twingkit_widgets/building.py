"""Changing a battle that is being built: every control of the builder as an action of a panel.

`battle_side` says how cards and places are named. A change that a rule forbids is kept in `refused`, to be
shown where the person looks; a change that makes no sense raises `StepFault`. Neither changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit import Refusal, twing
from twingkit_widgets.battle_builder import Draft, Offer, miromon_refusal, object_refusal, target_allows
from twingkit_widgets.battle_side import HELD, LAID, SPECIALS, ZONES, Card, SideDraft, at_place
from twingkit_widgets.game_steps import StepFault

PAST = 50
"""How many changes can be taken back."""


class Building:
    """What a panel needs to let a person build a battle; it says in `_changed` what a change leads to."""

    draft: Draft
    offer: Offer
    target: str = f"0:{LAID}"
    """Where a card of the tray goes that is tapped."""
    tray: str = ""
    """The element of the cards in the tray; "": that of the side the cards go to."""
    refused: Refusal | None = None
    """Why the last change was not made."""
    refused_of: int | None = None
    """The side that it was meant for; None if it was meant for none."""
    instead: str = ""
    """What the other side could do with the card that was refused, as a drop: `box:W6>1:laid`."""
    hint: str = ""
    """The key of what to do first, where a refusal's rule alone would not help; "" for nothing."""
    moved: str = ""
    """The key of what a change did besides what was asked for; "" for nothing."""
    moved_card: Card | str = ""
    """The card that it is about."""
    past: Sequence[Draft] = ()
    """What lay there before each change, the latest last."""
    _before: Draft | None = None
    """What lay there after the last change."""

    def _changed(self) -> None:
        """Called after every change of the draft."""
        raise NotImplementedError

    def _refuse(self, refusal: Refusal, place: int | None = None, instead: str = "") -> None:
        """Called instead, if a rule forbids the change that was meant for the side at `place`."""
        raise NotImplementedError

    def _forget(self) -> None:
        """Begin with the draft as it is: nothing can be taken back."""
        self.past, self._before = (), self.draft.copy()

    def _remember(self) -> None:
        """After a change: keep what lay there before, to be taken back."""
        if self._before is not None and self._before != self.draft:
            self.past = (*self.past, self._before)[-PAST:]
        self._before = self.draft.copy()

    def _take_back(self) -> None:
        """Take the last change back; there is one."""
        *past, last = self.past
        self.draft, self._before, self.past = last, last.copy(), past
        self._changed()

    # -- cards

    def act_target(self, value: object) -> None:
        """`1:held`: cards that are tapped go into the defender's hand; `1`: to the defender, laid or held as
        before."""
        text = str(value)
        place, zone = _place(text), text[2:] or self.target[2:]
        if zone not in ZONES:
            raise StepFault("fault.no_place")
        self._aim(place, zone)
        self.refused = None

    def _aim(self, place: int, zone: str) -> None:
        """Let the cards of the tray go there."""
        if place != int(self.target[0]):
            self.tray = ""
        self.target = f"{place}:{zone}"

    def act_tray(self, value: object) -> None:
        """`W`: the tray shows the water cards."""
        self.tray = _element(str(value))
        self.refused = None

    def act_take(self, value: object) -> None:
        """`box:F5`: this card of the tray goes where cards go."""
        self._move(str(value), self.target)

    def act_drop(self, value: object) -> None:
        """`box:F5>0:laid`: a card was dragged somewhere; `0:s1>box` takes it away."""
        source, sign, target = str(value).partition(">")
        if not sign:
            raise StepFault("fault.no_place")
        self._move(source, target)

    def act_tap(self, value: object) -> None:
        """`0:s1`: a laid card goes back where it came from, a held one is laid; a rider stays, on foot."""
        source = str(value)
        self._move(source, self.draft.back_of(source), alone=True)

    def act_away(self, value: object) -> None:
        """`0:s1`: the attacker's second spell goes back into the box; a rider stays, on foot."""
        self._move(str(value), "box", alone=True)

    def _move(self, source: str, target: str, alone: bool = False) -> None:
        if not source.startswith("box:"):
            self.draft.sides[_place(source)].card(source[2:])
        try:
            moved = self.draft.moved(source, target, alone)
        except Refusal as refusal:
            place = int(target[0])
            self._refuse(refusal, place, self._instead(source, target))
            no_spell = refusal.rule == "TW-BAT-5" and not place and not self.draft.sides[place].spells
            self.hint = "lab.first_spell" if no_spell else ""
            return
        self.moved, self.moved_card = self._besides(source, target, alone)
        self.draft = moved
        self._changed()
        self.moved = ""

    def _besides(self, source: str, target: str, alone: bool) -> tuple[str, Card | str]:
        """What a move does besides what was asked for, and to which card."""
        if source.removeprefix("box:") in SPECIALS and target[2:] == LAID:
            return "lab.not_laid", source.removeprefix("box:")
        if alone and source[2:3] == "u":
            unit = at_place(self.draft.sides[_place(source)].units, int(source[3:]))
            if unit.rider:
                return "lab.on_foot", unit.rider
        return "", ""

    def _instead(self, source: str, target: str) -> str:
        """What the other side could do with a card of the tray that was refused here; "" for nothing."""
        other = f"{1 - int(target[0])}:{LAID}"
        fits = target[2:] == LAID and source.startswith("box:") and target_allows(self.draft, source, other)
        return f"{source}>{other}" if fits else ""

    # -- the sides

    def act_character(self, value: object) -> None:
        """`0:F`: the fire character attacks."""
        side, element = self._spot(value)
        side.character = _element(element)
        self._changed()

    def act_object(self, value: object) -> None:
        """`0:hat`: take the Hat, or lay it aside."""
        side, name = self._spot(value)
        if name not in twing.OBJECTS:
            raise StepFault("fault.no_place")
        place = _place(value)
        self._unless(object_refusal(self.draft, place, name), lambda: side.toggle_object(name), place)

    def act_held(self, value: object) -> None:
        """`0:cats:2`: the attacker holds two cats."""
        where, _, count = str(value).rpartition(":")
        side, name = self._spot(where)
        if name not in HELD:
            raise StepFault("fault.no_place")
        side.set_held(name, _whole(count))
        self._changed()

    def act_miromon(self, value: object) -> None:
        """`0`: the attacker holds Miromon, or no longer."""
        place = _place(value)
        side = self.draft.sides[place]
        self._unless(
            miromon_refusal(self.draft, place),
            lambda: side.set_held("miromon", 1 - min(1, side.miromon)),
            place,
        )

    def act_swap(self, value: object) -> None:
        """Exchange the sides."""
        self.draft.swap()
        self._changed()

    def act_clear(self, value: object) -> None:
        """`0`: the attacker has nothing any more, and lays the next cards."""
        place = _place(value)
        self.draft.sides[place].clear()
        self._aim(place, LAID)
        self._changed()

    def act_empty(self, value: object) -> None:
        """Both sides have nothing any more; the attacker lays the next cards."""
        for side in self.draft.sides:
            side.clear()
        self._aim(0, LAID)
        self._changed()

    def _unless(self, refusal: Refusal | None, change: Callable[[], None], place: int) -> None:
        """Make a change of the side at `place` unless a rule forbids it."""
        if refusal:
            self._refuse(refusal, place)
            return
        change()
        self._changed()

    def _spot(self, value: object) -> tuple[SideDraft, str]:
        """The side that a value names, and the rest of it."""
        return self.draft.sides[_place(value)], str(value)[2:]


def _place(value: object) -> int:
    """The side that a value begins with. Raises `StepFault` if it names none."""
    if str(value)[:1] not in ("0", "1"):
        raise StepFault("fault.no_place")
    return int(str(value)[0])


def _whole(text: str) -> int:
    """A number of a control. Raises `StepFault` if it is none."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise StepFault("fault.no_place")
    return int(text)


def _element(text: str) -> str:
    """An element's letter. Raises `StepFault` for another."""
    if text not in twing.ELEMENTS:
        raise StepFault("fault.no_place")
    return text
