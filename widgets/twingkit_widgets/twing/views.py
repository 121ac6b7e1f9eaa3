"""The pictures of Imperial Twing for the shared panels; anything not here gets a plain view."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from twingkit_widgets.twing.pictures.table_css import TABLE_CSS
from twingkit_widgets.twing.practice.pictures import TwingQuestions, position
from twingkit_widgets.twing.referee.answer_texts import (
    WORDS,
    answer_text,
    asks,
    called,
    chances,
    choice_text,
    open_table,
    standing,
    weighty,
)

PLAY_CSS = Path(__file__).with_name("play").joinpath("play_table.css").read_text("utf-8")
"""The style of the players and the middle."""

VIEWS = SimpleNamespace(
    questions=TwingQuestions(),
    css=TABLE_CSS + PLAY_CSS,
    position=position,
    way=answer_text,
    word=choice_text,
    lines=WORDS,
    open_table=open_table,
    chances=chances,
    asks=asks,
    called=called,
    standing=standing,
    weighty=weighty,
)
"""The pictures that the game's entry names."""
