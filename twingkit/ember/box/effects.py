"""The vocabulary of effects from which all abilities are built, and their texts.

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
from twingkit.core.questions import one_line_excerpt
from twingkit.ember.rules.rulebook import rulebook

ABILITY_KINDS = ("flip", "answer", "ongoing")
"""Kinds of abilities: flipped to act, flipped to stop another ability, or active while face up."""


@attrs.frozen
class VerbSyntax:
    """The syntax of a verb in ability texts: its allowed scopes, how many numbers follow it, and its kind of
    ability.

    `target_by_scope` gives the kind of target that the user names: "" none, "player" an opponent, "card" a
    card in the pile, "other" opponents' creatures, "own" creatures of their own.
    """

    ability_kind: str
    target_by_scope: Mapping[str, str] = attrs.field(factory=lambda: {"": ""})
    number_count: int = 0


VERBS: Mapping[str, VerbSyntax] = {
    "draw": VerbSyntax("flip", number_count=1),
    "redraw": VerbSyntax("flip", number_count=1),
    "discard": VerbSyntax("flip", {"one": "player", "each": "", "all": "", "picked": "player"}, 1),
    "take": VerbSyntax("flip", {"top": "", "any": "card"}),
    "steal": VerbSyntax("flip", {"": "player"}, 1),
    "swap": VerbSyntax("flip", {"": "player"}, 1),
    "look": VerbSyntax("flip", {"": "player"}),
    "order": VerbSyntax("flip", number_count=1),
    "flip": VerbSyntax("flip", {"one": "other", "all": "player", "each": ""}),
    "revive": VerbSyntax("flip", {"lesser": "own", "any": "own"}, 1),
    "mark": VerbSyntax("flip", {"": "other"}, 2),
    "limit": VerbSyntax("flip", {"": "player"}, 1),
    "cancel": VerbSyntax("answer", {"lesser": "", "any": ""}),
    "dodge": VerbSyntax("answer"),
    "guard": VerbSyntax("ongoing", {"flip": "", "all": "", "hand": ""}),
    "hand": VerbSyntax("ongoing", number_count=1),
    "source": VerbSyntax("ongoing"),
    "drawstep": VerbSyntax("ongoing", number_count=1),
    "worth": VerbSyntax("ongoing", number_count=1),
}
"""The vocabulary: the verbs of effects, by name.

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
    'Put −1 Victory Point on each of up to 3 lesser creatures of one opponent.'
    """

    verb: str
    scope: str = ""
    amount: int = 1
    count: int = 1

    @property
    def ability_kind(self) -> str:
        """Return the kind of ability that the effect belongs to, one of `ABILITY_KINDS`."""
        return VERBS[self.verb].ability_kind

    @cached_property
    def target_kind(self) -> str:
        """Return the kind of target that the user has to name, one of those listed at `VerbSyntax`, or ""."""
        return VERBS[self.verb].target_by_scope[self.scope]

    @classmethod
    def parse(cls, text: str) -> Effect:
        """Parse an effect from its words, such as "mark 1 3". Raises `Fault` listing the vocabulary."""
        return _parsed(" ".join(text.split()))

    @localized
    def text(self, lang: str | None = None, *, player_name: str = "") -> str:
        """Return the effect as a sentence of the card; with `player_name`, about that player instead of
        "you".

        >>> Effect.parse("draw 2").text(player_name="p2")
        'Player 2 draws 2 cards.'
        """
        section = "effect_of" if player_name else "effect"
        key = f"{self.verb}_{self.scope}" if self.scope else self.verb
        number = (self.amount, self.count)[VERBS[self.verb].number_count == 2]
        if number == 1 and f"{key}_single" in rulebook().sentences[section]:
            key = f"{key}_single"
        facts = {"n": self.amount, "count": self.count, "side": player_name}
        return rulebook().sentence(section, key, facts)

    def __str__(self) -> str:
        numbers = (self.amount, self.count)[: VERBS[self.verb].number_count]
        return " ".join([self.verb, *([self.scope] if self.scope else []), *map(str, numbers)])


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Effect:
    verb, *rest = text.split(" ")
    known = VERBS.get(verb)
    if known is None:
        raise Fault("effect", rulebook(), found=one_line_excerpt(text, 30), known=", ".join(VERBS))
    scope = rest.pop(0) if rest and rest[0] in known.target_by_scope else ""
    numbers = [int(word) for word in rest if word in map(str, range(1, 10))]
    if scope not in known.target_by_scope or len(numbers) != known.number_count or len(numbers) != len(rest):
        scopes = "/".join(filter(None, known.target_by_scope))
        form = " ".join([verb, *([scopes] if scopes else []), *["1–9"] * known.number_count])
        raise Fault("effect_form", rulebook(), found=one_line_excerpt(text, 30), form=form)
    return Effect(verb, scope, *numbers)
