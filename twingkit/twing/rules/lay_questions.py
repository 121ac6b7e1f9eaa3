"""The questions about laying cards in a battle, and their effect on the table (TW-BAT-1 to 5, TW-LEAVE-1)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from twingkit.core.notation import NotationError
from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules import typed_rulings as typed
from twingkit.twing.rules.battle_acts import LAY_TWO_CATS, PASS, Response, parse_response
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.fight import Fight, FightSide, SideQuestion
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import Objects, can_lay_mounts
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.acts import RETIRE_FROM_GAME, Retire

RETIRE_PROBABILITY = 0.001
"""The probability that a random player retires, if that is allowed."""


class LayCards(SideQuestion[Lay | Retire]):
    """The question which cards a side lays; one answer contains the whole lay (TW-BAT-1 to TW-BAT-5)."""

    __slots__ = ("fight",)
    can_retire: ClassVar[bool] = False

    def __init__(self, fight: Fight, side: FightSide) -> None:
        super().__init__(side)
        self.fight = fight

    @property
    def _cards(self) -> tuple[list[Spell], list[Creature], str, Objects, Objects]:
        player, fight = self.side.player, self.fight
        enemy = fight.main_opponent(self.side).player.active_objects
        if (
            not self.side.index and not fight.has_one_defender
        ):  # a power binds a shared attack only if all defenders have it
            enemy = tuple(
                name
                for name in enemy
                if all(name in other.player.active_objects for other in fight.sides[1:])
            )
        return player.hand, player.entourage, self.side.role, player.active_objects, enemy

    @property
    def can_lay_nothing(self) -> bool:
        """True for a defender without a card that can be laid, who may lay nothing (TW-BAT-4)."""
        hand, entourage, role, _, enemy = self._cards
        if role == "attacker" or hand:
            return False
        mounts = can_lay_mounts(enemy, self.fight.variant)
        return not any(mounts or not card.mount for card in entourage)

    def options(self) -> Iterator[Lay | Retire]:
        """Yield all legal lays of this player's cards (the empty one if a defender has nothing to lay), and
        `retire` if it is allowed.
        """
        if self.can_lay_nothing:
            yield Lay()
        yield from laying.legal_lays(*self._cards, self.fight.variant)
        if self.can_retire:
            yield RETIRE_FROM_GAME

    def random_answer(self, rng: random.Random) -> Lay | Retire:
        """Return a random legal lay without listing all legal lays.

        A player who may retire does so once in a thousand times.
        """
        if self.can_retire and rng.random() < RETIRE_PROBABILITY:
            return RETIRE_FROM_GAME
        return Lay() if self.can_lay_nothing else laying.random_lay(*self._cards, rng, self.fight.variant)

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal by the first rule that this lay breaks, or None."""
        if isinstance(answer, Retire):
            return None if self.can_retire else rule_refusal("TW-LEAVE-1", "not_now", side=self.side.name)
        if not isinstance(answer, Lay):
            raise bad_answer("lay", answer, why="")
        if not answer.spells and not answer.units and self.can_lay_nothing:
            return None
        hand, entourage, role, own, enemy = self._cards
        variant = self.fight.variant
        return (
            next(laying.lay_refusals(answer, role, own, enemy, variant), None)
            or laying.missing_card_refusal(answer, hand, entourage)
            or laying.too_few_units_refusal(answer, entourage, own, enemy, variant)
        )

    def parse_answer(self, text: str) -> Lay | Retire:
        """Parse a lay as in battle notation, with or without `lay` before it; `nothing` lays nothing."""
        text = text.strip().removeprefix("lay ")
        if text == Retire.word:
            return RETIRE_FROM_GAME
        try:
            return Lay() if text == "nothing" else parse_lay(text)
        except NotationError as fault:
            raise bad_answer("lay", text, why=fault) from fault

    def format_answer(self, answer: Lay | Retire) -> str:
        """Return the answer in notation, such as `lay F5 F3 + F4` or `retire`."""
        return f"lay {answer}" if isinstance(answer, Lay) else str(answer)


class LayAttack(LayCards):
    """The question to the attacker which spells to lay, with or without creatures."""

    __slots__ = ()
    kind = "attack"
    rule = "TW-BAT-1"


class LayDefence(LayCards):
    """The question to the defender whether to lay spells with creatures or a shield."""

    __slots__ = ()
    kind = "defend"
    rule = "TW-BAT-4"


