"""The prospects of each lay for its side: its odds, and its mean gains and costs.

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
from twingkit.core.slices import Slices, scale_progress
from twingkit.twing.analysis.best_answers import Answers
from twingkit.twing.analysis.lay_table import LayClass, LayNumbers, LayTable, laid_table, lay_table
from twingkit.twing.analysis.match_ups import Ending, Key, MatchUps, Stance, can_lay_two_cats
from twingkit.twing.analysis.unknown_answers import Replies, unknown_replies
from twingkit.twing.box.box import Box
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.moves import PLAYS, played_cards
from twingkit.twing.exact_odds.hidden import SEED, check_samples, held_chances, only_hand
from twingkit.twing.exact_odds.hidden_deck import Deck, NamedFact
from twingkit.twing.exact_odds.odds import check_responses
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import ROLES, Battle
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import Card, Spell
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

SAMPLES = 300
"""The default number of sampled hidden hands if there are too many to count."""


class Prospect(NamedTuple):
    """The prospect of a lay: chances and means of the side that lays it.

    `answer`: the other side's best answer; empty if the other side has attacked. `ornicles`: expected by
    TW-BAT-18 and TW-BAT-4; a winning shield and a winning empty defence earn none. `creatures_lost`: own
    creature cards lost for good: trapped ones always, the others in a lost battle, except an attacker's of
    its own element (TW-BAT-13, 20, 21). `cards_lost`: these, the spells laid, and cats, traps and Miromon
    played (TW-BAT-19; also two cats laid with the attack, TW-PLAY-3). `power_lost`: the points on lost
    creatures and spells. `enemy_…`: the same for the other side. `value`: the chance to win for each own card
    lost, counting at least one card. `at_risk`: own cards on the table that are gone after a lost battle
    without traps.

    If cards of the other side are hidden, all numbers are means over its possible hands, each of which gives
    its own best answer. `answer` is then empty, unless that side has laid or only one hand is possible.
    """

    answer: str
    win: float
    tie: float
    loss: float
    edge: float
    ornicles: float
    creatures_lost: float
    cards_lost: float
    power_lost: float
    enemy_creatures_lost: float
    enemy_cards_lost: float
    value: float
    at_risk: int


class LayProspect(NamedTuple):
    """A class of lays, its prospect, and the standard error of its edge (0 if nothing was sampled)."""

    lays: LayClass
    prospect: Prospect
    error: float


@attrs.frozen
class Outlook:
    """The prospects of all lays of a side, by `classes`.

    For hidden cards: `hands` is the number of examined hands that differ in something relevant, `samples` the
    number of sampled hands (0 if all are included), `assumed` whether their chances depend on invented
    numbers of the box (TW-BOX-5).
    """

    classes: list[LayProspect]
    hands: int = 1
    samples: int = 0
    assumed: bool = False


@attrs.frozen
class AdviceCase:
    """A request for advice: a situation and the advised `side` ("attacker" or "defender")."""

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
    ) -> AdviceCase:
        """Return the request for a situation, a battle or the notation of either.

        By default the side that has not laid is advised, the attacker if neither has. For a battle, the laid
        cards are everything both sides hold; if its defender is advised, its attack stays on the table. A
        `side` that has laid and holds more is advised about all its cards, as if it had not laid yet. Raises
        `NotationError`, `BattleError`, `ValueError` for another value of `responses`, or `Fault` if there is
        nothing to advise.
        """
        check_responses(responses)
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
            raise Fault("advice.has_laid", side=NamedFact(chosen))
        if chosen == "defender" and not attack:
            raise Fault("advice.attack_first")
        if situation.sides[ROLES.index(chosen)].hidden:
            raise Fault("advice.own_hidden", side=NamedFact(chosen))
        return cls(situation, chosen, responses, rules)

    @property
    def index(self) -> int:
        """0 if the attacker is advised, 1 if the defender is."""
        return ROLES.index(self.side)

    def outlook(
        self, samples: int | None = None, seed: int = SEED, box: Box | None = None
    ) -> Slices[Outlook]:
        """Compute the prospects of every lay of the advised side in slices.

        Hidden cards of the other side come from what `box` has left. If that side has laid, everything it can
        still hold is examined; otherwise all its hands, or `samples` of them sampled with `seed` (see
        `unknown_answers`). If only one hand is possible, it is treated as open. Raises `BudgetError`, or
        `Fault` if the box has too few cards left.
        """
        check_samples(samples)
        enemy = self.situation.sides[1 - self.index]
        if enemy.hidden and enemy.laid is None:
            deck = Deck.from_situation(self.situation, box, self.variant)
            only = only_hand(deck, 1 - self.index)
            if only is None:
                return (yield from self._hidden_hand_outlook(samples, seed, box))
            opened = attrs.evolve(self.situation, defender=_with_hidden_cards(enemy, only))
            shown = attrs.evolve(self, situation=opened)
            return attrs.evolve((yield from shown.outlook()), assumed=deck.assumed)
        hands, assumed = [(enemy.held, 1.0)], False
        if enemy.hidden:
            both = held_chances(self.situation, box, self.variant)
            hands = [(held[1 - self.index], chance) for held, chance in both.items()]
            assumed = Deck.from_situation(self.situation, box, self.variant).assumed
        chances: list[dict[Stance, HandMix]] = []
        for two_cats in self._two_cats_options():
            worlds = [(self._with_open_hand(held, two_cats), chance) for held, chance in hands]
            most = max(match_ups.traps[1 - self.index] for (_, match_ups), _ in worlds)
            mine = _table(self.situation, self.index, most, self.variant)
            views = {Stance.from_numbers(lay_class.numbers): HandMix() for lay_class in mine.classes}
            for n, ((situation, match_ups), chance) in enumerate(worlds):
                yield (len(chances) + n / len(worlds)) / len(self._two_cats_options())
                others = _table(situation, 1 - self.index, match_ups.traps[self.index], self.variant)
                _add_hand(views, match_ups, others, self.index, chance)
            chances.append(views)
        return Outlook(self._lay_prospects(mine, _better_mixes(chances), 0), len(hands), 0, assumed)

    def _two_cats_options(self) -> tuple[bool | None, ...]:
        """Return the values of `two_cats` to examine for each attack.

        If two cats may be laid: without and with them, because they lie before the other side answers
        (TW-PLAY-3).
        """
        plays = self.responses == "best" and self.index == 0
        return (False, True) if plays and can_lay_two_cats(*self.situation.sides, self.variant) else (None,)

    def _with_open_hand(self, held: ResponseCards, two_cats: bool | None) -> tuple[Situation, MatchUps]:
        """Return the situation with these as the other side's response cards, and its match-ups."""
        attacker, defender = self.situation.sides
        if self.index == 0:
            defender = attrs.evolve(defender, hidden=0, held=held)
        else:
            attacker = attrs.evolve(attacker, hidden=0, held=held)
        match_ups = MatchUps(attacker, defender, self.responses, self.variant, two_cats)
        return Situation(attacker, defender), match_ups

    def _hidden_hand_outlook(self, samples: int | None, seed: int, box: Box | None) -> Slices[Outlook]:
        """Compute the attacker's outlook against a defender whose hand is hidden."""
        chances = []
        ways = self._two_cats_options()
        for n, two_cats in enumerate(ways):
            replies = unknown_replies(
                self.situation, self.responses, samples, seed, box, SAMPLES, self.variant, two_cats
            )
            unknown = yield from scale_progress(replies, n / len(ways), (n + 0.7) / len(ways))
            replied = scale_progress(_mixes_of_replies(unknown), (n + 0.7) / len(ways), (n + 1) / len(ways))
            views, most = yield from replied
            chances.append(views)
        mine = _table(self.situation, 0, most, self.variant)
        promised = self._lay_prospects(mine, _better_mixes(chances), unknown.samples)
        return Outlook(promised, unknown.hands, unknown.samples, unknown.assumed)

    def _lay_prospects(self, mine: LayTable, views: dict[Stance, HandMix], samples: int) -> list[LayProspect]:
        promised = []
        for lay_class in mine.classes:
            view = views[Stance.from_numbers(lay_class.numbers)]
            promised.append(
                LayProspect(lay_class, prospect_of(self.index, lay_class.numbers, view), view.error(samples))
            )
        return promised


