"""The computer player `steady`: it considers what others can do, and keeps Allies and cards for that.

It keeps characters in the reserve, or retreats them, if they would be killed. It counts on the
maneuvers in its hand, prefers a Site that lets it call an expensive character, clears the way for
its seizures, contests what is worth more than its own plans, and plays a card if that decides
something.
"""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.imajica.players.forces import cheapest_contesters, contest_influence, cost_of
from twingkit.imajica.players.greedy import (
    MIN_GAIN,
    Greedy,
    WeightedAnswer,
    affordable_acts,
    best_call,
    naming_answer,
)
from twingkit.imajica.players.outlook import table_after
from twingkit.imajica.players.plans import (
    UNSURE,
    Plan,
    best_plan,
    challenge_plans,
    hand_help,
    seizure_plans,
)
from twingkit.imajica.players.worth import (
    AREAS,
    READY,
    character_worth,
    fight_worth,
    lead_over_rivals,
    maestro_suffices,
    position_worth,
    side_worths,
)
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.deeds import Ally
from twingkit.imajica.rules.places import leave_play
from twingkit.imajica.rules.questions import END, PASS, Respond
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.seizure import Contest
from twingkit.imajica.rules.table import Act, Fight, ImajicaTable
from twingkit.imajica.rules.values import barring_card, influence, new_dominions, value

LASTING = 0.7
"""Worth of each card that the own Destiny has more than all others."""

TRIED = 4
"""Maximum number of challenges considered."""


