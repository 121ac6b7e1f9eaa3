"""Play the typed lines of a table one after another in a completion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from twingkit.core.cards.draws import DrawFromStack
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, ChanceQuestion, Question, Refusal, one_line_excerpt
from twingkit.core.record import can_answer
from twingkit.referee.completion import NO_DECK, CompletedRecord, FirstIllegalLine, PlayedLine
from twingkit.referee.dealt_cards import UnknownCardDealer
from twingkit.referee.typed_line import TypedLine, drawn_card_token, missing_tokens

MAX_SILENT_ANSWERS = 60
"""The maximum number of silent answers to fill in before one line."""

MAX_TYPED_LINES = 20_000
"""The maximum number of lines of a typed game."""


class LineReplayer(UnknownCardDealer):
    """The typed lines of one table, with methods that replay them in a game with real cards for unknown
    ones.
    """

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
        if not isinstance(question, ChanceQuestion):
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
        if question is None or isinstance(question, ChanceQuestion) or (kinds and question.kind not in kinds):
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
                failure.undrawable_card = (
                    drawn_card_token(line.answer) if isinstance(question, ChanceQuestion) else ""
                )
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
