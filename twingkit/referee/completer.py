"""The search for completions: games with a real card for each unknown one in which every line is legal.

A *completion* is a game with a real card for each `?` in the lines (`CompletedRecord`); the lines are played
one after another (`LineReplayer`). A *failure* is the first line that is illegal in it, and the cards that
are missing (`FirstIllegalLine`). A *repair* says which cards were drawn at some lines, which were not, and
which are preferred (`DealtCardCorrection`). `RepairingCompleter` finds repairs that may correct a failure,
and tries them:

1. A line is refused because its player does not hold a card that it names. One of the unknown cards that the
   player holds must be that card: it is required where it was drawn (and where it passed from hand to hand),
   swaps places with the real one from there on, and the game is played again from that line.
2. A card is drawn face up that the completion had dealt to somebody unseen: it is forbidden there.
3. No repair helps: all unknown cards are dealt anew from the first line on.

Other cards are tried only if a line is refused because a hand does *not* hold something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import combinations, islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.record import UNKNOWN
from twingkit.core.slices import Slices
from twingkit.referee.completion import CompletedRecord, DealtCardCorrection, FirstIllegalLine
from twingkit.referee.line_replayer import LineReplayer
from twingkit.referee.typed_line import drawn_card_token


def swap_tokens(answer: str, token: str, other: str) -> str:
    """Return the text of an answer with two card tokens swapped.

    >>> swap_tokens("order A8 A7 *", "A8", "A2"), swap_tokens("order A8 A7 *", "A8", "*")
    ('order A2 A7 *', 'order * A7 A8')
    """
    names = {token: other, other: token}
    return " ".join(names.get(word, word) for word in answer.split())


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


class RepairingCompleter(LineReplayer):
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

    # -- repairs

    def _repairs(
        self, world: CompletedRecord, failure: FirstIllegalLine, earliest: bool
    ) -> Iterator[DealtCardCorrection]:
        every = self._open_places(world, failure.line_index, None)
        if failure.undrawable_card:
            yield from self._kept(world, failure, every)
        if failure.missing_cards:
            yield from self._exchanges(world, failure, earliest)
        if failure.missing_cards or failure.line_index in world.required_cards:
            return  # a card is settled at the wrong line
        names = [self.start.seat(seat) for seat in failure.suspect_seats]
        near = [line for line in every if self.lines[line].seat in names]
        for line in near[:12]:
            yield DealtCardCorrection({}, {line: world.filled_card(line)}, {})
        for size in range(2, min(len(near), 8) + 1):
            yield DealtCardCorrection({}, {line: world.filled_card(line) for line in near[:size]}, {})

    def _kept(
        self, world: CompletedRecord, failure: FirstIllegalLine, every: Sequence[int]
    ) -> Iterator[DealtCardCorrection]:
        """Yield repairs that keep a card in its deck: another card was drawn in its place."""
        token, question = failure.undrawable_card, world.game.question
        chain = self._chain(world, every, token)
        if not chain or question is None:
            return
        there = {drawn_card_token(text): self._copies(question, text) for text in self._texts(question)}
        first = chain[-1]
        barred = {token, *world.forbidden_cards.get(first, ())}
        free = [other for other in there if other in world.lines[first].deck.tokens and other not in barred]
        free.sort(key=lambda other: -self._next_need(other, failure.line_index, there[other], world))
        for other in free[:12]:
            wanted = {line: world.lines[line].dealt_text.removesuffix(token) + other for line in chain}
            yield DealtCardCorrection({}, {first: token}, wanted)
        if token not in world.forbidden_cards.get(first, ()):
            yield DealtCardCorrection({}, {first: token}, {})

    def _exchanges(
        self, world: CompletedRecord, failure: FirstIllegalLine, earliest: bool
    ) -> Iterator[DealtCardCorrection]:
        """Yield repairs that swap unknown cards with the missing ones, those of the failing seat first."""
        every = self._open_places(world, failure.line_index, None)
        chains = self._chains(world, every)
        held: list[list[int]] = []
        others: list[list[int]] = []
        seat = self.lines[failure.line_index].seat
        for chain in sorted(chains, key=lambda chain: self.lines[chain[0]].seat != seat):
            token = world.filled_card(chain[0])
            # any of several copies may be the one in the hand
            (held if token in failure.candidate_cards else others).append(chain)
        held.sort(key=lambda chain: chain[-1], reverse=not earliest)
        for missing in self._subsets(failure.missing_cards):
            for chosen in islice(self._matchings(world, missing, held, chains), 12):
                yield self._exchange(world, every, chosen)
        if self.rules.hand_tokens is None:
            return
        yield from islice(self._moved(world, failure, held, chains), 60)
        for chain in others[:30]:
            if self._could_be(world, chain, failure.missing_cards[0], chains):
                yield self._exchange(world, every, [(chain, failure.missing_cards[0])])

    def _moved(
        self,
        world: CompletedRecord,
        failure: FirstIllegalLine,
        held: Sequence[list[int]],
        chains: Sequence[list[int]],
    ) -> Iterator[DealtCardCorrection]:
        """Yield repairs that let a shown card come from another draw, so that an unknown card can be a
        missing one.
        """
        every = self._open_places(world, failure.line_index, None)
        moves = [
            line
            for line in range(failure.line_index - 1, -1, -1)
            if world.lines[line].dealt_text
            and world.lines[line].question_kind not in self.rules.hidden_draw_kinds
        ]
        nowhere = [
            token
            for token in dict.fromkeys(failure.missing_cards)
            if not any(self._could_be(world, chain, token, chains) for chain in held)
        ]
        for token in nowhere or dict.fromkeys(failure.missing_cards):
            for line in moves[:8]:
                if world.filled_card(line) != token:
                    below = [
                        line_index for line_index in range(line, -1, -1) if world.lines[line_index].dealt_text
                    ]
                    chain = self._chain(world, below, world.filled_card(line))
                    if self._same_deck(world, chain, token):
                        yield DealtCardCorrection({**dict.fromkeys(chain, ""), line: token}, {}, {})
        before = sorted((line for line in world.required_cards if line < failure.line_index), reverse=True)
        settled = self._chains(world, before)
        for token in nowhere or dict.fromkeys(failure.missing_cards):
            for old in settled:
                if not self._could_be(world, old, token, chains):
                    continue
                shown = world.filled_card(old[0])
                for chain in held:
                    if self._could_be(world, chain, shown, [*chains, old]):
                        yield self._exchange(world, every, [(old, token), (chain, shown)])

    def _could_be(
        self, world: CompletedRecord, chain: Sequence[int], token: str, chains: Sequence[Sequence[int]]
    ) -> bool:
        """True if a card could have been drawn in place of another and still be hidden."""
        deck = world.lines[chain[-1]].deck
        dealt = [other for other in chains if world.filled_card(other[0]) == token and other is not chain]
        decks = [world.lines[other[-1]].deck for other in dealt]
        if any((other.reshuffle_count, other.owner) == (deck.reshuffle_count, deck.owner) for other in decks):
            return True
        if (
            self._never_named(world, token)
            and self._same_deck(world, chain, token)
            and self._spare(world, token)
        ):
            return True
        latest = world.latest_deck(deck.owner)
        if token not in deck.tokens or token not in self._in_deck(world, chain):
            return False
        return deck.reshuffle_count == latest.reshuffle_count or not self._met_since(
            chain[-1], len(world.lines), token
        )

    def _never_named(self, world: CompletedRecord, token: str) -> bool:
        """True for a unique card that no line has named; an onlooker cannot tell such cards apart."""
        return (
            self._copies_at_first[token] == 1
            and token not in world.required_cards.values()
            and not self._met_since(0, len(world.lines), token)
        )

    def _spare(self, world: CompletedRecord, token: str, wanted: Iterable[str] = ()) -> str:
        """Return a card that nobody has seen and that could be drawn in place of `token`; "" if none."""
        dealt = {word for text in (*world.dealt_texts, *wanted) for word in text.split()}
        drawn = next(
            (line for line, text in enumerate(world.dealt_texts) if drawn_card_token(text) == token), None
        )
        stack = self.rules.drawable_tokens
        if drawn is None or stack is None:
            return ""
        seat = self.seats.get(self.lines[drawn].seat, 0)
        free = (other for other in stack(world.game.table, seat) if other in world.lines[drawn].deck.tokens)
        return next((other for other in free if other not in dealt and self._never_named(world, other)), "")

    @cached_property
    def _copies_at_first(self) -> Counter[str]:
        stack = self.rules.drawable_tokens
        return Counter() if stack is None else Counter(stack(self.new_completion().game.table, 0))

    def _met_since(self, first: int, end: int, token: str) -> bool:
        """True if one of the lines from `first` to before `end` names a card, which must then have returned
        to its deck.
        """
        return any(token in line.words for line in self.lines[first:end])

    def _same_deck(self, world: CompletedRecord, chain: Sequence[int], token: str) -> bool:
        whose = world.lines[chain[-1]].deck.owner
        return any(
            token in line.deck.tokens for line in world.lines if line.deck.size and line.deck.owner == whose
        )

    def _in_deck(self, world: CompletedRecord, chain: Sequence[int]) -> Collection[str]:
        """Return the cards now in the deck from which the card of a chain was drawn; if the game does not
        tell them, those at the time of the draw.
        """
        stack, seat = self.rules.drawable_tokens, self.seats.get(self.lines[chain[-1]].seat, 0)
        return world.lines[chain[-1]].deck.tokens if stack is None else set(stack(world.game.table, seat))

    def _matchings(
        self,
        world: CompletedRecord,
        missing: Sequence[str],
        held: Sequence[list[int]],
        chains: Sequence[Sequence[int]],
    ) -> Iterator[list[tuple[list[int], str]]]:
        """Yield assignments of the missing cards to unknown cards (chains of lines) that they could be, the
        most restricted cards first.
        """
        able = {
            token: [chain for chain in held if self._could_be(world, chain, token, chains)]
            for token in set(missing)
        }
        ordered = sorted(missing, key=lambda token: (len(able[token]), token))

        def assigned(at: int, taken: list[list[int]]) -> Iterator[list[tuple[list[int], str]]]:
            if at == len(ordered):
                yield list(zip(taken, ordered, strict=True))
                return
            for chain in able[ordered[at]]:
                if chain not in taken:
                    yield from assigned(at + 1, [*taken, chain])

        yield from assigned(0, [])

    def _exchange(
        self, world: CompletedRecord, every: Sequence[int], chosen: Sequence[tuple[list[int], str]]
    ) -> DealtCardCorrection:
        """Return the repair that swaps each of these unknown cards with another token."""
        pins = {line: token for chain, token in chosen for line in chain}
        wanted: dict[int, str] = {}
        for chain, token in chosen:
            old = world.filled_card(chain[0])
            drawn = chain[-1]
            unseen = self._never_named(world, token)
            place = old if unseen and self._never_named(world, old) else ""
            place = place or (self._spare(world, token, wanted.values()) if unseen else "")
            if place:
                wanted |= {
                    line: swap_tokens(world.lines[line].dealt_text, place, token)
                    for line in every
                    if line not in pins
                    and not {place, token}.isdisjoint(world.lines[line].dealt_text.split())
                }
                continue
            out = (
                token not in world.lines[drawn].deck.tokens
            )  # somebody held it when the other card was drawn
            below = [line for line in every if line not in pins and line < drawn]
            back = set(self._chain(world, below, token) if out else ())
            for line in below if back else ():
                if line > min(back) and world.filled_card(line) == old:  # they are swapped in between, too
                    wanted.setdefault(line, world.lines[line].dealt_text.removesuffix(old) + token)
            for line in every:
                if line not in pins and world.filled_card(line) == token and (line > drawn or line in back):
                    wanted.setdefault(line, world.lines[line].dealt_text.removesuffix(token) + old)
            for line in range(drawn + 1, len(world.lines)):
                if self.lines[line].answer.count(UNKNOWN) > 1:  # an order of cards
                    text = swap_tokens(wanted.get(line, world.lines[line].dealt_text), old, token)
                    wanted |= {line: text} if text != world.lines[line].dealt_text else {}
        return DealtCardCorrection(pins, {}, wanted)

    def _chains(self, world: CompletedRecord, every: Sequence[int]) -> list[list[int]]:
        """Return, for each unknown card, the lines that drew it and passed it on (its chain), the card drawn
        last first.
        """
        chains, left = [], list(every)
        while left:
            chain = self._chain(world, left, world.filled_card(left[0]))
            left = [line for line in left if line not in chain]
            chains.append(chain)
        return chains

    def _subsets(self, missing: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the combinations of missing cards for a repair to provide: all cards together if hands are
        known, else one to three of them.
        """
        if self.rules.hand_tokens is not None:
            yield missing
            return
        for size in range(1, min(len(missing), 3) + 1):
            yield from combinations(missing, size)
