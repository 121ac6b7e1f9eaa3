"""The questions of Ember that players answer: steps of a turn, windows, and answers to abilities."""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence

from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule, TextQuestion
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import in_pile_order, parse_card
from twingkit.ember.rules.costs import unpaid_case
from twingkit.ember.rules.payments import payment_finder
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS, EmberTable

PASS, TURN = "pass", "turn"
"""Answers that pass once, and that pass for the rest of the turn."""


class EmberQuestion(TextQuestion[EmberTable]):
    """The base class of questions in Ember; answers are text."""

    __slots__ = ()
    book = staticmethod(rulebook)
    seats = SEATS
    max_quote_length = 40


_INTERRUPTION = re.compile(rf"(p[1-{len(SEATS)}]): ({uses.CALL_ANSWER})")


class WindowQuestion(EmberQuestion):
    """The base class of questions at which a player may also use an ability or call; other players may
    interrupt with a call (`p3: call`).

    Menus do not offer such a call because it would be wrong, but a record can contain it (EM-CALL-6).
    """

    __slots__ = ()

    @abstractmethod
    def acts(self) -> Iterator[uses.AbilityUse | str]:
        """Yield every legal answer: uses of abilities as `AbilityUse`, all others as text."""

    def options(self) -> Iterator[str]:
        """Yield every legal answer."""
        return map(str, self.acts())

    def random_answer(self, rng: random.Random) -> str:
        """Return a random legal answer; only its text is built."""
        return str(rng.choice(list(self.acts())))

    def is_interruption(self, line: str) -> bool:
        """Return True if a record line is a call by another player."""
        return self.speaker_and_answer(" ".join(line.split()))[0] not in (
            self.player,
            *range(len(self.table.players), 9),
        )

    def speaker_and_answer(self, answer: str) -> tuple[int, str]:
        """Return the seat that gives an answer, and the answer without the name of that seat."""
        match = _INTERRUPTION.fullmatch(answer) if ":" in answer else None
        return (SEATS.index(match[1]), match[2]) if match else (self.player, answer)

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if the rules forbid an answer."""
        seat, act = self.speaker_and_answer(str(answer))
        if seat == self.player:
            return super().refusal(act)
        denial = uses.broken_act_rule(self.table, seat, act)
        if denial is None and (
            seat in self.table.declared_actions or not uses.is_skipped_in_windows(self.table, seat)
        ):
            raise self.bad_answer(answer)  # a player who can act is asked in every window
        return Refusal(*denial, rulebook()) if denial else None


class DrawStepQuestion(WindowQuestion):
    """The question for a player's step 1: `draw`, `draw F5` (discard F5 first), `draw F5 pile`, `refresh`,
    `stay`, or an ability use.
    """

    __slots__ = ()
    kind = "draw"
    rule = "EM-TURN-2"

    def acts(self) -> Iterator[uses.AbilityUse | str]:
        """Yield every legal answer: uses of abilities as `AbilityUse`, all others as text."""
        table, player = self.table, self.table.players[self.player]
        discards = [""] if len(player.hand) < player.hand_limit else [f" {card}" for card in player.hand]
        sources = [  # the legal sources do not depend on the discarded card
            source
            for source in (("", " pile") if player.has_ongoing_ability("source") else ("",))
            if _broken_draw_rule(table, self.player, discards[0].split(), bool(source)) is None
        ]
        for discard in dict.fromkeys(discards):
            for source in sources:
                yield f"draw{discard}{source}"
        yield "stay"
        if player.hand:
            yield "refresh"
        yield from uses.offered_acts(table, self.player)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if answer == uses.CALL_ANSWER or uses.is_ability_use(answer):
            return uses.broken_act_rule(self.table, self.player, answer)
        if answer == "stay":
            return None
        if answer == "refresh":
            return None if self.table.players[self.player].hand else ("EM-TURN-4", "empty", {})
        if answer.split()[:1] != ["draw"]:
            if answer.startswith("conjure"):
                return "EM-TURN-1", "first_draw", {}
            raise self.bad_answer(answer)
        words = answer.split()[1:]
        from_pile = words[-1:] == ["pile"]
        return _broken_draw_rule(self.table, self.player, words[:-1] if from_pile else words, from_pile)

    def parse_answer(self, text: str) -> str:
        """Return the answer with its cards in upper case."""
        words = text.split()
        if words[:1] == ["draw"]:
            words[1:] = [word if word == "pile" else _card(self, word) for word in words[1:]]
        return " ".join(words)


def _broken_draw_rule(
    table: EmberTable, seat: int, cards: Sequence[str], from_pile: bool
) -> BrokenRule | None:
    """Return the rule that forbids a draw in step 1 after discarding `cards`, or None (EM-TURN-2, EM-DECK-3,
    5).
    """
    player = table.players[seat]
    full = len(player.hand) >= player.hand_limit
    if len(cards) != full:
        return "EM-TURN-2", "discard" if full else "no_discard", {"n": player.hand_limit}
    if cards and cards[0] not in player.hand:
        return "EM-TURN-2", "not_held", {"card": cards[0]}
    if from_pile:
        if not player.has_ongoing_ability("source"):
            return "EM-TURN-5", "no_pile", {}
        if not table.pile and not (cards and table.variant.pile_top == "after"):
            return "EM-DECK-3", "no_pile", {}
        if not table.deck_size:
            return "EM-DECK-3", "renewed_first", {}
    elif not table.can_draw() and not cards:
        return "EM-DECK-3", "no_card", {}
    return None


class ConjureStep(WindowQuestion):
    """The question for a player's step 2: `conjure phoenix F5 E5 W5 *`, the use of an ability, or `done`."""

    __slots__ = ()
    kind = "conjure"
    rule = "EM-CONJ-1"

    def acts(self) -> Iterator[uses.AbilityUse | str]:
        """Yield every legal answer: uses of abilities as `AbilityUse`, all others as text."""
        table = self.table
        if _broken_second_conjuring_rule(table) is None:
            hand, wilds = payment_finder(tuple(table.players[self.player].hand)), table.variant.wilds
            sets, unformable = table.creatures.cost_sets, hand.unformable_sets(wilds)
            for name in [name for name in table.pool if not sets[name] & unformable]:
                for cards in hand.payments(table.creatures[name].cost, wilds):
                    yield " ".join(["conjure", name, *cards])
        yield from uses.offered_acts(table, self.player)
        yield "done"

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if answer == uses.CALL_ANSWER or uses.is_ability_use(answer):
            return uses.broken_act_rule(self.table, self.player, answer)
        if answer == "done":
            return None
        words = answer.split()
        if words[:1] != ["conjure"] or len(words) < 2:
            if words[:1] in (["draw"], ["refresh"]):
                return "EM-TURN-1", "drawn", {}
            raise self.bad_answer(answer)
        return _broken_conjure_rule(self.table, self.player, words[1], words[2:])

    def parse_answer(self, text: str) -> str:
        """Return the answer with its cards in pile order."""
        words = text.split()
        if words[:1] == ["conjure"]:
            words[2:] = in_pile_order(_card(self, word) for word in words[2:])
        return " ".join(words)


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


