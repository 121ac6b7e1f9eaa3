"""A deed that was announced: a seizure or a challenge on a table, read and checked by the rules."""

from __future__ import annotations

import attrs

from twingkit.core.arguments import named_kind
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, one_line
from twingkit.imajica.notation.position import Position
from twingkit.imajica.rules.deeds import broken_fight_rules
from twingkit.imajica.rules.rulebook import refuse
from twingkit.imajica.rules.table import SEATS, Fight, ImajicaTable
from twingkit.imajica.variants.variant import BOX, Variant

Where = ImajicaTable | Game | Position | str
"""A table: itself, that of a game, or of a position or its line."""

WHERE = named_kind(
    "argument.where",
    lambda where: (
        isinstance(where, str | Position | ImajicaTable)
        or (isinstance(where, Game) and isinstance(where.table, ImajicaTable))
    ),
)
"""A table, where a function takes one."""

DEEDS = ("seize", "challenge")
"""The deeds that others can stop."""


def table_of(where: Where, variant: Variant = BOX) -> ImajicaTable:
    """Return an independent copy of the table that is meant; `variant` is for lines and positions.

    >>> table_of("imajica: p1 active irish; p2").players[0].name
    'p1'
    """
    if isinstance(where, str):
        where = Position.parse(where, variant=variant)
    if isinstance(where, Position):
        return where.table(variant)
    return (where.table if isinstance(where, Game) else where).copy()


def rival_seat(table: ImajicaTable, seat: int, name: object) -> int:
    """The place of a rival of an Autarch by its name as lines say it: 1 for "p2".

    Raises `Fault` for a name of nobody at the table, and for the Autarch itself.

    >>> rival_seat(table_of("imajica: p1 active irish; p2"), 0, "p2")
    1
    """
    others = [player.name for player in table.players if player.seat != seat and not player.out]
    if not isinstance(name, str) or name not in others:
        raise Fault("imajica.rival", found=one_line(repr(name), 30), known=", ".join(others))
    return SEATS.index(name)


@attrs.frozen
class AnnouncedDeed:
    """A seizure or a challenge of the Autarch `seat` that has just been announced, before anybody answers.

    `table` is a copy on which the fight is set up, with nobody on the other side of a seizure yet.

    >>> deed = parse_deed("imajica: p1 active sartori; p2 active dowd; circle slew", "seize slew with sartori")
    >>> deed.word, deed.focus, deed.actors, deed.rivals
    ('seize', 'slew', ('sartori',), (1,))
    """

    table: ImajicaTable = attrs.field(eq=ImajicaTable.key)
    seat: int
    word: str
    focus: str
    actors: tuple[str, ...]

    @property
    def rivals(self) -> tuple[int, ...]:
        """The seats that can stand against it, in the order in which they are asked (IJ-SEIZE-2)."""
        if self.word == "challenge":
            return (self.table.pieces[self.focus].controller,)
        return tuple(self.table.seats_from(self.seat)[1:])

    def against(self, rival: int, other_side: list[str]) -> ImajicaTable:
        """Return a copy of the table in which these characters of a rival stand against it."""
        table = self.table.copy()
        kind = "seizure" if self.word == "seize" else "challenge"
        table.fight = Fight(kind, self.seat, self.focus, list(self.actors), self.actors, other_side, rival)
        return table


def parse_deed(where: Where, deed: str, variant: Variant = BOX) -> AnnouncedDeed:
    """Return the deed of the Autarch to move, such as `seize slew with sartori`, if the rules allow it.

    Raises `Refusal` with the rule that forbids it, `BadAnswer` for what is no seizure and no challenge, and
    `Fault` for what is no position.

    >>> parse_deed("imajica: p1 active irish:pivoted; p2; circle slew", "seize slew with irish")
    Traceback (most recent call last):
    ...
    twingkit.core.questions.Refusal: Irish is pivoted; expected one that is not. [IJ-PIV-1]
    """
    table = table_of(where, variant)
    words = deed.split()
    good = len(words) > 3 and words[0] in DEEDS and words[2] == "with"
    if not good or len(set(words[3:])) < len(words[3:]):
        wrong = words[0] if words and words[0] not in DEEDS else deed
        raise BadAnswer("imajica.deed", found=one_line(wrong, 60))
    word, focus, actors = words[0], words[1], words[3:]
    denial = next(broken_fight_rules(table, table.current, word, focus, actors), None)
    if denial is not None:
        raise refuse(denial)
    return AnnouncedDeed(table, table.current, word, focus, tuple(actors))
