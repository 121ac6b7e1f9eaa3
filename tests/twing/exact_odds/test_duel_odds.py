"""Odds of a duel against the script."""

from __future__ import annotations

import math
from collections import Counter
from typing import ClassVar

import attrs
import pytest
from long_runs import runs
from twing.chances import triple
from twing.exact_odds.duel_lines import BIGGER, PLAIN

from twingkit import Game
from twingkit.core.notation import ROLES
from twingkit.odds.reference import reference_odds
from twingkit.twing.exact_odds.attack_lines import odds
from twingkit.twing.exact_odds.duel_odds import (
    duel_odds,
    duel_odds_table,
    duel_report,
)
from twingkit.twing.exact_odds.odds import best_response
from twingkit.twing.notation.duel_line import Duel, lay_reduced_to_creatures
from twingkit.twing.rules.battle_acts import PASS, Trap
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.duel import TakeObject, fight_duel
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.table import TwingTable


class DuelTable(TwingTable):
    """A table whose key also says who has won the duel's battles so far."""

    __slots__ = ()

    def key(self):
        return super().key(), battles_of(self)


def battles_of(table):
    return tuple(note[5].winner for note in table.stats_entries() if note[0] == "battle")


@attrs.frozen
class DuelStart:
    """Two players with nothing to draw, who hold the cards of a duel line and a spell to spare."""

    name: ClassVar[str] = "test.duel"
    setup_keys: ClassVar[tuple[str, ...]] = ()
    line: Duel

    def setup_lines(self):
        return []

    def table(self):
        players = []
        for seat, side in enumerate(self.line.sides):
            spells = [spell for lay in side.lays for spell in lay.spells]
            spare = Spell("A", 1)  # so that no hand is refilled between the battles (TW-TURN-2)
            creatures = list(side.creatures_needed.elements())
            objects, stored = (side.objects, ()) if not seat or side.objects else ((), ("puppet",))
            player = Player(seat, character=side.character, hand=[*spells, spare], entourage=creatures)
            player.active_objects, player.inactive_objects = objects, stored
            player.response_cards, player.ornicles = side.response_cards, 1 - seat
            players.append(player)
        return DuelTable(players, open_hands=True, whole=True)

    def script(self, table):
        yield from fight_duel(table, *table.players)
        [note] = [note for note in table.stats_entries() if note[0] == "duel"]
        return (
            note[4],
            battles_of(table),
            [player.ornicles for player in table.players],
            [len(player.entourage) for player in table.players],
            [player.hand_size for player in table.players],
        )

    def seat(self, player):
        return f"p{player + 1}"

    def rulebook(self):
        return rulebook()


def planned_lay(line, question):
    """The lay of the line for the battle that is fought, of the cards that are still there.

    Which battle it is shows in the challenger's hand: it spends spells in each.
    """
    fight, side = question.fight, question.side
    left = len(fight.sides[0].player.hand) - 1 + (len(fight.sides[0].lay.spells) if side.index else 0)
    sizes = [len(lay.spells) for lay in line.challenger.lays]
    fought = next(number for number in range(3) if sum(sizes[number:]) == left)
    return lay_reduced_to_creatures(line.sides[side.index].lays[fought], Counter(side.player.entourage))


def strongest_first(question):
    """Return the answers of TW-ODDS-2: of all traps only the one on the strongest creature."""
    traps = 0
    for answer in question.options():
        if isinstance(answer, Trap):
            traps += 1
            if traps > 1:
                continue
        yield answer


def score(result):
    wins = result[0]
    return (wins[0] >= 2) - (wins[1] >= 2)


def walked(line, respond):
    """Walk the script through all dice and, with `respond`, all responses: for the duel's own edge."""
    parsed = Duel.parse(line)

    def choices(question):
        if isinstance(question, LayCards):
            return [planned_lay(parsed, question)]
        if isinstance(question, TakeObject):
            return [next(question.options())]
        if not respond or isinstance(question, TrapBeforeRoll | MiromonBeforeEvent):
            return [PASS]
        return list(strongest_first(question))

    return reference_odds(Game(DuelStart(parsed)), score, choices)


