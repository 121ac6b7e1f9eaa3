"""Detection of responses that are wasted or harm their own side; pages ask for confirmation of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.core.questions import Question
from twingkit.twing.rules.battle_acts import Reroll, Response, Turn, UseObject, UseTwoCats
from twingkit.twing.rules.cards import CROSS, SUN
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.outcome import die_value_and_rule
from twingkit.twing.rules.responses import MiromonBeforeCritical, MiromonBeforeEvent, Respond


def response_harm_kind(question: Question, answer: Response) -> str:
    """Return a key, such as `own_worse`, for the way in which a legal response would certainly harm its own
    side or change nothing; "" otherwise.

    `own_sun` rerolls a die that cannot get better, `own_worse` inverts the player's own die to a lower
    value; `their_cross` and `their_better` do the same for the other side; `nothing` changes no result. In an
    end-game attack on several players, a response counts as harm only if it is so against each of them.

    >>> from twingkit import twing
    >>> line = "F: A5 & miromon vs W: L5"
    >>> game = twing.battle_game(line).give_answers("lay A5", "lay L5", "roll 3", "roll 0")
    >>> dice = map(game.question.parse_answer, ("miromon attacker", "miromon defender"))
    >>> [response_harm_kind(game.question, answer) for answer in dice]
    ['own_worse', 'nothing']
    """
    if not isinstance(question, Respond) or isinstance(question, MiromonBeforeEvent | MiromonBeforeCritical):
        return ""
    fight, side = question.fight, question.side
    match answer:
        case UseObject() | UseTwoCats():
            return _reroll_harm(fight, side, own=True)
        case Reroll(_, tag) | Turn(_, tag):
            sides = (side, *fight.enemies(side))
            aimed = next((target for target in sides if fight.side_tag(target) == tag), side)
            if isinstance(answer, Turn):
                return _inversion_harm(fight, side, aimed)
            return _reroll_harm(fight, aimed, own=aimed is side)
    return ""


def _reroll_harm(fight: Fight, aimed: FightSide, own: bool) -> str:
    """Return the harm of rerolling a die that already shows the best or the worst result."""
    shown = {die_value_and_rule(fight, aimed, enemy)[0] for enemy in fight.enemies(aimed)}
    if own:
        return "own_sun" if shown == {SUN} else ""
    return "their_cross" if shown == {CROSS} else ""


def _inversion_harm(fight: Fight, side: FightSide, aimed: FightSide) -> str:
    turned = aimed.with_inversion(side.seat, fight.variant)
    pairs = [
        (die_value_and_rule(fight, aimed, enemy)[0], die_value_and_rule(fight, turned, enemy)[0])
        for enemy in fight.enemies(aimed)
    ]
    if _all_pairs(pairs, lambda before, after: before == after):
        return "nothing"
    if aimed is side:
        return "own_worse" if _all_pairs(pairs, lambda before, after: after <= before) else ""
    return "their_better" if _all_pairs(pairs, lambda before, after: after >= before) else ""


def _all_pairs(pairs: Iterable[tuple[int, int]], holds: Callable[[int, int], bool]) -> bool:
    return all(holds(before, after) for before, after in pairs)
