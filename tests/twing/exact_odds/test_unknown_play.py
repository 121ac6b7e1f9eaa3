"""Play with hidden information: the model against the script, and invariants."""

from __future__ import annotations

from functools import cache

import attrs
import pytest
from battles import battles
from hypothesis import given
from script_walk import laid_game
from situations import with_left
from twing.chances import triple

from twingkit import twing
from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.odds.reference import reference_odds
from twingkit.twing.exact_odds.best_responses import values as values_module
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import Contest, die_state
from twingkit.twing.exact_odds.hidden_card_odds import odds_with_hidden_cards
from twingkit.twing.exact_odds.hidden_hands import HiddenCardPool
from twingkit.twing.exact_odds.variants.contest import current_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond

Chances = dict[tuple[ResponseCards, ResponseCards], float]


def with_held(situation: Situation, held: tuple[ResponseCards, ResponseCards]) -> Battle:
    """Return the battle in which both sides hold these cards."""
    battle = situation.laid_battle
    assert battle is not None
    sides = [attrs.evolve(side, response_cards=each) for side, each in zip(battle.sides, held, strict=True)]
    return Battle(*sides)


@cache
def values(contest: Contest) -> BattleValues:
    return BattleValues([contest])


class SlowModel:
    """The reference implementation of the model, as a player of the script: try all hands at each
    response."""

    def __init__(self, chances: Chances, truth: tuple[ResponseCards, ResponseCards]) -> None:
        self._truth = truth
        self._others = [
            [(pair[1 - mine], chance) for pair, chance in chances.items() if pair[mine] == truth[mine]]
            for mine in (0, 1)
        ]
        """For each side what the other may hold, as far as it knows, with the chances."""

    def __call__(self, question: object) -> str:
        """Return the answer: a pass before the roll, then the best one on average."""
        if not isinstance(question, Respond) or isinstance(question, MiromonBeforeEvent):
            return "pass"
        fight, mine = question.fight, question.side.index
        other = fight.sides[1 - mine]
        player = other.player
        there = ResponseCards(player.cats, player.traps, player.miromon)
        shown = [start - left for start, left in zip(self._truth[1 - mine], there, strict=True)]
        total, edges = 0.0, dict[str, float]()
        for held, chance in self._others[mine]:
            rest = [count - seen for count, seen in zip(held, shown, strict=True)]
            if min(rest) < 0:
                continue
            player.response_cards = ResponseCards(*rest)
            contest = current_contest(fight)
            states = [
                profile.states.index(die_state(side.shown_face)) if side.shown_face is not None else 0
                for profile, side in zip(contest.profiles, fight.sides, strict=True)
            ]
            total += chance
            for name, edge in values(contest).play_edges((states[0], states[1]), mine, fight.passes > 0):
                edges[name] = edges.get(name, 0.0) + chance * edge
        player.response_cards = there
        choice = "pass"
        for name, edge in edges.items():
            if edge / total > edges[choice] / total + EPSILON:
                choice = name
        if choice == "reroll":
            return reroll_object(question.side.role)
        if choice == "trap":
            strongest = max(other.creatures_in_battle, key=lambda each: each.card.power)
            return f"trap {'>' if strongest.is_rider else ''}{strongest.card.token}"
        return choice.replace("own", question.side.role).replace("other", other.role)


LINES = [
    ("F: F5 + F4 & cat vs W: W6 + W2 & ?*2", "& cat*2 trap miromon"),
    ("F: F3 + F4 F2 @ teddy & trap miromon vs W: W5 @ hat & cat ?", "F1 & cat trap"),
    ("F: F5 & ? vs W: W6 @ hat & ?", "& cat*2 miromon"),
    ("F: F5 F1 @ shamrock & ? vs W: shield W4 W2 & ?", "& cat trap miromon"),
]


