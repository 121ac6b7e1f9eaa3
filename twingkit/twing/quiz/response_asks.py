"""Questions on what may be played: a cat, Miromon, a trap or an object's re-roll, at a moment of a battle."""

from __future__ import annotations

from typing import Any

from twingkit.twing.begin import begin, give, refused
from twingkit.twing.notation import ROLES
from twingkit.twing.quiz.battle_choices import Said, taking_part
from twingkit.twing.quiz.battle_words import joined, said
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.staging import Played


def may(
    played: Played,
    seat: int,
    answer: str,
    ask: str,
    moment: str = "",
    window: str = "respond",
    **facts: Any,
) -> Item | None:
    """May the learner play this when last asked in that window? `moment` is said before the question.

    None where the learner is not asked.
    """
    places = [
        place
        for place, entry in enumerate(played.game.transcript)
        if (entry.kind, entry.player) == (window, seat)
    ]
    if not places:
        return None
    before = played.answers[: places[-1]]
    game, line = give(begin(played.table), before), f"{ROLES[seat]}: {answer}"
    refusal = refused(game, line)
    why: list[Said] = [refusal] if refusal else list(give(game, [line]).rulings[:1])
    choices = (
        Choice("yes", said("choice.yes"), refusal is None, refusal.rule if refusal else ""),
        Choice("no", said("choice.no"), refusal is not None, "" if refusal else why[0].rule),
    )
    texts = [said(f"role.you_{seat}")]
    if moment:
        texts.append(said(f"moment.{moment}", **facts))
    return Item(
        topic="",
        kind="",
        seed=0,
        table=played.table,
        before=before,
        after=() if refusal else (line,),
        texts=joined(*texts, said(f"may.{ask}", **facts)),
        choices=choices,
        why=tuple(why),
        rules=taking_part(why, choices),
        seat=seat,
    )
