"""A record names the edition of the rules it was made with; mended rules stop an older one."""

from __future__ import annotations

import re

import attrs
import pytest

from twingkit import Game, imajica, imperium, starts, twing
from twingkit.games import FIRST_EDITION, GameEntry, game_named, games
from twingkit.messages import Fault
from twingkit.record import RecordError, edition_note, kept_record
from twingkit.starts import edition_of, named_in, start_of

LINE = "F: F5 F3 vs W: W6"
ANSWERS = ("lay F5 F3", "lay W6", "roll 2", "roll -1")


def played() -> str:
    return twing.battle_game(LINE).give(*ANSWERS).record


def first(record: str) -> str:
    """The same record as it was written before editions."""
    return re.sub(r" edition \d+$", "", record, count=1, flags=re.M)


@pytest.fixture
def mended(monkeypatch):
    """The games, with rules of a later edition than they have."""
    later = tuple(attrs.evolve(entry, edition=entry.edition + 1) for entry in games())
    monkeypatch.setattr(starts, "games", lambda: later)


def stopped(record: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Game.replay(record)
    return caught.value


@pytest.mark.parametrize(
    "game",
    [twing.new_game("FW"), imperium.battle_game("space: 1 cruiser vs 1 cruiser"), imajica.new_game(2)],
)
def test_a_record_names_the_edition_of_its_rules(game: Game) -> None:
    name = game.start.name
    assert edition_of(name) == game_named(name.partition(".")[0]).edition > FIRST_EDITION
    assert game.record.splitlines()[1] == f"game {name} edition {edition_of(name)}"
    assert game.story("de").splitlines()[1] == game.record.splitlines()[1]


def test_a_record_without_an_edition_is_of_the_first_and_comes_to_the_same_end() -> None:
    new, old = Game.replay(played()), Game.replay(first(played()))
    assert named_in("game twing.battle") == (twing.BattleStart, 1)
    assert "edition" not in first(played())
    assert (old.result, old.record) == (new.result, new.record)
    assert start_of("game twing\nplayers F W") == start_of("players F W")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_an_older_record_stops_at_the_answer_that_the_rules_do_not_take(lang: str) -> None:
    record = first(played()).replace("defender: lay W6", "defender: lay W6 + W1")
    fault = stopped(record)
    assert (fault.line, fault.older_edition, fault.rule) == (5, 1, "TW-BAT-2")
    assert fault.game.transcript[-1].answer == "lay F5 F3"
    assert fault.game.question.player == 1
    text = fault.text(lang)
    assert "[TW-BAT-2]" in text
    assert f"{'edition' if lang == 'en' else 'Fassung'} 1 " in text
    assert f"{'edition' if lang == 'en' else 'Fassung'} {edition_of('twing')} " in text
    happened, advice = (
        ("the rules were corrected", "open the game up to there and play on")
        if lang == "en"
        else ("sind die Regeln verbessert", "Öffne das Spiel bis dahin und spiel dort weiter")
    )
    assert text.index(happened) < text.index("[TW-BAT-2]") < text.index(advice)
    fault.game.give("lay W6", "roll 2", "roll -1")
    assert fault.game.record == played()


def test_a_question_that_was_not_asked_before_is_named_by_its_rule() -> None:
    fault = stopped(first(played()).replace("attacker: roll 2", "defender: cat"))
    assert (fault.line, fault.rule) == (6, "TW-BAT-7")
    fault = stopped(first(played()) + "attacker: pass\n")
    assert (fault.line, fault.rule) == (8, fault.game.rulings[-1].rule)


def test_the_record_up_to_its_fault_can_be_opened() -> None:
    record = first(played()).replace("defender: lay W6", "defender: lay W9") + "# a note\n"
    fault = stopped(record)
    assert fault.up_to(record).endswith("attacker: lay F5 F3\n# a note\n")
    assert Game.replay(fault.up_to(record)).record == fault.game.record


def test_a_record_of_this_edition_with_a_wrong_answer_is_no_older_one() -> None:
    fault = stopped(played().replace("defender: lay W6", "defender: lay W9"))
    assert (fault.older_edition, fault.rule) == (0, "TW-BAT-1")
    assert "edition" not in fault.text()


def test_a_record_of_today_is_an_older_one_once_the_rules_are_mended(mended: None) -> None:
    record = played()
    assert f" edition {game_named('twing').edition + 1}\n" in record
    today = record.replace(f"edition {game_named('twing').edition + 1}", "edition 2")
    assert Game.replay(today).record == record
    assert stopped(today + "attacker: pass\n").older_edition == 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_an_older_record_that_comes_to_another_end_says_so(lang: str) -> None:
    kept = kept_record(twing.battle_game(LINE).give(*ANSWERS))
    assert kept == played() + "# end: BattleResult(winner=0, by='points', points=(10, 6))\n"
    other = first(kept).replace("winner=0", "winner=1")
    fault = stopped(other)
    assert (fault.line, fault.older_edition, fault.rule) == (8, 1, "TW-BAT-19")
    assert fault.game.over
    assert ("another end" if lang == "en" else "endet das Spiel anders") in fault.text(lang)
    offered = Game.replay(fault.up_to(other))
    assert (offered.record, offered.older_edition) == (played(), 1)


def test_an_older_record_with_the_same_end_needs_no_word() -> None:
    kept = kept_record(twing.battle_game(LINE).give(*ANSWERS))
    game = Game.replay(first(kept))
    assert (game.older_edition, edition_note(game), kept_record(game)) == (0, "", kept)
    assert Game.replay(kept.replace("winner=0", "winner=1")).older_edition == 0, (
        "of this edition: nobody asks"
    )


@pytest.mark.parametrize("cut", [0, 2])
def test_an_older_record_without_an_end_says_that_the_edition_differs(cut: int) -> None:
    lines = first(played()).splitlines()
    game = Game.replay("\n".join(lines[: len(lines) - cut]))
    assert game.older_edition == game.copy().older_edition == 1
    assert edition_note(game) == (
        f"Made with edition 1 of the rules, and told by edition {edition_of('twing')}: what was mended since "
        "can have changed it."
    )
    assert "Fassung 1 " in edition_note(game, "de")
    assert edition_note(Game.replay(played())) == ""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_record_of_a_newer_edition_says_so(lang: str) -> None:
    newer = edition_of("twing") + 1
    record = re.sub(r"edition \d+", f"edition {newer}", played())
    fault = stopped(record)
    assert (fault.line, fault.game, fault.older_edition) == (2, None, 0)
    assert str(newer) in fault.text(lang)
    assert "twingkit" in fault.text(lang)
    with pytest.raises(Fault, match=f"edition {newer}"):
        start_of(f"game twing edition {newer}\nplayers F W")


@pytest.mark.parametrize("edition", ["0", "01", "-1", "two", "2 3", "2.0", "٢", "1234567", ""])
def test_a_wrong_edition_is_one_clear_error(edition: str) -> None:
    fault = stopped(f"twingkit-record 1\ngame twing.battle edition {edition}\nbattle {LINE}\n")
    assert fault.line == 2
    assert "known game" in fault.text()


@pytest.mark.parametrize("edition", [0, -1, 1.0, True, "2", None])
def test_an_entry_has_a_whole_edition(edition: object) -> None:
    with pytest.raises(Fault, match="edition"):
        GameEntry(id="dice", titles={"en": "Dice", "de": "Würfel"}, prefix="DI", edition=edition)  # type: ignore[arg-type]


def test_IJ_COME_1_a_game_with_a_ready_made_deck_that_was_another_stops_at_the_card_it_lost() -> None:
    cards = ["undermine", "hapexamendios-hand", "sudden-sleep", "kuyrmid-ferrier", "kuyrmid-ferrier"]
    laid = ["p1: starter p1", "p1: lay glass-shore", "p2: lay eurhetemec-ruins", "p2: lay kite-fields"]
    answers = [*laid, "p1: lay attic-studio", *(f"p2: card {card}" for card in cards)]
    head = ["twingkit-record 1", "game imajica", "imajica 2", "deck maestros", "deck teeth"]
    error = stopped("\n".join([*head, *answers, "p1: card oscar-godolphin"]))
    assert "IJ-COME-1" in str(error)
    assert "edition 1" in str(error)
