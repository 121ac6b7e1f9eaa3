"""Events: who draws one, whom it touches, and what it takes or gives."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import keen, until
from twingkit.quiz.staging import missed
from twingkit.rulebook import Ruling, Texts
from twingkit.twing.box.box import load_box
from twingkit.twing.quiz.asking import Miss, about, choices, yes_no
from twingkit.twing.quiz.games.event_scenes import SAY, Scene, deal_scene
from twingkit.twing.quiz.games.plans import Play, carry_out
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.quiz.games.telling import (
    attack,
    creatures,
    creatures_shown,
    list_key,
    player,
    players,
    seat_key,
    seating,
    seats_key,
)
from twingkit.twing.quiz.phrases import Said, joined
from twingkit.twing.rules.cards import FACE_FACTS, SPIRAL, face_text
from twingkit.twing.rules.table import ORNICLES

MONEY = ("take_two_ornicles", "return_ornicle", "rich_return_ornicle")
"""The events about Ornicles."""

# -- whom it touches


def touch(rng: random.Random) -> Item | None:
    """The question “Does it change anything for you?”"""
    target = rng.random() < 0.5
    return until(lambda: _touch(rng, target))


def _touch(rng: random.Random, target: bool) -> Item | None:
    effect = rng.choice([event.effect for event in load_box().event])
    scene = deal_scene(rng, effect, rng.choice((2, 3)), puppet=0.75)
    play = scene.play()
    if play is None or _touched(play) is not target:
        return None
    forgotten = [miss.forgot for miss in missed(_touched, scene.forgotten()) if miss.value is not target]
    if not forgotten and rng.random() < 0.5:
        return None
    texts = joined(scene.drawn(), SAY("ask.touch"))
    options = yes_no(target, next((rule for rule in forgotten if rule and "/" not in rule), ""))
    return play.ask("pick_event", texts=texts, choices=options, why=_why(play))


def _why(play: Play) -> list[Ruling]:
    """The rulings on the event: first those on the Puppet and on the learner."""
    cut = play.place("pick_event")
    name = play.table.names[0]
    rulings = about(play.cited("TW-POW-puppet", "TW-TURN-6", *EFFECTS, since=cut), name)
    return sorted(
        rulings, key=lambda ruling: (ruling.rule != "TW-POW-puppet", ruling.facts.get("side") != name)
    )


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
"""The cases of the rule of events, in the order in which they happen."""


def _touched(play: Play) -> bool:
    """True if the event has changed what the learner has."""
    before = play.at(play.place("pick_event")).table.players[0]
    return bool(before.key() != play.game.table.players[0].key())


def count(rng: random.Random) -> Item | None:
    """The question “How many Ornicles do you have right after that?”"""
    effect = rng.choice(MONEY)
    scene = deal_scene(rng, effect, rng.choice((2, 3)))
    few = effect == MONEY[0] and rng.random() < 0.3
    if few:
        last = len(scene.table.holdings) - 1
        count_held = sum(holding.ornicles for holding in scene.table.holdings[:last])
        scene = attrs.evolve(scene, table=scene.table.but(last, ornicles=ORNICLES - 1 - count_held), drawer=0)
    play = scene.play()
    if play is None:
        return None
    forgotten = [
        *scene.forgotten(),
        *play.without("TW-TURN-6"),
        (scene.play(drawer=1 - scene.drawer), "TW-BAT-8/drawer"),
    ]
    note = [SAY("ask.left")] if few else []
    return play.ask(
        "pick_event",
        texts=joined(*note, scene.drawn(), SAY("ask.count")),
        choices=play.counted(rng, forgotten),
        why=_why(play),
    )


def weakest(rng: random.Random) -> Item | None:
    """The question “Which creature do you lose?”"""
    scene = deal_scene(rng, "all_discard_weakest_creature", rng.choice((2, 3)), creature=True)
    play = scene.play()
    if play is None:
        return None
    home = scene.table.holdings[0].entourage
    unlaid = attrs.evolve(scene, lay=scene.lay.split(" + ")[0])
    misses = missed(_lost, [*scene.forgotten(), (unlaid.play(), "TW-BAT-8/laid")])
    fighting = scene.lay.partition(" + ")[2]

    def texts_of(tokens: Sequence[str]) -> Texts:
        named = creatures(tokens)
        return SAY("weakest.fighting", card=Said(named)) if fighting in tokens else named

    name = scene.table.names[0]
    return play.ask(
        "pick_event",
        texts=joined(scene.drawn(), SAY("ask.weakest")),
        choices=choices(
            _lost(play),
            [*misses, *(Miss((card.token,)) for card in home)],
            texts_of,
            key=list_key,
            cards=creatures_shown,
        ),
        why=[ruling for ruling in _why(play) if ruling.facts["side"] == name or ruling.case == "called"],
    )


def _lost(play: Play) -> tuple[str, ...]:
    """The creature that the learner has lost, as a token; none perhaps."""
    name = play.table.names[0]
    lost = [
        ruling.facts["card"]
        for ruling in play.cited("TW-BAT-8 creature_lost")
        if ruling.facts["side"] == name
    ]
    return tuple(card.token for card in lost[:1])


# -- who draws


def who(rng: random.Random) -> Item | None:
    """The question “Who draws an event card?”"""
    scene = deal_scene(rng, "return_ornicle", rng.choice((2, 3)), puppet=0.0)
    both = rng.random() < 0.6
    faces = (SPIRAL, SPIRAL) if both else rng.choice(((SPIRAL, 2), (3, SPIRAL), (SPIRAL, -2), (-1, SPIRAL)))
    spirals = [seat for seat in (0, 1) if faces[seat] == SPIRAL]
    turned = rng.choice((None, *spirals)) if both or rng.random() < 0.3 else spirals[0]
    table = scene.table
    if turned is not None:
        table = table.but(0, hand=[*table.holdings[0].hand, "miromon"])
    plan = _rolled(scene, faces, turned)
    play = carry_out(table, *plan, until="respond")
    if play is None:
        return None
    swapped = attrs.evolve(scene, attacks=not scene.attacks)
    other = table.placed(to_move=int(scene.attacks))
    forgotten = [
        *play.without("TW-BAT-9/late"),
        (carry_out(other, *_rolled(swapped, faces, turned), until="respond"), "TW-BAT-8/order"),
    ]
    misses = [*missed(_drawers, forgotten), *map(Miss, ((0,), (1,), (), (0, 1), (1, 0)))]
    cut = play.place("roll", -1) + 1
    return play.ask(
        cut,
        texts=_rolls_told(scene, faces, turned),
        choices=choices(_drawers(play), misses, lambda seats: _order(table, seats), key=seats_key),
        why=play.cited("TW-BAT-9", "TW-BAT-8 called", since=cut - 1),
    )


def _rolls_told(scene: Scene, faces: tuple[int, int], turned: int | None) -> Texts:
    """The text of the attack, the dice, the die on which Miromon is played (a seat's, or none), and the
    question."""
    table, side = scene.table, scene.table.names[1]
    rolls = "both" if faces == (SPIRAL, SPIRAL) else "you" if faces[0] == SPIRAL else "other"
    face = FACE_FACTS[faces[1] if rolls == "you" else faces[0]]
    texts = [attack(table, *((0, 1) if scene.attacks else (1, 0))), SAY(f"who.{rolls}", side=side, face=face)]
    if turned is not None:
        texts.append(SAY(f"who.turn_{'other' if turned else 'own'}", side=side))
    return joined(*texts, SAY("ask.who"))


def _rolled(scene: Scene, faces: tuple[int, int], turned: int | None) -> list[str]:
    """The plan with other faces; the learner plays Miromon on the die of a seat perhaps."""
    rolls = [f"p{seat + 1}: roll {face_text(face)}" for seat, face in enumerate(faces)]
    lines = [line for line in scene.plan() if ": roll" not in line and ": event" not in line]
    lines += ["p1: event return_ornicle", "p2: event rich_return_ornicle"]
    role = "attacker" if (turned == 0) is scene.attacks else "defender"
    return [*lines, *rolls] + ([] if turned is None else [f"p1: miromon {role}"])


def _drawers(play: Play) -> tuple[int, ...]:
    """The seats of the players who have drawn an event, in order."""
    names = play.table.names
    return tuple(names.index(ruling.facts["side"]) for ruling in play.cited("TW-BAT-8 called"))


def _order(table: Tabletop, seats: Sequence[int]) -> Texts:
    """The text of an option: nobody, one player, or two in their order."""
    if len(seats) < 2:
        return players(table, seats)
    one, two = (Said(player(table, seat)) for seat in seats)
    return SAY("who.two", one=one, two=two)


# -- a spell for the next player


def passing(rng: random.Random) -> Item | None:
    """The question “To whom does your spell go?”"""
    scene = deal_scene(rng, "all_pass_random_spell", rng.choice((3, 4)))
    play, table = scene.play(), scene.table
    if play is None:
        return None
    misses = missed(_getter, [(scene.play(table.turned()), "TW-SET-5/turned"), *scene.forgotten()])
    misses += [Miss(seat) for seat in (*range(1, len(table.names)), 0)]
    cut = play.place("pick_event")
    passed = play.cited("TW-BAT-8 spell_passed", since=cut)
    return play.ask(
        cut,
        texts=joined(seating(table), scene.drawn(), SAY("ask.pass")),
        choices=choices(_getter(play), misses, lambda seat: _to(table, seat), key=seat_key),
        why=[
            *(ruling for ruling in passed if ruling.facts["side"] == table.names[0]),
            *play.cited("TW-POW-puppet", "TW-BAT-8 called", since=cut),
        ],
        rules=["TW-SET-5"],
    )


def _getter(play: Play) -> int:
    """The seat that the learner's spell goes to; 0 if it stays."""
    names = play.table.names
    for ruling in play.cited("TW-BAT-8 spell_passed"):
        if ruling.facts["side"] == names[0]:
            return names.index(ruling.facts["enemy"])
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
"""The makers of this topic, by kind."""
