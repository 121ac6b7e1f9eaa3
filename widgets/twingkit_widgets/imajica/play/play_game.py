"""Imajica on the play page: what it shows, and how questions are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from twingkit import Game, Question, Ruling
from twingkit.core.play import Start
from twingkit.imajica.notation.position import KEY
from twingkit.imajica.rules.questions import END, PASS, ImajicaQuestion
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.starts import GameStart, PositionStart
from twingkit_widgets.imajica.pictures.cards import hand_html, legend_html
from twingkit_widgets.imajica.pictures.table import (
    circle_html,
    dominions_html,
    fight_html,
    name_of,
    seats_html,
)
from twingkit_widgets.imajica.play.answers import answer_label, names_of
from twingkit_widgets.imajica.play.auto_pass import is_calm
from twingkit_widgets.imajica.play.choosing import (
    act_answers,
    does_nothing,
    only_weakens,
    own_cards_stopped_by,
)
from twingkit_widgets.imajica.play.headline import headline
from twingkit_widgets.imajica.play.settings import AI_LEVELS, DEFAULT_LEVEL, ImajicaForm
from twingkit_widgets.imajica.play.stage import choosing_html, finish_html, groups_of
from twingkit_widgets.imajica.play.words import WORDS, ImajicaFault, check_assumed_set
from twingkit_widgets.imajica.words import say
from twingkit_widgets.panel.keys import UNTIL_ME
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.offers import Group
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay, SeatedSettings
from twingkit_widgets.table.play.story import StoryFormat

TELLING = StoryFormat(
    heads={("IJ-ORDER-2", "leads")},
    weighty={
        ("IJ-SEIZE-7", "secured"),
        ("IJ-HOLD-5", "lost"),
        ("IJ-CHAL-9", "dies"),
        ("IJ-DMG-1", "killed"),
        ("IJ-OUT-1", "out"),
        ("IJ-REC-2", "wins"),
    },
    setup="IJ-SET",
)
"""How the rulings of a game become its story, round by round."""


class ImajicaPlay(SeatedPlay["ImajicaSettings"]):
    """The play page's rules for a game of Imajica for two to six Autarchs."""

    words = WORDS
    fault = ImajicaFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    adviser = AI_LEVELS[0]
    form = ImajicaForm["ImajicaSettings"]()
    position = PositionStart
    telling = TELLING
    passing = ("respond", "counter", "combat", "influence")
    passes = ("pass", "end", "damage none")
    linked = ("players", "deck", "form", "opponents", "seed", "variant", "game", "seat")
    further_keys: Mapping[str, str] = {UNTIL_ME: "until_me"}
    helps = ("turn", "rules")
    seat_tags = SEATS
    setup = KEY

    def out(self, game: Game, seat: int) -> bool:
        """Return whether an Autarch is out of the game (IJ-OUT-1)."""
        return bool(game.table.players[seat].out)

    def has_no_effect(self, asked: Question) -> bool:
        """Return whether no playable card or power is worth asking for (IJ-TIME-3).

        That is the case if each would do nothing as things stand or only weaken the person's own
        side, or if only a counter to the person's own announcement is possible.
        """
        assert isinstance(asked, ImajicaQuestion)
        stack = asked.table.stack
        own = asked.kind == "counter" and bool(stack) and stack[-1].seat == asked.player
        return own or all(
            does_nothing(asked, answer) or only_weakens(asked, answer) for answer in act_answers(asked)
        )

    def turn(self, game: Game) -> int:
        """Return the number of the round."""
        return int(game.table.round)

    def hides(self, ruling: Ruling, match: Match) -> bool:
        """Return whether a ruling reports another Autarch's draw: which cards came is hidden anyway."""
        drawn = ruling.case == "drawn" and ruling.rule in ("IJ-COME-1", "IJ-COME-2", "IJ-SET-2", "IJ-AUT-1")
        return drawn and ruling.facts.get("side") != SEATS[match.seat]

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """Return no chance events: nobody sees the order of a Destiny, and undoing does not change it."""
        return []

    # -- what is shown

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal(self, player_view: PlayerView) -> Markup | None:
        """Render the Dominions that each Autarch holds, and what wins."""
        view = player_view.view
        rows = [
            el("li", el("span", name_of(seat.seat, view)), dominions_html(seat, view))
            for seat in view.seats
            if not seat.out
        ]
        text = player_view.say(f"now.goal_{player_view.match.game.table.variant.victory}")
        listed = el("ul", rows, cls="tk-list im-goals", aria_label=text)
        return el("div", el("p", el("b", text)), listed, cls="tk-play-goal", data_key="goal")

    def battle(self, player_view: PlayerView) -> Markup | None:
        """Render the current challenge or seizure."""
        return fight_html(player_view.view) if player_view.view.fight else None

    def hand(self, player_view: PlayerView) -> Markup | None:
        """Render the person's hand, with cards that open to their text."""
        view = player_view.view
        label = say("table.hand_label")
        if not view.hand:
            return el("p", say("table.hand_empty"), cls="tk-soft")
        head = el("h3", label, cls="tk-label")
        return el("section", head, hand_html(view.hand, label), data_key="hand", data_roving=True)

    def table(self, player_view: PlayerView) -> Markup | None:
        """Render the Circle and every Realm."""
        view = player_view.view
        parts = [el("h3", player_view.say("table.title")), circle_html(view), *seats_html(view)]
        notes = [legend_html(), el("p", say("card.assumed_set"), cls="tk-small tk-soft")]
        return el("section", el("div", parts, notes, cls="im-table"), cls="tk-play-table", data_key="table")

    # -- how a question is answered

    def offers(self, asked: Question, player_view: PlayerView) -> list[Group]:
        """Return the answers that a rule forbids now; the legal ones are chosen step by step (`choosing`)."""
        return groups_of(asked, player_view) if isinstance(asked, ImajicaQuestion) else []

    def harm(self, asked: Question, answer: str, player_view: PlayerView) -> str:
        """Return a warning if an answer harms the person's own side, otherwise "".

        It warns of own cards that a card or power would pivot or remove, since such targets are
        easily picked by mistake, and of a pass that leaves nobody to act in the next round.
        """
        if isinstance(asked, Advance):
            ready = any(
                piece.is_character and piece.controller == asked.player and piece.area == "active"
                for piece in asked.table.pieces.values()
            )
            return "" if ready or answer != PASS else player_view.say("answer.nobody_acts")
        if not isinstance(asked, ImajicaQuestion) or answer not in act_answers(asked):
            return ""
        stopped = own_cards_stopped_by(asked, answer)
        return player_view.say("answer.stops", cards=names_of(stopped)) if stopped else ""

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Render the actions, cards and characters from which an answer is chosen."""
        return choosing_html(asked, player_view) if isinstance(asked, ImajicaQuestion) else None

    def finish(self, player_view: PlayerView) -> Markup | None:
        """Render the buttons that confirm the choice, pass, or end the turn."""
        asked = player_view.asked
        return finish_html(asked, player_view) if isinstance(asked, ImajicaQuestion) else None

    def plain_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return a general reason for an answer, and its rule.

        For an answer that uses no card the reason is that no card gains enough, or that nothing is
        going on.
        """
        if hint not in (PASS, END) or not isinstance(asked, ImajicaQuestion) or not act_answers(asked):
            return super().plain_reason(asked, hint, player_view)
        waits = is_calm(asked) and asked.table.current != asked.player
        return player_view.say("because.waits" if waits else "because.keeps"), asked.rule

    def hint_text(self, asked: Question, hint: object, player_view: PlayerView) -> str:
        """Return the computer's answer in words."""
        key = f"answer.pass_{asked.kind}"
        return player_view.say(key) if hint == PASS and key in WORDS else answer_label(str(hint))


class ImajicaSettings(SeatedSettings):
    """The settings of a game of Imajica."""

    plays = ImajicaPlay()
    starts = (GameStart, PositionStart)

    def resumed_from(self, start: Start, **changes: Any) -> Self:  # each field has its type
        """Return these settings for a game with another start.

        Raises `ImajicaFault` if it is not a game of Imajica, or its cards are not those of the
        assumed set.
        """
        return super().resumed_from(check_assumed_set(start), **changes)
