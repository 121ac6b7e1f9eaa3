"""The rules that judge the battle of a lab: the variant in the address, or one that the visitor chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from twingkit.core.messages import Fault
from twingkit.core.variants.house_rules import address_variant_line, variant_in_force
from twingkit.core.variants.start_lines import VARIANT_KEY
from twingkit.core.variants.variant import BaseVariant
from twingkit_widgets.lab.tab import Lab, LabPart
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.controls import notation_field, notation_form, submit_button
from twingkit_widgets.panel.house_rules_words import short_variant_text
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.settings.start_rules import variant_query

_MAX_SWITCH_BUTTONS = 20
"""The largest number of switches shown as buttons; more are typed."""


def parse_variant_or_box(
    variant_class: type[BaseVariant], text: str
) -> tuple[Any, Fault | None]:  # of this `kind`
    """Parse the notation of a variant; return it and None. If the notation is not valid, return the box
    variant (the rules as printed) and the fault.
    """
    try:
        return variant_class.resolve(text or str(variant_class.box())), None
    except Fault as fault:
        return variant_class.box(), fault


def split_variant_and_draft(text: str) -> tuple[str, str]:
    r"""Split a saved draft into the variant at its start ("" if there is none) and the rest.

    >>> split_variant_and_draft("variant box volley=any\nspace: 1 cruiser vs 1 cruiser")
    ('box volley=any', 'space: 1 cruiser vs 1 cruiser')
    """
    head, _, rest = text.partition("\n")
    word, _, rules = head.partition(" ")
    return (rules, rest) if word == VARIANT_KEY else ("", text)


def _variant_line(variant: BaseVariant) -> str:
    """Return a variant as notation; "" for the box variant (the rules as printed)."""
    return "" if variant == variant.box() else str(variant)


def variant_sentence(
    say: Callable[..., str], game: str, variant: BaseVariant, key: str = "rules.hold"
) -> str:
    """Return a sentence that names the variant for which odds were computed, from the text `key`, or `key`
    plus `_with_us` if it is the site's variant.
    """
    is_house_variant = variant == variant_in_force(game) and not address_variant_line(game)
    return say(f"{key}_with_us" if is_house_variant else key, rules=short_variant_text(variant))


class VariantPart(LabPart):
    """The controls of a lab with which a person chooses the rules variant for the drafts (`Draft.variant`,
    `Draft.with_variant`).
    """

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.invalid_text = ""
        """The text of the field while it is not valid."""
        self.fault: Fault | None = None
        """The fault of that text."""

    @property
    def line(self) -> str:
        """The variant of the current draft as notation; "" for the box variant (the rules as printed)."""
        return _variant_line(self.lab.draft.variant)

    def parse_variant_or_box(self, variant_class: type[BaseVariant], text: str) -> Any:  # of this `kind`
        """Parse the notation of a variant; if it is not valid, return the box variant (the rules as printed)
        and keep the fault to show it.
        """
        variant, self.fault = parse_variant_or_box(variant_class, text)
        self.invalid_text = text if self.fault else ""
        return variant

    def act_rules(self, value: object) -> None:
        """Choose the variant that judges the battle: `german`, or `{"rules": "ties=defender"}`."""
        text = str(value.get("rules", "") if isinstance(value, dict) else value or "").strip()
        draft = self.lab.draft
        variant = self.parse_variant_or_box(type(draft.variant), text)
        if self.fault is None:
            self.lab.set_draft(draft.with_variant(variant))
        else:
            self.lab.status = self.fault.text()

    def on_draft_changed(self) -> None:
        """Drop an invalid typed variant when the draft changes."""
        self.invalid_text, self.fault = "", None

    def saved_state(self) -> str:
        """Return the variant as the first line of a saved draft; "" for the box variant (the rules as
        printed).
        """
        return f"{VARIANT_KEY} {self.line}\n" if self.line else ""

    def address(self) -> dict[str, str]:
        """Return the variant as query parameters of a link; empty if the page uses this variant by
        default.
        """
        return variant_query(self.lab.design.game, self.lab.draft.variant)

    def choice_html(self) -> Markup:
        """Return the choice of rules as HTML."""
        lab = self.lab
        page = lab.design.interpretations_page if lab.is_site_page else ""
        return VariantChoiceView(
            lab.draft.variant, lab.say, lab.id_prefix, page, self.invalid_text, self.fault
        ).html()

    def variant_note_html(self) -> Markup | None:
        """Return the note that names the variant behind all numbers; None for the box variant, even if the
        page starts with another one.
        """
        if not self.line:
            return None
        said = variant_sentence(self.say, self.lab.design.game, self.lab.draft.variant)
        return el("p", said, cls="tk-note tk-small", data_key="rules-note")


@attrs.frozen
class VariantChoiceView:
    """The folded choice of a variant: presets, all switches if they are few, a field for notation, and the
    differences from the box. `page` is the page to link to ("" for none); `id_prefix` starts the ids of
    elements.
    """

    variant: BaseVariant
    say: Callable[..., str]
    id_prefix: str
    page: str = ""
    typed_text: str = ""
    fault: Fault | None = None

    def html(self) -> Markup:
        """Return the choice as HTML."""
        few = len(self.variant.switches.values) <= _MAX_SWITCH_BUTTONS
        return el(
            "details",
            el("summary", self._title()),
            self._presets(),
            self._switches() if few else None,
            self._form(),
            el("p", self.fault.text(), cls="tk-alert", role="alert") if self.fault else None,
            None if few else self._changes(),
            self._more(),
            open=bool(self.fault),
            cls="tk-lab-grammar tk-small tk-lab-rules",
            data_key="rules",
        )

    def _title(self) -> str:
        if not _variant_line(self.variant):
            return self.say("rules.usual")
        return self.say("rules.title", name=short_variant_text(self.variant))

    def _presets(self) -> Markup | None:
        presets = self.variant.presets()
        if len(presets) == 1 and self.variant == self.variant.box():
            return None
        items = [
            button(
                self.variant.switches.preset_title(preset) if len(presets) > 1 else self.say("rules.back"),
                "rules",
                value=preset,
                key=f"rules:{preset}",
                aria_pressed=str(self.variant == variant).lower() if len(presets) > 1 else None,
            )
            for preset, variant in presets.items()
        ]
        return el("div", items, cls="tk-row", role="group", aria_label=self.say("rules.presets"))

    def _switches(self) -> list[Markup]:
        return [
            el(
                "div",
                el("b", switch.title()),
                el("p", switch.text(), cls="tk-small"),
                [
                    button(
                        choice.text(),
                        "rules",
                        value=str(self.variant.with_values(**{switch.key: choice.value})),
                        key=f"rules:{switch.key}:{choice}",
                        aria_pressed=str(getattr(self.variant, switch.key) == choice.value).lower(),
                    )
                    for choice in switch.values
                ],
                cls="tk-lab-switch",
                role="group",
                aria_label=switch.title(),
            )
            for switch in self.variant.switches.all_switches
            if not switch.whole_game_only
        ]

    def _form(self) -> Markup:
        own, wrong = f"{self.id_prefix}-rules", bool(self.fault)
        field = notation_field("rules", own, self.typed_text or str(self.variant), wrong, "rules-line")
        example = f"{[*self.variant.presets()][-1]} {self.variant.switches.example_setting}"
        use = submit_button(self.say("rules.use"), "rules-use")
        label = self.say("rules.line", example=example)
        return notation_form(label, field, own, "rules", "rules-form", use)

    def _changes(self) -> Child:
        changes = [
            el(
                "li",
                el("b", change.switch.title()),
                ": ",
                change.switch.switch_value(change.second_value).text(),
            )
            for change in self.variant.box().diff(self.variant)
        ]
        return el("ul", changes, cls="tk-list") if changes else None

    def _more(self) -> Markup | None:
        """Return the link to the page about the rulebooks' interpretations."""
        if not self.page:
            return None
        return el("p", el("a", self.say("rules.more"), href=page_href(self.page)))
