"""Strategic actions: the abilities of the eight strategy cards, the owner's primary ability, then the other
players' secondary ones (IM-STRAT-1, 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from twingkit.core.play import Script
from twingkit.core.rulebook import HiddenFact
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import tiles_with_own_token
from twingkit.imperium.galaxy.economy.goods import gain_goods, refill_commodities
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.objectives import scoring
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table import reinforcements
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window, usable_abilities
from twingkit.imperium.galaxy.table.card_drawing import (
    ask_to_choose,
    draw_action_cards,
    draw_next_agenda,
    draw_secret,
)
from twingkit.imperium.galaxy.table.command_tokens import gain_command_tokens, place_and_announce_token
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits_everywhere
from twingkit.imperium.galaxy.tactical.production_step import announce_if_stymied, produce, production_limits
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.galaxy.technology.research import can_gain_from_research, research_technology

_LEADERSHIP_RULE = "IM-STRAT-leadership"
_DIPLOMACY_RULE = "IM-STRAT-diplomacy"
_POLITICS_RULE = "IM-STRAT-politics"
_CONSTRUCTION_RULE = "IM-STRAT-construction"
_TRADE_RULE = "IM-STRAT-trade"
_WARFARE_RULE = "IM-STRAT-warfare"
_TECHNOLOGY_RULE = "IM-STRAT-technology"
IMPERIAL_RULE = "IM-STRAT-imperial"

LEADERSHIP_TOKENS, INFLUENCE_PER_TOKEN = 3, 3
"""The command tokens that Leadership gives, and the influence that each further one costs."""

MAX_READIED_PLANETS = 2
"""The largest number of planets that Diplomacy's secondary ability readies."""

POLITICS_ACTION_CARDS, _AGENDAS_LOOKED_AT = 2, 2

TRADE_CARD_GOODS = 3

SECOND_TECHNOLOGY_COST, SECONDARY_RESEARCH_COST = 6, 4
"""The resources that a second technology of Technology's primary ability and its secondary ability cost."""

LOOKING_EFFECT: Final = "looking"
"""The effect that is active while a player looks at agendas, which are then in no deck."""

FREE_REFILL_EFFECT = "trade_free"
"""The effect that makes a player use the secondary ability free of charge."""


def _leadership_primary(table: GameTable, seat: int) -> Script:
    """Gain three command tokens, then buy one for every three influence spent."""
    yield from gain_command_tokens(table, seat, LEADERSHIP_TOKENS, _LEADERSHIP_RULE)
    yield from _leadership_secondary(table, seat)


def _max_bought_tokens(table: GameTable, seat: int) -> int:
    """Return how many tokens a player can pay for and has in the reinforcements."""
    payable = max_payment(table, seat, "influence") // INFLUENCE_PER_TOKEN
    return min(payable, table.tokens_in_reinforcements(seat))


def _leadership_secondary(table: GameTable, seat: int) -> Script:
    """Buy one command token for every three influence spent."""
    most = _max_bought_tokens(table, seat)
    if most <= 0:
        there = max_payment(table, seat, "influence")
        case = "no_influence" if there < INFLUENCE_PER_TOKEN else "no_token"
        table.announce(_LEADERSHIP_RULE, case, seat, n=there, price=INFLUENCE_PER_TOKEN)
        return
    counts = [str(count) for count in range(most + 1)]
    count = int(
        (yield from ask_to_choose(table, seat, counts, "buy", _LEADERSHIP_RULE, subject=INFLUENCE_PER_TOKEN))
    )
    yield from pay_cost(table, seat, INFLUENCE_PER_TOKEN * count, "influence", _LEADERSHIP_RULE)
    if count:
        yield from gain_command_tokens(table, seat, count, _LEADERSHIP_RULE)


