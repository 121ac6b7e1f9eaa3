"""The lab of Ember: a hand to build, and tabs with its chances."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.slices import single_slice
from twingkit.ember.exact_odds.pool_chances import ConjuringChance, pool_chance_rows
from twingkit.ember.notation.position import Position
from twingkit_widgets.ember.lab.draft import EXAMPLE_POSITION, PositionDraft
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("lab_words.toml"))
"""The sentences of this lab."""

CSS = Path(__file__).with_name("hand_lab.css").read_text(encoding="utf-8")


def _next_turn_chances(position: Position) -> list[ConjuringChance]:
    draft = PositionDraft(position)
    return pool_chance_rows(draft.hand, 1, creatures=draft.pool, seen=draft.seen_elsewhere)


HAND_LAB = LabDesign(
    game="ember",
    page_name="ember-hand",
    example_line=EXAMPLE_POSITION,
    parse_draft=PositionDraft.read,
    compute_odds=single_slice(_next_turn_chances),
    words=WORDS,
    builder_path="twingkit_widgets.ember.lab.builder:HandBuilder",
    tab_paths={
        "now": "twingkit_widgets.ember.lab.tabs:ConjureNowTab",
        "soon": "twingkit_widgets.ember.lab.tabs:ConjureSoonTab",
        "keep": "twingkit_widgets.ember.lab.tabs:CardsToKeepTab",
        "refresh": "twingkit_widgets.ember.lab.tabs:RefreshChanceTab",
        "tie": "twingkit_widgets.ember.lab.tabs:TieTab",
    },
    saves_open_tab=True,
    grammar_keys=("hand", "rest"),
    css=EMBER_CSS + CSS,
    css_class="tk-lab em-lab",
)
"""The lab for a hand that the person builds or types."""

LABS = (HAND_LAB,)
"""Labs that the game registers."""
