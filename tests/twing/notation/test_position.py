"""Positions as text: read, refused by a rule, set up."""

from __future__ import annotations

import random
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twing.notation.positions import begin, both_texts, outcome

from twingkit import Game, Refusal, twing
from twingkit.core.messages import Fault
from twingkit.core.play import RECORD_FIRST_LINE, RecordError
from twingkit.twing.notation import position as module
from twingkit.twing.notation.position import Position
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.table import ORNICLE_COUNT, UNLIMITED_BANK
from twingkit.twing.starts import SEAT_NAMES


def refused(*lines: str, players: str = "FW", variant: str = "box") -> Refusal:
    with pytest.raises(Refusal) as caught:
        begin(*lines, players=players, variant=variant)
    return caught.value


# -- reading


def test_the_example_of_the_documentation_is_a_position():
    block = module.__doc__.split("\n\n")[2]
    game = Game.replay("\n".join([RECORD_FIRST_LINE, "game twing", textwrap.dedent(block)]))
    mage, witch, sorceress = game.table.players
    assert mage.in_endgame
    assert mage.owned_objects == ("boots", "bra", "cup", "hat")
    assert (mage.cats, mage.traps, mage.ornicles) == (2, 1, 3)
    assert [card.token for card in witch.entourage] == ["W3"]
    assert sorceress.has_left
    assert (game.table.turn_number, game.table.active_seat, game.table.phase) == (12, 1, "action")
    assert [getattr(card, "token", card) for card in game.table.discard_pile] == [
        "F3",
        "F3",
        "F1",
        "L3",
        "cat",
    ]
    assert isinstance(game.table.discard_pile[3], Creature)
    assert game.question.kind == "draw", "the five cards nobody has seen come first"


def test_what_is_left_out_has_its_usual_value():
    table = begin("p1 hand F1", "p2 hand W1").start.table()
    assert (table.turn_number, table.active_seat, table.phase, table.direction) == (0, 0, "turn", 1)
    assert (table.object_display, table.objects_under_stack, table.used_events, table.discard_pile) == (
        (),
        (),
        (),
        [],
    )
    assert tuple(table.object_stack) == OBJECTS
    assert table.event_stack.shuffled_count == 9
    assert table.bank == ORNICLE_COUNT
    assert table.stack.shuffled_count == 138 - 2
    assert table.acted_seat_bits == 0


def test_the_table_may_be_left_out_and_the_first_who_is_not_out_moves():
    position = Position.from_lines(["p1 out", "p2 hand W1", "p3 hand L1"], 3)
    assert position.to_move == 1
    assert position.lines()[-1] == "table turn 1; to-move p2; phase turn"


def test_white_space_and_order_do_not_matter_and_one_form_is_printed():
    typed = [
        "table  phase  action ;turn 3;beneath cup ; to-move p2",
        "p2",
        "p1 ornicles 0; objects hat , boots; hand ?*2 trap  cat*1 W2 F3 F5 F3; entourage A1 F4 F4M",
    ]
    assert Position.from_lines(typed, 2).lines() == [
        "p1 hand F5 F3*2 W2 cat trap ?*2; entourage F4M F4 A1; objects boots,hat",
        "p2",
        "table turn 3; to-move p2; phase action; beneath cup",
    ]


