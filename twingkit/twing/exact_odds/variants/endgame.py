"""Best responses in an end-game attack under a variant, computed with the battle script (TW-END-3, TW-END-4).

No rule is implemented twice: a node is a table of the script with its dice, the script itself carries out a
response (`windows.play`), and the question lists what is allowed. This is exact but slow, so it is used only
where the faster `endgame_best.py` would be wrong: see `is_played_differently`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, prod
from operator import mul

from twingkit.twing.exact_odds.best_responses.best_play import BestPlay
from twingkit.twing.exact_odds.best_responses.flow import Flow
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.listed_grids import Best, ListedGrids
from twingkit.twing.exact_odds.best_responses.moves import Move, Step
from twingkit.twing.exact_odds.best_responses.plan import Level, Offer, Plan, build_plan
from twingkit.twing.exact_odds.contest import STATES, WEIGHTS
from twingkit.twing.exact_odds.endgame_pairings import EndgameBudgetError, EndgameEnd, attack_fails
from twingkit.twing.exact_odds.variants.endgame_tables import (
    Moment,
    answers_of,
    fight_of,
    has_roll_without_cat,
    results_of,
    table_after_response,
    table_with_lays,
    tables_after_rolls,
)
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.fight import Fight, Side
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.outcome import own_comes_home
from twingkit.twing.rules.response_cards import KINDS_BY_EFFECT, total_response_cards
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.windows import is_decided
from twingkit.twing.variants.variant import Variant

BUDGET = 50_000
"""Largest number of tables that is solved: about fifteen seconds and half a gigabyte."""

_ROLLING = ("hat", "shamrock", *KINDS_BY_EFFECT["reroll"], "two-cats", "miromon again")

End = tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]
"""The results of the pairings, creatures lost by the attacker and each defender, cards played by each side.
"""
Worth = tuple[float, ...]
"""The value of a moment for the attacker and for each defender, and the attacker's chances to win and to
lose.
"""


def is_played_differently(attack: EndgameAttack, variant: Variant) -> bool:
    """Return whether this attack is played, and not only decided, by other rules than those of the box."""
    held = total_response_cards(attack.sides)
    rolling, traps, turning = held.count_with_effect("reroll"), held.traps, held.count_with_effect("turn")
    socks = any("socks" in side.objects for side in attack.sides)
    shamrock = "shamrock" in attack.attacker.objects
    hat = any("hat" in side.objects for side in attack.defenders)
    return (
        (variant.criticals == "at_once" and (bool(held) or shamrock or hat))
        or (variant.cat_die == "any" and rolling > 0)
        or (variant.two_cats and attack.attacker.cats > 1)
        or (variant.socks == "own_die" and socks and rolling + turning > 0)
        or (variant.shamrock == "unlimited" and shamrock)
        or (turning > 0 and _inverts_differently(variant))
        or (traps > 0 and _traps_differently(variant))
    )


def _inverts_differently(variant: Variant) -> bool:
    return (
        variant.miromon != "inverts"
        or variant.inversion != "roll"
        or variant.own_element != "result"
        or variant.panties != "result"
        or variant.bra != "result"
        or variant.endgame_miromon != "every"
    )


def _traps_differently(variant: Variant) -> bool:
    return (
        variant.trap_targets == "attack"
        or variant.own_creatures == "protected"
        or variant.trap_pair != "card"
        or variant.trap_roll
        or variant.endgame_trap != "every"
    )


class TableRules:
    """The responses of an attack as the script lists them; a move is named by its position in that order."""

    def __init__(self, fight: Fight) -> None:
        self.sides = len(fight.sides)
        self.at_once = fight.variant.criticals == "at_once"
        self._moves: dict[Moment, list[list[Move[Moment]]]] = {}
        self._rolled_again: dict[Moment, tuple[Step[Moment], ...]] = {}
        self._steps: dict[tuple[Moment, str], tuple[Step[Moment], ...]] = {}
        """The steps of responses, by their first resulting moment. Moments that differ only in the re-
        rolled die share them."""

    def moves(self, node: Moment, mover: int) -> list[Move[Moment]]:
        """Return the responses of a side at a node; none where a critical result opens Miromon's window."""
        if node not in self._moves:
            fight = fight_of(node.table)
            opens = self.at_once and not node.settling and is_decided(fight)
            self._moves[node] = [[] if opens else self._moves_of_side(node, side) for side in fight.sides]
        return self._moves[node][mover]

    def _moves_of_side(self, node: Moment, side: Side) -> list[Move[Moment]]:
        moves: list[Move[Moment]] = []
        for place, answer in enumerate(answers_of(fight_of(node.table), side)):
            steps = self._rolled_again.get(node) if answer == "shamrock" else None
            if steps is None:
                steps = self._steps_after(node.table, side.index, answer)
                if any(step.then == node for step in steps):  # the same is true for all nodes it rolls to
                    self._rolled_again.update((step.then, steps) for step in steps)
            moves.append((f"{place:02} {answer}", steps))
        return moves

    def _steps_after(self, table: TwingTable, mover: int, answer: str) -> tuple[Step[Moment], ...]:
        """Return the moments that a response leads to, with their chances."""
        (face, weight), *others = _faces(table, answer)
        first = Moment.from_table(table_after_response(table, mover, answer, face))
        key = first, f"{mover} {answer}"
        if key not in self._steps:
            rest = [
                Moment.from_table(table_after_response(table, mover, answer, shown)) for shown, _ in others
            ]
            times = [weight, *(number for _, number in others)]
            self._steps[key] = tuple(map(Step, (number / 12 for number in times), (first, *rest)))
        return self._steps[key]

    def order(self, name: str) -> str:
        """Return the position of a move in the order of comparison."""
        return name

    def rank(self, node: Moment) -> tuple[int, ...]:
        """Return the number of plays left, then whether a Shamrock leads away from the node."""
        left = 0
        for side in fight_of(node.table).sides:
            left += sum(side.player.held)
            left += side.two_cats + (not side.rerolled)
        return left, sum(
            name.endswith("shamrock") and all(step.then != node for step in steps)
            for name, steps in self.moves(node, 0)
        )

    def case(self, node: Moment) -> Moment:
        """Return the node itself: it contains its dice, so it alone decides its outcome."""
        return node


