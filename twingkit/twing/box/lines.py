"""A box as a few lines in a game record: all that the rules need, without names.

    box own
    spells F1*5 F2*5 W1*9
    creatures F1*2 F2M
    others cat*9 miromon trap*8
    events take_two_ornicles return_ornicle
    colours boots=F bra=W

The assumed box is `box assumed` alone. `box own assumed` is a custom box with assumed numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from twingkit.core.cards.box_faults import WORDS, BoxError, BoxFault, box_value_text, join_names
from twingkit.core.cards.box_listing import UncheckedBox
from twingkit.core.cards.box_schema import InvalidValue
from twingkit.core.language import call_in_language
from twingkit.core.messages import message
from twingkit.core.near_names import nearest_name
from twingkit.core.words import LANGUAGES, VerbatimFact
from twingkit.twing.box.entries import BOX_FORMAT, EVENT_EFFECTS, SPECIAL_CARDS, Card
from twingkit.twing.box.form import BOX_FORM
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook

ASSUMED, CUSTOM, CUSTOM_ASSUMED = "box assumed", "box own", "box own assumed"
"""The possible first lines of a box in a game record."""

_LINE_KEYWORDS = ("spells", "creatures", "others", "events", "colours")
"""The first words of the lines that follow `box own`, in order."""

_TIMES = r"(?:\*([1-9][0-9]{0,2}))?"
_SPELL = re.compile(r"([FWLA])([1-9][0-9]?)" + _TIMES)
_CREATURE = re.compile(r"([FWLA])([1-9][0-9]?)(M?)" + _TIMES)
_OTHER = re.compile(rf"({'|'.join(SPECIAL_CARDS)})" + _TIMES)
_COLOUR = re.compile(rf"({'|'.join(OBJECTS)})=([{''.join(ELEMENTS)}])")


def card_sort_key(card: Card) -> tuple[int, int, bool, int, str]:
    """Return the sort key of a playing card: spells, creatures, others; by element, mounts last, by power.

    The order does not depend on a file, so the same box and seed give the same game.
    """
    if isinstance(card, str):
        return 2, 0, False, 0, card
    mount = isinstance(card, Creature) and card.mount
    return int(isinstance(card, Creature)), ELEMENTS.index(card.element), mount, card.power, ""


def custom_box_lines(
    cards: Sequence[Card], effects: Iterable[str], colours: Iterable[tuple[str, str]], assumed: bool
) -> list[str]:
    """Format the contents of a custom box as lines of a game record; `cards` are sorted by
    `card_sort_key`.
    """
    rows = [
        (card.token for card in cards if isinstance(card, Spell)),
        (card.token for card in cards if isinstance(card, Creature)),
        (card for card in cards if isinstance(card, str)),
    ]
    counted = [
        " ".join(f"{token}*{number}" if number > 1 else token for token, number in Counter(row).items())
        for row in rows
    ]
    dyed = " ".join(f"{name}={element}" for name, element in colours)
    first = CUSTOM_ASSUMED if assumed else CUSTOM
    return [
        first,
        *(
            f"{key} {row}"
            for key, row in zip(_LINE_KEYWORDS, [*counted, " ".join(effects), dyed], strict=True)
        ),
    ]


def parse_box_lines(lines: Sequence[str], texts: Mapping[str, Mapping[str, str]]) -> UncheckedBox | None:
    """Parse the lines of a game record that list the contents of a box; return None if they stand for the
    assumed box.

    `texts` gives, for each of `EVENT_EFFECTS`, its description in every language. Parsing is strict: lines in
    order, single spaces, no leading zeros. Raises `BoxError` at the first fault.
    """
    first = lines[0] if lines else ""
    if first not in (ASSUMED, CUSTOM, CUSTOM_ASSUMED):
        expected = join_names((ASSUMED, CUSTOM, CUSTOM_ASSUMED))
        raise _line_error(
            "box", BoxFault("box_first_line", {"expected": expected, "found": box_value_text(first)})
        )
    keys = _LINE_KEYWORDS if first != ASSUMED else ()
    if len(lines) > len(keys) + 1:
        raise _line_error(
            "box", BoxFault("box_no_more_lines", {"found": box_value_text(lines[len(keys) + 1])})
        )
    data: dict[str, Any] = {"format": BOX_FORMAT, "title": WORDS.text_by_language("own_title")}
    for number, key in enumerate(keys, start=1):
        line = lines[number] if len(lines) > number else ""
        word, _, tokens = line.partition(" ")
        if word != key:
            raise _line_error(
                "box", BoxFault("box_line_key", {"key": VerbatimFact(key), "found": box_value_text(line)})
            )
        table, read = _READERS[key]
        try:
            data[table] = [read(token) for token in tokens.split(" ")]
        except InvalidValue as wrong:
            raise _line_error(key, wrong.faults[0][1]) from wrong
    if not keys:
        return None
    for number, row in enumerate(data["event"], start=1):
        row["id"], row["text"] = f"event-{number}", texts[row["effect"]]
        row["name"] = {
            lang: call_in_language(lang, message, "box.event_title", n=number) for lang in LANGUAGES
        }
    if first == CUSTOM_ASSUMED:
        for row in (*data["spell"], *data["creature"], *data["special"]):
            row["assumed"] = ["copies"]
    return UncheckedBox(BOX_FORM, data)


def _line_error(key: str, fault: BoxFault) -> BoxError:
    return BOX_FORM.error("box", attrs.evolve(fault, location="" if key == "box" else key))


def _match(pattern: re.Pattern[str], token: str, case: str, allowed: Sequence[str] = ()) -> re.Match[str]:
    match = pattern.fullmatch(token)
    if match is None:
        near = nearest_name(re.split(r"[*=]", token)[0], allowed)
        raise InvalidValue(((), BoxFault(case, {"found": box_value_text(token)}, suggestion=near)))
    return match


def _spell(token: str) -> dict[str, object]:
    match = _match(_SPELL, token, "box_spell_token")
    return {"element": match[1], "power": int(match[2]), "copies": int(match[3] or 1)}


def _creature(token: str) -> dict[str, object]:
    match = _match(_CREATURE, token, "box_creature_token")
    card = Creature(match[1], int(match[2]), bool(match[3]))
    name = {lang: call_in_language(lang, card.label, rulebook().words) for lang in LANGUAGES}
    copies = int(match[4] or 1)
    return {"element": card.element, "power": card.power, "mount": card.mount, "copies": copies, "name": name}


def _other(token: str) -> dict[str, object]:
    match = _match(_OTHER, token, "box_other_token", SPECIAL_CARDS)
    name = {lang: call_in_language(lang, rulebook().words.name, match[1]) for lang in LANGUAGES}
    return {"kind": match[1], "copies": int(match[2] or 1), "name": name}


def _event(token: str) -> dict[str, object]:
    if token not in EVENT_EFFECTS:
        facts = {"found": box_value_text(token), "allowed": join_names(EVENT_EFFECTS)}
        raise InvalidValue(((), BoxFault("box_one_of", facts, suggestion=nearest_name(token, EVENT_EFFECTS))))
    return {"effect": token}


def _colour(token: str) -> dict[str, object]:
    match = _match(_COLOUR, token, "box_colour_token", OBJECTS)
    return {"id": match[1], "colour": match[2]}


_READERS: dict[str, tuple[str, Callable[[str], dict[str, object]]]] = {
    "spells": ("spell", _spell),
    "creatures": ("creature", _creature),
    "others": ("special", _other),
    "events": ("event", _event),
    "colours": ("object", _colour),
}
