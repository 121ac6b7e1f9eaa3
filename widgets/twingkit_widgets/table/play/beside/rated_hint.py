"""A hint: the recommended answer to the pending question, with its reasons."""

from __future__ import annotations

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.learn.reviews.answers import names_for_reader
from twingkit.learn.reviews.reviewing import can_be_reviewed
from twingkit.players.lookahead.consequences import WORDS
from twingkit.players.lookahead.explaining import best_answer
from twingkit.players.lookahead.explanation import Explanation
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import NO_REASON, HintReason
from twingkit_widgets.table.play.words import nest_quotes


def explained_answer(match: Match, seconds: float | None = None) -> Explanation | Fault | None:
    """Return the recommended answer to the pending question, with its reasons; why the answers cannot be
    rated; or None if no question is pending, or only one answer is allowed.
    """
    game = match.game
    if match.question is None or not can_be_reviewed(game_by_id(game.start.name.partition(".")[0])):
        return None
    try:
        return best_answer(game, seconds=seconds)
    except Fault as why:
        return why


def hinted_answer(match: Match) -> object:
    """Return the suggested answer to the pending question: the recommended one or, if none is, the adviser's.

    Its explanation is kept in `match.explanation`.
    """
    question, design = match.question, match.play_design
    match.explanation = explained = (
        explained_answer(match, design.hint_seconds) if design.explains_by_playouts else None
    )
    if question is None or not isinstance(explained, Explanation):
        return match.hint()
    return question.parse_answer(explained.answer)


def explained_reason(player_view: PlayerView) -> HintReason:
    """Return the reasons for the suggested answer and the rule behind them, or `NO_REASON`."""
    match, question = player_view.match, player_view.question
    explained, design = match.explanation, player_view.play_design
    if question is None:
        return NO_REASON
    if explained is None:
        return HintReason(WORDS.say("only"), question.rule)
    if isinstance(explained, Fault):
        return HintReason(capitalize_first(f"{explained.text()}."), question.rule)
    names = attrs.evolve(
        names_for_reader(match.game, question, None),
        answer=lambda text: nest_quotes(design.hint_text(question, question.parse_answer(text), player_view)),
    )
    return HintReason(explained.text(names=names), explained.rule)
