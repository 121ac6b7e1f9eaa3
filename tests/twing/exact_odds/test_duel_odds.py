"""Duels: exact odds against the duel script walked through, against simulation, and against each other."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations
from typing import ClassVar

import attrs
import pytest
from long_runs import runs

from twingkit import Game, twing
from twingkit.twing.exact_odds import duel_play, ends
from twingkit.twing.exact_odds.duel_odds import (
    RESPONSES,
    duel_costs,
    duel_odds,
    duel_report,
    duel_results,
    duel_table,
)
from twingkit.twing.exact_odds.duel_plan import best_duel_plan
from twingkit.twing.exact_odds.duel_play import DuelBudgetError
from twingkit.twing.exact_odds.odds import best_response
from twingkit.twing.notation.battle_line import NotationError
from twingkit.twing.notation.duel_line import Duel, DuelError, standing
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.commit import LayCards
from twingkit.twing.rules.duel import TakeObject, duel
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.responses import BeforeRoll, Interrupt, Respond
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit.walk import walk

LINE = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"
PLAIN = "duel F: F5 / F4 / F3 vs W: W5 / W4 / W3"


def triple(odds):
    return odds.win, odds.tie, odds.loss


# The script itself


class DuelTable(TwingTable):
    """A table whose key also says who has won the duel's battles so far."""

    __slots__ = ()

    def key(self):
        return super().key(), battles_of(self)


def battles_of(table):
    return tuple(note[5].winner for note in table.notes() if note[0] == "battle")


@attrs.frozen
class DuelStart:
    """Two players at a table with nothing to draw, who hold the cards of a duel line and a spell to spare."""

    name: ClassVar[str] = "test.duel"
    keys: ClassVar[tuple[str, ...]] = ()
    line: Duel

    def lines(self):
        return []

    def table(self):
        players = []
        for seat, side in enumerate(self.line.sides):
            spells = [spell for lay in side.lays for spell in lay.spells]
            spare = Spell("A", 1)  # so that no hand is refilled between the battles (TW-TURN-2)
            creatures = list(side.creatures.elements())
            objects, stored = (side.objects, ()) if not seat or side.objects else ((), ("puppet",))
            held = (side.cats, side.traps, side.miromon)
            players.append(
                Player(
                    side.character, [*spells, spare], creatures, objects, *held,
                    ornicles=1 - seat, stored=stored, seat=seat,
                )
            )  # fmt: skip
        return DuelTable(players, open_hands=True, whole=True)

    def script(self, table):
        yield from duel(table, *table.players)
        [note] = [note for note in table.notes() if note[0] == "duel"]
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
    return standing(line.sides[side.index].lays[fought], Counter(side.player.entourage))


def strongest_first(question):
    """The answers of TW-ODDS-2: of all traps only the one on the strongest creature."""
    traps = 0
    for answer in question.options():
        if answer.startswith("trap "):
            traps += 1
            if traps > 1:
                continue
        yield answer


def score(result):
    wins = result[0]
    return (wins[0] >= 2) - (wins[1] >= 2)


def walked(line, respond):
    """The script through all dice and, with `respond`, all responses: for the duel's own edge."""
    parsed = Duel.parse(line)

    def choices(question):
        if isinstance(question, LayCards):
            return [planned_lay(parsed, question)]
        if isinstance(question, TakeObject):
            return [next(question.options())]
        if not respond or isinstance(question, BeforeRoll | Interrupt):
            return ["pass"]
        return list(strongest_first(question))

    return walk(Game(DuelStart(parsed)), score, choices)


TINY = [
    PLAIN,
    "duel F: F5 + F2 / F4 + F2 / F3 vs W: W5 + W1 / W4 / W3 + W1",
    "duel F: A5 + A2 / A4 + A2 / A3 + A2 @ boots vs W: W6 / A4 / W2",
    "duel F: F5 + F2M>F1 / F4 + F2M>F1 / F3 vs W: shield W5 / W4 + L2 / shield W3 L2 @ teddy",
]


