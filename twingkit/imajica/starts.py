"""Ways to start a game of Imajica: a whole game with its decks, or a position from its position string.

`new_game(players)` and `position_game(line)` create games. Their records begin with a `GameStart` or a
`PositionStart`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import ClassVar

import attrs

from twingkit.core.arguments import TEXT, check_arguments, list_of, require_valid_argument
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script, register
from twingkit.core.rulebook import QuotedFact
from twingkit.core.variants.start_lines import (
    lines_with_key,
    only_line_with_key,
    variant_in,
    variant_lines,
    words_after_key,
)
from twingkit.imajica.box import custom_sets
from twingkit.imajica.box.cards import CARDS_ARGUMENT, Cards, load_cards
from twingkit.imajica.box.decks import (
    DECK_ARGUMENT,
    Deck,
    cut_deck,
    deck_by_name,
    deck_from_lines,
    load_decks,
    require_legal_deck,
)
from twingkit.imajica.notation.position import POSITION_PREFIX, Position
from twingkit.imajica.rules.drawing import deal_unknown_cards
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.rules.rounds import ImajicaResult, play_rounds
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.setup import set_up
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit.imajica.view import GameView

OWN_DECK_PREFIX = "own:"
"""Prefix of a deck that is given by its cards."""


ImajicaGame = Game[ImajicaTable, ImajicaResult, GameView]
"""A game of Imajica."""


def as_variant(variant: Variant | str) -> Variant:
    """Return a variant from a `Variant`, the name of a preset, or a line of switches."""
    return Variant.resolve(variant)


class ImajicaStart:
    """The base class of the starts of Imajica games: rulebook, seats, views and computer players."""

    silence: ClassVar[str] = PASS
    """Answer that records may omit, and may give for players who were not asked (IJ-TIME-3)."""

    rulebook = staticmethod(rulebook)
    view = staticmethod(GameView.of)

    def seat(self, player: int) -> str:
        """Return the label of a seat, `p1` to `p6`."""
        return SEATS[player]


@attrs.frozen
class GameStart(ImajicaStart):
    """The start of a whole game: a deck for each Autarch, the variant, and the set of cards.

    The four starter decks are cut to the size that the variant asks for (IJ-DECK-2).

    >>> GameStart((deck_by_name("teeth"), deck_by_name("maestros")), "short").setup_lines()
    ['imajica 2', 'deck teeth', 'deck maestros', 'variant short']
    """

    name: ClassVar[str] = "imajica"
    setup_keys: ClassVar[tuple[str, ...]] = ("imajica", "deck", "variant", custom_sets.CARD_KEYWORD)
    decks: tuple[Deck, ...]
    variant: Variant = attrs.field(default=BOX, converter=as_variant)
    cards: Cards = attrs.field(factory=load_cards, hash=False)

    def __attrs_post_init__(self) -> None:
        if not FEWEST_SEATS <= len(self.decks) <= len(SEATS):
            raise Fault("players", rulebook(), found=len(self.decks))
        ready = load_decks()
        cut = (
            cut_deck(deck, self.variant.deck_size) if deck == ready.get(deck.id) else deck
            for deck in self.decks
        )
        object.__setattr__(self, "decks", tuple(cut))
        for deck in self.decks:
            require_legal_deck(deck, self.cards, self.variant)

    @property
    def seats(self) -> int:
        """Return the number of Autarchs."""
        return len(self.decks)

    def setup_lines(self) -> list[str]:
        """Return the set-up lines of a record.

        They hold the number of players, the deck of each (by name or card by card), the variant unless it is
        the box, and each card of a custom set.
        """
        decks = [f"deck {format_deck_line(deck)}" for deck in self.decks]
        variant = variant_lines(self.variant)
        return [f"imajica {len(self.decks)}", *decks, *variant, *custom_sets.card_record_lines(self.cards)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> GameStart:
        """Parse set-up lines; without decks, the starter decks are used.

        Raises `ValueError` with the reason if the lines are not valid.
        """
        players = words_after_key("imajica", lines)
        named = [line.partition(" ")[2].strip() for line in lines_with_key("deck", lines)]
        decks = tuple(map(parse_deck_line, named)) or _default_decks(*map(_number, players[:1]))
        if decks and players != [str(len(decks))]:
            head = QuotedFact(" ".join(["imajica", *players])[:30])
            raise Fault("deck_lines", rulebook(), named=head, n=len(decks))
        cards = custom_sets.parse_card_lines(lines_with_key(custom_sets.CARD_KEYWORD, lines))
        custom_sets.check_decks_known(decks, cards)
        return cls(decks, variant_in(lines, Variant), cards)

    def table(self) -> ImajicaTable:
        """Return the table before anything is laid."""
        return ImajicaTable([deck.cards for deck in self.decks], variant=self.variant, cards=self.cards)

    def script(self, table: ImajicaTable) -> Script[ImajicaResult]:
        """Play the set-up and all rounds; return the `ImajicaResult`."""
        if table.phase == "setup":
            yield from set_up(table)
        result = yield from play_rounds(table)
        return result


register(GameStart)


@attrs.frozen
class PositionStart(ImajicaStart):
    """The start of a game of Imajica from a position instead of a new deal, with a rule variant.

    >>> PositionStart(Position.parse("imajica: p1 active irish; p2 active dowd")).setup_lines()
    ['imajica: p1 active irish; p2 active dowd; to move p1 ally']
    """

    name: ClassVar[str] = "imajica.position"
    setup_keys: ClassVar[tuple[str, ...]] = (POSITION_PREFIX, "variant", custom_sets.CARD_KEYWORD)
    position: Position
    variant: Variant = attrs.field(default=BOX, converter=as_variant)
    cards: Cards = attrs.field(factory=load_cards, hash=False)

    @property
    def seats(self) -> int:
        """Return the number of Autarchs."""
        return len(self.position.realms)

    def setup_lines(self) -> list[str]:
        """Return the position string, the variant unless it is the box, and each card of a custom set."""
        return [str(self.position), *variant_lines(self.variant), *custom_sets.card_record_lines(self.cards)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> PositionStart:
        """Parse one position string, at most one `variant`, and the cards of a custom set.

        Raises `ValueError` or `Refusal`.
        """
        line = only_line_with_key(POSITION_PREFIX, lines, custom_sets.CARD_KEYWORD)
        variant, cards = (
            variant_in(lines, Variant),
            custom_sets.parse_card_lines(lines_with_key(custom_sets.CARD_KEYWORD, lines)),
        )
        return cls(Position.parse(line, cards, variant), variant, cards)

    def table(self) -> ImajicaTable:
        """Return the table with this position."""
        return self.position.build_table(self.variant, self.cards)

    def script(self, table: ImajicaTable) -> Script[ImajicaResult]:
        """Deal the unknown cards, then play turn after turn; return the `ImajicaResult`."""
        yield from deal_unknown_cards(table)
        result = yield from play_rounds(table)
        return result


register(PositionStart)


def parse_deck_line(text: str) -> Deck:
    """Parse the name of a deck, or `own:` and a list of cards. Raises `Fault` if it is neither.

    >>> parse_deck_line("own: 2 gek-a-gek, slew").counts
    {'gek-a-gek': 2, 'slew': 1}
    """
    if text.startswith(OWN_DECK_PREFIX):
        return deck_from_lines("own", text.removeprefix(OWN_DECK_PREFIX).split(","))
    return deck_by_name(text)


def format_deck_line(deck: Deck) -> str:
    """Return a deck as text for `parse_deck_line`: its name, or its cards.

    >>> format_deck_line(deck_by_name("teeth"))
    'teeth'
    """
    ready = load_decks().get(deck.id)
    return (
        deck.id
        if ready and deck == cut_deck(ready, deck.size)
        else f"{OWN_DECK_PREFIX} {', '.join(deck.lines())}"
    )


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) == 1 else 0


def _default_decks(players: int = 0) -> tuple[Deck, ...]:
    """Return a starter deck for each player, in their fixed order. A fifth player gets the first deck again.

    >>> [deck.id for deck in _default_decks(5)]
    ['maestros', 'teeth', 'clean-slate', 'daughters', 'maestros']
    """
    return tuple(islice(cycle(load_decks().values()), max(0, players)))


_DECKS_ARGUMENT = list_of(DECK_ARGUMENT, min_length=0)


@check_arguments(cards=CARDS_ARGUMENT)
def new_game(
    players: int | Sequence[Deck | str] = 2,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    cards: Cards | None = None,
    rolls: str | None = None,
    explain: bool = True,
) -> ImajicaGame:
    """Return a new game of Imajica for 2 to 6 Autarchs, beginning with the set-up.

    Parameters
    ----------
    players
        The number of players, who then get the starter decks in their fixed order, or a deck for each player.
    seed
        The random seed. Without one, the game asks for every card that is drawn (see `Game`).
    variant
        The variant, the name of a preset, or a line of switches.
    cards
        The set of cards; by default the assumed set.
    rolls
        "auto" to draw at random, "ask" to ask for every card; by default this depends on `seed`.
    explain
        Whether the game records rulings.

    Raises
    ------
    Fault
        For a wrong number of players, or a deck that breaks the rules (with all its faults).
    VariantError
        For an unknown variant.

    Examples
    --------
    >>> new_game(3, seed=1).question.rule
    'IJ-SET-1'
    >>> [deck.id for deck in new_game(["teeth", "daughters"], seed=1).start.decks]
    ['teeth', 'daughters']
    """
    if isinstance(players, bool) or not isinstance(players, int | Sequence) or isinstance(players, str):
        raise Fault("players", rulebook(), found=quote_value(players))
    if isinstance(players, int):
        if not FEWEST_SEATS <= players <= len(SEATS):
            raise Fault("players", rulebook(), found=quote_value(players))
        decks: Sequence[Deck | str] = _default_decks(players)
    else:
        require_valid_argument("players", players, _DECKS_ARGUMENT)
        decks = players
    chosen = tuple(map(deck_by_name, decks))
    known = cards or load_cards()
    custom_sets.check_decks_known(chosen, known)
    return Game(GameStart(chosen, variant, known), seed=seed, rolls=rolls, explain=explain)


@check_arguments(line=TEXT, cards=CARDS_ARGUMENT)
def position_game(
    line: str,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    cards: Cards | None = None,
    rolls: str | None = None,
) -> ImajicaGame:
    """Return a game that starts from a position string (see `twingkit.imajica.notation.position`).

    `cards` is the set of cards, by default the assumed set. Without a `seed`, the game asks for every card
    that is drawn. Raises `Fault`, `Refusal` and `VariantError`.

    >>> game = position_game("imajica: p1 active gek-a-gek; p2 active gideon; to move p1 ally")
    >>> game.answer("challenge gideon with gek-a-gek")
    >>> game.question.kind
    'damage'
    """
    known, chosen = cards or load_cards(), as_variant(variant)
    return Game(PositionStart(Position.parse(line, known, chosen), chosen, known), seed=seed, rolls=rolls)
