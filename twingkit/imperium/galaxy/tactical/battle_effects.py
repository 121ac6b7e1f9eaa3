"""The cards, technologies, abilities, laws and notes that players bring into a battle of a game, with their
costs (IM-SPACE-15, IM-TIME-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.assimilated import AssimilatedUpgrade
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.dice.volley import VolleyResult
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.table.abilities import ask_to_cancel, is_silenced_by_plating
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose, discard_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import ownable_technologies, technologies_by_id
from twingkit.imperium.galaxy.trade.offers import note_owner
from twingkit.imperium.galaxy.trade.promissory_notes import return_note

_MAX_OFFERED_ROUNDS = 6
"""The number of battle rounds for which a card tied to a round is offered; longer battles are very rare."""

_EFFECTS_WITH_CHOSEN_ROUND = ("mb", "s_retreat", "intercept", "md")
"""The effects whose round the player chooses in a game, although battle notation names one."""

_EFFECTS_OUTSIDE_BATTLE = frozenset(
    {
        "foresight", "nf", "x89", "so", "md_omega", "gls", "hacan_flagship", "experimental", "bunker",
        "disable", "parley", "salvage", "infiltrate", "reparations", "minister_peace", "shard_of_the_throne",
        "ds",
    }
)  # fmt: skip
"""The effects of battle notation that a game carries out itself, outside the battle or only in some systems
(`system_effects`)."""

_GOODS_COST_BY_EFFECT: Mapping[str, int] = {"munitions": 2}
"""The trade goods that each use of an ability costs."""

_INFLUENCE_COST_BY_EFFECT: Mapping[str, int] = {"indoctrination": 2}
"""The influence that each use of an ability costs."""

_WAR_FUNDING_COST = 2
"""The trade goods that War Funding takes from the Barony of Letnev."""

_OPTIONAL_FACTION_ABILITIES = ("munitions", "devotion", "indoctrination")
"""The abilities that battle notation names only if they are used; in a game their faction always has them."""

_RAISABLE_ROLL_KINDS = ("combat", "barrage", "again")
"""The kinds of rolls that the Hacan flagship can improve."""


def system_effects(table: GameTable, seat: int, system: int, *, defends: bool = False) -> tuple[str, ...]:
    """Return the effects of a system on a player in a space combat there: a nebula for the defender,
    Dimensional Splicer at wormholes (IM-TECH-ds)."""
    names = []
    if defends and table.galaxy.systems[system].tile.anomaly == "nebula":
        names.append("nebula")
    if table.players[seat].has_technology("ds") and table.wormholes_in(system):
        names.append("ds")
    return tuple(names)


def usable_battle_effects(
    table: GameTable,
    seat: int,
    kind: str,
    extra_effect_ids: tuple[str, ...] = (),
    planet: str = "",
    *,
    includes_cards: bool = True,
) -> tuple[EffectUse, ...]:
    """Return the effects that a player can use in a battle: ready technologies, abilities, laws, and the
    system's effects.

    With `includes_cards`, action cards and promissory notes in hand are included.
    """
    player, listed = table.players[seat], effects_by_id()
    muted = table.has_effect("greyfire", seat)
    names = list(dict.fromkeys([*extra_effect_ids, *(player.technologies - player.exhausted_cards)]))
    names += [law.card for law in table.laws if law.elected in ("", SEATS[seat])]
    names += [name for name in _OPTIONAL_FACTION_ABILITIES if listed[name].owner == player.faction]
    names = [
        name for name in names if name in listed and name not in _EFFECTS_OUTSIDE_BATTLE - {*extra_effect_ids}
    ]
    if planet and planets_by_id()[planet].trait != "cultural":
        names = [name for name in names if name != "conventions"]
    if muted:
        names = [name for name in names if not listed[name].owner]
    fits = ("both", kind)
    uses = [use for name in names if listed[name].phase in fits for use in _rounds(name, 1)]
    for card in dict.fromkeys(player.action_cards) if includes_cards else ():
        effect = listed.get(card)
        if effect is not None and effect.phase in fits and card not in _EFFECTS_OUTSIDE_BATTLE:
            uses += _rounds(card, player.action_cards.count(card))
    if includes_cards and kind == "space" and _note(table, seat, "war_funding"):
        uses += [EffectUse("war_funding", number) for number in range(1, _MAX_OFFERED_ROUNDS + 1)]
    if any(table.has_effect("greyfire", other) for other in table.other_seats(seat)):
        uses.append(EffectUse("greyfire"))
    return tuple(uses)


def _rounds(name: str, copies: int) -> list[EffectUse]:
    """Return the uses of an effect: one for each round that can be chosen, or a single one for any round with
    this number of copies.
    """
    if name in _EFFECTS_WITH_CHOSEN_ROUND:
        return [EffectUse(name, number) for number in range(1, _MAX_OFFERED_ROUNDS + 1)]
    effect = effects_by_id()[name]
    return [EffectUse(name, copies=copies if effect.is_one_shot and not effect.default_round else 1)]


def copied_unit_upgrades(table: GameTable, seat: int) -> tuple[AssimilatedUpgrade, ...]:
    """Return the unit upgrades of other factions that the Nekro Virus has copied (IM-TECH-vax)."""
    player = table.players[seat]
    deck = ownable_technologies(player.faction)
    cards = [technologies_by_id()[name] for name in sorted(player.technologies) if name not in deck]
    upgrades = [card for card in cards if card.unit_class]
    return tuple(
        AssimilatedUpgrade(token, card.faction, card.unit_class)
        for token, card in zip(("x", "y"), upgrades, strict=False)
    )


def _note(table: GameTable, seat: int, card: str) -> str:
    """Return the first note of this card in the player's hand that belongs to another player; "" if there is
    none.
    """
    notes = table.players[seat].promissory_notes
    others_notes = (name for name in notes if name.startswith(f"{card}:") and note_owner(name) != seat)
    return next(others_notes, "")


def can_use_effect(table: GameTable, seat: int, use: EffectUse) -> bool:
    """Return whether a player still has an effect's component, may play it and can pay for it."""
    player, effect = table.players[seat], use.effect
    if effect.source == "action":
        return use.id in player.action_cards and not is_silenced_by_plating(table, seat)
    if use.id == "war_funding":
        return bool(_note(table, seat, "war_funding"))
    if (
        use.id in technologies_by_id()
        and technologies_by_id()[use.id].exhausts
        and use.id in player.exhausted_cards
    ):
        return False
    return can_pay_for_effect(table, seat, use.id)


