"""Exact puzzles of deeds: where all Allies go, whom they challenge, which one to three of them are sent, or
what a single one can do.

Positions are those at which the phase of Allies begins, in games of the computer players. The worth of an
answer is the chance that nobody stops the deed, as `can_they_stop` counts it: every hand of the rival out of
what is left of its deck comes with the same chance, and who acts plays nothing more. So only positions are
asked about in which that chance is exact, and no Path lies on a Site that is offered; of three and four
Autarchs only who is challenged answers. What is asked is a `Goal`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.imajica.box.decks import Deck
from twingkit.imajica.exact_odds.stops import Stops, can_they_stop
from twingkit.imajica.exact_odds.unseen import Holding, visible_cards
from twingkit.imajica.puzzles.goals import (
    MOST_ANSWERS,
    Goal,
    challengeable_characters,
    free_allies,
    goals_of_position,
)
from twingkit.imajica.puzzles.reference_hands import reference_chance
from twingkit.imajica.puzzles.telling import deciding_figures, label
from twingkit.imajica.puzzles.turns import mixed_game, position
from twingkit.imajica.rules.table import ImajicaTable, Player
from twingkit.imajica.view import can_see_path
from twingkit.learn.puzzles.source import ExactSource, ExactTask
from twingkit.players.policies import computer_player

LEAST = 0.25
"""The best answer succeeds at least so often."""

EASY = 2 / 3
"""The share of players from which on what they find is easy (`twingkit.learn.puzzles.puzzle.HARDNESS`)."""

LATEST = 6
"""The round in which a position is looked for at first, at the latest."""

FIGURE = {"seize": "magic", "challenge": "strength"}
"""The figure of Allies that counts in a deed."""


SEATS = (2, 2, 3, 2, 4)
"""The numbers of Autarchs in games to look in: they take turns."""


def new_puzzle_game(seed: int) -> Game:
    """A game of two to four to look for puzzles in, every other one short, from a round drawn by the seed
    on."""
    game = mixed_game(seed, SEATS[seed % len(SEATS)], "short" if seed % 2 else "box")
    begin = random.Random(f"round {seed}").randint(1, LATEST)
    while game.question is not None and game.table.round < begin:
        game.answer(play_answer(game))
    return game


def play_answer(game: Game) -> object:
    """The answer of the player `steady`, in every third round of `greedy`: positions should differ."""
    assert game.question is not None
    name = "steady" if game.table.round % 3 else "greedy"
    return computer_player(game.start, name, game.question.player)(game)


def find_task(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """The line of the position at the first question about Allies."""
    asked = game.question
    line = position(game) if asked is not None and asked.kind == "ally" else None
    return None if line is None else (line, ())


# -- what answers are worth


def shown_holdings(table: ImajicaTable) -> dict[str, Holding]:
    """All that the Autarch to move knows of its rivals' hands: the cards that they have shown, and what is
    left of their decks."""
    rivals = [table.players[seat] for seat in table.seats_from(table.current)[1:]]
    return {rival.name: _holding(table, rival) for rival in rivals}


def _holding(table: ImajicaTable, rival: Player) -> Holding:
    known = sorted(rival.known_by(table.current))
    paths = [path for path in table.pieces.paths.values() if path.owner == rival.seat]
    hidden = [path.card.id for path in paths if not can_see_path(table, table.current, path)]
    left = Counter([*rival.hand, *rival.destiny.cards(), *hidden])
    deck = Deck("left", dict(left + visible_cards(table, rival.seat)))
    return Holding(tuple(known), len(rival.hand) - len(known), deck)


def _best_chance(game: Game, stops: Mapping[str, Stops], best: str) -> float:
    printed = {deed: _printed_lead(game.table, deed) for deed in stops}
    lying = {
        deed: float("-inf") if stop.failure else min((r.own - r.other for r in stop.rivals), default=0)
        for deed, stop in stops.items()
    }
    return (1 / len(stops) + _guess_chance(printed, best) + _guess_chance(lying, best)) / 3


def _printed_lead(table: ImajicaTable, deed: str) -> int:
    """The printed figures of those who are sent, less that of the aim."""
    word, focus, _, *actors = deed.split()
    aim = getattr(table.pieces[focus].card, "resistance" if word == "seize" else "strength")
    return sum(int(getattr(table.pieces[token].card, FIGURE[word])) for token in actors) - int(aim)


def _guess_chance(values: Mapping[str, float], best: str) -> float:
    """The chance of who takes one of the highest values to take the best answer."""
    highest = [answer for answer, value in values.items() if value == max(values.values())]
    return (best in highest) / len(highest)


class DeedTask(ExactTask):
    """Which deed nobody stops."""

    @cached_property
    def stops(self) -> dict[str, Stops] | None:
        """The stops of each deed; None where a chance is not exact, or the rules forbid one of them."""
        table: ImajicaTable = self.game.table
        holdings = shown_holdings(table)
        stops = {}
        for deed in Goal.parse(self.goal).deeds(table):
            try:
                stops[deed] = can_they_stop(table, deed, holdings)
            except Refusal:
                return None
            if not stops[deed].complete:
                return None
        return stops

    def worths(self) -> Mapping[str, float] | None:
        """The chance that nobody stops each deed; None where that is not exact, where no deed has good
        chances, or where a single one has any and is easy to see."""
        stops = self.stops
        if not stops:
            return None
        worth = {deed: 1 - float(stop.chance) for deed, stop in stops.items()}
        best = max(worth, key=lambda deed: worth[deed])
        if worth[best] < LEAST:
            return None
        single = sum(chance > 0 for chance in worth.values()) == 1
        return None if single and _best_chance(self.game, stops, best) >= EASY else worth

    def reference_worths(self, answers: Iterable[str]) -> Mapping[str, float]:
        """The same chances, every hand dealt in turn and asked whether it can stop the deed."""
        table: ImajicaTable = self.game.table
        holdings = shown_holdings(table)
        return {deed: 1 - reference_chance(can_they_stop(table, deed, holdings)) for deed in answers}

    def theme(self, best: str) -> str:
        """The theme by the deed and what is chosen."""
        return Goal.parse(self.goal).theme

    def rules(self, best: str) -> tuple[str, ...]:
        """The rules by which the best deed is decided."""
        return ("IJ-SEIZE-4", "IJ-SEIZE-7") if best.startswith("seize") else ("IJ-CHAL-7", "IJ-CHAL-9")

    def share_finding(self, best: str) -> float:
        """The share of three players that find the best answer: one by chance, one who goes by printed
        figures, and one who compares what lies on the table and forgets the hand."""
        stops = self.stops
        assert stops is not None
        return _best_chance(self.game, stops, best)

    def duplicate_key(self) -> object:
        """The part of a question by which two are alike: what is asked, and who stands on both sides."""
        table: ImajicaTable = self.game.table
        own = sorted(piece.card.id for piece in free_allies(table))
        against = sorted(table.pieces[token].card.id for token in challengeable_characters(table))
        return Goal.parse(self.goal).theme, tuple(own), tuple(against)

    def reason(self, answers: Sequence[str]) -> str:
        """The figures that decide between the two best answers."""
        stops = self.stops
        assert stops is not None
        best, second = (stops[deed] for deed in answers[:2])
        return deciding_figures(best, second)

    def label(self, answer: str) -> str:
        """The part of a deed in which it differs from others."""
        return label(self.game, Goal.parse(self.goal), answer)


DEEDS = ExactSource(
    new_game=new_puzzle_game,
    plays=play_answer,
    posed=find_task,
    goals=goals_of_position,
    task=DeedTask,
    max_answers=MOST_ANSWERS,
    max_per_game=4,
    goal_question=lambda goal: Goal.parse(goal).sentence(),
)
"""The source of exact puzzles."""
