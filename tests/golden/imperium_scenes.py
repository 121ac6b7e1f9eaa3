"""Snapshot scenes of Twilight Imperium: whole battles, short ones, found by searching for dice, and moments
of whole games (`imperium_game_scenes`).

A scene is a line, what its battle must rule, and who retreats; everything else is answered as the line's
policies and the notes of the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from golden import imperium_game_scenes

from twingkit import Game, imperium
from twingkit.core.notation import ROLES
from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import AssignHits

SEEDS = range(300)

LIMITING = {("IM-SPACE-4", "fighters_only"), ("IM-SPACE-7", "nonfighter"), ("IM-UNIT-3", "barred")}
"""Refusals of an assignment that are worth showing, other than too few or too many."""


@attrs.frozen
class Scene:
    """A battle with the cases it must cite ("rule case"); `leaves` is the side that announces a retreat
    immediately."""

    line: str
    cases: tuple[str, ...]
    leaves: str = ""

    def played(self, seed: int) -> Game:
        """Return the battle with these dice."""
        game = imperium.battle_game(self.line, seed=seed)
        while game.question is not None:
            game.answer(self._answer(game))
        return game

    def _answer(self, game: Game) -> Any:
        question = game.question
        if question is not None and question.kind == "retreat" and ROLES[question.player] == self.leaves:
            return "retreat"
        return imperium.assumed_answer(game)

    def held(self, game: Game) -> bool:
        """Return whether a finished battle has cited all that this scene is about."""
        rulings = game.rulings
        return game.over and set(self.cases) <= {f"{ruling.rule} {ruling.case}" for ruling in rulings}


def _space(line: str, *cases: str, leaves: str = "") -> Scene:
    return Scene(f"space: {line}", cases, leaves)


def _ground(line: str, *cases: str) -> Scene:
    return Scene(f"ground: {line}", cases)


SCENES = {
    # the steps of a space battle
    "space-round": _space("2 cruiser vs 1 cruiser 1 fighter", "IM-SPACE-7 destroyed", "IM-SPACE-8 round"),
    "space-cannon": _space(
        "2 destroyer 1 pds vs 1 carrier 2 pds+", "IM-SPACE-2 destroyed", "IM-SPACE-2 rolled"
    ),
    "space-barrage": _space(
        "2 destroyer+ vs 3 fighter 1 carrier", "IM-SPACE-4 destroyed", "IM-SPACE-4 excess"
    ),
    "space-drawn": _space("1 cruiser vs 1 cruiser", "IM-SPACE-10 nobody"),
    "space-nobody": _space("1 pds vs 1 infantry", "IM-SPACE-1 nobody"),
    "space-nebula": _space("1 dreadnought vs 2 destroyer @ nebula", "IM-MOVE-7 bonus", "IM-SPACE-10 won"),
    "retreat": _space(
        "2 cruiser vs 2 dreadnought", "IM-SPACE-5 announced", "IM-SPACE-9 left", leaves="attacker"
    ),
    "retreat-barred": _space(
        "1 cruiser vs 1 cruiser @ intercept", "IM-ACT-intercept barred", leaves="attacker"
    ),
    "sustain-first": _space("1 fighter 1 dreadnought vs 2 cruiser", "IM-UNIT-3 sustained", "IM-SPACE-10 won"),
    "sustain-last": _space("1 fighter 1 dreadnought / sustain=last vs 2 cruiser", "IM-UNIT-3 sustained"),
    "notes": _space("3 warsun vs 4 fighter 1 infantry", "IM-UNIT-10 limit", "IM-UNIT-11 capacity"),
    # effects in space, and effects that do nothing
    "assault-cannon": _space("3 cruiser @ asc vs 1 dreadnought 1 carrier", "IM-TECH-asc destroyed"),
    "assault-cannon-too-few": _space("2 cruiser @ asc vs 1 carrier", "IM-TECH-asc nothing_too_few"),
    "ambush": _space("2 cruiser @ mentak vs 2 destroyer", "IM-UNIT-ambush destroyed"),
    "shields-and-direct-hit": _space(
        "2 dreadnought @ sh vs 2 dreadnought @ dh", "IM-ACT-sh cancelled", "IM-ACT-dh hit"
    ),
    "duranium-armor": _space("2 dreadnought @ da vs 1 dreadnought 1 cruiser", "IM-TECH-da repaired"),
    "devotion": _space("2 destroyer @ yin,devotion vs 1 carrier 1 cruiser", "IM-UNIT-devotion destroyed"),
    "card-of-a-landing": _space("1 cruiser @ bunker vs 1 destroyer", "IM-ACT-bunker role"),
    "foresight": _space("1 cruiser vs 1 carrier @ naalu,foresight", "IM-UNIT-foresight left"),
    # flagships
    "flagship-hacan": _space(
        "1 flagship @ hacan,hacan_flagship vs 2 destroyer", "IM-UNIT-hacan_flagship nudged"
    ),
    "flagship-jolnar": _space("1 flagship @ jolnar vs 3 cruiser", "IM-UNIT-jolnar_flagship extra"),
    "flagship-l1z1x": _space(
        "1 flagship @ l1z1x vs 2 fighter 1 cruiser", "IM-UNIT-l1z1x_flagship aims", "IM-SPACE-7 destroyed"
    ),
    "flagship-letnev": _space("1 flagship @ letnev vs 3 cruiser", "IM-UNIT-letnev_flagship repaired"),
    "flagship-mentak": _space("1 flagship @ mentak vs 1 dreadnought", "IM-UNIT-mentak_flagship barred"),
    "flagship-naalu": _ground(
        "1 flagship 2 fighter 1 infantry @ naalu vs 2 infantry", "IM-UNIT-naalu_flagship lands"
    ),
    "flagship-nekro": _space(
        "1 flagship 2 infantry @ nekro vs 2 cruiser", "IM-UNIT-nekro_flagship fights", "IM-SPACE-7 destroyed"
    ),
    "flagship-sardakk": _space(
        "1 flagship 1 cruiser @ sardakk vs 2 cruiser", "IM-UNIT-sardakk_flagship bonus"
    ),
    "flagship-winnu": _space("1 flagship @ winnu vs 2 cruiser 1 fighter", "IM-UNIT-winnu_flagship dice"),
    "flagship-yin": _space("1 flagship @ yin vs 2 dreadnought", "IM-UNIT-yin_flagship exploded"),
    # the steps of an invasion
    "bombardment": _ground("2 dreadnought 1 infantry vs 2 infantry", "IM-INV-1 destroyed", "IM-INV-8 taken"),
    "planetary-shield": _ground("1 dreadnought 2 infantry vs 1 infantry 1 pds", "IM-INV-2 shield"),
    "shield-lifted": _ground("1 warsun 1 infantry vs 1 infantry 1 pds", "IM-UNIT-warsun lifted"),
    "space-cannon-defence": _ground("2 infantry vs 1 infantry 2 pds", "IM-INV-4 destroyed", "IM-INV-8 kept"),
    "ground-round": _ground("2 infantry 1 mech vs 3 infantry", "IM-INV-7 destroyed", "IM-UNIT-3 sustained"),
    "ground-nobody": _ground("1 infantry vs 1 infantry", "IM-INV-8 nobody"),
    # effects on the ground, and effects that do nothing
    "x89": _ground("1 dreadnought 1 infantry @ x89 vs 4 infantry 1 mech", "IM-TECH-x89 destroyed"),
    "magen": _ground("2 infantry vs 1 infantry 1 pds @ md", "IM-TECH-md no_rolls"),
    "magen-without-pds": _ground("2 infantry vs 2 infantry @ md", "IM-TECH-md nothing_no_pds"),
    "disable": _ground("1 dreadnought 1 infantry @ disable vs 1 infantry 2 pds", "IM-ACT-disable disabled"),
    "indoctrination": _ground(
        "2 infantry @ yin,indoctrination vs 2 infantry", "IM-UNIT-indoctrination replaced"
    ),
    "spec-ops-return": _ground("2 infantry+ @ sol vs 2 infantry", "IM-UNIT-infantry2 returning"),
}
"""The scenes by name."""


def scripted_scenes() -> Iterator[tuple[str, str]]:
    """Yield the scenes of whole games; scenes of battles need a search for their dice."""
    yield from imperium_game_scenes.scripted_scenes()


def searched_scenes() -> Iterator[tuple[str, str]]:
    """Yield each scene with the dice that make it shortest."""
    for name, scene in SCENES.items():
        games = [game for game in map(scene.played, SEEDS) if scene.held(game)]
        if not games:
            raise LookupError(f"no dice were found for {name}")
        yield name, min((game.record for game in games), key=len)


def scene_names() -> set[str]:
    """Return the names of all scenes."""
    return {*SCENES, *imperium_game_scenes.examples()}


def contains_scene(name: str, game: Game) -> bool:
    """Return whether a scene, played to its end, has what its name promises."""
    if name not in SCENES:
        return imperium_game_scenes.contains_scene(name, game)
    return game.start.battle == imperium.Battle.parse(SCENES[name].line) and SCENES[name].held(game)


def illegal_answer_notes(question: Question) -> Iterator[str]:
    """Yield losses that a rule forbids although there are such units: an answer for each."""
    if not isinstance(question, AssignHits):
        return
    units = question.table.rosters[question.player].units
    force = question.table.forces[question.player]
    for place in range(len(units)):
        for sustained in (False, True):
            counts = [0] * len(units)
            counts[place] = min(
                question.pending_hits.total, force.fresh[place] if sustained else force.count(place)
            )
            nothing = [0] * len(units)
            taken: HitLosses = question.assignments.losses_with_excess_hits(
                *((counts, nothing) if sustained else (nothing, counts))
            )
            refusal = question.refusal(taken) if counts[place] else None
            if refusal is not None and (refusal.rule, refusal.case) in LIMITING:
                yield f"{question.format_answer(taken)} - {refusal}"