def _mixes_of_replies(unknown: Replies) -> Slices[tuple[dict[Stance, HandMix], int]]:
    """Compute the mixes of a defender whose hand is hidden, and the largest number of traps it can play."""
    needed: dict[int, tuple[MatchUps, set[Key]]] = {}
    for replies in unknown.by_stance.values():
        for reply in replies:
            needed.setdefault(id(reply.match_ups), (reply.match_ups, set()))[1].add(reply.key)
    for n, (match_ups, keys) in enumerate(needed.values()):
        yield n / len(needed)
        match_ups.solve_endings(keys)
    views = {}
    for stance, replies in unknown.by_stance.items():
        view = views[stance] = HandMix()
        for reply in replies:
            view.add(0, reply.chance, reply.match_ups.ending(reply.key), reply.numbers, "")
    return views, max(match_ups.traps[1] for match_ups, _ in needed.values())


def _better_mixes(chances: Sequence[dict[Stance, HandMix]]) -> dict[Stance, HandMix]:
    """Return the better mix for each stance of the attacker; a later one only if it is strictly better."""
    views = dict(chances[0])
    for others in chances[1:]:
        for stance, view in others.items():
            if view.edge > views[stance].edge + EPSILON:
                views[stance] = view
    return views


def _defender_situation(given: Situation | Battle | str) -> Situation:
    """Return the situation for advice to the defender: in a battle, the attack is laid."""
    held, laid = as_situation(given), Situation.parse(str(given))
    if laid.battle is None or held.attacker.laid is not None:
        return held
    return attrs.evolve(held, attacker=laid.attacker)


def _before_lay(situation: Situation, index: int) -> Situation:
    """Return the situation in which a side that has laid takes its cards back to reconsider its lay."""
    if not situation.sides[index].has_unlaid_cards:
        return situation
    own = situation.sides[index].before_laying()
    return attrs.evolve(situation, attacker=own) if index == 0 else attrs.evolve(situation, defender=own)