@pytest.mark.parametrize("line", TINY)
def test_TW_DUEL_2_dice_alone_agree_with_the_script(line):
    assert triple(duel_odds(line)) == pytest.approx(triple(walked(line, False)), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "duel F: F5 / F4 / F3 & cat vs W: W5 / shield W4 / shield W3",
        "duel F: F5 / F4 / F3 vs W: W5 / shield W4 / W4 & cat",
        "duel F: F5 / F4 / F3 & cat vs W: shield W5 / shield W4 / shield W3 & miromon",
        "duel F: F5 + F3 / F4 + F3 / F3 + F3 & miromon vs W: shield W6 W1 / shield W5 / shield L5 & trap",
    ],
)
def test_TW_DUEL_2_best_responses_for_the_duel_agree_with_the_script(line):
    found = duel_odds(line, "best")
    assert triple(found) == pytest.approx(triple(walked(line, True)), abs=1e-9)
    assert abs(found.edge - duel_odds(line, "each").edge) > 1e-3, "or the line shows nothing"


BIGGER = (
    "duel F: F5 F3 + F4 A2 / A4 A2 + A2 / F4 + F4M>F2 @ shamrock,teddy & cat trap "
    "vs W: W6 / W4 W3 + W2 / shield W4 W2 @ hat & cat trap*2"
)


def simulated(line, count):
    """Whole duels at the table, every battle played as TW-ODDS-2 says."""
    parsed = Duel.parse(line)

    def answer(game):
        question = game.question
        if isinstance(question, LayCards):
            return planned_lay(parsed, question)
        if isinstance(question, BeforeRoll | Interrupt):
            return "pass"
        if isinstance(question, Respond):
            return best_response(question.fight, question.side.index)
        return next(question.options())

    start = DuelStart(parsed)
    for seed in range(count):
        yield Game(start, seed=seed, explain=False).play(answer).result


@pytest.mark.slow
def test_TW_DUEL_3_a_bigger_duel_agrees_with_duels_that_are_played():
    count = runs(60, 1000)
    ends_found = list(simulated(BIGGER, count))
    report = duel_report(BIGGER, "each")
    assert sum(cost.traps for cost in report.costs) > 0.2, "or traps are not tried"

    def agrees(exact, values):
        mean = sum(values) / count
        error = math.sqrt(sum((value - mean) ** 2 for value in values) / count / count)
        assert abs(mean - exact) < 4 * error + 0.01

    scores = [score(end) for end in ends_found]
    for outcome, exact in zip((1, 0, -1), triple(report.odds), strict=True):
        agrees(exact, [each == outcome for each in scores])
    owned = [sum(side.creatures.values()) for side in report.duel.sides]
    begun = [player.hand_size for player in DuelStart(report.duel).table().players]
    for index, cost in enumerate(report.costs):
        agrees(cost.ornicles, [end[2][index] - (1 - index) for end in ends_found])
        lost = [owned[index] - end[3][index] for end in ends_found]
        agrees(cost.creatures_lost, lost)
        spent = [begun[index] - end[4][index] for end in ends_found]
        agrees(cost.cards_lost, [one + other for one, other in zip(lost, spent, strict=True)])


# What must hold


@pytest.mark.parametrize("responses", RESPONSES)
@pytest.mark.parametrize("line", [LINE, BIGGER, PLAIN])
def test_TW_DUEL_3_the_parts_of_a_report_fit_together(line, responses):
    report = duel_report(line, responses)
    odds = report.odds
    assert sum(triple(odds)) == pytest.approx(1)
    by_result = Counter()
    for result in report.results:
        by_result[result.result] += result.chance
    assert [by_result[each] for each in ("win", "tie", "loss")] == pytest.approx(triple(odds))
    for number in (1, 2, 3):
        rows = [row for row in report.standings if row.battle == number]
        assert sum(row.chance for row in rows) == pytest.approx(1)
        for name, exact in zip(("duel_win", "duel_tie", "duel_loss"), triple(odds), strict=True):
            assert sum(row.chance * getattr(row, name) for row in rows) == pytest.approx(exact)
        assert all(row.win + row.tie + row.loss == pytest.approx(1) for row in rows)
        assert all(row.edge == pytest.approx(row.win - row.loss) for row in rows)
    challenger, defender = report.costs
    won = sum(row.chance * row.win for row in report.standings)
    assert challenger.battle_ornicles == pytest.approx(won)
    assert challenger.stake == pytest.approx(-odds.loss) == -defender.stake
    assert challenger.ornicles == pytest.approx(won - odds.loss)
    assert challenger.object_chance == defender.object_chance == odds.win


