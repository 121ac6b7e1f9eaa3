"""Custom units in the fleet lab: a file or pasted text, with all its errors (IM-NOTE-1)."""

from __future__ import annotations

from twingkit.core.cards.box_faults import BoxError
from twingkit.imperium.battle import custom_units
from twingkit_widgets.lab.tab import Lab, LabPart
from twingkit_widgets.panel.controls import named_field, submit_button
from twingkit_widgets.panel.markup import Markup, button, el

_EXAMPLE_UNITS_FILE = """\
format = "imperium units 1"
title = {en = "My units", de = "Meine Einheiten"}

[[unit]]
id = "corvette"
unit_class = "destroyer"
cost = 1
combat = 8
"""
"""The initial text of the field."""


class CustomUnitsPart(LabPart):
    """The collapsible field of the fleet lab for the text of custom units; invalid text stays in the field,
    with all its errors.
    """

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.typed = ""
        """The text that was taken last, right or wrong."""
        self.fault: BoxError | None = None
        """Everything that is wrong with it."""

    @property
    def units(self) -> custom_units.CustomUnits | None:
        """The custom units of the battle in the draft; None if it has none."""
        own: custom_units.CustomUnits | None = self.lab.draft.subject().custom_units
        return own

    def parse_or_note_fault(self, text: str) -> custom_units.CustomUnits | None:
        """Parse custom units from a file or link; return None if there are none or `fault` explains an
        error.
        """
        self.typed, self.fault = text.strip(), None
        try:
            if self.typed.startswith(f"{custom_units.UNIT_LINE_WORD} "):
                return custom_units.custom_units_from_lines(self.typed.split("; "))
            return custom_units.parse_units(text, self.say("own.source")) if self.typed else None
        except BoxError as fault:
            self.fault = fault
            return None

    def saved_state(self) -> str:
        """Return the custom units as one line, for links and saved drafts; "" without any."""
        return "; ".join(self.units.record_lines()) if self.units else ""

    def html(self) -> Markup:
        """Return the field, the file chooser, and all errors."""
        own, units = f"{self.lab.id_prefix}-units", self.units
        shown = self.typed or self.saved_state() or _EXAMPLE_UNITS_FILE
        field = named_field(
            "textarea",
            "text",
            shown,
            rows=9,
            cls="tk-field tk-code",
            id=own,
            spellcheck="false",
            data_key="units-text",
            aria_invalid="true" if self.fault else None,
        )
        label = self.say("own.file")
        file = el(
            "input", type="file", accept=".toml", aria_label=label, data_act="units", data_key="units-file"
        )
        box = button(self.say("own.back"), "units", "", key="units-none") if units else None
        names = ", ".join(units.names) if units else ""
        return el(
            "details",
            el("summary", self.say("own.with", names=names) if units else self.say("own.title")),
            el("p", self.say("own.how")),
            el(
                "form",
                el("label", self.say("own.field"), for_=own, cls="tk-label"),
                field,
                el("div", submit_button(self.say("own.take"), "units-take"), box, cls="tk-row"),
                data_act="units",
                data_key="units-form",
            ),
            el("p", el("label", label, " ", file)),
            self._faults(),
            open=bool(self.fault),
            cls="tk-lab-grammar tk-small",
            data_key="own-units",
        )

    def _faults(self) -> Markup | None:
        if self.fault is None:
            return None
        items = [el("li", fault.text()) for fault in self.fault.faults]
        said = el("p", self.say("own.faults", n=len(items)))
        return el("div", said, el("ul", items, cls="tk-list"), cls="tk-alert", role="alert")
