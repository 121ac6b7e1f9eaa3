"""Abilities of cards, sheets and units in a game: owners, timing conditions, and windows to use them.

An ability is a row of the data (`abilities.csv`, `action_cards.csv`, `promissory_notes.csv`) and a script
that carries it out. `register_script` registers the scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import attrs

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.core.windows import take_turns
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose, discard_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion


@attrs.frozen
class Moment:
    """A moment of the game (such as the start of a combat) at which abilities may be used, with the player,
    system or number that it is about.

    `window` names it, `seat` is the player it happens to (−1: nobody). The rest says what it is about: a
    `system` by index (−1: none), a `planet`, a `card`, a number.
    """

    window: str
    seat: int = -1
    system: int = -1
    planet: str = ""
    card: str = ""
    number: int = 0


ConditionCheck = Callable[[GameTable, int, Moment], BrokenRule | None]
"""A function that returns the rule that keeps a player from using an ability now, or None."""


UsableCheck = Callable[[GameTable, int, Moment], bool]
"""A function that returns whether an ability has anything to work on now."""


def is_own_event(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether this player caused the event that a moment is about, for example by activating the
    system.
    """
    return moment.seat == seat


def ability_condition(rule: str, case: str, holds: UsableCheck = is_own_event) -> ConditionCheck:
    """Return a check for an ability: it blocks the ability, citing this rule and case, whenever the test
    `holds` fails.
    """
    return lambda table, seat, moment: None if holds(table, seat, moment) else (rule, case, {})


TargetFinder = Callable[[GameTable, int, Moment], Sequence[str]]
"""A function that returns the targets of an ability for a player now; without targets it cannot be used."""

FollowUpScript = Callable[[GameTable, int, Moment, str], Script[str]]
"""A function that asks for the further choices announced with a target, such as an amount; it returns the
words that follow after a comma."""

EffectScript = Callable[[GameTable, int, Moment, str], Script | None]
"""A function that carries out an ability on its target ("" without a target); None if it asks nothing."""

NoEffectCheck = Callable[[GameTable, int, Moment, str], bool]
"""A function that returns True if an ability can be used on a target but would change nothing (IM-TIME-6)."""


@attrs.frozen
class Ability:
    """A usable game effect as listed in the data tables: its source, such as a card, technology or law, and
    the moments of use.

    `source` is action_card, note, technology, ability, unit or law; `owner_faction` the faction ("" for all);
    `windows` are the moments at which it may be used. An ability that is not `is_optional` happens
    automatically; one that `exhausts` can be used again when cards are readied.
    """

    id: str
    source: str
    windows: tuple[str, ...]
    rule: str
    owner_faction: str = ""
    is_optional: bool = True
    exhausts: bool = False

    @property
    def act(self) -> acts.UseAbility:
        """The act that uses the ability: `play` for hand cards, else `use`."""
        return (acts.Play if self.source in ("action_card", "note") else acts.Use)(self.id)


@attrs.frozen
class _AbilityScript:
    """The functions that implement an ability.

    All `conditions` must hold and `usable_if` be True, `targets` lists the targets and `target_kind` says
    what they are, `follow_up` asks for further choices that are announced with the target, `effect` carries
    the ability out, and `no_effect_check` says when it would change nothing.
    """

    effect: EffectScript
    conditions: tuple[ConditionCheck, ...] = ()
    usable_if: UsableCheck | None = None
    targets: TargetFinder | None = None
    target_kind: str = ""
    follow_up: FollowUpScript | None = None
    no_effect_check: NoEffectCheck | None = None


_SCRIPTS: dict[str, _AbilityScript] = {}


