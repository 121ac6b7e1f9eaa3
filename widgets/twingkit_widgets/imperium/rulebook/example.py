"""The example of a rule of Twilight Imperium: the map or the battle, and the answer as text."""

from __future__ import annotations

import attrs

from twingkit.core.questions import BadAnswer, Chance, Refusal
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.rule_moments import RuleMoment, find_moment, reason_without_example
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lesson.scene import BattleScene
from twingkit_widgets.imperium.lesson.table import fleet_table_html
from twingkit_widgets.imperium.pictures.table import table_html
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.rulebook.gallery_words import WORDS
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.read.rulebook.rule_example import RuleExampleView, RuleWithExampleView


class ImperiumExampleView(RuleExampleView):
    """The view of a rule's example."""

    @property
    def example(self) -> RuleMoment:
        """The example of the rule; raises `LookupError` if the rule has none."""
        rule_moment = find_moment(self.rule)
        if rule_moment is None:
            raise LookupError(f"{self.rule} has no example")
        return rule_moment

    def action_text(self) -> str:
        """Return the answer given or tried, with its player, as text."""
        shown = self.example
        if not shown.answer:
            return ""
        question = self.game_before.question
        assert question is not None
        who = self.say("chance") if isinstance(question, Chance) else self._name(question.player)
        if shown.answer.startswith("roll "):
            faces = ", ".join(shown.answer.split()[1:])
            return self.say("deed", who=who, what=WORDS.say("dice", faces=faces))
        try:
            answer = answer_text(question, shown.answer)
        except (BadAnswer, Refusal, LookupError, ValueError):
            answer = shown.answer
        return self.say("deed", who=who, what=answer)

    def _name(self, seat: int) -> str:
        return capitalize_first(rulebook().words.name(self.game_before.start.seat(seat)))

    def table_html(self) -> Markup:
        """Return the map as the asked player sees it, or both fleets of a battle."""
        game = self.game_at_step()
        if self.example.is_whole_game:
            question = self.game_before.question
            seat = question.player if question else 0
            return table_html(GameView.from_game(game, seat), "small")
        names = [self._name(seat) for seat in (0, 1)]
        return fleet_table_html(
            BattleScene(game, game.table.state, self.game_before.table.state), side_names=names
        )


@attrs.frozen
class ImperiumRuleView(RuleWithExampleView):
    """The view of a rule with its example."""

    example_view = ImperiumExampleView

    def game_part_html(self) -> Child:
        """Return the example of the rule, if it has one."""
        if find_moment(self.rule.id) is None:
            why = reason_without_example(self.rule.id) or WORDS.say("no_example")
            return el("p", why, cls="tk-small tk-soft", data_key="none")
        return super().game_part_html()
