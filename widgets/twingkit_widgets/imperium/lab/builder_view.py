"""The fleet lab's builder as HTML: the odds, both sides, and notes about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.notation.battle_line import BATTLE_KINDS, Battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.box.effects import Effect
from twingkit.imperium.box.units import Unit
from twingkit_widgets.imperium.lab.custom_units import CustomUnitsPart
from twingkit_widgets.imperium.lab.effects import chooser_html
from twingkit_widgets.imperium.lab.side_view import SideHtml, legend_html, link_to_answers_html
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.scene import scene_html
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION
from twingkit_widgets.lab.odds_bar import odds_html
from twingkit_widgets.lab.tab import Lab
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.keys import UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.view_cache import ViewCache

_SIDE_VIEW_CACHE = ViewCache(keeps=16)
"""A cache of recently shown sides of all labs; most visitors start with the same ones."""


class BuilderState(Protocol):
    """The state of the builder that its HTML depends on."""

    lab: Lab
    choosing_side: int | None
    search_text: str
    upgraded_classes: frozenset[tuple[int, str]]
    removed_pieces: Sequence[Unit | Effect]
    custom_units: CustomUnitsPart

    @property
    def battle(self) -> Battle:
        """The current battle."""
        ...

    def odds_change_text(self) -> str:
        """Return the change of the odds by the last edit."""
        ...


def builder_html(built: BuilderState) -> Child:
    """Return the builder, shown above the tabs."""
    lab, battle = built.lab, built.battle
    battle_notes = notes(battle) if lab.draft.is_complete and not lab.problems else ()
    return [
        _bar(built),
        _verdict(built),
        lab.variant_part.variant_note_html(),
        lab.progress_html(),
        scene_html(battle),
        legend_html(),
        link_to_answers_html(f"{lab.id_prefix}-tab-panel"),
        lab.problems_html(),
        _sides(built),
        _notes_html(battle_notes),
        lab.variant_part.choice_html(),
        built.custom_units.html(),
    ]


def _verdict(built: BuilderState) -> Markup:
    """Return the odds, or how to get them."""
    lab = built.lab
    kind = (lab.last_allowed_subject or built.battle).kind
    explanation: Markup | str = lab_word(f"verdict.how_{kind}" if lab.odds else "verdict.open")
    if change := built.odds_change_text():
        explanation = join(el("b", change, cls="tk-fleet-change"), el("span", f" · {explanation}"))
    return odds_html(lab.odds, lab.say("verdict.label"), explanation, lab.stale_odds_text())


def _sides(built: BuilderState) -> Markup:
    lab, parts = built.lab, list[Child]()
    for side_index in (0, 1):
        better = frozenset(name for side, name in built.upgraded_classes if side == side_index)
        choosing_here = built.choosing_side == side_index
        view = SideHtml(
            built.battle,
            side_index,
            lab.lang,
            better,
            is_choosing_effects=choosing_here,
            can_undo=bool(lab.earlier_drafts),
        )
        parts.append(_SIDE_VIEW_CACHE.html(view))
        if choosing_here:
            edge = bool(
                lab.last_refusal or built.removed_pieces or lab.open_rule_id
            )  # an open notice is closed first
            parts.append(chooser_html(built.battle, side_index, built.search_text, lab.id_prefix, not edge))
    return el("div", parts, cls="tk-build tk-fleet-build")


def _bar(built: BuilderState) -> Markup:
    """Return the kind of battle, and buttons that affect all of it."""
    lab, battle = built.lab, built.battle
    kinds = [
        button(
            lab.say(f"lab.{kind}"),
            "kind",
            kind,
            aria_pressed="true" if battle.kind == kind else "false",
            title=lab.say(f"lab.{kind}_title"),
        )
        for kind in BATTLE_KINDS
    ]
    switch = el("div", kinds, cls="tk-switch", role="group", aria_label=lab.say("lab.where_fought"))
    nebula = None
    if battle.kind != "ground":
        in_nebula = any(use.id == "nebula" for use in battle.defender.effects)
        pressed = "true" if in_nebula else "false"
        title = lab.say("lab.nebula_title")
        cls = "tk-button tk-build-toggle"
        nebula = button(lab.say("lab.nebula"), "nebula", cls=cls, aria_pressed=pressed, title=title)
    key = None if lab.open_tab_name == "steps" else UNDO  # the steps use this key
    undo = button(lab.say("lab.undo"), "undo", key="undo", shortcut=key, disabled=not lab.earlier_drafts)
    swap = button(lab.say("lab.swap"), "swap", key="swap")
    empty = button(lab.say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
    acts = el("div", undo, swap, empty, cls="tk-toolbar", role="group", aria_label=lab.say("lab.actions"))
    return el("div", switch, nebula, acts, cls="tk-fleet-bar", data_controls=True)


def _notes_html(notes: Sequence[Ruling]) -> Markup | None:
    """Return None without notes; the capacity of ships is shown beside the units instead."""
    items = [
        el("li", note.text(), " ", rule_button(note.rule, OPEN_RULE_ACTION, key=f"note:{index}"))
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