@pytest.mark.parametrize(("line", "left"), LINES)
def test_the_model_is_what_the_script_says_when_it_is_played_out(line, left):
    situation = with_left(line, left)
    chances = HiddenCardPool.from_situation(situation).response_card_chances()
    expected = [0.0, 0.0]
    for truth, chance in chances.items():
        model = SlowModel(chances, truth)
        walked = reference_odds(
            laid_game(with_held(situation, truth)),
            lambda result: {0: 1, None: 0, 1: -1}[result.winner],
            lambda question, model=model: [question.parse_answer(model(question))],
        )
        expected[0] += chance * walked.win
        expected[1] += chance * walked.loss
    found = odds_with_hidden_cards(situation)
    assert (found.odds.win, found.odds.loss) == pytest.approx(expected, abs=1e-9)
    assert found.exact
    assert found.error == 0


@given(battles(most_held=2))
def test_TW_ODDS_2_nothing_hidden_is_open_hands(battle):
    laid = Situation.parse(str(battle))
    found = odds_with_hidden_cards(laid)
    assert triple(found.odds) == pytest.approx(triple(twing.odds(battle, responses="best")), abs=1e-9)
    assert triple(found.other_models["open"][0]) == pytest.approx(triple(found.odds), abs=1e-12)
    assert (found.exact, found.hand_count, list(found.other_models)) == (True, 1, ["open"])
    assert triple(odds_with_hidden_cards(battle).odds) == pytest.approx(triple(found.odds), abs=1e-12)


@pytest.mark.parametrize(("line", "left"), LINES)
def test_the_bracket_of_open_hands_is_the_mean_over_every_hand(line, left):
    situation = with_left(line, left)
    expected = [0.0, 0.0, 0.0]
    for held, chance in HiddenCardPool.from_situation(situation).response_card_chances().items():
        open_hands = twing.odds(with_held(situation, held), responses="best")
        expected = [total + chance * part for total, part in zip(expected, triple(open_hands), strict=True)]
    assert triple(odds_with_hidden_cards(situation).other_models["open"][0]) == pytest.approx(
        expected, abs=1e-9
    )


def test_the_bracket_of_silence_is_the_odds_against_nobody_who_answers():
    found = odds_with_hidden_cards("F: F5 F3 + F4 & cat trap vs W: W6 W4 + W3 & cat ?*2")
    silent = twing.odds("F: F5 F3 + F4 & cat trap vs W: W6 W4 + W3", responses="best")
    assert triple(found.other_models["defender_silent"][0]) == pytest.approx(triple(silent), abs=1e-9)
    assert found.odds.edge < silent.edge


def test_a_side_that_does_not_know_does_no_better_than_with_open_hands():
    for line, left in LINES[:2]:
        found = odds_with_hidden_cards(with_left(line, left))
        assert found.odds.edge <= found.other_models["open"][0].edge + 1e-12
    found = odds_with_hidden_cards(
        with_left("F: F5 + F2 & cat*2 vs W: W6 + W2 @ hat & ?*2", "& cat*2 trap*2 miromon")
    )
    assert found.odds.edge < found.other_models["open"][0].edge - 1e-6, "here knowing is worth something"


def test_TW_POW_socks_hidden_cards_that_cannot_be_played_change_nothing():
    found = odds_with_hidden_cards("F: F5 F3 @ socks,boots & cat vs W: W6 W4 & ?*4")
    expected = twing.odds("F: F5 F3 @ socks,boots & cat vs W: W6 W4", responses="best")
    assert triple(found.odds) == pytest.approx(triple(expected), abs=1e-9)
    assert found.hand_count == 1


def test_TW_ODDS_1_dice_alone_ask_for_no_hands():
    line = "F: F5 F3 + F4 vs W: W6 W4"
    found = odds_with_hidden_cards(f"{line} & ?*3", responses="none")
    assert found.odds == twing.odds(line)
    assert [row.model for row in found.rows()] == ["known", "open", "defender_silent"]
    assert {row.edge for row in found.rows()} == {found.odds.edge}


def test_drawn_hands_are_within_their_error():
    line = "F: F5 F3 + F4 F3 & cat trap vs W: W6 W4 + W3 & ?*4"
    exact, drawn = odds_with_hidden_cards(line), odds_with_hidden_cards(line, samples=600, seed=3)
    assert (exact.exact, drawn.exact, drawn.samples) == (True, False, 600)
    assert 0 < drawn.error < 0.05
    assert abs(drawn.odds.edge - exact.odds.edge) < 4 * drawn.error
    for model, (odds, error) in drawn.other_models.items():
        assert abs(odds.edge - exact.other_models[model][0].edge) <= 4 * error + 1e-12
    assert drawn.odds == odds_with_hidden_cards(line, samples=600, seed=3).odds
    assert "±" in str(drawn)