def _diplomacy_primary(table: GameTable, seat: int) -> Script:
    """Let the player choose a system with a planet they control (not Mecatol Rex); all others place a command
    token there. Then ready the player's exhausted planets there or, by the variant, up to two anywhere.
    """
    systems = list(
        dict.fromkeys(
            system
            for planet in table.controlled_planets(seat)
            if (system := table.system_of(planet)) != table.mecatol_system
        )
    )
    if systems:
        numbers = [table.tile_number(system) for system in systems]
        named = yield from ask_to_choose(
            table, seat, numbers, "system", _DIPLOMACY_RULE, subject="strategy_2"
        )
        system = table.galaxy.system(named).index
        table.announce(_DIPLOMACY_RULE, "system", seat, number=named)
        for other in table.other_seats(seat):
            yield from place_and_announce_token(table, other, system, _DIPLOMACY_RULE)
        if table.variant.diplomacy == "original":
            there = {planet.id for planet in table.planets_of(system)}
            if worlds := there & set(table.controlled_planets(seat)) & table.exhausted_planets:
                table.exhausted_planets -= worlds
                table.announce(_DIPLOMACY_RULE, "readied", seat, planets=tuple(sorted(worlds)))
    if table.variant.diplomacy == "any_two":
        yield from _ready_two(table, seat)
    yield from open_ability_window(table, Moment("diplomacy", seat))


def _diplomacy_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether the player has an exhausted planet, or an ability follows (IM-UNIT-peace_accords)."""
    exhausted = bool(table.exhausted_planets_of(seat))
    return exhausted or next(usable_abilities(table, seat, Moment("diplomacy", seat)), None) is not None


def _diplomacy_secondary(table: GameTable, seat: int) -> Script:
    """Ready up to two of the player's planets, then use the abilities that follow."""
    yield from _ready_two(table, seat)
    yield from open_ability_window(table, Moment("diplomacy", seat))


def _ready_two(table: GameTable, seat: int) -> Script:
    for _ in range(MAX_READIED_PLANETS):
        planets = table.exhausted_planets_of(seat)
        if not planets:
            return
        named = yield from ask_to_choose(table, seat, [*planets, NO_TARGET_WORD], "ready", _DIPLOMACY_RULE)
        if named == NO_TARGET_WORD:
            return
        table.exhausted_planets -= {named}
        table.announce(_DIPLOMACY_RULE, "readied", seat, planets=(named,))


def _politics_primary(table: GameTable, seat: int) -> Script:
    """Give the speaker token to another player, draw two action cards, and look at two agendas."""
    seats = [SEATS[other] for other in table.seats_from(seat) if other != table.speaker]
    named = yield from ask_to_choose(table, seat, seats, "speaker", _POLITICS_RULE)
    table.speaker = SEATS.index(named)
    table.announce(_POLITICS_RULE, "speaker", table.speaker)
    yield from draw_action_cards(table, seat, POLITICS_ACTION_CARDS, _POLITICS_RULE)
    yield from _look_at_agendas(table, seat)


def _look_at_agendas(table: GameTable, seat: int) -> Script:
    """Look at the next agendas, and put each on top or at the bottom of the deck."""
    cards: list[str] = []
    for _ in range(_AGENDAS_LOOKED_AT):
        card = yield from draw_next_agenda(table, seat, "look")
        if card is not None:
            cards.append(card)
    if cards:
        table.start_effect(LOOKING_EFFECT, seat, LOOKING_EFFECT)
        table.announce(_POLITICS_RULE, "looked", seat, cards=HiddenFact(tuple(cards), seat))
    while cards:
        card = yield from ask_to_choose(table, seat, tuple(dict.fromkeys(cards)), "agenda", _POLITICS_RULE)
        cards.remove(card)
        place = yield from ask_to_choose(
            table, seat, ["top", "bottom"], "put", _POLITICS_RULE, subject=HiddenFact(card, seat)
        )
        if place == "top":
            table.agenda_deck.put_on_top([card], [seat])
        else:
            table.agenda_deck.put_on_bottom([card], [seat])
    table.end_effects(LOOKING_EFFECT)


def _placements(
    table: GameTable, seat: int, classes: tuple[str, ...] = ("pds", DOCK), system: int | None = None
) -> list[str]:
    """Return the possible structures with their planets, such as `pds lodor`, including structures that must
    first be taken back from the board.
    """
    return [
        f"{unit_class} {planet}"
        for unit_class in classes
        for planet in reinforcements.possible_structure_planets(table, seat, unit_class, system)
    ]


