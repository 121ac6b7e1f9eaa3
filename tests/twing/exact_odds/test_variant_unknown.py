"""Hidden hands under variants: all hands together against each alone, and against the odds of open hands."""

from __future__ import annotations

import pytest
from attrs import evolve

from twingkit import twing
from twingkit.twing.exact_odds import hidden_card_odds
from twingkit.twing.exact_odds.best_responses.hidden_play import HiddenHandsSolution
from twingkit.twing.exact_odds.contest import RemainingSidePlays
from twingkit.twing.exact_odds.hidden_card_odds import odds_with_hidden_cards
from twingkit.twing.exact_odds.hidden_hands import HiddenCardPool
from twingkit.twing.exact_odds.odds import best_response_odds
from twingkit.twing.notation.situation import Situation
from twingkit.twing.variants.variant import Variant

LINES = (
    "F: F5 F3 + F4 & cat vs W: W6 W4 & ?",
    "F: F3 + F2 & ? vs W: shield W4 W2 @ hat & trap",
    "F: F3 @ shamrock & ? vs W: W4 & cat ?",
)
VARIANTS = (
    "cat_die=any",
    "inversion=die own_element=face",
    "criticals=at_once",
    "trap_roll=true",
    "two_cats=true",
    "shamrock=unlimited",
    "miromon=rerolls_too socks=own_die",
)


@pytest.mark.parametrize("variant", ["", *VARIANTS])
@pytest.mark.parametrize("line", LINES)
def test_hands_solved_together_are_as_if_each_pair_were_solved_alone(line, variant):
    rules = Variant.parse(variant)
    situation = Situation.parse(line)
    deck, battle = HiddenCardPool.from_situation(situation, None, rules), situation.laid_battle
    pairs, contests, _ = hidden_card_odds._pairs(deck, battle, None, 0, rules)
    play = HiddenHandsSolution(hidden_card_odds._largest_contest(deck, battle, rules), contests, pairs)
    for pair, contest in contests.items():
        alone = best_response_odds(contest)
        assert play.open_hands_win_and_loss(pair) == pytest.approx((alone.win, alone.loss), abs=1e-12)
        for side in (0, 1):
            resources = [
                RemainingSidePlays() if index == side else held
                for index, held in enumerate(contest.side_plays)
            ]
            terms = contest.terms if side else evolve(contest.terms, two_cats_stage="")
            alone = best_response_odds(evolve(contest, side_plays=tuple(resources), terms=terms))
            assert play.win_and_loss_if_side_passes(pair, side) == pytest.approx(
                (alone.win, alone.loss), abs=1e-12
            )


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_knows_everything_plays_as_with_open_hands(variant):
    laid = {"F3": 1, "W4": 1}
    gone = " ".join(
        f"{element}{power}*{count - laid.get(f'{element}{power}', 0)}"
        for element in "FWLA"
        for power, count in SPELLS.items()
    )
    line = f"F: F3 + F2 & cat*2 vs W: W4 & ?; gone {gone} & cat*6 trap*8 miromon"
    result = odds_with_hidden_cards(line, variant=variant)
    assert result.hand_count == 1
    odds = twing.odds("F: F3 + F2 & cat*2 vs W: W4 & cat", responses="best", variant=variant)
    assert (result.odds.win, result.odds.loss) == pytest.approx((odds.win, odds.loss), abs=1e-12)
    assert result.frame().attrs["variant"] == str(Variant.parse(variant))


SPELLS = {1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
"""How many spells of each power each element has in the box; those in the battle still count."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_hands_are_weighed_by_the_rules_of_the_variant(variant):
    result = odds_with_hidden_cards("F: F3 + F2 & cat*2 vs W: W4 & ?", variant=variant)
    brackets = result.other_models
    silent, known, opened = brackets["defender_silent"][0], result.odds, brackets["open"][0]
    assert opened.edge <= known.edge + 0.05
    assert known.edge <= silent.edge + 1e-9
    rest = twing.odds("F: F3 + F2 & cat*2 vs W: W4", responses="best", variant=variant)
    assert (silent.win, silent.loss) == pytest.approx((rest.win, rest.loss), abs=1e-12)
    none = odds_with_hidden_cards("F: F3 + F2 & cat*2 vs W: W4 & ?", responses="none", variant=variant)
    dice = twing.odds("F: F3 + F2 vs W: W4", responses="none", variant=variant)
    assert (none.odds.win, none.odds.loss) == pytest.approx((dice.win, dice.loss))


def test_rules_that_only_judge_the_end_keep_the_fast_way():
    result = odds_with_hidden_cards("F: F3 + F2 & cat vs W: W4 & ?", variant="ties=defender")
    assert result.odds.tie == pytest.approx(0)
