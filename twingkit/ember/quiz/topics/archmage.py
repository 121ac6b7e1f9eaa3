"""Questions about the Archmage."""

from __future__ import annotations

import random

from twingkit.ember.box.pool import load_pool
from twingkit.ember.quiz.staging import Deal, creature_texts, game_at, position_line
from twingkit.ember.quiz.telling import SAY, heard, mistake, plain, remark, stated
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.staging import (
    allowed_question,
    count_question,
    rulings_since,
    which_allowed_question,
)

POOL = load_pool()
"""Creatures of the assumed pool."""

QUIET = ("sprite", "golem", "wyrmling", "djinn", "hydra", "pegasus")
"""Creatures whose owner is not asked because of them."""


def wild(rng: random.Random) -> Item | None:
    """Ask which cards pay for a creature together with an Archmage."""
    deal = Deal(rng)
    low = rng.randint(2, 10)
    run = deal.take(f"{rng.choice('AEFW')}{low + step}" for step in rng.choice(((0, 1), (0, 2))))
    near = deal.take([f"{rng.choice('AEFW')}{rng.choice((low - 3, low + 5))}"]) if 4 <= low <= 8 else []
    if not near:
        return None
    mine = [*run, *near, "*"]
    pairs = [run, [run[0], near[0]], [run[1], near[0]]]
    tried = {f"conjure faun {' '.join(pair)} *": plain((*pair, "*")) for pair in rng.sample(pairs, 3)}
    game = game_at(position_line(deal, mine, pool=["faun"], move="p1 conjure"))
    return which_allowed_question(game, tried, SAY("archmage.wild", creature=POOL["faun"]), "EM-COST-5")


def uses(rng: random.Random) -> Item | None:
    """Ask what an Archmage may do."""
    deal = Deal(rng)
    up, down, theirs, gone = rng.sample(QUIET, 4)
    has, other = [up, f"{down}:down"], [theirs, f"{gone}:down"]
    game = game_at(position_line(deal, [*deal.cards(3), "*"], has, other))
    right = rng.choice((("revive", down), ("flip", theirs)))
    wrong = rng.sample([("flip", up), ("revive", gone), ("revive", up), ("flip", gone)], 3)
    pairs = [right, *wrong]
    tried = {
        f"archmage {verb} {name}": SAY(f"archmage.{verb}_{whose}", creature=POOL[name])
        for verb, name in rng.sample(pairs, len(pairs))
        for whose in ["own" if name in (up, down) else "other"]
    }
    return which_allowed_question(game, tried, SAY("archmage.uses"), "EM-ARCH-1")


def card(rng: random.Random) -> Item | None:
    """Ask how many cards a player holds after using an Archmage."""
    deal = Deal(rng)
    mine = [*deal.cards(rng.randint(2, 5)), "*"]
    theirs = rng.choice(QUIET)
    game = game_at(position_line(deal, mine, [], [theirs]))
    twin = game.copy().give_answers(f"archmage flip {theirs}")
    right = len(twin.table.players[0].hand)
    mistakes = [
        mistake(len(mine), "arch_redrawn", "EM-ARCH-2"),
        mistake(len(mine) + 1, "arch_drawn", "EM-ARCH-2"),
    ]
    why = [*heard(rulings_since(twin, 0, "EM-ARCH-2")), *stated("EM-ARCH-2")]
    texts = SAY("archmage.card", n=len(mine), creature=POOL[theirs])
    return count_question(rng, game, twin, texts, right, mistakes, why)


def rank(rng: random.Random) -> Item | None:
    """Ask which creature can stop an Archmage."""
    deal = Deal(rng)
    able = rng.choice(("salamander", "griffin", "gorgon", "cerberus"))
    flips = rng.choice(("boggart", "cockatrice", "minotaur"))
    draws = rng.choice(("wisp", "kelpie", "simurgh"))
    position = position_line(
        deal, deal.cards(4), [able, flips, draws], ["sprite"], theirs=[*deal.cards(2), "*"], move="p2 draw"
    )
    game = game_at(position, f"archmage flip {rng.choice((able, draws))}")
    tried = {
        f"answer {able}": creature_texts(able),
        f"use {flips} sprite": creature_texts(flips),
        f"use {draws}": creature_texts(draws),
    }
    reason = remark("why.cancels", "EM-ARCH-3", creature=POOL[able], n=POOL[able].value)
    return which_allowed_question(game, tried, SAY("archmage.rank"), "EM-ARCH-3", first=[reason])


def fourth(rng: random.Random) -> Item | None:
    """Ask whether one more Archmage may be used in this turn."""
    deal = Deal(rng)
    used = rng.choice((1, 2, 3, 3))
    victims = rng.sample(["sprite", "pegasus", "djinn", "hydra-5"], 4)
    mine = ["*"] * min(3, used + (used < 3))
    position = position_line(deal, [*deal.cards(1), *mine], ["wyrmling"], victims)
    names = [victim.partition("-")[0] for victim in victims]
    before = [f"archmage flip {name}" for name in names[:used]]
    game = game_at(position, *before)
    if used == 3:
        game.give_answers("draw pile")
    texts = SAY("archmage.fourth", n=used, creature=POOL[names[used]])
    return allowed_question(game, f"archmage flip {names[used]}", texts, "EM-ARCH-4")


def any_height(rng: random.Random) -> Item | None:
    """Ask whether an Archmage may flip a creature, which may be high or guarded."""
    deal = Deal(rng)
    victim = rng.choice(("sprite", "golem", "djinn", "hydra"))
    game = game_at(position_line(deal, [*deal.cards(3), "*"], [], [victim, "gargoyle"]))
    texts = SAY("archmage.height", creature=POOL[victim], n=POOL[victim].value, guard=POOL["gargoyle"])
    return allowed_question(game, f"archmage flip {victim}", texts, "EM-ARCH-1", first=stated("EM-ABIL-1"))


def taken(rng: random.Random) -> Item | None:
    """Ask which card the Roc may take."""
    deal = Deal(rng)
    pile, mine = deal.cards(2), deal.cards(4)
    game = game_at(position_line(deal, mine, ["roc"], pile=[pile[0], "*", pile[1]]))
    cards = [rng.choice(pile), "*", mine[0]]
    tried = {f"use roc {choice}": plain((choice,)) for choice in rng.sample(cards, 3)}
    texts = SAY("archmage.taken", creature=POOL["roc"])
    return which_allowed_question(game, tried, texts, "EM-ARCH-1", "EM-DECK-1")


KINDS = {
    "wild": wild,
    "uses": uses,
    "card": card,
    "rank": rank,
    "fourth": fourth,
    "height": any_height,
    "taken": taken,
}
"""Makers of this topic, by kind."""
