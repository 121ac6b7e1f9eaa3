"""A single battle of Imperial Twing on the play page, played step by step for both sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import attrs

from twingkit import BudgetError, Game, Question, twing
from twingkit.core.games import game_by_id
from twingkit.core.play import Start, TranscriptEntry
from twingkit.core.questions import ChanceQuestion
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.quiz.phrases import LayPhrase
from twingkit.twing.rules.battle_acts import Pass
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.rules.responses import Respond
from twingkit.twing.starts import BattleStart
from twingkit_widgets.panel.controls import button_group, rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.sentences import catalogue_sentence
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.all_seats import contest_stages_html, sentences_since
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.any_game import GenericPlayDesign, GenericSettings
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.headline import Headline, NewsLine
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault
from twingkit_widgets.twing.pictures.die import face_name
from twingkit_widgets.twing.pictures.odds_bar import odds_html
from twingkit_widgets.twing.pictures.scene import make_battle_scene
from twingkit_widgets.twing.pictures.table import battle_table_html
from twingkit_widgets.twing.play.choosing import TwingUiState, lay_button_bar, ui_state_of
from twingkit_widgets.twing.play.design import TwingDesign, last_roll_of_each
from twingkit_widgets.twing.play.offers import answer_groups
from twingkit_widgets.twing.play.words import WORDS as PLAY_WORDS

WORDS = PanelTexts(Path(__file__).with_name("battle_words.toml"), PLAY_WORDS)
"""The texts of a single battle."""

PHASES = ("lay", "roll", "respond", "result")
"""The phases of a battle, in order."""


@attrs.frozen(kw_only=True)
class BattleUiState(TwingUiState):
    """The state of the battle page: open parts and choices; `responses` selects which odds it shows, "none"
    (dice alone) or "best".
    """

    responses: Responses = "best"


def battle_phase(game: Game) -> str:
    """Return the phase of a battle, one of `PHASES`."""
    question = game.question
    if question is None:
        return "result"
    if isinstance(question, LayCards):
        return "lay"
    rolled = all(side.shown_face is not None or not side.lay.spells for side in game.table.fight.sides)
    return "respond" if rolled else "roll"


class BattlePlay(TwingDesign["GenericSettings"], GenericPlayDesign):
    """The design of the play page for a single battle, in which one person plays both sides.

    The button "next" lays the cards in notation and gives best responses.
    """

    words = WORDS

    def __init__(self, embedded: bool = False) -> None:
        """Create the play page of a battle.

        `embedded` in a lab, no other battle can be started.
        """
        super().__init__(game_by_id("twing"))
        self.tools = [tool for tool in self.tools if tool != "new" or not embedded]
        self.ai_levels = ("best", "random")
        self.default_level = "best"
        self._known: tuple[str, str | None, BudgetError | None] = ("", None, None)

    # -- continuing

    def default_step_answer(self, game: Game) -> str | None:
        """Return the best answer to the pending question, `pass` if it takes too long to compute; None if
        chance decides.
        """
        return self._best(game)[1]

    def best_response_budget_error(self, game: Game) -> BudgetError | None:
        """Return the budget error if the best response would take too long to find, or None."""
        return self._best(game)[2]

    def _best(self, game: Game) -> tuple[str, str | None, BudgetError | None]:
        """Return the record of the game, the best answer to its question (None if there is nothing to
        decide), and the budget error if it takes too long.
        """
        record, question = game.record, game.question
        if self._known[0] != record:
            answer, fault = None, None
            if question is not None and not isinstance(question, ChanceQuestion):
                try:
                    answer = question.format_answer(twing.best_battle_answer(game))
                except BudgetError as error:
                    answer, fault = "pass", error
            self._known = (record, answer, fault)
        return self._known

    def answer_sentence(self, entry: TranscriptEntry) -> str:
        """Return a sentence about an answer that led to no ruling, which in a battle is only a pass."""
        if not isinstance(entry.act, Pass):
            return super().answer_sentence(entry)
        return catalogue_sentence(WORDS, twing.rulebook(), "step.passes", entry.seat)

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return the last roll of each side, the attacker's first."""
        last = last_roll_of_each(row for row in enumerate(game.transcript) if row[1].kind == OrnRoll.kind)
        return [last[side] for side in sorted(last)]

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the question or, once the battle is over, the ruling that decided it."""
        shown, match = super().headline(player_view), player_view.match
        news = [*sentences_since(match, len(match.game) - 1)] if match.game.over else []
        decides = next((said for said in news if said.rule in DECIDING_RULES), None)
        if decides is None:
            return shown
        others = tuple(NewsLine((said,)) for said in news if said is not decides)
        return attrs.evolve(shown, title=decides.text(), rule=decides.rule, news_lines=others)

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Return the phases of the battle, with the present one marked."""
        titles = [player_view.say(f"phase.{name}") for name in PHASES]
        current = PHASES.index(battle_phase(player_view.match.game))
        return contest_stages_html(titles, current, player_view.say("phase.label"))

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Return both sides with their cards."""
        table = battle_table_html(make_battle_scene(player_view.match.game), rule_act="rule")
        return el("div", table, cls="tk-play-battle tk-stepper-table", data_key="battle")

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Return the odds from the present state (a single battle has no other table); None after its end."""
        state, say = player_view.ui_state, player_view.say
        if player_view.match.game.over or not isinstance(state, BattleUiState):
            return None
        options = [(option, say(f"odds.{option}")) for option in ("none", "best")]
        chosen = button_group(
            options, state.responses, "responses", say("odds.now"), "tk-row", data_controls=True
        )
        return el(
            "section",
            el("h3", say("odds.now")),
            chosen,
            _odds(player_view, state.responses),
            cls="tk-play-table tk-box",
            data_key="odds",
        )

    # -- answering

    def answer_groups(self, question: Question, player_view: PlayerView) -> list[AnswerGroup]:
        """Return the answers as groups of buttons, with illegal responses and the best one marked."""
        if not isinstance(question, Respond):
            return []
        game, best = player_view.match.game, player_view.say("step.best")
        answer = None if self.best_response_budget_error(game) else self.default_step_answer(game)
        note = player_view.say("step.budget") if self.best_response_budget_error(game) else ""
        marked = []
        for group in answer_groups(player_view.view):
            offered = [
                attrs.evolve(offer, effect_note=f"{best} {offer.effect_note}".strip())
                if offer.answer == answer
                else offer
                for offer in group.buttons
            ]
            marked.append(attrs.evolve(group, text=note, buttons=tuple(offered)))
        return marked

    def answer_button(self, question: Question, answer: object, player_view: PlayerView) -> AnswerButton:
        """Return the button of one answer."""
        written = question.format_answer(answer)
        if isinstance(answer, Lay):
            label = LayPhrase(answer).label(player_view.book.words, "inline")
            return AnswerButton(written, label if answer.power else player_view.say("lay.nothing"))
        if isinstance(answer, int):
            return AnswerButton(written, face_name(answer))
        named = (offer for group in self.answer_groups(question, player_view) for offer in group.buttons)
        return next((offer for offer in named if offer.answer == written), AnswerButton(written, written))

    def submit_controls_override(self, player_view: PlayerView) -> Markup | None:
        """Return the button that lays the chosen cards, or None if there is nothing to lay."""
        question, view = player_view.question, player_view.view
        if not isinstance(question, LayCards) or (
            player_view.match.plays_all_seats and ui_state_of(player_view).picks.lay(view) == Lay()
        ):
            return None
        return lay_button_bar(question, player_view)

    def can_advise(self, question: Question) -> bool:
        """Return whether exact odds can give advice: only at a response."""
        return isinstance(question, Respond)

    def hint_text(self, question: Question, hint_answer: object, player_view: PlayerView) -> str:
        """Return the computer's suggested answer in words."""
        return self.answer_button(question, hint_answer, player_view).label

    def throw_title(self, throw: ChanceResult, player_view: PlayerView) -> str:
        """Return the title of the faces of a rolled die."""
        seat = player_view.match.game.start.seat(throw.seat)
        return catalogue_sentence(WORDS, twing.rulebook(), "dice.what_if", seat)


