"""Questions about supporting a side: who is asked, legal cards, gains and losses."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import Item, Reason
from twingkit.learn.quiz.makers import (
    draw_arguments_once,
    prefer_known_mistakes,
    require,
    require_value,
    true_with_probability,
)
from twingkit.learn.quiz.options import MAX_OPTIONS, Mistake, order_by_variety, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.explanations import explanation
from twingkit.twing.quiz.games.game_wording import PHRASES as TELLING
from twingkit.twing.quiz.games.game_wording import attack_texts, players_texts, seating_texts, seats_key
from twingkit.twing.quiz.games.plans import QuizTable, direction_text, lay_plan_lines, play_plan
from twingkit.twing.quiz.games.support_scenes import (
    IRRELEVANT_OBJECTS,
    PHRASES,
    SupportScene,
    creature_home_item,
    deal_support_scene,
    play_until_support,
    settled_ornicle_count_item,
    support_attempts,
    support_notation,
    support_texts,
)
from twingkit.twing.quiz.options import answer_options, refused_option
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.support import SupportSide


def _battle_text(support_scene: SupportScene, ask: TextByLanguage) -> TextByLanguage:
    return join_texts(
        attack_texts(support_scene.table, 1, 2), TELLING("attack.laid"), PHRASES("which.offer"), ask
    )


def _allowed_support_item(rng: random.Random) -> Item | None:
    support_scene = deal_support_scene(rng)
    answers = support_attempts(play_until_support(support_scene)[1])
    rng.shuffle(answers)
    allowed = [answer for answer, refusal in answers if refusal is None]
    wrong = order_by_variety([(answer, refusal) for answer, refusal in answers if refusal])[: MAX_OPTIONS - 1]
    after = require_value(support_scene.play_battle(f"p1: {allowed[0]}") if allowed else None)
    options = answer_options(
        allowed[0],
        [refused_option(answer, refusal, is_only_refusal=False) for answer, refusal in wrong],
        lambda answer: support_texts(support_scene.table, answer),
        key=lambda answer: str(answer).replace(" ", "-"),
        cards=support_notation,
    )
    return after.make_item(
        "support", _battle_text(support_scene, PHRASES("which.ask")), options, after.cited_rulings("TW-BAT-6")
    )


@draw_arguments_once(true_with_probability(0.5))
def may_support_item(rng: random.Random, wanted_answer: bool) -> Item | None:
    """Make the question “May you do this?”"""
    support_scene = deal_support_scene(rng, shield_chance=0.4)
    battle, question = play_until_support(support_scene)
    tried = support_attempts(question)
    answers = [(answer, refusal) for answer, refusal in tried if (refusal is None) is wanted_answer]
    require(answers)
    case = rng.choice(sorted({refusal.case if refusal else "" for _, refusal in answers}))
    answer, refusal = rng.choice([pair for pair in answers if (pair[1].case if pair[1] else "") == case])
    play = require_value(battle if refusal else support_scene.play_battle(f"p1: {answer}"))
    why = [refusal] if refusal else play.cited_rulings("TW-BAT-6")
    texts = _battle_text(
        support_scene, PHRASES("which.may", action=support_texts(support_scene.table, answer))
    )
    return play.make_item("support", texts, yes_no_options(wanted_answer), why)


# -- who is asked


def _first_asked_item(rng: random.Random) -> Item | None:
    supply = CardSupply(rng)
    count = rng.choice((3, 4, 4, 4))
    seats = rng.sample(range(count), count)
    attacker, defender = seats[:2]
    spells = supply.take_spells(count + 2, rng.choice(ALL_ELEMENTS))
    defence = supply.take_spells(2, rng.choice(ALL_ELEMENTS))
    require(len(spells) + len(defence) >= count + 4)
    spells_held = {
        seat: [spells.pop(), supply.take_spells(1)[0]] for seat in range(count) if seat != defender
    }
    holdings = [
        Holding(
            hand=spells_held.get(seat, defence),
            entourage=supply.take_creatures(rng.randint(0, 2)),
            objects=supply.take_objects(1, IRRELEVANT_OBJECTS),
            ornicles=0 if rng.random() < 0.35 else rng.randint(1, 3),
        )
        for seat in range(count)
    ]
    table = QuizTable.deal(rng, holdings, to_move=attacker, direction=rng.choice((1, -1)))
    duels = holdings[attacker].ornicles > 0 and 0 not in (attacker, defender) and rng.random() < 0.3
    lays = [
        *lay_plan_lines(attacker, spells_held[attacker][0].token),
        *lay_plan_lines(defender, defence[0].token),
    ]
    battle = [f"p{attacker + 1}: attack p{defender + 1}", *lays]
    plan = [f"p{attacker + 1}: duel p{defender + 1}", *lays] if duels else battle
    right = require_value(_first_asked_seat(table, plan))
    helps = [f"p{seat + 1}: support attacker spell {spells_held[seat][0].token}" for seat in right]
    play = require_value(play_plan(table, *plan, *helps))
    cut = play.answer_index("defend") + 1
    mistakes = _first_asked_mistakes(table, plan, battle if duels else None, (attacker, defender))
    outside = [seat for seat in range(count) if seat not in (attacker, defender)]
    mistakes += [Mistake(other) for other in (*((seat,) for seat in outside), (), (defender,))]
    round_table = [(attacker + table.direction * step) % count for step in range(1, count)]
    asked = tuple(
        PHRASES("asked.has", side=players_texts(table, (seat,)), n=holdings[seat].ornicles)
        for seat in round_table
        if seat != defender
    )
    why: list[Reason] = []
    if asked and not duels:
        why.append(explanation("TW-BAT-6", "order", way=direction_text(table), each=asked))
    if not right:
        why += (
            play.cited_rulings("TW-DUEL-1", "TW-DUEL-2")
            if duels
            else _why_not(play.game_at(cut), spells_held, outside)
        )
    challenge = PHRASES(
        "asked.duel", one=table.character_name_keys[attacker], two=table.character_name_keys[defender]
    )
    begun = challenge if duels else attack_texts(table, attacker, defender)
    texts = join_texts(seating_texts(table), begun, TELLING("attack.laid"), PHRASES("asked.ask"))
    options = answer_options(right, mistakes, lambda seats: players_texts(table, seats), key=seats_key)
    return play.make_item(cut, texts, options, why, ["TW-BAT-6"])


def _first_asked_mistakes(
    table: QuizTable, plan: Sequence[str], battle: Sequence[str] | None, fighting: Sequence[int]
) -> list[Mistake]:
    """Return, as mistakes, the players who would be asked first if a rule were forgotten."""
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


def _first_asked_seat(table: QuizTable, plan: Sequence[str]) -> tuple[int, ...] | None:
    """Return the seat asked first as a tuple; () if nobody is asked, None if the plan cannot be played."""
    play = play_plan(table, *plan)
    if play is None:
        return None
    question = (
        play.game_at(play.answer_index("support")).question if "support" in play.question_kinds else None
    )
    return (question.player,) if question else ()


def _why_not(game: Game, spells_held: Mapping[int, Sequence[Spell]], outside: Sequence[int]) -> list[Refusal]:
    """Return the refusals for the players outside the battle who cannot support the attacker."""
    refusals = []
    for seat in outside:
        question = SupportSide(game.table.fight, game.table.players[seat])
        if refusal := question.refusal(f"support attacker spell {spells_held[seat][0].token}"):
            refusals.append(refusal)
    return refusals


MAKERS_BY_TOPIC = {
    "supporting": {
        "which": _allowed_support_item,
        "may": may_support_item,
        "asked": prefer_known_mistakes(_first_asked_item),
        "settled": prefer_known_mistakes(settled_ornicle_count_item),
        "home": creature_home_item,
    }
}
"""The makers of questions, by topic and by kind of question."""
