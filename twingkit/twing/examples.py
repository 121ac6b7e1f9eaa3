"""Examples: for every rule of the rulebook a small table on which it acts, or says no.

    found = example("TW-BAT-16")
    print(found.title())            # The Sun wins, although the other side has far more points.
    print(found.said)               # the ruling, as the game said it
    Game.begin(found.open)          # the same table, to play on it oneself

The tables are in `examples.toml`. What is `said` is never written there: it is played.

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
from twingkit.twing.exact_odds.odds import check_responses, odds, odds_told
from twingkit.twing.notation.battle_line import BattleError
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.readings import FORBIDDEN, reading


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
        """The hint on what to look at, in one short sentence."""
        return self.titles[lang]

    @property
    def said(self) -> Ruling | Refusal:
        """The statement of the rule: the ruling with which it acts, or its refusal."""
        return _statement(self)

    @property
    def refused(self) -> bool:
        """True if the rule forbids the answer or the table."""
        return isinstance(self.said, Refusal)

    def game(self) -> Game:
        """The game just before the rule acts; where the table is refused, that of `open`."""
        return Game.begin(self.table if self.answer or self.odds else self.open).give(*self.before)

    def shown(self) -> Game:
        """The game just after; where the rule says no, nothing has changed."""
        if self.refused or not self.answer:
            return self.game()
        return self.game().give(self.answer)


def examples() -> tuple[Example, ...]:
    """An example for every rule, in the order of the rulebook."""
    return tuple(_examples().values())


def example(rule: str) -> Example:
    """The example of a rule (`TW-BAT-16`); raises `UnknownRule` naming the nearest."""
    listed = _examples()
    if rule not in listed:
        near = difflib.get_close_matches(rule[:60].upper(), listed, n=2, cutoff=0.7)
        raise UnknownRule(rule, near)
    return listed[rule]


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


def _scene(rule: str, story_index: int) -> dict[str, Any]:
    """The deciding line of a reading, in one of its stories: 0 as the box plays, -1 the other way."""
    entry = reading(rule)
    compared = entry.compare()
    story, point = compared.stories[story_index], compared.point[story_index]
    others = entry.second if story_index and entry.variant else entry.default
    answers = [answer.removeprefix(FORBIDDEN) for answer in (*entry.first, *others)]
    index = -1
    for line in story.lines[: point + 1]:  # one answer may lead to several lines, or to none
        if index < 0 or answers[index] != line.answer:
            index = answers.index(line.answer, index + 1)
    players, *lines = entry.position
    variant = [f"variant {story.variant}"] if entry.variant and story_index else []
    return {
        "table": "\n".join([players, *variant, *lines]),
        "before": [*entry.before, *answers[:index]],
        "answer": answers[index],
        "about": story.lines[point].rule,
        "case": story.lines[point].said.case,
    }


@cache
def _statement(example: Example) -> Ruling | Refusal:
    """Play an example; raises `ValueError` if its rule does not speak."""
    if example.odds:
        return odds_told(odds(example.table, check_responses(example.odds)))
    if not example.answer:
        return _refused_table(example)
    refusal = example.game().refused(example.answer)
    rulings = [refusal] if refusal else example.game().give(example.answer).rulings
    for ruling in rulings:
        if ruling.rule == example.about and example.case in ("", ruling.case):
            if example.seen_by is not None and isinstance(ruling, Ruling):
                return ruling.seen_by(example.seen_by)
            return ruling
    raise ValueError(f"{example.rule}: {example.answer!r} leads to {[str(ruling) for ruling in rulings]}")


def _refused_table(example: Example) -> Refusal:
    """The reason why a table cannot be; raises `ValueError` if it is not its rule's."""
    refusals: list[Refusal] = []
    try:
        Game.begin(example.table)
    except Refusal as only:
        refusals = [only]
    except BattleError as fault:
        refusals = fault.problems
    for refusal in refusals:
        if refusal.rule == example.about:
            return refusal
    raise ValueError(f"{example.rule} does not refuse the table {example.table!r}")
