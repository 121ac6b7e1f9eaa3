"""The rulebook of Imajica: rules with examples, a glossary, and a gallery of all cards and decks."""

from __future__ import annotations

from twingkit.core.questions import BadAnswer, ChanceQuestion
from twingkit.imajica.box.decks import deck_from_lines
from twingkit.imajica.examples import ImajicaRuleExample, example
from twingkit.imajica.rules.answers import NOTATION
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import act_rules_text, answer_label
from twingkit_widgets.imajica.rulebook.gallery import (
    DOMINION_FILTER_VALUES,
    GALLERY_SHELVES,
    format_gallery_term,
    gallery_html,
    parse_gallery_term,
    shelf_name,
)
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.imajica.words import say, seat_name, token_name
from twingkit_widgets.panel.markup import Child, Markup
from twingkit_widgets.read.rulebook.illustrated import IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.read.rulebook.rule_example import RuleExampleView, RuleWithExampleView


class _ImajicaExample(RuleExampleView):
    @property
    def example(self) -> ImajicaRuleExample:
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
        if not isinstance(self.game_before.question, ChanceQuestion):
            who = seat_name(f"p{shown.answering_seat + 1}")
        answer = shown.answer.partition(": ")[2] or shown.answer.split()[-1]
        try:
            label = answer_label(answer)
        except (BadAnswer, LookupError):
            label = answer
        deed = self.say("deed", who=who, what=label)
        text = act_rules_text(NOTATION.parse(answer))
        return say("example.deed_text", deed=deed, text=text) if text else deed

    def table_and_buttons(self) -> list[Child]:
        """Render the tables of the example with their buttons; nothing for an example about a deck."""
        return [] if self.example.deck_lines else super().table_and_buttons()

    def table_html(self) -> Markup:
        """Render the table for the Autarch who answers, or whom the example is about."""
        shown = self.example
        viewer = shown.answering_seat if shown.reader_seat is None else shown.reader_seat
        names = {name: seat_name(name) for name in SEATS}
        return table_html(self.game_at_step().view(viewer), "small", names)


class _ImajicaRule(RuleWithExampleView):
    example_view = _ImajicaExample


class ImajicaRulebook(IllustratedRulebook):
    """The rulebook of Imajica in three parts: rules, glossary and gallery of cards.

    `term` names a word of the glossary, or a shelf and Dominion of the gallery.

    >>> panel = ImajicaRulebook(game="imajica", show="gallery")
    >>> panel.do("kind", "site"); panel.do("home", "4"); panel.address()
    {'show': 'gallery', 'term': 'site-4'}
    """

    _css = f"{RulebookPanel._css}{IMAJICA_CSS}"

    rule_view_class = _ImajicaRule
    gallery_kinds = GALLERY_SHELVES

    def kind_text(self) -> str:
        """Return the name of the current shelf."""
        return shelf_name(self.kind)

    def act_home(self, value: object) -> None:
        """Show the cards of one Dominion, one of `DOMINION_FILTER_VALUES`."""
        self.home = str(value or "") if str(value or "") in DOMINION_FILTER_VALUES else ""
        self.announce(self.kind_text())

    def open_in_gallery(self, term: str) -> bool:
        """Show the gallery shelf and Dominion named by `term`, or the first shelf if `term` is "" or unknown.
        Returns False if it is unknown.
        """
        self.kind, self.home = parse_gallery_term(term)
        return term in ("", self.kind, f"{self.kind}-{self.home}")

    def gallery_term(self) -> str:
        """Return the current shelf for the address, "" for the first one."""
        return format_gallery_term(self.kind, self.home)

    def gallery_html(self) -> Markup:
        """Render the cards of the current shelf."""
        return gallery_html(self.kind, self.home)
