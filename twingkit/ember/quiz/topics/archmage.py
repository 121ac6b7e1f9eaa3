"""Questions about the Archmage."""

from __future__ import annotations

import random

from twingkit.ember.quiz.question_texts import POOL, SAY, mistake, plain, remark, stated
from twingkit.ember.quiz.staging import CardDealer, staged_game
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import count_question, whether_allowed_question, which_allowed_question

_NON_RESPONDING_CREATURES = ("sprite", "golem", "wyrmling", "djinn", "hydra", "pegasus")
"""Creatures for which no window opens to their owner."""


@question_kind("wild", CardDealer)
def _make_payment_with_archmage_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    low = rng.randint(2, 10)
    run = deal.reserve_cards(f"{rng.choice('AEFW')}{low + step}" for step in rng.choice(((0, 1), (0, 2))))
    near = (
        deal.reserve_cards([f"{rng.choice('AEFW')}{rng.choice((low - 3, low + 5))}"]) if 4 <= low <= 8 else []
    )
    require(near)
    mine = [*run, *near, "*"]
    pairs = [run, [run[0], near[0]], [run[1], near[0]]]
    tried = {f"conjure faun {' '.join(pair)} *": plain((*pair, "*")) for pair in rng.sample(pairs, 3)}
    game = staged_game(deal, mine, pool=["faun"], to_move="p1 conjure")
    missing = next(n for n in (low + 1, low + 2) if str(n) not in [card[1:] for card in run])
    because = remark("why.wild", cards=run, n=missing)
    against = {
        answer: remark("mistake.not_R", cost=POOL["faun"].cost, n=3, cards=texts)
        for answer, texts in tried.items()
    }
    asked = SAY("archmage.wild", creature="faun")
    return which_allowed_question(game, tried, asked, because, reason_against=against)


@question_kind("uses", CardDealer)
def _make_archmage_uses_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    up, down, theirs, gone = rng.sample(_NON_RESPONDING_CREATURES, 4)
    has, other = [up, f"{down}:down"], [theirs, f"{gone}:down"]
    game = staged_game(deal, [*deal.random_wizards(3), "*"], has, other)
    right = rng.choice((("revive", down), ("flip", theirs)))
    wrong = rng.sample([("flip", up), ("revive", gone), ("revive", up), ("flip", gone)], 3)
    pairs = [right, *wrong]
    tried = {
        f"archmage {verb} {name}": SAY(f"archmage.{verb}_{whose}", creature=name)
        for verb, name in rng.sample(pairs, len(pairs))
        for whose in ["own" if name in (up, down) else "other"]
    }
    because = remark(f"why.arch_{right[0]}", creature=right[1])
    return which_allowed_question(game, tried, SAY("archmage.uses"), because)


@question_kind("card", CardDealer)
def _make_hand_after_archmage_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on how many cards a player holds after using an Archmage."""
    mine = [*deal.random_wizards(rng.randint(2, 5)), "*"]
    theirs = rng.choice(_NON_RESPONDING_CREATURES)
    game = staged_game(deal, mine, [], [theirs])
    twin = game.copy().give_answers(f"archmage flip {theirs}")
    right = len(twin.table.players[0].hand)
    mistakes = [mistake(len(mine), "arch_redrawn"), mistake(len(mine) + 1, "arch_drawn")]
    why = [remark("why.arch_card", n=len(mine), k=right), *stated("EM-ARCH-2")]
    texts = SAY("archmage.card", n=len(mine), creature=theirs)
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("rank", CardDealer)
def _make_archmage_stopper_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on which creature can stop an Archmage."""
    able = rng.choice(("salamander", "griffin", "gorgon", "cerberus"))
    flips = rng.choice(("boggart", "cockatrice", "minotaur"))
    draws = rng.choice(("wisp", "kelpie", "simurgh"))
    game = staged_game(
        deal,
        deal.random_wizards(4),
        [able, flips, draws],
        ["sprite"],
        opponent_cards=[*deal.random_wizards(2), "*"],
        to_move="p2 draw",
        answers=[f"archmage flip {rng.choice((able, draws))}"],
    )
    tried = {f"answer {able}": plain(able), f"use {flips} sprite": plain(flips), f"use {draws}": plain(draws)}
    reason = remark("why.arch_stops", creature=able)
    return which_allowed_question(game, tried, SAY("archmage.rank"), reason)


@question_kind("fourth", CardDealer)
def _make_whether_another_archmage_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    used = rng.choice((1, 2, 3, 3))
    victims = rng.sample(["sprite", "pegasus", "djinn", "hydra-5"], 4)
    mine = ["*"] * min(3, used + (used < 3))
    names = [victim.partition("-")[0] for victim in victims]
    before = [f"archmage flip {name}" for name in names[:used]]
    game = staged_game(deal, [*deal.random_wizards(1), *mine], ["wyrmling"], victims, answers=before)
    if used == 3:
        game.give_answers("draw pile")
    texts = SAY("archmage.fourth", n=used, creature=names[used])
    counted = remark("why.arch_count", n=used, k=used + 1)
    return whether_allowed_question(game, f"archmage flip {names[used]}", texts, counted)


@question_kind("height", CardDealer)
def _make_whether_archmage_flips_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether an Archmage may flip a creature that may be high or guarded."""
    victim = rng.choice(("sprite", "golem", "djinn", "hydra"))
    game = staged_game(deal, [*deal.random_wizards(3), "*"], [], [victim, "gargoyle"])
    texts = SAY("archmage.height", creature=victim, n=POOL[victim].value, guard="gargoyle")
    facts = {"creature": victim, "guard": "gargoyle"}
    low = POOL[victim].value < POOL["gargoyle"].value
    first = [remark("why.guard", **facts, n=POOL["gargoyle"].value)] if low else []
    high = remark("why.arch_high", **facts, n=POOL[victim].value)
    return whether_allowed_question(game, f"archmage flip {victim}", texts, high, first_reasons=first)


@question_kind("taken", CardDealer)
def _make_card_for_roc_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    pile, mine = deal.random_wizards(2), deal.random_wizards(4)
    game = staged_game(deal, mine, ["roc"], pile=[pile[0], "*", pile[1]])
    cards = [rng.choice(pile), "*", mine[0]]
    tried = {f"use roc {choice}": plain((choice,)) for choice in rng.sample(cards, 3)}
    texts = SAY("archmage.taken", creature="roc")
    because = remark("why.roc", card=cards[0])
    return which_allowed_question(game, tried, texts, because, "EM-ARCH-1", "EM-DECK-1")