def _faces(table: TwingTable, answer: str) -> list[tuple[int, int]]:
    """Return the faces of the die that a response rolls, each with its number of twelve rolls."""
    name = answer.split()[0]
    if name in _ROLLING or answer in _ROLLING:
        return list(zip(STATES, WEIGHTS, strict=True))
    return [(-1, 4), (0, 8)] if name == "trap" and table.variant.trap_roll else [(0, 12)]


class TableGrids(ListedGrids[Worth]):
    """Grids with one `Worth` for each node of a level, and one chance for each as mass."""

    def __init__(self, plan: Plan[Moment, Moment]) -> None:
        self._plan = plan
        self._never: Worth = (-inf,) * (plan.sides + 2)
        self.least: Worth = (1.0 - plan.sides, *[1.0] * (plan.sides - 1), 0.0, 1.0)

    def table(self) -> list[Worth]:
        """Return a table for the values of all nodes."""
        return [self._never] * len(self._plan.nodes)

    def at(self, table: list[Worth], level: Level) -> list[Worth]:
        """Return the values of a level."""
        return table[level.first : level.last]

    def put(self, table: list[Worth], level: Level, grid: list[Worth]) -> None:
        """Store the values of a level."""
        table[level.first : level.last] = grid

    def values_of_offer(self, table: list[Worth], offer: Offer) -> list[Worth]:
        """Return the values of the nodes that a response leads to, for each node of its level."""
        chances = [way.chance for way in offer.ways]
        return [
            mean(chances, [table[number] for number in then]) if offer.is_offered_at(place) else self._never
            for place, then in enumerate(zip(*(way.then for way in offer.ways), strict=True))
        ]

    def values_if_all_pass(self, first: int, last: int) -> list[Worth]:
        """Return the values of the nodes `first` to `last` - 1 if all sides pass now."""
        every = [results_of(node.table) for node in self._plan.nodes[first:last]]
        return [
            (sum(results), *(-result for result in results), min(results) > 0, min(results) < 0)
            for results in every
        ]

    def critical_mask(self, first: int, last: int) -> list[bool]:
        """Return where a critical result stands at these nodes."""
        return [is_decided(fight_of(node.table)) for node in self._plan.nodes[first:last]]

    def improve(self, base: list[Worth], best: Best[Worth] | None, mover: int) -> list[Worth]:
        """Return `base`, replaced by the best response where that is better for the side to respond."""
        if best is None:
            return base
        pairs = zip(base, best[0], strict=True)
        return [new if new[mover] > old[mover] + EPSILON else old for old, new in pairs]

    def masses(self) -> list[float]:
        """Return an empty table for the chances of all nodes."""
        return [0.0] * len(self._plan.nodes)

    def no_mass(self, level: Level) -> list[float]:
        """Return a chance of 0 for each node of a level."""
        return [0.0] * (level.last - level.first)

    def add_start(self, masses: list[float], number: int, contests: Sequence[float]) -> None:
        """Add the chances of the first roll to a node, for some contests."""
        masses[number] += sum(contests)

    def take_mass(self, masses: list[float], level: Level) -> list[float]:
        """Remove the chances of a level from the table and return them."""
        mass = masses[level.first : level.last]
        masses[level.first : level.last] = self.no_mass(level)
        return mass

    def add_mass(self, masses: list[float], level: Level, mass: list[float]) -> None:
        """Add chances of a level to the table."""
        masses[level.first : level.last] = self.sum_masses(masses[level.first : level.last], mass)

    def move_mass(self, masses: list[float], offer: Offer, mass: list[float]) -> None:
        """Move the chances of a level to the nodes that a response leads to."""
        for way in offer.ways:
            for number, chance in zip(way.then, mass, strict=True):
                if chance:
                    masses[number] += chance * way.chance

    def outcomes_of(self, level: Level, mass: list[float]) -> Iterator[tuple[int, int, End, float]]:
        """Yield the ends with a positive chance, with everything that is counted for them."""
        for number, chance in enumerate(mass, level.first):
            if chance:
                yield 0, number, _end(self._plan.nodes[number].table), chance


