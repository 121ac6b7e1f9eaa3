"""A battle with supporters: its notation, its odds (TW-BAT-6), and what each player gains and loses by it.

    F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3

A battle line in which other players add a card to one side: `with`, the supporter's element, and a spell, or
`+` and a creature. `SupportedBattle.parse(line)` parses a line, `str(battle)` returns the canonical one.
Parsing is strict and checks only the syntax; `problems()` lists what the rules forbid.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import attrs

from twingkit.core.arguments import TEXT, check_arguments, instance_of
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES, validate_by_parsing
from twingkit.core.questions import Refusal
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY, Odds
from twingkit.twing.exact_odds.best_responses.ends import BattleEnd, battle_ends
from twingkit.twing.exact_odds.best_responses.moves import response_card_counts
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text
from twingkit.twing.exact_odds.odds import best_response_odds, checked_responses, contest_dice_odds
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants import contest as contests
from twingkit.twing.notation.battle_line import Battle, BattleLineParser, Side, VariantCheckableValue
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit, spells_by_power, units_by_power
from twingkit.twing.rules.outcome import lost_creature_returns
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.rules.support import exceeds_side_limits, support_problems, supporter_problems
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant


@attrs.frozen
class Supporter:
    """A player who joins one side of a battle with a card, identified by its character's element.

    The rules allow one card, a spell or a creature (TW-BAT-6). More can be typed; `problems` then reports it.

    >>> supporter = SupportedBattle.parse("F: F5 with L: F3 vs W: W6").attacker_supporters[0]
    >>> supporter.character, supporter.spells[0].token
    ('L', 'F3')
    """

    character: str
    spells: tuple[Spell, ...] = attrs.field(default=(), converter=spells_by_power)
    units: tuple[Unit, ...] = attrs.field(default=(), converter=units_by_power)

    @property
    def cards(self) -> tuple[Spell | Creature, ...]:
        """All cards added by the supporter."""
        return (*self.spells, *(card for unit in self.units for card in unit.cards))

    @property
    def notation(self) -> str:
        """The added cards in notation, such as `F3` or `+ F4`."""
        spells = " ".join(spell.token for spell in self.spells)
        units = " ".join(unit.token for unit in self.units)
        return " + ".join(filter(None, (spells, units))) if spells else f"+ {units}"

    def __str__(self) -> str:
        return f"{self.character}: {self.notation}"


def _by_character(supporters: Iterable[Supporter]) -> tuple[Supporter, ...]:
    return tuple(
        sorted(supporters, key=lambda supporter: (ELEMENTS.index(supporter.character), str(supporter)))
    )


@attrs.frozen
class SupportedBattle(VariantCheckableValue):
    """A battle with the supporters of each side; `str(supported_battle)` is its notation.

    There may be no supporters at all. Each side's supporters are in the order fire, water, life, air.

    >>> battle = SupportedBattle.parse("F: F5 F3 with L: F3 vs W: W6 W4 with A: + W3")
    >>> print(battle.battle)
    F: F5 F3 vs W: W6 W4
    >>> print(battle.attacker_supporters[0])
    L: F3
    """

    battle: Battle
    attacker_supporters: tuple[Supporter, ...] = attrs.field(default=(), converter=_by_character)
    defender_supporters: tuple[Supporter, ...] = attrs.field(default=(), converter=_by_character)

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str) -> SupportedBattle:
        """Parse the notation of a battle with supporters. Raises `NotationError` if it is not valid.

        >>> print(SupportedBattle.parse("F: F3 F5 + F4 with L: F3, A: + F1 vs W: W6 @ hat & cat*1"))
        F: F5 F3 + F4 with L: F3, A: + F1 vs W: W6 @ hat & cat
        """
        return _SupportParser(line).supported()

    @property
    def supporters(self) -> tuple[tuple[Supporter, ...], tuple[Supporter, ...]]:
        """The attacker's supporters, then the defender's."""
        return self.attacker_supporters, self.defender_supporters

    def contest(self, variant: Variant = BOX) -> Contest:
        """Return the contest (margin, dice and plays) from which the odds are computed."""
        added = [[card for supporter in side for card in supporter.cards] for side in self.supporters]
        return contests.variant_contest(contests.side_states_from_battle(self.battle, added), variant)

    def without_supporter(self, gone: Supporter) -> SupportedBattle:
        """Return the same battle without the supporter `gone`."""
        left = [tuple(supporter for supporter in side if supporter is not gone) for side in self.supporters]
        return SupportedBattle(self.battle, *left)

    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Return a refusal for every rule that this battle breaks; empty if it is legal.

        >>> for problem in SupportedBattle.parse("F: F5 with L: W3 vs W: shield W4 with A: W3").problems():
        ...     print(problem)
        Water 3 does not match: the attacker fights with Fire. [TW-BAT-6]
        The defender holds a shield: only a creature can join a shield, not a spell. [TW-BAT-6]
        """
        rules = as_variant(variant)
        faults = self.battle.problems(rules)
        for role, side, supporters in zip(ROLES, self.battle.sides, self.supporters, strict=True):
            joined = list[Spell | Creature]()
            for supporter in supporters:
                faults += _supporter_problems(role, side, supporter, joined, rules)
                joined += supporter.cards
        fighting = [side.character for side in self.battle.sides]
        faults += supporter_problems(
            fighting, [supporter.character for side in self.supporters for supporter in side]
        )
        return faults

    def __str__(self) -> str:
        sides = []
        for side, supporters in zip(self.battle.sides, self.supporters, strict=True):
            named = ", ".join(map(str, supporters))
            sides.append(f"{side} with {named}" if named else str(side))
        return " vs ".join(sides)


