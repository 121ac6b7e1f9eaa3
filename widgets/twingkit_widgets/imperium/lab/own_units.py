"""Custom units in the fleet lab: a file or a pasted text, and all its errors (IM-NOTE-1)."""

from __future__ import annotations

from twingkit.core.cards.box_faults import BoxError
from twingkit.imperium.battle.own_units import UNIT, OwnUnits, parse_units, units_from_lines
from twingkit_widgets.imperium.lab.draft import BETWEEN
from twingkit_widgets.lab.tab import Lab, Part
from twingkit_widgets.panel.controls import named_field, submit_button
from twingkit_widgets.panel.markup import Markup, button, el

EXAMPLE = """\
format = "imperium units 1"
title = {en = "My units", de = "Meine Einheiten"}

[[unit]]
id = "corvette"
unit_class = "destroyer"
cost = 1
combat = 8
"""
"""The text that stands in the field until there is another."""


class UnitsPart(Part):
    """The field for a file of units, folded away; a text that is wrong stays there with all its faults."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.typed = ""
        """The text that was taken last, right or wrong."""
        self.fault: BoxError | None = None
        """Everything that is wrong with it."""

    @property
    def units(self) -> OwnUnits | None:
        """The custom units that the current battle may use."""
        own: OwnUnits | None = self.lab.draft.battle().own
        return own

    def read(self, text: str) -> OwnUnits | None:
        """Parse the units of a file's text, or of a link; None if there are none, or if `fault` explains an
        error.
        """
        self.typed, self.fault = text.strip(), None
        try:
            if self.typed.startswith(f"{UNIT} "):
                return units_from_lines(self.typed.split("; "))
            return parse_units(text, self.say("own.source")) if self.typed else None
        except BoxError as fault:
            self.fault = fault
            return None

    def saved_state(self) -> str:
        """The units as a draft that is kept begins with them; "" for those of the box."""
        return "; ".join(self.units.lines()) + BETWEEN if self.units else ""

    def address(self) -> dict[str, str]:
        """The units as a link has them."""
        return {"units": "; ".join(self.units.lines())} if self.units else {}

    def html(self) -> Markup:
        """The field, the choice of a file, and all that is wrong."""
        own, units = f"{self.lab.own}-units", self.units
        shown = self.typed or ("; ".join(units.lines()) if units else EXAMPLE)
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
        """Every fault of the text, in one list."""
        if self.fault is None:
            return None
        items = [el("li", fault.text()) for fault in self.fault.faults]
        said = el("p", self.say("own.faults", n=len(items)))
        return el("div", said, el("ul", items, cls="tk-list"), cls="tk-alert", role="alert")
