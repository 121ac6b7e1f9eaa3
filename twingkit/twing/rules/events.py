"""Events: the effects of the cards that a Spiral draws (TW-BAT-8), and the Puppet (TW-POW-puppet).

Each event card names one effect; an effect is a script. Effects on everybody start with the player who drew
the card and continue in the order of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import HiddenFact
from twingkit.twing.rules.active_objects import draw_top_object, gain_object
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.draws import EventObjectPick, RandomEventPick, RandomSpellPick
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.hand import DiscardCard, draw_cards, enforce_hand_limits, refill_hands_without_spell
from twingkit.twing.rules.objects import is_immune_to_own_events
from twingkit.twing.rules.player import Player, is_spell
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.typed_rulings import ObjectOfEvent

EventEffect = Callable[[TwingTable, Player, list[Player]], Script]
"""The function of an event, called with the table, the drawer, and the affected players in order."""

_RICH_FROM_ORNICLES = 3
"""The number of Ornicles from which a player counts as rich (for an assumed event)."""


def draw_event(table: TwingTable, fight: Fight, rolling_side: FightSide) -> Script:
    """Draw an event card for a Spiral and resolve it at once (TW-BAT-8)."""
    if fight.variant.event_limit == "one" and rolling_side.events_drawn:
        table.record_ruling("TW-BAT-8", "one_event", side=rolling_side.name)
        return
    events = table.event_stack
    if not events.shuffled_count:
        if not table.used_events or table.variant.used_events == "leave":
            table.record_ruling("TW-TURN-5", "no_events", side=rolling_side.name)
            return
        table.record_ruling("TW-TURN-5", "events_shuffled")
        events.shuffle_in_pile([*table.used_events])
        table.used_events = ()
    name = yield RandomEventPick(rolling_side.seat, rolling_side.name, events.shuffled_cards())
    events.take(name)
    rolling_side.events_drawn += 1
    table.record_ruling("TW-BAT-8", "called", side=rolling_side.name, event=f"event_{name}")
    table.add_stats_entry("event", table.turn_number, rolling_side.seat, name)
    yield from resolve_event(table, rolling_side.player, name)
    table.used_events = (*table.used_events, name)


def resolve_event(table: TwingTable, drawer: Player, name: str) -> Script:
    """Carry out the event with this name, which `drawer` has drawn, for all players whom it affects.

    It does not affect a player whom the Puppet protects (TW-POW-puppet) or who retired in this battle
    (TW-LEAVE-1).
    """
    gone = {side.seat for side in table.fight.sides if side.has_retired} if table.fight else set()
    touched = []
    for seat in table.seats_from(drawer.seat):
        player = table.players[seat]
        kept_off = is_immune_to_own_events(player.active_objects)
        if seat in gone:
            continue
        if kept_off and (seat == drawer.seat or table.variant.puppet == "all"):
            table.record_ruling("TW-POW-puppet", "kept_off", side=player.name)
        else:
            touched.append(player)
    yield from EFFECT_FUNCTIONS[name](table, drawer, touched)
    yield from refill_hands_without_spell(table, drawer.seat)


def _take_two_ornicles(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    if drawer in touched:
        table.award_ornicles(drawer, "TW-BAT-8", "ornicle_gained", count=2, side=drawer.name)
    yield from ()


def _return_ornicle(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    if drawer in touched:
        _give_back(table, drawer)
    yield from ()


def _give_back(table: TwingTable, player: Player) -> None:
    if player.ornicles:
        table.pay_ornicles(player)
        table.record_ruling("TW-BAT-8", "ornicle_returned", side=player.name)
    else:
        table.record_ruling("TW-BAT-8", "no_ornicle", side=player.name)


def _take_top_object(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    if drawer not in touched:
        return
    name = yield from draw_top_object(table, drawer, EventObjectPick)
    if name is None:
        table.record_ruling("TW-TURN-5", "no_objects", side=drawer.name)
        return
    table.record(ObjectOfEvent(drawer.name, name))
    yield from gain_object(table, drawer, name)


def _discard_random_spell(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    if drawer not in touched:
        return
    if not drawer.hand:
        table.record_ruling("TW-BAT-8", "no_spell", side=drawer.name)
        return
    spell = yield RandomSpellPick(drawer.seat, drawer.name, tuple(drawer.hand))
    drawer.remove_face_up("hand", spell)
    table.discard_pile.append(spell)
    table.record_ruling("TW-BAT-8", "spell_lost", side=drawer.name, card=spell)


def _take_discarded_cat(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    if drawer in touched:
        for index in range(len(table.discard_pile) - 1, -1, -1):
            card = table.discard_pile[index]
            if card in ("cat", "miromon"):
                del table.discard_pile[index]
                drawer.adjust_response_cards(str(card), known_to=range(len(table.players)))
                table.record_ruling("TW-BAT-8", "cat_found", side=drawer.name, card=card)
                break
        else:
            table.record_ruling("TW-BAT-8", "no_cat", side=drawer.name)
    yield from ()


def _all_draw_card(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    for player in touched:
        if not (yield from draw_cards(table, player, 1, "TW-BAT-8")):
            return  # later players get no card either


def _all_discard_weakest_creature(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    for player in touched:
        if not player.entourage:
            table.record_ruling("TW-BAT-8", "no_creature", side=player.name)
            continue
        least = min([card.power for card in player.entourage])
        weakest = list(dict.fromkeys(card for card in player.entourage if card.power == least))
        card = weakest[0] if len(weakest) == 1 else (yield DiscardCreature(player, weakest))
        player.entourage.remove(card)
        table.discard_pile.append(card)
        table.record_ruling("TW-BAT-8", "creature_lost", side=player.name, card=card)


def _all_pass_random_spell(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    """Pick the spells of all players first, then pass them on; protected players take no part."""
    given: list[tuple[Player, Player, Spell]] = []
    if len(touched) < 2:
        table.record_ruling("TW-BAT-8", "nobody_to_pass")
        return
    for player, getter in zip(touched, (*touched[1:], touched[0]), strict=True):
        if player.hand:
            spell = yield RandomSpellPick(player.seat, player.name, tuple(player.hand))
            given.append((player, getter, spell))
        else:
            table.record_ruling("TW-BAT-8", "nothing_to_pass", side=player.name)
    for player, getter, spell in given:
        player.remove_unseen("hand", [spell], [getter.seat], may_have_been=is_spell)
    came: dict[int, Spell] = {}
    for player, getter, spell in given:
        getter.gain("hand", [spell], [player.seat])
        came[getter.seat] = spell
        if table.rulings is not None:
            card = HiddenFact(spell, player.seat, "a_spell", also_known_to=getter.seat)
            table.record_ruling("TW-BAT-8", "spell_passed", side=player.name, enemy=getter.name, card=card)
    for player in touched:
        yield from enforce_hand_limits(table, player, came.get(player.seat))


def _rich_return_ornicle(table: TwingTable, drawer: Player, touched: list[Player]) -> Script:
    rich = [player for player in touched if player.ornicles >= _RICH_FROM_ORNICLES]
    for player in rich:
        _give_back(table, player)
    if not rich:
        spared = any(player.ornicles >= _RICH_FROM_ORNICLES for player in table.other_players(drawer.seat))
        spared = spared or drawer.ornicles >= _RICH_FROM_ORNICLES
        table.record_ruling("TW-BAT-8", "nobody_touched" if spared else "nobody")
    yield from ()


EFFECT_FUNCTIONS: dict[str, EventEffect] = {
    "take_two_ornicles": _take_two_ornicles,
    "return_ornicle": _return_ornicle,
    "take_top_object": _take_top_object,
    "discard_random_spell": _discard_random_spell,
    "take_discarded_cat": _take_discarded_cat,
    "all_draw_card": _all_draw_card,
    "all_discard_weakest_creature": _all_discard_weakest_creature,
    "all_pass_random_spell": _all_pass_random_spell,
    "rich_return_ornicle": _rich_return_ornicle,
}
"""The function of each event effect that a box may name."""


class DiscardCreature(DiscardCard[Creature]):
    """The question which of several equally weak creatures is discarded (an event, TW-BAT-8)."""

    __slots__ = ("weakest",)
    kind = "discard_creature"
    card_class = Creature
    rule = "TW-BAT-8"

    def __init__(self, owner: Player, weakest: list[Creature]) -> None:
        super().__init__(owner)
        self.weakest = weakest

    def options(self) -> Iterator[Creature]:
        """Yield the weakest creatures."""
        return iter(self.weakest)

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the creature is not one of the weakest, otherwise None."""
        if not isinstance(answer, Creature):
            raise bad_answer("card", answer)
        if answer in self.weakest:
            return None
        return rule_refusal("TW-BAT-8", "not_weakest", card=answer, cards=tuple(self.weakest))
