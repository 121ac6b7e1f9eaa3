"""The plain lab of a game that has odds for its lines and no lab of its own: a typed line and who wins."""

from __future__ import annotations

from typing import Any

import attrs

from twingkit.asking import Refusal
from twingkit.games import GameEntry
from twingkit.notation import BattleError
from twingkit.slices import Slices
from twingkit.starts import start_of
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.tab import Builder, Tab
from twingkit_widgets.lab.verdict import bar_html, share_texts, verdict_html
from twingkit_widgets.lab.words import WORDS, lab_sentence
from twingkit_widgets.panel.markup import Child, Markup, el

NAMES = {"win": "plain.win", "tie": "plain.tie", "loss": "plain.loss"}
"""The text keys of the three chances."""


@attrs.frozen
class PlainDraft:
    """A typed line, and the rules that forbid what it says."""

    text: str
    forbidden: tuple[Refusal, ...] = ()

    @property
    def complete(self) -> bool:
        """True if anything was typed."""
        return bool(self.text)

    def battle(self) -> str:
        """The line: what the game's odds are asked about."""
        return self.text

    def problems(self) -> tuple[Refusal, ...]:
        """The rules that the line breaks."""
        return self.forbidden

    def line(self) -> str:
        """The line."""
        return self.text

    def with_battle(self, battle: str) -> PlainDraft:
        """The draft of another line."""
        return PlainDraft(battle)


class PlainBuilder(Builder):
    """The builder of the plain lab: the odds, and the line to change."""

    def head(self) -> Child:
        """Return what to do here."""
        return el("p", self.say("plain.lead"), cls="tk-lab-lead")

    def view(self) -> Child:
        """Return who wins how often, and what the rules say to the line."""
        lang, odds = self.lab.lang, self.lab.odds
        hint = self.say("plain.open") if odds is None else ""
        verdict = verdict_html(odds, lang, self.say("plain.verdict"), hint, self.lab.stale())
        return [verdict, self.lab.slow_html(), self.lab.problems_html()]

    def odds_news(self) -> str:
        """The odds in one sentence."""
        odds = self.lab.odds
        return self.say("plain.news", **share_texts(odds, self.lab.lang)) if odds else ""


class PlainTab(Tab):
    """The tab with the three chances of the first side."""

    def view(self) -> Markup:
        """The chances as a bar and in words."""
        lang, odds = self.lab.lang, self.lab.odds
        if odds is None:
            return el("p", self.lab.stale(), cls="tk-soft")
        rows = [
            el("div", el("dt", self.say(NAMES[part])), el("dd", text))
            for part, text in share_texts(odds, lang, 2).items()
        ]
        return el("div", el("dl", rows, cls="tk-odds-legend"), bar_html(odds, lang), cls="tk-stack")


def plain_lab(entry: GameEntry) -> LabDesign:
    """The lab of a game in which a line is typed and its odds are shown.

    >>> from twingkit.games import game_named
    >>> plain_lab(game_named("imperium")).read("space: 1 cruiser vs 1 cruiser").complete
    True
    """

    def read(text: str) -> PlainDraft:
        if not text:
            return PlainDraft("")
        try:
            start_of(text, entry.id)
        except Refusal as refusal:
            return PlainDraft(text, (refusal,))
        except BattleError as fault:
            return PlainDraft(text, tuple(fault.problems))
        return PlainDraft(text)

    def odds(line: str) -> Slices[Any]:
        yield 0.0
        return entry.load("odds").odds(line)

    def say(lang: str, key: str, role: str = "", **facts: object) -> str:
        return lab_sentence(WORDS, entry.load("rules"), lang, key, role, **facts)

    module = "twingkit_widgets.lab.plain"
    return LabDesign(
        game=entry.id,
        page=f"{entry.id}-lab",
        example="",
        read=read,
        odds=odds,
        say=say,
        builder=f"{module}:PlainBuilder",
        tabs={"odds": f"{module}:PlainTab"},
    )
