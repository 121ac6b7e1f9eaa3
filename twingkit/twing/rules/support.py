"""Support: a third player stakes an Ornicle and adds a card to one side (TW-BAT-6, TW-BAT-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.twing.rules.battle_acts import PASS, Pass, Response, Support, parse_support
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS, Creature, Spell
from twingkit.twing.rules.fight import CreatureInBattle, Fight, FightSide, SideQuestion, SupportCards
from twingkit.twing.rules.lay import MAX_LAY_SPELLS, Lay
from twingkit.twing.rules.objects import Objects, extra_unit_count
from twingkit.twing.rules.player import Player, PlayerQuestion
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.variants.variant import Variant

_MAX_BATTLE_SUPPORTERS = 2
"""See TW-BOX-1."""


class ChooseShieldElement(SideQuestion[str]):
    """The question which element counts for a shield of two equally strong units (TW-BAT-6)."""

    __slots__ = ()
    kind = "name_element"
    rule = "TW-BAT-6"

    def options(self) -> Iterator[str]:
        """Yield the elements of both units."""
        return iter(self.side.lay.support_elements())

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if neither unit has the element, otherwise None."""
        if answer not in ELEMENTS:
            raise bad_answer("element", answer)
        elements = self.side.lay.support_elements()
        if answer in elements:
            return None
        return rule_refusal("TW-BAT-6", "not_in_shield", element=answer, elements=elements)

    def parse_answer(self, text: str) -> str:
        """Parse `shield of W`; the words before the element may be left out."""
        return " ".join(text.split()).removeprefix("shield of ")

    def format_answer(self, answer: str) -> str:
        """Return the answer in notation, such as `shield of W`."""
        return f"shield of {answer}"

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the side, and the elements of both units."""
        return {**super().sentence_facts(), "elements": self.side.lay.support_elements()}


class SupportWithCard(PlayerQuestion[Support | Response]):
    """The question to a third player whether to support a side of a battle, and with which card (TW-BAT-6).

    Answers: `pass`, `support attacker spell F5`, `support defender creature F4` (several cards with ` + ` if
    the variant allows one of each).
    """

    __slots__ = ("fight",)
    kind = "support"
    rule = "TW-BAT-6"

    def __init__(self, fight: Fight, owner: Player) -> None:
        super().__init__(owner)
        self.fight = fight

    def sides(self) -> tuple[FightSide, ...]:
        """Return the sides that the player can support."""
        if self.fight.kind == "endgame":
            return tuple(side for side in self.fight.sides[1:] if side.seat != self.player)
        return self.fight.sides

    def options(self) -> Iterator[Support | Response]:
        """Yield `pass`, then every legal support."""
        yield PASS
        for side in self.sides():
            elements = side.allowed_support_elements
            spells = dict.fromkeys(spell for spell in self.owner.hand if spell.element in elements)
            creatures = dict.fromkeys(card for card in self.owner.entourage if card.element in elements)
            cards: list[tuple[Spell | Creature, ...]] = [(spell,) for spell in spells]
            cards += [(creature,) for creature in creatures]
            if self.fight.variant.support == "each":
                cards += [(spell, creature) for spell in spells for creature in creatures]
            for chosen in cards:
                if self._forbidden(side, chosen) is None:
                    yield Support(self.fight.side_tag(side), chosen)

    def parse_answer(self, text: str) -> Support | Response:
        """Parse a support, or `pass`. Raises `BadAnswer` for anything else."""
        answer = parse_support(text)
        if answer is None:
            raise bad_answer("support", " ".join(text.split()), 60)
        return answer

    def refusal(self, answer: Support | Response) -> Refusal | None:
        """Return a refusal if this support is illegal, or None."""
        match answer:
            case Support(_, cards):
                return self._forbidden(self.supported_side(answer), cards)
            case Pass():
                return None
        raise bad_answer("support", answer, 60)

    def _forbidden(self, side: FightSide, cards: Sequence[Spell | Creature]) -> Refusal | None:
        if not self.owner.ornicles:
            return rule_refusal("TW-BAT-6", "no_ornicle", side=self.owner.name)
        most = 2 if self.fight.variant.support == "each" else 1
        refusal = next(
            support_problems(side.lay, side.name, cards, most, side.allowed_support_elements), None
        )
        for card in cards:
            refusal = refusal or self._no_card(side, card)
        return refusal

    def _no_card(self, side: FightSide, card: Spell | Creature) -> Refusal | None:
        if isinstance(card, Spell):
            if card not in self.owner.hand:
                return rule_refusal("TW-BAT-1", "not_in_hand", card=card)
        elif card not in self.owner.entourage:
            return rule_refusal("TW-BAT-2", "not_in_entourage", card=card)
        if self.fight.variant.support_counts and not side.lay.is_shield:
            return self._limit_refusal(side, card)
        return None

    def _limit_refusal(self, side: FightSide, card: Spell | Creature) -> Refusal | None:
        """Return the refusal of a card that exceeds a side's limits, in a variant in which supporters' cards
        count for them.
        """
        added = [card for support in side.supports for card in support.cards]
        if exceeds_side_limits(side.lay, added, card, side.player.active_objects, self.fight.variant):
            return rule_refusal("TW-BAT-6", "full", enemy=side.name)
        return None

    def supported_side(self, support: Support) -> FightSide:
        """Return the side that a support names. Raises `BadAnswer` if the player cannot support it."""
        for side in self.sides():
            if self.fight.side_tag(side) == support.side:
                return side
        raise bad_answer("support", support, 60)

    def seems_possible(self) -> bool:
        """Return whether the player could support a side, judged by what everybody can see."""
        owner = self.owner
        if not owner.ornicles or owner.has_left:
            return False
        sides = [side for side in self.sides() if side.support_element and not side.has_retired]
        if owner.hand_size and any(not side.lay.is_shield for side in sides):
            return True
        return any(
            card.element in side.allowed_support_elements for side in sides for card in owner.entourage
        )


def support_problems(
    lay: Lay,
    side_name: str,
    cards: Sequence[Spell | Creature],
    max_card_count: int = 1,
    elements: Sequence[str] = (),
) -> Iterator[Refusal]:
    """Yield a refusal for every reason why a supporter cannot add these cards to a side's lay (TW-BAT-6).

    This is the single source of these conditions, in games and in typed battles. `max_card_count` is the
    number of cards, of different kinds, that a supporter may add; `elements` overrides the elements that
    follow from the lay.
    """
    kinds = {type(card) for card in cards}
    if len(cards) > max_card_count or len(kinds) < len(cards):
        yield rule_refusal("TW-BAT-6", "one_card", n=len(cards))
    if not lay.support_element:
        yield rule_refusal("TW-BAT-6", "no_element", enemy=side_name)
        return
    elements = elements or lay.support_elements()
    for card in cards:
        if isinstance(card, Spell) and lay.is_shield:
            yield rule_refusal("TW-BAT-6", "shield", enemy=side_name)
        elif card.element not in elements:
            yield rule_refusal("TW-BAT-6", "element", card=card, element=elements[0], enemy=side_name)


def exceeds_side_limits(
    lay: Lay, joined: Sequence[Spell | Creature], card: Spell | Creature, objects: Objects, variant: Variant
) -> bool:
    """Return whether a supporter's card would exceed the limits of a side's lay, in a variant in which
    supporters' cards count for them.
    """
    spells = len(lay.spells) + sum(isinstance(other, Spell) for other in joined)
    units = len(lay.units) + sum(isinstance(other, Creature) for other in joined)
    if isinstance(card, Spell):
        return spells >= MAX_LAY_SPELLS
    return units >= spells + extra_unit_count(objects, variant)


def supporter_problems(fighter_characters: Sequence[str], supporting: Sequence[str]) -> Iterator[Refusal]:
    """Yield a refusal for every reason why these characters cannot support the two fighters (TW-BAT-6).

    Each must be a third or fourth player and supports once (TW-BOX-1, TW-BOX-2).
    """
    if len(supporting) > _MAX_BATTLE_SUPPORTERS:
        yield rule_refusal("TW-BAT-6", "supporters", n=len(supporting), limit=_MAX_BATTLE_SUPPORTERS)
    for character in dict.fromkeys(supporting):
        if character in fighter_characters:
            yield rule_refusal("TW-BAT-6", "fights", side=CHARACTER_BY_ELEMENT[character])
        if supporting.count(character) > 1:
            yield rule_refusal("TW-BAT-6", "once", side=CHARACTER_BY_ELEMENT[character])


def offer_support(table: TwingTable, fight: Fight) -> Script:
    """Let each other player support one side before the roll, in the order of play (TW-BAT-6)."""
    if fight.kind == "duel" or (fight.kind == "endgame" and not table.variant.endgame_support):
        return
    fighting = {side.seat for side in fight.sides}
    retired = {side.seat for side in fight.sides if side.has_retired}
    attacker = fight.sides[0].seat
    questions = [
        SupportWithCard(fight, player)
        for player in table.other_players(attacker)
        if player.seat not in retired and (player.seat not in fighting or fight.kind == "endgame")
    ]
    for side in fight.sides[1:]:
        joining = any(side in question.sides() and question.seems_possible() for question in questions)
        if joining and len(side.lay.support_elements()) > 1:
            side.named_element = yield ChooseShieldElement(side)
            table.record_ruling("TW-BAT-6", "named", side=side.name, element=side.named_element)
    for question in questions:
        if not question.seems_possible():
            continue
        player = question.owner
        answer = yield question
        if isinstance(answer, Support):
            _add_support(table, question.supported_side(answer), answer.cards, player)


def _add_support(
    table: TwingTable, side: FightSide, cards: tuple[Spell | Creature, ...], player: Player
) -> None:
    table.stake_ornicle(player)
    side.supports.append(SupportCards(player.seat, cards))
    for card in cards:
        if isinstance(card, Spell):
            player.remove_face_up("hand", card)
            side.spell_power += card.power
            case = "spell"
        else:
            player.entourage.remove(card)
            side.creatures_in_battle.append(CreatureInBattle(card, False, player.seat))
            case = "creature"
        table.record_ruling(
            "TW-BAT-6", case, side=player.name, enemy=side.name, card=card, n=side.card_points
        )


def settle_support(
    table: TwingTable,
    side: FightSide,
    enemy: FightSide,
    won: bool,
    tied: bool,
    supporters: slice = slice(None),
) -> None:
    """Pay out the stakes of a side's supporters after a battle (TW-BAT-22).

    After a win, supporters get their stake and an Ornicle; after a tie, the stake; after a loss, the winner
    gets the stake. `supporters` selects the supporters.
    """
    for support in side.supports[supporters]:
        player = table.players[support.seat]
        if won or tied:
            table.give_staked_ornicle(player)
            table.record_ruling("TW-BAT-22", "stake_back", side=player.name)
            if won and side.lay.is_shield and table.variant.shield_support == "nobody":
                table.record_ruling("TW-VAR-26", "nobody", side=player.name)
            elif won:
                table.award_ornicles(player, "TW-BAT-22", "won", side=player.name)
        elif enemy.lay.is_shield and not table.variant.shield_stakes:
            table.give_staked_ornicle(player)
            table.pay_ornicles(player)
            table.record_ruling("TW-BAT-22", "stake_lost", side=player.name)
        else:
            table.give_staked_ornicle(enemy.player)
            table.record_ruling("TW-BAT-22", "stake_taken", side=enemy.name, enemy=player.name)
