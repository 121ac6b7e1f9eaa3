"""The lab of Ember: a hand to build, and the questions about it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit.core.slices import Slices
from twingkit.ember.exact_odds.pool_chances import Reach, pool_chances
from twingkit.ember.notation.position import Position
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.ember.lab.draft import EXAMPLE, HandDraft
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("lab_words.toml"))
"""Texts of this lab."""

CSS = Path(__file__).with_name("hand_lab.css").read_text(encoding="utf-8")


hand_say = partial(lab_sentence, WORDS, rulebook)
"""Look up a text of this lab; fall back to the texts of all labs."""


def next_turn_slices(position: Position) -> Slices[list[Reach]]:
    """Compute in slices the chance of every creature of the Pool within one turn."""
    yield 0.0
    draft = HandDraft(position)
    return pool_chances(draft.hand, 1, draft.pool, seen=draft.seen)


HAND_LAB = LabDesign(
    game="ember",
    page="ember-hand",
    example=EXAMPLE,
    read=HandDraft.read,
    odds=next_turn_slices,
    say=hand_say,
    builder="twingkit_widgets.ember.lab.builder:HandBuilder",
    tabs={
        "now": "twingkit_widgets.ember.lab.now_tab:NowTab",
        "soon": "twingkit_widgets.ember.lab.soon_tab:SoonTab",
        "keep": "twingkit_widgets.ember.lab.keep_tab:KeepTab",
        "refresh": "twingkit_widgets.ember.lab.refresh_tab:RefreshTab",
        "tie": "twingkit_widgets.ember.lab.tie_tab:TieTab",
    },
    linked=("needs",),
    keeps_tab=True,
    grammar=("hand", "rest"),
    css=EMBER_CSS + CSS,
    cls="tk-lab em-lab",
)
"""Lab for a hand that the person builds or types."""

LABS = (HAND_LAB,)
"""Labs that the game registers."""
