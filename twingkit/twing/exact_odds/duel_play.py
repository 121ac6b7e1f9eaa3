"""A duel solved battle by battle: every reachable state is solved once (TW-DUEL-1 to 4).

A state contains what matters before a battle: how many battles both sides have won, which creature cards they
still have, and which cats, traps and Miromon they still hold. The last battles are solved first;
`state_chances` then carries the chances forwards from the start. `duel_odds.py` explains the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import NamedTuple

import attrs

from twingkit.core.slices import BudgetError
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN, End, ends_of, moments, used_until
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, Worth
from twingkit.twing.exact_odds.best_responses.many import check_budget
from twingkit.twing.exact_odds.best_responses.moves import PLAYS, played_cards
from twingkit.twing.exact_odds.contest import Contest, Resources
from twingkit.twing.exact_odds.terms import DuelResponses
from twingkit.twing.exact_odds.variants.contest import contest_under, trap_losses, typed_side_states
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.duel_line import Duel, remaining_lay
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.duel import BATTLES_PER_DUEL
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import own_comes_home
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

BUDGET = 400_000
"""Largest number of combinations of cards left, over all states, that is solved (about five seconds)."""

PLAIN_BUDGET = 8_000
"""The same limit without numpy."""

WINS_NEEDED = BATTLES_PER_DUEL // 2 + 1
"""The number of battles that wins a duel (TW-DUEL-3)."""

Wins = tuple[int, int]
"""The numbers of battles won by the challenger and by the defender."""
Owned = tuple[tuple[int, ...], tuple[int, ...]]
"""How many of each creature card are alive, for both sides, in the order in which the lays name them."""
Chances = tuple[float, float, float]
"""The chances that the challenger wins the duel, that nobody does, and that the defender does."""


class DuelBudgetError(BudgetError):
    """Solving this duel would take too long: `.size` combinations of cards left, `.budget` is the limit.

    >>> print(DuelBudgetError(size=500_000, budget=400_000))
    this duel can go too many ways: 500000 combinations of remaining cards, the limit is 400000; ...
    """

    def __init__(self, size: int, budget: int) -> None:
        super().__init__("duel.budget", size=size, budget=budget)
        self.size, self.budget = size, budget


class CardsLeft(NamedTuple):
    """What a battle of a duel depends on, apart from the score."""

    owned: Owned
    held: tuple[ResponseCards, ResponseCards]
    rerolled: tuple[bool, bool] = (False, False)
    """Whether Shamrock and Hat have been used, in a variant where they work once per duel."""


class State(NamedTuple):
    """The state of a duel before a battle, or after the last one."""

    wins: Wins
    cards_left: CardsLeft


@attrs.frozen(eq=False)
class DuelBattle:
    """One battle of a duel with the cards left: the lays, the contest, and what each trap takes from both
    sides.

    The trap losses are in order; in a variant a trap takes both cards of a mounted pair.
    """

    lays: tuple[Lay, Lay]
    contest: Contest
    trap_losses: tuple[Sequence[tuple[Creature, ...]], Sequence[tuple[Creature, ...]]]


@attrs.frozen(eq=False)
class Node:
    """A solved state: the ends of its battle, the state after each end, and the duel's chances from there."""

    ends: list[End]
    after: list[State]
    duel: Chances


