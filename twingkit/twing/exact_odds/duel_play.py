"""A duel solved battle by battle: every reachable state is solved once (TW-DUEL-1 to 4).

A state contains the facts that matter before a battle: how many battles both sides have won, which creature
cards they still have, and which cats, traps and Miromon they still hold. The last battles are solved first;
`state_chances_before_battles` then carries the chances forwards from the start. `duel_odds.py` explains the
numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import NamedTuple

import attrs

from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, BudgetError
from twingkit.twing.exact_odds.best_responses.ends import (
    LOSS,
    WIN,
    BattleEnd,
    battle_ends,
    plays_used_until,
    possible_end_nodes,
)
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, AttackerEndValues
from twingkit.twing.exact_odds.best_responses.many_battles import check_budget, size_limit
from twingkit.twing.exact_odds.best_responses.moves import PLAY_KINDS_PER_SIDE, response_card_counts
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.terms import DuelResponses
from twingkit.twing.exact_odds.variants.contest import side_states_from_battle, trap_victims, variant_contest
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.duel_line import Duel, lay_reduced_to_creatures
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.duel import BATTLES_PER_DUEL, WINS_NEEDED
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import lost_creature_returns
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

_MAX_CARD_COMBINATIONS = 400_000
"""Largest number of combinations of cards left, over all states, that is solved (in about five seconds)."""

_MAX_COMBINATIONS_WITHOUT_NUMPY = 8_000

BattleWins = tuple[int, int]
"""The numbers of battles won by the challenger and by the defender."""
CreaturesAlive = tuple[tuple[int, ...], tuple[int, ...]]
"""For both sides, how many copies of each creature card are left, in the order of the lays."""
DuelChances = tuple[float, float, float]
"""The chances that the challenger wins the duel, that nobody wins, and that the defender wins."""


class DuelBudgetError(BudgetError):
    """The error raised if solving a duel would take too long.

    `.size` is the number of combinations of cards left, `.budget` the limit.

    >>> print(DuelBudgetError(500_000, 400_000))
    this duel can go too many ways: 500000 combinations of remaining cards, and the limit is 400000; ...
    """

    def __init__(self, size: int, budget: int) -> None:
        super().__init__("duel.budget", size=size, budget=budget)
        self.size, self.budget = size, budget


class DuelCardsLeft(NamedTuple):
    """The creatures and response cards both sides have left before a battle of a duel."""

    creatures_alive: CreaturesAlive
    response_cards: tuple[ResponseCards, ResponseCards]
    has_rerolled: tuple[bool, bool] = (False, False)
    """For each side, whether its Shamrock or Hat is used up, in a variant where it works once per duel."""


class DuelState(NamedTuple):
    """The state of a duel before a battle, or after the last one."""

    wins: BattleWins
    cards_left: DuelCardsLeft


@attrs.frozen(eq=False)
class DuelBattle:
    """One battle of a duel with the cards left: both lays, the contest, and the creatures that each trap
    would take.

    `trap_victims` are in order; in a variant a trap takes both cards of a mounted pair.
    """

    lays: tuple[Lay, Lay]
    contest: Contest
    trap_victims: tuple[Sequence[tuple[Creature, ...]], Sequence[tuple[Creature, ...]]]


@attrs.frozen(eq=False)
class SolvedState:
    """A solved state of a duel: the ends of its next battle, the state after each, and the duel's chances."""

    ends: list[BattleEnd]
    next_states: list[DuelState]
    duel_chances: DuelChances


