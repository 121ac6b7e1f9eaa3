"""Where to look for a rule of Twilight Imperium: positions prepared for it, and words of answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.map.adjacency import adjacency_lists
from twingkit.imperium.galaxy.map.boards import preset_board
from twingkit.imperium.galaxy.technology.cards import factions_by_id, technologies_by_id

GO = ("activate", "18", "land")
"""The words that lead to a fight for the middle of the map."""

CARDS = {"action p1": ("1 5", "2 6", "3 7"), "status": ("1! 5!", "2! 6!", "3! 7!")}
PHASES = ("action p1", "agenda", "status", "strategy")
OTHERS = ("hacan", "sol", "xxcha", "letnev")


@cache
def _beside_mecatol() -> tuple[str, str]:
    """Return two tiles with planets beside Mecatol Rex on the first map of three."""
    galaxy = preset_board(3).galaxy
    near = [galaxy.systems[index].tile.number for index in adjacency_lists(galaxy)[galaxy.system("18").index]]
    first, second = [number for number in near if tiles_by_number()[number].planets][:2]
    return first, second


def rich(
    own: str, other: str = "", phase: str = "action p1", *, p1: str = "", p2: str = "", more: str = ""
) -> str:
    """Return a position of three players in the middle of a game: fleets side by side, planets, goods; `p1`
    and `p2` are further words for these players."""
    chosen = [name for name in (own, other) if name]
    chosen += [name for name in OTHERS if name not in chosen][: 3 - len(chosen)]
    cards = [f"cards {held} " for held in CARDS[phase]] if phase in CARDS else ["", "", ""]
    first, second = _beside_mecatol()
    ours, theirs = tiles_by_number()[first].planets[0].id, tiles_by_number()[second].planets[0].id
    parts = [
        f"galaxy: {' '.join(chosen)}",
        "round 3",
        phase,
        "custodians gone",
        f"p1 goods 6 {cards[0]}{p1}",
        f"p2 goods 4 {cards[1]}{p2}",
        f"p3 goods 3 {cards[2]}",
        f"at {first} p1 1 carrier 1 dreadnought 3 infantry",
        f"at {ours} p1 2 infantry 1 pds",
        f"at {second} p2 2 destroyer 1 carrier 2 fighter 2 infantry",
        f"at {theirs} p2 1 infantry",
        "at mr p2 1 infantry",
    ]
    return ", ".join(part.strip() for part in [*parts, *([more] if more else [])])


def aims(rule: str) -> tuple[list[str], Sequence[str]]:
    """Return the positions in which to look for a rule, and the words of answers that lead to it."""
    _, kind, name = rule.split("-", 2)
    if kind == "ACT":
        lines = [rich("sol", phase=phase, p1=f"hand {name}") for phase in PHASES]
        return [*lines, rich("sol", p2=f"hand {name}")], (name, *GO)
    if kind == "TECH" and name in technologies_by_id():
        return _technology(name), (name, *GO)
    if kind == "UNIT":
        return _ability(rule, name)
    if kind == "TRADE":
        return _note(rule, name)
    if kind == "AGENDA" and name in agendas_by_id():
        return _agenda(name), (name, "for", "p1", *GO)
    if kind in ("OBJ", "STATUS", "END"):
        return [rich("sol", phase="status")], (name, "score")
    return [rich("sol", phase=phase) for phase in PHASES], GO


def _technology(name: str) -> list[str]:
    card = technologies_by_id()[name]
    faction = card.faction or ("hacan" if card.unit_class else "sol")
    other = "hacan" if faction != "hacan" else "xxcha"
    known = " ".join(sorted({name, *(factions_by_id()[faction].starting_technologies or ())}))
    lines = [rich(faction, phase=phase, p1=f"tech {known}") for phase in PHASES]
    return [*lines, rich(other, faction, p2=f"tech {known}")]


def _ability(rule: str, name: str) -> tuple[list[str], Sequence[str]]:
    rows = [row for row in box_csv_rows("abilities.csv") if row["rule"] == rule]
    effect = next((effect for effect in effects_by_id().values() if effect.rule == rule), None)
    faction = rows[0]["owner"] if rows else effect.owner if effect else name.partition("_")[0]
    if faction not in factions_by_id():
        return [], ()
    lines = [rich(faction, phase=phase) for phase in PHASES]
    lines.append(rich("hacan" if faction != "hacan" else "xxcha", faction))
    if "flagship" in name:
        lines = [line.replace("1 carrier 1 dreadnought", "1 flagship 1 carrier") for line in lines]
    return lines, (name, rows[0]["id"] if rows else name, *GO)


def _note(rule: str, name: str) -> tuple[list[str], Sequence[str]]:
    rows = [row for row in box_csv_rows("promissory_notes.csv") if row["rule"] == rule]
    if not rows:
        return [], ()
    owner = "sol" if rows[0]["owner"] == "any" else rows[0]["owner"]
    holder = "hacan" if owner != "hacan" else "xxcha"
    lines = [
        rich(holder, owner, phase, p1=f"notes {name}:p2", p2="notes none")
        for phase in ("action p1", "agenda", "strategy")
    ]
    lines.append(rich(holder, owner, p1=f"laid {name}:p2", p2="notes none"))
    lines.append(rich(owner, holder, p2=f"notes {name}:p1", p1="notes none"))
    return lines, (name, *GO)


def _agenda(name: str) -> list[str]:
    lines = [rich("sol", phase="agenda", more="law conscription"), rich("sol", phase="agenda")]
    if agendas_by_id()[name].kind == "law":
        for elected in (
            "",
            ":p1",
            ":zohbat",
            ":wellon",
            ":lodor",
            ":p2",
        ):  # some are not valid positions
            lines += [rich("sol", phase=phase, more=f"law {name}{elected}") for phase in CARDS]
    return lines


# -- battles

_ATTACK = "2 dreadnought 1 carrier 2 destroyer 2 fighter 3 infantry"
_DEFEND = "1 dreadnought 2 cruiser 3 fighter 2 infantry 1 pds"
_SMALL = (
    ("1 cruiser 2 infantry", "2 destroyer 1 infantry 1 pds"),
    ("1 warsun 3 infantry", "2 infantry 2 pds"),
)

PLAIN = (
    "space: 9 cruiser vs 3 warsun",
    "space: 1 cruiser vs 2 mech",
    "ground: 1 mech 2 infantry vs 1 mech",
    "invasion: 2 cruiser 1 carrier 3 infantry vs 1 destroyer 2 infantry 1 pds",
    "ground: 1 cruiser 2 infantry vs 1 infantry 3 pds",
    "space: 2 dreadnought! vs 2 cruiser",
)
"""Battles without effects whose notes and rulings are needed."""


def battle_lines() -> list[str]:
    """Return battles with every effect, on both sides, in space and on the ground."""
    lines = list(PLAIN)
    for name, effect in effects_by_id().items():
        owner = effect.owner
        note = effect.source == "promissory"
        special = effect.is_automatic and effect.source == "unit"
        own = f" @ {owner}" if special else f" @ {'' if note or not owner else owner + ','}{name}"
        foe = f" @ {owner}" if note and owner else ""
        attack, defend = _ATTACK, _DEFEND
        if "flagship" in name:
            attack = attack.replace("1 carrier", "1 flagship 1 carrier")
            defend = defend.replace("2 cruiser", "1 flagship")
        if name in ("warsun", "schematics"):
            attack = attack.replace("2 dreadnought", "2 warsun")
        if name in ("exo2", "dreadnought2"):
            attack = attack.replace("2 dreadnought", "2 dreadnought+")
        if name == "infantry2":
            attack = attack.replace("3 infantry", "3 infantry+")
        for kind in ("space", "ground"):
            for left, right in ((attack, defend), *_SMALL):
                lines.append(f"{kind}: {left}{own} vs {right}{foe}")
                lines.append(f"{kind}: {left}{foe} vs {right}{own}")
    return list(dict.fromkeys(lines))
