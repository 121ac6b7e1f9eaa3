"""Exact puzzles about one seizure or challenge: where to go, whom to challenge, or which Allies to send.

The positions come from games of the computer players, at the start of an Ally phase. An answer is
worth the probability that nobody stops the seizure or challenge, as `can_they_stop` counts it:
every possible hand of the rival, drawn from the rest of its deck, is equally likely, and the acting
Autarch plays nothing more. So puzzles use only positions in which this probability is exact and no
Path is on an offered Site. With three or four Autarchs they ask only about challenges, which nobody
but the challenged Autarch can answer. A `PuzzleGoal` is the question of a puzzle.

Other puzzles are rated by playing on: the first question of a turn in two-player games with ready-made decks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.words import format_percent
from twingkit.imajica.answers import resolve_answer_word
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults, can_they_stop
from twingkit.imajica.exact_odds.unseen import RivalHand, publicly_seen_deck_cards
from twingkit.imajica.notation.known_position import can_describe, known_position
from twingkit.imajica.puzzles import goals
from twingkit.imajica.puzzles.reference_hands import reference_stop_chance
from twingkit.imajica.rules.answers import NOTATION, Challenge, Deed, Seize
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import FEWEST_SEATS, ImajicaTable, Player
from twingkit.imajica.starts import GameStart, new_game
from twingkit.imajica.view import can_see_path
from twingkit.learn.puzzles.source import ExactPuzzleSource, ExactPuzzleTask, PlayoutPuzzleSource
from twingkit.players.policies import computer_player


def mover_position_string(game: Game) -> str | None:
    """Return the position string as the Autarch to move knows it.

    Return None if a position string cannot hold it.
    """
    table: ImajicaTable = game.table
    question = game.question
    if question is None or not isinstance(game.start, GameStart) or not can_describe(table, question):
        return None
    return str(known_position(table, question.player))


def similarity_key(game: Game) -> object:
    """Return a key that similar puzzles share: the kind of question, the hand, and the characters."""
    table: ImajicaTable = game.table
    question = game.question
    assert question is not None
    own = tuple((piece.card.id, piece.area) for piece in table.characters(question.player))
    return question.kind, tuple(table.players[question.player].hand), own


def new_mixed_game(seed: int, seats: int = 2, variant: str = "box") -> Game:
    """Return a new game for `seats` Autarchs, each with a different ready-made deck; `seed` determines
    which.
    """
    decks = list(load_decks())
    first, step = seed % len(decks), 1 + seed // len(decks) % (len(decks) - 1)
    chosen = [
        decks[(first + (step if place else 0) + max(place - 1, 0)) % len(decks)] for place in range(seats)
    ]
    return new_game(chosen, variant=variant, seed=seed)


TURN_PUZZLES = PlayoutPuzzleSource(
    position_string=mover_position_string,
    new_game=new_mixed_game,
    duplicate_key=similarity_key,
    players=("greedy", "steady"),
)
"""The source of puzzles that are rated by playing on."""


# -- exact puzzles

_MIN_SUCCESS_CHANCE = 0.25
"""Minimum probability (0 to 1) that the best answer of a puzzle succeeds."""

_EASY_FINDING_SHARE = 2 / 3
"""Share of solvers from which a puzzle counts as easy (`twingkit.learn.puzzles.puzzle.HARDNESS`).
"""

_LATEST_START_ROUND = 6
"""Latest round in which the search of a game begins."""


_SEAT_COUNTS = (2, 2, 3, 2, 4)
"""Numbers of Autarchs in the searched games, used in turn."""


def partly_played_game(seed: int) -> Game:
    """Return a game of 2 to 4 computer players, stopped in a round that depends on `seed`, as a source of
    puzzles.

    Games with an odd seed are short games.
    """
    game = new_mixed_game(seed, _SEAT_COUNTS[seed % len(_SEAT_COUNTS)], "short" if seed % 2 else "box")
    begin = random.Random(f"round {seed}").randint(1, _LATEST_START_ROUND)
    while game.question is not None and game.table.round < begin:
        game.answer(alternating_policy_answer(game))
    return game


def alternating_policy_answer(game: Game) -> object:
    """Return the answer of a computer player to the pending question: `greedy` in every third round, `steady`
    in the others.

    Two players make the positions differ more.
    """
    assert game.question is not None
    name = "steady" if game.table.round % 3 else "greedy"
    return computer_player(game.start, name, game.question.player)(game)


def puzzle_position_if_suitable(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """Return the position string for a puzzle with an empty tuple of answers if the Ally phase asks for an
    action, otherwise None.
    """
    question = game.question
    line = mover_position_string(game) if question is not None and question.kind == "ally" else None
    return None if line is None else (line, ())


# -- what answers are worth


def visible_rival_hands(table: ImajicaTable) -> dict[str, RivalHand]:
    """Return the active Autarch's knowledge of each rival's hand, by player label.

    That is the cards the rival has shown, and what is left of its deck.
    """
    rivals = [table.players[seat] for seat in table.seats_from(table.current)[1:]]
    return {rival.name: _holding(table, rival) for rival in rivals}


def _holding(table: ImajicaTable, rival: Player) -> RivalHand:
    known = sorted(rival.pieces_known_to(table.current))
    paths = [path for path in table.pieces.paths.values() if path.owner == rival.seat]
    hidden = [path.card.id for path in paths if not can_see_path(table, table.current, path)]
    left = Counter([*rival.hand, *rival.destiny.shuffled_cards(), *hidden])
    deck = Deck("left", dict(left + publicly_seen_deck_cards(table, rival.seat)))
    return RivalHand(tuple(known), len(rival.hand) - len(known), deck)


def _best_chance(game: Game, stops: Mapping[str, RivalStopResults], best: str) -> float:
    printed = {deed: _printed_lead(game.table, deed) for deed in stops}
    lying = {
        deed: float("-inf")
        if stop.failure
        else min((r.acting_total - r.rival_total for r in stop.rival_stops), default=0)
        for deed, stop in stops.items()
    }
    return (1 / len(stops) + _guess_chance(printed, best) + _guess_chance(lying, best)) / 3


def _printed_lead(table: ImajicaTable, deed: str) -> int:
    act = NOTATION.parse(deed)
    assert isinstance(act, Deed)
    target, actors = table.pieces[act.target].card, [table.pieces[token].card for token in act.tokens]
    if isinstance(act, Seize):
        return sum(card.magic for card in actors) - target.resistance
    return sum(card.strength for card in actors) - target.strength


def _guess_chance(values: Mapping[str, float], best: str) -> float:
    highest = [answer for answer, value in values.items() if value == max(values.values())]
    return (best in highest) / len(highest)


class SafestDeedTask(ExactPuzzleTask):
    """The task of finding the seizure or challenge that is least likely to be stopped."""

    @cached_property
    def stops_by_answer(self) -> dict[str, RivalStopResults] | None:
        """The ways to stop each answer, or None if a probability is not exact or an answer is illegal."""
        table: ImajicaTable = self.game.table
        holdings = visible_rival_hands(table)
        stops = {}
        for deed in goals.PuzzleGoal.parse(self.goal).offered_answers(table):
            try:
                stops[deed] = can_they_stop(table, deed, holdings=holdings)
            except Refusal:
                return None
            if not stops[deed].is_exact:
                return None
        return stops

    def answer_values(self) -> Mapping[str, float] | None:
        """Return the probability that nobody stops each answer, or None if the puzzle is unsuitable.

        It is none if a probability is not exact, if the best one is below `_MIN_SUCCESS_CHANCE`, or if only
        one answer can succeed and is easy to find.
        """
        stops = self.stops_by_answer
        if not stops:
            return None
        worth = {deed: 1 - float(stop.stop_chance) for deed, stop in stops.items()}
        best = max(worth, key=lambda deed: worth[deed])
        if worth[best] < _MIN_SUCCESS_CHANCE:
            return None
        single = sum(chance > 0 for chance in worth.values()) == 1
        return None if single and _best_chance(self.game, stops, best) >= _EASY_FINDING_SHARE else worth

    def reference_values(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the values of these answers from the reference implementation, which tries all hands."""
        table: ImajicaTable = self.game.table
        holdings = visible_rival_hands(table)
        return {
            deed: 1 - reference_stop_chance(can_they_stop(table, deed, holdings=holdings)) for deed in answers
        }

    def theme(self, best: str) -> str:
        """Return the theme: the action and the solver's choice."""
        return goals.PuzzleGoal.parse(self.goal).theme

    def rules(self, best: str) -> tuple[str, ...]:
        """Return the ids of the rules that decide which answer is best."""
        return ("IJ-SEIZE-4", "IJ-SEIZE-7") if best.startswith("seize") else ("IJ-CHAL-7", "IJ-CHAL-9")

    def share_finding(self, best: str) -> float:
        """Return the average probability (0 to 1) that three simple solvers find the best answer.

        One guesses, one goes by printed values, and one compares the cards on the table but
        forgets the hand.
        """
        stops = self.stops_by_answer
        assert stops is not None
        return _best_chance(self.game, stops, best)

    def duplicate_key(self) -> object:
        """Return a key that similar puzzles share: the theme, and the characters on both sides."""
        table: ImajicaTable = self.game.table
        own = sorted(piece.card.id for piece in goals.free_allies(table))
        against = sorted(table.pieces[token].card.id for token in goals.challengeable_characters(table))
        return goals.PuzzleGoal.parse(self.goal).theme, tuple(own), tuple(against)

    def reason(self, ranked_answers: Sequence[str]) -> str:
        """Return sentences with the numbers that decide between the two best answers."""
        stops = self.stops_by_answer
        assert stops is not None
        best, second = (stops[deed] for deed in ranked_answers[:2])
        return deciding_numbers_text(best, second)

    def distinct_part(self, answer: str) -> str:
        """Return the part of an answer that differs from the other answers."""
        return distinct_part_text(self.game, goals.PuzzleGoal.parse(self.goal), answer)


