"""The pool: the creatures that can be conjured, three of each value from 1 to 13 (EM-SET-3, EM-POOL).

The printed rules contain almost nothing of it. `load_pool()` loads the assumed pool, in which `assumed` names
what is invented; `load_pool(path)` loads a custom pool from a TOML or CSV file. A faulty file is rejected
with a list of all its faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, NewType

import attrs

from twingkit.core.arguments import TEXT, check_arguments, instance_of, one_of_words
from twingkit.core.arguments.kinds import ListKind
from twingkit.core.cards import box_schema
from twingkit.core.cards.box_faults import BoxFault, box_value_text
from twingkit.core.cards.box_file import load_listing, parse_box_listing
from twingkit.core.cards.box_listing import UncheckedBox, checked_listing_content, listed_entries
from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.near_names import nearest_name
from twingkit.core.rulebook import NamesByLanguage
from twingkit.core.words import VerbatimFact
from twingkit.ember.box.effects import ABILITY_KINDS, Effect
from twingkit.ember.box.rarity import count_paying_hands
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.rulebook import make_input_refusal, rulebook

CreatureValue = NewType("CreatureValue", int)
Id = NewType("Id", str)
CostText = NewType("CostText", str)
AbilityKind = NewType("AbilityKind", str)
EffectsText = NewType("EffectsText", str)

_HIGHEST_VALUE = 13
"""Highest value of a creature."""

CREATURES_PER_VALUE = 3
"""Number of creatures of each value in a game."""

RESERVED_WORDS = {"archmage", "call", "pass", "turn", "all", "pile", "deck"}
"""Words with a meaning in answers, which cannot be ids of creatures."""


@attrs.frozen(kw_only=True, cache_hash=True)
class Creature:
    """A creature that players can conjure: its cost, its Victory Points, and the kind and effects of its
    ability.

    `value` are its Victory Points, `ability_kind` is one of `ABILITY_KINDS`, and `effects` are in the order
    of their execution.

    >>> phoenix = load_pool()["phoenix"]
    >>> phoenix.value, str(phoenix.cost), phoenix.text()
    (13, 'N4', 'Flip: Revive up to 2 of your lesser creatures.')
    """

    id: str
    value: int
    cost: Cost
    ability_kind: str
    effects: tuple[Effect, ...]
    names: Mapping[str, str] = attrs.field(eq=False)
    is_legend: bool = False

    @localized
    def name(self, lang: str | None = None) -> str:
        """Return the name of the creature."""
        return self.names[language()]

    @localized
    def text(self, lang: str | None = None, *, player_name: str = "") -> str:
        """Return the text of the card: the kind of its ability, then a sentence for each effect.

        With `player_name`, the text is about that player instead of "you".
        """
        head = rulebook().sentence("effect", f"when_{self.ability_kind}", {})
        return f"{head} {self.effects_text(player_name=player_name)}"

    def effects_text(self, player_name: str = "") -> str:
        """Return a sentence for each effect, without the kind of the ability.

        >>> load_pool()["sprite"].effects_text(), load_pool()["sprite"].effects_text(player_name="p2")
        ('Your Hand Size is 1 higher.', 'Player 2’s Hand Size is 1 higher.')
        """
        return " ".join(effect.text(player_name=player_name) for effect in self.effects)

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the name as part of a ruling, or with the form "deed" the text of the effects."""
        return self.effects_text() if form == "deed" else self.name()

    @cached_property
    def bonus_points(self) -> int:
        """Return the Victory Points that the creature gains by its own ability while face up (EM-ABIL-8)."""
        return sum(effect.amount for effect in self.effects if effect.verb == "worth")

    @cached_property
    def points(self) -> int:
        """Return the Victory Points of the creature while it is face up and has no marks."""
        return self.value + self.bonus_points

    @cached_property
    def continuous_effects(self) -> tuple[Effect, ...]:
        """Return the effects that are active while the creature is face up (EM-ABIL-1)."""
        return tuple(effect for effect in self.effects if effect.ability_kind == "ongoing")

    def effect_with_verb(self, verb: str) -> Effect | None:
        """Return the creature's effect with this verb, or None."""
        for effect in self.effects:
            if effect.verb == verb:
                return effect
        return None