def test_TW_DUEL_2_the_first_battle_alone_is_that_of_its_line():
    first = str(Duel.parse(LINE).battles[0])
    for responses, like in (("none", "none"), ("each", "best")):
        row = duel_report(LINE, responses).standings[0]
        assert (row.win, row.tie, row.loss) == pytest.approx(triple(twing.odds(first, like)))


def test_TW_DUEL_2_without_cards_to_share_the_battles_are_independent():
    line = "duel F: F5 / A4 / F3 F1 vs W: W5 / L4 / W3"
    wins, ties, losses = zip(
        *(triple(twing.odds(battle)) for battle in Duel.parse(line).battles), strict=True
    )
    a, b, c = wins
    win = a * b * c + a * b * (1 - c) + a * (1 - b) * c + (1 - a) * b * c
    assert duel_odds(line).win == pytest.approx(win)
    assert duel_results(line)["chance"].iloc[0] == pytest.approx(a * b * c)
    assert ties != losses


def test_best_play_for_the_duel_is_not_worse_for_who_alone_holds_cards():
    mine = "duel F: F5 / F4 / F3 & cat*2 vs W: W5 / W4 / W3"
    assert duel_odds(mine, "best").edge > duel_odds(mine, "each").edge > duel_odds(mine).edge
    theirs = "duel F: F5 / F4 / F3 vs W: W5 / W4 / W3 & cat*2"
    assert duel_odds(theirs, "best").edge < duel_odds(theirs, "each").edge < duel_odds(theirs).edge


def test_TW_DUEL_2_in_a_variant_it_stops_when_decided_and_the_odds_stay():
    for responses in RESPONSES:
        whole, short = (duel_report(BIGGER, responses, stops) for stops in (False, True))
        assert triple(short.odds) == pytest.approx(triple(whole.odds), abs=1e-9)
        scores = {result.outcome for result in short.results}
        assert not scores & {"3-0", "0-3"}
        assert {"2-0", "0-2"} <= scores
        assert {row.score for row in short.standings if row.battle == 3} <= {"1-0", "0-1", "1-1", "0-0"}
        assert short.costs[0].cards_lost < whole.costs[0].cards_lost


def test_TW_BAT_20_creatures_that_are_lost_are_missing_in_a_later_battle():
    safe, risky = (f"duel F: A1 + A9 / A1 / A1 + A9 vs W: {first} / W9 / W9" for first in ("W1", "W99"))
    third = []
    for line in (safe, risky):
        rows = [row for row in duel_report(line).standings if row.battle == 3]
        third.append(sum(row.chance * row.win for row in rows))
    assert third[0] > third[1] + 0.2


def test_TW_BAT_21_the_challengers_own_element_comes_home_the_defenders_does_not():
    line = "duel F: F1 + F9 / F1 / F1 vs W: W99 + W9 / W1 / W1"
    challenger, defender = duel_report(line).costs
    first = duel_report(line).standings[0]
    assert challenger.creatures_lost == 0
    assert defender.creatures_lost == pytest.approx(first.win)


def test_TW_BAT_18_a_shield_is_paid_nothing():
    line = "duel F: F1 / F1 / F1 vs W: shield W9 / shield W8 / shield W7"
    defender = duel_report(line).costs[1]
    assert defender.battle_ornicles == 0
    assert defender.ornicles == duel_odds(line).loss > 0.5


def test_TW_BAT_4_a_shield_that_is_lost_leaves_nothing_to_lay():
    line = "duel F: F9 / F1 / F1 vs W: shield W1 / shield W1 / shield W1"
    row = next(row for row in duel_report(line).standings if row.score == "1-0")
    assert row.win == pytest.approx(twing.odds("F: F2 vs W: shield W1").win), "1 point against nothing"


