"""Imajica's rules for the referee of a game with real cards: where hidden cards lie, and how to name them.

That is where hidden cards are, and how to name them.

Hidden are hands, the order of each Destiny, and Paths until they are read. `path ? on slew` lays a Path face
down, and `shows wild-dogs` names the one that was turned up. A player who passes reveals nothing (IJ-TIME-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import attrs

from twingkit.core.play import Game
from twingkit.core.record import UNKNOWN
from twingkit.core.rulebook import SPECTATOR
from twingkit.imajica import referee_answers
from twingkit.imajica.players.redeal import paths_unknown_to_seat
from twingkit.imajica.rules.answers import KEEP, NOTATION, REDRAW, HandChoice, LayPath, Use
from twingkit.imajica.rules.questions import PASS, FlashWindow
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.rules.windows import has_no_effect
from twingkit.imajica.view import GameView, PieceView
from twingkit.referee.referee_rules import CardTest, Constraint, HandDemand, KnownCards, RefereeRules


def _unread_paths(table: ImajicaTable, seat: int) -> Iterator[str]:
    """Yield the ids of an Autarch's face-down Paths that a spectator cannot see."""
    return (path.card.id for path in paths_unknown_to_seat(table, SPECTATOR) if path.owner == seat)


def _named_hand_card(answer: str) -> tuple[str, ...]:
    """Return the card that an answer plays from the hand as a tuple of one id, or () if it names none."""
    act = NOTATION.parse(answer)
    return tuple(card for card in act.words_of_kind("hand_card") if card != UNKNOWN) if act else ()


def _redraw_test(answer: str) -> CardTest | None:
    """Return the test that a redrawn hand has no characters (IJ-SET-2), or None for other answers."""
    return bool if NOTATION.parse(answer) == REDRAW else None


def _unread_path_test(game: Game, answer: str) -> CardTest:
    """Return a test of whether a card can be the Path that this answer lays face down."""
    act = NOTATION.parse(answer)
    assert isinstance(act, LayPath)
    return _paths_for_site(game.table, act.site).__contains__


def _paths_for_site(table: ImajicaTable, token: str) -> frozenset[str]:
    """Return the Paths of the named Site's Dominions (IJ-AUT-2) that are not in play (IJ-UNIQ-1)."""
    site = table.pieces.get(token)
    homes = frozenset[int]() if site is None else frozenset(site.card.home_dominions)
    paths = (card for card in table.cards.of_kind("path") if not homes.isdisjoint(card.home_dominions))
    return frozenset(path.id for path in paths if table.face_up_copy(path.id) is None)


@cache
def demand_any_of_cards(cards: frozenset[str]) -> HandDemand:
    """Return the constraint that the hand holds at least one of these cards."""

    def demand(hand: Mapping[str, int]) -> int:
        return 1 if cards.isdisjoint(hand) else 0

    return demand


@cache
def demand_none_of_cards(cards: frozenset[str]) -> HandDemand:
    """Return the constraint that the hand holds none of these cards."""

    def demand(hand: Mapping[str, int]) -> int:
        return sum(count for name, count in hand.items() if name in cards)

    return demand


def answer_constraints(game: Game, seat: int, answer: str) -> Iterator[Constraint]:
    """Yield what an answer reveals about a hidden hand: a Path that fits the Site, or no characters before a
    redraw.
    """
    table: ImajicaTable = game.table
    match NOTATION.parse(answer):
        case LayPath(card, site) if card == UNKNOWN:
            yield ((seat, demand_any_of_cards(_paths_for_site(table, site)), False),)
        case HandChoice("redraw"):
            characters = table.cards.ids_by_kind.get("character", frozenset())
            yield ((seat, demand_none_of_cards(characters), False),)


def _is_useless_flash(game: Game, seat: int, answer: str) -> bool:
    """Return whether a Flash would change nothing now, so that it belongs to a later window (IJ-TIME-2)."""
    question, use = game.question, NOTATION.parse(answer)
    if not isinstance(question, FlashWindow) or question.player != seat or not isinstance(use, Use):
        return False
    return has_no_effect(game.table, question.announced(use))


def onlooker_view(known: KnownCards) -> GameView:
    """Return the table as a spectator sees it: without hands and without Paths that nobody has named."""
    game = known.game
    table: ImajicaTable = game.table
    unnamed = {name for name, card in table.cards.items() if card.kind == "path"} - set(known.named_cards)
    pieces = []
    for number, piece in enumerate(table.pieces.values()):
        shown = PieceView.of(table, piece, SPECTATOR, number)
        if piece.card.id in unnamed:
            shown = attrs.evolve(shown, token=f"path {number}", card_id="")
        pieces.append(shown)
    view = GameView.of(game, 0)
    seats = (
        attrs.evolve(seat, ovo=tuple(card for card in seat.ovo if card not in unnamed)) for seat in view.seats
    )
    waiting = tuple(name for name in view.waiting_cards if name not in unnamed)
    return attrs.evolve(
        view, player=SPECTATOR, hand=(), pieces=tuple(pieces), seats=tuple(seats), waiting_cards=waiting
    )


TABLE_RULES = RefereeRules(
    hand_tokens=lambda table, seat: table.players[seat].hand,
    drawable_tokens=lambda table, seat: table.players[seat].destiny.shuffled_cards(),
    face_down_tokens=_unread_paths,
    hidden_draw_kinds=("card",),
    has_one_deck=False,
    unknown_card_test=_unread_path_test,
    named_hand_cards=_named_hand_card,
    dropped_card_test=_redraw_test,
    question_demands=lambda game: (),  # being asked reveals nothing about a hand
    answer_constraints=answer_constraints,
    silent_answers=(PASS, str(KEEP)),
    noticed_silence_kinds=("contest", "defend", "advance", "influence"),
    is_idle_answer=_is_useless_flash,
    answer_templates=referee_answers.possible_answers,
    other_hands_answers=referee_answers.possible_interjections,
    next_words=referee_answers.next_words,
    interruption_question=referee_answers.flash_window_question,
    onlooker_view=onlooker_view,
    player_counts=tuple(range(FEWEST_SEATS, len(SEATS) + 1)),
    preset_names=("box", "short"),
)
"""Imajica's rules for the referee of a game with real cards."""
