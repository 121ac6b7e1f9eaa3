"""Decks as files: what is written can be read back, and all faults are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from twingkit.core.messages import Fault
from twingkit.imajica.box.custom_sets import FORMATS, format_deck, load_deck, parse_deck
from twingkit.imajica.box.decks import DeckFaults, load_decks


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", list(load_decks()))
def test_IJ_DECK_1_a_deck_is_read_again_as_it_was_written(form: str, name: str, tmp_path: Path) -> None:
    deck = load_decks()[name]
    file = tmp_path / f"{name}.{form}"
    file.write_text(format_deck(deck, form), encoding="utf-8")
    again = load_deck(file)
    assert (again.id, again.counts) == (deck.id, deck.counts)
    if form == "toml":
        assert (again.title, again.plan) == (deck.title, deck.plan)


def test_IJ_DECK_1_a_file_of_an_illegal_deck_tells_all_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("copies,card\n9,gentle\n2,dog-alley\n1,nobody\n", encoding="utf-8")
    with pytest.raises(DeckFaults) as wrong:
        load_deck(file)
    rules = [refusal.rule for refusal in wrong.value.refusals]
    assert len(rules) == 1 + 1 + 2 + 5, "unknown, size, two numbers of copies, five Dominions without a Site"
    assert set(rules) == {"IJ-DECK-1"}


@pytest.mark.parametrize(
    ("form", "text", "where"),
    [
        ("csv", "card,copies\n1,slew\n", "csv: 1;"),
        ("csv", "copies,card\n1\n", "csv: 2;"),
        ("csv", "copies,card\nmany,slew\n", "many slew"),
        ("toml", "cards = [", "toml"),
        ("toml", "cards = [3]", "cards"),
        ("toml", "id = 'x'", "cards"),
        ("toml", "cards = []\ntitle = { fr = 'x' }", "title"),
        ("toml", "cards = []\nprice = 3", "price"),
        ("txt", "", "txt"),
        ("csv", "x" * 10_001, "10000"),
        ("toml", "cards = " + "[" * 9000, "[[["),
        ("toml", f"id = {'9' * 5000}", "4300"),
    ],
)
def test_IJ_DECK_1_an_invalid_deck_is_refused_with_its_location(form: str, text: str, where: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_deck(text, form)
    assert where in str(fault.value)
    assert "[IJ-DECK-1]" in str(fault.value) or "line" in str(fault.value)
    assert fault.value.text("de") != str(fault.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_IJ_DECK_1_a_table_is_read_with_the_ends_of_lines_of_any_system(end: str) -> None:
    assert parse_deck(f"\ufeffcopies,card{end}2,gek-a-gek{end}1,slew{end}", "csv").counts == {
        "gek-a-gek": 2,
        "slew": 1,
    }


def test_IJ_DECK_1_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes('cards = ["slew"]'.encode("utf-16"))
    with pytest.raises(Fault, match="UTF-8"):
        load_deck(file)
