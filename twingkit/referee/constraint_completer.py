"""The search for completions of a game in which hidden cards decide who is asked what.

Lines are played one after another. If a line is not legal, the game says which constraints on the hands
would allow it (`RefereeRules.answer_constraints`). The search finds other cards for unknown ones so that this
constraint and all earlier ones hold, and plays the game again from the first card that has changed.

For this it records the history of each hand: the cards that came and left with each line, and the demands of
questions on it. An unknown card that is passed on is entered in both hands, where it leaves and where it
arrives. A card that is put in an order unseen is entered where it is drawn again. If cards are shown right
after they left, the history uses the shown ones, whichever cards the completion had dealt.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from types import MappingProxyType

from twingkit.core.messages import Fault
from twingkit.core.questions import Question
from twingkit.core.record import UNKNOWN
from twingkit.core.slices import Slices, scale_progress
from twingkit.core.starts import Start
from twingkit.referee.assignment import CardAssignmentSearch, HandEvent
from twingkit.referee.completion import CompletedRecord, FirstIllegalLine, PassedCard
from twingkit.referee.line_replayer import MAX_TYPED_LINES, LineReplayer
from twingkit.referee.referee_rules import CardTest, Constraint, HandDemand, RefereeRules, SeatDemands
from twingkit.referee.typed_line import TypedLine, drawn_card_token

_NO_TURNED_CARDS: Mapping[int, str] = MappingProxyType({})
"""An empty mapping of face-down cards that are now known."""


_MAX_REPLAYS = 30
"""The maximum number of replays before a line is refused."""

MAX_HISTORY_ENTRIES = 2_000_000
"""The maximum number of history entries to process for one line."""

_SEARCH_EFFORTS = ((150, 25), (150, 60), (600, 60), (MAX_TYPED_LINES, 150), (MAX_TYPED_LINES, 300))
"""The efforts for each constraint: how many latest lines may change, and the maximum number of steps.

