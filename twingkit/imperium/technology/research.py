"""Research at the table: which technologies a player may research, and with what (IM-TECH-2, IM-TECH-3)."""

from __future__ import annotations

from collections import Counter

from twingkit.imperium.galaxy.tiles import planets
from twingkit.imperium.table.abilities import Moment, window
from twingkit.imperium.table.command_tokens import gain_tokens
from twingkit.imperium.table.drawing import choose
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.technology.cards import Technology, deck_of, missing
from twingkit.play import Script

PROPAGATED = 3
"""The command tokens that the Nekro Virus gains instead of researching."""


def specialties(table: GameTable, seat: int) -> dict[str, list[str]]:
    """The ready planets of a player with a specialty, by colour."""
    found: dict[str, list[str]] = {}
    for planet in table.ready(seat):
        if colour := planets()[planet].specialty:
            found.setdefault(colour, []).append(planet)
    return found


def lacking(table: GameTable, seat: int, card: Technology) -> Counter[str]:
    """The prerequisites of a card that own technologies do not meet, by colour."""
    if card.id in ("ws", "pws2") and _published(table):
        return Counter()
    return missing(card, table.players[seat].technologies)


def _published(table: GameTable) -> bool:
    """True if everybody may ignore the prerequisites of war suns (Publicize Weapon Schematics)."""
    owned = any({"ws", "pws2"} & player.technologies for player in table.players)
    return owned and table.in_force("schematics")


def skipped(table: GameTable, seat: int, card: Technology) -> int:
    """The number of prerequisites of any colour that a player may ignore (Analytical)."""
    return int(table.players[seat].faction == "jolnar" and not card.unit)


def may_research(table: GameTable, seat: int, card: Technology) -> bool:
    """True if a player can research a card now, with specialties of ready planets (IM-TECH-2)."""
    ready = specialties(table, seat)
    short = sum(
        max(0, count - len(ready.get(colour, ()))) for colour, count in lacking(table, seat, card).items()
    )
    return short <= skipped(table, seat, card)


def choices(table: GameTable, seat: int) -> list[str]:
    """The ids of the technologies that a player can research now."""
    player = table.players[seat]
    return [
        card.id
        for card in deck_of(player.faction).values()
        if card.id not in player.technologies and may_research(table, seat, card)
    ]


def can_research(table: GameTable, seat: int) -> bool:
    """True if research would bring a player anything: a technology, or the tokens of the Nekro Virus."""
    if table.players[seat].faction == "nekro":
        return table.reserve(seat) > 0
    return bool(choices(table, seat))


def research(table: GameTable, seat: int, rule: str) -> Script:
    """A player researches one technology, exhausting planets whose specialties are needed."""
    player = table.players[seat]
    if player.faction == "nekro":
        yield from gain_tokens(table, seat, PROPAGATED, "IM-UNIT-propagation")
        return
    names = choices(table, seat)
    if not names:
        table.tell(rule, "nothing", seat)
        return
    name = yield from choose(table, seat, names, "research", rule)
    yield from _use_specialties(table, seat, deck_of(player.faction)[name])
    gain_technology(table, seat, name)
    yield from window(table, Moment("researched", seat, card=name))


def _use_specialties(table: GameTable, seat: int, card: Technology) -> Script:
    """Exhaust planets for the prerequisites that technologies do not meet."""
    free = skipped(table, seat, card)
    for colour, count in lacking(table, seat, card).items():
        for _ in range(count):
            ready = specialties(table, seat).get(colour, [])
            if not ready:
                free -= 1
                continue
            planet = yield from choose(table, seat, ready, "specialty", "IM-TECH-2", subject=colour)
            table.exhaust([planet])
            table.tell("IM-TECH-2", "specialty", seat, planet=planet, colour=colour)


def gain_technology(table: GameTable, seat: int, name: str) -> None:
    """A player gains a technology, whatever its prerequisites (IM-TECH-2)."""
    table.players[seat].technologies |= {name}
    table.tell("IM-TECH-2", "gained", seat, card=f"IM-TECH-{name}")
