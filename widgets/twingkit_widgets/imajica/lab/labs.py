"""The labs of Imajica: “can they stop me?” and a deck builder."""

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
"""The sentences of the stop lab."""

CSS = Path(__file__).with_name("imajica_lab.css").read_text(encoding="utf-8")
"""The style of both labs, in addition to that of the pictures."""


stop_say = partial(lab_sentence, WORDS, rulebook)
"""Return a sentence of the stop lab, or one that all labs share."""


def stop_slices(question: StopQuestion) -> Slices[Stops]:
    """Compute in slices how a seizure or challenge can be stopped."""
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
"""The stop lab: set up a seizure or challenge and see who can stop it."""

DECK_WORDS = Words(Path(__file__).with_name("deck_words.toml"))
"""The sentences of the deck builder."""


deck_say = partial(lab_sentence, DECK_WORDS, rulebook)
"""Return a sentence of the deck builder, or one that all labs share."""


def curve_slices(draft: DeckDraft) -> Slices[Curves]:
    """Compute in slices the curves of a deck."""
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
"""The deck builder."""

LABS = (STOP_LAB, DECK_LAB)
"""The labs that the game registers."""