They are made one after another. The cards that matter are mostly recent, so a line takes no longer in a long
game.
"""

_USUAL_SEARCH_EFFORTS = ((150, 25), (600, 25))
"""The efforts to make in order to avoid rare questions."""

_SWAPS_PER_UNKNOWN_CARD = 4
"""The number of swaps for each unknown card when another completion is dealt."""


class ConstraintCompleter(LineReplayer):
    """A search that replaces all unknown cards of a record by real ones that satisfy constraints on the
    hands.
    """

    def __init__(self, start: Start, rules: RefereeRules, rng: random.Random) -> None:
        super().__init__(start, rules, rng)
        self.planned: dict[int, str] = {}
        self.unmet: Constraint | None = None
        """The constraint that would avoid a rare question, if it could not be met after the last line."""

    def extend_completion(self, world: CompletedRecord) -> Slices[CompletedRecord]:
        """Play the remaining lines in a completion; return it, or a changed copy. In slices.

        Raises the reason if a line fits no completion; `world` is then unchanged.
        """
        done = len(world.lines)
        failure = self._forward(world)
        if failure is None:
            return (yield from self._avoid_rare_question(world))
        trial = world.copy()
        world.undo_from(done)
        return (yield from self._settled(trial, failure))

    def _avoid_rare_question(self, world: CompletedRecord) -> Slices[CompletedRecord]:
        """Return the completion, changed if possible so that no rare question is pending."""
        met: Constraint = ()
        for _ in self.seats:  # if the first seat avoids the question, the next may get it
            constraint = None if self.named else self.rules.usual_constraint(world.game)
            # a hand is refilled by several draws
            efforts = _USUAL_SEARCH_EFFORTS[:1] if constraint == self.unmet else _USUAL_SEARCH_EFFORTS
            self.unmet = constraint
            if constraint is None:
                break
            met = (*met, *constraint)
            for lines, steps in efforts:
                assignment = self.build_assignment(world, len(world.lines), met, lines)
                if (yield from assignment.meet_demands(steps)):
                    child = self._apply_assignment(world, assignment, len(world.lines))
                    if self._forward(child) is None:
                        world, self.unmet = child, None
                        break
            else:
                break
        return world

    def _settled(self, world: CompletedRecord, failure: FirstIllegalLine) -> Slices[CompletedRecord]:
        none: Constraint = ()
        waiting = [(-failure.line_index, 0, world, failure, none)]
        tries = work = 0
        last = failure
        while waiting and tries < _MAX_REPLAYS:
            _, _, parent, failed, met = heappop(waiting)
            for lines, steps, way in self._ways(failed, met):
                tries += 1
                assignment = self._assignment_for(parent, failed, way, lines)
                if assignment is None:
                    continue
                settled = yield from self._settling(assignment, steps, tries)
                work += assignment.work
                if work > MAX_HISTORY_ENTRIES:
                    line = self.lines[failure.line_index]
                    raise Fault("referee.too_long", found=str(line), most=MAX_HISTORY_ENTRIES)
                if not settled:
                    continue
                child = self._apply_assignment(parent, assignment, failed.line_index)
                next_failure = self._forward(child)
                if next_failure is None:
                    return (yield from self._avoid_rare_question(child))
                if next_failure.line_index == failure.line_index:
                    last = next_failure
                    if not (last.missing_cards or last.constraints or self._kept(last)):
                        raise last.reason  # a rule forbids the line even with these cards
                still = way if next_failure.line_index == failed.line_index else ()
                heappush(waiting, (-next_failure.line_index, tries, child, next_failure, still))
                if next_failure.line_index > failed.line_index:
                    break
        raise self._why(world, last)

    def _why(self, world: CompletedRecord, failure: FirstIllegalLine) -> Exception:
        """Return the error for a line that no deal of cards makes legal: the refusal by a rule if public
        information alone decides it.
        """
        if not (failure.missing_cards or failure.constraints):
            return failure.reason
        line = self.lines[failure.line_index]
        assignment = self.build_assignment(world, failure.line_index)
        seat = self.seats.get(line.seat, 0)
        slots = [
            slot
            for slot, own in assignment.owner.items()
            if slot not in world.required_cards and (self.rules.has_one_deck or own == seat)
        ]
        could = {token for slot in slots for token in self._could_be(assignment, slot, slots)}
        if failure.missing_cards and not could.issuperset(failure.missing_cards):
            return failure.reason
        if failure.missing_cards:
            cards = " ".join(sorted(set(failure.missing_cards)))
            return Fault("referee.no_deal", cards=cards, seat=self.start.seat(seat))
        return Fault("referee.no_hands", found=str(line), why=str(failure.reason))

    @staticmethod
    def _could_be(assignment: CardAssignmentSearch, slot: int, slots: Sequence[int]) -> set[str]:
        """Return the possible tokens of an unknown card, without those seen elsewhere since."""
        if slot not in assignment.decks:
            return assignment.possible_tokens(slot)
        deck = assignment.decks[slot]
        others = {assignment.dealt_tokens[other] for other in slots if assignment.decks.get(other) == deck}
        return others | set(+assignment.spare.get(deck, Counter()))

    def _settling(self, assignment: CardAssignmentSearch, steps: int, tries: int) -> Slices[bool]:
        first, last = min(1.0, tries / _MAX_REPLAYS), min(1.0, (tries + 1) / _MAX_REPLAYS)
        return (yield from scale_progress(assignment.meet_demands(steps), first, last))

    def _ways(self, failure: FirstIllegalLine, met: Constraint) -> Iterator[tuple[int, int, Constraint]]:
        """Yield the numbers of lines and steps for a search, with constraints that may make a failed line
        legal, first those with the demands `met`.
        """
        if failure.missing_cards or failure.constraints or self._kept(failure):
            ways = failure.constraints or ((),)
            both = [(*met, *(demand for demand in way if demand not in met)) for way in ways]
            for lines, steps in _SEARCH_EFFORTS:
                for way in dict.fromkeys((*both, *ways)):
                    yield lines, steps, way

    def _assignment_for(
        self, world: CompletedRecord, failure: FirstIllegalLine, way: Constraint, lines: int
    ) -> CardAssignmentSearch | None:
        """Return the assignment to search for a failed line; None if the drawn card cannot be in its deck."""
        turned = self._other_ones(world, failure)
        if turned:
            lines = max(lines, failure.line_index - min(turned))
        assignment = self.build_assignment(world, failure.line_index, way, lines, turned)
        kept = self._kept(failure)
        line = self.lines[failure.line_index]
        if not (kept or line.has_unknown_card) and line.words[0] in self.rules.hidden_draw_kinds:
            assignment.reserve_in_deck(drawn_card_token(line.answer))
        needed = () if line.is_shows_line else self.rules.named_hand_cards(line.answer)
        if line.is_shows_line:
            self._record_shown(assignment, failure.line_index)
        assignment.histories[max(0, failure.holder_seat)] += [
            HandEvent("-", failure.line_index, token) for token in (*failure.departed_cards, *needed)
        ]
        return None if kept and not assignment.exchange_dealt_card(kept) else assignment

    def _kept(self, failure: FirstIllegalLine) -> str:
        """Return the card that must stay in its deck to be drawn by the failed line; "" if there is none."""
        answer = self.lines[failure.line_index].answer
        return failure.undrawable_card if self.rules.is_hidden_draw(answer) else ""

    def _apply_assignment(
        self, world: CompletedRecord, assignment: CardAssignmentSearch, line: int
    ) -> CompletedRecord:
        """Return a copy of a completion with the cards of an assignment, undone to the first changed card."""
        child = world.copy()
        now = {**assignment.dealt_tokens, **assignment.fixed}
        changed = [at for at, token in now.items() if token != world.filled_card(at)]
        orders = {at: self._reordered(world, assignment, at) for at in assignment.orders}
        changed += [at for at, text in orders.items() if text != world.lines[at].dealt_text]
        child.preferred_cards = {**world.preferred_cards, **now, **orders}
        first = min(changed, default=line)
        child.forget_settled_from(first)
        child.undo_from(first)
        return child

    def shuffle_completion(self, world: CompletedRecord) -> Slices[CompletedRecord]:
        """Return another completion of the same lines, with unknown cards swapped at random. In slices."""
        assignment = self.build_assignment(world, len(world.lines))
        assignment.swap_randomly(_SWAPS_PER_UNKNOWN_CARD)
        child = self._apply_assignment(world, assignment, len(world.lines))
        failure = self._forward(child)
        return child if failure is None else (yield from self._settled(child, failure))

    # -- the order in which cards are tried

    def note_later_lines(self, lines: Sequence[TypedLine]) -> None:
        """Store the later lines, and plan to deal each card that they name to its seat before the line that
        names it.
        """
        super().note_later_lines(lines)
        self.planned = {}
        open_draws: dict[str, list[int]] = {}
        for line_index, line in enumerate(lines):
            if line.has_unknown_card:
                if self.rules.face_down_tokens is None or line.words[0] in self.rules.hidden_draw_kinds:
                    open_draws.setdefault(line.seat, []).append(line_index)
                continue
            for token in line.shown_cards or self.rules.named_hand_cards(line.answer):
                if open_draws.get(line.seat):
                    self.planned[open_draws[line.seat].pop()] = token

    def _candidates(
        self, world: CompletedRecord, line_index: int, question: Question, texts: Sequence[str]
    ) -> Iterator[str]:
        if line_index not in world.required_cards:
            wanted = world.preferred_cards.get(line_index) or self.planned.get(line_index)
            yield from (text for text in texts if drawn_card_token(text) == wanted)
        yield from super()._candidates(world, line_index, question, texts)

    # -- the histories of hands

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
            hands = world.lines[begin - 1].hands_after.hands
            demands = world.lines[begin - 1].hands_after.demands
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
            line = self.lines[line_index]
            return line.seat == name and line.words[0] == self.rules.hidden_draw_kinds[0]

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
        return self.lines[line_index].words.count(UNKNOWN) > 1

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
