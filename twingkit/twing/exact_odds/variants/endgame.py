"""Best responses in an end-game attack under a variant, computed with the battle script (TW-END-3, TW-END-4).

No rule is implemented twice: a node is a table of the script with its dice, the script itself carries out a
response (`windows.play`), and the question lists what is allowed. This is exact but slow, so it is used only
where the faster `endgame_best.py` would be wrong: see `does_variant_change_play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, prod
from operator import mul

from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.best_responses.best_play import BestPlayValues, ForwardPass
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.moves import Move, MoveOutcome
from twingkit.twing.exact_odds.best_responses.plan import NodeLevel, OfferedResponse, SolvingPlan, build_plan
from twingkit.twing.exact_odds.best_responses.python_list_grids import BestResponse, ListedGrids
from twingkit.twing.exact_odds.contest import DIE_STATES, STATE_WEIGHTS
from twingkit.twing.exact_odds.endgame_pairings import (
    EndgameAttackEnd,
    EndgameBudgetError,
    does_attacker_lose_creatures,
)
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.exact_odds.variants.endgame_tables import (
    EndgameAttackState,
    candidate_answers,
    copy_table,
    current_fight,
    does_roll_without_cat_count,
    outcome_signs_if_all_pass,
    remove_irrelevant_rolls,
    table_after_response,
    table_with_lays,
    tables_after_rolls,
)
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.battle_acts import ROLLS, Response, Trap
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.outcome import lost_creature_returns
from twingkit.twing.rules.response_cards import total_response_cards
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.windows import is_decided_by_criticals
from twingkit.twing.variants.variant import Variant

MAX_TABLES = 50_000
"""Largest number of tables that is solved (about fifteen seconds and half a gigabyte)."""

AttackEnd = tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]
"""The end of an attack: results of the pairings, creatures lost, and cards played.

The creatures are those of the attacker, then of each defender; the cards those of each side.
"""
SideValues = tuple[float, ...]
"""The worth of a moment to the attacker and to each defender, then the attacker's chances to win and lose."""


def does_variant_change_play(attack: EndgameAttack, variant: Variant) -> bool:
    """Return whether a variant changes the moves possible in this end-game attack, not only how its result is
    decided.
    """
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


class EndgameResponseRules:
    """The rules for responses in an end-game attack under a variant, implemented by running the game's own
    battle script.
    """

    def __init__(self, fight: Fight) -> None:
        self.side_count = len(fight.sides)
        self.has_miromon_window = fight.variant.criticals == "at_once"
        self._moves: dict[EndgameAttackState, list[list[Move[EndgameAttackState]]]] = {}
        self._rolled_again: dict[EndgameAttackState, tuple[MoveOutcome[EndgameAttackState], ...]] = {}
        self._steps: dict[tuple[EndgameAttackState, str], tuple[MoveOutcome[EndgameAttackState], ...]] = {}
        """The steps of responses, by their first resulting moment.

        Moments that differ only in the rerolled die share them."""

    def moves(self, node: EndgameAttackState, mover: int) -> list[Move[EndgameAttackState]]:
        """Return the moves of side `mover` at a node; none if a critical result opens Miromon's window."""
        if node not in self._moves:
            fight = current_fight(node.table)
            opens = self.has_miromon_window and not node.in_miromon_window and is_decided_by_criticals(fight)
            self._moves[node] = [[] if opens else self._moves_of_side(node, side) for side in fight.sides]
        return self._moves[node][mover]

    def _moves_of_side(self, node: EndgameAttackState, side: FightSide) -> list[Move[EndgameAttackState]]:
        moves: list[Move[EndgameAttackState]] = []
        for place, answer in enumerate(candidate_answers(current_fight(node.table), side)):
            steps = self._rolled_again.get(node) if answer.name == "shamrock" else None
            if steps is None:
                steps = self._steps_after(node.table, side.index, answer)
                if any(
                    step.next_node == node for step in steps
                ):  # the same is true for all nodes it rolls to
                    self._rolled_again.update((step.next_node, steps) for step in steps)
            moves.append((f"{place:02} {answer}", steps))
        return moves

    def _steps_after(
        self, table: TwingTable, mover: int, answer: Response
    ) -> tuple[MoveOutcome[EndgameAttackState], ...]:
        (face, weight), *others = _faces(table, answer)
        first = EndgameAttackState.from_table(table_after_response(table, mover, answer, face))
        key = first, f"{mover} {answer}"
        if key not in self._steps:
            rest = [
                EndgameAttackState.from_table(table_after_response(table, mover, answer, shown))
                for shown, _ in others
            ]
            times = [weight, *(number for _, number in others)]
            self._steps[key] = tuple(map(MoveOutcome, (number / 12 for number in times), (first, *rest)))
        return self._steps[key]

    def move_sort_key(self, name: str) -> str:
        """Return the name of a move, which begins with its position in the order of comparison."""
        return name

    def solution_sort_key(self, node: EndgameAttackState) -> tuple[int, ...]:
        """Return the rank by which nodes are solved: the plays left, then the number of Shamrock moves that
        cannot lead back to the same node.
        """
        left = 0
        for side in current_fight(node.table).sides:
            left += sum(side.player.response_cards)
            left += side.two_cats_due + (not side.used_reroll_object)
        return left, sum(
            name.endswith("shamrock") and all(step.next_node != node for step in steps)
            for name, steps in self.moves(node, 0)
        )

    def outcome_facts(self, node: EndgameAttackState) -> EndgameAttackState:
        """Return the node itself, since it includes its dice."""
        return node


