"""The best answers to each attack by a defender whose hand is hidden, over all possible hands.

With each possible hand (`hidden_hands.HiddenCardPool`) the defender gives its own best answer: it knows its
hand and sees the attack. What matters of a hidden hand are its cats, traps and Miromon and, for each element,
the points of its one, two and three strongest spells. Elements in which the defender has no creatures and
which are not its own do not differ otherwise, so only the best of them counts. Hands that agree in these
numbers are counted together, exactly, unless there are too many; then hands are sampled.

Among equally good answers the cheapest is laid (`best_answers.cheapness_key`), as with open hands, except
that hands are not distinguished further by points: their strongest spells represent all. Once the cards are
laid, responses assume open hands (TW-ODDS-2); `odds_with_hidden_cards` shows the cost of not knowing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb
from operator import attrgetter
from typing import NamedTuple

import attrs

from twingkit.core.slices import Slices
from twingkit.twing.analysis import best_answers
from twingkit.twing.analysis.lay_table import LayNumbers, side_lay_classes
from twingkit.twing.analysis.match_ups import BattleKey, LayStrength, MatchUps, solve_odds_together
from twingkit.twing.box.box import Box
from twingkit.twing.exact_odds import hidden_hands
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import ELEMENTS, Spell
from twingkit.twing.rules.lay import MAX_LAY_SPELLS
from twingkit.twing.rules.objects import can_invert_die, can_use_cats_or_miromon, can_use_traps
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, RESPONSE_CARDS, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

MAX_EXACT_HANDS = 20_000
"""Largest number of hands with different odds that are counted exactly."""

_MAX_COUNTING_STEPS = 1_000_000
"""Largest number of steps after which exact counting is abandoned."""

_DEFENDER = 1
_DIGITS = 1e9
"""Factor for rounding: edges that agree to nine digits are equal."""

_StrongestSpellSums = tuple[int, int, int]
"""The points of the one, two and three strongest spells of an element; 0 if there are fewer spells."""

_SpellSumsByElement = tuple[_StrongestSpellSums, ...]
"""The `_StrongestSpellSums` of a hand for each kind of element, which decide its possible lays."""

HandChances = dict[ResponseCards, dict[_SpellSumsByElement, float]]
"""The probability of each hidden hand, by its response cards, then by its spells."""

_HandCounts = Counter[tuple[ResponseCards, _SpellSumsByElement]]

_NONE: _StrongestSpellSums = (0, 0, 0)


class BestAnswerChance(NamedTuple):
    """One answer of a defender with a hidden hand, with the probability that it is the defender's best.

    `key` is the battle's key in `match_ups`; `numbers` are those of the answer.
    """

    chance: float
    match_ups: MatchUps
    key: BattleKey
    numbers: LayNumbers


@attrs.frozen
class PossibleAnswers:
    """The defender's possible best answers to each attack, with their chances, if the defender's hand is
    hidden; the chances for each stance of the attacker add up to 1.

    `hand_count` counts the hands with different odds, `samples` the sampled ones (0: all are included);
    `uses_assumed_counts` says whether the chances depend on invented numbers of the box (TW-BOX-5).
    """

    by_stance: dict[LayStrength, list[BestAnswerChance]]
    hand_count: int
    samples: int
    uses_assumed_counts: bool


def hidden_hand_answers(
    situation: Situation,
    responses: Responses = "best",
    samples: int | None = None,
    seed: int = hidden_hands.DEFAULT_SEED,
    box: Box | None = None,
    samples_if_uncountable: int = hidden_hands.DEFAULT_SAMPLES,
    variant: Variant = BOX,
    two_cats: bool | None = None,
) -> Slices[PossibleAnswers]:
    """Compute a hidden-hand defender's best answers to every possible attack, in slices: a generator that
    yields its progress and returns the answers.

    Nobody has laid yet; the attacker's cards must all be known. `samples` hands are sampled with `seed`; by
    default all are counted, or `samples_if_uncountable` are sampled if there are too many. `two_cats` says
    whether two cats are laid with the attack, if the `variant` allows that (TW-PLAY-3). Raises `BudgetError`,
    or `Fault` if the box has too few cards left.

    >>> from twingkit.core.slices import finish
    >>> replies = finish(hidden_hand_answers(Situation.parse("F: hand F5 F3 + F4 vs W: hand W6 ?*2")))
    >>> replies.hand_count, len(replies.by_stance)
    (109, 6)
    """
    hidden_hands.check_sample_count(samples)
    pool = hidden_hands.HiddenCardPool.from_situation(situation, box, variant)
    hands = _HiddenHands(situation, responses, variant)
    ranges, drawn = hands.exact_chances(pool) if samples is None else None, 0
    if ranges is None:
        drawn = samples or samples_if_uncountable
        ranges = hands.sampled_chances(pool, drawn, seed)
    shown = {held: situation.with_side(_DEFENDER, hidden_count=0, response_cards=held) for held in ranges}
    met = {held: MatchUps(*shown[held].sides, responses, variant, two_cats) for held in ranges}
    most = max(match_ups.traps[_DEFENDER] for match_ups in met.values())
    [reach] = {match_ups.traps[0] for match_ups in met.values()}  # independent of hidden cards
    options = _Options(situation, hands.kinds, reach, variant)
    by_stance: dict[LayStrength, list[BestAnswerChance]] = {
        LayStrength.from_numbers(lay_class.numbers): []
        for lay_class in side_lay_classes(situation, 0, most, variant)
    }
    best_answers.check_stance_count(len(by_stance))
    for n, (held, spells) in enumerate(ranges.items()):
        yield n / len(ranges)
        _reply(by_stance, _Answers(options, spells), met[held])
    return PossibleAnswers(by_stance, sum(map(len, ranges.values())), drawn, pool.uses_assumed_counts)


def _reply(
    by_stance: dict[LayStrength, list[BestAnswerChance]], answers: _Answers, match_ups: MatchUps
) -> None:
    cut = {stance: stance.with_max_traps(match_ups.traps[_DEFENDER]) for stance in by_stance}
    different = list(dict.fromkeys(cut.values()))
    keys = (key for stance in different for key in answers.keys(match_ups, stance))
    solve_odds_together([(match_ups, keys)])
    best: dict[LayStrength, list[BestAnswerChance]] = {}
    for stance in different:
        chances: dict[tuple[BattleKey, LayNumbers], float] = {}
        for option, chance in answers.best(match_ups, stance):
            entry = option.key, option.numbers
            chances[entry] = chances.get(entry, 0.0) + chance
        best[stance] = [BestAnswerChance(chance, match_ups, *entry) for entry, chance in chances.items()]
    for stance, replies in by_stance.items():
        replies += best[cut[stance]]


class _HiddenHands:
    """The possible hidden hands of a defender, merged if they allow the same lays and plays."""

    def __init__(self, situation: Situation, responses: Responses, variant: Variant = BOX) -> None:
        self._holder, self._enemy = situation.defender, situation.attacker
        self._variant = variant
        self._responses = responses
        self.kinds = _kinds(self._holder)

    def exact_chances(self, pool: hidden_hands.HiddenCardPool) -> HandChances | None:
        """Return all hands with exact chances; None if there are too many to count."""
        counts: _HandCounts = Counter()
        by_count: dict[int, dict[_SpellSumsByElement, int]] = {}
        for hidden, ways, drawn in pool.hidden_response_card_ways(_DEFENDER):
            if drawn not in by_count:
                counted = self._spells(pool, drawn)  # the largest number of spells has the most hands
                if counted is None:
                    return None
                by_count[drawn] = counted
            usable = self._usable(hidden)
            for spells, count in by_count[drawn].items():
                counts[usable, spells] += ways * count
            if len(counts) > MAX_EXACT_HANDS:
                return None
        return _chances(counts, self._holder.hidden_count)

    def sampled_chances(self, pool: hidden_hands.HiddenCardPool, samples: int, seed: int) -> HandChances:
        """Return `samples` random hands, each with the share of samples that gave it."""
        draws, rng = hidden_hands.HandSampler(pool, _DEFENDER), random.Random(seed)
        counts: _HandCounts = Counter()
        for _ in range(samples):
            cards = draws.draw_hand(rng)
            spells = (*self._holder.spells, *(card for card in cards if isinstance(card, Spell)))
            matter = self._merge_sums(
                _sums([spell.power for spell in spells if spell.element == element]) for element in ELEMENTS
            )
            counts[self._usable(ResponseCards.from_cards(cards)), matter] += 1
        return _chances(counts, self._holder.hidden_count)

    def _usable(self, hidden: ResponseCards) -> ResponseCards:
        """Return the defender's response cards, known and hidden, that the enemy's Socks and Boots do not
        block.
        """
        if self._responses == "none":
            return NO_RESPONSE_CARDS
        holder, objects = self._holder, self._enemy.objects
        own, other = can_use_cats_or_miromon(objects, self._variant), can_invert_die(objects)
        cats = own or (other and self._variant.cat_die == "any")
        usable = {"reroll": cats, "trap": can_use_traps(objects), "turn": own or other}
        stopped = [kind for kind, card in RESPONSE_CARDS.items() if not usable[card.effect]]
        return holder.response_cards.add(hidden).with_counts(**dict.fromkeys(stopped, 0))

    def _merge_sums(self, sums: Iterable[_StrongestSpellSums]) -> _SpellSumsByElement:
        """Return one set of spell sums for each number in `kinds`: the higher sums of the elements with that
        number.
        """
        merged = [_NONE] * (max(self.kinds) + 1)
        for kind, value in zip(self.kinds, sums, strict=True):
            merged[kind] = _higher(merged[kind], value)
        return tuple(merged)

    def _spells(self, pool: hidden_hands.HiddenCardPool, drawn: int) -> dict[_SpellSumsByElement, int] | None:
        """Return, for each set of spell sums, in how many ways drawing `drawn` hidden spells gives it
        (TW-TURN-4).

        The count goes element by element; its state is the number of spells drawn so far, whether an element
        is absent, and the sums. Returns None if that takes too long.
        """
        assert len(ELEMENTS) - 1 == MAX_HAND_ELEMENTS, "a hand is allowed if one element is absent"
        states = {(0, False, (_NONE,) * (max(self.kinds) + 1)): 1}
        elements = pool.hand_limits(_DEFENDER).known_elements
        for kind, element in zip(self.kinds, ELEMENTS, strict=True):
            tops = _tops(pool, element, self._holder.spells, drawn)
            if len(states) * len(tops) > _MAX_COUNTING_STEPS:
                return None
            after: Counter[tuple[int, bool, _SpellSumsByElement]] = Counter()
            for (count, absent, spells), ways in states.items():
                for (more, sums), times in tops.items():
                    if count + more <= drawn:
                        lacks = absent or not (more or element in elements)
                        matter = (*spells[:kind], _higher(spells[kind], sums), *spells[kind + 1 :])
                        after[count + more, lacks, matter] += ways * times
            states = dict(after)
        return {spells: ways for (count, absent, spells), ways in states.items() if absent and count == drawn}


def _kinds(holder: SituationSide) -> list[int]:
    """Return a number for each element, equal for elements that differ only in the power of their spells."""
    different = [
        element
        for element in ELEMENTS
        if element == holder.character or any(card.element == element for card in holder.creatures)
    ]
    return [different.index(element) if element in different else len(different) for element in ELEMENTS]


def _sums(powers: Iterable[int]) -> _StrongestSpellSums:
    best = sorted(powers, reverse=True)[:MAX_LAY_SPELLS]
    single, double, triple = (
        sum(best[:count]) if len(best) >= count else 0 for count in (1, 2, MAX_LAY_SPELLS)
    )
    return single, double, triple


def _higher(sums: _StrongestSpellSums, others: _StrongestSpellSums) -> _StrongestSpellSums:
    return max(sums[0], others[0]), max(sums[1], others[1]), max(sums[2], others[2])


def _tops(
    pool: hidden_hands.HiddenCardPool, element: str, known_spells: Sequence[Spell], most: int
) -> dict[tuple[int, _StrongestSpellSums], int]:
    """Return how many ways of drawing hidden spells of an element give each pair: number drawn, best sums
    with known spells.
    """
    held = Counter(spell.power for spell in known_spells if spell.element == element)
    left = {spell.power: count for spell, count in pool.spells.items() if spell.element == element}
    states: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
    for power in sorted({*held, *left}, reverse=True):
        copies = left.get(power, 0)
        after: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (count, tops), ways in states.items():
            for more in range(min(copies, most - count) + 1):
                best = (*tops, *[power] * (held[power] + more))[:MAX_LAY_SPELLS]
                after[count + more, best] += ways * comb(copies, more)
        states = dict(after)
    counts: Counter[tuple[int, _StrongestSpellSums]] = Counter()
    for (count, tops), ways in states.items():
        counts[count, _sums(tops)] += ways
    return counts


def _chances(counts: _HandCounts, hidden: int) -> HandChances:
    chances: HandChances = {}
    for (held, spells), chance in hidden_hands.ways_as_chances(counts, hidden).items():
        chances.setdefault(held, {})[spells] = chance
    return chances


_AnswerRank = tuple[int, best_answers.CheapnessKey]


class _Option(NamedTuple):
    rank: _AnswerRank
    key: BattleKey
    numbers: LayNumbers


_rank = attrgetter("rank")


class _Options:
    """The defender's possible lays for any hidden spells: parties for each number of spells, and shields."""

    def __init__(self, situation: Situation, kinds: Sequence[int], traps: int, variant: Variant) -> None:
        self.parties: dict[int, list[list[LayNumbers]]] = {}
        for kind, element in zip(kinds, ELEMENTS, strict=True):
            if kind not in self.parties:
                spells = [Spell(element, 1)] * MAX_LAY_SPELLS
                numbers = _defence_numbers(situation, spells, traps, variant, shields=False)
                self.parties[kind] = [
                    _useful(option for option in numbers if option.spell_count == count)
                    for count in range(1, MAX_LAY_SPELLS + 1)
                ]
        self.bare = _useful(_defence_numbers(situation, (), traps, variant))
        self.shields = any(numbers.creature_count for numbers in self.bare)


