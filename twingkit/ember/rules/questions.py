"""The questions of Ember that players answer: steps of a turn, windows, and answers to abilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from twingkit.core.acts import Act, ActQuestion
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.ember.rules import acts, uses
from twingkit.ember.rules.cards import in_pile_order
from twingkit.ember.rules.costs import unpaid_case
from twingkit.ember.rules.payments import payment_finder
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS, EmberTable


class EmberQuestion(ActQuestion[EmberTable]):
    """The base class of questions in Ember; answers are acts."""

    __slots__ = ()
    book = staticmethod(rulebook)
    seats = SEATS
    notation = acts.NOTATION
    max_quote_length = 40

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return len(self.table.players)


class WindowQuestion(EmberQuestion):
    """The base class of questions at which a player may also use an ability or call; other players may
    interrupt with a call (`p3: call`).

    Menus do not offer such a call because it would be wrong, but a record can contain it (EM-CALL-6).
    """

    __slots__ = ()
    interrupting_acts: ClassVar[tuple[type[Act], ...]] = (acts.Call,)

    @property
    def has_unlisted_answers(self) -> bool:
        """True if a wrong call is legal: it is not listed, but may be typed (EM-CALL-6)."""
        return uses.is_call_withheld(self.table, self.player)

    def refusal(self, answer: Act) -> Refusal | None:
        """Return a refusal if the rules forbid an answer."""
        seat, act = self.speaker_and_answer(answer)
        if seat == self.player:
            return super().refusal(act)
        denial = self.broken_window_rule(seat, act)
        if denial is None and (
            seat in self.table.declared_actions or not uses.is_skipped_in_windows(self.table, seat)
        ):
            raise self.bad_answer(answer)  # a player who can act is asked in every window
        return Refusal(*denial, rulebook()) if denial else None

    def broken_window_rule(self, seat: int, act: Act) -> BrokenRule | None:
        """Return the rule that forbids a seat an act that every window allows, or None.

        Raises `BadAnswer` for any other act.
        """
        try:
            return uses.broken_act_rule(self.table, seat, act)
        except LookupError:
            raise self.bad_answer(act) from None


class DrawStepQuestion(WindowQuestion):
    """The question for a player's step 1: `draw`, `draw F5` (discard F5 first), `draw F5 pile`, `refresh`,
    `stay`, or an ability use.
    """

    __slots__ = ()
    kind = "draw"
    rule = "EM-TURN-2"

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        table, player = self.table, self.table.players[self.player]
        discards = [None] if len(player.hand) < player.hand_limit else [*dict.fromkeys(player.hand)]
        sources = [  # the legal sources do not depend on the discarded card
            from_pile
            for from_pile in ((False, True) if player.has_ongoing_ability("source") else (False,))
            if _broken_draw_rule(table, self.player, acts.Draw(discards[0], from_pile)) is None
        ]
        for discard in discards:
            for from_pile in sources:
                yield acts.Draw(discard, from_pile)
        yield acts.STAY
        if player.hand:
            yield acts.REFRESH
        yield from uses.offered_acts(table, self.player)

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case acts.Draw():
                return _broken_draw_rule(self.table, self.player, answer)
            case acts.Stay():
                return None
            case acts.Refresh():
                return None if self.table.players[self.player].hand else ("EM-TURN-4", "empty", {})
            case acts.Conjure():
                return "EM-TURN-1", "first_draw", {}
            case _:
                return self.broken_window_rule(self.player, answer)


def _broken_draw_rule(table: EmberTable, seat: int, draw: acts.Draw) -> BrokenRule | None:
    """Return the rule that forbids a draw in step 1, or None (EM-TURN-2, EM-DECK-3, 5)."""
    player = table.players[seat]
    full = len(player.hand) >= player.hand_limit
    if (draw.discard is not None) != full:
        return "EM-TURN-2", "discard" if full else "no_discard", {"n": player.hand_limit}
    if draw.discard and draw.discard not in player.hand:
        return "EM-TURN-2", "not_held", {"card": draw.discard}
    if draw.from_pile:
        if not player.has_ongoing_ability("source"):
            return "EM-TURN-5", "no_pile", {}
        if not table.pile and not (full and table.variant.pile_top == "after"):
            return "EM-DECK-3", "no_pile", {}
        if not table.deck_size:
            return "EM-DECK-3", "renewed_first", {}
    elif not table.can_draw() and not full:
        return "EM-DECK-3", "no_card", {}
    return None


class ConjureStep(WindowQuestion):
    """The question for a player's step 2: `conjure phoenix F5 E5 W5 *`, the use of an ability, or `done`."""

    __slots__ = ()
    kind = "conjure"
    rule = "EM-CONJ-1"

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        table = self.table
        if _broken_second_conjuring_rule(table) is None:
            hand, wilds = payment_finder(tuple(table.players[self.player].hand)), table.variant.wilds
            sets, unformable = table.creatures.cost_sets, hand.unformable_sets(wilds)
            for name in [name for name in table.pool if not sets[name] & unformable]:
                for cards in hand.payments(table.creatures[name].cost, wilds):
                    yield acts.Conjure(name, cards)
        yield from uses.offered_acts(table, self.player)
        yield acts.DONE

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case acts.Conjure(creature, cards):
                return _broken_conjure_rule(self.table, self.player, creature, cards)
            case acts.Done():
                return None
            case acts.Draw() | acts.Refresh():
                return "EM-TURN-1", "drawn", {}
            case _:
                return self.broken_window_rule(self.player, answer)

    def parse_answer(self, text: str) -> Act:
        """Parse an answer; its cards are put in pile order."""
        match super().parse_answer(text):
            case acts.Conjure(creature, cards):
                return acts.Conjure(creature, in_pile_order(cards))
            case act:
                return act


