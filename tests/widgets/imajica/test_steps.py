"""The steps from a card to its target: short buttons, rivals first, choices without effect last."""

from __future__ import annotations

import re

from twingkit.core.language import language, localized
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel

MANY = (
    "p2 active dowd gek-a-gek; p3 active irish gentle huzzah-aping lamp-boy reserve judith; to move p1 ally"
)


@localized
def steps(own: str, aim: str, lang: str | None = None) -> list[str]:
    """Return the labels of the buttons after a card was chosen."""
    line = f"imajica: p1 active {own} hand hapexamendios-hand; {MANY}"
    panel = ImajicaPlayPanel(record=line, seat=0, seed=1, lang=language(), opponents="random")
    panel.do("start_answer", aim)
    assert panel.error is None
    box = panel.html.partition('data-key="group:steps"')[2].partition("</ul>")[0]
    return re.findall(r'class="tk-play-words">([^<]*)', box)


def test_a_card_that_can_aim_at_many_names_the_targets_alone() -> None:
    labels = steps("gideon", "play hapexamendios-hand")
    assert labels[:2] == ["Huzzah Aping (Player 3)", "Lamp Boy (Player 3)"], "those who die of it"
    assert labels[-1] == "Gideon (yours)"
    assert len(labels) == 8


def test_who_plays_it_is_asked_first_where_several_can() -> None:
    assert steps("gideon sartori", "play hapexamendios-hand", "de") == ["Gideon", "Sartori"]
    assert len(steps("gideon sartori", "play hapexamendios-hand by sartori", "de")) == 9


def test_a_choice_of_who_plays_shows_these_characters_with_the_one_target_in_the_title() -> None:
    line = (
        "imajica: p1 active gideon gek-a-gek hand bribed-warden; "
        "p2 state salt-gate=pie-oh-pah; circle slew; to move p1 ally"
    )
    panel = ImajicaPlayPanel(record=line, seat=0, seed=1, opponents="random")
    panel.do("start_answer", "play bribed-warden")
    box = panel.html.partition('data-key="group:steps"')[2].partition("</ul>")[0]
    assert "Bribed Warden on Pie ’oh’ Pah (Player 2): who acts?" in box
    assert re.findall(r'class="tk-play-words">([^<]*)', box) == ["Gideon", "Gek-a-gek"]
    assert [box.count(f"Strength {n}") for n in (4, 8)] == [1, 1]