def can_pay_for_effect(table: GameTable, seat: int, effect_id: str) -> bool:
    """Return whether a player has the trade goods and influence that one use of an effect costs."""
    if table.players[seat].goods < _GOODS_COST_BY_EFFECT.get(effect_id, 0):
        return False
    return max_payment(table, seat, "influence") >= _INFLUENCE_COST_BY_EFFECT.get(effect_id, 0)


def use_effect(table: GameTable, seat: int, use: EffectUse) -> Script[bool]:
    """Use an effect: discard its card unless it is cancelled, and pay its cost; return False if cancelled
    (IM-TIME-5)."""
    player = table.players[seat]
    if use.effect.source == "action":
        discard_action_card(table, seat, use.id)
        table.announce("IM-TIME-5", "used", seat, card=use.id)
        return not (yield from ask_to_cancel(table, seat, use.id))
    if use.id == "war_funding":
        note = _note(table, seat, "war_funding")
        owner = table.players[note_owner(note)]
        lost = min(_WAR_FUNDING_COST, owner.goods)
        owner.goods -= lost
        table.announce("IM-TRADE-war_funding", "paid", owner.seat, n=lost)
        return_note(table, seat, note)
    if use.id in technologies_by_id() and technologies_by_id()[use.id].exhausts:
        player.exhausted_cards |= {use.id}
    if cost := _GOODS_COST_BY_EFFECT.get(use.id, 0):
        player.goods -= cost
        table.announce(use.effect.rule, "spent", seat, n=cost)
    if cost := _INFLUENCE_COST_BY_EFFECT.get(use.id, 0):
        yield from pay_cost(table, seat, cost, "influence", use.effect.rule)
    return True


def use_hacan_flagship(
    table: GameTable, seat: int, question: RollDice, roll_result: VolleyResult
) -> Script[VolleyResult]:
    """Let the Hacan flagship improve dice, and return the new roll: each trade good adds 1 to a die that
    misses by one (IM-UNIT-hacan_flagship).
    """
    player = table.players[seat]
    there = player.faction == "hacan" and any(
        group.unit == "hacan_flagship" for group in question.volley.groups
    )
    if not there or question.step not in _RAISABLE_ROLL_KINDS or not player.goods:
        return roll_result
    needed = [group.hits_on for group in question.volley.groups for _ in range(group.count)]
    close = [place for place, face in enumerate(roll_result.faces) if face == needed[place] - 1]
    if not close:
        return roll_result
    counts = [str(count) for count in range(min(len(close), player.goods) + 1)]
    rule = "IM-UNIT-hacan_flagship"
    count = int((yield from ask_to_choose(table, seat, counts, "nudge", rule, subject=len(close))))
    if not count:
        return roll_result
    player.goods -= count
    table.announce(rule, "spent", seat, n=count)
    faces = list(roll_result.faces)
    for place in close[:count]:
        faces[place] += 1
    return question.volley.result_of(faces)


def offer_graviton_laser(table: GameTable, seat: int) -> Script[tuple[str, ...]]:
    """Ask a player who fires Space Cannon whether to exhaust the Graviton Laser System; return the effects
    this adds (IM-TECH-gls).
    """
    player = table.players[seat]
    if not player.has_technology("gls") or "gls" in player.exhausted_cards:
        return ()
    if (yield from ask_to_choose(table, seat, ["yes", "no"], "aim", "IM-TECH-gls")) == "no":
        return ()
    player.exhausted_cards |= {"gls"}
    table.announce("IM-TIME-5", "used", seat, card="gls")
    return ("gls",)


def add_tekklar_legion(table: GameTable, battle_table: BattleTable, seats: Sequence[int]) -> None:
    """Add Tekklar Legion to the effects of the sides of a ground combat whose players, attacker first, have
    used it (IM-TRADE-tekklar).
    """
    battle = battle_table.fight.battle
    for side_index, seat in enumerate(seats):
        effects = battle.sides[side_index].effects
        if table.has_effect("tekklar", seat) and not any(use.id == "tekklar" for use in effects):
            battle = battle.with_side(side_index, effects=(*effects, EffectUse("tekklar")))
    if battle is not battle_table.fight.battle:
        battle_table.fight = Fight.from_battle(battle)
