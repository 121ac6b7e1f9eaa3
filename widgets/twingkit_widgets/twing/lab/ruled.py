"""The battle of a lab that is judged by other rules than the box's, and the control that chooses them."""

from __future__ import annotations

import attrs

from twingkit import twing
from twingkit.messages import Fault
from twingkit.twing.variants.meant import as_variant
from twingkit.twing.variants.variant import diff
from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.site.addresses import page_link
from twingkit_widgets.twing.lab.words import lab_say, lab_word


@attrs.frozen
class RuledBattle(twing.Battle):
    """A battle with the variant by which it is fought."""

    variant: twing.Variant = twing.BOX

    def __str__(self) -> str:
        return str(fought(self))


def ruled(battle: twing.Battle, variant: twing.Variant) -> twing.Battle:
    """The battle under a variant; in the box it is a battle as any."""
    if variant == twing.BOX:
        return battle
    return RuledBattle(battle.attacker, battle.defender, variant)


def fought(battle: twing.Battle) -> twing.Battle:
    """The battle without its variant."""
    return twing.Battle(battle.attacker, battle.defender)


def rules_of(battle: twing.Battle | None) -> twing.Variant:
    """The variant by which a battle is fought."""
    return battle.variant if isinstance(battle, RuledBattle) else twing.BOX


def asked_rules(text: str) -> tuple[twing.Variant, Fault | None]:
    """The variant that an address names; the box, and what is wrong, where there is no such variant."""
    try:
        return as_variant(text or "box"), None
    except Fault as fault:
        return twing.BOX, fault


@attrs.frozen
class RulesView:
    """The choice of a variant, folded away: presets, switches as text, and what differs from the box."""

    variant: twing.Variant
    lang: str
    own: str
    site: bool
    typed: str = ""
    fault: Fault | None = None

    def html(self) -> Markup:
        """All of it."""
        name = lab_word(self.lang, "rules.box") if self.variant == twing.BOX else str(self.variant)
        presets = [
            button(
                preset,
                "rules",
                value=preset,
                key=f"rules:{preset}",
                aria_pressed=str(self.variant == variant).lower(),
            )
            for preset, variant in twing.PRESETS.items()
        ]
        return el(
            "details",
            el("summary", self._say("rules.title", name=name)),
            el("div", presets, cls="tk-row", role="group", aria_label=self._say("rules.presets")),
            self._form(),
            el("p", self.fault.text(self.lang), cls="tk-alert", role="alert") if self.fault else None,
            self._changes(),
            open=bool(self.fault),
            cls="tk-lab-grammar tk-small",
            data_key="rules",
        )

    def _form(self) -> Markup:
        field = named(
            "input",
            "rules",
            cls="tk-field tk-code",
            id=f"{self.own}-rules",
            value=self.typed or str(self.variant),
            data_key="rules-line",
            autocomplete="off",
            autocapitalize="off",
            spellcheck="false",
            aria_invalid="true" if self.fault else None,
        )
        use = el("button", self._say("rules.use"), type="submit", cls="tk-button", data_key="rules-use")
        label = el("label", self._say("rules.line"), for_=f"{self.own}-rules", cls="tk-label")
        return el(
            "form", label, el("div", field, use, cls="tk-lab-field"), data_act="rules", data_key="rules-form"
        )

    def _changes(self) -> Child:
        """The switches that differ from the box, in words, and a link to what the rulebooks say."""
        changes = [
            el(
                "li",
                el("b", change.switch.title(self.lang)),
                ": ",
                change.switch.choice(change.other).text(self.lang),
            )
            for change in diff(twing.BOX, self.variant)
        ]
        link = el("a", self._say("rules.more"), href=page_link("readings", self.lang)) if self.site else None
        return [el("ul", changes, cls="tk-list") if changes else None, el("p", link) if link else None]

    def _say(self, key: str, **facts: str) -> str:
        return lab_say(self.lang, key, **facts)
