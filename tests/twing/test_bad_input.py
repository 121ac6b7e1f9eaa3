"""Typing mistakes at the start of a game give one clear error, in both languages, for its line."""

from __future__ import annotations

import pytest

from twingkit import BadAnswer, Game, RecordError, Refusal, twing
from twingkit.core.messages import Fault

HEAD = "twingkit-record 1\ngame twing\n"


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (2.0, "2.0 names no players"),
        (None, "None names no players"),
        (True, "True names no players"),
        (b"FW", "names no players"),
        ("٣", "'٣' names no players"),
        ("3", "'3' names no players"),
        ("three", "'three' names no players"),
        (-3, "not −3"),
        (1, "not 1"),
        (12, "not 12"),
        (10**12, "not 1000000000000"),
        ((), "not 0"),
        ("FX", "'F X'"),
        (["F", None], "'F None'"),
        ([1, 2], "'1 2'"),
    ],
)
def test_TW_BOX_1_players_are_a_number_or_their_characters(players, said):
    with pytest.raises(Fault) as caught:
        twing.new_game(players)
    assert said in caught.value.text("en")
    assert caught.value.text("de") != caught.value.text("en")


@pytest.mark.parametrize(
    ("setup", "line", "said"),
    [
        ("players -3", 3, "not −3"),
        ("players 12", 3, "not 12"),
        ("players ٣", 3, "names no players"),
        ("players 04", 3, "names no players"),
        ("players 2.0", 3, "names no players"),
        ("players", 3, "names no players"),
        ("players F X", 3, "'F X'"),
        ("playrs F W", 3, "neither a set-up line"),
        ("players F W\nvariannt box", 4, "neither a set-up line"),
        ("players F W\n\n# a word\nfoo bar\np1: pass", 6, "neither a set-up line"),
        ("players F W\nvariant prise=3", 4, "'price'"),
        ("players F W\nvariant box\nvariant short", 5, "found 2"),
        ("players F W\nbox x", 4, "A box begins with"),
        ("players F W\nbox own\nspells F0", 5, "F0"),
        ("players F W\np1 hand F5\np2 hand W5; ornicles 99", 5, "TW-TURN-6"),
        ("players F W\np1 hand F5\np2 hand F99", 5, "TW-BOX-5"),
        ("players F W\np1 hand F5\np2 hand F5*9", 5, "TW-BOX-1"),
        ("players F W\np1 hand F5\np2 hand W5; ornicles 04", 5, "'04'"),
        ("players F W\np1 hand F5\np2 hand W4\ntable display hat,hat", 6, "TW-BOX-1"),
        ("players F W\np1 hand F5\np2 hand W4\np2 hand W5", 6, "found 2"),
        ("players 2\np1 hand F5\np2 hand W4", 3, "the characters of all players"),
        ("players F W\np2 hand W4", 4, "'p1' is missing"),
    ],
)
def test_a_record_names_the_line_of_the_set_up_that_is_wrong(setup, line, said):
    with pytest.raises(RecordError) as caught:
        Game.replay(HEAD + setup)
    assert caught.value.line == line
    assert said in caught.value.text("en")
    assert caught.value.text("de") != caught.value.text("en")


@pytest.mark.parametrize(
    ("record", "line", "said"),
    [
        ("game twing.battle\nbatle F: F5 vs W: W6", 3, "neither a set-up line"),
        ("game twing.battle\n\nbattle F: F5 vs W: W6\nbattle F: F5 vs W: W6", 5, "found 2"),
        ("game twing.endgame\nendgame F: F5 vs W: W4\nendgame F: F5 vs W: W4", 4, "found 2"),
        ("game imperium.battle\nbattle space: 1 cruiser vs 1 cruiser\nfoo", 4, "neither a set-up line"),
    ],
)
def test_a_record_of_one_line_names_the_line_that_is_wrong(record, line, said):
    with pytest.raises(RecordError) as caught:
        Game.replay(f"twingkit-record 1\n{record}")
    assert (caught.value.line, said in caught.value.text("en")) == (line, True)


@pytest.mark.parametrize("text", ["A\n\ne", "F: F5\n\nvariant box", "battle\tF"])
def test_a_wrong_line_with_an_empty_line_below_it_is_a_clear_error(text):
    with pytest.raises((Fault, twing.NotationError)) as caught:
        Game.begin(text)
    assert caught.value.text("de") != caught.value.text("en")


@pytest.mark.parametrize("setup", ["playrs F W", "players F W\nvariannt box"])
def test_a_mistyped_word_of_the_set_up_is_named(setup):
    with pytest.raises(Fault, match="neither a set-up line") as caught:
        Game.begin(setup)
    assert "weder" in caught.value.text("de")


@pytest.mark.parametrize("answer", ["attack p4", "duel p3", "capture p4 F4"])
def test_TW_BAT_1_a_seat_that_nobody_has_is_named_with_those_at_the_table(answer):
    game = Game.begin("players F W\np1 hand F5 trap; ornicles 1\np2 hand W4; objects hat\ntable phase action")
    while game.question.kind != "act":
        game.roll()
    seat = answer.split()[1]
    with pytest.raises(BadAnswer) as caught:
        game.answer(answer)
    assert caught.value.text("en").startswith(f"There is no '{seat}' at this table; expected one of 'p1' and")
    assert f"Einen Platz „{seat}“ gibt es" in caught.value.text("de")
    with pytest.raises(Refusal, match="target of their own action"):
        game.answer("attack p1")