class SolvedDuel:
    """A legal duel with the chances of every reachable state, solved backwards from the last battle.

    `responses` is "none", "each" or "best". Raises `DuelBudgetError` or `BudgetError` if that would take too
    long.
    """

    def __init__(
        self,
        duel: Duel,
        responses: DuelResponses,
        variant: Variant = BOX,
        earlier_winners: Sequence[int | None] = (),
        budget: float = DEFAULT_BUDGET_SECONDS,
    ) -> None:
        """Solve the duel after the battles whose winners are `earlier_winners` (see `BattleView.earlier`)."""
        self.duel, self.responses, self.variant = duel, responses, variant
        self.battles_fought = len(earlier_winners)
        self._budget = budget
        self._stops = variant.stop_when_decided
        self._kinds = [list(side.creatures_needed) for side in duel.sides]
        self._bouts: list[dict[DuelCardsLeft, DuelBattle]] = [{} for _ in range(BATTLES_PER_DUEL)]
        self._next: dict[tuple[int, DuelCardsLeft, int], list[DuelCardsLeft]] = {}
        owned = [
            self._counts(side_index, side.creatures_needed_from(self.battles_fought))
            for side_index, side in enumerate(duel.sides)
        ]
        held = duel.challenger.response_cards, duel.defender.response_cards
        wins = sum(winner == 0 for winner in earlier_winners), sum(winner == 1 for winner in earlier_winners)
        self.first = DuelState(wins, DuelCardsLeft((owned[0], owned[1]), held))
        self._layers = self._reachable()
        self._nodes: list[dict[DuelState, SolvedState]] = [{} for _ in range(BATTLES_PER_DUEL)]
        for battle_number in reversed(range(self.battles_fought, BATTLES_PER_DUEL)):
            self._solve(battle_number)

    @property
    def chances(self) -> DuelChances:
        """The challenger's chances in the whole duel, given the winners of its earlier battles."""
        return self._chances(self.battles_fought, self.first)

    def solved_state(self, battle_index: int, state: DuelState) -> SolvedState:
        """Return the solution of a state before battle `battle_index` (0 to 2)."""
        return self._nodes[battle_index][state]

    def duel_battle(self, battle_index: int, cards_left: DuelCardsLeft) -> DuelBattle:
        """Return battle `battle_index` as both sides fight it with the cards that they have left."""
        bouts = self._bouts[battle_index]
        if cards_left not in bouts:
            sides = []
            for side_index, side in enumerate(self.duel.sides):
                alive, enemy = (
                    self._alive(side_index, cards_left.creatures_alive),
                    self.duel.sides[1 - side_index],
                )
                lay = lay_reduced_to_creatures(
                    side.lays[battle_index], alive, side.objects, enemy.objects, self.variant
                )
                sides.append(Side(side.character, lay, side.objects, cards_left.response_cards[side_index]))
            battle = Battle(*sides)
            challenger, defender = (
                state._replace(has_rerolled=rerolled)
                for state, rerolled in zip(
                    side_states_from_battle(battle), cards_left.has_rerolled, strict=True
                )
            )
            contest = variant_contest((challenger, defender), self.variant)
            losses = trap_victims(challenger, self.variant), trap_victims(defender, self.variant)
            if self.responses == "none":
                contest = contest.without_plays
            bouts[cards_left] = DuelBattle((sides[0].lay, sides[1].lay), contest, losses)
        return bouts[cards_left]

    def lost_creatures(
        self, battle: DuelBattle, side_index: int, outcome: int, trapped: int
    ) -> list[Creature]:
        """Return the creature cards that one side loses in a battle of the duel.

        Trapped creatures are always lost. The others are lost with the battle, except a challenger's of its
        own element (TW-BAT-13, TW-BAT-20, TW-BAT-21), in a variant also a defender's.
        """
        lost = [card for trap_loss in battle.trap_victims[side_index][:trapped] for card in trap_loss]
        if outcome == (WIN if side_index else LOSS):
            left = Counter(battle.lays[side_index].creatures) - Counter(lost)
            own = self.duel.sides[side_index].character
            spells = battle.lays[side_index].spells
            lost += [
                card
                for card in left.elements()
                if not lost_creature_returns(self.variant, side_index, own, card, spells)
            ]
        return lost

    def is_over(self, battle_index: int, wins: BattleWins) -> bool:
        """Return whether the duel is over before battle `battle_index` (3: after the last one)."""
        return battle_index == BATTLES_PER_DUEL or (self._stops and max(wins) >= WINS_NEEDED)

    def state_chances_before_battles(self) -> Iterator[tuple[int, dict[DuelState, float]]]:
        """Yield each battle number with the chance of every state before it; number 3 is the end."""
        reached: dict[DuelState, float] = {self.first: 1.0}
        finished: dict[DuelState, float] = {}
        if self.is_over(self.battles_fought, self.first.wins):
            reached, finished = finished, reached
        for battle_number in range(self.battles_fought, BATTLES_PER_DUEL):
            yield battle_number, reached
            then: dict[DuelState, float] = {}
            for state, chance in reached.items():
                node = self._nodes[battle_number][state]
                for end, after in zip(node.ends, node.next_states, strict=True):
                    target = finished if self.is_over(battle_number + 1, after.wins) else then
                    target[after] = target.get(after, 0.0) + chance * end.chance
            reached = then
        yield BATTLES_PER_DUEL, finished

    # -- forwards: the reachable states

    def _counts(self, side_index: int, cards: Counter[Creature]) -> tuple[int, ...]:
        return tuple(cards[kind] for kind in self._kinds[side_index])

    def _alive(self, side_index: int, owned: CreaturesAlive) -> Counter[Creature]:
        return Counter(dict(zip(self._kinds[side_index], owned[side_index], strict=True)))

    def _reachable(self) -> list[list[DuelState]]:
        """Return the reachable states before each battle; raise `DuelBudgetError` if there are too many."""
        limit = _MAX_CARD_COMBINATIONS if find_spec("numpy") else _MAX_COMBINATIONS_WITHOUT_NUMPY
        most = size_limit(limit, self._budget)
        size = 0
        layers: list[list[DuelState]] = [[] for _ in range(self.battles_fought)]
        layers.append([] if self.is_over(self.battles_fought, self.first.wins) else [self.first])
        for battle_number in range(self.battles_fought, BATTLES_PER_DUEL):
            states: dict[DuelState, None] = {}
            for state in layers[battle_number]:
                contest = self.duel_battle(battle_number, state.cards_left).contest
                check_budget(contest, self._budget)
                size += contest.play_combinations
                if size > most:
                    raise DuelBudgetError(size, most)
                for outcome in range(3):
                    wins = _score_after(state.wins, outcome)
                    if not self.is_over(battle_number + 1, wins):
                        states |= {
                            DuelState(wins, place): None
                            for place in self._cards_after(battle_number, state.cards_left, outcome)
                        }
            layers.append(list(states))
        return layers[:BATTLES_PER_DUEL]

    def _cards_after(
        self, battle_number: int, cards_left: DuelCardsLeft, outcome: int
    ) -> list[DuelCardsLeft]:
        """Return the cards left after a battle with this outcome, for every node at which it can end.

        Creatures alive count only as far as the later battles use them.
        """
        key = (battle_number, cards_left, outcome)
        if key in self._next:
            return self._next[key]
        bout = self.duel_battle(battle_number, cards_left)
        contest = bout.contest
        owned: dict[tuple[int, int], CreaturesAlive] = {}
        mine, theirs = cards_left.response_cards
        once = self.variant.duel_reroll == "duel"
        places = []
        for moment in possible_end_nodes(contest):
            used, taken = plays_used_until(contest, moment), moment.successful_traps
            held = (
                mine.subtract(response_card_counts(used, 0)),
                theirs.subtract(response_card_counts(used, 1)),
            )
            if taken not in owned:
                owned[taken] = self._creatures_alive_after(battle_number, cards_left, bout, outcome, taken)
            before = cards_left.has_rerolled
            rerolled = (
                (before[0] or used[0] > 0, before[1] or used[PLAY_KINDS_PER_SIDE] > 0) if once else before
            )
            places.append(DuelCardsLeft(owned[taken], held, rerolled))
        self._next[key] = places
        return places

    def _creatures_alive_after(
        self,
        battle_number: int,
        cards_left: DuelCardsLeft,
        bout: DuelBattle,
        outcome: int,
        taken: tuple[int, int],
    ) -> CreaturesAlive:
        """Return the creatures of both sides that are alive after a battle and named in a later battle of the
        duel.
        """
        alive = []
        for side_index, side in enumerate(self.duel.sides):
            cards = self._alive(side_index, cards_left.creatures_alive)
            cards.subtract(self.lost_creatures(bout, side_index, outcome, taken[1 - side_index]))
            alive.append(self._counts(side_index, cards & side.creature_mentions_from(battle_number + 1)))
        return alive[0], alive[1]

    # -- backwards: the value of each state

    def _solve(self, battle_number: int) -> None:
        states = self._layers[battle_number]
        contests = [self.duel_battle(battle_number, state.cards_left).contest for state in states]
        if self.responses == "best":
            worths = [self._worth(battle_number, *pair) for pair in zip(states, contests, strict=True)]
            all_ends = _ends_by_worth(contests, worths, self._budget)
        else:
            different = list(dict.fromkeys(contests))
            solved = dict(zip(different, battle_ends(different, budget=self._budget), strict=True))
            all_ends = [solved[contest] for contest in contests]
        for state, ends in zip(states, all_ends, strict=True):
            after = [self._state_after(battle_number, state, end) for end in ends]
            duel = [0.0, 0.0, 0.0]
            for end, then in zip(ends, after, strict=True):
                for index, chance in enumerate(self._chances(battle_number + 1, then)):
                    duel[index] += end.chance * chance
            self._nodes[battle_number][state] = SolvedState(ends, after, (duel[0], duel[1], duel[2]))

    def _state_after(self, battle_number: int, state: DuelState, end: BattleEnd) -> DuelState:
        wins = _score_after(state.wins, end.outcome)
        if self.is_over(battle_number + 1, wins):
            return DuelState(wins, state.cards_left)
        return DuelState(
            wins, self._cards_after(battle_number, state.cards_left, end.outcome)[end.moment_index]
        )

    def _chances(self, battle_number: int, state: DuelState) -> DuelChances:
        if self.is_over(battle_number, state.wins):
            mine, theirs = state.wins
            return (
                float(mine >= WINS_NEEDED),
                float(max(state.wins) < WINS_NEEDED),
                float(theirs >= WINS_NEEDED),
            )
        return self._nodes[battle_number][state].duel_chances

    def _worth(self, battle_number: int, state: DuelState, contest: Contest) -> AttackerEndValues:
        """Return the value to the challenger of each possible end of a battle: the challenger's edge in the
        duel after it.
        """
        worth = []
        for outcome in range(3):
            wins = _score_after(state.wins, outcome)
            over = self.is_over(battle_number + 1, wins)
            places = (
                [state.cards_left] if over else self._cards_after(battle_number, state.cards_left, outcome)
            )
            edges = []
            for place in places:
                win, _, loss = self._chances(battle_number + 1, DuelState(wins, place))
                edges.append(win - loss)
            worth.append(tuple(edges * len(possible_end_nodes(contest)) if over else edges))
        return worth[0], worth[1], worth[2]


