"""Imajica on the play page: what is shown, and how it is answered."""

from __future__ import annotations

from typing import Any

from twingkit import Game, Question, Ruling
from twingkit.imajica.notation.position import KEY
from twingkit.imajica.rules.asked import PASS
from twingkit.imajica.rules.rounds import ImajicaResult
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.starts import GameStart, PositionStart
from twingkit.play import Start
from twingkit_widgets.imajica.pictures.cards import hand_html, legend_html
from twingkit_widgets.imajica.pictures.table import (
    circle_html,
    dominions_html,
    fight_html,
    name_of,
    seats_html,
)
from twingkit_widgets.imajica.play.answers import answer_label
from twingkit_widgets.imajica.play.choosing import act_answers, is_vain
from twingkit_widgets.imajica.play.headline import headline
from twingkit_widgets.imajica.play.settings import TEMPERS, USUAL, ImajicaForm
from twingkit_widgets.imajica.play.stage import choosing_html, finish_html, groups_of
from twingkit_widgets.imajica.play.words import WORDS, ImajicaFault, of_known_set
from twingkit_widgets.imajica.words import say
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.play.headline import Headline
from twingkit_widgets.play.match import Match, Throw
from twingkit_widgets.play.offers import Group
from twingkit_widgets.play.seated import SeatedPlay, SeatedSettings
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.play.story import Telling

TELLING = Telling(
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
"""The way in which the rulings of a game become its story, round by round."""


class ImajicaPlay(SeatedPlay):
    """A game of Imajica for two to six Autarchs."""

    words = WORDS
    fault = ImajicaFault
    tempers = TEMPERS
    usual = USUAL
    adviser = TEMPERS[0]
    form = ImajicaForm()
    position = PositionStart
    telling = TELLING
    passing = ("respond", "counter", "combat", "influence")
    passes = ("pass", "end")
    linked = ("players", "deck", "form", "opponents", "seed", "variant", "game", "seat")
    helps = ("turn", "rules")
    seat_tags = SEATS
    setup = KEY

    def out(self, game: Game, seat: int) -> bool:
        """True if an Autarch is out of the game (IJ-OUT-1)."""
        return bool(game.table.players[seat].out)

    def vain(self, asked: Any) -> bool:
        """True if every card and power that could be played would do nothing as things stand, or only stop
        what the person has announced (IJ-TIME-3)."""
        stack = asked.table.stack
        own = asked.kind == "counter" and bool(stack) and stack[-1].seat == asked.player
        return own or all(is_vain(asked, answer) for answer in act_answers(asked))

    def turn(self, game: Game) -> int:
        """The number of the round."""
        return int(game.table.round)

    def hides(self, ruling: Ruling, match: Match) -> bool:
        """True for the draws of others: which cards came is hidden, and that they draw is known."""
        drawn = ruling.case == "drawn" and ruling.rule in ("IJ-COME-1", "IJ-COME-2", "IJ-SET-2", "IJ-AUT-1")
        return drawn and ruling.facts.get("side") != SEATS[match.seat]

    def winner(self, game: Game) -> int | None:
        """The seat that has won; None for a draw."""
        result: ImajicaResult = game.result
        return result.winner

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """None: which card comes next from a Destiny is hidden from all, and stays as it was."""
        return []

    # -- what is shown

    def headline(self, sight: Sight) -> Headline:
        """Return the headline of the page."""
        return headline(sight)

    def goal(self, sight: Sight) -> Markup | None:
        """The Dominions that each Autarch holds, and what wins."""
        view, lang = sight.view, sight.lang
        rows = [
            el("li", el("span", name_of(seat.seat, view, lang)), dominions_html(seat, view, lang))
            for seat in view.seats
            if not seat.out
        ]
        text = sight.say(f"now.goal_{sight.match.game.table.variant.victory}")
        listed = el("ul", rows, cls="tk-list im-goals", aria_label=text)
        return el("div", el("p", el("b", text)), listed, cls="tk-play-goal", data_key="goal")

    def battle(self, sight: Sight) -> Markup | None:
        """The challenge or seizure under way."""
        return fight_html(sight.view, sight.lang) if sight.view.fight else None

    def hand(self, sight: Sight) -> Markup | None:
        """The own hand; each card opens what it says."""
        view, lang = sight.view, sight.lang
        label = say(lang, "table.hand_label")
        if not view.hand:
            return el("p", say(lang, "table.hand_empty"), cls="tk-soft")
        head = el("h3", label, cls="tk-label")
        return el("section", head, hand_html(view.hand, lang, label), data_key="hand", data_roving=True)

    def table(self, sight: Sight) -> Markup | None:
        """The Circle and every Realm."""
        view, lang = sight.view, sight.lang
        parts = [el("h3", sight.say("table.title")), circle_html(view, lang), *seats_html(view, lang)]
        notes = [legend_html(lang), el("p", say(lang, "card.assumed_set"), cls="tk-small tk-soft")]
        return el("section", el("div", parts, notes, cls="im-table"), cls="tk-play-table", data_key="table")

    # -- how a question is answered

    def offers(self, asked: Question, sight: Sight) -> list[Group]:
        """The answers that a rule forbids now; the others are chosen from (`choosing`)."""
        return groups_of(asked, sight)

    def choosing(self, asked: Question, sight: Sight) -> Markup | None:
        """The deeds, cards and characters that an answer is chosen from."""
        return choosing_html(asked, sight)

    def finish(self, sight: Sight) -> Markup | None:
        """The buttons that confirm what is chosen, pass, or end the turn."""
        return finish_html(sight.asked, sight)

    def hint_text(self, asked: Question, hint: Any, sight: Sight) -> str:
        """The computer's answer in words."""
        key = f"answer.pass_{asked.kind}"
        return sight.say(key) if hint == PASS and key in WORDS else answer_label(str(hint), sight.lang)


class ImajicaSettings(SeatedSettings):
    """The settings of a game of Imajica."""

    plays = ImajicaPlay()
    starts = (GameStart, PositionStart)

    def taken_up(self, start: Start, **changes: Any) -> Any:
        """The same for a game that began so. Raises `ImajicaFault` if it is none of Imajica, or its cards are
        not those of the assumed set."""
        return super().taken_up(of_known_set(start), **changes)
