"""The news since the visitor's last answer in a few lines: in the battle, in the visitor's turn,
meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Ruling
from twingkit_widgets.table.play.headline import Line, Sentence
from twingkit_widgets.table.play.story import StoryFormat, StorySentence, Turn, turns

IMPORTANT = {
    ("TW-BAT-1", "declared"),
    ("TW-BAT-8", "called"),
    ("TW-BAT-16", "sun"),
    ("TW-BAT-16", "cross"),
    ("TW-BAT-16", "tie"),
    ("TW-BAT-17", "win"),
    ("TW-BAT-17", "tie"),
    ("TW-BAT-18", "won"),
    ("TW-BAT-18", "shield"),
    ("TW-OBJ-1", "bought"),
    ("TW-OBJ-3", "gained"),
    ("TW-OBJ-4", "captured"),
    ("TW-DUEL-1", "stake"),
    ("TW-DUEL-3", "won"),
    ("TW-DUEL-3", "lost"),
    ("TW-DUEL-3", "undecided"),
    ("TW-DUEL-3", "taken"),
    ("TW-END-1", "entered"),
    ("TW-END-1", "again"),
    ("TW-END-2", "out"),
    ("TW-END-5", "taken"),
    ("TW-END-7", "won"),
    ("TW-LEAVE-1", "retires"),
    ("TW-PLAY-2", "won"),
    ("TW-PLAY-2", "draw"),
}
"""The rulings that make up a short account of the game."""

TURN = ("TW-TURN-1", "turn")
"""The ruling that starts a turn."""

TELLING = StoryFormat(heads={TURN}, weighty=IMPORTANT, setup="TW-SET-")
"""How the rulings of a game become its story."""

VICTORIES = {
    ("TW-BAT-16", "sun"),
    ("TW-BAT-16", "cross"),
    ("TW-BAT-17", "win"),
    ("TW-BAT-17", "tie_defended"),
}
"""The rulings that say who has won a battle."""

TIES = {("TW-BAT-16", "tie"), ("TW-BAT-17", "tie")}
"""The rulings that say that nobody has won."""

CHANGES = {
    *(("TW-BAT-6", case) for case in ("spell", "creature")),
    ("TW-BAT-7", "rolled"),
    *(("TW-BAT-8", case) for case in ("called", "no_events", "one_event", "nothing", "nobody")),
    *(("TW-BAT-8", case) for case in ("ornicle_gained", "ornicle_returned", "object_gained", "drawn")),
    *(("TW-BAT-8", case) for case in ("spell_lost", "spell_passed", "cat_found", "creature")),
    ("TW-BAT-8", "creature_lost"),
    ("TW-POW-puppet", "kept_off"),
    ("TW-BAT-9", "interrupt"),
    *(("TW-BAT-11", case) for case in ("played", "played_hidden", "miromon_again")),
    *(("TW-BAT-12", case) for case in ("played", "own", "sticks")),
    ("TW-BAT-13", "played"),
    ("TW-BAT-14", "used"),
    *(("TW-PLAY-3", case) for case in ("two_cats_laid", "two_cats_used", "trap_fails")),
}
"""The rulings that change something in a battle under way."""

LOST = {("TW-BAT-20", case) for case in ("lost", "lost_mixed", "support_lost", "shield_lost")}
"""The rulings that say which creatures a battle has cost."""

SKIPPED = {("TW-TURN-3", "passed"), ("TW-END-3", "attack")}
"""The rulings that describe an opponent's turn, in addition to the important ones."""

DRAWN = {("TW-TURN-1", "drawn"), ("TW-TURN-1", "creature")}
"""The rulings that say which card a player draws at the start of a turn."""

OWN_DRAWN = {
    ("TW-TURN-3", "drawn"),
    ("TW-TURN-3", "creature"),
    ("TW-TURN-2", "no_spell"),
    ("TW-SET-3", "found"),
    ("TW-TURN-4", "element"),
    ("TW-TURN-4", "spell"),
}
"""The rulings that say which cards the visitor has drawn by passing or to get a spell, and which were
discarded.
"""

