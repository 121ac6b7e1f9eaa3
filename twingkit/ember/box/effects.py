"""The small vocabulary of effects of which every creature is composed, and their texts.

An effect is a line of words: `draw 2`, `discard all 1`, `flip one`, `mark 1 3`. Its sentence is generated
from it in both languages (`[effect.…]` in `rules/rulings.toml`, `[effect_of.…]` for the creature of another
player), so the text always agrees with the effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

import attrs

from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.ember.rules.rulebook import rulebook

ABILITY_KINDS = ("flip", "answer", "ongoing")
"""Kinds of abilities: flipped to act, flipped to stop another ability, or active while face up."""


@attrs.frozen
class Verb:
    """A word of the vocabulary: its scopes, how many numbers follow, and its kind of ability.

    `target` is what the user names: "" nothing, "player" an opponent, "card" a card in the pile, "other"
    opponents' creatures, "own" own creatures.
    """

    when: str
    scopes: Mapping[str, str] = attrs.field(factory=lambda: {"": ""})
    numbers: int = 0

    @property
    def forms(self) -> tuple[str, ...]:
        """Return the scopes, each with its target."""
        return tuple(self.scopes)


VERBS: Mapping[str, Verb] = {
    "draw": Verb("flip", numbers=1),
    "redraw": Verb("flip", numbers=1),
    "discard": Verb("flip", {"one": "player", "each": "", "all": "", "picked": "player"}, 1),
    "take": Verb("flip", {"top": "", "any": "card"}),
    "steal": Verb("flip", {"": "player"}, 1),
    "swap": Verb("flip", {"": "player"}, 1),
    "look": Verb("flip", {"": "player"}),
    "order": Verb("flip", numbers=1),
    "flip": Verb("flip", {"one": "other", "all": "player", "each": ""}),
    "revive": Verb("flip", {"lesser": "own", "any": "own"}, 1),
    "mark": Verb("flip", {"": "other"}, 2),
    "limit": Verb("flip", {"": "player"}, 1),
    "cancel": Verb("answer", {"lesser": "", "any": ""}),
    "dodge": Verb("answer"),
    "guard": Verb("ongoing", {"flip": "", "all": "", "hand": ""}),
    "hand": Verb("ongoing", numbers=1),
    "source": Verb("ongoing"),
    "drawstep": Verb("ongoing", numbers=1),
    "worth": Verb("ongoing", numbers=1),
}
"""The vocabulary.

`discard`: `one` opponent, `each` opponent, `all` players, `picked` from the hand that was looked at. `take`
the `top` card of the pile or `any`, numbered ones only. `swap`: give as many, take as many at random. `order`
the top cards of the deck. `flip`: `one` lesser creature of an opponent, `all` lesser ones of an opponent, one
of `each` opponent by that player's choice. `mark 1 3`: −1 on up to 3 lesser creatures of one opponent.
`limit`: an opponent's Hand Size falls until that player next ends a turn. `guard`: own lesser creatures
cannot be flipped by others (`all` would cover itself, which no pool may: EM-POOL-2), or nobody touches the
own `hand`.
"""


@attrs.frozen(cache_hash=True)
class Effect:
    """An effect: a verb, its scope ("" if it has none), and its numbers (1 if it has none).

    >>> effect = Effect.parse("mark 1 3")
    >>> effect.amount, effect.count, str(effect)
    (1, 3, 'mark 1 3')
    >>> effect.text()
    '−1 Victory Point on each of up to 3 lesser creatures of one opponent.'
    """

    verb: str
    scope: str = ""
    amount: int = 1
    count: int = 1

    @property
    def when(self) -> str:
        """Return the kind of ability that it belongs to, one of `ABILITY_KINDS`."""
        return VERBS[self.verb].when

    @cached_property
    def target(self) -> str:
        """Return the kind of thing that its user names (see `Verb`)."""
        return VERBS[self.verb].scopes[self.scope]

    @classmethod
    def parse(cls, text: str) -> Effect:
        """Parse a line of words. Raises `Fault` with the vocabulary."""
        return _parsed(" ".join(text.split()))

    @localized
    def text(self, lang: str | None = None, *, side: str = "") -> str:
        """Return the sentence on the card. With `side`, it is about that player instead of "you".

        >>> Effect.parse("draw 2").text(side="p2")
        'Player 2 draws 2 cards.'
        """
        section = "effect_of" if side else "effect"
        key = f"{self.verb}_{self.scope}" if self.scope else self.verb
        number = (self.amount, self.count)[VERBS[self.verb].numbers == 2]
        if number == 1 and f"{key}_single" in rulebook().sentences[section]:
            key = f"{key}_single"
        facts = {"n": self.amount, "count": self.count, "side": side}
        return rulebook().sentence(section, key, facts)

    def __str__(self) -> str:
        numbers = (self.amount, self.count)[: VERBS[self.verb].numbers]
        return " ".join([self.verb, *([self.scope] if self.scope else []), *map(str, numbers)])


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Effect:
    verb, *rest = text.split(" ")
    known = VERBS.get(verb)
    if known is None:
        raise Fault("effect", rulebook(), found=one_line(text, 30), known=", ".join(VERBS))
    scope = rest.pop(0) if rest and rest[0] in known.scopes else ""
    numbers = [int(word) for word in rest if word in map(str, range(1, 10))]
    if scope not in known.scopes or len(numbers) != known.numbers or len(numbers) != len(rest):
        scopes = "/".join(filter(None, known.scopes))
        form = " ".join([verb, *([scopes] if scopes else []), *["1–9"] * known.numbers])
        raise Fault("effect_form", rulebook(), found=one_line(text, 30), form=form)
    return Effect(verb, scope, *numbers)
