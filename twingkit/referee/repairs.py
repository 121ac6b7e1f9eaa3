"""Repairs: changes of the cards dealt for unknown ones with which a refused line may become legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice

from twingkit.core.record import UNKNOWN
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


class RepairFinder(LineReplayer):
    """A line replayer that finds card swaps (repairs) that may make an illegal line legal."""

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
        return any(token in line.answer.split() for line in self.lines[first:end])

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
