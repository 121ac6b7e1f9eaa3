"""What the pictures say is in both languages, and nothing in it is said nowhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import twingkit_widgets.twing
from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.twing.pictures import picture_words

FOLDER = Path(twingkit_widgets.twing.__file__).parent


def keys() -> list[str]:
    """The keys of the catalogue's own sentences."""
    file = FOLDER / "pictures/picture_words.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return [f"{head}.{name}" for head, inner in table.items() for name in inner]


def test_every_sentence_is_said_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    said = set(re.findall(r'"([a-z]+\.[a-zA-Z_]+)"', source))
    prefixes = tuple(set(re.findall(r'f"([a-z]+\.[a-z_]*)\{', source)))
    assert len(keys()) > 50
    for key in keys():
        assert key in said or key.startswith(prefixes), key


def test_a_missing_key_or_fact_is_an_error_and_the_words_of_all_panels_are_behind() -> None:
    for key in ("table.nobody", "card.spell"):
        with pytest.raises(KeyError):
            picture_words.say("en", key)
    assert {picture_words.say(lang, "panel.dismiss") for lang in LANGUAGES} == {
        "Close this message",
        "Meldung schließen",
    }