def _with_hidden_cards(holder: SituationSide, cards: Sequence[Card]) -> SituationSide:
    """Return the holder with these cards in place of its hidden ones."""
    return attrs.evolve(
        holder,
        spells=(*holder.spells, *(card for card in cards if isinstance(card, Spell))),
        hidden=0,
        held=holder.held.add(ResponseCards.from_cards(cards)),
    )


def _table(situation: Situation, index: int, traps: int, variant: Variant) -> LayTable:
    """Return the table of a side: its lay, or all its legal lays."""
    holder, enemy = situation.sides[index], situation.sides[1 - index]
    role = ROLES[index]
    if holder.laid is not None:
        return laid_table(holder.laid, role, holder.character, traps, variant)
    objects = holder.objects, enemy.objects
    return lay_table(
        holder.spells, holder.creatures, role, *objects, holder.character, traps, variant=variant
    )


class HandMix:
    """How a stance's battles end, averaged over all hands of the other side, and what they cost that side."""

    def __init__(self) -> None:
        self.outcomes = defaultdict[tuple[int, int], float](float)
        """The chances of each (attacker's outcome, traps against the advised side)."""
        self.used = [0.0] * (2 * PLAYS)
        self.enemy_creatures = 0.0
        self.enemy_cards = 0.0
        self.answers = set[str]()
        self._squares = 0.0

    def add(self, index: int, chance: float, ending: Ending, enemy: LayNumbers, answer: str) -> None:
        """Add the end against one hand, weighted with the hand's chance."""
        creatures = 0.0
        sums = [0.0, 0.0, 0.0]
        for (outcome, *traps), part in ending.outcomes.items():
            self.outcomes[outcome, traps[1 - index]] += chance * part
            sums[outcome] += part
            trapped = traps[index]
            beaten = outcome == (LOSS, WIN)[1 - index]
            creatures += part * (enemy.losses_if_beaten[trapped][0] if beaten else trapped)
        self.used = [total + chance * mean for total, mean in zip(self.used, ending.used, strict=True)]
        self.enemy_creatures += chance * creatures
        self.enemy_cards += chance * (enemy.spells + creatures + sum(played_cards(ending.used, 1 - index)))
        self.answers.add(answer)
        self._squares += chance * (sums[WIN] - sums[LOSS]) ** 2

    @property
    def chances(self) -> list[float]:
        """Win, tie and loss of the attacker."""
        sums = [0.0, 0.0, 0.0]
        for (outcome, _), chance in self.outcomes.items():
            sums[outcome] += chance
        return sums

    @property
    def edge(self) -> float:
        """The attacker's chance to win minus its chance to lose."""
        win, _, loss = self.chances
        return win - loss

    @property
    def answer(self) -> str:
        """The best answer; empty if it differs between hands."""
        return next(iter(self.answers)) if len(self.answers) == 1 else ""

    def error(self, samples: int) -> float:
        """Return the standard error of the edge for this number of sampled hands."""
        if not samples:
            return 0.0
        return sqrt(max(0.0, self._squares - self.edge**2) / samples)


def _add_hand(
    views: dict[Stance, HandMix], match_ups: MatchUps, others: LayTable, index: int, chance: float
) -> None:
    """Add the ends against one hand of the other side to each mix."""
    cut = {stance: stance.limit_traps(match_ups.traps[1 - index]) for stance in views}
    different = list(dict.fromkeys(cut.values()))
    if index == 0:
        answers = Answers(others).best(match_ups, different)
        met = {
            stance: (answer.key, answer.numbers, answer.text)
            for stance, answer in zip(different, answers, strict=True)
        }
    else:
        [attack] = others.classes
        against = Stance.from_numbers(attack.numbers)
        met = {stance: (match_ups.key(against, stance), attack.numbers, "") for stance in different}
    match_ups.solve_endings(key for key, _, _ in met.values())
    for stance, view in views.items():
        key, numbers, text = met[cut[stance]]
        view.add(index, chance, match_ups.ending(key), numbers, text)


def prospect_of(index: int, mine: LayNumbers, view: HandMix) -> Prospect:
    """Return the prospects of a lay for side `index` (0 attacker, 1 defender)."""
    creatures = points = 0.0
    for (outcome, trapped), chance in view.outcomes.items():
        beaten = outcome == (LOSS, WIN)[index]
        lost = mine.losses_if_beaten[trapped] if beaten else (trapped, mine.losses[trapped])
        creatures += chance * lost[0]
        points += chance * lost[1]
    cards = mine.spells + creatures + sum(played_cards(view.used, index))
    chances = view.chances
    win, tie, loss = chances if index == 0 else chances[::-1]
    return Prospect(
        view.answer,
        win,
        tie,
        loss,
        win - loss,
        win if mine.rolls else 0.0,
        creatures,
        cards,
        mine.spell_power + points,
        view.enemy_creatures,
        view.enemy_cards,
        win / max(1.0, cards),
        mine.spells + mine.losses_if_beaten[0][0],
    )
