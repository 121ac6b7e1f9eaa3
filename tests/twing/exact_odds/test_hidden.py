"""Hidden hands: exact chances against counting every hand, sampled ones within their error, clear faults."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from situations import with_left

from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError
from twingkit.twing.box.box import load_box
from twingkit.twing.exact_odds.hidden_card_odds import odds_with_hidden_cards
from twingkit.twing.exact_odds.hidden_hands import HiddenCardPool, count_legal_spell_draws, hidden_hands
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import Card, Spell
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.as_variant import as_variant

SMALL = "F1*2 F4 W3*2 L2 A1 & cat*2 trap miromon"


def allowed(known: list[Spell], cards: tuple[Card, ...]) -> bool:
    """Return whether TW-TURN-2 and TW-TURN-4 allow a hand."""
    spells = [*known, *(card for card in cards if isinstance(card, Spell))]
    return 0 < len(spells) <= 15 and len({spell.element for spell in spells}) <= 3


def counted(situation: Situation) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Count every way to deal the hidden cards of both sides, card by card."""
    deck = HiddenCardPool.from_situation(situation)
    others = deck.response_cards
    cards: list[Card] = [*deck.spells.elements()]
    cards += ["cat"] * others.cats + ["trap"] * others.traps + ["miromon"] * others.miromon
    known = [[*holder.spells, *(holder.laid.spells if holder.laid else ())] for holder in situation.sides]
    found: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    places = range(len(cards))
    for one in combinations(places, situation.attacker.hidden_count):
        for two in combinations(
            [place for place in places if place not in one], situation.defender.hidden_count
        ):
            hands = [tuple(cards[place] for place in hand) for hand in (one, two)]
            if all(map(allowed, known, hands)):
                first, second = (
                    tuple(sorted(getattr(card, "token", str(card)) for card in hand)) for hand in hands
                )
                found[first, second] += 1
    return found


def response_card_chances(line: Situation | str, variant: str = "box") -> dict[Any, float]:
    """Return the chance of each pair of response cards that both sides can hold."""
    return HiddenCardPool.from_situation(line, variant=as_variant(variant)).response_card_chances()


def rows_of(situation: Situation | str, side: Any, **how: Any) -> list[Any]:
    """Return the rows of `hidden_hands`."""
    return list(hidden_hands(situation, side=side, **how).itertuples())


def tokens(spells: str, *others: int) -> tuple[str, ...]:
    """Return a row's hand as its cards' tokens."""
    listed = []
    for token in spells.split():
        card, _, times = token.partition("*")
        listed += [card] * int(times or 1)
    for name, count in zip(("cat", "trap", "miromon"), others, strict=True):
        listed += [name] * count
    return tuple(sorted(listed))


LINES = [
    "F: hand F5 vs W: hand W6 ?*2",
    "F: hand F5 vs W: hand ?*3",
    "F: hand F5 vs W: hand W6 F2 ?*4 + W3 & trap",
    "F: hand F5 vs W: hand W6 F2 L1 ?*3",
    "F: F5 vs W: shield W4 & ?*2",
    "F: F5 & ? vs W: hand ?*3",
    "F: hand ?*2 vs W: hand F6 ?*2",
]


@pytest.mark.parametrize("line", LINES)
def test_chances_are_those_of_counting_every_hand(line):
    situation = with_left(line, SMALL)
    every = counted(situation)
    for place, side in enumerate(("attacker", "defender")):
        expected: Counter[tuple[str, ...]] = Counter()
        for hands, ways in every.items():
            expected[hands[place]] += ways
        rows = rows_of(situation, side)
        assert {tokens(row.spells, row.cats, row.traps, row.miromon): row.chance for row in rows} == (
            pytest.approx({hand: ways / every.total() for hand, ways in expected.items()}, abs=1e-12)
        )
        assert all(row.error == 0 for row in rows)


@pytest.mark.parametrize("line", LINES)
def test_what_is_held_besides_spells_has_the_chances_of_counting(line):
    situation = with_left(line, SMALL)
    every = counted(situation)
    expected: Counter[tuple[ResponseCards, ResponseCards]] = Counter()
    for hands, ways in every.items():
        one, two = (
            ResponseCards(
                holder.cats + hand.count("cat"),
                holder.traps + hand.count("trap"),
                holder.miromon + hand.count("miromon"),
            )
            for holder, hand in zip(situation.sides, hands, strict=True)
        )
        expected[one, two] += ways
    assert response_card_chances(situation) == pytest.approx(
        {held: ways / every.total() for held, ways in expected.items()}, abs=1e-12
    )


def test_TW_TURN_2_a_hand_without_a_known_spell_holds_one():
    hands = rows_of(with_left("F: hand F5 vs W: hand ?", SMALL), "defender")
    assert {row.spells for row in hands} == {"F1", "F4", "W3", "L2", "A1"}
    [row] = rows_of(with_left("F: hand F5 vs W: hand ?", "F1 & cat*3"), "defender")
    assert (row.hand, row.chance) == ("F1", 1.0)


