"""Research at the table: the technologies that a player can research, and the planets to exhaust for it
(IM-TECH-2, IM-TECH-3)."""

from __future__ import annotations

from collections import Counter

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.table import abilities, acts
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.command_tokens import gain_command_tokens
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.technology import cards

_RESEARCH_TEAM_COLOURS = {
    "rt_biotic": "green",
    "rt_cybernetic": "yellow",
    "rt_propulsion": "blue",
    "rt_warfare": "red",
}

_INHERITANCE_COST = 2
"""The resources that Inheritance Systems costs to ignore all prerequisites."""

ASSIMILATOR_TOKENS = ("vax", "vay")
"""The two Valefar Assimilator tokens of the Nekro Virus."""

_UNCOPYABLE_TECHNOLOGIES = (*ASSIMILATOR_TOKENS, "ffac2")
"""The technologies that cannot be copied: the tokens' own cards, and floating docks."""

_PROPAGATION_TOKENS = 3
"""The command tokens that the Nekro Virus gains instead of researching."""


def prerequisite_substitutes_by_colour(table: GameTable, seat: int) -> dict[str, list[str]]:
    """Return, for each technology colour, the ready planets with a specialty and the Research Teams that can
    replace a prerequisite.
    """
    by_colour: dict[str, list[str]] = {}
    for planet in table.ready_planets(seat):
        if colour := planets_by_id()[planet].specialty:
            by_colour.setdefault(colour, []).append(planet)
    tired = {card for player in table.players for card in player.exhausted_cards}
    for planet in table.controlled_planets(seat):
        for card in table.attachments.get(planet, ()):
            if card in _RESEARCH_TEAM_COLOURS and card not in tired:
                by_colour.setdefault(_RESEARCH_TEAM_COLOURS[card], []).append(card)
    return by_colour


def unmet_prerequisites(table: GameTable, seat: int, card: cards.Technology) -> Counter[str]:
    """Return the prerequisites of a card that the player's technologies do not meet, by colour, before any
    are replaced by specialties.
    """
    if card.id in ("ws", "pws2") and _war_suns_published(table):
        return Counter()
    return cards.missing_prerequisites(card, table.players[seat].technologies)


def _war_suns_published(table: GameTable) -> bool:
    owned = any({"ws", "pws2"} & player.technologies for player in table.players)
    return owned and table.is_law_in_force("schematics")


def _ignorable_prerequisite_count(table: GameTable, seat: int, card: cards.Technology) -> int:
    """Return the number of prerequisites that a player may ignore: one with Analytical, unless a card forbids
    it (IM-UNIT-analytical), else none.
    """
    if table.players[seat].faction != "jolnar" or card.unit_class:
        return 0
    return int(
        abilities.rule_silencing_ability(table, seat, abilities.abilities_by_id()["analytical"]) is None
    )


def can_research_card(table: GameTable, seat: int, card: cards.Technology) -> bool:
    """Return whether a player can research a card now, including specialties of ready planets (IM-TECH-2)."""
    return _uncovered_prerequisite_count(table, seat, card) <= _ignorable_prerequisite_count(
        table, seat, card
    ) or _can_use_inheritance(table, seat)


def _uncovered_prerequisite_count(table: GameTable, seat: int, card: cards.Technology) -> int:
    """Return the number of prerequisites that neither technologies nor specialties of the player cover."""
    unmet = unmet_prerequisites(table, seat, card)
    ready = prerequisite_substitutes_by_colour(table, seat) if unmet else {}
    return sum(max(0, count - len(ready.get(colour, ()))) for colour, count in unmet.items())


def _can_use_inheritance(table: GameTable, seat: int) -> bool:
    """Return whether a player can use Inheritance Systems now (IM-TECH-is)."""
    player = table.players[seat]
    if not player.has_technology("is") or "is" in player.exhausted_cards:
        return False
    return max_payment(table, seat, "resources") >= _INHERITANCE_COST and not table.has_effect(
        "greyfire", seat
    )


def researchable_technologies(table: GameTable, seat: int) -> list[str]:
    """Return the ids of the technologies that a player can research now."""
    player = table.players[seat]
    return [
        card.id
        for card in cards.ownable_technologies(player.faction).values()
        if card.id not in player.technologies and can_research_card(table, seat, card)
    ]


def can_gain_from_research(table: GameTable, seat: int) -> bool:
    """Return whether research would give a player anything: a technology or, for the Nekro Virus, command
    tokens.
    """
    if table.players[seat].faction == "nekro":
        return table.tokens_in_reinforcements(seat) > 0
    return bool(researchable_technologies(table, seat))


class ResearchChoice(ItemChoice):
    """The question of which technology to research; a refusal says which prerequisites are missing
    (IM-TECH-2).
    """

    __slots__ = ()

    def rule_against_item(self, item: str) -> BrokenRule:
        """Return the rule that forbids a technology that cannot be researched."""
        if item not in cards.technologies_by_id():
            return super().rule_against_item(item)
        card, player = cards.technologies_by_id()[item], self.table.players[self.player]
        lacks = unmet_prerequisites(self.table, self.player, card)
        ready = prerequisite_substitutes_by_colour(self.table, self.player)
        lacks -= Counter({colour: len(names) for colour, names in ready.items()})
        denial = cards.broken_research_rule(card, player.faction, player.technologies, lacks)
        return denial or super().rule_against_item(item)


