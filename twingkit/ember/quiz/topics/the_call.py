"""Questions about the call, and who wins."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.ember.quiz.question_texts import POOL, SAY, heard, mistake, remark, seat_texts, stated
from twingkit.ember.quiz.staging import CardDealer, random_creature_ids, staged_game
from twingkit.ember.rules import questions
from twingkit.ember.variants.variant import BOX
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require, require_value

LENGTHS = {"quick": 20, "standard": 30, "long": 40, "very-long": 50}
"""The four lengths of a game (EM-SET-4)."""


def _creatures(rng: random.Random, low: int, high: int, without: tuple[str, ...] = ()) -> list[str] | None:
    for _ in range(60):
        names = random_creature_ids(
            rng, lambda creature: creature.id not in ("pegasus", *without), rng.randint(2, 5)
        )
        if low <= sum(POOL[name].value for name in names) <= high:
            return [f"{name}:down" for name in names]
    return None


def _after_passes(game: Game, *answers: str) -> Game:
    """Return a copy of a game after these answers and, after a call, passes until the end."""
    twin = game.copy().give_answers(*answers)
    staging.answer_while_pending(twin, (questions.LastRoundUse, questions.AnswerAbility))
    return twin


@question_kind("right", CardDealer)
def _make_whether_call_right_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    has = require_value(_creatures(rng, 26, 34))
    game = staged_game(deal, deal.random_wizards(4), has)
    twin = game.copy().give_answers("call")
    why = heard(twin.rulings_since(0, "EM-CALL-2", "EM-CALL-6"))
    return staging.yes_no_question(game, ["call"], SAY("call.right"), twin.table.caller is not None, why)


@question_kind("length", CardDealer)
def _make_call_by_length_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether a call is right in a game of another length."""
    name = rng.choice(list(LENGTHS))
    goal, key = LENGTHS[name], name.replace("-", "_")
    has = require_value(_creatures(rng, goal - 4, goal + 4))
    game = staged_game(
        deal, deal.random_wizards(4), has, variant="" if name == "standard" else f"length={goal}"
    )
    twin = game.copy().give_answers("call")
    why = [remark(f"why.length_{key}", n=goal), *heard(twin.rulings_since(0, "EM-CALL-2", "EM-CALL-6"))]
    right = twin.table.caller is not None
    return staging.yes_no_question(game, ["call"], SAY(f"call.{key}"), right, why, why[-1])


@question_kind("itself", CardDealer)
def _make_whether_game_over_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    has = require_value(_creatures(rng, BOX.length, BOX.length + 6))
    calls = rng.random() < 0.5
    game = staged_game(deal, deal.random_wizards(4), has)
    twin = _after_passes(game, "call") if calls else game.copy().give_answers("stay")
    key, points = "called" if calls else "not_called", game.table.players[0].total
    why = [remark(f"why.{key}", n=points)]
    return staging.yes_no_question(game, twin, SAY(f"call.{key}", n=points), twin.over, why)


@question_kind("begins", CardDealer)
def _make_last_round_order_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    caller = rng.randrange(3)
    draws = ["wisp", "kelpie", "simurgh"]
    has = require_value(_creatures(rng, BOX.length, BOX.length + 8, tuple(draws)))
    owners = [[name] for name in rng.sample(draws, 3)]
    owners[caller] = [*owners[caller], *has]
    game = staged_game(deal, deal.random_wizards(4), *owners, to_move=f"p{caller + 1} draw")
    twin = game.copy().give_answers("call")
    order = [f"p{seat + 1}" for seat in staging.answer_while_pending(twin, questions.LastRoundUse)]
    last = rng.random() < 0.5
    goal = order[-1] if last else order[0]
    why = [remark("why.last_order", side=f"p{caller + 1}", first=order[0]), *stated("EM-CALL-3")]
    wrong = {f"p{seat + 1}": why[:1] for seat in range(3)}
    texts = SAY("call.last" if last else "call.first", side=f"p{caller + 1}")
    return staging.value_question(game, ["call", "pass"], texts, goal, wrong, seat_texts, why)


@question_kind("last-round", CardDealer)
def _make_last_round_answer_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether an answer is allowed in the last round."""
    has = require_value(_creatures(rng, BOX.length, BOX.length + 8, ("wisp", "kelpie", "gnome", "golem")))
    use = rng.choice(("wisp", "kelpie"))
    pair = deal.cards_of_one_number(2)
    mine = [*pair, *deal.random_wizards(2)]
    game = staged_game(deal, mine, [use], has, pool=["gnome", "golem"], to_move="p2 draw", answers=["call"])
    answer, key, facts = rng.choice(
        (
            (f"use {use}", "call.may_use", {"creature": use}),
            ("draw", "call.may_draw", {}),
            (f"conjure gnome {' '.join(pair)}", "call.may_conjure", {"creature": "gnome", "cards": pair}),
        )
    )
    because = remark("why.last_use", creature=use)
    return staging.whether_allowed_question(game, answer, SAY(key, **facts), because, "EM-ABIL-2")


@question_kind("fell", CardDealer)
def _make_winner_after_fall_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on who wins after the caller fell below the points needed for a call."""
    has = _creatures(rng, BOX.length - 10, BOX.length - 9)
    other = _creatures(rng, BOX.length - 5, BOX.length)
    if has is None or other is None or {*has} & {*other}:
        return None
    game = staged_game(
        deal,
        deal.random_wizards(3),
        [*has, "pegasus"],
        other,
        opponent_cards=[*deal.random_wizards(2), "*"],
        answers=["call"],
    )
    require(game.question is not None and game.question.player == 1)
    twin = _after_passes(game, "archmage flip pegasus")
    require(twin.result.winner is not None and twin.table.players[0].total < BOX.length)
    return _winner_question(twin, game, SAY("call.fell", creature="pegasus"), stated("EM-CALL-4"))


