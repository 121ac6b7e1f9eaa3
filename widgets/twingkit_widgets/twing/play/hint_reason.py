"""The reason of a hint in one sentence, from the computer's own reckoning or from exact odds.

Nothing in it depends on what is hidden from the person: the adviser sees no more than that.
"""

from __future__ import annotations

from twingkit import Question
from twingkit.twing.lessons.truths import deciding
from twingkit.twing.players.steady import Steady
from twingkit.twing.rules.commit import LayCards
from twingkit.twing.rules.lay import Lay
from twingkit.twing.view import View
from twingkit.words import percent
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.twing.play.lay import odds_of
from twingkit_widgets.twing.play.names import power

CLOSE = 0.005
"""Chances nearer to each other than this are told as equal."""

PLAIN = {"switch": "TW-OBJ-2", "support": "TW-BAT-22", "before_roll": "TW-BAT-13", "interrupt": "TW-BAT-9"}
"""The rules behind the sentences that say the same in every game."""


def hint_reason(asked: Question, hint: object, sight: Sight) -> tuple[str, str]:
    """Return why the computer would give this answer, and the rule behind it; empty where it has no
    reason."""
    if asked.kind == "act":
        return _action(asked, str(hint), sight)
    if isinstance(asked, LayCards) and isinstance(hint, Lay):
        return _lay(asked, hint, sight)
    if asked.kind == "respond":
        return _response(str(hint), sight)
    if asked.kind == "take_object":
        return sight.say("reason.take", power=power(str(hint), sight.lang)), "TW-DUEL-3"
    if asked.kind in ("discard_element", "discard_spell"):
        return sight.say(f"reason.{asked.kind}"), "TW-TURN-4"
    if asked.kind in PLAIN:
        passes = "_pass" if hint == "pass" else ""
        return sight.say(f"reason.{asked.kind}{passes}"), PLAIN[asked.kind]
    return "", ""


def _action(asked: Question, hint: str, sight: Sight) -> tuple[str, str]:
    """The chance to win the game that the action leaves, and that of the best one of another sort."""
    adviser = sight.match.players[sight.match.seat]
    chances = adviser.chances(sight.match.game) if isinstance(adviser, Steady) else {}
    if hint not in chances:
        return "", ""
    word = hint.partition(" ")[0]
    other = next((answer for answer in chances if answer.partition(" ")[0] != word), "")
    win = percent(chances[hint], sight.lang)
    if not other:
        return sight.say("reason.act_only", win=win), asked.rule
    label = sight.rules.hint_text(asked, other, sight)
    key = "reason.act_equal" if chances[hint] - chances[other] < CLOSE else "reason.act"
    return sight.say(key, win=win, other=label, less=percent(chances[other], sight.lang)), asked.rule


def _lay(asked: LayCards, hint: Lay, sight: Sight) -> tuple[str, str]:
    """The odds of a defence; of an attack how much of what could be laid it is."""
    view: View = sight.view
    odds = odds_of(view, hint)
    if odds is not None:
        win, tie = percent(odds.loss, sight.lang), percent(odds.tie, sight.lang)
        return sight.say("reason.defend", win=win, tie=tie), "TW-ODDS-1"
    most = max((lay.power for lay in asked.options() if isinstance(lay, Lay)), default=hint.power)
    key = "reason.lay_most" if hint.power >= most else "reason.lay"
    return sight.say(key, n=hint.power, most=most), "TW-BAT-17"


def _response(hint: str, sight: Sight) -> tuple[str, str]:
    """The present state of the battle, for which something is played or kept."""
    if len(sight.match.game.table.fight.sides) != 2:
        return "", ""
    try:
        _, ruling = deciding(sight.match.game)
    except ValueError:
        return "", ""
    side = ruling.facts.get("side")
    stands = "tie" if side is None else "won" if side == sight.view.own.name else "lost"
    return sight.say(f"reason.{'keep' if hint == 'pass' else 'play'}_{stands}"), ruling.rule
