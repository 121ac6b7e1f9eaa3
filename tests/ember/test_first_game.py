"""The details shown beside a rule in the first game: the creature, the card or the points it is about."""

from __future__ import annotations

import pytest

from twingkit import ember
from twingkit.core.rulebook import READER_KEY
from twingkit.ember.first_game import FIRST_GAME, rule_relevance_reason
from twingkit.learn.first_game.briefing import choose_briefing


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("EM-COST-2", "Basilisk costs E2+N3."),
        ("EM-ABIL-1", "If Basilisk is used (Flip): Put −2 Victory Points on"),
        (
            "EM-ABIL-3",
            "If Griffin is used (Answer): Cancel the ability of a lesser",
        ),
        ("EM-ARCH-1", "You hold an Archmage."),
        ("EM-CALL-2", "Player 2 has 24 of the 30 Victory Points needed for a call."),
        ("EM-TURN-2", ""),
    ],
)
def test_a_rule_that_has_not_acted_is_told_with_what_makes_it_matter(rule: str, said: str):
    line = "ember: p1 hand * E5 E2 E7 A7 has wisp; p2 hand 3 has dragon kraken; to move p1 conjure"
    game = ember.position_game(line, seed=1)
    ruling = rule_relevance_reason(game.question, rule)
    assert bool(ruling) is bool(said)
    assert ruling is None or ruling.for_reader({"p1": READER_KEY}).text().startswith(said)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("ember: p1 hand A6 A5 E5 F5 *; p2 hand 3; to move p1 conjure", "EM-ARCH-1"),
        ("ember: p1 hand A6 A5 E5 F5 *; p2 hand 3; to move p1", "EM-TURN-4"),
    ],
)
def test_what_a_button_offers_is_told_with_the_choice_though_other_rules_are_told(line: str, rule: str):
    game = ember.position_game(line, seed=1)
    lesson = choose_briefing(FIRST_GAME, game.start.rulebook(), game.question, [])
    assert len(lesson.rules_to_explain) > 2
    assert rule in lesson.rule_ids
    assert rule not in [told.rule for told in lesson.postponed_rules]


def test_EM_COST_1_the_reason_stands_with_the_rule_and_only_once():
    line = "ember: p1 hand A6 A5 E5 F5 A4 has imp:down; p2 hand 3; to move p1 conjure"
    game = ember.position_game(line, seed=1)
    known = {"EM-CONJ-1", "EM-CONJ-2", "EM-COST-3"}
    lesson = choose_briefing(FIRST_GAME, game.start.rulebook(), game.question, [], known=known)
    reasons = [told.reason for told in lesson.rules_to_explain]
    assert lesson.rule_ids[0].startswith("EM-COST-")
    assert reasons[0] is not None
    assert len({str(reason) for reason in reasons if reason}) == sum(map(bool, reasons))


@pytest.mark.parametrize(
    ("owned", "rules"),
    [
        ("", set()),
        ("has wisp:down", {"EM-ABIL-1"}),
        ("has phoenix", {"EM-ABIL-1", "EM-ABIL-6"}),
        ("has griffin", {"EM-ABIL-3", "EM-ABIL-6"}),
        ("has gnome", {"EM-ABIL-1", "EM-DECK-4"}),
    ],
)
def test_a_sign_on_creatures_is_told_when_a_creature_with_it_is_in_play(owned: str, rules: set[str]):
    game = ember.position_game(f"ember: p1 hand A5 E5 F7; p2 hand 3 {owned}; to move p1 draw", seed=1)
    told = {*FIRST_GAME.rules_for_options(game.question)}
    assert told & {"EM-ABIL-1", "EM-ABIL-3", "EM-ABIL-6", "EM-DECK-4"} == rules