def research_technology(table: GameTable, seat: int, rule: str) -> Script:
    """Let a player research one technology and exhaust the planets whose specialties it needs."""
    player = table.players[seat]
    if player.faction == "nekro":
        yield from gain_command_tokens(table, seat, _PROPAGATION_TOKENS, "IM-UNIT-propagation")
        return
    names = researchable_technologies(table, seat)
    if not names:
        table.announce(rule, "nothing", seat)
        return
    name = names[0]
    if len(names) > 1:
        answer: acts.Choose = yield ResearchChoice(table, seat, names, kind="research", rule=rule)
        name = answer.item
    yield from _meet_prerequisites(table, seat, cards.ownable_technologies(player.faction)[name])
    gain_technology(table, seat, name)
    yield from abilities.open_ability_window(table, abilities.Moment("researched", seat, card=name))


def _meet_prerequisites(table: GameTable, seat: int, card: cards.Technology) -> Script:
    """Ignore prerequisites with Inheritance Systems, or exhaust specialties for them."""
    if not unmet_prerequisites(table, seat, card):
        return
    if _can_use_inheritance(table, seat):
        needed = _uncovered_prerequisite_count(table, seat, card) > _ignorable_prerequisite_count(
            table, seat, card
        )
        ways = ["is"] if needed else ["is", NO_TARGET_WORD]
        if (yield from ask_to_choose(table, seat, ways, "ignore", "IM-TECH-is", subject=card.id)) == "is":
            yield from pay_cost(table, seat, _INHERITANCE_COST, "resources", "IM-TECH-is")
            table.players[seat].exhausted_cards |= {"is"}
            table.announce("IM-TECH-is", "ignored", seat, card=card.id)
            return
    yield from _use_specialties(table, seat, card)


def _use_specialties(table: GameTable, seat: int, card: cards.Technology) -> Script:
    """Exhaust planets and Research Teams for the prerequisites that technologies do not meet."""
    free = _ignorable_prerequisite_count(table, seat, card)
    for colour, count in unmet_prerequisites(table, seat, card).items():
        for _ in range(count):
            ready = prerequisite_substitutes_by_colour(table, seat).get(colour, [])
            spare = [NO_TARGET_WORD] if free and ready else []
            named = NO_TARGET_WORD
            if ready:
                named = yield from ask_to_choose(
                    table, seat, [*ready, *spare], "specialty", "IM-TECH-2", subject=colour
                )
            if named == NO_TARGET_WORD:
                free -= 1
                table.announce("IM-UNIT-analytical", "ignored", seat, colour=colour)
            elif named in _RESEARCH_TEAM_COLOURS:
                table.players[seat].exhausted_cards |= {named}
                table.announce(f"IM-AGENDA-{named}", "team", seat, colour=colour)
            else:
                table.exhaust_planets([named])
                table.announce("IM-TECH-2", "specialty", seat, planet=named, colour=colour)


def gain_technology(table: GameTable, seat: int, technology_id: str) -> None:
    """Give a player a technology, regardless of prerequisites (IM-TECH-2)."""
    _add_technology(table, seat, technology_id)
    table.announce("IM-TECH-2", "gained", seat, card=f"IM-TECH-{technology_id}")


def _add_technology(table: GameTable, seat: int, name: str) -> None:
    """Put a technology in front of a player, and note it in the statistics log."""
    table.players[seat].technologies |= {name}
    table.add_stats_entry("technology", table.round, seat, name)


def copyable_technologies(table: GameTable, seat: int, other_seat: int) -> list[str]:
    """Return another player's technologies that the Nekro Virus can gain by an ability.

    Faction technologies need a free Valefar Assimilator token (IM-TECH-vax).
    """
    own, known = table.players[seat].technologies, cards.ownable_technologies(table.players[seat].faction)
    copied = [cards.technologies_by_id()[name].unit_class for name in copied_technologies(table, seat)]
    names = []
    for name in sorted(table.players[other_seat].technologies - own):
        card = cards.technologies_by_id()[name]
        if not card.faction:
            if name in known:
                names.append(name)
        elif (
            free_assimilator_token(table, seat)
            and not (card.unit_class and card.unit_class in copied)
            and name not in _UNCOPYABLE_TECHNOLOGIES
        ):
            names.append(name)
    return names


def free_assimilator_token(table: GameTable, seat: int) -> str:
    """Return the next Valefar Assimilator token to place; "" if none is left."""
    player = table.players[seat]
    tokens = [name for name in ASSIMILATOR_TOKENS if player.has_technology(name)]
    laid = len(copied_technologies(table, seat))
    return tokens[laid] if laid < len(tokens) else ""


def copied_technologies(table: GameTable, seat: int) -> frozenset[str]:
    """Return the technologies of other factions that a player has copied with Valefar Assimilator tokens.

    Each is the text of a token's card, not a further card (IM-TECH-vax).
    """
    player = table.players[seat]
    return player.technologies - cards.ownable_technologies(player.faction).keys()


def copy_technology_as_nekro(table: GameTable, seat: int, other_seat: int, technology_id: str) -> None:
    """Let the Nekro Virus gain another player's technology; for a faction technology it places an assimilator
    token (IM-UNIT-technological_singularity, IM-TECH-vax).
    """
    if cards.technologies_by_id()[technology_id].faction:
        token = free_assimilator_token(table, seat)
        _add_technology(table, seat, technology_id)
        table.announce(f"IM-TECH-{token}", "copied", seat, card=technology_id, enemy=SEATS[other_seat])
    else:
        gain_technology(table, seat, technology_id)
