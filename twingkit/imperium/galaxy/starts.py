"""Starts of whole games: from the set-up (`new_game`), or from a position such as `galaxy: short, …`
(`position_game`).

`imperium 4` is a game of four on the first-game map, `imperium short` the short game for learners. Lines
`faction sol` give the factions clockwise; `map` is a map string with a `0` for each home.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import attrs

import twingkit.imperium.galaxy.scripts  # noqa: F401 # registers what every card and ability does
from twingkit.core.arguments import TEXT, check_arguments, list_of, require_valid_argument
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script, register
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact, Rulebook
from twingkit.core.variants import start_lines
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.box.decks import Decks, full_decks, short_game_decks
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.agenda.agenda_phase import agenda_phase
from twingkit.imperium.galaxy.galaxy_position import POSITION_PREFIX, GalaxyPosition
from twingkit.imperium.galaxy.map.boards import BUILT_MAP_NAME, Board, preset_board, unbuilt_board
from twingkit.imperium.galaxy.map.map_faults import custom_board
from twingkit.imperium.galaxy.phases.action_phase import play_action_phase
from twingkit.imperium.galaxy.phases.ending import GameOver, GameResult, game_result
from twingkit.imperium.galaxy.phases.set_up import set_up
from twingkit.imperium.galaxy.phases.status_phase import play_status_phase
from twingkit.imperium.galaxy.phases.strategy_phase import play_strategy_phase
from twingkit.imperium.galaxy.table.game_table import MIN_SEATS, SEATS, GameTable
from twingkit.imperium.galaxy.table.position_checks import position_refusal
from twingkit.imperium.galaxy.table.position_set_up import set_up_position
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import BOX, Variant, as_variant

SHORT = "short"
"""The word for the short learning game."""

SHORT_FACTIONS = ("sol", "hacan", "letnev")
"""The factions of the short game, whose homes are on its map."""

SHORT_POINTS = 4
"""The victory points that win the short game; in a whole game the variant sets them (IM-OBJ-5)."""

ImperiumGame = Game[GameTable, GameResult, GameView]
"""A whole game of Twilight Imperium."""


def play_game_rounds(table: GameTable) -> Script[GameResult]:
    """Play phase after phase from the current one and return the `GameResult` (IM-TURN-1, IM-STATUS-8)."""
    phases = {
        "strategy": play_strategy_phase,
        "action": play_action_phase,
        "status": play_status_phase,
        "agenda": agenda_phase,
    }
    ended = GameOver  # kept here, as a game dropped at interpreter exit is closed after its modules are gone
    try:
        while True:
            yield from phases[table.phase](table)
    except ended:
        return game_result(table)


class WholeGameStart(ABC):
    """The common part of all whole-game starts: seats, rules and views."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The map of the game."""

    def script(self, table: GameTable) -> Script[GameResult]:
        """Run the set-up if nothing is set up yet, then round after round, and return the `GameResult`."""
        if table.phase == "setup":
            yield from set_up(table, self.board)
        return (yield from play_game_rounds(table))

    def seat(self, player: int) -> str:
        """Return the name of a seat, `p1` to `p6`."""
        return SEATS[player]

    def rulebook(self) -> Rulebook:
        """Return the rules of Twilight Imperium."""
        return rulebook()

    def view(self, game: Game, player: int) -> GameView:
        """Return the view of a player on the game (IM-VIEW-1)."""
        return GameView.from_game(game, player)


