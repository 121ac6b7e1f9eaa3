"""The vocabulary of effects from which all cards are built, and their texts.

An effect is a line of words: `mod strength +6 acting`, `AA draw 1`, `pivot target:rival:active`. An icon
before it (`AA`, `FL`, `CM`, `IM`) makes it a power that pivots its card; `or` before that marks the second of
two powers. The sentence is generated in both languages (`[effect.…]` and `[who.…]` in `rules/rulings.toml`),
so text and effect always agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.imajica.box.selector import AFFILIATIONS, FIGHT_FIELD_BY_BASE, Selector, parse_selector
from twingkit.imajica.rules.rulebook import rulebook

CARD_KIND_BY_ICON: Mapping[str, str] = {"AA": "action", "FL": "flash", "CM": "combat", "IM": "influence"}
"""Kinds of cards by the icon of powers that can be used at the same moments (IJ-POWER-1)."""

STATS = ("magic", "strength", "prime", "resistance", "influence")
"""Values of cards that an effect can change."""

_MOVE_AREAS = ("active", "reserve", "hand")

_FORBIDDABLE_ACTIONS = ("advance", "challenge", "contest", "defend", "seize")
"""`advance` means leaving the reserve."""

SLOTS_BY_VERB: Mapping[str, tuple[str, ...]] = {
    "mod": ("stat", "number", "who", "?round"),
    "versus": ("number", "name"),
    "versus_site": ("number", "place"),
    "allies_for": ("number", "condition"),
    "hold_alone": ("name",),
    "pivot": ("who",),
    "unpivot": ("who",),
    "move": ("who", "area"),
    "bar": ("who", "deed"),
    "damage": ("count", "who"),
    "save": ("who",),
    "discard": ("prey",),
    "remove": ("this",),
    "fetch": ("kind",),
    "draw": ("count", "?seizer"),
    "prime_limit": ("number", "?all"),
    "gain": ("affiliation", "who"),
    "lose": ("lost", "who"),
    "immune": ("against",),
    "counter": ("countered",),
    "peek": (),
    "lose_site": ("who",),
}
"""The vocabulary: each verb with the words that follow it, optional ones with `?`.

`mod` changes a value; `versus` gives Strength against X, `versus_site` influence at a Site;
`allies_for` is a discount; `save` removes damage; `discard` takes a character or a permanent card; `fetch`
takes a card of that kind from the player's In Ovo; `peek` looks at the Paths on a Site, and `discard path`
after it discards one of them; `counter` stops a waiting card.
"""

_TRAIT_VERBS = ("versus", "allies_for", "hold_alone")
"""Verbs of traits of characters; all others are powers (IJ-POWER-3)."""

_LOSABLE_ABILITIES = ("powers", "traits", *AFFILIATIONS)

_DISCARDABLE_CARDS = ("permanent:action", "permanent:flash", "path")
"""Cards other than characters that can be discarded."""

COUNTERABLE_KINDS = ("action", "dictate", "flash", "flash:instant", "flash:permanent", "path")
"""Kinds of cards that can be countered; counters can also name a card id."""

CARD_KINDS = ("character", "site", "path", "dictate", "action", "combat", "influence", "flash")
"""The eight kinds of cards (IJ-CARD-1)."""

_DISCOUNT_CONDITIONS = ("female", "male", *AFFILIATIONS)
"""Characters that a discount can require in the player's own Realm."""

_IMMUNITY_TARGETS = ("flash", "action", "emotion")
"""Kinds of cards, and cards titled Emotion."""


_SLOTS_IN_SENTENCE = (
    "stat", "name", "place", "condition", "area", "deed", "prey", "kind", "affiliation", "lost", "against",
    "countered",
)  # fmt: skip

SIDE_SCOPE, REALM_SCOPE = "side", "realm"
"""Scopes of changes of a value that concern one side of a seizure, or the characters of an Autarch."""

_NO_NAMES: Mapping[str, Mapping[str, str]] = {}