def _winner_question(
    twin: Game, game: Game, texts: TextByLanguage, first: Sequence[Reason]
) -> QuizItem | None:
    totals = {f"p{seat + 1}": total for seat, total in enumerate(twin.result.totals)}
    goal = f"p{twin.result.winner + 1}"
    wrong = {
        seat: [
            remark(
                "mistake.total" if total < totals[goal] else "mistake.total_tied",
                side=seat,
                n=total,
                m=totals[goal],
            )
        ]
        for seat, total in totals.items()
    }
    scores = [remark("why.scores", side=seat, n=total) for seat, total in totals.items()]
    is_tied = list(totals.values()).count(totals[goal]) > 1
    hands = [_hands_reason(*(player.hand for player in twin.table.players[:2]))] if is_tied else []
    ends = heard(twin.rulings_since(len(game), "EM-CALL-5"))
    return staging.value_question(
        game, twin, texts, goal, wrong, seat_texts, [*first, *scores, *hands, *ends]
    )


def _hands_reason(mine: Sequence[str], theirs: Sequence[str]) -> Reason:
    """Return the remark that compares the sums of the hands of two tied players."""
    sums = [sum(int(card[1:]) if card != "*" else 3 for card in cards) for cards in (mine, theirs)]
    return remark("why.hands", n=sums[0], m=sums[1])


@question_kind("winner", CardDealer)
def _make_winner_after_call_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    caller = _creatures(rng, BOX.length, BOX.length + 3)
    second, third = _creatures(rng, 22, 36), _creatures(rng, 20, 36)
    if caller is None or second is None or third is None:
        return None
    require(len({*caller, *second, *third}) >= len([*caller, *second, *third]))
    game = staged_game(deal, deal.random_wizards(3), caller, second, third)
    twin = _after_passes(game, "call")
    if twin.result.winner is None:
        return None
    return _winner_question(twin, game, SAY("call.winner"), [])


@question_kind("tie", CardDealer)
def _make_winner_of_tie_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    pairs = [
        ("phoenix", "dragon"),
        ("cerberus", "titan"),
        ("simurgh", "kraken"),
        ("golem", "djinn"),
        ("gorgon", "roc"),
    ]
    chosen = rng.sample(pairs, 3)
    require(sum(POOL[name].value for name, _ in chosen) >= BOX.length)
    has = [[f"{pair[side]}:down" for pair in chosen] for side in (0, 1)]
    mine, theirs = deal.random_wizards(rng.randint(1, 3)), deal.random_wizards(rng.randint(1, 3))
    (mine if rng.random() < 0.5 else theirs).append("*")
    game = staged_game(deal, mine, has[0], has[1], opponent_cards=theirs, pool=["wisp"])
    twin = _after_passes(game, "call")
    goal = "both" if twin.result.winner is None else f"p{twin.result.winner + 1}"
    reasons = [_hands_reason(mine, theirs)]
    wrong = dict.fromkeys(("p1", "p2", "both"), reasons)
    say = lambda seat: SAY("call.both") if seat == "both" else seat_texts(seat)  # noqa: E731
    why = [*reasons, *heard(twin.rulings_since(0, "EM-CALL-5"))]
    texts = SAY("call.tie", cards=mine, others=theirs)
    return staging.value_question(game, twin, texts, goal, wrong, say, why)


@question_kind("penalty", CardDealer)
def _make_wrong_call_penalty_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many Victory Points are left after a wrong call."""
    names = random_creature_ids(
        rng, lambda creature: creature.id != "pegasus" and creature.value < 8, rng.randint(3, 5)
    )
    has = [f"{name}:down{'-1' if POOL[name].value == 1 and rng.random() < 0.7 else ''}" for name in names]
    game = staged_game(deal, deal.random_wizards(4), has)
    before = game.table.players[0].total
    require(before < BOX.length)
    twin = game.copy().give_answers("call")
    goal = twin.table.players[0].total
    mistakes = [
        mistake(before - 1, "one_point"),
        mistake(before - len(has), "zero_too"),
        mistake(before, "no_penalty"),
    ]
    lost = {"n": before, "k": before - goal, "right": goal}
    why = [remark("why.penalty", **lost), *heard(twin.rulings_since(0, "EM-CALL-6", "EM-ABIL-8"))]
    return staging.count_question(rng, game, ["call"], SAY("call.penalty", n=before), goal, mistakes, why)


@question_kind("pool", CardDealer)
def _make_pool_game_end_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether the game ends after this turn."""
    pair = deal.cards_of_one_number(2)
    lone = rng.random() < 0.5
    names = ["gnome"] if lone else ["gnome", "dragon"]
    top = f"top {' '.join(deal.random_wizards(4))}"
    game = staged_game(
        deal, [*pair, *deal.random_wizards(2)], pool=names, extra_part=top, to_move="p1 conjure"
    )
    twin = game.copy().give_answers(f"conjure gnome {' '.join(pair)}")
    while twin.table.turn == 0 and not (twin.over or staging.pending(twin, questions.DrawStepQuestion)):
        question = require_value(staging.pending(twin, (questions.RespondInWindow, questions.ConjureStep)))
        twin.answer("done" if isinstance(question, questions.ConjureStep) else "pass")
    texts = SAY("call.pool", creature="gnome", names=tuple(names))
    because = remark("why.pool_empty" if lone else "why.pool_left", creature=names[-1])
    why = [because, *stated("EM-CALL-7")]
    return staging.yes_no_question(game, twin, texts, twin.over, why)
