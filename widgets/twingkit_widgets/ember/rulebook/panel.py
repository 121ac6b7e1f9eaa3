"""The rulebook of Ember: rules with examples, a glossary, and a gallery of all cards."""

from __future__ import annotations

from twingkit.core.questions import BadAnswer, Refusal
from twingkit.ember.box.pool import load_pool
from twingkit.ember.examples import EmberRuleExample, example
from twingkit.ember.rules.acts import NOTATION, Call, Use
from twingkit_widgets.ember.pictures.table import table_html
from twingkit_widgets.ember.play.answers import answer_label
from twingkit_widgets.ember.rulebook.gallery import GALLERY_KINDS, card_kind_text, gallery_html
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.ember.words import say, seat_name
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.read.rulebook.illustrated import IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.read.rulebook.rule_example import RuleExampleView, RuleWithExampleView


class _EmberExample(RuleExampleView):
    @property
    def example(self) -> EmberRuleExample:
        """Return the example of the rule."""
        return example(self.rule)

    def action_text(self) -> str:
        """Return the player and the action of the example in words."""
        return self.say("deed", who=self._who(), what=self._what())

    def _who(self) -> str:
        game, answer = self.game_before, self.example.answer
        question = game.question
        seat = question.player if question else 0
        if question and question.is_chance:
            act = NOTATION.parse(answer)
            user = game.table.owner_of(act.creature) if isinstance(act, Use) else None
            if user is None:
                return self.say("chance")
            seat = user.seat
        return seat_name(game.start.seat(seat))

    def _what(self) -> str:
        answer = self.example.answer
        if answer == Call.word:
            return say("example.call")
        try:
            return answer_label(answer, load_pool())
        except (BadAnswer, Refusal, LookupError):
            return answer

    def table_html(self) -> Markup:
        """Render the table as each of `viewer_seats`, or else the reader's seat, sees it."""
        game, shown = self.game_at_step(), self.example
        if not shown.viewer_seats:
            return table_html(game.view(shown.reader_seat or 0), size="small")
        views = []
        for seat in shown.viewer_seats:
            who = seat_name(game.start.seat(seat))
            title = el("h4", say("example.eyes", who=who), cls="tk-label")
            views.append(el("div", title, table_html(game.view(seat), size="small")))
        return el("div", views, cls="tk-stack")


class _EmberRule(RuleWithExampleView):
    example_view = _EmberExample


class EmberRulebook(IllustratedRulebook):
    """The rulebook of Ember in three parts: rules, glossary and gallery of cards.

    >>> panel = RulebookPanel(game="ember", show="gallery")
    >>> panel.do("kind", "wizards"); panel.address()
    {'show': 'gallery', 'term': 'wizards'}
    """

    _css = f"{RulebookPanel._css}{EMBER_CSS}"

    rule_view_class = _EmberRule
    gallery_kinds = GALLERY_KINDS

    def kind_text(self) -> str:
        """Return the name of the current kind of cards."""
        return card_kind_text(self.kind)

    def gallery_html(self) -> Markup:
        """Render the cards of the current kind."""
        return gallery_html(self.kind)
