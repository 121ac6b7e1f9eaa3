"""The search for a deal to learn from: among many seeds the one whose first game teaches best.

Each deal is played by a few beginners (most answers are those of a computer player, some are slips) against
the teaching opponent. `find_deal` returns the best deal with its `DealMeasurements`; the same arguments give
the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from statistics import fmean

import attrs

from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Chance
from twingkit.core.rulebook import Ruling
from twingkit.core.running.running_script import player_count
from twingkit.learn.first_game.briefing import Briefing, choose_briefing
from twingkit.learn.first_game.first_game import SEAT, Deal, FirstGame, first_game_of, single_answer
from twingkit.learn.first_game.teaching import RASH_ANSWERS, TeachingPlayer
from twingkit.learn.quiz.question_kinds import most_asked, share_decided

SLIP_PROBABILITY = 0.3
"""The share of a beginner's answers that are slips: any allowed answer."""

FAR = 0.7
"""A game in which an opponent leads by more (a part of the goal) is not open any more."""

ARC = 0.3
"""The part of the score that a deal loses in which no rule of the game's arc acts on the learner."""

OFTEN = 40
"""The number of rules that practice asks most which are written beside the deals."""

MAX_ANSWERS = 4000
"""A game is given up after so many answers, dice included."""


@attrs.frozen
class DealMeasurements:
    """The figures of a deal, measured over its beginners.

    `answers` are those that the learner gave on average, `told` the rules that were told, `crowded` the share
    of the learner's questions at which a new rule had to wait, `behind` the greatest lead that an opponent
    ever had over any of the learners and `lost_by` the greatest at the end (parts of the goal, 0 to 1).
    `asked` is the share of the questions of practice that a rule decides which was told, on average.
    `score` is from 0 to 100: 40 for what is asked in practice, 30 for few rules that wait, 30 for a game that
    stays open (0 if an opponent was once too far ahead), all less where it is too long, and where not all
    rules of the game's arc (`FirstGame.arc`) acted on the learner: by up to `ARC`.
    """

    answers: float
    told: float
    crowded: float
    behind: float
    lost_by: float
    asked: float
    score: float


@attrs.frozen
class Trial:
    """One game of a beginner: what was told at each of its questions, how many rules waited there, and the
    lead of the best opponent at each, the last at the end; and the rules that `acted` on the learner."""

    told_rules: tuple[tuple[str, ...], ...]
    waiting_counts: tuple[int, ...]
    leads: tuple[float, ...]
    acted_rules: frozenset[str] = frozenset()


class Beginner:
    """A player like a beginner: it mostly answers as another player would, and sometimes anything."""

    def __init__(self, adviser: Callable[[Game], object], seed: int) -> None:
        self.adviser, self.rng = adviser, random.Random(f"beginner {seed}")

    def __call__(self, game: Game) -> object:
        """The answer to the pending question."""
        asked = game.question
        assert asked is not None
        if self.rng.random() >= SLIP_PROBABILITY:
            return self.adviser(game)
        for _ in range(8):
            answer = asked.random_answer(self.rng)
            if asked.format_answer(answer).partition(" ")[0] not in RASH_ANSWERS:
                return answer
        return self.adviser(game)


def play_trial(entry: GameEntry, first: FirstGame, deal: Deal, beginner: int) -> Trial:
    """One game of a deal. Raises `Fault` if it does not come to an end."""
    game = Game(deal.start(entry.id), seed=deal.seed, rolls="ask")
    book, seats = game.start.rulebook(), player_count(game)
    teaching = [TeachingPlayer(entry.id, deal.seed * 1000 + seat, first) for seat in range(seats)]
    adviser = TeachingPlayer(entry.id, beginner, first).base(game)
    learner = Beginner(adviser, beginner)
    rules_told: list[tuple[str, ...]] = []
    waiting: list[int] = []
    leads: list[float] = []
    known: set[str] = set()
    lesson, since = Briefing(), 0
    while (asked := game.question) is not None:
        if len(game) > MAX_ANSWERS:
            raise Fault("first_game.endless", game=entry.id, seed=deal.seed, n=MAX_ANSWERS)
        if isinstance(asked, Chance):
            if first.by_place:
                game.rng = random.Random(f"{deal.seed}:{len(game)}")
            game.roll()
        elif asked.player != SEAT:
            game.answer(teaching[asked.player](game))
        elif taken := single_answer(asked) or first.routine(game):
            game.answer(taken)
        else:
            noted = (game.table.rulings or ())[since:]
            rulings = [Ruling(rule, case, facts, book).seen_by(SEAT) for rule, case, facts in noted]
            early = partial(first.early, game.view(SEAT))
            lesson = choose_briefing(
                first, book, asked, rulings, (), known, lesson.postponed_rules, early=early
            )
            known |= set(lesson.rules)
            rules_told.append(lesson.rules)
            waiting.append(len(lesson.postponed_rules))
            leads.append(_lead(first, game, seats))
            since = len(game.table.rulings or ())
            game.answer(learner(game))
    name = game.start.seat(SEAT)
    acted = frozenset(rule for rule, _, facts in game.table.rulings or () if name in facts.values())
    return Trial(tuple(rules_told), tuple(waiting), (*leads, _lead(first, game, seats)), acted)