@attrs.frozen
class GameStart(WholeGameStart):
    """The start of a new game: the factions clockwise, the short-game flag, the variant and the map.

    >>> GameStart(("sol", "hacan", "letnev"), is_short=True).setup_lines()
    ['imperium short']
    >>> GameStart(("sol", "xxcha", "yin")).setup_lines()
    ['imperium 3', 'faction sol', 'faction xxcha', 'faction yin']
    """

    name: ClassVar[str] = "imperium.game"
    setup_keys: ClassVar[tuple[str, ...]] = ("imperium", "faction", "map", "variant")
    factions: tuple[str, ...]
    is_short: bool = False
    variant: Variant = attrs.field(default=BOX, converter=as_variant)
    map: str = attrs.field(default="", kw_only=True)
    """"" for the map of a first game, `built`, or a map string with a `0` for each home (IM-SET-3)."""

    def __attrs_post_init__(self) -> None:
        require_valid_argument("factions", self.factions, list_of(TEXT, min_length=0))
        require_valid_argument("map", self.map, TEXT)
        if not MIN_SEATS <= len(self.factions) <= len(SEATS):
            raise Fault("game_players", rulebook(), found=len(self.factions))
        for name in self.factions:
            if name not in faction_ids():
                raise Fault(
                    "game_faction",
                    rulebook(),
                    found=one_line_excerpt(name, 30),
                    known=", ".join(faction_ids()),
                )
        if len(set(self.factions)) < len(self.factions):
            raise Fault("game_twice", rulebook())
        if self.is_short and self.factions != SHORT_FACTIONS:
            raise Fault("game_short", rulebook())
        if self.is_short and self.map:
            raise Fault("game_short_map", rulebook())
        if self.map not in ("", BUILT_MAP_NAME):
            object.__setattr__(self, "map", str(custom_board(self.map, self.seats).galaxy))

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.factions)

    @property
    def board(self) -> Board:
        """The map of the game."""
        if self.map:
            return (
                unbuilt_board(self.seats)
                if self.map == BUILT_MAP_NAME
                else custom_board(self.map, self.seats)
            )
        return preset_board(self.seats, SHORT if self.is_short else "first")

    @property
    def decks(self) -> Decks:
        """The decks to deal from: those of the short game or of the full game."""
        return short_game_decks() if self.is_short else full_decks()

    def setup_lines(self) -> list[str]:
        """Return the set-up lines: the number of players and their factions, or `short`; a map and a variant
        if they are not the defaults."""
        if self.is_short:
            return [f"imperium {SHORT}", *start_lines.variant_lines(self.variant)]
        chosen = [f"faction {name}" for name in self.factions]
        laid = [f"map {self.map}"] if self.map else []
        return [f"imperium {self.seats}", *chosen, *laid, *start_lines.variant_lines(self.variant)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> GameStart:
        """Parse set-up lines. Without faction lines, default factions are used.

        Raises `ValueError` with the reason if the lines are invalid.
        """
        head = start_lines.words_after_key("imperium", lines)
        variant = start_lines.variant_in(lines, Variant)
        named = tuple(line.partition(" ")[2].strip() for line in start_lines.lines_with_key("faction", lines))
        maps = start_lines.lines_with_key("map", lines)
        if len(maps) > 1:
            raise Fault("game_maps", rulebook())
        laid = maps[0].partition(" ")[2].strip() if maps else ""
        if head == [SHORT]:
            return cls(named or SHORT_FACTIONS, True, variant, map=laid)
        count = int(head[0]) if len(head) == 1 and head[0].isdecimal() and len(head[0]) == 1 else 0
        if not named and MIN_SEATS <= count <= len(SEATS):
            named = faction_ids()[:count]
        if len(named) != count or not count:
            words = QuotedFact(one_line_excerpt(" ".join(["imperium", *head]), 30))
            raise Fault("game_head", rulebook(), named=words, n=len(named))
        try:
            return cls(named, False, variant, map=laid)
        except (Fault, Refusal) as wrong:
            if maps:
                wrong.setup_line_number = list(lines).index(maps[0])
            raise

    def table(self) -> GameTable:
        """Return the empty table before the set-up."""
        chosen = self.board
        galaxy = chosen.galaxy.with_home_factions(dict(zip(chosen.homes, self.factions, strict=True)))
        points = SHORT_POINTS if self.is_short else int(self.variant.vp)
        table = GameTable(galaxy, self.seats, points_to_win=points, variant=self.variant)
        for player, name in zip(table.players, self.factions, strict=True):
            player.faction = name
        fill_decks(table, self.decks)
        return table


register(GameStart)


@attrs.frozen
class PositionStart(WholeGameStart):
    """The start of a whole game of Twilight Imperium from a given position and variant.

    >>> PositionStart(GalaxyPosition.parse("galaxy: sol xxcha yin, round 2")).setup_lines()
    ['galaxy: sol xxcha yin, round 2']
    """

    name: ClassVar[str] = "imperium.position"
    setup_keys: ClassVar[tuple[str, ...]] = (POSITION_PREFIX, "variant")
    position: GalaxyPosition
    variant: Variant = attrs.field(default=BOX, converter=as_variant)

    def __attrs_post_init__(self) -> None:
        wrong = position_refusal(self.table())
        if wrong is not None:
            raise wrong

    @property
    def map_and_decks_start(self) -> GameStart:
        """A start with the map and the decks only; a game begun with it does not have the position."""
        short = self.position.short_or_factions == (SHORT,)
        factions = SHORT_FACTIONS if short else self.position.short_or_factions
        return GameStart(factions, short, self.variant, map=self.position.map)

    @property
    def factions(self) -> tuple[str, ...]:
        """The factions clockwise."""
        return self.map_and_decks_start.factions

    @property
    def is_short(self) -> bool:
        """True for a position of the short learning game."""
        return self.map_and_decks_start.is_short

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.map_and_decks_start.seats

    @property
    def board(self) -> Board:
        """The map of the game."""
        return self.map_and_decks_start.board

    @property
    def decks(self) -> Decks:
        """Return the decks of the game that the position belongs to."""
        return self.map_and_decks_start.decks

    def setup_lines(self) -> list[str]:
        """Return the position string, and the variant if it is not the default."""
        return [str(self.position), *start_lines.variant_lines(self.variant)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> PositionStart:
        """Parse a position string and at most one `variant` line; raises `ValueError` or `Refusal`."""
        line = start_lines.only_line_with_key(POSITION_PREFIX, lines)
        try:
            return cls(GalaxyPosition.parse(line), start_lines.variant_in(lines, Variant))
        except (Fault, Refusal) as wrong:
            wrong.setup_line_number = list(lines).index(line)
            raise

    def table(self) -> GameTable:
        """Return the table of the position."""
        table = self.map_and_decks_start.table()
        set_up_position(table, self.board, self.position)
        return table


register(PositionStart)


def fill_decks(table: GameTable, decks: Decks) -> None:
    """Put the cards of `decks` into the decks of a table."""
    table.action_deck = DeckWithKnownEnds(decks.action_cards)
    table.agenda_deck = DeckWithKnownEnds(decks.agendas)
    table.secret_deck = DeckWithKnownEnds(decks.secret_objectives)
    table.objective_decks = (
        DeckWithKnownEnds(decks.stage_1_objectives),
        DeckWithKnownEnds(decks.stage_2_objectives),
    )
    table.face_down_objective_counts = decks.public_objective_counts
    table.agendas_per_round = decks.agendas_a_round
    table.note_cards_in_game = frozenset(decks.promissory_notes)


@check_arguments()
def new_game(
    players: int | str | Sequence[str] = SHORT,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    rolls: str | None = None,
    explain: bool = True,
) -> ImperiumGame:
    """Start a new game of Twilight Imperium with its set-up.

    Parameters
    ----------
    players
        `short` (the short learning game), a number from 3 to 6, or the ids of the factions clockwise.
        With a number, the seed chooses the factions; without a seed they are those of the first
        sheets.
    seed
        The seed of the draws and dice. Without one, every card and die is asked for.

    Raises
    ------
    Fault
        If the players are invalid.
    VariantError
        If the variant is invalid.

    Examples
    --------
    >>> new_game(seed=1).question.kind
    'take'
    >>> new_game(["sol", "xxcha", "yin"], seed=1).start.setup_lines()[1]
    'faction sol'
    """
    if isinstance(variant, str) and variant.split()[:1] == [SHORT]:
        raise Fault("game_short_variant", rulebook())
    if players == SHORT:
        return Game(GameStart(SHORT_FACTIONS, True, variant), seed=seed, rolls=rolls, explain=explain)
    if isinstance(players, bool) or not isinstance(players, int | Sequence) or isinstance(players, str):
        raise Fault("game_players", rulebook(), found=quote_value(players))
    if isinstance(players, int):
        known = list(faction_ids())
        if seed is not None:
            random.Random(seed).shuffle(known)
        chosen = tuple(known[: max(players, 0)])
        if len(chosen) != players:
            raise Fault("game_players", rulebook(), found=players)
    else:
        chosen = tuple(players)
    return Game(GameStart(chosen, False, variant), seed=seed, rolls=rolls, explain=explain)


@check_arguments(line=TEXT)
def position_game(
    line: str, *, seed: int | None = None, variant: Variant | str = BOX, rolls: str | None = None
) -> ImperiumGame:
    """Start a whole game of Twilight Imperium from a position in notation.

    Without a `seed`, every card and die is asked for. Raises `Fault` if `line` is not a position, and
    `Refusal` with the rule if the position is impossible.

    >>> line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p1 1 cruiser"
    >>> position_game(line, seed=1).question.kind
    'turn'
    """
    return Game(PositionStart(GalaxyPosition.parse(line), variant), seed=seed, rolls=rolls)
