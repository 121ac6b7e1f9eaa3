"""Whether Space Cannon and Bombardment fire: all units or none, or as many as the owner chooses
(IM-VAR-2)."""

from __future__ import annotations

import pytest

from twingkit import BadAnswer, Game, Refusal, imperium
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.best_player import side_odds
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.players.policies import computer_player

SPACE = "space: 2 cruiser vs 1 cruiser 2 pds 1 pds+"
GROUND = "ground: 2 dreadnought 3 infantry vs 2 infantry"


def cases(game: Game) -> list[str]:
    return [f"{ruling.rule}.{ruling.case}" for ruling in game.rulings]


def test_IM_VAR_2_all_cannons_fire_or_none() -> None:
    game = imperium.battle_game(SPACE)
    assert isinstance(game.question, FireDecision)
    assert list(game.question.options()) == [acts.PLAY, acts.PASS]
    assert game.question.default_answer() == acts.PLAY
    with pytest.raises(Refusal) as refusal:
        game.answer("play 2 pds")
    assert refusal.value.rule == "IM-VAR-2"
    assert all("volley" in refusal.value.text(lang) for lang in LANGUAGES)
    for bad in ("play 4 pds", "play 1 cruiser", "play", "shoot", "play 1 pds, 1 pds"):
        if bad != "play":
            with pytest.raises(BadAnswer):
                game.answer(bad)
    game.answer("pass")
    assert game.question.kind == "retreat"
    assert "IM-VAR-2.held" in cases(game)
    assert "IM-SPACE-2.rolled" not in cases(game)


def test_IM_VAR_2_the_owner_picks_with_the_switch() -> None:
    game = imperium.battle_game(SPACE, variant="volley=any")
    assert isinstance(game.question, FireDecision)
    assert len(list(game.question.options())) == 3 * 2
    game.answer("play 1 pds+, 1 pds")
    assert game.transcript[-1].answer == "play 1 pds, 1 pds+"
    assert game.question.volley.count == 2
    assert "IM-VAR-2.part" in cases(game)
    assert Game.replay(game.record).record == game.record
    whole = imperium.battle_game(SPACE, variant="volley=any").give_answers("play 2 pds, 1 pds+")
    assert whole.transcript[-1].answer == "play"
    none = imperium.battle_game(SPACE, variant="volley=any").give_answers("play 0 pds")
    assert none.transcript[-1].answer == "pass"


def test_IM_VAR_2_bombardment_and_harrow_ask_too() -> None:
    game = imperium.battle_game(GROUND)
    assert game.question.use.effect.rule == "IM-UNIT-5"
    game.answer("pass")
    assert "IM-INV-1.rolled" not in cases(game)
    game = imperium.battle_game("ground: 1 dreadnought 1 infantry @ l1z1x vs 3 infantry")
    game.give_answers("roll 1", "roll 1", "roll 1 1 1")
    assert game.question.use.effect.rule == "IM-UNIT-harrow"
    partly = imperium.battle_game(GROUND, variant="volley=any").give_answers("play 1 dreadnought", "roll 9")
    assert "IM-INV-1.rolled" in cases(partly)


def test_dice_that_are_typed_say_that_one_fires() -> None:
    game = imperium.battle_game(GROUND).give_answers("roll 9 1")
    assert [entry.answer for entry in game.transcript] == ["play", "roll 9 1"]
    fresh = imperium.battle_game(GROUND)
    with pytest.raises(BadAnswer):
        fresh.answer("roll 9")
    assert len(fresh) == 0
    assert isinstance(fresh.question, FireDecision)


def test_a_record_made_before_anybody_was_asked_opens() -> None:
    text = f"twingkit-record 1\ngame imperium.battle\nbattle {GROUND}\nattacker: roll 9 1\n"
    game = Game.replay(text)
    assert len(game) == 2
    assert Game.replay(game.record).record == game.record


def test_the_odds_fire_everything_and_follow_who_held_his_fire() -> None:
    for rules in ("box", "volley=any"):
        assert imperium.odds(SPACE, variant=rules).win == imperium.odds(SPACE).win
        game = imperium.battle_game(SPACE, variant=rules)
        assert imperium.odds_now(game).win == pytest.approx(imperium.odds(SPACE).win, abs=1e-12)
        game.answer("pass")
        bare = imperium.odds("space: 2 cruiser vs 1 cruiser")
        assert imperium.odds_now(game).win == pytest.approx(bare.win, abs=1e-12)


@pytest.mark.parametrize("rules", ["box", "volley=any"])
def test_the_computer_fires(rules: str) -> None:
    game = imperium.battle_game(SPACE, variant=rules)
    for name in ("best", "stated"):
        assert computer_player(game.start, name, 1)(game) == acts.PLAY


def test_the_chances_are_told_before_anybody_fires() -> None:
    game = imperium.battle_game("ground: 3 infantry vs 1 mech 1 pds")
    assert isinstance(game.question, FireDecision)
    defender_odds = side_odds(game, 1)
    assert defender_odds is not None
    assert defender_odds.odds.win == pytest.approx(
        imperium.odds("ground: 3 infantry vs 1 mech 1 pds").loss, abs=1e-12
    )
