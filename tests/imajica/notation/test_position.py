"""Positions of Imajica in one line: impossible ones, and the text of each fault."""

from __future__ import annotations

import pytest

from twingkit import Fault, Refusal, imajica


def test_IJ_DECK_1_a_position_has_no_more_cards_than_a_deck() -> None:
    for line in ("p1 destiny 61*census; p2", "p1 hand 2*parry ovo irish destiny 58*census; p2"):
        with pytest.raises(Refusal, match="Player 1 has 61 cards") as caught:
            imajica.position_game(f"imajica: {line}")
        assert caught.value.rule == "IJ-DECK-1"
        assert imajica.position_game(f"imajica: {line}", variant="deck_size=61").question is not None
    assert imajica.position_game("imajica: p1 destiny 60*census; p2").question is not None


def test_a_record_keeps_a_position_of_larger_decks() -> None:
    game = imajica.position_game("imajica: p1 destiny 61*census; p2", variant="deck_size=61")
    assert type(game).replay(game.record).record == game.record


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p1 destiny 0*census; p2", "'0*census': expected a number of cards from 1"),
        ("p1 destiny some*census; p2", "'some*census': expected a number of cards from 1"),
        ("p1; p2; leads p3", "'leads p3': expected a player of this position"),
        ("p1; p2; to move p3 ally", "'to move p3': expected a player of this position"),
        ("p1; p2; to move p2 sleep", "'to move p2 sleep': expected a player from p1 to p6 and"),
        ("p1 active judit; p2", "'judit' is not a card; did you mean 'judith'?"),
        ("p1; p2 hand judit", "'judit' is not a card; did you mean 'judith'?"),
        ("p1; p2 hand zzzz", "'zzzz' is not a card; expected a card’s name"),
        ("p1; p2; round 0", "'round 0': expected a round from 1 to 28"),
        ("p1; p2; p7", "'p7': the players are not in order"),
        ("p1; p2; p2", "'p2': the players are not in order"),
        ("p1 active judith:flying; p2", "'judith:flying' is not a card of a position"),
        ("p1 active slew; p2", "'slew' cannot be there; expected a card of this kind: Character"),
        ("p1 realm slew; p2", "'slew' cannot be there; expected a card of this kind: permanent card"),
        ("p1 active judith+slew; p2", "'slew' cannot be there; expected a card of this kind: permanent"),
        ("p1 active judith+emotion-guilt@p5; p2", "'emotion-guilt@p5': expected a player of this position"),
        ("p1 state slew; p2", "'slew': expected a Site, then “=” and its Holders"),
        ("p1 slew; p2", "'slew' does not begin a part of a Realm"),
        ("p1; p2; circle slew/mud-road@p9", "'mud-road@p9': expected a Path with its owner"),
        ("p1; p2; fly", "'fly' does not belong in a position"),
    ],
)
def test_a_part_that_is_none_is_named_with_what_was_expected(line: str, said: str) -> None:
    with pytest.raises(Fault) as caught:
        imajica.position_game(f"imajica: {line}")
    assert str(caught.value).startswith(said)
    assert said.split("'")[1] in caught.value.text("de")
