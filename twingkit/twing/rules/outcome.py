"""The end of a battle: the winner (TW-BAT-15 to 17), cards and stakes (TW-BAT-18 to 22, TW-END-4, 5)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.twing.rules import objects
from twingkit.twing.rules import typed_rulings as typed
from twingkit.twing.rules.cards import CROSS, FACT_BY_FACE, SPIRAL, SUN, Card, Creature, Spell
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.support import settle_support
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.variants.variant import Variant

CRITICAL_FACES = (SUN, CROSS)

DECIDING_RULES = ("TW-BAT-16", "TW-BAT-17")
"""The rules that decide a battle: by critical results, and by points."""


@attrs.frozen
class BattleResult:
    """The result of a battle between two sides: `winner` is 0 (attacker), 1 (defender) or None (tie), with
    the reason and the points.

    `decided_by` is "critical", "points" or "retired"; `points` are both totals, None if points did not
    decide.
    """

    winner: int | None
    decided_by: str
    points: tuple[int, int] | None

    @property
    def margin(self) -> int | None:
        """The attacker's points minus the defender's, None if points did not decide."""
        return self.points[0] - self.points[1] if self.points else None


class EndgameResults(tuple[BattleResult, ...]):
    """The results of the pairings of an end-game attack, in the order of the defenders (TW-END-3).

    >>> EndgameResults([BattleResult(0, "points", (9, 5)), BattleResult(1, "points", (9, 12))]).winners
    (2,)
    """

    __slots__ = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats: the attacker's (0) if it won every pairing, otherwise those of the defenders who
        won their pairings.
        """
        if all(result.winner == 0 for result in self):
            return (0,)
        return tuple(seat for seat, result in enumerate(self, 1) if result.winner == 1)


def die_value_and_rule(fight: Fight, side: FightSide, enemy: FightSide) -> tuple[int, type[typed.DieCounted]]:
    """Return what a side's die counts against an enemy (a number, `SUN` or `CROSS`), and as which event.

    The order is that of TW-BAT-15: the last face, then the Panties,
    the Bra, the own element.
    """
    face = fight.face_against(side, enemy)
    variant = fight.variant
    if face is None:
        return 0, typed.NoDieWithShield if side.lay.is_shield else typed.NoDieWithoutCards
    if face == SPIRAL:
        return 0, typed.SpiralCounted
    if (
        face == CROSS
        and objects.cross_counts_zero(side.player.active_objects)
        and _object_applies(fight, side, enemy, variant.panties)
    ):
        return 0, typed.CrossCountedZero
    if (
        face == SUN
        and objects.sun_counts_zero(enemy.player.active_objects)
        and _object_applies(fight, side, enemy, variant.bra)
    ):
        return 0, typed.SunCountedZero
    if face in CRITICAL_FACES:
        if not variant.shield_criticals and (enemy.lay.is_shield or side.lay.is_shield):
            return 0, typed.CriticalIgnored
        return face, typed.CriticalCounted
    if face < 0 and fight.die_has_own_element(side, enemy) and variant.own_element == "result":
        return 0, typed.OwnElementCounted
    return face, typed.NumberCounted


def _object_applies(fight: Fight, side: FightSide, enemy: FightSide, reading: str) -> bool:
    """Return whether an object applies to a critical result; in a variant only to a natural one."""
    return reading == "result" or fight.roll_against(side, enemy).face == fight.face_against(side, enemy)


def decide_pairing(table: TwingTable, fight: Fight, defence: FightSide | None = None) -> BattleResult:
    """Decide the battle between the attacker and one defender by dice and points, and record the rulings;
    return the result.
    """
    pair = (fight.sides[0], defence or fight.sides[1])
    if not fight.has_one_defender and table.rulings is not None:
        _cite_pairing(table, fight, *pair)
    results = []
    for side, enemy in (pair, pair[::-1]):
        result, counted = die_value_and_rule(fight, side, enemy)
        shown = fight.face_against(side, enemy)
        face = None if shown is None else FACT_BY_FACE[shown]
        table.record(counted(side.name, enemy.name, FACT_BY_FACE[result], face))
        results.append(result)
    decided = _result(fight, pair, results)
    _cite_result(table, pair, decided, results)
    return decided


