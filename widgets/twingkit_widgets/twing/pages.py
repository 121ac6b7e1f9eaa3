"""The pages of Imperial Twing on the site, and the functions that create each from its query."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from twingkit.core.games import GameEntry
from twingkit_widgets.panel.address.addresses import GamePage, GamePages
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.settings.start_rules import publisher_box, start_variant

if TYPE_CHECKING:  # the server imports this but shows no panel
    from twingkit_widgets.panel.panel import Panel

PAGES = GamePages(
    sections=(
        (GamePage("learn", "learn"), GamePage("practice", "practice"), GamePage("puzzles", "puzzles")),
        (
            GamePage("play", "play", f"{__name__}:play_page"),
            GamePage("first", "first"),
            GamePage("referee", "referee"),
        ),
        (GamePage("battle-lab", "lab", f"{__name__}:battle_lab_page"),),
        (GamePage("rulebook", "rules"), GamePage("readings", "readings")),
    ),
    start_pages=(
        "first",
        "play",
        "battle-lab",
        "rulebook",
        "practice",
        "puzzles",
        "learn",
        "readings",
        "referee",
    ),
    card_path="twingkit_widgets.twing.start_card:TwingStartCard",
    words_file=Path(__file__).with_name("page_words.toml"),
    rulebook_path="twingkit_widgets.twing.rulebook.panel:TwingRulebook",
    disagreements_path="twingkit_widgets.twing.rulebook.disagreements_panel:DisagreementsPanel",
    starter_rules=("TW-BAT-16", "TW-BAT-11", "TW-BAT-5"),
    explained_parts={
        "battle-lab": ("build", "undo", "card", "creature", "cat", "trap", "miromon", "faces", "letters")
    },
)
"""The pages of the game on the site."""


def play_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page for playing Imperial Twing against the computer, with the settings from the address
    `query`.

    Query: `?players=3`, `?variant=short`, `?opponents=greedy`, `?seed=7`; `?game=` is a packed record or
    position to start from, `&seat=p2` the visitor's seat in it.
    """
    from twingkit_widgets.table.play.page import open_play_page
    from twingkit_widgets.twing.play.panel import PlayPanel
    from twingkit_widgets.twing.play.play_game import Settings

    return open_play_page(query, Settings(), partial(PlayPanel, variant=start_variant("twing")))


def battle_lab_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of the battle lab, opened with the battle and the tab from the address `query`.

    Query: `?battle=` is the battle to start with, `?situation=` what both sides hold if that is more,
    `?view=advice` the open tab (the default for a situation), `&chart=worth` the figure of `?view=charts`,
    `?variant=german` the rules. The lab explains errors in a line. Duels, end-game attacks and supported
    battles also come in `?battle=`; the page then shows their odds.
    """
    from twingkit_widgets.twing.lab.battle_lab import BattleLab
    from twingkit_widgets.twing.lab.draft import EXAMPLE
    from twingkit_widgets.twing.lab.line_panel import NotationOddsPanel, is_duel_endgame_or_support_line

    line, situation = query.valid_position_string("battle"), query.valid_position_string("situation")
    named = line is not None or situation is not None
    view = query.value("view") or ("advice" if named and line is None else "odds")
    line_shown = next((line_given for line_given in (situation, line) if line_given is not None), EXAMPLE)
    chart, asked = query.value("chart") or "", query.value("variant")
    rules = asked or start_variant("twing")
    panel: Panel
    if is_duel_endgame_or_support_line(line_shown):
        panel = NotationOddsPanel(line_shown, query.lang, rules)
    else:
        panel = BattleLab(
            line_shown,
            query.lang,
            view=view,
            chart=chart,
            site=True,
            variant=rules,
            box=publisher_box("twing"),
        )
    return OpenedPanel(panel, named or asked is not None or view != "odds", is_example=not named)
