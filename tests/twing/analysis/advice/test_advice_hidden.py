"""The advice with hidden cards, its text, and what it refuses."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest
from situations import with_left
from twing.analysis.advice.advised import SITUATION

from twingkit import twing
from twingkit.core.messages import Fault
from twingkit.twing.analysis.advice import COLUMNS, advise, rank_lays
from twingkit.twing.exact_odds.hidden_hands import hidden_hands
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.rules.response_cards import ResponseCards

# Hidden cards

COSTS = tuple(name for name in COLUMNS[1:12] if name != "reply")
"""The odds, gains and costs of a lay."""

HIDDEN = (
    "F: hand F5 F3 W4 + F4 W2 & trap vs W: hand W4 ? + W3 W1 & cat",
    "F: F5 F3 + F4 W2 @ teddy & cat ?*2 vs W: hand W4 F3 + W3 W1 & trap",
    "F: hand F5 F3 + F4 W2 & cat vs W: W4 + W3 & ?*2",
)


def open_hands(situation: Situation) -> list[tuple[Situation, float]]:
    """Return every situation that is possible once the hidden cards are turned over."""
    role = "attacker" if situation.attacker.hidden_count else "defender"
    holder = getattr(situation, role)
    found = []
    for row in hidden_hands(situation, side=role).itertuples():
        spells = [parse_lay(token.partition("*")[0]).spells[0] for token in row.spells.split()]
        times = [int(token.partition("*")[2] or 1) for token in row.spells.split()]
        held = holder.cats + row.cats, holder.traps + row.traps, holder.miromon + row.miromon
        opened = attrs.evolve(
            holder,
            hidden_count=0,
            spells=()
            if holder.laid
            else (*holder.spells, *(spell for spell, n in zip(spells, times, strict=True) for _ in range(n))),
            response_cards=ResponseCards(*held),
        )
        found.append((attrs.evolve(situation, **{role: opened}), row.chance))
    return found


@pytest.mark.parametrize("line", HIDDEN)
def test_hidden_cards_are_a_mean_over_the_open_situations_that_there_can_be(line):
    found = rank_lays(line)
    worlds = open_hands(as_situation(line))
    assert found.samples == 0
    assert 1 < found.hand_count <= len(worlds)
    assert sum(chance for _, chance in worlds) == pytest.approx(1)
    means: dict[str, Counter[str]] = {}
    for situation, chance in worlds:
        for row in rank_lays(situation).rows:
            for name in COSTS:
                means.setdefault(row.option, Counter())[name] += chance * getattr(row, name)  # type: ignore[assignment]
    assert {row.option for row in found.rows} == set(means)
    for row in found.rows:
        for name, mean in means[row.option].items():
            assert getattr(row, name) == pytest.approx(mean, abs=1e-9), name
        assert row.value == pytest.approx(row.win / max(1.0, row.cards_lost))
        assert row.error == 0


def test_a_laid_answer_stays_the_answer_whatever_is_hidden_besides():
    assert {row.reply for row in rank_lays(HIDDEN[2]).rows} == {"W4 + W3"}
    assert {row.reply for row in rank_lays(HIDDEN[0]).rows} == {""}


def test_drawn_hands_agree_with_all_of_them_within_their_error():
    line = "F: hand F5 F3 + F4 vs W: hand ?*2 + W3"
    exact, drawn = rank_lays(line), rank_lays(line, samples=150, seed=4)
    assert (exact.samples, drawn.samples) == (0, 150)
    edges = {row.option: row.edge for row in exact.rows}
    for row in drawn.rows:
        assert 0 < row.error < 0.1
        assert row.edge == pytest.approx(edges[row.option], abs=4 * row.error)
    assert drawn == rank_lays(line, samples=150, seed=4) != rank_lays(line, samples=150, seed=5)


def test_TW_BOX_5_hidden_cards_rest_on_assumed_numbers_and_the_text_says_so():
    found = rank_lays(HIDDEN[0])
    assert found.uses_assumed_counts
    attrs_of_advice = advise(HIDDEN[0]).attrs
    assert attrs_of_advice.pop("columns")
    assert attrs_of_advice == found.frame_attrs
    assert any("assumed" in sentence for sentence in found.sentences())
    assert not rank_lays(SITUATION).uses_assumed_counts
    assert not any("assumed" in sentence for sentence in rank_lays(SITUATION).sentences())


# Words and faults


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_text_names_the_best_lay_its_answer_and_a_cheaper_one(lang):
    found = rank_lays("A: hand F5 F1 + F4 vs L: hand W3")
    best, *_ = found.rows
    said = found.sentences()
    assert best.option in said[0]
    assert best.reply in said[1]
    cheap = [
        row
        for row in found.rows
        if row.win >= 0.9 * best.win
        and row.loss <= best.loss + 0.1 * best.win
        and row.cards_lost <= best.cards_lost - 0.5
    ]
    assert cheap
    assert min(cheap, key=lambda row: (row.cards_lost, row.rank)).option in said[2]
    only = rank_lays("F: hand F3 vs W: hand W6").sentences()
    assert len(only) == 2
    assert "F3" in only[0]


@pytest.mark.parametrize(
    ("line", "options", "words"),
    [
        ("F: hand F5 vs W: hand W6", {"side": "defender"}, "TW-BAT-4"),
        ("F: F5 vs W: hand W6", {"side": "attacker"}, "has already laid"),
        ("F: hand F5 vs W: hand W6", {"side": "both"}, "both"),
        ("F: hand F5 vs W: hand W6", {"goal": "glory"}, "win, value, safety"),
        ("F: hand F5 ? vs W: hand W6", {}, "instead of ?"),
    ],
)
def test_who_cannot_be_advised_is_told_why_in_both_languages(line, options, words):
    with pytest.raises(Fault) as caught:
        rank_lays(line, **options)
    assert words in caught.value.text("en")
    assert caught.value.text("en") != caught.value.text("de")


def test_a_bad_line_or_an_impossible_situation_is_refused_before_anything_is_computed():
    with pytest.raises(twing.NotationError):
        advise("F: hand F5 vs nobody")
    with pytest.raises(twing.IllegalBattleError, match="TW-BAT-1"):
        advise("F: hand nothing vs W: hand W6")
    with pytest.raises(ValueError, match="none"):
        advise(SITUATION, responses="some")


def test_best_play_that_would_take_too_long_is_refused():
    with pytest.raises(twing.BudgetError):
        advise("F: hand F5 & cat*90 vs W: hand W6 & cat*90")


def test_a_side_that_holds_more_than_it_laid_is_advised_about_all_its_cards():
    def lays(line: str, side: str) -> set[str]:
        return {row.option for row in rank_lays(line, side).rows}

    assert lays("F: F5; hand F3 + F4 vs W: hand W6", "attacker") == lays(
        "F: hand F5 F3 + F4 vs W: hand W6", "attacker"
    )
    assert lays("F: F5 vs W: W6; hand W4", "defender") == lays("F: F5 vs W: hand W6 W4", "defender")
    assert lays("F: F5; hand F6 vs W: hand W6", "defender") == lays("F: F5 vs W: hand W6", "defender")
    with pytest.raises(Fault, match="laid"):
        rank_lays("F: F5 vs W: W6; hand W4", "attacker")


def test_the_cards_still_held_by_a_side_that_has_laid_are_no_hidden_ones():
    known = {row.hand for row in hidden_hands("F: F5; hand F6 vs W: W6 & ?", side="defender").itertuples()}
    assert "F6" in {row.hand for row in hidden_hands("F: F5 vs W: W6 & ?", side="defender").itertuples()}
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
    hidden = rank_lays(with_left(line, left))
    assert hidden.rows == rank_lays(open_line).rows
    assert (hidden.hand_count, hidden.samples, hidden.uses_assumed_counts) == (1, 0, True)


def test_equally_good_answers_cost_the_fewest_cards_then_creatures():
    [row] = (row for row in rank_lays("F: hand W1*2 vs W: hand F1 + A1 & trap").rows if row.option == "W1")
    assert (row.reply, row.enemy_creatures_lost) == ("F1", 0.0)
    assert (row.win, row.tie) == pytest.approx((65 / 144, 14 / 144))


def test_an_answer_costs_the_same_whether_its_hand_is_hidden_or_open():
    situation = with_left("F: hand W1*2 vs W: hand F1 ? + A1", "W5 A3 & trap")
    found = {row.option: row for row in rank_lays(situation).rows}
    hands = [
        (row.chance, f"hand F1 {row.spells}".strip(), row.traps)
        for row in hidden_hands(situation, side="defender").itertuples()
    ]
    for name in ("win", "tie", "loss", "cards_lost", "enemy_creatures_lost", "enemy_cards_lost"):
        for lay, row in found.items():
            mean = 0.0
            for chance, hand, traps in hands:
                line = f"F: hand W1*2 vs W: {hand} + A1" + " & trap" * traps
                mean += chance * next(
                    getattr(advice_row, name)
                    for advice_row in rank_lays(line).rows
                    if advice_row.option == lay
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
        rank_lays(line)
    assert refused.value.key == "lays.too_many"
    assert "500,000" in refused.value.text("en")
    assert "lass Kreaturen" in refused.value.text("de").replace("Lass", "lass")


def test_too_many_different_lays_are_refused():
    with pytest.raises(Fault, match="different combinations") as refused:
        rank_lays(f"F: hand F5 F3 & trap*3 vs W: hand W6 + {counted('W', 14)}")
    assert "Kombinationen" in refused.value.text("de")


def test_TW_TURN_4_the_fullest_hand_and_entourage_of_one_element_are_advised():
    many = "6 {0}5*2 {0}4*3 {0}3*4 {0}2*5 + {0}5 {0}4M {0}4 {0}3*2 {0}2M {0}2*2 {0}1*2 @ teddy & cat*2 trap"
    line = f"F: hand F{many.format('F')} vs W: hand W{many.format('W').replace('@ teddy ', '')}"
    assert len(rank_lays(line).rows) > 20_000


@pytest.mark.parametrize("samples", [0, -1, 100_001, 2.5, "x", True])
def test_samples_is_a_whole_number_of_hands(samples):
    with pytest.raises(Fault, match=r"whole number from 1 to 100,000"):
        advise("F: hand F5 vs W: hand ?*3", samples=samples)


def test_the_text_calls_nothing_nearly_as_good_that_hardly_ever_wins():
    found = rank_lays("F: hand A1 F1 vs W: hand W6 W5")
    best = found.rows[0]
    weak = attrs.evolve(best, option="A1", win=0.0, cards_lost=best.cards_lost - 1)
    poor = attrs.evolve(found, rows=[attrs.evolve(best, win=0.046), weak])
    assert not any("A1" in sentence for sentence in poor.sentences()[1:])


@pytest.mark.parametrize(("lang", "words"), [("en", "win more often"), ("de", "öfter")])
def test_the_text_claims_no_more_than_that_nothing_is_better(lang, words):
    found = rank_lays("F: hand F5 F3 vs W: hand nothing", goal="value")
    assert found.rows[0].value == found.rows[1].value
    assert words in found.sentences()[0]


@pytest.mark.parametrize("thing", [None, 5, ["F: F5 vs W: W6"]])
def test_what_is_no_situation_is_one_clear_error(thing):
    for ask in (advise, rank_lays, twing.odds):
        with pytest.raises(Fault, match=", not "):
            ask(thing)
