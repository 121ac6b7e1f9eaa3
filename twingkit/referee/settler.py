"""The search for completions of a game in which hidden cards decide who is asked for what.

Lines are played one after another. Where one does not fit, the game says what hands would have to be for it
(`TableRules.wanted`); the ledgers of all hands are settled so that this is met, and all that was met before;
and the game is played again from the first card that is another one now.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from types import MappingProxyType

from twingkit.asking import Question
from twingkit.messages import Fault
from twingkit.referee.completion import Completion, Failure
from twingkit.referee.ledger import Ledger, Op
from twingkit.referee.line_player import MOST_LINES, LinePlayer
from twingkit.referee.table_rules import Demand, Demands, TableRules, Wish
from twingkit.referee.typed import UNKNOWN, Typed, tokens_of
from twingkit.slices import Slices, within
from twingkit.starts import Start

MOST_TRIES = 30
"""The largest number of times that lines are played again before one is said to fit no completion."""

MOST_WORK = 2_000_000
"""The largest number of entries of ledgers that are carried out for one line."""

EFFORTS = ((150, 25), (150, 60), (600, 60), (MOST_LINES, 150), (MOST_LINES, 300))
"""The efforts made one after another for each way in which a line may be allowed: how many of the last lines
may have brought other cards, and in how many steps ledgers are settled. The cards that matter mostly came not
long ago, so that a line takes no longer in a long game."""

USUAL = ((150, 25), (600, 25))
"""The efforts made so that nothing is asked that comes seldom."""

ROUNDS = 4
"""The number of times that an unknown card may change its place where completions are dealt anew."""


NONE_TURNED: Mapping[int, str] = MappingProxyType({})
"""No cards that were turned up."""


class Settler(LinePlayer):
    """The search for completions by what hands must have held; `rules` say what is hidden there."""

    def __init__(self, start: Start, rules: TableRules, rng: random.Random) -> None:
        super().__init__(start, rules, rng)
        self.planned: dict[int, str] = {}
        self.unmet: Wish | None = None
        """The wish by which nothing would be asked that comes seldom, unmet after the last line."""

    def extended(self, world: Completion) -> Slices[Completion]:
        """The completion with the lines that it has not played yet, a new one if cards had to be others; in
        slices.

        Raises what the rules say to the line that fits no completion; then `world` is as it was.
        """
        done = len(world.places)
        failure = self._forward(world)
        if failure is None:
            return (yield from self._usual(world))
        trial = world.copy()
        world.back_to(done)
        return (yield from self._settled(trial, failure))

    def _usual(self, world: Completion) -> Slices[Completion]:
        """The completion, or one in which nothing is asked that comes seldom: a person who types has that
        before them."""
        met: Wish = ()
        for _ in self.seats:  # where the first one is no more asked that, another one may be
            wish = self.rules.usual(world.game) if self.rules.usual and not self.named else None
            efforts = USUAL[:1] if wish == self.unmet else USUAL  # a hand is refilled by several draws
            self.unmet = wish
            if wish is None:
                break
            met = (*met, *wish)
            for lines, steps in efforts:
                ledger = self.ledger(world, len(world.places), met, lines)
                if (yield from ledger.settle(steps)):
                    child = self._with(world, ledger, len(world.places))
                    if self._forward(child) is None:
                        world, self.unmet = child, None
                        break
            else:
                break
        return world

    def _settled(self, world: Completion, failure: Failure) -> Slices[Completion]:
        none: Wish = ()
        waiting = [(-failure.line, 0, world, failure, none)]
        tries = work = 0
        last = failure
        while waiting and tries < MOST_TRIES:
            _, _, parent, failed, met = heappop(waiting)
            for lines, steps, way in self._ways(failed, met):
                tries += 1
                ledger = self._asked_for(parent, failed, way, lines)
                if ledger is None:
                    continue
                settled = yield from self._settling(ledger, steps, tries)
                work += ledger.work
                if work > MOST_WORK:
                    line = self.lines[failure.line]
                    raise Fault("referee.too_long", found=str(line), most=MOST_WORK)
                if not settled:
                    continue
                child = self._with(parent, ledger, failed.line)
                next_failure = self._forward(child)
                if next_failure is None:
                    return (yield from self._usual(child))
                if next_failure.line == failure.line:
                    last = next_failure
                    if not (last.missing or last.ways or self._kept(last)):
                        raise last.why  # with the cards in the hand a rule says no all the same
                still = way if next_failure.line == failed.line else ()
                heappush(waiting, (-next_failure.line, tries, child, next_failure, still))
                if next_failure.line > failed.line:
                    break
        raise self._why(world, last)

    def _why(self, world: Completion, failure: Failure) -> Exception:
        """The reason why a line fits nothing that was tried: the rule's where the open facts alone say so."""
        if not (failure.missing or failure.ways):
            return failure.why
        line = self.lines[failure.line]
        ledger = self.ledger(world, failure.line)
        seat = self.seats.get(line.seat, 0)
        slots = [
            slot
            for slot, own in ledger.owner.items()
            if slot not in world.pins and (self.rules.one_deck or own == seat)
        ]
        could = {token for slot in slots for token in self._could_be(ledger, slot, slots)}
        if failure.missing and not could.issuperset(failure.missing):
            return failure.why
        if failure.missing:
            cards = " ".join(sorted(set(failure.missing)))
            return Fault("referee.no_deal", cards=cards, seat=self.start.seat(seat))
        return Fault("referee.no_hands", found=str(line), why=str(failure.why))

    @staticmethod
    def _could_be(ledger: Ledger, slot: int, slots: Sequence[int]) -> set[str]:
        """The cards that an unknown one could be, but for those that were seen since and lie elsewhere."""
        if slot not in ledger.decks:
            return ledger.tokens(slot)
        deck = ledger.decks[slot]
        others = {ledger.values[other] for other in slots if ledger.decks.get(other) == deck}
        return others | set(+ledger.spare.get(deck, Counter()))

    def _settling(self, ledger: Ledger, steps: int, tries: int) -> Slices[bool]:
        """Settle the ledgers; the share that is done is that of all tries."""
        first, last = min(1.0, tries / MOST_TRIES), min(1.0, (tries + 1) / MOST_TRIES)
        return (yield from within(ledger.settle(steps), first, last))

    def _ways(self, failure: Failure, met: Wish) -> Iterator[tuple[int, int, Wish]]:
        """Yield the efforts that are worth it, and the ways in which a line that failed may be allowed. Where
        it failed before, the demands that were `met` for it stay, then they are given up."""
        if failure.missing or failure.ways or self._kept(failure):
            ways = failure.ways or ((),)
            both = [(*met, *(one for one in way if one not in met)) for way in ways]
            for lines, steps in EFFORTS:
                for way in dict.fromkeys((*both, *ways)):
                    yield lines, steps, way

    def _asked_for(self, world: Completion, failure: Failure, way: Wish, lines: int) -> Ledger | None:
        """The ledgers up to a line that failed; None if a card that it draws cannot be in the deck."""
        turned = self._other_ones(world, failure)
        if turned:
            lines = max(lines, failure.line - min(turned))
        ledger, kept = self.ledger(world, failure.line, way, lines, turned), self._kept(failure)
        line = self.lines[failure.line]
        if not (kept or line.unknown) and line.answer.split()[0] in self.rules.draws:
            ledger.reserve(tokens_of(line.answer))
        needed = () if line.shows else self.rules.needs(line.answer)
        if line.shows:
            self._book_shown(ledger, failure.line)
        ledger.ops[max(0, failure.holder)] += [Op("-", failure.line, token) for token in (*failure.gone, *needed)]
        return None if kept and not ledger.keep(kept) else ledger

    def _kept(self, failure: Failure) -> str:
        """The card that cannot be drawn, though it may only have been drawn unseen before; "" for none."""
        answer = self.lines[failure.line].answer
        return failure.drawn if self.rules.hides is None or self.rules.hides(answer) else ""

    def _with(self, world: Completion, ledger: Ledger, line: int) -> Completion:
        """A copy with the cards of a ledger, gone back to the first one that is another."""
        child = world.copy()
        now = {**ledger.values, **ledger.fixed}
        changed = [at for at, token in now.items() if token != world.filled(at)]
        orders = {at: self._reordered(world, ledger, at) for at in ledger.orders}
        changed += [at for at, text in orders.items() if text != world.texts[at]]
        child.wanted = {**world.wanted, **now, **orders}
        first = min(changed, default=line)
        child.forget_from(first)
        child.back_to(first)
        return child

    def shuffled(self, world: Completion) -> Slices[Completion]:
        """Another completion of the same lines, in which unknown cards have changed places at random."""
        ledger = self.ledger(world, len(world.places))
        ledger.shuffle(ROUNDS)
        child = self._with(world, ledger, len(world.places))
        failure = self._forward(child)
        return child if failure is None else (yield from self._settled(child, failure))

    # -- which cards are tried first

    def look_ahead(self, lines: Sequence[Typed]) -> None:
        """Know the lines to come: a card that one names is dealt to its seat before that line."""
        super().look_ahead(lines)
        self.planned = {}
        open_draws: dict[str, list[int]] = {}
        for index, line in enumerate(lines):
            if line.unknown:
                if self.rules.laid is None or line.answer.split()[0] in self.rules.draws:
                    open_draws.setdefault(line.seat, []).append(index)
                continue
            for token in line.shown or self.rules.needs(line.answer):
                if open_draws.get(line.seat):
                    self.planned[open_draws[line.seat].pop()] = token

    def _candidates(
        self, world: Completion, index: int, asked: Question, texts: Sequence[str]
    ) -> Iterator[str]:
        if index not in world.pins:
            wanted = world.wanted.get(index) or self.planned.get(index)
            yield from (text for text in texts if tokens_of(text) == wanted)
        yield from super()._candidates(world, index, asked, texts)

    # -- the ledgers

    def ledger(
        self,
        world: Completion,
        line: int,
        way: Wish = (),
        lines: int = MOST_LINES,
        turned: Mapping[int, str] = NONE_TURNED,
    ) -> Ledger:
        """The ledgers of all hands up to a line, with what would have to be so that it is allowed; what came
        before so many `lines` stays; `turned` are cards that were laid unseen, and are known now."""
        ledger, begin = Ledger(self.rng, self.rules.passes), max(0, line - lines)
        self._slots(world, ledger, begin, line)
        hands = tuple(Counter[str]() for _ in self.seats)
        demands: Demands = ()
        if begin:
            hands, demands = world.seen[begin - 1].hands, world.seen[begin - 1].demands
            for seat, held in enumerate(hands):
                ledger.ops[seat] = [Op("+", begin - 1, token) for token in held.elements()]
        passing: list[int] = []
        ledger.fixed = {**self._named_since(world, begin, line), **turned}
        asked = [(self._before_draws(world, line, seat) if early else line, seat) for seat, _, early in way]
        otherwise = {(after, seat) for at, seat in asked for after in range(self._last_answer(at), line)}
        for index in range(begin, line):
            if index in ledger.values and index not in ledger.decks:
                passing.append(index)
            if world.texts[index] and self._is_order(index):
                ledger.orders[index] = self._ordered(world, ledger, index)
                passing += [slot for slot in ledger.orders[index] if slot is not None and slot not in passing]
            seen = world.seen[index]
            for (at, seat), (_, demand, _) in zip(asked, way, strict=True):
                if at == index:
                    ledger.ops[seat].append(Op("must", index, demand=demand))
            arrived: set[int] = set()
            if self.lines[index].shows:
                self._book_shown(ledger, index)
            for seat, (before, after) in enumerate(zip(hands, seen.hands, strict=True)):
                if before != after or world.kinds[index] in self.rules.unseen:
                    arrived |= self._book(ledger, index, seat, before, after, passing, world.kinds[index])
            laid = self.rules.laid is not None  # what is laid face down comes into no other hand
            passing = [] if laid else [slot for slot in passing if slot not in arrived]
            new = set(seen.demands) - set(demands)
            for seat, demand in seen.demands:
                if (index, seat) in otherwise:
                    continue  # what was asked from then on is asked no more
                if (seat, demand) in new or hands[seat] != seen.hands[seat]:
                    ledger.ops[seat].append(Op("must", index, demand=demand))
            hands, demands = seen.hands, seen.demands
        for (at, seat), (_, demand, _) in zip(asked, way, strict=True):
            if at == line:
                ledger.ops[seat].append(Op("must", line, demand=demand))
        for slot in ledger.fixed:
            ledger.values.pop(slot, None)
            ledger.owner.pop(slot, None)
        return ledger

    def _named_since(self, world: Completion, begin: int, line: int) -> dict[int, str]:
        """The cards that were laid face down and are named since, by the lines at which they were laid."""
        if self.rules.laid is None:
            return {}
        return {
            at: token
            for at, token in world.pins.items()
            if begin <= at < line and world.texts[at] and world.kinds[at] not in self.rules.draws
        }

    def _other_ones(self, world: Completion, failure: Failure) -> dict[int, str]:
        """The cards that a line says were turned up, by the lines at which others were laid that came up."""
        line = self.lines[failure.line]
        if self.rules.laid is None or not line.shows:
            return {}
        places = self._open_places(world, failure.line, line.seat)
        laid = [at for at in places if world.kinds[at] not in self.rules.draws]
        slots = [next((at for at in laid if world.filled(at) == token), None) for token in failure.pool]
        return {at: named for at, named in zip(slots, failure.missing, strict=False) if at is not None}

    def _last_answer(self, line: int) -> int:
        """The last line before this one that is an answer."""
        return next((index for index in range(line - 1, -1, -1) if not self.lines[index].shows), -1)

    def _before_draws(self, world: Completion, line: int, seat: int) -> int:
        """The first line of the last row of draws of a seat."""
        name = self.start.seat(seat)

        def draws(index: int) -> bool:
            answer = self.lines[index].answer.split()
            return self.lines[index].seat == name and answer[:1] == [self.rules.draws[0]]

        last = next((index for index in range(line - 1, -1, -1) if draws(index)), line)
        while last and last < line and draws(last - 1):
            last -= 1
        return last

    def _slots(self, world: Completion, ledger: Ledger, begin: int, line: int) -> None:
        """The unknown cards, the decks from which they came, and what is left of these."""
        latest: dict[str, Hashable] = {}
        for index in range(begin, line):
            deck = world.decks[index]
            if deck.size:
                latest[deck.whose] = (deck.made, deck.whose)
            if world.texts[index] and not self._is_order(index):
                ledger.values[index] = world.filled(index)
                ledger.owner[index] = self._giver(world, index)
                if world.kinds[index] in self.rules.draws:
                    ledger.decks[index] = (deck.made, deck.whose)
        if self.rules.stack is not None:
            for whose, key in latest.items():
                left = self.rules.stack(world.game.table, self.seats.get(whose, 0))
                ledger.spare[key] = Counter(left)

    def _is_order(self, index: int) -> bool:
        """True if a line puts several unknown cards in an order."""
        return self.lines[index].answer.split().count(UNKNOWN) > 1

    def _ordered(self, world: Completion, ledger: Ledger, index: int) -> list[int | None]:
        """The draws by which the cards came that a line puts in an order; None for one of long ago."""
        left = sorted((slot for slot in ledger.decks if slot < index), reverse=True)
        places: list[int | None] = []
        for token in world.texts[index].split()[1:]:
            place = next((slot for slot in left if ledger.values[slot] == token), None)
            if place is not None:
                left.remove(place)
            places.append(place)
        return places

    def _reordered(self, world: Completion, ledger: Ledger, index: int) -> str:
        """The text of a line that puts cards in an order, with those that they are now."""
        word, *tokens = world.texts[index].split()
        places = zip(ledger.orders[index], tokens, strict=True)
        return " ".join([word, *(token if at is None else ledger.values[at] for at, token in places)])

    def _giver(self, world: Completion, index: int) -> int:
        """The seat out of whose hand an unknown card went; that of the line where it came into one."""
        token, seen = world.filled(index), world.seen[max(0, index - 1) : index + 1]
        if world.kinds[index] not in self.rules.draws and len(seen) > 1:
            for seat, (before, after) in enumerate(zip(seen[0].hands, seen[1].hands, strict=True)):
                if before[token] > after[token]:
                    return seat
        return self.seats[self.lines[index].seat]

    def _book(
        self,
        ledger: Ledger,
        index: int,
        seat: int,
        before: Counter[str],
        after: Counter[str],
        passing: Sequence[int],
        kind: str,
    ) -> set[int]:
        """Book what a line, an answer to a question of this kind, brought into a hand and took out of it; the
        cards passed on that arrived there."""
        line, ops = self.lines[index], ledger.ops[seat]
        own = self.seats.get(line.seat) == seat
        came, went = after - before, before - after
        if own and kind in self.rules.unseen:  # one that goes may come back at once, from another hand
            back = (Counter(self.rules.needs(line.answer)) & before) - went
            came, went = came + back, went + back
        drops = self.rules.drops(line.answer) if self.rules.drops and own else None
        shown = self._shown_after(index, self.start.seat(seat))
        said = Counter(self.rules.needs(line.answer)) if own else Counter()
        said += Counter(ledger.values[slot] for slot in passing if ledger.owner[slot] == seat)
        if drops is None and shown is not None and len(shown) == (went - said).total():
            went = Counter(shown) + (went & said)  # as it was seen, whatever was dealt
            ledger.laid_open.add((index, seat))
        elif drops is None and not after and (shown is not None or went - said):
            drops = bool  # a player left, or the game is over: it may be shown later which cards those were
        if drops is not None:
            if shown is not None:
                ledger.laid_open.add((index, seat))
                ops += [Op("-", index, token) for token in shown]
                ops.append(Op("must", index, demand=_none(drops)))
            ops.append(Op("drop", index, test=drops))
            went = Counter({token: count for token, count in went.items() if not drops(token)})
        if own and index in ledger.decks and came[ledger.values[index]]:
            came[ledger.values[index]] -= 1
            ops.append(Op("+", index, slot=index))
        arrived: list[int] = []
        for slot in passing:
            token = ledger.values[slot]
            if went[token] and ledger.owner[slot] == seat and slot not in ledger.decks:
                went[token] -= 1
                known = ledger.fixed.get(slot)
                ops.append(Op("-", index, slot=slot) if known is None else Op("-", index, known))
            elif came[token] and (slot in ledger.decks or ledger.owner[slot] != seat):
                came[token] -= 1
                arrived.append(slot)
        ops += [Op("-", index, token) for token in went.elements()]
        ops += [Op("+", index, slot=slot) for slot in arrived]
        ops += [Op("+", index, token) for token in came.elements()]
        return set(arrived)

    def _book_shown(self, ledger: Ledger, index: int) -> None:
        """Book what a seat showed and kept: it held these cards then."""
        line = self.lines[index]
        seat, last = self.seats.get(line.seat, -1), self._last_answer(index)
        if seat >= 0 and self.rules.laid is None and (last, seat) not in ledger.laid_open:
            ledger.ops[seat] += [Op(sign, index, token) for sign in "-+" for token in line.shown]

    def _shown_after(self, index: int, seat: str) -> tuple[str, ...] | None:
        """The cards that a seat showed right after a line; None if it did not."""
        for line in self.lines[index + 1 :]:
            if not line.shows:
                return None
            if line.seat == seat:
                return line.shown
        return None


def _none(test: Callable[[str], bool]) -> Demand:
    """The demand that a hand holds no card of which a test is true."""

    def demand(hand: Mapping[str, int]) -> int:
        return sum(count for token, count in hand.items() if test(token))

    return demand
