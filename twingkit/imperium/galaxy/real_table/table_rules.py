"""Hidden cards of Twilight Imperium for the referee of a real table: their places and names (IM-VIEW-1).

Action cards in hands, unscored secret objectives, and agendas that a player has looked at are hidden. A
player who can use nothing at a moment is not asked and says nothing, so nobody hears who passes in a window
(IM-ASK-2). An agenda whose place somebody has chosen is named by `shows` when it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import attrs

from twingkit.core.questions import Question
from twingkit.core.record import TranscriptEntry
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.variants.house_rules import variant_in_force
from twingkit.imperium.battle.rules.questions import PlayEffect
from twingkit.imperium.box.decks import Decks, full_decks
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.real_table.answer_templates import (
    PRIVATE_DRAWS,
    PRIVATE_QUESTION_KINDS,
    answer_templates,
    answers_with_other_hands,
    discarders_with_maybe_equal_cards,
)
from twingkit.imperium.galaxy.real_table.next_words import next_words
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.abilities import PASS
from twingkit.imperium.galaxy.table.card_drawing import NextDeckCardDraw
from twingkit.imperium.galaxy.table.game_table import MIN_SEATS, SEATS, GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.variants.variant import Variant
from twingkit.referee.known_cards import KnownCards
from twingkit.referee.referee_rules import RefereeRules
from twingkit.referee.typed_line import SHOWS, UNKNOWN

_CARD_NAMING_WORDS = ("play", "score", "discard", "return", "given", "card", "agenda")
"""The first words of answers that name a card of the hand."""

_DRAW_WORD = "draw"
"""The first word of answers that name a drawn card."""

SILENT_QUESTION_KINDS = ("use", "play", "score", "retreat", "bargain")
"""The kinds of questions that a player without an option leaves unanswered."""


@cache
def hideable_cards() -> frozenset[str]:
    """Return the ids of all cards that can be in a hand or be looked at by only one player."""
    decks: Decks = full_decks()
    return frozenset((*decks.action_cards, *decks.secret_objectives, *decks.agendas))


def _private_cards(table: GameTable, seat: int) -> Iterator[str]:
    """Yield a player's action cards, secret objectives, and agendas that the player has put in the deck."""
    player = table.players[seat]
    yield from player.action_cards
    yield from player.secret_objectives
    yield from sorted(table.agenda_deck.pieces_known_to(seat))


def cards_left_in_decks(table: GameTable, seat: int) -> Iterator[str]:
    """Yield the cards that are still in the decks; `seat` is ignored, since no deck belongs to a player."""
    for deck in (table.action_deck, table.secret_deck, table.agenda_deck):
        yield from deck.shuffled_cards()


def deck_name(question: Question) -> str:
    """Return the name of the deck from which a question draws, "" if it draws no card."""
    name = question.name if isinstance(question, NextDeckCardDraw) else ""
    return "agenda" if name == "look" else name


def _is_public_draw(question: Question) -> bool:
    """Return whether everybody sees the drawn card: public objectives, voted agendas, tiles."""
    return isinstance(question, NextDeckCardDraw) and question.name not in PRIVATE_DRAWS


def named_hand_cards(answer: str) -> tuple[str, ...]:
    """Return the id of the hand card that an answer names, as a tuple of one; () if it names none."""
    word, *rest = answer.split() or [""]
    return (
        tuple(rest) if word in _CARD_NAMING_WORDS and len(rest) == 1 and rest[0] in hideable_cards() else ()
    )


def names_hidden_card(answer: str) -> bool:
    """Return whether an answer names a card that can be hidden, or an unknown one.

    Only such answers must be asked from a player; all others follow from open information.
    """
    word, *rest = answer.split() or [""]
    drawn = word == _DRAW_WORD and not hideable_cards().isdisjoint(rest)
    return drawn or UNKNOWN in answer.split() or answer.startswith(SHOWS) or bool(named_hand_cards(answer))


def _public_answer(entry: TranscriptEntry) -> str:
    """Return an answer as all players hear it, with the names of cards played in a battle."""
    asked = entry.question.battle_question if isinstance(entry.question, BattleQuestion) else entry.question
    return (
        f"play {asked.use.effect.id}"
        if isinstance(asked, PlayEffect) and entry.answer == "play"
        else entry.answer
    )


def onlooker_view(known: KnownCards) -> GameView:
    """Return the view of an onlooker, without any hand."""
    return attrs.evolve(
        GameView.from_game(known.game, 0),
        player=SPECTATOR,
        action_cards=(),
        secret_objectives=(),
        promissory_notes=(),
    )


def _set_up_lines(players: int, game: str, factions: Sequence[str]) -> str:
    """Return the set-up lines of a game at a real table: the short game, or a whole one with these factions.

    The variant is the site's house rules; each player chooses their own losses.

    >>> _set_up_lines(3, "whole", ("sol", "xxcha", "yin")).splitlines()[1:]
    ['faction sol', 'faction xxcha', 'faction yin', 'variant box losses=ask']
    """
    house_rules = variant_in_force("imperium")
    variant = attrs.evolve(house_rules if isinstance(house_rules, Variant) else Variant(), losses="ask")
    if game == SHORT:
        return "\n".join(GameStart(SHORT_FACTIONS, True, variant).setup_lines())
    return "\n".join(GameStart(tuple(factions[:players]), False, variant).setup_lines())


TABLE_RULES = RefereeRules(
    hand_tokens=_private_cards,
    drawable_tokens=cards_left_in_decks,
    hidden_draw_kinds=(_DRAW_WORD,),
    deck_name=deck_name,
    is_open_draw=_is_public_draw,
    announced_answer=_public_answer,
    hidden_question_kinds=(*PRIVATE_QUESTION_KINDS, "card"),
    depends_on_unknown=names_hidden_card,
    named_hand_cards=named_hand_cards,
    shown_cards_left=True,
    seats_asked_if_cards_differ=discarders_with_maybe_equal_cards,
    silent_answers=(PASS, "score none", "stay"),
    silent_question_kinds=SILENT_QUESTION_KINDS,
    noticed_silence_kinds=("turn",),
    answer_templates=answer_templates,
    other_hands_answers=answers_with_other_hands,
    next_words=next_words,
    onlooker_view=onlooker_view,
    player_counts=tuple(range(MIN_SEATS, len(SEATS) + 1)),
    preset_names=(SHORT, "whole"),
    player_parts=faction_ids(),
    make_setup_lines=_set_up_lines,
)
"""The functions with which the referee of a real table handles Twilight Imperium."""
