"""Questions about the first step, the Hand Size and draws."""

from __future__ import annotations

import random

from twingkit.core.language import call_in_language
from twingkit.core.play import Game
from twingkit.core.words import LANGUAGES, format_percent
from twingkit.ember.exact_odds.chance_within import chance_within, keep_rows
from twingkit.ember.quiz.question_texts import SAY, heard, mistake, plain, remark, stated
from twingkit.ember.quiz.staging import CardDealer, staged_game, with_chance_resolved
from twingkit.ember.rules.choices import DrawSource
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.table import HAND_SIZE
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, QuizReason, Texts
from twingkit.learn.quiz.makers import question_kind, require

_HAND_SIZE_CHANGES = {"sprite": 1, "djinn": 2}


@question_kind("full", CardDealer)
def _make_draw_without_discard_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine = deal.random_wizards(rng.choice((3, 4, 5, 5, 6)))
    game = staged_game(deal, mine)
    room = remark("why.room", n=len(mine), m=HAND_SIZE)
    return staging.whether_allowed_question(game, "draw", SAY("draw.full", n=len(mine)), room)


@question_kind("limited", CardDealer)
def _make_draw_at_limit_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether a player draws without discarding at a changed Hand Size."""
    name = rng.choice(list(_HAND_SIZE_CHANGES))
    up = rng.random() < 0.6
    mine = deal.random_wizards(
        HAND_SIZE + rng.choice((0, _HAND_SIZE_CHANGES[name] - 1, _HAND_SIZE_CHANGES[name]))
    )
    game = staged_game(deal, mine, [name if up else f"{name}:down"])
    room = remark("why.room", n=len(mine), m=game.table.players[0].hand_limit)
    return staging.whether_allowed_question(
        game, "draw", SAY("draw.full", n=len(mine)), room, first_reasons=_limit_reasons(game)
    )


def _limit_reasons(game: Game) -> list[QuizReason]:
    """Return the remarks that explain the learner's Hand Size: the number of cards, and each creature that
    changes it.
    """
    player = game.table.players[0]
    changing = [owned for owned in player.owned if owned.id in _HAND_SIZE_CHANGES]
    key = "limit" if any(owned.is_face_up for owned in changing) else "limit_plain"
    return [
        remark(f"why.{key}", n=player.hand_limit),
        *(
            remark(
                "why.limit_up" if owned.is_face_up else "why.limit_down",
                creature=owned.creature,
                n=_HAND_SIZE_CHANGES[owned.id],
            )
            for owned in changing
        ),
    ]


@question_kind("limit", CardDealer)
def _make_hand_limit_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    has = [
        name if rng.random() < 0.6 else f"{name}:down" for name in _HAND_SIZE_CHANGES if rng.random() < 0.8
    ]
    require(has)
    mine = deal.random_wizards(rng.randint(3, 6))
    game = staged_game(deal, mine, has)
    right = game.table.players[0].hand_limit
    every = HAND_SIZE + sum(_HAND_SIZE_CHANGES[name.partition(":")[0]] for name in has)
    mistakes = [
        mistake(every, "flipped_limit"),
        mistake(HAND_SIZE, "plain_limit"),
        mistake(len(mine), "cards_held"),
    ]
    return staging.count_question(rng, game, [], SAY("draw.limit"), right, mistakes, _limit_reasons(game))


@question_kind("refresh", CardDealer)
def _make_hand_after_refresh_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many cards a player holds after refreshing."""
    mine = deal.random_wizards(rng.randint(1, 7))
    game = staged_game(deal, mine)
    twin = with_chance_resolved(game.copy().give_answers("refresh"))
    why = [remark("why.refresh", n=len(mine)), *heard(twin.rulings_since(0, "EM-TURN-4"))]
    mistakes = [mistake(HAND_SIZE, "to_the_limit")]
    return staging.count_question(rng, game, twin, SAY("draw.refresh", n=len(mine)), len(mine), mistakes, why)


@question_kind("refreshed", CardDealer)
def _make_actions_after_refresh_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    mine = deal.random_wizards(4)
    new = [*deal.cards_of_one_number(2), *deal.random_wizards(2)]
    use = rng.choice(("wisp", "imp"))
    top = f"top {' '.join([*new, *deal.random_wizards(2)])}"
    game = staged_game(
        deal, mine, [use], pool=["gnome", "golem"], extra_part=top, answers=["refresh", "pass"]
    )
    tried = {
        f"conjure gnome {new[0]} {new[1]}": SAY("draw.conjure_gnome", cards=new[:2]),
        "use wisp" if use == "wisp" else "use imp p2": SAY("draw.use_it", creature=use),
        "draw": SAY("draw.draw_too"),
    }
    because = remark("why.any_time", "EM-TURN-4", creature=use)
    return staging.which_allowed_question(
        game, tried, SAY("draw.refreshed"), because, "EM-TURN-4", "EM-WIN-1"
    )


@question_kind("steps", CardDealer)
def _make_actions_in_step_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    pair = deal.cards_of_one_number(2)
    mine = [*pair, *deal.random_wizards(2)]
    first = rng.random() < 0.5
    pay = f"conjure gnome {pair[0]} {pair[1]}"
    game = staged_game(deal, mine, pool=["gnome"], to_move="p1 draw" if first else "p1 conjure")
    tried = {pay: SAY("draw.conjure_gnome", cards=pair), "draw": SAY("draw.draw_card")}
    step = "first" if first else "second"
    because = remark(f"why.step_{step}", cards=pair)
    return staging.which_allowed_question(game, tried, SAY(f"draw.{step}"), because)


