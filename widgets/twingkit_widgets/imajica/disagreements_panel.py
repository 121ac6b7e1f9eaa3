"""The open rules and the forms of Imajica, as a part of the panel of interpretations."""

from __future__ import annotations

from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.variants.disagreements import DISAGREEMENTS
from twingkit.imajica.variants.variant import Variant
from twingkit_widgets.imajica.pictures.cards import hand_html
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.imajica.words import seat_name
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.markup import Child, el
from twingkit_widgets.read.rulebook.disagreements_panel import (
    DISAGREEMENTS_CSS,
    RuleDisagreementsPanelBase,
    disagreements_words,
)
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign

WORDS = disagreements_words(__file__)


def start_position_html(disagreement: RuleDisagreement) -> Child:
    """Render the table and all hands at the start of a rule disagreement's example game; None if it has no
    position.
    """
    if not disagreement.position_lines:
        return None
    game = disagreement.start_game()
    nobody = next((player.seat for player in game.table.players if not player.hand), game.table.current)
    names = {name: seat_name(name) for name in SEATS}
    hands = []
    for player in game.table.players:
        if player.hand and player.seat != nobody:
            label = WORDS.say("hand", who=names[SEATS[player.seat]])
            cards = hand_html(tuple(player.hand), label)
            hands.append(el("section", el("p", label, cls="im-label"), cards, cls="im-own"))
    return [table_html(game.view(nobody), "small", names), hands]


class ImajicaRuleDisagreementsPanel(RuleDisagreementsPanelBase):
    """The panel that lists the rules on which Imajica's rulebook is silent, contradicts itself or exists in
    several forms.

    An opened place is shown beside the list, or instead of it on a narrow screen. `rule` is the
    place to open (`IJ-SEIZE-7`), None for the list only; the panel reports an id that is not among
    them. `site` allows links to the other pages of the site.

    >>> panel = ImajicaRuleDisagreementsPanel(rule="IJ-SEIZE-4")
    >>> panel.do("next"); panel.state
    'IJ-SEIZE-7'
    """

    _css = DISAGREEMENTS_CSS + IMAJICA_CSS
    design = DisagreementsDesign(
        disagreements=DISAGREEMENTS,
        words=WORDS,
        position_html=start_position_html,
        python_code=lambda switch: f'imajica.new_game(2, seed=1, variant="{switch}")',
        play_href=lambda switch: page_href("imajica-play", variant=switch),
        preset_form_name=lambda preset: f"{Variant.switches.preset_title(preset)} ({preset})",
    )
