"""Repairs: other cards for unknown ones, with which a refused line may be allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice

from twingkit.referee.completion import NO_DECK, Completion, Failure, Repair
from twingkit.referee.line_player import LinePlayer
from twingkit.referee.typed import UNKNOWN, tokens_of


def swapped(text: str, token: str, other: str) -> str:
    """The text of an answer in which two cards have changed places.

    >>> swapped("order A8 A7 *", "A8", "A2"), swapped("order A8 A7 *", "A8", "*")
    ('order A2 A7 *', 'order * A7 A8')
    """
    names = {token: other, other: token}
    return " ".join(names.get(word, word) for word in text.split())


class Repairs(LinePlayer):
    """Finds the repairs of a failure, the most likely ones first."""

    def _repairs(self, world: Completion, failure: Failure, earliest: bool) -> Iterator[Repair]:
        """Yield the repairs of a failure: cards pinned to lines, barred from lines, or wanted there."""
        every = self._open_places(world, failure.line, None)
        if failure.drawn:
            yield from self._kept(world, failure, every)
        if failure.missing:
            yield from self._exchanges(world, failure, earliest)
        if failure.missing or failure.line in world.pins:
            return  # a settled card cannot come there: it was settled at the wrong place
        names = [self.start.seat(seat) for seat in failure.seats]
        near = [line for line in every if self.lines[line].seat in names]
        for line in near[:12]:
            yield Repair({}, {line: world.filled(line)}, {})
        for size in range(2, min(len(near), 8) + 1):
            yield Repair({}, {line: world.filled(line) for line in near[:size]}, {})

    def _kept(self, world: Completion, failure: Failure, every: Sequence[int]) -> Iterator[Repair]:
        """Yield ways in which a card is still there when it has to come: another one that is there was drawn
        in its place."""
        token, asked = failure.drawn, world.game.question
        chain = self._chain(world, every, token)
        if not chain or asked is None:
            return
        there = {tokens_of(text): self._copies(asked, text) for text in self._texts(asked)}
        first = chain[-1]
        barred = {token, *world.barred.get(first, ())}
        free = [other for other in there if other in world.decks[first].tokens and other not in barred]
        free.sort(key=lambda other: -self._next_need(other, failure.line, there[other], world))
        for other in free[:12]:
            wanted = {line: world.texts[line].removesuffix(token) + other for line in chain}
            yield Repair({}, {first: token}, wanted)
        if token not in world.barred.get(first, ()):
            yield Repair({}, {first: token}, {})

    def _exchanges(self, world: Completion, failure: Failure, earliest: bool) -> Iterator[Repair]:
        """Yield ways in which unknown cards could be the missing ones, first those of the hand that lacks
        them: each of them from where it was drawn on, and the missing ones in their places."""
        every = self._open_places(world, failure.line, None)
        chains = self._chains(world, every)
        held: list[list[int]] = []
        others: list[list[int]] = []
        seat = self.lines[failure.line].seat
        for chain in sorted(chains, key=lambda chain: self.lines[chain[0]].seat != seat):
            token = world.filled(chain[0])
            # each of several copies may be the one that the hand has
            (held if token in failure.pool else others).append(chain)
        held.sort(key=lambda chain: chain[-1], reverse=not earliest)
        for missing in self._subsets(failure.missing):
            for chosen in islice(self._matchings(world, missing, held, chains), 12):
                yield self._exchange(world, every, chosen)
        if self.rules.hand is None:
            return
        yield from islice(self._moved(world, failure, held, chains), 60)
        for chain in others[:30]:
            if self._could_be(world, chain, failure.missing[0], chains):
                yield self._exchange(world, every, [(chain, failure.missing[0])])

    def _moved(
        self, world: Completion, failure: Failure, held: Sequence[list[int]], chains: Sequence[list[int]]
    ) -> Iterator[Repair]:
        """Yield ways in which a card that was shown before came from another place than it was settled at, so
        that a missing one may be there."""
        every = self._open_places(world, failure.line, None)
        moves = [
            line
            for line in range(failure.line - 1, -1, -1)
            if world.texts[line] and world.kinds[line] not in self.rules.draws
        ]
        nowhere = [
            token
            for token in dict.fromkeys(failure.missing)
            if not any(self._could_be(world, chain, token, chains) for chain in held)
        ]
        for token in nowhere or dict.fromkeys(failure.missing):
            for line in moves[:8]:
                if world.filled(line) != token:
                    below = [index for index in range(line, -1, -1) if world.texts[index]]
                    chain = self._chain(world, below, world.filled(line))
                    if self._same_deck(world, chain, token):
                        yield Repair({**dict.fromkeys(chain, ""), line: token}, {}, {})
        before = sorted((line for line in world.pins if line < failure.line), reverse=True)
        settled = self._chains(world, before)
        for token in nowhere or dict.fromkeys(failure.missing):
            for old in settled:
                if not self._could_be(world, old, token, chains):
                    continue
                shown = world.filled(old[0])
                for chain in held:
                    if self._could_be(world, chain, shown, [*chains, old]):
                        yield self._exchange(world, every, [(old, token), (chain, shown)])

    def _could_be(
        self, world: Completion, chain: Sequence[int], token: str, chains: Sequence[Sequence[int]]
    ) -> bool:
        """True if a card could have been drawn where another one was, and still be out: it is in the deck
        from which that came, or was dealt unseen from it."""
        deck = world.decks[chain[-1]]
        dealt = [other for other in chains if world.filled(other[0]) == token and other is not chain]
        decks = [world.decks[other[-1]] for other in dealt]
        if any((other.made, other.whose) == (deck.made, deck.whose) for other in decks):
            return True
        if (
            self._never_named(world, token)
            and self._same_deck(world, chain, token)
            and self._spare(world, token)
        ):
            return True
        latest = next(
            (pile for pile in reversed(world.decks) if pile.size and pile.whose == deck.whose), NO_DECK
        )
        if token not in deck.tokens or token not in self._in_deck(world, chain):
            return False
        return deck.made == latest.made or not self._met_since(chain[-1], len(world.texts), token)

    def _never_named(self, world: Completion, token: str) -> bool:
        """True for the one card of its name where nobody has seen it yet: for an onlooker it may have changed
        places with another such card from the beginning, wherever the two went."""
        return (
            self._copies_at_first[token] == 1
            and token not in world.pins.values()
            and not self._met_since(0, len(world.texts), token)
        )

    def _spare(self, world: Completion, token: str, wanted: Iterable[str] = ()) -> str:
        """A card that nobody has drawn or seen: it may lie where an unseen one was dealt, which may have been
        in the deck all the time instead. "" for none."""
        dealt = {word for text in (*world.texts, *wanted) for word in text.split()}
        drawn = next((line for line, text in enumerate(world.texts) if tokens_of(text) == token), None)
        stack = self.rules.stack
        if drawn is None or stack is None:
            return ""
        seat = self.seats.get(self.lines[drawn].seat, 0)
        free = (other for other in stack(world.game.table, seat) if other in world.decks[drawn].tokens)
        return next((other for other in free if other not in dealt and self._never_named(world, other)), "")

    @cached_property
    def _copies_at_first(self) -> Counter[str]:
        """The copies of each card in the decks before the first line; none where the game does not say."""
        stack = self.rules.stack
        return Counter() if stack is None else Counter(stack(self.new_completion().game.table, 0))

    def _met_since(self, first: int, end: int, token: str) -> bool:
        """True if a line names a card, from this one on: then it came back into its deck since."""
        return any(token in line.answer.split() for line in self.lines[first:end])

    def _same_deck(self, world: Completion, chain: Sequence[int], token: str) -> bool:
        """True if a card comes from the deck from which another one came."""
        whose = world.decks[chain[-1]].whose
        return any(token in deck.tokens for deck in world.decks if deck.size and deck.whose == whose)

    def _in_deck(self, world: Completion, chain: Sequence[int]) -> Collection[str]:
        """The cards that are in the deck now from which a card came; all, where the game does not say."""
        stack, seat = self.rules.stack, self.seats.get(self.lines[chain[-1]].seat, 0)
        return world.decks[chain[-1]].tokens if stack is None else set(stack(world.game.table, seat))

    def _matchings(
        self,
        world: Completion,
        missing: Sequence[str],
        held: Sequence[list[int]],
        chains: Sequence[Sequence[int]],
    ) -> Iterator[list[tuple[list[int], str]]]:
        """Yield ways to give each missing card its place, those with the fewest places first."""
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
        self, world: Completion, every: Sequence[int], chosen: Sequence[tuple[list[int], str]]
    ) -> Repair:
        """The repair in which each of these unknown cards is another one, which changes places with it."""
        pins = {line: token for chain, token in chosen for line in chain}
        wanted: dict[int, str] = {}
        for chain, token in chosen:
            old = world.filled(chain[0])
            drawn = chain[-1]
            unseen = self._never_named(world, token)
            place = old if unseen and self._never_named(world, old) else ""
            place = place or (self._spare(world, token, wanted.values()) if unseen else "")
            if place:
                wanted |= {
                    line: swapped(world.texts[line], place, token)
                    for line in every
                    if line not in pins and not {place, token}.isdisjoint(world.texts[line].split())
                }
                continue
            out = token not in world.decks[drawn].tokens  # somebody held it when the other one was drawn
            below = [line for line in every if line not in pins and line < drawn]
            back = set(self._chain(world, below, token) if out else ())
            for line in below if back else ():
                if line > min(back) and world.filled(line) == old:  # meanwhile they change places, too
                    wanted.setdefault(line, world.texts[line].removesuffix(old) + token)
            for line in every:
                if line not in pins and world.filled(line) == token and (line > drawn or line in back):
                    wanted.setdefault(line, world.texts[line].removesuffix(token) + old)
            for line in range(drawn + 1, len(world.texts)):
                if self.lines[line].answer.count(UNKNOWN) > 1:  # cards that were put in an order
                    text = swapped(wanted.get(line, world.texts[line]), old, token)
                    wanted |= {line: text} if text != world.texts[line] else {}
        return Repair(pins, {}, wanted)

    def _chains(self, world: Completion, every: Sequence[int]) -> list[list[int]]:
        """The ways of all unknown cards, the one drawn last first."""
        chains, left = [], list(every)
        while left:
            chain = self._chain(world, left, world.filled(left[0]))
            left = [line for line in left if line not in chain]
            chains.append(chain)
        return chains

    def _subsets(self, missing: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the cards that may be lacking: all of them where hands are known, else some of the words."""
        if self.rules.hand is not None:
            yield missing
            return
        for size in range(1, min(len(missing), 3) + 1):
            yield from combinations(missing, size)
