"""The answers of hidden hands: the same mean as trying every lay of every hand; sampled ones come close."""

from __future__ import annotations

import pytest
from situations import with_left

from twingkit import twing
from twingkit.core.slices import finish
from twingkit.twing.analysis.hidden_hand_answers import PossibleAnswers, hidden_hand_answers
from twingkit.twing.analysis.lay_table import single_lay_class
from twingkit.twing.analysis.match_ups import LayStrength
from twingkit.twing.exact_odds.hidden_hands import hidden_hands
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.lay import legal_lays
from twingkit.twing.rules.response_cards import ResponseCards


def mean_attacker_edge(answers: PossibleAnswers, stance: LayStrength) -> float:
    """Return the attacker's mean edge with a lay of this stance."""
    return sum(reply.chance * reply.match_ups.attacker_edge(reply.key) for reply in answers.by_stance[stance])


def tried(situation: Situation, responses: str) -> dict[str, float]:
    """Return the edge of each attack: for each hand, try every defence and take the best."""
    own, enemy = situation.sides
    totals: dict[str, float] = {}
    for row in hidden_hands(situation, side="defender").itertuples():
        hand = list(enemy.spells)
        for token in row.spells.split():
            card, _, times = token.partition("*")
            hand += [Spell(card[0], int(card[1:]))] * int(times or 1)
        held = ResponseCards(enemy.cats + row.cats, enemy.traps + row.traps, enemy.miromon + row.miromon)
        for attack in legal_lays(own.spells, own.creatures, "attacker", own.objects, enemy.objects):
            attacker = Side(own.character, attack, own.objects, own.response_cards)
            edges = [
                twing.odds(
                    Battle(attacker, Side(enemy.character, lay, enemy.objects, held)), responses=responses
                ).edge
                for lay in legal_lays(hand, enemy.creatures, "defender", enemy.objects, own.objects)
            ]
            totals[str(attack)] = totals.get(str(attack), 0.0) + row.chance * min(edges)
    return totals


@pytest.mark.parametrize("responses", ["none", "best"])
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("F: hand F5 F3 + F4 vs W: hand W3 ?*2", "F1 F4 W2 L4*2 A3 & cat"),
        ("F: hand F5 W2 + F2M F1 & trap vs W: hand ?*2 + W3 L2", "W1 L4 A3 & cat trap"),
        ("W: hand F2 F1 @ teddy & cat vs F: hand ?*2 + L3 @ hat", "F4 L2 L5 & miromon"),
        ("F: hand F5 + F3 @ boots,socks vs W: hand L1 ?*2 + W3 @ cup,teddy", "W1 L4 A3 F2 & cat trap"),
    ],
)
def test_the_mean_is_that_of_trying_every_lay_of_every_hand(line, left, responses):
    situation = with_left(line, left)
    found = finish(hidden_hand_answers(situation, responses))
    own = situation.attacker
    most = max(len(stance.trap_losses) for stance in found.by_stance) - 1
    expected = tried(situation, responses)
    assert expected
    for lay in legal_lays(own.spells, own.creatures, "attacker", own.objects, situation.defender.objects):
        one = single_lay_class(lay, "attacker", own.character, most)
        assert mean_attacker_edge(found, LayStrength.from_numbers(one.numbers)) == pytest.approx(
            expected[str(lay)], abs=1e-9
        )
    assert found.samples == 0


def test_the_chances_of_the_answers_to_an_attack_add_up_to_one():
    situation = Situation.parse("F: hand F5 F3 W2 + F4 F2 & cat trap vs W: hand W4 ?*4 + W3 L2M @ hat")
    found = finish(hidden_hand_answers(situation))
    for replies in found.by_stance.values():
        assert sum(reply.chance for reply in replies) == pytest.approx(1)
    assert found.samples == 0
    assert found.uses_assumed_counts


def test_without_hidden_cards_there_is_one_answer():
    found = finish(hidden_hand_answers(Situation.parse("F: hand F5 vs W: hand W4 W3 + W3")))
    [[reply]] = found.by_stance.values()
    assert (reply.chance, reply.numbers.spell_power, reply.numbers.creature_power) == (1.0, 7, 3)
    edge = twing.odds("F: F5 vs W: W4 W3 + W3", responses="best").edge
    assert sum(mean_attacker_edge(found, stance) for stance in found.by_stance) == pytest.approx(
        edge, abs=1e-9
    )


def test_TW_BAT_4_a_hand_without_spell_and_creature_lays_nothing():
    situation = with_left("F: hand F5 vs W: hand ?", "& cat*2")
    found = finish(hidden_hand_answers(situation))
    [[reply]] = found.by_stance.values()
    assert (reply.chance, reply.numbers.card_count) == (1.0, 0)


def test_drawn_hands_come_near_the_exact_mean():
    situation = Situation.parse("F: hand F5 F3 + F4 & cat vs W: hand W4 ?*3 + W3")
    exact = finish(hidden_hand_answers(situation))
    drawn = finish(hidden_hand_answers(situation, samples=1500, seed=5))
    assert (exact.samples, drawn.samples) == (0, 1500)
    assert drawn.hand_count <= exact.hand_count
    for stance in exact.by_stance:
        assert abs(mean_attacker_edge(drawn, stance) - mean_attacker_edge(exact, stance)) < 0.05
    again = finish(hidden_hand_answers(situation, samples=1500, seed=5))
    assert [mean_attacker_edge(again, stance) for stance in again.by_stance] == [
        mean_attacker_edge(drawn, stance) for stance in drawn.by_stance
    ]


def test_too_many_hands_are_drawn_without_being_asked():
    found = finish(hidden_hand_answers(Situation.parse("F: hand F5 vs W: hand ?*9 + W3 L2")))
    assert found.samples == 2000
