"""The battle line: a battle in space, on a planet, or both, in one line of text (IM-NOTE-1).

`Battle.parse("space: 2 cruiser 4 fighter @ sol vs 1 dreadnought / parse_sustain=last")` parses a line,
`str(battle)` returns the canonical one. Parsing checks only the syntax; `Battle.problems()` lists what
the rules forbid. Positions beyond the pieces of a box, the fleet pool or the capacity are allowed; `notes`
lists them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path

import attrs

from twingkit.core import notation
from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import call_in_language
from twingkit.core.messages import Fault, message
from twingkit.core.notation import (
    MAX_LINE_LENGTH,
    ROLES,
    NotationError,
    Role,
    TwoSidedValue,
    validate_by_parsing,
)
from twingkit.core.questions import Refusal
from twingkit.core.variants.variant import VariantAttrs, variant_table_attrs
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.custom_units import CUSTOM_UNITS_ARGUMENT, CustomUnits, load_if_path
from twingkit.imperium.battle.notation.assimilated import ASSIMILATOR_TOKENS, AssimilatedUpgrade
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, NOTHING, UNIT_NAMES, EffectUse, Side
from twingkit.imperium.battle.notation.side_problems import is_legal_side, side_problems
from twingkit.imperium.battle.rules.losses import loss_order
from twingkit.imperium.box.effects import BattleEffect, effects_by_id, line_effect_ids
from twingkit.imperium.box.units import BATTLE_CLASSES, GROUND_FORCES, SHIPS, faction_ids
from twingkit.imperium.texts.rulebook import rule_refusal, rulebook
from twingkit.imperium.variants.variant import BOX, Variant, as_variant

BATTLE_KINDS = ("space", "ground", "invasion")
"""The kinds of battle, with which a line begins; an invasion is a space battle followed by a landing."""

_NAMES = frozenset(UNIT_NAMES)

_COUNT = re.compile(r"[1-9][0-9]?(?![0-9])")

_NAME = re.compile(r"[a-z]+\+?!?(?![0-9A-Za-z_])")

_ID = re.compile(r"[a-z0-9_]+(?![A-Z])")

_WORD = re.compile(r"[a-z-]+(?![0-9A-Z_])")

_TOKEN = re.compile(r"([a-z0-9]+)\.([a-z]+)(?![a-z0-9_])")


@attrs.frozen
class Battle(TwoSidedValue):
    """A parsed battle line; `kind` is one of `BATTLE_KINDS`, and `str(battle)` is the canonical line.

    >>> print(Battle.parse("space: 2 cruiser 4 fighter vs 1 warsun @ nebula / sustain=never"))
    space: 4 fighter 2 cruiser vs 1 warsun @ nebula / order=default sustain=never
    >>> [problem.rule for problem in Battle.parse("space: 1 flagship vs 1 carrier").problems()]
    ['IM-UNIT-13']
    """

    kind: str
    attacker: Side
    defender: Side
    variant: Variant = attrs.field(default=BOX, converter=as_variant, kw_only=True)
    """The variant of the rules under which it is fought; it is not part of the line."""

    @classmethod
    @check_arguments(line=TEXT, custom_units=CUSTOM_UNITS_ARGUMENT)
    def parse(
        cls, line: str, variant: Variant | str = BOX, custom_units: CustomUnits | Path | str | None = None
    ) -> Battle:
        """Parse a battle line, to be fought under a variant.

        `custom_units` is a file of custom units or the result of `load_units`. Raises `NotationError` for a
        bad line, `VariantError` for an invalid variant, `BoxError` for a bad file of units.

        >>> print(Battle.parse("ground: 3 infantry 1 dreadnought vs 1 pds 2 infantry"))
        ground: 1 dreadnought 3 infantry vs 2 infantry 1 pds
        >>> Battle.parse("space: 1 cruiser vs 1 cruiser", "stalemate=tie").variant.stalemate
        'tie'
        >>> print(Battle.parse("space: nothing @ sol vs 2 cruiser"))
        space: nothing @ sol vs 2 cruiser
        """
        own = load_if_path(custom_units)
        battle = _parse_from_known_sides(line, own) or BattleLineParser(line, own).parse_battle()
        rules = as_variant(variant)
        return battle if rules is BOX else attrs.evolve(battle, variant=rules)

    def __str__(self) -> str:
        return f"{self.kind}: {self.attacker} vs {self.defender}"

    @property
    def sides(self) -> tuple[Side, Side]:
        """The attacker and the defender."""
        return self.attacker, self.defender

    @property
    def phases(self) -> tuple[str, ...]:
        """The kinds of combat in the battle: an invasion has one in space and one on the ground."""
        return ("space", "ground") if self.kind == "invasion" else (self.kind,)

    def swapped(self) -> Battle:
        """Return the battle with the sides exchanged."""
        return attrs.evolve(self, attacker=self.defender, defender=self.attacker)

    @property
    def space_battle(self) -> Battle:
        """The space battle of an invasion (IM-ODDS-6): the defender's ground forces stay on their planet.

        Battles of other kinds are returned unchanged. The defender may have no unit left here.

        >>> print(Battle.parse("invasion: 2 cruiser 1 infantry vs 1 carrier 2 infantry 1 pds").space_battle)
        space: 2 cruiser 1 infantry vs 1 carrier 1 pds
        """
        if self.kind != "invasion":
            return self
        kinds = {
            name: self.defender.find_unit(name.removesuffix(DAMAGED_SUFFIX))
            for name, _ in self.defender.units
        }
        counts = {
            name: n
            for name, n in self.defender.units
            if (kind := kinds[name]) is None or not kind.is_ground_force
        }
        return attrs.evolve(self, kind="space", defender=attrs.evolve(self.defender, units=counts))

    @property
    def custom_units(self) -> CustomUnits | None:
        """The custom units that the battle line may name, or None if it may name only units of the box."""
        return self.attacker.custom_units

    @property
    def variant_attrs(self) -> VariantAttrs:
        """Entries for a table's `attrs` that name the variant and the custom units; empty for the defaults.

        >>> Battle.parse("space: 1 cruiser vs 1 cruiser", "stalemate=tie").variant_attrs
        {'variant': 'box stalemate=tie'}
        """
        own = {"custom_units": "; ".join(self.custom_units.record_lines())} if self.custom_units else {}
        return {**variant_table_attrs(self.variant), **own}

    def with_custom_units(self, custom_units: CustomUnits | None) -> Battle:
        """Return the same battle with these custom units available."""
        sides = [attrs.evolve(side, custom_units=custom_units) for side in self.sides]
        return attrs.evolve(self, attacker=sides[0], defender=sides[1])

    def problems(self) -> list[Refusal]:
        """Return a refusal for every rule that this battle breaks; empty for a legal battle."""
        refusals: list[Refusal] = []
        for role, side in zip(ROLES, self.sides, strict=True):
            if not is_legal_side(side, role, self.kind):
                refusals += side_problems(side, role, self.kind)
        if all(side.policy is None for side in self.sides):
            refusals.append(rule_refusal("IM-ODDS-3", "best_twice"))
        return refusals


class BattleLineParser(notation.LineParser):
    """A parser of battle lines of Twilight Imperium, from left to right."""

    book = staticmethod(rulebook)

    def __init__(self, line: str, own: CustomUnits | None = None) -> None:
        super().__init__(line)
        self.custom_units = own
        self.names = (
            {*UNIT_NAMES, *(name + hurt for name in own.names for hurt in ("", DAMAGED_SUFFIX))}
            if own
            else _NAMES
        )

    def other_game_hint(self) -> Callable[[], str] | None:
        """Return a function that makes a hint on an unknown word in the line: the names of the custom units,
        or another game; None if there is no hint.

        It lists the names of the custom units, or says that the line belongs to another game.
        """
        own = self.custom_units
        if own is None or not self.place:
            return super().other_game_hint()
        return partial(message, "custom_units.names", names=", ".join(own.names))

    def parse_battle(self) -> Battle:
        """Parse a whole battle line: the kind of battle, and two sides with "vs" between them."""
        kind = next((name for name in BATTLE_KINDS if self.accept(f"{name}:")), None)
        if kind is None:
            word = self.line.partition(":")[0].strip().casefold()
            self.fail(f"kind_{word}" if word in BATTLE_KINDS else "kind")
        self.expect(" ", "colon")
        return Battle(kind, *self.parse_two_sides(self.parse_side))

    def parse_side(self) -> Side:
        """Parse one side: its units, its faction and effects, and its policy."""
        units = self.parse_units()
        faction, uses, copied = self.parse_faction_and_effects() if self.accept(" @ ") else ("", [], [])
        policy = self.parse_policy() if self.accept(" / ") else loss_order.LossPolicy()
        implied = [
            effect.id
            for effect in effects_by_id().values()
            if effect.is_automatic and effect.owner == faction
        ]
        return Side(
            dict(units),
            faction,
            [use for use in uses if use.id not in implied],
            policy,
            copied,
            self.custom_units,
        )

    def parse_units(self) -> dict[str, int]:
        """Parse the counts and names of the units, each name once, or the word `nothing`."""
        if self.accept(NOTHING):
            return {}
        units: dict[str, int] = {}
        while True:
            count = int(self.match(_COUNT, "count").group())
            self.expect(" ", "unit")
            start = self.place
            match = _NAME.match(self.line, self.place)
            if match is None:
                self.fail(_suggested_unit(self.line, self.place))
            self.place, name = match.end(), match.group()
            if name not in self.names or name in units:
                self.place = start
                self.fail("unit_once" if name in units else _suggested_unit(self.line, self.place))
            if self.line.startswith(" II", self.place):
                self.place = start
                self.fail(_suggested_unit(self.line, start))
            units[name] = count
            if self.line.startswith((",", ";"), self.place):
                self.fail("no_comma")
            if not self.line.startswith(" ", self.place) or self.line.startswith(
                (" @ ", " / ", " vs "), self.place
            ):
                return units
            self.place += 1
            for word, expected in (("@", "at_space"), ("/", "slash_space"), ("vs", "vs")):
                if self.line.startswith(word, self.place):
                    self.fail(expected)

    def parse_faction_and_effects(self) -> tuple[str, list[EffectUse], list[AssimilatedUpgrade]]:
        """Parse the faction, effects and copied unit upgrades after @, separated by commas."""
        faction, uses, copied = "", list[EffectUse](), list[AssimilatedUpgrade]()
        while True:
            start = self.place
            name = self.match(_ID, "effect").group()
            if name in faction_ids():
                if faction or uses or copied:
                    self.place = start
                    self.fail("faction_first")
                faction = name
            elif name in ASSIMILATOR_TOKENS and self.accept("="):
                if name in [before.token for before in copied]:
                    self.place = start
                    self.fail("token_once")
                copied.append(self.parse_assimilated(name))
            else:
                uses.append(self.parse_rest_of_effect(name, start, uses))
            if not self.accept(","):
                return faction, uses, copied

    def parse_assimilated(self, token: str) -> AssimilatedUpgrade:
        """Parse the faction and class of a copied unit upgrade after its `token`."""
        start = self.place
        faction, unit_class = self.match(_TOKEN, "assimilated").groups()
        if faction not in faction_ids() or unit_class not in BATTLE_CLASSES:
            self.place = start
            self.fail("assimilated")
        return AssimilatedUpgrade(token, faction, unit_class)

    def parse_rest_of_effect(self, name: str, start: int, earlier_uses: list[EffectUse]) -> EffectUse:
        """Parse the number of cards and the round of an effect, if given after its name."""
        if name not in line_effect_ids():
            self.place = start
            near = difflib.get_close_matches(name, [*line_effect_ids(), *faction_ids()], n=1)
            self.fail(f"effect_near_{near[0]}" if near else "effect")
        effect, round_ = effects_by_id()[name], 0
        copies = self.parse_copy_count(effect)
        position = self.place
        if self.accept(":"):
            if not effect.is_one_shot:
                self.place = position
                self.fail("no_round")
            round_ = int(self.match(_COUNT, "round").group())
            if effect.has_fixed_round and round_ != effect.default_round:
                self.place = position + 1
                self.fail("first_round")
        if round_ == effect.default_round:
            round_ = 0
        use = EffectUse(name, round_, copies if copies > 1 else self.parse_copy_count(effect))
        if (name, round_) in [(earlier.id, earlier.round) for earlier in earlier_uses]:
            self.place = start
            self.fail("effect_once")
        return use

    def parse_copy_count(self, effect: BattleEffect) -> int:
        """Parse the number of cards of an effect; 1 if none is given or only one card can be played."""
        position = self.place
        if not self.accept("*"):
            return 1
        copies = int(self.match(_COUNT, "copies").group()) if effect.allows_copies else 1
        if not (
            effect.allows_copies or self.accept("1")
        ):  # `mb*1`, as a range counts a card that is there or not
            self.place = position
            self.fail("no_copies")
        return copies

    def parse_policy(self) -> loss_order.LossPolicy | None:
        """Parse a policy: `best`, or an order of casualties and when damage is sustained."""
        if self.accept("best"):
            return None
        order: tuple[str, ...] = SHIPS
        sustain = loss_order.SUSTAIN_RULES[0]
        has_order = self.accept("order=")
        if has_order:
            order = self.parse_loss_order()
        if not has_order or self.accept(" sustain="):
            if not has_order:
                self.expect("sustain=", "policy")
            sustain = self.parse_sustain()
        return loss_order.LossPolicy(order, sustain)

    def parse_sustain(self) -> str:
        """Parse a rule for Sustain Damage, or classes of units separated by commas."""
        start = self.place
        name = self.match(_WORD, "sustain").group()
        if name in (*loss_order.SUSTAIN_RULES, loss_order.SUSTAIN_UNLESS_DIRECT_HIT):
            return name
        return ",".join(self.parse_classes(name, start, "sustain", "sustain_class"))

    def parse_loss_order(self) -> tuple[str, ...]:
        """Parse a named order, or classes of ships separated by commas."""
        start = self.place
        name = self.match(_WORD, "order").group()
        if name in loss_order.NAMED_LOSS_ORDERS:
            return loss_order.NAMED_LOSS_ORDERS[name]
        return self.parse_classes(name, start, "order", "order_class")

    def parse_classes(
        self, first_class: str, start: int, first_fault: str, later_fault: str
    ) -> tuple[str, ...]:
        """Parse classes of units separated by commas, each once; `first_class` is already parsed."""
        named: list[str] = []
        while True:
            if first_class not in (*SHIPS, *GROUND_FORCES) or first_class in named:
                self.place = start
                self.fail(later_fault if named else first_fault)
            named.append(first_class)
            if not self.accept(","):
                return tuple(named)
            start = self.place
            first_class = self.match(_WORD, later_fault).group()


def _parse_from_known_sides(line: str, own: CustomUnits | None) -> Battle | None:
    """Parse a battle line, with each side taken from a cache; None if that is not possible."""
    kind, _, sides = line.partition(": ")
    first, _, second = sides.partition(" vs ")
    if kind not in BATTLE_KINDS or not second or len(line) > MAX_LINE_LENGTH:
        return None
    attacker, defender = _parse_side(first, own), _parse_side(second, own)
    return Battle(kind, attacker, defender) if attacker and defender else None


@lru_cache(maxsize=4096)
def _parse_side(text: str, own: CustomUnits | None) -> Side | None:
    """Parse the text of a side; None if the text does not describe a side."""
    try:
        reader = BattleLineParser(text, own)
        side = reader.parse_side()
    except NotationError:
        return None
    return side if reader.place == len(text) else None


def legal_battle(
    battle: Battle | str,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
) -> Battle:
    """Return a battle, parsed if given as a line, after checking that it is legal under this variant and with
    these custom units.

    With None the battle keeps its own variant or units. Raises `NotationError` or `IllegalBattleError` if it
    is not legal, `VariantError` for an invalid variant, `BoxError` for a bad file of units, and `Fault` for
    anything that is not a battle.
    """
    sides = battle.sides if isinstance(battle, Battle) else ()
    if not isinstance(battle, Battle | str) or not all(isinstance(side, Side) for side in sides):
        raise Fault("batch.kind", found=quote_value(battle))
    own = load_if_path(custom_units)
    if isinstance(battle, str):
        legal = _parse_legal(battle, own)
    else:
        validate_by_parsing(battle, lambda line: Battle.parse(line, battle.variant, battle.custom_units))
        legal = battle.check() if own is None else battle.with_custom_units(own).check()
    return legal if variant is None else attrs.evolve(legal, variant=variant)


@lru_cache(maxsize=1024)
def _parse_legal(line: str, own: CustomUnits | None) -> Battle:
    return Battle.parse(line, custom_units=own).check()


def role_at(side_index: int) -> Role:
    """Return the role of the side with this index: "attacker" for 0, "defender" for 1.

    >>> role_at(1)
    'defender'
    """
    return "defender" if side_index else "attacker"


_COMMON_NAME = re.compile(r"[^\W\d_]+( (?!II\b)[^\W\d_]+)?")

_UPGRADED = re.compile(r"(?:\+| II\b| 2(?= |$)(?! [a-z]))")


@cache
def _common_unit_names() -> dict[str, str]:
    words = rulebook().words
    forms = [(lang, form) for lang in LANGUAGES for form in ("", "many", "many_dat")]
    names = {
        call_in_language(lang, words.name, name, form).casefold(): name
        for name in BATTLE_CLASSES
        for lang, form in forms
    }
    return {**names, **{name: name for name in BATTLE_CLASSES}}


def _suggested_unit(line: str, place: int) -> str:
    """Return the unit that an unknown word in a line probably means, as a key of the words catalogue.

    This is the unit that the word at `place` names in a reader's language, the unit that it resembles, or
    `unit` for any unit.

    >>> _suggested_unit("space: 2 Zerstörer vs 1 cruiser", 9), _suggested_unit("space: 2 elephants", 9)
    ('unit_near_destroyer', 'unit')
    >>> _suggested_unit("space: 2 destroyers+ vs 1 cruiser", 9), _suggested_unit("space: 2 destroyer II", 9)
    ('unit_near_destroyer+', 'unit_near_destroyer+')
    """
    spoken = _COMMON_NAME.match(line, place)
    if spoken is None:
        return "unit"
    both = spoken.group().casefold()
    word = both.partition(" ")[0]
    near = next((spelling for spelling in (both, word) if spelling in _common_unit_names()), None)
    near = near or next(iter(difflib.get_close_matches(word, _common_unit_names(), n=1, cutoff=0.75)), None)
    if near is None:
        return "unit"
    end = place + len(near if both.startswith(near) else word)
    plus = "+" if _UPGRADED.match(line, end) and f"{_common_unit_names()[near]}+" in UNIT_NAMES else ""
    return f"unit_near_{_common_unit_names()[near]}{plus}"
