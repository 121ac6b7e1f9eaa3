"""Abilities of cards, sheets and units in a game: who has them, when they can be used, and windows for them.

An ability is a row of the box (`abilities.csv`, `action_cards.csv`, `promissory_notes.csv`) and a script that
carries it out. `scripted` registers the scripts; a card without one is not dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.core.windows import turn_window
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.galaxy.table.drawing import choose, discard
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion

PASS = "pass"  # noqa: S105 # an answer, no password
"""The answer that uses nothing in a window."""


@attrs.frozen
class Moment:
    """A moment at which abilities may be used.

    `window` names it, `seat` is the player it happens to (−1: nobody). The rest says what it is about: a
    `system` by index (−1: none), a `planet`, a `card`, a number.
    """

    window: str
    seat: int = -1
    system: int = -1
    planet: str = ""
    card: str = ""
    number: int = 0


Condition = Callable[[GameTable, int, Moment], BrokenRule | None]
"""The rule that keeps a player from using an ability now, or None."""

Targets = Callable[[GameTable, int, Moment], Sequence[str]]
"""Returns the targets of an ability for a player now; without any, the ability cannot be used."""

More = Callable[[GameTable, int, Moment, str], Script[str]]
"""The script that asks what else is announced with a target: another target, an amount; the words that follow
it after a comma."""

Effect = Callable[[GameTable, int, Moment, str], Script]
"""The script of an ability, given its target ("" for one that is aimed at nothing)."""


Idle = Callable[[GameTable, int, Moment, str], bool]
"""Returns True if an ability can be used on a target now but would change nothing (IM-TIME-6)."""


@attrs.frozen
class Ability:
    """An ability as in the box.

    `source` is action_card, note, technology, ability, unit or law; `owner` the faction ("" for all);
    `windows` are the moments at which it may be used. An ability that is not `optional` happens
    automatically; one that `exhausts` can be used again when cards are readied.
    """

    id: str
    source: str
    windows: tuple[str, ...]
    rule: str
    owner: str = ""
    optional: bool = True
    exhausts: bool = False

    @property
    def word(self) -> str:
        """The first word of the answer that uses it: cards of the hand are played."""
        return "play" if self.source in ("action_card", "note") else "use"

    @property
    def answer(self) -> str:
        """The answer that uses it."""
        return f"{self.word} {self.id}"


@attrs.frozen
class AbilityScript:
    """The script of an ability.

    `condition` must hold, `targets` lists the targets and `kind` says what they are, `more` asks for further
    choices that are announced with the target, `effect` carries the ability out, and `idle` says when it
    would change nothing.
    """

    effect: Effect
    condition: Condition | None = None
    targets: Targets | None = None
    kind: str = ""
    more: More | None = None
    idle: Idle | None = None


_SCRIPTS: dict[str, AbilityScript] = {}


def scripted(
    ability_id: str,
    condition: Condition | None = None,
    *,
    targets: Targets | None = None,
    kind: str = "",
    more: More | None = None,
    idle: Idle | None = None,
) -> Callable[[Effect], Effect]:
    """Register the script of an ability (decorator).

    `condition` says when it may be used. One of the `targets` is named before anybody may cancel it, together
    with the choices that `more` asks for (IM-TIME-5). If it is `idle`, its script does not run. Raises
    `ValueError` if the ability already has a script.
    """

    def register(effect: Effect) -> Effect:
        if ability_id in _SCRIPTS:
            raise ValueError(f"{ability_id} has a script already")
        _SCRIPTS[ability_id] = AbilityScript(effect, condition, targets, kind, more, idle)
        _by_window.cache_clear()
        return effect

    return register


def rule_against_ability(table: GameTable, seat: int, ability: Ability, moment: Moment) -> BrokenRule | None:
    """Return the rule that prevents a player from using a scripted ability now; None if it may be used."""
    script = _SCRIPTS[ability.id]
    if (denial := silencing_rule(table, seat, ability)) is not None:
        return denial
    if script.condition is not None and (denial := script.condition(table, seat, moment)) is not None:
        return denial
    if script.targets is not None and not script.targets(table, seat, moment):
        return "IM-TURN-5", "no_target", {"card": ability.rule}
    return None


def is_idle(table: GameTable, seat: int, ability_id: str, moment: Moment, target: str | None = None) -> bool:
    """True if an ability may be used but would change nothing, at `target` or else at any target
    (IM-TIME-6).
    """
    script = _SCRIPTS.get(ability_id)
    if script is None or script.idle is None:
        return False
    named = [""] if script.targets is None else script.targets(table, seat, moment)
    return all(script.idle(table, seat, moment, name) for name in ([target] if target is not None else named))


def silencing_rule(table: GameTable, seat: int, ability: Ability) -> BrokenRule | None:
    """The card of another player that keeps this one from an ability: Political Secret, Greyfire Mutagen,
    Transparasteel Plating (IM-TECH-tp)."""
    of_faction = ability.owner and ability.source in ("ability", "technology")
    if ability.source == "action_card" and is_hand_silenced(table, seat):
        return "IM-TECH-tp", "passed", {}
    silent = table.ballot is not None and seat in table.ballot.silenced
    if silent and (ability.source == "action_card" or (of_faction and ability.source == "ability")):
        return "IM-TRADE-political_secret", "silent", {}
    if of_faction and table.has_effect("greyfire", seat):
        return "IM-TRADE-greyfire", "suppressed", {}
    return None


def is_hand_silenced(table: GameTable, seat: int) -> bool:
    """True if a player has passed and cannot play action cards on the turn of the player with Transparasteel
    Plating (IM-TECH-tp).
    """
    if table.phase != "action" or seat == table.current or not table.players[seat].passed:
        return False
    return table.players[table.current].has("tp")


@cache
def abilities() -> dict[str, Ability]:
    """Every ability of the box by its id, whether it has a script or not."""
    rows = [
        *(row | {"source": "action_card"} for row in table_rows("action_cards.csv")),
        *(row | {"source": "note"} for row in table_rows("promissory_notes.csv")),
        *table_rows("abilities.csv"),
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
    """True if an ability can be carried out."""
    return ability_id in _SCRIPTS


@cache
def _by_window() -> dict[str, tuple[Ability, ...]]:
    listed: dict[str, list[Ability]] = {}
    for ability in abilities().values():
        for window in ability.windows if ability.id in _SCRIPTS else ():
            listed.setdefault(window, []).append(ability)
    return {window: tuple(in_window) for window, in_window in listed.items()}


def has_ability_ready(table: GameTable, seat: int, ability: Ability) -> bool:
    """True if a player has an ability ready: the card in the hand, the technology not exhausted, the unit on
    the board."""
    player = table.players[seat]
    if ability.source == "action_card":
        return ability.id in player.action_cards
    if ability.source == "note":
        return any(note.partition(":")[0] == ability.id for note in player.notes)
    if ability.source == "technology":
        return ability.id in player.technologies and ability.id not in player.exhausted
    if ability.source == "law":
        elected = [law.elected for law in table.laws if law.card == ability.id]
        return any(
            table.holders[named] == seat if named in table.holders else named in ("", SEATS[seat])
            for named in elected
        )
    if ability.source == "unit":
        return player.faction == ability.owner and table.count_on_board(seat, "flagship") > 0
    return player.faction == ability.owner and ability.id not in player.exhausted


def usable_abilities(table: GameTable, seat: int, moment: Moment) -> Iterator[Ability]:
    """Yield the abilities that a player may use at a moment."""
    for ability in _by_window().get(moment.window, ()):
        if (
            has_ability_ready(table, seat, ability)
            and rule_against_ability(table, seat, ability, moment) is None
        ):
            yield ability


class UseOrPass(GalaxyQuestion):
    """An ability is used in a window, or none: `play lucky`, `use orbital_drop`, `pass` (IM-TIME-2)."""

    __slots__ = ("moment", "offered")
    kind = "use"
    rule = "IM-TIME-2"

    def __init__(self, table: GameTable, seat: int, moment: Moment, offered: Sequence[Ability]) -> None:
        super().__init__(table, seat)
        self.moment, self.offered = moment, tuple(offered)

    def options(self) -> Iterator[str]:
        """Passing, and each ability that may be used."""
        yield PASS
        for ability in self.offered:
            yield ability.answer

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""
        if answer == PASS or any(ability.answer == answer for ability in self.offered):
            return None
        ability = abilities().get(answer.partition(" ")[2])
        if ability is None or answer != ability.answer:
            raise self.bad_answer(answer)
        if not has_ability_ready(self.table, self.player, ability):
            return "IM-TIME-2", "not_held", {"card": ability.rule}
        if not has_script(ability.id) or self.moment.window not in ability.windows:
            return "IM-TIME-2", "other_window", {"card": ability.rule}
        once = "IM-TIME-3", "once", {"card": ability.rule}
        return rule_against_ability(self.table, self.player, ability, self.moment) or once


def open_window(table: GameTable, moment: Moment, order: Sequence[int] | None = None) -> Script:
    """Open a window: mandatory abilities happen, then each player in turn may use one ability until all pass.

    A cancelled card does not count as used, so another copy may follow (IM-TIME-2, IM-TIME-3, IM-TIME-5,
    IM-ASK-1, IM-ASK-7).
    """
    if moment.window not in _by_window():
        return
    seats = list(order) if order is not None else window_order(table)
    for seat in seats:
        for ability in list(usable_abilities(table, seat, moment)):
            if not ability.optional:
                yield from use_ability(table, seat, ability.id, moment)
    used: set[tuple[int, str]] = set()

    def ask(seat: int) -> UseOrPass | None:
        offered = [
            ability
            for ability in usable_abilities(table, seat, moment)
            if ability.optional and any((seat, card) not in used for card in _cards(table, seat, ability))
        ]
        return UseOrPass(table, seat, moment, offered) if offered else None

    def carry_out(seat: int, answer: str) -> Script:
        ability = abilities()[answer.partition(" ")[2]]
        cards = _cards(table, seat, ability)
        if not (yield from use_ability(table, seat, ability.id, moment)):
            kept = _cards(table, seat, ability) if ability.source == "note" else set()
            used.update((seat, card) for card in cards - kept)

    yield from turn_window(
        [0, 0],
        order=seats,
        ask=ask,
        is_pass=lambda seat, answer: answer == PASS,
        carry_out=carry_out,
        is_over=lambda: (
            moment.window == "activated" and table.has_effect("turn_ended", moment.seat)
        ),  # IM-TACT-3
    )


def _cards(table: GameTable, seat: int, ability: Ability) -> set[str]:
    """The cards by which a player can use an ability: notes of the same name are one card for each owner."""
    if ability.source != "note":
        return {ability.id}
    named = (note.partition(":") for note in table.players[seat].notes)
    return {f"{name}:{owner}" for name, _, owner in named if name == ability.id and owner != SEATS[seat]}


def window_order(table: GameTable) -> list[int]:
    """The order in which players act in a window: from the active player in initiative order in the action
    phase, from the speaker clockwise in the strategy and agenda phases, initiative order in the status phase
    (IM-TIME-2)."""
    if table.phase in ("strategy", "agenda"):
        return table.seats_from(table.speaker)
    order = table.initiative_order
    if table.phase == "action" and table.current in order:
        place = order.index(table.current)
        return order[place:] + order[:place]
    return order


def use_ability(table: GameTable, seat: int, ability_id: str, moment: Moment) -> Script[bool]:
    """Carry out an ability: name its target, show the card, let others cancel it, then resolve it
    (IM-TIME-5).

    Returns True if somebody cancelled it.
    """
    ability, script = abilities()[ability_id], _SCRIPTS[ability_id]
    target = ""
    if script.targets is not None:
        named = script.targets(table, seat, moment)
        named = sorted(named, key=lambda name: is_idle(table, seat, ability_id, moment, name))
        target = yield from choose(table, seat, named, script.kind, ability.rule, subject=ability.rule)
    if script.more is not None:
        more = yield from script.more(table, seat, moment, target)
        target = ", ".join(filter(None, (target, more)))
    case = "aimed" if target else "used" if ability.optional else "acts"
    table.announce("IM-TIME-5", case, seat, card=ability.id, target=target)
    if ability.source == "action_card":
        discard(table, seat, ability_id)
        cancelled = yield from cancel_window(table, seat, ability_id)
        if cancelled:
            return True
    if ability.exhausts:
        table.players[seat].exhausted |= {ability_id}
    if is_idle(table, seat, ability_id, moment, target):
        table.announce("IM-TIME-6", "none", seat, card=ability.id)
    else:
        yield from script.effect(table, seat, moment, target)
    return False


def cancel_window(table: GameTable, seat: int, card: str) -> Script[bool]:
    """Ask the others whether they cancel a card that was played (IM-TIME-5); true if somebody does."""
    moment = Moment("card_played", seat, card=card)
    for other in window_order(table):
        while offered := [] if other == seat else list(usable_abilities(table, other, moment)):
            answer = yield UseOrPass(table, other, moment, offered)
            if answer == PASS:
                break
            if not (yield from use_ability(table, other, answer.partition(" ")[2], moment)):
                return True
    return False
