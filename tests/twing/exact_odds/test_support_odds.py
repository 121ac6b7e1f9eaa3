"""Odds of battles with supporters against the script, and what a battle pays."""

from __future__ import annotations

from typing import ClassVar

import attrs
import pytest
from battles import battles
from hypothesis import given, settings
from long_runs import runs
from twing.chances import triple
from twing.exact_odds.supported import LINE, supported

from twingkit import Game, twing
from twingkit.odds.reference import reference_odds
from twingkit.twing.exact_odds.support_line import (
    SupportedBattle,
    support_payoff_rows,
    support_payoff_table,
    supported_odds,
)
from twingkit.twing.notation.line_table import table_from_sides
from twingkit.twing.rules.battle import fight_battle as battle_script
from twingkit.twing.rules.battle_acts import PASS, Support
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.responses import MiromonBeforeEvent, TrapBeforeRoll
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.table import TwingTable

# Odds against the script


@attrs.frozen
class SupportStart:
    """A table of up to four players at which a supported battle is fought, with nothing to draw."""

    name: ClassVar[str] = "test.support"
    setup_keys: ClassVar[tuple[str, ...]] = ()
    given: SupportedBattle

    def setup_lines(self):
        return []

    def table(self):
        players = table_from_sides(self.given.battle.sides).players
        for supporters in self.given.supporters:
            for supporter in supporters:
                cards = [card for card in supporter.cards if isinstance(card, Creature)]
                spells = list(supporter.spells)
                player = Player(len(players), character=supporter.character, hand=spells, entourage=cards)
                player.ornicles = 1
                players.append(player)
        return TwingTable(players, open_hands=True, whole=True)

    def script(self, table):
        [result] = yield from battle_script(table, 0, [1])
        return (
            result,
            [player.ornicles for player in table.players],
            [len(player.entourage) for player in table.players],
        )

    def seat(self, player):
        return f"p{player + 1}"

    def rulebook(self):
        return rulebook()


def planned(given, respond):
    """Return the answers at that table: the line's cards; traps as TW-ODDS-2 plays them, after the roll."""
    supporters = [
        (role, each)
        for role, side in zip(("attacker", "defender"), given.supporters, strict=True)
        for each in side
    ]

    def choices(question):
        if isinstance(question, LayCards):
            return [given.battle.sides[question.side.index].lay]
        if isinstance(question, SupportWithCard):
            role, each = supporters[question.player - 2]
            return [Support(role, each.cards)]
        if not respond or isinstance(question, TrapBeforeRoll | MiromonBeforeEvent):
            return [PASS]
        return list(question.options())

    return choices


def odds_of_script(given, respond):
    game = Game(SupportStart(given))
    return reference_odds(
        game, lambda result: {0: 1, None: 0, 1: -1}[result[0].winner], planned(given, respond)
    )


@settings(max_examples=runs(7, 150))
@given(supported())
def test_TW_ODDS_1_dice_alone_agree_with_the_script(given):
    assert triple(supported_odds(given)) == pytest.approx(triple(odds_of_script(given, False)), abs=1e-12)


@pytest.mark.parametrize(
    "line",
    [
        "F: F5 + F1 & cat with L: F1 vs W: W6 & trap with A: + W2",
        "F: F5 with L: + F4 vs W: W6 @ hat & trap",
        "F: F3 @ shamrock & trap with A: F1 vs W: shield W3 with L: + W3",
        "F: A5 & miromon with A: A2, L: + A1 vs W: W6 & trap",
    ],
)
def test_TW_ODDS_2_best_responses_agree_with_the_script(line):
    given = SupportedBattle.parse(line)
    assert triple(supported_odds(given, "best")) == pytest.approx(
        triple(odds_of_script(given, True)), abs=1e-9
    )


@given(battles(most_held=1))
def test_without_supporters_it_is_the_battle(battle):
    for responses in ("none", "best"):
        assert triple(supported_odds(battle, responses)) == triple(twing.odds(battle, responses=responses))


def test_TW_BAT_13_a_supporters_creature_is_prey():
    bare = "F: F5 vs W: W5 & trap"
    helped = "F: F5 with L: + F4 vs W: W5 & trap"
    assert supported_odds(helped).edge > supported_odds(bare).edge
    assert supported_odds(helped, "best").edge == pytest.approx(supported_odds(bare, "best").edge)
    spell = "F: F5 with L: F4 vs W: W5 & trap"
    assert supported_odds(spell, "best").edge > supported_odds(helped, "best").edge


def test_TW_BAT_15_a_supporters_element_does_not_make_the_die_an_own_one():
    own, other = "F: F5 with L: F4 vs W: W5", "L: F5 with F: F4 vs W: W5"
    assert supported_odds(other).win < supported_odds(own).win


# What it pays


