"""The sentences that describe answers of Imperial Twing."""

from __future__ import annotations

import re
from pathlib import Path

from twingkit.core.play import Game
from twingkit.learn.reviews.answers import AnswerSentences
from twingkit.twing.rules.cards import FACT_BY_FACE, Creature, Spell, parse_face
from twingkit.twing.rules.table import TwingTable

_PLAYER = re.compile(r"p([1-9])")
_CARD = re.compile(r"([FWLA])(\d{1,2})(M?)")


def resolve_answer_word(game: Game, token: str) -> object:
    """Return the object that a word of an answer names (a card, an event, a die face or a player's name); any
    other word is returned as it is.
    """
    if (player := _PLAYER.fullmatch(token)) and int(player[1]) <= len(game.table.players):
        return seat_name(game, int(player[1]) - 1)
    face = parse_face(token)
    if face is not None:
        return FACT_BY_FACE[face]
    card = _CARD.fullmatch(token)
    if card is None:
        event, words = f"event_{token}", game.start.rulebook().words
        return words.name("event_card").format(words.name(event)) if event in words else token
    return Creature(card[1], int(card[2]), mount=True) if card[3] else Spell(card[1], int(card[2]))


def seat_name(game: Game, seat: int) -> str:
    """Return the character of the player in a seat (from 0); in a single battle, the role."""
    table: TwingTable = game.table
    return table.players[seat].name if table.is_whole_game else game.start.seat(seat)


def duel_fight_number(game: Game) -> int:
    """Return the number of the fight in a duel, from 1; 0 outside of duels."""
    table: TwingTable = game.table
    return len(table.earlier_winners()) + 1 if table.is_duel and table.fight is not None else 0


ANSWER_SENTENCES = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    thing_of_word=resolve_answer_word,
    seat_name=seat_name,
    fight_number=duel_fight_number,
    turn_seat=lambda game: game.table.active_seat,
    result_rulings=(
        "TW-BAT-8.object_gained TW-BAT-18.won TW-DUEL-3.won TW-END-5.taken TW-END-7.won TW-OBJ-1.bought "
        "TW-OBJ-3.gained"
    ),
    list_marker_words=("creature", "spell", "shield", "nothing", "back"),
)
"""The sentences for answers such as `lay F5 F3` or `capture p2 A2`."""