def test_too_many_hands_are_drawn_without_being_asked():
    found = odds_with_hidden_cards("F: F5 F3 + F4 & ?*6 vs W: W6 W4 @ hat & cat ?*6", seed=2)
    assert (found.exact, found.samples) == (False, 1000)
    assert found.error > 0


@pytest.mark.parametrize(("line", "left"), LINES)
def test_plain_python_and_numpy_agree(line, left, monkeypatch):
    situation = with_left(line, left)
    fast = odds_with_hidden_cards(situation)
    monkeypatch.setattr(values_module, "find_spec", lambda name: None)
    plain = odds_with_hidden_cards(situation)
    assert triple(plain.odds) == pytest.approx(triple(fast.odds), abs=1e-12)
    assert [row.edge for row in plain.rows()] == pytest.approx([row.edge for row in fast.rows()], abs=1e-12)


def test_the_table_says_the_models_in_both_languages():
    found = odds_with_hidden_cards("F: F5 & ? vs W: W6 & ?")
    frame = found.frame()
    assert list(frame["model"]) == ["known", "open", "attacker_silent", "defender_silent"]
    assert frame.loc[0, "label"] == "each side plays as well as it can with what it knows"
    with in_language("de"):
        assert found.frame().loc[1, "label"] == "als lägen alle Karten offen"
    assert frame[["win", "tie", "loss"]].sum(axis=1).tolist() == pytest.approx([1.0] * 4)
    assert frame.attrs["position"] == "F: F5 & ? vs W: W6 & ?"
    assert frame.attrs["assumed"] is True


def test_a_side_that_has_not_laid_is_a_clear_fault():
    with pytest.raises(Fault) as fault:
        odds_with_hidden_cards("F: hand F5 vs W: W6 & ?")
    assert fault.value.text("en").startswith("both sides must have laid their cards")
    assert fault.value.text("de").startswith("beide Seiten müssen ihre Karten gelegt haben")


def test_what_the_rules_forbid_is_refused():
    with pytest.raises(twing.IllegalBattleError):
        odds_with_hidden_cards("F: F5 + F4 F3 vs W: W6 & ?")
    with pytest.raises(Fault, match="from 1 to 100,000, not -2"):
        odds_with_hidden_cards("F: F5 vs W: W6 & ?", samples=-2)
    with pytest.raises(ValueError, match="responses must be"):
        odds_with_hidden_cards("F: F5 vs W: W6 & ?", responses="some")


def test_TW_POW_socks_a_side_knows_its_own_cards_that_it_cannot_use():
    gone = (
        "F4*3 F3*4 W1*5 W5*2 A2*3 F5*2 F2*5 F1*5 A1*5 L5*2 W2*3 A3*3 L2*4 L1*5 F6 A4*3 A5*2 L4*3 W4*2 L3*3 "
        "A6 W6 W3*4 & cat*9 trap*5"
    )
    line = f"W: L6 L3 L2 + L3 L1 L1 @ cup,shamrock & ? vs A: A3 A2 A2 @ socks & trap*2 ?; gone {gone}"
    found = odds_with_hidden_cards(line)
    # The only Miromon is in one of the hands or in neither: an attacker that holds it has nothing to fear.
    assert triple(found.odds) == pytest.approx((0.8348668982, 0.0355902778, 0.1295428241), abs=1e-9)
    assert found.exact


@pytest.mark.parametrize(
    "situation", [None, True, 3, 2.5, float("nan"), b"F: F5", (), {}, ["F: F5"], object()]
)
def test_what_is_no_situation_is_one_clear_error(situation):
    with pytest.raises(Fault, match="a situation, a battle, or the notation of one"):
        odds_with_hidden_cards(situation)


@pytest.mark.parametrize("box", [True, 0, "", (), "box.toml", {}])
def test_an_invalid_box_is_one_clear_error(box):
    with pytest.raises(Fault, match="box"):
        odds_with_hidden_cards("F: F5 vs W: W6 & cat ?", box=box)
