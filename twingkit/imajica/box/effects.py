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
from twingkit.core.questions import one_line
from twingkit.imajica.box.selector import AFFILIATIONS, SIDES, Selector, parse_selector
from twingkit.imajica.rules.rulebook import rulebook

ICONS: Mapping[str, str] = {"AA": "action", "FL": "flash", "CM": "combat", "IM": "influence"}
"""Icons of powers, with the kind of card that could be played at the same moment (IJ-POWER-1)."""

STATS = ("magic", "strength", "prime", "resistance", "influence")
"""Values that an effect can change."""

AREAS = ("active", "reserve", "hand")
"""Areas to which an effect can move a character."""

DEEDS = ("advance", "challenge", "contest", "defend", "seize")
"""Actions that an effect can forbid a character; `advance` is leaving the reserve."""

VERBS: Mapping[str, tuple[str, ...]] = {
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
"""The vocabulary: the words that follow each verb, optional ones with `?`.

`mod` changes a value; `versus` gives Strength against X, `versus_site` influence at a Site; `allies_for`
is a discount; `save` removes damage; `discard` takes a character or a permanent card; `fetch` takes a
card of that kind from the player's In Ovo; `peek` looks at the Paths on a Site, and `discard path` after
it discards one of them; `counter` stops a waiting card.
"""

TRAITS = ("versus", "allies_for", "hold_alone")
"""Verbs of traits of characters; all others are powers (IJ-POWER-3)."""

LOSABLE = ("powers", "traits", *AFFILIATIONS)
"""What a character can lose."""

PREY = ("permanent:action", "permanent:flash", "path")
"""Cards other than characters that can be discarded."""

COUNTERABLE = ("action", "dictate", "flash", "flash:instant", "flash:permanent", "path")
"""Kinds of cards that can be countered; a card id stands for that card."""

KINDS = ("character", "site", "path", "dictate", "action", "combat", "influence", "flash")
"""The eight kinds of cards (IJ-CARD-1)."""

CONDITIONS = ("female", "male", *AFFILIATIONS)
"""Characters that a discount can require in the player's own Realm."""

AGAINST = ("flash", "action", "emotion")
"""What a character can be immune to: a kind of card, or cards titled Emotion."""


NAMED_SLOTS = (
    "stat", "name", "place", "condition", "area", "deed", "prey", "kind", "affiliation", "lost", "against",
    "countered",
)  # fmt: skip
"""Slots whose word appears in the sentence."""

SIDED = "sided"
"""Key that replaces the verb `mod` if it changes values only on the sides of a seizure."""

_NO_NAMES: Mapping[str, Mapping[str, str]] = {}
"""No names of cards."""


@attrs.frozen(cache_hash=True)
class Effect:
    """One effect: its icon ("" for none), its verb and the words that follow it.

    `is_alternative` is true after an “or”.

    >>> effect = Effect.parse("AA mod resistance -3 site round")
    >>> effect.icon, effect.number, str(effect.selector), effect.end
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
        """Parse a line of words. Raises `Fault` listing the vocabulary."""
        return _parsed(" ".join(text.split()))

    @cached_property
    def slots(self) -> Mapping[str, str]:
        """Words by the slot of the verb that they fill."""
        names = (name.removeprefix("?") for name in VERBS[self.verb])
        return dict(zip(names, self.words, strict=False))

    def word(self, slot: str) -> str:
        """Return the word in a slot of the verb, or ""."""
        return self.slots.get(slot, "")

    @cached_property
    def key(self) -> tuple[str, str]:
        """The verb, and for `mod` the value that it changes ("" for other verbs).

        A `mod` that affects only a side in a seizure has `SIDED` instead of the verb.
        """
        return SIDED if self.verb == "mod" and self.selector.base in SIDES else self.verb, self.word("stat")

    @cached_property
    def number(self) -> int:
        """The number with its sign, or 0."""
        return int(self.word("number") or self.word("count") or 0)

    @cached_property
    def selector(self) -> Selector:
        """The cards that the effect applies to."""
        victim = self.word("prey")
        return parse_selector(self.word("who") or (victim if victim not in PREY else "") or "self")

    @property
    def end(self) -> str:
        """ "round" if the effect says so; "" if IJ-CARD-3 decides when it ends."""
        return self.word("round")

    @property
    def is_trait(self) -> bool:
        """Whether it is a trait of a character (IJ-POWER-3)."""
        return self.verb in TRAITS

    @cached_property
    def target(self) -> str:
        """What its user has to name: "character", "site", "permanent", "card", or "" for nothing."""
        if self.verb == "peek":
            return "site"
        if self.verb == "fetch":
            return "card"
        if self.word("prey") in PREY:
            return "" if self.word("prey") == "path" else "permanent"
        return {"target": "character", "site": "site"}.get(self.selector.base, "")

    @localized
    def text(
        self, lang: str | None = None, *, names_by_id: Mapping[str, Mapping[str, str]] = _NO_NAMES
    ) -> str:
        """Return the sentence of the effect on a card.

        `names_by_id` are the names of the cards in the set; by default those of the assumed set.
        """
        book = rulebook()
        facts: dict[str, object] = {"n": self.number, "who": self.selector}
        slot = next((slot for slot in NAMED_SLOTS if self.word(slot)), "")
        if slot:
            facts["what"] = SlotWord(self.word(slot), slot, names_by_id)
        endings = {"seizer": self.word("seizer"), "all": self.word("all"), "round": self.end}
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
class SlotWord:
    """A word of a slot in a sentence: from `[name.…]`, or the name of a card or affiliation."""

    word: str
    slot: str
    names_by_id: Mapping[str, Mapping[str, str]] = attrs.field(default=_NO_NAMES, hash=False)

    def label(self, words: object, form: str = "") -> str:
        """Return the word as a reader sees it."""
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
    icon = words[0] if words and words[0] in ICONS else ""
    words = words[bool(icon) :]
    verb, rest = (words[0], words[1:]) if words else ("", [])
    slots = VERBS.get(verb)
    if slots is None:
        raise Fault("effect", rulebook(), found=one_line(text, 40), known=", ".join(VERBS))
    least = sum(not slot.startswith("?") for slot in slots)
    fits = least <= len(rest) <= len(slots)
    if not fits or not all(map(_fits_slot, [slot.removeprefix("?") for slot in slots], rest)):
        form = " ".join([verb, *slots])
        raise Fault("effect_form", rulebook(), found=one_line(text, 40), form=form)
    return Effect(icon, verb, tuple(rest), second)


def _fits_slot(slot: str, word: str) -> bool:
    if slot == "number":
        return word[:1] in "+-" and word[1:].isdecimal() and 1 <= int(word[1:]) <= 9
    if slot == "count":
        return word.isdecimal() and 1 <= int(word) <= 9
    if slot in ("who", "prey"):
        if slot == "prey" and word in PREY:
            return True
        try:
            parse_selector(word)
        except Fault:
            return False
        return True
    known: Mapping[str, tuple[str, ...]] = {
        "stat": STATS, "area": AREAS, "deed": DEEDS, "kind": KINDS, "affiliation": AFFILIATIONS, "lost":
        LOSABLE, "condition": CONDITIONS, "against": AGAINST, "round": ("round",), "seizer": ("seizer",),
        "all": ("all",), "this": ("this",),
    }  # fmt: skip
    if slot in known:
        return word in known[slot]
    if slot == "countered" and word in COUNTERABLE:
        return True
    if slot == "place" and word in [f"dominion={number}" for number in range(1, 6)]:
        return True
    return word.replace("-", "").isalpha() and word.islower()
