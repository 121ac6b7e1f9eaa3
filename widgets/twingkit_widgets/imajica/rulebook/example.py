"""An example of a rule of Imajica: its table or deck, and the action in words."""

from __future__ import annotations

from twingkit.core.questions import BadAnswer, Chance
from twingkit.imajica.box.decks import deck_from_lines
from twingkit.imajica.examples import Example, example
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import act_rules_text, answer_label
from twingkit_widgets.imajica.words import say, seat_name, token_name
from twingkit_widgets.panel.markup import Child, Markup
from twingkit_widgets.read.rulebook.rule_example import RuleExampleView, RuleWithExampleView


class ImajicaExample(RuleExampleView):
    """The example of a rule of Imajica."""

    @property
    def example(self) -> Example:
        """The example of the rule."""
        return example(self.rule)

    def action_text(self) -> str:
        """Return the Autarch and the action of the example in words, or the cards of its deck."""
        shown = self.example
        if shown.deck_lines:
            counts = deck_from_lines("example", shown.deck_lines).counts
            cards = ", ".join(f"{n}× {token_name(name)}" for name, n in counts.items())
            return f"{say('example.deck')} {cards}"
        who = self.say("chance")
        if not isinstance(self.game_before.question, Chance):
            who = seat_name(f"p{shown.answering_seat + 1}")
        answer = shown.answer.partition(": ")[2] or shown.answer.split()[-1]
        try:
            label = answer_label(answer)
        except (BadAnswer, LookupError):
            label = answer
        deed = self.say("deed", who=who, what=label)
        text = act_rules_text(answer)
        return say("example.deed_text", deed=deed, text=text) if text else deed

    def table_parts(self) -> list[Child]:
        """Render the tables of the example, none for a deck."""
        return [] if self.example.deck_lines else super().table_parts()

    def table_html(self) -> Markup:
        """Render the table for the Autarch who answers, or whom the example is about."""
        shown = self.example
        viewer = shown.answering_seat if shown.reader_seat is None else shown.reader_seat
        names = {name: seat_name(name) for name in SEATS}
        return table_html(self.game_at_step().view(viewer), "small", names)


class ImajicaRule(RuleWithExampleView):
    """A rule of Imajica with its example."""

    example_view = ImajicaExample
