"""The computer player `steady`, which considers the actions of rivals and keeps Allies and cards for them.

It keeps characters in the reserve, or retreats them, if they would be killed. It counts on the
maneuvers in its hand, prefers a Site that lets it call an expensive character, clears the way for
its seizures, contests seizures that matter more than its own plans, and plays a card if that decides
something.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from twingkit.core.acts import Act as Answer
from twingkit.imajica.players import greedy
from twingkit.imajica.players.forces import available_contest_influence, total_worth
from twingkit.imajica.players.outlook import table_after_act
from twingkit.imajica.players.plans import (
    NO_PLAN,
    STOPPABLE_FACTOR,
    ActionPlan,
    HandSeizureHelp,
    ValuedAnswer,
    best_seizure_plan,
    by_gain,
    challenge_plans,
    hand_seizure_help,
)
from twingkit.imajica.players.worth import (
    AREA_FACTORS,
    PIVOTED_LOSS,
    can_maestro_secure_site,
    current_worth,
    fight_gains_by_seat,
    lead_over_rivals,
    side_worths,
    worth_lead,
)
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.answers import END, PASS
from twingkit.imajica.rules.card_moves import leave_play
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import FlashWindow
from twingkit.imajica.rules.rounds import Advance, next_leader
from twingkit.imajica.rules.seizure import Contest
from twingkit.imajica.rules.table import Act, Fight, ImajicaTable
from twingkit.imajica.rules.values import barring_card, current_value, new_dominions, total_influence

DESTINY_LEAD_WORTH = 0.7
"""Worth of each card by which a Destiny is larger than all others."""

MAX_CHALLENGES = 4
"""Maximum number of challenges to consider."""


class SteadyPlayer(greedy.GreedyPlayer):
    """The policy `steady`, a computer player that also considers its rivals' actions; deterministic for a
    seed.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 active gideon lamp-boy; p2 reserve irish; circle kite-fields; to move p1 ally"
    >>> str(SteadyPlayer(1)(position_game(line, seed=1)))
    'seize kite-fields with gideon lamp-boy'
    """

    # -- phase 2

    def should_lay_site(self, table: ImajicaTable, seat: int, card_id: str) -> bool:
        """Return whether a Site has a Dominion that the Autarch needs and the Circle lacks, or the Autarch's
        Destiny leads by more than one card.
        """
        wanted = new_dominions(table, seat, table.cards[card_id].home_dominions)
        there = {dominion for site in table.circle_or_held_sites() for dominion in site.card.home_dominions}
        return bool(wanted - there) or capped_destiny_lead(table, seat) > 1

    # -- phase 3

    def on_ally(self, table: ImajicaTable, question: AllyTurn) -> Answer:
        """Answer an Ally turn: the best call, then acts that help a seizure, the seizure, or a retreat."""
        seat = question.player
        if not question.acted and (called := greedy.characters_to_call(table, seat)):
            return answers.Call(called[0])
        hand = hand_seizure_help(table, seat)
        best = best_seizure_plan(table, seat, hand)
        cards = self.worthwhile_acts(table, seat, "action", greedy.ally_acts_to_try(table, seat, best.force))
        if worthwhile := [*cards, *self.useful_challenges(table, seat, best)]:
            return max(worthwhile, key=by_gain)[1]
        return best.answer if best.force else life_saving_retreat(table, seat) or END

    def useful_challenges(self, table: ImajicaTable, seat: int, best: ActionPlan) -> Iterable[ValuedAnswer]:
        """Yield the challenges that gain something, counting the seizure that remains possible after each."""
        plans = sorted(challenge_plans(table, seat), key=by_gain, reverse=True)[:MAX_CHALLENGES]
        for plan in plans:
            twin = table.copy()
            target = twin.pieces[plan.target]
            target.pivoted = True
            for token in plan.force:
                twin.pieces[token].pivoted = True
            gain = plan.gain + best_seizure_plan(twin, seat, hand_seizure_help(table, seat)).gain - best.gain
            if gain >= greedy.MIN_GAIN:
                yield gain, plan.answer

    # -- cards

    def worth(self, table: ImajicaTable, seat: int) -> float:
        """Return the worth of a table for a seat: the best seizure to come, and the lead of the Destiny.

        A seizure that rivals can still stop counts only in part.
        """
        return DESTINY_LEAD_WORTH * capped_destiny_lead(table, seat) + _seizing_worth(table, seat)

    def on_influence(self, table: ImajicaTable, question: FlashWindow) -> Answer:
        """Answer with the smallest maneuver that turns the contest or secures the Site.

        If no single one is enough, return the best of several that are enough together, otherwise
        pass.
        """
        seat, fight = question.player, table.fight
        assert fight is not None
        lacking = -_influence_margin(table, fight, seat)
        if lacking <= 0:
            return PASS
        best: dict[str, tuple[int, Answer]] = {}
        for use in question.uses():
            act = question.announced(use)
            maneuver = lacking + _margin_after_act(table, act, seat), use
            source = act.card.id + act.source * act.by_power
            best[source] = max(best.get(source, maneuver), maneuver, key=by_gain)
        turning = [maneuver for maneuver in best.values() if maneuver[0] >= lacking]
        if turning:
            return min(turning, key=by_gain)[1]
        helpful = [maneuver for maneuver in best.values() if maneuver[0] > 0]
        is_enough = sum(brings for brings, _ in helpful) >= lacking
        return max(helpful, key=by_gain)[1] if is_enough else PASS

    # -- fights

    def on_contest(self, table: ImajicaTable, question: Contest) -> Answer:
        """Answer a rival's seizure: contest it if that can stop it, counting maneuvers in hand if needed."""
        force = greedy.cheapest_stopping_force(table, question)
        if not force:
            to_come = hand_seizure_help(table, question.player).contest_influence
            force = greedy.cheapest_stopping_force(table, question, -to_come)
        return greedy.character_answer_or_pass(answers.Contest, force)

    # -- phase 4

    def on_advance(self, table: ImajicaTable, question: Advance) -> Answer:
        """Answer the Reconciliation: move up the characters that will be useful before they are killed."""
        seat = question.player
        free = question.nameable_tokens()
        hand = hand_seizure_help(table, seat)
        twin = table.copy()
        begin_next_round(twin, seat, free)
        plan = best_seizure_plan(twin, seat, hand)
        seizers = tuple(token for token in plan.force if token in free)
        choices = dict.fromkeys([(), tuple(free), seizers])
        best = max(
            choices, key=lambda tokens: (self.worth_of_advancing(table, seat, tokens, hand), len(tokens))
        )
        return answers.Advance(best) if best else PASS

    def worth_of_advancing(
        self, table: ImajicaTable, seat: int, tokens: tuple[str, ...], hand: HandSeizureHelp
    ) -> float:
        """Return the worth of moving up these characters: the best seizure and ready Allies minus losses."""
        twin = table.copy()
        begin_next_round(twin, seat, tokens)
        order = twin.seats_from(twin.leader)
        place = order.index(seat)
        lost = max((_carry_out_best_challenges(twin, rival, seat) for rival in order[:place]), default=0.0)
        plan = best_seizure_plan(twin, seat, hand)
        for token in plan.force:
            twin.pieces[token].area = "state"
        ready = PIVOTED_LOSS * total_worth(twin, twin.ready_characters(seat))
        later = max(
            (_carry_out_best_challenges(twin, rival, seat) for rival in order[place + 1 :]), default=0.0
        )
        return plan.gain + ready - lost - later


