"""A position in text form is completed before play: spells in hands (TW-TURN-2), full display (TW-SET-2)."""

from __future__ import annotations

import pytest

from twingkit import Game, twing
from twingkit.core.messages import Fault
from twingkit.twing.notation.position import Position

HEAD = "players F W L\n"


def begin(seats: tuple[str, ...], table: str = "") -> Game:
    lines = [f"p{seat} {line}".strip() for seat, line in enumerate(seats, 1)]
    return Game.begin("\n".join([HEAD.strip(), *lines, f"table phase action; {table}".rstrip("; ")]))


def cited(game: Game) -> list[str]:
    return [f"{ruling.rule} {ruling.case}" for ruling in game.rulings]


def test_TW_TURN_2_hands_without_a_spell_draw_until_one_comes_who_moves_first():
    game = begin(("hand cat", "hand F5", "hand trap"), "display bra,hat; to-move p3")
    assert (game.question.kind, game.question.player, game.question.rule) == ("draw", 2, "TW-TURN-1")
    game.give_answers("p3: draw creature L3", "p3: draw cat", "p3: draw spell L2", "p1: draw spell A1")
    assert game.question.kind == "act"
    assert game.question.player == 2
    mage, _, sorceress = game.table.players
    assert [card.token for card in sorceress.hand] == ["L2"]
    assert (sorceress.traps, sorceress.cats, sorceress.entourage) == (1, 0, [])
    assert [getattr(card, "token", card) for card in game.table.discard_pile] == ["L3", "cat"]
    assert [card.token for card in mage.hand] == ["A1"]
    assert cited(game)[:2] == ["TW-TURN-2 no_spell", "TW-SET-3 creature_set_aside"]


def test_TW_SET_2_the_display_is_filled_and_the_stack_is_what_is_left():
    game = begin(("hand F5; objects bra", "hand W4", "hand L3"), "display hat")
    assert (game.question.kind, game.question.rule) == ("pick_object", "TW-SET-2")
    assert "hat" not in list(game.question.options())
    game.answer("object cup")
    assert game.table.object_display == ("hat", "cup")
    assert "TW-SET-2 displayed" in cited(game)
    assert game.question.kind == "act"
    both = begin(("hand F5", "hand W4", "hand L3"))
    both.give_answers("object cup", "object hat")
    assert both.table.object_display == ("cup", "hat")
    assert both.question.kind == "act"


def test_TW_SET_2_objects_beneath_come_by_themselves_and_an_empty_stack_fills_nothing():
    names = "teddy,panties,hat", "shamrock,puppet,boots", "bra,socks"
    owned = tuple(
        f"hand {card}; objects {name}" for card, name in zip(("F5", "W4", "L3"), names, strict=True)
    )
    assert begin(owned, "beneath cup").table.object_display == ("cup",)
    game = begin(owned, "display cup")
    assert (game.question.kind, cited(game)) == ("act", [])


@pytest.mark.parametrize("seats", [("hand cat", "hand W4", "hand L3"), ("hand F5", "hand W4", "")])
def test_as_is_stops_it(seats):
    game = begin(seats, "as-is")
    assert game.question.kind == "act"
    assert game.table.object_display == ()
    assert game.record.splitlines()[-1].endswith("; as-is")
    again = Game.replay(game.record)
    assert again.question.kind == "act"
    assert again.record == game.record


def test_who_is_out_or_has_cards_that_nobody_has_seen_draws_nothing():
    game = begin(("hand F5", "out", "hand ?*2"), "display bra,hat")
    assert game.question.kind == "draw"
    assert game.question.rule == "TW-PLAY-1"
    game.give_answers("draw cat", "draw spell L4")
    assert game.question.kind == "act"


def test_a_complete_position_asks_for_nothing_and_a_line_with_as_is_says_what_is_wrong():
    game = begin(("hand F5", "hand W4", "hand L3"), "display bra,hat")
    assert (game.question.kind, len(game)) == ("act", 0)
    assert "as-is" not in game.record
    with pytest.raises(Fault, match="as-is") as caught:
        begin(("hand F5", "hand W4", "hand L3"), "as-is now")
    assert caught.value.text("de") != caught.value.text("en")


def test_with_a_seed_the_position_is_completed_by_chance():
    start = begin(("hand cat", "hand W4", "hand L3")).start
    game = Game(start, seed=3)
    assert game.question.kind == "act"
    assert len(game.table.object_display) == 2
    assert game.table.players[0].hand
    assert Game.replay(game.record).table.key() == game.table.key()


def test_TW_TURN_2_a_variant_that_waits_for_the_own_turn_waits_here_too():
    text = (
        "players F W\nvariant refill_when=turn\np1 hand F5\np2 hand cat\ntable phase action; display bra,hat"
    )
    assert Game.begin(text).question.kind == "act"


def test_a_position_of_a_game_lays_out_what_was_there():
    game = begin(("hand cat", "hand W4", "hand L3"), "as-is")
    position = Position.from_table(game.table)
    assert position.as_is
    assert Game(twing.GameStart(("F", "W", "L"), position=position), rolls="ask").question.kind == "act"
    whole = begin(("hand F5", "hand W4", "hand L3"), "display bra,hat")
    assert not Position.from_table(whole.table).as_is


def test_undo_and_copies_complete_it_once():
    game = begin(("hand cat", "hand W4", "hand L3"), "display bra,hat").give_answers(
        "p1: draw spell F1", "p1: pass"
    )
    game.undo()
    assert game.question.kind == "act"
    assert game.copy().question.kind == "act"
    game.undo()
    assert game.question.kind == "draw"