@attrs.frozen(cache_hash=True)
class Effect:
    """One effect: its icon ("" for none), its verb and the words after the verb.

    `is_alternative` is true after an “or”.

    >>> effect = Effect.parse("AA mod resistance -3 site round")
    >>> effect.icon, effect.number, str(effect.selector), effect.duration
    ('AA', -3, 'site', 'round')
    >>> effect.text()
    'Ally Action: Target Site: Resistance −3 until the end of the round.'
    """

    icon: str
    verb: str
    words: tuple[str, ...]
    is_alternative: bool = False

    @classmethod
    def parse(cls, text: str) -> Effect:
        """Parse an effect from its words. Raises `Fault` listing the vocabulary."""
        return _parsed(" ".join(text.split()))

    @cached_property
    def words_by_slot(self) -> Mapping[str, str]:
        """Words of the effect by the slot of the verb that they fill."""
        names = (name.removeprefix("?") for name in SLOTS_BY_VERB[self.verb])
        return dict(zip(names, self.words, strict=False))

    def word(self, slot: str) -> str:
        """Return the word in a slot of the verb, or ""."""
        return self.words_by_slot.get(slot, "")

    @cached_property
    def index_key(self) -> str:
        """The key in indexes: the verb, or `SIDE_SCOPE` or `REALM_SCOPE` for a `mod` of several cards.

        Any other `mod` concerns only the card that has it, or the card that this lies on.
        """
        if self.verb == "mod" and self.selector.base in FIGHT_FIELD_BY_BASE:
            return SIDE_SCOPE
        return REALM_SCOPE if self.verb == "mod" and self.selector.base == "mine" else self.verb

    @cached_property
    def stat(self) -> str:
        """The name of the value that the effect changes, such as "strength", or ""."""
        return self.word("stat")

    @cached_property
    def number(self) -> int:
        """The signed number of the effect, or 0."""
        return int(self.word("number") or self.word("count") or 0)

    @cached_property
    def selector(self) -> Selector:
        """The cards that the effect applies to."""
        victim = self.word("prey")
        return parse_selector(
            self.word("who") or (victim if victim not in _DISCARDABLE_CARDS else "") or "self"
        )

    @property
    def duration(self) -> str:
        """The duration that the effect states, "round", or "" if IJ-CARD-3 decides when the effect ends."""
        return self.word("round")

    @property
    def is_trait(self) -> bool:
        """Whether the effect is a trait of a character (IJ-POWER-3)."""
        return self.verb in _TRAIT_VERBS

    @cached_property
    def target_kind(self) -> str:
        """The kind of target that the user has to name: "character", "site", "permanent", "card", or ""."""
        if self.verb == "peek":
            return "site"
        if self.verb == "fetch":
            return "card"
        if self.word("prey") in _DISCARDABLE_CARDS:
            return "" if self.word("prey") == "path" else "permanent"
        return {"target": "character", "site": "site"}.get(self.selector.base, "")

    @localized
    def text(
        self, lang: str | None = None, *, names_by_id: Mapping[str, Mapping[str, str]] = _NO_NAMES
    ) -> str:
        """Return the effect as a sentence of the card.

        `names_by_id` are the names of the cards in the set; by default those of the assumed set.
        """
        book = rulebook()
        facts: dict[str, object] = {"n": self.number, "who": self.selector}
        slot = next((slot for slot in _SLOTS_IN_SENTENCE if self.word(slot)), "")
        if slot:
            facts["what"] = EffectWord(self.word(slot), slot, names_by_id)
        endings = {"seizer": self.word("seizer"), "all": self.word("all"), "round": self.duration}
        victim = self.word("prey").partition(":")[0]
        endings |= {victim: victim if victim in ("permanent", "path") else ""}
        ending = next((key for key, applies in endings.items() if applies), "")
        case = f"{self.verb}_{ending}" if ending else self.verb
        sentence = book.sentence("effect", case, facts)
        head = book.sentence("icon", self.icon, {}) + " " if self.icon else ""
        return (book.sentence("icon", "or", {}) + " " if self.is_alternative else "") + head + sentence

    def __str__(self) -> str:
        head = ["or"] * self.is_alternative + [self.icon] * bool(self.icon)
        return " ".join([*head, self.verb, *self.words])


@attrs.frozen
class EffectWord:
    """A word of a card's effect, shown in a sentence as its entry in `[name.…]` of the messages, or as the
    card or affiliation that it names.
    """

    word: str
    slot: str
    names_by_id: Mapping[str, Mapping[str, str]] = attrs.field(default=_NO_NAMES, hash=False)

    def label(self, words: object, form: str = "") -> str:
        """Return the word as readers see it."""
        book = rulebook()
        key = self.word.replace(":", "_").replace("=", "_")
        for name in (f"{self.slot}_{key}", key):
            if name in book.sentences["name"]:
                return book.sentences["name"][name][language()]
        if self.word in self.names_by_id:
            return self.names_by_id[self.word][language()]
        if self.word in book.words:
            return book.words.name(self.word)
        return self.word.replace("-", " ").title()


@lru_cache(maxsize=2048)
def _parsed(text: str) -> Effect:
    words = text.split(" ")
    second = words[0] == "or"
    words = words[second:]
    icon = words[0] if words and words[0] in CARD_KIND_BY_ICON else ""
    words = words[bool(icon) :]
    verb, rest = (words[0], words[1:]) if words else ("", [])
    slots = SLOTS_BY_VERB.get(verb)
    if slots is None:
        raise Fault("effect", rulebook(), found=one_line_excerpt(text, 40), known=", ".join(SLOTS_BY_VERB))
    least = sum(not slot.startswith("?") for slot in slots)
    fits = least <= len(rest) <= len(slots)
    if not fits or not all(map(_fits_slot, [slot.removeprefix("?") for slot in slots], rest)):
        form = " ".join([verb, *slots])
        raise Fault("effect_form", rulebook(), found=one_line_excerpt(text, 40), form=form)
    return Effect(icon, verb, tuple(rest), second)


def _fits_slot(slot: str, word: str) -> bool:
    if slot == "number":
        return word[:1] in "+-" and word[1:].isdecimal() and 1 <= int(word[1:]) <= 9
    if slot == "count":
        return word.isdecimal() and 1 <= int(word) <= 9
    if slot in ("who", "prey"):
        if slot == "prey" and word in _DISCARDABLE_CARDS:
            return True
        try:
            parse_selector(word)
        except Fault:
            return False
        return True
    known: Mapping[str, tuple[str, ...]] = {
        "stat": STATS, "area": _MOVE_AREAS, "deed": _FORBIDDABLE_ACTIONS, "kind": CARD_KINDS,
        "affiliation": AFFILIATIONS, "lost":
        _LOSABLE_ABILITIES, "condition": _DISCOUNT_CONDITIONS, "against": _IMMUNITY_TARGETS,
        "round": ("round",), "seizer": ("seizer",),
        "all": ("all",), "this": ("this",),
    }  # fmt: skip
    if slot in known:
        return word in known[slot]
    if slot == "countered" and word in COUNTERABLE_KINDS:
        return True
    if slot == "place" and word in [f"dominion={number}" for number in range(1, 6)]:
        return True
    return word.replace("-", "").isalpha() and word.islower()
