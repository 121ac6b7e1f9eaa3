"""The reasons of hints: what speaks against the advice is named, and a use says what it changes."""

from __future__ import annotations

import pytest
from ember.at_the_table import start

from twingkit.core.rulebook import Ruling
from twingkit.ember.players.reasons import reason
from twingkit.players.lookahead.ratings import ratings


def why(line: str, answer: str) -> Ruling | None:
    """The reason for an answer at a table."""
    game = start(line)
    return reason(game, ratings(game, playout_count=1, candidate_answers=[answer]), answer)


@pytest.mark.parametrize(
    ("hand", "answer", "case"),
    [
        ("W4 A5 F5 W5 E8", "conjure siren W4 W5 A5 F5", "why_ability"),
        ("W4 A5 F5 W5 E8", "conjure dryad A5 F5 W5", "why_keeps"),
        ("* E1 W2 A3 W3", "conjure sprite W2 W3", "why_next"),
    ],
)
def test_EM_CONJ_1_a_creature_with_fewer_points_is_advised_with_what_speaks_for_it(
    hand: str, answer: str, case: str
) -> None:
    because = why(f"p1 hand {hand}; p2 hand 5; to move p1 conjure", answer)
    assert because is not None
    assert because.case == case
    if case != "why_keeps":
        assert str(because.facts["more"]) in because.text("en")
        assert because.facts["more"] > because.facts["n"]  # type: ignore[operator]


def test_EM_CONJ_1_a_creature_that_was_not_rated_is_known_to_be_payable_too() -> None:
    because = why("p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", "done")
    assert because is not None
    assert because.case == "why_waits"


@pytest.mark.parametrize(
    ("line", "answer", "said"),
    [
        ("p1 hand A1 has dryad siren:down; p2 hand 3; to move p1", "use dryad siren", "Siren can then act"),
        (
            "p1 hand A1 has minotaur; p2 hand 3 has imp; to move p1",
            "use minotaur imp",
            "Player 2 then cannot",
        ),
        ("p1 hand A1 has imp; p2 hand E1 E2; to move p2 draw", "use imp p2", "may conjure next"),
        ("p1 hand A5 E5 has roc; p2 hand 3; pile F5; to move p1", "use roc F5", "can pay for"),
        (
            "p1 hand A1 has banshee; p2 hand 3 has imp siren; to move p1",
            "use banshee imp siren",
            "then has 2",
        ),
    ],
)
def test_EM_ABIL_1_a_use_is_advised_with_what_it_changes(line: str, answer: str, said: str) -> None:
    game = start(line if line.endswith("draw") else f"{line} conjure")
    if line.endswith("draw"):
        game.answer("stay")
    because = reason(game, ratings(game, playout_count=1, candidate_answers=[answer]), answer)
    assert because is not None
    assert said in because.text("en")
    assert because.text("de") != because.text("en")