def capped_destiny_lead(table: ImajicaTable, seat: int) -> int:
    """Return by how many cards a seat's Destiny is larger than the largest of its rivals, limited to −3 to 3
    (IJ-OUT-1).
    """
    others = [
        player.destiny.shuffled_count for player in table.players if player.seat != seat and not player.is_out
    ]
    return max(-3, min(3, table.players[seat].destiny.shuffled_count - max(others, default=0)))


def _seizing_worth(table: ImajicaTable, seat: int) -> float:
    fight = table.fight
    if fight is not None and fight.kind == "seizure" and not fight.only_maneuvers:
        sides = side_worths(table)
        for other, gain in fight_gains_by_seat(table, fight).items():
            sides[other] += gain * (STOPPABLE_FACTOR if _can_be_stopped(table, fight) else 1.0)
        return lead_over_rivals(sides, seat)
    worth = worth_lead(table, seat)
    own_turn = table.phase == "autarch" or (table.phase == "ally" and table.current == seat)
    if fight is None and own_turn:
        worth += best_seizure_plan(table, seat, hand_seizure_help(table, seat)).gain
    return worth


def _can_be_stopped(table: ImajicaTable, fight: Fight) -> bool:
    """Return whether a rival outside the contest could stop the seizure, as the table stands."""
    site = table.pieces[fight.target_token]
    own = total_influence(table, fight.attackers, site)
    others = [seat for seat in table.seats_from(fight.seat)[1:] if seat != fight.rival_seat]
    return any(0 < available_contest_influence(table, other, site) >= own for other in others)


