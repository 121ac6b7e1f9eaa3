"""The parts that a game fills in so that a real table can be typed: where its hidden cards lie, and how
they are named. Everything has a default that any game can use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import TranscriptEntry
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.starts import Start
from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import OWNER
from twingkit.core.zones.start import DeckDraw, ZoneStart
from twingkit.core.zones.views import table_view
from twingkit.referee.typed import named_words

Hidden = Callable[[Any, int], Iterable[str]]  # each game has its table
"""The tokens of cards that a seat (from 0) has at a table and others do not see."""

Test = Callable[[str], bool]
"""A test of the token of a card."""

Demand = Callable[[Mapping[str, int]], int]
"""A demand on a hand, the numbers of its cards: how far it is from what is wanted, 0 if it is so."""

Demands = tuple[tuple[int, Demand], ...]
"""Demands on the hands of seats (from 0), all at once."""

Constraint = tuple[tuple[int, Demand, bool], ...]
"""A constraint on hidden hands: seats (from 0), each with a demand on its hand now (False) or before its last
row of draws (True). All of it has to hold."""


def _any_word(answer: str) -> Iterable[str]:
    return tuple(named_words(answer))


@attrs.frozen(kw_only=True)
class TableRules:
    """The parts that a game fills in.

    `hand(table, seat)` are the tokens of the cards that a seat (from 0) holds unseen; None where the game
    does not say. `needs(answer)` are the tokens of hand cards that an answer names. `silences` are answers
    that nobody says aloud: a typed game may leave them out, and name them where nobody is asked.
    `forms(game, question, cards)` are the answers that could be possible, with `?` for each card of a hand
    that is to be named; None: those of some completions. `stack(table, seat)` are the tokens of the cards
    that this seat may still draw. `seen(known)` is the view of an onlooker, who sees no hand.

    In a game with `shown` unknown cards are found by what hands showed and by these demands
    (`twingkit.referee.settler`). Where hidden cards decide who is asked for what, it says so by `shown` and
    `wanted`.
    """

    hand: Hidden | None = None
    stack: Hidden | None = None
    draws: tuple[str, ...] = ()
    """The kinds of draws whose cards go into a hand unseen, unless a ruling shows them."""
    unseen: tuple[str, ...] = ()
    """The kinds of other questions whose answers only some players see."""
    window: Callable[[Any, int], Question] | None = None  # each game has its table
    """The question to a seat that may act while another one is asked, and whom nobody asks if it cannot."""
    one_deck: bool = True
    """True if all draw from one deck."""
    passes: Callable[[Game, str], Test] | None = None
    """The test of the cards of a hand that `?` may stand for in this answer now; None: it may be each."""
    needs: Callable[[str], Iterable[str]] = _any_word
    holder: Callable[[Question], int] | None = None
    """The seat (from 0) whose hand has the cards that an answer to a question names; None: that of who
    answers."""
    deck: Callable[[Question], str] | None = None
    """The name of the deck from which a draw comes, where there are several; None: all come from one."""
    opens: Callable[[Question], bool] | None = None
    """True if everybody sees what a draw brings; None: that follows from its text."""
    said: Callable[[TranscriptEntry], str] | None = None
    """An answer as all hear it, where it says more than the one that the rules take; None: none does."""
    depends: Callable[[str], bool] | None = None
    """True if unknown cards may decide whether an answer is allowed; None: they may for each."""
    hides: Callable[[str], bool] | None = None
    """True if the card that a draw of this text brings goes into a hand unseen; None: each does."""
    drops: Callable[[str], Test | None] | None = None
    """The test of the cards that all leave the hand by an answer that does not name them; None: none do."""
    shown: Callable[[Game], Demands] | None = None
    """The demands on hands that are met where the question is asked that is open now."""
    wanted: Callable[[Game, int, str], Iterable[Constraint]] | None = None
    """The demands that would have to be met, one way or another, so that this seat (from 0) could give this
    answer now."""
    shows_gone: bool = False
    """True if cards that are shown have left the hand by the last answer; else they may be in it still."""
    alike: Callable[[Game], Iterable[int]] | None = None
    """The seats (from 0) that are asked for cards which all will see, and would not be if their cards were
    alike: then `shows` says which went. None: none are."""
    laid: Hidden | None = None
    """The tokens of the cards of a seat that lie face down where all see that they lie; None where none do.
    An answer in which such a card is `?` lays it, and `shows` says which one was turned up."""
    silences: tuple[str, ...] = ("pass",)
    silent_kinds: tuple[str, ...] = ()
    """The kinds of questions to which nobody says them aloud; all, where there are none."""
    spoken: tuple[str, ...] | None = None
    """The kinds of questions at which an onlooker hears that somebody says nothing, because all know who is
    asked; None: all kinds. A silence that is typed answers such a question."""
    idle: Callable[[Game, int, str], bool] | None = None
    """True if this answer of a seat (from 0) would change nothing now: then it is meant for a later question,
    if all say nothing until then and it changes something there."""
    seldom: tuple[str, ...] = ()
    """The first words of answers that come seldom, which would be in the way of the others."""
    forms: Callable[[Game, Question, frozenset[str]], Iterable[str] | None] | None = None
    usual: Callable[[Game], Constraint | None] | None = None
    """The demands on hands by which nothing is asked that comes seldom; None where nothing is."""
    others: Callable[[Game], Iterable[tuple[int, str]]] | None = None
    """The answers, with their seats, that come instead if hands are not as in this game."""
    words: Callable[[Game, int, tuple[str, ...], frozenset[str]], Iterable[str]] | None = None
    """The words that may follow those of an answer of a seat, which may hold these cards; "" where it may end
    there. Forms that end with `…` are chosen word by word."""
    seen: Callable[[Any], object] | None = None  # the game's view
    """The view of an onlooker, of the `OpenCards` of a table."""
    line: str = "{game} {players}"
    """The set-up line of a new table."""
    parts: tuple[str, ...] = ()
    """The parts of which each player takes one, factions say; none where all begin alike."""
    begins: Callable[[int, str, Sequence[str]], str] | None = None
    """The set-up lines of a new table for so many players, one of `variants`, and the part of each; None: the
    `line`, and the preset as the rules."""
    players: tuple[int, ...] = (2,)
    """The numbers of players for which a table can be laid out."""
    variants: tuple[str, ...] = ()
    """The presets of rules to choose from, the usual one first."""


def table_rules(start: Start) -> TableRules:
    """The `TableRules` of the game of this start, the default where its entry names none.

    >>> from twingkit import ember
    >>> table_rules(ember.new_game(2).start).silences
    ('pass', 'done', 'turn')
    """
    return rules_of(start.name.partition(".")[0])


def rules_of(game: str) -> TableRules:
    """The `TableRules` of the game with this id, the default where its entry names none.

    >>> rules_of("twing").players
    (2, 3, 4)
    """
    own: TableRules | None = game_by_id(game).load("referee")
    return own or TableRules()


def declared_rules(start: type[ZoneStart]) -> TableRules:
    """The parts that follow from a declared table: where its cards lie hidden, what names them, and what an
    onlooker sees."""
    positions = start.positions
    table: Any = positions.table
    zones = [
        name
        for name, slot in table.slots["players"].player_class.slots.items()
        if slot.pieces and slot.visible_to == OWNER
    ]
    kinds = {
        slot.pieces for slot in table.slots["players"].player_class.slots.values() if slot.pieces is not None
    }
    tokens = frozenset(str(piece) for kind in kinds for piece in kind.box)

    def hand(table: Any, seat: int) -> Iterable[str]:
        return (str(piece) for name in zones for piece in getattr(table.players[seat], name))

    def stack(table: Any, seat: int) -> Iterable[str]:
        held = (getattr(table, name) for name in table.slots)
        return (str(piece) for there in held if isinstance(there, Deck) for piece in there.all_cards())

    def needs(answer: str) -> tuple[str, ...]:
        return tuple(word for word in answer.split() if word in tokens)

    return TableRules(
        hand=hand,
        stack=stack,
        draws=(start.draw.kind,),
        needs=needs,
        opens=lambda question: isinstance(question, DeckDraw) and question.face_up,
        seen=lambda known: table_view(known.game.table, SPECTATOR, tuple(positions.seats)),
        line=f"{positions.key} {{players}}",
        players=tuple(range(positions.min_players, len(positions.seats) + 1)),
    )
