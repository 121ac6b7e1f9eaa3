"""Research at the table: which technologies a player can research, and by what means (IM-TECH-2,
IM-TECH-3).
"""

from __future__ import annotations

from collections import Counter

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.economy.paying import largest_payment, pay
from twingkit.imperium.galaxy.table.abilities import Moment, abilities, open_window, silencing_rule
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.technology.cards import (
    Technology,
    broken_research_rule,
    deck_of,
    missing_prerequisites,
    technologies,
)

TEAMS = {"rt_biotic": "green", "rt_cybernetic": "yellow", "rt_propulsion": "blue", "rt_warfare": "red"}
"""The colour of each Research Team."""

INHERITANCE = 2
"""The resources for which Inheritance Systems leave all prerequisites out."""

ASSIMILATORS = ("vax", "vay")
"""The two tokens of the Nekro Virus."""

UNCOPIED = (*ASSIMILATORS, "ffac2")
"""Technologies on which no token can be placed: the tokens' own cards, and docks that would have to float."""

PROPAGATED = 3
"""The command tokens that the Nekro Virus gains instead of researching."""


def specialties(table: GameTable, seat: int) -> dict[str, list[str]]:
    """Everything that can replace a prerequisite, by colour: ready planets with a specialty, and ready
    Research Teams on the player's planets.
    """
    by_colour: dict[str, list[str]] = {}
    for planet in table.ready_planets(seat):
        if colour := planets()[planet].specialty:
            by_colour.setdefault(colour, []).append(planet)
    tired = {card for player in table.players for card in player.exhausted}
    for planet in table.controlled_planets(seat):
        for card in table.attached.get(planet, ()):
            if card in TEAMS and card not in tired:
                by_colour.setdefault(TEAMS[card], []).append(card)
    return by_colour


def unmet_prerequisites(table: GameTable, seat: int, card: Technology) -> Counter[str]:
    """The prerequisites of a card that own technologies do not meet, by colour."""
    if card.id in ("ws", "pws2") and _war_suns_published(table):
        return Counter()
    return missing_prerequisites(card, table.players[seat].technologies)


def _war_suns_published(table: GameTable) -> bool:
    owned = any({"ws", "pws2"} & player.technologies for player in table.players)
    return owned and table.is_in_force("schematics")


def ignorable_prerequisites(table: GameTable, seat: int, card: Technology) -> int:
    """The number of prerequisites of any colour that a player may ignore: one with Analytical, unless a card
    of another player forbids it (IM-UNIT-analytical)."""
    if table.players[seat].faction != "jolnar" or card.unit:
        return 0
    return int(silencing_rule(table, seat, abilities()["analytical"]) is None)


def can_research_card(table: GameTable, seat: int, card: Technology) -> bool:
    """True if a player can research a card now, with specialties of ready planets (IM-TECH-2)."""
    return prerequisites_short(table, seat, card) <= ignorable_prerequisites(
        table, seat, card
    ) or can_use_inheritance(table, seat)


def prerequisites_short(table: GameTable, seat: int, card: Technology) -> int:
    """The number of prerequisites of a card for which a player has neither technology nor specialty."""
    ready = specialties(table, seat)
    return sum(
        max(0, count - len(ready.get(colour, ())))
        for colour, count in unmet_prerequisites(table, seat, card).items()
    )


def can_use_inheritance(table: GameTable, seat: int) -> bool:
    """True if a player can use Inheritance Systems now (IM-TECH-is)."""
    player = table.players[seat]
    if not player.has("is") or "is" in player.exhausted:
        return False
    return largest_payment(table, seat, "resources") >= INHERITANCE and not table.has_effect("greyfire", seat)


def researchable_technologies(table: GameTable, seat: int) -> list[str]:
    """The ids of the technologies that a player can research now."""
    player = table.players[seat]
    return [
        card.id
        for card in deck_of(player.faction).values()
        if card.id not in player.technologies and can_research_card(table, seat, card)
    ]


def can_research(table: GameTable, seat: int) -> bool:
    """True if research would bring a player anything: a technology, or the tokens of the Nekro Virus."""
    if table.players[seat].faction == "nekro":
        return table.tokens_in_reinforcements(seat) > 0
    return bool(researchable_technologies(table, seat))


class ResearchChoice(ItemChoice):
    """The question which technology to research; the refusal of another one says what it lacks
    (IM-TECH-2).
    """

    __slots__ = ()

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""
        name, player = answer.removeprefix("research "), self.table.players[self.player]
        if name in self.choices or name not in technologies():
            return super().broken_rule(answer)
        card = technologies()[name]
        lacks = unmet_prerequisites(self.table, self.player, card)
        ready = specialties(self.table, self.player)
        lacks -= Counter({colour: len(names) for colour, names in ready.items()})
        denial = broken_research_rule(card, player.faction, player.technologies, lacks)
        return denial or super().broken_rule(answer)