def _supporter_problems(
    role: str, side: Side, supporter: Supporter, earlier_cards: Sequence[Spell | Creature], variant: Variant
) -> Iterator[Refusal]:
    """Yield the violations of TW-BAT-6 by one supporter, given the cards that earlier supporters added.

    A rider is named as a rider.
    """
    lay = side.lay
    ridden = [unit for unit in supporter.units if unit.rider]
    if ridden:
        yield rule_refusal("TW-BAT-6", "rider", unit=ridden[0])
    most = 2 if variant.support == "each" else 1
    for refusal in support_problems(lay, role, supporter.cards, most, lay.support_elements(earlier_cards)):
        if not (ridden and refusal.case == "one_card"):
            yield refusal
    if variant.support_counts and not lay.is_shield:
        for card in supporter.cards:
            if exceeds_side_limits(lay, earlier_cards, card, side.objects, variant):
                yield rule_refusal("TW-BAT-6", "full", enemy=role)


def as_supported_battle(position: SupportedBattle | Battle | str, variant: Variant = BOX) -> SupportedBattle:
    """Return a legal supported battle from a value or a line; a battle without supporters is allowed.

    Raises `NotationError` or `IllegalBattleError`.

    >>> print(as_supported_battle("F: F5 vs W: W4 with A: W1"))
    F: F5 vs W: W4 with A: W1
    """
    if isinstance(position, Battle):
        position = SupportedBattle(position)
    if isinstance(position, str):
        return SupportedBattle.parse(position).check(variant)
    return validate_by_parsing(position, SupportedBattle.parse).check(variant)


