"""Questions about sets: which costs a hand can pay, and how rare that is."""

from __future__ import annotations

import random

from twingkit.ember.box.pool import load_pool
from twingkit.ember.box.rarity import HANDS, rarity
from twingkit.ember.quiz.staging import Deal, cost_texts, game_at, position_line
from twingkit.ember.quiz.telling import SAY, card_list, mistake, noted, plain, remark, stated
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import payments
from twingkit.learn.quiz.item import Item, Remark, Texts
from twingkit.learn.quiz.options import Mistake, value_options
from twingkit.learn.quiz.staging import (
    allowed_question,
    count_question,
    question_now,
    value_question,
    which_allowed_question,
)

SINGLES = ("N2", "N3", "R2", "R3", "R4", "E3", "E4")
"""Costs of one set, except runs in one element."""


CLEARLY = 3
"""Minimum ratio of the hands that can pay the second-rarest cost of a question to those that can pay the
rarest, so that the learner can tell them apart.
"""


def _cost(text: str) -> Texts:
    """Return a cost in its notation: here `E3` is not a card."""
    return plain(Cost.parse(text))


def pays(rng: random.Random) -> Item | None:
    """Ask which of several costs the hand can pay."""
    deal = Deal(rng)
    right = rng.choice(SINGLES)
    kind, size = right[0], int(right[1])
    core = {"N": deal.of_number, "R": deal.run, "E": deal.of_element}[kind](size)
    mine = [*core, *deal.cards(5 - size)]
    wrong = [cost for cost in SINGLES if not list(payments(mine, Cost.parse(cost)))]
    if len(wrong) < 2:
        return None
    mistakes = {
        cost: [remark("mistake.not_paid", "EM-COST-2", cost=Cost.parse(cost))]
        for cost in rng.sample(wrong, 2)
    }
    way = next(iter(payments(mine, Cost.parse(right))))
    game = game_at(position_line(deal, mine, move="p1 conjure"))
    why = [remark("why.pays", "EM-COST-2", cost=Cost.parse(right), cards=card_list(way))]
    return value_question(game, [], SAY("sets.pays"), right, mistakes, _cost, why)


def pure(rng: random.Random) -> Item | None:
    """Ask which cards are a run in one element."""
    deal = Deal(rng)
    run = deal.run(3, pure=True)
    same = [card for card in deal.left if card[0] == run[0][0]]
    other = [card for card in deal.left if card[1:] == run[1][1:]]
    far, twin = deal.take([rng.choice(same), rng.choice(other)])
    mine = [*run, far, twin]
    triples = [run, [run[0], twin, run[2]], [run[0], run[1], far]]
    tried = {
        f"conjure harpy {' '.join(cards)}": plain(tuple(cards)) for cards in rng.sample(triples, len(triples))
    }
    game = game_at(position_line(deal, mine, pool=["harpy"], move="p1 conjure"))
    return which_allowed_question(game, tried, SAY("sets.pure"), "EM-COST-3")


def pairs(rng: random.Random) -> Item | None:
    """Ask whether cards pay for two sets."""
    deal = Deal(rng)
    four = deal.of_number(4) if rng.random() < 0.6 else [*deal.of_number(3), *deal.cards(1)]
    mine = [*four, *deal.cards(1)]
    game = game_at(position_line(deal, mine, pool=["kelpie"], move="p1 conjure"))
    texts = SAY("sets.pairs", creature=load_pool()["kelpie"], cards=card_list(four))
    return allowed_question(
        game, f"conjure kelpie {' '.join(four)}", texts, "EM-COST-1", first=stated("EM-COST-4")
    )


def exact(rng: random.Random) -> Item | None:
    """Ask how many cards pay for a creature."""
    deal = Deal(rng)
    name = rng.choice(("gnome", "dryad", "faun", "wyrmling"))
    many = {"faun": deal.run, "wyrmling": deal.of_element}
    core = many[name](5) if name in many else deal.of_number(4)
    mine = [*core, *deal.cards(5 - len(core))]
    creature = load_pool()[name]
    way = next(iter(payments(mine, creature.cost)))
    game = game_at(position_line(deal, mine, pool=[name], move="p1 conjure"))
    right = creature.cost.size
    mistakes = [mistake(len(core), "all_of_them", "EM-COST-1", n=right)]
    texts = SAY("sets.exact", creature=creature, cost=creature.cost)
    return count_question(
        rng, game, [f"conjure {name} {' '.join(way)}"], texts, right, mistakes, stated("EM-COST-1"), maximum=5
    )


