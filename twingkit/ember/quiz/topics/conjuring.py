"""Questions on conjuring."""

from __future__ import annotations

import random

from twingkit.ember.box.pool import load_pool
from twingkit.ember.quiz.staging import Deal, line, moment, priced_texts, to_end_of_chance
from twingkit.ember.quiz.telling import SAY, heard, mistake, named, remark
from twingkit.ember.rules.table import HAND_SIZE
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.staging import count, may, said, which


def after(rng: random.Random) -> Item | None:
    """The question “How many cards after conjuring?”"""
    deal = Deal(rng)
    name, core = rng.choice(
        (("dryad", deal.of_number(3)), ("gnome", deal.of_number(2)), ("wyrmling", deal.of_element(4)))
    )
    mine = [*core, *deal.cards(rng.randint(4, 7) - len(core))]
    game = moment(line(deal, mine, pool=[name, "golem"], move="p1 conjure"))
    twin = to_end_of_chance(game.copy().give(f"conjure {name} {' '.join(core)}"))
    rulings = said(twin, 0, "EM-CONJ-2")
    right, paid = len(mine), len(core)
    texts = SAY("conjure.after", n=len(mine), m=paid, creature=load_pool()[name])
    mistakes = [
        mistake(right - paid, "not_replenished", "EM-CONJ-2"),
        mistake(HAND_SIZE, "to_the_size", "EM-CONJ-2"),
    ]
    return count(rng, game, twin, texts, right, mistakes, heard(rulings))


def once(rng: random.Random) -> Item | None:
    """The question “May one conjure now?”, perhaps for the second time in a turn."""
    deal = Deal(rng)
    first, second = deal.of_number(2), deal.run(2)
    again = rng.random() < 0.6
    top = f"top {' '.join(deal.cards(4))}"
    names = ["gnome", "wisp", "golem"]
    position = line(deal, [*first, *second], ["imp"], pool=names, more=top, move="p1 conjure")
    game = moment(position)
    if again:
        game.give(f"conjure gnome {' '.join(first)}", "pass")
    texts = SAY(
        "conjure.again" if again else "conjure.first", cards=named(second), creature=load_pool()["wisp"]
    )
    return may(game, f"conjure wisp {' '.join(second)}", texts, "EM-CONJ-1")


def locked(rng: random.Random) -> Item | None:
    """The question “May somebody disturb this?”"""
    deal = Deal(rng)
    core = deal.of_number(2)
    name = rng.choice(("imp", "siren", "harpy"))
    late = rng.random() < 0.6
    mine = [*core, *deal.cards(2)]
    position = line(
        deal, mine, other=[name], pool=["gnome", "golem"], move="p1 conjure" if late else "p1 draw"
    )
    game = moment(position)
    game.give(f"conjure gnome {' '.join(core)}" if late else "stay")
    use = f"use {name}" + ("" if name == "siren" else " p1")
    facts = {"creature": load_pool()[name], "victim": load_pool()["gnome"]}
    return may(game, use, SAY("conjure.late" if late else "conjure.early", **facts), "EM-CONJ-3")


def there(rng: random.Random) -> Item | None:
    """The question “Which creature can be conjured now?”"""
    deal = Deal(rng)
    three = deal.of_number(3)
    mine = [*three, *deal.cards(2)]
    taken = rng.choice(("dryad", "gargoyle"))
    free = "gargoyle" if taken == "dryad" else "dryad"
    position = line(deal, mine, other=[f"{taken}:down"], pool=[free, "phoenix", "kelpie"], move="p1 conjure")
    tried = {f"conjure {name} {' '.join(three)}": priced_texts(name) for name in (taken, free, "phoenix")}
    reason = remark("why.there", "EM-CONJ-4", creature=load_pool()[free], cards=named(three))
    texts = SAY("conjure.there", cards=named(three))
    return which(moment(position), tried, texts, "EM-CONJ-4", first=[reason])


KINDS = {"after": after, "once": once, "locked": locked, "there": there}
"""The makers of this topic, by kind."""
