"""Ways to start a game of Ember: a whole game, or a position from its position string.

`new_game(players)` and `position_game(line)` create games. Their records begin with a `GameStart` or a
`PositionStart`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.arguments.kinds import as_int, quote_value
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.cards.box_listing import UncheckedBox, checked_listing_content
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script, register
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.variants import start_lines
from twingkit.core.words import LANGUAGES, VerbatimFact
from twingkit.ember.box.pool import POOL_ARGUMENT, POOL_FORM, CreatureEntry, Pool, load_pool
from twingkit.ember.notation.position import POSITION_PREFIX, Position, unknown_cards_by_seat
from twingkit.ember.rules.acts import Pass
from twingkit.ember.rules.drawing import draw_from_deck
from twingkit.ember.rules.events import Dealt
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.setup import set_up
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable
from twingkit.ember.rules.turn import EmberResult, play_turns
from twingkit.ember.variants.variant import BOX, Variant
from twingkit.ember.view import GameView

EmberGame = Game[EmberTable, EmberResult, GameView]
"""A game of Ember."""


def as_variant(variant: Variant | str) -> Variant:
    """Return a `Variant`, given as a `Variant`, the name of a preset, or a line of switches."""
    return Variant.resolve(variant)


class EmberStart:
    """The base class of the starts of Ember games: rulebook, seats, views and computer players."""

    silence: ClassVar[str] = Pass.word
    """Answer that records may omit, and may give for players who were not asked (EM-WIN-5)."""

    rulebook = staticmethod(rulebook)
    view = staticmethod(GameView.of)

    def seat(self, player: int) -> str:
        """Return the label of a seat, `p1` to `p5`."""
        return SEATS[player]


@attrs.frozen
class GameStart(EmberStart):
    """The start of a whole game: number of players, variant, and pool.

    >>> GameStart(3, Variant.parse("quick")).setup_lines()
    ['ember 3', 'variant quick']
    """

    name: ClassVar[str] = "ember"
    setup_keys: ClassVar[tuple[str, ...]] = ("ember", "variant", "creature")
    seats: int = attrs.field(converter=as_int)
    variant: Variant = attrs.field(default=BOX, converter=as_variant)
    pool: Pool = attrs.field(factory=load_pool)

    def __attrs_post_init__(self) -> None:
        if type(self.seats) is not int or not FEWEST_SEATS <= self.seats <= len(SEATS):
            raise Fault("players", rulebook(), found=quote_value(self.seats))

    def setup_lines(self) -> list[str]:
        """Return the set-up lines: players, the variant unless it is the box, and custom creatures."""
        own = [] if self.pool == load_pool() else list(map(_creature_line, self.pool.entries))
        return [f"ember {self.seats}", *start_lines.variant_lines(self.variant), *own]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> GameStart:
        """Parse set-up lines. Raises `ValueError` with the reason if they are not valid."""
        number = " ".join(start_lines.words_after_key("ember", lines))
        variant = start_lines.variant_in(lines, Variant)
        own = start_lines.lines_with_key("creature", lines)
        pool = _pool_of(own) if own else load_pool()
        if number not in map(str, range(10)):
            raise Fault("players", rulebook(), found=VerbatimFact(one_line_excerpt(number, 20)))
        return cls(int(number), variant, pool)

    def table(self) -> EmberTable:
        """Return the table before anything is laid out."""
        return EmberTable(self.seats, variant=self.variant, creatures=self.pool)

    def script(self, table: EmberTable) -> Script[EmberResult]:
        """Play the set-up and all turns; return the `EmberResult`."""
        if table.step == "setup":
            yield from set_up(table)
        result = yield from play_turns(table)
        return result


register(GameStart)


def _creature_line(entry: CreatureEntry) -> str:
    legend = ["legend"] if entry.legend else []
    return " ".join(["creature", entry.id, str(entry.value), entry.cost, entry.when, *legend, entry.effects])


def _pool_of(lines: Sequence[str]) -> Pool:
    """Return the pool in set-up lines, with ids as names of the creatures. Raises `BoxError`."""
    rows = []
    for line in lines:
        words = line.split()[1:]
        legend = words[4:5] == ["legend"]
        name, value, cost, when = (*words, "", "", "", "")[:4]
        rows.append(
            {
                "id": name,
                "value": int(value) if value.isdecimal() and len(value) < 4 else value,
                "name": dict.fromkeys(LANGUAGES, name.capitalize()),
                "cost": cost,
                "when": when,
                "effects": " ".join(words[5 if legend else 4 :]),
                "legend": legend,
            }
        )
    title = {"en": "Pool of the record", "de": "Auslage der Mitschrift"}
    contents = checked_listing_content(
        UncheckedBox(POOL_FORM, {"format": POOL_FORM.format, "title": title, "creature": rows}), "record"
    )
    return Pool(contents["title"], tuple(contents["creature"]))


@attrs.frozen
class PositionStart(EmberStart):
    """The start of a game of Ember from a position instead of a new deal, with a rule variant.

    >>> start = PositionStart(Position.parse("ember: p1 hand A5 A6; p2 hand 5"))
    >>> start.setup_lines()
    ['ember: p1 hand A5 A6; p2 hand 5; to move p1 draw']
    """

    name: ClassVar[str] = "ember.position"
    setup_keys: ClassVar[tuple[str, ...]] = (POSITION_PREFIX, "variant")
    position: Position
    variant: Variant = attrs.field(default=BOX, converter=as_variant)

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.position.seats)

    def setup_lines(self) -> list[str]:
        """Return the position string, and the variant unless it is the box."""
        return [str(self.position), *start_lines.variant_lines(self.variant)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> PositionStart:
        """Parse one position string and at most one `variant`. Raises `ValueError` or `Refusal`."""
        line = start_lines.only_line_with_key(POSITION_PREFIX, lines)
        try:
            position = Position.parse(line)
        except (Fault, Refusal, BoxError) as wrong:
            wrong.setup_line_number = list(lines).index(line)
            raise
        return cls(position, start_lines.variant_in(lines, Variant))

    def table(self) -> EmberTable:
        """Return the table with this position."""
        return self.position.build_table(self.variant)

    def script(self, table: EmberTable) -> Script[EmberResult]:
        """Deal the unknown cards, then play turn after turn; return the `EmberResult`."""
        if not table.turn:
            for seat, count in unknown_cards_by_seat(self.position).items():
                lacking = count + len(self.position.seats[seat].hand) - len(table.players[seat].hand)
                yield from draw_from_deck(table, table.players[seat], lacking, Dealt)
        result = yield from play_turns(table)
        return result


register(PositionStart)


@check_arguments(pool=POOL_ARGUMENT)
def new_game(
    players: int = 2,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    pool: Pool | None = None,
    rolls: str | None = None,
    explain: bool = True,
) -> EmberGame:
    """Return a new game of Ember for 2 to 5 players, beginning with the set-up.

    Parameters
    ----------
    players
        The number of players.
    seed
        The random seed. Without one, the game asks for every card that is drawn (see `Game`).
    variant
        A variant, the name of a preset, or a line of switches.
    pool
        The pool of creatures; by default the assumed pool.
    rolls
        "auto" to draw at random, "ask" to ask for every card; by default this depends on `seed`.
    explain
        Whether the game keeps rulings.

    Raises
    ------
    Fault
        For a wrong number of players (EM-SET-1).
    VariantError
        For an unknown variant.

    Examples
    --------
    >>> new_game(3, seed=1).question.kind
    'draw'
    """
    start = GameStart(players, variant, pool or load_pool())
    return Game(start, seed=seed, rolls=rolls, explain=explain)


@check_arguments(line=TEXT)
def position_game(
    line: str, *, seed: int | None = None, variant: Variant | str = BOX, rolls: str | None = None
) -> EmberGame:
    """Return a game that starts from a position string (see `twingkit.ember.notation.position`).

    Without a `seed`, the game asks for every card that is drawn. Raises `Fault`, `Refusal` and
    `VariantError`.

    >>> game = position_game("ember: p1 hand A5 E5 F5 * has imp; p2 hand 2; to move p1 conjure", seed=1)
    >>> game.answer("conjure phoenix A5 E5 F5 *")
    >>> [ruling.rule for ruling in game.latest_rulings][:2]
    ['EM-CONJ-2', 'EM-COST-5']
    """
    return Game(PositionStart(Position.parse(line), variant), seed=seed, rolls=rolls)
