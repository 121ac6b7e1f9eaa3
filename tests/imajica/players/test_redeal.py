"""Copies with redealt hidden cards: what an Autarch knows stays, and nothing else is used."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from imajica_games import cards_of

from twingkit import imajica
from twingkit.core.knowledge import messages_in_every_language
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imajica.notation.known_position import known_position
from twingkit.imajica.players.redeal import paths_unknown_to_seat, redeal
from twingkit.imajica.rules.autarch import lay_path
from twingkit.imajica.rules.card_moves import discard_from_play, move_character
from twingkit.imajica.rules.table import ALL_SEATS
from twingkit.imajica.starts import position_game


def random_moment(seed: int, steps: int) -> Game | None:
    """Return a game of random players with a question for an Autarch; None if it is over before that."""
    game = imajica.new_game(2 + seed % 3, seed=seed)
    for _ in range(steps):
        if game.question is None:
            return None
        game.answer_randomly()
    while isinstance(game.question, ChanceQuestion):
        game.roll()
    return game if game.question else None


@given(st.integers(0, 10_000), st.integers(20, 700))
def test_IJ_AREA_2_a_new_deal_looks_the_same_to_its_seat(seed: int, steps: int) -> None:
    game = random_moment(seed, steps)
    if game is None:
        return
    seat = game.question.player
    twin = game.with_change(lambda table: redeal(table, seat, random.Random(seed)))
    assert twin.view(seat) == game.view(seat)
    assert list(twin.question.options()) == list(game.question.options())
    assert messages_in_every_language(twin.copy(), seat) == messages_in_every_language(game, seat)
    for player in game.table.players:
        assert cards_of(twin.table, player.seat) == cards_of(game.table, player.seat)
    for path in twin.table.pieces.paths.values():
        assert set(path.card.home_dominions) & set(twin.table.pieces[path.host].card.home_dominions)
        assert twin.table.pieces[path.token] is path
    assert twin.table.key() == twin.copy().table.key()


LINE = (
    "imajica: p1 active irish; p2 active dowd hand pneuma silence destiny gek-a-gek 3*census "
    "gideon sandstorm mud-road lamp-boy; circle ferry-market/{path}@p2; to move p1 ally"
)


def path_line(game: Game) -> str:
    """Return a Path that can lie on the Site of `LINE`."""
    home = set(game.table.cards["ferry-market"].home_dominions)
    cards = game.table.cards.values()
    return next(card.id for card in cards if card.kind == "path" and home & set(card.home_dominions))


def test_IJ_AREA_2_cards_that_all_have_seen_stay_in_the_hand_until_one_like_it_is_played() -> None:
    game = imajica.new_game(["teeth", "maestros"], seed=4, explain=False)
    while isinstance(game.question, ChanceQuestion) or game.table.phase == "setup":
        game.answer_randomly()
    rival = game.table.players[1]
    seen = next(name for name in rival.hand if rival.hand.count(name) == 1)
    rival.remove_face_up("hand", seen)
    rival.gain("hand", [seen], ALL_SEATS)
    hands = set()
    for seed in range(20):
        redeal(game.table, 0, random.Random(seed))
        assert seen in rival.hand
        hands.add(tuple(rival.hand))
    assert len(hands) > 10
    rival.remove_face_up("hand", seen)
    assert rival.known_pieces == []


def test_IJ_AREA_2_of_known_paths_any_that_can_lie_there_may_be_the_one_laid_face_down() -> None:
    """Which one it was changes no deal and no known position; what it cannot be stays known."""
    line = (
        "imajica: p1 active irish hand 3*census cold-toll riot 2 destiny pilgrim-song salt-wind; "
        "p2 active dowd; circle salt-gate; to move p1 autarch now"
    )
    known, deals = set(), set()
    for path in ("cold-toll", "salt-wind"):
        game = Game.begin(line, game="imajica")
        while isinstance(game.question, ChanceQuestion):
            game.answer_randomly()
        game.give_answers(f"p1: path {path} on salt-gate")
        assert game.table.players[0].pieces_known_to(1) == ["census", "census", "census", "riot"]
        known.add(str(known_position(game.table, 1)))
        redealt = [game.with_change(lambda table, n=n: redeal(table, 1, random.Random(n))) for n in range(20)]
        deals.add(tuple(tuple(twin.table.players[0].hand) for twin in redealt))
    assert len(known) == len(deals) == 1
    (hands,) = deals
    assert len(set(hands)) > 1


def test_IJ_AREA_2_of_two_known_paths_alike_one_stays_known() -> None:
    table = position_game("imajica: p1 active irish; p2 active dowd; circle salt-gate; to move p1 ally").table
    for _ in range(2):
        table.players[0].gain("hand", ["cold-toll"], ALL_SEATS)
    lay_path(table, 0, "cold-toll", "salt-gate")
    assert table.players[0].pieces_known_to(1) == ["cold-toll"]


def test_IJ_AREA_2_a_path_that_was_looked_at_stays_and_another_one_does_not() -> None:
    path = path_line(imajica.new_game(2, seed=1))
    game = position_game(LINE.format(path=path), seed=1)
    own = game.table.copy()
    (laid,) = own.pieces.paths.values()
    assert paths_unknown_to_seat(own, 0) == [laid]
    own.players[0].seen_paths |= {laid.token}
    assert paths_unknown_to_seat(own, 0) == []
    redeal(own, 0, random.Random(1))
    assert laid.card.id == path


def test_IJ_AREA_2_a_path_that_leaves_is_no_longer_looked_at() -> None:
    path = path_line(imajica.new_game(2, seed=1))
    table = position_game(LINE.format(path=path), seed=1).table
    (laid,) = table.pieces.paths.values()
    table.players[0].seen_paths |= {laid.token}
    discard_from_play(table, laid)
    again = table.put(table.cards[path], 1, "path", laid.host)
    assert again.token == laid.token
    assert paths_unknown_to_seat(table, 0) == [again]


def test_IJ_AREA_2_what_is_taken_back_into_a_hand_is_known() -> None:
    table = position_game("imajica: p1 active irish; p2 active dowd; to move p1 ally", seed=1).table
    move_character(table, table.pieces["dowd"], "hand")
    assert table.players[1].pieces_known_to(0) == ["dowd"]


def test_IJ_AREA_2_what_is_fetched_from_the_in_ovo_is_known() -> None:
    found = 0
    for seed in range(12):
        game = imajica.new_game(2, seed=seed)
        while game.question is not None and len(game) < 500:
            place = len(game)
            game.answer_randomly()
            for player in game.table.players:
                assert not Counter(player.pieces_known_to(1 - player.seat)) - Counter(player.hand)
            for entry in game.entries(place):
                fetched = [ruling.facts["card"].id for ruling in entry.rulings if ruling.case == "fetched"]
                shown = [card for player in game.table.players for _, card, _ in player.known_pieces]
                assert not Counter(fetched) - Counter(shown)
                found += len(fetched)
    assert found