def _faces(table: TwingTable, answer: Response) -> list[tuple[int, int]]:
    """Return the faces that a response can roll, each with its weight out of twelve."""
    if isinstance(answer, ROLLS):
        return list(zip(DIE_STATES, STATE_WEIGHTS, strict=True))
    return [(-1, 4), (0, 8)] if isinstance(answer, Trap) and table.variant.trap_roll else [(0, 12)]


class _TableGrids(ListedGrids[SideValues]):
    """Grids of nodes that include their dice: one `SideValues` and one probability for each node."""

    def __init__(self, plan: SolvingPlan[EndgameAttackState, EndgameAttackState]) -> None:
        worst = 1.0 - plan.side_count, *[1.0] * (plan.side_count - 1), 0.0, 1.0
        super().__init__(plan, [1.0], worst)
        self._never: SideValues = (-inf,) * (plan.side_count + 2)

    def values_of_offer(self, table: list[SideValues], offer: OfferedResponse) -> list[SideValues]:
        """Return the values of a response at each node of its level, from the nodes it leads to."""
        chances = [way.chance for way in offer.steps]
        return [
            _mean_values(chances, [table[number] for number in then])
            if offer.is_offered_at(place)
            else self._never
            for place, then in enumerate(zip(*(way.next_numbers for way in offer.steps), strict=True))
        ]

    def values_if_all_pass(self, first_number: int, end_number: int) -> list[SideValues]:
        """Return the values of the nodes `first_number` to `end_number` - 1 if all sides pass now."""
        every = [outcome_signs_if_all_pass(node.table) for node in self._plan.nodes[first_number:end_number]]
        return [
            (sum(results), *(-result for result in results), min(results) > 0, min(results) < 0)
            for results in every
        ]

    def critical_result_mask(self, first_number: int, end_number: int) -> list[bool]:
        """Return at which nodes and dice a critical result (Sun or Cross) decides the battle."""
        return [
            is_decided_by_criticals(current_fight(node.table))
            for node in self._plan.nodes[first_number:end_number]
        ]

    def improve_values(
        self, pass_values: list[SideValues], best: BestResponse[SideValues], mover: int
    ) -> list[SideValues]:
        """Replace the values `pass_values` by those of the best response where side `mover` prefers them."""
        pairs = zip(pass_values, best[0], strict=True)
        return [new if new[mover] > old[mover] + EPSILON else old for old, new in pairs]

    def end_chances(self, level: NodeLevel, mass: list[float]) -> Iterator[tuple[int, int, AttackEnd, float]]:
        """Yield the possible ends as (index of the contest, number of the node, outcome, chance)."""
        for number, chance in enumerate(mass, level.first_number):
            if chance:
                yield 0, number, _end(self._plan.nodes[number].table), chance


def _mean_values(chances: Sequence[float], worths: Sequence[SideValues]) -> SideValues:
    return tuple(sum(map(mul, chances, values)) for values in zip(*worths, strict=True))


