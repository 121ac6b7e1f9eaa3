"""The computer player `expert`, which plans with abilities.

Like `steady` it counts the turns left until the call. In addition it knows what abilities are worth until
then (`prospects.py`): it draws and conjures for them, flips and revives by their worth, takes cards from a
hand just before that player conjures, replaces bad cards, and orders the deck before it draws.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.ember.players.best_use import best_use, last_use
from twingkit.ember.players.next_turn import NextTurn
from twingkit.ember.players.outlook import Outlook, hand_of
from twingkit.ember.players.prospects import A_TURN, Prospects
from twingkit.ember.players.steady import Steady, missing_points
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import bits_of, card_token, places_in, places_of
from twingkit.ember.rules.choices import Discard, EmberChoice, FlipOwn, Order, Pick, Redraw, Source
from twingkit.ember.rules.questions import PASS, Conjure, Draw, LastUse, Respond
from twingkit.ember.rules.table import EmberTable

CARDS_MATTER = 5.0
"""Victory Points by which a conjuring that keeps better cards may fall short of the best one."""

SAMPLES = 20
"""Number of hands dealt to estimate the gain from replacing cards."""

GAINS = {"draw": 1.0, "top": 1.0, "any": 1.5, "redraw": 1.2}
"""Victory Points that new cards must bring beyond what the hand already pays for, by verb or scope."""

ENDING = 0.6
"""Number of turns left at which a small gain is enough."""

LITTLE, LAST_RESORT = 0.15, 0.01
"""The same near the end, and where the hand pays for nothing."""


def planned_outlook(table: EmberTable, seat: int) -> Outlook:
    """Return the outlook of a seat in which a creature is worth the turns that its points and its ability
    save.

    If the seat has ordered cards on the deck, the first of them is the next card.
    """
    missing, prospects = missing_points(table, seat), Prospects(table, seat)

    def worth(name: str) -> float:
        creature = table.creatures[name]
        points = creature.value + creature.bonus
        saved = turns_needed(missing) - turns_needed(missing - points)
        return saved if points >= missing else saved + prospects.points(creature, points) / A_TURN

    outlook = Outlook(table, seat, worth={name: worth(name) for name in table.pool})
    if seat in table.deck.next_known_to:
        outlook.unseen = bits_of(places_of(table.deck.top[:1]))
    return outlook


class Planner(Steady):
    """A player that plans with abilities; it is deterministic for a seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> Planner(1)(position_game(line, seed=1))
    'conjure titan A5 E5 F5 A9 E9'
    """

    samples = 10

    def on_draw(self, table: EmberTable, question: Draw, answers: list[str]) -> str:
        """Answer step 1: a use that is worth it, a look at the deck, then the draw that brings most."""
        seat = question.player
        use = best_use(table, seat, answers)
        if not use and seat not in table.deck.next_known_to:
            orders = (answer for answer in answers if _verb(table, seat, answer) == "order")
            use = next(orders, "")
        return use or self.best_step(planned_outlook(table, seat), table, seat, answers)

    def on_conjure(self, table: EmberTable, question: Conjure, answers: list[str]) -> str:
        """Answer step 2: uses that are worth it, uses that bring better cards, then the best creature."""
        seat = question.player
        use = best_use(table, seat, answers)
        if use or table.conjured or table.refreshed:
            return use or "done"
        ways = [answer for answer in answers if answer.startswith("conjure")]
        use = self.better_cards(table, seat, answers)
        return use or (self.best_conjuring(table, seat, ways) if ways else "done")

    def promising_conjurings(self, table: EmberTable, ranked: list[str]) -> list[str]:
        """Return the conjurings to weigh: those that bring not much less now than the best one."""
        prospects, gained = Prospects(table, table.current), dict[str, float]()
        for answer in ranked:
            name = answer.split()[1]
            creature = table.creatures[name]
            points = creature.value + creature.bonus
            gained[name] = points + prospects.points(creature, points)
        least = max(gained.values()) - CARDS_MATTER
        near = [answer for answer in ranked if gained[answer.split()[1]] >= least]
        return sorted(near, key=lambda answer: gained[answer.split()[1]], reverse=True)

    def _lasting(self, table: EmberTable, answer: str) -> float:
        """Return the Victory Points that the ability of a creature brings."""
        creature = table.creatures[answer.split()[1]]
        gained = creature.value + creature.bonus
        return Prospects(table, table.current).points(creature, gained)

    def better_cards(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return the use that brings cards for a better creature than the hand can pay for now; "" if none
        does.
        """
        verbs = {answer: _verb(table, seat, answer) for answer in answers}
        if not {"draw", "take", "redraw"} & set(verbs.values()):
            return ""
        outlook = planned_outlook(table, seat)
        now = outlook.payable(outlook.hand)
        ending = Prospects(table, seat).turns_left() < ENDING
        gains = {"": 0.0}
        for answer, verb in verbs.items():
            if verb not in ("draw", "take", "redraw"):
                continue
            effect = uses.parse_use(table, seat, answer).effects[0]
            least = LAST_RESORT if not now else LITTLE if ending else GAINS[effect.scope or verb]
            if verb == "take":
                card = answer.split()[2] if effect.scope == "any" else table.pile[-1]
                then = outlook.payable(hand_of([*table.players[seat].hand, card]))
            elif verb == "draw":
                then = outlook.after_draw(outlook.hand)[0]
            else:
                then = self.best_redraw(outlook, effect.amount)[0]
            gain = A_TURN * (then - now)
            if gain >= least:
                gains[answer] = gain
        return max(gains, key=lambda answer: gains[answer])

    def best_redraw(self, outlook: Outlook, most: int) -> tuple[float, list[int]]:
        """Return the best redraw of at most `most` cards: the turns that the hand then saves on average,
        and the cards.

        The cards are given up one after another, each the one that is missed least.
        """
        rng, unseen = random.Random(outlook.table.turn), list(places_in(outlook.unseen))
        left, best, gone = outlook.hand, (-1.0, list[int]()), list[int]()
        turn = NextTurn(outlook.table, outlook.seat, outlook=outlook)
        for card in turn.kept(outlook.hand, min(most, len(outlook.hand))):
            gone.append(card)
            left = tuple(place for place in left if place != card)
            deals = [rng.sample(unseen, min(len(gone), len(unseen))) for _ in range(SAMPLES)]
            mean = sum(outlook.payable(tuple(sorted((*left, *deal)))) for deal in deals) / SAMPLES
            if mean > best[0]:
                best = mean, list(gone)
        return best

    def on_respond(self, table: EmberTable, question: Respond, answers: list[str]) -> str:
        """Answer a window: a use that is worth it now."""
        return best_use(table, question.player, answers) or PASS

    def on_last(self, table: EmberTable, question: LastUse, answers: list[str]) -> str:
        """Answer the last round: the use that improves this seat most against its best opponent."""
        return last_use(table, question.player, answers) or PASS

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Choose the cards, creatures or piles that suit the player's own plan best."""
        seat = question.player
        if isinstance(question, FlipOwn):
            prospects = Prospects(table, seat)
            return min(answers, key=lambda answer: prospects.standing(table.creatures[answer.split()[1]]))
        outlook, hand = planned_outlook(table, seat), table.players[seat].hand
        if isinstance(question, Redraw):
            _, gone = self.best_redraw(outlook, question.count)
            return " ".join([question.word, *question.ordered([card_token(place) for place in gone])])
        if isinstance(question, Discard):
            return max(answers, key=lambda answer: _left_worth(outlook, hand, answer.split()[1:]))
        if isinstance(question, Pick):
            return min(answers, key=lambda answer: _left_worth(outlook, question.choices, answer.split()[1:]))
        if isinstance(question, Source):
            pile = outlook.payable(hand_of([*hand, table.pile[-1]]))
            return "from pile" if pile >= outlook.after_draw(outlook.hand)[0] else "from deck"
        if isinstance(question, Order):
            ranked = sorted(question.choices, key=lambda card: -_with_card(outlook, hand, card))
            return " ".join([question.word, *ranked])
        return super().on_choice(table, question, answers)


