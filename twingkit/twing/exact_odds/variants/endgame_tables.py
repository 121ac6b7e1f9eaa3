"""States of an end-game attack as tables of the battle script, their answers, and the tables that follow."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from math import prod

import attrs

from twingkit.core.questions import Roll
from twingkit.twing.exact_odds.contest import DIE_STATES, STATE_WEIGHTS
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.notation.line_table import table_from_sides
from twingkit.twing.rules.battle import decide_pairing_or_forfeit, fight_battle
from twingkit.twing.rules.battle_acts import LAY_TWO_CATS, PASS, Response, Trap
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.lay_questions import LayCards, LayTwoCatsOrPass
from twingkit.twing.rules.objects import can_use_cats_or_miromon
from twingkit.twing.rules.responses import MiromonBeforeCritical, Respond, trap_candidates
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.windows import mounted_partners, play_response
from twingkit.twing.variants.variant import Variant

_SCORES = {0: 1, None: 0, 1: -1}


@attrs.frozen(cache_hash=True)
class EndgameAttackState:
    """A state of an end-game attack, stored as a table: a node of a plan with its dice, regardless of which
    side responds next.
    """

    key: Hashable
    table: TwingTable = attrs.field(eq=False)

    @classmethod
    def from_table(cls, table: TwingTable) -> EndgameAttackState:
        """Let the first side of a table respond next, and return a moment that holds this very table, not a
        copy.

        Changes the table: its first side is asked next, and no passes are counted.
        """
        fight = current_fight(table)
        fight.responder_index = fight.passes = 0
        return cls(table.key(), table)

    @property
    def in_miromon_window(self) -> bool:
        """True if only Miromon may be played now (TW-VAR-9)."""
        return current_fight(self.table).only_miromon

    def _replace(self, *, in_miromon_window: bool) -> EndgameAttackState:
        twin = copy_table(self.table)
        current_fight(twin).only_miromon = in_miromon_window
        return EndgameAttackState.from_table(twin)


def outcome_signs_if_all_pass(table: TwingTable) -> tuple[int, ...]:
    """Return the attacker's score in each pairing (1, 0 or −1) if nobody responds any more."""
    fight = current_fight(table)
    return tuple(_SCORES[decide_pairing_or_forfeit(table, fight, side).winner] for side in fight.sides[1:])


def candidate_answers(fight: Fight, side: FightSide) -> Iterator[Response]:
    """Yield the possible answers of a side in the order in which best play compares them.

    A trap takes the strongest creature of each enemy that counts (TW-ODDS-2); an owner of the Cup considers
    each.
    """
    if side.has_retired:
        return
    asks = MiromonBeforeCritical if fight.only_miromon else Respond
    options = [answer for answer in asks(fight, side).options() if answer != PASS]
    traps = iter(_traps(fight, side, {answer for answer in options if isinstance(answer, Trap)}))
    done = False
    for answer in options:
        if not isinstance(answer, Trap):
            yield answer
        elif not done:
            done = True
            yield from traps


def _traps(fight: Fight, side: FightSide, allowed: set[Trap]) -> list[Trap]:
    """Return the traps worth comparing: the most effective one for each enemy, or all traps for an owner of
    the Cup.
    """
    weights: dict[int, list[tuple[tuple[bool, int], Trap]]] = {}
    weighed = "cup" in side.player.active_objects and any(
        fighter.is_rider for fighter in fight.sides[0].creatures_in_battle
    )
    for enemy, place, fighter in trap_candidates(fight, side):
        answer = Trap("trap", place)
        if answer not in allowed or fighter not in enemy.creatures_in_battle:
            continue
        power = fighter.card.power
        if fight.variant.trap_pair == "pair":
            power += sum(other.card.power for other in mounted_partners(enemy, fighter))
        counts = fighter in fight.creatures_against(enemy, side)
        weights.setdefault(enemy.index, []).append(((counts, power), answer))
    ranked = [sorted(traps, key=lambda trap: trap[0], reverse=True) for traps in weights.values()]
    if weighed and side.index:
        return [answer for traps in ranked for _, answer in traps]
    return [answer for _, answer in sorted((traps[0] for traps in ranked), key=lambda trap: -trap[0][1])]


def table_after_response(table: TwingTable, mover: int, answer: Response, face: int) -> TwingTable:
    """Return a copy of the table after side `mover` gives a response; any die rolled by it shows `face`."""
    twin = copy_table(table)
    fight = current_fight(twin)
    script = play_response(twin, fight, fight.sides[mover], answer)
    try:
        question = next(script)
        while True:
            question = script.send(face if isinstance(question, Roll) else PASS)
    except StopIteration:
        return remove_irrelevant_rolls(twin)


def does_roll_without_cat_count(fight: Fight) -> bool:
    """Return whether, in some pairing, the attacker's last roll that was not made by a cat counts
    (TW-END-4).
    """
    return any(
        not can_use_cats_or_miromon(other.player.active_objects, fight.variant) for other in fight.sides[1:]
    )


def remove_irrelevant_rolls(table: TwingTable) -> TwingTable:
    """Remove from a table, in place, the rolls that no longer affect the result; return the table.

    Kept are the attacker's last roll and, for an owner of the Socks, the last one not made by a cat
    (TW-END-4). Where the Shamrock has no limit, its use is forgotten too.
    """
    fight = current_fight(table)
    side = fight.sides[0]
    if table.variant.shamrock == "unlimited":
        side.used_reroll_object = False
    kept = side.rolls[-1:]
    if kept and kept[0].by_cat and does_roll_without_cat_count(fight):
        kept = [throw for throw in side.rolls if not throw.by_cat][-1:] + kept
    side.rolls = kept
    return table


def tables_after_rolls(table: TwingTable) -> Iterator[tuple[TwingTable, float]]:
    """Yield a copy of the table for each possible roll of the dice not yet rolled, with its chance."""
    due = [side.index for side in current_fight(table).sides if side.lay.spells and side.shown_face is None]
    for places in product(range(len(DIE_STATES)), repeat=len(due)):
        twin = copy_table(table)
        for index, place in zip(due, places, strict=True):
            current_fight(twin).sides[index].record_roll(DIE_STATES[place], False, table.variant)
        current_fight(twin).is_rolled = True
        yield remove_irrelevant_rolls(twin), prod(STATE_WEIGHTS[place] / 12 for place in places)


def table_with_lays(attack: EndgameAttack, variant: Variant, two_cats: bool) -> TwingTable | None:
    """Return the table of an attack in notation after all sides have laid, with two cats laid if `two_cats`;
    None if the attacker cannot lay two cats.
    """
    table = table_from_sides(attack.sides, variant)
    script = fight_battle(table, 0, range(1, len(table.players)), "endgame")
    question, cats = next(script), False
    while not isinstance(question, Roll):
        answer: object = PASS
        match question:
            case LayCards(player=seat):
                answer = attack.sides[seat].lay
            case LayTwoCatsOrPass() if two_cats and LAY_TWO_CATS in question.options():
                answer, cats = LAY_TWO_CATS, True
        question = script.send(answer)
    return None if two_cats and not cats else table


def current_fight(table: TwingTable) -> Fight:
    """Return the battle under way on a table."""
    assert table.fight is not None
    return table.fight


def copy_table(table: TwingTable) -> TwingTable:
    """Return an independent copy of a table in the middle of its battle."""
    twin = table.copy()
    twin.is_whole_game = False  # the odds leave out events and the stacks
    fight = twin.fight = twin.fight or current_fight(table).copy(
        twin.players
    )  # a copy never has a finished one
    fight.start_responses()
    fight.pending_response, fight.over = None, False
    return twin