def _place_structure(
    table: GameTable, seat: int, classes: tuple[str, ...], system: int | None = None
) -> Script:
    options = _placements(table, seat, classes, system)
    if not options:
        return
    answer = yield from ask_to_choose(table, seat, [*options, NO_TARGET_WORD], "place", _CONSTRUCTION_RULE)
    if answer == NO_TARGET_WORD:
        return
    unit_class, _, planet = answer.partition(" ")
    if not (yield from reinforcements.ensure_figure_available(table, seat, unit_class)):
        return
    if unit_class == DOCK:
        yield from reinforcements.place_space_dock(table, seat, planet, _CONSTRUCTION_RULE)
    else:
        table.put_units(seat, planet, unit_class)
        table.announce(_CONSTRUCTION_RULE, "structure", seat, unit=unit_class, planet=planet)


def _construction_primary(table: GameTable, seat: int) -> Script:
    """Place one PDS or space dock, then one PDS."""
    yield from _place_structure(table, seat, ("pds", DOCK))
    yield from _place_structure(table, seat, ("pds",))


def _construction_secondary(table: GameTable, seat: int) -> Script:
    """Resolve Construction's secondary ability: place the spent token in a system, then a PDS or space dock
    on one of the player's planets there.
    """
    places = [placement.partition(" ")[2] for placement in _placements(table, seat)]
    systems = dict.fromkeys(table.tile_number(table.system_of(planet)) for planet in places)
    named = yield from ask_to_choose(table, seat, list(systems), "token_to", _CONSTRUCTION_RULE)
    system = table.galaxy.system(named).index
    is_there = seat in table.command_tokens[system]
    table.place_token(seat, system)
    table.announce(_CONSTRUCTION_RULE, "token_back" if is_there else "token", seat, number=named)
    yield from _place_structure(table, seat, ("pds", DOCK), system)


def _trade_primary(table: GameTable, seat: int) -> Script:
    """Gain three trade goods, refill commodities, and name players who use the secondary ability for free."""
    yield from gain_goods(table, seat, TRADE_CARD_GOODS, _TRADE_RULE)
    yield from refill_commodities(table, seat)
    waiting = [SEATS[other] for other in table.other_seats(seat)]
    while waiting:
        named = yield from ask_to_choose(table, seat, [*waiting, NO_TARGET_WORD], "free", _TRADE_RULE)
        if named == NO_TARGET_WORD:
            break
        waiting.remove(named)
        table.start_effect(FREE_REFILL_EFFECT, SEATS.index(named), "strategic")
        table.announce(_TRADE_RULE, "named", SEATS.index(named), owner=SEATS[seat])


def _trade_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether Trade's secondary ability, which refills a player's commodities, would have any effect.

    That is: commodities are missing, an ability follows (IM-AGENDA-minister_commerce), or another player
    holds this player's Trade Agreement (IM-TRADE-4).
    """
    player = table.players[seat]
    given = f"trade_agreement:{SEATS[seat]}"
    held = any(given in table.players[other].promissory_notes for other in table.other_seats(seat))
    follows = any(True for _ in usable_abilities(table, seat, Moment("refill", seat)))
    return player.commodities < faction(player.faction).commodity_limit or held or follows


def _warfare_primary(table: GameTable, seat: int) -> Script:
    """Take one of the player's tokens off the board into any pool, then redistribute all pools."""
    systems = tiles_with_own_token(table, seat)
    if systems:
        named = yield from ask_to_choose(table, seat, systems, "take_off", _WARFARE_RULE)
        table.remove_token(seat, table.galaxy.system(named).index)
        table.announce(_WARFARE_RULE, "token", seat, number=named)
    else:
        table.announce(_WARFARE_RULE, "no_token", seat)
    yield from gain_command_tokens(table, seat, 1 if systems else 0, _WARFARE_RULE, may_redistribute=True)
    yield from enforce_fleet_limits_everywhere(table, seat)


def _warfare_secondary(table: GameTable, seat: int) -> Script:
    """Produce with one space dock in the home system, without placing a token."""
    home = table.home_system(seat)
    docks = table.dock_places(seat, home)
    names = list(map(table.place_name, docks))
    named = yield from ask_to_choose(table, seat, names, "dock", _WARFARE_RULE)
    from_yard = production_limits(table, seat, home, [docks[names.index(named)]])
    if from_yard is not None:
        yield from produce(table, seat, from_yard)
    else:
        announce_if_stymied(table, seat, home, [docks[names.index(named)]])


