"""The open rules of Ember, as a part of the panel of interpretations."""

from __future__ import annotations

from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit.ember.variants.disagreements import DISAGREEMENTS
from twingkit_widgets.ember.pictures.cards import hand_html
from twingkit_widgets.ember.pictures.creature import creature_in_play_html, points_abbreviation_note_html
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.ember.words import say, seat_name
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.markup import Child, el
from twingkit_widgets.read.rulebook import disagreements_panel
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign

WORDS = disagreements_panel.disagreements_words(__file__)


def start_position_html(disagreement: RuleDisagreement) -> Child:
    """Render every player's hand and creatures at the start of a rule disagreement's example game."""
    game = disagreement.start_game()
    seats, lies = [], False
    for player in game.table.players:
        name = seat_name(player.name)
        hand = hand_html(player.hand, name) if player.hand else None
        views = game.view(player.seat).seats[player.seat].creatures
        creatures = [el("li", creature_in_play_html(game.table.creatures[view.id], view)) for view in views]
        lies = lies or bool(creatures)
        label = say("table.creatures", who=name)
        lying = el("ul", creatures, cls="tk-list em-creatures", aria_label=label) if creatures else None
        seats.append(el("section", el("b", name), hand, lying, cls="em-seat"))
    return el("div", seats, points_abbreviation_note_html() if lies else None, cls="em-table")


class EmberRuleDisagreementsPanel(disagreements_panel.RuleDisagreementsPanelBase):
    """The panel that lists the rules on which Ember's rulebook is unclear, and shows one of them in detail.

    `rule` is the one to open (`EM-ABIL-4`; None: only the list); for an unknown id the panel shows a message.
    `site` allows links to the other pages of the site.

    >>> panel = EmberRuleDisagreementsPanel(rule="EM-COST-5")
    >>> panel.do("next"); panel.state
    'EM-TURN-6'
    """

    _css = disagreements_panel.DISAGREEMENTS_CSS + EMBER_CSS
    design = DisagreementsDesign(
        disagreements=DISAGREEMENTS,
        words=WORDS,
        position_html=start_position_html,
        python_code=lambda switch: f'ember.new_game(2, seed=1, variant="{switch}")',
        play_href=lambda switch: page_href("ember-play", variant=switch),
    )
