"""The default lab, for a game that has odds but no lab of its own: a field for notation, and who wins."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.core.example_lines import example_lines
from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.running.winners import teams_of
from twingkit.core.slices import single_slice
from twingkit.core.starts import parse_start
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.odds import OutcomeChances
from twingkit_widgets.lab.design import Draft, LabDesign
from twingkit_widgets.lab.lab_words import LAB_WORDS
from twingkit_widgets.lab.odds_bar import ROUNDING_TOLERANCE, odds_section_html, outcomes_bar_html
from twingkit_widgets.lab.tab import LabBuilder, LabTab, require_odds
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, join_names, percents

_DEFAULT_LAB_WORDS = PanelTexts(Path(__file__).with_name("plain_words.toml"), LAB_WORDS)
"""The texts of the default lab, for any kind of odds."""

COLOURS = ("win", "loss", "tie")
"""The colours of outcomes, used in turn."""


@attrs.frozen
class OutcomeBarPart:
    """One part of an outcome bar: the colour, the name of the outcome, and its chance (0 to 1)."""

    colour: str
    name: str
    chance: float


def outcome_shares(odds: object, line: str, game: str) -> list[OutcomeBarPart]:
    """Return the possible outcomes of a position as bar parts with their chances, named by the game for
    `OutcomeChances`, otherwise by the winning side.

    Impossible ones are left out.

    >>> from twingkit.odds.odds import Odds
    >>> outcomes = outcome_shares(Odds(0.75, 0, 0.25), "F: F5 vs W: W6", "twing")
    >>> [share.name for share in outcomes]
    ['The attacker wins', 'The defender wins']
    """
    start = parse_start(line, game)
    words = start.rulebook().words

    def called(name: str) -> str:
        return words.name(name) if name in words else name

    if isinstance(odds, OutcomeChances):
        names = odds.display_names(words)
        return [
            OutcomeBarPart(COLOURS[index % len(COLOURS)], capitalize_first(names[name]), chance)
            for index, (name, chance) in enumerate(odds.items())
        ]
    first, *others = (
        _DEFAULT_LAB_WORDS.say(
            "plain.win_team" if side[1:] else "plain.win",
            who=join_names([called(start.seat(n)) for n in side]),
        )
        for side in teams_of(Game(start, rolls="ask"))
    )
    other = others[0] if len(others) == 1 else _DEFAULT_LAB_WORDS.say("plain.other")
    names = {"win": first, "tie": _DEFAULT_LAB_WORDS.say("plain.tie"), "loss": other}
    outcomes = [
        OutcomeBarPart(part, capitalize_first(name), getattr(odds, part)) for part, name in names.items()
    ]
    return [share for share in outcomes if share.chance > ROUNDING_TOLERANCE]


@attrs.frozen
class LineDraft(Draft):
    """The draft of the default lab: the typed notation, and the refusals that say which rules it breaks."""

    game: str
    text: str
    refusals: tuple[Refusal, ...] = ()

    @property
    def is_complete(self) -> bool:
        """True if anything was typed."""
        return bool(self.text)

    def subject(self) -> str:
        """Return the notation, which stands for the battle."""
        return self.text

    def line(self) -> str:
        """Return the text as typed."""
        return self.text

    def with_subject(self, subject: str) -> LineDraft:
        """Return the draft of other notation."""
        return LineDraft(self.game, subject)


class DefaultLabBuilder(LabBuilder):
    """The builder of the default lab: a field for notation with the odds of the typed position."""

    def view(self) -> Child:
        """Return the chance of each outcome, and the refusals of the notation; the tab shows faults."""
        lab = self.lab
        if isinstance(lab.odds_error, Fault):
            return None
        hint = self.say("plain.open") if lab.odds is None else ""
        outcomes = self._shares()
        texts = percents([share.chance for share in outcomes], 1)
        numbers = [(share.colour, text, share.name) for share, text in zip(outcomes, texts, strict=True)]
        bar = _described_outcomes_bar(outcomes) if outcomes else None
        stale = lab.stale_odds_text()
        verdict = odds_section_html(numbers, bar, self.say("plain.verdict"), stale or hint, bool(stale))
        return [verdict, lab.progress_html(), lab.problems_html()]

    def odds_announcement(self) -> str:
        """Return the odds in one sentence."""
        return _outcomes_text(self._shares())

    def _shares(self) -> list[OutcomeBarPart]:
        lab = self.lab
        if lab.odds is None:
            return []
        return outcome_shares(lab.odds, lab.analysed_subject, lab.draft.game)


class OutcomesTab(LabTab):
    """The tab of the default lab that lists the chances of all outcomes."""

    def frame(self) -> DataFrame:
        """Return the chances of all outcomes."""
        lab = self.lab
        shares = outcome_shares(require_odds(lab), lab.analysed_subject, lab.draft.game)
        return frame_from_rows([(share.name, share.chance) for share in shares], ["outcome", "chance"])

    def view(self) -> Markup:
        """Return the chances of all outcomes as a bar and in words."""
        lab = self.lab
        if lab.odds is None:
            return el("p", lab.stale_odds_text(), cls="tk-soft")
        outcomes = outcome_shares(lab.odds, lab.analysed_subject, lab.draft.game)
        texts = percents([share.chance for share in outcomes], 2)
        rows = [
            el("div", el("dt", share.name), el("dd", text))
            for share, text in zip(outcomes, texts, strict=True)
        ]
        return el(
            "div", el("dl", rows, cls="tk-odds-legend"), _described_outcomes_bar(outcomes), cls="tk-stack"
        )


def _outcomes_text(outcomes: list[OutcomeBarPart]) -> str:
    """Return outcomes with their chances in one sentence; "" without any."""
    texts = percents([share.chance for share in outcomes], 1)
    parts = [f"{share.name}: {text}" for share, text in zip(outcomes, texts, strict=True)]
    return f"{'; '.join(parts)}." if parts else ""


def _described_outcomes_bar(outcomes: list[OutcomeBarPart]) -> Markup:
    """Return the bar of outcomes, described for screen readers."""
    return outcomes_bar_html([(share.colour, share.chance) for share in outcomes], _outcomes_text(outcomes))


def default_lab(entry: GameEntry) -> LabDesign:
    """Return a simple lab for a game without its own: a notation field and the odds of the typed notation.

    >>> from twingkit.core.games import game_by_id
    >>> default_lab(game_by_id("imperium")).parse_draft("space: 1 cruiser vs 1 cruiser").is_complete
    True
    """

    def read(text: str) -> LineDraft:
        if not text:
            return LineDraft(entry.id, "")
        try:
            parse_start(text, entry.id)
        except Refusal as refusal:
            return LineDraft(entry.id, text, (refusal,))
        except IllegalBattleError as fault:
            return LineDraft(entry.id, text, tuple(fault.problems))
        return LineDraft(entry.id, text)

    module = "twingkit_widgets.lab.default_lab"
    return LabDesign(
        game=entry.id,
        page_name=f"{entry.id}-lab",
        example_line=next((line for line in example_lines(entry) if "\n" not in line), ""),
        parse_draft=read,
        compute_odds=single_slice(lambda line: entry.load("odds").odds(line)),
        words=_DEFAULT_LAB_WORDS,
        builder_path=f"{module}:DefaultLabBuilder",
        tab_paths={"odds": f"{module}:OutcomesTab"},
    )
