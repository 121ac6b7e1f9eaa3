"""The cards and the Orn die: spells, creatures, units, faces, and their notation.

The notation of a card is the letter of its element and its power: `F5` is a spell or a creature of fire with
power 5 (the context says which), `F6M` a mount, `F6M>F3` a mount with its rider.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import index

import attrs

from twingkit.core.arguments import custom_argument_kind, require_valid_argument
from twingkit.core.arguments.kinds import is_integer
from twingkit.core.rulebook import NamesByLanguage
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS

ELEMENTS = ("F", "W", "L", "A")
"""The letters of the elements fire, water, life and air, the same in every language (TW-BOX-2).

>>> [Spell(element, 5).token for element in ELEMENTS]
['F5', 'W5', 'L5', 'A5']
"""

CHARACTER_BY_ELEMENT = {"F": "mage", "W": "witch", "L": "sorceress", "A": "warlock"}
"""The name key of the character that masters each element (TW-BOX-2)."""

SUN, CROSS, SPIRAL = 99, -99, 100
"""The three symbols of the Orn die; its other faces are the numbers −4 to 4 (TW-BOX-3).

>>> face_text(SUN), face_text(CROSS), face_text(SPIRAL), inverted_face(SUN) == CROSS
('Sun', 'Cross', 'Spiral', True)
"""

FACES = (-4, -3, -2, -1, 0, 1, 2, 3, 4, SUN, CROSS, SPIRAL)
"""The twelve faces of the Orn die, each once.

>>> [face_text(face) for face in FACES]
['-4', '-3', '-2', '-1', '0', '1', '2', '3', '4', 'Sun', 'Cross', 'Spiral']
"""

_FACE_NAMES = {SUN: "Sun", CROSS: "Cross", SPIRAL: "Spiral"}
_FACE_NUMBER = re.compile(r"0|[+-]?[1-4]")
_FACES_BY_NAME = {name.casefold(): face for face, name in _FACE_NAMES.items()}


def inverted_face(face: int) -> int:
    """Return the face after an inversion by Miromon: n and −n, Sun and Cross, Spiral and 0 (TW-BAT-12).

    >>> inverted_face(-4), inverted_face(SUN) == CROSS, inverted_face(SPIRAL)
    (4, True, 0)
    """
    return 0 if face == SPIRAL else -face


_FACE_ARGUMENT = custom_argument_kind(
    "argument.face", lambda face: is_integer(face) and index(face) in FACES, index
)


def face_text(face: int) -> str:
    """Return a face in notation. Raises `Fault` if it is not a face.

    >>> face_text(SUN), face_text(-3)
    ('Sun', '-3')
    """
    require_valid_argument("face", face, _FACE_ARGUMENT)
    return _FACE_NAMES.get(face) or str(face)


def parse_face(text: str) -> int | None:
    """Parse a face in notation, ignoring case; return None if there is no such face.

    >>> parse_face("+3"), parse_face("sun") == SUN, parse_face("5"), parse_face("-0"), parse_face("04")
    (3, True, None, None, None)
    """
    word = text.strip().casefold().replace("−", "-")
    if word in _FACES_BY_NAME:
        return _FACES_BY_NAME[word]
    return int(word) if _FACE_NUMBER.fullmatch(word) else None


@attrs.frozen
class FaceFact:
    """A face as a fact of a ruling: a name in the reader's language, or a number with its sign."""

    face: int

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the face's name, or its number with a sign."""
        name = _FACE_NAMES.get(self.face)
        return words.name(name.lower(), form) if name else words.format_fact(self.face, "+")


FACT_BY_FACE = {face: FaceFact(face) for face in FACES}
"""Each face as a fact of a ruling."""


@attrs.frozen(cache_hash=True)
class Spell:
    """A spell card: `element` is one of `ELEMENTS`, `power` 1 to 99. `str` adds the kind.

    >>> Spell("F", 5).token, str(Spell("F", 5))
    ('F5', 'spell F5')
    """

    element: str
    power: int

    @property
    def token(self) -> str:
        """The card in notation."""
        return f"{self.element}{self.power}"

    def __str__(self) -> str:
        return f"spell {self.token}"

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card in words."""
        return f"{words.name(self.element)} {self.power}"


@attrs.frozen(cache_hash=True)
class Creature:
    """A creature card: `element` is one of `ELEMENTS`, `power` 1 to 99, `mount` if it may carry a rider.

    `str` adds the kind.

    >>> Creature("F", 6, mount=True).token, str(Creature("F", 6, mount=True))
    ('F6M', 'creature F6M')
    """

    element: str
    power: int
    mount: bool = False

    @property
    def token(self) -> str:
        """The card in notation."""
        return f"{self.element}{self.power}{'M' if self.mount else ''}"

    def __str__(self) -> str:
        return f"creature {self.token}"

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card in words."""
        name = f"{words.name(self.element)} {self.power}"
        return f"{name} ({words.name('mount')})" if self.mount else name


@attrs.frozen(cache_hash=True)
class Unit:
    """One creature, or a mount with its rider; both count as one unit beside a spell (TW-BAT-2).

    >>> unit = Unit(Creature("F", 6, mount=True), Creature("F", 3))
    >>> unit.token, unit.power
    ('F6M>F3', 9)
    """

    creature: Creature
    rider: Creature | None = None

    @property
    def element(self) -> str:
        """The unit's element: that of the creature or mount."""
        return self.creature.element

    @property
    def cards(self) -> tuple[Creature, ...]:
        """The creature, and the rider if there is one."""
        return (self.creature, self.rider) if self.rider else (self.creature,)

    @property
    def power(self) -> int:
        """Both powers together (TW-BAT-3)."""
        return self.creature.power + (self.rider.power if self.rider else 0)

    @property
    def token(self) -> str:
        """The unit in notation."""
        return f"{self.creature.token}>{self.rider.token}" if self.rider else self.creature.token

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the unit in words."""
        name = self.creature.label(words, form)
        return f"{self.rider.label(words, form)} {words.name('on')} {name}" if self.rider else name


Card = Spell | Creature | str
"""A playing card; cats, traps and Miromon are strings."""

_CARD = re.compile(r"(spell|creature) ([FWLA])([1-9][0-9]?)(M?)")


def parse_card(text: str) -> Card | None:
    """Parse a card with its kind, such as `spell F5`; return None if the text is not a card.

    >>> parse_card("creature F4M")
    Creature(element='F', power=4, mount=True)
    """
    if text in RESPONSE_CARD_KINDS:
        return text
    match = _CARD.fullmatch(text)
    if not match or (match.group(1) == "spell" and match.group(4)):
        return None
    element, power = match.group(2), int(match.group(3))
    return (
        Spell(element, power) if match.group(1) == "spell" else Creature(element, power, bool(match.group(4)))
    )


def spells_by_power(spells: Iterable[Spell]) -> tuple[Spell, ...]:
    """Return spells in the order of the notation: highest power first."""
    given = tuple(spells)
    if len(given) < 2:
        return given
    return tuple(sorted(given, key=lambda spell: (-spell.power, spell.element)))


def units_by_power(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return units sorted as in notation: highest total power first, and mounts before plain creatures of the
    same power.
    """
    given = tuple(units)
    if len(given) < 2:
        return given
    return tuple(
        sorted(given, key=lambda unit: (-unit.power, not (unit.creature.mount or unit.rider), unit.token))
    )
