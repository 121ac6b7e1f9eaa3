"""The cards dealt for `?` in a line, in the order in which they are tried, and the cards settled later.

A card is settled at a line once later lines show that it, and no other, was drawn or passed on there.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from twingkit.core.cards.draws import DrawFromStack
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal, one_line_excerpt
from twingkit.core.rulebook import HiddenFact
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import Start
from twingkit.referee.completion import (
    CompletedRecord,
    FirstIllegalLine,
    HandsAfterLine,
    PassedCard,
    UnseenDrawDeck,
)
from twingkit.referee.referee_rules import CardTest, RefereeRules
from twingkit.referee.typed_line import TypedLine, drawn_card_token, tokens_or_text_of_fact

MAX_OPTIONS = 5_000
"""The maximum number of answers to consider for a line with unknown cards."""

_RECENT_LINES = 8
"""The number of lines within which a named card may still be in its hand."""

_NEVER_NAMED = 1 << 30
"""The line number that stands for “no later line names this card”."""


class UnknownCardDealer:
    """The typed lines of one table, with methods that deal cards for the `?` in them, and that settle cards
    which later lines determine.
    """

    def __init__(self, start: Start, rules: RefereeRules, rng: random.Random) -> None:
        self.start, self.rules, self.rng = start, rules, rng
        self.lines: list[TypedLine] = []
        self.named: dict[str, list[int]] = {}
        self.noted: Sequence[int] = ()
        self.played = 0
        """The number of lines that were played in a search."""
        self.seats = {start.seat(seat): seat for seat in range(player_count(Game(start, rolls="ask")))}

    def new_completion(self) -> CompletedRecord:
        """Return a completion at the start of the game, before the first line."""
        return CompletedRecord(Game(self.start, rolls="ask"))

    def note_later_lines(self, lines: Sequence[TypedLine]) -> None:
        """Store the later lines that name each card, so that the card is not dealt to another seat before
        these lines.
        """
        self.named = {}
        for line_index, line in enumerate(lines):
            for token in dict.fromkeys(line.shown_cards or self.rules.named_hand_cards(line.answer)):
                self.named.setdefault(token, []).append(line_index)

    def last_answer_index(self, before: int) -> int:
        """Return the index of the last answer before line `before`, skipping `shows` lines; -1 if none."""
        return next(
            (
                line_index
                for line_index in range(before - 1, -1, -1)
                if not self.lines[line_index].is_shows_line
            ),
            -1,
        )

    def _hand(self, game: Game, seat: int) -> Counter[str]:
        if self.rules.hand_tokens is None or seat < 0:
            return Counter()
        return Counter(self.rules.hand_tokens(game.table, seat))

    def _seen(self, game: Game, kind: str = "", passes: CardTest | None = None) -> HandsAfterLine:
        """Return the hands, the demands on them, and the cards passed on by the last answer."""
        if self.rules.question_demands is None:
            return HandsAfterLine()
        hands = tuple(self._hand(game, seat) for seat in self.seats.values())
        passed = tuple(_passed_cards(game)) if kind in self.rules.hidden_question_kinds else ()
        return HandsAfterLine(hands, self.rules.question_demands(game), passes, passed)

    def _settle(
        self, world: CompletedRecord, line_index: int, held: Counter[str], hand: Counter[str], seat: int
    ) -> None:
        """Settle cards that a seat showed from its hand at the lines that drew them.

        If a copy in the hand is already settled, it is taken for the shown one.
        """
        for token, count in held.items():
            open_copies = len(self._lines_of_card(world, line_index, token, seat))
            for _ in range(count - max(0, hand[token] - open_copies)):
                came = self._lines_of_card(world, line_index, token, seat)
                if came:
                    every = self._open_places(world, line_index, None)
                    chain = self._chain(world, [line for line in every if line <= came[0]], token)
                    world.required_cards |= dict.fromkeys(chain, token)
                    world.settling_lines |= dict.fromkeys(chain, line_index)

    def _lines_of_card(self, world: CompletedRecord, line_index: int, token: str, seat: int) -> list[int]:
        """Return the unsettled lines that drew a card for a seat, then those that passed it on."""
        came = [
            line for line in self._open_places(world, line_index, None) if world.filled_card(line) == token
        ]
        own = [line for line in came if self.seats.get(self.lines[line].seat) == seat]
        passed = [
            line for line in came if world.lines[line].question_kind not in self.rules.hidden_draw_kinds
        ]
        return list(dict.fromkeys((*own, *passed)))

    def _open_places(self, world: CompletedRecord, line_index: int, seat: str | None) -> list[int]:
        """Return the earlier lines with an unsettled card of a seat (None: of any), the latest first."""
        return [
            line
            for line in range(min(line_index, len(world.lines)) - 1, -1, -1)
            if world.lines[line].dealt_text
            and line not in world.required_cards
            and seat in (None, self.lines[line].seat)
        ]

    def _chain(self, world: CompletedRecord, every: Sequence[int], token: str) -> list[int]:
        """Return the lines, among `every`, by which an unknown card with this token was drawn and passed on,
        the latest first.
        """
        chain = []
        for line in every:
            if world.filled_card(line) == token:
                chain.append(line)
                if (
                    world.lines[line].question_kind in self.rules.hidden_draw_kinds
                    or not self.rules.hidden_draw_kinds
                ):
                    break
        return chain

    def _texts(self, question: Question) -> Iterator[str]:
        """Yield the answers to a question; for a draw, only cards that go into a hand unseen."""
        if self.rules.is_open_draw(question):
            return iter(())
        texts = (question.format_answer(option) for option in islice(question.options(), MAX_OPTIONS))
        return filter(self.rules.is_hidden_draw, texts) if isinstance(question, DrawFromStack) else texts

    def _fill(self, world: CompletedRecord, line_index: int) -> tuple[str, int]:
        """Answer a line with a card for its `?`; return the text ("" if none) and its note number."""
        game, line = world.game, self.lines[line_index]
        question = game.question
        assert question is not None
        texts = [text for text in self._texts(question) if line.matches_answer(text)]
        for text in self._noted_text(line_index, texts) or self._candidates(
            world, line_index, question, texts
        ):
            value = question.parse_answer(text)
            try:
                game.answer(value)
            except (Refusal, ValueError):  # listed, but not in this box
                continue
            if not self._seen_by_all(game, value):
                return text, sum(other < text for other in set(texts))
            game.undo()
        return "", 0

    def _noted_text(self, line_index: int, texts: Sequence[str]) -> list[str]:
        """Return the answer noted for a line, as a list; empty if there is none."""
        number = self.noted[line_index] if line_index < len(self.noted) else len(texts)
        return sorted(set(texts))[number : number + 1]

    def _deck(self, world: CompletedRecord, question: DrawFromStack[str], seat: str) -> UnseenDrawDeck:
        """Return the deck of a draw; a deck that has grown was reshuffled."""
        whose = "" if self.rules.has_one_deck else seat
        whose = whose if self.rules.deck_name is None else self.rules.deck_name(question)
        before = world.latest_deck(whose)
        made = before.reshuffle_count + (question.stack.shuffled_count > before.size > 0)
        return UnseenDrawDeck(
            frozenset(map(drawn_card_token, self._texts(question))),
            question.stack.shuffled_count,
            made,
            whose,
        )

    def _candidates(
        self, world: CompletedRecord, line_index: int, question: Question, texts: Sequence[str]
    ) -> Iterator[str]:
        pin, barred = world.required_cards.get(line_index), world.forbidden_cards.get(line_index, frozenset())
        wanted = world.preferred_cards.get(line_index)
        if pin is not None:
            there = [text for text in texts if drawn_card_token(text) == pin]
            yield from sorted(there, key=lambda text: text != wanted)
            return
        free = [text for text in texts if drawn_card_token(text) not in barred]
        if wanted is not None and wanted in free:
            yield wanted
        weights = {text: self._copies(question, text) for text in texts}
        keys = {text: self.rng.random() ** (1 / max(1, weights[text])) for text in texts}
        needed = {
            text: self._next_need(drawn_card_token(text), line_index, weights[text], world) for text in texts
        }
        if not isinstance(question, DrawFromStack):  # a recently named card may be leaving
            needed |= {
                text: line_index for text in texts if self._named_lately(line_index, drawn_card_token(text))
            }
        yield from sorted(free, key=lambda text: (-needed[text], -keys[text]))
        yield from (text for text in texts if text not in free)  # forbidden cards last

    def _named_lately(self, line_index: int, token: str) -> bool:
        return any(
            token in self.rules.named_hand_cards(line.answer)
            for line in self.lines[max(0, line_index - _RECENT_LINES) : line_index]
        )

    def _next_need(self, token: str, line_index: int, copies: int, world: CompletedRecord) -> int:
        """Return the next line that may need every remaining copy of a card, or `_NEVER_NAMED`."""
        places = self.named.get(token, [])
        coming = [line for line, pin in world.required_cards.items() if pin == token and line > line_index]
        coming += places[bisect_right(places, line_index) :]
        return _NEVER_NAMED if not coming or len(coming) < copies else min(coming)

    def _seen_by_all(self, game: Game, value: object) -> bool:
        (entry,) = game.entries(len(game) - 1)
        return any(
            fact == value or (isinstance(fact, tuple) and value in fact)
            for ruling in entry.rulings
            for fact in ruling.facts.values()
            if not isinstance(fact, HiddenFact)
        )

    def _not_fillable(self, world: CompletedRecord, line_index: int) -> FirstIllegalLine:
        pin = world.required_cards.get(line_index, "")
        line = self.lines[line_index]
        question = world.game.question
        assert question is not None
        why = Fault("referee.open", found=one_line_excerpt(str(line)))
        seats = (self.seats[line.seat],) if line.seat in self.seats else ()
        if not pin or isinstance(question, DrawFromStack):
            return FirstIllegalLine(
                line_index,
                why,
                undrawable_card=pin or self._card_drawable_in_another_deal(world, line_index),
                suspect_seats=seats,
            )
        pool = tuple(drawn_card_token(text) for text in self._texts(question) if line.matches_answer(text))
        return FirstIllegalLine(line_index, why, (pin,), pool, suspect_seats=seats)

    def _card_drawable_in_another_deal(self, world: CompletedRecord, line_index: int) -> str:
        """Return the token of a card that could be drawn unseen now if the unknown cards were dealt
        otherwise; "" if there is none.
        """
        if self.rules.question_demands is None:
            return ""
        question = world.game.question
        left = set() if question is None else set(map(drawn_card_token, self._texts(question)))
        drawn = [line for line in self._open_places(world, line_index, None) if world.lines[line].deck.size]
        tokens = sorted({world.filled_card(line) for line in drawn} - left)
        return self.rng.choice(tokens) if tokens else ""  # some of them would be seen by all

    def _copies(self, question: Question, text: str) -> int:
        return question.stack.count(question.parse_answer(text)) if isinstance(question, DrawFromStack) else 1


def _passed_cards(game: Game) -> Iterator[PassedCard]:
    """Yield the cards that the rulings of the last answer reveal to exactly two players."""
    (entry,) = game.entries(len(game) - 1)
    for ruling in entry.rulings:
        for fact in ruling.facts.values():
            if isinstance(fact, HiddenFact) and fact.also_known_to is not None:
                for token in tokens_or_text_of_fact(fact.value):
                    yield PassedCard(token, (fact.known_to, fact.also_known_to))
