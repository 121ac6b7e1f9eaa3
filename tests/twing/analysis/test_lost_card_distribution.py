"""The cards that a battle costs, as a distribution: its mean equals that of the advice."""

from __future__ import annotations

import pytest

from twingkit import Distribution, twing
from twingkit.twing.analysis.battle_distributions import lost_card_distribution
from twingkit.twing.exact_odds.impossible_outcomes import OUTCOMES
from twingkit.twing.notation.battle_line import Battle

SITUATIONS = (
    "F: hand F5 F3 + F4 W2 & cat vs W: hand W6 + W3 W2 & trap",
    "W: hand F5 F3 + F6M F3 & trap vs F: hand nothing + F4 F2 & cat*2",
)


@pytest.mark.parametrize("line", SITUATIONS)
def test_TW_BAT_19_the_mean_is_the_one_that_advice_tells(line: str) -> None:
    for row in twing.advise(line).head(4).itertuples():
        attacker, defender = (part.split(":")[0] for part in line.split(" vs "))
        held = [part.split("& ")[1] for part in line.split(" vs ")]
        battle = f"{attacker}: {row.option} & {held[0]} vs {defender}: {row.reply} & {held[1]}"
        lost = lost_card_distribution(Battle.parse(battle))
        assert lost.total == pytest.approx(1)
        assert lost.mean() == pytest.approx(row.cards_lost)
        assert lost_card_distribution(battle, side="defender").mean() == pytest.approx(row.enemy_cards_lost)


@pytest.mark.parametrize("responses", ["none", "best"])
def test_the_battles_won_tied_and_lost_make_up_all(responses: str) -> None:
    line = "F: F5 F3 + F4 vs W: W6 & trap"
    chances = twing.odds(line, responses=responses)
    parts = [
        (
            getattr(chances, name),
            lost_card_distribution(line, side="defender", responses=responses, attacker_outcome=name),
        )
        for name in OUTCOMES
    ]
    mixed = Distribution.mixture(part for part in parts if part[0] > 1e-12)
    assert dict(mixed) == pytest.approx(
        dict(lost_card_distribution(line, side="defender", responses=responses))
    )