@pytest.mark.parametrize(
    ("line", "key", "named"),
    [
        ("p1 hand F55 X2", "position_hand", ("p1 hand", "X2")),
        ("p1 hand F4M", "position_hand", ("p1 hand", "F4M")),
        ("p1 hand F0", "position_hand", ("F0",)),
        ("p1 hand cat*0", "position_hand", ("cat*0",)),
        ("p1 hand F5*01", "position_hand", ("F5*01",)),
        ("p1 hand CAT", "position_hand", ("CAT",)),
        ("p1 entourage F4 cat", "position_entourage", ("p1 entourage", "cat")),
        ("p1 entourage ?", "position_entourage", ("?",)),
        ("p1 entourage F4M>F1", "position_entourage", ("F4M>F1",)),
        ("p1 objects boots hat", "position_objects", ("p1 objects", "boots hat", "shamrock")),
        ("p1 aside bots", "position_objects", ("p1 aside", "bots")),
        ("table display hat,", "position_objects", ("table display",)),
        ("table beneath ring", "position_objects", ("table beneath", "ring")),
        ("p1 ornicles -1", "position_ornicles", ("p1 ornicles", "-1")),
        ("p1 ornicles 03", "position_ornicles", ("03",)),
        ("p1 endgame yes", "position_flag", ("p1 endgame", "yes")),
        ("p1 out 1", "position_flag", ("p1 out",)),
        ("table turn 0", "position_turn", ("table turn", "0")),
        ("table turn ٣", "position_turn", ("٣",)),
        ("table to-move p3", "position_to_move", ("table to-move", "p3", "p1", "p2")),
        ("table phase battle", "position_phase", ("table phase", "battle", "action")),
        ("table direction left", "position_direction", ("table direction", "left", "counterclockwise")),
        ("table acted p1,all", "position_acted", ("table acted", "all", "nobody")),
        ("table discard F3", "position_discard", ("table discard", "F3")),
        ("table discard spell F4M", "position_discard", ("F4M",)),
        ("table discard spell cat", "position_discard", ("cat",)),
        ("table discard cat creature", "position_discard", ("creature",)),
        ("table used-events free_beer", "position_events", ("table used-events", "free_beer")),
        ("p1 hand", "position_empty", ("p1 hand",)),
        ("p1 hand F1; hand F2", "position_part_twice", ("p1 hand",)),
        ("p1 hands F1", "position_part", ("p1", "hands", "hand", "ornicles")),
        ("p1 hand F1;", "position_part", ("p1",)),
        ("p1 turn 3", "position_part", ("p1", "turn")),
        ("table hand F1", "position_part", ("table", "hand", "to-move")),
        ("p3 hand F1", "position_key", ("p3", "p2", "table")),
        ("p1; hand F1", "position_key", ("p1;",)),
        ("", "position_key", ("table",)),
        ("p2 hand F1", "position_line_twice", ("p2",)),
        ("p1 hand " + "F1 " * 2000, "position_long", ("p1 hand",)),
    ],
)
def test_a_line_that_cannot_be_read_says_where_what_and_what_was_expected(line, key, named):
    others = [each for each in ("p1", "p2 hand W1") if each.split()[0] != line.split(" ")[0]]
    lines = [line, "p1", "p2"] if key == "position_line_twice" else [line, *others]
    with pytest.raises(Fault) as caught:
        Position.from_lines(lines, 2)
    assert caught.value.key == key
    for text in both_texts(caught.value):
        assert all(word in text for word in named), text
        assert len(text) < 400


def test_every_seat_has_its_line():
    with pytest.raises(Fault) as caught:
        Position.from_lines(["p1", "table turn 2"], 2)
    assert caught.value.key == "position_missing"
    assert all("p2" in text for text in both_texts(caught.value))


def test_TW_BOX_1_a_position_is_for_two_to_four():
    with pytest.raises(Fault, match="2 to 4"):
        Position.from_lines([f"p{seat}" for seat in range(1, 6)], 5)


@given(st.text(max_size=60), st.sampled_from(["", "p1 ", "p1 hand ", "table ", "table discard spell "]))
def test_any_text_is_read_or_refused_with_a_reason(text, before):
    lines = [before + text, "p2 hand W1", "p1" if before.startswith("table") else "table turn 2"]
    read = outcome(lambda: Position.from_lines(lines, 2))
    if isinstance(read, Fault):
        assert len(list(both_texts(read))) == 2
    else:
        assert Position.from_lines(read.lines(), 2) == read


# -- refusals by a rule


