"""What a game defines so that a real table can be typed: its hidden cards and how they are named.

Everything has a default that works for any game.
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
"""Returns the tokens of the cards of a seat (from 0) that others do not see."""

Test = Callable[[str], bool]
"""A predicate on the token of a card."""

Demand = Callable[[Mapping[str, int]], int]
"""A demand on a hand (numbers by token): returns how far the hand is from meeting it, 0 if it does."""

Demands = tuple[tuple[int, Demand], ...]
"""Demands on the hands of seats (from 0), all of which must hold."""

Constraint = tuple[tuple[int, Demand, bool], ...]
"""A constraint on hidden hands: seats (from 0), each with a demand on its hand now (False) or before its last
row of draws (True). All of it must hold.
"""


def _any_word(answer: str) -> Iterable[str]:
    return tuple(named_words(answer))


@attrs.frozen(kw_only=True)
class TableRules:
    """What a game defines for its real tables.

    `hand(table, seat)` returns the tokens of the cards that a seat (from 0) holds unseen; None if the game
    does not say. `needs(answer)` returns the tokens of hand cards that an answer names. `silences` are
    answers that nobody says aloud: a typed game may leave them out, and may contain them where nobody is
    asked. `forms(game, question, cards)` returns the possible answers, with `?` for each card of a hand that
    is still to be named; if None, those of some completions are used. `stack(table, seat)` returns the tokens
    of the cards that this seat may still draw. `seen(known)` is the view of an onlooker, who sees no hand.

    If hidden cards decide who is asked what, define `shown` and `wanted`. Unknown cards are then found by
    what hands have revealed and by these demands (`twingkit.referee.settler`).
    """

    hand: Hidden | None = None
    stack: Hidden | None = None
    draws: tuple[str, ...] = ()
    """The kinds of draws whose cards go into a hand unseen, unless a ruling shows them."""
    unseen: tuple[str, ...] = ()
    """The kinds of other questions whose answers only some players see."""
    window: Callable[[Any, int], Question] | None = None  # each game has its table
    """The question to a seat that may act while another seat is asked; it is not asked if it cannot act."""
    one_deck: bool = True
    """True if all players draw from one deck."""
    passes: Callable[[Game, str], Test] | None = None
    """Returns the test of the hand cards that `?` may stand for in this answer; None allows every card."""
    needs: Callable[[str], Iterable[str]] = _any_word
    holder: Callable[[Question], int] | None = None
    """Returns the seat (from 0) whose hand has the cards that an answer names; None stands for the answering
    seat.
    """
    deck: Callable[[Question], str] | None = None
    """Returns the name of the deck of a draw if there are several; None if there is one."""
    opens: Callable[[Question], bool] | None = None
    """True if everybody sees the card of a draw; None if its text decides that."""
    said: Callable[[TranscriptEntry], str] | None = None
    """Returns an answer as announced, if that says more than the answer of the rules; None if it never does.
    """
    depends: Callable[[str], bool] | None = None
    """True if unknown cards may decide whether an answer is legal; None if they may for every answer."""
    hides: Callable[[str], bool] | None = None
    """True if the card of a draw with this text goes into a hand unseen; None if every card does."""
    drops: Callable[[str], Test | None] | None = None
    """Returns the test of the cards that leave the hand with an answer that does not name them; None if none
    do.
    """
    shown: Callable[[Game], Demands] | None = None
    """Returns the demands on hands that hold because the pending question is asked."""
    wanted: Callable[[Game, int, str], Iterable[Constraint]] | None = None
    """Returns the alternative constraints under which this seat (from 0) could give this answer now."""
    shows_gone: bool = False
    """True if shown cards have left the hand with the last answer; False if they may still be in it."""
    alike: Callable[[Game], Iterable[int]] | None = None
    """Returns the seats (from 0) that are asked for cards that all will see, but would not be asked if their
    cards were alike; then `shows` says which cards left. None if there are none.
    """
    laid: Hidden | None = None
    """Returns the tokens of a seat's face-down cards that all know to be there; None if there are none.

    An answer with `?` for such a card lays it; `shows` says which card was turned up.
    """
    silences: tuple[str, ...] = ("pass",)
    silent_kinds: tuple[str, ...] = ()
    """The kinds of questions to which `silences` are not said aloud; empty for all kinds."""
    spoken: tuple[str, ...] | None = None
    """The kinds of questions at which an onlooker notices a silence, because all know who is asked; None
    for all kinds. A typed silence answers such a question.
    """
    idle: Callable[[Game, int, str], bool] | None = None
    """True if this answer of a seat (from 0) would change nothing now. It is then meant for a later
    question at which it does, if all pass until then.
    """
    seldom: tuple[str, ...] = ()
    """The first words of rare answers, which are listed apart from the others."""
    forms: Callable[[Game, Question, frozenset[str]], Iterable[str] | None] | None = None
    usual: Callable[[Game], Constraint | None] | None = None
    """Returns the demands on hands under which no rare question is asked; None if there are none."""
    others: Callable[[Game], Iterable[tuple[int, str]]] | None = None
    """Returns the answers, with their seats, that are possible if hands differ from this game."""
    words: Callable[[Game, int, tuple[str, ...], frozenset[str]], Iterable[str]] | None = None
    """Returns the words that may follow the beginning of a seat's answer, given the cards it may hold; ""
    if the answer may end. Forms that end with `…` are chosen word by word.
    """
    seen: Callable[[Any], object] | None = None  # the game's view
    """Returns the view of an onlooker, from the `OpenCards` of a table."""
    line: str = "{game} {players}"
    """The set-up line of a new table."""
    parts: tuple[str, ...] = ()
    """The parts of which each player takes one, such as factions; empty if all start alike."""
    begins: Callable[[int, str, Sequence[str]], str] | None = None
    """Returns the set-up lines of a new table from the number of players, one of `variants`, and each
    player's part; None stands for `line`, with the preset as the rules.
    """
    players: tuple[int, ...] = (2,)
    """The possible numbers of players."""
    variants: tuple[str, ...] = ()
    """The presets of rules to choose from, the default first."""


def table_rules(start: Start) -> TableRules:
    """Return the `TableRules` of the game of this start, or the default.

    >>> from twingkit import ember
    >>> table_rules(ember.new_game(2).start).silences
    ('pass', 'done', 'turn')
    """
    return rules_of(start.name.partition(".")[0])


def rules_of(game: str) -> TableRules:
    """Return the `TableRules` of the game with this id, or the default.

    >>> rules_of("twing").players
    (2, 3, 4)
    """
    own: TableRules | None = game_by_id(game).load("referee")
    return own or TableRules()


def declared_rules(start: type[ZoneStart]) -> TableRules:
    """Return the parts that follow from a declared table.

    These are the places of hidden cards, their names, and what an onlooker sees.
    """
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