def test_TW_TURN_5_without_a_spell_in_the_box_a_hand_may_hold_none():
    rows = rows_of(with_left("F: hand F5 vs W: hand ?", "& cat*3 trap"), "defender")
    assert {row.hand: row.chance for row in rows} == {"nothing & cat": 0.75, "nothing & trap": 0.25}


def test_TW_TURN_4_no_hand_has_a_fourth_element():
    rows = rows_of(with_left("F: hand F5 vs W: hand F2 W2 ?*2", "L1*2 A1*2"), "defender")
    assert {row.hand: row.chance for row in rows} == {"L1*2": 0.5, "A1*2": 0.5}
    rows = rows_of(with_left("F: F5 vs W: F3 F2 F1 & ?*2", "W1 L1 A1 & cat"), "defender")
    assert len(rows) == 6, "of laid spells only one element is there: any two cards"
    rows = rows_of(with_left("F: F5 vs W: F3 F2 F1 & ?*3", "W1 L1 A1 & cat"), "defender")
    assert {row.hand for row in rows} == {"W1 L1 & cat", "W1 A1 & cat", "L1 A1 & cat"}


def test_TW_TURN_4_no_hand_has_a_sixteenth_spell():
    situation = with_left("F: hand F5 vs W: hand F1*5 F2*5 F3*4 ?*2", "F6 W1 & cat*2")
    assert {row.hand for row in rows_of(situation, "defender")} == {
        "F6 & cat",
        "W1 & cat",
        "nothing & cat*2",
    }


def test_TW_SET_1_hidden_cards_are_never_creatures():
    box = load_box()
    playable = box.card_count - sum(entry.copies for entry in box.creature)
    deck = HiddenCardPool.from_situation("F: hand F5 vs W: hand ?*3 + W4")
    assert deck.spells.total() + sum(deck.response_cards) == playable - 1


def test_what_is_gone_laid_or_known_cannot_be_hidden():
    deck = HiddenCardPool.from_situation(
        Situation.parse("F: F5 F3 & cat vs W: hand W6 ? & trap*2; gone F5 A1*5 & miromon")
    )
    assert deck.spells[Spell("F", 5)] == deck.spells[Spell("A", 1)] == deck.spells[Spell("W", 6)] == 0
    assert deck.spells[Spell("F", 3)] == 3
    assert deck.response_cards == ResponseCards(8, 6, 0)


@pytest.mark.parametrize(
    ("sizes", "known", "drawn"), [((3, 2, 2, 1), "", 4), ((3, 2, 2, 1), "WL", 3), ((2, 0, 1, 1), "A", 2)]
)
def test_spell_ways_is_the_number_of_choices_with_three_elements(sizes, known, drawn):
    cards = [(element, copy) for element, size in zip("FWLA", sizes, strict=True) for copy in range(size)]
    ways = sum(len({element for element, _ in hand} | set(known)) <= 3 for hand in combinations(cards, drawn))
    assert count_legal_spell_draws(sizes, frozenset(known), drawn) == ways


def test_drawn_hands_agree_with_the_exact_ones_within_their_error():
    situation = with_left("F: hand F5 vs W: hand W6 ?*3", SMALL)
    exact = {row.hand: row.chance for row in rows_of(situation, "defender")}
    drawn = rows_of(situation, "defender", samples=4000, seed=7)
    assert sum(row.chance for row in drawn) == pytest.approx(1)
    for row in drawn:
        assert abs(row.chance - exact[row.hand]) < 5 * row.error
    assert sum(chance for hand, chance in exact.items() if hand not in {row.hand for row in drawn}) < 0.01
    assert drawn == rows_of(situation, "defender", samples=4000, seed=7)
    assert drawn != rows_of(situation, "defender", samples=4000, seed=8)


def test_many_hidden_cards_are_drawn_even_where_the_rules_allow_few_hands():
    """30 cards hold 15 spells at most, so at least 15 of the 18 others: sampled without rejected draws."""
    rows = rows_of("F: hand F3 vs W: hand ?*30", "defender", samples=50)
    for row in rows:
        cards = tokens(row.spells, row.cats, row.traps, row.miromon)
        assert len(cards) == 30
        assert row.cats + row.traps + row.miromon >= 15
        assert len({card[0] for card in row.spells.split()}) <= 3


