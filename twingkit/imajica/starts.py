"""The starts of games of Imajica: a whole game with its decks, or a position from its line.

`new_game(players)` and `position_game(line)` make games; `GameStart` and `PositionStart` are what their
records begin with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import ClassVar

import attrs

from twingkit.core.arguments import TEXT, check_argument, check_arguments, instance_of, list_of
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script, register
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Quoted, Rulebook
from twingkit.core.variants.start_lines import head_words, lines_of, position_line, variant_in, variant_lines
from twingkit.imajica.box.cards import CARDS_TAKEN, Cards, load_cards
from twingkit.imajica.box.custom_sets import CARD, card_lines, cards_of_lines, check_decks_known
from twingkit.imajica.box.decks import Deck, check_deck, cut_deck, deck_from_lines, load_decks
from twingkit.imajica.notation.position import KEY, Position
from twingkit.imajica.players import policy
from twingkit.imajica.rules.drawing import deal_unknown
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.rules.rounds import ImajicaResult, rounds
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.setup import set_up
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit.imajica.view import View

OWN = "own:"
"""The beginning of a deck that is written card by card."""


ImajicaGame = Game[ImajicaTable, ImajicaResult, View]
"""A game of Imajica."""


def as_variant(variant: Variant | str) -> Variant:
    """The variant that is meant: itself, a preset's name, or a line of switches; raises `VariantError`."""
    return Variant.resolve(variant)


def deck_by_name(name: str) -> Deck:
    """Return one of the four decks; raises `Fault` naming them.

    >>> deck_by_name("teeth").size
    60
    """
    if name not in load_decks():
        raise Fault("deck_name", rulebook(), found=one_line(name, 30), known=", ".join(load_decks()))
    return load_decks()[name]


class ImajicaStart:
    """The rules, the seats and the view of whatever is played of Imajica."""

    silence: ClassVar[str] = PASS
    """The answer that a record may leave out, and may name of who was not asked (IJ-TIME-3)."""

    def rulebook(self) -> Rulebook:
        """The rules of Imajica."""
        return rulebook()

    def seat(self, player: int) -> str:
        """`p1` to `p6`."""
        return SEATS[player]

    def view(self, game: Game, player: int) -> View:
        """The game as an Autarch may see it (IJ-AREA-2)."""
        return View.of(game, player)

    def policy(self, name: str, seed: int) -> Callable[[Game], object]:
        """The computer player of that name (see `twingkit.imajica.players`); raises `Fault` for another."""
        return policy(name, seed)


