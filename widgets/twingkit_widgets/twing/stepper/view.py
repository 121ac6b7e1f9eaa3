"""The stepper as HTML: the story of the step, the table, the bar that goes on, odds, transcript, record."""

from __future__ import annotations

from urllib.parse import quote, urlencode

import attrs

from twingkit import Question, Roll, twing
from twingkit.core.links import to_link
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.rules.cards import read_face
from twingkit.twing.rules.commit import LayCards
from twingkit_widgets.panel.controls import rule_button, switch
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.settings.start_rules import variant_query
from twingkit_widgets.table.stepper.step_parts import Rare, StepParts
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.die import face_name
from twingkit_widgets.twing.pictures.odds_bar import odds_html
from twingkit_widgets.twing.pictures.scene import scene_of
from twingkit_widgets.twing.pictures.table import table_html
from twingkit_widgets.twing.play.names import object_name
from twingkit_widgets.twing.stepper.battle_steps import PHASES, WORDS, Steps, sentence
from twingkit_widgets.twing.stepper.choices import choices_html, dice_html, target_name


@attrs.frozen(kw_only=True)
class StepView(StepParts):
    """All that the stepper shows: the battle, and what a person has opened.

    `responses` is which odds show ("none" or "best"), `why` the forbidden response that is explained.
    """

    words = WORDS

    steps: Steps
    responses: Responses = "best"
    why: str = ""

    def above(self) -> Child:
        """The phases of the battle."""
        return self.stages(PHASES, PHASES.index(self.steps.phase), "phase")

    def table(self) -> Markup:
        """Both sides with their cards."""
        table = table_html(scene_of(self.steps.game), self.lang, act="rule")
        return el("div", table, cls="tk-stepper-table", data_key="table", data_bring=self.view)

    def choosing(self) -> Child:
        """The question, the responses, and the faces of the dice."""
        choices = choices_html(self.steps, self.lang, self.why, self.prefix)
        return [self.asked(), choices, dice_html(self.steps, self.tried(), self.lang)]

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """A sentence of this stepper, or the one that all share."""
        return sentence(self.lang, key, role, **facts)

    def rare(self) -> list[Rare]:
        """The buttons to the end, for the last die again, and back to the beginning."""
        steps = self.steps
        return [
            Rare("end", "e", "⇥", steps.game.over),
            Rare("reroll", "r", "↻", not steps.rolled, self.say("step.reroll_what")),
            Rare("restart", "s", "↶", not len(steps.game)),
        ]

    def link(self) -> str:
        """The query of a link to this battle, with its rules where the lab does not start with them."""
        rules = urlencode(variant_query("twing", self.steps.variant), quote_via=quote)
        return "?" + "&".join(filter(None, (f"battle={to_link(str(self.steps.battle))}", rules)))

    def start(self) -> Child:
        """Return how a battle begins."""
        return [el("h3", self.say("step.start"), cls="tk-told-main"), el("p", self.say("step.start_how"))]

    # -- going on

    def coming(self, question: Question | None) -> str:
        """Return what the big button does next."""
        steps = self.steps
        answer = steps.suggestion
        if question is None:
            return self.say("next.over")
        role = steps.game.start.seat(question.player)
        if isinstance(question, Roll):
            face = read_face(answer.removeprefix("roll ")) if answer else None
            if face is None:
                return self.say("next.roll", role)
            return self.say("next.rolled", role, face=face_name(face, self.lang))
        assert answer is not None
        if isinstance(question, LayCards) and not isinstance(lay := question.read(answer), str):
            key = "next.shield" if lay.shield else "next.lay" if lay.spells else "next.nothing"
            return self.say(key, role)
        response = self._coming_response(answer, role)
        return self.say("next.best", told=response) if steps.plays_best else response

    def _coming_response(self, answer: str, role: str) -> str:
        name, _, target = answer.partition(" ")
        if name == "trap":
            return self.say("next.trap", role, card=target_name(self.steps, target, self.lang))
        if name == "miromon":
            if target == role:
                return self.say("next.miromon_own", role)
            whose = twing.rulebook().words.name(target, self.lang, "gen")
            return self.say("next.miromon", role, whose=whose)
        if name in twing.OBJECTS:
            return self.say("next.object", role, object=object_name(name, self.lang))
        if f"next.{name}" not in WORDS:
            return self.say("next.card", role, card=card_name(name, self.lang))
        return self.say(f"next.{name}", role)

    # -- odds

    def below(self) -> Child:
        """The odds from here."""
        if self.steps.game.over:
            return None
        title = self.say("odds.now")
        options = [(option, self.say(f"odds.{option}")) for option in ("none", "best")]
        return el(
            "section",
            el("h3", title),
            switch(options, self.responses, "responses", title, "tk-row", data_controls=True),
            self._odds_shown(),
            cls="tk-box tk-stack tk-tight",
            data_key="odds",
        )

    def _odds_shown(self) -> Markup:
        notes: list[Child] = []
        responses = self.responses
        try:
            odds = self.steps.odds(responses)
        except twing.BudgetError as fault:
            responses, odds = "none", self.steps.odds("none")
            notes.append(el("p", fault.text(self.lang), cls="tk-note"))
        assert odds is not None
        rule = rule_button("TW-ODDS-1" if responses == "none" else "TW-ODDS-2", self.lang, "rule")
        notes.append(el("p", self.say(f"odds.{responses}_means"), " ", rule, cls="tk-small"))
        notes.append(odds_html(odds, self.lang))
        return join(notes)
