"""Promissory notes of single factions (IM-TRADE-6)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.agenda.interventions import mark_agenda_replaced, requires_open_agenda
from twingkit.imperium.galaxy.cards.targets import strategy_swap_seats
from twingkit.imperium.galaxy.faction_abilities import turns
from twingkit.imperium.galaxy.table import card_drawing
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.command_tokens import add_command_token, lose_command_token
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import ownable_technologies, technologies_by_id
from twingkit.imperium.galaxy.technology.research import gain_technology
from twingkit.imperium.galaxy.trade.promissory_notes import (
    NoteCondition,
    note_owner_targets,
    put_note_into_play,
    register_note,
    return_note,
)

_MILITARY_SUPPORT_INFANTRY = 2


def owner_token_condition(pool: str) -> NoteCondition:
    """Return a check that is true if the owner of a promissory note has a command token in the given pool."""
    return lambda table, seat, owner, moment: table.players[owner].tokens_in_pool(pool) > 0


# -- laid down


def _register_laid_down(card: str, usable_if: NoteCondition | None = None) -> None:
    @register_note(card, usable_if=usable_if)
    def laid(table: GameTable, seat: int, moment: Moment, player: str) -> None:
        put_note_into_play(table, seat, f"{card}:{player}")
        table.announce(f"IM-TRADE-{card}", "laid_down", seat, enemy=player)


for _card in ("stymie", "trade_convoys", "promise_of_protection"):
    _register_laid_down(_card)


@register_note(
    "fires_of_the_gashlai",
    lambda table, seat, moment: (
        ("IM-TRADE-fires_of_the_gashlai", "owned", {}) if table.players[seat].has_technology("ws") else None
    ),
    usable_if=owner_token_condition("fleet"),
)
def fires_of_the_gashlai(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Give the note's holder the war sun technology; Muaat loses a token from the fleet pool."""
    owner, rule = SEATS.index(player), "IM-TRADE-fires_of_the_gashlai"
    yield from lose_command_token(table, owner, "fleet", rule)
    gain_technology(table, seat, "ws")
    return_note(table, seat, f"fires_of_the_gashlai:{player}")


# -- at the start of a turn


