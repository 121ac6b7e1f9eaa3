"""The play page of battles: one side is the person's, the other the computer's.

`FleetPlayPanel("space: 2 cruiser vs 1 dreadnought")` is the panel.
"""

from __future__ import annotations

from typing import Any

import attrs

from twingkit.asking import BadAnswer
from twingkit.imperium.rules.questions import Assign, Throw
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.play.choosing import FleetOpened, losses_of
from twingkit_widgets.imperium.play.fleets_seen import seen
from twingkit_widgets.imperium.play.landing import landing_after
from twingkit_widgets.imperium.play.play_game import FleetSettings
from twingkit_widgets.imperium.play.settings import PREPARED, USUAL, both_halves
from twingkit_widgets.imperium.stepper.choices import BadDice
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.stepper import FLEET_STEP_CSS
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.play.form import some_seed
from twingkit_widgets.play.match import Match
from twingkit_widgets.play.panel import MatchPanel


class FleetPlayPanel(MatchPanel):
    """A battle against the computer.

    >>> panel = FleetPlayPanel("space: 2 cruiser vs 1 dreadnought", seed=3)
    >>> panel.do("answer", "stay"); panel.do("throw"); len(panel.match.game) > 2
    True
    """

    _css = MatchPanel._css + FLEET_STEP_CSS
    _opened = FleetOpened
    opened: FleetOpened

    def __init__(
        self,
        battle: str = PREPARED["first"],
        seat: int | None = None,
        opponents: str = USUAL,
        seed: int | None = None,
        lang: str = "en",
        *,
        record: str | None = None,
        variant: Variant | str = BOX,
        waits: bool = False,
    ) -> None:
        """Begin a battle from its line (of an invasion its first half): the person's seat (0: the
        attacker), how the computer plays, a seed for dice and opponents (None: any), and the variant. One
        that `waits` has a button before anybody throws or plays.

        With a `record` the battle begins where that ends; without a `seat` the person has that of the side
        that is asked first.

        Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid, `Fault` for
        an opponent that cannot be, `VariantError` for such a variant, `PlayFault` for a text that is no
        battle, `RecordError` for a wrong record.
        """
        first, whole = both_halves(battle)
        rules = Variant.of(variant)
        settings = FleetSettings(str(first), seat or 0, opponents, some_seed(seed), whole, rules)
        super().__init__(settings, lang, record=record, seat=seat, seeded=seed is not None, waits=waits)

    def act_land(self, value: object) -> None:
        """After the battle in space of an invasion: fight for the planet with what is left."""
        settings: Any = self.match.settings
        landing = landing_after(self.match.game, settings.whole)
        if landing is None or not landing.fought:
            raise self.match.rules.fault("not_asked")
        self._stand(Match(attrs.evolve(settings, line=str(landing.battle), whole="")))
        self._begun()

    # -- losses

    def act_losses(self, value: object) -> None:
        """`destroy:2:-1`: of the third kind, one unit less is destroyed. Raises `PlayFault` for what is not
        asked, or more than is there."""
        question, (action, index, by) = self._losing(), (*str(value).split(":"), "", "")[:3]
        losses = losses_of(question, self.sight()).copy()
        position = self._whole(index)
        if action not in ("destroy", "sustain") or by not in ("1", "-1"):
            raise self.match.rules.fault("no_place")
        counts = losses.counts(action)
        if position >= len(counts) or not 0 <= counts[position] + int(by) <= losses.limit(
            question, action, position
        ):
            raise self.match.rules.fault("no_place")
        counts[position] += int(by)
        self._choose(question, losses)

    def act_losses_reset(self, value: object) -> None:
        """Back to the losses of the usual order."""
        self._choose(self._losing(), None)

    def act_take_hint(self, value: object) -> None:
        """Choose the losses of the hint."""
        question = self._losing()
        if self._hint is not None:
            self._choose(question, Losses.of(self._hint))

    def act_take(self, value: object) -> None:
        """Take the hits as they are chosen."""
        question = self._losing()
        answer = losses_of(question, self.sight()).answer(question)
        self._play(lambda: self.match.answer(answer))

    def _losing(self) -> Assign:
        question = self._asked(Assign)
        assert isinstance(question, Assign)
        return question

    def _choose(self, question: Assign, losses: Losses | None) -> None:
        self._change(losses=losses)
        chosen = losses_of(question, self.sight())
        refusal = question.refusal(chosen.answer(question))
        why = self.match.said(refusal) if refusal else None
        count_text = step_say(self.lang, "assign.count", n=chosen.hits(question), m=question.ways.hits)
        self.status = f"{count_text}. {why.text(self.lang)}" if why else f"{count_text}."

    # -- dice

    def act_dice(self, value: object) -> None:
        """Take the dice that the person rolled; what is no throw stays in the field to be put right."""
        self._asked(Throw)
        text = str(value.get("dice", "")) if isinstance(value, dict) else str(value or "")
        try:
            self._play(lambda: self.match.answer(" ".join(text.replace(",", " ").split())))
        except BadAnswer as fault:
            bad = BadDice(text, fault)
            self._change(dice=bad)
            self.status = bad.why(self.lang)

    def act_die(self, value: object) -> None:
        """`4:2`: offer other faces for the third die of the fifth answer; a second time: no more."""
        index, _, number = str(value).partition(":")
        numbers = self._whole(index), self._whole(number)
        cast = next((cast for cast in seen(self.sight()).casts() if cast.place == numbers[0]), None)
        if cast is None or numbers[1] >= len(cast.thrown.faces):
            raise self.match.rules.fault("no_throw")
        self._change(die=None if self.opened.die == numbers else numbers, drawer="")
        if self.opened.die:
            self.status = step_say(self.lang, "dice.what_if", face=cast.thrown.faces[numbers[1]])

    def act_face(self, value: object) -> None:
        """`4:2:9`: what if that die had shown 9."""
        index, number, face = (*str(value).split(":"), "", "")[:3]
        throw, face_number = self._whole(index), self._whole(number)
        cast = next((cast for cast in seen(self.sight()).casts() if cast.place == throw), None)
        if cast is None or face_number >= len(cast.thrown.faces):
            raise self.match.rules.fault("no_throw")
        faces = [str(thrown_face) for thrown_face in cast.thrown.faces]
        faces[face_number] = face
        super().act_face(f"{throw}:roll {' '.join(faces)}")