@pytest.mark.parametrize(
    ("rule", "named", "lines"),
    [
        ("TW-BOX-1", ("p2 hand", "spell F6", "1"), ("p1 hand F6", "p2 hand F6")),
        ("TW-BOX-1", ("p1 entourage", "creature F4M"), ("p1 entourage F4M*2",)),
        ("TW-BOX-5", ("p1 hand", "spell F9"), ("p1 hand F9",)),
        ("TW-BOX-1", ("table discard", "cat", "9"), ("p1 hand cat*5", "table discard cat*5")),
        (
            "TW-BOX-1",
            ("p2 aside", "p1 objects", "hat"),
            ("p1 objects hat", "p2 aside hat; objects cup,bra,boots"),
        ),
        ("TW-BOX-1", ("p1 objects", "hat"), ("p1 objects hat,hat",)),
        ("TW-BOX-1", ("table beneath", "table display", "cup"), ("table display cup; beneath cup",)),
        ("TW-BOX-1", ("99", "98"), ("p1 hand ?*60", "p2 hand ?*39")),
        (
            "TW-BOX-1",
            ("table used-events", "return_ornicle"),
            ("table used-events return_ornicle,return_ornicle",),
        ),
        ("TW-BOX-6", ("p2 hand", "Miromon"), ("p1 hand miromon", "p2 hand miromon")),
        ("TW-BOX-6", ("table discard",), ("p1 hand miromon", "table discard miromon")),
        ("TW-SET-2", ("table display", "3", "2"), ("table display cup,bra,hat",)),
        ("TW-TURN-4", ("p1 hand", "3"), ("p1 hand F1 W1 L1 A1",)),
        ("TW-TURN-4", ("p1 hand", "16", "15"), ("p1 hand F1*5 F2*5 F3*4 W1*2",)),
        ("TW-TURN-6", ("31", "30"), ("p1 ornicles 30", "p2 ornicles 1")),
        ("TW-OBJ-2", ("p1 objects", "4", "3"), ("p1 objects cup,bra,hat,teddy",)),
        ("TW-OBJ-2", ("p1 aside", "2", "3"), ("p1 objects cup,bra; aside hat",)),
        ("TW-END-1", ("p1 endgame", "2", "3"), ("p1 objects cup,bra; endgame",)),
        ("TW-END-7", ("1", "2"), ("p2 out",)),
        ("TW-PLAY-2", ("table turn 301", "300"), ("table turn 301",)),
    ],
)
def test_a_position_that_a_rule_forbids_is_refused_with_the_rule(rule, named, lines):
    refusal = refused(*lines)
    assert refusal.rule == rule
    for text in both_texts(refusal):
        assert all(word in text for word in named), text


@pytest.mark.parametrize(
    "rest", ["hand F1", "hand ?", "entourage F1", "objects hat", "ornicles 1", "endgame", "hand cat"]
)
def test_TW_LEAVE_1_who_is_out_has_nothing(rest):
    refusal = refused(f"p3 out; {rest}", players="FWL")
    assert (refusal.rule, refusal.case) == ("TW-LEAVE-1", "position_out")
    assert all("p3" in text for text in both_texts(refusal))


def test_TW_LEAVE_1_who_is_out_does_not_move():
    refusal = refused("p3 out", "table to-move p3", players="FWL")
    assert (refusal.rule, refusal.case) == ("TW-LEAVE-1", "position_to_move")
    assert all("table to-move p3" in text and "p2" in text for text in both_texts(refusal))


def test_TW_SET_1_a_position_names_the_characters():
    with pytest.raises(Fault) as caught:
        begin(players="F?")
    assert caught.value.key == "position_characters"
    assert all("TW-SET-1" in text for text in both_texts(caught.value))


def test_a_position_fits_the_number_of_players():
    with pytest.raises(Fault) as caught:
        twing.GameStart(("F", "W", "L"), position=Position.from_lines(["p1", "p2"], 2)).table()
    assert caught.value.key == "position_seats"
    assert all("2" in text and "3" in text for text in both_texts(caught.value))


def test_a_variant_says_what_is_there_and_how_much_is_needed():
    removed = "box unused_elements=removed"
    refusal = refused("p1 hand L1", variant=removed)
    assert (refusal.rule, refusal.ruling.facts["n"]) == ("TW-BOX-1", 0)
    table = begin("p1 hand F1", variant=removed).start.table()
    assert len(table.removed_cards) == 2 * 30
    assert {card.element for card in table.removed_cards} == {"L", "A"}
    assert refused("p1 objects cup,bra,hat; endgame", variant="box objects_needed=4").rule == "TW-END-1"
    assert refused("table used-events return_ornicle", variant="box events=false").rule == "TW-BOX-1"
    assert refused("table turn 101", variant="box turn_limit=100").rule == "TW-PLAY-2"
    assert begin("table turn 301", variant="box turn_limit=0").table.turn_number == 301
    assert begin("p1 ornicles 31", variant="box unlimited_bank=true").table.bank == UNLIMITED_BANK - 31


def test_a_record_names_its_line_and_the_rule():
    lines = [RECORD_FIRST_LINE, "game twing", "players F W", "p1 hand F6*2", "p2 hand W1"]
    with pytest.raises(RecordError) as caught:
        Game.replay("\n".join(lines))
    assert "[TW-BOX-1]" in caught.value.text("en")
    assert "p1 hand" in caught.value.text("de")


# -- set-up


