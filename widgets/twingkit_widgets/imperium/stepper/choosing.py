"""What a person does with a question of a battle of fleets: what is chosen so far, until it is an answer."""

from __future__ import annotations

from typing import Any

import attrs

from twingkit.core.asking import BadAnswer, Refusal
from twingkit.imperium.battle.rules.questions import Assign, Throw
from twingkit_widgets.imperium.stepper.choices import BadDice
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.table.play.answering import Answering, whole


@attrs.frozen
class Chosen:
    """The choices so far: `losses` (None: those of the usual order), `dice` that could not be read, and the
    `die` that someone wants to change (the throw's place in the record, and its number)."""

    losses: Losses | None = None
    dice: BadDice | None = None
    die: tuple[int, int] | None = None


NOTHING = Chosen()
"""Nothing is chosen yet."""


class FleetChoosing(Answering):
    """The actions by which a person chooses, on the stepper and on the play page."""

    # -- what the panel says

    def _fleets(self) -> FleetGame:
        """The battle, as the person sees it."""
        raise NotImplementedError(f"{type(self).__name__} shows no battle")

    def _choices(self) -> Any:  # each question has its own
        """The choices so far: `Chosen`, or what has the same fields."""
        raise NotImplementedError(f"{type(self).__name__} keeps no choices")

    def _choose(self, **changes: object) -> None:
        """Change some of the choices."""
        raise NotImplementedError(f"{type(self).__name__} keeps no choices")

    def _addressed(self, refusal: Refusal) -> str:
        """A refusal as it is said to the person."""
        return refusal.text()

    # -- losses

    def act_losses(self, value: object) -> None:
        """`destroy:2:-1`: of the third kind, one unit less is destroyed. Raises `StepFault` for what is not
        asked, or more than is there."""
        question, (action, place, by) = self._losing(), (*str(value).split(":"), "", "")[:3]
        losses = self._lost().copy()
        counts, index = losses.counts(action), whole(place)
        if by not in ("1", "-1") or index >= len(counts):
            raise StepFault("fault.no_place")
        if not 0 <= counts[index] + int(by) <= losses.limit(question, action, index):
            raise StepFault("fault.no_place")
        counts[index] += int(by)
        self._choose_losses(losses)

    def act_losses_reset(self, value: object) -> None:
        """Back to the losses of the usual order."""
        self._choose_losses(None)

    def _losing(self) -> Assign:
        """The question what hits are taken with. Raises `StepFault` if something else is asked."""
        question = self._fleets().game.question
        if not isinstance(question, Assign):
            raise StepFault("fault.no_place")
        return question

    def _lost(self) -> Losses:
        """The losses that are chosen, or those of the usual order."""
        return self._choices().losses or Losses.of(self._losing().stated())

    def _take_losses(self) -> None:
        """Take the hits as they are chosen."""
        question = self._losing()
        self._give(question.write(self._lost().answer(question)))

    def _choose_losses(self, losses: Losses | None) -> None:
        question = self._losing()
        self._choose(losses=losses)
        refusal = question.refusal(self._lost().answer(question))
        count = step_say("assign.count", n=self._lost().hits(question), m=question.ways.hits)
        self.status = f"{count}. {self._addressed(refusal)}" if refusal else f"{count}."

    # -- dice

    def act_dice(self, value: object) -> None:
        """Take the dice that someone rolled; what is no throw stays in the field to be put right."""
        text = str(value.get("dice", "")) if isinstance(value, dict) else str(value or "")
        if not isinstance(self._fleets().game.question, Throw):
            raise StepFault("fault.no_place")
        try:
            self._give(" ".join(text.replace(",", " ").split()))
        except BadAnswer as fault:
            bad = BadDice(text, fault)
            self._choose(dice=bad)
            self.status = bad.why()

    def act_die(self, value: object) -> None:
        """`4:2`: offer other faces for the third die of the fifth answer; a second time: no more."""
        throw, _, number = str(value).partition(":")
        die = whole(throw), whole(number)
        face = self._fleets().die(*die)
        again = self._choices().die == die
        self._choose(die=None if again else die)
        if not again:
            self.status = step_say("dice.what_if", face=face)

    def act_face(self, value: object) -> None:
        """`4:2:9`: what if that die had shown 9. The real result can be restored."""
        throw, die, face = (*str(value).split(":"), "", "")[:3]
        place = whole(throw)
        self._try(place, self._fleets().shown_as(place, whole(die), whole(face)))
