"""Track a fight while cards are used, and decide whether they stop the action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import attrs

from twingkit.imajica.exact_odds.contributions import Contribution, Versus, abilities_lost, contribution_of
from twingkit.imajica.exact_odds.uses import STAT, Side, Use, UseEffect
from twingkit.imajica.rules.values import has_power_of, is_unaffected, value

GOALS = ("target", "everyone")
"""What stops a challenge: the target lives, or nobody on its side dies."""

Marks = frozenset[tuple[str, str]]
Mods = frozenset[tuple[tuple[str, str, bool], int]]


@attrs.frozen
class Bound:
    """The condition that a character gains at most `room` from “versus” bonuses; `formal` if a maneuver set
    it.
    """

    against: Versus
    room: int
    formal: bool

    def holds(self, others: Iterable[str]) -> bool:
        """Return whether the condition is met against `others`."""
        return Contribution("", 0, 0, self.against).versus(frozenset(others)) <= self.room


@attrs.frozen(cache_hash=True)
class FightState:
    """The changes so far in a fight.

    `removed` are characters of the acting side who are out; `entered` and `spent` own characters who came in
    or used their power; `lost` and `mods` concern anybody (a mod is a token, a value, and whether only
    maneuvers of this fight made it); `saved` are own characters.
    """

    removed: frozenset[str] = frozenset()
    entered: Marks = frozenset()
    spent: frozenset[tuple[str, bool]] = frozenset()
    lost: Marks = frozenset()
    mods: Mods = frozenset()
    saved: frozenset[str] = frozenset()
    formal: bool = False
    """Whether a maneuver was used, which needs a character in the fight."""
    bounds: frozenset[Bound] = frozenset()
    """Conditions on the defenders under which the changes were legal."""

    def stat_change(self, token: str, stat: str, *, lasting: bool = False) -> int:
        """Return the change of a character's value so far; with `lasting` without maneuvers."""
        return sum(
            number
            for (name, kind, formal), number in self.mods
            if name == token and kind == stat and not (lasting and formal)
        )


@attrs.frozen
class StopReason:
    """Why an action is stopped: the rule, and both totals if they decided it."""

    rule: str
    own: int = 0
    other: int = 0


