"""The default lab of a game with odds but without its own lab: typed notation and who wins."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.core.example_lines import examples
from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.core.notation import BattleError
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.running.winners import teams_of
from twingkit.core.slices import Slices
from twingkit.core.starts import parse_start
from twingkit.odds.odds import Outcomes
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.tab import Builder, Tab
from twingkit_widgets.lab.verdict import TINY, parts_bar, verdict_section
from twingkit_widgets.lab.weighed_draft import LabOdds
from twingkit_widgets.lab.workbench_words import WORDS, lab_sentence
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import Words, capitalize_first, join_names, percents

PLAIN = Words(Path(__file__).with_name("plain_words.toml"), WORDS)
"""The texts of the default lab, which suit any kind of odds."""

COLOURS = ("win", "loss", "tie")
"""The colours of outcomes, in turn."""


@attrs.frozen
class Share:
    """One outcome with its chance: its colour in the bar, and its name."""

    colour: str
    name: str
    chance: float


def shares(odds: object, line: str, game: str) -> list[Share]:
    """Return the possible outcomes of odds: those of `Outcomes` in the words of the game, or who wins.

    Impossible ones are left out.

    >>> from twingkit.odds.odds import Odds
    >>> outcomes = shares(Odds(0.75, 0, 0.25), "F: F5 vs W: W6", "twing")
    >>> [share.name for share in outcomes]
    ['The attacker wins', 'The defender wins']
    """
    start = parse_start(line, game)
    words = start.rulebook().words

    def called(name: str) -> str:
        return words.name(name) if name in words else name

    if isinstance(odds, Outcomes):
        names = odds.names(words)
        return [
            Share(COLOURS[index % len(COLOURS)], capitalize_first(names[name]), chance)
            for index, (name, chance) in enumerate(odds.items())
        ]
    first, *others = (
        PLAIN.say(
            "plain.win_team" if side[1:] else "plain.win",
            who=join_names([called(start.seat(n)) for n in side]),
        )
        for side in teams_of(Game(start, rolls="ask"))
    )
    other = others[0] if len(others) == 1 else PLAIN.say("plain.other")
    names = {"win": first, "tie": PLAIN.say("plain.tie"), "loss": other}
    outcomes = [Share(part, capitalize_first(name), getattr(odds, part)) for part, name in names.items()]
    return [share for share in outcomes if share.chance > TINY]


@attrs.frozen
class PlainDraft:
    """Typed notation, and the rules that forbid it."""

    game: str
    text: str
    forbidden: tuple[Refusal, ...] = ()

    @property
    def complete(self) -> bool:
        """True if anything was typed."""
        return bool(self.text)

    def battle(self) -> str:
        """Return the notation, for which the game works out odds."""
        return self.text

    def problems(self) -> tuple[Refusal, ...]:
        """Return the rules that the notation breaks."""
        return self.forbidden

    def line(self) -> str:
        """Return the text as typed."""
        return self.text

    def with_battle(self, battle: str) -> PlainDraft:
        """Return the draft of other notation."""
        return PlainDraft(self.game, battle)


class PlainBuilder(Builder):
    """The builder of the default lab: the odds, and the notation to change."""

    def view(self) -> Child:
        """Return how likely each outcome is, and what the rules say about the notation; the tab shows
        faults.
        """
        lab = self.lab
        if isinstance(lab.no_odds, Fault):
            return None
        hint = self.say("plain.open") if lab.odds is None else ""
        outcomes = self._shares()
        texts = percents([share.chance for share in outcomes], 1)
        numbers = [(share.colour, text, share.name) for share, text in zip(outcomes, texts, strict=True)]
        bar = bar_of(outcomes) if outcomes else None
        stale = lab.stale()
        verdict = verdict_section(numbers, bar, self.say("plain.verdict"), stale or hint, bool(stale))
        return [verdict, lab.slow_html(), lab.problems_html()]

    def odds_news(self) -> str:
        """Return the odds in one sentence."""
        return shares_text(self._shares())

    def _shares(self) -> list[Share]:
        lab = self.lab
        if lab.odds is None:
            return []
        return shares(lab.odds, lab.settled, lab.draft.game)


class PlainTab(Tab):
    """The tab with the chances of all outcomes."""

    def view(self) -> Markup:
        """Return the chances as a bar and in words."""
        lab = self.lab
        if lab.odds is None:
            return el("p", lab.stale(), cls="tk-soft")
        outcomes = shares(lab.odds, lab.settled, lab.draft.game)
        texts = percents([share.chance for share in outcomes], 2)
        rows = [
            el("div", el("dt", share.name), el("dd", text))
            for share, text in zip(outcomes, texts, strict=True)
        ]
        return el("div", el("dl", rows, cls="tk-odds-legend"), bar_of(outcomes), cls="tk-stack")


def shares_text(outcomes: list[Share]) -> str:
    """Return outcomes with their chances in one sentence; "" without any."""
    texts = percents([share.chance for share in outcomes], 1)
    parts = [f"{share.name}: {text}" for share, text in zip(outcomes, texts, strict=True)]
    return f"{'; '.join(parts)}." if parts else ""


def bar_of(outcomes: list[Share]) -> Markup:
    """Return the bar of outcomes, described for screen readers."""
    return parts_bar([(share.colour, share.chance) for share in outcomes], shares_text(outcomes))


def plain_lab(entry: GameEntry) -> LabDesign:
    """Return a lab in which notation is typed and its odds are shown.

    >>> from twingkit.core.games import game_by_id
    >>> plain_lab(game_by_id("imperium")).read("space: 1 cruiser vs 1 cruiser").complete
    True
    """

    def read(text: str) -> PlainDraft:
        if not text:
            return PlainDraft(entry.id, "")
        try:
            parse_start(text, entry.id)
        except Refusal as refusal:
            return PlainDraft(entry.id, text, (refusal,))
        except BattleError as fault:
            return PlainDraft(entry.id, text, tuple(fault.problems))
        return PlainDraft(entry.id, text)

    def odds(line: str) -> Slices[LabOdds]:
        yield 0.0
        return entry.load("odds").odds(line)

    def say(key: str, role: str = "", **facts: object) -> str:
        return lab_sentence(PLAIN, entry.load("rules"), key, role, **facts)

    module = "twingkit_widgets.lab.plain"
    return LabDesign(
        game=entry.id,
        page=f"{entry.id}-lab",
        example=next((line for line in examples(entry) if "\n" not in line), ""),
        read=read,
        odds=odds,
        say=say,
        builder=f"{module}:PlainBuilder",
        tabs={"odds": f"{module}:PlainTab"},
    )
