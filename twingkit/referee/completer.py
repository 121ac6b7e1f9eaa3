"""The search for completions: games with a real card for each unknown one in which every line is allowed.

A *completion* is a game with what stands for each `?` in the lines (`Completion`), which are played one after
another (`LinePlayer`). A *failure* is the line that it does not allow, and what is missing there (`Failure`).
A *repair* says which cards were drawn at some lines, which were not, and which shall be (`Repair`); `Repairs`
finds those that may mend a failure. `Completer` tries them:

1. A line is refused because its player does not hold a card that it names. One of the unknown cards that the
   player holds must be that card: it is pinned where it was drawn (and where it passed from hand to hand),
   changes places with it from there on, and the game is played again from that line.
2. A card comes openly that the completion had dealt to somebody unseen: that place is barred to it.
3. No repair helps: all is dealt anew from the first line on.

Only where a line is refused for what a hand does *not* hold are other cards tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.slices import Slices
from twingkit.referee.completion import Completion, Failure, Repair
from twingkit.referee.repairs import Repairs
from twingkit.referee.typed import tokens_of

MOST_TRIES = 250
"""The maximum number of repairs to try before a line is said to fit no completion."""

MOST_PLAYED = 20_000
"""The maximum number of lines to replay for one line before the search stops."""

TRIES_AT_END = 10
"""The maximum number of repairs to try for a line after the end of the game."""

DEALS = 4
"""The number of new deals from the first line to try if repairs fail."""

MOST_BRANCHES = 80
"""The maximum number of repairs to try for one failure."""

DEEPEST = 4
"""The maximum depth of repairs on top of each other before trying alternatives."""

MOST_MENDS = 4
"""The largest number of repairs that are tried at once of one that was nearly enough."""


@attrs.frozen(order=True)
class _Waiting:
    """A completion that is to be changed further; the one with the lowest `cost` first (its changes, and the
    cards that are missing in it), of equals the one that came farthest, and that which was found first."""

    cost: int
    lines_left: int
    number: int
    completion: Completion = attrs.field(order=False)
    failure: Failure = attrs.field(order=False)


@attrs.frozen
class _Branch:
    """A completion with its failure, and the repairs of it that are still to be tried."""

    completion: Completion
    failure: Failure
    repairs: Iterator[Repair]


def _nearly(failure: Failure, before: Failure, repair: Repair) -> bool:
    """True if one change more may do after a repair: its card was gone where it is to come, fewer cards are
    missing, or the same ones are and there are fewer cards left that could be others."""
    if failure.drawn:
        return failure.drawn in repair.pinned.values()
    if failure.line != before.line:
        return False
    if failure.missing and Counter(failure.missing) < Counter(before.missing):
        return True
    return failure.missing == before.missing and len(failure.pool) < len(before.pool)


def _forbids(failure: Failure, before: Failure) -> bool:
    """True if a rule forbids a line even where its seat holds every card that it names."""
    mended = failure.line == before.line and bool(before.missing) and not failure.missing
    return mended and isinstance(failure.why, Refusal)


class Completer(Repairs):
    """The search for completions of the lines of one table; `rules` say what is hidden there."""

    def extended(self, world: Completion) -> Slices[Completion]:
        """Play the remaining lines in a completion; return it, or a new one if it had to be repaired. In
        slices.

        Raises what the rules say about a line that fits no completion; `world` is unchanged then.
        """
        done = len(world.places)
        failure = self._forward(world)
        self.played = 0
        if failure is None:
            return world
        trial = world.copy()
        world.back_to(done)  # it stays as it was
        if self.rules.depends is not None and not self.rules.depends(self.lines[failure.line].answer):
            raise failure.why
        over = trial.game.over  # a card might have kept the game from its end: that is tried a few times
        most = TRIES_AT_END if over else MOST_TRIES
        completion = yield from self._repaired(trial, failure, share=1 / (1 + DEALS), most=most)
        if completion is None and over:
            raise failure.why
        if completion is None and failure.missing:
            completion = yield from self._dealt_anew(world)
        if completion is None:
            raise self._why(trial, failure)
        completion.barred = {}  # what was barred helped to find it, and may hinder the next line
        return completion

    def _why(self, world: Completion, failure: Failure) -> Exception:
        """Return why a line fits nothing that was tried: a rule if the open facts alone decide it."""
        chains = self._chains(world, self._open_places(world, failure.line, None))
        could = [
            token
            for token in failure.missing
            if any(self._could_be(world, chain, token, chains) for chain in chains)
        ]
        if failure.missing and len(could) == len(failure.missing) and self.rules.hand is not None:
            line = self.lines[failure.line]
            return Fault("referee.no_deal", cards=" ".join(sorted(set(could))), seat=line.seat)
        return failure.why

    def _dealt_anew(self, world: Completion) -> Slices[Completion | None]:
        """A completion from the first line on, in which nothing is settled but what must be."""
        named = self.named
        self.look_ahead(self.lines)
        try:
            for deal in range(DEALS):
                loose = self.new_completion()
                loose.wanted = {} if deal else dict(enumerate(world.texts))
                failure = self._forward(loose)
                done, share = (1 + deal) / (1 + DEALS), 1 / (1 + DEALS)
                yield done
                completion: Completion | None = loose
                if failure is not None:
                    completion = yield from self._repaired(loose, failure, not deal, done, share)
                if completion is not None:
                    return completion
        finally:
            self.named = named
        return None

    def _repaired(
        self,
        world: Completion,
        failure: Failure,
        earliest: bool = False,
        done: float = 0.0,
        share: float = 1.0,
        most: int = MOST_TRIES,
    ) -> Slices[Completion | None]:
        """A completion of all lines, by few changes of what unknown cards are; None if none is found soon.
        `done` is the part of the work that is done before, `share` the part that this is.

        Those are changed further first that lack the fewest cards after the fewest changes (`_Waiting`); one
        that needs one change more is changed at once, a branch upon the branch.
        """
        waiting = [_Waiting(0, 0, 0, world, failure)]
        tries = 0
        while waiting:
            next_one = heappop(waiting)
            branches = [self._branch(next_one.completion, next_one.failure, earliest, MOST_BRANCHES)]
            while branches:
                parent = branches[-1]
                repair = next(parent.repairs, None)
                if repair is None:
                    branches.pop()
                    continue
                tries += 1
                if tries > most:
                    return None
                if self.played > MOST_PLAYED:
                    line = self.lines[failure.line]
                    raise Fault("referee.too_long", found=str(line), most=MOST_PLAYED)
                yield max(done + share * tries / most, self.played / MOST_PLAYED)
                child = self._changed(parent.completion, repair)
                child.changes = parent.completion.changes + 1
                after = self._forward(child)
                if after is None:
                    return child
                if _forbids(after, failure):
                    failure.why, failure.missing = after.why, ()
                    return None  # with the cards in the hand a rule says no all the same
                changes = 0 if after.line > parent.failure.line else child.changes  # 0: that line is mended
                cost = changes + max(1, len(after.missing))
                heappush(waiting, _Waiting(cost, -after.line, tries, child, after))
                if after.line > failure.line:
                    break
                if len(branches) < DEEPEST and _nearly(after, parent.failure, repair):
                    branches.append(self._branch(child, after, earliest, MOST_MENDS))
        return None

    def _branch(self, completion: Completion, failure: Failure, earliest: bool, most: int) -> _Branch:
        """The first repairs of a failure, to be tried one after another."""
        return _Branch(completion, failure, islice(self._repairs(completion, failure, earliest), most))

    def _changed(self, world: Completion, repair: Repair) -> Completion:
        """A copy with other cards for unknown ones, gone back to the first line that is changed."""
        child = world.copy()
        for line, text in repair.wanted.items():
            child.barred[line] = child.barred.get(line, frozenset()) - {tokens_of(text)}
        child.wanted |= dict(enumerate(child.texts)) | repair.wanted
        child.pins = {line: pin for line, pin in (child.pins | repair.pinned).items() if pin}
        for line, token in repair.barred.items():
            child.barred[line] = child.barred.get(line, frozenset()) | {token}
            if line not in repair.wanted:
                child.wanted.pop(line, None)
        child.back_to(min((*repair.pinned, *repair.barred, *repair.wanted)))
        return child