class StopCheck:
    """What one rival can change about one action, and whether a state stops it."""

    def __init__(self, side: Side, goal: str = "target") -> None:
        self.side, self.goal, self.deed = side, goal, side.deed
        self.stat = STAT[self.deed.word]
        self.table = side.table
        self.variant = self.table.variant
        self._figures: dict[tuple[str, Marks], Contribution] = {}
        before = self.deed.table.pieces
        self._needs = {
            token: frozenset(
                [*(["forward"] if before[token].area != "active" else []),
                 *(["unpivot"] if before[token].pivoted and not self._counts_while_pivoted(token,
                 FightState()) else [])]
            )
            for token in side.later
        }  # fmt: skip

    # -- what characters count

    def contribution(self, token: str, state: FightState | None = None) -> Contribution:
        """Return a character's contribution, given everything lost in a state on both sides."""
        lost = state.lost if state else frozenset()
        key = token, lost
        if key not in self._figures:
            with abilities_lost(self.table, lost):
                self._figures[key] = contribution_of(self.deed, self.table, self.table.pieces[token])
        return self._figures[key]

    def _counts(
        self, token: str, state: FightState, others: Iterable[str] = (), *, lasting: bool = False
    ) -> int:
        figure = self.contribution(token, state)
        if self.deed.word == "seize":
            more = state.stat_change(token, "influence", lasting=lasting)
            figure = attrs.evolve(figure, bonus=figure.bonus + more) if more else figure
        return figure.counts(state.stat_change(token, self.stat, lasting=lasting), frozenset(others))

    def _has_power_of(self, token: str, affiliation: str, state: FightState) -> bool:
        """Return whether a character still has the power of an affiliation (IJ-POWER-3)."""
        taken = {word for name, word in state.lost if name == token}
        return not taken & {"powers", "traits", affiliation} and has_power_of(
            self.deed.table, self.deed.table.pieces[token], affiliation
        )

    def _counts_while_pivoted(self, token: str, state: FightState) -> bool:
        """Return whether a character counts in a challenge although pivoted (IJ-CHAL-5, IJ-AFF-4)."""
        if self.deed.word == "seize":
            return False
        return token == self.deed.focus or self._has_power_of(token, "aphrodyte", state)

    def actors(self, state: FightState) -> list[str]:
        """Return the characters of the acting side who are still in the fight."""
        return [token for token in self.deed.actors if token not in state.removed]

    def nameable(self, state: FightState) -> list[str]:
        """Return the rival's characters who can be named and were not pivoted by a Flash power before the
        fight.
        """
        came = [
            token
            for token in self.side.later
            if all((token, mark) in state.entered for mark in self._needs[token])
        ]
        spent = {
            token
            for token, formal in state.spent
            if not formal and not self._counts_while_pivoted(token, state)
        }
        spent |= {token for token in self.side.able if self._lost_pivoted_ability(token, state)}
        return [token for token in (*self.side.able, *came) if token not in spent]

    def _lost_pivoted_ability(self, token: str, state: FightState) -> bool:
        """Return whether a character has lost the ability to take part while pivoted."""
        return (
            bool(state.lost) and self._pivoted(token, state) and not self._counts_while_pivoted(token, state)
        )

    def fighting(self, state: FightState) -> list[str]:
        """Return those of `nameable` who are still in the fight when it is decided (IJ-CHAL-10)."""
        if self.variant.icon_in_fight == "at_end":
            return self.nameable(state)
        gone = {
            token for token, formal in state.spent if formal and not self._counts_while_pivoted(token, state)
        }
        return [token for token in self.nameable(state) if token not in gone]

    # -- changes

    def best_single_target(self, use: Use, powers: Iterable[Use]) -> Use:
        """Return the use reduced to one target, if no other target can be better.

        A bonus counts the same on any character of the rival's side, except on one who uses a power
        and leaves the fight, one whose value would be below 0, and one against whom somebody has a
        “versus” bonus. On the target of a challenge it also protects; a defender replaces the
        target only if the target may not have the bonus.
        """
        bonuses = [option[0] for option in use.options if len(option) == 1]
        plain = len(bonuses) == len(use.options) and all(
            bonus.kind == "mod" and bonus.number > 0 and bonus.word == self.stat and bonus.max_value < 0
            for bonus in bonuses
        )
        if not plain or self.goal != "target":
            return use
        sources = {power.source for power in powers}
        fought = {
            token
            for actor in self.deed.actors
            for _, called in self.contribution(actor).against
            for token in called
        }
        for bonus in sorted(bonuses, key=lambda bonus: bonus.token != self.side.target):
            figure = self.contribution(bonus.token)
            straight = figure.raw >= 0 and figure.raw + figure.bonus >= 0
            free = bonus.token in self.side.able and bonus.token not in sources | fought
            plays = not bonus.by or not (self.deed.table.pieces[bonus.by].pivoted or bonus.by in sources)
            saves = bonus.token == self.side.target
            if plays and straight and (saves or free):
                return attrs.evolve(use, options=((bonus,),))
            if saves:
                return use
        return use

    def apply_use(self, state: FightState, use: Use, changes: tuple[UseEffect, ...]) -> FightState | None:
        """Return the state after a use, or None if the use is illegal or changes nothing."""
        formal = use.formal
        if use.source and not self._can_use(use.source, state):
            return None
        if use.power and (use.name, "used") in state.entered:
            return None
        if formal and not self._has_maneuver_source(state):
            return None
        # the target is pivoted before damage can be saved (IJ-CHAL-8, 9)
        if use.source and use.source == self.side.target and changes[0].kind == "save":
            return None
        new = state
        for change in changes:
            if change.by and (self._pivoted(change.by, new) or not self._takes_part(change.by, new)):
                return None
            if change.immune_to and self._is_protected(change, state):
                continue
            if not self._is_allowed(state, change, formal):
                return None
            new = self._apply_change(self._with_bound(new, change, formal), change, formal)
        if new == state:
            return None
        late = any(change.kind == "save" for change in changes)
        if use.source and not late:
            new = attrs.evolve(new, spent=new.spent | {(use.source, formal)})
        elif use.power:
            new = attrs.evolve(new, entered=new.entered | {(use.name, "used")})
        return attrs.evolve(new, formal=True) if formal and not new.formal else new

    def _can_use(self, token: str, state: FightState) -> bool:
        """Return whether a character is active and unpivoted now and has its power (IJ-POWER-1)."""
        if not self._takes_part(token, state):
            return False
        spent = any(token == name for name, _ in state.spent)
        return not spent and not self._pivoted(token, state)

    def _takes_part(self, token: str, state: FightState) -> bool:
        """Return False if a character had to come forward or be unpivoted first and was not."""
        return token not in self.side.later or token in self.nameable(state)

    def _has_maneuver_source(self, state: FightState) -> bool:
        """Return whether a character in the fight can play a maneuver (IJ-CHAL-4, IJ-SEIZE-3)."""
        target = self.side.target
        ready = [token for token in self.nameable(state) if not self._pivoted(token, state)]
        return bool(ready) or bool(target and not self._pivoted(target, state))

    def _pivoted(self, token: str, state: FightState) -> bool:
        piece = self.deed.table.pieces[token]
        return (piece.pivoted and (token, "unpivot") not in state.entered) or any(
            token == name and not formal for name, formal in state.spent
        )

    def _is_protected(self, change: UseEffect, state: FightState) -> bool:
        """Return whether a card has no effect on a character, who has not lost the protection."""
        with abilities_lost(self.table, state.lost):
            return is_unaffected(
                self.table, self.table.pieces[change.token], self.table.cards[change.immune_to]
            )

    def _room(self, state: FightState, change: UseEffect, formal: bool) -> int:
        """Return how much the target of a change may still gain from “versus” bonuses."""
        figure = self.contribution(change.token, state)
        changed = state.stat_change(change.token, self.stat, lasting=not formal)
        return change.max_value - figure.raw - changed

    def _is_allowed(self, state: FightState, change: UseEffect, formal: bool) -> bool:
        if change.max_value < 0 or self._foes_matter(change, state):
            return True
        own = change.token in self.side.own
        versus = self.contribution(change.token, state).versus(
            self.actors(state) if own else [self.side.target]
        )
        return versus <= self._room(state, change, formal)

    def _foes_matter(self, change: UseEffect, state: FightState) -> bool:
        """Return whether the defenders decide if a change may target a challenger."""
        return change.token in self.deed.actors and any(
            not called.isdisjoint((*self.side.able, *self.side.later))
            for _, called in self.contribution(change.token, state).against
        )

    def _with_bound(self, state: FightState, change: UseEffect, formal: bool) -> FightState:
        """Return the state with the condition on defenders under which a change was legal."""
        if change.max_value < 0 or not self._foes_matter(change, state):
            return state
        figure = self.contribution(change.token, state)
        bound = Bound(figure.against, self._room(state, change, formal), formal)
        return attrs.evolve(state, bounds=state.bounds | {bound})

    def _keeps_bounds(self, state: FightState, defenders: Iterable[str]) -> bool:
        """Return whether all changes were legal with these defenders, for a Flash also before they were
        named.
        """
        target = self.side.target
        return all(
            bound.holds([target, *defenders]) or (not bound.formal and bound.holds([target]))
            for bound in state.bounds
        )

    def _apply_change(self, state: FightState, change: UseEffect, formal: bool) -> FightState:
        token, kind = change.token, change.kind
        if kind == "out":
            return attrs.evolve(state, removed=state.removed | {token})
        if token in state.removed:
            return state
        if kind == "unpivot":
            if any(token == name for name, _ in state.spent):
                left = frozenset(pair for pair in state.spent if pair[0] != token)
                return attrs.evolve(state, spent=left)
            wanted = "unpivot" in self._needs.get(token, ()) or (
                token == self.side.target and self._pivoted(token, state)
            )
            return attrs.evolve(state, entered=state.entered | {(token, kind)}) if wanted else state
        if kind == "forward":
            return attrs.evolve(state, entered=state.entered | {(token, kind)})
        if kind == "lose":
            return attrs.evolve(state, lost=state.lost | {(token, change.word)})
        if kind == "save":
            return attrs.evolve(state, saved=state.saved | {token})
        mods = dict(state.mods)
        key = token, change.word, formal
        mods[key] = mods.get(key, 0) + change.number
        return attrs.evolve(state, mods=frozenset(mods.items()))

    # -- the end

    def stop_reason(self, state: FightState) -> StopReason | None:
        """Return why a state stops the action, or None if it does not."""
        if not self.actors(state):
            return StopReason("IJ-SEIZE-6" if self.deed.word == "seize" else "IJ-CHAL-6")
        return self._seizure(state) if self.deed.word == "seize" else self._challenge(state)

    def totals(self, state: FightState) -> tuple[int, int]:
        """Return the totals of the acting side and of all characters the rival can name."""
        own, other = self.actors(state), self.fighting(state)
        if self.deed.word == "seize":
            return sum(self._counts(token, state) for token in own), sum(
                self._counts(token, state) for token in other
            )
        return self.strength_totals(state, own, [self.deed.focus, *other])

    def _seizure(self, state: FightState) -> StopReason | None:
        own, other = self.totals(state)
        if self.fighting(state):
            goes_on = own > other or (self.variant.contest_tie == "goes_on" and own == other)
            if not goes_on:
                return StopReason("IJ-SEIZE-4", own, other)
        left = sum(self._counts(token, state, lasting=True) for token in self.actors(state))
        focus = self.deed.focus
        needed = value(self.table, self.table.pieces[focus], "resistance") + state.stat_change(
            focus, "resistance"
        )
        enough = left > needed if self.variant.secure == "gt" else left >= needed
        return None if enough or self._maestro_secures(state) else StopReason("IJ-SEIZE-7", left, needed)

    def _maestro_secures(self, state: FightState) -> bool:
        """Return whether a Maestro among the seizers is enough (IJ-AFF-1)."""
        switch = self.variant.maestro_alone
        alone = {"named": self.deed.actors, "remaining": tuple(self.actors(state)), "any": ()}[switch]
        return len(alone) < 2 and any(
            self._has_power_of(token, "maestro", state) for token in self.actors(state)
        )

    def strength_totals(self, state: FightState, own: list[str], other: list[str]) -> tuple[int, int]:
        """Return the Strength of both sides if exactly these characters fight."""
        return sum(self._counts(token, state, other) for token in own), sum(
            self._counts(token, state, own) for token in other
        )

    def _challenge(self, state: FightState) -> StopReason | None:
        target, own = self.deed.focus, self.actors(state)
        if self.goal == "target" and target in state.saved:
            return StopReason("IJ-DMG-1")
        for defenders in self.defender_sets(state):
            if not self._keeps_bounds(state, defenders) or (
                state.formal and not self._maneuvers(state, defenders)
            ):
                continue
            attack, defence = self.strength_totals(state, own, [target, *defenders])
            if attack <= defence:
                return StopReason("IJ-CHAL-7", attack, defence)
            exposed = [target] if self.goal == "target" else [target, *defenders]
            if all(
                token in state.saved or attack - defence <= self.survivable_damage(token, state, own)
                for token in exposed
            ):
                return StopReason("IJ-CHAL-9", attack, defence)
        return None

    def _maneuvers(self, state: FightState, defenders: Iterable[str]) -> bool:
        return any(not self._pivoted(token, state) for token in (self.deed.focus, *defenders))

    def survivable_damage(self, token: str, state: FightState, others: Iterable[str]) -> int:
        """Return the damage that a character survives against `others` (IJ-CHAL-9)."""
        if self.variant.death == "printed":
            return self.table.pieces[token].card.strength
        return self.contribution(token, state).value(state.stat_change(token, "strength"), frozenset(others))

    def defender_sets(self, state: FightState) -> Iterator[tuple[str, ...]]:
        """Yield the sets of defenders worth trying, the full set first.

        If no acting character has a “versus” bonus against a named one, anybody who survives more than the
        weakest named character is named as well, so one set for each survivable damage is enough. Otherwise
        all sets are tried.
        """
        able, own = self.fighting(state), self.actors(state)
        if any(self.contribution(token, state).against for token in self.deed.actors):
            for size in range(len(able), -1, -1):
                yield from combinations(able, size)
            return
        ordered = sorted(
            able, key=lambda token: (token in state.saved, self.survivable_damage(token, state, own))
        )
        for first in range(len(ordered) + 1):
            yield tuple(ordered[first:])