def register_script(
    ability_id: str,
    *conditions: ConditionCheck,
    usable_if: UsableCheck | None = None,
    targets: TargetFinder | None = None,
    target_kind: str = "",
    follow_up: FollowUpScript | None = None,
    no_effect_check: NoEffectCheck | None = None,
) -> Callable[[EffectScript], EffectScript]:
    """Return a decorator that registers the script of an ability.

    `conditions` and `usable_if` say when it may be used. One of the `targets` is named before anybody may
    cancel it, together with the choices that `follow_up` asks for (IM-TIME-5). If `no_effect_check` returns
    True, the script does not run. Raises `ValueError` if the ability already has a script.
    """

    def register(effect: EffectScript) -> EffectScript:
        if ability_id in _SCRIPTS:
            raise ValueError(f"{ability_id} has a script already")
        _SCRIPTS[ability_id] = _AbilityScript(
            effect, conditions, usable_if, targets, target_kind, follow_up, no_effect_check
        )
        _abilities_in_window.cache_clear()
        return effect

    return register


def rule_against_ability(table: GameTable, seat: int, ability: Ability, moment: Moment) -> BrokenRule | None:
    """Return the rule that prevents a player from using a scripted ability now; None if it may be used."""
    script = _SCRIPTS[ability.id]
    if (denial := rule_silencing_ability(table, seat, ability)) is not None:
        return denial
    for condition in script.conditions:
        if (denial := condition(table, seat, moment)) is not None:
            return denial
    idle = script.usable_if is not None and not script.usable_if(table, seat, moment)
    if idle or (script.targets is not None and not script.targets(table, seat, moment)):
        return "IM-TURN-5", "no_target", {"card": ability.rule}
    return None


def has_no_effect(
    table: GameTable, seat: int, ability_id: str, moment: Moment, target: str | None = None
) -> bool:
    """Return whether an ability, though usable, would change nothing: with the given `target`, or with every
    possible target if none is given (IM-TIME-6).
    """
    script = _SCRIPTS.get(ability_id)
    if script is None or script.no_effect_check is None:
        return False
    named = [""] if script.targets is None else script.targets(table, seat, moment)
    return all(
        script.no_effect_check(table, seat, moment, name)
        for name in ([target] if target is not None else named)
    )


def rule_silencing_ability(table: GameTable, seat: int, ability: Ability) -> BrokenRule | None:
    """Return the rule of another player's card that blocks an ability: Political Secret, Greyfire Mutagen,
    Transparasteel Plating (IM-TECH-tp)."""
    of_faction = ability.owner_faction and ability.source in ("ability", "technology")
    if ability.source == "action_card" and is_silenced_by_plating(table, seat):
        return "IM-TECH-tp", "passed", {}
    silent = table.ballot is not None and seat in table.ballot.silenced_seats
    if silent and (ability.source == "action_card" or (of_faction and ability.source == "ability")):
        return "IM-TRADE-political_secret", "silent", {}
    if of_faction and table.has_effect("greyfire", seat):
        return "IM-TRADE-greyfire", "suppressed", {}
    return None


def is_silenced_by_plating(table: GameTable, seat: int) -> bool:
    """Return whether Transparasteel Plating keeps a player who has passed from playing action cards
    (IM-TECH-tp)."""
    if table.phase != "action" or seat == table.current or not table.players[seat].has_passed:
        return False
    return table.players[table.current].has_technology("tp")


@cache
def abilities_by_id() -> dict[str, Ability]:
    """Return all abilities of the game by id, whether or not a script implements them."""
    rows = [
        *(row | {"source": "action_card"} for row in box_csv_rows("action_cards.csv")),
        *(row | {"source": "note"} for row in box_csv_rows("promissory_notes.csv")),
        *box_csv_rows("abilities.csv"),
    ]
    return {
        row["id"]: Ability(
            row["id"],
            row["source"],
            tuple(row["window"].split("|")),
            row["rule"],
            row.get("owner", "").replace("any", ""),
            row.get("optional", "1") == "1",
            row.get("exhausts", "0") == "1",
        )
        for row in rows
    }


def has_script(ability_id: str) -> bool:
    """Return whether a script implements the ability with this id."""
    return ability_id in _SCRIPTS


@cache
def _abilities_in_window(window: str, faction: str) -> tuple[Ability, ...]:
    """Return the scripted abilities of a window, without the faction abilities and units of others."""
    return tuple(
        ability
        for ability in abilities_by_id().values()
        if window in ability.windows
        and ability.id in _SCRIPTS
        and not (ability.source in ("ability", "unit") and ability.owner_faction != faction)
    )