def _verb(table: EmberTable, seat: int, answer: str) -> str:
    """Return the verb of a use of a creature; "" for any other answer."""
    return uses.parse_use(table, seat, answer).effects[0].verb if answer.startswith("use ") else ""


def _left_worth(outlook: Outlook, hand: Sequence[str], gone: Sequence[str]) -> float:
    """Return the turns that a hand saves without the cards `gone`; before a conjuring, what it pays for now
    counts most.
    """
    table, left = outlook.table, list(hand)
    for card in gone:
        left.remove(card)
    held = hand_of(left)
    later = outlook.after_draw(held)[0]
    waiting = table.step == "conjure" and not (table.conjured or table.refreshed)
    owner = table.current == outlook.seat or tuple(hand) != tuple(table.players[outlook.seat].hand)
    return outlook.payable(held) + 0.3 * later if waiting and owner else later


def _with_card(outlook: Outlook, hand: Sequence[str], card: str) -> float:
    """Return the turns that a hand saves with one more card, after the best discard if the hand is full."""
    kept = [[*hand[:at], *hand[at + 1 :]] for at in range(len(hand))]
    full = len(hand) >= outlook.table.players[outlook.seat].hand_size
    return max(outlook.payable(hand_of([*cards, card])) for cards in (kept if full else [list(hand)]))
