"""A single battle of Imperial Twing, answered for both sides step by step, with the odds from here."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import attrs

from twingkit import BudgetError, Game, Question, twing
from twingkit.core.games import game_by_id
from twingkit.core.play import Start, TranscriptEntry
from twingkit.core.questions import Chance
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.quiz.phrases import LayPhrase
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.rules.responses import Respond
from twingkit.twing.starts import BattleStart
from twingkit_widgets.panel.controls import rule_button, switch
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.sentences import sentence
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.all_seats import sentences_since, stages_html
from twingkit_widgets.table.play.any_game import AnyGame, AnySettings
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.headline import Headline, Line
from twingkit_widgets.table.play.offers import Group, Offer
from twingkit_widgets.table.play.open_panels import throw_row
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault
from twingkit_widgets.twing.pictures.die import face_name, faces_html
from twingkit_widgets.twing.pictures.odds_bar import odds_html
from twingkit_widgets.twing.pictures.scene import make_scene
from twingkit_widgets.twing.pictures.table import table_html
from twingkit_widgets.twing.play.choosing import (
    TwingUiState,
    laying_bar,
    laying_verdict,
    ui_state_of,
)
from twingkit_widgets.twing.play.hint_reason import hint_reason
from twingkit_widgets.twing.play.lay import picker_html
from twingkit_widgets.twing.play.offers import offers
from twingkit_widgets.twing.play.own_dice import rolling_html
from twingkit_widgets.twing.play.table import also_held
from twingkit_widgets.twing.play.words import WORDS as PLAY_WORDS

WORDS = Words(Path(__file__).with_name("battle_words.toml"), PLAY_WORDS)
"""The texts of a single battle."""

PHASES = ("lay", "roll", "respond", "result")
"""The phases of a battle."""


@attrs.frozen(kw_only=True)
class BattleUiState(TwingUiState):
    """What the visitor has opened and chosen; `responses` selects the odds shown: "none" (dice alone) or
    "best".
    """

    responses: Responses = "best"


def phase_of(game: Game) -> str:
    """Return the phase of a battle, one of `PHASES`."""
    question = game.question
    if question is None:
        return "result"
    if isinstance(question, LayCards):
        return "lay"
    rolled = all(side.die is not None or not side.lay.spells for side in game.table.fight.sides)
    return "respond" if rolled else "roll"


class BattlePlay(AnyGame):
    """A single battle: pressing "next" lays the cards of its line and gives best responses."""

    words = WORDS

    def __init__(self, embedded: bool = False) -> None:
        """Take over the values of the entry; `embedded` in a lab, no other battle can be started."""
        super().__init__(game_by_id("twing"))
        self.tools = [tool for tool in self.tools if tool != "new" or not embedded]
        self.ai_levels = ("best", "random")
        self.default_level = self.adviser = "best"
        self._known: tuple[str, str | None, BudgetError | None] = ("", None, None)

    # -- continuing

    def suggested(self, game: Game) -> str | None:
        """Return the answer by the line or by best play, or a pass if that would take too long to find."""
        return self._best(game)[1]

    def too_large(self, game: Game) -> BudgetError | None:
        """Return the budget error if the best response would take too long to find."""
        return self._best(game)[2]

    def _best(self, game: Game) -> tuple[str, str | None, BudgetError | None]:
        """Return the position, its best answer (None: chance decides, or it is over), and why that is
        unknown.
        """
        record, question = game.record, game.question
        if self._known[0] != record:
            answer, fault = None, None
            if question is not None and not isinstance(question, Chance):
                try:
                    answer = question.format_answer(twing.best_answer(game))
                except BudgetError as too_large:
                    answer, fault = "pass", too_large
            self._known = (record, answer, fault)
        return self._known

    def given(self, entry: TranscriptEntry) -> str:
        """Return the sentence that a side passes."""
        if entry.answer != "pass":
            return super().given(entry)
        return sentence(WORDS, twing.rulebook(), "step.passes", entry.seat)

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """Return the last roll of each side, the attacker's first."""
        last = {
            entry.player: Throw(index, entry.player, entry.answer.removeprefix("roll "))
            for index, entry in enumerate(game.transcript)
            if entry.kind == OrnRoll.kind
        }
        return [last[side] for side in sorted(last)]

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the question or, once the battle is over, the ruling that decided it."""
        shown, match = super().headline(player_view), player_view.match
        news = [*sentences_since(match, len(match.game) - 1)] if match.game.over else []
        decides = next((said for said in news if said.rule in DECIDING_RULES), None)
        if decides is None:
            return shown
        others = tuple(Line((said,)) for said in news if said is not decides)
        return attrs.evolve(shown, title=decides.text(), rule=decides.rule, lines=others)

    def goal(self, player_view: PlayerView) -> Markup | None:
        """Return the phases of the battle with the present one marked."""
        titles = [player_view.say(f"phase.{name}") for name in PHASES]
        current = PHASES.index(phase_of(player_view.match.game))
        return stages_html(titles, current, player_view.say("phase.label"))

    def battle(self, player_view: PlayerView) -> Markup | None:
        """Return both sides with their cards."""
        table = table_html(make_scene(player_view.match.game), act="rule")
        return el("div", table, cls="tk-play-battle tk-stepper-table", data_key="battle")

    def table(self, player_view: PlayerView) -> Markup | None:
        """Return the odds from here; a single battle has no other table."""
        state, say = player_view.ui_state, player_view.say
        if player_view.match.game.over or not isinstance(state, BattleUiState):
            return None
        options = [(option, say(f"odds.{option}")) for option in ("none", "best")]
        chosen = switch(options, state.responses, "responses", say("odds.now"), "tk-row", data_controls=True)
        return el(
            "section",
            el("h3", say("odds.now")),
            chosen,
            _odds(player_view, state.responses),
            cls="tk-play-table tk-box",
            data_key="odds",
        )

    # -- answering

    def offers(self, asked: Question, player_view: PlayerView) -> list[Group]:
        """Return the responses, including forbidden ones, with the best one marked; one offer for any other
        question.
        """
        if not isinstance(asked, Respond):
            return []
        game, best = player_view.match.game, player_view.say("step.best")
        answer = None if self.too_large(game) else self.suggested(game)
        note = player_view.say("step.budget") if self.too_large(game) else ""
        marked = []
        for group in offers(player_view.view):
            offered = [
                attrs.evolve(offer, note=f"{best} {offer.note}".strip()) if offer.answer == answer else offer
                for offer in group.offers
            ]
            marked.append(attrs.evolve(group, text=note, offers=tuple(offered)))
        return marked

    def offer(self, asked: Question, answer: object, player_view: PlayerView) -> Offer:
        """Return one answer in words."""
        written = asked.format_answer(answer)
        if isinstance(answer, Lay):
            label = LayPhrase(answer).label(player_view.book.words, "inline")
            return Offer(written, label if answer.power else player_view.say("lay.nothing"))
        if isinstance(asked, OrnRoll) and isinstance(answer, int):
            return Offer(written, face_name(answer))
        named = (offer for group in self.offers(asked, player_view) for offer in group.offers)
        return next((offer for offer in named if offer.answer == written), Offer(written, written))

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return the cards to lay, or the faces of the die."""
        if isinstance(asked, OrnRoll):
            return rolling_html(asked, player_view)
        if not isinstance(asked, LayCards):
            return None
        picker = picker_html(player_view.view, ui_state_of(player_view).picks)
        return join(picker, laying_verdict(asked, player_view), also_held(player_view.view))

    def finish(self, player_view: PlayerView) -> Markup | None:
        """Return the button that lays the chosen cards."""
        if not isinstance(player_view.asked, LayCards):
            return None
        lay = ui_state_of(player_view).picks.lay(player_view.view)
        if player_view.match.all_seats and not (lay.spells or lay.units):
            return None
        return laying_bar(player_view.asked, player_view)

    def advises(self, asked: Question) -> bool:
        """Return whether exact odds can give advice: at a response."""
        return isinstance(asked, Respond)

    def hint_text(self, asked: Question, hint: object, player_view: PlayerView) -> str:
        """Return the computer's answer in words."""
        return self.offer(asked, hint, player_view).label

    def hint_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return the reason from exact odds."""
        reason = hint_reason(asked, hint, player_view)
        return reason if reason[0] else self.plain_reason(asked, hint, player_view)

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """Return all twelve faces of one die, the rolled one marked."""
        seat = player_view.match.game.start.seat(throw.seat)
        faces = faces_html(
            player_view.view.seats[throw.seat].character,
            "face",
            lambda face: f"{throw.index}:{twing.face_text(face)}",
            f"face:{throw.seat}",
            throw.face,
        )
        return throw_row(sentence(WORDS, twing.rulebook(), "dice.what_if", seat), faces)


def _odds(player_view: PlayerView, responses: Responses) -> Markup:
    """Return the odds from here; those of the dice alone if best responses would take too long."""
    game, notes = player_view.match.game, list[Child]()
    try:
        odds = odds_now(game, responses)
    except BudgetError as fault:
        responses, odds = "none", odds_now(game, "none")
        notes.append(el("p", fault.text(), cls="tk-note"))
    assert odds is not None  # it is not over
    rule = rule_button("TW-ODDS-1" if responses == "none" else "TW-ODDS-2", "rule")
    notes.append(el("p", player_view.say(f"odds.{responses}_means"), " ", rule, cls="tk-small"))
    return join(notes, odds_html(odds))


@attrs.frozen
class BattleSettings(AnySettings):
    """The start of a single battle."""

    @property
    def rules(self) -> BattlePlay:
        """The rules of play for the battle."""
        return _ALONE

    @property
    def battle(self) -> twing.Battle:
        """The battle of its notation."""
        start = self.start
        assert isinstance(start, BattleStart)
        return start.battle

    def resumed_from(self, start: Start, **changes: Any) -> Self:
        """Return the same settings for a battle with this start. Raises `PlayFault` for any other game."""
        if not isinstance(start, BattleStart):
            raise PlayFault("other", name=start.name)
        return super().resumed_from(start, **changes)


@attrs.frozen
class BuiltSettings(BattleSettings):
    """The start of a battle built in a lab."""

    @property
    def rules(self) -> BattlePlay:
        """The rules of play for the battle."""
        return _BUILT


_ALONE, _BUILT = BattlePlay(), BattlePlay(embedded=True)
