"""The search for completions by what hands must have held.

Lines are played one after another. Where a line does not fit, the game says which constraint on the hands
would allow it (`TableRules.wanted`). The search finds other cards for unknown ones so that this constraint
and all earlier ones hold, and plays the game again from the first card that has changed.
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
from twingkit.referee.assignment import Assignment
from twingkit.referee.completion import Completion, Failure
from twingkit.referee.hand_costs import HandEntry
from twingkit.referee.hand_histories import HandHistories
from twingkit.referee.line_player import MOST_LINES
from twingkit.referee.table_rules import Constraint, TableRules
from twingkit.referee.typed import Typed, tokens_of

MOST_TRIES = 30
"""The maximum number of replays before a line is said to fit no completion."""

MOST_WORK = 2_000_000
"""The maximum number of history entries to process for one line."""

EFFORTS = ((150, 25), (150, 60), (600, 60), (MOST_LINES, 150), (MOST_LINES, 300))
"""The efforts made one after another for each constraint that may allow a line: the number of last lines
whose cards may change, and the largest number of search steps. The cards that matter mostly came not long
ago, so a line takes no longer in a long game."""

USUAL = ((150, 25), (600, 25))
"""The efforts made so that nothing is asked that comes seldom."""

ROUNDS = 4
"""The number of times that an unknown card may change its place where completions are dealt anew."""


class Settler(HandHistories):
    """The search for completions by what hands must have held; `rules` say what is hidden there."""

    def __init__(self, start: Start, rules: TableRules, rng: random.Random) -> None:
        super().__init__(start, rules, rng)
        self.planned: dict[int, str] = {}
        self.unmet: Constraint | None = None
        """The constraint that would avoid a seldom question, if it could not be met after the last line."""

    def extended(self, world: Completion) -> Slices[Completion]:
        """Play the remaining lines in a completion; return it, or a new one if cards had to change. In
        slices.

        Raises what the rules say about a line that fits no completion; `world` is unchanged then.
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
        met: Constraint = ()
        for _ in self.seats:  # where the first one is no more asked that, another one may be
            constraint = self.rules.usual(world.game) if self.rules.usual and not self.named else None
            efforts = USUAL[:1] if constraint == self.unmet else USUAL  # a hand is refilled by several draws
            self.unmet = constraint
            if constraint is None:
                break
            met = (*met, *constraint)
            for lines, steps in efforts:
                assignment = self.assignment(world, len(world.places), met, lines)
                if (yield from assignment.settle(steps)):
                    child = self._with(world, assignment, len(world.places))
                    if self._forward(child) is None:
                        world, self.unmet = child, None
                        break
            else:
                break
        return world

    def _settled(self, world: Completion, failure: Failure) -> Slices[Completion]:
        none: Constraint = ()
        waiting = [(-failure.line, 0, world, failure, none)]
        tries = work = 0
        last = failure
        while waiting and tries < MOST_TRIES:
            _, _, parent, failed, met = heappop(waiting)
            for lines, steps, way in self._ways(failed, met):
                tries += 1
                assignment = self._asked_for(parent, failed, way, lines)
                if assignment is None:
                    continue
                settled = yield from self._settling(assignment, steps, tries)
                work += assignment.work
                if work > MOST_WORK:
                    line = self.lines[failure.line]
                    raise Fault("referee.too_long", found=str(line), most=MOST_WORK)
                if not settled:
                    continue
                child = self._with(parent, assignment, failed.line)
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
        """Return why a line fits nothing that was tried: a rule if the open facts alone decide it."""
        if not (failure.missing or failure.ways):
            return failure.why
        line = self.lines[failure.line]
        assignment = self.assignment(world, failure.line)
        seat = self.seats.get(line.seat, 0)
        slots = [
            slot
            for slot, own in assignment.owner.items()
            if slot not in world.pins and (self.rules.one_deck or own == seat)
        ]
        could = {token for slot in slots for token in self._could_be(assignment, slot, slots)}
        if failure.missing and not could.issuperset(failure.missing):
            return failure.why
        if failure.missing:
            cards = " ".join(sorted(set(failure.missing)))
            return Fault("referee.no_deal", cards=cards, seat=self.start.seat(seat))
        return Fault("referee.no_hands", found=str(line), why=str(failure.why))

    @staticmethod
    def _could_be(assignment: Assignment, slot: int, slots: Sequence[int]) -> set[str]:
        """Return the cards that an unknown one could be, without those seen elsewhere since."""
        if slot not in assignment.decks:
            return assignment.tokens(slot)
        deck = assignment.decks[slot]
        others = {assignment.values[other] for other in slots if assignment.decks.get(other) == deck}
        return others | set(+assignment.spare.get(deck, Counter()))

    def _settling(self, assignment: Assignment, steps: int, tries: int) -> Slices[bool]:
        """Run the search of one try, in slices; the progress counts all tries."""
        first, last = min(1.0, tries / MOST_TRIES), min(1.0, (tries + 1) / MOST_TRIES)
        return (yield from scale_progress(assignment.settle(steps), first, last))

    def _ways(self, failure: Failure, met: Constraint) -> Iterator[tuple[int, int, Constraint]]:
        """Yield the efforts that are worth it, and the ways in which a line that failed may be allowed. Where
        it failed before, the demands that were `met` for it stay, then they are given up."""
        if failure.missing or failure.ways or self._kept(failure):
            ways = failure.ways or ((),)
            both = [(*met, *(demand for demand in way if demand not in met)) for way in ways]
            for lines, steps in EFFORTS:
                for way in dict.fromkeys((*both, *ways)):
                    yield lines, steps, way

    def _asked_for(
        self, world: Completion, failure: Failure, way: Constraint, lines: int
    ) -> Assignment | None:
        """Return the assignment with which to mend a failure; None if the card to draw cannot be there."""
        turned = self._other_ones(world, failure)
        if turned:
            lines = max(lines, failure.line - min(turned))
        assignment, kept = self.assignment(world, failure.line, way, lines, turned), self._kept(failure)
        line = self.lines[failure.line]
        if not (kept or line.unknown) and line.answer.split()[0] in self.rules.draws:
            assignment.reserve(tokens_of(line.answer))
        needed = () if line.shows else self.rules.needs(line.answer)
        if line.shows:
            self._record_shown(assignment, failure.line)
        assignment.histories[max(0, failure.holder)] += [
            HandEntry("-", failure.line, token) for token in (*failure.gone, *needed)
        ]
        return None if kept and not assignment.keep(kept) else assignment

    def _kept(self, failure: Failure) -> str:
        """The card that cannot be drawn, though it may only have been drawn unseen before; "" for none."""
        answer = self.lines[failure.line].answer
        return failure.drawn if self.rules.hides is None or self.rules.hides(answer) else ""

    def _with(self, world: Completion, assignment: Assignment, line: int) -> Completion:
        """Return a copy with the cards of an assignment, taken back to the first card that has changed."""
        child = world.copy()
        now = {**assignment.values, **assignment.fixed}
        changed = [at for at, token in now.items() if token != world.filled(at)]
        orders = {at: self._reordered(world, assignment, at) for at in assignment.orders}
        changed += [at for at, text in orders.items() if text != world.texts[at]]
        child.wanted = {**world.wanted, **now, **orders}
        first = min(changed, default=line)
        child.forget_from(first)
        child.back_to(first)
        return child

    def shuffled(self, world: Completion) -> Slices[Completion]:
        """Return another completion of the same lines, with unknown cards swapped at random."""
        assignment = self.assignment(world, len(world.places))
        assignment.shuffle(ROUNDS)
        child = self._with(world, assignment, len(world.places))
        failure = self._forward(child)
        return child if failure is None else (yield from self._settled(child, failure))

    # -- which cards are tried first

    def look_ahead(self, lines: Sequence[Typed]) -> None:
        """Take note of later lines: a card that one names is dealt to its seat before that line."""
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
