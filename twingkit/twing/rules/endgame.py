"""End game: one attack against all, and the last player left (section 7, TW-END)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.twing.rules.active_objects import choose_active_objects, move_object
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.duel import TakeObjectInEndgame
from twingkit.twing.rules.leaving import has_one_player_left, remove_player
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.typed_rulings import ObjectTakenInEndgame


def enter_endgame(table: TwingTable, player: Player) -> Script:
    """Record that a player enters the end game, or attacks in it again; then eliminate all other players who
    own no object (TW-END-1, 2). The attack itself is `fight_endgame_attack`.
    """
    if player.in_endgame:
        table.record_ruling("TW-END-1", "again", side=player.name)
    else:
        player.in_endgame = True
        table.record_ruling("TW-END-1", "entered", side=player.name, objects=player.owned_objects)
        table.add_stats_entry("endgame", table.turn_number, player.seat)
    yield from _eliminate_without_object(table, player, "out")


def _eliminate_without_object(table: TwingTable, attacker: Player, case: str) -> Script:
    """Eliminate every other player who owns no object (TW-END-2)."""
    without = [player for player in table.other_players(attacker.seat) if not player.owned_objects]
    for player in without:
        yield from remove_player(table, player, "TW-END-2", case, without)


def fight_endgame_attack(table: TwingTable, attacker: Player) -> Script:
    """Run an end-game attack: the attacker fights all other players with one lay and one die, and each
    pairing is settled (TW-END-3 to 6).
    """
    defenders = table.other_players(attacker.seat)
    table.record_ruling(
        "TW-END-3", "attack", side=attacker.name, cards=tuple(defender.name for defender in defenders)
    )
    results: list[BattleResult] = yield from fight_battle(
        table, attacker.seat, [defender.seat for defender in defenders], "endgame", can_retire=True
    )
    fight = table.fight
    assert fight is not None
    taken: list[tuple[Player, str]] = []
    for defender, result in zip(defenders, results, strict=True):
        if result.winner == 0 and defender.owned_objects:
            taken.append((defender, (yield TakeObjectInEndgame(attacker.seat, attacker.name, defender))))
        elif result.winner == 1:
            table.record_ruling("TW-END-5", "held", side=defender.name, enemy=attacker.name)
    for defender, name in taken:
        table.record(ObjectTakenInEndgame(attacker.name, name, defender.name))
        table.add_stats_entry("taken", table.turn_number, attacker.seat, defender.seat, name)
        move_object(table, defender, attacker, name)
    retired = [side.player for side in fight.sides[1:] if side.has_retired]
    for player in retired:
        yield from remove_player(table, player, "TW-LEAVE-1", "leaves", retired)
    if table.variant.elimination == "twice" and not has_one_player_left(table):
        yield from _eliminate_without_object(table, attacker, "out_after")
    if not has_one_player_left(table):
        for defender, _ in taken:
            yield from choose_active_objects(table, defender)
