"""The labs of Imajica: can they stop me?, and a deck to build."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit.core.slices import Slices
from twingkit.imajica.exact_odds.deck_curves import Curves, deck_curves
from twingkit.imajica.exact_odds.question import StopQuestion
from twingkit.imajica.exact_odds.stops import Stops
from twingkit.imajica.rules.rulebook import rulebook
from twingkit_widgets.imajica.lab.deck_draft import DeckDraft
from twingkit_widgets.imajica.lab.draft import EXAMPLE, StopDraft
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("lab_words.toml"))
"""The sentences of the lab of contests and challenges."""

CSS = Path(__file__).with_name("imajica_lab.css").read_text(encoding="utf-8")
"""The style of both labs, on top of the pictures'."""


stop_say = partial(lab_sentence, WORDS, rulebook)
"""A sentence of the lab of contests and challenges, or the one that every lab says."""


def stop_slices(question: StopQuestion) -> Slices[Stops]:
    """The work on what it takes to stop a deed."""
    yield 0.0
    return question.stops()


STOP_LAB = LabDesign(
    game="imajica",
    page="imajica-stop",
    example=EXAMPLE,
    read=StopDraft.read,
    odds=stop_slices,
    say=stop_say,
    builder="twingkit_widgets.imajica.lab.builder:StopBuilder",
    tabs={
        "stop": "twingkit_widgets.imajica.lab.stop_tab:StopTab",
        "send": "twingkit_widgets.imajica.lab.send_tab:SendTab",
        "defend": "twingkit_widgets.imajica.lab.defend_tab:DefendTab",
        "call": "twingkit_widgets.imajica.lab.call_tab:CallTab",
        "victory": "twingkit_widgets.imajica.lab.victory_tab:VictoryTab",
    },
    keeps_tab=True,
    readings="imajica-readings",
    grammar=("scene", "deed", "hands"),
    css=IMAJICA_CSS + CSS,
    cls="tk-lab im-lab",
)
"""A seizure or a challenge to set up."""

DECK_WORDS = Words(Path(__file__).with_name("deck_words.toml"))
"""The sentences of the deck builder."""


deck_say = partial(lab_sentence, DECK_WORDS, rulebook)
"""A sentence of the deck builder, or the one that every lab says."""


def curve_slices(draft: DeckDraft) -> Slices[Curves]:
    """The work on the curves of a deck."""
    yield 0.0
    return deck_curves(draft.deck)


DECK_LAB = LabDesign(
    game="imajica",
    page="imajica-decks",
    example="teeth",
    read=DeckDraft.read,
    odds=curve_slices,
    say=deck_say,
    builder="twingkit_widgets.imajica.lab.deck_builder:DeckBuilder",
    tabs={
        "curves": "twingkit_widgets.imajica.lab.deck_tabs:CurvesTab",
        "list": "twingkit_widgets.imajica.lab.deck_tabs:ListTab",
        "file": "twingkit_widgets.imajica.lab.deck_tabs:FileTab",
    },
    keeps_tab=True,
    grammar=("deck",),
    line_example="imajica deck: 2 gek-a-gek, slew, gentle",
    css=IMAJICA_CSS + CSS,
    cls="tk-lab im-lab",
)
"""A deck to build."""

LABS = (STOP_LAB, DECK_LAB)
"""The labs that the game registers."""
