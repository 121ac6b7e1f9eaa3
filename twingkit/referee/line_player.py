"""The lines of a table, played one after another in a completion."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import attrs

from twingkit.asking import BadAnswer, Chance, Question, Refusal, one_line
from twingkit.cards.draws import StackDraw
from twingkit.games import SHOWN
from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.policy import seats_of
from twingkit.record import fits
from twingkit.referee.completion import NO_DECK, NOTHING_SEEN, Completion, Deck, Failure, Seen
from twingkit.referee.table_rules import TableRules, Wish
from twingkit.referee.typed import Typed, tokens_of
from twingkit.rulebook import Hidden
from twingkit.starts import Start

MOST_SILENCES = 60
"""The largest number of silent answers that are filled in before one line."""

MOST_OPTIONS = 5_000
"""The largest number of answers that are looked at for one with unknown cards."""

MOST_LINES = 20_000
"""The largest number of lines of a game that is typed."""

NEVER = 1 << 30
"""The line at which a card is named that none names."""


class LinePlayer:
    """The lines of one table, and how they are played; `rules` say what is hidden there."""

    def __init__(self, start: Start, rules: TableRules, rng: random.Random) -> None:
        self.start, self.rules, self.rng = start, rules, rng
        self.lines: list[Typed] = []
        self.named: dict[str, list[int]] = {}
        self.noted: Sequence[int] = ()
        self.seats = {start.seat(seat): seat for seat in range(seats_of(Game(start, rolls="ask")))}

    def begun(self) -> Completion:
        """The completion before the first line."""
        return Completion(Game(self.start, rolls="ask"))

    def look_ahead(self, lines: Sequence[Typed]) -> None:
        """Know the lines to come, so that cards which they name are kept for them."""
        self.named = {}
        for index, line in enumerate(lines):
            for token in dict.fromkeys(line.shown or self.rules.needs(line.answer)):
                self.named.setdefault(token, []).append(index)

    def played_as_noted(self, world: Completion, noted: Sequence[int]) -> bool:
        """Play the lines that are left, with the cards noted for them; False if that is not allowed."""
        self.noted = noted
        try:
            return self._forward(world) is None
        finally:
            self.noted = ()

    def _forward(self, world: Completion) -> Failure | None:
        """Play the lines that are left; the first one that is not allowed, if there is one."""
        while len(world.places) < len(self.lines):
            failure = self._step(world, len(world.places))
            if failure is not None:
                return failure
        return None

    def _step(self, world: Completion, index: int) -> Failure | None:
        line, game, begun = self.lines[index], world.game, len(world.game)
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
        filled, number, asked, deck = "", 0, game.question, NO_DECK
        if isinstance(asked, StackDraw):
            deck = self._deck(world, asked, line.seat)
        if line.unknown:
            filled, number = self._fill(world, index)
            if not filled:
                game.undo(len(game) - begun)
                return self._not_fillable(world, index)
        else:
            hand = self._hand(game, self.seats.get(line.seat, -1))
            game.answer(self._spoken(game, line))
            self._settle(world, index, Counter(self.rules.needs(line.answer)) & hand, hand)
        world.play(begun, filled, asked.kind if asked else "", deck, self._seen(game), number)
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
        """Give the silent answers that a line leaves out; the failure if it fits nowhere."""
        game, idle, line = world.game, self.rules.idle, self.lines[index]
        failures: list[Failure] = []
        given, first = 0, None
        while True:
            if self._fits(world, index, exactly=bool(given)):
                if idle is None or not idle(game, self.seats.get(line.seat, -1), line.answer):
                    return None
                first = given if first is None else first
            else:
                failures.append(self._failure(game, index))
            silence = self.silence(game.question)
            if not silence or given >= MOST_SILENCES or self._is_past(game, index):
                game.undo(given - (first or 0))
                if first is not None:  # it changes nothing later either
                    return None
                own = [one for one in failures if isinstance(one.why, Refusal | BadAnswer)]
                ways = tuple(way for one in reversed(failures) for way in one.ways)
                failure = (own or failures)[-1 if own and self.rules.spoken is not None else 0]
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
            if not fits(world.game, line.seat or self._asked_seat(asked), line.answer):
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
        return asked.write(asked.read(answer)) == answer

    def _asked_seat(self, asked: Question | None) -> str:
        return "" if asked is None else self.start.seat(asked.player)

    def _spoken(self, game: Game, line: Typed) -> str:
        asked = game.question
        if asked is not None and line.seat and line.seat != self.start.seat(asked.player):
            return str(line)  # an interruption
        return line.answer

    def silence(self, asked: Question | None) -> str:
        """The silent answer that the pending question takes; "" for none."""
        kinds = self.rules.silent_kinds
        if asked is None or isinstance(asked, Chance) or (kinds and asked.kind not in kinds):
            return ""
        for silence in self.rules.silences:
            try:
                if asked.refusal(asked.read(silence)) is None:
                    return silence
            except (Refusal, ValueError):  # no answer here
                continue
        return ""

    def _failure(self, game: Game, index: int) -> Failure:
        """The reason why a line does not fit the pending question, and what would have to be otherwise."""
        line, asked = self.lines[index], game.question
        if asked is None:
            return Failure(index, Fault("record.after", found=one_line(str(line), SHOWN)))
        seat, expected = self.seats.get(line.seat, -1), self.start.seat(asked.player)
        seats = tuple(one for one in dict.fromkeys((asked.player, seat)) if one >= 0)
        hand, needed = self._hand(game, seat), Counter(self.rules.needs(line.answer))
        missing, pool = tuple((needed - hand).elements()), tuple((hand - needed).elements())
        ways: tuple[Wish, ...] = ()
        if self.rules.wanted is not None and seat >= 0:
            ways = tuple(self.rules.wanted(game, seat, line.answer))
        if line.seat and line.seat != expected and not asked.interrupted(str(line)):
            why: Exception = Fault(
                "record.seat", seat=expected, question=asked, found=one_line(str(line), SHOWN)
            )
            return Failure(index, why, missing, pool, seats=seats, ways=ways)
        if line.unknown:
            why = Fault("referee.no_unknown", found=one_line(str(line), SHOWN), question=asked)
            return Failure(index, why, seats=seats, ways=ways)
        try:
            refusal = asked.refusal(asked.read(self._spoken(game, line)))
        except (Refusal, ValueError) as fault:
            return Failure(index, fault, missing, pool, seats=seats, ways=ways)
        drawn = tokens_of(line.answer) if isinstance(asked, Chance) else ""
        return Failure(index, refusal or Fault("referee.impossible"), missing, pool, drawn, seats, ways)

    # -- hands

    def _hand(self, game: Game, seat: int) -> Counter[str]:
        if self.rules.hand is None or seat < 0:
            return Counter()
        return Counter(self.rules.hand(game.table, seat))

    def _seen(self, game: Game) -> Seen:
        """The hands, and the demands that they have met."""
        if self.rules.shown is None:
            return NOTHING_SEEN
        return Seen(tuple(self._hand(game, seat) for seat in self.seats.values()), self.rules.shown(game))

    def _settle(self, world: Completion, index: int, held: Counter[str], hand: Counter[str]) -> None:
        """Settle the cards of a hand that were shown: where they were drawn unseen, that is known now. A copy
        in the hand that is settled already is the one that was shown."""
        for token, count in held.items():
            open_copies = len(self._came(world, index, token))
            for _ in range(count - max(0, hand[token] - open_copies)):
                came = self._came(world, index, token)
                if came:
                    every = self._open_places(world, index, None)
                    chain = self._chain(world, [line for line in every if line <= came[0]], token)
                    world.pins |= dict.fromkeys(chain, token)
                    world.pinned |= dict.fromkeys(chain, index)

    def _came(self, world: Completion, index: int, token: str) -> list[int]:
        """The lines before this one, not settled yet, at which its seat drew a card, the latest first; then
        those at which one passed from hand to hand."""
        came = [line for line in self._open_places(world, index, None) if world.filled(line) == token]
        own = [line for line in came if self.lines[line].seat == self.lines[index].seat]
        passed = [line for line in came if world.kinds[line] not in self.rules.draws]
        return list(dict.fromkeys((*own, *passed)))

    def _open_places(self, world: Completion, index: int, seat: str | None) -> list[int]:
        """The lines before this one at which the seat (None: any) drew a card that is not settled yet, the
        latest first."""
        return [
            line
            for line in range(min(index, len(world.texts)) - 1, -1, -1)
            if world.texts[line] and line not in world.pins and seat in (None, self.lines[line].seat)
        ]

    def _chain(self, world: Completion, every: Sequence[int], token: str) -> list[int]:
        """The lines by which an unknown card came to where it is, the latest first: it was drawn, and may
        have passed on unseen."""
        chain = []
        for line in every:
            if world.filled(line) == token:
                chain.append(line)
                if world.kinds[line] in self.rules.draws or not self.rules.draws:
                    break
        return chain

    def _shown(self, world: Completion, index: int) -> Failure | None:
        """Check that the seat holds what is shown, or held it before the last answer."""
        line = self.lines[index]
        seat = self.seats.get(line.seat, -1)
        if self.rules.hand is None or seat < 0 or not line.shown:
            return Failure(index, Fault("referee.no_hand", found=one_line(str(line), SHOWN)))
        if self.rules.laid is not None:
            turned = self._turned_up(world, index, seat)
            if turned is not None:
                return turned[0]
        before = world.game.copy()
        last = next((at for at in range(index - 1, -1, -1) if not self.lines[at].shows), None)
        if last is not None:
            before.undo(len(before) - world.places[last])
        cards = Counter(line.shown)
        begun = len(world.game)
        held, holds = self._hand(before, seat), self._hand(world.game, seat)
        hands = [held, holds]
        if self.rules.shows_gone:
            hands = [self._gone_from(held - self._named(last, seat), world.game, seat)]
        hand = min(hands, key=lambda one: (cards - one).total())
        if lacking := cards - hand:
            world.game.undo(len(world.game) - begun)
            why = Fault("referee.not_shown", seat=line.seat, cards=" ".join(sorted(set(lacking.elements()))))
            pool = tuple((hand - cards).elements())
            if len(pool) < lacking.total():  # more would have gone
                pool = tuple((held - cards).elements())
            return Failure(index, why, tuple(lacking.elements()), pool, seats=(seat,))
        self._settle(world, index, cards, held if self.rules.shows_gone else hand)
        world.play(begun, seen=self._seen(world.game))
        return None

    def _named(self, index: int | None, seat: int) -> Counter[str]:
        """The cards of a seat that the answer of a line names."""
        if index is None or self.seats.get(self.lines[index].seat) != seat:
            return Counter()
        return Counter(self.rules.needs(self.lines[index].answer))

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
        last = next((at for at in range(index - 1, -1, -1) if not self.lines[at].shows), None)
        before = game.copy()
        before.undo(begun - (world.places[last] if last is not None else begun))
        done = self._shown_since(last, index)
        while len(turned := self._gone(before, game, seat)) <= done:
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
        self._settle(world, index, cards, cards)
        world.play(begun, seen=self._seen(game))
        return (None,)

    def _gone(self, before: Game, game: Game, seat: int) -> list[str]:
        """The cards of a seat that lay face down before, and do so no more, the first laid first."""
        assert self.rules.laid is not None
        left, gone = list(self.rules.laid(game.table, seat)), []
        for token in self.rules.laid(before.table, seat):
            if token in left:
                left.remove(token)
            else:
                gone.append(token)
        return gone

    def _shown_since(self, last: int | None, index: int) -> int:
        """The number of cards that the seat of a line showed since the last answer, before this line."""
        said = self.lines[(-1 if last is None else last) + 1 : index]
        return sum(len(line.shown) for line in said if line.seat == self.lines[index].seat)

    # -- unknown cards

    def _texts(self, asked: Question) -> Iterator[str]:
        """The answers to a question; of a draw those that go into a hand unseen."""
        if self.rules.opens is not None and self.rules.opens(asked):
            return iter(())
        texts = (asked.write(option) for option in islice(asked.options(), MOST_OPTIONS))
        return filter(self.rules.hides, texts) if isinstance(asked, StackDraw) else texts

    def _fill(self, world: Completion, index: int) -> tuple[str, int]:
        """Answer with a card for an unknown one; its text, and its number among those that could be it by
        their order. The text is "" if none can."""
        game, line = world.game, self.lines[index]
        asked = game.question
        assert asked is not None
        texts = [text for text in self._texts(asked) if line.matches(text)]
        for text in self._noted_text(index, texts) or self._candidates(world, index, asked, texts):
            value = asked.read(text)
            try:
                game.answer(value)
            except (Refusal, ValueError):  # listed, and yet refused where the box lacks it
                continue
            if not self._seen_by_all(game, value):
                return text, sum(other < text for other in set(texts))
            game.undo()
        return "", 0

    def _noted_text(self, index: int, texts: Sequence[str]) -> list[str]:
        """The answer that is noted for a line; none where nothing is, or what there cannot be."""
        number = self.noted[index] if index < len(self.noted) else len(texts)
        return sorted(set(texts))[number : number + 1]

    def _deck(self, world: Completion, asked: StackDraw[str], seat: str) -> Deck:
        """The deck from which a card comes, counted by how often it has grown."""
        whose = "" if self.rules.one_deck else seat
        whose = whose if self.rules.deck is None else self.rules.deck(asked)
        before = next((deck for deck in reversed(world.decks) if deck.size and deck.whose == whose), NO_DECK)
        made = before.made + (asked.stack.total > before.size > 0)
        return Deck(frozenset(map(tokens_of, self._texts(asked))), asked.stack.total, made, whose)

    def _candidates(
        self, world: Completion, index: int, asked: Question, texts: Sequence[str]
    ) -> Iterator[str]:
        pin, barred = world.pins.get(index), world.barred.get(index, frozenset())
        if pin is not None:
            yield from (text for text in texts if tokens_of(text) == pin)
            return
        free = [text for text in texts if tokens_of(text) not in barred]
        wanted = world.wanted.get(index)
        if wanted is not None and wanted in free:
            yield wanted
        weights = {text: self._copies(asked, text) for text in texts}
        keys = {text: self.rng.random() ** (1 / max(1, weights[text])) for text in texts}
        needed = {text: self._next_need(tokens_of(text), index, weights[text], world) for text in texts}
        yield from sorted(free, key=lambda text: (-needed[text], -keys[text]))
        yield from (text for text in texts if text not in free)  # better than none

    def _next_need(self, token: str, index: int, copies: int, world: Completion) -> int:
        """The next line for which every copy of a card that is left may be needed, a large number if none is:
        others are dealt first."""
        places = self.named.get(token, [])
        coming = [line for line, pin in world.pins.items() if pin == token and line > index]
        coming += places[bisect_right(places, index) :]
        return NEVER if not coming or len(coming) < copies else min(coming)

    def _seen_by_all(self, game: Game, value: object) -> bool:
        """True if the rulings of the last answer tell everybody what it was."""
        (entry,) = game.entries(len(game) - 1)
        return any(
            fact == value or (isinstance(fact, tuple) and value in fact)
            for ruling in entry.rulings
            for fact in ruling.facts.values()
            if not isinstance(fact, Hidden)
        )

    def _not_fillable(self, world: Completion, index: int) -> Failure:
        pin, line, asked = world.pins.get(index, ""), self.lines[index], world.game.question
        assert asked is not None
        why = Fault("referee.open", found=one_line(str(line), SHOWN))
        seats = (self.seats[line.seat],) if line.seat in self.seats else ()
        if not pin or isinstance(asked, StackDraw):
            return Failure(index, why, drawn=pin or self._not_left(world, index), seats=seats)
        pool = tuple(tokens_of(text) for text in self._texts(asked) if line.matches(text))
        return Failure(index, why, (pin,), pool, seats=seats)

    def _not_left(self, world: Completion, index: int) -> str:
        """A card that may be the one to come, if another was drawn unseen in its place before: none that is
        left goes into a hand unseen. "" for no such card."""
        if self.rules.shown is None:
            return ""
        asked = world.game.question
        left = set() if asked is None else set(map(tokens_of, self._texts(asked)))
        drawn = [line for line in self._open_places(world, index, None) if world.decks[line].size]
        return next((token for token in map(world.filled, drawn) if token not in left), "")

    def _copies(self, asked: Question, text: str) -> int:
        """The number of copies by which chance can bring an answer."""
        return asked.stack.count(asked.read(text)) if isinstance(asked, StackDraw) else 1
