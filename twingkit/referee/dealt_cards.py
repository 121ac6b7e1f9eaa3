"""The cards that can stand for `?` in a line, in the order in which they are tried."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from twingkit.core.cards.draws import StackDraw
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal, one_line
from twingkit.core.rulebook import Hidden
from twingkit.referee.completion import NO_DECK, Completion, Deck, Failure
from twingkit.referee.settled_cards import SettledCards
from twingkit.referee.typed import tokens_of

MOST_OPTIONS = 5_000
"""The maximum number of answers to consider for one with unknown cards."""

LATELY = 8
"""The number of lines within which a card that was named may still lie in its hand."""

NEVER = 1 << 30
"""The line number that stands for “no later line names this card”."""


class DealtCards(SettledCards):
    """The lines of one table, and the cards that are dealt for `?` in them."""

    def _texts(self, asked: Question) -> Iterator[str]:
        """The answers to a question; of a draw those that go into a hand unseen."""
        if self.rules.opens is not None and self.rules.opens(asked):
            return iter(())
        texts = (asked.format_answer(option) for option in islice(asked.options(), MOST_OPTIONS))
        return filter(self.rules.hides, texts) if isinstance(asked, StackDraw) else texts

    def _fill(self, world: Completion, index: int) -> tuple[str, int]:
        """Answer with a card for an unknown one; its text, and its number among those that could be it by
        their order. The text is "" if none can."""
        game, line = world.game, self.lines[index]
        asked = game.question
        assert asked is not None
        texts = [text for text in self._texts(asked) if line.matches(text)]
        for text in self._noted_text(index, texts) or self._candidates(world, index, asked, texts):
            value = asked.parse_answer(text)
            try:
                game.answer(value)
            except (Refusal, ValueError):  # listed, and yet refused where the box lacks it
                continue
            if not self._seen_by_all(game, value):
                return text, sum(other < text for other in set(texts))
            game.undo()
        return "", 0

    def _noted_text(self, index: int, texts: Sequence[str]) -> list[str]:
        """The answer that is noted for a line; none where nothing is, or what there cannot be."""
        number = self.noted[index] if index < len(self.noted) else len(texts)
        return sorted(set(texts))[number : number + 1]

    def _deck(self, world: Completion, asked: StackDraw[str], seat: str) -> Deck:
        """The deck from which a card comes, counted by how often it has grown."""
        whose = "" if self.rules.one_deck else seat
        whose = whose if self.rules.deck is None else self.rules.deck(asked)
        before = next((deck for deck in reversed(world.decks) if deck.size and deck.whose == whose), NO_DECK)
        made = before.made + (asked.stack.total > before.size > 0)
        return Deck(frozenset(map(tokens_of, self._texts(asked))), asked.stack.total, made, whose)

    def _candidates(
        self, world: Completion, index: int, asked: Question, texts: Sequence[str]
    ) -> Iterator[str]:
        pin, barred = world.pins.get(index), world.barred.get(index, frozenset())
        wanted = world.wanted.get(index)
        if pin is not None:
            there = [text for text in texts if tokens_of(text) == pin]
            yield from sorted(there, key=lambda text: text != wanted)
            return
        free = [text for text in texts if tokens_of(text) not in barred]
        if wanted is not None and wanted in free:
            yield wanted
        weights = {text: self._copies(asked, text) for text in texts}
        keys = {text: self.rng.random() ** (1 / max(1, weights[text])) for text in texts}
        needed = {text: self._next_need(tokens_of(text), index, weights[text], world) for text in texts}
        if not isinstance(asked, StackDraw):  # what was named and is there still may be on its way out
            needed |= {text: index for text in texts if self._named_lately(index, tokens_of(text))}
        yield from sorted(free, key=lambda text: (-needed[text], -keys[text]))
        yield from (text for text in texts if text not in free)  # better than none

    def _named_lately(self, index: int, token: str) -> bool:
        """True if one of the lines right before names a card."""
        return any(
            token in self.rules.needs(line.answer) for line in self.lines[max(0, index - LATELY) : index]
        )

    def _next_need(self, token: str, index: int, copies: int, world: Completion) -> int:
        """The next line for which every copy of a card that is left may be needed, a large number if none is:
        others are dealt first."""
        places = self.named.get(token, [])
        coming = [line for line, pin in world.pins.items() if pin == token and line > index]
        coming += places[bisect_right(places, index) :]
        return NEVER if not coming or len(coming) < copies else min(coming)

    def _seen_by_all(self, game: Game, value: object) -> bool:
        """True if the rulings of the last answer tell everybody what it was."""
        (entry,) = game.entries(len(game) - 1)
        return any(
            fact == value or (isinstance(fact, tuple) and value in fact)
            for ruling in entry.rulings
            for fact in ruling.facts.values()
            if not isinstance(fact, Hidden)
        )

    def _not_fillable(self, world: Completion, index: int) -> Failure:
        pin, line, asked = world.pins.get(index, ""), self.lines[index], world.game.question
        assert asked is not None
        why = Fault("referee.open", found=one_line(str(line)))
        seats = (self.seats[line.seat],) if line.seat in self.seats else ()
        if not pin or isinstance(asked, StackDraw):
            return Failure(index, why, drawn=pin or self._not_left(world, index), seats=seats)
        pool = tuple(tokens_of(text) for text in self._texts(asked) if line.matches(text))
        return Failure(index, why, (pin,), pool, seats=seats)

    def _not_left(self, world: Completion, index: int) -> str:
        """A card that may be the one to come, if another was drawn unseen in its place before: none that is
        left goes into a hand unseen. "" for no such card."""
        if self.rules.shown is None:
            return ""
        asked = world.game.question
        left = set() if asked is None else set(map(tokens_of, self._texts(asked)))
        drawn = [line for line in self._open_places(world, index, None) if world.decks[line].size]
        tokens = sorted({world.filled(line) for line in drawn} - left)
        return self.rng.choice(tokens) if tokens else ""  # some of them would be seen by all

    def _copies(self, asked: Question, text: str) -> int:
        """Return the number of copies with which chance can give this answer."""
        return asked.stack.count(asked.parse_answer(text)) if isinstance(asked, StackDraw) else 1
