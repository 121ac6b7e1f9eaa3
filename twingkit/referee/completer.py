"""The search for completions: games with a real card for each unknown one in which every line is legal.

A *completion* is a game with a real card for each `?` in the lines (`CompletedRecord`); the lines are played
one after another (`LineReplayer`). A *failure* is the first line that is illegal in it, and the cards that
are missing (`FirstIllegalLine`). A *repair* says which cards were drawn at some lines, which were not, and
which are preferred (`DealtCardCorrection`); `RepairFinder` finds those that may correct a failure.
`RepairingCompleter` tries them:

1. A line is refused because its player does not hold a card that it names. One of the unknown cards that the
   player holds must be that card: it is required where it was drawn (and where it passed from hand to hand),
   swaps places with the real one from there on, and the game is played again from that line.
2. A card is drawn face up that the completion had dealt to somebody unseen: it is forbidden there.
3. No repair helps: all unknown cards are dealt anew from the first line on.

Other cards are tried only if a line is refused because a hand does *not* hold something.
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
from twingkit.referee.completion import CompletedRecord, DealtCardCorrection, FirstIllegalLine
from twingkit.referee.repairs import RepairFinder
from twingkit.referee.typed_line import drawn_card_token

_MAX_REPAIRS_PER_LINE = 250
"""The maximum number of repairs to try before a line is refused."""

_MAX_REPLAYED_LINES = 20_000
"""The maximum number of lines to replay in order to add one line."""

_MAX_REPAIRS_AT_END = 10
"""The maximum number of repairs to try for a line after the end of the game."""

_MAX_NEW_DEALS = 4
"""The number of new deals from the first line to try if repairs fail."""

_MAX_REPAIRS_PER_FAILURE = 80

_MAX_REPAIR_DEPTH = 4
"""The maximum number of repairs on top of each other before alternatives are tried."""

_MAX_COMBINED_REPAIRS = 4
"""The maximum number of further repairs to try at once on top of one that almost worked."""


@attrs.frozen
class _Branch:
    completion: CompletedRecord
    failure: FirstIllegalLine
    repairs: Iterator[DealtCardCorrection]


def _is_nearly_repaired(
    failure: FirstIllegalLine, before: FirstIllegalLine, repair: DealtCardCorrection
) -> bool:
    """True if one more change may suffice after a repair."""
    if failure.undrawable_card:
        return failure.undrawable_card in repair.required_cards.values()
    if failure.line_index != before.line_index:
        return False
    if failure.missing_cards and Counter(failure.missing_cards) < Counter(before.missing_cards):
        return True
    return failure.missing_cards == before.missing_cards and len(failure.candidate_cards) < len(
        before.candidate_cards
    )


def _rule_forbids(failure: FirstIllegalLine, before: FirstIllegalLine) -> bool:
    """True if a rule forbids a line even if its seat holds every card that it names."""
    mended = (
        failure.line_index == before.line_index and bool(before.missing_cards) and not failure.missing_cards
    )
    return mended and isinstance(failure.reason, Refusal)


class RepairingCompleter(RepairFinder):
    """A search that replaces all unknown cards of a record by real ones; it repairs lines that become
    illegal.
    """

    def extend_completion(self, world: CompletedRecord) -> Slices[CompletedRecord]:
        """Play the remaining lines in a completion; return it, or a repaired copy. In slices.

        Raises the reason if a line fits no completion; `world` is then unchanged.
        """
        done = len(world.lines)
        failure = self._forward(world)
        self.played = 0
        if failure is None:
            return world
        trial = world.copy()
        world.undo_from(done)  # `world` stays unchanged
        if not self.rules.depends_on_unknown(self.lines[failure.line_index].answer):
            raise failure.reason
        over = trial.game.over  # another card might have prevented the end
        most = _MAX_REPAIRS_AT_END if over else _MAX_REPAIRS_PER_LINE
        completion = yield from self._repair(trial, failure, share=1 / (1 + _MAX_NEW_DEALS), most=most)
        if completion is None and over:
            raise failure.reason
        if completion is None and failure.missing_cards:
            completion = yield from self._deal_anew(world)
        if completion is None:
            raise self._why(trial, failure)
        completion.forbidden_cards = {}  # they only guided the search
        return completion

    def _why(self, world: CompletedRecord, failure: FirstIllegalLine) -> Exception:
        """Return the error for a line that no repair makes legal: the refusal by a rule if public information
        alone decides it.
        """
        chains = self._chains(world, self._open_places(world, failure.line_index, None))
        could = [
            token
            for token in failure.missing_cards
            if any(self._could_be(world, chain, token, chains) for chain in chains)
        ]
        if (
            failure.missing_cards
            and len(could) == len(failure.missing_cards)
            and self.rules.hand_tokens is not None
        ):
            line = self.lines[failure.line_index]
            return Fault("referee.no_deal", cards=" ".join(sorted(set(could))), seat=line.seat)
        return failure.reason

    def _deal_anew(self, world: CompletedRecord) -> Slices[CompletedRecord | None]:
        """Return a completion dealt anew from the first line on; None if none is found."""
        named = self.named
        self.note_later_lines(self.lines)
        try:
            for deal in range(_MAX_NEW_DEALS):
                loose = self.new_completion()
                loose.preferred_cards = {} if deal else dict(enumerate(world.dealt_texts))
                failure = self._forward(loose)
                done, share = (1 + deal) / (1 + _MAX_NEW_DEALS), 1 / (1 + _MAX_NEW_DEALS)
                yield done
                completion: CompletedRecord | None = loose
                if failure is not None:
                    completion = yield from self._repair(loose, failure, not deal, done, share)
                if completion is not None:
                    return completion
        finally:
            self.named = named
        return None

    def _repair(
        self,
        world: CompletedRecord,
        failure: FirstIllegalLine,
        earliest: bool = False,
        done: float = 0.0,
        share: float = 1.0,
        most: int = _MAX_REPAIRS_PER_LINE,
    ) -> Slices[CompletedRecord | None]:
        """Return a completion of all lines by repairs; None if none is found soon.

        `done` is the share of the work done before, `share` the share that this search takes. Completions
        that lack the fewest cards after the fewest changes are repaired first, then those with the fewest
        lines left, then the oldest; one that needs only one more change is repaired immediately.
        """
        waiting = [(0, 0, 0, world, failure)]
        tries = 0
        while waiting:
            _, _, _, begun, failed = heappop(waiting)
            branches = [self._branch(begun, failed, earliest, _MAX_REPAIRS_PER_FAILURE)]
            while branches:
                parent = branches[-1]
                repair = next(parent.repairs, None)
                if repair is None:
                    branches.pop()
                    continue
                tries += 1
                if tries > most:
                    return None
                if self.played > _MAX_REPLAYED_LINES:
                    line = self.lines[failure.line_index]
                    raise Fault("referee.too_long", found=str(line), most=_MAX_REPLAYED_LINES)
                yield max(done + share * tries / most, self.played / _MAX_REPLAYED_LINES)
                child = self._apply_repair(parent.completion, repair)
                child.repair_count = parent.completion.repair_count + 1
                after = self._forward(child)
                if after is None:
                    return child
                if _rule_forbids(after, failure):
                    failure.reason, failure.missing_cards = after.reason, ()
                    return None  # a rule forbids the line even with these cards
                # 0: that line is mended
                changes = 0 if after.line_index > parent.failure.line_index else child.repair_count
                cost = changes + max(1, len(after.missing_cards))
                heappush(waiting, (cost, -after.line_index, tries, child, after))
                if after.line_index > failure.line_index:
                    break
                if len(branches) < _MAX_REPAIR_DEPTH and _is_nearly_repaired(after, parent.failure, repair):
                    branches.append(self._branch(child, after, earliest, _MAX_COMBINED_REPAIRS))
        return None

    def _branch(
        self, completion: CompletedRecord, failure: FirstIllegalLine, earliest: bool, most: int
    ) -> _Branch:
        return _Branch(completion, failure, islice(self._repairs(completion, failure, earliest), most))

    def _apply_repair(self, world: CompletedRecord, repair: DealtCardCorrection) -> CompletedRecord:
        """Return a repaired copy of a completion, undone to the first line that changes."""
        child = world.copy()
        for line, text in repair.preferred_cards.items():
            child.forbidden_cards[line] = child.forbidden_cards.get(line, frozenset()) - {
                drawn_card_token(text)
            }
        child.preferred_cards |= dict(enumerate(child.dealt_texts)) | repair.preferred_cards
        child.required_cards = {
            line: pin for line, pin in (child.required_cards | repair.required_cards).items() if pin
        }
        for line, token in repair.forbidden_cards.items():
            child.forbidden_cards[line] = child.forbidden_cards.get(line, frozenset()) | {token}
            if line not in repair.preferred_cards:
                child.preferred_cards.pop(line, None)
        child.undo_from(min((*repair.required_cards, *repair.forbidden_cards, *repair.preferred_cards)))
        return child
