"""Uses of abilities and calls, and the rules that forbid them (EM-ABIL, EM-ARCH, EM-CALL-2).

The acts are `Use` (`use wisp`, `use imp p2`, `use boggart siren`, `use roc F9`, `use phoenix wisp imp`),
`UseArchmage` (`archmage flip siren`, `archmage revive wisp`) and `Call`; an `AbilityUse` is such a use by a
seat at a table. The conditions are only in the functions under “conditions and refusals”, which refuse
answers, explain why, and filter the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Literal, NamedTuple

import attrs

from twingkit.core.acts import Act
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.ember.box.effects import Effect
from twingkit.ember.rules.acts import CALL, AbilityAct, Call, Use, UseArchmage, WindowAct
from twingkit.ember.rules.cards import ARCHMAGE, INDEX_BY_CARD, card_number
from twingkit.ember.rules.table import SEATS, SMALLEST_HAND, EmberTable, OwnedCreature, Player

_MOST_ARCHMAGES_PER_TURN = 3
"""Largest number of Archmages that can be used as abilities in one turn (EM-ARCH-4)."""


class AbilityUse(NamedTuple):
    """A use of an ability: the seat, the creature ("" for an Archmage), effects and targets.

    `effects` are carried out in order. `targets` are names of seats, ids of creatures, or a card.
    """

    seat: int
    creature_id: str
    effects: tuple[Effect, ...]
    targets: tuple[str, ...]

    @property
    def is_by_archmage(self) -> bool:
        """Return True if the use is a use of an Archmage, not of a creature."""
        return not self.creature_id

    @property
    def act(self) -> AbilityAct:
        """Return the answer that makes this use."""
        if self.creature_id:
            return Use(self.creature_id, self.targets)
        return UseArchmage("flip" if self.effects[0].verb == "flip" else "revive", *self.targets)


ARCHMAGE_ABILITIES: Mapping[Literal["flip", "revive"], tuple[Effect, ...]] = {
    "flip": (Effect("flip", "one"),),
    "revive": (Effect("revive", "any"),),
}
"""The two abilities of an Archmage (EM-ARCH-1)."""


def ability_use(table: EmberTable, seat: int, act: Act) -> AbilityUse:
    """Return the use that an act makes, legal or not. Raises `LookupError` for any other act."""
    match act:
        case Use(creature, targets) if creature in table.creatures:
            return AbilityUse(seat, creature, table.creatures[creature].effects, targets)
        case UseArchmage(verb, target) if target is None or target in table.creatures:
            return AbilityUse(seat, "", ARCHMAGE_ABILITIES[verb], (target,) if target else ())
    raise LookupError(str(act))


def act_rank(table: EmberTable, seat: int, act: WindowAct) -> int:
    """Return the rank by which declared actions are carried out, highest first: Victory Points, and −1 for a
    call (EM-WIN-3, 4).
    """
    return -1 if isinstance(act, Call) else use_rank(table, ability_use(table, seat, act))


def use_rank(table: EmberTable, use: AbilityUse) -> int:
    """Return the rank of an ability use, in Victory Points; it is compared to tell which creatures are lesser
    (EM-ABIL-6, EM-ARCH-3).
    """
    if use.is_by_archmage:
        return table.variant.arch_vp
    owned = table.players[use.seat].find_creature(use.creature_id)
    return table.creature_rank(owned) if owned else table.creatures[use.creature_id].value


# -- legal uses


def allowed_uses(table: EmberTable, seat: int) -> Iterator[AbilityUse]:
    """Yield every ability use that is legal for a seat now, with its targets."""
    player = table.players[seat]
    for owned in player.owned.ready_to_flip:
        yield from _legal_aims(table, AbilityUse(seat, owned.id, owned.creature.effects, ()), player, owned)
    if ARCHMAGE in player.hand and _broken_archmage_rule(table, player) is None:
        flip, revive = (AbilityUse(seat, "", effects, ()) for effects in ARCHMAGE_ABILITIES.values())
        for owner in (player, *table.opponents(seat)):
            for owned in owner.owned:
                use = flip if owned.is_face_up else revive
                if _broken_target_rule(table, use, owner, owned) is None:
                    aimed = AbilityUse(seat, "", use.effects, (owned.id,))
                    if _broken_purpose_rule(table, aimed) is None:
                        yield aimed


def _legal_aims(
    table: EmberTable, use: AbilityUse, player: Player, owned: OwnedCreature
) -> Iterator[AbilityUse]:
    """Yield the legal uses of a face-up creature, one for each choice of targets."""

    def fits(owner: Player, other: OwnedCreature) -> bool:
        return _broken_target_rule(table, use, owner, other) is None

    names_creatures = use.effects[0].target_kind in ("own", "other")  # each of them was already checked
    for targets in _targets(table, player, owned, fits):
        aimed = AbilityUse(use.seat, use.creature_id, use.effects, targets)
        wrong = None if names_creatures else _broken_targets_rule(table, aimed)
        if wrong is None and _broken_purpose_rule(table, aimed) is None:
            yield aimed


def _targets(
    table: EmberTable, player: Player, owned: OwnedCreature, fits: Callable[[Player, OwnedCreature], bool]
) -> Iterator[tuple[str, ...]]:
    """Yield the possible targets of a creature; several target creatures must have the same owner."""
    effect = owned.creature.effects[0]
    if effect.target_kind == "player":
        yield from ((other.name,) for other in table.opponents(player.seat))
    elif effect.target_kind == "card":
        yield from ((card,) for card in sorted(set(table.pile)))
    elif effect.target_kind == "own":
        names = [other.id for other in player.owned if not other.is_face_up and fits(player, other)]
        for size in range(1, effect.amount + 1):
            yield from combinations(names, size)
    elif effect.target_kind == "other":
        points = table.creature_rank(owned)
        for opponent in table.opponents(player.seat):
            victims = opponent.owned.face_up if effect.verb == "flip" else opponent.owned
            lesser = [victim for victim in victims if table.creature_rank(victim) < points]
            names = [victim.id for victim in lesser if fits(opponent, victim)]
            for size in range(1, effect.count + 1):
                yield from combinations(names, size)
    else:
        yield ()


# -- conditions and refusals


def broken_act_rule(table: EmberTable, seat: int, act: Act) -> BrokenRule | None:
    """Return the rule that forbids an ability use or a call, or None. Raises `LookupError` if the act is
    neither.
    """
    if isinstance(act, Call):
        return _broken_call_rule(table, table.players[seat])
    return broken_use_rule(table, ability_use(table, seat, act))


def broken_use_rule(table: EmberTable, use: AbilityUse) -> BrokenRule | None:
    """Return the first rule that forbids an ability use, or None if it is legal."""
    player = table.players[use.seat]
    if use.is_by_archmage:
        absent = _broken_archmage_rule(table, player)
    else:
        absent = _broken_creature_rule(table, player, use.creature_id)
    return absent or _broken_targets_rule(table, use) or _broken_purpose_rule(table, use)


def is_call_offered(table: EmberTable, player: Player) -> bool:
    """Return True if a player should be offered the call: it is legal and, unless the variant offers every
    call, right (EM-CALL-2, 6).
    """
    return _passes_call_guard(table, player) and _broken_call_rule(table, player) is None


def is_call_withheld(table: EmberTable, seat: int) -> bool:
    """Return True if a seat may call but is not offered it, because the call would be wrong (EM-CALL-6)."""
    player = table.players[seat]
    return _broken_call_rule(table, player) is None and not _passes_call_guard(table, player)


def _passes_call_guard(table: EmberTable, player: Player) -> bool:
    """Return True if a player has enough Victory Points for a call, or menus offer all calls."""
    return not table.variant.call_guard or is_right_call(table, player.seat)


def is_right_call(table: EmberTable, seat: int) -> bool:
    """Return True if a seat has enough Victory Points for a call now (EM-CALL-2)."""
    return table.players[seat].total >= table.variant.length


def is_skipped_in_windows(table: EmberTable, seat: int) -> bool:
    """Return True if a seat passes automatically in windows: it has nothing to use, has passed for the turn,
    or is conjuring (EM-WIN-2).
    """
    player = table.players[seat]
    return player.passes_rest_of_turn or seat == table.conjuring_seat or not any(offered_acts(table, seat))


def may_anyone_act(table: EmberTable) -> bool:
    """Return False if certainly nobody can use an ability or is offered the call; this quick test checks no
    rule.
    """
    return any(_may_act(table, player) for player in table.players)


def _may_act(table: EmberTable, player: Player) -> bool:
    ready = player.owned.ready_to_flip
    return bool(ready) or ARCHMAGE in player.hand or _passes_call_guard(table, player)


def offered_acts(table: EmberTable, seat: int) -> Iterator[WindowAct]:
    """Yield every ability use that is legal now, and the call if it is offered."""
    if not _may_act(table, table.players[seat]):
        return
    for use in allowed_uses(table, seat):
        yield use.act
    if is_call_offered(table, table.players[seat]):
        yield CALL


def _broken_call_rule(table: EmberTable, player: Player) -> BrokenRule | None:
    if table.step == "call" or table.variant.end == "threshold":
        return "EM-CALL-1", "over" if table.step == "call" else "no_calls", {}
    if table.variant.call_when == "own_turn" and player.seat != table.current:
        return "EM-CALL-2", "own_turn", {"side": player.name}
    if player.has_called_wrongly and not is_right_call(table, player.seat):
        return "EM-CALL-6", "again", {"side": player.name}
    return None


def _broken_purpose_rule(table: EmberTable, use: AbilityUse) -> BrokenRule | None:
    """Return the rule that forbids a use that would have no effect, or None."""
    locked = table.conjuring_seat
    if locked is not None and (table.variant.lock == "all" or locked in _named_seats(table, use)):
        return "EM-CONJ-3", "locked", {"side": SEATS[locked]}
    for effect in use.effects:
        if _has_effect(table, use, effect):
            return None
    if use.effects[0].verb == "take":
        return "EM-ABIL-7", "archmage_on_top" if table.pile else "empty_pile", {}
    return "EM-ABIL-7", "nothing", {}


def _broken_archmage_rule(table: EmberTable, player: Player) -> BrokenRule | None:
    if ARCHMAGE not in player.hand:
        return "EM-ARCH-1", "none", {"side": player.name}
    if table.archmages_used >= _MOST_ARCHMAGES_PER_TURN:
        return "EM-ARCH-4", "limit", {"n": _MOST_ARCHMAGES_PER_TURN}
    if table.step == "call" and not table.variant.call_arch:
        return "EM-CALL-3", "no_archmage", {}
    return None


def _broken_creature_rule(table: EmberTable, player: Player, name: str) -> BrokenRule | None:
    creature = table.creatures[name]
    owned = player.find_creature(name)
    if owned is None:
        return "EM-ABIL-2", "not_yours", {"side": player.name, "creature": creature}
    if not owned.is_face_up:
        return "EM-ABIL-1", "flipped", {"creature": creature}
    if creature.ability_kind == "ongoing":
        return "EM-ABIL-1", "ongoing", {"creature": creature}
    if creature.ability_kind == "answer":
        return "EM-ABIL-3", "only_answer", {"creature": creature}
    return None


def _broken_targets_rule(table: EmberTable, use: AbilityUse) -> BrokenRule | None:
    effect, targets = use.effects[0], use.targets
    if not targets and _nothing_to_name(table, use):
        return ("EM-ARCH-1" if use.is_by_archmage else "EM-ABIL-7"), f"nothing_to_{effect.verb}", {}
    if effect.target_kind == "player":
        others = [other.name for other in table.opponents(use.seat)]
        if len(targets) != 1 or targets[0] not in others:
            return "EM-ABIL-2", "name_player", {"expected": tuple(map(QuotedFact, others))}
    elif effect.target_kind == "card":
        if len(targets) != 1 or targets[0] not in INDEX_BY_CARD or targets[0] not in table.pile:
            return "EM-ABIL-2", "name_card", {}
        if not card_number(targets[0]):
            return "EM-ARCH-1", "not_taken", {}
    elif effect.target_kind in ("own", "other"):
        return _broken_creatures_rule(table, use)
    elif targets:
        return "EM-ABIL-2", "name_nothing", {}
    return None


def _broken_creatures_rule(table: EmberTable, use: AbilityUse) -> BrokenRule | None:
    effect, targets = use.effects[0], use.targets
    most = effect.count if effect.target_kind == "other" else effect.amount
    different = len(set(targets))
    if not 1 <= different <= most or different < len(targets):
        return "EM-ABIL-2", "name_creatures", {"n": most}
    for name in targets:
        owner, owned = table.find_creature(name)
        if owner is None or owned is None:
            creature = (
                table.creatures[name] if name in table.creatures else QuotedFact(one_line_excerpt(name, 20))
            )
            return "EM-ABIL-2", "nowhere", {"creature": creature}
        fault = _broken_target_rule(table, use, owner, owned)
        if fault is not None:
            return fault
    if len(targets) > 1 and len(_owners(table, targets)) > 1:
        return "EM-ABIL-2", "one_opponent", {}
    return None


def _nothing_to_name(table: EmberTable, use: AbilityUse) -> bool:
    if use.effects[0].target_kind not in ("card", "own", "other"):
        return False
    player = table.players[use.seat]
    owned = player.find_creature(use.creature_id)
    if owned is None and not use.is_by_archmage:
        return False
    tried: Iterator[tuple[str, ...]] = ((other.id,) for each in table.players for other in each.owned)
    if owned is not None:
        tried = _targets(table, player, owned, lambda owner, other: True)
    return all(
        _broken_targets_rule(table, use._replace(targets=targets)) is not None
        for targets in tried
        if len(targets) == 1
    )


def _broken_target_rule(
    table: EmberTable, use: AbilityUse, owner: Player, owned: OwnedCreature
) -> BrokenRule | None:
    effect = use.effects[0]
    anyones = not use.creature_id and table.variant.arch_targets == "any"
    if effect.target_kind == "own" and owner.seat != use.seat and not anyones:
        return ("EM-ARCH-1" if use.is_by_archmage else "EM-ABIL-6"), "own", {"creature": owned.creature}
    if effect.target_kind == "other" and owner.seat == use.seat and not anyones:
        return ("EM-ARCH-1" if use.is_by_archmage else "EM-ABIL-6"), "others", {"creature": owned.creature}
    if effect.verb == "flip" and not owned.is_face_up:
        return "EM-ABIL-7", "is_flipped", {"creature": owned.creature}
    if effect.verb == "revive":
        if owned.is_face_up:
            return "EM-ABIL-7", "is_up", {"creature": owned.creature}
        if table.variant.zero_flips and not attrs.evolve(owned, is_face_up=True).points:
            return "EM-ABIL-8", "stays_flipped", {"creature": owned.creature}
    if use.creature_id and table.creature_rank(owned) >= (points := use_rank(table, use)):
        return "EM-ABIL-6", "not_lesser", {"creature": owned.creature, "n": points}
    if effect.verb == "flip" and owner.seat != use.seat and _is_guarded(table, owner, owned):
        return "EM-ABIL-1", "guarded", {"creature": owned.creature, "side": owner.name}
    return None


def _is_guarded(table: EmberTable, owner: Player, victim: OwnedCreature) -> bool:
    """Return True if an Ongoing ability of the owner protects a creature from being flipped by others."""
    guards = owner.owned.flip_guards
    return bool(guards) and any(table.creature_rank(victim) < table.creature_rank(guard) for guard in guards)


def can_affect_hand(table: EmberTable, seat: int, user_seat: int) -> bool:
    """Return True if an ability of `user_seat` can affect the hand of `seat`: it is not empty, guarded, or
    dodging.
    """
    player = table.players[seat]
    guarded = seat != user_seat and player.has_ongoing_ability("guard", "hand")
    return (
        bool(player.hand) and not guarded and seat not in table.dodging_seats and seat != table.conjuring_seat
    )


def victims_of_flip_all(table: EmberTable, use: AbilityUse, owner: Player) -> list[OwnedCreature]:
    """Return the creatures of a player that the effect `flip all` would flip."""
    points = use_rank(table, use)
    return [
        owned
        for owned in owner.owned
        if owned.is_face_up and table.creature_rank(owned) < points and not _is_guarded(table, owner, owned)
    ]


def affected_creatures(table: EmberTable, use: AbilityUse) -> list[tuple[Player, OwnedCreature]]:
    """Return the creatures that an ability use would flip, revive or mark, each with its owner."""
    if any(effect.verb == "flip" and effect.scope == "all" for effect in use.effects):
        owner = table.players[SEATS.index(use.targets[0])]
        return [(owner, owned) for owned in victims_of_flip_all(table, use, owner)]
    found = map(table.find_creature, use.targets)
    return [(owner, owned) for owner, owned in found if owner is not None and owned is not None]


def affected_seats(table: EmberTable, use: AbilityUse) -> set[int]:
    """Return the seats that an ability use would affect now."""
    return {seat for effect in use.effects for seat in seats_hit_by_effect(table, use, effect)}


def _named_seats(table: EmberTable, use: AbilityUse) -> set[int]:
    if use.effects[0].target_kind == "player":
        return {SEATS.index(use.targets[0])}
    return _owners(table, use.targets)


def _owners(table: EmberTable, names: tuple[str, ...]) -> set[int]:
    return {owner.seat for name in names if (owner := table.owner_of(name))}


def seats_hit_by_effect(table: EmberTable, use: AbilityUse, effect: Effect) -> set[int]:
    """Return the seats whose hand, creatures or Hand Size an effect would change now.

    Seats that are conjuring or dodge the use are skipped (EM-CONJ-3, EM-ABIL-3).
    """
    if effect.target_kind in ("player", "other", "own"):
        seats = _named_seats(table, use)
    elif effect.scope in ("each", "all"):
        seats = {player.seat for player in table.opponents(use.seat)}
        seats |= {use.seat} if effect.scope == "all" else set()
    else:
        return set()
    return {
        seat
        for seat in seats - table.dodging_seats - {table.conjuring_seat}
        if _is_hit(table, use, effect, seat)
    }


def _is_hit(table: EmberTable, use: AbilityUse, effect: Effect, seat: int) -> bool:
    player = table.players[seat]
    if effect.verb in ("discard", "steal"):
        return can_affect_hand(table, seat, use.seat)
    if effect.verb == "swap":
        return can_affect_hand(table, seat, use.seat) and bool(table.players[use.seat].hand)
    if effect.verb == "look":
        return bool(player.hand)
    if effect.verb == "flip" and effect.scope == "all":
        return bool(victims_of_flip_all(table, use, player))
    if effect.verb == "flip" and effect.scope == "each":
        return any(owned.is_face_up for owned in player.owned)
    if effect.verb == "mark":
        return any(owned.points for owned in player.owned if owned.id in use.targets)
    if effect.verb == "limit":
        return player.hand_limit > SMALLEST_HAND
    return True


def _has_effect(table: EmberTable, use: AbilityUse, effect: Effect) -> bool:
    if effect.verb == "draw":
        return table.can_draw()
    if effect.verb == "redraw":
        return bool(table.players[use.seat].hand)
    if effect.verb == "take":
        return bool(table.pile) and (effect.scope == "any" or card_number(table.pile[-1]) > 0)
    if effect.verb == "order":
        return table.deck_size > 1
    is_anybody_spared = table.dodging_seats or table.conjuring_seat is not None
    if effect.target_kind in ("own", "other") and effect.verb != "mark" and not is_anybody_spared:
        return True
    return bool(seats_hit_by_effect(table, use, effect))
