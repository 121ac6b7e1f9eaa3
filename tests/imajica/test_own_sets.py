"""Custom sets and decks: games, records, many games, and the output of pages and the command."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from twingkit import Game
from twingkit.core import links
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.record import RecordError
from twingkit.core.words import LANGUAGES
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.custom_sets import card_record_lines, format_deck, load_custom_box, parse_card_lines
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.cli import deck_app
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.starts import GameStart, new_game, position_game
from twingkit.imajica.tally import new_game as arena_game
from twingkit.imajica.tally import variant_and_box_lines


def renamed(text: str) -> str:
    """Return the text with cards that the assumed set does not have."""
    return re.sub(r"\birish\b", "iris", text).replace("Irish,Irish", '"Iris #1, 5%",Iris')


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a custom set and two decks."""
    path = tmp_path_factory.mktemp("own")
    listing = files("twingkit.imajica.box").joinpath("cards.csv").read_text("utf-8")
    listing = "\n".join(line for line in listing.splitlines() if not line.startswith("#"))
    (path / "cards.csv").write_text(renamed(listing) + "\n", encoding="utf-8")
    for name in ("maestros", "clean-slate"):
        text = renamed(format_deck(load_decks()[name], "csv"))
        (path / f"{name}.csv").write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def cards(folder: Path) -> Cards:
    """Return the set of the folder."""
    return load_cards(folder / "cards.csv")


@pytest.fixture(scope="module")
def decks(folder: Path) -> tuple[Deck, ...]:
    """Return the decks of the folder."""
    return load_custom_box(folder).decks


def test_a_record_holds_the_set_that_its_game_needs(cards: Cards, decks: tuple[Deck, ...]) -> None:
    game = new_game(decks, seed=1, cards=cards)
    while not game.over and len(game) < 120:
        game.answer_randomly()
    again = Game.replay(game.record)
    assert again.record == game.record
    assert again.table.key() == game.table.key()
    assert again.start.cards == cards
    names = again.start.cards["iris"].names
    assert names == {"en": "Iris #1, 5%", "de": "Iris"}, "titles decide rules (IJ-AFF-3, 7)"
    assert "card " not in new_game(2, seed=1).record


def test_a_position_is_played_with_a_custom_set(cards: Cards) -> None:
    line = "imajica: p1 active iris; p2 active gideon; to move p1 ally"
    game = position_game(line, cards=cards)
    game.answer("challenge gideon with iris")
    assert Game.replay(game.record).table.key() == game.table.key()
    with pytest.raises(Fault):
        position_game(line)


def test_IJ_BOX_1_a_record_without_its_set_is_refused_in_one_sentence(decks: tuple[Deck, ...]) -> None:
    with pytest.raises(Fault) as none:
        new_game(decks, seed=1)
    assert none.value.text("en").startswith("1 card of the decks is not in the set: 'iris';")
    lines = GameStart(tuple(load_decks().values())[:2]).setup_lines()
    lines[1] = f"deck own: {', '.join(decks[0].lines())}"
    with pytest.raises(RecordError) as refused:
        Game.replay("\n".join(["twingkit-record 1", "game imajica", *lines]))
    assert "IJ-BOX-1" in str(refused.value)
    assert str(refused.value).count("iris") == 1


def test_IJ_BOX_3_the_lines_of_a_record_are_checked_as_a_file_is(cards: Cards) -> None:
    lines = card_record_lines(cards)
    assert parse_card_lines(lines) == cards
    assert parse_card_lines([]) is load_cards()
    dear = next(line for line in lines if line.startswith("card character,gideon"))
    with pytest.raises(BoxError):
        parse_card_lines([dear.replace("3/4/4", "3/4/9")])
    with pytest.raises(BoxError):
        parse_card_lines(["card", "card x", "card path,lane"])


def test_many_games_are_played_with_the_decks_of_a_folder(folder: Path, tmp_path: Path) -> None:
    variant, lines = variant_and_box_lines(3, "short", folder)
    games = [arena_game(3, variant, lines, seed, False) for seed in (1, 2)]
    assert {deck.id for deck in games[0].start.decks} == {"own1", "own2"}
    assert all("iris" in game.start.cards for game in games)
    (tmp_path / "only.csv").write_text(format_deck(load_decks()["teeth"], "csv"), encoding="utf-8")
    assert load_custom_box(tmp_path).cards is load_cards()
    (tmp_path / "only.csv").unlink()
    with pytest.raises(Fault, match="0 decks"):
        load_custom_box(tmp_path)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_command_checks_a_deck_of_a_custom_set(folder: Path, lang: str) -> None:
    deck, own = str(folder / "maestros.csv"), str(folder / "cards.csv")
    assert "60" in CliRunner().invoke(deck_app, ["check", deck, "--cards", own, "--lang", lang]).stdout
    assert "iris" in CliRunner().invoke(deck_app, ["check", deck, "--lang", lang]).output
    assert CliRunner().invoke(deck_app, ["check", deck, "--cards", f"{own}x", "--lang", lang]).exit_code == 2


@pytest.mark.parametrize("page", ["imajica-play", "imajica-step"])
def test_the_pages_say_that_they_show_the_assumed_set_only(
    page: str, cards: Cards, decks: tuple[Deck, ...]
) -> None:
    from twingkit_widgets.site.page import page as open_page

    record = new_game(decks, seed=1, cards=cards).record
    opened = open_page(page, f"game={links.pack_text(record)}")
    assert "a custom set of cards" in opened.fault_panel.html


def test_names_of_ones_own_cards_are_said_in_their_own_games_only(cards: Cards) -> None:
    words = rulebook().words
    said = {lang: load_cards()["celestine"].text(lang) for lang in LANGUAGES}
    lines = [line.replace("Dowd,Dowd", "Doubt,Zweifel") for line in card_record_lines(cards)]
    lines = [line.replace("character,geoffrey-light,", "character,and,") for line in lines]
    own = parse_card_lines(lines)
    assert own["and"].name() == "Geoffrey Light"
    assert "Doubt" in own["celestine"].text("en")
    assert "Zweifel" in own["celestine"].text("de")
    assert words.format_fact(["dowd", "gentle", "irish"]) == "Dowd, Gentle and Irish"
    assert "iris" not in words
    assert {lang: load_cards()["celestine"].text(lang) for lang in LANGUAGES} == said
