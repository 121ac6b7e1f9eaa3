"""Examples of Imperial Twing: for every rule a small table on which it acts, or says no.

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

from functools import cache

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import TomlTable
from twingkit.learn.rule_examples import Examples, RuleExample, common_fields, example_statement
from twingkit.twing.exact_odds.odds import check_responses, odds, odds_ruling
from twingkit.twing.notation.battle_line import BattleError
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.readings import FORBIDDEN, reading


@attrs.frozen(kw_only=True)
class Example(RuleExample):
    """One rule at work.

    `table` is a battle in notation or the lines of a record, for `begin`. `answer` is empty where the table
    itself is refused, and where `odds` ("none" or "best") are computed instead of an answer given. `open` is
    the table to try, always one that can be begun: the right one where `table` is refused.
    """

    table: str
    open: str
    odds: str = ""

    @property
    def statement(self) -> Ruling | Refusal:
        """The statement of the rule: the ruling with which it acts, or its refusal."""
        return _statement(self)

    def game(self) -> Game:
        """The game just before the rule acts; where the table is refused, that of `open`."""
        return Game.begin(self.table if self.answer or self.odds else self.open).give_answers(*self.before)


def examples() -> tuple[Example, ...]:
    """An example for every rule, in the order of the rulebook."""
    return _EXAMPLES.all()


def example(rule: str) -> Example:
    """The example of a rule (`TW-BAT-16`); raises `UnknownRule` naming the nearest."""
    return _EXAMPLES.of(rule)


def _example(entry: TomlTable) -> Example:
    facts = entry if "table" in entry else {**entry, **_scene(entry["rule"], entry.get("story", -1))}
    table = facts["table"].strip()
    return Example(
        table=table,
        open=facts.get("open", table).strip(),
        odds=facts.get("odds", ""),
        **common_fields(facts),
    )


_EXAMPLES = Examples("twingkit.twing", rulebook, _example)


def _scene(rule: str, story_index: int) -> dict[str, object]:
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
        "case": story.lines[point].outcome.case,
    }


@cache
def _statement(example: Example) -> Ruling | Refusal:
    """Play an example; raises `ValueError` if its rule does not speak."""
    if example.odds:
        return odds_ruling(odds(example.table, check_responses(example.odds)))
    if not example.answer:
        return _refused_table(example)
    return example_statement(example)


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
