"""Events (TW-BAT-8, TW-BAT-9, TW-POW-puppet): who draws one, whom it touches, and what it takes or gives."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.rulebook import Ruling, Texts
from twingkit.twing.box import load_box
from twingkit.twing.cards import FACE_FACTS, SPIRAL, Card, Creature, card_text, face_text
from twingkit.twing.holding import Holding
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.options import (
    Miss,
    ask,
    choices,
    creatures_shown,
    keen,
    nearby,
    number,
    player,
    seat_key,
    seats_key,
    yes_no,
    you,
)
from twingkit.twing.quiz.phrases import COMMON, Phrases, Said
from twingkit.twing.quiz.plans import Play, carry_out, ornicles
from twingkit.twing.quiz.tables import EVERY, Supply, Tabletop
from twingkit.twing.table import ORNICLES

SAY = Phrases("events")
TURNS = Phrases("turns")

MONEY = ("take_two_ornicles", "return_ornicle", "rich_return_ornicle")
"""The events about Ornicles."""

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
        """What everybody does, with another one drawing perhaps."""
        rolls = self.drawer if drawer is None else drawer
        start = "p1: attack p2" if self.attacks else "p2: attack p1"
        faces = [f"p{seat + 1}: roll {face_text(SPIRAL if seat == rolls else 1)}" for seat in range(2)]
        events = [f"p{seat + 1}: event {self.effect}" for seat in range(2)]
        return [start, f"p1: lay {self.lay}", f"p2: lay {self.answer}", *faces, *events, *self.more]

    def play(self, table: Tabletop | None = None, drawer: int | None = None) -> Play | None:
        """The battle to the moment after the event."""
        return carry_out(table or self.table, *self.plan(drawer), until="respond")

    def without_puppets(self) -> Tabletop:
        """The same table where nobody has the Puppet."""
        table = self.table
        for seat, holding in enumerate(table.holdings):
            table = table.but(seat, objects=[name for name in holding.objects if name != "puppet"], aside=())
        return table

    def awakened(self) -> Tabletop:
        """The same table where the Puppet is active that lies aside."""
        table = self.table
        for seat, holding in enumerate(table.holdings):
            if holding.aside:
                table = table.but(seat, objects=(*holding.objects[1:], "puppet"), aside=())
        return table

    def changes(self) -> list[tuple[Tabletop, str]]:
        """The table where somebody has forgotten what the Puppet does, or that objects aside do nothing."""
        return [
            (self.without_puppets(), "TW-POW-puppet"),
            (self.table.under(puppet="all"), "TW-POW-puppet"),
            (self.awakened(), "TW-OBJ-2"),
        ]

    def drawn(self) -> Texts:
        """How the event comes about, with its name and text."""
        event = next(each for each in load_box().event if each.effect == self.effect)
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
    fought = [next(card.token for card in each.spells if card.element == element) for each in holdings]
    lay = f"{fought[0]} + {mine[0].token}" if mine else fought[0]
    more = [f"p{seat + 1}: spell {_spare(each, fought[seat])}" for seat, each in enumerate(holdings)]
    more += [f"p{seat + 1}: draw {card_text(supply.spells(1, element)[0])}" for seat in range(count)]
    more += [f"p{seat + 1}: object {name}" for name in supply.objects(1, ("socks", "hat")) for seat in (0, 1)]
    return Scene(table, attacks, drawer, effect, lay, fought[1], tuple(more))


def _ranked(supply: Supply, count: int) -> list[Creature]:
    """Creatures of different powers: one of them is the weakest."""
    found: list[Creature] = []
    for power in (2, 3, 4, 5)[-count - 1 :]:
        found += supply.creatures(1, least=power, most=power)
    return found[:count]


def _spare(holding: Holding, laid: str) -> str:
    """A spell that is not laid."""
    tokens = [card.token for card in holding.spells]
    tokens.remove(laid)
    return tokens[-1]


# -- whom it touches


def touch(rng: random.Random) -> Item | None:
    """Does it change anything for you?"""
    wanted = rng.random() < 0.5
    for _ in range(60):
        effect = rng.choice([each.effect for each in load_box().event])
        scene = deal_scene(rng, effect, rng.choice((2, 3)), puppet=0.75)
        play = scene.play()
        if play is None or "pick_event" not in play.kinds or _touched(play) is not wanted:
            continue
        plays = [(scene.play(changed), forgot) for changed, forgot in scene.changes()]
        forgotten = [forgot for each, forgot in plays if each and _touched(each) is not wanted]
        if not forgotten and rng.random() < 0.5:
            continue
        texts = SAY("touch.ask", you=Said(you(scene.table)), drawn=Said(scene.drawn()))
        options = yes_no(wanted, next(iter(forgotten), "TW-BAT-8"))
        return ask(play, play.place("pick_event"), texts=texts, choices=options, why=_why(play))
    return None


def _why(play: Play) -> list[Ruling]:
    """What the rules said to the event: about the Puppet and the learner first."""
    cut = play.place("pick_event")
    told = play.said("TW-POW-puppet", "TW-TURN-6", *EFFECTS, since=cut)
    name = play.table.names[0]
    return sorted(told, key=lambda each: (each.rule != "TW-POW-puppet", each.facts.get("side") != name))


EFFECTS = tuple(
    f"TW-BAT-8 {case}"
    for case in (
        "ornicle_gained",
        "ornicle_returned",
        "object_gained",
        "spell_lost",
        "cat_found",
        "creature_lost",
        "spell_passed",
        "drawn",
        "creature",
        "nothing",
        "nobody",
        "called",
    )
)
"""What the rule of events can say, what happens first."""


def _touched(play: Play) -> bool:
    """Whether the learner has something else after the event than before it."""
    before = play.at(play.place("pick_event")).table.players[0]
    return bool(before.key() != play.game.table.players[0].key())


def count(rng: random.Random) -> Item | None:
    """How many Ornicles have you right after that?"""
    effect = rng.choice(MONEY)
    scene = deal_scene(rng, effect, rng.choice((2, 3)))
    few = effect == MONEY[0] and rng.random() < 0.3
    if few:
        last = len(scene.table.holdings) - 1
        given = sum(each.ornicles for each in scene.table.holdings[:last])
        scene = attrs.evolve(scene, table=scene.table.but(last, ornicles=ORNICLES - 1 - given), drawer=0)
    play = scene.play()
    if play is None or "pick_event" not in play.kinds:
        return None
    right, had = ornicles(play.game), scene.table.holdings[0].ornicles
    changes = [*scene.changes(), (scene.table.under(unlimited_bank=True), "TW-TURN-6")]
    tried = [(scene.play(changed), forgot) for changed, forgot in changes]
    tried.append((scene.play(drawer=1 - scene.drawer), "TW-BAT-8"))
    misses = [Miss(ornicles(each.game), forgot) for each, forgot in tried if each]
    texts = SAY("count.ask", you=Said(you(scene.table)), drawn=Said(scene.drawn()))
    note = SAY("count.left" if few else "count.plenty")
    return ask(
        play,
        play.place("pick_event"),
        texts={lang: texts[lang] + note[lang] for lang in texts},
        choices=choices(right, [*misses, *nearby(rng, right, had)], number),
        why=_why(play),
    )


def weakest(rng: random.Random) -> Item | None:
    """Which creature do you lose?"""
    scene = deal_scene(rng, "all_discard_weakest_creature", rng.choice((2, 3)), creature=True)
    play = scene.play()
    if play is None or "pick_event" not in play.kinds:
        return None
    home = scene.table.holdings[0].entourage
    laid = [card for card in home if f"+ {card.token}" in scene.lay]
    unlaid = attrs.evolve(scene, lay=scene.lay.split(" + ")[0])
    tried = [(scene.play(changed), forgot) for changed, forgot in scene.changes()]
    misses = [Miss(_lost(each), forgot) for each, forgot in (*tried, (unlaid.play(), "TW-BAT-8")) if each]
    misses += [Miss(card.token) for card in home]

    def said(token: str) -> Texts:
        card = next((card for card in home if card.token == token), None)
        return SAY(f"weakest.{'fighting' if card in laid else 'card' if card else 'none'}", card=card)

    name = scene.table.names[0]
    return ask(
        play,
        play.place("pick_event"),
        texts=SAY("weakest.ask", you=Said(you(scene.table)), drawn=Said(scene.drawn())),
        choices=choices(_lost(play), misses, said, key=lambda token: token or "none", cards=_shown),
        why=[each for each in _why(play) if each.facts["side"] == name or each.case == "called"],
    )


def _lost(play: Play) -> str:
    """The creature that the learner has lost, as a token; empty for none."""
    name = play.table.names[0]
    lost = [each.facts["card"] for each in play.said("TW-BAT-8 creature_lost") if each.facts["side"] == name]
    return str(lost[0].token) if lost else ""


def _shown(token: str) -> str:
    return creatures_shown([token] if token else [])


# -- who draws


def who(rng: random.Random) -> Item | None:
    """Who draws an event card?"""
    scene = deal_scene(rng, "return_ornicle", rng.choice((2, 3)), puppet=0.0)
    both = rng.random() < 0.6
    faces = (SPIRAL, SPIRAL) if both else rng.choice(((SPIRAL, 2), (3, SPIRAL), (SPIRAL, -2), (-1, SPIRAL)))
    spirals = [seat for seat in (0, 1) if faces[seat] == SPIRAL]
    played = rng.choice((None, *spirals)) if both or rng.random() < 0.3 else spirals[0]
    table = scene.table
    if played is not None:
        table = table.but(0, hand=[*table.holdings[0].hand, "miromon"])
    plan = _rolled(scene, faces, played)
    play = carry_out(table, *plan, until="respond")
    if play is None:
        return None
    turned = attrs.evolve(scene, attacks=not scene.attacks)
    other = carry_out(
        table.placed(to_move=int(scene.attacks)), *_rolled(turned, faces, played), until="respond"
    )
    later = carry_out(table.under(spiral="event_first"), *plan, until="respond")
    tried = [(later, "TW-BAT-9"), (other, "TW-BAT-8")]
    misses = [Miss(_drawers(each), forgot) for each, forgot in tried if each]
    misses += [Miss(each) for each in ((0,), (1,), (), (0, 1), (1, 0))]
    side = table.names[1]
    rolls = "both" if faces == (SPIRAL, SPIRAL) else "you" if faces[0] == SPIRAL else "other"
    face = FACE_FACTS[faces[1] if rolls == "you" else faces[0]]
    plays = "nothing" if played is None else "other" if played else "own"
    facts = {
        "you": Said(you(table)),
        "side": side,
        "rolls": Said(SAY(f"who.{rolls}", side=side, face=face)),
        "plays": Said(SAY(f"plays.{plays}", side=side)),
    }
    cut = play.last("roll") + 1
    return ask(
        play,
        cut,
        texts=SAY(f"who.{'attack' if scene.attacks else 'defence'}", **facts),
        choices=choices(_drawers(play), misses, lambda seats: _order(table, seats), key=seats_key),
        why=play.said("TW-BAT-9", "TW-BAT-8 called", since=cut - 1),
    )


def _rolled(scene: Scene, faces: Sequence[int], played: int | None) -> list[str]:
    """The plan with other faces; the learner plays Miromon on the die of a seat perhaps."""
    rolls = [f"p{seat + 1}: roll {face_text(face)}" for seat, face in enumerate(faces)]
    kept = [line for line in scene.plan() if ": roll" not in line and ": event" not in line]
    kept += ["p1: event return_ornicle", "p2: event rich_return_ornicle"]
    role = "attacker" if (played == 0) is scene.attacks else "defender"
    return [*kept, *rolls] + ([] if played is None else [f"p1: miromon {role}"])


def _drawers(play: Play) -> tuple[int, ...]:
    """Who has drawn an event, in order."""
    names = play.table.names
    return tuple(names.index(each.facts["side"]) for each in play.said("TW-BAT-8 called"))


def _order(table: Tabletop, seats: Sequence[int]) -> Texts:
    """Nobody, one player, or two in their order."""
    if len(seats) < 2:
        return COMMON("who.nobody") if not seats else player(table, seats[0])
    return SAY("order.two", one=Said(player(table, seats[0])), two=Said(player(table, seats[1])))


# -- a spell for the next player


def passing(rng: random.Random) -> Item | None:
    """To whom does your spell go?"""
    scene = deal_scene(rng, "all_pass_random_spell", rng.choice((3, 4)))
    play = scene.play()
    if play is None or "pick_event" not in play.kinds:
        return None
    table = scene.table
    assert table.position is not None
    turned = table.placed(direction=-table.position.direction)
    changes = [(turned, "TW-SET-5"), *scene.changes()]
    tried = [(scene.play(changed), forgot) for changed, forgot in changes]
    misses = [Miss(_getter(each), forgot) for each, forgot in tried if each]
    misses += [Miss(seat) for seat in (*range(1, len(table.names)), 0)]
    way = "clockwise" if table.position.direction == 1 else "counterclockwise"
    facts = {"you": Said(you(table)), "sides": table.names, "drawn": Said(scene.drawn())}
    cut = play.place("pick_event")
    passed = play.said("TW-BAT-8 spell_passed", since=cut)
    return ask(
        play,
        cut,
        texts=SAY("pass.ask", way=Said(TURNS(f"way.{way}")), **facts),
        choices=choices(_getter(play), misses, lambda seat: _to(table, seat), key=seat_key),
        why=[
            *(each for each in passed if each.facts["side"] == table.names[0]),
            *play.said("TW-POW-puppet", since=cut),
            *play.said("TW-BAT-8 called", since=cut),
        ],
        rules=["TW-SET-5"],
    )


def _getter(play: Play) -> int:
    """The seat that the learner's spell goes to; 0 if it stays."""
    names = play.table.names
    for each in play.said("TW-BAT-8 spell_passed"):
        if each.facts["side"] == names[0]:
            return names.index(each.facts["enemy"])
    return 0


def _to(table: Tabletop, seat: int) -> Texts:
    return SAY("pass.to", side=table.names[seat]) if seat else SAY("pass.kept")


KINDS: dict[str, dict[str, Maker]] = {
    "events": {
        "touch": touch,
        "count": keen(count),
        "weakest": weakest,
        "who": who,
        "pass": keen(passing),
    }
}
"""The questions of this module, by topic and kind."""
