"""The widgets of Imperial Twing: pictures, tables and words for the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit_widgets.twing.lab.battle_lab import BattleLab as BattleLab
    from twingkit_widgets.twing.lab.line_panel import NotationOddsPanel as NotationOddsPanel
    from twingkit_widgets.twing.pictures.cards import CardsPanel as CardsPanel
    from twingkit_widgets.twing.pictures.die import DiePanel as DiePanel
    from twingkit_widgets.twing.pictures.odds_bar import OddsPanel as OddsPanel
    from twingkit_widgets.twing.pictures.table import BattleTablePanel as BattleTablePanel
    from twingkit_widgets.twing.play.battle_panel import BattlePanel as BattlePanel
    from twingkit_widgets.twing.play.panel import PlayPanel as PlayPanel
    from twingkit_widgets.twing.rulebook.disagreements_panel import DisagreementsPanel as DisagreementsPanel
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