def corner(rng: random.Random) -> Item | None:
    """Ask whether cards near 1 or 13 are a run."""
    deal = Deal(rng)
    numbers = rng.choice([(12, 13, 1), (13, 1, 2), (11, 12, 13), (1, 2, 3)])
    run = deal.take(f"{rng.choice('AEFW')}{number}" for number in numbers)
    game = game_at(position_line(deal, [*run, *deal.cards(1)], pool=["faun"], move="p1 conjure"))
    texts = SAY("sets.corner", cards=card_list(run), creature=load_pool()["faun"])
    wraps = max(numbers) - min(numbers) > 2
    first = noted("EM-COST-2") if wraps else [remark("why.in_a_row", "EM-COST-2", cards=card_list(run))]
    return allowed_question(game, f"conjure faun {' '.join(run)}", texts, "EM-COST-2", first=first)


def rarest(rng: random.Random) -> Item | None:
    """Ask which of several costs the fewest hands can pay."""
    costs = rng.sample(sorted({str(creature.cost) for creature in load_pool().values()}), 3)
    right, second, _ = sorted(costs, key=rarity)
    if rarity(second) < CLEARLY * rarity(right):
        return None
    deal = Deal(rng)
    game = game_at(position_line(deal, deal.cards(5)))

    def told(cost: str) -> list[Remark]:
        return [
            remark("why.rare", "EM-POOL-1", cost=Cost.parse(cost), n=round(10_000 * rarity(cost) / HANDS))
        ]

    why = [reason for cost in sorted(costs, key=rarity) for reason in told(cost)]
    mistakes = {cost: told(cost) for cost in costs if cost != right}
    return value_question(game, [], SAY("sets.rarest"), right, mistakes, _cost, why)


def worth(rng: random.Random) -> Item | None:
    """Ask which creature that the hand can pay for brings the most Victory Points."""
    deal = Deal(rng)
    first = rng.choice((deal.of_number, deal.run, deal.of_element))(3)
    mine = [*first, *rng.choice((deal.of_number, deal.run, deal.of_element))(2)]
    able = [creature for creature in load_pool().values() if list(payments(mine, creature.cost))]
    best = max(able, key=lambda creature: creature.value, default=None)
    if best is None or sum(creature.value == best.value for creature in able) > 1:
        return None
    less = [creature for creature in able if creature is not best]
    others = [
        creature for creature in load_pool().values() if creature.value > best.value and creature not in able
    ]
    if not less or not others:
        return None
    offered = [best, rng.choice(less), rng.choice(others)]
    game = game_at(position_line(deal, mine, pool=[creature.id for creature in offered], move="p1 conjure"))
    mistakes = [
        Mistake(
            creature.id,
            reasons=(
                remark("mistake.not_paid_creature", "EM-CONJ-4", creature=creature, cost=creature.cost)
                if creature not in able
                else remark("mistake.less", "EM-CONJ-1", creature=creature, n=creature.value),
            ),
        )
        for creature in offered[1:]
    ]
    way = next(iter(payments(mine, best.cost)))
    why = [
        remark("why.best", "EM-COST-2", creature=best, cost=best.cost, cards=card_list(way)),
        *stated("EM-CONJ-1"),
    ]
    options = value_options(best.id, mistakes, cost_texts)
    return question_now(game, [f"conjure {best.id} {' '.join(way)}"], SAY("sets.worth"), options, why)


KINDS = {
    "pays": pays,
    "pure": pure,
    "pairs": pairs,
    "exact": exact,
    "corner": corner,
    "rarest": rarest,
    "worth": worth,
}
"""Makers of this topic, by kind."""