def supported_odds(
    battle: SupportedBattle | Battle | str,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds:
    """Return the attacker's exact odds in a battle with supporters.

    A supporter's card counts for its side (TW-BAT-6), and the other side's traps can take a supporter's
    creature (TW-BAT-13). Only the main side's spells decide whether a die is one of the own element
    (TW-BAT-15). Arguments and errors as for `odds`.

    >>> print(supported_odds("F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"))
    win 69.4%, tie 6.9%, loss 23.6%
    """
    checked_responses(responses)
    rules = as_variant(variant)
    contest = as_supported_battle(battle, rules).contest(rules)
    return best_response_odds(contest, budget=budget) if responses == "best" else contest_dice_odds(contest)


class _SupportParser(BattleLineParser):
    def supported(self) -> SupportedBattle:
        """Parse two sides separated by vs, each followed by its supporters."""
        self.side = ROLES[0]
        attacker, attackers = self.parse_side(), self.supporters()
        self.expect(" vs ", "vs")
        self.side = ROLES[1]
        defender, defenders = self.parse_side(), self.supporters()
        if self.place < len(self.line):
            self.fail("end_of_supported" if not defenders else "end_of_supporters")
        return SupportedBattle(Battle(attacker, defender), attackers, defenders)

    def has_next_card(self) -> bool:
        """Return whether a space and another card follow, rather than the next part of the line."""
        return not self.line.startswith(" with", self.place) and super().has_next_card()

    def supporters(self) -> list[Supporter]:
        if not self.accept(" with "):
            return []
        supporters = [self.supporter()]
        while self.accept(", "):
            supporters.append(self.supporter())
        return supporters

    def supporter(self) -> Supporter:
        """Parse an element and a spell, or + and a creature; several cards are accepted."""
        character = self.parse_character()
        if self.accept("+ "):
            return Supporter(character, (), self.parse_units())
        spells = [self.support_spell()]
        while self.has_next_card():
            self.place += 1
            spells.append(self.parse_spell())
        return Supporter(character, spells, self.parse_units() if self.accept(" + ") else ())

    def support_spell(self) -> Spell:
        if self.line[self.place : self.place + 1] not in ELEMENTS:
            self.fail("support")
        return self.parse_spell()


_PAYMENT_RULES = ("TW-BAT-6", "TW-BAT-18", "TW-BAT-22")

OwnedCreature = tuple[str, Creature]
"""The owner of a creature card (a supporter's character, or empty for the main player), and the card."""


@attrs.frozen
class SupportPayoff:
    """The mean gains and losses of one player in a supported battle: a row of `support_payoff_table`."""

    role: str
    side: str
    character: str
    cards: str
    ornicles: float
    creatures_lost: float
    cards_lost: float
    win: float
    tie: float
    loss: float
    edge: float
    edge_without: float
    gain: float
    rules: list[str]
    reason: str = ""
    label: str = ""


def support_payoff_rows(
    battle: SupportedBattle | Battle | str, responses: Responses = "none", variant: Variant | str = BOX
) -> tuple[SupportPayoff, ...]:
    """Return the rows of `support_payoff_table`, without pandas."""
    checked_responses(responses)
    rules = as_variant(variant)
    parsed = as_supported_battle(battle, rules)
    [ends] = battle_ends([parsed.contest(rules)], responses)
    return tuple(_payoffs(parsed, ends, responses, rules))


def _payoffs(
    battle: SupportedBattle, ends: list[BattleEnd], responses: Responses, variant: Variant
) -> Iterator[SupportPayoff]:
    contest = battle.contest(variant)
    odds = supported_odds(battle, responses, variant)
    bare = supported_odds(battle.battle, responses, variant)
    for side_index, (role, side) in enumerate(zip(ROLES, battle.battle.sides, strict=True)):
        own = odds.for_defender() if side_index else odds
        lost = _creatures_lost(battle, ends, side_index, variant)
        played = sum(end.chance * sum(response_card_counts(end.plays_used, side_index)) for end in ends)
        shield = side.lay.is_shield
        stakes = 0 if shield and not variant.shield_stakes else len(battle.supporters[1 - side_index])
        paid = (0 if shield else 1) + stakes
        helped = 0 if shield and variant.shield_support == "nobody" else 1
        spells = len(side.lay.spells)
        never = impossible_outcomes_text(contest, odds, responses, role)
        if not paid:
            never = f"{never} {message('never.ornicle', rule='TW-BAT-18')}".strip()
        rows = [(role, side.character, str(side.lay), own.win * paid, lost[""], spells + played, bare)]
        for supporter in battle.supporters[side_index]:
            less = supported_odds(battle.without_supporter(supporter), responses, variant)
            rows.append(
                (
                    "supporter",
                    supporter.character,
                    supporter.notation,
                    own.win * helped - own.loss,
                    lost[supporter.character],
                    len(supporter.spells),
                    less,
                )
            )
        for player, character, cards, ornicles, creatures, others, less in rows:
            without = -less.edge if side_index else less.edge
            gain = own.edge - without
            same = _why_no_gain(battle) if abs(gain) < NEGLIGIBLE_PROBABILITY else ""
            yield SupportPayoff(
                *(player, role, character, cards, ornicles, creatures, creatures + others),
                *(own.win, own.tie, own.loss, own.edge, without, gain, list(_PAYMENT_RULES)),
                " ".join(filter(None, (never, same))),
                f"{character}: {cards}",
            )


def _why_no_gain(battle: SupportedBattle) -> str:
    return message("never.gain" if any(battle.supporters) else "never.alone")


def _creatures_lost(
    battle: SupportedBattle, ends: list[BattleEnd], side_index: int, variant: Variant
) -> defaultdict[str, float]:
    """Return the mean number of creature cards that each player of a side loses (main player: empty key).

    Traps take the strongest creature, among equals the main player's first. A losing side loses the others
    too, except the attacker's own element, unless it belongs to a supporter (TW-BAT-13, TW-BAT-20,
    TW-BAT-21).
    """
    side = battle.battle.sides[side_index]
    own, spells = side.character, side.lay.spells
    cards: list[OwnedCreature] = [("", card) for card in side.lay.creatures]
    trap_losses: list[list[OwnedCreature]] = [
        [("", card) for card in trap_loss]
        for trap_loss in contests.trap_victims_of_units(side.lay.units, own, variant)
    ]
    for supporter in battle.supporters[side_index]:
        added = [(supporter.character, card) for card in supporter.cards if isinstance(card, Creature)]
        cards += added
        trap_losses += [[owned] for owned in added]
    trap_losses.sort(key=lambda trap_loss: -sum(card.power for _, card in trap_loss))
    lost: defaultdict[str, float] = defaultdict(float)
    for end in ends:
        gone = [
            owned for trap_loss in trap_losses[: end.successful_traps[1 - side_index]] for owned in trap_loss
        ]
        if end.outcome == (0 if side_index else 2):
            left = list(cards)
            for owned in gone:
                left.remove(owned)
            gone += [owned for owned in left if not _returns_home(variant, side_index, own, spells, *owned)]
        for owner, _ in gone:
            lost[owner] += end.chance
    return lost


def _returns_home(
    variant: Variant, side_index: int, character: str, spells: tuple[Spell, ...], owner: str, card: Creature
) -> bool:
    """Return whether a creature of a beaten side returns (TW-BAT-21); a supporter's only in a variant."""
    if owner:
        return variant.supporter_home and not side_index and card.element == owner
    return lost_creature_returns(variant, side_index, character, card, spells)


@with_column_meanings
@check_arguments(
    responses=RESPONSES_ARGUMENT, position=instance_of("argument.line", SupportedBattle, Battle, str)
)
@localized
def support_payoff_table(
    position: SupportedBattle | Battle | str,
    *,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the mean gains and losses of each player in a battle with supporters.

    One row for the attacker, the defender and each supporter: it shows whether supporting is worth it.
    Columns:

    - `role`, the `side` fought or supported for, the `character`, its `cards`;
    - `ornicles`, the expected change of its Ornicles, including rewards and stakes (TW-BAT-18, TW-BAT-22). A
      supporter wins one, loses its stake or gets it back, so this is the `edge` of its side (less in a
      variant that pays nothing to supporters of a winning shield); without support it would be 0;
    - `creatures_lost` and `cards_lost`, the expected number of its own cards that are gone afterwards;
    - `win`, `tie`, `loss` and `edge` of the row's side;
    - `edge_without`, its edge without this supporter (for the two fighters: without any supporter), and
    `gain`,
      the difference;
    - `reason` (in `lang`) for each chance and each gain of 0; `label`, the player with its cards.

    The supply of Ornicles is assumed to be sufficient (TW-TURN-6). `variant` and errors as in
    `odds`.

    >>> table = support_payoff_table("F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3")
    >>> table[["role", "ornicles"]].round(3)
            role  ornicles
    0   attacker     1.389
    1  supporter     0.458
    2   defender     0.472
    3  supporter    -0.458
    """
    rules = as_variant(variant)
    parsed = as_supported_battle(position, rules)
    rows = support_payoff_rows(parsed, responses, rules)
    return frame_from_rows(
        rows, SupportPayoff, position=str(parsed), responses=responses, **variant_table_attrs(rules)
    )