def _card(question: EmberQuestion, word: str) -> str:
    try:
        return parse_card(word)
    except Fault as fault:
        raise BadAnswer("card", rulebook(), found=one_line_excerpt(word, 20)) from fault


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

    def acts(self) -> Iterator[uses.AbilityUse | str]:
        """Yield every legal answer: uses of abilities as `AbilityUse`, all others as text."""
        yield from (PASS, TURN)
        yield from uses.offered_acts(self.table, self.player)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if answer in (PASS, TURN):
            return None
        if answer != uses.CALL_ANSWER and not uses.is_ability_use(answer):
            word = answer.partition(" ")[0]
            if word in ("draw", "conjure", "refresh"):
                active = self.player == self.table.current
                spent = _broken_second_conjuring_rule(self.table) if active and word == "conjure" else None
                return spent or ("EM-TURN-1", "not_now", {})
            raise self.bad_answer(answer)
        return uses.broken_act_rule(self.table, self.player, answer)


class LastRoundUse(RespondInWindow):
    """The question for a player in the last round after a call: use one ability, or `pass` (EM-CALL-3)."""

    __slots__ = ()
    kind = "last"
    rule = "EM-CALL-3"

    def is_interruption(self, line: str) -> bool:
        """Return False, since somebody has already called."""
        return False

    def acts(self) -> Iterator[uses.AbilityUse | str]:
        """Yield every legal answer: uses of abilities as `AbilityUse`, all others as text."""
        yield PASS
        yield from uses.offered_acts(self.table, self.player)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if answer.partition(" ")[0] in ("draw", "conjure", "refresh"):
            return "EM-CALL-3", "no_more", {}
        if answer == TURN:  # no more turns follow
            raise self.bad_answer(answer)
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

    def options(self) -> Iterator[str]:
        """Yield every legal answer."""
        yield PASS
        for owned in self.table.players[self.player].owned:
            if self.broken_rule(f"answer {owned.id}") is None:
                yield f"answer {owned.id}"

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        if answer == PASS:
            return None
        word, _, name = answer.partition(" ")
        if word != "answer" or name not in self.table.creatures:
            if uses.is_ability_use(answer):
                return "EM-ABIL-3", "no_answer", {}
            raise self.bad_answer(answer)
        return rule_against_answering(self.table, self.player, name, self.use)


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
        return (
            "EM-ABIL-6",
            "not_lesser_use",
            {"creature": creature, "n": uses.use_rank(table, use)},
        )
    return None
