"""The advice on lays against an exhaustive search, and the cost of a lay against the script."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs
from twing.analysis.advice.advised import TIE, element, held, lays_of, side_of

from twingkit import twing
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import Roll
from twingkit.twing.analysis.advice import RatedLay, rank_lays
from twingkit.twing.analysis.best_answers import cheapness_key
from twingkit.twing.analysis.lay_table import single_lay_class
from twingkit.twing.analysis.match_ups import LayStrength, MatchUps, solve_odds_together
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.odds import best_response_odds, dice_odds
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, parse_lay
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import ResponseCards


def chances_of(battle: Battle, responses: str) -> twing.Odds:
    """Return the odds of a battle, also with an empty defence."""
    contest = battle_contest(battle)
    return solved(contest) if responses == "best" else dice_odds(contest.margin, *contest.profiles)


@cache
def solved(contest: Contest) -> twing.Odds:
    """Return the odds under best responses; many battles of an exhaustive search are the same contest."""
    return best_response_odds(contest)


def exhaustive_search(situation: Situation, side: str, responses: str) -> dict[str, tuple[str, twing.Odds]]:
    """Return each lay with the best answer to it and this side's odds, by trying every lay against every
    lay."""
    attacker, defender = situation.sides
    attacks = lays_of(attacker, defender, "attacker")
    defences = lays_of(defender, attacker, "defender")
    found: dict[str, tuple[str, twing.Odds]] = {}
    for attack in attacks:
        odds = {
            defence: chances_of(Battle(side_of(attacker, attack), side_of(defender, defence)), responses)
            for defence in defences
        }
        if side == "defender":
            return {str(defence): ("", each.for_defender()) for defence, each in odds.items()}
        lowest = min(each.edge for each in odds.values())
        best = min(
            (lay for lay, each in odds.items() if each.edge <= lowest + TIE),
            key=lambda lay: (
                *cheapness_key(single_lay_class(lay, "defender", defender.character).numbers),
                str(lay),
            ),
        )
        found[str(attack)] = str(best), odds[best]
    return found


@st.composite
def situations(draw: st.DrawFn, attack_laid: bool = False) -> Situation:
    """Return a small situation; the powers are close, so that dice and traps matter."""
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
        holders.append(
            SituationSide(draw(st.sampled_from("FW")), spells, 0, creatures, own, ResponseCards(*means))
        )
    attacker, defender = holders
    if attack_laid:
        lays = list(
            laying.legal_lays(
                attacker.spells, attacker.creatures, "attacker", attacker.objects, defender.objects
            )
        )
        laid = draw(st.sampled_from(lays))
        attacker = attrs.evolve(attacker, spells=(), creatures=(), laid=laid)
    return Situation(attacker, defender)


@pytest.mark.parametrize("responses", ["best", "none"])
@given(situation=situations())
def test_an_attack_is_met_by_the_best_answer_of_all(responses, situation):
    twin = exhaustive_search(situation, "attacker", responses)
    rows = rank_lays(situation, responses=responses).rows
    assert {row.option: row.reply for row in rows} == {lay: answer for lay, (answer, _) in twin.items()}
    for row in rows:
        odds = twin[row.option][1]
        assert (row.win, row.tie, row.loss) == pytest.approx((odds.win, odds.tie, odds.loss), abs=1e-9)


@pytest.mark.parametrize("responses", ["best", "none"])
@given(situation=situations(attack_laid=True))
def test_a_defence_is_judged_against_the_laid_attack(responses, situation):
    twin = exhaustive_search(situation, "defender", responses)
    rows = rank_lays(situation, responses=responses).rows
    assert {row.option for row in rows} == set(twin)
    for row in rows:
        odds = twin[row.option][1]
        assert row.reply == ""
        assert (row.win, row.tie, row.loss) == pytest.approx((odds.win, odds.tie, odds.loss), abs=1e-9)


@pytest.mark.slow
def test_several_cats_and_traps_have_the_same_best_answer_as_all_lays_against_all_lays():
    attacker = f"F: hand F5 F3 + F4M{runs('', ' F3')} F2 F1 & cat trap*3"
    defender = f"W: hand W6 W4{runs('', ' F3')} + W4{runs('', ' W3')} W1 F4 @ hat,teddy & trap*2"
    situation = as_situation(f"{attacker} vs {defender}")
    twin = exhaustive_search(situation, "attacker", "best")
    rows = rank_lays(situation).rows
    assert {row.option: row.reply for row in rows} == {lay: answer for lay, (answer, _) in twin.items()}


@given(situation=situations(), responses=st.sampled_from(["best", "none"]), data=st.data())
def test_the_contest_of_two_stances_is_that_of_their_battle(situation, responses, data):
    attacker, defender = situation.sides
    attack = data.draw(st.sampled_from(lays_of(attacker, defender, "attacker")))
    defence = data.draw(st.sampled_from(lays_of(defender, attacker, "defender")))
    match_ups = MatchUps(attacker, defender, responses)
    stances = []
    for index, (lay, holder) in enumerate(((attack, attacker), (defence, defender))):
        table = single_lay_class(lay, ROLES[index], holder.character, match_ups.traps[1 - index])
        stances.append(LayStrength.from_numbers(table.numbers))
    contest = match_ups.contest(*stances)
    real = battle_contest(Battle(side_of(attacker, attack), side_of(defender, defence)))
    assert (contest.margin, contest.profiles) == (real.margin, real.profiles)
    if responses == "best":
        assert contest.side_plays == real.side_plays
        for mine, whole in zip(contest.trap_losses, real.trap_losses, strict=True):
            assert whole[: len(mine)] == mine
    else:
        assert contest.play_combinations == 1
    key = match_ups.register_battle(*stances)
    solve_odds_together([(match_ups, [key])])
    assert match_ups.attacker_edge(key) == pytest.approx(
        chances_of(Battle(side_of(attacker, attack), side_of(defender, defence)), responses).edge, abs=1e-9
    )


def played_out(game: Game, answer: Any) -> dict[str, float]:
    """Return the exact means of a battle that a policy plays out: every die, every branch."""
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
            for number, face in enumerate(faces, 1):
                branch = at if number == len(faces) else at.copy()
                branch.answer_unchecked(face)
                for name, value in mean(branch).items():
                    total[name] += value / len(faces)  # type: ignore[assignment]
            seen[key] = dict(total)
        return seen[key]

    return mean(game)


def script_means(row: RatedLay, situation: Situation, side: str, responses: str) -> dict[str, float]:
    """Return the numbers of one row for the advised side, as computed from the script."""
    attacker, defender = situation.sides
    attack = str(attacker.laid) if side == "defender" else row.option
    defence = row.option if side == "defender" else row.reply
    empty = defence == "nothing"
    battle = Battle(
        side_of(attacker, parse_lay(attack)), side_of(defender, Lay() if empty else parse_lay(defence))
    )
    # The battle game refuses a line with an empty defence: it begins with a spell that is taken away.
    if empty:
        start = attrs.evolve(battle, defender=attrs.evolve(battle.defender, lay=parse_lay("W1")))
        game = twing.battle_game(start, explain=False)
        game.table.players[1].hand.clear()
        game.start = attrs.evolve(game.start, battle=battle)
    else:
        game = twing.battle_game(battle, explain=False)

    def passes(at: Game) -> Any:
        question = at.question
        if question.kind in ("attack", "defend"):
            return battle.sides[question.side.index].lay
        return PASS

    found = played_out(game, twing.best_battle_answer if responses == "best" else passes)
    if side == "defender":
        swap = {name: name.removeprefix("enemy_") if "enemy" in name else f"enemy_{name}" for name in found}
        found = {swap[name]: value for name, value in found.items()}
    return found


SETTLED = (
    # own element comes home, the Teddy's foreign unit does not; equal powers of both kinds under a trap
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
    rows = rank_lays(situation, side, responses=responses).rows
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
            assert getattr(row, name) == pytest.approx(found[name], abs=1e-9), (row.option, row.reply, name)
        assert row.loss == pytest.approx(found["enemy_win"], abs=1e-9)
