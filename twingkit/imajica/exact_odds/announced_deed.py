"""A seizure or challenge that was just announced, parsed and checked by the rules."""

from __future__ import annotations

import attrs

from twingkit.core.arguments import custom_argument_kind
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, one_line_excerpt
from twingkit.imajica.notation.position import Position
from twingkit.imajica.rules.answers import NOTATION, Challenge, Deed, Seize
from twingkit.imajica.rules.deeds import broken_fight_rules
from twingkit.imajica.rules.rulebook import make_refusal
from twingkit.imajica.rules.table import SEATS, Fight, ImajicaTable
from twingkit.imajica.variants.variant import BOX, Variant

TableSource = ImajicaTable | Game | Position | str
"""A table, or something that has one: a game, a position, or a position string."""

TABLE_SOURCE_ARGUMENT = custom_argument_kind(
    "argument.where",
    lambda where: (
        isinstance(where, str | Position | ImajicaTable)
        or (isinstance(where, Game) and isinstance(where.table, ImajicaTable))
    ),
)
"""Argument check for `TableSource`."""

STOPPABLE_ACTIONS = (Seize.word, Challenge.word)
"""Actions that others can stop."""


def copy_table(position: TableSource, variant: Variant = BOX) -> ImajicaTable:
    """Return a copy of the table of a game or position to change freely; `variant` applies to positions only.

    >>> copy_table("imajica: p1 active irish; p2").players[0].name
    'p1'
    """
    if isinstance(position, str):
        position = Position.parse(position, variant=variant)
    if isinstance(position, Position):
        return position.build_table(variant)
    return (position.table if isinstance(position, Game) else position).copy()


def parse_rival_seat(table: ImajicaTable, seat: int, name: object) -> int:
    """Return the seat index of a rival from a label such as "p2".

    Raises `Fault` if nobody at the table has that label, or if it is the Autarch itself.

    >>> parse_rival_seat(copy_table("imajica: p1 active irish; p2"), 0, "p2")
    1
    """
    others = [player.name for player in table.players if player.seat != seat and not player.is_out]
    if not isinstance(name, str) or name not in others:
        raise Fault("imajica.rival", found=one_line_excerpt(repr(name), 30), known=", ".join(others))
    return SEATS.index(name)


@attrs.frozen
class AnnouncedFight:
    """A seizure or challenge that the Autarch in `seat` has just announced, with a copy of the table on which
    it is set up.

    `table` is a copy on which the fight is set up; in a seizure nobody is on the other side yet.

    >>> position = "imajica: p1 active sartori; p2 active dowd; circle slew"
    >>> deed = parse_deed(position, "seize slew with sartori")
    >>> deed.action, deed.target_token, deed.actors, deed.rivals
    ('seize', 'slew', ('sartori',), (1,))
    """

    table: ImajicaTable = attrs.field(eq=ImajicaTable.key)
    seat: int
    action: str
    target_token: str
    actors: tuple[str, ...]

    @property
    def is_seizure(self) -> bool:
        """Return whether it is a seizure, not a challenge."""
        return self.action == Seize.word

    @property
    def rivals(self) -> tuple[int, ...]:
        """Seats of the rivals who can oppose the action, in the order of asking (IJ-SEIZE-2)."""
        if not self.is_seizure:
            return (self.table.pieces[self.target_token].controller,)
        return tuple(self.table.seats_from(self.seat)[1:])

    def __str__(self) -> str:
        return f"{self.action} {self.target_token} with {' '.join(self.actors)}"

    def table_with_opposition(self, rival: int, other_side: list[str]) -> ImajicaTable:
        """Return a copy of the table with these characters of a rival on the opposing side."""
        table = self.table.copy()
        kind = "seizure" if self.is_seizure else "challenge"
        table.fight = Fight(
            kind, self.seat, self.target_token, list(self.actors), self.actors, other_side, rival
        )
        return table


def parse_deed(position: TableSource, deed: str, variant: Variant = BOX) -> AnnouncedFight:
    """Parse a seizure or challenge such as `seize slew with sartori`, and check that it is legal.

    Raises `Refusal` with the rule that forbids it, `BadAnswer` if it is neither a seizure nor a challenge,
    and `Fault` if `position` is not a position.

    >>> parse_deed("imajica: p1 active irish:pivoted; p2; circle slew", "seize slew with irish")
    Traceback (most recent call last):
    ...
    twingkit.core.questions.Refusal: Irish is pivoted; a new round turns pivoted cards upright. [IJ-PIV-1]
    """
    table = copy_table(position, variant)
    act = NOTATION.parse(deed)
    if not isinstance(act, Deed) or not 0 < len(act.tokens) == len(set(act.tokens)):
        word, *_ = (*deed.split(), deed)
        wrong = deed if word in STOPPABLE_ACTIONS else word
        raise BadAnswer("imajica.deed", found=one_line_excerpt(wrong, 60))
    denial = next(broken_fight_rules(table, table.current, type(act), act.target, act.tokens), None)
    if denial is not None:
        raise make_refusal(denial)
    return AnnouncedFight(table, table.current, act.word, act.target, act.tokens)
