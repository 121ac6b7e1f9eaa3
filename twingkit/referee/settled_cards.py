"""The settled cards of a completion, and the draws whose cards are still open.

A card is settled at a line once later lines show that it, and no other, was drawn or passed on there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import HiddenFact
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import Start
from twingkit.referee.completion import NO_KNOWLEDGE, Completion, LineKnowledge, PassedCard
from twingkit.referee.referee_rules import CardTest, RefereeRules
from twingkit.referee.typed_line import TypedLine, tokens_or_text_of_fact


class SettledCards:
    """The typed lines of one table, and the unknown cards that later lines determine (settle)."""

    def __init__(self, start: Start, rules: RefereeRules, rng: random.Random) -> None:
        self.start, self.rules, self.rng = start, rules, rng
        self.lines: list[TypedLine] = []
        self.named: dict[str, list[int]] = {}
        self.noted: Sequence[int] = ()
        self.played = 0
        """The number of lines that were played in a search."""
        self.seats = {start.seat(seat): seat for seat in range(player_count(Game(start, rolls="ask")))}

    def new_completion(self) -> Completion:
        """Return a completion at the start of the game, before the first line."""
        return Completion(Game(self.start, rolls="ask"))

    def note_later_lines(self, lines: Sequence[TypedLine]) -> None:
        """Store which lines name each card, so that the card is not dealt away before them."""
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

    def _seen(self, game: Game, kind: str = "", passes: CardTest | None = None) -> LineKnowledge:
        """Return the hands, the demands on them, and the cards passed on by the last answer."""
        if self.rules.question_demands is None:
            return NO_KNOWLEDGE
        hands = tuple(self._hand(game, seat) for seat in self.seats.values())
        passed = tuple(_passed_cards(game)) if kind in self.rules.hidden_question_kinds else ()
        return LineKnowledge(hands, self.rules.question_demands(game), passes, passed)

    def _settle(
        self, world: Completion, line_index: int, held: Counter[str], hand: Counter[str], seat: int
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

    def _lines_of_card(self, world: Completion, line_index: int, token: str, seat: int) -> list[int]:
        """Return the unsettled lines that drew a card for a seat, then those that passed it on."""
        came = [
            line for line in self._open_places(world, line_index, None) if world.filled_card(line) == token
        ]
        own = [line for line in came if self.seats.get(self.lines[line].seat) == seat]
        passed = [line for line in came if world.question_kinds[line] not in self.rules.hidden_draw_kinds]
        return list(dict.fromkeys((*own, *passed)))

    def _open_places(self, world: Completion, line_index: int, seat: str | None) -> list[int]:
        """Return the earlier lines with an unsettled card of a seat (None: of any), the latest first."""
        return [
            line
            for line in range(min(line_index, len(world.answer_texts)) - 1, -1, -1)
            if world.answer_texts[line]
            and line not in world.required_cards
            and seat in (None, self.lines[line].seat)
        ]

    def _chain(self, world: Completion, every: Sequence[int], token: str) -> list[int]:
        """Return the lines by which an unknown card came to its place, the latest first."""
        chain = []
        for line in every:
            if world.filled_card(line) == token:
                chain.append(line)
                if (
                    world.question_kinds[line] in self.rules.hidden_draw_kinds
                    or not self.rules.hidden_draw_kinds
                ):
                    break
        return chain


def _passed_cards(game: Game) -> Iterator[PassedCard]:
    """Yield the cards that the rulings of the last answer reveal to exactly two players."""
    (entry,) = game.entries(len(game) - 1)
    for ruling in entry.rulings:
        for fact in ruling.facts.values():
            if isinstance(fact, HiddenFact) and fact.also_known_to is not None:
                for token in tokens_or_text_of_fact(fact.value):
                    yield PassedCard(token, (fact.known_to, fact.also_known_to))