def result_if_all_pass(
    fight: Fight, attack: FightSide, defence: FightSide, deductions: tuple[int, int] = (0, 0)
) -> BattleResult:
    """Return the result of a battle between two of its sides if nobody responds any more.

    `deductions` are points to take off the cards of the attack and of the defence.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: A5 & trap vs W: L5 L3")
    >>> fight = game.give_answers("lay A5", "lay L5 L3", "roll 3", "roll 1").table.fight
    >>> result_if_all_pass(fight, *fight.sides).points
    (8, 9)
    """
    dice = [die_value_and_rule(fight, attack, defence)[0], die_value_and_rule(fight, defence, attack)[0]]
    return _result(fight, (attack, defence), dice, deductions)


def _result(
    fight: Fight, pair: tuple[FightSide, FightSide], dice: Sequence[int], deductions: tuple[int, int] = (0, 0)
) -> BattleResult:
    """Return the result of a pairing from the values of both dice (TW-BAT-16, TW-BAT-17)."""
    attack, defence = dice
    tied = 1 if fight.variant.ties == "defender" else None
    if (attack in CRITICAL_FACES or defence in CRITICAL_FACES) and (
        attack != defence or fight.variant.both_critical == "tie"
    ):  # a Sun beats all but a Sun, a Cross loses to all but a Cross
        winner = 0 if attack == SUN or (defence == CROSS and attack != CROSS) else 1
        return BattleResult(tied if attack == defence else winner, "critical", None)
    counted = [0 if die in CRITICAL_FACES else die for die in dice]
    points = (
        fight.card_points_against(*pair) + counted[0] - deductions[0],
        pair[1].card_points + counted[1] - deductions[1],
    )
    if points[0] == points[1]:
        return BattleResult(tied, "points", points)
    return BattleResult(0 if points[0] > points[1] else 1, "points", points)


def _cite_result(
    table: TwingTable, pair: tuple[FightSide, FightSide], result: BattleResult, dice: Sequence[int]
) -> None:
    winner, points = result.winner, result.points
    first = winner or 0
    names = pair[first].name, pair[1 - first].name
    if points is None:
        _cite_critical(table, names, winner, *dice)
    elif winner is None:
        table.record(typed.PointsTied(names, points[0]))
    elif points[0] == points[1]:
        table.record(typed.TieDefended(*names, n=points[0]))
    else:
        table.record(typed.WonByPoints(*names, n=points[winner], m=points[1 - winner]))


def _cite_pairing(table: TwingTable, fight: Fight, attack: FightSide, defence: FightSide) -> None:
    """Cite which pairing is settled, and how the shared attack counts differently in it (TW-END-3,
    TW-END-4).
    """
    facts = {"side": attack.name, "enemy": defence.name}
    table.record_ruling("TW-END-3", "pairing", **facts)
    face = fight.face_against(attack, defence)
    if attack.shown_face is not None and face is not None and face != attack.shown_face:
        socks = not objects.can_use_cats_or_miromon(defence.player.active_objects, fight.variant)
        shown = {"face": FACT_BY_FACE[attack.shown_face], "result": FACT_BY_FACE[face]}
        table.record_ruling("TW-END-4", "socks" if socks else "one_die", **facts, **shown)
    power = fight.card_points_against(attack, defence)
    if power < attack.card_points:
        mounts = objects.can_lay_mounts(defence.player.active_objects, fight.variant)
        table.record_ruling("TW-END-4", "cup" if mounts else "cup_mounts", **facts, n=power)
    elif power > attack.card_points:
        table.record_ruling("TW-END-4", "one_trap", **facts, n=power)


def _cite_critical(
    table: TwingTable, names: tuple[str, str], winner: int | None, attack: int, defence: int
) -> None:
    if winner is None:
        table.record_ruling("TW-BAT-16", "tie", sides=names, face=FACT_BY_FACE[attack])
    elif attack == defence:
        table.record(typed.TieDefended(*names, n=FACT_BY_FACE[attack]))
    else:
        won_by = typed.WonBySun if (attack, defence)[winner] == SUN else typed.WonByCross
        table.record(won_by(*names))


