"""Mistaken battles: the same battle as imagined by a learner who has forgotten one rule.

Each is the battle with one change, played by the engine: the object is gone, the character is another one
(so that no die is of its own element), a Sun counts as 0, Miromon was not played, the first roll counts. The
result becomes a wrong option only if it differs from the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import or_
from typing import TypeVar

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.options import Mistake
from twingkit.twing.quiz.battles.staging import PlannedBattle, PlannedResponse, PlayedBattle
from twingkit.twing.quiz.options import FORGOTTEN
from twingkit.twing.rules.cards import CROSS, ELEMENTS, SUN, FaceFact, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import CRITICAL_FACES
from twingkit.twing.rules.typed_rulings import (
    CreatureTrapped,
    NumberCounted,
    OwnElementCounted,
    RiderLaid,
    TeddyAllows,
)

Value = TypeVar("Value", bound=Hashable)

_MistakenBattle = tuple[str, PlannedBattle]
"""The case of a misunderstood rule ("" if the rule is switched off), and the battle under that mistake."""


_TAUGHT_RULES_BY_TOPIC = {topic: frozenset(rules) for topic, rules in FORGOTTEN["taught"].items()}

FORGETTABLE_RULES_BY_TOPIC: dict[str, frozenset[str]] = dict(
    zip(_TAUGHT_RULES_BY_TOPIC, accumulate(_TAUGHT_RULES_BY_TOPIC.values(), or_), strict=True)
)
"""The rules that can be forgotten in each topic: its own and those of all earlier topics."""


def mistaken_battles(
    played: PlayedBattle, known_rules: Collection[str]
) -> Iterator[tuple[PlayedBattle, str]]:
    """Yield (battle, mistake) for each known rule that mattered in a battle: the battle replayed as if that
    rule were forgotten or misunderstood, and the mistake.

    The mistake is the rule (`TW-BAT-15`), the rule forgotten on one side only (`TW-BAT-15/side`), or a
    misunderstanding of it (`TW-BAT-15/foreign`). The basic rules, which matter in every battle, come last.
    """
    for ruling in sorted(played.rulings(), key=lambda ruling: ruling.rule in _PLAIN_RULES):
        rule = ruling.rule
        forget = _FORGET.get(rule)
        if forget is None or rule not in known_rules:
            continue
        without = _play_without_rule(played, rule)
        if without is not None:
            yield without, rule
        for case, staged in forget(played, ruling):
            other = None if without and staged == without.staged else staged.play_out()
            if other is not None:
                yield other, f"{rule}/{case or 'side'}"


def _play_without_rule(played: PlayedBattle, rule: str) -> PlayedBattle | None:
    """Return the battle played without a rule, for both sides; None if it cannot be played like that."""
    current: PlayedBattle | None = played
    for _ in range(_MAX_RULINGS_PER_RULE):
        assert current is not None
        rulings = [ruling for ruling in current.rulings() if ruling.rule == rule]
        off = [staged for ruling in rulings for case, staged in _FORGET[rule](current, ruling) if not case]
        less = [staged for staged in off if staged != current.staged]
        if not less:
            return current if current is not played else None
        current = less[0].play_out()
        if current is None:
            break
    return None


def wrong_values(
    played: PlayedBattle, known_rules: Collection[str], get_value: Callable[[PlayedBattle], Value | None]
) -> dict[Value, str]:
    """Return the wrong values of a battle that a learner gets by forgetting a rule, each mapped to that rule;
    `get_value` computes the value.
    """
    return _first_rules(
        get_value(played), staging.mistakes_by_forgetting(get_value, mistaken_battles(played, known_rules))
    )


def mistakes_that_give(
    battle_by_key: Mapping[Value, PlayedBattle],
    known_rules: Collection[str],
    get_value: Callable[[PlayedBattle], object],
    value: object,
) -> list[Mistake]:
    """Return the keys of battles as answer options, each with the known rule that a learner must forget to
    get `value` for its battle.
    """
    return [
        Mistake(key, wrong_values(played, known_rules, get_value).get(value, ""))
        for key, played in battle_by_key.items()
    ]


def _first_rules(right: Value, mistakes: Sequence[Mistake[Value]]) -> dict[Value, str]:
    """Return each wrong value with the first rule that leads to it."""
    rules = dict[Value, str]()
    for option in mistakes:
        if option.value != right:
            rules.setdefault(option.value, option.forgotten_rule)
    return rules


def _no_units(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as planned by a learner who has forgotten TW-BAT-2: only the spells count."""
    seat, staged = _seat(ruling), played.staged
    if not staged.plays:
        yield "", staged.with_lay(seat, Lay(staged.battle.sides[seat].spells))


