"""The best attack in many situations and the best answer to each: the first row of advice.

Not every attack has to be examined. Of two attacks with the same die and as many creatures within reach of
traps, the one with at least as many points after every number of traps is at least as good, as with answers
(`best_answers`). The search therefore starts with the undominated attacks and continues only below those that
tie for the best. The worth of an attack is its edge against the best undominated answer. The battles that all
situations need next are solved together.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from twingkit.twing.analysis import best_answers
from twingkit.twing.analysis.advice import prospect_sort_key, rank_lays
from twingkit.twing.analysis.lay_table import side_lay_classes
from twingkit.twing.analysis.match_ups import MatchUps, can_attacker_lay_two_cats, solve_endings_together
from twingkit.twing.analysis.prospects import AverageBattleResult, lay_prospect_of_side
from twingkit.twing.notation.situation import Situation
from twingkit.twing.variants.variant import BOX, Variant

AttackAndAnswer = tuple[str, str]
"""An attack and the best answer to it, in notation."""


def best_lays(situations: Sequence[Situation], variant: Variant = BOX) -> list[AttackAndAnswer]:
    """Return, for each situation, the attack with the highest edge (win minus loss) against the defender's
    best answer, and this answer, in notation.

    These are the lays in the first row of `advise(situation)`. Nobody has laid yet, and no card is hidden.

    >>> best_lays([Situation.parse("F: hand F5 F3 W6 + F4 vs W: hand W6 W4 & cat")])
    [('F5 F3 + F4', 'W6 W4')]
    """
    with _without_garbage_collection():
        match_ups = {
            place: MatchUps(*situation.sides, "best", variant)
            for place, situation in enumerate(situations)
            if not can_attacker_lay_two_cats(*situation.sides, variant)
        }
        searches = (_search(situations[place], own, variant) for place, own in match_ups.items())
        found = dict(
            zip(match_ups, best_answers.finish_search(best_answers.search_together(searches)), strict=True)
        )
        solve_endings_together(
            (match_ups[place], [answer.key for _, answer in pairs]) for place, pairs in found.items()
        )
        lays = {place: _first_lay(match_ups[place], pairs) for place, pairs in found.items()}
    return [
        lays[place] if place in lays else _best_by_advice(situation, variant)
        for place, situation in enumerate(situations)
    ]


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable garbage collection inside a `with` block, where it would free nothing and take a quarter of the
    time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _best_by_advice(situation: Situation, variant: Variant) -> AttackAndAnswer:
    row = rank_lays(situation, "attacker", variant=variant).rows[0]
    return row.option, row.reply


def _search(
    situation: Situation, match_ups: MatchUps, variant: Variant
) -> best_answers.BattleSearch[list[tuple[best_answers.StanceNode, best_answers.BestAnswer]]]:
    """Search for the best attacks in a situation, each with the defender's best answer to it."""
    attacks, answers = (
        best_answers.AnswerFinder(side_lay_classes(situation, index, match_ups.traps[1 - index], variant))
        for index in (0, 1)
    )
    best = yield from best_answers.search_best_stances(
        attacks.undominated_nodes,
        match_ups,
        lambda attack: [match_ups.register_battle(attack, node.stance) for node in answers.undominated_nodes],
        min,
    )
    met = yield from answers.search_best_answers(match_ups, [node.stance for node in best])
    for finder in (attacks, answers):
        finder.unlink_nodes()
    return list(zip(best, met, strict=True))


def _first_lay(
    match_ups: MatchUps, pairs: Iterable[tuple[best_answers.StanceNode, best_answers.BestAnswer]]
) -> AttackAndAnswer:
    """Return the notation of the attack that `advise` would list first among these pairs, and of the best
    answer to it.
    """
    ranked = []
    for node, answer in pairs:
        view = AverageBattleResult()
        view.add_ending(0, 1.0, match_ups.ending(answer.key), answer.numbers, answer.notation)
        ranked += [
            (
                prospect_sort_key("win", lay_prospect_of_side(0, lays.numbers, view)),
                lays.first_notation,
                answer.notation,
            )
            for lays in node.every
        ]
    _, lay, text = min(ranked)
    return lay, text
