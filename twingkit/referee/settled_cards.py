"""The cards of a completion that are settled, and the places at which the others were drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Hidden
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import Start
from twingkit.referee.completion import NOTHING_SEEN, Completion, Passed, Seen
from twingkit.referee.table_rules import TableRules, Test
from twingkit.referee.typed import Typed, tokens_told


class SettledCards:
    """The lines of one table, and what they settle; `rules` say what is hidden there."""

    def __init__(self, start: Start, rules: TableRules, rng: random.Random) -> None:
        self.start, self.rules, self.rng = start, rules, rng
        self.lines: list[Typed] = []
        self.named: dict[str, list[int]] = {}
        self.noted: Sequence[int] = ()
        self.played = 0
        """The number of lines that were played in a search."""
        self.seats = {start.seat(seat): seat for seat in range(player_count(Game(start, rolls="ask")))}

    def new_completion(self) -> Completion:
        """Return the completion before the first line."""
        return Completion(Game(self.start, rolls="ask"))

    def look_ahead(self, lines: Sequence[Typed]) -> None:
        """Take note of the lines to come, so that cards which they name are kept for them."""
        self.named = {}
        for index, line in enumerate(lines):
            for token in dict.fromkeys(line.shown or self.rules.needs(line.answer)):
                self.named.setdefault(token, []).append(index)

    def last_answer(self, before: int) -> int:
        """The index of the last line before this one that is an answer, not a `shows` line; -1 for none."""
        return next((index for index in range(before - 1, -1, -1) if not self.lines[index].shows), -1)

    def _hand(self, game: Game, seat: int) -> Counter[str]:
        if self.rules.hand is None or seat < 0:
            return Counter()
        return Counter(self.rules.hand(game.table, seat))

    def _seen(self, game: Game, kind: str = "", passes: Test | None = None) -> Seen:
        """The hands, and the demands that they have met; what an answer to a question of this `kind`, with a
        card of which a test is true, has passed on."""
        if self.rules.shown is None:
            return NOTHING_SEEN
        hands = tuple(self._hand(game, seat) for seat in self.seats.values())
        passed = tuple(_passed(game)) if kind in self.rules.unseen else ()
        return Seen(hands, self.rules.shown(game), passes, passed)

    def _settle(
        self, world: Completion, index: int, held: Counter[str], hand: Counter[str], seat: int
    ) -> None:
        """Settle the cards of the hand of a seat that were shown: where they were drawn unseen, that is known
        now. A copy in the hand that is settled already is the one that was shown."""
        for token, count in held.items():
            open_copies = len(self._came(world, index, token, seat))
            for _ in range(count - max(0, hand[token] - open_copies)):
                came = self._came(world, index, token, seat)
                if came:
                    every = self._open_places(world, index, None)
                    chain = self._chain(world, [line for line in every if line <= came[0]], token)
                    world.pins |= dict.fromkeys(chain, token)
                    world.pinned |= dict.fromkeys(chain, index)

    def _came(self, world: Completion, index: int, token: str, seat: int) -> list[int]:
        """The lines before this one, not settled yet, at which a seat drew a card, the latest first; then
        those at which one passed from hand to hand."""
        came = [line for line in self._open_places(world, index, None) if world.filled(line) == token]
        own = [line for line in came if self.seats.get(self.lines[line].seat) == seat]
        passed = [line for line in came if world.kinds[line] not in self.rules.draws]
        return list(dict.fromkeys((*own, *passed)))

    def _open_places(self, world: Completion, index: int, seat: str | None) -> list[int]:
        """The lines before this one at which the seat (None: any) drew a card that is not settled yet, the
        latest first."""
        return [
            line
            for line in range(min(index, len(world.texts)) - 1, -1, -1)
            if world.texts[line] and line not in world.pins and seat in (None, self.lines[line].seat)
        ]

    def _chain(self, world: Completion, every: Sequence[int], token: str) -> list[int]:
        """The lines by which an unknown card came to where it is, the latest first: it was drawn, and may
        have passed on unseen."""
        chain = []
        for line in every:
            if world.filled(line) == token:
                chain.append(line)
                if world.kinds[line] in self.rules.draws or not self.rules.draws:
                    break
        return chain


def _passed(game: Game) -> Iterator[Passed]:
    """Yield the cards of which the rulings of the last answer tell two players only."""
    (entry,) = game.entries(len(game) - 1)
    for ruling in entry.rulings:
        for fact in ruling.facts.values():
            if isinstance(fact, Hidden) and fact.other_player is not None:
                for token in tokens_told(fact.value):
                    yield Passed(token, (fact.player, fact.other_player))
