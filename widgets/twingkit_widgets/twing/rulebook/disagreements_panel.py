"""The panel of the disagreements between the rulebooks of Imperial Twing."""

from __future__ import annotations

from twingkit.core.links import pack_text
from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit.core.variants.variant import BaseVariant
from twingkit.twing.notation.holding import Holding
from twingkit.twing.variants.disagreements import DISAGREEMENTS
from twingkit.twing.variants.variant import Variant
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.markup import Child, el
from twingkit_widgets.read.rulebook.disagreements_panel import (
    DISAGREEMENTS_CSS,
    RuleDisagreementsPanelBase,
    disagreements_words,
)
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

WORDS = disagreements_words(__file__)


def start_position_html(disagreement: RuleDisagreement) -> Child:
    """Render the players' cards at the start of a disagreement's example game, or a sentence if nobody has a
    card yet.
    """
    table = disagreement.start_game().table
    if all(Holding.from_player(player) == Holding() for player in table.players):
        return el("p", WORDS.say("scene_empty"))
    coloured = isinstance(disagreement.variant, Variant) and disagreement.variant.distinct_colours
    return SmallTable(table, shows_colours=coloured).html()


def _start_link(disagreement: RuleDisagreement, variant: BaseVariant) -> str:
    """Return the address of the play page with the start of a disagreement's example, played by one
    interpretation.
    """
    return page_href("play", game=pack_text(disagreement.start_game(variant).record))


class DisagreementsPanel(RuleDisagreementsPanelBase):
    """The panel that lists the disagreements between the rulebooks of Imperial Twing and shows the chosen one
    next to the list.

    `rule` is the one to open (`TW-VAR-9`; None: only the list). For an unknown id the panel says so and
    offers the nearest. `site` allows links to the other pages of the site.

    >>> panel = DisagreementsPanel(rule="TW-VAR-9")
    >>> panel.do("next"); panel.state
    'TW-VAR-10'
    """

    _css = DISAGREEMENTS_CSS + TABLE_CSS
    design = DisagreementsDesign(
        disagreements=DISAGREEMENTS,
        words=WORDS,
        position_html=start_position_html,
        python_code=lambda switch: f'twing.new_game(3, variant="{switch}")',
        play_href=lambda switch: page_href("play", variant=switch),
        continue_href=_start_link,
    )
