"""The cards, technologies, abilities, laws and notes that players bring into a battle of a game, with their
costs (IM-SPACE-15, IM-TIME-5)."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.assimilated import Assimilated
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.dice.volley import RollResult
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import all_effects
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.economy.paying import largest_payment, pay
from twingkit.imperium.galaxy.table.abilities import Moment, cancel_window, is_hand_silenced, open_window
from twingkit.imperium.galaxy.table.drawing import choose, discard
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import deck_of, technologies
from twingkit.imperium.galaxy.trade.notes import owner_of, return_note

ROUNDS = 6
"""The rounds of a battle for which a card of a certain round is offered; longer battles are very rare."""

ONCE_PER_ROUND = ("mb", "s_retreat", "intercept", "md")
"""Effects that are used in a round of the player's choice, though a line of a battle names one."""

NOT_IN_BATTLE = frozenset(
    {
        "foresight", "nf", "x89", "so", "md_omega", "gls", "hacan_flagship", "experimental", "bunker",
        "disable", "parley", "salvage", "infiltrate", "reparations", "minister_peace", "shard_of_the_throne",
        "ds",
    }
)  # fmt: skip
"""The effects of battle lines that a game carries out itself, before, after or outside the battle, or that
work in some places only (`system_effects`)."""

GOODS: Mapping[str, int] = {"munitions": 2}
"""The trade goods that an ability costs each time."""

INFLUENCE: Mapping[str, int] = {"indoctrination": 2}
"""The influence that an ability costs each time."""

FUNDING = 2
"""The trade goods that War Funding takes from the Barony of Letnev."""

PAID_EFFECTS = ("munitions", "devotion", "indoctrination")
"""The abilities that a line names only if they are used: in a game their faction always has them."""

RAISABLE_DICE = ("combat", "barrage", "again")
"""The dice to which the flagship of Hacan may add."""


def system_effects(table: GameTable, seat: int, system: int, *, defends: bool = False) -> tuple[str, ...]:
    """The effects of a system on a player in a space combat there: the nebula for the defender, the
    Dimensional Splicer at wormholes (IM-TECH-ds).
    """
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
) -> tuple[EffectUse, ...]:
    """The effects that a player brings into a battle: ready technologies, abilities, laws, the place’s own;
    with `cards` also the cards and notes of the hand."""
    player, listed = table.players[seat], all_effects()
    muted = table.has_effect("greyfire", seat)
    names = list(dict.fromkeys([*extra, *(player.technologies - player.exhausted)]))
    names += [law.card for law in table.laws if law.elected in ("", SEATS[seat])]
    names += [name for name in PAID_EFFECTS if listed[name].owner == player.faction]
    names = [name for name in names if name in listed and name not in NOT_IN_BATTLE - {*extra}]
    if planet and planets()[planet].trait != "cultural":
        names = [name for name in names if name != "conventions"]
    if muted:
        names = [name for name in names if not listed[name].owner]
    fits = ("both", kind)
    uses = [use for name in names if listed[name].phase in fits for use in _rounds(name, 1)]
    for card in dict.fromkeys(player.action_cards) if cards else ():
        effect = listed.get(card)
        if effect is not None and effect.phase in fits and card not in NOT_IN_BATTLE:
            uses += _rounds(card, player.action_cards.count(card))
    if cards and kind == "space" and _note(table, seat, "war_funding"):
        uses += [EffectUse("war_funding", number) for number in range(1, ROUNDS + 1)]
    if any(table.has_effect("greyfire", other) for other in table.other_seats(seat)):
        uses.append(EffectUse("greyfire"))
    return tuple(uses)


def _rounds(name: str, copies: int) -> list[EffectUse]:
    """An effect for each round in which it can be used, or for any."""
    if name in ONCE_PER_ROUND:
        return [EffectUse(name, number) for number in range(1, ROUNDS + 1)]
    effect = all_effects()[name]
    return [EffectUse(name, copies=copies if effect.once and not effect.first else 1)]


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
    """Another player's note in the hand; "" if there is none."""
    notes = table.players[seat].notes
    others_notes = (name for name in notes if name.startswith(f"{card}:") and owner_of(name) != seat)
    return next(others_notes, "")