def _technology_primary(table: GameTable, seat: int) -> Script:
    """Research one technology, and perhaps another one for six resources."""
    yield from research_technology(table, seat, _TECHNOLOGY_RULE)
    price = 0 if _has_free_research(table, seat) else SECOND_TECHNOLOGY_COST
    if can_gain_from_research(table, seat) and max_payment(table, seat, "resources") >= price:
        answer = yield from ask_to_choose(
            table, seat, ["yes", "no"], "second", _TECHNOLOGY_RULE, subject=price
        )
        if answer == "yes":
            yield from pay_cost(table, seat, price, "resources", _TECHNOLOGY_RULE)
            yield from research_technology(table, seat, _TECHNOLOGY_RULE)


def _has_free_research(table: GameTable, seat: int) -> bool:
    """True if research with this card costs no resources, as the Minister of Sciences allows."""
    return any(law.card == "minister_sciences" and law.elected == SEATS[seat] for law in table.laws)


def _can_use_brilliant(table: GameTable, seat: int) -> bool:
    """True if a token for the secondary ability may buy the primary one (Brilliant, Jol-Nar)."""
    return table.players[seat].faction == "jolnar"


def secondary_research_cost(table: GameTable, seat: int) -> int:
    """Return the number of resources that Technology's secondary ability costs a player; 0 if a card or
    ability makes it free.
    """
    return (
        0 if _has_free_research(table, seat) or _can_use_brilliant(table, seat) else SECONDARY_RESEARCH_COST
    )


