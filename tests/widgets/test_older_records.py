"""A kept game that mended rules stop is offered up to there, wherever a record or a link is opened."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from twingkit import Game, imperium, twing
from twingkit.links import pack
from twingkit.starts import edition_of
from twingkit_widgets.play.save import sealed
from twingkit_widgets.site.page import page

GAME = "twingkit-record 1\ngame twing\nplayers F W\nvariant box\nbox assumed\n"
BATTLE = "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\n"
FLEETS = "twingkit-record 1\ngame imperium.battle\nbattle space: 2 cruiser vs 1 dreadnought\n"
WRONG = {
    "play": GAME + "p1: draw spell F5\np1: draw spell F4\np1: pass\n",
    "imperium-play": FLEETS + "defender: stay\nattacker: roll 1 1\n",
    "battle-lab": BATTLE + "attacker: lay F5\ndefender: lay W7\n",
    "imperium-battle": FLEETS + "defender: stay\nattacker: roll 1 1\n",
}
GOOD = {name: record.strip().rpartition("\n")[0] for name, record in WRONG.items()}


def answers(record: str) -> list[str]:
    game = Game.replay(record)
    return [entry.answer for entry in game.transcript]


def kept(name: str) -> str:
    """What the browser kept for a page that was left there."""
    if not name.endswith("play"):
        return WRONG[name] if name == "battle-lab" else f"{fleet_line()}\nsteps\n{WRONG[name]}"
    panel: Any = page(name, "lang=en")[0]
    game = Game.replay(GOOD[name])
    whole = sealed(game, panel.match.settings.resumed_from(game.start))
    head, _ = whole.split("\n", 1)
    return f"# {head}\n{WRONG[name]}"


def fleet_line() -> str:
    return str(imperium.Battle.parse("space: 2 cruiser vs 1 dreadnought"))


def played(name: str, panel: Any) -> list[str]:
    """The answers of the game that a page shows."""
    if name.endswith("play"):
        return answers(panel.record)
    steps = panel.aside.steps if name == "battle-lab" else panel.open_tab._steps
    return [entry.answer for entry in steps.game.transcript]


@pytest.mark.parametrize("name", sorted(WRONG))
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_the_browser_kept_is_offered_up_to_the_answer_that_is_not_taken(name: str, lang: str) -> None:
    made = page(name, f"lang={lang}")
    made.frame.do("resume", kept(name))
    place = made.frame if name.endswith("play") else made[0]
    offer = {"en": "Open the game up to there", "de": "Das Spiel bis dahin öffnen"}[lang]
    assert offer in place.html
    assert ("edition 1 " if lang == "en" else "Fassung 1 ") in html.unescape(place.html)
    place.do("up_to")
    begun = answers(GOOD[name])
    assert played(name, made[0])[: len(begun)] == begun
    assert offer not in place.html
    assert made.frame.state == made[0].state


@pytest.mark.parametrize("name", ["play", "imperium-play", "imperium-battle"])
def test_a_link_to_an_older_game_offers_it_up_to_there(name: str) -> None:
    more = "&battle=space:_2_cruiser_vs_1_dreadnought&view=steps" if name == "imperium-battle" else ""
    made = page(name, f"game={pack(WRONG[name])}{more}&lang=en")
    place = made.faults if name.endswith("play") else made[0]
    assert place is not None
    assert place.html.count("Open the game up to there") == 1
    begun = answers(GOOD[name])
    assert name == "play" or played(name, made[0])[: len(begun)] != begun
    place.do("up_to")
    assert played(name, made[0])[: len(begun)] == begun
    assert "Open the game up to there" not in place.html


def test_a_link_keeps_its_seat_when_it_is_opened_up_to_there() -> None:
    made = page("play", f"game={pack(WRONG['play'])}&seat=p2&opponents=random&lang=en")
    assert made.faults is not None
    made.faults.do("up_to")
    assert made[0].match.settings.seat == 1
    assert made[0].match.settings.opponents == "random"


def test_a_game_that_was_pasted_is_offered_up_to_there() -> None:
    panel = page("play", "lang=en")[0]
    panel.do("load", {"text": WRONG["play"]})
    assert "Open the game up to there" in panel.html
    panel.do("up_to")
    assert panel.record.startswith("\n".join(GOOD["play"].splitlines()[2:]), panel.record.index("players"))
    assert panel.error is None


def test_a_record_that_was_pasted_into_the_stepper_is_offered_up_to_there() -> None:
    lab: Any = page("battle-lab", "lang=en")[0]
    lab.do("step")
    lab.do("record", {"record": WRONG["battle-lab"]})
    assert "Open the game up to there" in lab.html
    lab.do("up_to")
    assert played("battle-lab", lab) == ["lay F5"]
    assert "Open the game up to there" not in lab.html


def test_a_record_that_is_none_offers_nothing() -> None:
    panel = page("play", "lang=en")[0]
    panel.do("load", {"text": "twingkit-record 1\ngame twing edition 99\nplayers F W\n"})
    assert "edition 99" in panel.html
    assert "Open the game up to there" not in panel.html
    before = panel.record
    panel.do("up_to")
    assert panel.record == before


def test_a_battle_of_today_opens_without_a_word() -> None:
    made = page("battle-lab", "lang=en")
    made.frame.do("resume", twing.battle_game("F: F5 vs W: W6").give("lay F5").record)
    assert made.frame.note == "resumed"
    assert "Open the game up to there" not in made[0].html


FOUGHT = {
    "battle-lab": BATTLE + "attacker: lay F5\ndefender: lay W6\nattacker: roll 2\ndefender: roll 3\n",
    "imperium-battle": FLEETS + "defender: stay\n",
}
NOTE = {"en": "Made with edition 1 of the rules", "de": "Entstanden mit Fassung 1 der Regeln"}


def stepper(name: str, lang: str) -> Any:
    """A lab with its stepper open."""
    if name == "battle-lab":
        lab = page(name, f"battle=F:_F5_vs_W:_W6&lang={lang}")[0]
        lab.do("step")
        return lab
    return page(name, f"battle=space:_2_cruiser_vs_1_dreadnought&view=steps&lang={lang}")[0]


@pytest.mark.parametrize("name", sorted(FOUGHT))
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_stepper_says_that_a_record_is_of_an_older_edition_until_one_goes_on(name: str, lang: str) -> None:
    lab = stepper(name, lang)
    assert NOTE[lang] not in lab.html
    lab.do("record", {"record": FOUGHT[name]})
    assert NOTE[lang] in lab.html
    assert NOTE[lang] in lab.status
    lab.do("back")
    assert NOTE[lang] not in lab.html


def test_a_stepper_keeps_the_end_of_its_battle() -> None:
    lab = stepper("battle-lab", "en")
    lab.do("record", {"record": twing.battle_game("F: F5 vs W: W6").give("lay F5", "lay W6").record})
    assert "# end: " not in lab.html
    lab.do("end")
    kept_text = html.unescape(lab.html)
    assert "# end: BattleResult(" in kept_text
    older = lab.aside.saved_state().replace(f" edition {edition_of('twing')}", "")
    assert "# end: BattleResult(" in older
    lab.do("record", {"record": older})  # its end shows that nothing was mended for it
    assert NOTE["en"] not in lab.html
    lab.do("record", {"record": re.sub(r"by=.\w+", "by='else", older)})
    assert "Open the game up to there" in lab.html
