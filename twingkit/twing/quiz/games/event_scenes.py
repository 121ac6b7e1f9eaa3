"""Battles in which an event is drawn, dealt by chance: everybody has something that it could take."""

from __future__ import annotations

import random

import attrs

from twingkit.rulebook import Texts
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.games.plans import Forgotten, Play, carry_out
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.quiz.phrases import Phrases, Said
from twingkit.twing.quiz.supply import EVERY, Supply
from twingkit.twing.rules.cards import SPIRAL, Card, Creature, card_text, face_text

SAY = Phrases("events")

PLAIN = ("boots", "bra", "panties", "cup", "teddy")
"""Objects that change nothing in these questions."""


@attrs.frozen
class Scene:
    """A battle between the learner and seat 1 in which `drawer` rolls a Spiral and draws an event."""

    table: Tabletop
    attacks: bool
    drawer: int
    effect: str
    lay: str
    answer: str
    more: tuple[str, ...]

    def plan(self, drawer: int | None = None) -> list[str]:
        """The answers of all players, with another player drawing if `drawer` is given."""
        rolls = self.drawer if drawer is None else drawer
        start = "p1: attack p2" if self.attacks else "p2: attack p1"
        faces = [f"p{seat + 1}: roll {face_text(SPIRAL if seat == rolls else 1)}" for seat in range(2)]
        events = [f"p{seat + 1}: event {self.effect}" for seat in range(2)]
        return [start, f"p1: lay {self.lay}", f"p2: lay {self.answer}", *faces, *events, *self.more]

    def play(self, table: Tabletop | None = None, drawer: int | None = None) -> Play | None:
        """The battle to the moment after the event; None if none is drawn."""
        play = carry_out(table or self.table, *self.plan(drawer), until="respond")
        return play if play and "pick_event" in play.kinds else None

    def without_puppets(self) -> Tabletop:
        """The same table without the Puppet."""
        table = self.table
        for seat, holding in enumerate(table.holdings):
            table = table.but(seat, objects=[name for name in holding.objects if name != "puppet"], aside=())
        return table

    def awakened(self) -> Tabletop:
        """The same table with the Puppet active instead of aside."""
        table = self.table
        for seat, holding in enumerate(table.holdings):
            if holding.aside:
                table = table.but(seat, objects=(*holding.objects[1:], "puppet"), aside=())
        return table

    def forgotten(self) -> list[Forgotten]:
        """The battle where somebody has forgotten what the Puppet does, or that objects aside do nothing."""
        return [
            (self.play(self.without_puppets()), "TW-POW-puppet"),
            (self.play(self.table.under(puppet="all")), "TW-POW-puppet/all"),
            (self.play(self.awakened()), "TW-OBJ-2"),
        ]

    def drawn(self) -> Texts:
        """The sentences on the cause of the event, with its name and text."""
        event = next(card for card in load_box().event if card.effect == self.effect)
        facts = {"name": Said(event.name), "text": Said(event.text)}
        case = "other" if self.drawer else "you"
        return SAY(f"drawn.{case}", side=self.table.names[self.drawer], **facts)


def deal_scene(
    rng: random.Random, effect: str, count: int = 3, creature: bool = False, puppet: float = 0.6
) -> Scene:
    """A battle with an event to come. Everybody has something that it could take.

    `creature`: the learner lays one, too; `puppet`: how often one of those who fight has it.
    """
    supply = Supply(rng)
    element = rng.choice(EVERY)
    drawer = rng.randrange(2)
    owner = (drawer if rng.random() < 0.6 else 1 - drawer) if rng.random() < puppet else -1
    mine = supply.creatures(1, element, most=1) if creature else []
    holdings: list[Holding] = []
    for seat in range(count):
        asleep = seat == owner and rng.random() < 0.25
        objects = supply.objects(3 if asleep else rng.randint(0, 1), PLAIN)
        holdings.append(
            Holding(
                hand=[*supply.spells(2, element), *supply.spells(1, rng.choice(EVERY))],
                entourage=[*_ranked(supply, 2 if seat else 3), *(mine if not seat else [])],
                objects=(*objects, "puppet") if seat == owner and not asleep else objects,
                aside=("puppet",) if asleep else (),
                ornicles=rng.randint(1, 5),
            )
        )
    attacks = rng.random() < 0.5
    pile: list[Card] = [*supply.spells(2), *supply.hold("cat"), *supply.creatures(1)]
    table = Tabletop.deal(
        rng,
        holdings,
        to_move=int(not attacks),
        direction=rng.choice((1, -1)),
        display=supply.objects(2, ("hat", "shamrock", "socks")),
        discard=tuple(pile),
    )
    fought = [next(card.token for card in holding.spells if card.element == element) for holding in holdings]
    lay = f"{fought[0]} + {mine[0].token}" if mine else fought[0]
    more = [f"p{seat + 1}: spell {_spare(holding, fought[seat])}" for seat, holding in enumerate(holdings)]
    more += [f"p{seat + 1}: draw {card_text(supply.spells(1, element)[0])}" for seat in range(count)]
    more += [f"p{seat + 1}: object {name}" for name in supply.objects(1, ("socks", "hat")) for seat in (0, 1)]
    return Scene(table, attacks, drawer, effect, lay, fought[1], tuple(more))


def _ranked(supply: Supply, count: int) -> list[Creature]:
    """Creatures of different powers: one of them is the weakest."""
    creatures: list[Creature] = []
    for power in (2, 3, 4, 5)[-count - 1 :]:
        creatures += supply.creatures(1, least=power, most=power)
    return creatures[:count]


def _spare(holding: Holding, laid: str) -> str:
    """A spell that is not laid."""
    tokens = [card.token for card in holding.spells]
    tokens.remove(laid)
    return tokens[-1]