class Steady(Greedy):
    """A player that considers what rivals can do. Deterministic for a seed.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 active gideon lamp-boy; p2 reserve irish; circle kite-fields; to move p1 ally"
    >>> Steady(1)(position_game(line, seed=1))
    'seize kite-fields with gideon lamp-boy'
    """

    # -- phase 2

    def should_lay_site(self, table: ImajicaTable, seat: int, name: str) -> bool:
        """Return whether a Site brings a missing Dominion to the Circle, or the own Destiny lasts longer."""
        wanted = new_dominions(table, seat, table.cards[name].home)
        there = {dominion for site in table.sites() for dominion in site.card.home}
        return bool(wanted - there) or destiny_lead(table, seat) > 1

    # -- phase 3

    def on_ally(self, table: ImajicaTable, question: Ally) -> str:
        """Return the best call, then what clears the way for a seizure, then the seizure, then a retreat."""
        seat = question.player
        if not question.acted:
            name = best_call(table, seat)
            if name:
                return f"call {name}"
        hand = hand_help(table, seat)
        seizures = [*seizure_plans(table, seat, hand), Plan(0.0, END)]
        best = max(seizures)
        cards = self.best_acts(table, seat, "action", affordable_acts(table, seat, best.force))
        first = max([*cards, *self.fights(table, seat, best), (0.0, "")])
        if first[1]:
            return first[1]
        return best.answer if best.force else best_retreat(table, seat) or END

    def fights(self, table: ImajicaTable, seat: int, best: Plan) -> Iterable[WeightedAnswer]:
        """Yield the challenges that gain something, counting the seizure that they still leave possible."""
        plans = sorted(challenge_plans(table, seat), reverse=True)[:TRIED]
        for plan in plans:
            twin = table.copy()
            target = twin.pieces[plan.answer.split()[1]]
            target.pivoted = True
            for token in plan.force:
                twin.pieces[token].pivoted = True
            gain = plan.gain + best_plan(twin, seat, hand_help(table, seat)).gain - best.gain
            if gain >= MIN_GAIN:
                yield gain, plan.answer

    # -- cards

    def worth(self, table: ImajicaTable, seat: int) -> float:
        """Return the foreseen worth of a table for a seat."""
        return foreseen_worth(table, seat)

    def on_influence(self, table: ImajicaTable, question: Respond) -> str:
        """Return the smallest maneuver that turns the contest or secures the Site.

        If no single one is enough, return the best of several that are enough together, otherwise
        pass.
        """
        seat, fight = question.player, table.fight
        assert fight is not None
        lacking = -margin(table, fight, seat)
        if lacking <= 0:
            return PASS
        best: dict[str, tuple[int, str]] = {}
        for answer in question.options():
            if not acts.is_act(answer):
                continue
            act = acts.parse_act(table, seat, answer, question.moment)
            brings = lacking + margin_after(table, act, seat)
            source = act.card.id + act.source * act.by_power
            best[source] = max(best.get(source, (0, "")), (brings, answer))
        turning = [maneuver for maneuver in best.values() if maneuver[0] >= lacking]
        if turning:
            return min(turning)[1]
        helpful = [maneuver for maneuver in best.values() if maneuver[0] > 0]
        return max(helpful)[1] if sum(brings for brings, _ in helpful) >= lacking else PASS

    # -- fights

    def on_contest(self, table: ImajicaTable, question: Contest) -> str:
        """Contest a rival's seizure if that can stop it, counting the maneuvers in the hand if needed."""
        fight, seat = table.fight, question.player
        assert fight is not None
        answer = super().on_contest(table, question)
        if answer != PASS:
            return answer
        site = table.pieces[fight.focus]
        against = sum(influence(table, table.pieces[token], site) for token in fight.mine)
        able = [table.pieces[token] for token in question.able()]
        return naming_answer(
            "contest", cheapest_contesters(table, site, able, against - hand_help(table, seat).contest)
        )

    # -- phase 4

    def on_advance(self, table: ImajicaTable, question: Advance) -> str:
        """Move up the characters that will be useful before they are killed."""
        seat = question.player
        free = question.able()
        plan = best_plan(next_round(table, seat, tuple(free)), seat, hand_help(table, seat))
        seizers = tuple(token for token in plan.force if token in free)
        choices = dict.fromkeys([(), tuple(free), seizers])
        best = max(choices, key=lambda tokens: (self.exposed_worth(table, seat, tokens), len(tokens)))
        return " ".join(["advance", *best]) if best else PASS

    def exposed_worth(self, table: ImajicaTable, seat: int, tokens: tuple[str, ...]) -> float:
        """Return the worth of moving these up: the best seizure and ready Allies, minus expected losses."""
        twin = next_round(table, seat, tokens)
        order = twin.seats_from(twin.leader)
        place, hand = order.index(seat), hand_help(table, seat)
        lost = max((apply_kills(twin, rival, seat) for rival in order[:place]), default=0.0)
        plan = best_plan(twin, seat, hand)
        for token in plan.force:
            twin.pieces[token].area = "state"
        ready = READY * cost_of(twin, twin.ready(seat))
        later = max((apply_kills(twin, rival, seat) for rival in order[place + 1 :]), default=0.0)
        return plan.gain + ready - lost - later


def destiny_lead(table: ImajicaTable, seat: int) -> int:
    """Return by how many cards a Destiny is larger than all others, limited to −3 to 3 (IJ-OUT-1)."""
    others = [player.destiny.total for player in table.players if player.seat != seat and not player.out]
    return max(-3, min(3, table.players[seat].destiny.total - max(others, default=0)))


def foreseen_worth(table: ImajicaTable, seat: int) -> float:
    """Return the worth of a table with the best seizure to come and the size of the Destinies.

    A seizure that rivals can still stop counts only in part.
    """
    return LASTING * destiny_lead(table, seat) + _seizing_worth(table, seat)


def _seizing_worth(table: ImajicaTable, seat: int) -> float:
    fight = table.fight
    if fight is not None and fight.kind == "seizure" and not fight.formal:
        sides = side_worths(table)
        for other, gain in fight_worth(table, fight).items():
            sides[other] += gain * (UNSURE if can_be_stopped(table, fight) else 1.0)
        return lead_over_rivals(sides, seat)
    worth = position_worth(table, seat)
    own_turn = table.phase == "autarch" or (table.phase == "ally" and table.current == seat)
    if fight is None and own_turn:
        worth += best_plan(table, seat, hand_help(table, seat)).gain
    return worth


