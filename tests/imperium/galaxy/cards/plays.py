"""Abilities played on a prepared table: rulings, resulting table, and refusals."""

from imperium.galaxy.game.positions import chapter, say, system

from twingkit.imperium.galaxy.agenda.agenda_phase import vote_on_agenda
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.table.abilities import (
    Moment,
    abilities_by_id,
    has_ability_ready,
    open_ability_window,
    rule_against_ability,
    use_cancellable_ability,
)
from twingkit.imperium.galaxy.table.lasting_effects import Law

ACTION = Moment("action")
"""The moment of a component action."""

FACTIONS = ("sol", "hacan", "letnev")


def laid_table(*arrangements, factions=FACTIONS):
    """Return the table after these setup functions."""
    return chapter(lambda table: iter(()), combine(*arrangements), factions=factions).table


def use(
    ability, arrange=lambda table: None, *answers, seat=0, moment=None, factions=FACTIONS, open_end=False
):
    """Return a game in which a player uses an ability of the box at a moment, answered to its end; the player
    must have it and be allowed to use it then."""

    def run(table):
        when = moment(table) if callable(moment) else moment or ACTION
        assert when.window in abilities_by_id()[ability].windows, f"{ability} is used in another window"
        assert has_ability_ready(table, seat, abilities_by_id()[ability]), f"{ability} is not held"
        assert rule_against_ability(table, seat, abilities_by_id()[ability], when) is None
        yield from use_cancellable_ability(table, seat, ability, when)

    game = say(chapter(run, arrange, factions=factions), *answers)
    assert open_end or game.question is None, f"asked: {game.question.text()}"
    return game


def blocking_rule(ability, arrange=lambda table: None, *, seat=0, moment=None, factions=FACTIONS):
    """Return the rule and case that keep a player from using an ability; None if it may be used."""
    table = laid_table(arrange, factions=factions)
    when = moment(table) if callable(moment) else moment or ACTION
    denial = rule_against_ability(table, seat, abilities_by_id()[ability], when)
    return None if denial is None else denial[:2]


def open_window(moment, arrange=lambda table: None, *answers, factions=FACTIONS, phase="action"):
    """Return a game in which one window opens, after these answers."""

    def run(table):
        table.phase = phase
        yield from open_ability_window(table, moment(table) if callable(moment) else moment)

    return say(chapter(run, arrange, factions=factions), *answers)


def vote(card, arrange, *answers, factions=FACTIONS):
    """Return a game in which an agenda is voted on, after these answers."""

    def run(table):
        table.phase = "agenda"
        yield from vote_on_agenda(table, agendas_by_id()[card])

    return say(chapter(run, arrange, factions=factions), *answers)


def hand(*cards, seat=0):
    """Return a setup function: put these action cards into the hand of a player."""

    def arrange(table):
        table.players[seat].action_cards = tuple(sorted(cards))

    return arrange


def combine(*arrangements):
    """Return a setup function that runs several ones in order."""

    def arrange(table):
        for part in arrangements:
            part(table)

    return arrange


def at(name, tile, seat=0, **more):
    """Return a function that finds a moment in a system, by its tile."""
    return lambda table: Moment(name, seat, system(table, tile), **more)


def own(*planets, seat=0, exhausted=False):
    """Return a setup function: give planets to a player, ready or exhausted."""

    def arrange(table):
        for planet in planets:
            table.planet_controllers[planet] = seat
        if exhausted:
            table.exhaust_planets(planets)

    return arrange


def units(seat, place, **counts):
    """Return a setup function: put units of a player in a place."""

    def arrange(table):
        where = place if place in table.planet_controllers else system(table, place)
        for name, count in counts.items():
            table.put_units(seat, where, name, count)

    return arrange


def has(seat, **values):
    """Return a setup function: set values on a player's sheet."""

    def arrange(table):
        for name, value in values.items():
            setattr(table.players[seat], name, value)

    return arrange


def law(card, elected=""):
    """Return a setup function: put a law into play, with its owner or planet."""

    def arrange(table):
        table.laws += (Law(card, elected),)
        if elected in table.planet_controllers:
            table.attachments[elected] = (*table.attachments.get(elected, ()), card)

    return arrange


def knows(seat, *technologies):
    """Return a setup function: give a player technologies besides the starting ones."""

    def arrange(table):
        table.players[seat].technologies |= frozenset(technologies)

    return arrange