class _Answers:
    """The defender's possible answers for hands that have the same response cards but different spells."""

    def __init__(self, options: _Options, hands: Mapping[_SpellSumsByElement, float]) -> None:
        self._hands = hands
        self._parties, self._bare, self._shields = options.parties, options.bare, options.shields
        # Collect the sums of each kind that occur, so that the lays with each are examined once.
        self._needed = sorted(
            {
                (kind, count, power)
                for spells in hands
                for kind, sums in enumerate(spells)
                for count, power in enumerate(sums)
                if power
            }
        )

    def _options(self, kind: int, count: int, power: int) -> Iterator[LayNumbers]:
        """Yield the lays with `count` + 1 spells that have the sum `power`."""
        for numbers in self._parties[kind][count]:
            yield numbers._replace(spell_power=power)

    def keys(self, match_ups: MatchUps, attack: LayStrength) -> list[BattleKey]:
        options = [numbers for needed in self._needed for numbers in self._options(*needed)]
        return [
            match_ups.register_battle(attack, LayStrength.from_numbers(numbers))
            for numbers in (*self._bare, *options)
        ]

    def best(self, match_ups: MatchUps, attack: LayStrength) -> Iterator[tuple[_Option, float]]:
        def cheapest(options: Iterable[LayNumbers]) -> _Option:
            judged = []
            for numbers in options:
                key = match_ups.register_battle(attack, LayStrength.from_numbers(numbers))
                rank = round(match_ups.attacker_edge(key) * _DIGITS), best_answers.cheapness_key(numbers)
                judged.append(_Option(rank, key, numbers))
            return min(judged, key=_rank)

        bare = cheapest(self._bare)
        single = {needed: cheapest(self._options(*needed)) for needed in self._needed}
        kinds: dict[tuple[int, _StrongestSpellSums], _Option | None] = {}
        for spells, chance in self._hands.items():
            best = bare if self._shields else None
            for key in enumerate(spells):
                if key not in kinds:
                    kind, sums = key
                    options = [single[kind, count, power] for count, power in enumerate(sums) if power]
                    kinds[key] = min(options, key=_rank, default=None)
                option = kinds[key]
                if option is not None and (best is None or option.rank < best.rank):
                    best = option
            yield best or bare, chance  # with neither spell nor creature: the empty defence of TW-BAT-4


def _defence_numbers(
    situation: Situation, spells: Sequence[Spell], traps: int, variant: Variant, *, shields: bool = True
) -> list[LayNumbers]:
    """Return the `LayNumbers` of all defences that can be laid with these spells."""
    held = situation.with_side(_DEFENDER, spells=spells)
    table = side_lay_classes(held, _DEFENDER, traps, variant, shields=shields)
    return [lay_class.numbers for lay_class in table]


def _useful(every: Iterable[LayNumbers]) -> list[LayNumbers]:
    """Return the lays that no other lay beats with at most as many cards and at least as many points after
    any traps.
    """
    useful: list[LayNumbers] = []
    for numbers in sorted(
        every, key=lambda numbers: (numbers.card_count, -numbers.total_power, numbers.trap_losses)
    ):
        points = LayStrength.from_numbers(numbers).points_after_traps
        if not any(
            len(other.trap_losses) == len(points)
            and best_answers.is_nowhere_lower(LayStrength.from_numbers(other).points_after_traps, points)
            for other in useful
        ):
            useful.append(numbers)
    return useful
