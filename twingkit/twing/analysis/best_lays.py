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

from twingkit.twing.analysis.advice import advice_rows
from twingkit.twing.analysis.best_answers import EDGE_TOLERANCE, AnswerFinder, BattleSearch, StanceNode
from twingkit.twing.analysis.lay_table import side_lay_table
from twingkit.twing.analysis.match_ups import (
    BattleKey,
    MatchUps,
    can_lay_two_cats,
    solve_endings_together,
    solve_match_ups,
)
from twingkit.twing.analysis.prospects import AverageEnding, lay_prospect
from twingkit.twing.analysis.ranking import prospect_sort_key
from twingkit.twing.notation.situation import Situation
from twingkit.twing.variants.variant import BOX, Variant

AttackAndAnswer = tuple[str, str]
"""An attack and the best answer to it, in notation."""


def best_lays(situations: Sequence[Situation], variant: Variant = BOX) -> list[AttackAndAnswer]:
    """Return, for each situation, the attack with the best edge and the best answer to it, in notation.

    These are the lays in the first row of `advise(situation)`. Nobody has laid yet, and no card is hidden.

    >>> best_lays([Situation.parse("F: hand F5 F3 W6 + F4 vs W: hand W6 W4 & cat")])
    [('F5 F3 + F4', 'W6 W4')]
    """
    with _without_garbage_collection():
        searches = {
            place: _Search(situation, variant)
            for place, situation in enumerate(situations)
            if not can_lay_two_cats(*situation.sides, variant)
        }
        _run_searches(searches.values())
        solve_endings_together(
            (search.match_ups, [answer.key for answer in search._met]) for search in searches.values()
        )
        lays = {place: search.best_lays() for place, search in searches.items()}
        for search in searches.values():
            search.release()
        searches.clear()
    return [
        lays[place] if place in lays else _best_by_advice(situation, variant)
        for place, situation in enumerate(situations)
    ]


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable garbage collection, which would find nothing and take a quarter of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _best_by_advice(situation: Situation, variant: Variant) -> AttackAndAnswer:
    row = advice_rows(situation, "attacker", variant=variant)[0]
    return row.option, row.reply


def _run_searches(searches: Iterable[_Search]) -> None:
    going = [(search, search.search()) for search in searches]
    while going:
        wanted, still = list[tuple[MatchUps, Sequence[BattleKey]]](), []
        for search, steps in going:
            keys = next(steps, None)
            if keys is not None:
                wanted.append((search.match_ups, keys))
                still.append((search, steps))
        solve_match_ups(wanted)
        going = still


class _Search:
    def __init__(self, situation: Situation, variant: Variant) -> None:
        self.match_ups = MatchUps(*situation.sides, "best", variant)
        self._attacks, self._answers = (
            AnswerFinder(side_lay_table(situation, index, self.match_ups.traps[1 - index], variant))
            for index in (0, 1)
        )
        self._best: list[StanceNode] = []

    def search(self) -> BattleSearch[None]:
        self._best = yield from self._best_attacks()
        self._met = yield from self._answers.search_best_answers(
            self.match_ups, [node.stance for node in self._best]
        )

    def _best_attacks(self) -> BattleSearch[list[StanceNode]]:
        look, seen, edges = list(self._attacks.undominated_nodes), set[int](), dict[int, float]()
        tied: list[StanceNode] = []
        while look:
            keys = [
                [
                    self.match_ups.battle_key(attack.stance, answer.stance)
                    for answer in self._answers.undominated_nodes
                ]
                for attack in look
            ]
            yield [key for row in keys for key in row]
            for attack, row in zip(look, keys, strict=True):
                edges[id(attack)] = min(map(self.match_ups.edge, row))
            seen |= {id(attack) for attack in look}
            least = max(edges.values()) - EDGE_TOLERANCE
            tied = [attack for attack in (*tied, *look) if edges[id(attack)] >= least]
            below = {id(node): node for attack in tied for node in attack.below if id(node) not in seen}
            look = [
                node
                for node in below.values()
                if all(edges.get(id(above), least) >= least for above in node.above)
            ]
        return tied

    def release(self) -> None:
        for answers in (self._attacks, self._answers):
            answers.unlink_nodes()

    def best_lays(self) -> AttackAndAnswer:
        """Return the first of the best lays in the order of `advise`."""
        ranked = []
        for node, answer in zip(self._best, self._met, strict=True):
            view = AverageEnding()
            view.add_ending(0, 1.0, self.match_ups.ending(answer.key), answer.numbers, answer.text)
            ranked += [
                (
                    prospect_sort_key("win", lay_prospect(0, lays.numbers, view)),
                    lays.first_notation,
                    answer.text,
                )
                for lays in node.every
            ]
        _, lay, text = min(ranked)
        return lay, text
