"""The pages of Ember, and the address parameters that each of them accepts."""

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
            GamePage("ember-learn", "learn"),
            GamePage("ember-practice", "practice"),
            GamePage("ember-puzzles", "puzzles"),
        ),
        (
            GamePage("ember-play", "play", f"{__name__}:play_page"),
            GamePage("ember-first", "first"),
            GamePage("ember-referee", "referee"),
        ),
        (GamePage("ember-hand", "lab"),),
        (GamePage("ember-rules", "rules"), GamePage("ember-readings", "readings")),
    ),
    card_path="twingkit_widgets.ember.start_card:EmberStartCard",
    words_file=Path(__file__).with_name("page_words.toml"),
    rulebook_path="twingkit_widgets.ember.rulebook.panel:EmberRulebook",
    disagreements_path="twingkit_widgets.ember.disagreements_panel:EmberRuleDisagreementsPanel",
    starter_rules=("EM-TURN-1", "EM-CONJ-2", "EM-COST-2"),
    escaped_characters="~*",
)
"""The pages of the game on the site."""


def play_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Open the page for a game of Ember against the computer, with the settings in the address.

    The address can hold `?players=3`, `?length=20`, `?variant=wilds=1`, `?opponents=steady`, `?seed=7`;
    `?game=` is a packed record from which the game starts, `&seat=p2` the seat.
    """
    from twingkit_widgets.ember.play.panel import EmberPlayPanel
    from twingkit_widgets.ember.play.play_game import EmberSettings
    from twingkit_widgets.table.play.page import open_play_page

    return open_play_page(query, EmberSettings(), partial(EmberPlayPanel, variant=start_variant("ember")))
