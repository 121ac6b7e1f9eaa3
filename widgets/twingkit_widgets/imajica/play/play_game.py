"""Imajica on the play page: the contents of the page, and the person's answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any, Self

from twingkit import Game, Question, Refusal, Ruling
from twingkit.core.acts import Act
from twingkit.core.play import Start
from twingkit.imajica.notation.position import POSITION_PREFIX
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import END, PASS, FlashWindow, ImajicaQuestion
from twingkit.imajica.rules.rounds import Advance, has_winning_sites
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.rules.values import prime_limit
from twingkit.imajica.starts import GameStart, PositionStart
from twingkit_widgets.imajica.pictures.cards import hand_html, icon_legend_html
from twingkit_widgets.imajica.pictures.table import (
    autarch_name,
    circle_sites_html,
    dominions_html,
    fight_html,
    realms_html,
)
from twingkit_widgets.imajica.play import choosing
from twingkit_widgets.imajica.play.answers import act_label, join_card_names
from twingkit_widgets.imajica.play.auto_pass import can_be_used_later
from twingkit_widgets.imajica.play.headline import headline
from twingkit_widgets.imajica.play.news import USUAL_DRAW_RULES
from twingkit_widgets.imajica.play.settings import AI_LEVELS, DEFAULT_LEVEL, NewImajicaGameForm
from twingkit_widgets.imajica.play.stage import choices_html, confirm_bar_html, forbidden_answer_groups
from twingkit_widgets.imajica.play.words import WORDS, ImajicaPlayFault, check_assumed_set
from twingkit_widgets.imajica.words import say, token_name
from twingkit_widgets.panel.keys import UNTIL_ME
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.table.play.answer_buttons import AnswerGroup
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay, SeatedSettings
from twingkit_widgets.table.play.story import StoryTurnRules

STORY_FORMAT = StoryTurnRules(
    turn_starts={("IJ-ORDER-2", "leads")},
    important_rulings={
        ("IJ-SEIZE-7", "secured"),
        ("IJ-HOLD-5", "lost"),
        ("IJ-CHAL-9", "dies"),
        ("IJ-DMG-1", "killed"),
        ("IJ-OUT-1", "out"),
        ("IJ-REC-2", "wins"),
    },
    setup_prefix="IJ-SET",
)
"""Format of the story that the rulings of a game tell, round by round."""


class _ImajicaPlay(SeatedPlay["ImajicaSettings"]):
    words = WORDS
    fault_class = ImajicaPlayFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    form = NewImajicaGameForm["ImajicaSettings"]()
    start_class = PositionStart
    story_format = STORY_FORMAT
    skippable_questions = ("respond", "counter", "combat", "influence")
    # In fights and windows the headline already says who does what, and with which totals.
    composed_questions = ("contest", "defend", "damage", *skippable_questions)
    automatic_answers_in_news = ("ally", "autarch", "respond", "damage")
    passing_answers = (PASS, END, str(answers.DealDamage()))
    linked_settings = ("players", "deck", "form", "opponents", "seed", "variant", "game", "seat")
    further_shortcuts: Mapping[str, str] = {UNTIL_ME: "until_me"}
    help_text_keys = ("turn", "rules")
    seat_tags = SEATS
    setup_prefix = POSITION_PREFIX

    def is_out(self, game: Game, seat: int) -> bool:
        """Return whether an Autarch is out of the game (IJ-OUT-1)."""
        return bool(game.table.players[seat].is_out)

    def has_no_effect(self, question: Question) -> bool:
        """Return whether the person need not be asked, because each playable card or power is of no use as
        things stand or can wait until this card or fight is over (IJ-TIME-3).
        """
        assert isinstance(question, FlashWindow)
        return all(
            can_be_used_later(question, use) for use in choosing.useful_ways(question, [*question.uses()])
        )

    def turn_or_round_number(self, game: Game) -> int:
        """Return the number of the round."""
        return int(game.table.round)

    def is_hidden(self, ruling: Ruling, match: Match) -> bool:
        """Return whether a ruling reports a rival's usual draw, whose cards are hidden anyway."""
        drawn = ruling.case == "drawn" and ruling.rule in USUAL_DRAW_RULES
        return drawn and ruling.facts.get("side") != SEATS[match.seat]

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return no chance events, since the order of a Destiny is hidden and fixed."""
        return []

    # -- what is shown

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the play page: what has happened, and what the person is asked."""
        return headline(player_view)

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Render the Dominions that each Autarch holds, and the number that wins."""
        view = player_view.view
        rows = [
            el("li", el("span", autarch_name(seat.seat, view)), dominions_html(seat, view, "goal"))
            for seat in view.seats
            if not seat.is_out
        ]
        text = player_view.say(f"now.goal_{player_view.match.game.table.variant.victory}")
        listed = el("ul", rows, cls="tk-list im-goals", aria_label=text)
        marked = TermMarker("imajica", "goal").mark_new_terms(text)  # the news below mark these words again
        return el(
            "div", el("p", el("b", marked)), listed, cls="tk-play-goal", data_key="goal", data_roving=True
        )

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Render the current challenge or seizure."""
        return fight_html(player_view.view) if player_view.view.fight else None

    def hand_html(self, player_view: PlayerView) -> Markup | None:
        """Render the person's hand, with cards that open to their text and why they cannot be played now."""
        view, question = player_view.view, player_view.question
        label = say("table.hand_label")
        if not view.hand:
            return el("p", say("table.hand_empty"), cls="tk-soft")
        head = el("h3", label, cls="tk-label")
        refusals = choosing.refusal_by_card(choosing.asked(question)) if question else {}
        reasons = {
            name: player_view.match.phrase_for_person(refusal).text() for name, refusal in refusals.items()
        }
        hand = hand_html(view.hand, label, reasons, player_view.ui_state.answer_count)
        return el("section", head, hand, icon_legend_html(), data_key="hand", data_roving=True)

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Render the Circle and every Realm."""
        view = player_view.view
        parts = [el("h3", player_view.say("table.title")), circle_sites_html(view), *realms_html(view)]
        notes = el("p", say("card.assumed_set"), cls="tk-small tk-soft")
        return el("section", el("div", parts, notes, cls="im-table"), cls="tk-play-table", data_key="table")

    # -- how a question is answered

    def unplayable_refusals(self, question: Question) -> Iterable[Refusal]:
        """Return why cards of the hand cannot be played; for a window, when it is passed automatically."""
        return _unplayable_refusals(question)

    def answer_groups(self, question: Question, player_view: PlayerView) -> list[AnswerGroup]:
        """Return groups of forbidden answers; legal answers are chosen step by step (`choice_controls`)."""
        return forbidden_answer_groups(choosing.asked(question), player_view)

    def is_silent_answer(self, answer: str) -> bool:
        """Return whether an answer does nothing and is no end of a turn, which the news report."""
        return answer != END and super().is_silent_answer(answer)

    def harm_warning(self, question: Question, answer: str, player_view: PlayerView) -> str:
        """Return a warning if an answer harms the person's own side, otherwise "".

        It warns of own cards that a card or power would pivot or remove, since such targets are
        easily picked by mistake, of a power that pivots a Site needed to win this round, of the end of a turn
        in which a character could be called and none was, and of a pass that leaves nobody to act in the
        next round, unless the person wins in this one.
        """
        return _harm_warning(choosing.asked(question), answers.NOTATION.parse(answer), player_view)

    def choice_controls(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Render the actions, cards and characters from which an answer is chosen."""
        return choices_html(choosing.asked(question), player_view)

    def submit_controls_override(self, player_view: PlayerView) -> Markup | None:
        """Render the buttons that confirm the choice, pass, or end the turn."""
        question = player_view.question
        return confirm_bar_html(choosing.asked(question), player_view) if question else None

    def hint_text(self, question: Question, hint_answer: object, player_view: PlayerView) -> str:
        """Return the computer's answer in words."""
        hint, key = question.parse_answer(str(hint_answer)), f"answer.pass_{question.kind}"
        return player_view.say(key) if hint == answers.PASS and key in WORDS else act_label(hint)


