"""Every rule has an example in which it is cited."""

from __future__ import annotations

import pytest

from twingkit.core.questions import Refusal
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.words import LANGUAGES
from twingkit.ember.examples import example, examples
from twingkit.ember.rules.rulebook import rulebook


def test_every_rule_has_an_example_on_which_it_speaks() -> None:
    assert [one.rule for one in examples()] == [rule.id for rule in rulebook()]
    for one in examples():
        said = one.statement
        assert said.rule == one.shown_rule, one.rule
        assert all(one.hint(lang) and said.text(lang) for lang in LANGUAGES), one.rule
        assert one.hint("en") != one.hint("de")
        changed = len(one.game_after()) - len(one.game())
        assert (changed == 0) is isinstance(said, Refusal), one.rule


def test_what_others_may_not_know_is_hidden_in_an_example() -> None:
    assert "hidden" in str(example("EM-VIEW-1").statement), "as the third player hears it"
    flipped = example("EM-VIEW-2")
    theirs, own = (flipped.game_after().view(seat).seats[1].creatures for seat in flipped.viewer_seats)
    assert [one.id for one in theirs] == ["", ""]
    assert [one.id for one in own] == ["wisp", "sprite"]
    with pytest.raises(UnknownRule):
        example("EM-COST-99")
