"""The texts of every lab exist in both languages, and no lab repeats them."""

from __future__ import annotations

import pytest

from twingkit.cli.variants import variant_class_of
from twingkit.core.words import LANGUAGES
from twingkit_widgets.imperium.lab import words as imperium_words
from twingkit_widgets.lab.lab_words import LAB_WORDS as COMMON
from twingkit_widgets.lab.rules_choice import VariantChoiceView
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.panel.wording import words as panel_words
from twingkit_widgets.twing.lab import words as lab_words

LABS = {"battle_lab": lab_words.WORDS, "fleet_lab": imperium_words.WORDS}
ALL_WORDS = {**LABS, "common": COMMON, "plan": imperium_words.PLAN_WORDS, "panel": panel_words()}


@pytest.mark.parametrize("own", ALL_WORDS.values(), ids=ALL_WORDS)
def test_every_sentence_is_there(own: PanelTexts):
    for key in own:
        assert all(own._texts[key].values()) or key == "specialty.none", key


@pytest.mark.parametrize("own", LABS.values(), ids=LABS)
def test_no_lab_repeats_a_shared_sentence(own: PanelTexts):
    for key in set(own) & set(COMMON):
        assert own._texts[key] != COMMON._texts[key], f"{key}: it need not be said again"


@pytest.mark.parametrize("game", ["twing", "imperium", "ember", "imajica"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ready_made_variants_go_by_their_words_wherever_one_is_chosen(game: str, lang: str):
    kind = variant_class_of(game)
    titles = {name: kind.switches.preset_title(name) for name in kind.presets()}
    assert not set(titles) & set(titles.values())
    view = str(VariantChoiceView(kind.box(), COMMON.say, "own").html())
    for name, title in titles.items():
        assert (f">{esc(title)}</button>" in view) == (len(titles) > 1)
        assert f">{name}</button>" not in view
