"""Response windows in a battle: the order of responses, and their effects (TW-BAT-10 to 14, TW-END-3)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.twing.rules import battle_acts
from twingkit.twing.rules import typed_rulings as typed
from twingkit.twing.rules.battle_acts import PASS, Reroll, Response, Trap, Turn
from twingkit.twing.rules.cards import CROSS, SPIRAL
from twingkit.twing.rules.dice import TrapRoll, invert_die, roll_dice
from twingkit.twing.rules.fight import CreatureInBattle, Fight, FightSide
from twingkit.twing.rules.outcome import CRITICAL_FACES, BattleResult, die_value_and_rule, result_if_all_pass
from twingkit.twing.rules.responses import MiromonBeforeCritical, Respond, trap_candidates
from twingkit.twing.rules.table import TwingTable


def open_response_window(table: TwingTable, fight: Fight, question_type: type[Respond]) -> Script:
    """Let the sides respond in turn, the attacker first, until all pass in a row (TW-BAT-10)."""
    sides = fight.sides
    at_once = fight.variant.criticals == "at_once" and question_type is Respond
    if fight.pending_response:  # a battle that goes on in the middle of a response
        yield from _roll_for(table, fight, sides[fight.responder_index - 1])
    while fight.passes < len(sides):
        if at_once and not fight.only_miromon and is_decided_by_criticals(fight):
            fight.only_miromon = True
            fight.start_responses()
        side = sides[fight.responder_index]
        question = MiromonBeforeCritical(fight, side) if fight.only_miromon else question_type(fight, side)
        answer = (yield question) if not side.has_retired and table.should_ask(question) else PASS
        fight.responder_index = (fight.responder_index + 1) % len(sides)
        if answer != PASS:
            fight.passes = 0
            yield from play_response(table, fight, side, answer)
            continue
        fight.passes += 1
        if fight.only_miromon and fight.passes == len(sides):
            fight.only_miromon = False
            if is_decided_by_criticals(fight):
                table.record_ruling("TW-VAR-9", "at_once")
                return
            fight.start_responses()


def is_decided_by_criticals(fight: Fight) -> bool:
    """Return whether a Sun or Cross decides every pairing of the battle (TW-VAR-9)."""
    attacker = fight.sides[0]
    return all(
        other.has_retired
        or any(
            die_value_and_rule(fight, *pair)[0] in CRITICAL_FACES
            for pair in ((attacker, other), (other, attacker))
        )
        for other in fight.sides[1:]
    )


def play_response(table: TwingTable, fight: Fight, side: FightSide, answer: Response) -> Script:
    """Carry out a side's response in a battle (play the card, roll or turn dice) and record its ruling."""
    match answer:
        case battle_acts.MiromonAgain(name):
            side.play_response_card(name)
            table.record_ruling("TW-BAT-11", "miromon_again", side=side.name)
        case battle_acts.UseTwoCats():
            side.two_cats_due = False
            table.record_ruling("TW-PLAY-3", "two_cats_used", side=side.name)
        case battle_acts.UseObject(name):
            side.used_reroll_object = True
            table.record(typed.RerollObjectUsed(side.name, name))
        case Reroll(name):
            side.play_response_card(name)
            if table.open_hands:
                table.record(typed.CatPlayed(side.name, side.player.response_cards.count_of(name)))
            else:
                enemy = _reroll_target(fight, side, answer).name
                table.record_ruling("TW-BAT-11", "played_hidden", side=side.name, enemy=enemy)
        case Turn():
            invert_die(table, fight, side, _named_side(fight, answer.target), answer.card)
            return
        case Trap(name):
            side.play_response_card(name)
            if not fight.variant.trap_roll:
                _resolve_trap(table, fight, side, answer)
                return
    fight.pending_response = answer
    yield from _roll_for(table, fight, side)


def _named_side(fight: Fight, tag: str) -> FightSide:
    return next(other for other in fight.sides if fight.side_tag(other) == tag)


def _reroll_target(fight: Fight, side: FightSide, answer: Reroll) -> FightSide:
    return _named_side(fight, answer.target) if answer.target else side


