"""Whole games that begin rich in cards, notes, technologies, laws and fleets, so that random players come to
play every card; and a player who prefers using a card to passing."""

import random

import attrs

from twingkit.core.play import Game
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id, outcomes
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.phases.set_up import set_up
from twingkit.imperium.galaxy.starts import GameStart, play_game_rounds
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import UseOrPass
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.technology.cards import ownable_technologies
from twingkit.imperium.galaxy.trade.promissory_notes import set_promissory_notes

LIMITS = {"sanctions", "regulations"}
"""Laws that a random table might break immediately."""

LAWS, CARDS, TECHNOLOGIES = 3, 6, 9
"""The laws in play, the cards in each hand, and the technologies of each player at the beginning."""


@attrs.frozen
class RichStart(GameStart):
    """A game whose table is enriched after the set-up, randomly with a seed."""

    seed: int = attrs.field(default=0, kw_only=True)

    def script(self, table):
        """Run the set-up, enrich the table, then play round after round."""
        if table.phase == "setup":
            yield from set_up(table, self.board)
            enrich(table, random.Random(self.seed))
        result = yield from play_game_rounds(table)
        return result


def enrich(table, rng):
    """Give everybody cards, others' notes, technologies, tokens and ships, and put laws into force."""
    table.has_custodians, table.points_to_win = False, 30
    for seat, player in enumerate(table.players):
        names = [name for name in ownable_technologies(player.faction) if name not in player.technologies]
        own = [name for name in names if ownable_technologies(player.faction)[name].faction]
        rng.shuffle(names)
        player.technologies |= frozenset([*own, *names[:TECHNOLOGIES]])
        player.tactic, player.fleet, player.strategy = 4, 7, 4
        player.goods, player.commodities = 4, 2
        for _ in range(CARDS):
            card = rng.choice(list(table.action_deck))
            table.action_deck.take(card)
            player.gain("action_cards", [card])
        _garrison(table, seat, rng)
    notes = [(player.seat, note) for player in table.players for note in player.promissory_notes]
    for player in table.players:
        set_promissory_notes(table, player.seat, ())
    for seat, note in notes:
        taker = table.players[rng.choice([other for other in range(len(table.players)) if other != seat])]
        taker.gain("promissory_notes", [note], range(len(table.players)))
    for card in rng.sample(
        sorted({card.id for card in agendas_by_id().values() if card.kind == "law"} - LIMITS), LAWS
    ):
        _law(table, agendas_by_id()[card], rng)


def _garrison(table, seat, rng):
    """Put ships and infantry of a player into the home system and some others, and take their planets."""
    home = table.home_system(seat)
    table.put_units(seat, home, "flagship")
    table.put_units(seat, home, "dreadnought")
    table.put_units(seat, home, "carrier")
    free = [
        system.index
        for system in table.galaxy.systems
        if not system.tile.is_home
        and not system.tile.anomaly
        and not table.space[system.index]
        and all(table.planet_controllers[planet.id] is None for planet in system.tile.planets)
    ]
    for system in rng.sample(free, min(3, len(free))):
        table.put_units(seat, system, "cruiser")
        if table.figures_left(seat, "carrier"):
            table.put_units(seat, system, "carrier")
            table.put_units(seat, system, "fighter", 2)
        for planet in table.planets_of(system):
            table.planet_controllers[planet.id] = seat
            table.put_units(seat, planet.id, "infantry", 2)
            table.put_units(seat, planet.id, "pds", min(1, table.figures_left(seat, "pds")))


def _law(table, agenda, rng):
    """Put a law into force, with a random elected player or planet."""
    possible = [outcome for outcome in outcomes(table, agenda) if outcome != "against"]
    if possible:
        outcome = rng.choice(possible)
        elected = "" if agenda.outcome_kind == "for_against" else outcome
        if agenda.outcome_kind == "secret":
            return
        table.laws += (Law(agenda.id, elected),)
        table.agenda_deck.take(agenda.id)
        if outcome in table.planet_controllers:
            table.attachments[outcome] = (*table.attachments.get(outcome, ()), agenda.id)


def rich_game(seed, *, explain=True):
    """Return a rich game of three to six random factions."""
    rng = random.Random(seed)
    names = list(faction_ids())
    rng.shuffle(names)
    return Game(RichStart(tuple(names[: rng.choice([3, 4, 5, 6])]), seed=seed), seed=seed, explain=explain)


def eager(game, rng):
    """Answer at random, but prefer using something to passing."""
    question = game.question
    if isinstance(question, UseOrPass) and question.offered and rng.random() < 0.7:
        game.answer(rng.choice([ability.act for ability in question.offered]))
    elif isinstance(question, TurnChoice):
        game.answer(_action(game, question, rng))
    else:
        game.answer_randomly(rng)


def _action(game, question, rng):
    """Choose an action: cards and abilities first, then systems with others' units, rarely passing."""
    listed = list(question.options())
    used = [act for act in listed if isinstance(act, acts.Play | acts.Use)]
    wars = [act for act in listed if isinstance(act, acts.Activate) and _others(game.table, question, act)]
    if used and rng.random() < 0.5:
        return rng.choice(used)
    if wars and rng.random() < 0.6:
        return rng.choice(wars)
    acting = [act for act in listed if act != acts.PASS]
    return rng.choice(acting or listed)


def _others(table, question, act):
    system = table.galaxy.system(act.system).index
    return any(table.has_units(other, system) for other in table.other_seats(question.player))
