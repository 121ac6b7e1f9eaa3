"""The history of each hand: the cards that came and left with each line, and the demands of questions on it.

An unknown card that is passed on is entered in both hands, where it leaves and where it arrives. A card that
is put in an order unseen is entered where it is drawn again. If cards are shown right after they left, the
history uses the shown ones, whichever cards the completion had dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType

from twingkit.core.record import UNKNOWN
from twingkit.referee.assignment import CardAssignmentSearch
from twingkit.referee.completion import CompletedRecord, FirstIllegalLine, PassedCard
from twingkit.referee.hand_costs import HandEvent
from twingkit.referee.line_replayer import MAX_TYPED_LINES, LineReplayer
from twingkit.referee.referee_rules import CardTest, Constraint, HandDemand, SeatDemands

_NO_TURNED_CARDS: Mapping[int, str] = MappingProxyType({})
"""An empty mapping of face-down cards that are now known."""


class HandHistories(LineReplayer):
    """A line replayer that also records which cards came into and left each hand."""

    def build_assignment(
        self,
        world: CompletedRecord,
        end_line: int,
        constraint: Constraint = (),
        max_lines: int = MAX_TYPED_LINES,
        turned_cards: Mapping[int, str] = _NO_TURNED_CARDS,
    ) -> CardAssignmentSearch:
        """Return the cards currently dealt for unknown ones, with all hand histories up to `end_line`.

        `constraint` is the constraint under which that line would be allowed. Only cards of the last
        `max_lines` lines may change. `turned_cards` holds the face-down cards that are known now, by the
        lines that laid them.
        """
        assignment, begin = CardAssignmentSearch(self.rng), max(0, end_line - max_lines)
        self._enter_unknown_cards(world, assignment, begin, end_line)
        hands = tuple(Counter[str]() for _ in self.seats)
        demands: SeatDemands = ()
        if begin:
            hands, demands = (
                world.lines[begin - 1].hands_after.hands,
                world.lines[begin - 1].hands_after.demands,
            )
            for seat, held in enumerate(hands):
                assignment.histories[seat] = [HandEvent("+", begin - 1, token) for token in held.elements()]
        passing: list[int] = []
        assignment.fixed = {**self._named_since(world, begin, end_line), **turned_cards}
        asked = [
            (self._before_draws(world, end_line, seat) if early else end_line, seat)
            for seat, _, early in constraint
        ]
        otherwise = {
            (after, seat) for at, seat in asked for after in range(self.last_answer_index(at), end_line)
        }
        for line_index in range(begin, end_line):
            if line_index in assignment.dealt_tokens and line_index not in assignment.decks:
                passing.append(line_index)
            if world.lines[line_index].dealt_text and self._is_order(line_index):
                assignment.orders[line_index] = self._ordered(world, assignment, line_index)
                drawn = assignment.orders[line_index]
                passing += [slot for slot in drawn if slot is not None and slot not in passing]
            seen = world.lines[line_index].hands_after
            for (at, seat), (_, demand, _) in zip(asked, constraint, strict=True):
                if at == line_index:
                    assignment.histories[seat].append(HandEvent("must", line_index, demand=demand))
            arrived: set[int] = set()
            if self.lines[line_index].is_shows_line:
                self._record_shown(assignment, line_index)
            moved = self._moved(assignment, passing, seen.passed_cards)
            for seat, (before, after) in enumerate(zip(hands, seen.hands, strict=True)):
                if (
                    before != after
                    or world.lines[line_index].question_kind in self.rules.hidden_question_kinds
                ):
                    arrived |= self._record_changes(
                        world, assignment, line_index, seat, before, passing, moved
                    )
            laid = self.rules.face_down_tokens is not None  # a face-down card enters no other hand
            passing = [] if laid else [slot for slot in passing if slot not in arrived]
            new = set(seen.demands) - set(demands)
            for seat, demand in seen.demands:
                if (line_index, seat) in otherwise:
                    continue  # these questions would no longer be asked
                if (seat, demand) in new or hands[seat] != seen.hands[seat]:
                    assignment.histories[seat].append(HandEvent("must", line_index, demand=demand))
            hands, demands = seen.hands, seen.demands
        for (at, seat), (_, demand, _) in zip(asked, constraint, strict=True):
            if at == end_line:
                assignment.histories[seat].append(HandEvent("must", end_line, demand=demand))
        for slot in assignment.fixed:
            assignment.dealt_tokens.pop(slot, None)
            assignment.owner.pop(slot, None)
        return assignment

    def _named_since(self, world: CompletedRecord, begin: int, line: int) -> dict[int, str]:
        """Return the face-down cards whose names are known by now, by the lines that laid them."""
        if self.rules.face_down_tokens is None:
            return {}
        return {
            at: token
            for at, token in world.required_cards.items()
            if begin <= at < line
            and world.lines[at].dealt_text
            and world.lines[at].question_kind not in self.rules.hidden_draw_kinds
        }

    def _other_ones(self, world: CompletedRecord, failure: FirstIllegalLine) -> dict[int, str]:
        """Return the cards that a `shows` line names instead of the face-down cards dealt so far, by the
        lines that laid those cards.
        """
        line = self.lines[failure.line_index]
        if self.rules.face_down_tokens is None or not line.is_shows_line:
            return {}
        places = self._open_places(world, failure.line_index, line.seat)
        laid = [at for at in places if world.lines[at].question_kind not in self.rules.hidden_draw_kinds]
        slots = [
            next((at for at in laid if world.filled_card(at) == token), None)
            for token in failure.candidate_cards
        ]
        return {at: named for at, named in zip(slots, failure.missing_cards, strict=False) if at is not None}

    def _before_draws(self, world: CompletedRecord, line: int, seat: int) -> int:
        """Return the index of the first of a seat's latest consecutive draws."""
        name = self.start.seat(seat)

        def draws(line_index: int) -> bool:
            answer = self.lines[line_index].answer.split()
            return self.lines[line_index].seat == name and answer[:1] == [self.rules.hidden_draw_kinds[0]]

        last = next((line_index for line_index in range(line - 1, -1, -1) if draws(line_index)), line)
        while last and last < line and draws(last - 1):
            last -= 1
        return last

    def _enter_unknown_cards(
        self, world: CompletedRecord, assignment: CardAssignmentSearch, begin: int, line: int
    ) -> None:
        """Enter into an assignment the unknown cards, their owners and decks, and the cards left in those
        decks.
        """
        latest: dict[str, Hashable] = {}
        for line_index in range(begin, line):
            deck = world.lines[line_index].deck
            if deck.size:
                latest[deck.owner] = (deck.reshuffle_count, deck.owner)
            if world.lines[line_index].dealt_text and not self._is_order(line_index):
                assignment.dealt_tokens[line_index] = world.filled_card(line_index)
                assignment.owner[line_index] = self._giver(world, line_index)
                if world.lines[line_index].question_kind in self.rules.hidden_draw_kinds:
                    assignment.decks[line_index] = (deck.reshuffle_count, deck.owner)
                elif (passes := world.lines[line_index].hands_after.choosable_test) is not None:
                    assignment.choosable_tests[line_index] = passes
        if self.rules.drawable_tokens is not None:
            for whose, key in latest.items():
                left = self.rules.drawable_tokens(world.game.table, self.seats.get(whose, 0))
                assignment.spare[key] = Counter(left)

    def _is_order(self, line_index: int) -> bool:
        return self.lines[line_index].answer.split().count(UNKNOWN) > 1

    def _ordered(
        self, world: CompletedRecord, assignment: CardAssignmentSearch, line_index: int
    ) -> list[int | None]:
        """Return, for each card in the answer that puts cards in order, the line that drew it; None for a
        card drawn before.
        """
        left = sorted((slot for slot in assignment.decks if slot < line_index), reverse=True)
        places: list[int | None] = []
        for token in world.lines[line_index].dealt_text.split()[1:]:
            place = next((slot for slot in left if assignment.dealt_tokens[slot] == token), None)
            if place is not None:
                left.remove(place)
            places.append(place)
        return places

    def _reordered(self, world: CompletedRecord, assignment: CardAssignmentSearch, line_index: int) -> str:
        word, *tokens = world.lines[line_index].dealt_text.split()
        places = zip(assignment.orders[line_index], tokens, strict=True)
        return " ".join(
            [word, *(token if at is None else assignment.dealt_tokens[at] for at, token in places)]
        )

    def _giver(self, world: CompletedRecord, line_index: int) -> int:
        """Return the seat that gave away an unknown card from its hand in a line."""
        token, own = world.filled_card(line_index), self.seats[self.lines[line_index].seat]
        if world.lines[line_index].question_kind not in self.rules.hidden_draw_kinds and line_index:
            both = zip(
                world.lines[line_index - 1].hands_after.hands,
                world.lines[line_index].hands_after.hands,
                strict=True,
            )
            more = [after[token] - before[token] for before, after in both]
            if more[own] > 0 > min(more):
                return more.index(min(more))
        return own

    @staticmethod
    def _moved(
        assignment: CardAssignmentSearch, passing: Sequence[int], passed: Sequence[PassedCard]
    ) -> dict[int, int]:
        """Return the receiving seat of each unknown card that a line passed on from a hand."""
        left, moved = list(passed), {}
        for slot in passing:
            token, giver = assignment.dealt_tokens[slot], assignment.owner[slot]
            own = [card for card in left if card.token == token and giver in card.known_to]
            if own and slot not in assignment.decks:
                chosen = min(own, key=lambda card: card.known_to[0] != giver)
                left.remove(chosen)
                moved[slot] = sum(chosen.known_to) - giver
        return moved

    def _record_changes(
        self,
        world: CompletedRecord,
        assignment: CardAssignmentSearch,
        line_index: int,
        seat: int,
        before: Counter[str],
        passing: Sequence[int],
        moved: Mapping[int, int],
    ) -> set[int]:
        """Enter the cards that a line added to and removed from a hand; return the passed cards that arrived.

        `moved` gives the seat that received each unknown card.
        """
        line = self.lines[line_index]
        history = assignment.histories[seat]
        after = world.lines[line_index].hands_after.hands[seat]
        own = self.seats.get(line.seat) == seat
        came, went = after - before, before - after
        given, got = (
            Counter(
                card.token
                for card in world.lines[line_index].hands_after.passed_cards
                if card.known_to[at] == seat
            )
            for at in (0, 1)
        )
        back = given & got  # two equal cards were swapped
        # a given card may come back from another hand
        if own and world.lines[line_index].question_kind in self.rules.hidden_question_kinds:
            back |= (Counter(self.rules.named_hand_cards(line.answer)) & before) - went
        came, went = came + back, went + back
        drops = self.rules.dropped_card_test(line.answer) if own else None
        shown = self._shown_after(line_index, self.start.seat(seat))
        said = Counter(self.rules.named_hand_cards(line.answer)) if own else Counter()
        said += Counter(assignment.dealt_tokens[slot] for slot in passing if assignment.owner[slot] == seat)
        if drops is None and shown is not None and len(shown) == (went - said).total():
            went = Counter(shown) + (went & said)  # the shown cards, whatever was dealt
            assignment.laid_open.add((line_index, seat))
        elif drops is None and not after and (shown is not None or went - said):
            drops = bool  # a player left, or the game is over: the cards may be shown later
        if drops is not None:
            if shown is not None:
                assignment.laid_open.add((line_index, seat))
                history += [HandEvent("-", line_index, token) for token in shown]
                history.append(HandEvent("must", line_index, demand=_no_card_demand(drops)))
            history.append(HandEvent("drop", line_index, dropped_card_test=drops))
            went = Counter({token: count for token, count in went.items() if not drops(token)})
        if own and line_index in assignment.decks and came[assignment.dealt_tokens[line_index]]:
            came[assignment.dealt_tokens[line_index]] -= 1
            history.append(HandEvent("+", line_index, unknown_line=line_index))
        arrived: list[int] = []
        for slot in passing:
            token, drawn = assignment.dealt_tokens[slot], slot in assignment.decks
            if went[token] and assignment.owner[slot] == seat and not drawn:
                went[token] -= 1
                known = assignment.fixed.get(slot)
                entry = (
                    HandEvent("-", line_index, unknown_line=slot)
                    if known is None
                    else HandEvent("-", line_index, known)
                )
                history.append(entry)
            elif came[token] and (drawn or moved.get(slot, seat) == seat != assignment.owner[slot]):
                came[token] -= 1
                arrived.append(slot)
        history += [HandEvent("-", line_index, token) for token in went.elements()]
        history += [HandEvent("+", line_index, unknown_line=slot) for slot in arrived]
        history += [HandEvent("+", line_index, token) for token in came.elements()]
        return set(arrived)

    def _record_shown(self, assignment: CardAssignmentSearch, line_index: int) -> None:
        line = self.lines[line_index]
        seat, last = self.seats.get(line.seat, -1), self.last_answer_index(line_index)
        if seat >= 0 and self.rules.face_down_tokens is None and (last, seat) not in assignment.laid_open:
            entries = [HandEvent(sign, line_index, token) for sign in "-+" for token in line.shown_cards]
            assignment.histories[seat] += entries

    def _shown_after(self, line_index: int, seat: str) -> tuple[str, ...] | None:
        for line in self.lines[line_index + 1 :]:
            if not line.is_shows_line:
                return None
            if line.seat == seat:
                return line.shown_cards
        return None


def _no_card_demand(test: CardTest) -> HandDemand:
    def demand(hand: Mapping[str, int]) -> int:
        return sum(count for token, count in hand.items() if test(token))

    return demand
