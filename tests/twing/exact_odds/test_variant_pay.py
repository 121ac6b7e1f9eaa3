"""What a battle pays and costs under a variant: the mean over every roll of the script."""

from __future__ import annotations

from collections import Counter

import pytest
from twing.exact_odds.supported import supported_game

from twingkit import twing
from twingkit.core.play import Game
from twingkit.core.questions import Roll
from twingkit.twing.exact_odds.support_line import support_payoff_rows
from twingkit.twing.variants.variant import Variant


def settled(game: Game) -> dict[str, Counter]:
    """Return the mean change of each player's Ornicles and creatures over all dice, without responses."""
    resources = {player.character: Counter() for player in game.table.players}
    start = {"L": 1}

    def count(table, chance: float) -> None:
        for player in table.players:
            mine = resources[player.character]
            mine["ornicles"] += chance * (player.ornicles - start.get(player.character, 0))
            mine["creatures"] += chance * len(player.entourage)

    def walk(game: Game, chance: float) -> None:
        while not (isinstance(game.question, Roll) and game.table.fight) and game.table.is_in_battle:
            game.answer("pass")
        if not game.table.is_in_battle:
            count(game.table, chance)
            return
        faces = [face for face in game.question.faces if face != twing.SPIRAL]
        for face in faces:
            branch = game.copy()
            branch.auto = False
            branch.answer(face)
            walk(branch, chance * (2 if face == 0 else 1) / 12)

    walk(game, 1.0)
    return resources


@pytest.mark.parametrize(
    "variant",
    [
        "shield_support=nobody",
        "shield_stakes=false",
        "supporter_home=true",
        "own_creatures=battle",
        "own_home=spells",
        "ties=defender",
        "both_critical=points",
        "shield_criticals=false",
    ],
)
@pytest.mark.parametrize(
    "line",
    [
        "F: F3 + F2 with L: + F1 vs W: shield W4 W1",
        "F: F3 + F2 vs W: shield W4 with L: + W2",
        "F: W3 + W2 with L: W1 vs W: L4 + L1",
    ],
)
def test_TW_BAT_22_support_pays_by_the_rules_of_the_variant(line, variant):
    rules = Variant.parse(variant)
    table = settled(supported_game(line, variant))
    for row in support_payoff_rows(line, "none", rules):
        cards = row.cards.removeprefix("shield ")
        laid = len(cards.partition("+ ")[2].split()) if "+" in cards else 0
        if row.cards.startswith("shield "):
            laid = len(cards.split())
        assert row.ornicles == pytest.approx(table[row.character]["ornicles"], abs=1e-9), row
        assert row.creatures_lost == pytest.approx(laid - table[row.character]["creatures"], abs=1e-9), row


def test_TW_END_8_the_attacker_of_the_end_game_is_paid_in_a_variant():
    line = "endgame F: F5 F3 vs W: W6 vs L: shield L4"
    box = twing.endgame_pairings(line)
    paid = twing.endgame_pairings(line, variant="endgame_ornicle=true shield_reward=endgame")
    assert box.attack_ornicle.tolist() == [0, 0]
    assert paid.attack_ornicle.tolist() == pytest.approx(paid.win.tolist())
    assert box.ornicle.tolist() == pytest.approx([box.loss[0], 0])
    assert paid.ornicle.tolist() == pytest.approx(paid.loss.tolist())
    results = twing.endgame_results(line, variant="endgame_ornicle=true shield_reward=endgame")
    assert results.attrs["variant"]
    for row in results.itertuples():
        assert row.attack_ornicles == row.outcome.split().count("win")
        assert row.ornicles == row.outcome.split().count("loss")
