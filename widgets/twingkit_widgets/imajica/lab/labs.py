"""The labs of Imajica: “can they stop me?” and a deck builder."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.slices import single_slice
from twingkit.imajica.exact_odds.deck_curves import deck_counts
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit_widgets.imajica.lab.deck_draft import DeckDraft
from twingkit_widgets.imajica.lab.draft import EXAMPLE_NOTATION, StopDraft
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("lab_words.toml"))
"""The sentences of the stop lab."""

CSS = Path(__file__).with_name("imajica_lab.css").read_text(encoding="utf-8")
"""The style of both labs, in addition to that of the pictures."""

WHO_CAN_STOP_LAB = LabDesign(
    game="imajica",
    page_name="imajica-stop",
    example_line=EXAMPLE_NOTATION,
    parse_draft=StopDraft.read,
    compute_odds=single_slice(RivalsStoppingQuestion.find_stops),
    words=WORDS,
    builder_path="twingkit_widgets.imajica.lab.builder:StopBuilder",
    tab_paths={
        "stop": "twingkit_widgets.imajica.lab.stop_tabs:StopTab",
        "send": "twingkit_widgets.imajica.lab.stop_tabs:SendAlliesTab",
        "defend": "twingkit_widgets.imajica.lab.stop_tabs:RivalDefenceTab",
        "call": "twingkit_widgets.imajica.lab.stop_tabs:CallAlliesTab",
        "victory": "twingkit_widgets.imajica.lab.stop_tabs:VictoryProgressTab",
    },
    saves_open_tab=True,
    interpretations_page="imajica-readings",
    grammar_keys=("scene", "deed", "hands"),
    css=IMAJICA_CSS + CSS,
    css_class="tk-lab im-lab",
)
"""The stop lab: set up a seizure or challenge and see who can stop it."""

DECK_LAB = LabDesign(
    game="imajica",
    page_name="imajica-decks",
    example_line="teeth",
    parse_draft=DeckDraft.read,
    refusals_from_python=DeckDraft.unknown_card_refusals,
    compute_odds=single_slice(lambda draft: deck_counts(draft.deck)),
    words=PanelTexts(Path(__file__).with_name("deck_words.toml")),
    builder_path="twingkit_widgets.imajica.lab.deck_builder:DeckBuilder",
    tab_paths={
        "curves": "twingkit_widgets.imajica.lab.deck_tabs:DeckCountsTab",
        "list": "twingkit_widgets.imajica.lab.deck_tabs:DeckListTab",
        "file": "twingkit_widgets.imajica.lab.deck_tabs:DeckFileTab",
    },
    saves_open_tab=True,
    grammar_keys=("deck",),
    grammar_example="imajica deck: 2 gek-a-gek, slew, gentle",
    css=IMAJICA_CSS + CSS,
    css_class="tk-lab im-lab",
)
"""The lab in which the person builds a deck."""

LABS = (WHO_CAN_STOP_LAB, DECK_LAB)
"""The labs that the game registers."""