def has_ability_ready(table: GameTable, seat: int, ability: Ability) -> bool:
    """Return whether a player has the component that an ability needs: a card in hand, a ready technology, a
    unit on the board, a law.
    """
    player = table.players[seat]
    if ability.source == "action_card":
        return ability.id in player.action_cards
    if ability.source == "note":
        return any(note.partition(":")[0] == ability.id for note in player.promissory_notes)
    if ability.source == "technology":
        return ability.id in player.technologies and ability.id not in player.exhausted_cards
    if ability.source == "law":
        elected = [law.elected for law in table.laws if law.card == ability.id]
        return any(
            table.planet_controllers[named] == seat
            if named in table.planet_controllers
            else named in ("", SEATS[seat])
            for named in elected
        )
    if ability.source == "unit":
        return player.faction == ability.owner_faction and table.count_on_board(seat, "flagship") > 0
    return player.faction == ability.owner_faction and ability.id not in player.exhausted_cards


def usable_abilities(table: GameTable, seat: int, moment: Moment) -> Iterator[Ability]:
    """Yield the abilities that a player may use at a moment."""
    for ability in _abilities_in_window(moment.window, table.players[seat].faction):
        if (
            has_ability_ready(table, seat, ability)
            and rule_against_ability(table, seat, ability, moment) is None
        ):
            yield ability


class UseOrPass(GalaxyQuestion):
    """The question of whether to use an ability in a window: `play lucky`, `use orbital_drop`, `pass`
    (IM-TIME-2).
    """

    __slots__ = ("moment", "offered")
    kind = "use"
    rule = "IM-TIME-2"

    def __init__(self, table: GameTable, seat: int, moment: Moment, abilities: Sequence[Ability]) -> None:
        super().__init__(table, seat)
        self.moment, self.offered = moment, tuple(abilities)

    def options(self) -> Iterator[Act]:
        """Yield `pass` and an answer for each usable ability."""
        yield acts.PASS
        for ability in self.offered:
            yield ability.act

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        if answer == acts.PASS:
            return None
        ability = abilities_by_id().get(answer.ability) if isinstance(answer, acts.Play | acts.Use) else None
        if ability is None or answer != ability.act:
            raise self.bad_answer(answer)
        if ability in self.offered:
            return None
        if not has_ability_ready(self.table, self.player, ability):
            return "IM-TIME-2", "not_held", {"card": ability.rule}
        if not has_script(ability.id) or self.moment.window not in ability.windows:
            return "IM-TIME-2", "other_window", {"card": ability.rule}
        once = "IM-TIME-3", "once", {"card": ability.rule}
        return rule_against_ability(self.table, self.player, ability, self.moment) or once


class AbilityWindow:
    """A window of a game: one or several moments at which players may use abilities, one in each turn.

    A cancelled card does not count as used, so another copy may follow (IM-TIME-3, IM-TIME-5).
    """

    def __init__(self, table: GameTable, *moments: Moment) -> None:
        self.table, self.moments = table, moments
        self.used: set[tuple[int, str, Moment]] = set()
        """Who has used which card at which of the moments."""

    def is_empty(self) -> bool:
        """Return whether no player can use anything."""
        return not any(
            True
            for seat in window_seat_order(self.table)
            for moment in self.moments
            for _ in usable_abilities(self.table, seat, moment)
        )

    def use_mandatory_abilities(self) -> Script:
        """Carry out the abilities that happen automatically (IM-ASK-7)."""
        for moment in self.moments:
            for seat in window_seat_order(self.table):
                for ability in list(usable_abilities(self.table, seat, moment)):
                    if not ability.is_optional:
                        yield from use_cancellable_ability(self.table, seat, ability.id, moment)

    def take_turn(self, seat: int) -> Script[bool]:
        """Let a player use one ability; return True if one was used or cancelled (IM-TIME-2, IM-ASK-1)."""
        for moment in self.moments:
            offered = [
                ability
                for ability in usable_abilities(self.table, seat, moment)
                if ability.is_optional and self._is_unused(seat, ability, moment)
            ]
            act: Act = (yield UseOrPass(self.table, seat, moment, offered)) if offered else acts.PASS
            if isinstance(act, acts.Play | acts.Use):
                yield from self._use(seat, abilities_by_id()[act.ability], moment)
                return True
        return False

    def _is_unused(self, seat: int, ability: Ability, moment: Moment) -> bool:
        return any((seat, card, moment) not in self.used for card in _cards(self.table, seat, ability))

    def _use(self, seat: int, ability: Ability, moment: Moment) -> Script:
        cards = _cards(self.table, seat, ability)
        if not (yield from use_cancellable_ability(self.table, seat, ability.id, moment)):
            kept = _cards(self.table, seat, ability) if ability.source == "note" else set()
            self.used.update((seat, card, moment) for card in cards - kept)


