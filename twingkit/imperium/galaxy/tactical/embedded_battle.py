"""A battle inside a game: units of the table enter it, its questions go to the players, and the survivors
return (IM-SPACE-15, IM-ASK-5).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import attrs

from twingkit.core.play import CHECKPOINT, Script
from twingkit.core.questions import Chance, Question, Refusal
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.notation.side import DAMAGED, Side
from twingkit.imperium.battle.rules.fire import ALL, Fire
from twingkit.imperium.battle.rules.force import DROPPED, Fight, units_had_so_far
from twingkit.imperium.battle.rules.questions import (
    CANCELLED,
    Assign,
    CombatQuestion,
    Decision,
    Play,
    Retreat,
    Throw,
)
from twingkit.imperium.battle.rules.table import BattleTable, is_without_effect
from twingkit.imperium.battle.rules.target import Target
from twingkit.imperium.box.effects import all_effects
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.questions import TakesOffers, offer_refusal
from twingkit.imperium.galaxy.tactical.battle_effects import (
    battle_uses,
    can_use_effect,
    copied_units,
    raise_dice,
    use_effect,
)
from twingkit.imperium.texts.rulebook import rulebook

Answer = Any  # the question of the battle knows the type of its answers


FIGHTING: Final = "fighting"
"""The effect that lasts while a battle is set up, with what both players bring into it from their hands."""


class BattleQuestion(Question[Answer]):
    """A question of a battle inside a game: `asked`, put to the player of that side."""

    __slots__ = ("asked", "names", "table")

    def __init__(self, table: GameTable, seats: Sequence[int], asked: CombatQuestion[Answer]) -> None:
        super().__init__(seats[asked.player])
        self.table, self.asked = table, asked
        self.names = {role: SEATS[seat] for role, seat in zip(ROLES, seats, strict=True)}

    @property
    def kind(self) -> str:  # type: ignore[override] # that of the question inside
        """The kind of the question inside."""
        return self.asked.kind

    @property
    def rule(self) -> str:  # type: ignore[override] # that of the question inside
        """The rule of the question inside."""
        return self.asked.rule

    def options(self) -> Iterator[Answer]:
        """Every allowed answer."""
        return self.asked.options()

    def refusal(self, answer: Answer) -> Refusal | None:
        """The reason why this is not allowed."""
        refusal = self.asked.refusal(answer)
        if refusal is None:
            return None
        said = refusal.ruling
        return Refusal(said.rule, said.case, facts_by_player(said.facts, self.names), said.book)

    def sentence(self) -> str:
        """The question in words, its player by name."""
        case, facts = self.asked.wording()
        return rulebook().sentence("ask", case, facts_by_player(facts, self.names))

    def random_answer(self, rng: random.Random) -> Answer:
        """A random allowed answer."""
        return self.asked.random_answer(rng)

    def parse_answer(self, text: str) -> Answer:
        """The answer that a text means."""
        return self.asked.parse_answer(text)

    def format_answer(self, answer: Answer) -> str:
        """The text of an answer."""
        return self.asked.format_answer(answer)


class BattleDecision(BattleQuestion):
    """A decision of a battle as it is asked in a game."""

    __slots__ = ()

    def refusal(self, answer: Answer) -> Refusal | None:
        """The reason why this is not allowed."""
        is_offer, wrong = offer_refusal(self, self.table, str(answer))
        return wrong if is_offer else super().refusal(answer)

    def parse_answer(self, text: str) -> Answer:
        """The answer that a text means."""
        plain = " ".join(text.split())
        return plain if offer_refusal(self, self.table, plain)[0] else super().parse_answer(text)

    def format_answer(self, answer: Answer) -> str:
        """The text of an answer."""
        return (
            answer
            if isinstance(answer, str) and answer.startswith("offer ")
            else super().format_answer(answer)
        )


class OpenDecision(TakesOffers, BattleDecision):
    """A decision about units alone: losses, retreats, fire."""

    __slots__ = ()


class BattleDice(BattleQuestion, Chance[Answer]):
    """The dice of a battle as they are thrown in a game."""

    __slots__ = ()

    def outcomes(self) -> Sequence[tuple[Answer, float]]:
        """All that can come with the chances, rolls alike in all that matters taken together."""
        assert isinstance(self.asked, Throw)
        return self.asked.outcomes()


def wrap_battle_question(table: GameTable, seats: Sequence[int], asked: CombatQuestion) -> BattleQuestion:
    """A question of a battle as a game asks it. No offer takes the place of a card or ability that one may
    use, which could be gone after a deal."""
    if isinstance(asked, Chance):
        return BattleDice(table, seats, asked)
    holds = isinstance(asked, Play) and not isinstance(asked, Fire)
    return (BattleDecision if holds else OpenDecision)(table, seats, asked)


@attrs.frozen
class Sides:
    """The seats of a battle, attacker first, and which of them can retreat; `declared` if the attacker has
    already said that its ships bombard (IM-INV-10).
    """

    seats: tuple[int, int]
    can_retreat: tuple[bool, bool] = (False, False)
    declared: bool = False


def battle_side(
    table: GameTable,
    seat: int,
    kind: str,
    *forces: PlacedUnits,
    extra: tuple[str, ...] = (),
    planet: str = "",
    cards: bool = True,
) -> Side:
    """One side of a battle: units of a player, with all that works in battles of what the player has, and
    `extra` effects of the place; without `cards` as others see it. A ground battle is about a `planet`."""
    counts: dict[str, int] = {}
    for units in forces:
        for name in units:
            if name == DOCK:
                continue
            written = table.players[seat].unit_on_board(name).name
            hurt = units.hurt.get(name, 0)
            for text, count in ((written, units[name] - hurt), (written + DAMAGED, hurt)):
                if count:
                    counts[text] = counts.get(text, 0) + count
    uses = battle_uses(table, seat, kind, extra, planet, cards=cards)
    return Side(counts, table.players[seat].faction, uses, copied=copied_units(table, seat))


class BattleInGame(BattleTable):
    """The table of a battle inside a game; it announces rules in the game, with the names of the fighting
    players.
    """

    settles_control = False
    any_dice = True

    def __init__(self, game: GameTable, battle: Battle, seats: Sequence[int]) -> None:
        super().__init__(Fight.from_battle(battle))
        self.game, self.names = game, {role: SEATS[seat] for role, seat in zip(ROLES, seats, strict=True)}
        self.rulings = None if game.rulings is None else []
        self.way_out: Callable[[int, bool], bool] = lambda index, anywhere: True
        """For a side, and for a card that leads anywhere: whether its ships find a way out."""

    def can_announce_retreat(self, index: int) -> bool:
        """True if a side finds a way out now."""
        return self.way_out(index, False)

    def can_retreat(self, index: int, anywhere: bool = False) -> bool:
        """True if a side finds a way out; one that has announced a retreat hears it if it does not."""
        free = self.way_out(index, anywhere)
        if not (free or anywhere):
            self.game.announce("IM-SPACE-13", "no_way", SEATS.index(self.names[ROLES[index]]))
        return free

    def cite(self, rule: str, case: str, **facts: object) -> None:
        """Note that a rule acts, and tell it in the game; a card or note that was held and not played stays
        hidden (IM-VIEW-1), and a technology or ability that had no use is not told."""
        super().cite(rule, case, **facts)
        unsaid = is_without_effect(case) and rule in effect_rules(open_too=case != "passed")
        if not unsaid:
            self.game.cite(rule, case, **facts_by_player(facts, self.names))


@cache
def effect_rules(*, open_too: bool) -> frozenset[str]:
    """The rules of the action cards and notes that work in battles, which are hidden while they are held;
    with `open_too` those of technologies and abilities, which all see."""
    held = ("action", "promissory")
    return frozenset(effect.rule for effect in all_effects().values() if open_too or effect.source in held)


def facts_by_player(facts: Mapping[str, object], names: Mapping[str, str]) -> dict[str, object]:
    """The facts of a battle's sentence, its sides by the names of the players (`names` by role); a sentence
    may say either role."""
    named_facts = {name: names.get(fact, fact) if type(fact) is str else fact for name, fact in facts.items()}
    return {**names, **named_facts}


def battle_table(table: GameTable, battle: Battle, seats: Sequence[int]) -> BattleInGame:
    """The table of an embedded battle of two players, the attacker first; `end_battles` says when it ends."""
    table.start_effect(FIGHTING, seats[0], FIGHTING)
    return BattleInGame(table, battle, seats)


def end_battles(table: GameTable) -> None:
    """Note that all battles that were begun have come to their end."""
    table.end_effects(FIGHTING)


def public_battle_line(battle: Battle) -> str:
    """The line of a battle as all at the table know it: without the action cards of both hands."""
    known = [
        attrs.evolve(side, effects=[use for use in side.effects if use.effect.source != "action"])
        for side in battle.sides
    ]
    return str(attrs.evolve(battle, attacker=known[0], defender=known[1]))


def run_embedded_battle(
    table: GameTable, inner: Script, sides: Sides, meanwhile: Callable[[], Script] | None = None
) -> Script[None]:
    """Run steps of a battle: dice and decisions are asked of the players; losses follow the policy of battles
    unless the variant asks for them (IM-ASK-5). Whenever the battle pauses, the game may do something
    `meanwhile`."""
    answer: Answer = None
    while True:
        try:
            asked = inner.send(answer)
        except StopIteration:
            return
        answer = None
        if meanwhile is not None:
            yield from meanwhile()
        if asked is CHECKPOINT:
            continue
        assert isinstance(asked, CombatQuestion)
        seat = sides.seats[asked.player]
        if isinstance(asked, Retreat) and not sides.can_retreat[asked.player]:
            answer = "stay"
        elif sides.declared and isinstance(asked, Fire):
            answer = ALL
        elif table.variant.losses == "policy" and _is_automatic(asked):
            assert isinstance(asked, Decision)
            answer = asked.stated_answer()
        elif isinstance(asked, Play) and not can_use_effect(table, seat, asked.use):
            answer = "pass"
        else:
            answer = yield wrap_battle_question(table, sides.seats, asked)
            if (
                isinstance(asked, Play)
                and answer == "play"
                and not (yield from use_effect(table, seat, asked.use))
            ):
                answer = CANCELLED
            elif isinstance(asked, Throw):
                answer = yield from raise_dice(table, seat, asked, answer)


def _is_automatic(asked: CombatQuestion) -> bool:
    """True for losses and similar choices, which are automatic unless the players are asked (IM-ASK-5)."""
    return isinstance(asked, Assign) or (isinstance(asked, Target) and bool(asked.case))


def remaining_units(inner: BattleTable, index: int, before: PlacedUnits) -> PlacedUnits:
    """The units of a side after the battle; those that took no part are as they were."""
    after = before.copy()
    roster, force = inner.rosters[index], inner.forces[index]
    fought: dict[str, tuple[int, int]] = {}
    for unit, fresh, hurt in zip(roster.units, force.fresh, force.damaged, strict=True):
        whole, damaged = fought.get(unit.unit_class, (0, 0))
        fought[unit.unit_class] = whole + fresh, damaged + hurt
    for name, (whole, damaged) in fought.items():
        after.take(name, after[name], after.hurt.get(name, 0))
        after.put(name, whole + damaged, damaged)
    return after


def destroyed_units(inner: BattleTable, index: int) -> Counter[str]:
    """The units of a side that a battle has destroyed so far, by class, without replaced units and units
    removed for lack of room.
    """
    roster, force = inner.rosters[index], inner.forces[index]
    destroyed: Counter[str] = Counter()
    for kind, count in enumerate(units_had_so_far(inner.fight, inner.state, index)):
        unit = roster.units[kind]
        destroyed[unit.unit_class] += count - force.count(kind) - force.spent.count(f"{DROPPED}{unit.name}")
    return destroyed


Step = Callable[[BattleTable], Script]
"""A step of a battle."""


def run_steps(inner: BattleTable, *listed: Step) -> Script[None]:
    """Run steps of a battle one after another."""
    for step in listed:
        yield from step(inner)


__all__ = [
    "FIGHTING",
    "BattleDice",
    "BattleQuestion",
    "Sides",
    "battle_side",
    "battle_table",
    "destroyed_units",
    "end_battles",
    "public_battle_line",
    "remaining_units",
    "run_embedded_battle",
    "run_steps",
]
