"""The parts of the box that whole games leave out or simplify, with the reasons."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import attrs

from twingkit.core.language import language


@attrs.frozen
class ComponentNotAsPrinted:
    """A component that whole games do not play as printed: a card, ability, technology or unit.

    It has its `kind`, its `id`, and the reason in both languages.
    """

    kind: str
    id: str
    en: str
    de: str

    def reason(self) -> str:
        """Return the reason why whole games do not play the component as printed."""
        return self.de if language() == "de" else self.en


@cache
def left_out_or_simplified_components() -> tuple[ComponentNotAsPrinted, ...]:
    """Return everything that whole games leave out or simplify; all other cards of the box are played.

    >>> [(row.kind, row.id) for row in left_out_or_simplified_components()][0]
    ('technology', 'vax')
    """
    text = files("twingkit.imperium.box").joinpath("left_out.toml").read_text(encoding="utf-8")
    return tuple(ComponentNotAsPrinted(**row) for row in tomllib.loads(text)["left_out"])
