"""The teacher beside a first game: the companion of a play page that tells, asks back, and looks back.

The game itself is that page's (`twingkit_widgets.table.play.beside.companion`).
"""

from __future__ import annotations

from twingkit.learn.first_game.first_game import NONE
from twingkit_widgets.learn.first_game.desk import Desk
from twingkit_widgets.learn.first_game.end_view import end_html
from twingkit_widgets.learn.first_game.view import question_html, screen_html, told_html
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.player_view import PlayerView


class Teacher(Desk):
    """The teacher at the page of a panel."""

    # -- what the page shows

    def screen(self, player_view: PlayerView) -> Markup | None:
        """The first screen, or a question; None where the game is shown."""
        if self.questions.asking is not None:
            return question_html(self, player_view)
        return None if self.seen else screen_html(self, player_view)

    def beside(self, player_view: PlayerView) -> Markup | None:
        """The rules that are told now, or the look back at the end."""
        return end_html(self, player_view) if player_view.match.game.over else told_html(self, player_view)

    # -- what a person does

    def acts(self, act: str) -> bool:
        """True if an action is the teacher's: its own, or of an open question."""
        own = act in ("first_start", "first_screen", "first_questions", "first_next", "first_anew")
        return own or self.questions.acts(act)

    def act(self, act: str, value: object) -> str:
        """Carry out an action of the teacher, and return what a screen reader is told."""
        if self.questions.acts(act):
            return self.questions.act(act, value, self.panel.lang)
        if act == "first_anew":
            return self._anew()
        if act == "first_questions":
            rules = [rule for rule in self.came_up() if not rule.startswith(self.first.silent or NONE)]
            return self.questions.begin(rules, self.practised.given, self.panel.lang) or self.say("end.none")
        if act == "first_next":
            return self.questions.next(self.panel.lang)
        self.seen = act == "first_start"
        if self.seen and (self.panel.match.pause == "start" or not self.panel.state):
            self.panel.act_go_on(None)
        return ""

    def _anew(self) -> str:
        """Begin anew what the browser has kept and cannot be read."""
        for name in tuple(self.damaged):
            self.load_memory(name, "")
        self.keep_met()
        return ""
