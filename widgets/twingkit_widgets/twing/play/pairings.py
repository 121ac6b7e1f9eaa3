"""The battle on the table of a whole game, as everyone sees it: a picture for each pairing, and who supports.

A `Pairing` is read off a battle when it is shown, and when it ends: it stays as it was then, whatever happens
to the objects afterwards.
"""

from __future__ import annotations

import attrs

from twingkit import Ruling, twing
from twingkit.rulebook import YOU
from twingkit.twing.rules.cards import Face, Spell, Unit
from twingkit.twing.rules.fight import Fight, Side
from twingkit.twing.rules.outcome import BattleResult, die_result
from twingkit.twing.view import View
from twingkit_widgets.twing.pictures.scene import Scene, SideView, standing_units


@attrs.frozen
class Pairing:
    """The attacker against one defender: the picture, both seats, who supports each, the kind of battle."""

    scene: Scene
    seats: tuple[int, int]
    supporters: tuple[tuple[int, ...], tuple[int, ...]]
    kind: str


def pairings_of(fight: Fight, view: View) -> tuple[Pairing, ...]:
    """Return what `view` shows of a battle, one picture for each defender. Hands do not occur in it."""
    attack, *defences = fight.sides
    results = fight.results if fight.over else [None] * len(defences)
    return tuple(
        Pairing(
            _scene(fight, (attack, defence), view, result),
            (attack.seat, defence.seat),
            (_supporters(attack), _supporters(defence)),
            fight.kind,
        )
        for defence, result in zip(defences, results, strict=True)
    )


def _supporters(side: Side) -> tuple[int, ...]:
    return tuple(support.seat for support in side.supports)


def _scene(fight: Fight, pair: tuple[Side, Side], view: View, result: object) -> Scene:
    attack, defence = pair
    sides = (
        _side_view(fight, attack, defence, view),
        _side_view(fight, defence, attack, view),
    )
    kind = "" if fight.over else view.kind
    return Scene(sides, result if isinstance(result, BattleResult) else None, kind)


def _side_view(fight: Fight, side: Side, enemy: Side, view: View) -> SideView:
    """One side against one enemy; the cards of its supporters lie with its own."""
    has_lay = bool(side.lay.spells or side.lay.units)
    helped = [card for support in side.supports for card in support.cards if isinstance(card, Spell)]
    fighters = fight.fighters_against(side, enemy)
    guests = [Unit(fighter.card) for fighter in fighters if fighter.seat != side.seat]
    face = fight.die_against(side, enemy)
    counts, note = (None, None) if face is None else _worth(fight, side, enemy, face)
    note = note and note.calling({view.own.name: YOU})
    return SideView(
        role=side.role,
        character=view.seats[side.seat].character,
        spells=(*side.lay.spells, *helped),
        units=(*standing_units(side, fighters), *guests),
        shield=side.lay.shield,
        rolls=bool(side.lay.spells) or not (has_lay or fight.rolled),
        face=face,
        counts=counts,
        note=note,
        trapped=tuple(fighter.card for fighter, _ in side.trapped),
        played=tuple(side.played),
    )


def _worth(fight: Fight, side: Side, enemy: Side, face: int) -> tuple[int, Ruling | None]:
    """Return what a rolled die counts now, with the ruling that says so unless it is the plain number."""
    result, rule, case = die_result(fight, side, enemy)
    if case == "number":
        return result, None
    facts = {"side": side.name, "enemy": enemy.name, "face": Face(face), "result": Face(result)}
    return result, Ruling(rule, case, facts, twing.rulebook())
