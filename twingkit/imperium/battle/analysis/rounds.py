"""A space battle round by round, for retreat plans: the situations that can follow from every situation.

Rounds are followed step by step. If both sides are independent
(`twingkit.imperium.battle.exact_odds.independence`), only their hits are followed, some hundred times faster.
"""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.chances import add_chances, follow_chances, merge_chances
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation, split_ended
from twingkit.imperium.battle.rules.dice.combat_roll import combat_roll_step
from twingkit.imperium.battle.rules.force import Fight


class SpaceBattleRounds:
    """The possible situations of a space battle, round by round; each round is split at the moment when a
    retreat is announced.

    This point is after the effects at the start of the round and Anti-Fighter Barrage, before the combat
    rolls (IM-SPACE-5).

    Situations record which effects each side has used. From round `first_repeating_round` on all rounds are
    alike: what happens depends only on the situation.
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.chain = BattleMarkovChain(fight)
        self.walk = self.chain.walk
        self.after_opening: Chances = dict(self.chain.after_opening)
        """The chances of the situations after the opening."""
        self.first_repeating_round = max(2, self.walk.last_named_round + 1)
        self._begun: dict[tuple[Situation, int], Chances] = {}
        self._after: dict[tuple[Situation, int], Chances] = {}

    def at_announcement(self, situation: Situation, round_number: int) -> Chances:
        """Return the situations, with chances, in which a retreat can be announced in a round."""
        key = situation, min(round_number, self.first_repeating_round)
        if key not in self._begun:
            steps = self.walk.steps(key[1])
            # the last of them is the announcement itself, at which no side leaves
            alone = steps.index(combat_roll_step(0)) == 1
            chances = {situation: 1.0} if alone else self.walk.before_combat_rolls({situation: 1.0}, key[1])
            self._begun[key] = chances
        return self._begun[key]

    def after_rest_of_round(self, situation: Situation, round_number: int) -> Chances:
        """Return the possible situations, with chances, after the rest of a round.

        `situation` is one of `at_announcement`, with both sides remaining.
        """
        key = situation, min(round_number, self.first_repeating_round)
        if key not in self._after:
            self._after[key] = self._rest(*key)
        return self._after[key]

    def _rest(self, situation: Situation, round_number: int) -> Chances:
        if self.chain.are_independent(situation, round_number):
            return merge_chances(self.chain.single_rounds.after_rolls({situation: 1.0}, round_number))
        steps = self.walk.steps(round_number)
        first_roll = steps.index(combat_roll_step(0))
        if first_roll == 1:  # there was no round before
            return self.chain.advance_round({situation: 1.0}, round_number)
        return self.walk.after_steps(steps[first_roll:], {situation: 1.0}, round_number)

    def at_announcement_all(self, chances: Mapping[Situation, float], round_number: int) -> Chances:
        """Combine `at_announcement` over several situations, weighted by their chances.

        Both sides must remain in all of them.
        """
        return follow_chances(
            chances, lambda situation: self.at_announcement(situation, round_number).items()
        )

    def after_rest_of_round_all(self, chances: Mapping[Situation, float], round_number: int) -> Chances:
        """Combine `after_rest_of_round` over several situations, weighted by their chances.

        Both sides must remain in all of them.
        """
        return follow_chances(
            chances, lambda situation: self.after_rest_of_round(situation, round_number).items()
        )

    def advance_round(self, chances: Chances, round_number: int) -> Chances:
        """Return the situations, with chances, after a round; battles that are over do not change."""
        over, open_ = split_ended(chances)
        ended, begun = split_ended(self.at_announcement_all(open_, round_number))
        return add_chances(over, ended, self.after_rest_of_round_all(begun, round_number))
