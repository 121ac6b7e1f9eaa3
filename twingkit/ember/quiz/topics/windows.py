"""Questions about when players may act, and who acts first."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.ember.quiz.question_texts import POOL, SAY, plain, remark, seat_texts, stated
from twingkit.ember.quiz.staging import CardDealer, staged_game
from twingkit.ember.rules.events import Announced
from twingkit.ember.rules.questions import RespondInWindow
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.staging import pending, value_question, which_allowed_question, yes_no_question

_DRAWING_CREATURES = ("wisp", "kelpie", "simurgh")
"""Creatures that are used without a target and are not answers."""


def _announced_uses(game: Game) -> list[Announced]:
    rulings = game.rulings_since(1, "EM-ABIL-2")
    return [event for ruling in rulings if isinstance(event := ruling.event, Announced)]


@question_kind("first", CardDealer)
def _make_first_acting_creature_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine, theirs = rng.sample(("wisp", "kelpie", "simurgh", "siren"), 2)
    game = staged_game(deal, deal.random_wizards(4), [mine], [theirs], answers=["stay"])
    given = (f"use {mine}", f"use {theirs}")
    twin = game.copy()
    for _ in range(2):
        twin.answer(given[require_value(pending(twin, RespondInWindow)).player])
    announced = _announced_uses(twin)
    require(announced)
    right = mine if announced[0].creature == POOL[mine] else theirs
    other = theirs if right == mine else mine
    facts = {"mine": mine, "theirs": theirs}
    values = {"n": POOL[right].value, "m": POOL[other].value}
    why = [remark("why.higher", creature=right, other=other, **values)]
    return value_question(game, twin, SAY("window.first", **facts), right, {other: why}, plain, why)


@question_kind("equal", CardDealer)
def _make_first_among_equals_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on who acts first if creatures have equal Victory Points."""
    current = rng.randrange(3)
    names = rng.choice((("imp", "wisp"), ("wisp", "imp"), ("siren", "kelpie"), ("kelpie", "siren")))
    seats = rng.sample(range(3), 2)
    owners: list[list[str]] = [[], [], []]
    for seat, name in zip(seats, names, strict=True):
        owners[seat] = [name]
    game = staged_game(
        deal, deal.random_wizards(4), *owners, to_move=f"p{current + 1} draw", answers=["stay"]
    )
    twin = game.copy()
    for _ in range(2):
        seat = require_value(pending(twin, RespondInWindow)).player
        name = owners[seat][0]
        target = f" p{(seat + 1) % 3 + 1}" if name == "imp" else ""
        twin.answer(f"use {name}{target}")
    announced = _announced_uses(twin)
    require(announced)
    right = announced[0].side
    facts = {"side": f"p{current + 1}", "one": names[0], "two": names[1]}
    places = {"who": f"p{seats[0] + 1}", "other": f"p{seats[1] + 1}"}
    wrong = {f"p{seat + 1}": [remark("why.clockwise", side=right)] for seat in seats}
    why = [remark("why.clockwise", side=right), *stated("EM-WIN-3")]
    return value_question(game, twin, SAY("window.equal", **facts, **places), right, wrong, seat_texts, why)


@question_kind("when", CardDealer)
def _make_off_turn_actions_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    use = rng.choice(_DRAWING_CREATURES)
    pair = deal.cards_of_one_number(2)
    mine = [*pair, *deal.random_wizards(2)]
    game = staged_game(deal, mine, [use], pool=["gnome", "golem"], to_move="p2 draw", answers=["stay"])
    tried = {
        f"use {use}": SAY("window.use", creature=use),
        f"conjure gnome {pair[0]} {pair[1]}": SAY("window.conjure", creature="gnome", cards=pair),
        "draw": SAY("window.draw"),
    }
    because = remark("why.any_time", "EM-WIN-1", creature=use)
    return which_allowed_question(game, tried, SAY("window.when"), because)


@question_kind("silent", CardDealer)
def _make_who_is_asked_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    able = rng.randrange(3)
    owners: list[list[str]] = [[], [], []]
    for seat in range(3):
        owners[seat] = (
            [rng.choice(_DRAWING_CREATURES)] if seat == able else [rng.choice(("sprite", "pegasus", "hydra"))]
        )
    taken = [name for names in owners for name in names]
    require(len(set(taken)) >= 3)
    current = rng.randrange(3)
    game = staged_game(
        deal, deal.random_wizards(4), *owners, to_move=f"p{current + 1} draw", answers=["stay"]
    )
    question = require_value(pending(game, RespondInWindow))
    right = f"p{question.player + 1}"
    wrong = {f"p{seat + 1}": [remark("mistake.cannot", side=f"p{seat + 1}")] for seat in range(3)}
    texts = SAY("window.silent", side=f"p{current + 1}")
    why = [remark("why.can_act", side=right, creature=taken[able]), *stated("EM-WIN-2")]
    return value_question(game, ["pass"], texts, right, wrong, seat_texts, why)


@question_kind("betrayed", CardDealer)
def _make_what_pass_reveals_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    use = rng.choice(_DRAWING_CREATURES)
    archmage = rng.random() < 0.5
    mine = [*deal.random_wizards(3), *(["*"] if archmage else [])]
    has = ["sprite:down"] if archmage else [use]
    game = staged_game(deal, mine, has, to_move="p2 draw", answers=["stay"])
    question = game.question
    require(question is not None and question.player == 0)
    texts = SAY("window.betray_card" if archmage else "window.betray_use", creature=use)
    why = [remark("why.betray_card" if archmage else "why.betray_use", creature=use)]
    wrong = {"passed": why, "card": why}
    say = lambda case: SAY(f"window.learn_{case}")  # noqa: E731
    return value_question(game, ["pass"], texts, "nothing", wrong, say, [*why, *stated("EM-WIN-2")])


@question_kind("rest", CardDealer)
def _make_whether_asked_again_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether a player who passed is asked again in this turn."""
    whole = rng.random() < 0.5
    pair = deal.cards_of_one_number(2)
    theirs = [*pair, *deal.random_wizards(1)]
    top = f"top {' '.join(deal.random_wizards(3))}"
    game = staged_game(
        deal,
        deal.random_wizards(4),
        [rng.choice(_DRAWING_CREATURES)],
        opponent_cards=theirs,
        pool=["gnome", "golem"],
        extra_part=top,
        to_move="p2 draw",
        answers=["stay"],
    )
    after = ["turn" if whole else "pass", f"conjure gnome {' '.join(pair)}"]
    twin = game.copy().give_answers(*after)
    if twin.question is not None and twin.question.player == 1:
        twin.give_answers("pass")  # the active player is asked first, since the new creature could act
        after.append("pass")
    right = pending(twin, RespondInWindow, 0) is not None
    why = [remark("why.asked_again" if right else "why.not_asked_again"), *stated("EM-WIN-1")]
    texts = SAY("window.rest_turn" if whole else "window.rest_pass", creature="gnome")
    return yes_no_question(game, after, texts, right, why)
