"""The pool as data: texts from effects, the law of prices, and all faults of a file at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ember.box.paying_hands import all_costs, paying_hands_by_cost
from long_runs import LONG

from twingkit import ember
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.cards.box_file import box_toml
from twingkit.core.cards.box_sheet import box_csv
from twingkit.core.messages import Fault
from twingkit.ember.box.effects import VERBS, Effect
from twingkit.ember.box.pool import POOL_FORM, Pool, load_pool, parse_pool
from twingkit.ember.box.rarity import HAND_COUNT, count_paying_hands
from twingkit.ember.rules.rulebook import rulebook

SEEN = {
    "R2": 2920521, "N2": 2160873, "E3": 1758510, "S2": 1720653, "R3": 1344270, "R2+R2": 1116506,
    "S2+N2": 607089, "N2+N2": 458601, "S3": 415140, "N3": 389961, "R4": 367518, "E3+N2": 304902, "E4": 300378,
    "S2+S2": 284514, "R3+N2": 247722, "E2+N3": 130689, "S3+E2": 121548, "R2+N3": 90033, "S3+R2": 88134,
    "S3+N2": 52314, "R5": 49440, "S4": 39114, "S2+N3": 38157, "N3+N2": 32409, "S3+S2": 31518, "N4": 20865,
    "E5": 17472,
}  # fmt: skip
"""The number of paying hands of five, of 3,478,761, from an independent count."""


def test_EM_POOL_1_thirteen_values_of_three_creatures_and_every_higher_value_is_rarer() -> None:
    groups = load_pool().ids_by_value()
    assert {value: len(names) for value, names in groups.items()} == dict.fromkeys(range(1, 14), 3)
    hands = {
        value: [count_paying_hands(str(load_pool()[name].cost)) for name in names]
        for value, names in groups.items()
    }
    for value in range(2, 14):
        assert max(hands[value]) < min(hands[value - 1])


def test_EM_POOL_1_the_table_of_rarities_has_the_numbers_counted_elsewhere() -> None:
    assert {cost: count_paying_hands(cost) for cost in SEEN} == SEEN
    assert {cost: count_paying_hands(cost, with_archmages=False) for cost in ("N4", "E4", "R5", "E5")} == {
        "N4": 624, "E4": 116688, "R5": 9216, "E5": 5148,
    }  # fmt: skip


def test_EM_POOL_1_the_table_is_that_of_all_hands_dealt() -> None:
    costs = list(all_costs()) if LONG else ["N4", "S3", "N2"]
    for archmages in (3, 0) if LONG else (0,):
        counted = paying_hands_by_cost(costs, archmages)
        assert counted == {cost: count_paying_hands(cost, archmages > 0) for cost in counted}
    assert count_paying_hands("E2") == HAND_COUNT


def test_every_verb_is_on_a_card_but_the_broad_ones_and_each_has_a_text_in_both_languages() -> None:
    used = {effect.verb for creature in load_pool().values() for effect in creature.effects}
    assert used == set(VERBS)
    for verb, known in VERBS.items():
        for scope in known.target_by_scope:
            text = " ".join(filter(None, [verb, scope, *["2"] * known.number_count]))
            effect = Effect.parse(text)
            assert str(effect) == text
            assert effect.text("en") != effect.text("de")


def test_no_two_sentences_of_different_effects_are_alike() -> None:
    texts: dict[str, str] = {}
    for creature in load_pool().values():
        for effect in creature.effects:
            assert texts.setdefault(effect.text(), str(effect)) == str(effect)


def test_what_the_book_does_not_print_is_assumed() -> None:
    for entry in load_pool().entries:
        named = entry.id in ("wisp", "siren", "cockatrice", "wyrmling", "phoenix")
        assert "value" in entry.assumed
        assert ("name" in entry.assumed) != named
    assert "cost" not in next(entry.assumed for entry in load_pool().entries if entry.id == "phoenix")


@pytest.mark.parametrize("suffix", [".toml", ".csv"])
def test_the_pool_is_written_and_read_again(suffix: str, tmp_path: Path) -> None:
    pool = load_pool()

    class Contents:
        format, title, creature = POOL_FORM.format, pool.title, list(pool.entries)

    text = (
        box_toml(POOL_FORM, Contents, {})
        if suffix == ".toml"
        else box_csv(POOL_FORM, Contents, separator=";")
    )
    read = parse_pool(text, "mine", suffix)
    assert read.entries == pool.entries
    path = tmp_path / f"mine{suffix}"
    path.write_text(text, encoding="utf-8")
    assert load_pool(path) == Pool(read.title, read.entries)


HEAD = "kind,id,value,name_en,name_de,cost,when,effects,assumed\n"
FAULTY = [
    ("creature,wisp,0,W,W,R2,flip,draw 1,", "value", ""),
    ("creature,wisp,14,W,W,R2,flip,draw 1,", "value", ""),
    ("creature,wisp,1,W,W,R9,flip,draw 1,", "cost", "EM-COST-1"),
    ("creature,wisp,1,W,W,R3+R3,flip,draw 1,", "cost", "EM-COST-1"),
    ("creature,wisp,1,W,W,R2,flip,drow 1,", "effects", "EM-POOL-2"),
    ("creature,wisp,1,W,W,R2,flip,draw,", "effects", "EM-POOL-2"),
    ("creature,wisp,1,W,W,R2,flip,revive any 1,", "effects", "EM-POOL-2"),
    ("creature,wisp,1,W,W,R2,ongoing,guard all,", "effects", "EM-POOL-2"),
    ("creature,wisp,1,W,W,R2,ongoing,draw 1,", "when", "EM-POOL-2"),
    ("creature,wisp,1,W,W,R2,flip,draw 1; hand 1,", "effects", "EM-POOL-2"),
    ("creature,all,1,W,W,R2,flip,draw 1,", "id", "EM-POOL-2"),
    ("creature,wisp,1,W,W,N2,flip,draw 1,\ncreature,imp,2,I,I,R2,flip,draw 1,", "cost", "EM-POOL-1"),
    ("creature,wisp,1,W,W,R2,flip,draw 1,\ncreature,imp,2,I,I,R2,flip,draw 1,", "cost", "EM-POOL-1"),
    ("creature,wisp,1,W,W,R2,flip,draw 1,\ncreature,wisp,1,I,I,R2,flip,draw 1,", "", "EM-POOL-2"),
]


@pytest.mark.parametrize(("rows", "place", "rule"), FAULTY)
def test_EM_POOL_2_a_fault_is_named_with_its_line_its_column_and_its_rule(
    rows: str, place: str, rule: str
) -> None:
    with pytest.raises(BoxError) as broken:
        parse_pool(HEAD + rows + "\n", "mine.csv", ".csv")
    faults = [fault for fault in broken.value.faults if not place or fault.location == place]
    assert faults
    assert faults[0].line_number == 2 + rows.count("\n")
    assert faults[0].rule == rule
    assert faults[0].text("en") != faults[0].text("de")


def test_all_faults_of_a_file_are_named_at_once() -> None:
    rows = [row for row, *_ in FAULTY[:6]]
    with pytest.raises(BoxError) as broken:
        parse_pool(HEAD + "\n".join(rows) + "\n", "mine.csv", ".csv")
    assert {fault.line_number for fault in broken.value.faults} >= set(range(2, 8))
    with pytest.raises(BoxError):
        parse_pool(HEAD, "empty.csv", ".csv")


@pytest.mark.parametrize(
    "text", ["", "draw", "draw 0", "discard 1", "discard some 1", "flip", "fly 1", "draw 1 2"]
)
def test_what_is_no_effect_is_refused_with_the_rule(text: str) -> None:
    with pytest.raises(Fault, match="EM-POOL-2"):
        Effect.parse(text)


def test_every_effect_has_a_sentence_for_the_creature_of_another_player_without_a_you() -> None:
    sentences = rulebook().sentences
    assert {key for key in sentences["effect"] if not key.startswith("when_")} == set(sentences["effect_of"])
    spoken_to = re.compile(r"\b(you|your|du|dein\w*|dich|dir)\b", re.IGNORECASE)
    for texts in sentences["effect_of"].values():
        assert not any(spoken_to.search(text) for text in texts.values()), texts


@pytest.mark.parametrize("creatures", ["gnome", b"gnome", [1], [None], [["gnome"]], 3, True])
def test_EM_SET_3_creatures_are_a_list_of_ids_and_anything_else_is_one_clear_error(creatures):
    for asked in (
        lambda: ember.conjurable_creatures("A6 E6 F8 A9 W1", creatures=creatures),
        lambda: ember.pool_chances("A6 E6 F8 A9 W1", 1, creatures=creatures),
    ):
        with pytest.raises(Fault, match="creatures"):
            asked()