def _score_after(wins: BattleWins, outcome: int) -> BattleWins:
    return wins[0] + (outcome == WIN), wins[1] + (outcome == LOSS)


def _ends_by_worth(
    contests: Sequence[Contest], worths: Sequence[AttackerEndValues], budget: float
) -> list[list[BattleEnd]]:
    """Return the possible ends of each battle if both sides aim at the values in `worths`; equal battles are
    solved once.

    If all ends are worth the same, nobody responds: only a better response replaces a pass (TW-ODDS-2).
    """
    keys: list[tuple[Contest, AttackerEndValues | None]] = []
    for contest, worth in zip(contests, worths, strict=True):
        differs = max(map(max, worth)) - min(map(min, worth)) > EPSILON
        keys.append((contest, worth if differs else None))
    played = [(contest, worth) for contest, worth in dict.fromkeys(keys) if worth]
    idle = [contest for contest, worth in dict.fromkeys(keys) if not worth]
    played_ends = battle_ends(
        [contest for contest, _ in played], "best", [worth for _, worth in played], budget
    )
    solved: dict[tuple[Contest, AttackerEndValues | None], list[BattleEnd]] = dict(
        zip(played, played_ends, strict=True)
    )
    solved |= {(contest, None): ends for contest, ends in zip(idle, battle_ends(idle, "none"), strict=True)}
    return [solved[key] for key in keys]
