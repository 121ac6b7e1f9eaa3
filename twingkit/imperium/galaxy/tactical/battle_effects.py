"""The cards, technologies, abilities, laws and notes that players bring into a battle of a game, with their
costs (IM-SPACE-15, IM-TIME-5)."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.volley import Thrown
from twingkit.imperium.box.effects import all_effects
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.economy.paying import pay, wealth
from twingkit.imperium.galaxy.table.abilities import Moment, cancel_window, silent_hand, window
from twingkit.imperium.galaxy.table.drawing import choose, discard
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import deck_of, technologies
from twingkit.imperium.galaxy.trade.notes import go_home, owner_of
from twingkit.imperium.notation.assimilated import Assimilated
from twingkit.imperium.notation.side import Use

ROUNDS = 6
"""The rounds of a battle for which a card of a certain round is offered; longer battles are very rare."""

OF_A_ROUND = ("mb", "s_retreat", "intercept", "md")
"""Effects that are used in a round of the player's choice, though a line of a battle names one."""

ELSEWHERE = frozenset(
    {
        "foresight", "nf", "x89", "so", "md_omega", "gls", "hacan_flagship", "experimental", "bunker",
        "disable", "parley", "salvage", "infiltrate", "reparations", "minister_peace", "shard_of_the_throne",
        "ds",
    }
)  # fmt: skip
"""The effects of battle lines that a game carries out itself, before, after or outside the battle, or that
work in some places only (`effects_of_place`)."""

GOODS: Mapping[str, int] = {"munitions": 2}
"""The trade goods that an ability costs each time."""

INFLUENCE: Mapping[str, int] = {"indoctrination": 2}
"""The influence that an ability costs each time."""

FUNDING = 2
"""The trade goods that War Funding takes from the Barony of Letnev."""

BOUGHT = ("munitions", "devotion", "indoctrination")
"""The abilities that a line names only if they are used: in a game their faction always has them."""

NUDGED = ("combat", "barrage", "again")
"""The dice to which the flagship of Hacan may add."""


def effects_of_place(table: GameTable, seat: int, system: int, *, defends: bool = False) -> tuple[str, ...]:
    """The effects that a system has on a player in a space combat there: the nebula of who defends, the
    Dimensional Splicer at wormholes (IM-TECH-ds)."""
    names = []
    if defends and table.galaxy.systems[system].tile.anomaly == "nebula":
        names.append("nebula")
    if table.players[seat].has("ds") and table.wormholes_in(system):
        names.append("ds")
    return tuple(names)


def battle_uses(
    table: GameTable,
    seat: int,
    kind: str,
    extra: tuple[str, ...] = (),
    planet: str = "",
    *,
    cards: bool = True,
) -> tuple[Use, ...]:
    """The effects that a player brings into a battle: ready technologies, abilities, laws, the place’s own;
    with `cards` also the cards and notes of the hand."""
    player, listed = table.players[seat], all_effects()
    muted = table.lasts("greyfire", seat)
    names = list(dict.fromkeys([*extra, *(player.technologies - player.exhausted)]))
    names += [law.card for law in table.laws if law.elected in ("", SEATS[seat])]
    names += [name for name in BOUGHT if listed[name].owner == player.faction]
    names = [name for name in names if name in listed and name not in ELSEWHERE - {*extra}]
    if planet and planets()[planet].trait != "cultural":
        names = [name for name in names if name != "conventions"]
    if muted:
        names = [name for name in names if not listed[name].owner]
    fits = ("both", kind)
    uses = [use for name in names if listed[name].phase in fits for use in _rounds(name, 1)]
    for card in dict.fromkeys(player.action_cards) if cards else ():
        effect = listed.get(card)
        if effect is not None and effect.phase in fits and card not in ELSEWHERE:
            uses += _rounds(card, player.action_cards.count(card))
    if cards and kind == "space" and _note(table, seat, "war_funding"):
        uses += [Use("war_funding", number) for number in range(1, ROUNDS + 1)]
    if any(table.lasts("greyfire", other) for other in table.others(seat)):
        uses.append(Use("greyfire"))
    return tuple(uses)


def _rounds(name: str, copies: int) -> list[Use]:
    """An effect for each round in which it can be used, or for any."""
    if name in OF_A_ROUND:
        return [Use(name, number) for number in range(1, ROUNDS + 1)]
    effect = all_effects()[name]
    return [Use(name, copies=copies if effect.once and not effect.first else 1)]


def copied_units(table: GameTable, seat: int) -> tuple[Assimilated, ...]:
    """The unit upgrades of other factions that the Nekro Virus has copied (IM-TECH-vax)."""
    player = table.players[seat]
    deck = deck_of(player.faction)
    cards = [technologies()[name] for name in sorted(player.technologies) if name not in deck]
    upgrades = [card for card in cards if card.unit]
    return tuple(
        Assimilated(token, card.faction, card.unit) for token, card in zip(("x", "y"), upgrades, strict=False)
    )


