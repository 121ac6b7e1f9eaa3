"""The rules that a game defines for its referee: which cards are hidden, and how lines name them.

Everything has a default that works for any game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import Question, kind_and_player
from twingkit.core.record import UNKNOWN, TranscriptEntry
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.starts import Start
from twingkit.core.zones.deals import redeal
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import OWNER, ZoneTable
from twingkit.core.zones.start import DrawFromDeck, ZoneGameStart
from twingkit.referee.typed_line import answer_words


@attrs.frozen
class KnownHand:
    """A hand as an onlooker knows it: its named cards, and the number of unnamed ones."""

    known_cards: tuple[str, ...]
    unknown_count: int


@attrs.frozen
class KnownCards:
    """The cards of a table as an onlooker knows them, on which odds from public information depend.

    They come from the typed lines, so dealing other cards for unknown ones changes nothing.

    `game` is one game that agrees with everything known: its open cards are real, its hands are one possible
    deal. `named_cards` are the cards named by lines since the deck was last reshuffled, so they are not in
    it.

    >>> from twingkit.referee import Referee
    >>> table = Referee.from_line("ember 2")
    >>> for line in ["p1: dealer p1", "p2: card E2", *["p2: card ?"] * 4, *["p1: card ?"] * 5]:
    ...     table.add_line(line)
    >>> [(hand.known_cards, hand.unknown_count) for hand in table.known_cards.hands]
    [((), 5), (('E2',), 4)]
    """

    game: Game
    hands: tuple[KnownHand, ...]
    named_cards: tuple[str, ...]


TokensOfSeat = Callable[[Any, int], Iterable[str]]  # each game has its table
"""A function `(table, seat)` that returns the tokens of a seat's cards that others do not see."""

CardTest = Callable[[str], bool]
"""A function that takes a card's token and returns True or False."""

HandDemand = Callable[[Mapping[str, int]], int]
"""A demand on a hand: a function that returns how far the hand is from meeting it.

It takes the counts of the hand by token, and returns 0 if the demand is met.
"""

SeatDemands = tuple[tuple[int, HandDemand], ...]
"""Pairs of a seat (from 0) and a demand on its hand; all of them must be met."""

Constraint = tuple[tuple[int, HandDemand, bool], ...]
"""A constraint on hidden hands: triples of a seat (from 0), a demand on its hand, and a moment.

The demand must be met now (False) or before the seat's last row of draws (True). All triples must hold.
"""


_FORM_REDEALS = 10
"""The number of redeals of a declared table that show which answers other hands would allow."""

_MAX_FORM_OPTIONS = 300
"""The largest number of answers examined in each redeal."""


def _any_word(answer: str) -> Iterable[str]:
    return tuple(answer_words(answer))