DEED_PUZZLES = ExactPuzzleSource(
    new_game=partly_played_game,
    next_answer=alternating_policy_answer,
    puzzle_position=puzzle_position_if_suitable,
    goals=goals.candidate_goals,
    task=SafestDeedTask,
    max_answers=goals.MOST_ANSWERS,
    max_per_game=4,
    goal_question=lambda goal: goals.PuzzleGoal.parse(goal).question_text(),
)
"""The source of exact puzzles."""


# -- texts


def distinct_part_text(game: Game, goal: goals.PuzzleGoal, answer: str) -> str:
    """Return the part of an answer that differs from the others: its Allies or its target.

    Return "" if both differ.
    """
    words = rulebook().words
    act = NOTATION.parse(answer)
    assert isinstance(act, Deed)
    if goal.ally_count and goal.target == goals.ANY_TARGET:
        return ""
    if goal.ally_count:
        return words.format_fact(tuple(resolve_answer_word(game, token) for token in act.tokens))
    aim = words.format_fact(resolve_answer_word(game, act.target))
    if isinstance(act, Challenge) and len(game.table.players) > FEWEST_SEATS:
        seat = game.start.seat(game.table.pieces[act.target].controller)
        return goals.WORDS.say("label.challenge_of", aim=aim, seat=words.format_fact(seat))
    return goals.WORDS.say(f"label.{act.word}", aim=aim)


