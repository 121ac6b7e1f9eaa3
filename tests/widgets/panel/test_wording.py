"""The panels' catalogue: complete in both languages, used, and strict."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import twingkit_widgets
from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.wording import PanelTexts, format_signed_number, number, percent, say


@pytest.mark.parametrize(
    ("key", "facts"), [("panel.nobody", {}), ("panel.error", {}), ("odds.bar", {"win": "1%"})]
)
def test_a_missing_key_or_fact_is_an_error(key: str, facts: dict[str, str]) -> None:
    with pytest.raises(KeyError):
        say(key, **facts)


def test_a_missing_language_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('[a.b]\nen = "only"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"words.toml: a.b must have"):
        PanelTexts(path)
    path.write_text('a = "loose"\n', encoding="utf-8")
    with pytest.raises(TypeError, match="a is outside"):
        PanelTexts(path)


def sentences(catalogue: Mapping[str, object]) -> Iterator[list[str]]:
    """Yield every sentence of a catalogue, in all languages."""
    for entry in catalogue.values():
        if isinstance(entry, Mapping) and set(entry) == set(LANGUAGES):
            yield [text for text in entry.values() if isinstance(text, str)]
        elif isinstance(entry, Mapping):
            yield from sentences(entry)


def gaps(sentence: str) -> set[str]:
    """Return the placeholders of a sentence; a side may be named in another case."""
    named = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    return named - {"who", "whose"}


def test_every_sentence_of_every_page_has_the_same_gaps_in_all_languages() -> None:
    count = 0
    for path in Path(twingkit_widgets.__file__).parent.rglob("*.toml"):
        for texts in sentences(tomllib.loads(path.read_text(encoding="utf-8"))):
            assert len({frozenset(gaps(text)) for text in texts}) <= 1, (path.name, texts)
            count += len(texts)
    assert count > 8000


@pytest.mark.parametrize(
    ("share", "digits", "en", "de"),
    [
        (0.694, 1, "69.4%", "69,4\N{NO-BREAK SPACE}%"),
        (0.0, 0, "0%", "0\N{NO-BREAK SPACE}%"),
        (1.0, 0, "100%", "100\N{NO-BREAK SPACE}%"),
        (0.004, 0, "<1%", "<1\N{NO-BREAK SPACE}%"),
        (0.996, 0, ">99%", ">99\N{NO-BREAK SPACE}%"),
        (0.9999, 1, ">99.9%", ">99,9\N{NO-BREAK SPACE}%"),
    ],
)
def test_percent(share: float, digits: int, en: str, de: str) -> None:
    assert percent(share, digits) == en
    with in_language("de"):
        assert percent(share, digits) == de


def test_numbers_have_a_true_minus() -> None:
    assert format_signed_number(-3) == "−3"
    assert format_signed_number(0) == "0"
    assert format_signed_number(4) == "+4"
    with in_language("de"):
        assert number(-1.5, 1) == "−1,5"
