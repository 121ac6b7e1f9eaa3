"""The cards as data: texts from effects, the laws of the set, all faults of a file at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from twingkit.core.cards.box_faults import BoxError
from twingkit.core.cards.box_file import box_toml
from twingkit.core.cards.box_sheet import box_csv
from twingkit.core.messages import Fault
from twingkit.imajica.box.cards import (
    CARDS_FORM,
    CharacterEntry,
    PathEntry,
    PlayedCardEntry,
    SiteEntry,
    load_cards,
    parse_card_set,
)
from twingkit.imajica.box.effects import CARD_KINDS, SLOTS_BY_VERB, Effect
from twingkit.imajica.box.selector import AFFILIATIONS


def test_IJ_BOX_1_the_set_has_140_cards_in_the_numbers_of_its_kinds() -> None:
    cards = load_cards()
    counts = Counter(card.kind for card in cards.values())
    assert [counts[kind] for kind in CARD_KINDS] == [48, 20, 20, 8, 12, 8, 8, 16]
    characters = cards.of_kind("character")
    assert sum(card.is_unique for card in characters) == 36
    assert all(card.copy_limit == (1 if card.is_unique else 3) for card in characters)
    assert sum(len(card.home_dominions) == 2 for card in cards.of_kind("site")) == 5
    assert Counter(card.home_dominions for card in cards.of_kind("path")) == {(n,): 4 for n in range(1, 6)}
    powers = set(AFFILIATIONS[:7])
    plain = [card.id for card in characters if not card.effects and not powers & set(card.affiliations)]
    assert len(plain) * 5 <= len(characters)


def test_IJ_BOX_2_every_word_is_on_two_cards_at_least() -> None:
    cards = load_cards().values()
    used = Counter(verb for card in cards for verb in {effect.verb for effect in card.effects})
    assert {verb: used[verb] for verb in SLOTS_BY_VERB if used[verb] < 2} == {}
    assert sum(any(effect.is_alternative for effect in card.effects) for card in cards) >= 2


def test_IJ_BOX_2_text_and_effect_cannot_differ() -> None:
    texts: dict[str, str] = {}
    for card in load_cards().values():
        for effect in card.effects:
            assert Effect.parse(str(effect)) == effect
            assert texts.setdefault(effect.text(), str(effect)) == str(effect)
            assert effect.text("en") != effect.text("de")
            assert "{" not in effect.text() + effect.text("de")


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("mod strength +6 acting", "The character that plays this card: Strength +6."),
        ("counter amnesia", "Counters Amnesia."),
        ("allies_for -1 female", "Prime −1 when called if you control a female character."),
        ("draw 2", "Draw 2 cards."),
        ("pivot target:rival:involved:magic<=2",
         "Pivot target rival involved character with Magic 2 or less."),
    ],
)  # fmt: skip
def test_the_sentence_of_an_effect(effect: str, text: str) -> None:
    load_cards()
    assert Effect.parse(effect).text() == text


def test_IJ_BOX_3_the_prime_is_that_of_the_figures() -> None:
    for card in load_cards().of_kind("character"):
        assert card.prime == card.assumed_prime, card.id
    assert [load_cards()[name].prime for name in ("gentle", "sartori", "judith", "gek-a-gek")] == [
        11,
        10,
        7,
        5,
    ]


def test_IJ_BOX_4_one_lasting_resistance_path_a_dominion_and_what_pivots_sites_is_rare() -> None:
    cards = load_cards()
    lasting = [card for card in cards.of_kind("path") if card.is_permanent]
    walls = [card for card in lasting if any(effect.selector.base == "this" for effect in card.effects)]
    assert Counter(card.home_dominions for card in walls) == {(number,): 1 for number in range(1, 6)}
    for card in cards.values():
        if any(effect.verb == "pivot" and effect.selector.is_site for effect in card.effects):
            assert card.copy_limit <= 2
    assert not any("destiny" in str(effect) for card in cards.values() for effect in card.effects)


def test_IJ_PATH_3_no_site_of_the_assumed_set_is_walled_higher_than_its_note_says() -> None:
    cards = load_cards()
    walls = dict.fromkeys(range(1, 6), 0)
    for path in cards.of_kind("path"):
        if path.is_permanent:
            raised = [effect.number for effect in path.effects if effect.word("stat") == "resistance"]
            walls[path.home_dominions[0]] += sum(raised)
    for site in cards.of_kind("site"):
        assert site.resistance + sum(walls[number] for number in site.home_dominions) <= (
            14 if len(site.home_dominions) == 2 else 10
        ), site.id


HEAD = "kind,id,name_en,name_de,home,figures,resistance,affiliations,unique,duration,limit,effects,assumed\n"
FAULTY = [
    ("character,newt,Newt,Molch,6m,1/1/1,,,no,,3,,", "home", "IJ-CARD-4"),
    ("character,newt,Newt,Molch,5m,1/1,,,no,,3,,", "figures", "IJ-CARD-5"),
    ("character,newt,Newt,Molch,5m,1/1/3,,,no,,3,,", "figures", "IJ-BOX-3"),
    ("character,newt,Newt,Molch,5m,1/1/1,,wizard,no,,3,,", "affiliations", "IJ-AFF-8"),
    ("character,newt,Newt,Molch,5m,1/1/1,,,maybe,,3,,", "unique", "IJ-UNIQ-1"),
    ("character,newt,Newt,Molch,5m,1/1/2,,,no,,3,fly 1,", "effects", "IJ-BOX-2"),
    ("character,newt,Newt,Molch,5m,1/1/2,,,no,,3,FL unpivot target:own,", "effects", "IJ-BOX-4"),
    ("character,newt,Newt,Molch,5m,1/1/2,,,no,,3,versus +2 nobody,", "effects", "IJ-BOX-4"),
    ("character,pass,Newt,Molch,5m,1/1/1,,,no,,3,,", "id", "IJ-BOX-2"),
    ("site,marsh,Marsh,Sumpf,1,,99,,,,,,", "resistance", ""),
    ("path,ford,Ford,Furt,3,,,,,someday,,draw 1 seizer,", "duration", "IJ-CARD-2"),
    ("action,call,Call,Ruf,,,,,,instant,2,fetch character,", "effects", "IJ-BOX-4"),
    ("dictate,ban,Ban,Bann,,,,,,permanent,2,bar mine contest,", "effects", "IJ-BOX-4"),
    ("flash,zap,Zap,Zapp,,,,,,instant,2,CM draw 1,", "effects", "IJ-BOX-4"),
]


@pytest.mark.parametrize(("row", "place", "rule"), FAULTY)
def test_IJ_BOX_2_a_fault_is_named_with_its_line_its_column_and_its_rule(
    row: str, place: str, rule: str
) -> None:
    with pytest.raises(BoxError) as broken:
        parse_card_set(f"{HEAD}{row}\n", "mine.csv", ".csv")
    faults = [fault for fault in broken.value.faults if fault.location == place]
    assert [(fault.line_number, fault.rule) for fault in faults] == [(2, rule)]
    assert faults[0].text("en") != faults[0].text("de")


def test_all_faults_of_a_file_are_named_at_once() -> None:
    rows = "".join(f"{row}\n" for row, *_ in FAULTY)
    with pytest.raises(BoxError) as broken:
        parse_card_set(HEAD + rows, "mine.csv", ".csv")
    assert {fault.line_number for fault in broken.value.faults} == set(range(2, 2 + len(FAULTY)))


@pytest.mark.parametrize(
    "text",
    ["", "mod", "mod luck +1 self", "mod magic 1 self", "draw", "draw 0", "move target moon", "pivot them"],
)
def test_what_is_no_effect_is_refused_with_the_rule(text: str) -> None:
    with pytest.raises(Fault, match="IJ-BOX-2"):
        Effect.parse(text)


def test_what_the_book_does_not_print_is_assumed() -> None:
    entries = {str(entry.id): entry for entry in load_cards().entries}
    assert "figures" not in entries["gentle"].assumed
    assert "effects" not in entries["charlotte-feaver"].assumed
    assert set(entries["lamp-boy"].assumed) == {"name", "home", "figures", "unique", "limit"}
    assert all(entry.assumed for entry in entries.values())


def test_IJ_BOX_1_figures_lie_in_the_ranges_of_the_set() -> None:
    cards = load_cards()
    characters = cards.of_kind("character")
    assert {card.magic for card in characters} <= set(range(8))
    assert {card.strength for card in characters} <= set(range(9))
    for card in cards.of_kind("site"):
        ranges = {"roxborough-tower": (8, 8)}
        low, high = ranges.get(card.id, (4, 7) if len(card.home_dominions) == 1 else (8, 10))
        assert low <= card.resistance <= high, card.id


@pytest.mark.parametrize("suffix", [".toml", ".csv"])
def test_a_set_is_written_and_read_again(suffix: str, tmp_path: Path) -> None:
    cards = load_cards()

    class Contents:
        format, title = CARDS_FORM.format, cards.title
        character = tuple(entry for entry in cards.entries if isinstance(entry, CharacterEntry))
        site = tuple(entry for entry in cards.entries if isinstance(entry, SiteEntry))
        path = tuple(entry for entry in cards.entries if isinstance(entry, PathEntry))
        play = tuple(entry for entry in cards.entries if isinstance(entry, PlayedCardEntry))

    text = (
        box_toml(CARDS_FORM, Contents, {})
        if suffix == ".toml"
        else box_csv(CARDS_FORM, Contents, separator=";")
    )
    path = tmp_path / f"mine{suffix}"
    path.write_text(text, encoding="utf-8")
    assert load_cards(path).entries == cards.entries
