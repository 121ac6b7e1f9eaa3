"""The Nekro Virus' tokens X and Y on unit upgrades of other factions (IM-TECH-vax)."""

from __future__ import annotations

from twingkit.imperium.battle.notation import assimilated
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit_widgets.imperium.lab.draft import with_faction_changes
from twingkit_widgets.imperium.lab.words import lab_say
from twingkit_widgets.imperium.pictures.names import faction_name, unit_name
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.controls import drop_down_list, rule_badge
from twingkit_widgets.panel.markup import Markup, el

RULE = "IM-TECH-vax"


def with_nekro_token(battle: Battle, side_index: int, token: str, upgrade_name: str) -> Battle:
    """Return the battle with one Assimilator token of a side placed on an upgrade such as `sol.carrier`, or
    on none ("").

    Upgraded units that it then lacks lose their upgrade. Raises `LabFault` if there is no such token or
    upgrade.
    """
    faction, _, unit_class = upgrade_name.partition(".")
    if token not in assimilated.ASSIMILATOR_TOKENS or (
        upgrade_name and (faction, unit_class) not in assimilated.faction_unit_upgrades()
    ):
        raise LabFault
    others = [copied for copied in battle.sides[side_index].copied_upgrades if copied.token != token]
    copied = [*others, assimilated.AssimilatedUpgrade(token, faction, unit_class)] if upgrade_name else others
    return with_faction_changes(battle, side_index, copied_upgrades=copied)


def nekro_tokens_html(battle: Battle, side_index: int) -> Markup | None:
    """Return two lists for choosing the upgrades that the Nekro Virus copies with its tokens; None for any
    other faction.
    """
    side = battle.sides[side_index]
    if side.faction != assimilated.COPYING_FACTION:
        return None
    head = el("h3", lab_say("tokens.title"), cls="tk-label")
    rule = rule_badge(RULE, OPEN_RULE_ACTION, key=f"tokens:{side_index}")
    lists = [_list(side, side_index, token) for token in assimilated.ASSIMILATOR_TOKENS]
    return el("div", el("div", head, rule, cls="tk-fleet-effects-head"), lists, cls="tk-fleet-policy")


def _list(side: Side, side_index: int, token: str) -> Markup:
    """Return the list of upgrades on which one token can be placed, given the other."""
    chosen = next((copied.notation for copied in side.copied_upgrades if copied.token == token), "")
    taken = {copied.unit_class for copied in side.copied_upgrades if copied.token != token}
    options: list[tuple[str, str]] = [("", lab_say("tokens.none"))]
    for (faction, unit_class), unit in assimilated.faction_unit_upgrades().items():
        name = f"{faction}.{unit_class}"
        if unit_class not in taken or name == chosen:
            label = f"{faction_name(faction, 'short')}: {unit_name(unit)}"
            options.append((name, label))
    return drop_down_list(
        options,
        chosen,
        f"token:{side_index}:{token}",
        name=f"{side_index}:{token}",
        cls="tk-button tk-fleet-select",
        data_act="token",
        aria_label=lab_say("tokens.token", token=token.upper()),
    )
