"""Examples for the rules of Ember: for every rule a position in which it applies or forbids something.

    shown = example("EM-COST-5")
    print(shown.title())            # 12, 13 and an Archmage as an 11 are a run.
    print(shown.statement)          # the ruling, as the game worded it

The positions are in `examples.toml`. The text of `statement` is never stored: it comes from playing the
position.
"""

from __future__ import annotations

from functools import cache

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import TomlTable
from twingkit.ember.rules.rulebook import rulebook
from twingkit.learn.rule_examples import RuleExample, RuleExamples, common_example_fields, example_statement


@attrs.frozen(kw_only=True)
class EmberRuleExample(RuleExample):
    """An example of one rule: a position in which it applies or forbids something.

    `setup_lines` are the set-up lines of a record. `viewer_seats` are the seats (from 0) whose views of the
    table are compared; if it is empty, the view of `reader_seat` is enough.
    """

    setup_lines: str
    viewer_seats: tuple[int, ...] = ()

    @property
    def statement(self) -> Ruling | Refusal:
        """Return the ruling that cites the rule, or the refusal if the rule forbids the answer."""
        return _statement(self)

    def game(self) -> Game:
        """Return the game just before the rule applies."""
        return Game.begin(self.setup_lines, game="ember").give_answers(*self.answers_before)


def examples() -> tuple[EmberRuleExample, ...]:
    """Return an example for every rule, in the order of the rulebook."""
    return _EXAMPLES.all_examples()


def example(rule: str) -> EmberRuleExample:
    """Return the example for a rule such as `EM-COST-5`. Raises `UnknownRule` with the nearest rule id.

    >>> print(example("EM-COST-5").statement)
    1 Archmage counts as a card of any number and element in this payment. [EM-COST-5]
    """
    return _EXAMPLES.example_of_rule(rule)


def _example(entry: TomlTable) -> EmberRuleExample:
    table = f"ember: {entry['line']}" if "line" in entry else f"ember {entry['game']}"
    if "variant" in entry:
        table += f"\nvariant {entry['variant']}"
    return EmberRuleExample(
        setup_lines=table, viewer_seats=tuple(entry.get("eyes", ())), **common_example_fields(entry)
    )


_EXAMPLES = RuleExamples("twingkit.ember", rulebook, _example)

_statement = cache(example_statement)
