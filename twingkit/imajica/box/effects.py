"""The small vocabulary of effects from which every card is composed, and their texts.

An effect is a line of words: `mod strength +6 acting`, `AA draw 1`, `pivot target:rival:active`. An icon
before it (`AA`, `FL`, `CM`, `IM`) makes it a power that pivots its card, `or` before that the second of two
powers. Its sentence is made from it in both languages (`[effect.…]` and `[who.…]` in `rules/rulings.toml`),
so that text and effect cannot differ.
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
"""The icons of powers, and the kind of card whose moment they have (IJ-POWER-1)."""

STATS = ("magic", "strength", "prime", "resistance", "influence")
"""The values that an effect can change."""

AREAS = ("active", "reserve", "hand")
"""The places where an effect can move a character."""

DEEDS = ("advance", "challenge", "contest", "defend", "seize")
"""The things that an effect can forbid one character; `advance` is leaving the reserve."""

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
"""The vocabulary: the words that follow each verb, those with `?` if one likes.

`mod` changes a value; `versus` gives Strength against X, `versus_site` influence at a place; `allies_for` is
a discount; `save` takes away the damage of the act; `discard` takes a character or a permanent card; `fetch`
takes a card of that kind from the own In Ovo; `peek` looks at the Paths on a Site, and `discard path` after
it takes one of them; `counter` stops a card that waits.
"""

TRAITS = ("versus", "allies_for", "hold_alone")
"""The verbs of a character's traits; all others are powers (IJ-POWER-3)."""

LOSABLE = ("powers", "traits", *AFFILIATIONS)
"""The things that a character can lose."""

PREY = ("permanent:action", "permanent:flash", "path")
"""The cards other than characters that can be discarded."""

COUNTERABLE = ("action", "dictate", "flash", "flash:instant", "flash:permanent", "path")
"""The kinds of cards that can be countered; a card's id stands for that card."""

KINDS = ("character", "site", "path", "dictate", "action", "combat", "influence", "flash")
"""The eight kinds of cards (IJ-CARD-1)."""

CONDITIONS = ("female", "male", *AFFILIATIONS)
"""The characters that a discount can ask for in the own Realm."""

AGAINST = ("flash", "action", "emotion")
"""The things that a character can be immune to: a kind of card, or cards titled Emotion."""


NAMED_SLOTS = (
    "stat", "name", "place", "condition", "area", "deed", "prey", "kind", "affiliation", "lost", "against",
    "countered",
)  # fmt: skip
"""The slots whose word stands in the sentence."""

SIDED = "sided"
"""The key in place of the verb `mod` of what changes values only on the sides of a seizure."""

_NO_NAMES: Mapping[str, Mapping[str, str]] = {}
"""No names of cards."""


@attrs.frozen(cache_hash=True)
class Effect:
    """One effect: its icon ("" for none), its verb and the words that follow; `second` after an “or”.

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
        """The effect of a line of words; raises `Fault` naming the vocabulary."""
        return _parsed(" ".join(text.split()))

    @cached_property
    def slots(self) -> Mapping[str, str]:
        """The words by the slots of the verb that they fill."""
        names = (name.removeprefix("?") for name in VERBS[self.verb])
        return dict(zip(names, self.words, strict=False))

    def word(self, slot: str) -> str:
        """The word that fills a slot of the verb; "" if it has none."""
        return self.slots.get(slot, "")

    @cached_property
    def key(self) -> tuple[str, str]:
        """Its verb, and for `mod` the value that it changes ("" for other verbs); for a `mod` of those on a
        side in a seizure, which concerns nobody at other times, `SIDED` in place of the verb."""
        return SIDED if self.verb == "mod" and self.selector.base in SIDES else self.verb, self.word("stat")

    @cached_property
    def number(self) -> int:
        """Its number with its sign; 0 if it has none."""
        return int(self.word("number") or self.word("count") or 0)

    @cached_property
    def selector(self) -> Selector:
        """Those whom it concerns."""
        victim = self.word("prey")
        return parse_selector(self.word("who") or (victim if victim not in PREY else "") or "self")

    @property
    def end(self) -> str:
        """Its own end, "round"; "" if CARD-3 decides."""
        return self.word("round")

    @property
    def is_trait(self) -> bool:
        """True if it is a trait of a character (IJ-POWER-3)."""
        return self.verb in TRAITS

    @cached_property
    def target(self) -> str:
        """The kind of thing that its user names: "character", "site", "permanent", "card", or "" for none."""
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
        """The sentence on a card of a set whose cards are `names_by_id` so, by their ids; of the assumed one
        if they are not given."""
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
    """The word of a slot in a sentence: from `[name.…]`, or a card's or an affiliation's name."""

    word: str
    slot: str
    names_by_id: Mapping[str, Mapping[str, str]] = attrs.field(default=_NO_NAMES, hash=False)

    def label(self, words: object, form: str = "") -> str:
        """The word as a reader sees it."""
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
    """True if a word can stand in a slot."""
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
