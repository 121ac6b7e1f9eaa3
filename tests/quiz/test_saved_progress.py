"""Records of several games in one stored text: they are independent."""

from __future__ import annotations

import tracemalloc

import pytest

from twingkit.core.games import games
from twingkit.learn.quiz.ledger import HEAD
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.quiz.saved_progress import games_in, saved_ledger, with_ledger
from twingkit.learn.quiz.tally import LedgerError

FIRST, OTHER = (entry.id for entry in games()[:2])
TEXT = f"""{HEAD}
game {FIRST}
asked 2
today 739000 2 1
last shield
topic shield 2 1 0 739000 739000
rule TW-BAT-4 1 0 0 739000 739000 shield:winner
again shield:winner 4
"""


def noted(text: str, game: str, right: bool = False) -> str:
    """Return the text after one answer to a question of the game."""
    ledger = saved_ledger(text, game)
    topic, *_ = quiz_of(game).topics
    ledger.record_answer(f"{topic}:any:1", right, [], 739_001)
    return with_ledger(text, game, ledger)


def test_lines_before_the_first_game_are_refused() -> None:
    with pytest.raises(LedgerError) as caught:
        saved_ledger(TEXT.replace(f"game {FIRST}\n", ""), OTHER)
    assert caught.value.line == 2


def test_games_are_kept_apart() -> None:
    both = noted(TEXT, OTHER)
    assert with_ledger("", FIRST, saved_ledger(both, FIRST)) == TEXT
    assert saved_ledger(both, OTHER).asked_count == 1
    assert both.startswith(TEXT)
    more = noted(both, FIRST, right=True)
    assert saved_ledger(more, OTHER) == saved_ledger(both, OTHER)
    assert saved_ledger(more, FIRST).asked_count == 3
    assert games_in(more) == (FIRST, OTHER)


def test_a_game_alone_is_kept_and_erased() -> None:
    alone = noted("", OTHER)
    assert games_in(alone) == (OTHER,)
    assert not saved_ledger(alone, FIRST).asked_count
    erased = saved_ledger(alone, OTHER)
    erased.erase()
    assert with_ledger(alone, OTHER, erased) == ""


def test_lines_of_a_game_that_is_not_installed_stay() -> None:
    text = TEXT + "game chess\nasked 9\n"
    assert noted(text, OTHER).count("game chess\nasked 9\n") == 1


def test_a_damaged_line_is_named_by_its_number_in_the_whole_text() -> None:
    text = noted(TEXT, OTHER) + "topic\n"
    with pytest.raises(LedgerError) as caught:
        saved_ledger(text, OTHER)
    assert caught.value.line == len(text.splitlines())
    assert with_ledger("", FIRST, saved_ledger(text, FIRST)) == TEXT


def test_what_is_no_ledger_is_refused_for_every_game() -> None:
    for game in (FIRST, OTHER):
        with pytest.raises(LedgerError, match=HEAD):
            saved_ledger("hello", game)


def test_a_text_of_many_headings_takes_no_more_memory_than_its_letters() -> None:
    headings = "\n".join([HEAD, *(f"game g{number}" for number in range(20_000))])
    tracemalloc.start()
    try:
        assert games_in(headings) == ()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100 * len(headings)