MAX_LINES = 8
"""The largest number of lines, not counting the visitor's own rolls."""

MAX_LINES_PER_TURN = 4
"""The largest number of sentences about an opponent's turn; the last ones are kept."""


@attrs.frozen
class Score:
    """A duel under way: battle `n` of `m`, challenger and target (names), and the battles each has won."""

    n: int
    m: int
    side: str
    enemy: str
    won: tuple[int, int]


def lines(rulings: Sequence[Ruling], since: int, own: str, battle: bool, drawn: bool = False) -> list[Line]:
    """Return the lines about the rulings from number `since` on, for the player named `own`.

    `battle`: the last turn is described by the changes in its battle. `drawn`: the last drawn card is news.
    """
    new = [(turn, _since(turn, since)) for turn in turns(rulings, TELLING)]
    new = [(turn, entries) for turn, entries in new if entries]
    news_lines: list[Line] = []
    for index, (turn, entries) in enumerate(new):
        last = index == len(new) - 1
        theirs = turn.head is not None and turn.head.facts["side"] != own
        if theirs and not (battle and last):
            picked = [entry.ruling for entry in entries if entry.weighty or _is_case(entry, SKIPPED)][
                -MAX_LINES_PER_TURN:
            ]
            news_lines += [Line(tuple(picked), True)] if picked else []
            continue
        news_lines += [
            Line((entry.ruling,))
            for entry in entries
            if (entry.weighty and entry.ruling.case != "declared")
            or (battle and last and _is_case(entry, CHANGES | LOST))
            or (drawn and last and _is_case(entry, DRAWN))
            or (_is_case(entry, OWN_DRAWN) and entry.ruling.facts["side"] == own)
        ]
    return _shortened(news_lines, own)


def _shortened(news_lines: list[Line], own: str) -> list[Line]:
    """Return the last lines, and the player's own rolls before them, without which the result would be
    unclear.
    """
    thrown = [
        line for line in news_lines[:-MAX_LINES] if any(_is_throw(ruling, own) for ruling in line.rulings)
    ]
    return [*thrown, *news_lines[-MAX_LINES:]]


def _is_throw(sentence: Sentence, own: str) -> bool:
    if not isinstance(sentence, Ruling):
        return False
    return (sentence.rule, sentence.case) == ("TW-BAT-7", "rolled") and sentence.facts["side"] == own


def _since(turn: Turn, since: int) -> list[StorySentence]:
    return [entry for entry in turn.sentences if entry.index >= since and not turn.is_setup]


def _is_case(entry: StorySentence, cases: set[tuple[str, str]]) -> bool:
    return (entry.ruling.rule, entry.ruling.case) in cases


def duel_score(rulings: Sequence[Ruling], ended: bool = False) -> Score | None:
    """Return the state of the duel under way, or None.

    With `ended`, the battle is the one that ended last, even if the next one has already started.
    """
    won: dict[str, int] = {}
    number: Ruling | None = None
    for ruling in reversed(rulings):
        if ruling.rule == "TW-DUEL-3" or (ruling.rule, ruling.case) == TURN:
            return None
        if number is None and (ruling.rule, ruling.case) in VICTORIES | TIES:
            ended = False  # use the battle that started last
        if (ruling.rule, ruling.case) in VICTORIES:
            winner = str(ruling.facts["side"])
            won[winner] = won.get(winner, 0) + 1
        elif (ruling.rule, ruling.case) == ("TW-DUEL-2", "battle"):
            number = number or ruling
        elif (ruling.rule, ruling.case) == ("TW-DUEL-1", "stake"):
            break
    if number is None:
        return None
    side, enemy = str(number.facts["side"]), str(number.facts["enemy"])
    n = int(number.facts["n"]) - ended
    return Score(n, int(number.facts["m"]), side, enemy, (won.get(side, 0), won.get(enemy, 0)))
