"""The gallery: every card of the box is shown with its number, and invented ones are marked as assumed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from widgets.read_pages import words

from twingkit import twing
from twingkit.core.language import language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.die import SYMBOLS, face_meaning, face_name
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.rulebook.gallery import ALL, RULES, WORDS, GalleryView
from twingkit_widgets.twing.rulebook.panel import PARTS_CSS

CARD_WIDTH = 80
"""Pixels: `.tk-gallery-card > svg`."""

BOX = twing.load_box()


def group(kind: str) -> str:
    """Return one group of the gallery."""
    html = GalleryView(language(), kind).html()
    assert html.count("tk-gallery-group") == 1
    return html.split(f'data-key="gallery:{kind}"')[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_TW_BOX_1_all_138_cards_are_there(lang: str) -> None:
    shown = 0
    for kind, entries in (("spells", BOX.spell), ("creatures", BOX.creature), ("specials", BOX.special)):
        html = group(kind)
        counts = [int(count) for count in re.findall(r'<span aria-hidden="true">(\d+) ×</span>', html)]
        assert counts == [entry.copies for entry in entries]
        shown += sum(counts)
    assert shown == BOX.card_count == 138


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_its_picture_and_its_name(lang: str) -> None:
    spells, creatures, specials = (group(kind) for kind in ("spells", "creatures", "specials"))
    for entry in BOX.spell:
        assert f'aria-label="{esc(card_name(entry.card))}"' in spells
    for entry in BOX.creature:
        assert f'aria-label="{esc(card_name(entry.card))}"' in creatures
        assert esc(entry.name[lang]) in creatures
    for entry in BOX.special:
        assert esc(entry.name[lang]) in specials
    assert creatures.count(WORDS.say("gallery.mount")) >= sum(entry.mount for entry in BOX.creature)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_TW_BOX_5_what_is_invented_is_marked_once_in_each_group_with_the_reason(lang: str) -> None:
    assumed = {
        "spells": BOX.spell,
        "creatures": BOX.creature,
        "specials": BOX.special,
        "objects": BOX.object,
        "events": BOX.event,
    }
    for kind in RULES:
        html = group(kind)
        marked = any(entry.assumed for entry in assumed.get(kind, ()))
        assert html.count("tk-gallery-assumed") == marked
        assert html.count('data-value="TW-BOX-5"') == marked
        if marked:
            assert esc(WORDS.say(f"gallery.why.{kind}")) in html
            assert WORDS.say("gallery.assumed") in words(html)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_nine_objects_have_their_power_and_their_colour(lang: str) -> None:
    html = group("objects")
    assert html.count("tk-gallery-row ") + html.count('"tk-gallery-row"') == len(twing.OBJECTS) == 9
    for name, colour in BOX.object_colours.items():
        rule = twing.rulebook()[f"TW-POW-{name}"]
        part = html.split(f"<h4>{esc(rule.title())}</h4>")[1].split("</li>")[0]
        assert esc(rule.text()) in part
        assert f'data-value="{rule.id}"' in part
        assert twing.rulebook().words.name(colour) in words(part)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_events_characters_and_the_twelve_faces_are_there(lang: str) -> None:
    events, characters, die = (words(group(kind)) for kind in ("events", "characters", "die"))
    for entry in BOX.event:
        assert entry.name[lang] in events
        assert entry.text[lang] in events
    for element in twing.ELEMENTS:
        assert say(f"character.{element}") in characters
        assert twing.rulebook().words.name(element) in characters
    pictures = re.findall(r'aria-label="([^"]+)"', group("die"))
    assert [unescape(name) for name in pictures if name.startswith(say("die.title", face=""))] == [
        say("die.title", face=face_name(face)) for face in twing.FACES
    ]
    for face in SYMBOLS:
        assert face_meaning(face) in die


def test_the_filter_shows_one_kind_and_says_so() -> None:
    panel = RulebookPanel("en", show="gallery")
    assert re.findall(r'data-key="gallery:(\w+)"><h3', panel.html) == list(RULES)
    for kind in RULES:
        panel.do("kind", kind)
        assert panel.status == f"Shown: {WORDS.say(f'gallery.kind.{kind}')}"
        assert re.findall(r'data-key="gallery:(\w+)"><h3', panel.html) == [kind]
        assert re.findall(r'data-value="(\w+)"[^>]*aria-pressed="true"', panel.html) == [kind]
    panel.do("kind", "dragons")
    assert panel.kind == ALL


def test_every_sign_of_a_rule_leads_to_it() -> None:
    panel = RulebookPanel("en", show="gallery")
    signs = set(re.findall(r'data-act="open" data-value="([^"]+)"', panel.html))
    assert {*RULES.values(), "TW-BOX-1", "TW-BOX-5"} <= signs
    for rule in sorted(signs):
        panel.do("show", "gallery")
        panel.do("open", rule)
        assert panel.state == rule


def test_no_text_on_a_screen_is_smaller_than_12_pixels() -> None:
    sizes = re.findall(r"font(?:-size)?:[^;}]*?([0-9.]+)rem", PARTS_CSS.partition("@media print")[0])
    assert sizes
    assert min(map(float, sizes)) * 16 >= 12
    mount = GalleryView("en", "creatures").html()
    [size] = set(re.findall(r'font-size="([0-9.]+)"[^>]*>M<', mount))
    assert float(size) / 120 * CARD_WIDTH >= 12, "the sign of a mount on a card of 80 pixels"
