"""Assigning hits: what may be given up, what Sustain Damage saves, and who needs it."""

from __future__ import annotations

import random
from itertools import product

from twingkit.asking import Refusal
from twingkit.imperium.quiz.deals import HEAVY, battle, fleet, side
from twingkit.imperium.quiz.staging import answers, asked, begun, rulings, until, wrong
from twingkit.imperium.quiz.telling import SAY, taken
from twingkit.imperium.rules.assign import Taken
from twingkit.imperium.rules.questions import Assign
from twingkit.play import Game
from twingkit.quiz.asking import Miss, choices, numbers, varied, yes_no
from twingkit.quiz.item import Item
from twingkit.quiz.phrases import Said
from twingkit.rulebook import Ruling

TRIED = 60
"""The number of assignments tried to find one that is refused."""


def _moment(rng: random.Random) -> Game | None:
    """A side has hits to assign, and a choice; ships that sustain damage are among them."""
    light = fleet(rng, ("cruiser", "destroyer", "carrier"), kinds=1, most=2)
    units = light | {"dreadnought": rng.randint(1, 2)}
    strong = fleet(rng, HEAVY, kinds=3)
    player = rng.randint(0, 1)
    sides = (side(units), side(strong))
    fight = battle("space", *(sides if player == 0 else sides[::-1]))
    return until(
        begun(fight),
        rng,
        lambda question: (
            isinstance(question, Assign) and question.player == player and question.load.total < 5
        ),
    )


def _question(game: Game) -> Assign:
    question = game.question
    if not isinstance(question, Assign):
        raise TypeError("no hits are assigned now")
    return question


def _assignments(rng: random.Random, question: Assign) -> list[tuple[Taken, Refusal | None]]:
    """Assignments of about as many hits as there are, each with what the rules say against it."""
    force = question.table.forces[question.player]
    total = question.load.total
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
    assignments = [question.ways.taken(sustained, destroyed) for sustained, destroyed in near[:TRIED]]
    return [(losses, question.refusal(losses)) for losses in assignments]


def _played(game: Game, losses: Taken) -> tuple[list[str], list[Ruling]]:
    """The answers until the losses are cited, and the rulings on them."""
    role = game.start.seat(_question(game).player)
    twin = game.copy()
    since = len(twin)
    twin.answer(losses)
    while isinstance(twin.question, Assign):
        twin.answer(twin.question.stated())
    cited = [ruling for ruling in rulings(twin, since) if ruling.rule in LOST]
    return answers(twin, since), [ruling for ruling in cited if ruling.facts["side"] == role]


LOST = ("IM-UNIT-3", "IM-SPACE-7")
"""The rules that tell what hits did."""


def may(rng: random.Random) -> Item | None:
    """The question “May hits be assigned like this?”"""
    game = _moment(rng)
    if game is None:
        return None
    question, target = _question(game), rng.random() < 0.5
    fit = [
        (losses, refusal) for losses, refusal in _assignments(rng, question) if (refusal is None) == target
    ]
    if not fit:
        return None
    losses, refusal = fit[0] if target else rng.choice(varied([(t, r) for t, r in fit if r])[:2])
    assignment_text = SAY(
        "losses.may",
        side=game.start.seat(question.player),
        n=question.load.total,
        taken=_worded(question, losses),
    )
    if refusal is not None:
        return asked(game, (), assignment_text, yes_no(False, refusal.rule), [refusal])
    after, why = _played(game, losses)
    return asked(game, after, assignment_text, yes_no(True, "IM-SPACE-7"), why)


def which(rng: random.Random) -> Item | None:
    """The question “Which of these assignments is allowed?”"""
    game = _moment(rng)
    if game is None:
        return None
    question = _question(game)
    assignments = _assignments(rng, question)
    right = next((losses for losses, refusal in assignments if refusal is None), None)
    refused = varied([(losses, refusal) for losses, refusal in assignments if refusal is not None])
    if right is None or len(refused) < 2:
        return None
    misses = [Miss(losses, refusal.rule) for losses, refusal in refused[:3]]
    options = choices(
        right, misses, lambda losses: taken(question.table, question.player, losses), key=question.write
    )
    after, why = _played(game, right)
    texts = SAY("losses.which", side=game.start.seat(question.player), n=question.load.total)
    return asked(game, after, texts, options, [*why, *(refusal for _, refusal in refused[:3])])


def fewest(rng: random.Random) -> Item | None:
    """The question “How many ships must a side lose at least?”"""
    game = _moment(rng)
    if game is None:
        return None
    question = _question(game)
    ways = list(question.options())
    best = min(ways, key=lambda losses: sum(losses.destroyed))
    right = sum(best.destroyed)
    total = min(question.load.total, question.table.forces[question.player].size)
    if right == total:
        return None
    after, why = _played(game, best)
    again = max(0, total - 2 * sum(best.sustained))
    options = numbers(rng, right, wrong(right, {"IM-UNIT-3": total, "IM-UNIT-9": again}))
    texts = SAY("losses.fewest", side=game.start.seat(question.player), n=question.load.total)
    return asked(game, after, texts, options, why)


def _worded(question: Assign, losses: Taken) -> Said:
    """An assignment as a part of a sentence."""
    return Said(taken(question.table, question.player, losses))