def _lead(first: FirstGame, game: Game, seats: int) -> float:
    """The part of the goal by which the best opponent leads."""
    if first.points is None:
        return 0.0
    others = max((first.points(game.table, seat) for seat in range(seats) if seat != SEAT), default=0.0)
    return max(0.0, others - first.points(game.table, SEAT))


def measure_trials(game: str, first: FirstGame, trials: Sequence[Trial]) -> DealMeasurements:
    """The figures of a deal of this game out of the games of its beginners."""
    answers = fmean(len(attempt.told_rules) for attempt in trials)
    rules_told = fmean(sum(map(len, attempt.told_rules)) for attempt in trials)
    crowded = fmean(
        sum(map(bool, attempt.waiting_counts)) / max(1, len(attempt.waiting_counts)) for attempt in trials
    )
    behind = max(max(attempt.leads) for attempt in trials)
    lost_by = max(attempt.leads[-1] for attempt in trials)
    open_ = 0.0 if behind > FAR else 1 - min(1.0, (behind + lost_by) / 2)
    asked = fmean(share_decided(game, {*first.shown, *chain(*attempt.told_rules)}) for attempt in trials)
    worth = 40 * asked + 30 * (1 - crowded) + 30 * open_
    met = (
        fmean(len(attempt.acted_rules & set(first.arc)) / len(first.arc) for attempt in trials)
        if first.arc
        else 1.0
    )
    score = worth * min(1.0, first.length / max(1.0, answers)) * (1 - ARC * (1 - met))
    return DealMeasurements(
        *(round(value, 3) for value in (answers, rules_told, crowded, behind, lost_by, asked, score))
    )


def measure_deal(entry: GameEntry, deal: Deal, beginners: int | None = None) -> DealMeasurements:
    """The figures of a deal, over so many beginners (None: as many as the first game names). Raises `Fault`
    for a game that does not come to an end."""
    first = first_game_of(entry)
    count = first.beginners if beginners is None else beginners
    return measure_trials(
        entry.id, first, [play_trial(entry, first, deal, number) for number in range(1, count + 1)]
    )


def find_deal(
    entry: GameEntry,
    players: int,
    seeds: int,
    *,
    beginners: int | None = None,
    tried: Callable[[int], None] = lambda count: None,
) -> Deal:
    """The best of the deals with the seeds from 1 to `seeds`, for this number of players; of equals the
    first. `tried` is told after each how many were tried.

    Raises `Fault` for a number of players that the game has no first game for, or no seed.
    """
    known = first_game_of(entry).deals
    if players not in known:
        listed = ", ".join(map(str, sorted(known)))
        raise Fault("first_game.players", found=players, game=entry.id, known=listed)
    if seeds < 1:
        raise Fault("first_game.seeds", found=seeds)
    lines = first_game_of(entry).lines.get(players, known[players].lines)
    best: Deal | None = None
    for seed in range(1, seeds + 1):
        deal = Deal(players=players, lines=lines, seed=seed)
        deal = attrs.evolve(deal, figures=attrs.asdict(measure_deal(entry, deal, beginners)))
        if best is None or deal.figures["score"] > best.figures["score"]:
            best = deal
        tried(seed)
    assert best is not None
    return best


def format_deals(game: str, deals: Sequence[Deal], seeds: int) -> str:
    """The file of the deals of a game, as `first_game.read_deals` reads it, with the rules that practice asks
    most."""
    lines = [f"# The deals of the first game, each the best of {seeds} seeds (`twingkit first-game`)."]
    often = ", ".join(f'"{rule}"' for rule in most_asked(game, OFTEN))
    lines += ["# The rules that decide the most questions of practice.", f"often = [{often}]"]
    for deal in deals:
        rows = ", ".join(f'"{line}"' for line in deal.lines)
        numbers = ", ".join(f"{name} = {value}" for name, value in deal.figures.items())
        lines += ["", "[[deal]]", f"players = {deal.players}", f"lines = [{rows}]", f"seed = {deal.seed}"]
        lines.append(f"figures = {{ {numbers} }}")
    return "\n".join(lines) + "\n"
