"""The fleet lab's builder as HTML: who wins, both sides, and notes about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.notation.battle_line import KINDS, Battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.box.effects import Effect
from twingkit.imperium.box.units import Unit
from twingkit_widgets.imperium.lab.effects import chooser_html
from twingkit_widgets.imperium.lab.own_units import UnitsPart
from twingkit_widgets.imperium.lab.side_view import SideView, down_html, legend_html
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.scene import scene_html
from twingkit_widgets.lab.notices import RULE_ACT
from twingkit_widgets.lab.tab import Lab
from twingkit_widgets.lab.verdict import verdict_html
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.keys import UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.view_cache import ViewCache

SIDES = ViewCache(keeps=16)
"""The sides that were shown last, in any lab: most visitors begin with the same ones."""


class BuilderState(Protocol):
    """The state of the builder that is shown here."""

    lab: Lab
    choosing: int | None
    sought: str
    better: frozenset[tuple[int, str]]
    lost: Sequence[Unit | Effect]
    own_units: UnitsPart

    @property
    def battle(self) -> Battle:
        """The present battle."""
        ...

    def change(self) -> str:
        """Return what the last change did to the odds."""
        ...


def builder_html(built: BuilderState) -> Child:
    """Return the part above the tabs."""
    lab, battle = built.lab, built.battle
    battle_notes = notes(battle) if lab.draft.complete and not lab.problems else ()
    return [
        _bar(built),
        _verdict(built),
        lab.rules.note(),
        lab.slow_html(),
        scene_html(battle),
        legend_html(),
        down_html(f"{lab.own}-tab-panel"),
        lab.problems_html(),
        _sides(built),
        notes_html(battle_notes),
        lab.rules.html(),
        built.own_units.html(),
    ]


def _verdict(built: BuilderState) -> Markup:
    """Return who wins, or how to find out."""
    lab = built.lab
    kind = (lab.settled or built.battle).kind
    explanation: Markup | str = lab_word(f"verdict.how_{kind}" if lab.odds else "verdict.open")
    if change := built.change():
        explanation = join(el("b", change, cls="tk-fleet-change"), el("span", f" · {explanation}"))
    return verdict_html(lab.odds, lab.say("verdict.label"), explanation, lab.stale())


def _sides(built: BuilderState) -> Markup:
    lab, parts = built.lab, list[Child]()
    for index in (0, 1):
        better = frozenset(name for side, name in built.better if side == index)
        choosing_here = built.choosing == index
        view = SideView(built.battle, index, lab.lang, better, choosing=choosing_here, back=bool(lab.past))
        parts.append(SIDES.html(view))
        if choosing_here:
            edge = bool(lab.refused or built.lost or lab.lab_opened)  # an open notice is closed first
            parts.append(chooser_html(built.battle, index, built.sought, lab.own, not edge))
    return el("div", parts, cls="tk-build tk-fleet-build")


def _bar(built: BuilderState) -> Markup:
    """Return where the battle is, and what to do with all of it."""
    lab, battle = built.lab, built.battle
    kinds = [
        button(
            lab.say(f"lab.{kind}"),
            "kind",
            kind,
            aria_pressed="true" if battle.kind == kind else "false",
            title=lab.say(f"lab.{kind}_title"),
        )
        for kind in KINDS
    ]
    switch = el("div", kinds, cls="tk-switch", role="group", aria_label=lab.say("lab.where_fought"))
    nebula = None
    if battle.kind != "ground":
        in_nebula = any(use.id == "nebula" for use in battle.defender.effects)
        pressed = "true" if in_nebula else "false"
        title = lab.say("lab.nebula_title")
        cls = "tk-button tk-build-toggle"
        nebula = button(lab.say("lab.nebula"), "nebula", cls=cls, aria_pressed=pressed, title=title)
    key = None if lab.tab == "steps" else UNDO  # the steps use this key
    undo = button(lab.say("lab.undo"), "undo", key="undo", shortcut=key, disabled=not lab.past)
    swap = button(lab.say("lab.swap"), "swap", key="swap")
    empty = button(lab.say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
    acts = el("div", undo, swap, empty, cls="tk-toolbar", role="group", aria_label=lab.say("lab.actions"))
    return el("div", switch, nebula, acts, cls="tk-fleet-bar", data_controls=True)


def notes_html(notes: Sequence[Ruling]) -> Markup | None:
    """Return the notes on a legal battle; None if there are none. The room on ships is shown beside the
    units.
    """
    items = [
        el("li", note.text(), " ", rule_button(note.rule, RULE_ACT, key=f"note:{index}"))
        for index, note in enumerate(notes)
        if note.case != "capacity"
    ]
    if not items:
        return None
    head = el("h2", lab_say("lab.notes"), cls="tk-label")
    return el(
        "section",
        head,
        el("ul", items, cls="tk-list"),
        cls="tk-note tk-small tk-fleet-notes",
        data_key="notes",
    )
