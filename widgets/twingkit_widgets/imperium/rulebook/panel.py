"""The rulebook of Twilight Imperium: rules with examples, a glossary, and a gallery of the components."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.rule_moments import RuleMoment, find_example, reason_without_example
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lesson.scene import BattleScene
from twingkit_widgets.imperium.lesson.table import battle_scene_html
from twingkit_widgets.imperium.pictures.fleets import FLEETS_CSS
from twingkit_widgets.imperium.pictures.table import table_html
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.rulebook.gallery import SHELVES, gallery_html, search_all_shelves
from twingkit_widgets.imperium.rulebook.gallery_words import WORDS, say
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.read.rulebook.illustrated import GALLERY_PART, IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RULES_PART, RulebookPanel
from twingkit_widgets.read.rulebook.rule_example import RuleExampleView, RuleWithExampleView


class _ImperiumExampleView(RuleExampleView):
    @property
    def example(self) -> RuleMoment:
        """The example of the rule; raises `LookupError` if the rule has none."""
        rule_moment = find_example(self.rule)
        if rule_moment is None:
            raise LookupError(f"{self.rule} has no example")
        return rule_moment

    def action_text(self) -> str:
        """Return as text the answer that a player gave or tried to give in the example."""
        shown = self.example
        if not shown.answer:
            return ""
        question = self.game_before.question
        assert question is not None
        who = self.say("chance") if isinstance(question, ChanceQuestion) else self._name(question.player)
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
        return battle_scene_html(
            BattleScene(game, game.table.state, self.game_before.table.state), side_names=names
        )


@attrs.frozen
class _ImperiumRuleView(RuleWithExampleView):
    example_view = _ImperiumExampleView

    def game_part_html(self) -> Child:
        """Return the example of the rule, if it has one."""
        if find_example(self.rule.id) is None:
            why = reason_without_example(self.rule.id) or WORDS.say("no_example")
            return el("p", why, cls="tk-small tk-soft", data_key="none")
        return super().game_part_html()


HERE = Path(__file__).parent

_BATTLE_CSS = FLEETS_CSS + (HERE.parent / "lesson/imperium_lessons.css").read_text(encoding="utf-8")
"""The stylesheet of battles in examples."""


class ImperiumRulebook(IllustratedRulebook):
    """The panel with the rulebook of Twilight Imperium in three parts: rules, glossary and gallery of
    components.

    `term` is a word of the glossary or a shelf of the gallery, `search` a search text there.

    >>> panel = ImperiumRulebook(game="imperium", show="gallery")
    >>> panel.do("kind", "units"); panel.address()
    {'show': 'gallery', 'term': 'units'}
    >>> panel.do("seek", "war sun"); panel.address()
    {'show': 'gallery', 'term': 'units', 'search': 'war sun'}
    """

    _css = RulebookPanel._css + TABLE_CSS + _BATTLE_CSS + (HERE / "gallery.css").read_text(encoding="utf-8")

    search_text = ""

    rule_view_class = _ImperiumRuleView
    gallery_kinds = tuple(SHELVES)

    def restore_part(self, parameters: Mapping[str, str]) -> None:
        """Show the gallery shelf or search that link parameters name. A link with a shelf opens the gallery
        even if it does not name that part.
        """
        if self.show == RULES_PART and parameters["term"] in SHELVES and not parameters["rule"]:
            self.show = GALLERY_PART
        self.search_text = parameters["search"] if self.show == GALLERY_PART else ""
        super().restore_part(parameters)

    def kind_text(self) -> str:
        """Return the name of the current shelf."""
        return say(f"shelf.{self.kind}")

    def act_seek(self, value: object) -> None:
        """Show the pieces of all shelves that contain every word of the search."""
        self.search_text = str(value or "")
        count = len(search_all_shelves(self.search_text)) if self.search_text.strip() else 0
        self.announce(say("found", n=count) if self.search_text.strip() else "")

    def act_clear_search(self, value: object) -> None:
        """Clear the search."""
        self.search_text = ""
        self.announce("")

    def part_address(self) -> dict[str, str]:
        """Return the shelf and the search as link parameters."""
        more = {"search": self.search_text.strip()} if self.show == GALLERY_PART else {}
        return super().part_address() | more

    def gallery_html(self) -> Markup:
        """Return the current gallery shelf or, during a search, the matching pieces of all shelves."""
        return gallery_html(self.kind, self.search_text, self._id)
