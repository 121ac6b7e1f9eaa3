"""The battle lab of Imperial Twing as the game registers it: its tabs and styles."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.slices import single_slice
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.odds import BothOdds
from twingkit_widgets.twing.lab.words import WORDS
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS, TABLE_STEPS_CSS

HERE = Path(__file__).parent
BATTLE_LAB_CSS = (HERE / "battle_lab.css").read_text(encoding="utf-8")
"""The style of the battle builder, on top of that of all labs."""

_STEP_CSS = "".join(
    (HERE.parents[1] / name).read_text(encoding="utf-8")
    for name in ("table/play/steps.css", "table/play/play.css", "twing/play/play_table.css")
)

BATTLE_LAB = LabDesign(
    game="twing",
    page_name="battle-lab",
    example_line=EXAMPLE,
    parse_draft=Draft.parse,
    compute_odds=single_slice(BothOdds.from_battle),
    words=WORDS,
    builder_path="twingkit_widgets.twing.lab.builder:BattleBuilder",
    tab_paths={
        "odds": "twingkit_widgets.twing.lab.odds:OddsTab",
        "advice": "twingkit_widgets.twing.lab.advice:AdviceTab",
        "worth": "twingkit_widgets.twing.lab.worth:WorthTab",
        "whatif": "twingkit_widgets.twing.lab.what_if:WhatIfTab",
        "tree": "twingkit_widgets.twing.lab.response_tree:ResponseTreeTab",
        "charts": "twingkit_widgets.twing.lab.charts:ChartsTab",
    },
    aside_path="twingkit_widgets.twing.lab.steps:BattleStepsAboveLab",
    interpretations_page="readings",
    grammar_keys=("side", "cards", "more", "hand"),
    css=BATTLE_LAB_CSS + TABLE_CSS + _STEP_CSS + TABLE_STEPS_CSS,
)
"""The battle lab: its tabs, texts and styles."""

LABS = (BATTLE_LAB,)
"""The labs that the game registers."""
