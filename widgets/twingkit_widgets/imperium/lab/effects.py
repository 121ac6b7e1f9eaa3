"""Technologies, cards, notes and laws: a side's current effects, and the chooser of more."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.force import idle_reason_keys_by_phase
from twingkit.imperium.box.effects import BattleEffect, effects_by_id, line_effect_ids
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.draft import MAX_EFFECT_ROUND, effect_refusal, first_free_round
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.names import faction_name
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION
from twingkit_widgets.panel.controls import drop_down_list, rule_badge, search_field
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el

GROUPS = ("technology", "faction", "action", "promissory", "agenda", "anomaly")
"""The groups of the chooser, in order."""


def _group_of(effect: BattleEffect) -> str:
    """Return the group in the effect chooser: "faction" or the effect's source."""
    if effect.source in ("ability", "unit") or (effect.owner and effect.source == "technology"):
        return "faction"
    return effect.source


def _effect_idle_reason(battle: Battle, side_index: int, effect: BattleEffect) -> str:
    """Return the reason why an effect does nothing in this battle ("role", "phase" or "suppressed"), or
    "".
    """
    reasons = idle_reason_keys_by_phase(effect, battle, side_index)
    return "" if "" in reasons else reasons[-1]


def effect_chips_html(battle: Battle, side_index: int) -> Markup:
    """Return the effects of a side as an HTML list of chips; chosen effects have their round and a remove
    button, permanent ones do not.
    """
    side = battle.sides[side_index]
    implied = [use for use in side.all_effect_uses() if use not in side.effects]
    items = [el("li", _implied(use, battle, side_index), data_key=f"implied:{use.id}") for use in implied]
    items += [el("li", _chip(use, battle, side_index), data_key=f"use:{use}") for use in side.effects]
    if not items:
        return el("p", lab_say("effects.none"), cls="tk-small tk-soft")
    return el("ul", items, cls="tk-list tk-fleet-chips")


def _implied(use: EffectUse, battle: Battle, side_index: int) -> Markup:
    always = lab_word("effects.always")
    rule = rule_badge(use.effect.rule, OPEN_RULE_ACTION, key=f"chip:{side_index}:{use.id}")
    cls = "tk-fleet-chip tk-fleet-implied" + (
        " tk-fleet-idle" if _effect_idle_reason(battle, side_index, use.effect) else ""
    )
    title = rulebook()[use.effect.rule].title()
    return el("span", el("b", title), el("span", always, cls="tk-soft"), rule, cls=cls)


def _chip(use: EffectUse, battle: Battle, side_index: int) -> Markup:
    role, effect = ROLES[side_index], use.effect
    title = rulebook()[effect.rule].title()
    idle = _effect_idle_reason(battle, side_index, effect)
    place = f"{side_index}:{use}"
    again = None
    if (
        effect.is_one_shot
        and not effect.has_fixed_round
        and first_free_round(battle.sides[side_index], use.id)
    ):
        again = button(
            lab_word("effects.once_more"),
            "add_copy",
            f"{side_index}:{use.id}",
            key=f"again:{place}",
            cls="tk-button tk-quiet tk-fleet-again",
            aria_label=lab_say("effects.again", card=title),
            title=lab_say("effects.again", card=title),
        )
    away = button(
        "×",
        "remove_card",
        place,
        key=f"aside:{place}",
        cls="tk-icon-button",
        aria_label=lab_say("effects.aside", role, card=title),
    )
    why = el("span", idle_effect_text(effect, idle), cls="tk-fleet-why") if idle else None
    cls = "tk-fleet-chip tk-fleet-idle" if idle else "tk-fleet-chip"
    source = rule_badge(effect.rule, OPEN_RULE_ACTION, key=f"chip:{place}")
    return el("span", el("b", title), _round(use, place, title), why, source, again, away, cls=cls)


def idle_effect_text(effect: BattleEffect, reason_id: str) -> str:
    """Return a short text that explains the reason `reason_id` why an effect does nothing."""
    what = {"role": effect.role, "phase": effect.phase}.get(reason_id, "suppressed")
    return lab_word(f"effects.idle_{what}")


def _round(use: EffectUse, place: str, title: str) -> Markup | None:
    """Return the choice of the round in which a one-shot card is played."""
    effect = use.effect
    if not effect.is_one_shot or effect.has_fixed_round:
        return None
    current = use.round or effect.default_round
    rounds = [*([] if effect.default_round else [0]), *range(1, max(MAX_EFFECT_ROUND, current) + 1)]
    options = [(n, lab_word("effects.round", n=n) if n else lab_word("effects.first")) for n in rounds]
    label = lab_say("effects.when", card=title)
    cls = "tk-button tk-fleet-select tk-fleet-round"
    return drop_down_list(
        options, current, f"when:{place}", name=place, cls=cls, data_act="move_card", aria_label=label
    )