def _no_rider(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as planned by a learner who has forgotten TW-BAT-3: only the mount counts."""
    seat, staged = _seat(ruling), played.staged
    lay = staged.battle.sides[seat].lay
    mounts = [laid.card for laid in staging.events_of([ruling], RiderLaid)]
    units = [Unit(unit.creature) if unit.creature in mounts else unit for unit in lay.units]
    yield "", staged.with_lay(seat, Lay(lay.spells, units))


def _drop_miromon(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-BAT-9 or TW-BAT-12 did not exist: Miromon does nothing, or turns the face
    rolled later.
    """
    staged = played.staged
    for index, play in enumerate(staged.plays):
        if play.answer.startswith("miromon"):
            yield "", staged.without_play(play)
            if play.window == "respond" and index + 1 < len(staged.plays):
                plays = list(staged.plays)
                plays[index : index + 2] = [plays[index + 1], play]
                yield "later", attrs.evolve(staged, plays=tuple(plays))


def _first_roll(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-BAT-11 or TW-BAT-14 did not exist: the first roll counts in spite of
    rerolls.
    """
    seat, staged = _seat(ruling), played.staged
    faces = staged.faces[seat]
    yield "", staged.with_faces(seat, *(faces[:1] * len(faces)))


def _no_trap(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-BAT-13 were forgotten: the trap takes nothing, or also the other card of the
    pair.
    """
    staged, trapped = played.staged, ruling.event
    traps = [play for play in staged.plays if play.answer.startswith("trap")]
    if len(traps) != 1 or not isinstance(trapped, CreatureTrapped):
        return
    seat, card = ROLES.index(trapped.side), trapped.card
    yield "", staged.without_play(traps[0])
    for unit in staged.battle.sides[1 - seat].lay.units:
        if unit.rider and card in unit.cards:
            partner = f">{unit.rider.token}" if card is unit.creature else unit.creature.token
            second = PlannedResponse(seat, f"trap {partner}", traps[0].window)
            index = staged.plays.index(traps[0]) + 1
            plays = (*staged.plays[:index], second, *staged.plays[index:])
            two = staged.with_response_cards(seat, trap=staged.battle.sides[seat].traps + 1)
            yield "pair", attrs.evolve(two, plays=plays)


def _own_element(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-BAT-15 were forgotten: the own element does not help, or all spells count as
    own ones.
    """
    seat, staged = _seat(ruling), played.staged
    side = staged.battle.sides[seat]
    match ruling.event:
        case OwnElementCounted():
            yield "", staged.with_side(seat, character=_foreign_character(staged, seat))
        case NumberCounted(face=FaceFact(face)) if face < 0 and side.spells:
            yield "foreign", staged.with_side(seat, character=side.spells[0].element)


def _no_critical(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-BAT-16 were forgotten: Sun and Cross count as 0, or one of two equal symbols
    wins.
    """
    critical = [seat for seat in (0, 1) if played.find_rulings("TW-BAT-15 critical", seat)]
    staged = played.staged
    if len(critical) == 2:
        yield "", _with_zero_roll(_with_zero_roll(staged, critical[0]), critical[1])
        for seat in critical:
            yield "one", _with_zero_roll(staged, seat)
    else:
        yield "", _with_zero_roll(staged, critical[-1])


def _no_dice(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-BAT-17 were forgotten: only the cards are compared, or one die is left
    out.
    """
    staged = played.staged
    rolled = [seat for seat in (0, 1) if staged.faces[seat] and staged.faces[seat][-1] not in CRITICAL_FACES]
    for seat in rolled:
        staged = _with_zero_roll(staged, seat)
    yield "cards", staged
    if len(rolled) > 1:
        for seat in rolled:
            yield "die", _with_zero_roll(played.staged, seat)


def _no_object(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if the power of the Panties or the Bra were forgotten (TW-POW-panties,
    TW-POW-bra).
    """
    name = ruling.rule.removeprefix("TW-POW-")
    for seat, side in enumerate(played.staged.battle.sides):
        if name in side.objects:
            objects = tuple(owned for owned in side.objects if owned != name)
            yield "", played.staged.with_side(seat, objects=objects)


def _no_teddy(played: PlayedBattle, ruling: Ruling) -> Iterator[_MistakenBattle]:
    """Yield the battle as if TW-POW-teddy were forgotten: the unit that the Teddy allows does not count."""
    seat, staged = _seat(ruling), played.staged
    lay = staged.battle.sides[seat].lay
    units = list(lay.units)
    for allowed in staging.events_of([ruling], TeddyAllows):
        units.remove(allowed.unit)
    if units or lay.spells:
        yield "", staged.with_lay(seat, Lay(lay.spells, units))


_FORGET: dict[str, Callable[[PlayedBattle, Ruling], Iterator[_MistakenBattle]]] = {
    "TW-BAT-2": _no_units,
    "TW-BAT-3": _no_rider,
    "TW-BAT-9": _drop_miromon,
    "TW-BAT-11": _first_roll,
    "TW-BAT-12": _drop_miromon,
    "TW-BAT-13": _no_trap,
    "TW-BAT-14": _first_roll,
    "TW-BAT-15": _own_element,
    "TW-BAT-16": _no_critical,
    "TW-BAT-17": _no_dice,
    "TW-POW-bra": _no_object,
    "TW-POW-panties": _no_object,
    "TW-POW-teddy": _no_teddy,
}


_MAX_RULINGS_PER_RULE = 12
"""The highest number of rulings of a rule that a battle in a question can have."""

_PLAIN_RULES = ("TW-BAT-2", "TW-BAT-17")


def _seat(ruling: Ruling) -> int:
    return ROLES.index(ruling.facts["side"])


def _with_zero_roll(staged: PlannedBattle, seat: int) -> PlannedBattle:
    return staged.with_last_face(seat, 0)


def _foreign_character(staged: PlannedBattle, seat: int) -> str:
    """Return a character whose element none of this side's cards has."""
    side = staged.battle.sides[seat]
    elements = {card.element for card in side.spells} | {card.element for card in side.lay.creatures}
    return next(element for element in ELEMENTS if element not in elements)


# -- the same cards, with another winner


def battle_lost_by_seat(played: PlayedBattle, seat: int) -> PlannedBattle:
    """Return a plan of the same battle with last rolls that make this seat lose, to show what happens to its
    creatures (TW-BAT-20).
    """
    enemy = 1 - seat
    staged = played.staged
    if staged.faces[enemy]:
        staged = staged.with_last_face(enemy, SUN)
        return staged.with_last_face(seat, 0) if staged.faces[seat] else staged
    return staged.with_last_face(seat, CROSS)


def _as_tie(played: PlayedBattle) -> PlannedBattle | None:
    """Return the same battle as a tie, or None against a shield, which ties on points only."""
    staged = played.staged
    return staged.with_last_face(0, SUN).with_last_face(1, SUN) if all(staged.faces) else None


def wrong_values_after_battle(
    played: PlayedBattle, known_rules: Collection[str], get_value: Callable[[PlayedBattle], Value | None]
) -> dict[Value, str]:
    """Return the wrong values that a learner gets for a settled battle by forgetting a rule, each mapped to
    that rule; `get_value` computes the value.

    If a forgotten rule changes only the winner, the same cards are settled with that winner.
    """
    settled = (
        (_expected_outcome(played, changed, rule), rule)
        for changed, rule in mistaken_battles(played, known_rules)
    )
    return _first_rules(get_value(played), staging.mistakes_by_forgetting(get_value, settled))


def _expected_outcome(played: PlayedBattle, changed: PlayedBattle, rule: str) -> PlayedBattle | None:
    """Return the outcome expected by a learner who has forgotten a rule, or None if it is the right one."""
    if rule.partition("/")[0] not in _LAID:
        return changed
    winner = changed.result.winner
    if winner == played.result.winner:
        return None
    staged = _as_tie(played) if winner is None else battle_lost_by_seat(played, 1 - winner)
    return staged.play_out() if staged else None


_LAID = ("TW-BAT-2", "TW-BAT-3", "TW-POW-teddy")
"""The rules whose mistaken battles leave out cards that in fact were laid."""