def settle_battle(table: TwingTable, fight: Fight, results: list[BattleResult]) -> None:
    """Settle a decided battle on the table: rewards, supporters' stakes, lost creatures and discards, with
    one result for each defender (TW-BAT-18 to 22).

    In an end-game attack creatures leave only after all pairings, the attacker's if one was lost (TW-END-4).
    """
    fight.over = True
    attack, *defences = fight.sides
    for defence, result in zip(defences, results, strict=True):
        won, tied = result.winner == 1, result.winner is None
        early = _supporters_paid_first(table, attack, defence) if won else 0
        settle_support(table, defence, attack, won, tied, slice(early))
        paid = _give_reward(table, fight, defence, result)
        settle_support(table, defence, attack, won, tied, slice(early, None))
        if fight.has_one_defender:
            settle_support(table, attack, defence, not won and not tied, tied)
        seats = attack.seat, defence.seat
        table.add_stats_entry(
            "battle",
            table.turn_number,
            fight.kind,
            *seats,
            result,
            paid,
            _chronicle_entry(attack),
            _chronicle_entry(defence),
        )
    for side in fight.sides:
        _discard_spent(table, side)
    lost = sum(result.winner == 1 for result in results)
    _settle_creatures(table, fight, attack, *_attack_fate(fight, results), lost=lost)
    for defence, result in zip(defences, results, strict=True):
        _settle_creatures(table, fight, defence, result.winner == 1, result.winner is None)


def _supporters_paid_first(table: TwingTable, attack: FightSide, defence: FightSide) -> int:
    """Return how many supporters of a winning defender are paid before the defender (TW-TURN-6).

    If there are too few Ornicles, the players earlier in the order of play are paid.
    """
    if table.bank > len(defence.supports):
        return 0
    order = table.seats_from(attack.seat)
    return sum(order.index(support.seat) < order.index(defence.seat) for support in defence.supports)


def _attack_fate(fight: Fight, results: list[BattleResult]) -> tuple[bool, bool]:
    """Return whether the attacker's creatures are treated as after a win, and as after a tie (TW-END-4)."""
    if fight.has_one_defender:
        return results[0].winner == 0, results[0].winner is None
    won = sum(result.winner == 0 for result in results)
    lost = sum(result.winner == 1 for result in results)
    reading = fight.variant.endgame_losses
    if reading == "any":
        fails = lost > 0
    elif reading == "all":
        fails = lost > 0 and won == 0
    else:
        fails = lost > won
    return not fails and won > 0, not fails and won == 0


def _chronicle_entry(side: FightSide) -> tuple[Lay, int | None, tuple[str, ...], int]:
    """Return a side's entry in the statistics log: lay, last face, cards played, number of supporters."""
    return side.lay, side.shown_face, tuple(side.cards_played), len(side.supports)


def _give_reward(table: TwingTable, fight: Fight, defence: FightSide, result: BattleResult) -> bool:
    """Give the winner of a battle one Ornicle unless no magic was used, and return whether it was given
    (TW-BAT-18).

    TW-END-5, 8: the attacker of the end game gets an object instead. None is given if none is left
    (TW-TURN-6).
    """
    if result.winner is None or (fight.kind == "duel" and not table.variant.duel_ornicles):
        return False
    endgame = fight.kind == "endgame"
    if result.winner == 0:
        attack = fight.sides[0]
        if endgame and not table.variant.endgame_ornicle:
            table.record_ruling("TW-END-8", "no_ornicle", side=attack.name, enemy=defence.name)
        else:
            return table.award_ornicles(attack.player, "TW-BAT-18", "won", side=attack.name)
    elif defence.lay.spells:
        return table.award_ornicles(
            defence.player, "TW-END-5" if endgame else "TW-BAT-18", "won", side=defence.name
        )
    elif defence.lay.is_shield and endgame and table.variant.shield_reward == "endgame":
        return table.award_ornicles(defence.player, "TW-VAR-20", "shield", side=defence.name)
    elif defence.lay.is_shield:
        table.record_ruling("TW-BAT-18", "shield", side=defence.name)
    else:
        table.record_ruling("TW-BAT-4", "no_reward", side=defence.name)
    return False


