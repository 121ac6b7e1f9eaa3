"""Search for a good deal to learn from: the seed whose first game teaches best.

A few simulated beginners play each deal against the teaching opponents; most of their answers are those of a
computer player, some are slips. `find_deal` returns the best deal with its `DealMeasurements`; the same
arguments always give the same deal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from statistics import fmean

import attrs

from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.core.running.running_script import player_count
from twingkit.learn.first_game.briefing import QuestionBriefing, choose_briefing
from twingkit.learn.first_game.first_game import (
    LEARNER_SEAT,
    Deal,
    FirstGameSettings,
    first_game_settings,
    single_answer,
)
from twingkit.learn.first_game.teaching import TeachingPlayer
from twingkit.learn.quiz.question_kinds import most_asked_rules, share_decided_by
from twingkit.players.curious import RASH_ANSWERS
from twingkit.players.lookahead import lookahead_of

_SLIP_PROBABILITY = 0.3
"""The probability that a beginner gives a random allowed answer instead of a good one."""

_MAX_OPEN_LEAD = 0.7
"""The largest lead of an opponent, as a part of the goal, at which a game still counts as open."""

MAX_MISSING_RULES_PENALTY = 0.6
"""The largest part of the score that a deal loses if desired rules do not act on the learner in time."""

FREQUENT_RULE_COUNT = 40
"""The number of most-asked rules that are written into the file of deals."""

MAX_ANSWERS = 4000
"""A game is given up after this many answers, including dice."""


@attrs.frozen
class DealMeasurements:
    """How well one deal teaches a beginner: answers, rules explained, lead of the opponents and score,
    averaged over simulated beginners.

    `answers` is the number of answers that the learner gave, `rules_explained` the number of rules explained,
    `waiting_share` the share of the learner's questions at which a new rule had to wait. `largest_deficit` is
    the largest lead of an opponent over any of the learners, `final_deficit` the largest at the end (parts of
    the goal, 0 to 1). `practice_share` is the share of practice questions that a rule explained here decides.
    `score` is from 0 to 100: 40 for `practice_share`, 30 for few rules that wait, 30 for a game that stays
    open (0 if an opponent was once too far ahead). It is reduced if the game is too long, and by up to
    `MAX_MISSING_RULES_PENALTY` if not all rules of `FirstGameSettings.desired_rules` acted on the learner in
    time. It is 0 if a rule was explained only after the first answer that it concerned.
    """

    answers: float
    rules_explained: float
    waiting_share: float
    largest_deficit: float
    final_deficit: float
    practice_share: float
    score: float


@attrs.frozen
class BeginnerGameTrial:
    """The course of one first game of a simulated beginner: the rules explained at each question, and the
    rules that applied.

    For each question: `explained_rules`, the rules explained there; `concerned_rules`, those that acted on
    the learner right after the answer; `waiting_counts`, how many explanations had to wait; `leads`, the lead
    of the best opponent, with one more at the end. `first_turn_by_rule` is the turn in which each rule first
    acted on the learner.
    """

    explained_rules: tuple[tuple[str, ...], ...]
    concerned_rules: tuple[frozenset[str], ...]
    waiting_counts: tuple[int, ...]
    leads: tuple[float, ...]
    first_turn_by_rule: Mapping[str, int] = attrs.field(factory=dict)

    def late_rules(self) -> set[str]:
        """Return the rules that were explained only after the first answer that they concerned."""
        explained = _first_places(self.explained_rules)
        concerned = _first_places(self.concerned_rules)
        return {rule for rule in explained.keys() & concerned if explained[rule] > concerned[rule]}

    def met_share(self, last_turn_by_rule: Mapping[str, int]) -> float:
        """Return the share of the desired rules that acted on the learner by the turn desired for each (0:
        any turn); 1 if none is desired.
        """
        met = [
            rule in self.first_turn_by_rule and (not last or self.first_turn_by_rule[rule] <= last)
            for rule, last in last_turn_by_rule.items()
        ]
        return fmean(met) if met else 1.0


def _first_places(rules: Sequence[Iterable[str]]) -> dict[str, int]:
    """Return, for each rule, the index of the first question at which it is listed."""
    return {rule: place for place, found in reversed(list(enumerate(rules))) for rule in found}


class _Beginner:
    """A simulated beginner, who answers mostly like a computer player and sometimes at random."""

    def __init__(self, adviser: Callable[[Game], object], seed: int) -> None:
        self.adviser, self.rng = adviser, random.Random(f"beginner {seed}")

    def __call__(self, game: Game) -> object:
        question = game.question
        assert question is not None
        if self.rng.random() >= _SLIP_PROBABILITY:
            return self.adviser(game)
        for _ in range(8):
            answer = question.random_answer(self.rng)
            if question.first_word(answer) not in RASH_ANSWERS:
                return answer
        return self.adviser(game)


def play_trial(
    entry: GameEntry, settings: FirstGameSettings, deal: Deal, beginner_seed: int
) -> BeginnerGameTrial:
    """Play one first game of a deal with a simulated beginner, and return what happened in it. Raises `Fault`
    if the game does not end.
    """
    game = Game(deal.start(entry.id), seed=deal.seed, rolls="ask")
    book, seats = game.start.rulebook(), player_count(game)
    teaching = [TeachingPlayer(entry.id, deal.seed * 1000 + seat, settings) for seat in range(seats)]
    adviser = TeachingPlayer(entry.id, beginner_seed, settings).base
    learner, name = _Beginner(adviser, beginner_seed), game.start.seat(LEARNER_SEAT)
    turn_number = lookahead_of(game).turn_number
    rules_told: list[tuple[str, ...]] = []
    concerned: list[frozenset[str]] = []
    turns_by_rule: dict[str, int] = {}
    waiting: list[int] = []
    leads: list[float] = []
    known: set[str] = set()
    lesson, since = QuestionBriefing(), 0
    while (question := game.question) is not None:
        if len(game) > MAX_ANSWERS:
            raise Fault("first_game.endless", game=entry.id, seed=deal.seed, n=MAX_ANSWERS)
        turn, before, decides = turn_number(game), len(game.table.rulings or ()), False
        if question.is_chance:
            if settings.rolls_by_place:
                game.rng = random.Random(f"{deal.seed}:{len(game)}")
            game.roll()
        elif question.player != LEARNER_SEAT:
            game.answer(teaching[question.player](game))
        elif taken := single_answer(question) or settings.automatic_answer(game):
            game.answer(taken)
        else:
            noted = (game.table.rulings or ())[since:]
            rulings = [Ruling(rule, case, facts, book).seen_by(LEARNER_SEAT) for rule, case, facts in noted]
            early = partial(settings.is_rule_too_early, game.view(LEARNER_SEAT))
            lesson = choose_briefing(
                settings, book, question, rulings, (), known, lesson.postponed_rules, is_early=early
            )
            known |= set(lesson.rule_ids)
            rules_told.append(lesson.rule_ids)
            waiting.append(len(lesson.postponed_rules))
            leads.append(_lead(settings, game, seats))
            since, decides = before, True
            game.answer(learner(game))
        acted = [rule for rule, _, facts in (game.table.rulings or ())[before:] if name in facts.values()]
        turns_by_rule = {**dict.fromkeys(acted, turn), **turns_by_rule}
        if decides:
            concerned.append(frozenset(acted))
    last_lead = _lead(settings, game, seats)
    return BeginnerGameTrial(
        tuple(rules_told), tuple(concerned), tuple(waiting), (*leads, last_lead), turns_by_rule
    )


def _lead(settings: FirstGameSettings, game: Game, seats: int) -> float:
    if settings.progress_to_goal is None:
        return 0.0
    shares = {seat: settings.progress_to_goal(game.table, seat) or 0.0 for seat in range(seats)}
    return max(shares.values()) - shares[LEARNER_SEAT]


def measure_trials(
    game: str, settings: FirstGameSettings, trials: Sequence[BeginnerGameTrial]
) -> DealMeasurements:
    """Compute how well a deal teaches from the games that simulated beginners played with it."""
    answers = fmean(len(trial.explained_rules) for trial in trials)
    rules_explained = fmean(sum(map(len, trial.explained_rules)) for trial in trials)
    waiting_share = fmean(
        sum(map(bool, trial.waiting_counts)) / max(1, len(trial.waiting_counts)) for trial in trials
    )
    largest_deficit = max(max(trial.leads) for trial in trials)
    final_deficit = max(trial.leads[-1] for trial in trials)
    open_ = 0.0 if largest_deficit > _MAX_OPEN_LEAD else 1 - min(1.0, (largest_deficit + final_deficit) / 2)
    practice_share = fmean(
        share_decided_by(game, {*settings.first_screen_rules, *chain(*trial.explained_rules)})
        for trial in trials
    )
    worth = 40 * practice_share + 30 * (1 - waiting_share) + 30 * open_
    met = fmean(trial.met_share(settings.desired_rules) for trial in trials)
    score = (
        worth
        * min(1.0, settings.max_answers / max(1.0, answers))
        * (1 - MAX_MISSING_RULES_PENALTY * (1 - met))
    )
    if any(trial.late_rules() for trial in trials):
        score = 0.0
    return DealMeasurements(
        *(
            round(value, 3)
            for value in (
                answers,
                rules_explained,
                waiting_share,
                largest_deficit,
                final_deficit,
                practice_share,
                score,
            )
        )
    )


def measure_deal(entry: GameEntry, deal: Deal, beginner_count: int | None = None) -> DealMeasurements:
    """Return how well a deal teaches, from first games of `beginner_count` simulated beginners (None: the
    number in the game's settings).

    Raises `Fault` if a game does not end.
    """
    first = first_game_settings(entry)
    count = first.beginner_count if beginner_count is None else beginner_count
    return measure_trials(
        entry.id, first, [play_trial(entry, first, deal, number) for number in range(1, count + 1)]
    )


def find_deal(
    entry: GameEntry,
    player_count: int,
    seed_count: int,
    *,
    beginner_count: int | None = None,
    on_seed_tried: Callable[[int], None] = lambda count: None,
) -> Deal:
    """Return the best deal for this number of players among the seeds from 1 to `seed_count`; the first one
    if several are equally good.

    `on_seed_tried` is called after each seed with the number of seeds tried. Raises `Fault` if the game has
    no first game for this number of players, or if `seed_count` is below 1.
    """
    known = first_game_settings(entry).deals
    if player_count not in known:
        listed = ", ".join(map(str, sorted(known)))
        raise Fault("first_game.players", found=player_count, game=entry.id, known=listed)
    if seed_count < 1:
        raise Fault("first_game.seeds", found=seed_count)
    lines = first_game_settings(entry).setup_lines.get(player_count, known[player_count].setup_lines)
    best: Deal | None = None
    for seed in range(1, seed_count + 1):
        deal = Deal(player_count=player_count, setup_lines=lines, seed=seed)
        deal = attrs.evolve(deal, measurements=attrs.asdict(measure_deal(entry, deal, beginner_count)))
        if best is None or deal.measurements["score"] > best.measurements["score"]:
            best = deal
        on_seed_tried(seed)
    assert best is not None
    return best


def format_deals(game: str, deals: Sequence[Deal], seed_count: int) -> str:
    """Return the text of a game's file of deals, as `first_game.load_deals` reads it, with the rules that
    practice asks about most.
    """
    lines = [f"# The deals of the first game, each found among {seed_count} seeds (`twingkit first-game`)."]
    often = ", ".join(f'"{rule}"' for rule in most_asked_rules(game, FREQUENT_RULE_COUNT))
    lines += ["# The rules that decide the most questions of practice.", f"often = [{often}]"]
    for deal in deals:
        rows = ", ".join(f'"{line}"' for line in deal.setup_lines)
        numbers = ", ".join(f"{name} = {value}" for name, value in deal.measurements.items())
        lines += [
            "",
            "[[deal]]",
            f"players = {deal.player_count}",
            f"lines = [{rows}]",
            f"seed = {deal.seed}",
        ]
        lines.append(f"figures = {{ {numbers} }}")
    return "\n".join(lines) + "\n"