# -- the chooser


def effect_chooser_html(
    battle: Battle, side_index: int, search_text: str, id_prefix: str, closes_on_escape: bool = True
) -> Markup:
    """Render the list from which a person chooses a side's effects, in groups, with their descriptions.

    `search_text` filters the list; `closes_on_escape` says whether the Escape key closes it.
    """
    role = ROLES[side_index]
    effects = [effect for effect in available_effects(battle, side_index) if _matches(effect, search_text)]
    active = [effect for effect in effects if not _effect_idle_reason(battle, side_index, effect)]
    idle = [effect for effect in effects if effect not in active]
    parts: list[Child] = [_group(name, active, battle, side_index) for name in GROUPS]
    if idle:
        items = [_item(effect, battle, side_index) for effect in idle]
        summary = el("summary", el("span", lab_say("effects.idle", n=len(idle))))
        idle_list = el("ul", items, cls="tk-list tk-fleet-items")
        parts.append(el("details", summary, idle_list, data_key="idle", open=bool(search_text)))
    if not effects:
        parts.append(el("p", lab_say("effects.not_found"), cls="tk-soft"))
    close = button(
        "×",
        "toggle_chooser",
        str(side_index),
        key="chooser-close",
        cls="tk-icon-button",
        shortcut=CLOSE if closes_on_escape else None,
        aria_label=lab_say("effects.close"),
    )
    title = el("h3", lab_say("effects.choose", role), tabindex="-1", data_focus=True)
    words = (lab_say("effects.seek"), lab_say("effects.seek_example"))
    count_text = lab_say("effects.found", n=len(effects)) if search_text else ""
    field = search_field(f"{id_prefix}-seek", "seek", search_text, words, count_text)
    return el(
        "section",
        el("header", title, close, cls="tk-fleet-chooser-head"),
        field,
        parts,
        cls=f"tk-box tk-fleet-chooser tk-fleet-{role}",
        data_key=f"chooser:{side_index}",
        data_bring=f"chooser:{side_index}",
        aria_label=lab_say("effects.choose", role),
    )


def available_effects(battle: Battle, side_index: int) -> Sequence[BattleEffect]:
    """Return the effects that a side can choose, without other factions' effects and permanent ones."""
    implied = {use.id for use in battle.sides[side_index].all_effect_uses()} - {
        use.id for use in battle.sides[side_index].effects
    }
    return [
        effects_by_id()[name]
        for name in line_effect_ids()
        if name not in implied and effect_refusal(battle, side_index, EffectUse(name)) is None
    ]


def _group(name: str, effects: Sequence[BattleEffect], battle: Battle, side_index: int) -> Markup | None:
    mine = [effect for effect in effects if _group_of(effect) == name]
    if not mine:
        return None
    faction = battle.sides[side_index].faction
    heading = faction_name(faction, "short") if faction else ""
    title = el("h4", lab_say(f"effects.group_{name}", faction=heading), cls="tk-label")
    items = el("ul", [_item(effect, battle, side_index) for effect in mine], cls="tk-list tk-fleet-items")
    return el("div", title, items, data_key=f"group:{name}", data_roving=True, role="group")


def _item(effect: BattleEffect, battle: Battle, side_index: int) -> Markup:
    side = battle.sides[side_index]
    has = any(use.id == effect.id for use in side.effects)
    idle = _effect_idle_reason(battle, side_index, effect)
    rule = rulebook()[effect.rule]
    why = el("span", idle_effect_text(effect, idle), cls="tk-fleet-why") if idle else None
    short = el("code", effect.id, cls="tk-fleet-short", title=lab_say("effects.short", name=effect.id))
    does = el("span", rule.text(), house_rules_suffix([rule.id]), cls="tk-fleet-does")
    switch = button(
        el("span", el("b", rule.title()), " ", short, " ", why, does),
        "effect",
        f"{side_index}:{effect.id}",
        cls="tk-button tk-build-toggle tk-fleet-item",
        aria_pressed="true" if has else "false",
    )
    source = rule_badge(effect.rule, OPEN_RULE_ACTION, key=f"item:{side_index}:{effect.id}")
    return el("li", switch, source, data_key=f"item:{effect.id}")


def _matches(effect: BattleEffect, sought: str) -> bool:
    """Return whether all words of the search text occur in an effect's name, text or id."""
    rule = rulebook()[effect.rule]
    text = _fold_accents(f"{effect.id} {rule.title('en')} {rule.title()} {rule.text()}")
    return all(word in text for word in _fold_accents(sought).split())


def _fold_accents(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
