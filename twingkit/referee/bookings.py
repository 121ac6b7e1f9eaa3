"""The ledgers of all hands, booked from the lines that a completion has played: what came into each hand and
left it, and what questions said of it.

A card that is passed on, or put in an order unseen, is booked where it goes and where it arrives; cards that
are shown right after they left are those that left, whatever was dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType

from twingkit.referee.completion import Completion, Failure, Passed
from twingkit.referee.hand_costs import Op
from twingkit.referee.ledger import Ledger
from twingkit.referee.line_player import MOST_LINES, LinePlayer
from twingkit.referee.table_rules import Demand, Demands, Test, Wish
from twingkit.referee.typed import UNKNOWN

NONE_TURNED: Mapping[int, str] = MappingProxyType({})
"""No cards that were turned up."""


class Bookings(LinePlayer):
    """The lines of one table, booked in ledgers; `rules` say what is hidden there."""

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
        ledger, begin = Ledger(self.rng), max(0, line - lines)
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
        otherwise = {(after, seat) for at, seat in asked for after in range(self.last_answer(at), line)}
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
            moved = self._moved(ledger, passing, seen.passed)
            for seat, (before, after) in enumerate(zip(hands, seen.hands, strict=True)):
                if before != after or world.kinds[index] in self.rules.unseen:
                    arrived |= self._book(world, ledger, index, seat, before, passing, moved)
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
                elif (passes := world.seen[index].passes) is not None:
                    ledger.passes[index] = passes
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
        """The seat out of whose hand an unknown card went: that of the line, unless it got the card from
        another one."""
        token, own = world.filled(index), self.seats[self.lines[index].seat]
        if world.kinds[index] not in self.rules.draws and index:
            both = zip(world.seen[index - 1].hands, world.seen[index].hands, strict=True)
            more = [after[token] - before[token] for before, after in both]
            if more[own] > 0 > min(more):
                return more.index(min(more))
        return own

    @staticmethod
    def _moved(ledger: Ledger, passing: Sequence[int], passed: Sequence[Passed]) -> dict[int, int]:
        """The seats to which a line passed unknown cards on that were chosen out of hands, by their lines."""
        left, moved = list(passed), {}
        for slot in passing:
            token, giver = ledger.values[slot], ledger.owner[slot]
            own = [card for card in left if card.token == token and giver in card.seats]
            if own and slot not in ledger.decks:
                chosen = min(own, key=lambda card: card.seats[0] != giver)
                left.remove(chosen)
                moved[slot] = sum(chosen.seats) - giver
        return moved

    def _book(
        self,
        world: Completion,
        ledger: Ledger,
        index: int,
        seat: int,
        before: Counter[str],
        passing: Sequence[int],
        moved: Mapping[int, int],
    ) -> set[int]:
        """Book what a line brought into a hand and took out of it, with the unknown cards that it `moved` to
        seats; the cards passed on that arrived there."""
        line, ops, after = self.lines[index], ledger.ops[seat], world.seen[index].hands[seat]
        own = self.seats.get(line.seat) == seat
        came, went = after - before, before - after
        given, got = (
            Counter(card.token for card in world.seen[index].passed if card.seats[at] == seat)
            for at in (0, 1)
        )
        back = given & got  # equal ones changed places
        if own and world.kinds[index] in self.rules.unseen:  # one that goes may come back from another hand
            back |= (Counter(self.rules.needs(line.answer)) & before) - went
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
            token, drawn = ledger.values[slot], slot in ledger.decks
            if went[token] and ledger.owner[slot] == seat and not drawn:
                went[token] -= 1
                known = ledger.fixed.get(slot)
                ops.append(Op("-", index, slot=slot) if known is None else Op("-", index, known))
            elif came[token] and (drawn or moved.get(slot, seat) == seat != ledger.owner[slot]):
                came[token] -= 1
                arrived.append(slot)
        ops += [Op("-", index, token) for token in went.elements()]
        ops += [Op("+", index, slot=slot) for slot in arrived]
        ops += [Op("+", index, token) for token in came.elements()]
        return set(arrived)

    def _book_shown(self, ledger: Ledger, index: int) -> None:
        """Book what a seat showed and kept: it held these cards then."""
        line = self.lines[index]
        seat, last = self.seats.get(line.seat, -1), self.last_answer(index)
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


def _none(test: Test) -> Demand:
    """The demand that a hand holds no card of which a test is true."""

    def demand(hand: Mapping[str, int]) -> int:
        return sum(count for token, count in hand.items() if test(token))

    return demand