def open_ability_window(table: GameTable, *moments: Moment) -> Script:
    """Open a window: mandatory abilities happen, then each player in turn may use one ability until all pass
    in a row (IM-TIME-2).

    Moments that come at the same time, such as the end of a combat for both sides, are one window.
    """
    window = AbilityWindow(table, *moments)
    if window.is_empty():
        return
    yield from window.use_mandatory_abilities()
    yield from take_turns(
        [0, 0],
        order=window_seat_order(table),
        take_turn=window.take_turn,
        is_over=lambda: any(
            moment.window == "activated" and table.has_effect("turn_ended", moment.seat) for moment in moments
        ),  # IM-TACT-3
    )


def _cards(table: GameTable, seat: int, ability: Ability) -> set[str]:
    """Return the cards with which a player can use an ability; equal notes count once per owner."""
    if ability.source != "note":
        return {ability.id}
    named = (note.partition(":") for note in table.players[seat].promissory_notes)
    return {f"{name}:{owner}" for name, _, owner in named if name == ability.id and owner != SEATS[seat]}


def window_seat_order(table: GameTable) -> list[int]:
    """Return the order in which players act in a window (IM-TIME-2).

    In the action phase it is initiative order from the active player, in the strategy and agenda phases
    clockwise from the speaker, in the status phase initiative order.
    """
    if table.phase in ("strategy", "agenda"):
        return table.seats_from(table.speaker)
    order = table.initiative_order
    if table.phase == "action" and table.current in order:
        place = order.index(table.current)
        return order[place:] + order[:place]
    return order


def use_cancellable_ability(table: GameTable, seat: int, ability_id: str, moment: Moment) -> Script[bool]:
    """Carry out an ability unless another player cancels it: name its target, show the card, let others
    cancel it, then resolve it (IM-TIME-5). Return True if somebody cancelled it.
    """
    ability, script = abilities_by_id()[ability_id], _SCRIPTS[ability_id]
    target = ""
    if script.targets is not None:
        named = script.targets(table, seat, moment)
        named = sorted(named, key=lambda name: has_no_effect(table, seat, ability_id, moment, name))
        target = yield from ask_to_choose(
            table, seat, named, script.target_kind, ability.rule, subject=ability.rule
        )
    if script.follow_up is not None:
        more = yield from script.follow_up(table, seat, moment, target)
        target = ", ".join(filter(None, (target, more)))
    case = "aimed" if target else "used" if ability.is_optional else "acts"
    table.announce("IM-TIME-5", case, seat, card=ability.id, target=target)
    if ability.source == "action_card":
        discard_action_card(table, seat, ability_id)
        cancelled = yield from ask_to_cancel(table, seat, ability_id)
        if cancelled:
            return True
    if ability.exhausts:
        table.players[seat].exhausted_cards |= {ability_id}
    if has_no_effect(table, seat, ability_id, moment, target):
        table.announce("IM-TIME-6", "none", seat, card=ability.id)
    else:
        yield from script.effect(table, seat, moment, target) or ()
    return False


def ask_to_cancel(table: GameTable, seat: int, card: str) -> Script[bool]:
    """Let the other players cancel a played card, and return whether one of them does (IM-TIME-5)."""
    window = AbilityWindow(table, Moment("card_played", seat, card=card))
    if not window.is_empty():
        yield from take_turns(
            [0, 0],
            order=window_seat_order(table),
            take_turn=window.take_turn,
            is_over=lambda: bool(window.used),
        )
    return bool(window.used)