class _LayDefenceOrRetire(LayDefence):
    """Ask a target of an attack for a defence, or whether to retire (TW-LEAVE-1)."""

    __slots__ = ()
    can_retire = True


class LayTwoCatsOrPass(SideQuestion[Response]):
    """The question whether the attacker lays two cats with the attack, for a later reroll (TW-PLAY-3, a
    variant).
    """

    __slots__ = ()
    kind = "two_cats"
    rule = "TW-PLAY-3"

    def options(self) -> Iterator[Response]:
        """Yield `pass`, and `cats` if the player has two."""
        yield PASS
        if self.side.player.cats > 1:
            yield LAY_TWO_CATS

    def parse_answer(self, text: str) -> Response:
        """Parse `cats` or `pass`."""
        return parse_response(text) or Response(text.strip())

    def refusal(self, answer: Response) -> Refusal | None:
        """Return a refusal if the player chooses two cats without having them, otherwise None."""
        if answer not in (PASS, LAY_TWO_CATS):
            raise bad_answer("two_cats", answer)
        if answer == LAY_TWO_CATS and self.side.player.cats < 2:
            return rule_refusal("TW-PLAY-3", "no_two_cats", side=self.side.name)
        return None


def lay_cards(table: TwingTable, fight: Fight, can_retire: bool) -> Script:
    """Let the attacker lay, then each defender, face up and one after the other (TW-BAT-1 to 5)."""
    attack, *defences = fight.sides
    asks = _LayDefenceOrRetire if can_retire else LayDefence
    lay = yield LayAttack(fight, attack)
    secret = table.variant.secret_lay
    if secret:
        fight.face_down_lays = [lay]
    else:
        _place_lay(table, fight, attack, lay)
    if table.variant.two_cats and attack.player.hand_size > 1 and not fight.opponent_stopping_cats(attack):
        yield from _lay_two_cats(table, attack)
    for side in defences:
        answer = yield asks(fight, side)
        if secret:
            fight.face_down_lays.append(answer)
        else:
            _place_lay(table, fight, side, answer)
    if secret:
        for side, answer in zip(fight.sides, fight.face_down_lays, strict=True):
            _place_lay(table, fight, side, answer)
        fight.face_down_lays = []


def _lay_two_cats(table: TwingTable, side: FightSide) -> Script:
    answer = yield LayTwoCatsOrPass(side)
    if answer == LAY_TWO_CATS:
        for _ in range(2):
            side.play_response_card("cat")
        side.two_cats_due = True
        table.record_ruling("TW-PLAY-3", "two_cats_laid", side=side.name)


def _place_lay(table: TwingTable, fight: Fight, side: FightSide, lay: Lay | Retire) -> None:
    """Lay the cards, or let the side retire; cite the lay and the rules that allow it (TW-BAT-1 to 5)."""
    if isinstance(lay, Retire):
        side.has_retired = True
        table.record_ruling("TW-LEAVE-1", "retires", side=side.name)
        return
    side.lay_cards(lay)
    if table.rulings is not None:
        _cite_lay(table, side, lay, tuple(other.name for other in fight.enemies(side)))


def _cite_lay(table: TwingTable, side: FightSide, lay: Lay, enemies: tuple[str, ...]) -> None:
    if lay.is_shield:
        table.record(typed.ShieldLaid(side.name, enemies, lay.units, lay.power))
    elif not lay.spells:
        table.record_ruling("TW-BAT-4", "nothing", side=side.name, enemies=enemies)
        return
    else:
        laid = typed.AttackLaid if side.role == "attacker" else typed.DefenceLaid
        table.record(laid(side.name, enemies, lay.spells, side.spell_power))
        if lay.units:
            table.record(typed.UnitsLaid(side.name, lay.units, len(lay.units), lay.power))
    for unit in lay.units:
        if unit.rider:
            table.record(typed.RiderLaid(side.name, unit.creature, unit.rider, unit.power))
    for unit in _teddy_units(lay):
        allows = typed.TeddyAllowsWithin if table.variant.teddy == "within" else typed.TeddyAllowsMore
        table.record(allows(side.name, unit))


def _teddy_units(lay: Lay) -> list[Unit]:
    """Return a list with the unit of a lay that only the Teddy allows; empty if there is no such unit."""
    elements = [unit.element for unit in lay.units]
    main = lay.spells[0].element if lay.spells else max(elements, key=elements.count, default="")
    off = [unit for unit in lay.units if unit.element != main]
    over = [lay.units[-1]] if lay.spells and len(lay.units) > len(lay.spells) else []
    return off or over