def end_of(given, *answers):
    """Return the table's result, Ornicles and entourages after a battle with these rolls and responses."""
    game = Game(SupportStart(given))
    choices, left = planned(given, False), list(answers)
    while game.question is not None:
        fixed = isinstance(game.question, LayCards | SupportWithCard | TrapBeforeRoll)
        game.answer(choices(game.question)[0] if fixed else left.pop(0) if left else "pass")
    return game.result


@pytest.mark.parametrize(
    "faces", [("roll Sun", "roll 0"), ("roll Cross", "roll 0"), ("roll Sun", "roll Sun")]
)
def test_TW_BAT_22_support_is_settled_as_at_the_table(faces, monkeypatch):
    given = SupportedBattle.parse("F: F5 + F4 A2 @ teddy with L: + F3 vs W: W6 + W1 with A: W3")
    result, ornicles, creatures = end_of(given, *faces)
    outcome = {0: (1, 0, 0), None: (0, 1, 0), 1: (0, 0, 1)}[result.winner]
    rows = with_odds(given, outcome, monkeypatch)
    by_seat = [rows["F"], rows["W"], rows["L"], rows["A"]]
    begun = [0, 0, 1, 1]
    assert [row.ornicles for row in by_seat] == [
        end - begin for end, begin in zip(ornicles, begun, strict=True)
    ]
    owned = [2, 1, 1, 0]
    assert [row.creatures_lost for row in by_seat] == [
        begin - end for end, begin in zip(creatures, owned, strict=True)
    ]
    spells = [1, 1, 0, 1]
    assert [row.cards_lost for row in by_seat] == [
        row.creatures_lost + count for row, count in zip(by_seat, spells, strict=True)
    ]


def with_odds(given, outcome, monkeypatch):
    """Return the rows of a battle with a known outcome, by character."""
    from twingkit.twing.exact_odds import support_line
    from twingkit.twing.exact_odds.best_responses.ends import BattleEnd

    known = [
        BattleEnd(0, place, (0,) * 8, float(chance), (0, 0)) for place, chance in enumerate(outcome) if chance
    ]
    monkeypatch.setattr(support_line, "battle_ends", lambda contests, responses: [known])
    monkeypatch.setattr(support_line, "supported_odds", lambda *args: twing_odds(outcome))
    return {row.character: row for row in support_payoff_rows(given)}


def twing_odds(outcome):
    from twingkit import Odds

    return Odds(*map(float, outcome))


def test_TW_BAT_22_a_winning_shield_takes_the_stakes_but_no_reward():
    shield, spells = (
        support_payoff_table(f"F: F5 with L: F1 vs W: {lay} with A: + W1") for lay in ("shield W9", "W9")
    )
    loss = shield.loc[0, "loss"]
    assert shield.loc[2, "ornicles"] == pytest.approx(loss)
    assert spells.loc[2, "ornicles"] == pytest.approx(2 * spells.loc[0, "loss"])


def test_a_supporters_ornicles_are_the_edge_of_its_side():
    frame = support_payoff_table(LINE, responses="best")
    assert list(frame["role"]) == ["attacker", "supporter", "defender", "supporter"]
    assert list(frame["ornicles"][[1, 3]]) == pytest.approx(list(frame["edge"][[1, 3]]))
    assert frame.loc[1, "gain"] == pytest.approx(
        supported_odds(LINE, "best").edge - supported_odds(LINE.replace(" with L: F3", ""), "best").edge
    )
    assert frame.attrs.pop("columns")
    assert frame.attrs == {"position": LINE, "responses": "best"}


def test_TW_BAT_13_traps_take_the_strongest_creature_whosever_it_is():
    frame = support_payoff_table("F: F5 + F2 with L: + F4 vs W: W9 & trap", responses="best")
    assert frame.loc[1, "creatures_lost"] > frame.loc[0, "creatures_lost"] == 0
    assert frame.loc[2, "cards_lost"] > 1


def test_TW_BAT_21_own_creatures_of_the_attacker_come_home_a_supporters_do_not():
    frame = support_payoff_table("F: F5 + F2 W1 @ teddy with L: + F4 vs W: W6")
    loss = frame.loc[0, "loss"]
    assert list(frame["creatures_lost"][:2]) == pytest.approx([loss, loss])


def test_another_word_for_responses_is_refused():
    for function in (supported_odds, support_payoff_table):
        with pytest.raises(ValueError, match="'none' or 'best', not 'some'"):
            function(LINE, "some")


def test_TW_BAT_6_of_a_shield_of_two_elements_either_unit_can_be_the_teddys():
    for added in ("+ W2", "+ L2"):
        assert SupportedBattle.parse(f"F: F5 vs W: shield W4 L4 @ teddy with A: {added}").problems() == []
    both = SupportedBattle.parse("F: F5 vs W: shield W4 L4 @ teddy with L: + L2, A: + W2").problems()
    assert [problem.rule for problem in both] == ["TW-BAT-6"]
    most = SupportedBattle.parse("F: F5 vs W: shield W4 W3 L4 @ teddy with A: + L2").problems()
    assert [problem.rule for problem in most] == ["TW-BAT-6"]
