"""What would harm the person's own characters is asked back once."""

from __future__ import annotations

import pytest

from twingkit.core.language import language, localized
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel

FLASH = "imajica: p1 active gideon irish hand sudden-sleep; p2 active dowd; circle slew; to move p1 ally"


@localized
def played(lang: str | None = None) -> ImajicaPlayPanel:
    """The page at which a Flash may be played."""
    panel = ImajicaPlayPanel(record=FLASH, seat=0, seed=3, lang=language(), opponents="random")
    assert "play sudden-sleep on gideon" in list(panel.match.question.options())
    return panel


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "your own cards: Gideon"), ("de", "deine eigenen Karten: Gideon")]
)
def test_a_card_that_pivots_an_own_character_is_asked_back_once(lang: str, said: str) -> None:
    panel = played()
    before = len(panel.match.game)
    panel.do("answer", "play sudden-sleep on gideon")
    assert panel.error is None
    assert len(panel.match.game) == before
    assert said in panel.html
    assert said in panel.status
    panel.do("answer", "play sudden-sleep on gideon")
    assert panel.match.game.transcript[before].answer == "play sudden-sleep on gideon"
    assert said not in panel.html


def test_another_answer_is_not_asked_back_and_forgets_the_question() -> None:
    panel = played()
    panel.do("answer", "play sudden-sleep on gideon")
    before = len(panel.match.game)
    panel.do("answer", "play sudden-sleep on dowd")
    assert panel.match.game.transcript[before].answer == "play sudden-sleep on dowd"


def test_each_harm_is_asked_back_for_itself() -> None:
    panel = played()
    for target in ("gideon", "irish", "gideon"):
        before = len(panel.match.game)
        panel.do("answer", f"play sudden-sleep on {target}")
        assert len(panel.match.game) == before, target
