"""The planning computer player behind `expert`, which weighs actions by the seizures that follow.

It knows how likely a seizure is (`plans.py`) and foresees those of this round and the next: until the
end of the next round, every Autarch in its turn takes the Sites that are worth most to it. Of rivals
only open information counts. So it takes a Site that a rival needs, keeps back Allies that would stop
a rival, contests with spare influence if much depends on it, lays a Site if that is worth more to it
than to rivals, draws cards if it has nothing else to do, and keeps its cards for larger gains.
Everything else it does as `steady`.

It is stronger than `steady` with two, three and four Autarchs
(`benchmarks/fits/expert_strength.py`). The constants below were set by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from twingkit.core.acts import Act
from twingkit.imajica.players import plans, steady
from twingkit.imajica.players.forces import Force
from twingkit.imajica.players.greedy import (
    ally_acts_to_try,
    character_answer_or_pass,
    cheapest_stopping_force,
)
from twingkit.imajica.players.worth import lead_over_rivals, side_worths
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.answers import END, PASS
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.card_moves import leave_play
from twingkit.imajica.rules.carry_out import remove_unfit_fighters
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.rounds import has_winning_sites
from twingkit.imajica.rules.seizure import Contest
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import influence, new_dominions, total_influence

_MAX_SEIZURES = 2
"""Maximum number of seizures foreseen in one turn."""

_NEXT_ROUND_FACTOR = 0.6
"""Factor for the worth of a seizure in the next round."""

_MIN_FORESEEN_CHANCE = 0.5


def worth_after_making_seizures(
    table: ImajicaTable, seat: int, hand: plans.HandSeizureHelp, turns_left: Sequence[int]
) -> float:
    """Make the expected seizures of this round and the next on `table` (pass a copy), and return the worth of
    the result for a seat.

    `hand` is the help of the seat's own hand, `turns_left` the seats that still have their turn in this
    round. The function changes the table, so pass a copy.
    """
    sides = side_worths(table)
    lasting = steady.DESTINY_LEAD_WORTH * steady.capped_destiny_lead(table, seat)
    for turn in turns_left:
        _take_turn(table, turn, hand if turn == seat else plans.NO_HELP, sides, 1.0)
    if not any(has_winning_sites(table, other) for other in table.seats_from(seat)):
        steady.begin_next_round(table)
        for turn in table.seats_from(table.leader):
            _take_turn(table, turn, hand if turn == seat else plans.NO_HELP, sides, _NEXT_ROUND_FACTOR)
    return lasting + lead_over_rivals(sides, seat)


def _take_turn(
    table: ImajicaTable, turn: int, hand: plans.HandSeizureHelp, sides: list[float], part: float
) -> None:
    """Make the foreseen seizures of one turn and add their worth times `part` to the Autarch's side."""
    for _ in range(_MAX_SEIZURES):
        attempt = plans.best_seizure_attempt(table, turn, hand)
        if attempt is None or attempt.chance < _MIN_FORESEEN_CHANCE:
            return
        sides[turn] += part * attempt.expected_gain
        apply_seizure(table, turn, attempt)


def apply_seizure(table: ImajicaTable, seat: int, attempt: plans.SeizureAttempt) -> None:
    """Carry out a successful seizure on this table: move the Site and the seizers to the seat's state (its
    controlled Sites and Holders).
    """
    site = table.pieces[attempt.site]
    site.area, site.controller = "state", seat
    for token in attempt.seizers:
        holder = table.pieces[token]
        holder.area, holder.site, holder.pivoted = "state", site.token, True


_KILL_CHANCE = 0.8
"""Probability that a challenge kills the characters that it would kill as the table stands."""

_STOP_CHANCE_BY_MARGIN = ((4, 0.9), (2, 0.75), (0, 0.6), (-99, 0.1))
"""Probability that contesters stop a seizure, as pairs of minimum surplus influence and probability."""

_SPARE_INFLUENCES = (2, 4)
"""Surplus influences of the larger forces to consider for a contest."""

_MIN_GAIN_OVER_STEADY = 1.5

_MIN_SITE_GAIN = 0.3
"""Minimum gain to lay a Site that rivals need, and maximum loss for one that no rival needs."""

_EXTRA_HAND_CARD_WORTH = 1.0
"""Worth of a hand card in addition to its worth for `steady`."""

_MIN_DESTINY_LEFT = 6
"""Number of cards that a card-drawing play must leave in the Destiny."""


