"""A record names its rules version unless that is the first; unknown versions are refused."""

from __future__ import annotations

import attrs
import pytest

from twingkit import Game, imajica, imperium, twing
from twingkit.core import starts
from twingkit.core.games import GameEntry, games
from twingkit.core.messages import Fault
from twingkit.core.record import RecordError
from twingkit.core.starts import parse_start

LINE = "F: F5 F3 vs W: W6"
HEAD = "twingkit-record 1\ngame twing.battle"


def stopped(record: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Game.replay(record)
    return caught.value


@pytest.mark.parametrize(
    "game",
    [twing.new_game("FW"), imperium.battle_game("space: 1 cruiser vs 1 cruiser"), imajica.new_game(2)],
)
def test_the_first_edition_is_not_named(game: Game) -> None:
    line = game.record.splitlines()[1]
    assert line == game.annotated_record("de").splitlines()[1] == f"game {game.start.name}"
    assert Game.replay(game.record.replace(line, f"{line} edition 1")).record == game.record


def test_a_later_edition_is_named_and_refuses_records_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    made = twing.battle_game(LINE).record
    later = tuple(attrs.evolve(entry, rules_version=2) for entry in games())
    monkeypatch.setattr(starts, "games", lambda: later)
    record = twing.battle_game(LINE).record
    assert record.splitlines()[1] == "game twing.battle edition 2"
    assert Game.replay(record).record == record
    assert stopped(made).line == 2


@pytest.mark.parametrize(("lang", "word"), [("en", "version"), ("de", "Fassung")])
def test_a_record_of_an_edition_that_is_not_installed_says_both(lang: str, word: str) -> None:
    fault = stopped(f"{HEAD} edition 99\nbattle {LINE}\n")
    assert (fault.line, fault.game) == (2, None)
    assert f"{word} 99 " in fault.text()
    assert fault.text().endswith(f"{word} 1")
    with pytest.raises(Fault, match=f"{word} 99"):
        parse_start("game twing edition 99\nplayers F W")


@pytest.mark.parametrize("edition", ["0", "01", "-1", "two", "2 3", "2.0", "٢", "1234567", ""])
def test_a_wrong_edition_is_one_clear_error(edition: str) -> None:
    fault = stopped(f"{HEAD} edition {edition}\nbattle {LINE}\n")
    assert fault.line == 2
    assert "known game" in fault.text()


@pytest.mark.parametrize("edition", [0, -1, 1.0, True, "2", None])
def test_an_entry_has_a_whole_edition(edition: object) -> None:
    with pytest.raises(Fault, match="rules_version"):
        GameEntry(id="dice", titles={"en": "Dice", "de": "Würfel"}, rule_prefix="DI", rules_version=edition)  # type: ignore[arg-type]


def test_the_record_up_to_its_fault_can_be_opened() -> None:
    record = f"{HEAD}\nbattle {LINE}\nattacker: lay F5 F3\ndefender: lay W9\nattacker: roll 2\n# a note\n"
    fault = stopped(record)
    assert (fault.line, fault.rule) == (5, "TW-BAT-1")
    assert fault.text_before_error(record).endswith("attacker: lay F5 F3\n# a note\n")
    assert Game.replay(fault.text_before_error(record)).record == fault.game.record
