"""Duels: three battles for one magical object (section 5, TW-DUEL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from twingkit.core.play import Script
from twingkit.core.questions import Question, Refusal
from twingkit.twing.rules.active_objects import choose_active_objects, move_object
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.draws import TwingRandomPick
from twingkit.twing.rules.hand import refill_hands_without_spell
from twingkit.twing.rules.leaving import has_one_player_left, remove_player
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal, rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.typed_rulings import DuelBattleBegan, DuelLost, DuelUndecided, DuelWon, ObjectTaken

BATTLES_PER_DUEL = 3
"""The number of battles of a duel (TW-DUEL-1)."""

WINS_NEEDED = BATTLES_PER_DUEL // 2 + 1
"""The number of battles that win a duel (TW-DUEL-3)."""


class TakeObject(Question[str]):
    """The question to the winner of a duel which of the opponent's objects to take (TW-DUEL-3, TW-END-5)."""

    __slots__ = ("name", "owner")
    kind = "take_object"
    book = staticmethod(rulebook)
    rule: ClassVar[str] = "TW-DUEL-3"

    def __init__(self, player: int, name: str, owner: Player) -> None:
        super().__init__(player)
        self.name, self.owner = name, owner

    def options(self) -> Iterator[str]:
        """Yield all objects of the opponent, active or not."""
        return iter(self.owner.owned_objects)

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the opponent does not own the object, otherwise None."""
        if answer not in OBJECTS:
            raise bad_answer("objects", answer)
        if answer in self.owner.owned_objects:
            return None
        return rule_refusal(
            self.rule, "not_owned", enemy=self.owner.name, object=answer, objects=self.owner.owned_objects
        )

    def parse_answer(self, text: str) -> str:
        """Parse `take hat`; `take` may be left out."""
        return text.strip().removeprefix("take ").strip()

    def format_answer(self, answer: str) -> str:
        """Return the answer in notation, such as `take hat`."""
        return f"take {answer}"

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the winner, the opponent and the opponent's objects."""
        return {"side": self.name, "enemy": self.owner.name, "objects": self.owner.owned_objects}


class TakeObjectInEndgame(TakeObject):
    """The question to the attacker in the end game which object to take from a defender after winning the
    pairing (TW-END-5).
    """

    __slots__ = ()
    rule = "TW-END-5"


class RandomObjectToTake(TwingRandomPick[str]):
    """The random pick of the object to take (a variant of TW-DUEL-3)."""

    __slots__ = ()
    kind = "pick_object"
    rule = "TW-DUEL-3"
    answer_prefix = "take"

    def sentence(self) -> str:
        """Return the question in words."""
        return rulebook().sentence("ask", "pick_taken", {"side": self.name})


def fight_duel(table: TwingTable, challenger: Player, target: Player) -> Script:
    """Fight a duel: the stake, three battles, and the object or the stake at the end (TW-DUEL).

    A challenger who wins two battles takes an object.
    """
    table.stake_ornicle(challenger)
    table.record_ruling("TW-DUEL-1", "stake", side=challenger.name, enemy=target.name)
    table.is_duel, table.duel_battle_winners = True, ()
    wins = yield from _fight_battles(table, challenger, target)
    table.is_duel = False
    yield from _settle(table, challenger, target, wins)


def _fight_battles(table: TwingTable, challenger: Player, target: Player) -> Script:
    """Fight the battles of a duel; return how many battles each side has won (TW-DUEL-1, TW-DUEL-2)."""
    wins = [0, 0]
    rerolled = [False, False]
    for number in range(BATTLES_PER_DUEL):
        if not challenger.hand:
            if table.variant.duel_no_spell == "ends":
                table.record_ruling("TW-DUEL-2", "ends", side=challenger.name)
                break
            table.record_ruling(
                "TW-DUEL-2", "no_spell", side=challenger.name, enemy=target.name, n=BATTLES_PER_DUEL - number
            )
            wins[1] += BATTLES_PER_DUEL - number
            break
        table.record(DuelBattleBegan(challenger.name, target.name, number + 1, BATTLES_PER_DUEL))
        [result] = yield from fight_battle(
            table, challenger.seat, [target.seat], "duel", can_retire=number == 0
        )
        _limit_rerolls_to_one_per_duel(table, rerolled)
        if result.decided_by == "retired":
            wins[0] += BATTLES_PER_DUEL - number
            break
        if result.winner is not None:
            wins[result.winner] += 1
        table.duel_battle_winners = (*table.duel_battle_winners, result.winner)
        yield from refill_hands_without_spell(table, challenger.seat)
        if table.variant.stop_when_decided and max(wins) >= WINS_NEEDED:
            table.record_ruling("TW-DUEL-2", "decided", n=wins[0], m=wins[1])
            break
    return wins


def _limit_rerolls_to_one_per_duel(table: TwingTable, rerolled: list[bool]) -> None:
    """Carry the used Hat and Shamrock over to the next battle, if they work once per duel (a variant)."""
    if table.variant.duel_reroll == "duel" and table.fight:
        for side in table.fight.sides:
            rerolled[side.index] |= side.used_reroll_object
        table.duel_rerolls_used = (rerolled[0], rerolled[1])


def _settle(table: TwingTable, challenger: Player, target: Player, wins: Sequence[int]) -> Script:
    """Settle a duel: with two wins the challenger takes an object, otherwise the target may get the stake
    (TW-DUEL-3).
    """
    table.duel_rerolls_used, table.duel_battle_winners = (False, False), ()
    ended = challenger.name, target.name, wins[0], wins[1]
    stolen = None
    if wins[0] >= WINS_NEEDED:
        table.give_staked_ornicle(challenger)
        table.record(DuelWon(*ended))
        if target.owned_objects:
            stolen = yield _object_question(table, challenger, target)
    elif wins[1] >= WINS_NEEDED or table.variant.duel_stake == "defender":
        table.give_staked_ornicle(target)
        table.record(DuelLost(*ended))
    else:
        table.give_staked_ornicle(challenger)
        table.record(DuelUndecided(*ended))
    table.add_stats_entry("duel", table.turn_number, challenger.seat, target.seat, tuple(wins), stolen)
    if stolen:
        table.record(ObjectTaken(challenger.name, stolen, target.name))
        move_object(table, target, challenger, stolen)
    if table.fight and table.fight.sides[1].has_retired:
        yield from remove_player(table, target, "TW-LEAVE-1", "leaves")
    if stolen and not has_one_player_left(table):
        yield from choose_active_objects(table, target)


def _object_question(
    table: TwingTable, challenger: Player, target: Player
) -> TakeObject | RandomObjectToTake:
    if table.variant.duel_object == "chance":
        return RandomObjectToTake(challenger.seat, challenger.name, target.owned_objects)
    chooser = target if table.variant.duel_object == "defender" else challenger
    return TakeObject(chooser.seat, chooser.name, target)
