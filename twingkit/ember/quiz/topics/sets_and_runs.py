"""Questions about sets: which costs a hand can pay, and how rare that is."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.ember.box.rarity import HAND_COUNT, count_paying_hands
from twingkit.ember.quiz.question_texts import POOL, SAY, mistake, noted, plain, remark
from twingkit.ember.quiz.staging import CardDealer, name_and_cost_texts, staged_game
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, QuizReason, Texts
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import Mistake, value_options

_SINGLE_SET_COSTS = ("N2", "N3", "R2", "R3", "R4", "E3", "E4")
"""Costs of one set, without runs in one element."""


_MIN_RARITY_RATIO = 3
"""Minimum ratio between the numbers of hands that pay the second-rarest and the rarest cost of a question."""


def _cost(text: str) -> Texts:
    """Return a cost in its notation, so that `E3` is not taken for a card."""
    return plain(Cost.parse(text))


def _set_reason(cost: str, cards: Sequence[str]) -> QuizReason:
    """Return the remark on why cards pay a cost of one set."""
    return remark(f"why.set_{cost[0]}", cost=Cost.parse(cost), cards=cards, n=len(cards))


def _missing_reason(cost: str, hand: Sequence[str]) -> QuizReason:
    """Return the remark on what a hand without Archmages lacks to pay a cost of one set."""
    sizes = range(2, int(cost[1]))
    most = max(
        (size for size in sizes if any(possible_payments(hand, Cost.parse(f"{cost[0]}{size}")))), default=1
    )
    return remark(f"mistake.lacks_{cost[0]}", cost=Cost.parse(cost), n=int(cost[1]), m=most)


@question_kind("pays", CardDealer)
def _make_payable_cost_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    right = rng.choice(_SINGLE_SET_COSTS)
    kind, size = right[0], int(right[1])
    core = deal.cards_of_kind(kind, size)
    mine = [*core, *deal.random_wizards(5 - size)]
    wrong = [cost for cost in _SINGLE_SET_COSTS if not list(possible_payments(mine, Cost.parse(cost)))]
    require(len(wrong) >= 2)
    mistakes = {cost: [_missing_reason(cost, mine)] for cost in rng.sample(wrong, 2)}
    way = next(iter(possible_payments(mine, Cost.parse(right))))
    game = staged_game(deal, mine, to_move="p1 conjure")
    why = [_set_reason(right, way)]
    return staging.value_question(game, [], SAY("sets.pays"), right, mistakes, _cost, why)


@question_kind("pure", CardDealer)
def _make_one_element_run_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    run = deal.cards_in_run(3, pure=True)
    same = [card for card in deal.left if card[0] == run[0][0]]
    other = [card for card in deal.left if card[1:] == run[1][1:]]
    far, twin = deal.reserve_cards([rng.choice(same), rng.choice(other)])
    mine = [*run, far, twin]
    triples = [run, [run[0], twin, run[2]], [run[0], run[1], far]]
    tried = {
        f"conjure harpy {' '.join(cards)}": plain(tuple(cards)) for cards in rng.sample(triples, len(triples))
    }
    game = staged_game(deal, mine, pool=["harpy"], to_move="p1 conjure")
    because = remark("why.set_S", cost=Cost.parse("S3"), cards=run, n=3)
    against = {
        answer: remark("mistake.not_S", cost=Cost.parse("S3"), n=3, cards=texts)
        for answer, texts in tried.items()
    }
    return staging.which_allowed_question(game, tried, SAY("sets.pure"), because, reason_against=against)


@question_kind("pairs", CardDealer)
def _make_two_set_payment_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    four = (
        deal.cards_of_one_number(4)
        if rng.random() < 0.6
        else [*deal.cards_of_one_number(3), *deal.random_wizards(1)]
    )
    mine = [*four, *deal.random_wizards(1)]
    game = staged_game(deal, mine, pool=["kelpie"], to_move="p1 conjure")
    texts = SAY("sets.pairs", creature="kelpie", cards=four)
    ways = list(possible_payments(four, POOL["kelpie"].cost))
    first = remark("why.two_pairs" if ways else "why.one_pair", cards=four)
    return staging.whether_allowed_question(
        game, f"conjure kelpie {' '.join(four)}", texts, "EM-COST-1", first_reasons=[first]
    )


@question_kind("exact", CardDealer)
def _make_payment_size_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    name = rng.choice(("gnome", "dryad", "faun", "wyrmling"))
    many = {"faun": deal.cards_in_run, "wyrmling": deal.cards_of_one_element}
    core = many[name](5) if name in many else deal.cards_of_one_number(4)
    mine = [*core, *deal.random_wizards(5 - len(core))]
    creature = POOL[name]
    way = next(iter(possible_payments(mine, creature.cost)))
    game = staged_game(deal, mine, pool=[name], to_move="p1 conjure")
    right = creature.cost.size
    mistakes = [mistake(len(core), "all_of_them", n=right)]
    why = [remark("why.exact", cost=creature.cost, n=right)]
    texts = SAY("sets.exact", creature=creature, cost=creature.cost)
    return staging.count_question(
        rng, game, [f"conjure {name} {' '.join(way)}"], texts, right, mistakes, why, maximum=5
    )


@question_kind("corner", CardDealer)
def _make_run_at_edge_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on whether cards near 1 or 13 are a run."""
    numbers = rng.choice([(12, 13, 1), (13, 1, 2), (11, 12, 13), (1, 2, 3)])
    run = deal.reserve_cards(f"{rng.choice('AEFW')}{number}" for number in numbers)
    game = staged_game(deal, [*run, *deal.random_wizards(1)], pool=["faun"], to_move="p1 conjure")
    texts = SAY("sets.corner", cards=run, creature="faun")
    wraps = max(numbers) - min(numbers) > 2
    first = noted("EM-COST-2") if wraps else []
    return staging.whether_allowed_question(
        game, f"conjure faun {' '.join(run)}", texts, _set_reason("R3", run), first_reasons=first
    )


