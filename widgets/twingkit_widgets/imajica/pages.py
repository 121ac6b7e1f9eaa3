"""The pages of Imajica, and the address parameters that each of them accepts."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit.core.games import GameEntry
from twingkit_widgets.panel.address.addresses import GamePage, GamePages
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.settings.start_rules import start_variant

PAGES = GamePages(
    sections=(
        (
            GamePage("imajica-learn", "learn"),
            GamePage("imajica-practice", "practice"),
            GamePage("imajica-puzzles", "puzzles"),
        ),
        (
            GamePage("imajica-play", "play", f"{__name__}:play_page"),
            GamePage("imajica-first", "first"),
            GamePage("imajica-referee", "referee"),
            GamePage("imajica-step", "step", f"{__name__}:worked_example_page"),
        ),
        (
            GamePage("imajica-stop", "lab", f"{__name__}:stop_lab_page"),
            GamePage("imajica-decks", "lab", f"{__name__}:deck_builder_page"),
        ),
        (GamePage("imajica-rules", "rules"), GamePage("imajica-readings", "readings")),
    ),
    card_path="twingkit_widgets.imajica.start_card:ImajicaStartCard",
    words_file=Path(__file__).with_name("page_words.toml"),
    rulebook_path="twingkit_widgets.imajica.rulebook.panel:ImajicaRulebook",
    disagreements_path="twingkit_widgets.imajica.disagreements_panel:ImajicaRuleDisagreementsPanel",
    starter_rules=("IJ-SEIZE-1", "IJ-ALLY-2", "IJ-REC-2"),
    escaped_characters="~*",
)
"""The pages of the game on the site."""


def play_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Open the page for a game of Imajica against the computer, with the settings in the address.

    The address sets the game: `?players=3`, `?deck=teeth`, `?form=three`, `?variant=secure=gt`,
    `?opponents=random`, `?seed=7`. `?game=` is a packed record, `&seat=p2` the seat.
    """
    from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
    from twingkit_widgets.imajica.play.play_game import ImajicaSettings
    from twingkit_widgets.table.play.page import open_play_page

    panel = partial(ImajicaPlayPanel, variant=start_variant("imajica"))
    return open_play_page(query, ImajicaSettings(), panel)


def worked_example_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Open the page that plays through Imajica's worked examples step by step.

    `?example=3` opens an example, `?game=` a packed record, `?line=` a start of a game; the
    other parameters are those of the play page.
    """
    from twingkit_widgets.imajica.worked_example_panel import open_worked_examples_page

    query.check_parameters("example", "game", "line")
    return open_worked_examples_page(query)


def stop_lab_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Open the page of the stop lab, which computes whether rivals can stop a seizure or challenge.

    `?battle=` is the notation to start with, `?view=call` the open tab, `&variant=secure=gt` the
    variant.
    """
    from twingkit_widgets.imajica.lab.labs import WHO_CAN_STOP_LAB
    from twingkit_widgets.lab.lab import open_lab_page

    query.check_parameters("battle", "variant", view=WHO_CAN_STOP_LAB.tab_paths)
    return open_lab_page(query, WHO_CAN_STOP_LAB)


def deck_builder_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Open the page of the Imajica deck builder; in the address, `?deck=` is the deck to start with, `?view=`
    the open tab.
    """
    from twingkit_widgets.imajica.lab.labs import DECK_LAB
    from twingkit_widgets.lab.lab import open_lab_page

    query.check_parameters("deck", view=DECK_LAB.tab_paths)
    return open_lab_page(query, DECK_LAB, "deck")
