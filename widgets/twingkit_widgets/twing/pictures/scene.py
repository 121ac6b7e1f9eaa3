"""The visible state of a battle for its picture: both sides, from a battle in notation or from a game.

A scene is plain data: the rules engine provides the values of dice and the winner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import attrs

from twingkit import Game, Ruling, twing
from twingkit.core.notation import ROLES
from twingkit.twing import Creature, Spell, Unit
from twingkit.twing.notation.battle_line import Side as TypedSide
from twingkit.twing.rules.cards import FaceFact
from twingkit.twing.rules.fight import CreatureInBattle, Fight, FightSide
from twingkit.twing.rules.outcome import BattleResult, die_value_and_rule
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCards
from twingkit.twing.rules.typed_rulings import NumberCounted

CRITICAL_FACES = (twing.SUN, twing.CROSS)


@attrs.frozen
class SceneSide:
    """One side of a battle scene: its cards in the battle, die, objects, cards that it can still play, and
    lost cards.

    `face` is the face of the die (None: not rolled), `die_value` its value (a number, `SUN`, `CROSS`, or None
    before the roll) and `die_ruling` the ruling that explains the value if it is not simply the number.
    """

    role: str
    character: str
    spells: tuple[Spell, ...] = ()
    units: tuple[Unit, ...] = ()
    is_shield: bool = False
    rolls_die: bool = True
    face: int | None = None
    die_value: int | None = None
    die_ruling: Ruling | None = None
    objects: tuple[str, ...] = ()
    response_cards: ResponseCards = NO_RESPONSE_CARDS
    trapped_creatures: tuple[Creature, ...] = ()
    played_cards: tuple[str, ...] = ()
    hand: tuple[Spell, ...] = ()
    entourage: tuple[Creature, ...] = ()

    @property
    def has_laid(self) -> bool:
        """True if the side has laid any card."""
        return bool(self.spells or self.units)

    @property
    def power(self) -> int:
        """The sum of the powers of the side's cards still in the battle, without the die."""
        return sum(spell.power for spell in self.spells) + sum(unit.power for unit in self.units)

    @property
    def points(self) -> int | None:
        """The points of cards and die; None before the roll, or for a Sun or Cross that counts."""
        if self.die_value in CRITICAL_FACES or (self.die_value is None and self.rolls_die):
            return None
        return self.power + (self.die_value or 0)


@attrs.frozen
class BattleScene:
    """The visible state of a battle: both sides, the attacker first, and the result (None: not over).

    `question_kind` is the kind of the pending question ("attack", "defend", "roll", ...; "" for a typed
    battle).
    """

    sides: tuple[SceneSide, SceneSide]
    result: BattleResult | None = None
    question_kind: str = ""

    def with_sides(self, change: Callable[[SceneSide], SceneSide]) -> BattleScene:
        """Return the scene with both sides changed by the function `change`."""
        attack, defence = map(change, self.sides)
        return attrs.evolve(self, sides=(attack, defence))

    def for_reader(self, names: Mapping[str, str]) -> BattleScene:
        """Return the scene with other names for the players in its notes (see `Words.for_reader`)."""
        return self.with_sides(
            lambda side: attrs.evolve(side, die_ruling=side.die_ruling and side.die_ruling.for_reader(names))
        )

    def without_answers(self, roles: Collection[str] = ROLES) -> BattleScene:
        """Return the scene without facts that would give away the answer to a question.

        Hidden are the winner, the reasons for the values of dice, and the totals of `roles` (styles hide the
        sums).
        """
        open_scene = self.with_sides(
            lambda side: attrs.evolve(
                side, die_value=None if side.role in roles else side.die_value, die_ruling=None
            )
        )
        return attrs.evolve(open_scene, result=None)

    @property
    def critical_face(self) -> int | None:
        """The face that decided the battle, `SUN` or `CROSS`; None if points did."""
        if self.result is None or self.result.decided_by != "critical":
            return None
        return next(face for face in CRITICAL_FACES if face in (side.die_value for side in self.sides))


def make_battle_scene(battle: twing.Battle | Game | str) -> BattleScene:
    """Return the visible state of a battle, given in notation, as a `Battle` or as a `Game`.

    Raises `NotationError` for an invalid line.
    """
    if isinstance(battle, str):
        battle = twing.Battle.parse(battle)
    if isinstance(battle, twing.Battle):
        attacker, defender = battle.sides
        return BattleScene((_side_of_typed(attacker, "attacker"), _side_of_typed(defender, "defender")))
    fight: Fight = battle.table.fight
    attack, defence = (_side_of_fight(side, fight) for side in fight.sides)
    question = battle.question
    return BattleScene(
        (attack, defence), battle.result if battle.over else None, question.kind if question else ""
    )


def _side_of_typed(side: TypedSide, role: str) -> SceneSide:
    return SceneSide(
        role=role,
        character=side.character,
        spells=side.spells,
        units=side.units,
        is_shield=side.is_shield,
        rolls_die=bool(side.spells),
        objects=side.objects,
        response_cards=side.response_cards,
    )


def _side_of_fight(side: FightSide, fight: Fight) -> SceneSide:
    player = side.player
    has_lay = bool(side.lay.spells or side.lay.units)
    return attrs.evolve(
        scene_side(fight, side, fight.main_opponent(side), player.character),
        objects=player.active_objects,
        response_cards=player.response_cards,
        hand=() if has_lay else tuple(player.hand),
        entourage=() if has_lay else tuple(player.entourage),
    )


def scene_side(fight: Fight, side: FightSide, enemy: FightSide, character: str) -> SceneSide:
    """Return one side of a battle as it fights against one enemy, with its supporters' cards among its
    own.
    """
    helped = [card for support in side.supports for card in support.cards if isinstance(card, Spell)]
    fighters = fight.creatures_against(side, enemy)
    guests = [Unit(fighter.card) for fighter in fighters if fighter.owner_seat != side.seat]
    face = fight.face_against(side, enemy)
    counts, note = (None, None) if face is None else _die_value(fight, side, enemy, face)
    return SceneSide(
        role=side.role,
        character=character,
        spells=(*side.lay.spells, *helped),
        units=(*_standing_units(side, fighters), *guests),
        is_shield=side.lay.is_shield,
        rolls_die=bool(side.lay.spells) or not (side.lay.units or fight.is_rolled),
        face=face,
        die_value=counts,
        die_ruling=note,
        trapped_creatures=tuple(fighter.card for fighter, _ in side.trapped),
        played_cards=tuple(side.cards_played),
    )


def _die_value(fight: Fight, side: FightSide, enemy: FightSide, face: int) -> tuple[int, Ruling | None]:
    """Return the current value of a rolled die, and the ruling that explains it (None if the value is the
    number rolled).
    """
    result, counted = die_value_and_rule(fight, side, enemy)
    if counted is NumberCounted:
        return result, None
    event = counted(side.name, enemy.name, FaceFact(result), FaceFact(face))
    return result, Ruling(*event.key, event.facts(), twing.rulebook())


def _standing_units(side: FightSide, fighters: Sequence[CreatureInBattle]) -> tuple[Unit, ...]:
    """Return a side's own units as laid, without trapped cards; `fighters` are the cards that count."""
    standing = [(fighter.card, fighter.is_rider) for fighter in fighters if fighter.owner_seat == side.seat]
    units = []
    for unit in side.lay.units:
        left = []
        for index, card in enumerate(unit.cards):
            if (card, index > 0) in standing:
                standing.remove((card, index > 0))
                left.append(card)
        if left:
            units.append(Unit(*left))
    return tuple(units)
