"""The design of the move lab "What if I go there"."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.slices import single_slice
from twingkit.imperium.galaxy.outlook.take_and_hold import take_odds
from twingkit_widgets.imperium.strike.draft import EXAMPLE, StrikeDraft
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.panel.wording import PanelTexts

STRIKE_LAB = LabDesign(
    game="imperium",
    page_name="imperium-strike",
    example_line=EXAMPLE,
    parse_draft=StrikeDraft.read,
    compute_odds=single_slice(lambda draft: take_odds(draft.game, draft.target_tile, draft.plan, draft.seat)),
    words=PanelTexts(Path(__file__).with_name("strike_words.toml")),
    builder_path="twingkit_widgets.imperium.strike.builder:StrikeBuilder",
    tab_paths={
        "take": "twingkit_widgets.imperium.strike.tabs:TakeTab",
        "hold": "twingkit_widgets.imperium.strike.tabs:CounterattackTab",
        "build": "twingkit_widgets.imperium.strike.tabs:ProductionTab",
    },
    saves_open_tab=True,
    grammar_keys=("strike",),
    css=TABLE_CSS + Path(__file__).with_name("strike.css").read_text(encoding="utf-8"),
    css_class="tk-lab tk-strike",
)
"""The design of the move lab."""