def _broken_second_conjuring_rule(table: EmberTable) -> BrokenRule | None:
    """Return the rule that forbids any conjuring in the rest of this turn, or None (EM-TURN-4, EM-CONJ-1)."""
    if table.has_refreshed:
        return "EM-TURN-4", "no_conjuring", {}
    if table.has_conjured:
        return "EM-CONJ-1", "one", {}
    return None


def _broken_conjure_rule(table: EmberTable, seat: int, name: str, cards: Sequence[str]) -> BrokenRule | None:
    """Return the rule that forbids conjuring this creature with these cards, or None (EM-CONJ-1, 4)."""
    player = table.players[seat]
    spent = _broken_second_conjuring_rule(table)
    if spent:
        return spent
    if name not in table.creatures:
        return "EM-SET-3", "unknown", {"found": QuotedFact(one_line_excerpt(name, 20))}
    creature = table.creatures[name]
    if name not in table.pool:
        return "EM-CONJ-4", "not_there", {"creature": creature}
    lacking = [card for card in set(cards) if cards.count(card) > player.hand.count(card)]
    if lacking:
        return "EM-CONJ-4", "not_held", {"cards": tuple(in_pile_order(lacking))}
    case = unpaid_case(cards, creature.cost)
    if case:
        facts = {"creature": creature, "cost": creature.cost, "n": creature.cost.size}
        return "EM-CONJ-4", f"no_{case}", facts
    if cards.count("*") > table.variant.wilds:
        return "EM-COST-5", "wilds", {"n": table.variant.wilds}
    return None


class RespondInWindow(WindowQuestion):
    """The question for a player in a window: `pass`, `turn` (pass for the rest of this turn), an ability use,
    or the call (EM-WIN-3).

    `when` is the moment at which the window opened, one of `windows.WINDOW_MOMENTS`; "" for the call of a
    player who is not asked.
    """

    __slots__ = ("when",)
    kind = "respond"
    rule = "EM-WIN-1"

    def __init__(self, table: EmberTable, seat: int, when: str = "") -> None:
        super().__init__(table, seat)
        self.when = when

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        yield from (acts.PASS, acts.PASS_TURN)
        yield from uses.offered_acts(self.table, self.player)

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case acts.Pass() | acts.PassTurn():
                return None
            case acts.Draw() | acts.Refresh() | acts.Conjure():
                active = self.player == self.table.current and isinstance(answer, acts.Conjure)
                spent = _broken_second_conjuring_rule(self.table) if active else None
                return spent or ("EM-TURN-1", "not_now", {})
            case _:
                return self.broken_window_rule(self.player, answer)


class LastRoundUse(RespondInWindow):
    """The question for a player in the last round after a call: use one ability, or `pass` (EM-CALL-3)."""

    __slots__ = ()
    kind = "last"
    rule = "EM-CALL-3"
    interrupting_acts = ()  # somebody has already called

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        yield acts.PASS
        yield from uses.offered_acts(self.table, self.player)

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case acts.Draw() | acts.Refresh() | acts.Conjure():
                return "EM-CALL-3", "no_more", {}
            case acts.PassTurn():  # no more turns follow
                raise self.bad_answer(answer)
            case _:
                return super().broken_rule(answer)


class AnswerAbility(EmberQuestion):
    """The question whether a player responds to another's announced ability: `answer griffin` cancels or
    dodges it, `pass` allows it.
    """

    __slots__ = ("use",)
    kind = "answer"
    rule = "EM-ABIL-3"

    def __init__(self, table: EmberTable, seat: int, use: uses.AbilityUse) -> None:
        super().__init__(table, seat)
        self.use = use

    def options(self) -> Iterator[Act]:
        """Yield every legal answer."""
        yield acts.PASS
        for owned in self.table.players[self.player].owned:
            if rule_against_answering(self.table, self.player, owned.id, self.use) is None:
                yield acts.AnswerWith(owned.id)

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        match answer:
            case acts.Pass():
                return None
            case acts.AnswerWith(creature) if creature in self.table.creatures:
                return rule_against_answering(self.table, self.player, creature, self.use)
            case acts.Use() | acts.UseArchmage():
                return "EM-ABIL-3", "no_answer", {}
            case _:
                raise self.bad_answer(answer)


def rule_against_answering(
    table: EmberTable, seat: int, creature_id: str, use: uses.AbilityUse
) -> BrokenRule | None:
    """Return the rule that forbids a seat from answering an ability use with this creature, or None
    (EM-ABIL-3, 6).
    """
    creature, owned = table.creatures[creature_id], table.players[seat].find_creature(creature_id)
    if owned is None:
        return "EM-ABIL-2", "not_yours", {"side": SEATS[seat], "creature": creature}
    if creature.ability_kind != "answer":
        return "EM-ABIL-3", "no_answer", {}
    if not owned.is_face_up:
        return "EM-ABIL-1", "flipped", {"creature": creature}
    passed_by = seat in table.dodging_seats or seat not in uses.affected_seats(table, use)
    if creature.effect_with_verb("dodge") and passed_by:
        return "EM-ABIL-7", "nothing", {}
    cancel = creature.effect_with_verb("cancel")
    if cancel and cancel.scope == "lesser" and uses.use_rank(table, use) >= table.creature_rank(owned):
        return ("EM-ABIL-6", "not_lesser_use", {"creature": creature, "n": uses.use_rank(table, use)})
    return None
