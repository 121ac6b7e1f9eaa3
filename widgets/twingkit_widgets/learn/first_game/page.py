"""The page of a first game: the play page of the game, started with the deal found by the search, and a
teacher.
"""

from __future__ import annotations

from urllib.parse import urlencode

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.lazy_imports import load_object
from twingkit.core.links import pack_text
from twingkit.core.variants.house_rules import address_variant_line, variant_in_force
from twingkit.learn.first_game.first_game import LEARNER_SEAT, MATCHES_NO_RULE, Deal, first_game_settings
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME
from twingkit_widgets.learn.first_game import view
from twingkit_widgets.learn.first_game.end_view import end_html
from twingkit_widgets.learn.first_game.teacher_state import TeacherState
from twingkit_widgets.panel.address.addresses import all_pages_of
from twingkit_widgets.panel.address.query import AddressFault, OpenedPanel, Query
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.player_view import PlayerView


def open_first_game(query: Query, entry: GameEntry) -> OpenedPanel:
    """Return the page of a learner's first game: `?players=3` and `&seed=7` choose the deal, `?game=`
    continues a packed record. Invalid values are reported, and the default first game starts.
    """
    query.check_parameters("players", "game", "seat", "opponents", "seed")
    deal = _deal(query, entry)
    own = query.values("game", "seat", "seed")
    begun = {
        "game": pack_text(Game(deal.start(entry.id), rolls="ask").record),
        "seat": f"p{LEARNER_SEAT + 1}",
    }
    asked = {"opponents": TEACHING_PLAYER_NAME, **begun, "seed": str(deal.seed), **own}
    panel = _panel(query, entry, asked)
    if query.faults and own:
        panel = _panel(query, entry, {"opponents": TEACHING_PLAYER_NAME, **begun, "seed": str(deal.seed)})
    if isinstance(panel, MatchPanel):
        panel.add_companion(_Teacher(entry, panel))
    return OpenedPanel(panel, bool(own) or query.value("players") is not None)


def _deal(query: Query, entry: GameEntry) -> Deal:
    deals = first_game_settings(entry).deals
    typed = query.value("players") or str(min(deals))
    if typed not in map(str, deals):
        known = ", ".join(map(str, sorted(deals)))
        query.faults.append(AddressFault("value", wanted="players", value=typed[:60], known=known))
        typed = str(min(deals))
    deal, asked = deals[int(typed)], variant_in_force(entry.id) if address_variant_line(entry.id) else None
    return deal.with_variant(asked) if asked is not None else deal


def _panel(query: Query, entry: GameEntry, asked: dict[str, str]) -> Panel:
    page = next(page for page in all_pages_of(entry).pages if page.kind == "play")
    inner = Query(urlencode({**asked, "lang": query.lang}))
    content: OpenedPanel = load_object(page.maker_path)(inner, entry)
    query.faults += inner.faults
    return content.panel


class _Teacher(TeacherState):
    # -- HTML

    def screen_html(self, player_view: PlayerView) -> Markup | None:
        """Return the screen that replaces the game: the first screen, or a question; None to show the
        game.
        """
        if self.questions.open_question is not None:
            return view.practice_question_html(self, player_view)
        return None if self.has_left_first_screen else view.first_screen_html(self, player_view)

    def question_aside_html(self, player_view: PlayerView) -> Markup | None:
        """Return the rules that are explained now (None if there are none) or, at the end, the summary."""
        return (
            end_html(self, player_view)
            if player_view.match.game.over
            else view.explanations_html(self, player_view)
        )

    # -- actions

    def handles_action(self, act: str) -> bool:
        """True if an action belongs to the teacher or to its open question."""
        own = act in ("first_start", "first_screen", "first_questions", "first_next", "first_anew")
        return own or self.questions.handles_action(act)

    def run_action(self, act: str, value: object) -> str:
        """Carry out an action of the teacher, and return the text for screen readers."""
        if self.questions.handles_action(act):
            return self.questions.run_action(act, value)
        if act == "first_anew":
            return self._replace_unreadable_data()
        if act == "first_questions":
            rules = [
                rule
                for rule in self.met_rule_ids()
                if not rule.startswith(self.settings.unexplained_rules or MATCHES_NO_RULE)
            ]
            return self.questions.start_final_questions(rules, self.ledger.option_by_item) or self.say(
                "end.none"
            )
        if act == "first_next":
            return self.questions.show_next()
        self.has_left_first_screen = act == "first_start"
        if self.has_left_first_screen and (self.panel.match.pause_reason == "start" or not self.panel.state):
            self.panel.act_go_on(None)
        return ""

    def _replace_unreadable_data(self) -> str:
        for name in tuple(self.fault_by_memory):
            self.load_memory(name, "")
        self.save_met_rules()
        return ""