def test_the_frames_say_the_same_as_the_report():
    report = duel_report(LINE, "best")
    table, results, costs = (make(LINE, "best") for make in (duel_table, duel_results, duel_costs))
    assert table.to_dict("records") == [attrs.asdict(row) for row in report.standings]
    assert results.to_dict("records") == [attrs.asdict(row) for row in report.results]
    assert costs.to_dict("records") == [attrs.asdict(row) for row in report.costs]
    assert table.attrs["duel"] == LINE
    assert table.attrs["results"] == {result.outcome: result.chance for result in report.results}
    assert table.attrs["win"] == report.odds.win


@pytest.mark.parametrize("make", [duel_table, duel_results, duel_costs, best_duel_plan])
def test_every_frame_can_be_saved(make, tmp_path):
    frame = make(PLAIN, responses="none")
    frame.to_parquet(tmp_path / "frame.parquet")
    frame.to_csv(tmp_path / "frame.csv")


# The order of the lays


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_best_plan_is_the_best_of_all_orders(side):
    line = "duel F: F6 F5 / F4 / F1 & cat vs W: W6 / W4 / W2 & trap"
    parsed = Duel.parse(line)
    plan = best_duel_plan(line, side)
    assert list(plan["rank"]) == [1, 2, 3, 4, 5, 6]
    edges = {}
    for order in permutations(range(3)):
        if side == "attacker":
            duel = Duel(parsed.challenger.ordered(order), parsed.defender)
            edge, lays = duel_odds(duel, "each").edge, duel.challenger.lays
        else:
            duel = Duel(parsed.challenger, parsed.defender.ordered(order))
            edge, lays = -duel_odds(duel, "each").edge, duel.defender.lays
        edges[" / ".join(map(str, lays))] = edge
    assert dict(zip(plan["lays"], plan["edge"], strict=True)) == pytest.approx(edges)
    assert plan.loc[0, "edge"] == pytest.approx(max(edges.values()))
    assert (plan["answer_edge"] <= plan["edge"] + 1e-12).all()


def test_equal_orders_come_once():
    assert len(best_duel_plan("duel F: F5 / F4 / F4 vs W: W5 / W5 / W5", responses="none")) == 3


def test_another_side_is_refused():
    with pytest.raises(ValueError, match="'attacker' or 'defender', not 'both'"):
        best_duel_plan(PLAIN, "both")


# Limits


def test_without_numpy_the_numbers_are_the_same(monkeypatch):
    fast = duel_report(LINE, "best")
    monkeypatch.setattr(ends, "find_spec", lambda name: None)
    monkeypatch.setattr(duel_play, "find_spec", lambda name: None)
    plain = duel_report(LINE, "best")
    assert triple(plain.odds) == pytest.approx(triple(fast.odds), abs=1e-9)
    for one, other in zip(plain.costs, fast.costs, strict=True):
        assert attrs.astuple(one)[1:] == pytest.approx(attrs.astuple(other)[1:], abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "held", ["cat*99 trap*99", pytest.param("cat*5 trap*4 miromon", marks=pytest.mark.soak)]
)
def test_a_duel_beyond_the_budget_is_refused_soon(held):
    line = (
        f"duel F: F5 F3 + F4 F3 / F2 F2 + F3 F4M / F6 + F4 @ shamrock & {held} "
        "vs W: W6 W1 + W4 W1 / W4 W3 + W2 W3 / shield W2 W5 @ hat & cat*4 trap*4"
    )
    with pytest.raises((DuelBudgetError, twing.BudgetError)) as refused:
        duel_odds(line, "best")
    assert refused.value.text("en") != refused.value.text("de")
    assert duel_odds(line).win > 0


def test_bad_input_is_refused():
    with pytest.raises(NotationError):
        duel_odds("F: F5 vs W: W6")
    with pytest.raises(DuelError):
        duel_odds("duel F: F5 / shield F4 / F3 vs W: W5 / W4 / W3")
    with pytest.raises(ValueError, match="none, each, best"):
        duel_odds(PLAIN, "some")
