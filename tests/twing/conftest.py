"""Shared fixtures of the battle tests: play a line out, list its citations, and check refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from twingkit import Game, Refusal, twing
from twingkit.core.language import localized


@pytest.fixture
def play() -> Callable[..., Game]:
    """`play(line, "roll 3", "cat")`: both sides lay the cards of the line, then the answers are given."""

    def start(line: str, *answers: str) -> Game:
        game = twing.battle_game(line)
        for side in game.start.battle.sides:
            game.answer(f"lay {side.lay}")
        for answer in answers:
            game.answer(answer)
        return game

    return start


@pytest.fixture
def undefended() -> Callable[..., Game]:
    """`undefended(line, "lay F5", …)`: the same, but the defender has neither spell nor creature."""

    def start(line: str, *answers: str) -> Game:
        game = twing.battle_game(line)
        defender = game.table.players[1]
        defender.hand.clear()
        defender.entourage.clear()
        for answer in answers:
            game.answer(answer)
        return game

    return start


@pytest.fixture
def cited() -> Callable[[Game], list[str]]:
    """Return everything that a game has cited so far, in order, as `TW-BAT-16 sun attacker`."""

    def read(game: Game) -> list[str]:
        rulings = game.rulings
        return [f"{at.rule} {at.case} {at.facts.get('side', '')}".strip() for at in rulings]

    return read


@pytest.fixture
def sentences() -> Callable[..., list[str]]:
    """`sentences(game, "TW-BAT-16")`: return the sentences of a rule in a game, in English."""

    @localized
    def read(game: Game, rule: str, lang: str | None = None) -> list[str]:
        rulings = game.rulings
        return [at.text() for at in rulings if at.rule == rule]

    return read


@pytest.fixture
def refused() -> Callable[[Game, str], str]:
    """`refused(game, answer)` is the rule that refuses an answer; the game must stay as it was."""

    def state(game: Game) -> tuple[object, ...]:
        table = game.table
        return game.record, table.key(), list(table.discard_pile), game.question, len(game.latest_rulings)

    def attempt(game: Game, answer: str) -> str:
        before = state(game)
        with pytest.raises(Refusal) as caught:
            game.answer(answer)
        assert state(game) == before, "a refused answer changed something"
        assert caught.value.text("en") != caught.value.text("de")
        return caught.value.rule

    return attempt


@pytest.fixture
def problems() -> Callable[[str], list[str]]:
    """Return the ids of the rules that a battle given as text breaks, each once."""

    def read(line: str) -> list[str]:
        return sorted({problem.rule for problem in twing.Battle.parse(line).problems()})

    return read


@pytest.fixture
def entourage() -> Callable[[Game, int], list[str]]:
    """Return the creatures of a player, as tokens in order."""

    def read(game: Game, player: int) -> list[str]:
        return sorted(card.token for card in game.table.players[player].entourage)

    return read


@pytest.fixture
def hand() -> Callable[[Game, int], list[str]]:
    """Return the spells in a player's hand, as tokens in order."""

    def read(game: Game, player: int) -> list[str]:
        return sorted(card.token for card in game.table.players[player].hand)

    return read