@question_kind("by-ability", CardDealer)
def _make_ability_draw_hand_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many cards a player holds after a draw by an ability."""
    name, drawn = rng.choice((("wisp", 1), ("kelpie", 2), ("simurgh", 3)))
    mine = deal.random_wizards(rng.randint(3, 6))
    game = staged_game(deal, mine, [name])
    twin = with_chance_resolved(game.copy().give_answers(f"use {name}"))
    right = len(twin.table.players[0].hand)
    texts = SAY("draw.by_ability", n=len(mine), creature=name, m=drawn)
    mistakes = [mistake(max(HAND_SIZE, len(mine)), "capped"), mistake(len(mine), "swapped")]
    why = [remark("why.by_ability", n=len(mine), m=drawn, k=right)]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("down", CardDealer)
def _make_end_discards_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many cards a player discards at the end of the turn."""
    mine = deal.random_wizards(rng.randint(6, 9))
    game = staged_game(deal, mine, pool=["dragon"], to_move="p1 conjured")
    right = len(mine) - HAND_SIZE
    mistakes = [mistake(1, "one_only")]
    texts = SAY("draw.down", n=len(mine))
    why = [remark("why.down", n=len(mine), m=HAND_SIZE, k=right), *stated("EM-TURN-3")]
    return staging.count_question(rng, game, [], texts, right, mistakes, why)


@question_kind("down-changed", CardDealer)
def _make_changed_end_discards_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on the discards at the end of the turn at a changed Hand Size."""
    has = rng.choice((["sprite"], ["sprite:down"], ["djinn"]))
    mine = deal.random_wizards(rng.randint(6, 9))
    game = staged_game(deal, mine, has, pool=["dragon"], to_move="p1 conjured")
    size = game.table.players[0].hand_limit
    right = len(mine) - size
    require(right > 0)
    why = [remark("why.down", n=len(mine), m=size, k=right), *_limit_reasons(game)]
    mistakes = [mistake(1, "one_only"), mistake(len(mine) - HAND_SIZE, "plain_limit")]
    return staging.count_question(rng, game, [], SAY("draw.down", n=len(mine)), right, mistakes, why)


@question_kind("phase", CardDealer)
def _make_wyrmling_pile_draw_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    pair = deal.cards_of_one_number(2)
    case = rng.choice(("step", "ability", "replenish", "replenish"))
    mine = [*pair, *deal.random_wizards(2)]
    pile = deal.random_wizards(2)
    has = ["wyrmling", "wisp"]
    if case == "replenish":
        game = staged_game(deal, mine, has, pool=["gnome"], pile=pile, to_move="p1 conjure")
        after = [f"conjure gnome {pair[0]} {pair[1]}"]
    elif case == "ability":
        game = staged_game(deal, mine, has, pile=pile)
        after = ["use wisp"]
    else:
        game = staged_game(deal, mine, has, pile=pile)
        after = ["draw pile"]
    twin = game.copy().give_answers(*after)
    right = case == "step" or staging.pending(twin, DrawSource) is not None
    why = [remark(f"why.phase_{case}")]
    return staging.yes_no_question(game, after, SAY(f"draw.phase_{case}", creature="gnome"), right, why)


@question_kind("keep", CardDealer)
def _make_best_discard_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    cost = rng.choice(("N3", "R3", "E3", "S3"))
    two = deal.cards_in_run(2, pure=True)
    if cost[0] != "S":
        two = deal.cards_of_kind(cost[0], 2)
    mine = [*two, *deal.random_wizards(3)]
    rows = keep_rows(mine, cost, 1)
    require(len(rows) >= 3 and rows[0].successes)
    best = rows[0]
    lower = [row for row in rows if row.successes < best.successes]
    require(lower)
    chosen = rng.sample(lower, min(2, len(lower)))
    reasons = {
        row.discard: remark("why.chance", card=row.discard, n=row.successes, of=row.total_draws)
        for row in rows
    }
    game = staged_game(deal, mine)
    mistakes = {row.discard: [reasons[row.discard]] for row in chosen}
    why = [reasons[best.discard], *(reasons[row.discard] for row in chosen)]
    after = [f"draw {best.discard}"]
    return staging.value_question(
        game, after, SAY("draw.keep", cost=Cost.parse(cost)), best.discard, mistakes, plain, why
    )


@question_kind("likely", CardDealer)
def _make_payment_chance_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on the chance to pay a cost after the draw."""
    cost = rng.choice(("N3", "R3", "E3", "E4", "R4", "N4"))
    size = int(cost[1]) - 1
    core = deal.cards_of_kind(cost[0], size)
    mine = [*core, *deal.random_wizards(5 - size)]
    chance = chance_within(mine, cost, turns=1)
    require(0 < chance < 1)
    outs = round(chance * 50)
    shares = {outs: outs, **{outs + step: outs + step for step in (-3, 3, 8, -8, 14) if 0 < outs + step < 50}}

    def say(count: str) -> Texts:
        return {lang: call_in_language(lang, format_percent, int(count) / 50) for lang in LANGUAGES}

    near = sorted((n for n in shares if n != outs), key=lambda n: rng.random())[:3]
    away = keep_rows(mine, cost, 1)[0].discard
    because = remark("why.outs", n=outs, card=away, chance=say(str(outs)))
    wrong = {str(n): [because] for n in near}
    why = [because, *stated("EM-TURN-2")]
    return staging.value_question(
        staged_game(deal, mine), [], SAY("draw.likely", cost=Cost.parse(cost)), str(outs), wrong, say, why
    )
