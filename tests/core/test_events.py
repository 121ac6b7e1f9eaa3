"""Typed rulings: recorded with their facts, read back as the same event."""

from __future__ import annotations

import pytest

from twingkit import ember, policies
from twingkit.core.events import Event
from twingkit.ember.rules import events
from twingkit.ember.rules.rulebook import rulebook


def test_an_event_is_recorded_as_its_ruling_and_read_back() -> None:
    table = ember.new_game(2, seed=1).table
    recorded = events.Passed("p2")
    table.record(recorded)
    rule, case, facts = table.rulings[-1]
    assert (rule, case, facts) == ("EM-CALL-3", "passes", {"side": "p2"})
    assert Event.of((rule, case), facts) == recorded


def test_without_explanations_nothing_is_recorded() -> None:
    table = ember.new_game(2, seed=1).table
    table.rulings = None
    table.record(events.Passed("p2"))
    assert table.rulings is None


def test_a_ruling_without_a_class_has_no_event() -> None:
    assert Event.of(("EM-CALL-7", "stall"), {"n": 3}) is None


def test_an_event_is_seen_with_what_its_reader_may_know() -> None:
    game = ember.new_game(2, seed=1)
    dealt = next(ruling for ruling in game.rulings if isinstance(ruling.event, events.Dealt))
    reader = 0 if dealt.facts["side"] == "p2" else 1
    seen = dealt.seen_by(reader).event
    assert isinstance(seen, events.Dealt)
    assert seen.cards == "hidden"
    assert seen.n == 5


@pytest.mark.parametrize("seed", range(3))
def test_every_ruling_of_a_game_whose_case_is_an_event_fits_its_class(seed: int) -> None:
    game = policies.play(ember.new_game(3, seed=seed), ["random"] * 3)
    known = [ruling for ruling in game.rulings if ruling.key in Event.all_keys()]
    assert len({ruling.key for ruling in known}) > 6
    for ruling in known:
        event = ruling.event
        assert event is not None
        assert event.facts() == ruling.facts


def test_every_event_has_a_sentence_that_its_fields_fill() -> None:
    book = rulebook()
    for key in Event.all_keys():
        rule, case = key
        if rule.startswith("EM-"):
            assert case in book.sentences[rule], key
