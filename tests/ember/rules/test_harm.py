"""What an answer certainly costs its own player, and what it only may cost."""

from __future__ import annotations

from twingkit import ember
from twingkit.ember.rules.acts import Call, Draw, Use, UseArchmage
from twingkit.ember.rules.harm import self_harm_kind

HAND = "ember: p1 hand A5 E5 F5 A9 *{}; p2 hand W5 W6{}; to move p1 {}"


def harm(answer: str, own: str = "", other: str = "", step: str = "draw") -> str:
    """Return the harm of an answer of the first player, which is allowed there."""
    question = ember.position_game(HAND.format(own, other, step), seed=1).question
    assert question is not None
    act = question.parse_answer(answer)
    assert question.refusal(act) is None, answer
    return self_harm_kind(question, act)


def test_a_thrown_away_archmage_is_harm_while_another_card_stays():
    assert harm("draw *") == "archmage"
    assert harm("draw A9") == ""
    assert harm("refresh") == "", "no card stays that does less"


def test_a_hand_of_archmages_alone_may_lose_one():
    line = "ember: p1 hand * * *; p2 hand 3; to move p1 draw"
    question = ember.position_game(line, seed=1).question
    assert [
        self_harm_kind(question, answer) for answer in question.options() if isinstance(answer, Draw)
    ] == [""]


def test_an_archmage_may_pay_turn_and_revive():
    own, other = " has wisp:down", " has siren"
    assert harm("archmage flip siren", own, other) == ""
    assert harm("archmage revive wisp", own, other) == ""
    assert harm("conjure gnome A5 E5", own, other, "conjure") == ""


def test_an_archmage_on_the_wrong_creature_is_harm_where_the_table_allows_it():
    line = "ember: p1 hand A5 * has wisp dryad:down; p2 hand W5 has siren imp:down; to move p1 draw"
    question = ember.position_game(line, seed=1, variant="arch_targets=any").question
    found = {
        str(answer): self_harm_kind(question, answer)
        for answer in question.options()
        if isinstance(answer, UseArchmage)
    }
    assert found["archmage flip wisp"] == found["archmage revive imp"] == "turns_own"
    assert found["archmage flip siren"] == found["archmage revive dryad"] == ""


def test_a_call_behind_somebody_is_harm_unless_something_of_ones_own_can_still_change_that():
    own, more = " has dragon phoenix unicorn", " has leviathan cerberus titan"
    assert harm("call", own) == ""
    assert harm("call", own, more) == "losing_call"
    assert harm("call", " has dragon phoenix basilisk", more) == "", "a basilisk lays marks"
    assert harm("call", " has dragon phoenix basilisk:down", more) == "", "it may be revived"


def test_a_call_without_the_points_is_harm_where_the_table_lets_one_make_it():
    line = HAND.format(" has wisp", "", "draw")
    question = ember.position_game(line, seed=1, variant="call_guard=off").question
    assert question.refusal(Call()) is None
    assert self_harm_kind(question, Call()) == "wrong_call"


def test_a_use_that_takes_from_its_user_alone_is_harm():
    assert harm("use siren", " has siren") == "", "the other hand loses a card, too"
    line = "ember: p1 hand A5 E5 has siren; p2 hand 0; to move p1 draw"
    question = ember.position_game(line, seed=1).question
    assert self_harm_kind(question, Use("siren")) == "hits_own"