def test_TW_PLAY_1_what_is_not_mentioned_lies_in_its_stack():
    table = begin(
        "p1 hand F5 cat*2; entourage L2*2; objects hat; ornicles 4",
        "p2 hand W5 ?*3; ornicles 1",
        "table display puppet,cup; beneath teddy; discard creature F1 spell F1*2 trap"
        "; used-events all_draw_card",
    ).start.table()
    assert table.bank == 25
    assert tuple(table.object_stack) == ("boots", "bra", "panties", "shamrock", "socks")
    assert (table.object_display, table.objects_under_stack) == (("puppet", "cup"), ("teddy",))
    assert "all_draw_card" not in table.event_stack
    assert table.used_events == ("all_draw_card",)
    left = {Spell("F", 5): 1, Spell("F", 1): 3, Creature("F", 1): 1, Creature("L", 2): 0, "cat": 7, "trap": 7}
    assert {card: table.stack.count(card) for card in left} == left
    assert table.stack.shuffled_count == 138 - 3 - 2 - 1 - 4, (
        "unseen cards lie in the stack until they are dealt"
    )
    assert table.unseen_cards_to_deal == ((1, 3),)


@pytest.mark.parametrize(
    ("table", "acted"),
    [
        ("table turn 1", ""),
        ("table turn 2; to-move p2", "p1"),
        ("table turn 3; to-move p1; phase action", "p2 p3"),
        ("table turn 3; to-move p1; direction counterclockwise", "p2 p3"),
        ("table turn 2; to-move p1; direction counterclockwise", "p2"),
        ("table turn 4; to-move p1", "p1 p2 p3"),
        ("table turn 9; to-move p1; acted p1,p2", "p1 p2"),
        ("table turn 9; acted nobody", ""),
    ],
)
def test_who_has_acted_follows_from_the_turn_unless_it_is_said(table, acted):
    start = begin(table, players="FWL").start
    laid = start.table()
    assert [
        seat for seat in SEAT_NAMES[:3] if laid.acted_seat_bits >> SEAT_NAMES.index(seat) & 1
    ] == acted.split()
    printed = start.position.lines()[-1]
    assert ("acted" in printed) == ("acted" in table)


def test_TW_PLAY_1_unseen_cards_are_asked_for_and_no_creature_is_dealt():
    game = begin("p1 hand F1", "p2 hand ?*2", "table phase action")
    assert (game.question.kind, game.question.player) == ("draw", 1)
    with pytest.raises(Refusal, match="TW-PLAY-1"):
        game.answer("draw creature W1")
    game.answer("draw trap")
    with pytest.raises(Refusal, match="TW-PLAY-1"):
        game.answer("draw trap")
    game.answer("draw spell W4")
    witch = game.table.players[1]
    assert ([card.token for card in witch.hand], witch.traps) == (["W4"], 1)
    assert game.question.kind == "act"
    assert game.table.stack.shuffled_count == 138 - 3


def test_TW_TURN_4_a_hand_of_unseen_cards_keeps_the_limits():
    game = begin("p1 hand F1", "p2 hand ?*30", "table phase action", seed=4)
    assert len({card.element for card in game.table.players[1].hand}) <= 3
    assert len(game.table.players[1].hand) <= 15
    assert game.question.kind == "act"


def test_phase_turn_draws_a_card_and_phase_action_does_not():
    drawing = begin("p1 hand F1", "p2 hand W1", "table turn 5; to-move p2")
    assert (drawing.question.kind, drawing.question.player, drawing.table.turn_number) == ("draw", 1, 5)
    acting = begin("p1 hand F1", "p2 hand W1", "table turn 5; to-move p2; phase action")
    assert (acting.question.kind, acting.question.player, acting.table.turn_number) == ("act", 1, 5)


def test_a_game_from_a_position_plays_on_in_its_record():
    lines = [
        "players F W L",
        "p1 hand F5 F3; entourage F4; objects boots,bra,cup; aside hat; ornicles 3; endgame",
        "p2 hand W4 W2 cat",
        "p3 hand L1; objects teddy",
        "table turn 8; to-move p1; phase action; direction counterclockwise; display puppet,socks",
    ]
    game = Game.replay("\n".join([RECORD_FIRST_LINE, "game twing", *lines]))
    for answer in ("keep", "attack p2", "lay F5 + F4", "lay W4"):
        game.answer(answer)
    rng = random.Random(1)
    while not game.over:
        game.answer(game.question.random_answer(rng))
    replayed = Game.replay(game.record)
    assert replayed.table.key() == game.table.key()
    assert replayed.record == game.record
    assert all(line in game.record for line in lines)
