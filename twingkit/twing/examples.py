"""Examples of Imperial Twing: for every rule a small table on which it applies or forbids something.

    found = example("TW-BAT-16")
    print(found.title())            # The Sun wins, although the other side has far more points.
    print(found.statement)          # the ruling, as the game cites it
    Game.begin(found.open)          # the same table, to play on it yourself

The tables are in `examples.toml`. The engine plays the example to find the `statement`.

For disagreements of the rulebooks (TW-VAR), the example is the deciding line of the scene
(`variants/disagreements.py`).
Most of these rules only choose between two ways to play another rule; then that rule speaks, and `shown_rule`
names it.
"""

from __future__ import annotations

from functools import cache

import attrs

from twingkit.core.notation import IllegalBattleError
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.variants.disagreements import FORBIDDEN_PREFIX
from twingkit.core.words import TomlTable
from twingkit.learn.rule_examples import RuleExample, RuleExamples, common_example_fields, example_statement
from twingkit.twing.exact_odds.odds import battle_odds, checked_responses, odds_ruling
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.disagreements import disagreement


@attrs.frozen(kw_only=True)
class TwingRuleExample(RuleExample):
    """An example position of Imperial Twing in which one rule acts or refuses something.

    `table` is a battle in notation or the lines of a record, for `begin`. `answer` is empty if the table
    itself is refused, or if `odds` ("none" or "best") are computed instead. `open` is a valid table to try:
    the right one if `table` is refused.
    """

    table: str
    open: str
    odds: str = ""

    @property
    def statement(self) -> Ruling | Refusal:
        """The ruling that the rule makes in this example, or its refusal."""
        return _statement(self)

    def game(self) -> Game:
        """Return the game just before the rule applies. It starts from `table`, or from `open` if the rule
        refuses `table` itself.
        """
        return Game.begin(self.table if self.answer or self.odds else self.open).give_answers(
            *self.answers_before
        )


def examples() -> tuple[TwingRuleExample, ...]:
    """Return an example for every rule, in the order of the rulebook."""
    return _EXAMPLES.all_examples()


def example(rule: str) -> TwingRuleExample:
    """Return the example of a rule (`TW-BAT-16`). Raises `UnknownRule` with the nearest rule id."""
    return _EXAMPLES.example_of_rule(rule)


def _example(entry: TomlTable) -> TwingRuleExample:
    facts = entry if "table" in entry else {**entry, **_scene(entry["rule"], entry.get("story", -1))}
    table = facts["table"].strip()
    return TwingRuleExample(
        table=table,
        open=facts.get("open", table).strip(),
        odds=facts.get("odds", ""),
        **common_example_fields(facts),
    )


_EXAMPLES = RuleExamples("twingkit.twing", rulebook, _example)


def _scene(rule: str, story_index: int) -> dict[str, object]:
    """Return the fields of the example for a rule with a disagreement, with the answer of the box (story 0)
    or the other one (-1).
    """
    entry = disagreement(rule)
    compared = entry.compare()
    story, point = compared.scenes[story_index], compared.decisive_lines[story_index]
    others = entry.second_answers if story_index and entry.variant else entry.default_answers
    answers = [answer.removeprefix(FORBIDDEN_PREFIX) for answer in (*entry.shared_answers, *others)]
    index = -1
    for line in story.lines[: point + 1]:  # one answer may lead to several lines, or to none
        if index < 0 or answers[index] != line.answer:
            index = answers.index(line.answer, index + 1)
    players, *lines = entry.position_lines
    variant = [f"variant {story.variant}"] if entry.variant and story_index else []
    return {
        "table": "\n".join([players, *variant, *lines]),
        "before": [*entry.hidden_answers, *answers[:index]],
        "answer": answers[index],
        "about": story.lines[point].rule,
        "case": story.lines[point].outcome.case,
    }


@cache
def _statement(example: TwingRuleExample) -> Ruling | Refusal:
    """Play an example and return the ruling or refusal of its rule; raise `ValueError` if the rule gives
    neither.
    """
    if example.odds:
        return odds_ruling(battle_odds(example.table, checked_responses(example.odds)))
    if not example.answer:
        return _refused_table(example)
    return example_statement(example)


def _refused_table(example: TwingRuleExample) -> Refusal:
    refusals: list[Refusal] = []
    try:
        Game.begin(example.table)
    except Refusal as only:
        refusals = [only]
    except IllegalBattleError as fault:
        refusals = fault.problems
    for refusal in refusals:
        if refusal.rule == example.shown_rule:
            return refusal
    raise ValueError(f"{example.rule} does not refuse the table {example.table!r}")
