"""Track the changes of a fight by cards and powers, and decide whether they stop the action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import attrs

from twingkit.imajica.exact_odds import uses
from twingkit.imajica.rules.values import current_value, has_power_of, is_immune

STOP_GOALS = ("target", "everyone")
"""What a rival must achieve in a challenge: the target survives, or everybody on its side does."""

TokenWordPairs = frozenset[tuple[str, str]]
ValueChanges = frozenset[tuple[tuple[str, str, bool], int]]


@attrs.frozen
class VersusBonusLimit:
    """The condition that a character gains at most `max_bonus` from “versus” bonuses."""

    versus_bonuses: uses.VersusBonuses
    max_bonus: int
    is_by_maneuver: bool

    def is_met(self, other_side: Iterable[str]) -> bool:
        """Return whether the condition is met against `other_side`."""
        return (
            uses.CharacterContribution("", 0, 0, self.versus_bonuses).versus_bonus(frozenset(other_side))
            <= self.max_bonus
        )


@attrs.frozen(cache_hash=True)
class FightChanges:
    """The changes that a rival's cards and powers have made so far in a seizure or challenge, such as changed
    values.

    `removed_attackers` are characters of the acting side who are out; `entered_characters` and `spent_powers`
    the rival's characters who came in or used their power, `saved_characters` those who were saved.
    `lost_abilities` and `value_changes` are about all characters; a change is a token, a value, and whether a
    maneuver of this fight made it.
    """

    removed_attackers: frozenset[str] = frozenset()
    entered_characters: TokenWordPairs = frozenset()
    spent_powers: frozenset[tuple[str, bool]] = frozenset()
    lost_abilities: TokenWordPairs = frozenset()
    value_changes: ValueChanges = frozenset()
    saved_characters: frozenset[str] = frozenset()
    has_used_maneuver: bool = False
    """Whether a maneuver was used, which needs a character in the fight."""
    versus_bounds: frozenset[VersusBonusLimit] = frozenset()
    """Conditions on the defenders under which the changes were legal."""

    def stat_change(self, token: str, stat: str, *, lasting: bool = False) -> int:
        """Return by how much a character's value has changed so far; with `lasting`, without the changes by
        maneuvers.
        """
        return sum(
            number
            for (name, kind, formal), number in self.value_changes
            if name == token and kind == stat and not (lasting and formal)
        )


@attrs.frozen
class ActionStopReason:
    """The reason why an action is stopped: the rule, and both totals if they decided it, else None."""

    rule: str
    acting_total: int | None = None
    other_total: int | None = None


class StopChecker:
    """A checker that decides whether a rival stops a seizure or challenge with the changes in a
    `FightChanges` state.
    """

    def __init__(self, side: uses.RivalFightSide, goal: str = "target") -> None:
        self.side, self.goal, self.deed = side, goal, side.deed
        self.stat = uses.STAT_BY_ACTION[self.deed.action]
        self.table = side.table
        self.variant = self.table.variant
        self._figures: dict[tuple[str, TokenWordPairs], uses.CharacterContribution] = {}
        before = self.deed.table.pieces
        self._needs = {
            token: frozenset(
                [*(["forward"] if before[token].area != "active" else []),
                 *(["unpivot"] if before[token].pivoted and not self._counts_while_pivoted(token,
                 FightChanges()) else [])]
            )
            for token in side.later_characters
        }  # fmt: skip

    # -- what characters count

    def contribution(self, token: str, state: FightChanges | None = None) -> uses.CharacterContribution:
        """Return a character's contribution, given all abilities lost in a state."""
        lost = state.lost_abilities if state else frozenset()
        key = token, lost
        if key not in self._figures:
            with uses.without_abilities(self.table, lost):
                self._figures[key] = uses.fight_contribution(self.deed, self.table, self.table.pieces[token])
        return self._figures[key]

    def _counts(
        self, token: str, state: FightChanges, other_side: Iterable[str] = (), *, lasting: bool = False
    ) -> int:
        figure = self.contribution(token, state)
        if self.deed.is_seizure:
            more = state.stat_change(token, "influence", lasting=lasting)
            figure = attrs.evolve(figure, bonus=figure.bonus + more) if more else figure
        return figure.points_for_side(
            state.stat_change(token, self.stat, lasting=lasting), frozenset(other_side)
        )

    def _has_power_of(self, token: str, affiliation: str, state: FightChanges) -> bool:
        taken = {word for name, word in state.lost_abilities if name == token}
        return not taken & {"powers", "traits", affiliation} and has_power_of(
            self.deed.table, self.deed.table.pieces[token], affiliation
        )

    def _counts_while_pivoted(self, token: str, state: FightChanges) -> bool:
        """Return whether a pivoted character still counts in a challenge (IJ-CHAL-5, IJ-AFF-4)."""
        if self.deed.is_seizure:
            return False
        return token == self.deed.target_token or self._has_power_of(token, "aphrodyte", state)

    def remaining_attackers(self, state: FightChanges) -> list[str]:
        """Return the characters of the acting side who are still in the fight."""
        return [token for token in self.deed.actors if token not in state.removed_attackers]

    def nameable_rival_characters(self, state: FightChanges) -> list[str]:
        """Return the rival's characters who can be named, except those pivoted by a Flash power before."""
        came = [
            token
            for token in self.side.later_characters
            if all((token, mark) in state.entered_characters for mark in self._needs[token])
        ]
        spent = {
            token
            for token, formal in state.spent_powers
            if not formal and not self._counts_while_pivoted(token, state)
        }
        spent |= {token for token in self.side.able_characters if self._lost_pivoted_ability(token, state)}
        return [token for token in (*self.side.able_characters, *came) if token not in spent]

    def _lost_pivoted_ability(self, token: str, state: FightChanges) -> bool:
        return (
            bool(state.lost_abilities)
            and self._pivoted(token, state)
            and not self._counts_while_pivoted(token, state)
        )

    def rival_fighters(self, state: FightChanges) -> list[str]:
        """Return the nameable rival characters who are still in the fight at its decision (IJ-CHAL-10)."""
        if self.variant.icon_in_fight == "at_end":
            return self.nameable_rival_characters(state)
        gone = {
            token
            for token, formal in state.spent_powers
            if formal and not self._counts_while_pivoted(token, state)
        }
        return [token for token in self.nameable_rival_characters(state) if token not in gone]

    # -- changes

    def reduce_to_best_target(
        self, use: uses.CardOrPowerUse, powers: Iterable[uses.CardOrPowerUse]
    ) -> uses.CardOrPowerUse:
        """Return the use with a single target if no other target can be better.

        A bonus counts the same on any character of the rival's side, except on one who uses a power
        and leaves the fight, one whose value would be below 0, and one against whom somebody has a
        “versus” bonus. On the target of a challenge it also protects; a defender replaces the
        target only if the target may not have the bonus.
        """
        bonuses = [option[0] for option in use.change_options if len(option) == 1]
        plain = len(bonuses) == len(use.change_options) and all(
            bonus.kind == "mod"
            and bonus.number > 0
            and bonus.stat_or_ability == self.stat
            and bonus.max_value < 0
            for bonus in bonuses
        )
        if not plain or self.goal != "target":
            return use
        sources = {power.pivoted_token for power in powers}
        fought = {
            token
            for actor in self.deed.actors
            for _, called in self.contribution(actor).versus_bonuses
            for token in called
        }
        for bonus in sorted(bonuses, key=lambda bonus: bonus.token != self.side.challenged_token):
            figure = self.contribution(bonus.token)
            straight = figure.raw_value >= 0 and figure.raw_value + figure.bonus >= 0
            free = bonus.token in self.side.able_characters and bonus.token not in sources | fought
            plays = not bonus.user_token or not (
                self.deed.table.pieces[bonus.user_token].pivoted or bonus.user_token in sources
            )
            saves = bonus.token == self.side.challenged_token
            if plays and straight and (saves or free):
                return attrs.evolve(use, change_options=((bonus,),))
            if saves:
                return use
        return use

    def apply_use(
        self, state: FightChanges, use: uses.CardOrPowerUse, changes: tuple[uses.FightChange, ...]
    ) -> FightChanges | None:
        """Return the state after a use, or None if the use is illegal or changes nothing."""
        formal = use.is_maneuver
        if use.pivoted_token and not self._can_use(use.pivoted_token, state):
            return None
        if use.is_power and (use.name, "used") in state.entered_characters:
            return None
        if formal and not self._has_maneuver_source(state):
            return None
        # the target is pivoted before damage can be saved (IJ-CHAL-8, 9)
        if (
            use.pivoted_token
            and use.pivoted_token == self.side.challenged_token
            and changes[0].kind == "save"
        ):
            return None
        new = state
        for change in changes:
            if change.user_token and (
                self._pivoted(change.user_token, new) or not self._takes_part(change.user_token, new)
            ):
                return None
            if change.immune_to and self._is_protected(change, state):
                continue
            if not self._is_allowed(state, change, formal):
                return None
            new = self._apply_change(self._with_bound(new, change, formal), change, formal)
        if new == state:
            return None
        late = any(change.kind == "save" for change in changes)
        if use.pivoted_token and not late:
            new = attrs.evolve(new, spent_powers=new.spent_powers | {(use.pivoted_token, formal)})
        elif use.is_power:
            new = attrs.evolve(new, entered_characters=new.entered_characters | {(use.name, "used")})
        return attrs.evolve(new, has_used_maneuver=True) if formal and not new.has_used_maneuver else new

    def _can_use(self, token: str, state: FightChanges) -> bool:
        """Return whether a character is active, unpivoted and has its power (IJ-POWER-1)."""
        if not self._takes_part(token, state):
            return False
        spent = any(token == name for name, _ in state.spent_powers)
        return not spent and not self._pivoted(token, state)

    def _takes_part(self, token: str, state: FightChanges) -> bool:
        """Return whether a character can take part: False if it still had to come forward or be unpivoted."""
        return token not in self.side.later_characters or token in self.nameable_rival_characters(state)

    def _has_maneuver_source(self, state: FightChanges) -> bool:
        target = self.side.challenged_token
        ready = [token for token in self.nameable_rival_characters(state) if not self._pivoted(token, state)]
        return bool(ready) or bool(target and not self._pivoted(target, state))

    def _pivoted(self, token: str, state: FightChanges) -> bool:
        piece = self.deed.table.pieces[token]
        return (piece.pivoted and (token, "unpivot") not in state.entered_characters) or any(
            token == name and not formal for name, formal in state.spent_powers
        )

    def _is_protected(self, change: uses.FightChange, state: FightChanges) -> bool:
        """Return whether a character is immune to a card and has not lost that protection."""
        with uses.without_abilities(self.table, state.lost_abilities):
            return is_immune(self.table, self.table.pieces[change.token], self.table.cards[change.immune_to])

    def _room(self, state: FightChanges, change: uses.FightChange, formal: bool) -> int:
        """Return how much the target of a change may still gain from “versus” bonuses."""
        figure = self.contribution(change.token, state)
        changed = state.stat_change(change.token, self.stat, lasting=not formal)
        return change.max_value - figure.raw_value - changed

    def _is_allowed(self, state: FightChanges, change: uses.FightChange, formal: bool) -> bool:
        if change.max_value < 0 or self._foes_matter(change, state):
            return True
        own = change.token in self.side.all_characters
        versus = self.contribution(change.token, state).versus_bonus(
            self.remaining_attackers(state) if own else [self.side.challenged_token]
        )
        return versus <= self._room(state, change, formal)

    def _foes_matter(self, change: uses.FightChange, state: FightChanges) -> bool:
        """Return whether the choice of defenders decides if a change may target a challenger."""
        return change.token in self.deed.actors and any(
            not called.isdisjoint((*self.side.able_characters, *self.side.later_characters))
            for _, called in self.contribution(change.token, state).versus_bonuses
        )

    def _with_bound(self, state: FightChanges, change: uses.FightChange, formal: bool) -> FightChanges:
        if change.max_value < 0 or not self._foes_matter(change, state):
            return state
        figure = self.contribution(change.token, state)
        bound = VersusBonusLimit(figure.versus_bonuses, self._room(state, change, formal), formal)
        return attrs.evolve(state, versus_bounds=state.versus_bounds | {bound})

    def _keeps_bounds(self, state: FightChanges, defenders: Iterable[str]) -> bool:
        """Return whether all changes were legal with these defenders."""
        target = self.side.challenged_token
        return all(
            bound.is_met([target, *defenders]) or (not bound.is_by_maneuver and bound.is_met([target]))
            for bound in state.versus_bounds
        )

    def _apply_change(self, state: FightChanges, change: uses.FightChange, formal: bool) -> FightChanges:
        token, kind = change.token, change.kind
        if kind == "out":
            return attrs.evolve(state, removed_attackers=state.removed_attackers | {token})
        if token in state.removed_attackers:
            return state
        if kind == "unpivot":
            if any(token == name for name, _ in state.spent_powers):
                left = frozenset(pair for pair in state.spent_powers if pair[0] != token)
                return attrs.evolve(state, spent_powers=left)
            wanted = "unpivot" in self._needs.get(token, ()) or (
                token == self.side.challenged_token and self._pivoted(token, state)
            )
            return (
                attrs.evolve(state, entered_characters=state.entered_characters | {(token, kind)})
                if wanted
                else state
            )
        if kind == "forward":
            return attrs.evolve(state, entered_characters=state.entered_characters | {(token, kind)})
        if kind == "lose":
            return attrs.evolve(
                state, lost_abilities=state.lost_abilities | {(token, change.stat_or_ability)}
            )
        if kind == "save":
            return attrs.evolve(state, saved_characters=state.saved_characters | {token})
        mods = dict(state.value_changes)
        key = token, change.stat_or_ability, formal
        mods[key] = mods.get(key, 0) + change.number
        return attrs.evolve(state, value_changes=frozenset(mods.items()))

    # -- the end

    def stop_reason(self, state: FightChanges) -> ActionStopReason | None:
        """Return why a state stops the action, or None if it does not."""
        if not self.remaining_attackers(state):
            return ActionStopReason("IJ-SEIZE-6" if self.deed.is_seizure else "IJ-CHAL-6")
        return self._seizure(state) if self.deed.is_seizure else self._challenge(state)

    def side_totals(self, state: FightChanges) -> tuple[int, int]:
        """Return the totals of the acting side and of the rival's with all characters that can be named."""
        own, other = self.remaining_attackers(state), self.rival_fighters(state)
        if self.deed.is_seizure:
            return sum(self._counts(token, state) for token in own), sum(
                self._counts(token, state) for token in other
            )
        return self.strength_totals(state, own, [self.deed.target_token, *other])

    def _seizure(self, state: FightChanges) -> ActionStopReason | None:
        own, other = self.side_totals(state)
        if self.rival_fighters(state):
            goes_on = own > other or (self.variant.contest_tie == "goes_on" and own == other)
            if not goes_on:
                return ActionStopReason("IJ-SEIZE-4", own, other)
        left = sum(self._counts(token, state, lasting=True) for token in self.remaining_attackers(state))
        focus = self.deed.target_token
        needed = current_value(self.table, self.table.pieces[focus], "resistance") + state.stat_change(
            focus, "resistance"
        )
        enough = left > needed if self.variant.secure == "gt" else left >= needed
        return (
            None if enough or self._maestro_secures(state) else ActionStopReason("IJ-SEIZE-7", left, needed)
        )

    def _maestro_secures(self, state: FightChanges) -> bool:
        switch = self.variant.maestro_alone
        alone = {"named": self.deed.actors, "remaining": tuple(self.remaining_attackers(state)), "any": ()}[
            switch
        ]
        return len(alone) < 2 and any(
            self._has_power_of(token, "maestro", state) for token in self.remaining_attackers(state)
        )

    def strength_totals(self, state: FightChanges, own: list[str], other: list[str]) -> tuple[int, int]:
        """Return the Strength of both sides if exactly these characters fight."""
        return sum(self._counts(token, state, other) for token in own), sum(
            self._counts(token, state, own) for token in other
        )

    def _challenge(self, state: FightChanges) -> ActionStopReason | None:
        target, own = self.deed.target_token, self.remaining_attackers(state)
        if self.goal == "target" and target in state.saved_characters:
            return ActionStopReason("IJ-DMG-1")
        for defenders in self.defender_sets(state):
            if not self._keeps_bounds(state, defenders) or (
                state.has_used_maneuver and not self._maneuvers(state, defenders)
            ):
                continue
            attack, defence = self.strength_totals(state, own, [target, *defenders])
            if attack <= defence:
                return ActionStopReason("IJ-CHAL-7", attack, defence)
            exposed = [target] if self.goal == "target" else [target, *defenders]
            if all(
                token in state.saved_characters
                or attack - defence <= self.survivable_damage(token, state, own)
                for token in exposed
            ):
                return ActionStopReason("IJ-CHAL-9", attack, defence)
        return None

    def _maneuvers(self, state: FightChanges, defenders: Iterable[str]) -> bool:
        return any(not self._pivoted(token, state) for token in (self.deed.target_token, *defenders))

    def survivable_damage(self, token: str, state: FightChanges, other_side: Iterable[str]) -> int:
        """Return the largest damage that a character survives against `other_side` (IJ-CHAL-9)."""
        if self.variant.death == "printed":
            return self.table.pieces[token].card.strength
        return self.contribution(token, state).value(
            state.stat_change(token, "strength"), frozenset(other_side)
        )

    def defender_sets(self, state: FightChanges) -> Iterator[tuple[str, ...]]:
        """Yield the sets of defenders worth trying, the full set first.

        If no acting character has a “versus” bonus against a named one, anybody who survives more than the
        weakest named character is named as well, so one set for each survivable damage is enough. Otherwise
        all sets are tried.
        """
        able, own = self.rival_fighters(state), self.remaining_attackers(state)
        if any(self.contribution(token, state).versus_bonuses for token in self.deed.actors):
            for size in range(len(able), -1, -1):
                yield from combinations(able, size)
            return
        ordered = sorted(
            able,
            key=lambda token: (token in state.saved_characters, self.survivable_damage(token, state, own)),
        )
        for first in range(len(ordered) + 1):
            yield tuple(ordered[first:])