def _roll_for(table: TwingTable, fight: Fight, side: FightSide) -> Script:
    """Make the roll that a side's response has to wait for, and apply the response."""
    match fight.pending_response:
        case Trap() as trap:
            face = yield TrapRoll(side.seat, side.name)
            if CROSS < face < 0 and face != SPIRAL:
                card = _trap_target(fight, side, trap)[1].card
                table.record_ruling("TW-PLAY-3", "trap_fails", side=side.name, card=card, n=face)
            else:
                _resolve_trap(table, fight, side, trap)
        case Reroll() as reroll:
            aimed = _reroll_target(fight, side, reroll)
            yield from roll_dice(table, fight, aimed, by_cat=aimed is side)
        case battle_acts.UseTwoCats():
            yield from roll_dice(table, fight, side, by_cat=True, counts_own_element=True)
        case answer:
            by_cat = isinstance(answer, battle_acts.MiromonAgain)
            yield from roll_dice(table, fight, side, by_cat=by_cat)
    fight.pending_response = None


def _trap_target(fight: Fight, side: FightSide, trap: Trap) -> tuple[FightSide, CreatureInBattle]:
    """Return the creature that a trap names, after its side."""
    return next((enemy, each) for enemy, place, each in trap_candidates(fight, side) if place == trap.target)


def _resolve_trap(table: TwingTable, fight: Fight, side: FightSide, trap: Trap) -> None:
    """Take one creature card of the other side out of the battle by a trap (TW-BAT-13)."""
    enemy, fighter = _trap_target(fight, side, trap)
    if trap.is_in_entourage:
        enemy.player.entourage.remove(fighter.card)
        enemy.trapped.append((fighter, side.seat))
        table.record_ruling("TW-VAR-5", "entourage", side=side.name, enemy=enemy.name, card=fighter.card)
        return
    for victim in _fighters_taken_by_trap(fight, enemy, fighter):
        enemy.creatures_in_battle.remove(victim)
        enemy.trapped.append((victim, side.seat))
        facts = side.name, enemy.name, victim.card, enemy.card_points
        if victim.owner_seat == enemy.seat:
            table.record(typed.CreatureTrapped(*facts))
        else:
            table.record(typed.SupporterTrapped(*facts, table.players[victim.owner_seat].name))


def _fighters_taken_by_trap(
    fight: Fight, enemy: FightSide, fighter: CreatureInBattle
) -> list[CreatureInBattle]:
    return [fighter, *(mounted_partners(enemy, fighter) if fight.variant.trap_pair == "pair" else ())]


def result_after_response(fight: Fight, side: FightSide, answer: Response) -> BattleResult | None:
    """Return the result that a battle of two sides would have after this response or pass, if nobody
    responded later.

    Returns None for a response that rolls a die.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: A5 & trap miromon vs W: L5 + L3")
    >>> asked = game.give_answers("lay A5", "lay L5 + L3", "pass", "roll 3", "roll 1").question
    >>> answers = map(asked.parse_answer, ("pass", "trap L3", "miromon attacker"))
    >>> [result_after_response(asked.fight, asked.side, answer).points for answer in answers]
    [(8, 9), (8, 6), (2, 9)]
    """
    match answer:
        case battle_acts.Pass():
            return result_if_all_pass(fight, fight.sides[0], fight.sides[1])
        case Turn(_, target):
            attack, defence = (
                other.with_inversion(side.seat, fight.variant) if fight.side_tag(other) == target else other
                for other in fight.sides
            )
            return result_if_all_pass(fight, attack, defence)
        case Trap() if not fight.variant.trap_roll:
            enemy, fighter = _trap_target(fight, side, answer)
        case _:
            return None
    taken = [] if answer.is_in_entourage else _fighters_taken_by_trap(fight, enemy, fighter)
    lost = sum(victim.card.power for victim in taken)
    attack, defence = fight.sides
    return result_if_all_pass(fight, attack, defence, (0, lost) if enemy is defence else (lost, 0))


def mounted_partners(enemy: FightSide, fighter: CreatureInBattle) -> list[CreatureInBattle]:
    """Return the mount or rider that still fights together with a creature, as a list of one; empty if there
    is none.
    """
    for unit in enemy.lay.units:
        if unit.rider and fighter.card == (unit.rider if fighter.is_rider else unit.creature):
            other = CreatureInBattle(
                unit.creature if fighter.is_rider else unit.rider, not fighter.is_rider, fighter.owner_seat
            )
            return [other] if other in enemy.creatures_in_battle else []
    return []