def deciding_numbers_text(best: RivalStopResults, second: RivalStopResults) -> str:
    """Return sentences with the numbers that explain why the best answer of a puzzle beats the second
    best.
    """
    said = {"best": _opposition_text(best), "second": _opposition_text(second)}
    return " ".join(goals.WORDS.say(f"why.{place}", figures=figures) for place, figures in said.items())


def _opposition_text(stops: RivalStopResults) -> str:
    [rival] = stops.rival_stops
    word = stops.deed.action
    facts = {
        "own": stops.own_points,
        "needed": stops.needed_points,
        "other": rival.rival_total,
        "lacks": rival.missing_points or 0,
    }
    risk = format_percent(float(stops.stop_chance), 1)
    if stops.failure is not None:
        return goals.WORDS.say("why.fails", **facts)
    said = goals.WORDS.say(f"why.{rival.standing}_{word}", risk=risk, **facts)
    return said if rival.way_without_cards is not None else f"{said} {_needed_cards(rival)}"


def _needed_cards(rival: RivalStop) -> str:
    if not rival.ways:
        return goals.WORDS.say("why.no_card")
    fewest = min(way.card_count for way in rival.ways)
    if fewest > 1:
        return goals.WORDS.say("why.several_cards", n=fewest)
    first = [name for way in rival.ways if way.card_count == 1 for name, _ in way.card_counts]
    named = [
        load_cards()[name].name() for card in first for name in rival.equivalent_cards.get(card, (card,))
    ]
    return goals.WORDS.say("why.one_card", cards=", ".join(sorted(named)))