TINY = [
    PLAIN,
    "duel F: F5 + F2 / F4 + F2 / F3 vs W: W5 + W1 / W4 / W3 + W1",
    "duel F: A5 + A2 / A4 + A2 / A3 + A2 @ boots vs W: W6 / A4 / W2",
    "duel F: F5 + F2M>F1 / F4 + F2M>F1 / F3 vs W: shield W5 / W4 + L2 / shield W3 L2 @ teddy",
]


@pytest.mark.parametrize("line", TINY)
def test_TW_DUEL_2_dice_alone_agree_with_the_script(line):
    assert triple(duel_odds(line)) == pytest.approx(triple(walked(line, False)), abs=1e-9)


def test_TW_BAT_20_a_copy_that_was_not_in_a_lost_battle_is_there_for_the_next():
    line = "duel F: F5 / F4 / F3 vs W: W5 W1 + W1 W1 / W4 + W1 / W3 + W1"
    assert triple(duel_odds(line)) == pytest.approx(triple(walked(line, False)), abs=1e-9)
    table = duel_odds_table("duel F: F9 F9 / F9 F9 / F5 vs W: W4 W1 + W1 W1 / W4 + W1 / W4 + W1")
    lost_one = table[(table["battle"] == 3) & (table["score"] == "1-1")].iloc[0]
    assert lost_one["win"] < odds("F: F5 vs W: W4").win - 0.01


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "duel F: F5 / F4 / F3 & cat vs W: W5 / shield W4 / shield W3",
        "duel F: F5 / F4 / F3 vs W: shield W5 / shield W4 / W4 & cat",
        "duel F: F5 / F4 / F3 & cat vs W: shield W5 / shield W4 / shield W3 & miromon",
        "duel F: F5 + F3 / F4 + F3 / F3 + F3 & miromon vs W: shield W6 W1 / shield W5 / shield L5 & trap",
    ],
)
def test_TW_DUEL_2_best_responses_for_the_duel_agree_with_the_script(line):
    found = duel_odds(line, responses="best")
    assert triple(found) == pytest.approx(triple(walked(line, True)), abs=1e-9)
    assert abs(found.edge - duel_odds(line, responses="each").edge) > 1e-3, "or the line shows nothing"


def simulated(line, count):
    """Play whole duels, with every battle's responses chosen as TW-ODDS-2 says."""
    parsed = Duel.parse(line)

    def answer(game):
        question = game.question
        if isinstance(question, LayCards):
            return planned_lay(parsed, question)
        if isinstance(question, TrapBeforeRoll | MiromonBeforeEvent):
            return PASS
        if isinstance(question, Respond):
            return best_response(question.fight, side=ROLES[question.side.index])
        return next(question.options())

    start = DuelStart(parsed)
    for seed in range(count):
        yield Game(start, seed=seed, explain=False).play(answer).result


@pytest.mark.slow
def test_TW_DUEL_3_a_bigger_duel_agrees_with_duels_that_are_played():
    count = runs(60, 1000)
    ends_found = list(simulated(BIGGER, count))
    report = duel_report(BIGGER, "each")
    assert sum(cost.as_row["traps"] for cost in report.balances) > 0.2, "or traps are not tried"

    def agrees(exact, values):
        mean = sum(values) / count
        error = math.sqrt(sum((value - mean) ** 2 for value in values) / count / count)
        assert abs(mean - exact) < 4 * error + 0.01

    scores = [score(end) for end in ends_found]
    for outcome, exact in zip((1, 0, -1), triple(report.odds), strict=True):
        agrees(exact, [each == outcome for each in scores])
    owned = [sum(side.creatures_needed.values()) for side in report.duel.sides]
    begun = [player.hand_size for player in DuelStart(report.duel).table().players]
    for index, cost in enumerate(report.balances):
        agrees(cost.ornicles, [end[2][index] - (1 - index) for end in ends_found])
        lost = [owned[index] - end[3][index] for end in ends_found]
        agrees(cost.creatures_lost, lost)
        spent = [begun[index] - end[4][index] for end in ends_found]
        agrees(cost.cards_lost, [one + other for one, other in zip(lost, spent, strict=True)])