def can_use_effect(table: GameTable, seat: int, use: EffectUse) -> bool:
    """True if a player still has what a battle asks about, may play it and can pay for it."""
    player, effect = table.players[seat], use.effect
    if effect.source == "action":
        return use.id in player.action_cards and not is_hand_silenced(table, seat)
    if use.id == "war_funding":
        return bool(_note(table, seat, "war_funding"))
    if use.id in technologies() and technologies()[use.id].exhausts and use.id in player.exhausted:
        return False
    if player.goods < GOODS.get(use.id, 0):
        return False
    return largest_payment(table, seat, "influence") >= INFLUENCE.get(use.id, 0)


def use_effect(table: GameTable, seat: int, use: EffectUse) -> Script[bool]:
    """An effect is used: a card is discarded unless somebody cancels it, its cost is paid. False if it was
    cancelled (IM-TIME-5)."""
    player = table.players[seat]
    if use.effect.source == "action":
        discard(table, seat, use.id)
        table.announce("IM-TIME-5", "used", seat, card=use.id)
        return not (yield from cancel_window(table, seat, use.id))
    if use.id == "war_funding":
        note = _note(table, seat, "war_funding")
        owner = table.players[owner_of(note)]
        lost = min(FUNDING, owner.goods)
        owner.goods -= lost
        table.announce("IM-TRADE-war_funding", "paid", owner.seat, n=lost)
        return_note(table, seat, note)
    if use.id in technologies() and technologies()[use.id].exhausts:
        player.exhausted |= {use.id}
    if cost := GOODS.get(use.id, 0):
        player.goods -= cost
        table.announce(use.effect.rule, "spent", seat, n=cost)
    if cost := INFLUENCE.get(use.id, 0):
        yield from pay(table, seat, cost, "influence", use.effect.rule)
    return True


def raise_dice(table: GameTable, seat: int, asked: Throw, thrown: RollResult) -> Script[RollResult]:
    """Dice after the flagship of Hacan: each good that is spent adds 1 to a die that misses by one
    (IM-UNIT-hacan_flagship)."""
    player = table.players[seat]
    there = player.faction == "hacan" and any(group.unit == "hacan_flagship" for group in asked.volley.dice)
    if not there or asked.step not in RAISABLE_DICE or not player.goods:
        return thrown
    needed = [group.hits_on for group in asked.volley.dice for _ in range(group.count)]
    close = [place for place, face in enumerate(thrown.faces) if face == needed[place] - 1]
    if not close:
        return thrown
    counts = [str(count) for count in range(min(len(close), player.goods) + 1)]
    rule = "IM-UNIT-hacan_flagship"
    count = int((yield from choose(table, seat, counts, "nudge", rule, subject=len(close))))
    if not count:
        return thrown
    player.goods -= count
    table.announce(rule, "spent", seat, n=count)
    faces = list(thrown.faces)
    for place in close[:count]:
        faces[place] += 1
    return asked.volley.result_of(faces)


def choose_graviton_laser(table: GameTable, seat: int) -> Script[tuple[str, ...]]:
    """Ask a player who fires Space Cannon whether to exhaust the Graviton Laser System; return the effects
    this adds (IM-TECH-gls).
    """
    player = table.players[seat]
    if not player.has("gls") or "gls" in player.exhausted:
        return ()
    if (yield from choose(table, seat, ["yes", "no"], "aim", "IM-TECH-gls")) == "no":
        return ()
    player.exhausted |= {"gls"}
    table.announce("IM-TIME-5", "used", seat, card="gls")
    return ("gls",)


def mark_invasion_cards(table: GameTable, inner: BattleTable, seats: tuple[int, int]) -> None:
    """Mark in a battle on a planet the cards that were played at the start of the invasion."""
    for index, card in enumerate(("disable", "bunker")):
        if table.has_effect(card, seats[index]):
            inner.forces[index] = inner.forces[index].with_used(card)


def start_ground_combat(table: GameTable, inner: BattleTable, seats: tuple[int, int], planet: str) -> Script:
    """Open the window at the start of a ground combat and apply what was played in it (IM-TRADE-tekklar)."""
    system = table.system_of(planet)
    yield from open_window(table, Moment("ground.start", seats[0], system, planet, number=seats[1]))
    battle = inner.fight.battle
    for index, seat in enumerate(seats):
        if table.has_effect("tekklar", seat):
            own = (battle.attacker, battle.defender)[index]
            battle = battle.with_side(index, effects=(*own.effects, EffectUse("tekklar")))
    table.end_effects("combat")
    if battle is not inner.fight.battle:
        inner.fight = Fight.from_battle(battle)
