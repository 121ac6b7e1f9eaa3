"""Every rule has an example in which it is cited."""

from __future__ import annotations

import pytest

from twingkit.core.questions import Refusal
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.words import LANGUAGES
from twingkit.imajica.examples import example, examples
from twingkit.imajica.first_game import FIRST_GAME
from twingkit.imajica.rules.rulebook import rulebook

FEWEST = 3
"""The smallest number of cards on a table that illustrates a rule."""


def test_every_rule_has_an_example_on_which_it_speaks() -> None:
    assert [one.rule for one in examples()] == [rule.id for rule in rulebook()]
    for one in examples():
        said = one.statement
        assert said.rule == one.shown_rule, one.rule
        assert all(one.hint(lang) and said.text(lang) for lang in LANGUAGES), one.rule
        assert one.hint("en") != one.hint("de")
        if not one.deck_lines:
            changed = len(one.game_after()) - len(one.game())
            assert (changed == 0) is isinstance(said, Refusal), one.rule


def test_IJ_AREA_2_what_others_may_not_know_is_hidden_in_an_example() -> None:
    assert "hidden cards" in str(example("IJ-AREA-2").statement), "as the other player hears it"
    with pytest.raises(UnknownRule):
        example("IJ-SEIZE-99")


def test_no_two_examples_of_rules_that_speak_themselves_are_alike() -> None:
    own = [one for one in examples() if one.shown_rule == one.rule]
    assert len(own) > 60
    shown = {
        (one.setup_lines, one.deck_lines, one.answers_before, one.answer, one.case, one.rule) for one in own
    }
    assert len(shown) == len(own)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_name_no_other_player_than_the_table_has(lang: str) -> None:
    for one in examples():
        if "p3" not in " ".join(one.setup_lines):
            assert "layer 3" not in one.hint()
            assert "erson 3" not in one.hint()


def test_an_example_that_the_first_game_leads_to_shows_a_situation_of_several_cards() -> None:
    for one in examples():
        if one.rule in FIRST_GAME.rule_texts and not one.deck_lines:
            eyes = one.answering_seat if one.reader_seat is None else one.reader_seat
            views = [game.view(eyes) for game in (one.game(), one.game_after())]
            assert max(len(view.pieces) + len(view.hand) for view in views) >= FEWEST, one.rule


def test_IJ_SHORT_1_the_example_shows_what_the_first_game_says_of_it() -> None:
    assert "a Border Site counts for only one" in str(example("IJ-SHORT-1").statement)