@register_note(
    "creuss_iff",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == seat and bool(turns.tiles_for_wormhole_token(table, seat, moment))
    ),
)
def creuss_iff(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the note's holder place or move a Creuss wormhole token."""
    rule = "IM-TRADE-creuss_iff"
    number = yield from card_drawing.ask_to_choose(
        table, seat, turns.tiles_for_wormhole_token(table, seat, moment), "system", rule, subject=rule
    )
    yield from turns.place_wormhole_token(table, seat, number, rule)
    return_note(table, seat, f"creuss_iff:{player}")


@register_note(
    "cybernetic_enhancements",
    usable_if=lambda table, seat, owner, moment: moment.seat == seat and table.players[owner].strategy > 0,
)
def cybernetic_enhancements(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Give the note's holder a strategy token; L1Z1X, the owner of the note, loses one."""
    owner, rule = SEATS.index(player), "IM-TRADE-cybernetic_enhancements"
    yield from lose_command_token(table, owner, "strategy", rule)
    add_command_token(table, seat, "strategy", rule)
    return_note(table, seat, f"cybernetic_enhancements:{player}")


@register_note("military_support", usable_if=lambda table, seat, owner, moment: moment.seat == owner)
def military_support(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Place two infantry for the note's holder; Sol loses a strategy token if it has one."""
    owner, rule = SEATS.index(player), "IM-TRADE-military_support"
    if table.players[owner].strategy:
        yield from lose_command_token(table, owner, "strategy", rule)
    worlds = table.own_planets_open_to_units(seat)
    if worlds:
        planet = yield from card_drawing.ask_to_choose(table, seat, worlds, "planet", rule, subject=rule)
        table.put_units(seat, planet, "infantry", _MILITARY_SUPPORT_INFANTRY)
        table.announce(
            "IM-TRADE-military_support", "placed", seat, n=_MILITARY_SUPPORT_INFANTRY, planet=planet
        )
    return_note(table, seat, f"military_support:{player}")


@register_note(
    "spy_net",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == seat and bool(table.players[owner].action_cards)
    ),
)
def spy_net(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the note's holder look at the action cards of the Yssaril and take one of them."""
    yield from card_drawing.look_and_take_action_card(table, SEATS.index(player), seat, "IM-TRADE-spy_net")
    return_note(table, seat, f"spy_net:{player}")
    yield from card_drawing.discard_to_limit(table, seat)


# -- at other moments


def _can_have_researched_technology(table: GameTable, seat: int, owner: int, moment: Moment) -> bool:
    """Return whether Jol-Nar has just researched a common technology that the holder can have and lacks."""
    player = table.players[seat]
    return (
        moment.seat == owner
        and moment.card not in player.technologies
        and moment.card in ownable_technologies(player.faction)
        and not technologies_by_id()[moment.card].faction
    )


@register_note("research_agreement", usable_if=_can_have_researched_technology)
def research_agreement(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Give the note's holder the technology that Jol-Nar has just researched, and return the note."""
    gain_technology(table, seat, moment.card)
    return_note(table, seat, f"research_agreement:{player}")


@register_note("gift_of_prescience")
def gift_of_prescience(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Give the 0 token from Naalu to the note's holder for this round."""
    put_note_into_play(table, seat, f"gift_of_prescience:{player}")
    for other in table.players:
        other.has_zero_token = other.seat == seat
    table.announce("IM-TRADE-gift_of_prescience", "first", seat)


def is_gift_of_prescience(note: str) -> bool:
    """Return whether a note is the Gift of Prescience, whose holder has the 0 token while it is in play."""
    return note.startswith("gift_of_prescience:")


def return_gift_of_prescience(table: GameTable) -> None:
    """Return the Gift of Prescience to its owner at the end of the status phase."""
    for player in table.players:
        for note in player.notes_in_play:
            if is_gift_of_prescience(note):
                return_note(table, player.seat, note)


@register_note(
    "acquiescence",
    usable_if=lambda table, seat, owner, moment: SEATS[owner] in strategy_swap_seats(table, seat, moment),
)
def acquiescence(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the note's holder exchange a strategy card with the Winnu, and return the note."""
    yield from turns.exchange_strategy_cards(table, seat, SEATS.index(player), "IM-TRADE-acquiescence")
    return_note(table, seat, f"acquiescence:{player}")


@register_note(
    "greyfire",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == owner or table.has_units(owner, moment.system)
    ),
)
def greyfire_mutagen(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Block faction abilities and faction technologies of Yin in this tactical action."""
    table.start_effect("greyfire", SEATS.index(player), "tactical")
    table.announce("IM-TRADE-greyfire", "muted", SEATS.index(player))
    return_note(table, seat, f"greyfire:{player}")


def _planets_to_call_from(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the planets of this system on which ground forces of Saar face landed ones of the holder."""
    if moment.seat != seat:
        return []
    return [
        planet.id
        for owner in note_owner_targets("raghs_call")(table, seat, moment)
        for planet in table.planets_of(moment.system)
        if table.units_on_planet(SEATS.index(owner), planet.id).ground_force_count
        and table.units_on_planet(seat, planet.id).ground_force_count
        and _refuges(table, SEATS.index(owner), planet.id)
    ]


def _refuges(table: GameTable, seat: int, planet: str) -> list[str]:
    return [other for other in table.own_planets_open_to_units(seat) if other != planet]


@register_script("raghs_call", targets=_planets_to_call_from, target_kind="planet")
def raghs_call(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Move all ground forces of Saar from a planet to another planet that Saar controls, and return the
    note.
    """
    rule = "IM-TRADE-raghs_call"
    owner = next(SEATS.index(name) for name in note_owner_targets("raghs_call")(table, seat, moment))
    refuge = yield from card_drawing.ask_to_choose(
        table, seat, _refuges(table, owner, planet), "planet", rule, subject=rule
    )
    table.move_all_units(owner, planet, refuge, GROUND_FORCES)
    table.announce(rule, "sent", owner, planet=planet, place=refuge)
    return_note(table, seat, f"raghs_call:{SEATS[owner]}")


@register_note("tekklar", usable_if=lambda table, seat, owner, moment: seat in (moment.seat, moment.number))
def tekklar_legion(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Give the holder +1 to rolls in this ground combat."""
    table.start_effect("tekklar", seat, "combat")
    table.announce("IM-TRADE-tekklar", "called", seat)
    return_note(table, seat, f"tekklar:{player}")


_register_laid_down(
    "antivirus", lambda table, seat, owner, moment: {seat, owner} == {moment.seat, moment.number}
)


@register_note("political_secret", requires_open_agenda)
def political_secret(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Keep the note's owner from voting, playing action cards and using faction abilities until the current
    agenda is resolved.
    """
    ballot, note = table.ballot, f"political_secret:{player}"
    assert ballot is not None
    table.ballot = attrs.evolve(
        ballot,
        silenced_seats=ballot.silenced_seats | {SEATS.index(player)},
        returning_notes=(*ballot.returning_notes, (seat, note)),
    )
    put_note_into_play(table, seat, note)
    table.announce("IM-TRADE-political_secret", "silenced", SEATS.index(player))


@register_note("political_favor", requires_open_agenda, usable_if=owner_token_condition("strategy"))
def political_favor(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Discard the current agenda for another one; Xxcha, the note's owner, loses a strategy token."""
    owner, rule = SEATS.index(player), "IM-TRADE-political_favor"
    yield from lose_command_token(table, owner, "strategy", rule)
    mark_agenda_replaced(table, seat, rule)
    return_note(table, seat, f"political_favor:{player}")