@attrs.frozen(kw_only=True)
class CreatureEntry(box_schema.BoxEntry):
    """An entry in a pool file."""

    id: Id
    value: CreatureValue
    name: box_schema.LocalizedText
    cost: CostText
    when: AbilityKind
    effects: EffectsText
    legend: box_schema.Flag = attrs.field(default=box_schema.Flag(False))

    @property
    def creature(self) -> Creature:
        """Return the creature of this entry."""
        return Creature(
            id=self.id,
            value=self.value,
            cost=Cost.parse(self.cost),
            ability_kind=self.when,
            effects=parse_effects(self.effects),
            names=self.name,
            is_legend=self.legend,
        )


def parse_effects(text: str) -> tuple[Effect, ...]:
    """Parse the effects of an ability, separated by semicolons. Raises `Fault` for text that is no effect.

    >>> [str(effect) for effect in parse_effects("look; discard picked 1")]
    ['look', 'discard picked 1']
    """
    return tuple(map(Effect.parse, text.split(";")))


def _cost(value: object) -> object:
    try:
        Cost.parse(str(value))
    except Fault as fault:
        raise box_schema.InvalidValue(box_schema.value_fault("pool_cost", value, "EM-COST-1")) from fault
    return value


def _effects(value: object) -> object:
    try:
        effects = parse_effects(str(value))
    except Fault as fault:
        raise box_schema.InvalidValue(box_schema.value_fault("pool_effect", value, "EM-POOL-2")) from fault
    for effect in effects:
        if effect.scope == "all" and effect.verb == "guard":
            raise box_schema.InvalidValue(((), BoxFault("pool_self_guard", {}, rule="EM-POOL-2")))
        if effect.scope == "any" and effect.verb in ("revive", "cancel"):
            raise box_schema.InvalidValue(box_schema.value_fault("pool_lesser", str(effect), "EM-POOL-2"))
    if len({effect.ability_kind for effect in effects}) > 1:
        raise box_schema.InvalidValue(box_schema.value_fault("pool_kinds", value, "EM-POOL-2"))
    return value


def _id(value: object) -> object:
    good = isinstance(value, str) and value.isascii() and value.isalpha() and value.islower()
    if not good or value in RESERVED_WORDS:
        raise box_schema.InvalidValue(box_schema.value_fault("pool_id", value, "EM-POOL-2"))
    return value


def _pool_faults(listing: UncheckedBox) -> Iterator[BoxFault]:
    """Yield wrong prices, and abilities that are not of their stated kind (EM-POOL-1, 2)."""
    rows: list[tuple[int, int, str, Any]] = []  # a creature or a card
    for path, row in listed_entries(listing, "creature"):
        value, cost, when = row.get("value"), row.get("cost"), row.get("when")
        try:
            kinds = {effect.ability_kind for effect in parse_effects(str(row.get("effects")))}
        except Fault:
            kinds = set()
        if len(kinds) == 1 and when in ABILITY_KINDS and when not in kinds:
            wanted = VerbatimFact(next(iter(kinds)))
            yield listing.fault(
                (*path, "when"), "pool_when", "EM-POOL-2", found=box_value_text(when), wanted=wanted
            )
        if type(value) is int and 1 <= value <= _HIGHEST_VALUE and isinstance(cost, str):
            try:
                rows.append((value, count_paying_hands(cost), str(Cost.parse(cost)), path))
            except Fault:
                continue
    values: dict[str, int] = {}
    for value, _, cost, path in rows:
        first = values.setdefault(cost, value)
        if first != value:
            where = (*path, "cost")
            yield listing.fault(where, "pool_one_value", "EM-POOL-1", cost=VerbatimFact(cost), n=first)
    for value, hands, cost, path in rows:
        lower = [(other, text) for worth, other, text, _ in rows if worth < value and text != cost]
        cheap = min(lower, default=None)
        if cheap is not None and hands >= cheap[0]:
            where, other = (*path, "cost"), VerbatimFact(cheap[1])
            yield listing.fault(where, "pool_price", "EM-POOL-1", cost=VerbatimFact(cost), other=other)


