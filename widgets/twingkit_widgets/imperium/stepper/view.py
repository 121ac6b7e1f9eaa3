"""The stepper of fleets as HTML: the story of the step, the field with the dice, and what can be decided."""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.core.links import link_value, pack
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.losses.capacity import Remove
from twingkit.imperium.battle.rules.questions import Assign, Play, Retreat, Throw
from twingkit.imperium.battle.rules.target import Target
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.stepper.choices import Choices, answer_label
from twingkit_widgets.imperium.stepper.choosing import NOTHING, Chosen
from twingkit_widgets.imperium.stepper.field import Field
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.words import WORDS, step_say
from twingkit_widgets.lab.verdict import bar_html, share_texts
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.table.stepper.step_parts import Rare, StepParts

PAGE = "imperium-battle"
"""The page of a site that shows a battle."""

ODDS_RULE = "IM-ODDS-1"
"""The rule that says what the odds are."""


@attrs.frozen(kw_only=True)
class FleetStepView(StepParts):
    """All that the stepper shows: the battle, and what a person has opened.

    `chosen` is what someone is choosing, `lead` a sentence to begin with, `dropped` whether a battle that was
    played can be had back, `site` whether the page has a link to what it shows.
    """

    words = WORDS
    cls = "tk-fleet-stepper"

    steps: FleetGame
    chosen: Chosen = NOTHING
    lead: str = ""
    dropped: bool = False
    site: bool = False

    def first(self) -> Child:
        """The sentence to begin with."""
        return el("p", self.lead, cls="tk-note") if self.lead else None

    def above(self) -> Child:
        """The stage of the battle, and the way back to the one played before."""
        return [self._stages(), self._bring_back()]

    def table(self) -> Markup:
        """Both fleets with their dice, and the odds from here."""
        field = Field(self.steps, self.lang, self.chosen.die).html()
        fleets = el("div", field, cls="tk-stepper-table", data_key="table", data_bring=self.view)
        return el("div", fleets, self._odds(), cls="tk-fleet-stepper-right")

    def choosing(self) -> Child:
        """The question, and how it is decided; that of a retreat has a title."""
        question = None if isinstance(self.steps.game.question, Retreat) else self.asked()
        asked, chosen = self.steps.game.question, self.chosen
        choices = Choices(asked, self.lang, chosen.losses, chosen.dice, self.prefix).html()
        return [self.tried(), question, choices]

    def news_html(self) -> Markup | None:
        """Return what the last step took away; that the fleets have changed stands with the way back."""
        return None if self.dropped else super().news_html()

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """A sentence of this stepper, or the one that all share."""
        return step_say(self.lang, key, role, **facts)

    def rare(self) -> list[Rare]:
        """A whole round, to the end, the last dice again, and back to the beginning."""
        steps = self.steps
        over = steps.game.over
        return [
            Rare("round", "o", "↠", over, self.say("step.round_what")),
            Rare("end", "e", "⇥", over),
            Rare("reroll", "r", "↻", not steps.rolled, self.say("step.reroll_what")),
            Rare("restart", "s", "↶", not len(steps.game)),
        ]

    def link(self) -> str:
        """The relative address of the present state of this battle."""
        game = {"game": pack(self.steps.game.record)} if len(self.steps.game) else {}
        return page_link(PAGE, self.lang, battle=link_value(str(self.steps.line)), view="steps", **game)

    def link_html(self) -> Markup:
        """Return what copies the link: on a site its page knows the whole address."""
        if not self.site:
            return super().link_html()
        return el(
            "button",
            self.say("record.copy_link"),
            type="button",
            cls="tk-button",
            data_link=True,
            data_copied=self.say("record.copied"),
            data_by_hand=self.say("record.by_hand"),
            data_key="record:link",
            data_controls=True,
        )

    def _bring_back(self) -> Markup | None:
        """The note that the fleets have changed, with the way back to the battle played before."""
        if not self.dropped:
            return None
        back = button(self.say("step.bring_back"), "bring_back", key="bring_back")
        row = el("div", back, data_controls=True)
        return el("div", el("p", self.news), row, cls="tk-note tk-stack tk-tight", data_key="dropped")

    # -- the state of the battle, and what happened

    def _stages(self) -> Markup:
        stage = self.steps.stage
        if not stage.now:
            n = stage.round
            count = "none" if not n else "one" if n == 1 else "many"
            title = self.say("stage.over")
            return el(
                "p",
                el("b", title),
                " ",
                el("span", self.say(f"stage.rounds_{count}", n=n), cls="tk-soft"),
                cls="tk-step-round",
            )
        title = self.say("stage.round", n=stage.round) if stage.round else self.say("stage.before")
        index = stage.stages.index(stage.now)
        listed = self.stages(stage.stages, index, "stage")
        return el("div", el("p", el("b", title), cls="tk-step-round"), listed, cls="tk-stack tk-tight")

    def start(self) -> Child:
        """Return what to know before the first step: how a battle goes, and the notes on this one."""
        ground = "_ground" if self.steps.table.fight.kind == "ground" else ""
        notes = self.steps.opening()
        listed = [self.told(note, index, "tk-told") for index, note in enumerate(notes)]
        title = self.say("step.noted_one" if len(notes) == 1 else "step.noted_many", n=len(notes))
        label = (
            el(
                "details",
                el("summary", title),
                el("div", listed, cls="tk-stepper-told"),
                open=True if self.opened_at is not None else None,
                data_key="notes",
            )
            if notes
            else None
        )
        return [
            el("h3", self.say(f"step.start{ground}"), cls="tk-told-main"),
            el("p", self.say(f"step.start_how{ground}")),
            label,
        ]

    # -- going on

    def coming(self, question: Question | None) -> str:
        """Return what the big button does next."""
        if question is None:
            return self.say("next.over")
        role = ROLES[question.player]
        answer = self.steps.suggestion
        if isinstance(question, Throw):
            throws = self._throws(question, role)
            return self.say("next.rolled", told=throws) if answer else throws
        if isinstance(question, Assign):
            losses = self.chosen.losses or Losses.of(question.read(answer or ""))
            if question.refusal(losses.answer(question)):
                return self.say("next.assign_not")
            return self.say("next.assign", role, losses=losses.text(question.ways.roster, self.lang))
        if isinstance(question, Play):
            return self.say(
                f"next.{(answer or '').split()[0]}",
                role,
                effect=rulebook()[question.use.effect.rule].title(self.lang),
            )
        if isinstance(question, Target):
            units = self.steps.table.rosters[question.index].units
            return self.say(
                "next.target", role, unit=unit_name(units[question.read(answer or "")], self.lang)
            )
        if isinstance(question, Remove):
            return self.say("next.remove", role, units=answer_label(question, answer or "", self.lang))
        assert isinstance(question, Retreat)
        return self.say("next.retreat", role) if answer == "retreat" else self.say("next.stay")

    def _throws(self, question: Throw, role: str) -> str:
        n = question.volley.count
        suffix = "_one" if n == 1 else ""
        if question.step == "combat":
            return self.say(f"next.throw{suffix}", role, n=n)
        return self.say(f"next.for{suffix}", role, n=n, step=Field(self.steps, self.lang).name(question.step))

    # -- odds

    def _odds(self) -> Markup | None:
        title = self.say("odds.title")
        try:
            odds = self.steps.odds()
        except WalkError as fault:
            parts = [el("p", fault.text(self.lang), cls="tk-small")]
        else:
            if odds is None:
                return None
            rule = rule_button(ODDS_RULE, self.lang, "rule", key="odds:rule")
            means = el("p", self.say("odds.means"), " ", rule, cls="tk-small")
            parts = [self._shares(odds), bar_html(odds, self.lang, title), means]
        return el(
            "section",
            el("h3", title, cls="tk-label"),
            parts,
            cls="tk-fleet-stepper-odds",
            data_key="odds",
        )

    def _shares(self, odds: Odds) -> Markup:
        """Return the present chances of a win, a tie and a loss of the attacker."""
        names = {"win": ROLES[0], "tie": "nobody", "loss": ROLES[1]}
        shares = share_texts(odds, self.lang)
        parts = [
            el(
                "span",
                el("b", shares[part], cls="tk-number"),
                " ",
                self.say(f"odds.{name}"),
            )
            for part, name in names.items()
        ]
        return el("p", parts, cls="tk-step-shares")
