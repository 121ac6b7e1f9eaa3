"""Plans: answers composed from counts before they are submitted, with the rule that forbids them.

Each kind of question has its plan: items to count (`AmountRow`), the answer that the counts make, and a
sentence about it. One page shows them all (`plan_view.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import attrs

from twingkit.core.questions import Refusal
from twingkit.imperium.box.units import GROUND_FORCES, Unit
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit.imperium.galaxy.table.sheet import FactionSheet
from twingkit.imperium.galaxy.tactical.fleet_limits import excess_cargo, excess_ships
from twingkit_widgets.imperium.pictures.names import (
    answer_label,
    join_names,
    system_name,
    unit_name,
    units_text,
)
from twingkit_widgets.imperium.play.words import WORDS

Amounts = Mapping[str, int]
"""The chosen number of each row, by the row's key."""


@attrs.frozen
class AmountRow:
    """An item to count in a plan.

    `icon` is a class of units drawn before it, `note` a second line. With a `refusal` it cannot be chosen,
    and the refusal says why. Choosing it resets the keys in `excludes`. The page names the `maximum` only
    with `shows_maximum`.
    """

    key: str
    label: str
    maximum: int = 1
    minimum: int = 0
    icon: str = ""
    note: str = ""
    refusal: Refusal | None = None
    excludes: tuple[str, ...] = ()
    shows_maximum: bool = True

    @property
    def is_toggle(self) -> bool:
        """True if the item is only chosen or not, without a count."""
        return self.maximum == 1 and self.minimum == 0 and not self.icon


@attrs.frozen
class PlanSection:
    """A group of rows for one place, such as a system or a planet, with a title and a note."""

    title: str
    rows: tuple[AmountRow, ...]
    note: str = ""
    refusal: Refusal | None = None


QuestionT = TypeVar("QuestionT", bound=GalaxyQuestion)


class Plan(Generic[QuestionT]):
    """An answer to one question, composed from counts."""

    status_explains_refusal = False
    """True if the status text itself says what is still wrong."""

    def __init__(self, question: QuestionT) -> None:
        self.question, self.table, self.seat = question, question.table, question.player

    @property
    def sheet(self) -> FactionSheet:
        """The game-state sheet of the player whom the question asks."""
        return self.table.players[self.seat]

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key` of the play page, with `facts` filled in."""
        return WORDS.say(key, **facts)

    # -- hooks for each kind of question

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return the items to choose from."""
        raise NotImplementedError(f"{type(self).__name__} has nothing to choose")

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the answer for these counts."""
        raise NotImplementedError(f"{type(self).__name__} makes no answer")

    def default_amounts(self) -> dict[str, int]:
        """Return the initial counts."""
        return {}

    def status_text(self, amounts: Amounts) -> str:
        """Return a sentence about the chosen counts, or ""."""
        return ""

    def decline_label(self) -> str:
        """Return the label of the button that submits the plan with all counts zero."""
        return answer_label(self.answer_from_amounts({}))

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Return ready-made plans that a button press selects, each as a pair (label, counts)."""
        return ()

    def amounts_from_answer(self, answer: str) -> dict[str, int] | None:
        """Return the counts that produce an answer, to apply a hint; None if there are none."""
        return None

    # -- results

    def rows(self, amounts: Amounts) -> dict[str, AmountRow]:
        """Return every row by its key."""
        return {row.key: row for section in self.sections(amounts) for row in section.rows}

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """Return the refusal of the current answer; None if it is legal."""
        return self.question.refusal(self.answer_from_amounts(amounts))

    def with_step(self, amounts: Amounts, key: str, by: int) -> dict[str, int]:
        """Return the counts with one row changed within its limits. Raises `KeyError` for an unknown row."""
        row = self.rows(amounts)[key]
        count = amounts.get(key, row.minimum) + by
        count = max(row.minimum, min(row.maximum, count))
        if row.refusal is not None and by > 0:
            count = amounts.get(key, row.minimum)
        kept = {other: n for other, n in amounts.items() if not (count and other in row.excludes)}
        return {**kept, key: count}


def removed_unit_warnings(table: GameTable, seat: int, system: int, change: Mapping[str, int]) -> list[str]:
    """Return warnings about units that are removed after this change of a player's units in the space of a
    system (IM-FLEET-1, IM-FLEET-2)."""
    after = table.copy()
    for name, count in change.items():
        if count > 0:
            after.put_units(seat, system, name, count)
        elif count:
            after.remove_units(seat, system, name, -count)
    where = {
        "system": system_name(after.tile_number(system)),
        "limit": after.fleet_limit(seat),
        "fly": int(after.players[seat].unit_type_on_board("fighter").is_upgraded),
    }
    excess = {"ships": excess_ships(after, seat, system), "cargo": excess_cargo(after, seat, system)}
    return [WORDS.say(f"plan.excess_{kind}", n=n, **where) for kind, n in excess.items() if n]


def fleet_pool_warnings(table: GameTable, seat: int, added: int) -> list[str]:
    """Return warnings about ships that exceed the fleet pool after `added` tokens join it (IM-FLEET-1)."""
    after = table.copy()
    after.players[seat].add_tokens("fleet", added)
    return [
        text for system in range(len(after.space)) for text in removed_unit_warnings(after, seat, system, {})
    ]


def units_with_hit_numbers(
    table: GameTable, seat: int, units: PlacedUnits, hit_numbers: Mapping[str, int] | None = None
) -> str:
    """Return a text of units by class, each with the number that its dice need to hit: from `hit_numbers`, or
    else its combat value."""
    named = []
    for name in units:
        kind = table.players[seat].unit_type_on_board(name)
        needed = kind.combat if hit_numbers is None else hit_numbers.get(kind.words_key)
        text = units_text([(name, units[name], units.hurt.get(name, 0))])
        if needed:
            text += f" ({hits_text(kind, needed)})"
        elif hit_numbers is not None and name in GROUND_FORCES:
            text = WORDS.say("plan.on_board", units=text)
        named.append(text)
    return join_names(named)


def hits_text(kind: Unit, needed: int) -> str:
    """Return as text the number that a unit's dice need to hit, preceded by the unit's own name if its
    faction or upgrade gives it one.
    """
    key = "plan.hits" if kind.words_key == kind.unit_class else "plan.model_hits"
    return WORDS.say(key, n=needed, name=unit_name(kind.words_key))


def total_with_prefix(amounts: Amounts, prefix: str) -> int:
    """Return the sum of all rows whose keys start with `prefix`."""
    return sum(n for key, n in amounts.items() if key.startswith(prefix))
