"""The history of each hand: the cards that came and left with each line, and what questions said of the hand.

An unknown card that is passed on is entered in both hands, where it leaves and where it arrives. A card that
is put in an order unseen is entered where it is drawn again. Where cards are shown right after they left,
those are the ones that left, whichever cards the completion had dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType

from twingkit.referee.assignment import Assignment
from twingkit.referee.completion import Completion, Failure, Passed
from twingkit.referee.hand_costs import HandEntry
from twingkit.referee.line_player import MOST_LINES, LinePlayer
from twingkit.referee.table_rules import Constraint, Demand, Demands, Test
from twingkit.referee.typed import UNKNOWN

NONE_TURNED: Mapping[int, str] = MappingProxyType({})
"""No cards that were turned up."""


class HandHistories(LinePlayer):
    """Writes the histories of all hands from the lines that a completion has played."""

    def assignment(
        self,
        world: Completion,
        line: int,
        way: Constraint = (),
        lines: int = MOST_LINES,
        turned: Mapping[int, str] = NONE_TURNED,
    ) -> Assignment:
        """Return the cards that stand for unknown ones now, with the histories of all hands up to `line`.

        `way` is the constraint under which the line would be allowed. Cards that came more than `lines` lines
        before it stay as they are. `turned` are the cards laid face down that are known now, by line.
        """
        assignment, begin = Assignment(self.rng), max(0, line - lines)
        self._slots(world, assignment, begin, line)
        hands = tuple(Counter[str]() for _ in self.seats)
        demands: Demands = ()
        if begin:
            hands, demands = world.seen[begin - 1].hands, world.seen[begin - 1].demands
            for seat, held in enumerate(hands):
                assignment.histories[seat] = [HandEntry("+", begin - 1, token) for token in held.elements()]
        passing: list[int] = []
        assignment.fixed = {**self._named_since(world, begin, line), **turned}
        asked = [(self._before_draws(world, line, seat) if early else line, seat) for seat, _, early in way]
        otherwise = {(after, seat) for at, seat in asked for after in range(self.last_answer(at), line)}
        for index in range(begin, line):
            if index in assignment.values and index not in assignment.decks:
                passing.append(index)
            if world.texts[index] and self._is_order(index):
                assignment.orders[index] = self._ordered(world, assignment, index)
                drawn = assignment.orders[index]
                passing += [slot for slot in drawn if slot is not None and slot not in passing]
            seen = world.seen[index]
            for (at, seat), (_, demand, _) in zip(asked, way, strict=True):
                if at == index:
                    assignment.histories[seat].append(HandEntry("must", index, demand=demand))
            arrived: set[int] = set()
            if self.lines[index].shows:
                self._record_shown(assignment, index)
            moved = self._moved(assignment, passing, seen.passed)
            for seat, (before, after) in enumerate(zip(hands, seen.hands, strict=True)):
                if before != after or world.kinds[index] in self.rules.unseen:
                    arrived |= self._record_changes(world, assignment, index, seat, before, passing, moved)
            laid = self.rules.laid is not None  # what is laid face down comes into no other hand
            passing = [] if laid else [slot for slot in passing if slot not in arrived]
            new = set(seen.demands) - set(demands)
            for seat, demand in seen.demands:
                if (index, seat) in otherwise:
                    continue  # what was asked from then on is asked no more
                if (seat, demand) in new or hands[seat] != seen.hands[seat]:
                    assignment.histories[seat].append(HandEntry("must", index, demand=demand))
            hands, demands = seen.hands, seen.demands
        for (at, seat), (_, demand, _) in zip(asked, way, strict=True):
            if at == line:
                assignment.histories[seat].append(HandEntry("must", line, demand=demand))
        for slot in assignment.fixed:
            assignment.values.pop(slot, None)
            assignment.owner.pop(slot, None)
        return assignment

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

    def _slots(self, world: Completion, assignment: Assignment, begin: int, line: int) -> None:
        """The unknown cards, the decks from which they came, and what is left of these."""
        latest: dict[str, Hashable] = {}
        for index in range(begin, line):
            deck = world.decks[index]
            if deck.size:
                latest[deck.whose] = (deck.made, deck.whose)
            if world.texts[index] and not self._is_order(index):
                assignment.values[index] = world.filled(index)
                assignment.owner[index] = self._giver(world, index)
                if world.kinds[index] in self.rules.draws:
                    assignment.decks[index] = (deck.made, deck.whose)
                elif (passes := world.seen[index].passes) is not None:
                    assignment.passes[index] = passes
        if self.rules.stack is not None:
            for whose, key in latest.items():
                left = self.rules.stack(world.game.table, self.seats.get(whose, 0))
                assignment.spare[key] = Counter(left)

    def _is_order(self, index: int) -> bool:
        """True if a line puts several unknown cards in an order."""
        return self.lines[index].answer.split().count(UNKNOWN) > 1

    def _ordered(self, world: Completion, assignment: Assignment, index: int) -> list[int | None]:
        """The draws by which the cards came that a line puts in an order; None for one of long ago."""
        left = sorted((slot for slot in assignment.decks if slot < index), reverse=True)
        places: list[int | None] = []
        for token in world.texts[index].split()[1:]:
            place = next((slot for slot in left if assignment.values[slot] == token), None)
            if place is not None:
                left.remove(place)
            places.append(place)
        return places

    def _reordered(self, world: Completion, assignment: Assignment, index: int) -> str:
        """The text of a line that puts cards in an order, with those that they are now."""
        word, *tokens = world.texts[index].split()
        places = zip(assignment.orders[index], tokens, strict=True)
        return " ".join([word, *(token if at is None else assignment.values[at] for at, token in places)])

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
    def _moved(assignment: Assignment, passing: Sequence[int], passed: Sequence[Passed]) -> dict[int, int]:
        """The seats to which a line passed unknown cards on that were chosen out of hands, by their lines."""
        left, moved = list(passed), {}
        for slot in passing:
            token, giver = assignment.values[slot], assignment.owner[slot]
            own = [card for card in left if card.token == token and giver in card.seats]
            if own and slot not in assignment.decks:
                chosen = min(own, key=lambda card: card.seats[0] != giver)
                left.remove(chosen)
                moved[slot] = sum(chosen.seats) - giver
        return moved

    def _record_changes(
        self,
        world: Completion,
        assignment: Assignment,
        index: int,
        seat: int,
        before: Counter[str],
        passing: Sequence[int],
        moved: Mapping[int, int],
    ) -> set[int]:
        """Enter what a line brought into a hand and took out of it; return the passed cards that arrived.

        `moved` gives the seat to which each unknown card went.
        """
        line, history, after = self.lines[index], assignment.histories[seat], world.seen[index].hands[seat]
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
        said += Counter(assignment.values[slot] for slot in passing if assignment.owner[slot] == seat)
        if drops is None and shown is not None and len(shown) == (went - said).total():
            went = Counter(shown) + (went & said)  # as it was seen, whatever was dealt
            assignment.laid_open.add((index, seat))
        elif drops is None and not after and (shown is not None or went - said):
            drops = bool  # a player left, or the game is over: it may be shown later which cards those were
        if drops is not None:
            if shown is not None:
                assignment.laid_open.add((index, seat))
                history += [HandEntry("-", index, token) for token in shown]
                history.append(HandEntry("must", index, demand=_none(drops)))
            history.append(HandEntry("drop", index, test=drops))
            went = Counter({token: count for token, count in went.items() if not drops(token)})
        if own and index in assignment.decks and came[assignment.values[index]]:
            came[assignment.values[index]] -= 1
            history.append(HandEntry("+", index, slot=index))
        arrived: list[int] = []
        for slot in passing:
            token, drawn = assignment.values[slot], slot in assignment.decks
            if went[token] and assignment.owner[slot] == seat and not drawn:
                went[token] -= 1
                known = assignment.fixed.get(slot)
                entry = HandEntry("-", index, slot=slot) if known is None else HandEntry("-", index, known)
                history.append(entry)
            elif came[token] and (drawn or moved.get(slot, seat) == seat != assignment.owner[slot]):
                came[token] -= 1
                arrived.append(slot)
        history += [HandEntry("-", index, token) for token in went.elements()]
        history += [HandEntry("+", index, slot=slot) for slot in arrived]
        history += [HandEntry("+", index, token) for token in came.elements()]
        return set(arrived)

    def _record_shown(self, assignment: Assignment, index: int) -> None:
        """Enter that a seat held the cards which it showed and kept."""
        line = self.lines[index]
        seat, last = self.seats.get(line.seat, -1), self.last_answer(index)
        if seat >= 0 and self.rules.laid is None and (last, seat) not in assignment.laid_open:
            entries = [HandEntry(sign, index, token) for sign in "-+" for token in line.shown]
            assignment.histories[seat] += entries

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