class Planner(steady.SteadyPlayer):
    """The policy `expert`, a computer player that foresees the next seizures; deterministic for a seed.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 active gideon lamp-boy; p2 reserve irish; circle kite-fields; to move p1 ally"
    >>> str(Planner(1)(position_game(line, seed=1)))
    'seize kite-fields with gideon lamp-boy'
    """

    def worth(self, table: ImajicaTable, seat: int) -> float:
        """Return the worth of a table for a seat; a card in the hand counts more than for `steady`.

        Characters that were pivoted or moved are taken out of the current fight first.
        """
        remove_unfit_fighters(table)
        return super().worth(table, seat) + _EXTRA_HAND_CARD_WORTH * len(table.players[seat].hand)

    # -- phase 2

    def on_autarch(self, table: ImajicaTable, question: AutarchTurn) -> Act:
        """Answer like `steady`, but play a Dictate that draws cards before ending the turn."""
        seat = question.player
        answer = super().on_autarch(table, question)
        return draw_cards_or_end(table, seat, question.options()) if answer == END else answer

    def should_lay_site(self, table: ImajicaTable, seat: int, card_id: str) -> bool:
        """Return whether a Site helps this seat more than its rivals.

        If no rival needs its Dominions, it may even cost a little, because it brings a card.
        """
        turns, hand = table.seats_from(table.leader), plans.hand_seizure_help(table, seat)
        twin = table.copy()
        twin.put(twin.cards[card_id], seat, "circle")
        gain = worth_after_making_seizures(twin, seat, hand, turns) - worth_after_making_seizures(
            table.copy(), seat, hand, turns
        )
        home = table.cards[card_id].home_dominions
        wanted = any(new_dominions(table, other, home) for other in table.seats_from(seat)[1:])
        return gain > (_MIN_SITE_GAIN if wanted else -_MIN_SITE_GAIN)

    # -- phase 3

    def on_ally(self, table: ImajicaTable, question: AllyTurn) -> Act:
        """Answer with the best action, but play a card that draws others before ending the turn."""
        seat = question.player
        answer = self.best_deed(table, question)
        return draw_cards_or_end(table, seat, ally_acts_to_try(table, seat)) if answer == END else answer

    def best_deed(self, table: ImajicaTable, question: AllyTurn) -> Act:
        """Return the answer of `steady`, unless another seizure or challenge, or taking neither action, is
        clearly better.
        """
        seat = question.player
        advised = super().on_ally(table, question)
        if not isinstance(advised, answers.Deed | answers.Retreat | answers.End):
            return advised
        worths = {answer: worth for worth, answer in self.deed_worths(table, seat)}
        if not worths:
            return advised
        idle = worth_after_making_seizures(
            table.copy(), seat, plans.hand_seizure_help(table, seat), table.turns_left[1:]
        )
        kept = worths.get(advised, idle)
        best = max(((worth, answer) for answer, worth in worths.items()), key=plans.by_gain)
        if max(best[0], idle) <= kept + _MIN_GAIN_OVER_STEADY:
            return advised
        return best[1] if best[0] > idle else steady.life_saving_retreat(table, seat) or END

    def deed_worths(self, table: ImajicaTable, seat: int) -> Iterator[plans.ValuedAnswer]:
        """Yield the seizures and challenges, each with the expected worth of the table after it."""
        hand, turns = plans.hand_seizure_help(table, seat), table.turns_left

        def expected(chance: float, done: ImajicaTable, failed: ImajicaTable) -> float:
            worth = chance * worth_after_making_seizures(done, seat, hand, turns)
            return worth + (1 - chance) * worth_after_making_seizures(failed, seat, hand, turns)

        for attempt in plans.cheapest_seizures(table, seat, hand, with_spare_influence=True):
            twin, failed = table.copy(), table.copy()
            apply_seizure(twin, seat, attempt)
            for token in attempt.seizers:
                failed.pieces[token].pivoted = True
            yield expected(attempt.chance, twin, failed), attempt.answer
        for plan in sorted(plans.challenge_plans(table, seat), key=plans.by_gain, reverse=True)[
            : steady.MAX_CHALLENGES
        ]:
            if plan.gain <= 0:
                break
            twin, failed = table.copy(), table.copy()
            for token in plan.force:
                twin.pieces[token].pivoted = failed.pieces[token].pivoted = True
            leave_play(twin, twin.pieces[plan.target])
            yield expected(_KILL_CHANCE, twin, failed), plan.answer

    # -- fights

    def on_contest(self, table: ImajicaTable, question: Contest) -> Act:
        """Answer like `steady`, unless more contesters, fewer, or none are clearly better."""
        fight, seat = table.fight, question.player
        assert fight is not None
        advised = super().on_contest(table, question)
        able = [table.pieces[token] for token in question.nameable_tokens()]
        site, more = table.pieces[fight.target_token], plans.hand_seizure_help(table, seat).contest_influence
        against = total_influence(table, fight.attackers, site)
        forces = [cheapest_stopping_force(table, question, spare) for spare in (-more, 0, *_SPARE_INFLUENCES)]
        worths: dict[Act, float] = {PASS: self.worth_after_contest(table, fight, seat, (), 0.0)}
        for force in (*forces, tuple(able)):
            if force and (answer := character_answer_or_pass(answers.Contest, force)) not in worths:
                own = sum(influence(table, piece, site) for piece in force)
                chance = next(part for least, part in _STOP_CHANCE_BY_MARGIN if own + more - against >= least)
                worths[answer] = self.worth_after_contest(table, fight, seat, force, chance)
        best = max(worths, key=lambda answer: worths[answer])
        return best if worths[best] > worths.get(advised, worths[PASS]) + _MIN_GAIN_OVER_STEADY else advised

    def worth_after_contest(
        self, table: ImajicaTable, fight: Fight, seat: int, force: Force, chance: float
    ) -> float:
        """Return the expected worth of the table after a contest that succeeds with this probability."""
        hand, turns = plans.hand_seizure_help(table, seat), table.turns_left
        taken, stopped = table.copy(), table.copy()
        for twin in (taken, stopped):
            twin.fight = None
            for token in (*fight.attackers, *(piece.token for piece in force)):
                twin.pieces[token].pivoted = True
        apply_seizure(
            taken, fight.seat, plans.SeizureAttempt(0.0, 1.0, fight.target_token, tuple(fight.attackers))
        )
        worth = (1 - chance) * worth_after_making_seizures(taken, seat, hand, turns)
        return worth + (chance * worth_after_making_seizures(stopped, seat, hand, turns) if chance else 0.0)


def draw_cards_or_end(table: ImajicaTable, seat: int, options: Iterable[Act]) -> Act:
    """Return an answer that plays a card to draw others, or the end of the turn if there is none.

    Cards are drawn only as long as more than `_MIN_DESTINY_LEFT` cards are left in the Destiny.
    """
    for act in options if table.players[seat].destiny.shuffled_count > _MIN_DESTINY_LEFT else ():
        if isinstance(act, answers.Play) and "draw" in table.cards[act.card].verbs:
            return act
    return END
