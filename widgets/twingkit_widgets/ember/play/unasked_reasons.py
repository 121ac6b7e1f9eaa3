"""Why a learner was not asked, or is not offered a creature: an answer that cannot stop a use, or nothing to
use after a conjuring or in the last round.
"""

from __future__ import annotations

from collections.abc import Iterable

from twingkit import Ruling
from twingkit.core.questions import Refusal
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import events
from twingkit.ember.rules.acts import AnswerWith, Use
from twingkit.ember.rules.questions import AnswerAbility, LastRoundUse
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.ember.play.news import PassesSummary
from twingkit_widgets.table.play.headline import EventSentence
from twingkit_widgets.table.play.player_view import PlayerView


class UnaskedReasons:
    """A function object for the news of a first game: it adds to a sentence the reasons why the person could
    not act or answer.

    Whoever could have answered or acted was asked, so the person's face-up creatures show why they could not.
    """

    def __init__(self, player_view: PlayerView) -> None:
        match, view = player_view.match, player_view.view
        self.own_name, self.table = view.seats[view.player].name, match.game.table
        self.seat, self.is_active = match.seat, player_view.is_first_game
        self.new_rulings = player_view.visible_rulings[player_view.first_new_ruling :]
        revived = {
            event.creature for ruling in self.new_rulings if isinstance(event := ruling.event, events.Revived)
        }
        up = [owned.creature for owned in self.table.players[self.seat].owned if owned.is_face_up]
        self.own_face_up_creatures = [creature for creature in up if creature not in revived]
        self.question = match.question
        announced = (ruling for ruling in self.new_rulings if isinstance(ruling.event, events.Announced))
        *_, self.last_announced = (None, *announced)
        own_questions = (entry.question for entry in match.game.transcript if entry.player == self.seat)
        *_, self.last_question = (None, *own_questions)

    def __call__(self, sentence: EventSentence) -> tuple[EventSentence, ...]:
        """Return the reasons to show after a sentence of the news."""
        if not self.is_active:
            return ()
        if isinstance(sentence, PassesSummary) and not isinstance(self.last_question, LastRoundUse):
            if self.own_name not in sentence.sides:
                return ()
            reasons = self._nothing_to_use(self.own_face_up_creatures)
            return reasons or (Ruling("EM-CALL-3", "unasked", {}, rulebook()),)
        if not isinstance(sentence, Ruling):
            return ()
        match sentence.event:
            case events.Announced(side=side, creature=used) if side != self.own_name:
                return self._no_answer(sentence, used)
            case events.Conjured(side=self.own_name, creature=conjured):
                return self._nothing_to_use([up for up in self.own_face_up_creatures if up == conjured])
        return ()

    def _nothing_to_use(self, creatures: Iterable[Creature]) -> tuple[EventSentence, ...]:
        asked = LastRoundUse(self.table, self.seat)
        refusals = [asked.refusal(Use(creature.id)) for creature in creatures]
        reasons = [why for why in refusals if isinstance(why, Refusal) and why.case.startswith("nothing")]
        return tuple({why.case: why for why in reasons}.values())

    def _no_answer(self, announced: Ruling, used: events.CreatureOrArchmage) -> tuple[EventSentence, ...]:
        later = [ruling.event for ruling in self.new_rulings[self.new_rulings.index(announced) :]]
        flips = [event for event in later if isinstance(event, events.TurnedDown)]  # perhaps by this use
        flipped = [event.creature for event in flips if event.side == self.own_name]
        pending = self.question if announced == self.last_announced else None
        offered = set(pending.options()) if isinstance(pending, AnswerAbility) else set()
        reasons = []
        for creature in dict.fromkeys([*self.own_face_up_creatures, *flipped]):
            if AnswerWith(creature.id) in offered:
                continue
            if creature.effect_with_verb("dodge"):
                reasons.append(Ruling("EM-ABIL-3", "unaffected", {"creature": creature}, rulebook()))
            elif creature.effect_with_verb("cancel") and isinstance(used, Creature):
                facts = {"creature": creature, "n": used.value}
                if used.value >= creature.value:
                    reasons.append(Ruling("EM-ABIL-6", "not_lesser_use", facts, rulebook()))
        return tuple(reasons)
