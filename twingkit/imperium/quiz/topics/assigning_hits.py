"""Questions on assigning hits: what may be lost, what Sustain Damage saves, and which units need it."""

from __future__ import annotations

import random
from itertools import product

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.quiz.battles import NON_FIGHTER_SHIPS, new_battle_game, play_until, sample_fleet
from twingkit.imperium.quiz.forgotten_rule import mistakes_without_rule
from twingkit.imperium.quiz.question_texts import SAY, losses_text, mistake, remark
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.options import (
    Mistake,
    number_options,
    sort_refused_by_variety,
    value_options,
    yes_no_options,
)
from twingkit.learn.quiz.staging import answer_while_pending, pending, question_at_moment, rulings_about

_MAX_TRIES = 60
"""The number of assignments tried to find an illegal one."""


def _game_at_assignment(rng: random.Random) -> Game:
    """Return a game in which a side can choose how to assign hits, some of them by sustaining damage."""
    light = sample_fleet(rng, ("cruiser", "destroyer", "carrier"), class_count=1, max_count=2)
    units = light | {"dreadnought": rng.randint(1, 2)}
    strong = sample_fleet(rng, NON_FIGHTER_SHIPS, class_count=3)
    player = rng.randint(0, 1)
    sides = (Side(units), Side(strong))
    fight = Battle("space", *(sides if player == 0 else sides[::-1]))

    def is_assignment(game: Game) -> bool:
        question = pending(game, AssignHits, player)
        return question is not None and question.pending_hits.total < 5

    return play_until(new_battle_game(fight), rng, is_assignment)


def _question(game: Game) -> AssignHits:
    return require_value(pending(game, AssignHits))


def _assignments(rng: random.Random, question: AssignHits) -> list[tuple[HitLosses, Refusal | None]]:
    """Return assignments of about the right number of hits, each with its refusal or None."""
    force = question.table.forces[question.player]
    total = question.pending_hits.total
    most = [range(min(force.count(index), total) + 1) for index in range(len(force.fresh))]
    both = list(product(product(*most), product(*most)))
    near = [
        (sustained, destroyed)
        for sustained, destroyed in both
        if total - 1 <= sum(sustained) + sum(destroyed) <= total + 1
        and all(
            h + g <= force.count(index) for index, (h, g) in enumerate(zip(sustained, destroyed, strict=True))
        )
    ]
    rng.shuffle(near)
    assignments = [
        question.assignments.losses_with_excess_hits(sustained, destroyed)
        for sustained, destroyed in near[:_MAX_TRIES]
    ]
    return [(losses, question.refusal(losses)) for losses in assignments]


def _play_losses(game: Game, losses: HitLosses) -> tuple[Game, list[Ruling]]:
    """Play the game until the losses are cited; return it with the rulings on them."""
    role = game.start.seat(_question(game).player)
    twin = game.copy()
    since = len(twin)
    twin.answer(losses)
    answer_while_pending(twin, AssignHits, AssignHits.default_answer)
    return twin, rulings_about(twin.rulings_since(since, *LOSS_RULES), role)


LOSS_RULES = ("IM-UNIT-3", "IM-SPACE-7")
"""The rules whose rulings describe a side's losses."""


@question_kind("may")
def _is_assignment_allowed(rng: random.Random) -> QuizItem | None:
    game = _game_at_assignment(rng)
    question, target = _question(game), rng.random() < 0.5
    fit = [
        (losses, refusal) for losses, refusal in _assignments(rng, question) if (refusal is None) == target
    ]
    require(fit)
    losses, refusal = (
        fit[0] if target else rng.choice(sort_refused_by_variety([(t, r) for t, r in fit if r])[:2])
    )
    shown = _ask("may", game, taken=losses_text(question.table, question.player, losses))
    if refusal is not None:
        return question_at_moment(
            game, (), shown, yes_no_options(False), [refusal, *_balance(question, losses, refusal.rule)]
        )
    after, why = _play_losses(game, losses)
    return question_at_moment(game, after, shown, yes_no_options(True), [*_balance(question, losses), *why])


def _ask(key: str, game: Game, **facts: object) -> TextByLanguage:
    """Return a question about the hits to assign; a single hit has its own sentence."""
    question = _question(game)
    n = question.pending_hits.total
    case = f"losses.{key}_one" if n == 1 else f"losses.{key}"
    return SAY(case, side=game.start.seat(question.player), n=n, **facts)


def _balance(question: AssignHits, losses: HitLosses, against: str = "") -> list[Reason]:
    """Return a reason that states the number of hits to assign and the number taken by the losses; empty if
    `against` already says this.
    """
    force = question.table.forces[question.player]
    able = {
        index
        for index, unit in enumerate(question.table.rosters[question.player].units)
        if unit.can_sustain_damage
    }
    if any(n and index not in able for index, n in enumerate(losses.sustained)):
        return []  # not every loss takes a hit
    n, taken_hits = question.pending_hits.total, sum(losses.destroyed) + sum(losses.sustained)
    if against == "IM-SPACE-7":
        return []
    all_gone = sum(losses.destroyed) == force.size
    key = "why.all_gone" if all_gone and taken_hits < n else "why.balanced" if taken_hits == n else ""
    return [remark(key, n=n)] if key else []


@question_kind("which")
def _allowed_assignment(rng: random.Random) -> QuizItem | None:
    game = _game_at_assignment(rng)
    question = _question(game)
    assignments = _assignments(rng, question)
    right = next((losses for losses, refusal in assignments if refusal is None), None)
    refused = sort_refused_by_variety(
        [(losses, refusal) for losses, refusal in assignments if refusal is not None]
    )
    if right is None or len(refused) < 2:
        return None
    mistakes = [Mistake(losses, reasons=(refusal,)) for losses, refusal in refused[:3]]
    options = value_options(
        right,
        mistakes,
        lambda losses: losses_text(question.table, question.player, losses),
        key=question.format_answer,
    )
    after, why = _play_losses(game, right)
    return question_at_moment(game, after, _ask("which", game), options, [*_balance(question, right), *why])


@question_kind("fewest")
def _min_ships_lost(rng: random.Random) -> QuizItem | None:
    game = _game_at_assignment(rng)
    question = _question(game)
    ways = list(question.options())
    best = min(ways, key=lambda losses: sum(losses.destroyed))
    right = sum(best.destroyed)
    total = min(question.pending_hits.total, question.table.forces[question.player].size)
    require(right != total)
    after, why = _play_losses(game, best)
    again = max(0, total - 2 * sum(best.sustained))
    mistakes = [*mistakes_without_rule(game, "IM-UNIT-3", _min_losses), mistake(again, "twice")]
    options = number_options(rng, right, mistakes, maximum=total)
    sums = {"n": question.pending_hits.total, "m": sum(best.sustained), "k": right}
    told: list[Reason] = [*why, remark("why.fewest", **sums)]
    return question_at_moment(game, after, _ask("fewest", game), options, told)


def _min_losses(game: Game) -> int | None:
    """Return the smallest number of units that the side must lose to the pending hits; None if no hits are to
    be assigned.
    """
    question = pending(game, AssignHits)
    return min(sum(losses.destroyed) for losses in question.options()) if question else None
