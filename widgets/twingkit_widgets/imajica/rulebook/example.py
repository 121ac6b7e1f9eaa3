"""An example of a rule of Imajica: its table or deck, and in words what was played."""

from __future__ import annotations

from twingkit.core.questions import BadAnswer, Chance
from twingkit.imajica.box.decks import deck_from_lines
from twingkit.imajica.examples import Example, example
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import answer_label, effect_text
from twingkit_widgets.imajica.words import say, seat_name, token_name
from twingkit_widgets.panel.markup import Child, Markup
from twingkit_widgets.read.rulebook.example import ExampleRule, ExampleView


class ImajicaExample(ExampleView):
    """The example of a rule of Imajica."""

    @property
    def example(self) -> Example:
        """The example of the rule."""
        return example(self.rule)

    def action_text(self) -> str:
        """Return who plays or tries what, and the text of that card or power; for a deck its cards."""
        shown = self.example
        if shown.deck:
            counts = deck_from_lines("example", shown.deck).counts
            cards = ", ".join(f"{n}× {token_name(name)}" for name, n in counts.items())
            return f"{say('example.deck')} {cards}"
        who = self.say("chance")
        if not isinstance(self.before.question, Chance):
            who = seat_name(f"p{shown.seat + 1}")
        answer = shown.answer.partition(": ")[2] or shown.answer.split()[-1]
        try:
            label = answer_label(answer)
        except (BadAnswer, LookupError):
            label = answer
        deed = self.say("deed", who=who, what=label)
        text = effect_text(self.before.table, answer)
        return say("example.deed_text", deed=deed, text=text) if text else deed

    def shown(self) -> list[Child]:
        """Render the tables of the example, none for a deck."""
        return [] if self.example.deck else super().shown()

    def table(self) -> Markup:
        """Render the table for the Autarch who answers, or whom the example is about."""
        shown = self.example
        viewer = shown.seat if shown.seen_by is None else shown.seen_by
        names = {name: seat_name(name) for name in SEATS}
        return table_html(self.game().view(viewer), "small", names)


class ImajicaRule(ExampleRule):
    """A rule of Imajica with its example."""

    example_view = ImajicaExample
