"""End game: one attack against all, and the last player left (section 7, TW-END)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.twing.rules.active_objects import choose_active_objects, move_object
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.duel import TakeInEndgame
from twingkit.twing.rules.leaving import has_one_player_left, leave
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.table import TwingTable


def announce(table: TwingTable, player: Player) -> Script:
    """TW-END-1, 2: enter the end game or attack again; eliminate players who own no object."""
    if player.endgame:
        table.cite("TW-END-1", "again", side=player.name)
    else:
        player.endgame = True
        table.cite("TW-END-1", "entered", side=player.name, objects=player.owned)
        table.note("endgame", table.turn, player.seat)
    yield from eliminate(table, player, "out")


def eliminate(table: TwingTable, attacker: Player, case: str) -> Script:
    """TW-END-2: eliminate every other player who owns no object."""
    without = [player for player in table.others(attacker.seat) if not player.owned]
    for player in without:
        yield from leave(table, player, "TW-END-2", case, without)


def endgame_attack(table: TwingTable, attacker: Player) -> Script:
    """TW-END-3 to 6: attack all others with one set of cards and one die, and settle each pairing."""
    defenders = table.others(attacker.seat)
    table.cite("TW-END-3", "attack", side=attacker.name, cards=tuple(defender.name for defender in defenders))
    results: list[BattleResult] = yield from fight_battle(
        table, attacker.seat, [defender.seat for defender in defenders], "endgame", can_retire=True
    )
    fight = table.fight
    assert fight is not None
    taken: list[tuple[Player, str]] = []
    for defender, result in zip(defenders, results, strict=True):
        if result.winner == 0 and defender.owned:
            taken.append((defender, (yield TakeInEndgame(attacker.seat, attacker.name, defender))))
        elif result.winner == 1:
            table.cite("TW-END-5", "held", side=defender.name, enemy=attacker.name)
    for defender, name in taken:
        table.cite("TW-END-5", "taken", side=attacker.name, enemy=defender.name, object=name)
        table.note("taken", table.turn, attacker.seat, defender.seat, name)
        move_object(table, defender, attacker, name)
    retired = [side.player for side in fight.sides[1:] if side.retired]
    for player in retired:
        yield from leave(table, player, "TW-LEAVE-1", "leaves", retired)
    if table.variant.elimination == "twice" and not has_one_player_left(table):
        yield from eliminate(table, attacker, "out_after")
    if not has_one_player_left(table):
        for defender, _ in taken:
            yield from choose_active_objects(table, defender)
