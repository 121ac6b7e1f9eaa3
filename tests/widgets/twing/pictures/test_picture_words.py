"""What the pictures say is in both languages, and nothing in it is said nowhere."""

from __future__ import annotations

import pytest

from twingkit.core.language import call_in_language
from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.twing.pictures import picture_words


def test_a_missing_key_or_fact_is_an_error_and_the_words_of_all_panels_are_behind() -> None:
    for key in ("table.nobody", "card.spell"):
        with pytest.raises(KeyError):
            picture_words.say(key)
    assert {call_in_language(lang, picture_words.say, "panel.dismiss") for lang in LANGUAGES} == {
        "Close this message",
        "Meldung schließen",
    }
