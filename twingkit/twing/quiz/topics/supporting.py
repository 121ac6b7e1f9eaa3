"""Supporting a side: who is asked, which card fits, what is won and lost by it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import prefer_known_mistakes, require, with_aims, with_probability
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import (
    MAX_OPTIONS,
    Mistake,
    Reason,
    choices,
    order_by_variety,
    refused_option,
    yes_no_options,
)
from twingkit.twing.quiz.games.clashes import (
    PLAIN_OBJECTS,
    SAY,
    Clash,
    before_support,
    deal_clash,
    home,
    settled,
    support_attempts,
    support_notation,
    support_texts,
)
from twingkit.twing.quiz.games.plans import Tabletop, lay_lines, play_plan
from twingkit.twing.quiz.games.telling import SAY as TELLING
from twingkit.twing.quiz.games.telling import attack_sentence, players_texts, seating, seats_key
from twingkit.twing.quiz.phrases import TextFact, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.support import SupportSide


def _battle_text(clash: Clash, ask: Texts) -> Texts:
    """Return the battle in which the learner may support a side, and the question."""
    return join_texts(attack_sentence(clash.table, 1, 2), TELLING("attack.laid"), SAY("which.offer"), ask)


def which(rng: random.Random) -> Item | None:
    """Make the question “Which of these may you do?”"""
    clash = deal_clash(rng)
    helpers = require(before_support(clash))
    answers = support_attempts(helpers[1])
    rng.shuffle(answers)
    allowed = [answer for answer, refusal in answers if refusal is None]
    wrong = order_by_variety([(answer, refusal) for answer, refusal in answers if refusal])[: MAX_OPTIONS - 1]
    after = require(clash.play(f"p1: {allowed[0]}") if allowed else None)
    options = choices(
        allowed[0],
        [refused_option(answer, refusal, alone=False) for answer, refusal in wrong],
        lambda answer: support_texts(clash.table, answer),
        key=lambda answer: str(answer).replace(" ", "-"),
        cards=support_notation,
    )
    return after.make_item(
        "support", _battle_text(clash, SAY("which.ask")), options, after.cited_rulings("TW-BAT-6")
    )


@with_aims(with_probability(0.5))
def may_support(rng: random.Random, target: bool) -> Item | None:
    """Make the question “May you do this?”"""
    clash = deal_clash(rng, shields=0.4)
    helpers = before_support(clash)
    tried = support_attempts(helpers[1]) if helpers else []
    answers = [(answer, refusal) for answer, refusal in tried if (refusal is None) is target]
    if helpers is None or not answers:
        return None
    case = rng.choice(sorted({refusal.case if refusal else "" for _, refusal in answers}))
    answer, refusal = rng.choice([pair for pair in answers if (pair[1].case if pair[1] else "") == case])
    play = require(helpers[0] if refusal else clash.play(f"p1: {answer}"))
    why = [refusal] if refusal else play.cited_rulings("TW-BAT-6")
    texts = _battle_text(clash, SAY("which.may", action=TextFact(support_texts(clash.table, answer))))
    return play.make_item("support", texts, yes_no_options(target), why)


# -- who is asked


def first_asked(rng: random.Random) -> Item | None:
    """Make the question “Who is asked first whether to support a side?”"""
    supply = Supply(rng)
    count = rng.choice((3, 4, 4, 4))
    seats = rng.sample(range(count), count)
    attacker, defender = seats[:2]
    spells = supply.spells(count + 2, rng.choice(ALL_ELEMENTS))
    defence = supply.spells(2, rng.choice(ALL_ELEMENTS))
    if len(spells) + len(defence) < count + 4:
        return None
    spells_held = {seat: [spells.pop(), supply.spells(1)[0]] for seat in range(count) if seat != defender}
    holdings = [
        Holding(
            hand=spells_held.get(seat, defence),
            entourage=supply.creatures(rng.randint(0, 2)),
            objects=supply.objects(1, PLAIN_OBJECTS),
            ornicles=0 if rng.random() < 0.35 else rng.randint(1, 3),
        )
        for seat in range(count)
    ]
    table = Tabletop.deal(rng, holdings, to_move=attacker, direction=rng.choice((1, -1)))
    duels = holdings[attacker].ornicles > 0 and 0 not in (attacker, defender) and rng.random() < 0.3
    lays = [*lay_lines(attacker, spells_held[attacker][0].token), *lay_lines(defender, defence[0].token)]
    battle = [f"p{attacker + 1}: attack p{defender + 1}", *lays]
    plan = [f"p{attacker + 1}: duel p{defender + 1}", *lays] if duels else battle
    right = _first_asked_seat(table, plan)
    helps = [f"p{seat + 1}: support attacker spell {spells_held[seat][0].token}" for seat in right or ()]
    play = play_plan(table, *plan, *helps)
    if right is None or play is None:
        return None
    cut = play.place_of("defend") + 1
    mistakes = _first_asked_mistakes(table, plan, battle if duels else None, (attacker, defender))
    outside = [seat for seat in range(count) if seat not in (attacker, defender)]
    mistakes += [Mistake(other) for other in (*((seat,) for seat in outside), (), (defender,))]
    why: list[Reason] = [*play.cited_rulings("TW-BAT-6")]
    if not right:
        why += (
            play.cited_rulings("TW-DUEL-1", "TW-DUEL-2")
            if duels
            else _why_not(play.game_at(cut), spells_held, outside)
        )
    challenge = SAY("asked.duel", one=table.names[attacker], two=table.names[defender])
    begun = challenge if duels else attack_sentence(table, attacker, defender)
    texts = join_texts(seating(table), begun, TELLING("attack.laid"), SAY("asked.ask"))
    options = choices(right, mistakes, lambda seats: players_texts(table, seats), key=seats_key)
    return play.make_item(cut, texts, options, why, ["TW-BAT-6"])


def _first_asked_mistakes(
    table: Tabletop, plan: Sequence[str], battle: Sequence[str] | None, fighting: Sequence[int]
) -> list[Mistake]:
    """Return, as mistakes, the players who would be asked first if a duel were an ordinary `battle`, if play
    went the other way, or if no stake were needed.
    """
    rich = table
    for seat, holding in enumerate(table.holdings):
        if not holding.ornicles and seat not in fighting:
            rich = rich.with_holding(seat, ornicles=1)
    changes = [(table.with_reversed_direction(), plan, "TW-SET-5/turned"), (rich, plan, "TW-BAT-6/stake")]
    mistakes = []
    for changed, lines, forgot in [(table, battle, "TW-BAT-6")] if battle else changes:
        seats = _first_asked_seat(changed, lines)
        if seats is not None:
            mistakes.append(Mistake(seats, forgot))
    return mistakes


def _first_asked_seat(table: Tabletop, plan: Sequence[str]) -> tuple[int, ...] | None:
    """Return the player who is asked first, as a tuple of one; empty if nobody is; None if it cannot be
    played.
    """
    play = play_plan(table, *plan)
    if play is None:
        return None
    question = play.game_at(play.place_of("support")).question if "support" in play.kinds else None
    return (question.player,) if question else ()


def _why_not(game: Game, spells_held: Mapping[int, Sequence[Spell]], outside: Sequence[int]) -> list[Refusal]:
    """Return the refusals for the players outside the battle who cannot support the attacker."""
    refusals = []
    for seat in outside:
        question = SupportSide(game.table.fight, game.table.players[seat])
        if refusal := question.refusal(f"support attacker spell {spells_held[seat][0].token}"):
            refusals.append(refusal)
    return refusals


KINDS = {
    "supporting": {
        "which": which,
        "may": may_support,
        "asked": prefer_known_mistakes(first_asked),
        "settled": prefer_known_mistakes(settled),
        "home": home,
    }
}
"""The makers of this topic, by kind."""
