"""The prospects of each legal lay: its odds, and its mean gains and costs.

The odds are those of TW-ODDS-2 (or TW-ODDS-1). The rest follows from how the battle ends: the reward of
TW-BAT-18, trapped creatures (TW-BAT-13), discarded cards (TW-BAT-19) and returning creatures (TW-BAT-20, 21).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import attrs

from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.slices import Slices, scale_progress
from twingkit.twing.analysis.best_answers import AnswerFinder, finish_search
from twingkit.twing.analysis.hidden_hand_answers import PossibleAnswers, hidden_hand_answers
from twingkit.twing.analysis.lay_table import LayClass, LayNumbers, side_lay_classes
from twingkit.twing.analysis.match_ups import (
    BattleKey,
    EndDistribution,
    LayStrength,
    MatchUps,
    can_attacker_lay_two_cats,
    solve_endings_together,
)
from twingkit.twing.box.box import Box
from twingkit.twing.exact_odds import hidden_hands
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.moves import PLAY_KINDS_PER_SIDE, response_card_counts
from twingkit.twing.exact_odds.odds import checked_responses
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.rules.rulebook import CardOrSideInMessage
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

DEFAULT_SAMPLES = 300
"""Number of hidden hands sampled by default if there are too many to count."""


@attrs.frozen
class LayProspect:
    """The odds and mean gains and costs of one lay, for the side that lays it.

    `reply`: the other side's best answer; empty if the other side has attacked. `ornicles`: expected by
    TW-BAT-18 and TW-BAT-4; a winning shield and a winning empty defence earn none. `creatures_lost`: own
    creature cards lost for good: trapped ones always, the others in a lost battle, except an attacker's of
    its own element (TW-BAT-13, 20, 21). `cards_lost`: these, the spells laid, and cats, traps and Miromon
    played (TW-BAT-19; also two cats laid with the attack, TW-PLAY-3). `power_lost`: the points on lost
    creatures and spells. `enemy_…`: the same for the other side. `value`: the chance to win for each own card
    lost, counting at least one card. `at_risk`: own cards on the table that are gone after a lost battle
    without traps.

    If cards of the other side are hidden, all numbers are means over its possible hands, each of which gives
    its own best answer. `reply` is then empty, unless that side has laid or only one hand is possible.
    """

    win: float
    tie: float
    loss: float
    edge: float
    reply: str
    ornicles: float
    creatures_lost: float
    cards_lost: float
    power_lost: float
    enemy_creatures_lost: float
    enemy_cards_lost: float
    value: float
    at_risk: int


class LayClassProspect(NamedTuple):
    """A class of equivalent lays with its odds, gains and costs, and the standard error of its edge (0 if
    nothing was sampled).
    """

    lay_class: LayClass
    prospect: LayProspect
    edge_error: float


@attrs.frozen
class SideProspects:
    """The odds, gains and costs of all lays of a side: the result of `AdviceRequest.compute_outlook`.

    For hidden cards: `hand_count` is the number of examined hands with different odds, `samples` the number
    of sampled hands (0 if all are included), `uses_assumed_counts` whether their chances depend on invented
    numbers of the box (TW-BOX-5).
    """

    lay_prospects: list[LayClassProspect]
    hand_count: int = 1
    samples: int = 0
    uses_assumed_counts: bool = False


@attrs.frozen
class AdviceRequest:
    """A request for advice: a situation, the advised side ("attacker" or "defender"), and the rules."""

    situation: Situation
    side: str
    responses: Responses
    variant: Variant = BOX

    @classmethod
    def from_situation(
        cls,
        given: Situation | Battle | str,
        side: str | None = None,
        responses: Responses = "best",
        variant: Variant | str = BOX,
    ) -> AdviceRequest:
        """Return a request for advice in a situation or battle, given as a value or in notation.

        By default the side that has not laid is advised, the attacker if neither has. In a battle, both sides
        hold only the laid cards; if its defender is advised, the attack stays on the table. A `side` that has
        laid and holds more is advised about all its cards, as if it had not laid yet. Raises `NotationError`,
        `IllegalBattleError`, `ValueError` for another value of `responses`, or `Fault` if there is nothing to
        advise.
        """
        checked_responses(responses)
        rules = as_variant(variant)
        situation = _defender_situation(given) if side == ROLES[1] else as_situation(given)
        situation.check(rules)
        if side is not None and side not in ROLES:
            raise Fault("advice.side", side=side)
        if side is not None:
            situation = _before_lay(situation, ROLES.index(side))
        attack, defence = (holder.laid is not None for holder in situation.sides)
        if attack and defence:
            raise Fault("advice.both_laid")
        chosen = side or ("defender" if attack else "attacker")
        if (attack, defence)[ROLES.index(chosen)]:
            raise Fault("advice.has_laid", side=CardOrSideInMessage(chosen))
        if chosen == "defender" and not attack:
            raise Fault("advice.attack_first")
        if situation.sides[ROLES.index(chosen)].hidden_count:
            raise Fault("advice.own_hidden", side=CardOrSideInMessage(chosen))
        return cls(situation, chosen, responses, rules)

    @property
    def side_index(self) -> int:
        """The index of the advised side: 0 for the attacker, 1 for the defender."""
        return ROLES.index(self.side)

    def compute_outlook(
        self, samples: int | None = None, seed: int = hidden_hands.DEFAULT_SEED, box: Box | None = None
    ) -> Slices[SideProspects]:
        """Compute the prospects of every legal lay of the advised side in slices: a generator that yields its
        progress and returns the outlook.

        Hidden cards of the other side come from what `box` has left. If that side has laid, everything it can
        still hold is examined; otherwise all its hands, or `samples` of them sampled with `seed` (see
        `hidden_hand_answers`). If only one hand is possible, it is treated as open. Raises `BudgetError`, or
        `Fault` if the box has too few cards left.
        """
        hidden_hands.check_sample_count(samples)
        enemy = self.situation.sides[1 - self.side_index]
        if enemy.hidden_count:
            pool = hidden_hands.HiddenCardPool.from_situation(self.situation, box, self.variant)
        if enemy.hidden_count and enemy.laid is None:
            only = hidden_hands.single_possible_hand(pool, 1 - self.side_index)
            if only is None:
                return (yield from self._hidden_hand_outlook(samples, seed, box))
            opened = self.situation.with_side(
                1 - self.side_index,
                spells=(*enemy.spells, *(card for card in only if isinstance(card, Spell))),
                hidden_count=0,
                response_cards=enemy.response_cards.add(ResponseCards.from_cards(only)),
            )
            shown = attrs.evolve(self, situation=opened)
            return attrs.evolve(
                (yield from shown.compute_outlook()), uses_assumed_counts=pool.uses_assumed_counts
            )
        hands, assumed = [(enemy.response_cards, 1.0)], False
        if enemy.hidden_count:
            both = pool.response_card_chances()
            hands = [(held[1 - self.side_index], chance) for held, chance in both.items()]
            assumed = pool.uses_assumed_counts
        chances: list[dict[LayStrength, AverageBattleResult]] = []
        for two_cats in self._two_cats_options():
            worlds = [(self._with_open_hand(held, two_cats), chance) for held, chance in hands]
            most = max(match_ups.traps[1 - self.side_index] for (_, match_ups), _ in worlds)
            mine = side_lay_classes(self.situation, self.side_index, most, self.variant)
            views = {LayStrength.from_numbers(lay_class.numbers): AverageBattleResult() for lay_class in mine}
            for n, ((situation, match_ups), chance) in enumerate(worlds):
                yield (len(chances) + n / len(worlds)) / len(self._two_cats_options())
                others = side_lay_classes(
                    situation, 1 - self.side_index, match_ups.traps[self.side_index], self.variant
                )
                _add_hand(views, match_ups, others, self.side_index, chance)
            chances.append(views)
        return SideProspects(self._lay_prospects(mine, _better_mixes(chances), 0), len(hands), 0, assumed)

    def _two_cats_options(self) -> tuple[bool | None, ...]:
        """Return the values of `two_cats` to examine: whether the attacker lays two cats before the defence
        is laid (TW-PLAY-3).
        """
        plays = self.responses == "best" and self.side_index == 0
        return (
            (False, True)
            if plays and can_attacker_lay_two_cats(*self.situation.sides, self.variant)
            else (None,)
        )

    def _with_open_hand(self, held: ResponseCards, two_cats: bool | None) -> tuple[Situation, MatchUps]:
        """Return the situation and its match-ups under the assumption that the other side holds exactly these
        response cards.
        """
        shown = self.situation.with_side(1 - self.side_index, hidden_count=0, response_cards=held)
        return shown, MatchUps(*shown.sides, self.responses, self.variant, two_cats)

    def _hidden_hand_outlook(self, samples: int | None, seed: int, box: Box | None) -> Slices[SideProspects]:
        chances = []
        ways = self._two_cats_options()
        for n, two_cats in enumerate(ways):
            replies = hidden_hand_answers(
                self.situation, self.responses, samples, seed, box, DEFAULT_SAMPLES, self.variant, two_cats
            )
            unknown = yield from scale_progress(replies, n / len(ways), (n + 0.7) / len(ways))
            replied = scale_progress(_mixes_of_replies(unknown), (n + 0.7) / len(ways), (n + 1) / len(ways))
            views, most = yield from replied
            chances.append(views)
        mine = side_lay_classes(self.situation, 0, most, self.variant)
        prospects = self._lay_prospects(mine, _better_mixes(chances), unknown.samples)
        return SideProspects(prospects, unknown.hand_count, unknown.samples, unknown.uses_assumed_counts)

    def _lay_prospects(
        self, mine: Sequence[LayClass], views: dict[LayStrength, AverageBattleResult], samples: int
    ) -> list[LayClassProspect]:
        prospects = []
        for lay_class in mine:
            average = views[LayStrength.from_numbers(lay_class.numbers)]
            prospects.append(
                LayClassProspect(
                    lay_class,
                    lay_prospect_of_side(self.side_index, lay_class.numbers, average),
                    average.edge_error(samples),
                )
            )
        return prospects


def _mixes_of_replies(unknown: PossibleAnswers) -> Slices[tuple[dict[LayStrength, AverageBattleResult], int]]:
    """Compute the average ending of each attacking stance against a hidden hand, and how many traps that hand
    can play.
    """
    needed: dict[int, tuple[MatchUps, set[BattleKey]]] = {}
    for replies in unknown.by_stance.values():
        for reply in replies:
            needed.setdefault(id(reply.match_ups), (reply.match_ups, set()))[1].add(reply.key)
    for n, (match_ups, keys) in enumerate(needed.values()):
        yield n / len(needed)
        solve_endings_together([(match_ups, keys)])
    views = {}
    for stance, replies in unknown.by_stance.items():
        average = views[stance] = AverageBattleResult()
        for reply in replies:
            average.add_ending(0, reply.chance, reply.match_ups.ending(reply.key), reply.numbers, "")
    return views, max(match_ups.traps[1] for match_ups, _ in needed.values())


def _better_mixes(
    chances: Sequence[dict[LayStrength, AverageBattleResult]],
) -> dict[LayStrength, AverageBattleResult]:
    """Return, for each stance of the attacker, the average ending with the highest edge; the first of equal
    ones.
    """
    views = dict(chances[0])
    for others in chances[1:]:
        for stance, average in others.items():
            if average.attacker_edge > views[stance].attacker_edge + EPSILON:
                views[stance] = average
    return views


def _defender_situation(given: Situation | Battle | str) -> Situation:
    held, laid = as_situation(given), Situation.parse(str(given))
    if laid.laid_battle is None or held.attacker.laid is not None:
        return held
    return attrs.evolve(held, attacker=laid.attacker)


def _before_lay(situation: Situation, side_index: int) -> Situation:
    """Return the situation in which a side takes its laid cards back into its hand."""
    if not situation.sides[side_index].has_held_back_cards:
        return situation
    own = situation.sides[side_index].before_laying()
    return attrs.evolve(situation, attacker=own) if side_index == 0 else attrs.evolve(situation, defender=own)


class AverageBattleResult:
    """The average result and costs of one side's lays of equal strength over battles with all possible hands
    of the other side; results are added one by one.
    """

    def __init__(self) -> None:
        self.outcomes = defaultdict[tuple[int, int], float](float)
        """The chances of each (attacker's outcome, traps against the advised side)."""
        self.used = [0.0] * (2 * PLAY_KINDS_PER_SIDE)
        self.enemy_creatures = 0.0
        self.enemy_cards = 0.0
        self.answers = set[str]()
        self._squares = 0.0

    def add_ending(
        self, side_index: int, chance: float, ending: EndDistribution, enemy: LayNumbers, answer: str
    ) -> None:
        """Add the ending against one hand of the other side, weighted with the hand's chance."""
        creatures = 0.0
        sums = [0.0, 0.0, 0.0]
        for (outcome, *traps), part in ending.outcome_chances.items():
            self.outcomes[outcome, traps[1 - side_index]] += chance * part
            sums[outcome] += part
            trapped = traps[side_index]
            beaten = outcome == (LOSS, WIN)[1 - side_index]
            creatures += part * enemy.creature_losses(trapped, beaten)[0]
        self.used = [
            total + chance * mean for total, mean in zip(self.used, ending.mean_plays_used, strict=True)
        ]
        self.enemy_creatures += chance * creatures
        self.enemy_cards += chance * (
            enemy.spell_count + creatures + sum(response_card_counts(ending.mean_plays_used, 1 - side_index))
        )
        self.answers.add(answer)
        self._squares += chance * (sums[WIN] - sums[LOSS]) ** 2

    @property
    def attacker_chances(self) -> list[float]:
        """The attacker's chances to win, tie and lose."""
        sums = [0.0, 0.0, 0.0]
        for (outcome, _), chance in self.outcomes.items():
            sums[outcome] += chance
        return sums

    @property
    def attacker_edge(self) -> float:
        """The attacker's edge: chance to win minus chance to lose."""
        win, _, loss = self.attacker_chances
        return win - loss

    @property
    def unique_best_answer(self) -> str:
        """The other side's best answer in notation; empty if it depends on its hand."""
        return next(iter(self.answers)) if len(self.answers) == 1 else ""

    def edge_error(self, samples: int) -> float:
        """Return the standard error of the edge if it comes from this many sampled hands (0: exact)."""
        if not samples:
            return 0.0
        return sqrt(max(0.0, self._squares - self.attacker_edge**2) / samples)


def _add_hand(
    views: dict[LayStrength, AverageBattleResult],
    match_ups: MatchUps,
    others: Sequence[LayClass],
    side_index: int,
    chance: float,
) -> None:
    cut = {stance: stance.with_max_traps(match_ups.traps[1 - side_index]) for stance in views}
    different = list(dict.fromkeys(cut.values()))
    if side_index == 0:
        answers = finish_search(AnswerFinder(others).search_best_answers(match_ups, different))
        met = {
            stance: (answer.key, answer.numbers, answer.notation)
            for stance, answer in zip(different, answers, strict=True)
        }
    else:
        [attack] = others
        against = LayStrength.from_numbers(attack.numbers)
        met = {
            stance: (match_ups.register_battle(against, stance), attack.numbers, "") for stance in different
        }
    solve_endings_together([(match_ups, (key for key, _, _ in met.values()))])
    for stance, average in views.items():
        key, numbers, text = met[cut[stance]]
        average.add_ending(side_index, chance, match_ups.ending(key), numbers, text)


def lay_prospect_of_side(
    side_index: int, own_numbers: LayNumbers, average: AverageBattleResult
) -> LayProspect:
    """Return the odds, gains and costs of a lay for side `side_index` (0 attacker, 1 defender), computed from
    its average battle result.
    """
    creatures = points = 0.0
    for (outcome, trapped), chance in average.outcomes.items():
        beaten = outcome == (LOSS, WIN)[side_index]
        cards_lost, points_lost = own_numbers.creature_losses(trapped, beaten)
        creatures += chance * cards_lost
        points += chance * points_lost
    cards = own_numbers.spell_count + creatures + sum(response_card_counts(average.used, side_index))
    chances = average.attacker_chances
    win, tie, loss = chances if side_index == 0 else chances[::-1]
    return LayProspect(
        win,
        tie,
        loss,
        win - loss,
        average.unique_best_answer,
        win if own_numbers.rolls_die else 0.0,
        creatures,
        cards,
        own_numbers.spell_power + points,
        average.enemy_creatures,
        average.enemy_cards,
        win / max(1.0, cards),
        own_numbers.spell_count + own_numbers.losses_if_defeated[0][0],
    )