@attrs.frozen(kw_only=True)
class RefereeRules:
    """The rules of one game for its referee: which cards are hidden, and how typed lines name them.

    `hand_tokens(table, seat)` returns the tokens of the cards that a seat (from 0) holds unseen; None if the
    game does not declare hands. `drawable_tokens(table, seat)` returns the tokens of the cards that this seat
    may still draw. `named_hand_cards(answer)` returns the tokens of hand cards that an answer names.
    `silent_answers` are answers that nobody says aloud: a typed game may leave them out, and may contain them
    where nobody is asked. `answer_templates(game, question, cards)` returns the possible answers, with `?`
    for each card of a hand that is still to be named; if None, those of some completions are used.
    `onlooker_view(known_cards)` returns the view of an onlooker, who sees no hand.

    If hidden cards decide who is asked what, define `question_demands` and `answer_constraints`. Unknown
    cards are then found by these demands and by the cards that hands have revealed
    (`twingkit.referee.constraint_completer`).
    """

    hand_tokens: TokensOfSeat | None = None
    drawable_tokens: TokensOfSeat | None = None
    hidden_draw_kinds: tuple[str, ...] = ()
    """The kinds of draws whose cards go into a hand unseen, unless a ruling names them."""
    hidden_question_kinds: tuple[str, ...] = ()
    """The kinds of other questions whose answers only some players see."""
    interruption_question: Callable[[Any, int], Question] | None = None  # each game has its table
    """Returns the question to a seat that may act while another seat is asked."""
    has_one_deck: bool = True
    """True if all players draw from one deck."""
    unknown_card_test: Callable[[Game, str], CardTest | None] = lambda *_: None
    """Returns the test of the hand cards that `?` may stand for in an answer; None allows every card."""
    named_hand_cards: Callable[[str], Iterable[str]] = _any_word
    card_holder: Callable[[Question], int] = lambda question: question.player
    """Returns the seat whose hand has the cards that an answer names."""
    deck_name: Callable[[Question], str] | None = None
    """Returns the name of the deck of a draw; None if there is only one deck."""
    is_open_draw: Callable[[Question], bool] = lambda _: False
    """True if everybody sees the card of a draw, whatever its text."""
    announced_answer: Callable[[TranscriptEntry], str] = lambda entry: entry.answer
    """Returns an answer as players announce it, which may say more than the record."""
    depends_on_unknown: Callable[[str], bool] = lambda _: True
    """True if unknown cards may decide whether an answer is legal."""
    is_hidden_draw: Callable[[str], bool] = lambda _: True
    """True if the card of a draw with this text goes into a hand unseen."""
    dropped_card_test: Callable[[str], CardTest | None] = lambda _: None
    """Returns the test of the cards that leave the hand with an answer without being named; None if none."""
    question_demands: Callable[[Game], SeatDemands] | None = None
    """Returns the demands on hands without which the pending question would not be asked."""
    answer_constraints: Callable[[Game, int, str], Iterable[Constraint]] = lambda *_: ()
    """Returns the alternative constraints under which this seat (from 0) could give this answer now."""
    shown_cards_left: bool = False
    """True if shown cards have left the hand with the last answer; False if they may still be in it."""
    seats_asked_if_cards_differ: Callable[[Game], Iterable[int]] = lambda _: ()
    """Returns the seats asked for cards now that are not asked if their cards are alike.

    All players see these cards; a `shows` line says which cards left.
    """
    face_down_tokens: TokensOfSeat | None = None
    """Returns the tokens of a seat's face-down cards on the table; None if there are none.

    An answer with `?` for such a card lays it; a `shows` line says which card was turned up.
    """
    silent_answers: tuple[str, ...] = ("pass",)
    silent_question_kinds: tuple[str, ...] = ()
    """The kinds of questions to which `silent_answers` are not said aloud; empty for all kinds."""
    noticed_silence_kinds: tuple[str, ...] | None = None
    """The kinds of questions at which an onlooker notices a silent answer; None for all kinds.

    All know who is asked them, so a typed silent answer answers such a question.
    """
    is_idle_answer: Callable[[Game, int, str], bool] = lambda *_: False
    """True if an answer of a seat would change nothing now, so that it is meant for a later question.

    Silent answers may come before that question.
    """
    rare_first_words: tuple[str, ...] = ()
    """The first words of rare answers, which pages list separately."""
    answer_templates: Callable[[Game, Question, frozenset[str]], Iterable[str] | None] = lambda *_: None
    usual_constraint: Callable[[Game], Constraint | None] = lambda _: None
    """Returns the constraint on hands under which no rare question is pending; None if there is none."""
    other_hands_answers: Callable[[Game], Iterable[tuple[int, str]]] = lambda _: ()
    """Returns pairs of a seat and an answer that would be possible if hands differed from this game."""
    next_words: Callable[[Game, int, tuple[str, ...], frozenset[str]], Iterable[str]] = lambda *_: ()
    """Returns the words that may follow the first words of a seat's answer; "" if it may end there.

    It also gets the cards that the seat may hold. Forms that end with `…` are chosen word by word.
    """
    onlooker_view: Callable[[Any], object] | None = None  # the game's view
    """Returns the view of an onlooker from the `KnownCards` of a table."""
    setup_line_format: str = "{game} {players}"
    """The pattern of the set-up line of a new table."""
    player_parts: tuple[str, ...] = ()
    """The parts, such as factions, of which each player takes one; empty if all start the same."""
    make_setup_lines: Callable[[int, str, Sequence[str]], str] | None = None
    """Returns the set-up lines of a new table from the number of players, a preset, and the players' parts.

    None stands for `setup_line_format` with the preset as a variant.
    """
    player_counts: tuple[int, ...] = (2,)
    """The possible numbers of players."""
    preset_names: tuple[str, ...] = ()
    """The presets of rules to choose from, the default first."""


