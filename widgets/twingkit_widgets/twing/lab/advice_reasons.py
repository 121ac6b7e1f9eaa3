"""The reasons for a lay: points on the cards, comparison with the next best lay, responses, and cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from twingkit import twing
from twingkit.core.notation import ROLES
from twingkit.twing.analysis.advice import RankedLays, RatedLay
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit_widgets.lab.odds_bar import MIN_SHOWN_CHANGE
from twingkit_widgets.panel.wording import number, percent
from twingkit_widgets.twing.lab.chips import NOTHING, parse_lay_or_nothing
from twingkit_widgets.twing.lab.words import lab_say, lab_word


def reason_sentences(row: RatedLay, advice: RankedLays) -> list[str]:
    """Return sentences that explain the rank of one lay in a list of rated lays, the most important first."""
    return [*_points(row, advice), *_other(row, advice), *_responses(row, advice),
            _costs(row)]  # fmt: skip


def _enemy_lay(row: RatedLay, advice: RankedLays) -> Lay | None:
    """Return the lay of the other side that a lay is rated against; None if it differs between possible
    hands.
    """
    other = advice.situation.sides[1 - ROLES.index(advice.side)]
    if other.laid is not None:
        return other.laid
    return parse_lay_or_nothing(row.reply) if row.reply else None


def _points(row: RatedLay, advice: RankedLays) -> Iterator[str]:
    own, met = parse_lay_or_nothing(row.option).power, _enemy_lay(row, advice)
    if met is None:
        yield lab_say("why.points_alone", own=own)
    elif own == met.power:
        yield lab_say("why.points_equal", own=own)
    else:
        case = "ahead" if own > met.power else "behind"
        yield lab_say(f"why.points_{case}", own=own, other=met.power, n=abs(own - met.power))


def _other(row: RatedLay, advice: RankedLays) -> Iterator[str]:
    """Yield a sentence that compares a lay with the best other one: the cards that differ, and the chances of
    that lay.
    """
    if len(advice.rows) < 2:
        return
    other = advice.rows[0] if row.rank > 1 else advice.rows[1]
    mine, its = parse_lay_or_nothing(row.option), parse_lay_or_nothing(other.option)
    missing = Counter(_cards(mine)) - Counter(_cards(its))
    more = Counter(_cards(its)) - Counter(_cards(mine))
    facts = {"lay": _lay_name(other.option), "points": its.power} | {
        part: percent(getattr(other, part), 1) for part in ("win", "loss")
    }
    best = "best" if row.rank > 1 else "next"
    if missing and not more:
        yield lab_say(f"why.{best}_without", cards=_tokens(missing), **facts)
    elif more and not missing:
        yield lab_say(f"why.{best}_with", cards=_tokens(more), **facts)
    else:
        yield lab_say(f"why.{best}", **facts)


def _cards(lay: Lay) -> tuple[Spell | Creature, ...]:
    return (*lay.spells, *lay.creatures)


def _tokens(cards: Counter[Spell | Creature]) -> str:
    return " ".join(card.token for card in cards.elements())


def _lay_name(lay: str) -> str:
    return lab_word("chips.nothing") if lay == NOTHING else lay


def _responses(row: RatedLay, advice: RankedLays) -> Iterator[str]:
    """Yield sentences on the odds by dice alone, and on the effect of each cat, trap and Miromon of both
    sides.
    """
    battle = _battle(row, advice)
    if battle is None:
        return
    own_index = ROLES.index(advice.side)
    none = _wins(battle, own_index, "none", advice.variant)
    if none is None:
        return
    facts = {"none": percent(none, 1), "best": percent(row.win, 1)}
    yield lab_say("why.dice" if abs(none - row.win) >= MIN_SHOWN_CHANGE else "why.dice_same", **facts)
    for side_index, side in enumerate(battle.sides):
        for kind, _ in side.response_cards.kind_counts:
            fewer = attrs.evolve(side, response_cards=side.response_cards.with_more(kind, -1))
            sides = [fewer if other is side else other for other in battle.sides]
            without = _wins(twing.Battle(*sides), own_index, "best", advice.variant)
            if without is not None and abs(without - row.win) >= MIN_SHOWN_CHANGE:
                key = f"why.{'own' if side_index == own_index else 'their'}_{RESPONSE_CARDS[kind].plural}"
                yield lab_say(key, win=percent(without, 1))


def _battle(row: RatedLay, advice: RankedLays) -> twing.Battle | None:
    """Return the battle after this lay against the opposing one; None if cards are unknown or one of the
    sides lays nothing.
    """
    own, met = parse_lay_or_nothing(row.option), _enemy_lay(row, advice)
    if advice.situation.hidden_count or met is None or not (_cards(own) and _cards(met)):
        return None
    lays = (own, met) if advice.side == ROLES[0] else (met, own)
    pairs = zip(advice.situation.sides, lays, strict=True)
    attacker, defender = (attrs.evolve(holder, laid=lay) for holder, lay in pairs)
    return Situation(attacker, defender).laid_battle


def _wins(
    battle: twing.Battle, side_index: int, responses: Responses, variant: twing.Variant
) -> float | None:
    """Return the chance to win of a side; None if the computation would take too long."""
    try:
        odds = twing.odds(battle, responses=responses, variant=variant)
    except twing.BudgetError:
        return None
    return odds.loss if side_index else odds.win


def _costs(row: RatedLay) -> str:
    facts = {
        "cards": number(row.cards_lost, 1),
        "enemy": number(row.enemy_cards_lost, 1),
        "ornicles": number(row.ornicles, 2),
    }
    return lab_say("why.costs", **facts)
