"""Advice: every lay against its best answer; its slow twins are all lays against all lays, and the script."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs
from situations import with_left

from twingkit import twing
from twingkit.asking import Roll
from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.twing.analysis import meetings
from twingkit.twing.analysis.advice import GOALS, AdviceRow, advice, advice_rows, advise
from twingkit.twing.analysis.best_answers import cost_of
from twingkit.twing.analysis.lay_table import laid_table
from twingkit.twing.analysis.meetings import Meetings, Stance
from twingkit.twing.exact_odds import ends
from twingkit.twing.exact_odds.contest import battle_contest
from twingkit.twing.exact_odds.hidden import hidden_rows
from twingkit.twing.exact_odds.odds import best_odds, dice_odds
from twingkit.twing.notation.battle_line import ROLES, Battle, Side, read_lay
from twingkit.twing.notation.holder import Holder
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.lay import Lay

TIE = 1e-9


def side_of(holder: Holder, lay: Lay) -> Side:
    return Side(holder.character, lay, holder.objects, holder.cats, holder.traps, holder.miromon)


def lays_of(holder: Holder, enemy: Holder, role: str) -> list[Lay]:
    """What a holder may lay, as the rules list it."""
    if holder.laid:
        return [holder.laid]
    found = list(laying.lays(holder.spells, holder.creatures, role, holder.objects, enemy.objects))
    return found or [Lay()]


def chances_of(battle: Battle, responses: str) -> twing.Odds:
    """The odds of a battle, the empty defence too."""
    contest = battle_contest(battle)
    return best_odds(contest) if responses == "best" else dice_odds(contest.margin, *contest.profiles)


def brute(situation: Situation, side: str, responses: str) -> dict[str, tuple[str, twing.Odds]]:
    """Each lay with the best answer to it and the odds of this side, from every lay against every lay."""
    attacker, defender = situation.holders
    attacks = lays_of(attacker, defender, "attacker")
    defences = lays_of(defender, attacker, "defender")
    found: dict[str, tuple[str, twing.Odds]] = {}
    for attack in attacks:
        odds = {
            defence: chances_of(Battle(side_of(attacker, attack), side_of(defender, defence)), responses)
            for defence in defences
        }
        if side == "defender":
            return {str(defence): ("", each.flipped()) for defence, each in odds.items()}
        lowest = min(each.edge for each in odds.values())
        best = min(
            (lay for lay, each in odds.items() if each.edge <= lowest + TIE),
            key=lambda lay: (
                *cost_of(laid_table(lay, "defender", defender.character).classes[0].numbers),
                str(lay),
            ),
        )
        found[str(attack)] = str(best), odds[best]
    return found


element = st.sampled_from("FFW")
held = st.integers(0, 1)


@st.composite
def situations(draw: st.DrawFn, attack_laid: bool = False) -> Situation:
    """A small situation; powers are near each other, so that the dice and the traps matter."""
    objects = draw(st.permutations(twing.OBJECTS))
    miromon = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 1)]))
    holders = []
    for index in (0, 1):
        spells = draw(
            st.lists(st.builds(Spell, element, st.integers(1, 6)), min_size=1 - index, max_size=3 - index)
        )
        creatures = draw(st.lists(st.builds(Creature, element, st.integers(1, 5), st.booleans()), max_size=3))
        own = objects[3 * index : 3 * index + draw(st.integers(0, 3))]
        means = draw(held), draw(held), miromon[index]
        holders.append(Holder(draw(st.sampled_from("FW")), spells, 0, creatures, own, *means))
    attacker, defender = holders
    if attack_laid:
        lays = list(
            laying.lays(attacker.spells, attacker.creatures, "attacker", attacker.objects, defender.objects)
        )
        laid = draw(st.sampled_from(lays))
        attacker = attrs.evolve(attacker, spells=(), creatures=(), laid=laid)
    return Situation(attacker, defender)


@pytest.mark.parametrize("responses", ["best", "none"])
@given(situation=situations())
def test_an_attack_is_met_by_the_best_answer_of_all(responses, situation):
    twin = brute(situation, "attacker", responses)
    rows = advice_rows(situation, responses=responses)
    assert {row.lay: row.answer for row in rows} == {lay: answer for lay, (answer, _) in twin.items()}
    for row in rows:
        odds = twin[row.lay][1]
        assert (row.win, row.tie, row.loss) == pytest.approx((odds.win, odds.tie, odds.loss), abs=1e-9)


@pytest.mark.parametrize("responses", ["best", "none"])
@given(situation=situations(attack_laid=True))
def test_a_defence_is_judged_against_the_attack_that_lies_there(responses, situation):
    twin = brute(situation, "defender", responses)
    rows = advice_rows(situation, responses=responses)
    assert {row.lay for row in rows} == set(twin)
    for row in rows:
        odds = twin[row.lay][1]
        assert row.answer == ""
        assert (row.win, row.tie, row.loss) == pytest.approx((odds.win, odds.tie, odds.loss), abs=1e-9)


@pytest.mark.slow
def test_several_cats_and_traps_have_the_same_best_answer_as_all_lays_against_all_lays():
    attacker = f"F: hand F5 F3 + F4M{runs('', ' F3')} F2 F1 & cat trap*3"
    defender = f"W: hand W6 W4{runs('', ' F3')} + W4{runs('', ' W3')} W1 F4 @ hat,teddy & trap*2"
    situation = as_situation(f"{attacker} vs {defender}")
    twin = brute(situation, "attacker", "best")
    rows = advice_rows(situation)
    assert {row.lay: row.answer for row in rows} == {lay: answer for lay, (answer, _) in twin.items()}


@given(situation=situations(), responses=st.sampled_from(["best", "none"]), data=st.data())
def test_the_contest_of_two_stances_is_that_of_their_battle(situation, responses, data):
    attacker, defender = situation.holders
    attack = data.draw(st.sampled_from(lays_of(attacker, defender, "attacker")))
    defence = data.draw(st.sampled_from(lays_of(defender, attacker, "defender")))
    meetings = Meetings(attacker, defender, responses)
    stances = []
    for index, (lay, holder) in enumerate(((attack, attacker), (defence, defender))):
        table = laid_table(lay, ROLES[index], holder.character, meetings.traps[1 - index])
        stances.append(Stance.of(table.classes[0].numbers))
    contest = meetings.contest(*stances)
    real = battle_contest(Battle(side_of(attacker, attack), side_of(defender, defence)))
    assert (contest.margin, contest.profiles) == (real.margin, real.profiles)
    if responses == "best":
        assert contest.means == real.means
        for mine, whole in zip(contest.losses, real.losses, strict=True):
            assert whole[: len(mine)] == mine
    else:
        assert contest.size == 1
    key = meetings.key(*stances)
    meetings.solve([key])
    assert meetings.edge(key) == pytest.approx(
        chances_of(Battle(side_of(attacker, attack), side_of(defender, defence)), responses).edge, abs=1e-9
    )


# What a lay costs and brings, as the script settles it


def played_out(game: Game, answer: Any) -> dict[str, float]:
    """The exact means of a battle that is played out by a policy: every die, every way it goes."""
    start: Any = game.start
    before = [len(side.lay.creatures) for side in start.battle.sides]
    cards = [
        len(side.lay.spells) + len(side.lay.creatures) + side.cats + side.traps + side.miromon
        for side in start.battle.sides
    ]
    power = [side.lay.power for side in start.battle.sides]
    seen: dict[object, dict[str, float]] = {}

    def ended(at: Game) -> dict[str, float]:
        found: dict[str, float] = {}
        for index, (name, player) in enumerate(zip(("", "enemy_"), at.table.players, strict=True)):
            left = len(player.hand) + len(player.entourage) + player.cats + player.traps + player.miromon
            found[f"{name}creatures_lost"] = before[index] - len(player.entourage)
            found[f"{name}cards_lost"] = cards[index] - left
            kept = [card.power for card in (*player.hand, *player.entourage)]
            found[f"{name}power_lost"] = power[index] - sum(kept)
            found[f"{name}ornicles"] = player.ornicles
            found[f"{name}win"] = at.result.winner == index
        return found

    def mean(at: Game) -> dict[str, float]:
        question = at.question
        if question is None:
            return ended(at)
        key = type(question), question.player, at.table.key()
        if key not in seen:
            faces = list(question.options()) if isinstance(question, Roll) else [answer(at)]
            total = Counter[str]()
            for face in faces:
                branch = at.copy()
                branch.auto = False
                branch.answer(face)
                for name, value in mean(branch).items():
                    total[name] += value / len(faces)  # type: ignore[assignment]
            seen[key] = dict(total)
        return seen[key]

    return mean(game)


def script_means(row: AdviceRow, situation: Situation, side: str, responses: str) -> dict[str, float]:
    """What the script says of one row, for the side that is advised."""
    attacker, defender = situation.holders
    attack = str(attacker.laid) if side == "defender" else row.lay
    defence = row.lay if side == "defender" else row.answer
    empty = defence == "nothing"
    battle = Battle(
        side_of(attacker, read_lay(attack)), side_of(defender, Lay() if empty else read_lay(defence))
    )
    # The battle game refuses a line with an empty defence: it begins with a spell that is taken away.
    if empty:
        start = attrs.evolve(battle, defender=attrs.evolve(battle.defender, lay=read_lay("W1")))
        game = twing.battle_game(start, explain=False)
        game.table.players[1].hand.clear()
        game.start = attrs.evolve(game.start, battle=battle)
    else:
        game = twing.battle_game(battle, explain=False)

    def passes(at: Game) -> Any:
        asked = at.question
        if asked.kind in ("attack", "defend"):
            return battle.sides[asked.side.index].lay
        return "pass"

    found = played_out(game, twing.best_answer if responses == "best" else passes)
    if side == "defender":
        swap = {name: name.removeprefix("enemy_") if "enemy" in name else f"enemy_{name}" for name in found}
        found = {swap[name]: value for name, value in found.items()}
    return found


SETTLED = (
    # own element comes home, a foreign one of the Teddy does not; equal powers of both kinds under a trap
    ("F: hand F5 F3 + F4 W4 @ teddy & cat vs W: hand W6 + W3 & trap", "attacker"),
    ("F: hand W5 W3 + W4M W2 & trap vs W: hand W6 W4 + W3 W1 & cat", "attacker"),
    ("F: hand F5 + F4 @ shamrock vs W: hand nothing + W5 W2 @ hat & miromon", "attacker"),
    ("F: F5 F3 + F6M>F3 & trap vs W: hand W4 + W3 F2 @ teddy & trap", "defender"),
    ("F: W5 + W2 & cat vs W: hand W4 + W5 W3 @ bra", "defender"),
)


@pytest.mark.parametrize("responses", ["best", "none"])
@pytest.mark.parametrize(("line", "side"), SETTLED)
def test_what_a_lay_costs_and_brings_is_what_the_script_settles(line, side, responses):
    situation = as_situation(line)
    rows = advice_rows(situation, side, responses=responses)
    for row in random.Random(line).sample(rows, min(3, len(rows))):
        found = script_means(row, situation, side, responses)
        for name in (
            "win",
            "ornicles",
            "creatures_lost",
            "cards_lost",
            "power_lost",
            "enemy_creatures_lost",
            "enemy_cards_lost",
        ):
            assert getattr(row, name) == pytest.approx(found[name], abs=1e-9), (row.lay, row.answer, name)
        assert row.loss == pytest.approx(found["enemy_win"], abs=1e-9)


@pytest.mark.slow
def test_many_battles_played_by_the_script_lose_what_the_advice_expects():
    situation = as_situation("F: hand W5 F3 + W4 W2 & cat trap vs W: hand W4 + W3 & cat")
    row = next(row for row in advice_rows(situation) if row.lay == "W5 + W4")
    attacker, defender = situation.holders
    battle = Battle(side_of(attacker, read_lay(row.lay)), side_of(defender, read_lay(row.answer)))
    lost, games = [], runs(300, 1000)
    for seed in range(games):
        game = twing.battle_game(battle, seed=seed, explain=False)
        game.play(twing.best_answer)
        player = game.table.players[0]
        lost.append(4 - len(player.hand) - len(player.entourage) - player.cats - player.traps)
    mean = sum(lost) / games
    error = (sum((each - mean) ** 2 for each in lost) / (games - 1) / games) ** 0.5
    assert 0.005 < error < 0.05
    assert mean == pytest.approx(row.cards_lost, abs=4 * error)


# The rules by name


def row_of(lay: str, line: str, **options: str) -> AdviceRow:
    """The row of one lay."""
    [row] = [row for row in advice_rows(line, **options) if row.lay == lay]
    return row


def test_TW_BAT_4_an_empty_defence_pays_the_attacker_and_never_itself():
    attack = row_of("F5", "F: hand F5 vs W: hand nothing")
    assert attack.answer == "nothing"
    assert attack.ornicles == attack.win == pytest.approx(11 / 12)
    [defence] = advice_rows("F: F5 vs W: hand nothing")
    assert (defence.lay, defence.rules) == ("nothing", "TW-BAT-4")
    assert defence.win == pytest.approx(1 / 12)  # a Cross loses to everything
    assert (defence.ornicles, defence.cards_lost, defence.at_risk) == (0, 0, 0)


def test_TW_BAT_18_a_winning_shield_gets_no_ornicle():
    shield = row_of("shield W4 W3", "F: F5 vs W: hand nothing + W4 W3")
    assert shield.win > 0.5
    assert shield.ornicles == 0
    spells = row_of("W6", "F: F1 vs W: hand W6")
    assert spells.ornicles == spells.win


def test_TW_BAT_19_spells_are_spent_whatever_happens():
    row = row_of("F6 F6 F6", "F: hand F6 F6 F6 vs W: hand W1")
    assert (row.cards_lost, row.power_lost) == (3, 18)


def test_TW_BAT_19_20_a_defender_loses_its_creatures_with_the_battle_and_its_spells_always():
    row = row_of("W3 + W4", "F: F3 vs W: hand W3 + W4", responses="none")
    assert row.creatures_lost == pytest.approx(row.loss)
    assert row.cards_lost == pytest.approx(1 + row.loss)
    assert row.power_lost == pytest.approx(3 + 4 * row.loss)
    assert row.enemy_cards_lost == pytest.approx(1)


def test_TW_BAT_21_the_attackers_own_element_comes_home():
    home = row_of("F3 + F4", "F: hand F3 + F4 vs W: hand W3", responses="none")
    lost = row_of("F3 + F4", "W: hand F3 + F4 vs F: hand W3", responses="none")
    assert home.creatures_lost == 0
    assert (home.rules, lost.rules) == ("TW-BAT-15 TW-BAT-21", "")
    assert lost.creatures_lost == pytest.approx(lost.loss)
    assert (home.at_risk, lost.at_risk) == (1, 2)


def test_TW_BAT_21_does_not_hold_for_a_defender_or_a_shield():
    assert row_of("W3 + W4", "F: F3 vs W: hand W3 + W4").at_risk == 2
    assert row_of("shield W4", "F: F3 vs W: hand nothing + W4").at_risk == 1


def test_TW_BAT_13_a_trapped_creature_is_lost_even_by_a_winner_and_even_of_the_own_element():
    row = row_of("F5 + F3", "F: hand F5 + F3 vs W: hand W5 & trap")
    free = row_of("F5 + F3", "F: hand F5 + F3 @ boots vs W: hand W5 & trap")
    assert 0 < row.creatures_lost < 1
    assert free.creatures_lost == 0


def test_TW_POW_teddy_a_foreign_unit_is_lost_with_the_attack():
    row = row_of("F5 + F4 W3", "F: hand F5 + F4 W3 @ teddy vs W: hand W3", responses="none")
    assert row.creatures_lost == pytest.approx(row.loss)
    assert row.rules == "TW-BAT-15 TW-BAT-21 TW-POW-teddy"


def test_TW_ODDS_2_a_half_laid_battle_judges_against_what_lies_there():
    line = "F: hand F5 F3 vs W: W6 W4 & cat"
    for row in advice_rows(line):
        assert row.answer == "W6 W4"
        odds = twing.odds(f"F: {row.lay} vs W: W6 W4 & cat", "best")
        assert row.edge == pytest.approx(odds.edge, abs=1e-12)


# Goals and the table


SITUATION = "F: hand F5 F3 F1 L4 + F4M F2 L3 & cat trap vs W: hand W6 W4 F2 + W3 W1 @ hat & cat"


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    "line", [SITUATION, "F: F5 F3 + F4M>F2 & cat trap vs W: hand W6 W4 F2 + W3 W1 @ hat & cat"]
)
def test_goals_rank_the_same_lays_and_break_ties_by_cards_then_power_then_text(line, goal):
    rows = advice_rows(line, goal=goal)
    first = {
        "win": lambda row: (),
        "value": lambda row: (-round(row.value, 9),),
        "safety": lambda row: (round(row.loss, 9), row.at_risk),
    }[goal]
    keys = [
        (*first(row), -round(row.edge, 9), round(row.cards_lost, 9), round(row.power_lost, 9), row.lay)
        for row in rows
    ]
    assert keys == sorted(keys)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert {row[:13] for row in rows} == {row[:13] for row in advice_rows(line)}


def test_value_is_the_chance_to_win_for_each_card_and_less_than_one_card_counts_as_one():
    for row in advice_rows("F: F3 vs W: hand W3 W5 + W4 W2"):
        assert row.value == pytest.approx(row.win / max(1.0, row.cards_lost))


def test_the_frontier_is_what_no_other_lay_beats():
    rows = advice_rows(SITUATION)
    for row, other in product(rows, rows):
        better = other.edge > row.edge + TIE and other.cards_lost <= row.cards_lost + TIE
        cheaper = other.edge >= row.edge - TIE and other.cards_lost < row.cards_lost - TIE
        if better or cheaper:
            assert not row.frontier, (row.lay, other.lay)
    assert rows[0].frontier
    assert any(row.frontier and row.cards_lost == min(each.cards_lost for each in rows) for row in rows)


def test_the_table_holds_the_rows_and_says_what_it_is_of():
    frame = advise(SITUATION, goal="safety")
    assert list(frame.columns) == list(AdviceRow._fields)
    assert [tuple(row) for row in frame.itertuples(index=False)] == [
        tuple(row) for row in advice_rows(SITUATION, goal="safety")
    ]
    assert frame.attrs == {
        "situation": str(as_situation(SITUATION)),
        "side": "attacker",
        "goal": "safety",
        "responses": "best",
        "hands": 1,
        "samples": 0,
        "exact": True,
        "assumed": False,
    }
    assert all(str(frame[name].dtype) == "str" for name in ("lay", "answer", "rules"))


def test_the_table_can_be_kept(tmp_path):
    import pandas as pd

    frame = advise(SITUATION)
    frame.to_parquet(tmp_path / "advice.parquet")
    frame.to_csv(tmp_path / "advice.csv", index=False)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "advice.parquet"), frame)
    assert len(pd.read_csv(tmp_path / "advice.csv")) == len(frame)


def test_without_numpy_the_advice_is_the_same(monkeypatch):
    line = "F: hand F5 F3 + F4 F2 & cat vs W: hand W6 W4 + W3 & trap"
    fast = advice_rows(line)
    monkeypatch.setattr(meetings, "KEPT", -1)  # nothing is known beforehand
    for module in (meetings, ends):
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    slow = advice_rows(line)
    assert [(row.lay, row.answer) for row in fast] == [(row.lay, row.answer) for row in slow]
    for one, two in zip(fast, slow, strict=True):
        assert one[2:13] == pytest.approx(two[2:13], abs=1e-9)


def test_a_battle_is_read_as_what_both_sides_hold():
    line = "F: F5 F3 + F4 vs W: W6 W4"
    battle = twing.Battle.parse(line)
    assert advice_rows(line) == advice_rows(battle) == advice_rows("F: hand F5 F3 + F4 vs W: hand W6 W4")


def test_a_battles_defender_is_advised_against_the_attack_that_lies_there():
    line = "F: F5 F3 + F4 vs W: W6 W4"
    wanted = advice_rows("F: F5 F3 + F4 vs W: hand W6 W4")
    assert advice_rows(line, "defender") == advice_rows(twing.Battle.parse(line), "defender") == wanted
    for both in (Situation.parse(line), "F: F5 & ? vs W: W6"):
        with pytest.raises(Fault, match="nothing left"):
            advice_rows(both, "defender")


# Hidden cards


HIDDEN = (
    "F: hand F5 F3 W4 + F4 W2 & trap vs W: hand W4 ? + W3 W1 & cat",
    "F: F5 F3 + F4 W2 @ teddy & cat ?*2 vs W: hand W4 F3 + W3 W1 & trap",
    "F: hand F5 F3 + F4 W2 & cat vs W: W4 + W3 & ?*2",
)


def open_hands(situation: Situation) -> list[tuple[Situation, float]]:
    """Every situation that there can be once the hidden cards are turned over."""
    role = "attacker" if situation.attacker.hidden else "defender"
    holder = getattr(situation, role)
    found = []
    for row in hidden_rows(situation, role):
        spells = [read_lay(token.partition("*")[0]).spells[0] for token in row.spells.split()]
        times = [int(token.partition("*")[2] or 1) for token in row.spells.split()]
        held = holder.cats + row.cats, holder.traps + row.traps, holder.miromon + row.miromon
        opened = attrs.evolve(
            holder,
            hidden=0,
            spells=()
            if holder.laid
            else (*holder.spells, *(spell for spell, n in zip(spells, times, strict=True) for _ in range(n))),
            **dict(zip(("cats", "traps", "miromon"), held, strict=True)),
        )
        found.append((attrs.evolve(situation, **{role: opened}), row.chance))
    return found


@pytest.mark.parametrize("line", HIDDEN)
def test_hidden_cards_are_a_mean_over_the_open_situations_that_there_can_be(line):
    found = advice(line)
    worlds = open_hands(as_situation(line))
    assert found.samples == 0
    assert 1 < found.hands <= len(worlds)
    assert sum(chance for _, chance in worlds) == pytest.approx(1)
    means: dict[str, Counter[str]] = {}
    for situation, chance in worlds:
        for row in advice_rows(situation):
            for name in AdviceRow._fields[2:12]:
                means.setdefault(row.lay, Counter())[name] += chance * getattr(row, name)  # type: ignore[assignment]
    assert {row.lay for row in found.rows} == set(means)
    for row in found.rows:
        for name, mean in means[row.lay].items():
            assert getattr(row, name) == pytest.approx(mean, abs=1e-9), name
        assert row.value == pytest.approx(row.win / max(1.0, row.cards_lost))
        assert row.error == 0


def test_a_laid_answer_stays_the_answer_whatever_is_hidden_besides():
    assert {row.answer for row in advice_rows(HIDDEN[2])} == {"W4 + W3"}
    assert {row.answer for row in advice_rows(HIDDEN[0])} == {""}


def test_drawn_hands_agree_with_all_of_them_within_their_error():
    line = "F: hand F5 F3 + F4 vs W: hand ?*2 + W3"
    exact, drawn = advice(line), advice(line, samples=150, seed=4)
    assert (exact.samples, drawn.samples) == (0, 150)
    edges = {row.lay: row.edge for row in exact.rows}
    for row in drawn.rows:
        assert 0 < row.error < 0.1
        assert row.edge == pytest.approx(edges[row.lay], abs=4 * row.error)
    assert drawn == advice(line, samples=150, seed=4) != advice(line, samples=150, seed=5)


def test_TW_BOX_5_hidden_cards_rest_on_assumed_numbers_and_the_text_says_so():
    found = advice(HIDDEN[0])
    assert found.assumed
    assert advise(HIDDEN[0]).attrs == found.attrs
    assert any("assumed" in sentence for sentence in found.text())
    assert not advice(SITUATION).assumed
    assert not any("assumed" in sentence for sentence in advice(SITUATION).text())


# Words and faults


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_text_names_the_best_lay_its_answer_and_a_cheaper_one(lang):
    found = advice("A: hand F5 F1 + F4 vs L: hand W3")
    best, *_ = found.rows
    said = found.text(lang)
    assert best.lay in said[0]
    assert best.answer in said[1]
    cheap = [
        row
        for row in found.rows
        if row.win >= 0.9 * best.win
        and row.loss <= best.loss + 0.1 * best.win
        and row.cards_lost <= best.cards_lost - 0.5
    ]
    assert cheap
    assert min(cheap, key=lambda row: (row.cards_lost, row.rank)).lay in said[2]
    only = advice("F: hand F3 vs W: hand W6").text(lang)
    assert len(only) == 2
    assert "F3 (" in only[0]


@pytest.mark.parametrize(
    ("line", "options", "words"),
    [
        ("F: hand F5 vs W: hand W6", {"side": "defender"}, "TW-BAT-4"),
        ("F: F5 vs W: hand W6", {"side": "attacker"}, "has laid"),
        ("F: hand F5 vs W: hand W6", {"side": "both"}, "both"),
        ("F: hand F5 vs W: hand W6", {"goal": "glory"}, "win, value, safety"),
        ("F: hand F5 ? vs W: hand W6", {}, "instead of ?"),
    ],
)
def test_who_cannot_be_advised_is_told_why_in_both_languages(line, options, words):
    with pytest.raises(Fault) as caught:
        advice_rows(line, **options)
    assert words in caught.value.text("en")
    assert caught.value.text("en") != caught.value.text("de")


def test_a_bad_line_or_an_impossible_situation_is_refused_before_anything_is_computed():
    with pytest.raises(twing.NotationError):
        advise("F: hand F5 vs nobody")
    with pytest.raises(twing.BattleError, match="TW-BAT-1"):
        advise("F: hand nothing vs W: hand W6")
    with pytest.raises(ValueError, match="none"):
        advise(SITUATION, responses="some")


def test_best_play_that_would_take_too_long_is_refused():
    with pytest.raises(twing.BudgetError):
        advise("F: hand F5 & cat*90 vs W: hand W6 & cat*90")


def test_a_side_that_holds_more_than_it_laid_is_advised_about_all_its_cards():
    def lays(line: str, side: str) -> set[str]:
        return {row.lay for row in advice_rows(line, side)}

    assert lays("F: F5; hand F3 + F4 vs W: hand W6", "attacker") == lays(
        "F: hand F5 F3 + F4 vs W: hand W6", "attacker"
    )
    assert lays("F: F5 vs W: W6; hand W4", "defender") == lays("F: F5 vs W: hand W6 W4", "defender")
    assert lays("F: F5; hand F6 vs W: hand W6", "defender") == lays("F: F5 vs W: hand W6", "defender")
    with pytest.raises(Fault, match="laid"):
        advice_rows("F: F5 vs W: W6; hand W4", "attacker")


def test_the_cards_still_held_by_a_side_that_has_laid_are_no_hidden_ones():
    known = {row.hand for row in hidden_rows("F: F5; hand F6 vs W: W6 & ?", "defender")}
    assert "F6" in {row.hand for row in hidden_rows("F: F5 vs W: W6 & ?", "defender")}
    assert "F6" not in known


@pytest.mark.parametrize(
    ("line", "left", "open_line"),
    [
        ("F: hand W1*2 vs W: hand F1 ? + A1", "& trap", "F: hand W1*2 vs W: hand F1 + A1 & trap"),
        (
            "F: hand F5 F3 + F4 vs W: hand W3 ?*2 + W4",
            "W6 & cat",
            "F: hand F5 F3 + F4 vs W: hand W6 W3 + W4 & cat",
        ),
        ("F: hand F2 + F1 vs W: hand ?*2 + L2", "L3 A2", "F: hand F2 + F1 vs W: hand L3 A2 + L2"),
    ],
)
def test_TW_TURN_2_with_one_possible_hand_hidden_cards_are_open_in_every_column(line, left, open_line):
    hidden = advice(with_left(line, left))
    assert hidden.rows == advice_rows(open_line)
    assert (hidden.hands, hidden.samples, hidden.assumed) == (1, 0, True)


def test_equally_good_answers_cost_the_fewest_cards_then_creatures():
    [row] = (row for row in advice_rows("F: hand W1*2 vs W: hand F1 + A1 & trap") if row.lay == "W1")
    assert (row.answer, row.enemy_creatures_lost) == ("F1", 0.0)
    assert (row.win, row.tie) == pytest.approx((65 / 144, 14 / 144))


def test_an_answer_costs_the_same_whether_its_hand_is_hidden_or_open():
    situation = with_left("F: hand W1*2 vs W: hand F1 ? + A1", "W5 A3 & trap")
    found = {row.lay: row for row in advice_rows(situation)}
    hands = [
        (row.chance, f"hand F1 {row.spells}".strip(), row.traps) for row in hidden_rows(situation, "defender")
    ]
    for name in ("win", "tie", "loss", "cards_lost", "enemy_creatures_lost", "enemy_cards_lost"):
        for lay, row in found.items():
            mean = 0.0
            for chance, hand, traps in hands:
                line = f"F: hand W1*2 vs W: {hand} + A1" + " & trap" * traps
                mean += chance * next(
                    getattr(advice_row, name) for advice_row in advice_rows(line) if advice_row.lay == lay
                )
            assert getattr(row, name) == pytest.approx(mean, abs=1e-9), (lay, name)


def counted(element: str, most: int, mount: str = "") -> str:
    return " ".join(f"{element}{power}{mount}" for power in range(1, most + 1))


@pytest.mark.parametrize(
    "line",
    [
        f"F: hand {counted('F', 12)} + {counted('F', 8, 'M')} {counted('F', 10)} @ teddy"
        " vs W: hand W6 & cat trap",
        f"F: F5 F4 vs F: hand nothing + {counted('F', 24, 'M')} {counted('F', 24)}",
        f"F: F5 F4 vs F: hand F1 + {counted('F', 48)}",
        f"F: hand F5 vs W: hand ?*4 + {counted('W', 48)}",
    ],
)
def test_too_many_lays_are_refused_at_once(line):
    with pytest.raises(Fault) as refused:  # making them would take hours
        advice(line)
    assert refused.value.key == "lays.too_many"
    assert "500,000" in refused.value.text("en")
    assert "lass Kreaturen" in refused.value.text("de").replace("Lass", "lass")


def test_too_many_different_lays_are_refused():
    with pytest.raises(Fault, match="different combinations") as refused:
        advice(f"F: hand F5 F3 & trap*3 vs W: hand W6 + {counted('W', 14)}")
    assert "Kombinationen" in refused.value.text("de")


def test_TW_TURN_4_the_fullest_hand_and_entourage_of_one_element_are_advised():
    many = "6 {0}5*2 {0}4*3 {0}3*4 {0}2*5 + {0}5 {0}4M {0}4 {0}3*2 {0}2M {0}2*2 {0}1*2 @ teddy & cat*2 trap"
    line = f"F: hand F{many.format('F')} vs W: hand W{many.format('W').replace('@ teddy ', '')}"
    assert len(advice_rows(line)) > 20_000


@pytest.mark.parametrize("samples", [0, -1, 100_001, 2.5, "x", True])
def test_samples_is_a_whole_number_of_hands(samples):
    with pytest.raises(Fault, match=r"whole number from 1 to 100,000"):
        advise("F: hand F5 vs W: hand ?*3", samples=samples)


def test_the_text_calls_nothing_nearly_as_good_that_hardly_ever_wins():
    found = advice("F: hand A1 F1 vs W: hand W6 W5")
    best = found.rows[0]
    weak = AdviceRow(**{**best._asdict(), "lay": "A1", "win": 0.0, "cards_lost": best.cards_lost - 1})
    poor = attrs.evolve(found, rows=[best._replace(win=0.046), weak])
    assert not any("A1" in sentence for sentence in poor.text()[1:])


@pytest.mark.parametrize(("lang", "words"), [("en", "wins more often"), ("de", "öfter")])
def test_the_text_claims_no_more_than_that_nothing_is_better(lang, words):
    found = advice("F: hand F5 F3 vs W: hand nothing", goal="value")
    assert found.rows[0].value == found.rows[1].value
    assert words in found.text(lang)[0]


@pytest.mark.parametrize("thing", [None, 5, ["F: F5 vs W: W6"]])
def test_what_is_no_situation_is_one_clear_error(thing):
    for ask in (advise, advice, twing.odds):
        with pytest.raises(TypeError, match="was expected, not a"):
            ask(thing)
