"""Questions about conjuring."""

from __future__ import annotations

import random

from twingkit.ember.box.pool import load_pool
from twingkit.ember.quiz.staging import Deal, cost_texts, game_at, position_line, resolve_chance
from twingkit.ember.quiz.telling import SAY, card_list, heard, mistake, remark
from twingkit.ember.rules.table import HAND_SIZE
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.staging import (
    allowed_question,
    count_question,
    rulings_since,
    which_allowed_question,
)


def after(rng: random.Random) -> Item | None:
    """Ask how many cards a player holds after a conjuring."""
    deal = Deal(rng)
    name, core = rng.choice(
        (("dryad", deal.of_number(3)), ("gnome", deal.of_number(2)), ("wyrmling", deal.of_element(4)))
    )
    mine = [*core, *deal.cards(rng.randint(4, 7) - len(core))]
    game = game_at(position_line(deal, mine, pool=[name, "golem"], move="p1 conjure"))
    twin = resolve_chance(game.copy().give_answers(f"conjure {name} {' '.join(core)}"))
    rulings = rulings_since(twin, 0, "EM-CONJ-2")
    right, paid = len(mine), len(core)
    texts = SAY("conjure.after", n=len(mine), m=paid, creature=load_pool()[name])
    mistakes = [
        mistake(right - paid, "not_replenished", "EM-CONJ-2"),
        mistake(HAND_SIZE, "to_the_size", "EM-CONJ-2"),
    ]
    return count_question(rng, game, twin, texts, right, mistakes, heard(rulings))


def once(rng: random.Random) -> Item | None:
    """Ask whether a player may conjure now, possibly for the second time in a turn."""
    deal = Deal(rng)
    first, second = deal.of_number(2), deal.run(2)
    again = rng.random() < 0.6
    top = f"top {' '.join(deal.cards(4))}"
    names = ["gnome", "wisp", "golem"]
    position = position_line(deal, [*first, *second], ["imp"], pool=names, more=top, move="p1 conjure")
    game = game_at(position)
    if again:
        game.give_answers(f"conjure gnome {' '.join(first)}", "pass")
    texts = SAY(
        "conjure.again" if again else "conjure.first", cards=card_list(second), creature=load_pool()["wisp"]
    )
    return allowed_question(game, f"conjure wisp {' '.join(second)}", texts, "EM-CONJ-1")


def locked(rng: random.Random) -> Item | None:
    """Ask whether another player may interfere now."""
    deal = Deal(rng)
    core = deal.of_number(2)
    name = rng.choice(("imp", "siren", "harpy"))
    late = rng.random() < 0.6
    mine = [*core, *deal.cards(2)]
    position = position_line(
        deal, mine, other=[name], pool=["gnome", "golem"], move="p1 conjure" if late else "p1 draw"
    )
    game = game_at(position)
    game.give_answers(f"conjure gnome {' '.join(core)}" if late else "stay")
    use = f"use {name}" + ("" if name == "siren" else " p1")
    facts = {"creature": load_pool()[name], "victim": load_pool()["gnome"]}
    return allowed_question(game, use, SAY("conjure.late" if late else "conjure.early", **facts), "EM-CONJ-3")


def there(rng: random.Random) -> Item | None:
    """Ask which creature can be conjured now."""
    deal = Deal(rng)
    three = deal.of_number(3)
    mine = [*three, *deal.cards(2)]
    taken = rng.choice(("dryad", "gargoyle"))
    free = "gargoyle" if taken == "dryad" else "dryad"
    position = position_line(
        deal, mine, other=[f"{taken}:down"], pool=[free, "phoenix", "kelpie"], move="p1 conjure"
    )
    tried = {f"conjure {name} {' '.join(three)}": cost_texts(name) for name in (taken, free, "phoenix")}
    reason = remark("why.there", "EM-CONJ-4", creature=load_pool()[free], cards=card_list(three))
    texts = SAY("conjure.there", cards=card_list(three))
    return which_allowed_question(game_at(position), tried, texts, "EM-CONJ-4", first=[reason])


KINDS = {"after": after, "once": once, "locked": locked, "there": there}
"""Makers of this topic, by kind."""
