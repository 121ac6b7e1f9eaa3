"""The open rule questions of Twilight Imperium's battles, shown in the disagreements panel."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit.imperium.battle.disagreements import DISAGREEMENTS
from twingkit_widgets.imperium.pictures.scene import both_fleets_html
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.markup import Child
from twingkit_widgets.read.rulebook import disagreements_panel
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign

WORDS = disagreements_panel.disagreements_words(__file__)

STYLE = Path(__file__).with_name("lab") / "builder.css"
"""The stylesheet of the picture of two fleets."""


def start_position_html(disagreement: RuleDisagreement) -> Child:
    """Render the fleets at the start of the example game of a rule disagreement."""
    return both_fleets_html(disagreement.start_game().table.fight.battle)


class BattleRuleDisagreementsPanel(disagreements_panel.RuleDisagreementsPanelBase):
    """A panel that lists the battle rules open to interpretation and shows the chosen one beside the list, or
    in its place on a narrow screen.

    `rule` is the one to open (`IM-VAR-2`; None: only the list); the panel says so if there is no such id.
    `site` allows links to the other pages of the site.

    >>> panel = BattleRuleDisagreementsPanel(rule="IM-VAR-2")
    >>> panel.do("next"); panel.state
    'IM-VAR-3'
    """

    _css = disagreements_panel.DISAGREEMENTS_CSS + STYLE.read_text(encoding="utf-8")
    design = DisagreementsDesign(
        disagreements=DISAGREEMENTS,
        words=WORDS,
        position_html=start_position_html,
        python_code=lambda switch: f'imperium.odds(line, variant="{switch}")',
        play_href=lambda switch: page_href("imperium-play", variant=switch),
    )
