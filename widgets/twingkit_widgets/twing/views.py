"""The views of Imperial Twing for the shared panels; panels without one use a plain view."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from twingkit.twing.entry import GAME
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS
from twingkit_widgets.twing.practice.pictures import TwingQuestionPictures, position_html
from twingkit_widgets.twing.referee.answer_texts import (
    WORDS,
    affects_contest_result,
    answer_text,
    answer_word_text,
    names_by_character,
    pending_outcome_text,
    public_odds_html,
    public_table_html,
    question_text,
)

PLAY_CSS = Path(__file__).with_name("play").joinpath("play_table.css").read_text("utf-8")
"""The style of the players and the middle."""

VIEWS = SimpleNamespace(
    questions=TwingQuestionPictures(GAME),
    css=TABLE_CSS + PLAY_CSS,
    position=position_html,
    answer_text=answer_text,
    answer_word_text=answer_word_text,
    line_texts=WORDS,
    public_table=public_table_html,
    public_odds_html=public_odds_html,
    public_question_text=question_text,
    message_names=names_by_character,
    pending_outcome_text=pending_outcome_text,
    is_announced=affects_contest_result,
)
"""The views that the entry of the game registers."""