POOL_FORM = box_schema.BoxSchema(
    format="ember pool 1",
    entry_class_by_table={"creature": CreatureEntry},
    validator_by_type={
        CreatureValue: lambda value: box_schema.check_positive_up_to(value, _HIGHEST_VALUE),
        Id: _id,
        CostText: _cost,
        AbilityKind: lambda value: box_schema.checked_choice(value, ABILITY_KINDS, "EM-POOL-2"),
        EffectsText: _effects,
        box_schema.Flag: box_schema.checked_flag,
    },
    unique_keys={"creature": ("id",)},
    duplicate_rules={"creature": "EM-POOL-2"},
    check_box=_pool_faults,
    row_kinds={"creature": ("creature", {"legend": False}), "legend": ("creature", {"legend": True})},
    columns=("kind", "id", "value", "name_en", "name_de", "cost", "when", "effects", "assumed"),
    number_columns=("value",),
    book=rulebook,
)
"""The format of pool files."""


@attrs.frozen
class Pool(Mapping[str, Creature]):
    """The creatures of a pool by id, in the order of the file. `entries` are the entries of the file.

    >>> load_pool().ids_by_value()[13]
    ('phoenix', 'leviathan', 'dragon')
    """

    title: Mapping[str, str]
    entries: tuple[CreatureEntry, ...]
    creatures: Mapping[str, Creature] = attrs.field(init=False, repr=False, eq=False)
    cost_sets: Mapping[str, int] = attrs.field(init=False, repr=False, eq=False)
    """The sets of the cost of each creature, as a bit mask (`Cost.set_bits`)."""

    def __attrs_post_init__(self) -> None:
        creatures = {entry.id: entry.creature for entry in self.entries}
        object.__setattr__(self, "creatures", creatures)
        sets = {name: creature.cost.set_bits for name, creature in creatures.items()}
        object.__setattr__(self, "cost_sets", sets)

    def __getitem__(self, name: str) -> Creature:
        return self.creatures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.creatures)

    def __len__(self) -> int:
        return len(self.creatures)

    def __hash__(self) -> int:
        return hash(tuple(self.creatures))

    def ids_by_value(self, with_legends: bool = True) -> dict[int, tuple[str, ...]]:
        """Return the ids of creatures by value, lowest first; without `with_legends` only plain creatures."""
        playing = [creature for creature in self.creatures.values() if with_legends or not creature.is_legend]
        values = sorted({creature.value for creature in playing})
        return {
            value: tuple(creature.id for creature in playing if creature.value == value) for value in values
        }


POOL_ARGUMENT = instance_of("argument.pool", Pool)
"""Argument check for a pool."""

CREATURE_IDS_ARGUMENT = ListKind("argument.ids", lambda value: False, entry_kind=TEXT, min_length=0)
"""Argument check for ids of creatures."""


@check_arguments()
def load_pool(path: Path | str | None = None) -> Pool:
    """Load a pool of creatures: the kit's assumed pool by default, or a custom pool from a TOML or CSV file.

    Raises `BoxError` with all faults, `OSError` if the file cannot be read.

    >>> pool = load_pool()
    >>> len(pool), pool["wisp"].text()
    (39, 'Flip: Draw 1 card.')
    """
    return _assumed() if path is None else _pool(load_listing(Path(path), POOL_FORM), str(path))


@check_arguments(text=TEXT, source=TEXT, suffix=one_of_words(".toml", ".csv"))
def parse_pool(text: str, source: str, suffix: str = ".toml") -> Pool:
    r"""Parse a pool from TOML or CSV text; `source` names it in errors. Raises `BoxError`.

    >>> head = "kind,id,value,name_en,name_de,cost,when,effects"
    >>> parse_pool(f"{head}\ncreature,newt,1,Newt,Molch,R2,flip,draw 1", "own.csv", ".csv")["newt"].value
    1
    """
    return _pool(parse_box_listing(text, source, suffix, POOL_FORM), source)


def _pool(listing: UncheckedBox, source: str) -> Pool:
    contents = checked_listing_content(listing, source)
    return Pool(contents["title"], tuple(contents["creature"]))


@cache
def _assumed() -> Pool:
    return parse_pool(files("twingkit.ember.box").joinpath("pool.toml").read_text("utf-8"), "pool.toml")


def creature_by_id(pool: Pool, creature_id: str) -> Creature:
    """Return the creature with an id. Raises `Refusal` (EM-SET-3) if the pool has none."""
    if creature_id not in pool.creatures:
        near = nearest_name(creature_id, list(pool.creatures))
        raise make_input_refusal("EM-SET-3", "near" if near else "unknown", found=creature_id[:20], near=near)
    return pool.creatures[creature_id]