def mean(chances: Sequence[float], worths: Sequence[Worth]) -> Worth:
    """Return the weighted mean of values."""
    return tuple(sum(map(mul, chances, values)) for values in zip(*worths, strict=True))


class VariantEndgame(BestPlay):
    """An end-game attack solved from tables on which all sides have laid.

    Raises `EndgameBudgetError` immediately if that would take too long.
    """

    def __init__(self, start_tables: Sequence[TwingTable]) -> None:
        if (size := sum(map(_size, start_tables))) > BUDGET:
            raise EndgameBudgetError(size, BUDGET)
        rules = TableRules(fight_of(start_tables[0]))
        rolled = [
            [(Moment.from_table(table), chance) for table, chance in tables_after_rolls(laid)]
            for laid in start_tables
        ]
        plan = build_plan([node for rolls in rolled for node, _ in rolls], rules, one_node_per_level=True)
        super().__init__(
            plan, TableGrids(plan), at_once=rules.at_once, keeps_choices=True, kept_passes=rules.sides - 1
        )
        first, last = rolled[0], rolled[-1]
        self._rolled = last if self._worth(last)[0] > self._worth(first)[0] + EPSILON else first

    @classmethod
    def from_attack(cls, attack: EndgameAttack, variant: Variant) -> VariantEndgame:
        """Return the solution of a typed attack; two cats are laid with it if allowed and better
        (TW-PLAY-3)."""
        laid = (table_with_lays(attack, variant, cats) for cats in (False, True))
        return cls([table for table in laid if table])

    def worth(self, passes: int, mover: int) -> Worth:
        """Return the value of the attack after this many passes in a row, with this side to respond."""
        return self._worth(self._rolled, passes, mover)

    def _worth(self, rolls: Sequence[tuple[Moment, float]], passes: int = 0, mover: int = 0) -> Worth:
        worths = [
            (self._windows if node.settling else self._values)[passes][mover][self.plan.number(node)]
            for node, _ in rolls
        ]
        return mean([chance for _, chance in rolls], worths)

    def ends(self) -> list[EndgameEnd]:
        """Return every way in which the attack ends under best responses, with its chance."""
        begun = [(self.plan.number(node), [chance]) for node, chance in self._rolled]
        [ends] = Flow(self, begun).chances()
        together: dict[End, float] = {}
        for _, end, chance in ends:
            together[end] = together.get(end, 0.0) + chance
        return [EndgameEnd(*end, chance) for end, chance in together.items()]


def _size(table: TwingTable) -> int:
    """Estimate how many tables can follow.

    This is the number of combinations of plays left, times the dice that can still change, doubled for
    Miromon's windows (TW-VAR-9).
    """
    fight, variant = fight_of(table), table.variant
    held = total_response_cards([side.player for side in fight.sides])
    turned = (
        2
        if held.count_with_effect("turn") and (variant.inversion == "die" or _inverts_differently(variant))
        else 1
    )
    size = 2 if variant.criticals == "at_once" else 1
    for side in fight.sides:
        again = reroll_object(side.role) in side.player.objects and not side.rerolled
        size *= prod(count + 1 for count in side.player.held) * (1 + again)
        changes = (
            side.die is None
            or again
            or side.two_cats
            or held.count_with_effect("reroll")
            or held.count_with_effect("turn")
        )
        if side.lay.spells and changes:
            size *= len(STATES) * turned
        if not side.index and has_roll_without_cat(fight) and side.player.count_with_effect("reroll"):
            size *= len(STATES)
    return size


def _end(table: TwingTable) -> End:
    """Return the results of a battle that ends here, the creatures lost, and the number of cards each side
    played.
    """
    fight, results = fight_of(table), results_of(table)
    lost = [
        len(side.trapped) + (_creatures_lost(fight, side) if beaten else 0)
        for side, beaten in zip(
            fight.sides,
            (attack_fails(fight.variant, results), *(result > 0 for result in results)),
            strict=True,
        )
    ]
    return results, lost[0], tuple(lost[1:]), tuple(len(side.played) for side in fight.sides)


def _creatures_lost(fight: Fight, side: Side) -> int:
    """Return how many of its remaining creatures a beaten side loses (TW-BAT-20, TW-BAT-21)."""
    own, spells = side.player.character, side.lay.spells
    return sum(
        not own_comes_home(fight.variant, side.index, own, fighter.card, spells) for fighter in side.standing
    )
