"""Every action card at a real table of Twilight Imperium: offered if a hand may hold it, and then asked
about."""

from __future__ import annotations

import pytest

from twingkit import imperium
from twingkit.core.play import Game
from twingkit.imperium.galaxy.real_table.next_words import PRECEDING_PHASES, WINDOW_WORDS_BY_PHASE, next_words
from twingkit.imperium.galaxy.real_table.table_rules import named_hand_cards, names_hidden_card
from twingkit.imperium.galaxy.table.abilities import (
    Ability,
    Moment,
    abilities_by_id,
    has_script,
    rule_against_ability,
)
from twingkit.players.policies import computer_player

CARDS = sorted(card for card, ability in abilities_by_id().items() if ability.source == "action_card")


def game_in_phase(phase: str) -> Game:
    """Return a whole game at the first question of a phase."""
    game = imperium.new_game("short", seed=1)
    seated = [computer_player(game.start, "greedy", seat) for seat in range(game.start.seats)]
    while game.table.phase != phase:
        assert game.question is not None, phase
        game.answer(seated[game.question.player](game))
    return game


@pytest.fixture(scope="module", params=["strategy", "action", "status"])
def at(request: pytest.FixtureRequest) -> Game:
    """A game in a phase."""
    return game_in_phase(request.param)


def phases_of(ability: Ability) -> set[str]:
    """The phases in which a card may be played: those of its windows, the action phase for all others."""
    firsts = {window.partition(".")[0] for window in ability.windows}
    if "card_played" in firsts:
        return {"strategy", "action", "status", "agenda"}
    own = {phase for phase, windows in WINDOW_WORDS_BY_PHASE.items() for first in firsts if first in windows}
    in_action = any(
        all(first not in windows for windows in WINDOW_WORDS_BY_PHASE.values()) for first in firsts
    )
    return own | ({"action"} if in_action else set())


def test_there_are_action_cards() -> None:
    assert len(CARDS) > 50


@pytest.mark.parametrize("card", CARDS)
def test_an_action_card_that_is_named_may_lie_in_the_hand_that_was_dealt_unseen(card: str) -> None:
    assert named_hand_cards(f"play {card}") == (card,)
    for said in (f"play {card}", f"discard {card}", f"draw {card}", f"return {card}"):
        assert names_hidden_card(said), said
    assert not names_hidden_card(f"use {card}"), "what is used lies open"


@pytest.mark.parametrize("card", CARDS)
def test_an_action_card_is_offered_in_the_phases_of_its_windows_and_in_no_other(card: str, at: Game) -> None:
    question, ability, phase = at.question, abilities_by_id()[card], at.table.phase
    assert question is not None
    offered = card in next_words(at, question.player, ("play",), frozenset(CARDS))
    if "action" in ability.windows:
        may = question.kind == "turn" and has_script(card)
        may = may and rule_against_ability(at.table, question.player, ability, Moment("action")) is None
        assert offered == may
        return
    near = {phase, *PRECEDING_PHASES[phase]}
    assert offered == bool(near & phases_of(ability))


@pytest.mark.parametrize("card", CARDS)
def test_an_action_card_that_no_hand_can_hold_is_not_offered(card: str, at: Game) -> None:
    question = at.question
    assert question is not None
    assert card not in next_words(at, question.player, ("play",), frozenset(CARDS) - {card})