def research(table: GameTable, seat: int, rule: str) -> Script:
    """Let a player research one technology and exhaust the planets whose specialties it needs."""
    player = table.players[seat]
    if player.faction == "nekro":
        yield from gain_tokens(table, seat, PROPAGATED, "IM-UNIT-propagation")
        return
    names = researchable_technologies(table, seat)
    if not names:
        table.announce(rule, "nothing", seat)
        return
    name = names[0]
    if len(names) > 1:
        answer: str = yield ResearchChoice(table, seat, names, kind="research", rule=rule)
        name = answer.removeprefix("research ")
    yield from _meet_prerequisites(table, seat, deck_of(player.faction)[name])
    gain_technology(table, seat, name)
    yield from open_window(table, Moment("researched", seat, card=name))


def _meet_prerequisites(table: GameTable, seat: int, card: Technology) -> Script:
    """Leave prerequisites out with Inheritance Systems, or exhaust what stands for them."""
    if not unmet_prerequisites(table, seat, card):
        return
    if can_use_inheritance(table, seat):
        needed = prerequisites_short(table, seat, card) > ignorable_prerequisites(table, seat, card)
        ways = ["is"] if needed else ["is", NONE]
        if (yield from choose(table, seat, ways, "ignore", "IM-TECH-is", subject=card.id)) == "is":
            yield from pay(table, seat, INHERITANCE, "resources", "IM-TECH-is")
            table.players[seat].exhausted |= {"is"}
            table.announce("IM-TECH-is", "ignored", seat, card=card.id)
            return
    yield from _use_specialties(table, seat, card)


def _use_specialties(table: GameTable, seat: int, card: Technology) -> Script:
    """Exhaust planets and Research Teams for the prerequisites that technologies do not meet."""
    free = ignorable_prerequisites(table, seat, card)
    for colour, count in unmet_prerequisites(table, seat, card).items():
        for _ in range(count):
            ready = specialties(table, seat).get(colour, [])
            spare = [NONE] if free and ready else []
            named = NONE
            if ready:
                named = yield from choose(
                    table, seat, [*ready, *spare], "specialty", "IM-TECH-2", subject=colour
                )
            if named == NONE:
                free -= 1
                table.announce("IM-UNIT-analytical", "ignored", seat, colour=colour)
            elif named in TEAMS:
                table.players[seat].exhausted |= {named}
                table.announce(f"IM-AGENDA-{named}", "team", seat, colour=colour)
            else:
                table.exhaust([named])
                table.announce("IM-TECH-2", "specialty", seat, planet=named, colour=colour)


def gain_technology(table: GameTable, seat: int, name: str) -> None:
    """A player gains a technology, whatever its prerequisites (IM-TECH-2)."""
    table.players[seat].technologies |= {name}
    table.announce("IM-TECH-2", "gained", seat, card=f"IM-TECH-{name}")


def copyable_technologies(table: GameTable, seat: int, other: int) -> list[str]:
    """The technologies of another player that the Nekro Virus may gain by an ability; faction technologies
    only while a token of the Valefar Assimilators is left (IM-TECH-vax)."""
    own, known = table.players[seat].technologies, deck_of(table.players[seat].faction)
    copied = [technologies()[name].unit for name in copied_technologies(table, seat)]
    names = []
    for name in sorted(table.players[other].technologies - own):
        card = technologies()[name]
        if not card.faction:
            if name in known:
                names.append(name)
        elif free_token(table, seat) and not (card.unit and card.unit in copied) and name not in UNCOPIED:
            names.append(name)
    return names


def free_token(table: GameTable, seat: int) -> str:
    """The token of the Valefar Assimilators to be placed next; "" if none is left."""
    player = table.players[seat]
    tokens = [name for name in ASSIMILATORS if player.has(name)]
    laid = len(copied_technologies(table, seat))
    return tokens[laid] if laid < len(tokens) else ""


def copied_technologies(table: GameTable, seat: int) -> frozenset[str]:
    """The technologies of other factions that a player has by tokens of the Valefar Assimilators; each is
    what the card of a token does, and no further card (IM-TECH-vax)."""
    player = table.players[seat]
    return player.technologies - deck_of(player.faction).keys()


def gain_by_ability(table: GameTable, seat: int, other: int, name: str) -> Script:
    """The Nekro Virus gains a technology of another player, a faction technology by a token
    (IM-UNIT-technological_singularity, IM-TECH-vax)."""
    if technologies()[name].faction:
        token = free_token(table, seat)
        table.players[seat].technologies |= {name}
        table.announce(f"IM-TECH-{token}", "copied", seat, card=name, enemy=SEATS[other])
    else:
        gain_technology(table, seat, name)
    return
    yield  # makes this a generator, as every script must be