def _odds(player_view: PlayerView, responses: Responses) -> Markup:
    """Return the odds from the current state of the battle; by dice alone if best responses would take too
    long.
    """
    game, notes = player_view.match.game, list[Child]()
    try:
        odds = odds_now(game, responses=responses)
    except BudgetError as fault:
        responses, odds = "none", odds_now(game, responses="none")
        notes.append(el("p", fault.text(), cls="tk-note"))
    assert odds is not None  # it is not over
    rule = rule_badge("TW-ODDS-1" if responses == "none" else "TW-ODDS-2", "rule")
    notes.append(el("p", player_view.say(f"odds.{responses}_means"), " ", rule, cls="tk-small"))
    return join(notes, odds_html(odds))


@attrs.frozen
class BattleSettings(GenericSettings):
    """The settings for playing a single battle: its start, which notation gives."""

    @property
    def play_design(self) -> BattlePlay:
        """The play page of the battle."""
        return _ALONE

    @property
    def battle(self) -> twing.Battle:
        """The battle as given in notation."""
        start = self.start
        assert isinstance(start, BattleStart)
        return start.battle

    def with_start(self, start: Start, **changes: Any) -> Self:
        """Return the same settings for a battle with this start. Raises `PlayFault` for any other game."""
        if not isinstance(start, BattleStart):
            raise PlayFault("other", name=start.name)
        return super().with_start(start, **changes)


@attrs.frozen
class LabBattleSettings(BattleSettings):
    """The settings of a battle that was built in a lab."""

    @property
    def play_design(self) -> BattlePlay:
        """The play page of the battle in the lab."""
        return _BUILT


_ALONE, _BUILT = BattlePlay(), BattlePlay(embedded=True)