def _technology_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether a player can pay for the ability and has a technology to research."""
    price = secondary_research_cost(table, seat)
    return max_payment(table, seat, "resources") >= price and can_gain_from_research(table, seat)


def _technology_secondary(table: GameTable, seat: int) -> Script:
    """Research one technology for four resources; Jol-Nar may use the primary ability (IM-UNIT-brilliant)."""
    if _can_use_brilliant(table, seat):
        able = max_payment(table, seat, "resources") >= SECONDARY_RESEARCH_COST
        answers = ["yes", "no"] if able else ["yes"]
        if (yield from ask_to_choose(table, seat, answers, "brilliant", "IM-UNIT-brilliant")) == "yes":
            table.announce("IM-UNIT-brilliant", "primary", seat)
            yield from _technology_primary(table, seat)
            return
    yield from pay_cost(
        table,
        seat,
        0 if _has_free_research(table, seat) else SECONDARY_RESEARCH_COST,
        "resources",
        _TECHNOLOGY_RULE,
    )
    yield from research_technology(table, seat, _TECHNOLOGY_RULE)


def _imperial_primary(table: GameTable, seat: int) -> Script:
    """Score a public objective; then gain a point for Mecatol Rex, or draw a secret objective."""
    scorable = scoring.scorable_public_objectives(table, seat)
    yield from scoring.score_one_objective(table, seat, scorable, IMPERIAL_RULE)
    raise_if_game_over(table)
    if table.planet_controllers.get(MECATOL_REX) == seat:
        if not scorable:
            scoring.announce_nothing_scored(table, seat, IMPERIAL_RULE)
        table.gain_points(seat, 1)
        table.announce(IMPERIAL_RULE, "mecatol", seat)
    elif table.secret_deck.shuffled_count:
        yield from draw_secret(table, seat, IMPERIAL_RULE)
    else:
        table.announce(IMPERIAL_RULE, "no_secret", seat)


@attrs.frozen
class StrategyCard:
    """A strategy card: its primary ability for the owner, its secondary one for another player, and whether
    the secondary one would do anything for a player.

    `cost` is the currency and the price of the secondary ability, if it has one besides the token;
    `unusable_case` says what is missing if nothing would come of it.
    """

    primary: Callable[[GameTable, int], Script]
    secondary: Callable[[GameTable, int], Script]
    secondary_has_effect: Callable[[GameTable, int], bool]
    unusable_case: str = "no_effect"
    cost: Callable[[GameTable, int], tuple[str, int]] = lambda table, seat: ("", 0)


_LEADERSHIP, _TRADE = 1, 5

STRATEGY_CARD_BY_NUMBER: Mapping[int, StrategyCard] = {
    _LEADERSHIP: StrategyCard(
        _leadership_primary,
        _leadership_secondary,
        lambda table, seat: _max_bought_tokens(table, seat) > 0,
        cost=lambda table, seat: ("influence", INFLUENCE_PER_TOKEN),
    ),
    2: StrategyCard(_diplomacy_primary, _diplomacy_secondary, _diplomacy_has_effect, "no_exhausted"),
    3: StrategyCard(
        _politics_primary,
        lambda table, seat: draw_action_cards(table, seat, POLITICS_ACTION_CARDS, _POLITICS_RULE),
        lambda table, seat: table.action_deck.shuffled_count + len(table.action_discard) > 0,
    ),
    4: StrategyCard(
        _construction_primary, _construction_secondary, lambda table, seat: bool(_placements(table, seat))
    ),
    _TRADE: StrategyCard(_trade_primary, refill_commodities, _trade_has_effect, "no_missing"),
    6: StrategyCard(
        _warfare_primary,
        _warfare_secondary,
        lambda table, seat: bool(table.dock_places(seat, table.home_system(seat))),
        "no_dock",
    ),
    7: StrategyCard(
        _technology_primary,
        _technology_secondary,
        _technology_has_effect,
        cost=lambda table, seat: ("resources", secondary_research_cost(table, seat)),
    ),
    8: StrategyCard(
        _imperial_primary,
        lambda table, seat: draw_secret(table, seat, IMPERIAL_RULE),
        lambda table, seat: table.secret_deck.shuffled_count > 0,
        "no_secret",
    ),
}


def strategic_action(table: GameTable, seat: int, card_number: int) -> Script:
    """Resolve the primary ability, offer each other player the secondary one, then exhaust the card
    (IM-STRAT-1)."""
    card = STRATEGY_CARD_BY_NUMBER[card_number]
    table.announce("IM-STRAT-1", "primary", seat, card=f"strategy_{card_number}")
    yield from card.primary(table, seat)
    raise_if_game_over(table)
    answers = set()
    for other in table.other_seats(seat):
        answers.add((yield from offer_secondary(table, other, card_number)))
        raise_if_game_over(table)
    if "no" in answers and "yes" not in answers:
        table.announce("IM-STRAT-2", "nobody", seat, card=f"strategy_{card_number}")
    table.end_effects("strategic")
    table.players[seat].strategy_cards[card_number] = True
    yield from open_ability_window(table, Moment("action.end", seat))


def offer_secondary(table: GameTable, seat: int, card_number: int) -> Script[str]:
    """Let a player use the secondary ability of a card if it can do anything, and resolve it if they do
    (IM-STRAT-2). Return "yes" if it is used, "no" if the player does not want to, "" if the player cannot.

    A player chosen for Trade must use it (IM-STRAT-trade).
    """
    card, player = STRATEGY_CARD_BY_NUMBER[card_number], table.players[seat]
    if card_number == _TRADE and table.has_effect(FREE_REFILL_EFFECT, seat):
        yield from card.secondary(table, seat)
        return "yes"
    rule = "IM-UNIT-master_of_trade" if card_number == _TRADE and player.faction == "hacan" else "IM-STRAT-2"
    free = card_number == _LEADERSHIP or rule != "IM-STRAT-2"
    if not free and not player.strategy:
        table.announce("IM-STRAT-2", "no_token", seat, card=f"strategy_{card_number}")
        return ""
    if not card.secondary_has_effect(table, seat):
        _announce_unusable(table, seat, card_number)
        return ""
    answer = yield from ask_to_choose(
        table, seat, ["yes", "no"], "secondary", "IM-STRAT-2", subject=f"strategy_{card_number}"
    )
    if answer == "no":
        return answer
    if not free:
        player.add_tokens("strategy", -1)
    table.announce(rule, "free" if free else "used", seat, card=f"strategy_{card_number}")
    yield from card.secondary(table, seat)
    return answer


def _announce_unusable(table: GameTable, seat: int, card_number: int) -> None:
    """Log why a player is not asked about the secondary ability of a card: the player cannot pay the price,
    or the ability would have no effect.
    """
    card, named = STRATEGY_CARD_BY_NUMBER[card_number], f"strategy_{card_number}"
    currency, price = card.cost(table, seat)
    if currency and (there := max_payment(table, seat, currency)) < price:
        table.announce("IM-STRAT-2", f"no_{currency}", seat, card=named, n=there, price=price)
    else:
        table.announce("IM-STRAT-2", card.unusable_case, seat, card=named)
