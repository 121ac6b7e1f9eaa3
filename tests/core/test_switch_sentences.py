"""The values of every switch of every game are complete sentences: start forms, pages and the command line
show them without the rule."""

from __future__ import annotations

import pytest

from twingkit.core.games import games_with_part
from twingkit.core.variants.switches import Switch
from twingkit.core.words import LANGUAGES

SWITCHES = [
    pytest.param(switch, id=f"{entry.id}-{switch.key}")
    for entry, variant in games_with_part("variants")
    for switch in variant.switches.all_switches
]
"""Every switch of every game."""

FEWEST = 4
"""The smallest number of words in a sentence that says who does what."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_and_each_of_its_values_are_sentences_of_their_own(switch: Switch, lang: str) -> None:
    texts = [switch.text(), *(choice.text() for choice in switch.values)]
    if switch.value_range:
        texts.append(switch.switch_value(switch.value_range[0]).text())
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text.endswith("."), text
        assert text[0].isupper(), text
        assert len(text.split()) >= FEWEST, text
        assert not set("{}\n") & set(text), text
