"""The visible part of a battle as numbers, and the exact chances of one lay against another.

Everything is read from a `GameView`, so hands of others do not occur. The chances are those of TW-ODDS-1, or
of TW-ODDS-2 if a side can still reroll (Hat, Shamrock, cats).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from twingkit.twing.exact_odds.best_responses.grids import loss_probability
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, Contest, DieRules, RemainingSidePlays, die_rules
from twingkit.twing.exact_odds.terms import ContestVariant
from twingkit.twing.rules.cards import SPIRAL, Spell
from twingkit.twing.rules.objects import Objects, can_lay_riders
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.variant import Variant
from twingkit.twing.view import GameView, PublicBattleView, PublicPlayerInfo, SideView

_MAX_REROLLS = 3
"""More make hardly any difference."""

NO_DIE = die_rules(False, False, (), ())
"""The die of a side that does not roll."""


@lru_cache(maxsize=4096)
def win_and_loss_by_margin(
    attack_die: DieRules, defence_die: DieRules, rerolls: tuple[int, int] = (0, 0)
) -> tuple[tuple[float, float], ...]:
    """Return the attacker's chances of winning and losing a battle, as a (win, loss) pair for each difference
    in card points from −9 to 9.

    `rerolls` is how often each side can roll its die again, at most 3 times. Index the result with
    `margin_index(margin)`.
    """
    return tuple(
        _win_loss_odds(margin, (attack_die, defence_die), rerolls)
        for margin in range(-CERTAIN_MARGIN, CERTAIN_MARGIN + 1)
    )


def margin_index(margin: int) -> int:
    """Return the index for a difference in card points in the result of `win_and_loss_by_margin`; larger
    differences count as ±9.
    """
    return max(-CERTAIN_MARGIN, min(CERTAIN_MARGIN, margin)) + CERTAIN_MARGIN


def _win_loss_odds(
    margin: int, dice: tuple[DieRules, DieRules], rerolls: tuple[int, int]
) -> tuple[float, float]:
    counts = [
        min(count, _MAX_REROLLS) if die.rolls_die else 0 for die, count in zip(dice, rerolls, strict=True)
    ]
    attacker, defender = (
        RemainingSidePlays(response_cards=ResponseCards.from_counts({"cat": count})) for count in counts
    )
    contest = Contest(margin, dice, ((0,), (0,)), (attacker, defender))
    [(edge, win)] = BattleValues([contest]).means_by_contest()
    return win, loss_probability(edge, win)


_TERMS = {(ties, both): ContestVariant(ties, both) for ties, both in product((False, True), repeat=2)}


class Pairing(NamedTuple):
    """The attacker against one defender, reduced to the difference in card points, the rules of both dice,
    and their faces.

    A face is None if the die is not rolled, or not yet; a Spiral is stored as 0, the value it counts.
    """

    margin: int
    attack_die: DieRules
    defence_die: DieRules
    faces: tuple[int | None, int | None]

    def outcome(self, faces: tuple[int | None, int | None], variant: Variant) -> int:
        """Return 1 if the attacker wins with these faces, 0 for a tie, −1 for a loss (TW-BAT-15 to 17)."""
        dice = self.attack_die, self.defence_die
        attack, defence = (
            0 if face is None else die.face_result(face) for die, face in zip(dice, faces, strict=True)
        )
        terms = _TERMS[variant.ties == "defender", variant.both_critical == "points"]
        return Contest(self.margin, dice, terms=terms).outcome_sign(attack, defence, (0, 0))


def current_battle(view: GameView) -> PublicBattleView:
    """Return the battle on the table; there must be one."""
    assert view.battle is not None
    return view.battle


def side_index(battle: PublicBattleView, seat: int) -> int:
    """Return the index of a seat's side in the battle: 0 for the attacker."""
    return next(index for index, side in enumerate(battle.sides) if side.seat == seat)


def opponents_still_in_game(view: GameView) -> list[PublicPlayerInfo]:
    """Return the opponents of this player who are still in the game, in the order of play."""
    count = len(view.seats)
    order = [(view.player + step * view.direction) % count for step in range(1, count)]
    return [view.seats[seat] for seat in order if not view.seats[seat].has_left]


def owned_objects(seat: PublicPlayerInfo) -> Objects:
    """Return all objects of a player, active or not."""
    return (*seat.active_objects, *seat.inactive_objects)


def attacker_defender_pairings(view: GameView) -> list[Pairing]:
    """Return a `Pairing` of the attacker with each defender in the battle on the table, in the order of the
    defenders.
    """
    battle = current_battle(view)
    attack = battle.sides[0]
    return [pairing_with_defender(view, attack, defence) for defence in battle.sides[1:]]


def pairing_with_defender(view: GameView, attack: SideView, defence: SideView) -> Pairing:
    """Return the `Pairing` (points, dice and faces) of the attacker with one defender in the current
    battle.
    """
    mine, theirs = view.seats[attack.seat], view.seats[defence.seat]
    power = card_points(attack)
    if len(current_battle(view).sides) > 2 and not can_lay_riders(theirs.active_objects):  # TW-END-4: the Cup
        power -= sum(fighter.card.power for fighter in attack.creatures_in_battle if fighter.is_rider)
    return Pairing(
        power - card_points(defence),
        side_die_rules(attack, mine, theirs),
        side_die_rules(defence, theirs, mine),
        (_face_value(attack.shown_face), _face_value(defence.shown_face)),
    )


def card_points(side: SideView) -> int:
    """Return the sum of points on a side's spells and creatures in battle, including its supporters'
    cards.
    """
    helped = [card for support in side.supports for card in support.cards if isinstance(card, Spell)]
    spells = [*side.lay.spells, *helped] if side.lay else helped
    return sum([card.power for card in spells]) + sum(
        [fighter.card.power for fighter in side.creatures_in_battle]
    )


def side_die_rules(side: SideView, owner: PublicPlayerInfo, enemy: PublicPlayerInfo) -> DieRules:
    """Return the rules of a side's die against an enemy; `NO_DIE` for a shield."""
    if not side.lay or not side.lay.spells:
        return NO_DIE
    own_element = side.lay.spells[0].element == owner.character
    return die_rules(True, own_element, owner.active_objects, enemy.active_objects)


def _face_value(face: int | None) -> int | None:
    return 0 if face == SPIRAL else face
