"""The search for completions of a game in which hidden cards decide who is asked what.

Lines are played one after another. If a line is not legal, the game says which constraints on the hands
would allow it (`RefereeRules.answer_constraints`). The search finds other cards for unknown ones so that this
constraint and all earlier ones hold, and plays the game again from the first card that has changed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from twingkit.core.messages import Fault
from twingkit.core.questions import Question
from twingkit.core.slices import Slices, scale_progress
from twingkit.core.starts import Start
from twingkit.referee.assignment import CardAssignmentSearch
from twingkit.referee.completion import CompletedRecord, FirstIllegalLine
from twingkit.referee.hand_costs import HandEvent
from twingkit.referee.hand_histories import HandHistories
from twingkit.referee.line_replayer import MAX_TYPED_LINES
from twingkit.referee.referee_rules import Constraint, RefereeRules
from twingkit.referee.typed_line import TypedLine, drawn_card_token

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


class ConstraintCompleter(HandHistories):
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
        if not (kept or line.has_unknown_card) and line.answer.split()[0] in self.rules.hidden_draw_kinds:
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
                if (
                    self.rules.face_down_tokens is None
                    or line.answer.split()[0] in self.rules.hidden_draw_kinds
                ):
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