class SolvedDuel:
    """A legal duel with every reachable state, solved backwards from the last battle.

    `responses` is "none", "each" or "best". Raises `DuelBudgetError` or `BudgetError` if that would take too
    long.
    """

    def __init__(
        self, duel: Duel, responses: DuelResponses, variant: Variant = BOX, earlier: Sequence[int | None] = ()
    ) -> None:
        """Solve the duel from the state after the battles whose winners are `earlier` (see
        `BattleView.earlier`).
        """
        self.duel, self.responses, self.variant = duel, responses, variant
        self.begun = len(earlier)
        self._stops = variant.stop_when_decided
        self._kinds = [list(side.creatures) for side in duel.sides]
        self._bouts: list[dict[CardsLeft, DuelBattle]] = [{} for _ in range(BATTLES_PER_DUEL)]
        self._next: dict[tuple[int, CardsLeft, int], list[CardsLeft]] = {}
        owned = [
            self._counts(index, side.creatures_needed(self.begun)) for index, side in enumerate(duel.sides)
        ]
        held = duel.challenger.held, duel.defender.held
        wins = sum(winner == 0 for winner in earlier), sum(winner == 1 for winner in earlier)
        self.first = State(wins, CardsLeft((owned[0], owned[1]), held))
        self._layers = self._reachable()
        self._nodes: list[dict[State, Node]] = [{} for _ in range(BATTLES_PER_DUEL)]
        for number in reversed(range(self.begun, BATTLES_PER_DUEL)):
            self._solve(number)

    @property
    def chances(self) -> Chances:
        """The duel's chances from its start, or after the earlier battles."""
        return self._chances(self.begun, self.first)

    def node(self, number: int, state: State) -> Node:
        """Return the solved state before battle `number` (0 to 2)."""
        return self._nodes[number][state]

    def battle(self, number: int, cards_left: CardsLeft) -> DuelBattle:
        """Return battle `number` with the creatures alive and the cards held."""
        bouts = self._bouts[number]
        if cards_left not in bouts:
            sides = []
            for index, side in enumerate(self.duel.sides):
                alive, enemy = self._alive(index, cards_left.owned), self.duel.sides[1 - index]
                lay = remaining_lay(side.lays[number], alive, side.objects, enemy.objects, self.variant)
                sides.append(Side(side.character, lay, side.objects, cards_left.held[index]))
            battle = Battle(*sides)
            challenger, defender = (
                state._replace(rerolled=rerolled)
                for state, rerolled in zip(typed_side_states(battle), cards_left.rerolled, strict=True)
            )
            contest = contest_under((challenger, defender), self.variant)
            losses = trap_losses(challenger, self.variant), trap_losses(defender, self.variant)
            if self.responses == "none":
                contest = attrs.evolve(
                    contest, resources=(Resources(), Resources()), terms=contest.terms.judging_terms
                )
            bouts[cards_left] = DuelBattle((sides[0].lay, sides[1].lay), contest, losses)
        return bouts[cards_left]

    def lost_creatures(self, bout: DuelBattle, index: int, outcome: int, trapped: int) -> list[Creature]:
        """Return the creature cards that a side loses.

        Trapped creatures are always lost. The others are lost with the battle, except a challenger's of its
        own element (TW-BAT-13, TW-BAT-20, TW-BAT-21), in a variant also a defender's.
        """
        lost = [card for trap_loss in bout.trap_losses[index][:trapped] for card in trap_loss]
        if outcome == (WIN if index else LOSS):
            left = Counter(bout.lays[index].creatures) - Counter(lost)
            own = self.duel.sides[index].character
            spells = bout.lays[index].spells
            lost += [
                card for card in left.elements() if not own_comes_home(self.variant, index, own, card, spells)
            ]
        return lost

    def is_over(self, number: int, wins: Wins) -> bool:
        """Return whether the duel is over before battle `number` (3: after the last one)."""
        return number == BATTLES_PER_DUEL or (self._stops and max(wins) >= WINS_NEEDED)

    def state_chances(self) -> Iterator[tuple[int, dict[State, float]]]:
        """Yield, battle by battle, the chance of each state; last, as number 3, that of each final state."""
        reached: dict[State, float] = {self.first: 1.0}
        finished: dict[State, float] = {}
        if self.is_over(self.begun, self.first.wins):
            reached, finished = finished, reached
        for number in range(self.begun, BATTLES_PER_DUEL):
            yield number, reached
            then: dict[State, float] = {}
            for state, chance in reached.items():
                node = self._nodes[number][state]
                for end, after in zip(node.ends, node.after, strict=True):
                    target = finished if self.is_over(number + 1, after.wins) else then
                    target[after] = target.get(after, 0.0) + chance * end.chance
            reached = then
        yield BATTLES_PER_DUEL, finished

    # -- forwards: the reachable states

    def _counts(self, index: int, cards: Counter[Creature]) -> tuple[int, ...]:
        return tuple(cards[kind] for kind in self._kinds[index])

    def _alive(self, index: int, owned: Owned) -> Counter[Creature]:
        return Counter(dict(zip(self._kinds[index], owned[index], strict=True)))

    def _reachable(self) -> list[list[State]]:
        """Return the reachable states before each battle. Raises `DuelBudgetError` as soon as there are too
        many.
        """
        budget = BUDGET if find_spec("numpy") else PLAIN_BUDGET
        size = 0
        layers: list[list[State]] = [[] for _ in range(self.begun)]
        layers.append([] if self.is_over(self.begun, self.first.wins) else [self.first])
        for number in range(self.begun, BATTLES_PER_DUEL):
            states: dict[State, None] = {}
            for state in layers[number]:
                contest = self.battle(number, state.cards_left).contest
                check_budget(contest)
                size += contest.size
                if size > budget:
                    raise DuelBudgetError(size, budget)
                for outcome in range(3):
                    wins = score_after(state.wins, outcome)
                    if not self.is_over(number + 1, wins):
                        states |= {
                            State(wins, place): None
                            for place in self._cards_after(number, state.cards_left, outcome)
                        }
            layers.append(list(states))
        return layers[:BATTLES_PER_DUEL]

    def _cards_after(self, number: int, cards_left: CardsLeft, outcome: int) -> list[CardsLeft]:
        """Return the cards that can be left after a battle with this outcome, for every moment in which it
        can
        end.

        Of the creatures alive, only as many count as the later battles use.
        """
        key = (number, cards_left, outcome)
        if key in self._next:
            return self._next[key]
        bout = self.battle(number, cards_left)
        contest = bout.contest
        owned: dict[tuple[int, int], Owned] = {}
        mine, theirs = cards_left.held
        once = self.variant.duel_reroll == "duel"
        places = []
        for moment in moments(contest):
            used, taken = used_until(contest, moment), moment.taken
            held = mine.subtract(played_cards(used, 0)), theirs.subtract(played_cards(used, 1))
            if taken not in owned:
                owned[taken] = self._owned(number, cards_left, bout, outcome, taken)
            before = cards_left.rerolled
            rerolled = (before[0] or used[0] > 0, before[1] or used[PLAYS] > 0) if once else before
            places.append(CardsLeft(owned[taken], held, rerolled))
        self._next[key] = places
        return places

    def _owned(
        self, number: int, cards_left: CardsLeft, bout: DuelBattle, outcome: int, taken: tuple[int, int]
    ) -> Owned:
        """Return the creatures alive after a battle, limited to those the later battles use."""
        alive = []
        for index, side in enumerate(self.duel.sides):
            cards = self._alive(index, cards_left.owned)
            cards.subtract(self.lost_creatures(bout, index, outcome, taken[1 - index]))
            alive.append(self._counts(index, cards & side.creature_mentions(number + 1)))
        return alive[0], alive[1]

    # -- backwards: the value of each state

    def _solve(self, number: int) -> None:
        states = self._layers[number]
        contests = [self.battle(number, state.cards_left).contest for state in states]
        if self.responses == "best":
            worths = [self._worth(number, *pair) for pair in zip(states, contests, strict=True)]
            all_ends = _ends_by_worth(contests, worths)
        else:
            different = list(dict.fromkeys(contests))
            solved = dict(zip(different, ends_of(different), strict=True))
            all_ends = [solved[contest] for contest in contests]
        for state, ends in zip(states, all_ends, strict=True):
            after = [self._state_after(number, state, end) for end in ends]
            duel = [0.0, 0.0, 0.0]
            for end, then in zip(ends, after, strict=True):
                for index, chance in enumerate(self._chances(number + 1, then)):
                    duel[index] += end.chance * chance
            self._nodes[number][state] = Node(ends, after, (duel[0], duel[1], duel[2]))

    def _state_after(self, number: int, state: State, end: End) -> State:
        wins = score_after(state.wins, end.outcome)
        if self.is_over(number + 1, wins):
            return State(wins, state.cards_left)
        return State(wins, self._cards_after(number, state.cards_left, end.outcome)[end.number])

    def _chances(self, number: int, state: State) -> Chances:
        """Return the duel's chances from a state before a battle, or at the end."""
        if self.is_over(number, state.wins):
            mine, theirs = state.wins
            return (
                float(mine >= WINS_NEEDED),
                float(max(state.wins) < WINS_NEEDED),
                float(theirs >= WINS_NEEDED),
            )
        return self._nodes[number][state].duel

    def _worth(self, number: int, state: State, contest: Contest) -> Worth:
        """Return the value of each end of a battle for the challenger: the duel's edge from there."""
        worth = []
        for outcome in range(3):
            wins = score_after(state.wins, outcome)
            over = self.is_over(number + 1, wins)
            places = [state.cards_left] if over else self._cards_after(number, state.cards_left, outcome)
            edges = []
            for place in places:
                win, _, loss = self._chances(number + 1, State(wins, place))
                edges.append(win - loss)
            worth.append(tuple(edges * len(moments(contest)) if over else edges))
        return worth[0], worth[1], worth[2]


def score_after(wins: Wins, outcome: int) -> Wins:
    """Return the score after one more battle."""
    return wins[0] + (outcome == WIN), wins[1] + (outcome == LOSS)


def _ends_by_worth(contests: Sequence[Contest], worths: Sequence[Worth]) -> list[list[End]]:
    """Return the ends of battles in which both sides play for the worth of each end. Equal battles are solved
    once.

    If all ends are worth the same, nobody responds: only a better response replaces a pass (TW-ODDS-2).
    """
    keys: list[tuple[Contest, Worth | None]] = []
    for contest, worth in zip(contests, worths, strict=True):
        differs = max(map(max, worth)) - min(map(min, worth)) > EPSILON
        keys.append((contest, worth if differs else None))
    played = [(contest, worth) for contest, worth in dict.fromkeys(keys) if worth]
    idle = [contest for contest, worth in dict.fromkeys(keys) if not worth]
    played_ends = ends_of([contest for contest, _ in played], "best", [worth for _, worth in played])
    solved: dict[tuple[Contest, Worth | None], list[End]] = dict(zip(played, played_ends, strict=True))
    solved |= {(contest, None): ends for contest, ends in zip(idle, ends_of(idle, "none"), strict=True)}
    return [solved[key] for key in keys]