class VariantEndgameBestPlay(BestPlayValues):
    """The best play of an end-game attack, solved from tables on which all sides have laid.

    Raises `EndgameBudgetError` immediately if that would take too long.
    """

    def __init__(self, start_tables: Sequence[TwingTable]) -> None:
        if (size := sum(map(_size, start_tables))) > MAX_TABLES:
            raise EndgameBudgetError(size, MAX_TABLES)
        rules = EndgameResponseRules(current_fight(start_tables[0]))
        rolled = [
            [(EndgameAttackState.from_table(table), chance) for table, chance in tables_after_rolls(laid)]
            for laid in start_tables
        ]
        plan = build_plan([node for rolls in rolled for node, _ in rolls], rules, one_node_per_level=True)
        super().__init__(
            plan,
            _TableGrids(plan),
            at_once=rules.has_miromon_window,
            keeps_choices=True,
            kept_passes=rules.side_count - 1,
        )
        first, last = rolled[0], rolled[-1]
        self._rolled = last if self._worth(last)[0] > self._worth(first)[0] + EPSILON else first

    @classmethod
    def from_attack(cls, attack: EndgameAttack, variant: Variant) -> VariantEndgameBestPlay:
        """Return the solution of an attack in notation.

        Two cats are laid with the attack if that is allowed and better (TW-PLAY-3).
        """
        laid = (table_with_lays(attack, variant, cats) for cats in (False, True))
        return cls([table for table in laid if table])

    def side_values(self, passes: int, mover: int) -> SideValues:
        """Return the `SideValues` of the attack after the roll if `mover` responds next, after `passes`
        passes in a row.
        """
        return self._worth(self._rolled, passes, mover)

    def _worth(
        self, rolls: Sequence[tuple[EndgameAttackState, float]], passes: int = 0, mover: int = 0
    ) -> SideValues:
        worths = [
            (self._windows if node.in_miromon_window else self._values)[passes][mover][
                self.plan.node_number(node)
            ]
            for node, _ in rolls
        ]
        return _mean_values([chance for _, chance in rolls], worths)

    def attack_ends(self) -> list[EndgameAttackEnd]:
        """Return every way the attack can end if all respond optimally, with its chance."""
        begun = [(self.plan.node_number(node), [chance]) for node, chance in self._rolled]
        [ends] = ForwardPass(self, begun).end_chances()
        together: dict[AttackEnd, float] = {}
        for _, end, chance in ends:
            together[end] = together.get(end, 0.0) + chance
        return [EndgameAttackEnd(*end, chance) for end, chance in together.items()]


def current_endgame_attack_odds(table: TwingTable, responses: Responses) -> Odds:
    """Return the attacker's odds in an end-game attack under way, after all sides have laid.

    `win`: every pairing won; `loss`: at least one lost. Dice on the table count. With "best" the responses
    continue from the present state, under any variant. Raises `EndgameBudgetError` if best play would take
    too long.
    """
    begun = remove_irrelevant_rolls(copy_table(table))
    if responses == "none" or current_fight(table).over or not _can_anyone_respond(begun):
        rolls = [(outcome_signs_if_all_pass(rolled), chance) for rolled, chance in tables_after_rolls(begun)]
        win = sum(chance for results, chance in rolls if min(results) > 0)
        loss = sum(chance for results, chance in rolls if min(results) < 0)
    else:
        now = current_fight(table)
        *_, win, loss = VariantEndgameBestPlay([begun]).side_values(
            *((now.passes, now.responder_index) if now.is_rolled else (0, 0))
        )
    rule = DICE_ALONE if responses == "none" else BEST_RESPONSES
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=rule)


def _can_anyone_respond(table: TwingTable) -> bool:
    return any(
        side.player.response_cards
        or side.two_cats_due
        or reroll_object(side.role) in side.player.active_objects
        for side in current_fight(table).sides
        if not side.has_retired
    )


def _size(table: TwingTable) -> int:
    """Estimate how many tables can follow this table: plays left × dice still open, doubled for Miromon
    windows (TW-VAR-9).
    """
    fight, variant = current_fight(table), table.variant
    held = total_response_cards([side.player for side in fight.sides])
    turned = (
        2
        if held.count_with_effect("turn") and (variant.inversion == "die" or _inverts_differently(variant))
        else 1
    )
    size = 2 if variant.criticals == "at_once" else 1
    for side in fight.sides:
        again = reroll_object(side.role) in side.player.active_objects and not side.used_reroll_object
        size *= prod(count + 1 for count in side.player.response_cards) * (1 + again)
        changes = (
            side.shown_face is None
            or again
            or side.two_cats_due
            or held.count_with_effect("reroll")
            or held.count_with_effect("turn")
        )
        if side.lay.spells and changes:
            size *= len(DIE_STATES) * turned
        if not side.index and does_roll_without_cat_count(fight) and side.player.count_with_effect("reroll"):
            size *= len(DIE_STATES)
    return size


def _end(table: TwingTable) -> AttackEnd:
    fight, results = current_fight(table), outcome_signs_if_all_pass(table)
    lost = [
        len(side.trapped) + (_creatures_lost(fight, side) if beaten else 0)
        for side, beaten in zip(
            fight.sides,
            (does_attacker_lose_creatures(fight.variant, results), *(result > 0 for result in results)),
            strict=True,
        )
    ]
    return results, lost[0], tuple(lost[1:]), tuple(len(side.cards_played) for side in fight.sides)


def _creatures_lost(fight: Fight, side: FightSide) -> int:
    own, spells = side.player.character, side.lay.spells
    return sum(
        not lost_creature_returns(fight.variant, side.index, own, fighter.card, spells)
        for fighter in side.creatures_in_battle
    )