@question_kind("rarest")
def _make_rarest_cost_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on which of several costs the fewest hands can pay."""
    costs = rng.sample(sorted({str(creature.cost) for creature in POOL.values()}), 3)
    right, second, _ = sorted(costs, key=count_paying_hands)
    require(count_paying_hands(second) >= _MIN_RARITY_RATIO * count_paying_hands(right))
    deal = CardDealer(rng)
    game = staged_game(deal, deal.random_wizards(5))

    def rarity(cost: str) -> QuizReason:
        hands = round(10_000 * count_paying_hands(cost) / HAND_COUNT)
        return remark("why.rare", cost=Cost.parse(cost), n=hands)

    why = [rarity(cost) for cost in sorted(costs, key=count_paying_hands)]
    mistakes = {cost: [rarity(cost)] for cost in costs if cost != right}
    return staging.value_question(game, [], SAY("sets.rarest"), right, mistakes, _cost, why)


@question_kind("worth", CardDealer)
def make_most_points_creature_question(rng: random.Random, deal: CardDealer) -> QuizItem | None:
    """Return a quiz question on which creature that the hand can pay for brings the most Victory Points."""
    first = rng.choice((deal.cards_of_one_number, deal.cards_in_run, deal.cards_of_one_element))(3)
    mine = [*first, *rng.choice((deal.cards_of_one_number, deal.cards_in_run, deal.cards_of_one_element))(2)]
    able = [creature for creature in POOL.values() if list(possible_payments(mine, creature.cost))]
    best = max(able, key=lambda creature: creature.value, default=None)
    if best is None or sum(creature.value == best.value for creature in able) > 1:
        return None
    less = [creature for creature in able if creature is not best]
    others = [creature for creature in POOL.values() if creature.value > best.value and creature not in able]
    require(less and others)
    offered = [best, rng.choice(less), rng.choice(others)]
    game = staged_game(deal, mine, pool=[creature.id for creature in offered], to_move="p1 conjure")
    mistakes = [
        Mistake(
            creature.id,
            reasons=(
                remark("mistake.not_paid_creature", creature=creature, cost=creature.cost)
                if creature not in able
                else remark("mistake.less", creature=creature, n=creature.value),
            ),
        )
        for creature in offered[1:]
    ]
    way = next(iter(possible_payments(mine, best.cost)))
    why = [
        remark("why.best", creature=best, cost=best.cost, cards=way),
        remark("why.most", creature=best, n=best.value),
    ]
    options = value_options(best.id, mistakes, name_and_cost_texts)
    return staging.question_at_moment(
        game, [f"conjure {best.id} {' '.join(way)}"], SAY("sets.worth"), options, why
    )