def test_the_frame_says_where_its_numbers_come_from():
    frame = hidden_hands("F: hand F5 vs W: hand W6 ?*2", side="defender")
    assert frame["chance"].sum() == pytest.approx(1)
    assert frame["chance"].is_monotonic_decreasing
    assert frame.attrs.pop("columns")
    assert frame.attrs == {
        "position": "F: hand F5 vs W: hand W6 ?*2",
        "side": "defender",
        "exact": True,
        "samples": 0,
        "box": load_box().title["en"],
        "assumed": True,
    }
    drawn = hidden_hands("F: hand F5 vs W: hand W6 ?*9", side="defender")
    assert (drawn.attrs["exact"], drawn.attrs["samples"]) == (False, 2000)
    assert (drawn["error"] > 0).all()


def test_without_hidden_cards_there_is_one_empty_hand():
    [row] = rows_of("F: hand F5 vs W: hand W6", "defender")
    assert (row.hand, row.chance) == ("", 1.0)


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        ("F: hand F6*2 vs W: hand ?", "Fire 6: 2 visible, but only 1 in the box", "Feuer 6: 2"),
        ("F: hand F9 vs W: hand ?", "Fire 9: 1 visible, but only 0 in the box", "Feuer 9: 1"),
        ("F: hand F5 & cat*10 vs W: hand ?", "black cat: 10 visible", "schwarze Katze: 10"),
        ("F: hand F5*2 vs W: hand ?*97", "97 cards are hidden, but", "97 Karten sind verdeckt"),
        ("F: hand F5 vs W: hand W6 ?*60", "no hand is possible", "keine Hand ist möglich"),
    ],
)
def test_TW_BOX_5_a_box_with_too_little_left_is_a_clear_fault(line, english, german):
    for ask in (response_card_chances, lambda line: rows_of(line, "defender", samples=5)):
        with pytest.raises(Fault) as fault:
            ask(line)
        assert english in fault.value.text("en")
        assert german in fault.value.text("de")


def test_more_copies_than_the_box_holds_matter_only_where_cards_are_hidden():
    assert Situation.parse("F: hand F9*3 vs W: hand W6").problems() == []
    assert response_card_chances("F: hand F9*3 vs W: hand W6") == {
        (ResponseCards(0, 0, 0), ResponseCards(0, 0, 0)): 1.0
    }


def test_words_and_numbers_that_mean_nothing_are_refused():
    with pytest.raises(Fault, match="side must be 'attacker' or 'defender', not 'me'"):
        rows_of("F: hand F5 vs W: hand ?", "me")
    with pytest.raises(Fault, match="from 1 to 100,000, not 0"):
        rows_of("F: hand F5 vs W: hand ?", "defender", samples=0)


def test_TW_SET_1_without_the_elements_that_nobody_plays_no_hidden_card_is_of_them():
    line, variant = "F: hand F5 vs W: hand W6 ?*2", "unused_elements=removed"
    rows = rows_of(line, "defender", variant=variant)
    assert {spell[0] for row in rows for spell in row.spells.split()} == {"F", "W"}
    assert {spell[0] for row in rows_of(line, "defender") for spell in row.spells.split()} == set("FWLA")
    assert sum(row.chance for row in rows) == pytest.approx(1)
    seen = rows_of("F: hand F5 vs W: hand W6 A1 ?*2", "defender", variant=variant)
    assert {spell[0] for row in seen for spell in row.spells.split()} == {"F", "W", "A"}, "somebody plays Air"
    frame = hidden_hands(line, side="defender", variant=variant)
    assert frame.attrs["variant"] == "box unused_elements=removed"


def test_TW_SET_1_fewer_spells_left_make_other_hidden_cards_likelier():
    line = "F: F5 vs W: W6 & ?"
    cats = {
        variant: sum(
            chance for held, chance in response_card_chances(line, variant=variant).items() if held[1].cats
        )
        for variant in ("box", "unused_elements=removed")
    }
    assert cats["unused_elements=removed"] > cats["box"] * 1.3
    odds = {
        variant: odds_with_hidden_cards("F: F5 vs W: W4 & ?", variant=variant).odds.win for variant in cats
    }
    assert odds["unused_elements=removed"] < odds["box"], "the defender's card is a cat more often"


def test_TW_TURN_2_a_defender_may_wait_for_a_spell_where_the_own_turn_brings_it():
    line, variant = "F: hand F5 vs W: hand ?", "refill_when=turn"
    assert all(row.spells for row in rows_of(line, "defender"))
    waiting = sum(row.chance for row in rows_of(line, "defender", variant=variant) if not row.spells)
    assert 0.1 < waiting < 0.4
    attack = "F: hand ? vs W: hand W6"
    assert all(row.spells for row in rows_of(attack, "attacker", variant=variant))


def test_hidden_cards_beside_a_lay_of_a_variant_are_counted():
    line = "F: F5 + F3M>L1 vs W: W6 & ?"
    with pytest.raises(IllegalBattleError):
        response_card_chances(line)
    assert response_card_chances(line, variant="german")
    assert odds_with_hidden_cards(line, variant="german").hand_count
