"""Play the typed lines of a table one after another in a completion, with a card dealt for each `?`.

A card is settled at a line once later lines show that it, and no other, was drawn or passed on there.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import attrs

from twingkit.core.acts import Act
from twingkit.core.cards.draws import DrawFromStack
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line_excerpt
from twingkit.core.record import can_answer
from twingkit.core.rulebook import HiddenFact
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import Start
from twingkit.referee.completion import (
    NO_DECK,
    CompletedRecord,
    FirstIllegalLine,
    HandsAfterLine,
    PassedCard,
    PlayedLine,
    UnseenDrawDeck,
)
from twingkit.referee.referee_rules import CardTest, RefereeRules
from twingkit.referee.typed_line import TypedLine, drawn_card_token, missing_tokens, tokens_or_text_of_fact

MAX_OPTIONS = 5_000
"""The maximum number of answers to consider for a line with unknown cards."""

_RECENT_LINES = 8
"""The number of lines within which a named card may still be in its hand."""

_NEVER_NAMED = 1 << 30
"""The line number that stands for “no later line names this card”."""


MAX_SILENT_ANSWERS = 60
"""The maximum number of silent answers to fill in before one line."""

MAX_TYPED_LINES = 20_000
"""The maximum number of lines of a typed game."""


class LineReplayer:
    """The typed lines of one table, with methods that replay them in a game with real cards for unknown
    ones, and that settle cards which later lines determine.
    """

    def __init__(self, start: Start, rules: RefereeRules, rng: random.Random) -> None:
        self.start, self.rules, self.rng = start, rules, rng
        self.lines: list[TypedLine] = []
        self.named: dict[str, list[int]] = {}
        self.noted: Sequence[int] = ()
        self.played = 0
        """The number of lines that were played in a search."""
        self.seats = {start.seat(seat): seat for seat in range(player_count(Game(start, rolls="ask")))}

    def new_completion(self) -> CompletedRecord:
        """Return a completion at the start of the game, before the first line."""
        return CompletedRecord(Game(self.start, rolls="ask"))

    def note_later_lines(self, lines: Sequence[TypedLine]) -> None:
        """Store the later lines that name each card, so that the card is not dealt to another seat before
        these lines.
        """
        self.named = {}
        for line_index, line in enumerate(lines):
            for token in dict.fromkeys(line.shown_cards or self.rules.named_hand_cards(line.answer)):
                self.named.setdefault(token, []).append(line_index)

    def last_answer_index(self, before: int) -> int:
        """Return the index of the last answer before line `before`, skipping `shows` lines; -1 if none."""
        return next(
            (
                line_index
                for line_index in range(before - 1, -1, -1)
                if not self.lines[line_index].is_shows_line
            ),
            -1,
        )

    def _hand(self, game: Game, seat: int) -> Counter[str]:
        if self.rules.hand_tokens is None or seat < 0:
            return Counter()
        return Counter(self.rules.hand_tokens(game.table, seat))

    def _seen(self, game: Game, kind: str = "", passes: CardTest | None = None) -> HandsAfterLine:
        """Return the hands, the demands on them, and the cards passed on by the last answer."""
        if self.rules.question_demands is None:
            return HandsAfterLine()
        hands = tuple(self._hand(game, seat) for seat in self.seats.values())
        passed = tuple(_passed_cards(game)) if kind in self.rules.hidden_question_kinds else ()
        return HandsAfterLine(hands, self.rules.question_demands(game), passes, passed)

    def _settle(
        self, world: CompletedRecord, line_index: int, held: Counter[str], hand: Counter[str], seat: int
    ) -> None:
        """Settle cards that a seat showed from its hand at the lines that drew them.

        If a copy in the hand is already settled, it is taken for the shown one.
        """
        for token, count in held.items():
            open_copies = len(self._lines_of_card(world, line_index, token, seat))
            for _ in range(count - max(0, hand[token] - open_copies)):
                came = self._lines_of_card(world, line_index, token, seat)
                if came:
                    every = self._open_places(world, line_index, None)
                    chain = self._chain(world, [line for line in every if line <= came[0]], token)
                    world.required_cards |= dict.fromkeys(chain, token)
                    world.settling_lines |= dict.fromkeys(chain, line_index)

    def _lines_of_card(self, world: CompletedRecord, line_index: int, token: str, seat: int) -> list[int]:
        """Return the unsettled lines that drew a card for a seat, then those that passed it on."""
        came = [
            line for line in self._open_places(world, line_index, None) if world.filled_card(line) == token
        ]
        own = [line for line in came if self.seats.get(self.lines[line].seat) == seat]
        passed = [
            line for line in came if world.lines[line].question_kind not in self.rules.hidden_draw_kinds
        ]
        return list(dict.fromkeys((*own, *passed)))

    def _open_places(self, world: CompletedRecord, line_index: int, seat: str | None) -> list[int]:
        """Return the earlier lines with an unsettled card of a seat (None: of any), the latest first."""
        return [
            line
            for line in range(min(line_index, len(world.lines)) - 1, -1, -1)
            if world.lines[line].dealt_text
            and line not in world.required_cards
            and seat in (None, self.lines[line].seat)
        ]

    def _chain(self, world: CompletedRecord, every: Sequence[int], token: str) -> list[int]:
        """Return the lines, among `every`, by which an unknown card with this token was drawn and passed on,
        the latest first.
        """
        chain = []
        for line in every:
            if world.filled_card(line) == token:
                chain.append(line)
                if (
                    world.lines[line].question_kind in self.rules.hidden_draw_kinds
                    or not self.rules.hidden_draw_kinds
                ):
                    break
        return chain

    def _texts(self, question: Question) -> Iterator[str]:
        """Yield the answers to a question; for a draw, only cards that go into a hand unseen."""
        if self.rules.is_open_draw(question):
            return iter(())
        texts = (question.format_answer(option) for option in islice(question.options(), MAX_OPTIONS))
        return filter(self.rules.is_hidden_draw, texts) if isinstance(question, DrawFromStack) else texts

    def _fill(self, world: CompletedRecord, line_index: int) -> tuple[str, int]:
        """Answer a line with a card for its `?`; return the text ("" if none) and its note number."""
        game, line = world.game, self.lines[line_index]
        question = game.question
        assert question is not None
        texts = [text for text in self._texts(question) if line.matches_answer(text)]
        for text in self._noted_text(line_index, texts) or self._candidates(
            world, line_index, question, texts
        ):
            value = question.parse_answer(text)
            try:
                game.answer(value)
            except (Refusal, ValueError):  # listed, but not in this box
                continue
            if not self._seen_by_all(game, value):
                return text, sum(other < text for other in set(texts))
            game.undo()
        return "", 0

    def _noted_text(self, line_index: int, texts: Sequence[str]) -> list[str]:
        """Return the answer noted for a line, as a list; empty if there is none."""
        number = self.noted[line_index] if line_index < len(self.noted) else len(texts)
        return sorted(set(texts))[number : number + 1]

    def _deck(self, world: CompletedRecord, question: DrawFromStack[str], seat: str) -> UnseenDrawDeck:
        """Return the deck of a draw; a deck that has grown was reshuffled."""
        whose = "" if self.rules.has_one_deck else seat
        whose = whose if self.rules.deck_name is None else self.rules.deck_name(question)
        before = world.latest_deck(whose)
        made = before.reshuffle_count + (question.stack.shuffled_count > before.size > 0)
        return UnseenDrawDeck(
            frozenset(map(drawn_card_token, self._texts(question))),
            question.stack.shuffled_count,
            made,
            whose,
        )

    def _candidates(
        self, world: CompletedRecord, line_index: int, question: Question, texts: Sequence[str]
    ) -> Iterator[str]:
        pin, barred = world.required_cards.get(line_index), world.forbidden_cards.get(line_index, frozenset())
        wanted = world.preferred_cards.get(line_index)
        if pin is not None:
            there = [text for text in texts if drawn_card_token(text) == pin]
            yield from sorted(there, key=lambda text: text != wanted)
            return
        free = [text for text in texts if drawn_card_token(text) not in barred]
        if wanted is not None and wanted in free:
            yield wanted
        weights = {text: self._copies(question, text) for text in texts}
        keys = {text: self.rng.random() ** (1 / max(1, weights[text])) for text in texts}
        needed = {
            text: self._next_need(drawn_card_token(text), line_index, weights[text], world) for text in texts
        }
        if not isinstance(question, DrawFromStack):  # a recently named card may be leaving
            needed |= {
                text: line_index for text in texts if self._named_lately(line_index, drawn_card_token(text))
            }
        yield from sorted(free, key=lambda text: (-needed[text], -keys[text]))
        yield from (text for text in texts if text not in free)  # forbidden cards last

    def _named_lately(self, line_index: int, token: str) -> bool:
        return any(
            token in self.rules.named_hand_cards(line.answer)
            for line in self.lines[max(0, line_index - _RECENT_LINES) : line_index]
        )

    def _next_need(self, token: str, line_index: int, copies: int, world: CompletedRecord) -> int:
        """Return the next line that may need every remaining copy of a card, or `_NEVER_NAMED`."""
        places = self.named.get(token, [])
        coming = [line for line, pin in world.required_cards.items() if pin == token and line > line_index]
        coming += places[bisect_right(places, line_index) :]
        return _NEVER_NAMED if not coming or len(coming) < copies else min(coming)

    def _seen_by_all(self, game: Game, value: object) -> bool:
        if isinstance(value, Act):  # only a drawn card can be the fact of a ruling
            return False
        (entry,) = game.entries(len(game) - 1)
        return any(
            fact == value or (isinstance(fact, tuple) and value in fact)
            for ruling in entry.rulings
            for fact in ruling.facts.values()
            if not isinstance(fact, HiddenFact)
        )

    def _not_fillable(self, world: CompletedRecord, line_index: int) -> FirstIllegalLine:
        pin = world.required_cards.get(line_index, "")
        line = self.lines[line_index]
        question = world.game.question
        assert question is not None
        why = Fault("referee.open", found=one_line_excerpt(str(line)))
        seats = (self.seats[line.seat],) if line.seat in self.seats else ()
        if not pin or isinstance(question, DrawFromStack):
            return FirstIllegalLine(
                line_index,
                why,
                undrawable_card=pin or self._card_drawable_in_another_deal(world, line_index),
                suspect_seats=seats,
            )
        pool = tuple(drawn_card_token(text) for text in self._texts(question) if line.matches_answer(text))
        return FirstIllegalLine(line_index, why, (pin,), pool, suspect_seats=seats)

    def _card_drawable_in_another_deal(self, world: CompletedRecord, line_index: int) -> str:
        """Return the token of a card that could be drawn unseen now if the unknown cards were dealt
        otherwise; "" if there is none.
        """
        if self.rules.question_demands is None:
            return ""
        question = world.game.question
        left = set() if question is None else set(map(drawn_card_token, self._texts(question)))
        drawn = [line for line in self._open_places(world, line_index, None) if world.lines[line].deck.size]
        tokens = sorted({world.filled_card(line) for line in drawn} - left)
        return self.rng.choice(tokens) if tokens else ""  # some of them would be seen by all

    def _copies(self, question: Question, text: str) -> int:
        return question.stack.count(question.parse_answer(text)) if isinstance(question, DrawFromStack) else 1

    # -- replaying lines

    def replay_noted_cards(self, world: CompletedRecord, note_numbers: Sequence[int]) -> bool:
        """Play the remaining lines with the cards of notes (`deal_notes`); return False if one is illegal."""
        self.noted = note_numbers
        try:
            return self._forward(world) is None
        finally:
            self.noted = ()

    def _forward(self, world: CompletedRecord) -> FirstIllegalLine | None:
        while len(world.lines) < len(self.lines):
            failure = self._step(world, len(world.lines))
            if failure is not None:
                return failure
        return None

    def _step(self, world: CompletedRecord, line_index: int) -> FirstIllegalLine | None:
        line, game, begun = self.lines[line_index], world.game, len(world.game)
        self.played += 1
        if line.is_shows_line:
            return self._check_shown_cards(world, line_index)
        failure = self._approach(world, line_index)
        if failure is not None:
            if line.answer in self.rules.silent_answers and line.seat in self.seats:
                self._end_silently(game)
                if not self.rules.silent_question_kinds or (
                    self.rules.noticed_silence_kinds is not None and game.over
                ):
                    world.lines.append(
                        PlayedLine(begun, hands_after=self._seen(game))
                    )  # no question asks for it here
                    return None
            return failure
        filled, number, question, deck, passes = "", 0, game.question, NO_DECK, None
        if isinstance(question, DrawFromStack):
            deck = self._deck(world, question, line.seat)
        elif line.has_unknown_card:
            passes = self.rules.unknown_card_test(game, line.answer)
        if line.has_unknown_card:
            filled, number = self._fill(world, line_index)
            if not filled:
                game.undo(len(game) - begun)
                return self._not_fillable(world, line_index)
        else:
            holder = self._holder(question, line)
            hand = self._hand(game, holder)
            game.answer(self._spoken(game, line))
            self._settle(
                world, line_index, Counter(self.rules.named_hand_cards(line.answer)) & hand, hand, holder
            )
        kind = question.kind if question else ""
        world.lines.append(PlayedLine(begun, filled, kind, deck, self._seen(game, kind, passes), number))
        return None

    def _end_silently(self, game: Game) -> None:
        """Let all players pass silently if that ends the game."""
        given = 0
        while self.rules.noticed_silence_kinds is not None and (silence := self.silent_answer(game.question)):
            if given >= MAX_SILENT_ANSWERS:
                break
            game.answer(silence)
            given += 1
        if not game.over:
            game.undo(given)

    def _approach(self, world: CompletedRecord, line_index: int) -> FirstIllegalLine | None:
        """Give the silent answers that were omitted before a line; return a failure if the line is legal
        after none of them.
        """
        game, line = world.game, self.lines[line_index]
        failures: list[FirstIllegalLine] = []
        held = {seat: self._hand(game, seat) for seat in (-1, *self.seats.values())}
        given, first = 0, None
        while True:
            if self._fits(world, line_index, exactly=bool(given)):
                if not self.rules.is_idle_answer(game, self.seats.get(line.seat, -1), line.answer):
                    return None
                first = given if first is None else first
            else:
                failure = self._failure(game, line_index)
                holder = self._holder(game.question, line)
                gone = tuple((held[holder] - self._hand(game, holder)).elements()) if given else ()
                failures.append(attrs.evolve(failure, holder_seat=holder, departed_cards=gone))
            silence = self.silent_answer(game.question)
            if not silence or given >= MAX_SILENT_ANSWERS or self._is_past(game, line_index):
                game.undo(given - (first or 0))
                if first is not None:  # the answer is idle later, too
                    return None
                own = [problem for problem in failures if isinstance(problem.reason, Refusal | BadAnswer)]
                ways = tuple(way for problem in reversed(failures) for way in problem.constraints)
                failure = (own or failures)[-1 if own and self.rules.noticed_silence_kinds is not None else 0]
                if not (failure.missing_cards or own):  # the seat may hold now what is gone later
                    failure = next((problem for problem in failures if problem.missing_cards), failure)
                return attrs.evolve(
                    failure, constraints=((), *ways) if failure.missing_cards and ways else ways
                )
            game.answer(silence)
            given += 1

    def _is_past(self, game: Game, line_index: int) -> bool:
        """True if a typed silent answer cannot belong to the pending question or to a later one of the same
        kind.
        """
        question, line = game.question, self.lines[line_index]
        if (
            question is None
            or question.kind not in (self.rules.noticed_silence_kinds or ())
            or line.answer not in self.rules.silent_answers
        ):
            return False
        later = game.copy()
        for _ in self.seats:
            later.answer(self.silent_answer(later.question))
            following = later.question
            if following is None or following.kind != question.kind:
                return True
            if self._asked_seat(following) == line.seat:
                return False
        return True

    def _fits(self, world: CompletedRecord, line_index: int, exactly: bool) -> bool:
        """True if a line answers the pending question; with `exactly`, only if it is written in full as in a
        record.
        """
        line, question = self.lines[line_index], world.game.question
        if not line.has_unknown_card:
            spoken = self.rules.noticed_silence_kinds
            silent = line.answer in self.rules.silent_answers
            if silent and spoken is not None and question is not None and question.kind not in spoken:
                return False
            if not can_answer(world.game, line.seat or self._asked_seat(question), line.answer):
                return False
            return not exactly or question is None or self._is_written_so(question, line.answer)
        return (
            question is not None
            and line.seat in ("", self._asked_seat(question))
            and any(line.matches_answer(text) for text in self._texts(question))
        )

    @staticmethod
    def _is_written_so(question: Question, answer: str) -> bool:
        """True if an answer is written as in a record: a dice roll or card draw in full, with its first
        word.
        """
        if not question.is_chance:
            return True
        return question.format_answer(question.parse_answer(answer)) == answer

    def _asked_seat(self, question: Question | None) -> str:
        return "" if question is None else self.start.seat(question.player)

    def _holder(self, question: Question | None, line: TypedLine) -> int:
        seat = self.seats.get(line.seat, -1)
        if question is None or question.player != seat:
            return seat
        return self.rules.card_holder(question)

    def _spoken(self, game: Game, line: TypedLine) -> str:
        question = game.question
        if question is not None and line.seat and line.seat != self.start.seat(question.player):
            return str(line)  # an interruption
        return line.answer

    def silent_answer(self, question: Question | None) -> str:
        """Return the first legal answer to the question that players do not say aloud, such as `pass`; "" if
        there is none.
        """
        kinds = self.rules.silent_question_kinds
        if question is None or question.is_chance or (kinds and question.kind not in kinds):
            return ""
        for silence in self.rules.silent_answers:
            try:
                if question.refusal(question.parse_answer(silence)) is None:
                    return silence
            except (Refusal, ValueError):  # not an answer to this question
                continue
        return ""

    def _failure(self, game: Game, line_index: int) -> FirstIllegalLine:
        """Return why a line does not answer the pending question, and which constraints would allow it."""
        line, question = self.lines[line_index], game.question
        seat = self.seats.get(line.seat, -1)
        hand = self._hand(game, self._holder(question, line))
        needed = Counter(self.rules.named_hand_cards(line.answer))
        missing, pool = tuple((needed - hand).elements()), tuple((hand - needed).elements())
        if question is None:  # not over if the seat held the named cards
            over = self._explain_failure(line_index, Fault("record.after", found=one_line_excerpt(str(line))))
            return FirstIllegalLine(line_index, over, missing, pool)
        seats = tuple(player for player in dict.fromkeys((question.player, seat)) if player >= 0)
        failure = FirstIllegalLine(
            line_index, Fault("referee.impossible"), missing, pool, suspect_seats=seats
        )
        if seat >= 0:
            failure.constraints = tuple(self.rules.answer_constraints(game, seat, line.answer))
        expected, found = self.start.seat(question.player), one_line_excerpt(str(line))
        if line.seat and line.seat != expected and not question.is_interruption(str(line)):
            why = Fault("record.seat", seat=expected, question=question, found=found)
            failure.reason = self._explain_failure(line_index, why)
        elif line.has_unknown_card:
            why = Fault("referee.no_unknown", found=found, question=question)
            failure.reason = self._explain_failure(line_index, why)
            failure.missing_cards = failure.candidate_cards = ()
        else:
            try:
                refusal = question.refusal(question.parse_answer(self._spoken(game, line)))
            except (Refusal, ValueError) as fault:
                failure.reason = fault
            else:
                failure.reason = refusal or failure.reason
                failure.undrawable_card = drawn_card_token(line.answer) if question.is_chance else ""
        return failure

    def _explain_failure(self, line_index: int, why: Exception) -> Exception:
        """Return the error for a line that fails for the reason `why`; in a game without known hands, it
        names an earlier `?` that should have been a card.
        """
        before = next((line for line in self.lines[:line_index] if line.has_unknown_card), None)
        if before is None or self.rules.hand_tokens is not None:
            return why
        found = one_line_excerpt(str(self.lines[line_index]))
        return Fault("referee.known_since", found=found, first=one_line_excerpt(str(before)), why=why)

    # -- shown cards

    def _check_shown_cards(self, world: CompletedRecord, line_index: int) -> FirstIllegalLine | None:
        """Return a failure unless a seat holds the cards that a line shows, or held them before the last
        answer; None if all is well.
        """
        line = self.lines[line_index]
        seat = self.seats.get(line.seat, -1)
        if self.rules.hand_tokens is None or seat < 0 or not line.shown_cards:
            return FirstIllegalLine(line_index, Fault("referee.no_hand", found=one_line_excerpt(str(line))))
        if self.rules.face_down_tokens is not None:
            turned = self._check_turned_up(world, line_index, seat)
            if turned is not None:
                return turned[0]
        last = self.last_answer_index(line_index)
        before = self._game_before(world, last)
        cards = Counter(line.shown_cards)
        begun = len(world.game)
        held, holds = self._hand(before, seat), self._hand(world.game, seat)
        hands = [held, holds]
        if self.rules.shown_cards_left:
            hands = [self._gone_from(held - self.named_departing_cards(world, last, seat), world.game, seat)]
        hand = min(hands, key=lambda tokens: (cards - tokens).total())
        if lacking := cards - hand:
            world.game.undo(len(world.game) - begun)
            others = hand - cards
            if others.total() < lacking.total():  # more cards must have left
                others = held - cards
            return self._not_shown(line_index, seat, lacking, others)
        self._settle(world, line_index, cards, held if self.rules.shown_cards_left else hand, seat)
        world.lines.append(PlayedLine(begun, hands_after=self._seen(world.game)))
        return None

    def _not_shown(
        self, line_index: int, seat: int, lacking: Counter[str], others: Counter[str]
    ) -> FirstIllegalLine:
        """Return the failure of a line that shows cards which the seat lacks; `others` are the seat's cards
        that may really be the shown ones.
        """
        cards = " ".join(sorted(lacking))
        why = Fault("referee.not_shown", seat=self.lines[line_index].seat, cards=cards)
        missing, pool = tuple(lacking.elements()), tuple(others.elements())
        return FirstIllegalLine(line_index, why, missing, pool, suspect_seats=(seat,))

    def named_departing_cards(self, world: CompletedRecord, line_index: int, seat: int) -> Counter[str]:
        """Count, by token, the named cards that leave a seat's hand with an answer.

        They are named by this answer, or by the seat's own answers right before it: a played card leaves the
        hand when its target is named.
        """
        row: list[int] = []
        while line_index >= 0 and self._answers(line_index, seat):
            row.append(line_index)
            line_index -= 1
        named = [Counter(self.rules.named_hand_cards(self.lines[line].answer)) for line in row]
        if not any(named[1:]) or not self.rules.shown_cards_left:
            return named[0] if named else Counter()
        first = max(at for at, cards in enumerate(named) if cards)
        earlier = world.game.copy()
        hands = []
        for line in (row[0], row[first]):
            earlier.undo(len(earlier) - world.lines[line].earlier_answer_count)
            hands.append(self._hand(earlier, seat))
        return named[0] + (sum(named[1:], Counter()) - (hands[1] - hands[0]))

    def _answers(self, line_index: int, seat: int) -> bool:
        line = self.lines[line_index]
        return not line.is_shows_line and self.seats.get(line.seat) == seat

    def _gone_from(self, held: Counter[str], game: Game, seat: int) -> Counter[str]:
        """Return the cards that have left a hand compared with `held`; if none has, give silent answers until
        one does.
        """
        for _ in range(MAX_SILENT_ANSWERS):
            gone = held - self._hand(game, seat)
            silence = self.silent_answer(game.question)
            if gone or not silence:
                break
            game.answer(silence)
        return gone

    def _check_turned_up(
        self, world: CompletedRecord, line_index: int, seat: int
    ) -> tuple[FirstIllegalLine | None] | None:
        """Check that the shown cards lay face down and were turned up, after silent answers if necessary.

        Returns None if no card of the seat was turned up, else a tuple with the failure (or None).
        """
        line, game, begun = self.lines[line_index], world.game, len(world.game)
        last = self.last_answer_index(line_index)
        before = self._laid(self._game_before(world, last), seat)
        done = sum(
            len(said.shown_cards) for said in self.lines[last + 1 : line_index] if said.seat == line.seat
        )
        while len(turned := missing_tokens(before, self._laid(game, seat))) <= done:
            silence = self.silent_answer(game.question)
            if not silence or len(game) - begun >= MAX_SILENT_ANSWERS:
                game.undo(len(game) - begun)
                return None
            game.answer(silence)
        cards, came = Counter(line.shown_cards), Counter(turned[done : done + len(line.shown_cards)])
        if lacking := cards - came:
            game.undo(len(game) - begun)
            return (self._not_shown(line_index, seat, lacking, came - cards),)
        self._settle(world, line_index, cards, cards, seat)
        world.lines.append(PlayedLine(begun, hands_after=self._seen(game)))
        return (None,)

    def _laid(self, game: Game, seat: int) -> list[str]:
        return (
            [] if self.rules.face_down_tokens is None else list(self.rules.face_down_tokens(game.table, seat))
        )

    @staticmethod
    def _game_before(world: CompletedRecord, line: int) -> Game:
        """Return a copy of the game right before a line; a copy of the current game if `line` is -1."""
        before = world.game.copy()
        if line >= 0:
            before.undo(len(before) - world.lines[line].earlier_answer_count)
        return before


def _passed_cards(game: Game) -> Iterator[PassedCard]:
    """Yield the cards that the rulings of the last answer reveal to exactly two players."""
    (entry,) = game.entries(len(game) - 1)
    for ruling in entry.rulings:
        for fact in ruling.facts.values():
            if isinstance(fact, HiddenFact) and fact.also_known_to is not None:
                for token in tokens_or_text_of_fact(fact.value):
                    yield PassedCard(token, (fact.known_to, fact.also_known_to))
