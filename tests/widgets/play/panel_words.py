"""The text of the play panel, and a panel after some turns."""

from __future__ import annotations

import re

from widgets.play_tables import MOVES, past, read

from twingkit_widgets.twing.play.panel import PlayPanel

OWN = "p1 hand F5 F3 W2; entourage F4M F2 A1; objects cup; ornicles 6"

OTHER = "p2 hand W6 W4; entourage W3 W4M; objects hat; ornicles 1"

CHOOSING = (*MOVES, "spell", "creature", "ride", "none", "hint", "take_hint", "active")


def words(html: str) -> str:
    """Return the text that is read in the panel, without its tags."""
    return re.sub(r"<[^>]*>", " ", read(html))


def played(answers: int = 6) -> PlayPanel:
    """Return a panel after this number of answers: the person passes in every turn."""
    play = PlayPanel("FW", seed=8, opponents="greedy")
    for _ in range(answers):
        question = past(play).match.question
        passes = question.kind == "act"
        play.do("answer", "pass" if passes else question.format_answer(next(question.options())))
    return past(play)
