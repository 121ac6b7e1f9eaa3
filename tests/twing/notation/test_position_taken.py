"""Positions taken from games, as one player knows them, and printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from twing.notation.positions import begin, both_texts, outcome

from twingkit import Game, twing
from twingkit.core.messages import Fault
from twingkit.twing.box.entries import EVENT_EFFECTS
from twingkit.twing.notation.holding import Holding
from twingkit.twing.notation.position import Position
from twingkit.twing.notation.position_lines import POSITION_PHASES, UNSEEN_CARD
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.rules.table import TwingTable

VARIANTS = (
    "box",
    "short",
    "german",
    "english",
    "box unused_elements=removed unlimited_bank=true",
    "box endgame_entry=free direction=after_first_turn switching=announcements",
    "box refill_when=turn refill_first=true used_events=leave ritual_empty=display",
)


def restart(game: Game, position: Position) -> Game:
    """Return a game with the same players, variant and box that begins with a position."""
    characters = tuple(player.character for player in game.table.players)
    start = twing.GameStart(characters, game.start.variant, game.start.box, position)
    return Game(start, rolls="ask", explain=False)


# -- taking a position


def moments(game: Game) -> Iterator[Position]:
    """Play on at random; yield every position that can be taken on the way, and check that no other moment
    gives one."""
    while not game.over:
        taken = outcome(lambda: Position.from_table(game.table))
        if isinstance(taken, Fault):
            assert taken.key == "position_moment"
            assert game.question.kind != "act"
        else:
            assert game.question.kind in ("act", "switch", "draw")
            yield taken
        game.answer_randomly()


@settings(max_examples=runs(6, 120))
@given(st.integers(0, 10_000), st.sampled_from((2, 3, 4)), st.sampled_from(VARIANTS))
def test_every_position_of_a_game_survives_its_text(seed, players, variant):
    game = twing.new_game(players, seed=seed, rolls="ask", variant=variant, explain=False)
    for number, position in enumerate(moments(game)):
        lines = position.lines()
        assert Position.from_lines(lines, players) == position
        assert Position.from_lines(lines, players).lines() == lines
        twin = restart(game, position)
        assert twin.table.key() == game.table.key()
        assert twin.table.discard_pile == game.table.discard_pile
        assert Position.from_table(twin.table) == position
        assert Position.from_table(twin.start.table()) == position
        if number > 60:
            return


@settings(max_examples=runs(5, 100))
@given(st.integers(0, 10_000), st.sampled_from((2, 3, 4)), st.sampled_from(VARIANTS), st.integers(0, 60))
def test_the_same_answers_lead_from_a_position_to_the_same_end(seed, players, variant, wait):
    game = twing.new_game(players, seed=seed, rolls="ask", variant=variant, explain=False)
    for position in moments(game):
        # Before an action, an owner of more than three objects is asked again which are active.
        if position.turn >= wait and game.question.kind != "act":
            break
    else:
        return
    twin = restart(game, Position.from_lines(position.lines(), players))
    while not game.over:
        question = game.question
        assert (twin.question.kind, twin.question.player) == (question.kind, question.player)
        twin.answer(question.format_answer(game.answer_randomly()))
    assert twin.over
    assert twin.result == game.result
    assert twin.table.key() == game.table.key()


def no_position(table: TwingTable) -> None:
    with pytest.raises(Fault) as caught:
        Position.from_table(table)
    assert caught.value.key == "position_moment"
    assert list(both_texts(caught.value))


def test_there_is_no_position_of_a_battle_a_set_up_or_a_game_that_is_over():
    no_position(twing.battle_game("F: F5 vs W: W4").table)
    no_position(twing.new_game(2, rolls="ask").table)
    game = begin("p1 hand F5", "p2 hand W4", "table phase action")
    Position.from_table(game.table)
    for answer in ("attack p2", "lay F5", "lay W4", "roll 2", "roll 0", "draw spell F1", "draw spell W1"):
        game.answer(answer)
        if (game.table.turn_number, game.table.phase) == (1, "action"):
            no_position(game.table)
    assert Position.from_table(game.table).lines() == [
        "p1 hand F1; ornicles 1",
        "p2 hand W1",
        "table turn 2; to-move p2; phase turn; discard spell F5 W4; as-is",
    ]
    game.answer("draw trap")
    game.answer("retire")
    assert game.over
    no_position(game.table)


def test_there_is_no_position_after_the_action_of_a_turn():
    game = begin(
        "p1 hand F5; objects bra,cup,hat; ornicles 5", "p2 hand W4", "table phase action; display teddy"
    )
    Position.from_table(game.table)
    game.answer("buy teddy")
    game.answer("object socks")
    game.answer("object boots")
    assert game.question.kind == "switch"
    no_position(game.table)


def test_there_is_a_position_before_the_first_card_but_not_in_the_refill():
    game = begin("p1 hand F5", "p2 hand cat", "table turn 3; to-move p1")
    assert Position.from_table(game.table).lines()[-1] == "table turn 3; to-move p1; phase turn; as-is"
    assert Position.from_table(begin("p2 hand cat", "table turn 3; to-move p2").start.table()).turn == 3
    refill = begin("p1 hand F5", "p2 hand cat", "table turn 3; to-move p2")
    refill.answer("draw cat")
    no_position(refill.table)


def test_there_is_no_position_while_cards_are_dealt_or_given_up():
    no_position(begin("p1 hand F1", "p2 hand ?").table)
    game = begin("p1 hand F1 W1 L1", "p2 hand W1")
    game.answer("draw spell A1")
    assert game.question.kind == "discard_element"
    no_position(game.table)


# -- as one player knows it


@settings(max_examples=runs(5, 100))
@given(st.integers(0, 10_000), st.sampled_from((2, 3)), st.integers(0, 40))
def test_TW_PLAY_1_a_view_becomes_a_position_that_plays_on(seed, players, wait):
    game = twing.new_game(players, seed=seed, explain=False)
    while not game.over and not (game.question.kind == "act" and game.table.turn_number >= wait):
        game.answer_randomly()
    if game.over:
        return
    open_hands = Position.from_table(game.table)
    for seat in range(players):
        position = Position.from_view(game.view(seat))
        assert position.to_move == open_hands.to_move
        for place, (known, whole) in enumerate(zip(position.holdings, open_hands.holdings, strict=True)):
            assert len(known.hand) == len(whole.hand)
            assert known.hand == whole.hand if place == seat else set(known.hand) <= {UNSEEN_CARD}
        assert Position.from_lines(position.lines(), players) == position
        twin = Game(
            twing.GameStart(tuple(each.character for each in game.view(seat).seats), position=position),
            seed=seed,
            explain=False,
        )
        for _ in range(50):
            if not twin.over:
                twin.answer_randomly()
        assert twin.over or twin.table.turn_number >= position.turn


def test_a_view_of_a_battle_or_of_drawing_is_no_position():
    game = begin("p1 hand F5", "p2 hand W4", "table phase action")
    Position.from_view(game.view(1))
    game.answer("attack p2")
    drawing = begin("p1 hand F5", "p2 hand W4")
    for view in (game.view(0), game.view(1), drawing.view(0)):
        with pytest.raises(Fault) as caught:
            Position.from_view(view)
        assert caught.value.key == "position_moment"


# -- printing


def some(values: Sequence[object], most: int = 4) -> st.SearchStrategy[list[object]]:
    return st.lists(st.sampled_from(values), max_size=most)


SPELLS = [Spell(element, power) for element in ELEMENTS for power in (1, 12, 99)]

CREATURES = [
    Creature(element, power, mount) for element in ELEMENTS for power in (2, 3) for mount in (False, True)
]

HOLDINGS = st.builds(
    Holding,
    hand=some([*SPELLS, *RESPONSE_CARD_KINDS, UNSEEN_CARD], 8),
    entourage=some(CREATURES, 8),
    objects=some(OBJECTS),
    aside=some(OBJECTS),
    ornicles=st.integers(0, 999),
    endgame=st.booleans(),
    out=st.booleans(),
)

POSITIONS = st.integers(2, 4).flatmap(
    lambda players: st.builds(
        Position,
        holdings=st.tuples(*[HOLDINGS] * players),
        turn=st.integers(1, 999_999) | st.integers(1, 5),
        to_move=st.integers(0, players - 1),
        phase=st.sampled_from(POSITION_PHASES),
        direction=st.sampled_from((1, -1)),
        acted_seats=st.none() | st.sets(st.integers(0, players - 1)).map(lambda seats: tuple(sorted(seats))),
        display=some(OBJECTS).map(tuple),
        beneath=some(OBJECTS).map(tuple),
        discard=some([*SPELLS, *CREATURES, *RESPONSE_CARD_KINDS], 20).map(tuple),
        used_events=some(EVENT_EFFECTS).map(tuple),
    )
)


@given(POSITIONS)
def test_every_position_prints_lines_that_read_back(position):
    lines = position.lines()
    assert Position.from_lines(lines, len(position.holdings)) == position
    assert Position.from_lines(lines[::-1], len(position.holdings)).lines() == lines


@given(POSITIONS, st.randoms(use_true_random=False))
def test_the_order_of_cards_in_hand_and_entourage_does_not_matter(position, rng):
    def mixed(line: str) -> str:
        word, _, rest = line.partition(" ")
        parts = []
        for part in filter(None, rest.split("; ")):
            name, *tokens = part.split(" ")
            if name in ("hand", "entourage"):
                rng.shuffle(tokens)
            parts.append(" ".join([name, *tokens]))
        rng.shuffle(parts)
        return f"{word} {'; '.join(parts)}".strip()

    read: Callable[[list[str]], Position] = lambda lines: Position.from_lines(lines, len(position.holdings))  # noqa: E731
    assert read([mixed(line) for line in position.lines()]) == position