def referee_rules_for_start(start: Start) -> RefereeRules:
    """Return the `RefereeRules` of the game of this start, or the default.

    >>> from twingkit import ember
    >>> referee_rules_for_start(ember.new_game(2).start).silent_answers
    ('pass', 'done', 'turn')
    """
    return referee_rules_of_game(start.name.partition(".")[0])


def referee_rules_of_game(game: str) -> RefereeRules:
    """Return the `RefereeRules` of the game with this id, or the default.

    >>> referee_rules_of_game("twing").player_counts
    (2, 3, 4)
    """
    own: RefereeRules | None = game_by_id(game).load("referee")
    return own or RefereeRules()


def rules_from_declaration(start: type[ZoneGameStart]) -> RefereeRules:
    """Derive `RefereeRules` from a game whose table is declared with zones.

    They define the hidden cards, their names, the answers that some hand would allow, and the view of an
    onlooker.
    """
    positions = start.position_notation
    table: Any = positions.table_class
    zones = [
        name
        for name, slot in table.declared_fields["players"].player_class.declared_fields.items()
        if slot.pieces and slot.visible_to == OWNER
    ]
    kinds = {
        slot.pieces
        for slot in table.declared_fields["players"].player_class.declared_fields.values()
        if slot.pieces is not None
    }
    tokens = frozenset(str(piece) for kind in kinds for piece in kind.all_pieces)

    def hand(table: ZoneTable, seat: int) -> Iterable[str]:
        return (str(piece) for name in zones for piece in getattr(table.players[seat], name))

    def stack(table: ZoneTable, seat: int) -> Iterable[str]:
        held = (getattr(table, name) for name in table.declared_fields)
        return (
            str(piece)
            for there in held
            if isinstance(there, DeckWithKnownEnds)
            for piece in there.all_cards()
        )

    def needs(answer: str) -> tuple[str, ...]:
        return tuple(word for word in answer.split() if word in tokens)

    def forms(game: Game, asked: Question, cards: frozenset[str]) -> list[str] | None:
        if asked.is_chance:
            return None
        found = dict[str, None]()
        for seed in range(_FORM_REDEALS):
            table = game.table.copy()
            redeal(table, SPECTATOR, random.Random(seed))
            asks = next((one for one in game.start.script(table) if isinstance(one, Question)), asked)
            same = kind_and_player(asks) == kind_and_player(asked)
            world, one = (table, asks) if same else (game.table, asked)  # in the middle of a step
            held = frozenset(hand(world, asked.player))
            for option in islice(one.options(), _MAX_FORM_OPTIONS):
                words = one.format_answer(option).split()
                found[" ".join(UNKNOWN if word in held else word for word in words)] = None
        return list(found)

    return RefereeRules(
        hand_tokens=hand,
        drawable_tokens=stack,
        hidden_draw_kinds=(start.draw_class.kind,),
        named_hand_cards=needs,
        answer_templates=forms,
        is_open_draw=lambda question: isinstance(question, DrawFromDeck) and question.face_up,
        onlooker_view=lambda known: ZoneGameStart.view(known.game.start, known.game, SPECTATOR),
        setup_line_format=f"{positions.line_key} {{players}}",
        player_counts=tuple(range(positions.min_players, len(positions.seats) + 1)),
    )
