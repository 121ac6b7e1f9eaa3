"""The news since the person's last answer: turn after turn what mattered, each sentence with its rule."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Ruling
from twingkit_widgets.play.headline import Line

MOST = 9
"""The largest number of lines."""

HEADS = frozenset(
    {
        ("IM-TACT-1", "activated"),
        ("IM-STRAT-1", "primary"),
        ("IM-TURN-2", "passed"),
        ("IM-STATUS-8", "round"),
        ("IM-STATUS-2", "revealed"),
        ("IM-AGENDA-1", "revealed"),
    }
)
"""The rulings that begin a turn, or a new part of the round."""

RESULTS = frozenset(
    {
        ("IM-MOVE-11", "lost"),
        ("IM-INV-11", "gained"),
        ("IM-INV-11", "destroyed"),
        ("IM-OBJ-1", "scored"),
        ("IM-SPACE-15", "begins"),
        ("IM-SPACE-15", "lands"),
        ("IM-SPACE-12", "won"),
        ("IM-SPACE-12", "won_ground"),
        ("IM-SPACE-13", "left"),
        ("IM-SPACE-13", "nowhere"),
        ("IM-SPACE-7", "destroyed"),
        ("IM-INV-1", "destroyed"),
        ("IM-INV-4", "destroyed"),
        ("IM-INV-7", "destroyed"),
        ("IM-INV-8", "kept"),
        ("IM-FLEET-1", "removed"),
        ("IM-FLEET-2", "removed"),
        ("IM-INV-13", "removed"),
        ("IM-STATUS-3", "drawn"),
        ("IM-STRAT-politics", "drawn"),
        ("IM-STRAT-imperial", "secret"),
        ("IM-STRAT-imperial", "mecatol"),
        ("IM-AGENDA-5", "outcome"),
        ("IM-ASK-6", "refused"),
        ("IM-TRADE-3", "made"),
        ("IM-END-1", "won"),
        ("IM-END-2", "won"),
        ("IM-END-3", "won"),
        ("IM-END-3", "eliminated"),
    }
)
"""The rulings that are news whoever they are about."""

DEEDS = frozenset(
    {
        ("IM-MOVE-1", "moved"),
        ("IM-PICK-1", "taken"),
        ("IM-TECH-2", "gained"),
        ("IM-TIME-5", "aimed"),
        ("IM-TIME-5", "used"),
        ("IM-PROD-3", "built"),
        ("IM-AGENDA-3", "votes"),
        ("IM-AGENDA-3", "abstains"),
        ("IM-STRAT-construction", "placed"),
        ("IM-STRAT-politics", "speaker"),
        ("IM-STRAT-diplomacy", "system"),
    }
)
"""The rulings that are news of others only: a person knows what the own answer was."""


def lines(rulings: Sequence[Ruling], since: int, own: str) -> list[Line]:
    """Return what to say of the rulings from number `since` on, to the player named `own`: a line for each
    turn of another player, one for each result."""
    told: list[Line] = []
    turn: list[Ruling] = []

    def close() -> None:
        if turn:
            told.append(Line(tuple(turn)))
        turn.clear()

    for ruling in rulings[since:]:
        case, whose = (ruling.rule, ruling.case), str(ruling.facts.get("side", ""))
        if case in HEADS:
            close()
            if whose != own or ruling.rule in ("IM-STATUS-8", "IM-STATUS-2", "IM-AGENDA-1"):
                turn.append(ruling)
        elif case in RESULTS or (case in DEEDS and whose != own):
            if turn and turn[0].facts.get("side") != ruling.facts.get("side"):
                close()
            turn.append(ruling)
    close()
    return told[-MOST:]