def _influence_margin(table: ImajicaTable, fight: Fight, seat: int) -> int:
    """Return the surplus influence of a side in a seizure; a side below 0 loses (IJ-SEIZE-4, 7)."""
    site = table.pieces[fight.target_token]
    own, other = (total_influence(table, side, site) for side in (fight.attackers, fight.defenders))
    if not fight.defenders and seat == fight.seat:
        return own - current_value(table, site, "resistance") - (table.variant.secure == "gt")
    tie = table.variant.contest_tie == "goes_on"
    if seat == fight.seat:
        return own - other - (not tie)
    short = current_value(table, site, "resistance") - own - (table.variant.secure != "gt")
    return max(
        other - own - tie,
        -99 if can_maestro_secure_site(table, fight.attackers, fight.first_named) else short,
    )


def _margin_after_act(table: ImajicaTable, act: Act, seat: int) -> int:
    """Return the surplus influence of a seat's side after a maneuver, or -99 if the seizure is then over."""
    twin = table_after_act(table, act)
    return (
        _influence_margin(twin, twin.fight, seat) if twin.fight is not None and twin.fight.attackers else -99
    )


def _carry_out_best_challenges(table: ImajicaTable, rival: int, seat: int) -> float:
    """Carry out on this table a rival's best challenges to a seat in one turn, and return the rival's total
    gain.
    """
    lost = 0.0
    for _ in range(MAX_CHALLENGES):
        best = max(challenge_plans(table, rival, seat), key=by_gain, default=NO_PLAN)
        if best.gain <= 0:
            break
        lost += best.gain
        for token in best.force:
            table.pieces[token].pivoted = True
        leave_play(table, table.pieces[best.target])
    return lost


def life_saving_retreat(table: ImajicaTable, seat: int) -> Answer | None:
    """Return the retreat of an Ally that a rival would kill later in this phase; None if none gains
    more than it costs (IJ-ALLY-7).
    """
    rivals = [other for other in table.turns_left[1:] if not table.players[other].is_out]
    lost = _largest_loss(table, rivals, seat)
    saved: list[ValuedAnswer] = []
    for piece in table.ready_characters(seat) if lost else ():
        if not piece.acted:
            twin = table.copy()
            twin.pieces[piece.token].area = "reserve"
            cost = (AREA_FACTORS["active"] - AREA_FACTORS["reserve"]) * current_worth(table, piece)
            gain = lost - _largest_loss(twin, rivals, seat) - cost
            saved += [(gain, answers.Retreat(piece.token))] if gain >= greedy.MIN_GAIN else []
    return max(saved, key=by_gain)[1] if saved else None


def _largest_loss(table: ImajicaTable, rivals: Iterable[int], seat: int) -> float:
    """Return the largest loss that one of these rivals can cause a seat in one turn."""
    return max((_carry_out_best_challenges(table.copy(), rival, seat) for rival in rivals), default=0.0)


def begin_next_round(
    table: ImajicaTable, choosing_seat: int | None = None, advancing_tokens: Container[str] = ()
) -> None:
    """Move the table on to the next round: the next leader leads, characters advance, and all are unpivoted
    and yet to act.

    Characters in reserve that may become active do; of `choosing_seat` only those with these tokens.
    """
    table.leader, table.turns_left = next_leader(table), ()
    for piece in table.characters():
        moves = piece.area == "reserve" and (
            piece.controller != choosing_seat or piece.token in advancing_tokens
        )
        if moves and not piece.pivoted and barring_card(table, piece, "advance") is None:
            piece.area = "active"
        piece.pivoted = piece.acted = False