def can_be_stopped(table: ImajicaTable, fight: Fight) -> bool:
    """Return whether a rival outside the contest could stop the seizure, as the table stands."""
    site = table.pieces[fight.focus]
    own = sum(influence(table, table.pieces[token], site) for token in fight.mine)
    others = [seat for seat in table.seats_from(fight.seat)[1:] if seat != fight.rival]
    return any(0 < contest_influence(table, other, site) >= own for other in others)


def margin(table: ImajicaTable, fight: Fight, seat: int) -> int:
    """Return the spare influence of a side in a seizure; below 0 that side loses (IJ-SEIZE-4, 7)."""
    site = table.pieces[fight.focus]
    own, other = (
        sum(influence(table, table.pieces[token], site) for token in side)
        for side in (fight.mine, fight.theirs)
    )
    if not fight.theirs and seat == fight.seat:
        return own - value(table, site, "resistance") - (table.variant.secure == "gt")
    tie = table.variant.contest_tie == "goes_on"
    if seat == fight.seat:
        return own - other - (not tie)
    short = value(table, site, "resistance") - own - (table.variant.secure != "gt")
    return max(other - own - tie, -99 if maestro_suffices(table, fight.mine, fight.named) else short)


def margin_after(table: ImajicaTable, act: Act, seat: int) -> int:
    """Return the margin of a side after a maneuver, or -99 if its seizure is over then."""
    twin = table_after(table, act)
    return margin(twin, twin.fight, seat) if twin.fight is not None and twin.fight.mine else -99


def apply_kills(table: ImajicaTable, rival: int, seat: int) -> float:
    """Let a rival kill a seat's characters for one turn, and return the total gain.

    The function changes the table, so pass a copy to keep it.
    """
    lost = 0.0
    for _ in range(TRIED):
        best = max(challenge_plans(table, rival, seat), default=Plan(0.0, ""))
        if best.gain <= 0:
            break
        lost += best.gain
        target = best.answer.split()[1]
        for token in best.force:
            table.pieces[token].pivoted = True
        leave_play(table, table.pieces[target])
    return lost


def best_retreat(table: ImajicaTable, seat: int) -> str:
    """Return the retreat of an Ally that a rival would kill later in this phase, or "" (IJ-ALLY-7)."""
    rivals = [other for other in table.turns_left[1:] if not table.players[other].out]
    lost = largest_loss(table, rivals, seat)
    best = MIN_GAIN, ""
    for piece in table.ready(seat) if lost else ():
        if not piece.acted:
            twin = table.copy()
            twin.pieces[piece.token].area = "reserve"
            cost = (AREAS["active"] - AREAS["reserve"]) * character_worth(table, piece)
            best = max(best, (lost - largest_loss(twin, rivals, seat) - cost, f"retreat {piece.token}"))
    return best[1]


def largest_loss(table: ImajicaTable, rivals: Iterable[int], seat: int) -> float:
    """Return the largest loss that one of these rivals can cause a seat in one turn."""
    return max((apply_kills(table.copy(), rival, seat) for rival in rivals), default=0.0)


def next_round(table: ImajicaTable, seat: int, tokens: tuple[str, ...]) -> ImajicaTable:
    """Return a copy of the table in the next round, with everything unpivoted.

    These characters of the seat move up, and so do all reserves of its rivals.
    """
    twin = table.copy()
    count = len(twin.players)
    places = [(twin.leader + step) % count for step in range(1, count + 1)]
    twin.leader = next(place for place in places if not twin.players[place].out)
    for piece in twin.characters():
        rival = (
            piece.controller != seat and not piece.pivoted and barring_card(twin, piece, "advance") is None
        )
        if piece.area == "reserve" and (rival or piece.token in tokens):
            piece.area = "active"
        piece.pivoted = piece.acted = False
    return twin
