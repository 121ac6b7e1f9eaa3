"""Examples: for every rule of the rulebook a small table on which it acts, or says no.

    found = example("TW-BAT-16")
    print(found.title())            # The Sun wins, although the other side has far more points.
    print(found.said)               # the ruling, as the game said it
    begin(found.open)               # the same table, to play on it oneself

The tables stand in `examples.toml`. What is `said` is never written there: it is played.

Where the rulebooks disagree (TW-VAR), the example is the deciding line of the reading's scene
(`readings.py`). Most of these rules only choose between two ways to play another rule; then that other rule
speaks, and `about` names it.
"""

from __future__ import annotations

import difflib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.asking import Refusal
from twingkit.play import Game
from twingkit.rulebook import Ruling, Texts, UnknownRule
from twingkit.twing.begin import begin, give, refused
from twingkit.twing.chances import odds, odds_told
from twingkit.twing.notation import BattleError
from twingkit.twing.readings import FORBIDDEN, reading
from twingkit.twing.rules import rulebook


@attrs.frozen(kw_only=True)
class Example:
    """One rule at work.

    `table` is a battle in notation or the lines of a record, for `begin`; `before` are the answers up to just
    before the rule acts, `answer` the one at which it acts or which it refuses. `answer` is empty where the
    table itself is refused, and where `odds` ("none" or "best") are computed instead of an answer given.
    `open` is the table to try, always one that can be begun: the right one where `table` is refused.
    `about` is the rule that speaks: `rule` itself, except where two readings of another rule are compared.
    `case` says which of its sentences; `seen_by` is the seat (from 0) that hears it, None for all that is to
    know.
    """

    rule: str
    table: str
    before: tuple[str, ...] = ()
    answer: str = ""
    open: str
    about: str
    case: str = ""
    odds: str = ""
    seen_by: int | None = None
    titles: Texts = attrs.field(eq=False)

    def title(self, lang: str = "en") -> str:
        """What to look at, in one short sentence."""
        return self.titles[lang]

    @property
    def said(self) -> Ruling | Refusal:
        """What the rule says: the ruling with which it acts, or the refusal with which it says no."""
        return _said(self)

    @property
    def refused(self) -> bool:
        """Whether the rule forbids the answer or the table."""
        return isinstance(self.said, Refusal)

    def game(self) -> Game:
        """The game just before the rule acts; where the table is refused, that of `open`."""
        return give(begin(self.table if self.answer or self.odds else self.open), self.before)

    def shown(self) -> Game:
        """The game just after; where the rule says no, nothing has changed."""
        if self.refused or not self.answer:
            return self.game()
        return give(self.game(), [self.answer])


def examples() -> tuple[Example, ...]:
    """An example for every rule, in the order of the rulebook."""
    return tuple(_examples().values())


def example(rule: str) -> Example:
    """The example of a rule (`TW-BAT-16`); raises `UnknownRule` naming the nearest."""
    found = _examples()
    if rule not in found:
        near = difflib.get_close_matches(rule[:60].upper(), found, n=2, cutoff=0.7)
        raise UnknownRule(rule, near)
    return found[rule]


@cache
def _examples() -> dict[str, Example]:
    text = files("twingkit.twing").joinpath("examples.toml").read_text(encoding="utf-8")
    entries = {entry["rule"]: entry for entry in tomllib.loads(text)["example"]}
    return {rule.id: _example(entries[rule.id]) for rule in rulebook()}


def _example(entry: dict[str, Any]) -> Example:
    facts = entry if "table" in entry else entry | _scene(entry["rule"], entry.get("story", -1))
    table = facts["table"].strip()
    return Example(
        rule=facts["rule"],
        table=table,
        before=tuple(facts.get("before", ())),
        answer=facts.get("answer", ""),
        open=facts.get("open", table).strip(),
        about=facts.get("about", facts["rule"]),
        case=facts.get("case", ""),
        odds=facts.get("odds", ""),
        seen_by=facts.get("seen_by"),
        titles=facts["title"],
    )


def _scene(rule: str, which: int) -> dict[str, Any]:
    """The deciding line of a reading, in one of its stories: 0 as the box plays, -1 the other way."""
    found = reading(rule)
    compared = found.compare()
    story, point = compared.stories[which], compared.point[which]
    others = found.second if which and found.variant else found.default
    answers = [answer.removeprefix(FORBIDDEN) for answer in (*found.first, *others)]
    at = -1
    for line in story.lines[: point + 1]:  # one answer may lead to several lines, or to none
        if at < 0 or answers[at] != line.answer:
            at = answers.index(line.answer, at + 1)
    players, *lines = found.position
    variant = [f"variant {story.variant}"] if found.variant and which else []
    return {
        "table": "\n".join([players, *variant, *lines]),
        "before": [*found.before, *answers[:at]],
        "answer": answers[at],
        "about": story.lines[point].rule,
        "case": story.lines[point].said.case,
    }


@cache
def _said(each: Example) -> Ruling | Refusal:
    """Play an example; raises `ValueError` if its rule does not speak."""
    if each.odds:
        return odds_told(odds(each.table, each.odds))
    if not each.answer:
        return _refused_table(each)
    no = refused(each.game(), each.answer)
    told = [no] if no else give(each.game(), [each.answer]).rulings
    for said in told:
        if said.rule == each.about and each.case in ("", said.case):
            if each.seen_by is not None and isinstance(said, Ruling):
                return said.seen_by(each.seen_by)
            return said
    raise ValueError(f"{each.rule}: {each.answer!r} leads to {[str(said) for said in told]}")


def _refused_table(each: Example) -> Refusal:
    """Why a table cannot be; raises `ValueError` if its rule does not say so."""
    found: list[Refusal] = []
    try:
        begin(each.table)
    except Refusal as only:
        found = [only]
    except BattleError as fault:
        found = fault.problems
    for refusal in found:
        if refusal.rule == each.about:
            return refusal
    raise ValueError(f"{each.rule} does not refuse the table {each.table!r}")
