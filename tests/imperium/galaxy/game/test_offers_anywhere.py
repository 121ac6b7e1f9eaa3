"""Offers in place of an answer to every question: each is made or refused with a reason, and the game goes
on."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from imperium.galaxy.cards.rich_games import eager, rich_game
from imperium.galaxy.game.positions import kind, say
from imperium.galaxy.table_faults import table_faults
from long_runs import runs

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal
from twingkit.imperium.galaxy.starts import new_game, position_game
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.table.questions import CAN_OFFER_EFFECT, QuestionAllowingOffers
from twingkit.imperium.galaxy.table.sheet import FactionSheet

MOST = 900
"""The largest number of questions in one game at which something is offered."""

LINE = (
    "galaxy: short, action p1, p1 goods 1 cards 1 5, p2 cards 2 6, p3 cards 3 7, "
    "at 18 p1 2 destroyer, at 23 p2 1 cruiser"
)


def gift(rng: random.Random, player: FactionSheet) -> str:
    """Return a random part of a player's possessions."""
    parts = [f"{rng.randint(1, player.goods)} goods"] if player.goods and rng.random() < 0.6 else []
    if player.commodities and rng.random() < 0.6:
        parts.append(f"{rng.randint(1, player.commodities)} commodities")
    parts += (
        [f"note {rng.choice(player.promissory_notes)}"]
        if player.promissory_notes and rng.random() < 0.4
        else []
    )
    if player.action_cards and rng.random() < 0.4:
        parts.append(f"card {rng.choice(player.action_cards)}")
    return ", ".join(parts) or "nothing"


def offer(game: Game, rng: random.Random) -> str:
    """Return an offer from the active player to another one."""
    players, seat = game.table.players, game.question.player
    other = rng.randrange(len(players))
    wanted = gift(rng, players[other]) if rng.random() < 0.5 else "nothing"
    return f"offer {SEATS[other]} {gift(rng, players[seat])} for {wanted}"


def offering(game: Game, rng: random.Random, seen: Counter[tuple[str, str]]) -> None:
    """Make an offer in place of an answer: nothing changes, or the other player is asked."""
    question, before, text = game.question, len(game), offer(game, rng)
    try:
        game.answer(text)
    except (BadAnswer, Refusal) as wrong:
        assert game.question is question
        assert len(game) == before
        said = isinstance(wrong, Refusal)
        seen[question.kind, "refused" if said else "no answer"] += 1
        assert (
            said
            or isinstance(question, ChanceQuestion)
            or not game.table.has_effect(CAN_OFFER_EFFECT, question.player)
        )
        return
    assert isinstance(question, QuestionAllowingOffers)
    seen[question.kind, "made"] += 1
    assert kind(game)[0] == "reply"
    game.answer(acts.ACCEPT if acts.ACCEPT in game.question.options() and rng.random() < 0.8 else acts.REFUSE)


@pytest.mark.parametrize("seed", runs(range(6), range(200)))
def test_IM_ASK_6_an_offer_at_every_question_is_made_or_refused_and_the_game_goes_on(seed: int) -> None:
    rng, rich = random.Random(seed), seed % 2
    plain = rng.choice(["short", 3, 4, 5, 6])
    game = rich_game(seed, explain=False) if rich else new_game(plain, seed=seed, explain=False)
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(MOST):
        if game.question is not None:
            offering(game, rng, seen)
        if game.question is None:
            break
        if rich:
            eager(game, rng)
        else:
            game.answer_randomly(rng)
        assert all(player.goods >= 0 and player.commodities >= 0 for player in game.table.players)
        if kind(game) and kind(game)[0] == "turn" and rng.random() < 0.1:
            assert table_faults(game.table, game.start.decks) == []
    assert not rich or any(how == "made" for _, how in seen)
    assert any(how == "refused" for _, how in seen)
    twin = game.copy(explain=True)  # replayed from its beginning
    assert twin.table.key() == game.table.key()


def attack(*answers: str, line: str = LINE) -> Game:
    """Return the game in which p1 attacks in system 23, after these answers."""
    return say(position_game(line), "activate 23", "move 18 2 destroyer", *answers)


def test_IM_TRADE_3_the_active_player_can_make_an_offer_at_a_question_of_a_combat() -> None:
    game = attack("stay", line=LINE.replace("2 destroyer", "3 destroyer"))
    assert (game.question.kind, game.question.player) == ("retreat", 0)
    say(game, "offer p2 1 goods for nothing", "accept")
    assert (game.question.kind, game.table.players[1].goods) == ("retreat", 1)


def test_IM_TRADE_3_an_attacker_whom_the_combat_asks_nothing_is_asked_for_an_offer_before_the_dice() -> None:
    game = attack("retreat")  # the defender has announced, so the attacker is not asked
    assert (game.question.kind, game.question.player, game.question.rule) == ("deal", 0, "IM-TRADE-3")
    assert list(game.question.options()) == [acts.PASS]
    say(game, "offer p2 1 goods for nothing", "accept")
    assert game.table.players[1].goods == 1
    assert kind(game)[0] == "roll"  # nothing is left to give
    assert kind(attack("retreat", "pass"))[0] == "roll"
    assert len(attack("retreat", "roll 1 1")) == len(attack("retreat", "pass", "roll 1 1"))  # implied
    assert kind(attack("retreat", line=LINE.replace("goods 1 ", "")))[0] == "roll"
    with pytest.raises(BadAnswer):
        attack("retreat", "later")


def test_IM_TRADE_3_an_attacker_on_the_ground_is_asked_for_an_offer_once_a_combat() -> None:
    line = LINE.replace("2 destroyer, at 23 p2 1 cruiser", "1 carrier 2 infantry, at gral p2 3 infantry")
    game = say(
        position_game(line), "activate 34", "move 18 1 carrier, 2 infantry", "roll 9", "land 2 infantry gral"
    )
    assert (game.question.kind, game.question.player) == ("deal", 0)
    say(game, "pass", "roll 1 1", "roll 1 1 1")
    assert kind(game)[0] == "roll"  # round two


def test_IM_ASK_6_in_the_place_of_a_die_nothing_is_offered() -> None:
    game = attack("stay", "pass")
    before = game.record
    with pytest.raises(BadAnswer):
        game.answer("offer p2 1 goods for nothing")
    assert game.record == before
    assert Game.replay(before).copy().question.kind == "roll"
    say(game, "roll 10 10")


def test_IM_ASK_6_what_is_being_paid_for_comes_before_an_offer() -> None:
    game = say(position_game(LINE), "strategy 5")
    assert kind(game) == ("free", 0)
    refusal = game.refusal("offer p2 1 goods for nothing")
    assert refusal is not None
    assert (refusal.rule, refusal.case) == ("IM-ASK-6", "not_here")
    assert refusal.text("en") == "No offers are possible here: first player 1 has to answer the question."
    assert refusal.text("de").endswith("Zuerst muss Person 1 die Frage beantworten.")


def test_IM_ASK_6_cards_that_were_promised_are_not_discarded_before_they_change_hands() -> None:
    """The hand of the player who gets a card first is full: cards to be given in return are not discarded."""
    line = (
        "galaxy: sol hacan letnev, action p2, p1 cards 1 5 hand lucky, "
        "p2 cards 2 6 hand abs bribery bunker dh emergency fs insub, p3 cards 3 7"
    )
    game = position_game(line)
    say(game, "offer p1 card abs for card lucky", "accept")
    assert game.table.players[0].action_cards == ("abs",)
    assert "lucky" in game.table.players[1].action_cards
    assert kind(game) == ("turn", 1)
