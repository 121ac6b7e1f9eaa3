"""The page of a first game: the play page of the game, started with the deal found by the search, and a
teacher.
"""

from __future__ import annotations

from urllib.parse import urlencode

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.links import pack
from twingkit.core.variants.house_rules import house_variant, page_variant
from twingkit.learn.first_game.first_game import NONE, SEAT, Deal, first_game_of
from twingkit.learn.first_game.teaching import TEACHING
from twingkit_widgets.learn.first_game.desk import Desk
from twingkit_widgets.learn.first_game.end_view import end_html
from twingkit_widgets.learn.first_game.view import question_html, screen_html, told_html
from twingkit_widgets.panel.address.addresses import all_pages_of, load_object
from twingkit_widgets.panel.address.query import AddressFault, PageContent, Query
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.player_view import PlayerView


def open_first_game(query: Query, entry: GameEntry) -> PageContent:
    """Return the first game for an address: `?players=3`, `&seed=7` for other cards, or `?game=` with a
    packed record to continue. Invalid values are reported, and the default first game starts.
    """
    query.check_parameters("players", "game", "seat", "opponents", "seed")
    deal = _deal(query, entry)
    own = query.values("game", "seat", "seed")
    begun = {"game": pack(Game(deal.start(entry.id), rolls="ask").record), "seat": f"p{SEAT + 1}"}
    asked = {"opponents": TEACHING, **begun, "seed": str(deal.seed), **own}
    panel = _panel(query, entry, asked)
    if query.faults and own:
        panel = _panel(query, entry, {"opponents": TEACHING, **begun, "seed": str(deal.seed)})
    if isinstance(panel, MatchPanel):
        panel.sit_beside(Teacher(entry, panel, deal.players))
    return PageContent(panel, bool(own) or query.value("players") is not None)


def _deal(query: Query, entry: GameEntry) -> Deal:
    """Return the deal for the number of players in the address."""
    deals = first_game_of(entry).deals
    typed = query.value("players") or str(min(deals))
    if typed not in map(str, deals):
        known = ", ".join(map(str, sorted(deals)))
        query.faults.append(AddressFault("value", wanted="players", value=typed[:60], known=known))
        typed = str(min(deals))
    deal, asked = deals[int(typed)], house_variant(entry.id) if page_variant(entry.id) else None
    return deal.with_variant(asked) if asked is not None else deal


def _panel(query: Query, entry: GameEntry, asked: dict[str, str]) -> Panel:
    """Return the panel of the game's play page, as that page makes it."""
    page = next(page for page in all_pages_of(entry).pages if page.kind == "play")
    inner = Query(urlencode({**asked, "lang": query.lang}))
    content: PageContent = load_object(page.make)(inner, entry)
    query.faults += inner.faults
    return content.panel


class Teacher(Desk):
    """The teacher on the page of a panel."""

    # -- HTML

    def screen(self, player_view: PlayerView) -> Markup | None:
        """Return the first screen, or a question; None to show the game."""
        if self.questions.asking is not None:
            return question_html(self, player_view)
        return None if self.seen else screen_html(self, player_view)

    def beside(self, player_view: PlayerView) -> Markup | None:
        """Return the rules that are explained now, or the summary at the end."""
        return end_html(self, player_view) if player_view.match.game.over else told_html(self, player_view)

    # -- actions

    def handles(self, act: str) -> bool:
        """True if an action belongs to the teacher or to its open question."""
        own = act in ("first_start", "first_screen", "first_questions", "first_next", "first_anew")
        return own or self.questions.handles(act)

    def act(self, act: str, value: object) -> str:
        """Carry out an action of the teacher, and return the text for screen readers."""
        if self.questions.handles(act):
            return self.questions.act(act, value)
        if act == "first_anew":
            return self._anew()
        if act == "first_questions":
            rules = [
                rule for rule in self.rules_that_acted() if not rule.startswith(self.first.silent or NONE)
            ]
            return self.questions.begin(rules, self.practised.given) or self.say("end.none")
        if act == "first_next":
            return self.questions.next()
        self.seen = act == "first_start"
        if self.seen and (self.panel.match.pause == "start" or not self.panel.state):
            self.panel.act_go_on(None)
        return ""

    def _anew(self) -> str:
        """Replace browser data that cannot be read."""
        for name in tuple(self.damaged):
            self.load_memory(name, "")
        self.keep_met()
        return ""