@attrs.frozen
class GameStart(ImajicaStart):
    """The start of a game: a deck for each Autarch, the variant, and the set of cards if it is one's own.

    Ready-made decks are cut to the size that the variant asks for (IJ-DECK-2).

    >>> GameStart((deck_by_name("teeth"), deck_by_name("maestros")), "short").lines()
    ['imajica 2', 'deck teeth', 'deck maestros', 'variant short']
    """

    name: ClassVar[str] = "imajica"
    keys: ClassVar[tuple[str, ...]] = ("imajica", "deck", "variant", CARD)
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
            check_deck(deck, self.cards, self.variant)

    @property
    def seats(self) -> int:
        """The number of Autarchs."""
        return len(self.decks)

    def lines(self) -> list[str]:
        """Players, the deck of each (by its name, or card by card), the variant if it is not the box, and
        each card of a set of one's own."""
        decks = [f"deck {format_deck_line(deck)}" for deck in self.decks]
        variant = variant_lines(self.variant)
        return [f"imajica {len(self.decks)}", *decks, *variant, *card_lines(self.cards)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> GameStart:
        """The start that set-up lines describe; without decks the ready-made ones are played. Raises
        `ValueError` with the reason if they describe none."""
        players = head_words("imajica", lines)
        named = [line.partition(" ")[2].strip() for line in lines_of("deck", lines)]
        decks = tuple(map(parse_deck_line, named)) or ready_decks(*map(_number, players[:1]))
        if decks and players != [str(len(decks))]:
            head = Quoted(" ".join(["imajica", *players])[:30])
            raise Fault("deck_lines", rulebook(), named=head, n=len(decks))
        cards = cards_of_lines(lines_of(CARD, lines))
        check_decks_known(decks, cards)
        return cls(decks, variant_in(lines, Variant), cards)

    def table(self) -> ImajicaTable:
        """The table before anything is laid."""
        return ImajicaTable([deck.cards for deck in self.decks], variant=self.variant, cards=self.cards)

    def script(self, table: ImajicaTable) -> Script[ImajicaResult]:
        """Set-up, then round after round; the `ImajicaResult`."""
        if table.phase == "setup":
            yield from set_up(table)
        result = yield from rounds(table)
        return result


register(GameStart)


@attrs.frozen
class PositionStart(ImajicaStart):
    """A game that goes on from a position.

    >>> PositionStart(Position.parse("imajica: p1 active irish; p2 active dowd")).lines()
    ['imajica: p1 active irish; p2 active dowd; to move p1 ally']
    """

    name: ClassVar[str] = "imajica.position"
    keys: ClassVar[tuple[str, ...]] = (KEY, "variant", CARD)
    position: Position
    variant: Variant = attrs.field(default=BOX, converter=as_variant)
    cards: Cards = attrs.field(factory=load_cards, hash=False)

    @property
    def seats(self) -> int:
        """The number of Autarchs."""
        return len(self.position.realms)

    def lines(self) -> list[str]:
        """The line of the position, the variant if it is not the box, each card of a set of one's own."""
        return [str(self.position), *variant_lines(self.variant), *card_lines(self.cards)]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> PositionStart:
        """One line of a position, at most one `variant`, and the cards of a set of one's own; raises
        `ValueError` or `Refusal`."""
        line = position_line(KEY, lines, CARD)
        variant, cards = variant_in(lines, Variant), cards_of_lines(lines_of(CARD, lines))
        return cls(Position.parse(line, cards, variant), variant, cards)

    def table(self) -> ImajicaTable:
        """The table of the position."""
        return self.position.table(self.variant, self.cards)

    def script(self, table: ImajicaTable) -> Script[ImajicaResult]:
        """Deal what is unknown, then turn after turn; the `ImajicaResult`."""
        yield from deal_unknown(table)
        result = yield from rounds(table)
        return result


register(PositionStart)


def parse_deck_line(text: str) -> Deck:
    """The deck of a name, or of `own:` and its cards; raises `Fault`.

    >>> parse_deck_line("own: 2 gek-a-gek, slew").counts
    {'gek-a-gek': 2, 'slew': 1}
    """
    if text.startswith(OWN):
        return deck_from_lines("own", text.removeprefix(OWN).split(","))
    return deck_by_name(text)


def format_deck_line(deck: Deck) -> str:
    """A deck as `parse_deck_line` reads it: its name, or card by card.

    >>> format_deck_line(deck_by_name("teeth"))
    'teeth'
    """
    ready = load_decks().get(deck.id)
    return deck.id if ready and deck == cut_deck(ready, deck.size) else f"{OWN} {', '.join(deck.lines())}"


def _number(text: str) -> int:
    """The number of players of a set-up line; 0 for what is none."""
    return int(text) if text.isdecimal() and len(text) == 1 else 0


def ready_decks(players: int = 0) -> tuple[Deck, ...]:
    """Return ready-made decks for so many players: in their order, again from the first for a fifth seat.

    >>> [deck.id for deck in ready_decks(5)]
    ['maestros', 'teeth', 'clean-slate', 'daughters', 'maestros']
    """
    return tuple(islice(cycle(load_decks().values()), max(0, players)))


DECKS_TAKEN = list_of(instance_of("argument.deck_named", Deck, str), min_length=0)
"""Decks or their names, where a function takes them."""


@check_arguments(cards=CARDS_TAKEN)
def new_game(
    players: int | Sequence[Deck | str] = 2,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    cards: Cards | None = None,
    rolls: str | None = None,
    explain: bool = True,
) -> ImajicaGame:
    """A new game of Imajica for 2 to 6 Autarchs, from the set-up on.

    `players` is their number (they have the ready-made decks, in their order), or a deck for each; `cards` is
    the set, the assumed one without it. With a `seed` the game draws by itself, without one every card is
    asked (see `Game`). Raises `Fault` (a number of players, or a deck that no rule allows with all its
    faults) and `VariantError`.

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
        decks: Sequence[Deck | str] = ready_decks(players)
    else:
        check_argument("players", players, DECKS_TAKEN)
        decks = players
    chosen = tuple(deck_by_name(deck) if isinstance(deck, str) else deck for deck in decks)
    known = cards or load_cards()
    check_decks_known(chosen, known)
    return Game(GameStart(chosen, variant, known), seed=seed, rolls=rolls, explain=explain)


@check_arguments(line=TEXT, cards=CARDS_TAKEN)
def position_game(
    line: str,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    cards: Cards | None = None,
    rolls: str | None = None,
) -> ImajicaGame:
    """A game that goes on from the position of a line (see `twingkit.imajica.notation.position`).

    `cards` is the set, the assumed one without it. Without a `seed` every card is asked. Raises `Fault`,
    `Refusal` and `VariantError`.

    >>> game = position_game("imajica: p1 active gek-a-gek; p2 active gideon; to move p1 ally")
    >>> game.answer("challenge gideon with gek-a-gek")
    >>> game.question.kind
    'damage'
    """
    known, chosen = cards or load_cards(), as_variant(variant)
    return Game(PositionStart(Position.parse(line, known, chosen), chosen, known), seed=seed, rolls=rolls)
