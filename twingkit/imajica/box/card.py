"""A card: its kind, values and effects, and the text generated from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import attrs

from twingkit.core.language import language, localized
from twingkit.core.rulebook import NamesByLanguage
from twingkit.imajica.box.effects import Effect
from twingkit.imajica.box.selector import AFFILIATIONS
from twingkit.imajica.rules.rulebook import rulebook

MANEUVERS = ("combat", "influence")
"""The kinds of cards that are maneuvers."""

_PRIME_RAISING_AFFILIATIONS = ("artist", "vassal", "adorer", "aphrodyte", "oviate")
"""Affiliations that raise a character's Prime by 1 (IJ-BOX-3)."""


@attrs.frozen(kw_only=True, cache_hash=True)
class Card:
    """A card of Imajica: its kind, its printed values, its names and its effects.

    `kind` is one of `CARD_KINDS` (IJ-CARD-1), `home_dominions` its Dominions (none for an Oviate and most
    kinds, two for a Border Site), `sex` "m", "f", "both" or "", `is_permanent` true if it is permanent,
    `copy_limit` the number of copies a deck may have. Values that a kind does not have are 0. `names_by_id`
    are the names of all cards in its set, needed for its text.

    >>> from twingkit.imajica import load_cards
    >>> gentle = load_cards()["gentle"]
    >>> gentle.magic, gentle.strength, gentle.prime, gentle.home_dominions
    (7, 7, 11, (5,))
    """

    id: str
    kind: str
    names: Mapping[str, str] = attrs.field(eq=False)
    home_dominions: tuple[int, ...] = ()
    sex: str = ""
    magic: int = 0
    strength: int = 0
    prime: int = 0
    resistance: int = 0
    affiliations: tuple[str, ...] = ()
    is_unique: bool = False
    is_permanent: bool = True
    copy_limit: int = 1
    effects: tuple[Effect, ...] = ()
    names_by_id: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict, eq=False, repr=False)

    @localized
    def name(self, lang: str | None = None) -> str:
        """The card's name."""
        return self.names[language()]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the name as part of a ruling."""
        return self.name()

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the text of the card: its affiliations, and a sentence for each effect."""
        own = [rulebook().words.name(affiliation) for affiliation in self.affiliations]
        head = [", ".join(own) + "."] if own else []
        return " ".join([*head, *(effect.text(names_by_id=self.names_by_id) for effect in self.effects)])

    @cached_property
    def powers(self) -> tuple[tuple[Effect, ...], ...]:
        """Powers with an icon, each with its effects; alternatives after OR are separate powers."""
        return tuple((effect,) for effect in self.effects if effect.icon)

    @cached_property
    def continuous_effects(self) -> tuple[Effect, ...]:
        """Effects without an icon, which work while the card is in play."""
        return tuple(effect for effect in self.effects if not effect.icon)

    @cached_property
    def index_keys(self) -> frozenset[str]:
        """Keys by which the table indexes the continuous effects, mostly verbs (see `Effect.index_key`)."""
        return frozenset(effect.index_key for effect in self.continuous_effects)

    @cached_property
    def icons(self) -> frozenset[str]:
        """Icons of the card's powers."""
        return frozenset(effect.icon for effect in self.effects if effect.icon)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Verbs of all effects of the card."""
        return frozenset(effect.verb for effect in self.effects)

    @cached_property
    def is_counter(self) -> bool:
        """Whether an effect of the card counters an act."""
        return "counter" in self.verbs

    @cached_property
    def continuous_by_index_key(self) -> Mapping[str, tuple[Effect, ...]]:
        """Continuous effects by their `index_key`."""
        return {
            index_key: tuple(effect for effect in self.continuous_effects if effect.index_key == index_key)
            for index_key in self.index_keys
        }

    @cached_property
    def targets_depend_on_ally(self) -> bool:
        """Whether the card's targets depend on the Ally that plays it, because that Ally cannot be a
        target.
        """
        return any("other" in effect.selector.filters for effect in self.effects)

    @cached_property
    def has_emotion_title(self) -> bool:
        """Whether the card's title contains Emotion (IJ-AFF-7)."""
        return "emotion" in self.name("en").casefold()

    @cached_property
    def has_hapexamendios_title(self) -> bool:
        """Whether the card's title contains Hapexamendios (IJ-AFF-3)."""
        return "hapexamendios" in self.name("en").casefold()

    @property
    def assumed_prime(self) -> int:
        """The Prime of a character by the formula of the assumed set (IJ-BOX-3)."""
        own = any(effect.verb != "allies_for" for effect in self.effects)
        kinds = sum(affiliation in self.affiliations for affiliation in _PRIME_RAISING_AFFILIATIONS)
        return -(-(self.magic + self.strength) // 2) + 3 * ("maestro" in self.affiliations) + kinds + own


def are_affiliations(words: str) -> bool:
    """Return whether a text contains only affiliations; true for an empty text.

    >>> are_affiliations("maestro artist"), are_affiliations("wizard")
    (True, False)
    """
    return all(word in AFFILIATIONS for word in words.split())
