"""Play a challenge: challengers and defenders, the fight, damage and deaths (IJ-CHAL)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.play import Script
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.rules import answers, card_moves, events, values
from twingkit.imajica.rules.carry_out import clear_saved_characters
from twingkit.imajica.rules.questions import CombatManeuverWindow, NameCharacters, SplitDamage
from twingkit.imajica.rules.table import SEATS, Fight, ImajicaTable
from twingkit.imajica.rules.windows import play_maneuver_window, run_flash_window


class DefenderChoice(NameCharacters):
    """The question for the challenged Autarch which characters defend: `defend irish dowd`, or `pass`
    (IJ-CHAL-2).
    """

    __slots__ = ()
    act_class = answers.Defend
    kind = act_class.word
    rule = "IJ-CHAL-2"

    def broken_character_rule(self, token: str) -> BrokenRule | None:
        """Return the rule that forbids a character from defending, or None."""
        table, fight = self.table, self.table.fight
        piece = table.pieces.get(token)
        if piece is None or not piece.is_character:
            return "IJ-CHAL-2", "nowhere", {"found": QuotedFact(token[:30])}
        if piece.controller != self.player:
            return "IJ-CHAL-2", "not_yours", {"card": piece}
        if fight is not None and token in fight.involved:
            return "IJ-CHAL-2", "target", {"card": piece}
        pivoted_too = values.has_power_of(table, piece, "aphrodyte")
        return values.broken_readiness_rule(piece, pivoted_too=pivoted_too) or values.broken_barring_rule(
            table, piece, "defend"
        )


def play_challenge(table: ImajicaTable, seat: int, target: str, challengers: Sequence[str]) -> Script:
    """Play one challenge from its announcement to its end (IJ-CHAL-1 to 9).

    Effects of maneuvers stand even if nobody is left to win.
    """
    rival = table.pieces[target].controller
    named = tuple(table.pieces[token] for token in challengers)
    table.fight = fight = Fight(
        "challenge", seat, target, list(challengers), tuple(challengers), [target], rival
    )
    table.log_rule("IJ-CHAL-1", "named", seat, cards=named, target=table.pieces[target])
    for piece in named:
        piece.acted = True
    yield from run_flash_window(table, "challenged")
    if fight.attackers:
        yield from _defence(table, fight)
    yield from run_flash_window(table, "defended")
    if _goes_on(table, fight):
        if fight.target_token not in fight.defenders:
            table.log_rule("IJ-CHAL-6", "defenders", seat)
        fight.only_maneuvers = True
        _say_who_is_idle(table, fight)
        yield from play_maneuver_window(table, [seat, rival], CombatManeuverWindow)
        fight.only_maneuvers, fight.damage_dealt = False, True
        if _goes_on(table, fight):
            yield from _deal_blows(table, fight)
        _pivot_all(table, fight)
        yield from run_flash_window(table, "dealt")
        _discard_dead(table)
    _end_challenge(table, fight)
    table.fight = None
    clear_saved_characters(table)
    yield from run_flash_window(table, "fought")


def _say_who_is_idle(table: ImajicaTable, fight: Fight) -> None:
    """Log that a side can play no maneuver because all its characters are pivoted (IJ-CHAL-4)."""
    for seat, tokens in ((fight.seat, fight.attackers), (fight.rival_seat, fight.defenders)):
        cards = tuple(table.pieces[token] for token in tokens)
        if all(piece.pivoted for piece in cards):
            table.log_rule("IJ-CHAL-4", "nobody_ready", seat, cards=cards)


def _defence(table: ImajicaTable, fight: Fight) -> Script:
    question = DefenderChoice(table, fight.rival_seat)
    if not question.nameable_tokens():
        table.log_rule("IJ-CHAL-2", "nobody", fight.rival_seat)
        return
    answer: answers.Pass | answers.Defend = yield question
    tokens = answer.tokens if isinstance(answer, answers.Defend) else ()
    fight.defenders += tokens
    cards = tuple(table.pieces[token] for token in tokens)
    table.log_rule("IJ-CHAL-2", "named" if cards else "passed", fight.rival_seat, cards=cards)


def _goes_on(table: ImajicaTable, fight: Fight) -> bool:
    if not fight.attackers:
        table.log_rule("IJ-CHAL-6", "no_challenger", fight.seat)
        return False
    gone = fight.target_token not in fight.defenders and table.variant.target_gone == "end"
    if gone or not fight.defenders:
        table.log_rule("IJ-CHAL-6", "no_target", fight.seat)
        return False
    return True


def _deal_blows(table: ImajicaTable, fight: Fight) -> Script:
    """Compare the totals and let the winner split the damage (IJ-CHAL-7)."""
    own, other = (
        sum(values.current_value(table, table.pieces[token], "strength") for token in side)
        for side in (fight.attackers, fight.defenders)
    )
    if own == other:
        table.log_rule("IJ-CHAL-7", "tie", fight.seat, n=own)
    else:
        winner = fight.seat if own > other else fight.rival_seat
        damage = abs(own - other)
        table.record(events.ChallengeWon(SEATS[winner], max(own, other), min(own, other), damage))
        question = SplitDamage(table, winner, damage)
        answer: answers.DealDamage = yield question
        for token, number in answer.split:
            piece = table.pieces[token]
            if piece.saved:
                table.log_rule("IJ-DMG-1", "saved", winner, card=piece)
                continue
            piece.damage += number
            table.record(events.DamageDealt(SEATS[winner], piece, number))


def _discard_dead(table: ImajicaTable) -> None:
    """Discard every character with more damage than Strength, from the fight or from maneuvers (IJ-CHAL-9).

    All of them die at once, so that a death does not lower the Strength bonus of somebody on the
    other side.
    """
    hurt = [(piece, values.survivable_damage(table, piece)) for piece in table.characters() if piece.damage]
    if not hurt:
        card_moves.lose_sites_after_expiry(table)
        return
    before = card_moves.current_hold_by_site(table)
    for piece, strength in hurt:
        if piece.damage <= strength:
            facts = {"card": piece, "n": piece.damage, "strength": strength}
            table.log_rule("IJ-CHAL-9", "lives", piece.owner, **facts)
        else:
            table.record(events.Died(SEATS[piece.owner], piece, piece.damage, strength))
            card_moves.discard_from_play(table, piece)
    card_moves.lose_unheld_sites(table, before)


def _pivot_all(table: ImajicaTable, fight: Fight) -> None:
    """Pivot the challengers and the target, wherever they are in play (IJ-CHAL-8)."""
    cards = [
        table.pieces[token]
        for token in (*fight.first_named, fight.target_token, *fight.pivot_afterwards)
        if token in table.pieces
    ]
    for piece in cards:
        piece.pivoted = True
    if cards:
        table.record(events.ChallengePivots(SEATS[fight.seat], tuple(cards)))


def _end_challenge(table: ImajicaTable, fight: Fight) -> None:
    """End the changes by maneuvers, remove all damage, and pivot the remaining characters (IJ-CHAL-8, 9)."""
    if not fight.damage_dealt:
        _pivot_all(table, fight)
    for piece in table.pieces.values():
        piece.damage = 0
    card_moves.end_temporary_changes(table, ["challenge"])
