"""What a person does in the play panel before answering: choosing cards, opening rules and tools.

`Choosing` is the part of `PlayPanel` that never changes the game.
"""

from __future__ import annotations

from typing import Any

import attrs

from twingkit import Question, Refusal, twing
from twingkit.twing.commit import LayCards
from twingkit.twing.objects import ACTIVE_LIMIT
from twingkit.twing.switching import Switch
from twingkit_widgets.play_game import Match
from twingkit_widgets.play_lay import Picks, objection
from twingkit_widgets.play_offers import offers
from twingkit_widgets.play_shown import Shown
from twingkit_widgets.play_words import WORDS, PlayFault, numbered

DRAWERS = ("dice", "new", "save", "help")
"""The tools that open above the bar."""


class Choosing:
    """What a person chooses and opens; `match` is the game, `shown` what is chosen and open."""

    lang: str
    status: str
    match: Match
    shown: Shown

    def _asked(self, kind: type[Question] = Question) -> Question:
        """The pending question. Raises `PlayFault` if the person is not asked, or for something else."""
        asked = self.match.question
        if not isinstance(asked, kind):
            raise PlayFault("not_asked")
        return asked

    def _change(self, **changes: Any) -> None:
        """Change what is open or chosen."""
        self.shown = attrs.evolve(self.shown, **changes)

    # -- choosing cards

    def act_spell(self, value: object) -> None:
        """Choose the spell at this place of the hand, or let go of it."""
        self._asked(LayCards)
        self.shown.picks.spell(_whole(value), self.match.view)
        self._count()

    def act_creature(self, value: object) -> None:
        """Choose the creature at this place of the entourage, or let go of it."""
        self._asked(LayCards)
        self.shown.picks.creature(_whole(value), self.match.view)
        self._count()

    def act_ride(self, value: object) -> None:
        """`1>0`: let the creature at place 1 get on the mount at place 0, or off."""
        self._asked(LayCards)
        rider, _, mount = str(value).partition(">")
        self.shown.picks.ride(_whole(rider), _whole(mount), self.match.view)
        self._count()

    def act_none(self, value: object) -> None:
        """Let go of all chosen cards."""
        self._change(picks=Picks())
        self._count()

    def act_active(self, value: object) -> None:
        """Choose an object to be active, or let go of it."""
        asked = self._asked(Switch)
        name, chosen = str(value), self.shown.active
        assert isinstance(asked, Switch)
        if name not in asked.owner.owned:
            raise PlayFault("no_card")
        others = tuple(each for each in chosen if each != name)
        self._change(active=others if name in chosen else (*chosen, name))
        self.status = WORDS.say(self.lang, "lay.active", n=len(self.shown.active), limit=ACTIVE_LIMIT)

    def _count(self) -> None:
        """Say how the chosen cards stand."""
        asked = self._asked(LayCards)
        lay = self.shown.picks.lay(self.match.view)
        if not (lay.spells or lay.units):
            self.status = WORDS.say(self.lang, "lay.choose")
            return
        assert isinstance(asked, LayCards)
        refusal = objection(asked, lay, self.match.view, self.lang)
        if refusal:
            self.status = refusal[0]
        else:
            key = numbered("lay.shield" if lay.shield else "lay.points", lay.power)
            self.status = WORDS.say(self.lang, key, n=lay.power)

    # -- looking and asking

    def act_why(self, value: object) -> None:
        """Say why an answer is forbidden, and keep it in sight."""
        wanted = str(value)
        found = (offer for group in offers(self.match.view, self.lang) for offer in group.offers)
        refusal: Refusal | None = next((offer.refusal for offer in found if offer.answer == wanted), None)
        self._change(why=wanted if refusal and self.shown.why != wanted else "")
        if refusal:
            self.status = f"{refusal.text(self.lang)} {refusal.rule}"

    def act_rule(self, value: object) -> None:
        """Open a rule below the headline; the open one, or "", closes it."""
        self._open(str(value or ""), -1)

    def act_object(self, value: object) -> None:
        """Open the rule of a magical object, or close it."""
        self._open(f"TW-POW-{value}", -1)

    def act_told(self, value: object) -> None:
        """`12:TW-BAT-16`: open the rule below sentence 12 of the story, or close it."""
        place, _, rule = str(value).partition(":")
        self._open(rule, _whole(place))

    def _open(self, rule: str, at: int) -> None:
        book, shown = twing.rulebook(), self.shown
        wanted = rule if rule in book and (rule, at) != (shown.opened, shown.opened_at) else ""
        self._change(opened=wanted, opened_at=at if wanted else -1, drawer="")
        if wanted:
            self.status = f"{wanted}: {book[wanted].title(self.lang)}"

    def act_turn(self, value: object) -> None:
        """Fold or unfold a turn of the story."""
        self._change(flipped=set(self.shown.flipped) ^ {_whole(value)})

    def act_every(self, value: object) -> None:
        """List all earlier turns."""
        self._change(every=True)

    def act_retire(self, value: object) -> None:
        """Ask whether the person really wants to leave the game."""
        self._change(retiring=True)
        self.status = WORDS.say(self.lang, "act.retire_sure")

    def act_stay(self, value: object) -> None:
        """The person stays."""
        self._change(retiring=False)

    # -- tools

    def act_drawer(self, value: object) -> None:
        """Open one of the tools above the bar; the open one, or an unknown name, closes it."""
        name = str(value or "")
        is_open = name in DRAWERS and name != self.shown.drawer
        self._change(drawer=name if is_open else "", typed={}, fault=None, unsealed=False)
        self.status = WORDS.say(self.lang, f"{name}.title") if is_open else ""

    def act_unseal(self, value: object) -> None:
        """Show the game to be kept in plain text, or sealed again."""
        self._change(unsealed=not self.shown.unsealed)


def _whole(value: object) -> int:
    """A place that a button sent. Raises `PlayFault` if it is none."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise PlayFault("no_card")
    return int(text)
