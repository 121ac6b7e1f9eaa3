"""Open a lab of any game by its name."""

from __future__ import annotations

from twingkit.core.games import games
from twingkit.core.language import Lang
from twingkit.core.questions import one_line_excerpt
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.lab.labs_of_game import labs_of
from twingkit_widgets.lab.position import LabValueError
from twingkit_widgets.lab.tab import LabFault


def open_lab(
    name: str, position: str | None = None, lang: Lang | None = None, *, view: str = "", variant: str = ""
) -> LabPanel:
    """Return a lab of any game, to show in a notebook or to use from Python.

    Parameters
    ----------
    name
        The name of the lab: "battle-lab", "imperium-battle", "imperium-strike", "ember-hand", "imajica-stop"
        or "imajica-decks".
    position
        The position to show, in the game's notation; the lab's example if it is missing.
    lang
        The language, "en" or "de".
    view
        The tab to open; the first one if it is "".
    variant
        The rules that judge the position, as the name of a preset or a line of switches.

    Raises
    ------
    LabFault
        For another name.
    LabValueError
        For a position that cannot be read or that the rules forbid, for another tab, and for a variant that
        does not exist.
    traitlets.TraitError
        For a position or a tab that is not a text.

    Examples
    --------
    >>> lab = open_lab("ember-hand", "A5 E5 F5 *", view="keep")
    >>> lab.position
    'ember: p1 hand * A5 E5 F5; p2 hand 5; to move p1 draw'
    """
    designs = {design.page_name: design for game in games() for design in labs_of(game.id)}
    if name not in designs:
        raise LabFault("fault.no_lab", found=one_line_excerpt(repr(name), 40), known=", ".join(designs))
    text = position if isinstance(position, str) else None
    lab = LabPanel(designs[name], text, lang, view=view, variant=variant)
    if variant and (fault := lab.variant_part.fault if lab.variant_part else LabFault("fault.no_variants")):
        raise LabValueError(fault) from fault
    if view != "":
        lab.view = view
    if position is not None:
        lab.position = position
        lab.canonical_position(lab.position)  # raises for what is shown, but forbidden
    return lab