def _discard_spent(table: TwingTable, side: FightSide) -> None:
    """Discard the spells and special cards that a side has played, and its trapped creatures (TW-BAT-19).

    Those of the side's player come first, then those of each supporter.
    """
    spent: dict[int, list[Card]] = {side.seat: [*side.lay.spells, *side.cards_played]}
    for support in side.supports:
        spells = [card for card in support.cards if not isinstance(card, Creature)]
        spent.setdefault(support.seat, []).extend(spells)
    for fighter, _ in side.trapped:
        spent[fighter.owner_seat].append(fighter.card)
    for seat, cards in spent.items():
        if cards:
            owner = side.name if seat == side.seat else table.players[seat].name
            table.record_ruling("TW-BAT-19", "discarded", side=owner, cards=tuple(cards))
            table.discard_pile += cards


def _settle_creatures(
    table: TwingTable, fight: Fight, side: FightSide, won: bool, tied: bool, lost: int = 1
) -> None:
    """Send a side's creatures home after a win or tie, or discard them after a loss (TW-BAT-20, TW-BAT-21).

    The attacker's creatures of the own element come home even then. `lost` is the number of pairings that an
    attacker lost.
    """
    if not side.creatures_in_battle:
        return
    cards = [fighter.card for fighter in side.creatures_in_battle if fighter.owner_seat == side.seat]
    helpers = [fighter for fighter in side.creatures_in_battle if fighter.owner_seat != side.seat]
    if won or tied:
        if cards:
            table.record_ruling("TW-BAT-20", "tie" if tied else "home", side=side.name, cards=tuple(cards))
        side.player.entourage += cards
        for fighter in helpers:
            owner = table.players[fighter.owner_seat]
            owner.entourage.append(fighter.card)
            table.record_ruling(
                "TW-BAT-20", "tie" if tied else "home", side=owner.name, cards=(fighter.card,)
            )
        return
    home = [card for card in cards if returns_to_owner(fight, side, card)]
    gone = [card for card in cards if card not in home]
    facts: dict[str, object] = {"side": side.name}
    mixed = not side.index and lost < len(fight.sides) - 1
    if mixed:  # an end-game attack: it was not lost as a whole
        facts |= {"n": lost, "m": len(fight.sides) - 1}
    if home:
        rule = "TW-BAT-21" if side.role == "attacker" else "TW-VAR-19"
        table.record_ruling(rule, "home_mixed" if mixed else "home", **facts, cards=tuple(home))
    if gone:
        case = "shield_lost" if side.lay.is_shield else "lost_mixed" if mixed else "lost"
        table.record_ruling("TW-BAT-20", case, **facts, cards=tuple(gone))
    side.player.entourage += home
    table.discard_pile += gone
    for fighter in helpers:
        _discard_supporting_creature(table, side, fighter.card, fighter.owner_seat)


def returns_to_owner(fight: Fight, side: FightSide, card: Creature) -> bool:
    """Return whether a creature of the losing side in a battle returns to its owner's entourage
    (TW-BAT-21).
    """
    return lost_creature_returns(fight.variant, side.index, side.player.character, card, side.lay.spells)


def lost_creature_returns(
    variant: Variant, side_index: int, character: str, card: Creature, spells: Sequence[Spell]
) -> bool:
    """Return whether a creature returns to its owner after a lost battle, depending on the spells laid with
    it (TW-BAT-21).

    The main attacker's creatures of the own element do; TW-VAR-19 may change that. `side_index` is 0 for the
    attacker.
    """
    return creature_returns_by_element(
        variant, side_index, character, card, spells[0].element if spells else ""
    )


def creature_returns_by_element(
    variant: Variant, side_index: int, character: str, card: Creature, element: str
) -> bool:
    """Return whether a creature returns to its owner after a lost battle; `element` is that of the spells
    laid with it ("" for a shield).
    """
    if card.element != character or (side_index and variant.own_creatures == "attack"):
        return False
    return variant.own_home == "creature" or element == card.element


def _discard_supporting_creature(table: TwingTable, side: FightSide, card: Creature, seat: int) -> None:
    """Discard a supporter's creature, which shares the fate of the supported side (TW-BAT-20, TW-BAT-21)."""
    owner = table.players[seat]
    if table.variant.supporter_home and side.role == "attacker" and card.element == owner.character:
        owner.entourage.append(card)
        table.record_ruling("TW-BAT-21", "support_home", side=owner.name, card=card)
    else:
        table.discard_pile.append(card)
        table.record_ruling("TW-BAT-20", "support_lost", side=owner.name, cards=(card,))
