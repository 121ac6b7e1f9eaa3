"""The person's last draws, and their replacement by a random card (“what if”).

The new card cannot be chosen, since a list of possible cards would reveal the opponents' hands.
"""

from __future__ import annotations

import random

from twingkit import Game
from twingkit.ember.rules.drawing import NextDeckCardDraw
from twingkit_widgets.ember.pictures.cards import card_name, card_svg
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.player_view import PlayerView


def last_draws(game: Game, seat: int) -> list[ChanceResult]:
    """Return the cards that a seat drew in its latest series of draws, in order, without cards dealt or only
    looked at.
    """
    transcript = game.transcript
    begun = next((i for i, entry in enumerate(transcript) if not entry.question.is_chance), len(game))
    draws: list[ChanceResult] = []
    for index in range(len(transcript) - 1, begun, -1):
        entry, asked = transcript[index], transcript[index].question
        if isinstance(asked, NextDeckCardDraw) and asked.result_key != "seen" and entry.player == seat:
            draws.append(ChanceResult(index, seat, entry.answer))
        elif draws:
            break
    return draws[::-1]


def answer_with_other_card(game: Game, seat: int, answer_index: int, seed: int) -> str:
    """Return an answer for the draw with index `answer_index` that names a different random card, never one
    that was drawn together with it.

    The same position and seed give the same card. Raises `LookupError` if that draw cannot be changed or no
    other card is left.
    """
    came = {throw.index: throw.face for throw in last_draws(game, seat)}
    if answer_index not in came:
        raise LookupError(f"answer number {answer_index} is no draw that may be changed")
    asked = game.transcript[answer_index].question
    written = [asked.format_answer(card) for card in asked.options()]
    left = [answer for answer in written if answer not in came.values()]
    if not left:
        raise LookupError("no other card is left")
    return random.Random(f"{seed}:{answer_index}:{came[answer_index]}").choice(left)


def other_card_button(draw: ChanceResult, player_view: PlayerView) -> Markup:
    """Render a drawn card as a button; a press replaces the card with a different random one."""
    card = draw.face.split()[-1]
    label = [el("span", card_svg(card), cls="em-card", aria_hidden="true")]
    words = el("span", player_view.say("dice.another", card=card_name(card)))
    return el(
        "div", button([*label, words], "face", f"{draw.index}:", cls="tk-button", key=f"face:{draw.index}")
    )
