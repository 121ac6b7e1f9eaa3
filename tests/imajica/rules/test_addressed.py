"""Sentences of the rules when the reader plays a seat: the reader is "you"."""

from __future__ import annotations

from addressed import filled, sentences, wrong
from imajica_games import give, start

from twingkit.core.language import call_in_language
from twingkit.core.rulebook import READER_KEY, FormattableFact
from twingkit.imajica.rules.rulebook import rulebook

NEVER_ADDRESSED = ("ask.", "fault.")
"""Sentences that never say "you": questions name the player who answers, and a line is read before play
begins."""


def test_every_sentence_about_a_seat_speaks_to_its_reader_and_of_others() -> None:
    book = rulebook()
    you = book.words.for_reader({"p1": READER_KEY})
    found = list(sentences(book, ("side",), NEVER_ADDRESSED))
    assert len(found) > 60
    for place, lang, text in found:
        said = filled(text, {"side": call_in_language(lang, FormattableFact, "p1", you)})
        assert not wrong(said, lang), (place, said)
        others = filled(text, {"side": call_in_language(lang, FormattableFact, "p2", you)})
        assert "|" not in others, (place, others)


def test_IJ_CHAL_1_says_you_challenge() -> None:
    game = start("p1 active irish; p2 active dowd")
    give(game, "p1: challenge dowd with irish")
    ruling = next(ruling for ruling in game.rulings if ruling.rule == "IJ-CHAL-1")
    mine, other = ruling.for_reader({"p1": READER_KEY}), ruling.for_reader({"p2": READER_KEY})
    assert (mine.text(), mine.text("de")) == (
        "You challenge Dowd with Irish.",
        "Du forderst Dowd heraus, mit Irish.",
    )
    assert other.text() == "Player 1 challenges Dowd with Irish."
