"""Each assert of `twingkit.testing` holds for the null games, and fails for a game broken in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from null_games.printed import values

TRIED = Path(__file__).with_name("broken_games.py").read_text(encoding="utf-8")

SAID = {
    "a fact of one seat is not hidden": "cups, after answer 3 (p3: roll 3): p1 sees the same whatever chance "
    "decides, but is told (is a fact not Hidden?) another thing if answer 3 is",
    "a card is not hidden": "but is told (is a fact not Hidden?)",
    "a view shows a sum": "sees another thing if answer",
    "a text in German shows a die": "is asked or sees others asked another thing",
    "a text to others shows a die": "is asked or sees others asked another thing",
    "a refusal names a die": "is refused another thing",
    "a die forbids a bid": "is refused another thing",
    "a die leaves out an option": "is asked or sees others asked another thing",
    "a player looks under cups": "as 'honest' answers another thing if answer",
    "a checkpoint forgets the turn": "after undo(2): asked is ('bid', 'p1'), expected ('bid', 'p2')",
    "a text bids": "text() of a look changes the table",
    "a view bids": "view() of a look changes the table",
    "options bid": "options() of a look changes the table",
    "a copy forgets the bid": "undo(1) leads to (((2,), (4,), (3,)), ''), its record to",
    "a rule that is not there acts": "CU-9.falls acted; there is no such rule",
    "a key leaves out the dice": "the tables' keys are equal, but",
    "a key leaves out the pile": "the tables' keys are equal, but",
    "options leave out what is drawn": "which is not among its options",
    "options leave out what is tried": "allows 'call', which is not among its options",
    "options have one twice": "more than once",
    "options have none": "lists no option",
    "options have what is refused": "which it refuses",
    "an option is read as another": "'1x2' is read as '1x3', expected '1x2'",
}
"""The message about each broken variant."""

NOTHING = {
    "nothing is hidden": "cups, before the first answer: nothing is hidden in this game so far",
    "nothing hidden comes before a decision": "nothing that is hidden comes before a decision of 'random'",
    "more is to be taken back than there is": "4 answers cannot be taken back; there are 3",
    "chance has decided nothing": "chance has decided nothing that could be tried",
}
"""The message if there is nothing to compare."""


@pytest.fixture(scope="module")
def messages_of_asserts(python: Callable[..., CompletedProcess[str]]) -> Mapping[str, Mapping[str, str]]:
    """Return the message of each assert, for intact games, broken ones and those with nothing to compare."""
    return values(python(TRIED))


def test_the_null_games_hold_all_of_it(messages_of_asserts: Mapping[str, Mapping[str, str]]) -> None:
    assert [said for said in messages_of_asserts["games"].values() if not said.startswith("held: ")] == []
    assert messages_of_asserts["games"]["undoes with dice"] == "held: True"


@pytest.mark.parametrize("name", SAID)
def test_a_broken_game_is_found_and_reported(
    messages_of_asserts: Mapping[str, Mapping[str, str]], name: str
) -> None:
    assert messages_of_asserts["broken"][name].startswith("failed: ")
    assert SAID[name] in messages_of_asserts["broken"][name]


@pytest.mark.parametrize("name", NOTHING)
def test_where_nothing_is_compared_it_fails(
    messages_of_asserts: Mapping[str, Mapping[str, str]], name: str
) -> None:
    assert messages_of_asserts["empty"][name].startswith("failed: ")
    assert NOTHING[name] in messages_of_asserts["empty"][name]


def test_every_broken_variant_is_expected(messages_of_asserts: Mapping[str, Mapping[str, str]]) -> None:
    assert (set(messages_of_asserts["broken"]), set(messages_of_asserts["empty"])) == (
        set(SAID),
        set(NOTHING),
    )