@singledispatch
def _unplayable_refusals(question: Question) -> Iterable[Refusal]:
    return ()


@_unplayable_refusals.register
def _(question: AllyTurn) -> Iterable[Refusal]:
    return choosing.refusal_by_card(question, "character").values()


@_unplayable_refusals.register
def _(question: AutarchTurn) -> Iterable[Refusal]:
    return choosing.refusal_by_card(question, "site", "path", "dictate").values()


@_unplayable_refusals.register
def _(question: FlashWindow) -> Iterable[Refusal]:
    return (Refusal("IJ-TIME-3", "unasked", {}, rulebook()),)


def _use_warning(question: ImajicaQuestion, answer: Act | None, player_view: PlayerView) -> str:
    if not isinstance(answer, answers.Use) or answer not in question.uses():
        return ""
    stopped = choosing.own_cards_disabled_by(question, answer)
    if stopped:
        return player_view.say("answer.stops", cards=join_card_names(stopped))
    done = (
        choosing.table_after(question, answer) if has_winning_sites(question.table, question.player) else None
    )
    if done is None or has_winning_sites(done, question.player):
        return ""
    return player_view.say("answer.gives_up_win", site=token_name(answer.subject))


_harm_warning = singledispatch(_use_warning)


@_harm_warning.register
def _(question: Advance, answer: Act | None, player_view: PlayerView) -> str:
    ready = any(True for _ in question.table.characters(question.player, area="active"))
    won = has_winning_sites(question.table, question.player)
    return "" if ready or won or answer != answers.PASS else player_view.say("answer.nobody_acts")


@_harm_warning.register
def _(question: AllyTurn, answer: Act | None, player_view: PlayerView) -> str:
    table, seat = question.table, question.player
    can_call = any(isinstance(act, answers.Call) for act in question.single_steps())
    if answer == answers.END and can_call and not table.players[seat].prime_spent:
        return player_view.say("answer.nobody_called", n=prime_limit(table, seat))
    return _use_warning(question, answer, player_view)


class ImajicaSettings(SeatedSettings):
    """The settings of a game of Imajica."""

    own_play_game = _ImajicaPlay()
    start_classes = (GameStart, PositionStart)

    def with_start(self, start: Start, **changes: Any) -> Self:  # each field has its type
        """Return these settings for a game with another start.

        Raises `ImajicaPlayFault` if it is not a game of Imajica, or its cards are not those of the
        assumed set.
        """
        return super().with_start(check_assumed_set(start), **changes)