def _note(table: GameTable, seat: int, card: str) -> str:
    """A note of another player in the hand; "" if there is none."""
    notes = table.players[seat].notes
    others_notes = (name for name in notes if name.startswith(f"{card}:") and owner_of(name) != seat)
    return next(others_notes, "")


def can_be_used(table: GameTable, seat: int, use: Use) -> bool:
    """True if a player still has what a battle asks for, may play it and can pay for it."""
    player, effect = table.players[seat], use.effect
    if effect.source == "action":
        return use.id in player.action_cards and not silent_hand(table, seat)
    if use.id == "war_funding":
        return bool(_note(table, seat, "war_funding"))
    if use.id in technologies() and technologies()[use.id].exhausts and use.id in player.exhausted:
        return False
    if player.goods < GOODS.get(use.id, 0):
        return False
    return wealth(table, seat, "influence") >= INFLUENCE.get(use.id, 0)


def used(table: GameTable, seat: int, use: Use) -> Script[bool]:
    """An effect is used: a card is discarded unless somebody cancels it, its cost is paid. False if it was
    cancelled (IM-TIME-5)."""
    player = table.players[seat]
    if use.effect.source == "action":
        discard(table, seat, use.id)
        table.tell("IM-TIME-5", "used", seat, card=use.id)
        return not (yield from cancel_window(table, seat, use.id))
    if use.id == "war_funding":
        note = _note(table, seat, "war_funding")
        owner = table.players[owner_of(note)]
        lost = min(FUNDING, owner.goods)
        owner.goods -= lost
        table.tell("IM-TRADE-war_funding", "paid", owner.seat, n=lost)
        go_home(table, seat, note)
    if use.id in technologies() and technologies()[use.id].exhausts:
        player.exhausted |= {use.id}
    if cost := GOODS.get(use.id, 0):
        player.goods -= cost
        table.tell(use.effect.rule, "spent", seat, n=cost)
    if cost := INFLUENCE.get(use.id, 0):
        yield from pay(table, seat, cost, "influence", use.effect.rule)
    return True


def nudged(table: GameTable, seat: int, asked: Throw, thrown: Thrown) -> Script[Thrown]:
    """Dice after the flagship of Hacan: each good that is spent adds 1 to a die that misses by one
    (IM-UNIT-hacan_flagship)."""
    player = table.players[seat]
    there = player.faction == "hacan" and any(group.unit == "hacan_flagship" for group in asked.volley.dice)
    if not there or asked.step not in NUDGED or not player.goods:
        return thrown
    needed = [group.hits for group in asked.volley.dice for _ in range(group.count)]
    close = [place for place, face in enumerate(thrown.faces) if face == needed[place] - 1]
    if not close:
        return thrown
    counts = [str(count) for count in range(min(len(close), player.goods) + 1)]
    rule = "IM-UNIT-hacan_flagship"
    count = int((yield from choose(table, seat, counts, "nudge", rule, subject=len(close))))
    if not count:
        return thrown
    player.goods -= count
    table.tell(rule, "spent", seat, n=count)
    faces = list(thrown.faces)
    for place in close[:count]:
        faces[place] += 1
    return asked.volley.thrown(faces)


def aimed(table: GameTable, seat: int) -> Script[tuple[str, ...]]:
    """Ask who fires Space Cannon whether the Graviton Laser System is exhausted for it; the effects that this
    adds (IM-TECH-gls)."""
    player = table.players[seat]
    if not player.has("gls") or "gls" in player.exhausted:
        return ()
    if (yield from choose(table, seat, ["yes", "no"], "aim", "IM-TECH-gls")) == "no":
        return ()
    player.exhausted |= {"gls"}
    table.tell("IM-TIME-5", "used", seat, card="gls")
    return ("gls",)


def invaded(table: GameTable, inner: BattleTable, seats: tuple[int, int]) -> None:
    """Mark in a battle on a planet the cards that were played at the start of the invasion."""
    for index, card in enumerate(("disable", "bunker")):
        if table.lasts(card, seats[index]):
            inner.forces[index] = inner.forces[index].using(card)


def ground_starts(table: GameTable, inner: BattleTable, seats: tuple[int, int], planet: str) -> Script:
    """The window at the start of a ground combat, and what was played in it (IM-TRADE-tekklar)."""
    system = table.system_of(planet)
    yield from window(table, Moment("ground.start", seats[0], system, planet, number=seats[1]))
    battle = inner.fight.battle
    for index, seat in enumerate(seats):
        if table.lasts("tekklar", seat):
            own = (battle.attacker, battle.defender)[index]
            battle = battle.with_side(index, effects=(*own.effects, Use("tekklar")))
    table.end("combat")
    if battle is not inner.fight.battle:
        inner.fight = Fight.of(battle)
