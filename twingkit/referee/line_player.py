"""The lines of a table, played one after another in a completion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from twingkit.core.cards.draws import StackDraw
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Chance, Question, Refusal, one_line
from twingkit.core.record import can_answer
from twingkit.referee.completion import NO_DECK, Completion, Failure
from twingkit.referee.dealt_cards import DealtCards
from twingkit.referee.table_rules import Constraint
from twingkit.referee.typed import Typed, gone_from, tokens_of

MOST_SILENCES = 60
"""The maximum number of silent answers to fill in before one line."""

MOST_LINES = 20_000
"""The maximum number of lines of a typed game."""


class LinePlayer(DealtCards):
    """The lines of one table, and how they are played; `rules` say what is hidden there."""

    def played_as_noted(self, world: Completion, noted: Sequence[int]) -> bool:
        """Play the remaining lines with the cards noted for them; return False if one is illegal."""
        self.noted = noted
        try:
            return self._forward(world) is None
        finally:
            self.noted = ()

    def _forward(self, world: Completion) -> Failure | None:
        """Play the lines that are left; return the failure of the first line that is not allowed, or None."""
        while len(world.places) < len(self.lines):
            failure = self._step(world, len(world.places))
            if failure is not None:
                return failure
        return None

    def _step(self, world: Completion, index: int) -> Failure | None:
        line, game, begun = self.lines[index], world.game, len(world.game)
        self.played += 1
        if line.shows:
            return self._shown(world, index)
        failure = self._approach(world, index)
        if failure is not None:
            if line.answer in self.rules.silences and line.seat in self.seats:
                self._end_silently(game)
                if not self.rules.silent_kinds or (self.rules.spoken is not None and game.over):
                    world.play(begun, seen=self._seen(game))  # nobody is asked for it here
                    return None
            return failure
        filled, number, asked, deck, passes = "", 0, game.question, NO_DECK, None
        if isinstance(asked, StackDraw):
            deck = self._deck(world, asked, line.seat)
        elif line.unknown and self.rules.passes is not None:
            passes = self.rules.passes(game, line.answer)
        if line.unknown:
            filled, number = self._fill(world, index)
            if not filled:
                game.undo(len(game) - begun)
                return self._not_fillable(world, index)
        else:
            holder = self._holder(asked, line)
            hand = self._hand(game, holder)
            game.answer(self._spoken(game, line))
            self._settle(world, index, Counter(self.rules.needs(line.answer)) & hand, hand, holder)
        kind = asked.kind if asked else ""
        world.play(begun, filled, kind, deck, self._seen(game, kind, passes), number)
        return None

    def _end_silently(self, game: Game) -> None:
        """Let all say nothing if that ends the game, where those who are asked are not heard."""
        given = 0
        while self.rules.spoken is not None and (silence := self.silence(game.question)):
            if given >= MOST_SILENCES:
                break
            game.answer(silence)
            given += 1
        if not game.over:
            game.undo(given)

    def _approach(self, world: Completion, index: int) -> Failure | None:
        """Give the silent answers that a line leaves out; return the failure if the line fits nowhere."""
        game, idle, line = world.game, self.rules.idle, self.lines[index]
        failures: list[Failure] = []
        held = {seat: self._hand(game, seat) for seat in (-1, *self.seats.values())}
        given, first = 0, None
        while True:
            if self._fits(world, index, exactly=bool(given)):
                if idle is None or not idle(game, self.seats.get(line.seat, -1), line.answer):
                    return None
                first = given if first is None else first
            else:
                failure = self._failure(game, index)
                holder = self._holder(game.question, line)
                gone = tuple((held[holder] - self._hand(game, holder)).elements()) if given else ()
                failures.append(attrs.evolve(failure, holder=holder, gone=gone))
            silence = self.silence(game.question)
            if not silence or given >= MOST_SILENCES or self._is_past(game, index):
                game.undo(given - (first or 0))
                if first is not None:  # it changes nothing later either
                    return None
                own = [problem for problem in failures if isinstance(problem.why, Refusal | BadAnswer)]
                ways = tuple(way for problem in reversed(failures) for way in problem.ways)
                failure = (own or failures)[-1 if own and self.rules.spoken is not None else 0]
                if not (failure.missing or own):  # it may hold now what is gone when it is asked
                    failure = next((problem for problem in failures if problem.missing), failure)
                return attrs.evolve(failure, ways=((), *ways) if failure.missing and ways else ways)
            game.answer(silence)
            given += 1

    def _is_past(self, game: Game, index: int) -> bool:
        """True if a line says nothing, and the question is one at which others would say that aloud, after
        whom its seat is not asked the same."""
        asked, line = game.question, self.lines[index]
        if (
            asked is None
            or asked.kind not in (self.rules.spoken or ())
            or line.answer not in self.rules.silences
        ):
            return False
        later = game.copy()
        for _ in self.seats:
            later.answer(self.silence(later.question))
            following = later.question
            if following is None or following.kind != asked.kind:
                return True
            if self._asked_seat(following) == line.seat:
                return False
        return True

    def _fits(self, world: Completion, index: int, exactly: bool) -> bool:
        """True if a line answers the pending question, where asked so with the words that records have."""
        line, asked = self.lines[index], world.game.question
        if not line.unknown:
            spoken = self.rules.spoken
            silent = line.answer in self.rules.silences
            if silent and spoken is not None and asked is not None and asked.kind not in spoken:
                return False
            if not can_answer(world.game, line.seat or self._asked_seat(asked), line.answer):
                return False
            return not exactly or asked is None or self._is_written_so(asked, line.answer)
        return (
            asked is not None
            and line.seat in ("", self._asked_seat(asked))
            and any(line.matches(text) for text in self._texts(asked))
        )

    @staticmethod
    def _is_written_so(asked: Question, answer: str) -> bool:
        """True if a word that begins an answer is not taken for what it may leave out: `cat` for a draw."""
        if not isinstance(asked, Chance):
            return True
        return asked.format_answer(asked.parse_answer(answer)) == answer

    def _asked_seat(self, asked: Question | None) -> str:
        return "" if asked is None else self.start.seat(asked.player)

    def _holder(self, asked: Question | None, line: Typed) -> int:
        """The seat of the hand that has the cards which a line names."""
        seat = self.seats.get(line.seat, -1)
        if self.rules.holder is None or asked is None or asked.player != seat:
            return seat
        return self.rules.holder(asked)

    def _spoken(self, game: Game, line: Typed) -> str:
        asked = game.question
        if asked is not None and line.seat and line.seat != self.start.seat(asked.player):
            return str(line)  # an interruption
        return line.answer

    def silence(self, asked: Question | None) -> str:
        """Return the silent answer that the pending question takes, or ""."""
        kinds = self.rules.silent_kinds
        if asked is None or isinstance(asked, Chance) or (kinds and asked.kind not in kinds):
            return ""
        for silence in self.rules.silences:
            try:
                if asked.refusal(asked.parse_answer(silence)) is None:
                    return silence
            except (Refusal, ValueError):  # no answer here
                continue
        return ""

    def _failure(self, game: Game, index: int) -> Failure:
        """Return why a line does not fit the pending question, and which constraints would allow it."""
        line, asked = self.lines[index], game.question
        seat = self.seats.get(line.seat, -1)
        hand, needed = self._hand(game, self._holder(asked, line)), Counter(self.rules.needs(line.answer))
        missing, pool = tuple((needed - hand).elements()), tuple((hand - needed).elements())
        if asked is None:  # the game would not be over if the seat held what it names
            over = self._because(index, Fault("record.after", found=one_line(str(line))))
            return Failure(index, over, missing, pool)
        expected = self.start.seat(asked.player)
        seats = tuple(player for player in dict.fromkeys((asked.player, seat)) if player >= 0)
        ways: tuple[Constraint, ...] = ()
        if self.rules.wanted is not None and seat >= 0:
            ways = tuple(self.rules.wanted(game, seat, line.answer))
        if line.seat and line.seat != expected and not asked.is_interruption(str(line)):
            why: Exception = Fault("record.seat", seat=expected, question=asked, found=one_line(str(line)))
            return Failure(index, self._because(index, why), missing, pool, seats=seats, ways=ways)
        if line.unknown:
            why = Fault("referee.no_unknown", found=one_line(str(line)), question=asked)
            return Failure(index, self._because(index, why), seats=seats, ways=ways)
        try:
            refusal = asked.refusal(asked.parse_answer(self._spoken(game, line)))
        except (Refusal, ValueError) as fault:
            return Failure(index, fault, missing, pool, seats=seats, ways=ways)
        drawn = tokens_of(line.answer) if isinstance(asked, Chance) else ""
        return Failure(index, refusal or Fault("referee.impossible"), missing, pool, drawn, seats, ways)

    def _because(self, index: int, why: Exception) -> Exception:
        """The reason why a line does not fit; where nothing can say later what an unknown one was, that it is
        to be written there."""
        before = next((line for line in self.lines[:index] if line.unknown), None)
        if before is None or self.rules.hand is not None:
            return why
        found = one_line(str(self.lines[index]))
        return Fault("referee.known_since", found=found, first=one_line(str(before)), why=why)

    # -- what is shown

    def _shown(self, world: Completion, index: int) -> Failure | None:
        """Check that the seat holds what is shown, or held it before the last answer."""
        line = self.lines[index]
        seat = self.seats.get(line.seat, -1)
        if self.rules.hand is None or seat < 0 or not line.shown:
            return Failure(index, Fault("referee.no_hand", found=one_line(str(line))))
        if self.rules.laid is not None:
            turned = self._turned_up(world, index, seat)
            if turned is not None:
                return turned[0]
        last = self.last_answer(index)
        before = self._game_before(world, last)
        cards = Counter(line.shown)
        begun = len(world.game)
        held, holds = self._hand(before, seat), self._hand(world.game, seat)
        hands = [held, holds]
        if self.rules.shows_gone:
            hands = [self._gone_from(held - self.going(world, last, seat), world.game, seat)]
        hand = min(hands, key=lambda tokens: (cards - tokens).total())
        if lacking := cards - hand:
            world.game.undo(len(world.game) - begun)
            why = Fault("referee.not_shown", seat=line.seat, cards=" ".join(sorted(set(lacking.elements()))))
            pool = tuple((hand - cards).elements())
            if len(pool) < lacking.total():  # more would have gone
                pool = tuple((held - cards).elements())
            return Failure(index, why, tuple(lacking.elements()), pool, seats=(seat,))
        self._settle(world, index, cards, held if self.rules.shows_gone else hand, seat)
        world.play(begun, seen=self._seen(world.game))
        return None

    def going(self, world: Completion, index: int, seat: int) -> Counter[str]:
        """The cards of a seat that go with the answer of a line because they were named: by it, or by own
        answers right before it. A card that is played goes when its target is named."""
        row: list[int] = []
        while index >= 0 and self._answers(index, seat):
            row.append(index)
            index -= 1
        named = [Counter(self.rules.needs(self.lines[line].answer)) for line in row]
        if not any(named[1:]) or not self.rules.shows_gone:
            return named[0] if named else Counter()
        first = max(at for at, cards in enumerate(named) if cards)
        earlier = world.game.copy()
        hands = []
        for line in (row[0], row[first]):
            earlier.undo(len(earlier) - world.places[line])
            hands.append(self._hand(earlier, seat))
        return named[0] + (sum(named[1:], Counter()) - (hands[1] - hands[0]))

    def _answers(self, index: int, seat: int) -> bool:
        """Return True if a line is an answer of this seat."""
        line = self.lines[index]
        return not line.shows and self.seats.get(line.seat) == seat

    def _gone_from(self, held: Counter[str], game: Game, seat: int) -> Counter[str]:
        """The cards that a seat held and holds no more, once some have gone or all who are asked have said
        nothing."""
        for _ in range(MOST_SILENCES):
            gone = held - self._hand(game, seat)
            silence = self.silence(game.question)
            if gone or not silence:
                break
            game.answer(silence)
        return gone

    def _turned_up(self, world: Completion, index: int, seat: int) -> tuple[Failure | None] | None:
        """Check that the cards which are shown lay face down and were turned up, after all who are asked have
        said nothing; None if no card of the seat was turned up."""
        line, game, begun = self.lines[index], world.game, len(world.game)
        last = self.last_answer(index)
        before = self._laid(self._game_before(world, last), seat)
        done = sum(len(said.shown) for said in self.lines[last + 1 : index] if said.seat == line.seat)
        while len(turned := gone_from(before, self._laid(game, seat))) <= done:
            silence = self.silence(game.question)
            if not silence or len(game) - begun >= MOST_SILENCES:
                game.undo(len(game) - begun)
                return None
            game.answer(silence)
        cards, came = Counter(line.shown), Counter(turned[done : done + len(line.shown)])
        if lacking := cards - came:
            game.undo(len(game) - begun)
            why = Fault("referee.not_shown", seat=line.seat, cards=" ".join(sorted(set(lacking.elements()))))
            pool = tuple((came - cards).elements())
            return (Failure(index, why, tuple(lacking.elements()), pool, seats=(seat,)),)
        self._settle(world, index, cards, cards, seat)
        world.play(begun, seen=self._seen(game))
        return (None,)

    def _laid(self, game: Game, seat: int) -> list[str]:
        """The tokens of the cards of a seat that lie face down, in the order in which they were laid."""
        return [] if self.rules.laid is None else list(self.rules.laid(game.table, seat))

    @staticmethod
    def _game_before(world: Completion, line: int) -> Game:
        """A copy of the game as it was before a line was played; as it is now if there is no such line."""
        before = world.game.copy()
        if line >= 0:
            before.undo(len(before) - world.places[line])
        return before
