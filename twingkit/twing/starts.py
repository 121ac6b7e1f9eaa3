"""The starts of games of Imperial Twing: a battle or an end-game attack in notation, or a whole game.

`battle_game(line)`, `endgame_game(line)` and `new_game(players)` create games; their records begin with the
lines of a `BattleStart`, `EndgameStart` or `GameStart`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs

from twingkit.core.arguments import TEXT, check_arguments, instance_of
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.play import Game, Script, register
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact, Rulebook
from twingkit.core.variants.start_lines import text_after_key_and_variant, variant_lines
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.twing.box.box import BOX_ARGUMENT, Box, load_box
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.notation.endgame_line import EndgameAttack, as_endgame_attack
from twingkit.twing.notation.line_table import table_from_sides
from twingkit.twing.notation.position import Position
from twingkit.twing.notation.setup_lines import (
    PLAYER_COUNTS,
    RANDOM_CHARACTER,
    as_characters,
    attach_line_number,
    error_line_index,
    group_lines_by_key,
    parse_players,
)
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.cards import ELEMENTS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import BattleResult, EndgameResults
from twingkit.twing.rules.player import SEAT_NAMES, Player
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.setup import deal_unseen_cards, refill_hands_and_display, set_up
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.turn import GameResult, play_turns
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant
from twingkit.twing.view import GameView

"""The names of the players in records, clockwise."""


BattleGame = Game[TwingTable, BattleResult, GameView]
"""A game of one battle."""

EndgameGame = Game[TwingTable, tuple[BattleResult, ...], GameView]
"""A game of one end-game attack."""

WholeGame = Game[TwingTable, GameResult, GameView]
"""A whole game of Imperial Twing."""


class TwingStart:
    """Base class of the starts of a game of Imperial Twing (battle, end-game attack, whole game), with their
    rulebook and view.
    """

    def rulebook(self) -> Rulebook:
        """Return the rules of Imperial Twing."""
        return rulebook()

    def view(self, game: Game, player: int) -> GameView:
        """Return the view of a player (TW-PLAY-1)."""
        return GameView.from_game(game, player)


@attrs.frozen
class BattleStart(TwingStart):
    """The start of a game that is a single battle: both players have exactly the cards in its notation.

    >>> start = BattleStart(Battle.parse("F: F5 vs W: W6"))
    >>> start.setup_lines()
    ['battle F: F5 vs W: W6']
    >>> Game(start, seed=1).question.kind
    'attack'
    """

    name: ClassVar[str] = "twing.battle"
    players: ClassVar[str] = "twingkit.twing.players.best_answer:PLAYERS"
    setup_keys: ClassVar[tuple[str, ...]] = ("battle", "variant")
    battle: Battle
    variant: Variant = attrs.field(default=BOX, converter=as_variant)

    def setup_lines(self) -> list[str]:
        """Return the canonical battle line, and a line for the variant unless it is `box`."""
        return [f"battle {self.battle}", *variant_lines(self.variant)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> BattleStart:
        """Parse one `battle` line and at most one `variant` line.

        Raises `ValueError` if a line is missing, repeated or forbidden.
        """
        line, variant = text_after_key_and_variant("battle", lines, Variant)
        return cls(Battle.parse(line).check(variant), variant)

    def table(self) -> TwingTable:
        """Create a table of two players whose hands and entourages are the cards in notation."""
        return table_from_sides(self.battle.sides, self.variant)

    def script(self, table: TwingTable) -> Script[BattleResult]:
        """Return the script of the battle; its result is a `BattleResult`."""
        results = yield from fight_battle(table, 0, [1])
        return results[0]

    def seat(self, player: int) -> str:
        """Return the role of a player: `attacker` or `defender`."""
        return ROLES[player]


register(BattleStart)


@check_arguments(battle=instance_of("argument.battle", Battle, str))
def battle_game(
    battle: Battle | str, *, seed: int | None = None, explain: bool = True, variant: Variant | str = BOX
) -> BattleGame:
    """Start a game that consists of one battle, given as a value or in notation.

    Parameters
    ----------
    battle : Battle or str
        The battle.
    seed : int, optional
        The seed of the dice. Without it, every roll is a question (roll or set it).
    explain : bool
        Whether to keep the rulings.
    variant : Variant or str
        A variant, a preset's name or a line of switches.

    Raises
    ------
    NotationError
        If the line is not valid.
    IllegalBattleError
        If the rules forbid the battle.
    VariantError
        If the variant is not possible.

    Examples
    --------
    >>> game = battle_game("F: F5 vs W: W4")
    >>> for answer in ("lay F5", "lay W4", "roll 0", "roll Sun"):
    ...     game.answer(answer)
    >>> game.result.winner, game.result.decided_by
    (1, 'critical')
    """
    rules = as_variant(variant)
    return Game(BattleStart(legal_battle(battle, rules), rules), seed=seed, explain=explain)


@attrs.frozen
class EndgameStart(TwingStart):
    """The start of a game that is a single end-game attack: every player has exactly the cards in its
    notation.

    >>> start = EndgameStart(EndgameAttack.parse("endgame F: F5 vs W: W4 vs L: L9"))
    >>> [start.seat(player) for player in range(3)]
    ['attacker', 'defender', 'defender2']
    """

    name: ClassVar[str] = "twing.endgame"
    players: ClassVar[str] = ""
    setup_keys: ClassVar[tuple[str, ...]] = ("endgame", "variant")
    attack: EndgameAttack
    variant: Variant = attrs.field(default=BOX, converter=as_variant)

    def setup_lines(self) -> list[str]:
        """Return the canonical end-game line, and a line for the variant unless it is `box`."""
        return [str(self.attack), *variant_lines(self.variant)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> EndgameStart:
        """Parse one `endgame` line and at most one `variant` line.

        Raises `ValueError` if a line is missing, repeated or forbidden.
        """
        line, variant = text_after_key_and_variant("endgame", lines, Variant)
        return cls(EndgameAttack.parse(f"endgame {line}").check(variant), variant)

    def table(self) -> TwingTable:
        """Create a table whose players have just the cards in notation."""
        return table_from_sides(self.attack.sides, self.variant)

    def script(self, table: TwingTable) -> Script[tuple[BattleResult, ...]]:
        """Return the script of the attack; its result is the results of the pairings, in order."""
        results = yield from fight_battle(table, 0, range(1, len(table.players)), "endgame")
        return EndgameResults(results)

    def seat(self, player: int) -> str:
        """Return the role of a player: `attacker`, `defender`, `defender2` or `defender3`."""
        return ROLES[min(player, 1)] + (str(player) if player > 1 else "")


register(EndgameStart)


@check_arguments(attack=instance_of("argument.line", EndgameAttack, str))
def endgame_game(
    attack: EndgameAttack | str,
    *,
    seed: int | None = None,
    explain: bool = True,
    variant: Variant | str = BOX,
) -> EndgameGame:
    """Start a game that consists of one end-game attack, given as a value or in notation. Without a seed,
    every roll is a question.

    `variant` as for `battle_game`. Raises `NotationError` for an invalid line, `IllegalBattleError` for an
    attack that the rules forbid, `VariantError` for an impossible variant.

    >>> game = endgame_game("endgame F: F5 vs W: W4 vs L: L9")
    >>> for answer in ("lay F5", "lay W4", "lay L9", "roll 0", "roll 0", "roll 0"):
    ...     game.answer(answer)
    >>> [result.winner for result in game.result]
    [0, 1]
    """
    rules = as_variant(variant)
    return Game(EndgameStart(as_endgame_attack(attack, rules), rules), seed=seed, explain=explain)


_BOX_KEYS = ("box", "spells", "creatures", "others", "events", "colours")


@attrs.frozen
class GameStart(TwingStart):
    """The start of a whole game: characters, variant, box, and perhaps a position string.

    `characters` are those by seat ("F", "W", "L", "A", or "?" for a random one).

    >>> start = GameStart(("F", "?"), Variant.parse("short"))
    >>> start.setup_lines()[:2]
    ['players F ?', 'variant short']
    """

    name: ClassVar[str] = "twing"
    setup_keys: ClassVar[tuple[str, ...]] = ("players", "variant", *_BOX_KEYS, "table", *SEAT_NAMES)
    characters: tuple[str, ...]
    variant: Variant = attrs.field(default=BOX, converter=as_variant)
    box: Box = attrs.field(factory=load_box)
    position: Position | None = None

    def __attrs_post_init__(self) -> None:
        if len(self.characters) not in PLAYER_COUNTS:
            raise Fault("players", rulebook(), n=len(self.characters))
        named = [character for character in self.characters if character != RANDOM_CHARACTER]
        if any(character not in ELEMENTS for character in named) or len(set(named)) < len(named):
            quoted = QuotedFact(one_line_excerpt(" ".join(map(str, self.characters)), 40))
            raise Fault("characters", rulebook(), token=quoted)

    def setup_lines(self) -> list[str]:
        """Return the lines of players, variant, box, and the position if there is one."""
        any_known = any(character != RANDOM_CHARACTER for character in self.characters)
        players = " ".join(self.characters) if any_known else str(len(self.characters))
        head = [f"players {players}", f"variant {self.variant}", *self.box.record_lines()]
        return head + (self.position.lines() if self.position else [])

    @classmethod
    def parse(cls, lines: Sequence[str]) -> GameStart:
        """Parse the set-up lines of a whole game."""
        lines = [line for line in lines if line.strip()]
        words = group_lines_by_key(lines, cls.setup_keys, ("players", "variant", "table", *SEAT_NAMES))
        try:
            if not words["players"]:
                missing = Fault("record.setup", named="players", there=0)
                missing.setup_line_number = 0
                raise missing
            with attach_line_number(lines, words["players"][0]):
                characters = parse_players(words["players"][0])
                cls(characters)
            variant = BOX
            for line in words["variant"]:
                with attach_line_number(lines, line):
                    variant = Variant.parse(line.partition(" ")[2])
            box_lines = [line for key in _BOX_KEYS for line in words[key]]
            box = Box.from_record_lines(box_lines) if box_lines else load_box()
            typed = [line for key in ("table", *SEAT_NAMES) for line in words[key]]
            position = Position.from_lines(typed, len(characters)) if typed else None
            start = cls(characters, variant, box, position)
            start.table()  # an impossible position is refused here, with its line
        except (Fault, Refusal, BoxError) as fault:
            if fault.setup_line_number is None:
                fault.setup_line_number = error_line_index(fault, lines)
            raise
        return start

    def table(self) -> TwingTable:
        """Create the table before the first card is drawn, or as in the position."""
        players = [
            Player(seat, character="" if element == RANDOM_CHARACTER else element)
            for seat, element in enumerate(self.characters)
        ]
        table = TwingTable(players, variant=self.variant, whole=True)
        table.stack = self.box.new_stack()
        table.event_stack = DeckWithKnownEnds(sorted(self.box.event_effects) if self.variant.events else ())
        table.object_stack = DeckWithKnownEnds(OBJECTS)
        table.object_colours = self.box.object_colours
        if self.position:
            self.position.set_up_on(table)
        return table

    def script(self, table: TwingTable) -> Script[GameResult]:
        """Return the script of the game: set-up, then turn after turn; its result is a `GameResult`."""
        if table.phase == "setup":
            yield from set_up(table)
        if table.unseen_cards_to_deal:
            yield from deal_unseen_cards(table)
        if table.needs_refill:
            yield from refill_hands_and_display(table)
        result = yield from play_turns(table)
        return result

    def seat(self, player: int) -> str:
        """Return the name of a seat: `p1` to `p4`."""
        return SEAT_NAMES[player]


register(GameStart)


@check_arguments(box=BOX_ARGUMENT)
def new_game(
    players: int | Sequence[str] = 2,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    box: Box | None = None,
    rolls: str | None = None,
    explain: bool = True,
) -> WholeGame:
    """Start a new game of Imperial Twing.

    Parameters
    ----------
    players : int or sequence of str
        The number of players (2 to 4), or the characters by seat (`"F?"`: fire, and a random one).
    seed : int, optional
        The seed of dice and cards. Without it, every roll and draw is a question (see `Game`).
    variant : Variant or str
        A variant, a preset's name or a line of switches.
    box : Box, optional
        Your own box, as `load_box` returns it.
    rolls : str, optional
        How the game rolls (see `Game`).
    explain : bool
        Whether to keep the rulings.

    Raises
    ------
    Fault
        For impossible players or an impossible variant (a `ValueError`).

    Examples
    --------
    >>> game = new_game(players=3, seed=1)
    >>> game.question.kind
    'direction'
    """
    start = GameStart(as_characters(players), as_variant(variant), box or load_box())
    return Game(start, seed=seed, rolls=rolls, explain=explain)


@check_arguments(line=TEXT)
def position_game(
    line: str, *, seed: int | None = None, variant: Variant | str = BOX, rolls: str | None = None
) -> WholeGame:
    r"""Continue a game from a position string.

    `line` has one line for the players, one for each seat and perhaps one for the table (see
    `twingkit.twing.notation.position`); the variant and a custom box may have lines too, as in a record.
    Without a `seed` every roll and draw is a question. Raises `Fault`, `Refusal` and `VariantError`.

    >>> table = "table turn 5; to-move p2; phase action; display hat"
    >>> game = position_game(f"players F W\np1 hand F5 F3 cat; ornicles 3\np2 hand W4\n{table}", seed=1)
    >>> game.question.kind, game.question.player, game.table.players[0].ornicles
    ('act', 1, 3)
    """
    start = GameStart.parse([*line.splitlines(), *variant_lines(as_variant(variant))])
    if start.position is None:
        raise Fault("record.setup", named=SEAT_NAMES[0], there=0)
    return Game(start, seed=seed, rolls=rolls)
