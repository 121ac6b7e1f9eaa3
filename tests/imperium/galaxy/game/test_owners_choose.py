"""Who chooses the unit that a card gives up, repairs or destroys, where the game asks for losses."""

from __future__ import annotations

import pytest
from imperium.galaxy.game.positions import cases, kind, options, say

from twingkit.core.play import Game
from twingkit.imperium import position_game

START = "custodians gone, p1 fleet 6 {p1} cards 1 5, p2 fleet 6 {p2} cards 2 6, p3 cards 3 7"


def combat(factions: str, own: str, enemy: str, *, p1: str = "", p2: str = "", losses: str = "ask") -> Game:
    """Return a space combat of p1 in system 19, into which `own` ships have moved, at its first question."""
    start = START.format(p1=p1, p2=p2)
    line = f"galaxy: {factions}, action p1, {start}, at 18 p1 {own}, at 19 p2 {enemy}"
    game = position_game(" ".join(line.split()), variant=f"losses={losses}")
    groups = own.replace("!", "").split()
    ships: dict[str, int] = {}
    for count, name in zip(groups[::2], groups[1::2], strict=True):
        ships[name] = ships.get(name, 0) + int(count)
    return say(
        game, "activate 19", "move 18 " + ", ".join(f"{count} {name}" for name, count in ships.items())
    )


def until(game: Game, wanted: str, faces: dict[int, str], plays: tuple[str, ...] = ()) -> Game:
    """Answer until a kind of question is pending: dice show the face of their seat, losses are the
    default."""
    while kind(game) and kind(game)[0] != wanted:
        question, seat = game.question, kind(game)[1]
        if kind(game)[0] == "roll":
            game.answer("roll" + f" {faces[seat]}" * question.battle_question.volley.count)
        elif kind(game)[0] == "play":
            game.answer("play" if question.battle_question.use.id in plays else "pass")
        elif kind(game)[0] in ("retreat", "assign", "target"):
            game.answer(question.battle_question.default_answer())
        else:
            game.answer("pass")
    return game


def writes(game: Game) -> list[str]:
    """Return the answers to the pending question, in notation."""
    return [game.question.format_answer(answer) for answer in options(game)]


@pytest.mark.parametrize("losses", ["ask", "policy"])
def test_IM_TECH_da_its_owner_chooses_which_damaged_unit_is_repaired(losses: str) -> None:
    own = "1 dreadnought! 1 cruiser 1 flagship!"
    game = combat("l1z1x hacan sol", own, "2 carrier", p1="tech nm ps da", losses=losses)
    until(game, "roll", {})
    say(game, f"roll{' 1' * game.question.battle_question.volley.count}", "roll 1 1")
    if losses == "policy":
        assert ("IM-TECH-da", "repaired") in cases(game)
        return
    assert kind(game) == ("target", 0)
    assert writes(game) == ["target flagship", "target dreadnought"]
    assert "Which of your damaged units do you repair" in game.question.text("en")
    assert "Welche deiner beschädigten Einheiten reparierst du" in game.question.text("de")
    say(game, "target dreadnought")
    (mended,) = [
        ruling for ruling in game.rulings if (ruling.rule, ruling.case) == ("IM-TECH-da", "repaired")
    ]
    assert mended.facts["unit"].name == "dreadnought"


@pytest.mark.parametrize("losses", ["ask", "policy"])
@pytest.mark.parametrize("card", ["ic", "devotion"])
def test_IM_UNIT_devotion_and_impulse_core_their_owner_chooses_the_ship(card: str, losses: str) -> None:
    own, more = "1 destroyer 1 cruiser 1 carrier", "tech st ic" if card == "ic" else ""
    game = combat("yin hacan letnev", own, "2 carrier", p1=more, losses=losses)
    rule = "IM-TECH-ic" if card == "ic" else "IM-UNIT-devotion"
    while (rule, "given_up") not in cases(game):
        until(game, "target" if losses == "ask" else "play", {0: "1", 1: "1"}, (card,))
        if kind(game) == ("target", 0) and writes(game) == ["target destroyer", "target cruiser"]:
            assert "Which of your ships do you give up" in game.question.text("en")
            assert "Welches deiner Schiffe opferst du" in game.question.text("de")
            say(game, "target cruiser")
        elif losses == "policy":
            say(game, "play" if game.question.battle_question.use.id == card else "pass")
        else:
            say(game, game.question.battle_question.default_answer())
    (given,) = [ruling for ruling in game.rulings if (ruling.rule, ruling.case) == (rule, "given_up")]
    assert given.facts["unit"].name == ("cruiser" if losses == "ask" else "destroyer")


@pytest.mark.parametrize("losses", ["ask", "policy"])
def test_IM_ACT_dh_who_plays_it_chooses_which_of_the_ships_that_sustained(losses: str) -> None:
    game = combat("sol hacan letnev", "3 cruiser", "1 dreadnought 1 flagship", p1="hand dh", losses=losses)
    while ("IM-ACT-dh", "hit") not in cases(game):
        if kind(game)[0] == "assign":
            say(game, "assign dreadnought damage, flagship damage")
        elif kind(game)[0] == "target":
            assert writes(game) == ["target flagship", "target dreadnought"]
            assert "have just sustained" in game.question.text("en")
            say(game, "target dreadnought")
        elif kind(game)[0] == "roll":
            count, seat = game.question.battle_question.volley.count, kind(game)[1]
            say(game, "roll 10 10 1" if seat == 0 else f"roll{' 1' * count}")
        else:
            say(game, {("play", 0): "play", ("play", 1): "pass"}.get(kind(game), "stay"))
    (hit,) = [ruling for ruling in game.rulings if (ruling.rule, ruling.case) == ("IM-ACT-dh", "hit")]
    assert hit.facts["unit"].name == ("dreadnought" if losses == "ask" else "flagship")
