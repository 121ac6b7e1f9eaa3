"""The choice of cards to lay in a lesson: from hand and entourage, or from the cards of the step."""

from __future__ import annotations

from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.view import GameView
from twingkit_widgets.learn.lesson.views import Controller
from twingkit_widgets.panel.keys import GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.twing.pictures.cards import card_buttons_html, cards_html
from twingkit_widgets.twing.play.lay import PickedCards, picker_html


def keyboard_hint_html(controller: Controller) -> Markup:
    """Return the hint about keyboard navigation, visible while a card has the keyboard focus."""
    return el("p", controller.say("keys"), cls="tk-small tk-soft tk-lesson-keys", data_controls=True)


class LayPicker:
    """A picker for the cards of a lay in a lesson step: `chosen` has the indices if the step offers its own
    cards, otherwise `picks` is used.
    """

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.chosen: set[int] = set()
        self.picks = PickedCards()

    # -- actions

    def act_choose(self, value: str) -> None:
        """Add the step card with this index to the lay, or remove it."""
        self.chosen ^= {int(value)}
        self.controller.run.wrong_answer = ""

    def act_spell(self, value: str) -> None:
        """Add a spell of the hand to the lay, or remove it."""
        self.picks.toggle_spell(int(value), self.learner_view())
        self.controller.run.wrong_answer = ""

    def act_creature(self, value: str) -> None:
        """Add a creature of the entourage to the lay, or remove it."""
        self.picks.toggle_creature(int(value), self.learner_view())
        self.controller.run.wrong_answer = ""

    def act_ride(self, value: str) -> None:
        """Let one creature mount another or dismount, such as `1>0`."""
        rider, _, mount = value.partition(">")
        self.picks.toggle_ride(int(rider), int(mount), self.learner_view())
        self.controller.run.wrong_answer = ""

    def act_lay(self, value: str) -> None:
        """Lay the chosen cards."""
        self.controller.give_answer(str(self.lay()))

    # -- contents

    def learner_view(self) -> GameView:
        """Return the learner's view of the table."""
        view = self.controller.run.game().view(self.controller.lesson.you)
        assert isinstance(view, GameView)
        return view

    def step_cards(self) -> list[Spell | Creature]:
        """Return the cards offered by the step; empty if hand and entourage are offered."""
        lay = parse_lay(self.controller.run.step.extra_field("cards"))
        return [*lay.spells, *lay.creatures]

    def lay(self) -> Lay:
        """Return the chosen cards as a lay."""
        if not self.controller.run.step.extra_field("cards"):
            return self.picks.lay(self.learner_view())
        cards = [card for index, card in enumerate(self.step_cards()) if index in self.chosen]
        spells = [card for card in cards if isinstance(card, Spell)]
        return Lay(spells, [Unit(card) for card in cards if isinstance(card, Creature)])

    def html(self) -> Child:
        """Return the cards to choose from, and the button to lay them."""
        controller = self.controller
        if controller.run.step.extra_field("cards"):
            cards: Child = card_buttons_html(self.step_cards(), self.chosen, label=controller.say("cards"))
        else:
            cards = picker_html(self.learner_view(), self.picks)
        lay = button(controller.say("lay"), "lay", cls="tk-button tk-main", shortcut=GO_ON)
        return [cards, keyboard_hint_html(controller), el("div", lay, cls="tk-row")]

    def given_answer_html(self) -> Child:
        """Return the laid cards as HTML."""
        lay = parse_lay(self.controller.run.given_answer.removeprefix("lay "))
        return el("div", cards_html([*lay.spells, *lay.units]), cls="tk-lesson-laid")
