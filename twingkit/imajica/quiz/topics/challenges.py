"""Questions on challenges before damage: whom to challenge, who defends, what is played when."""

from __future__ import annotations

import random

from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    name_and_kind_texts,
    names_with_values,
    remark,
    stated,
)
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.staging import whether_allowed_question, which_allowed_question, yes_no_question

_PIVOTED_DEFENDERS = ("celestine", "river-fefer", "judith", "bright-mother")
"""Aphrodytes, who may defend while pivoted."""


@question_kind("whom")
def _make_challengeable_character_question(rng: random.Random) -> QuizItem | None:
    ally, active, waits, holder, own = staging.any_plain_characters(rng, 5)
    pivoted = rng.choice(("", ":pivoted"))
    line = f"p1 active {ally} {own}; p2 active {active}{pivoted} reserve {waits} state slew=sartori,{holder}"
    game = staging.game_at_position(line, question_kind="ally")
    conditions = {active: "pivoted" if pivoted else "active", waits: "reserve"}
    conditions |= rng.choice(({holder: "holder"}, {own: "own"}))
    tried = {
        f"challenge {name} with {ally}": SAY(f"fight.is_{key}", card=name) for name, key in conditions.items()
    }
    key = "why.target_pivoted" if pivoted else "why.target_active"
    because = remark(key, card=active)
    return which_allowed_question(game, tried, SAY("fight.whom", ally=ally), because)


@question_kind("defend")
def _make_possible_defender_question(rng: random.Random) -> QuizItem | None:
    target, able, spent, waits, rival = staging.random_plain_characters(
        rng, lambda card: "aphrodyte" not in card.affiliations, 5
    )
    line = f"p1 active {target} {able} {spent}:pivoted reserve {waits}; p2 active {rival}; to move p2 ally"
    game = staging.game_at_position(line, f"p2: challenge {target} with {rival}", question_kind="defend")
    conditions = {able: "active", spent: "pivoted", waits: "reserve"}
    tried = {f"defend {name}": SAY(f"fight.is_{key}", card=name) for name, key in conditions.items()}
    texts = SAY("fight.defend", target=target, rival=rival)
    because = remark("why.defender", card=able)
    return which_allowed_question(game, tried, texts, because, "IJ-CHAL-2")


@question_kind("aphrodyte")
def _make_whether_pivoted_defends_question(rng: random.Random) -> QuizItem | None:
    target, rival, other, plain = staging.random_plain_characters(
        rng, lambda card: "aphrodyte" not in card.affiliations, 4
    )
    name = rng.choice((rng.choice(_PIVOTED_DEFENDERS), plain))
    line = f"p1 active {target} {name}:pivoted {other}; p2 active {rival}; to move p2 ally"
    game = staging.game_at_position(line, f"p2: challenge {target} with {rival}", question_kind="defend")
    is_one = "aphrodyte" in ASSUMED_CARDS[name].affiliations
    texts = SAY("fight.aphrodyte" if is_one else "fight.no_aphrodyte", card=name, target=target)
    because = remark("why.aphrodyte" if is_one else "why.no_aphrodyte", card=name)
    return whether_allowed_question(game, f"defend {name}", texts, first_reasons=[because])


@question_kind("last-call")
def _make_playable_before_fight_question(rng: random.Random) -> QuizItem | None:
    target, helper, rival = staging.any_plain_characters(rng, 3)
    flash = rng.choice(("sudden-sleep", "cold-feet"))
    hand = ["pneuma", flash, "ritual"]
    line = f"p1 active {target} {helper} hand {' '.join(hand)}; p2 active {rival} lamp-boy; to move p2 ally"
    game = staging.game_at_position(
        line, f"p2: challenge {target} with {rival}", f"p1: defend {helper}", question_kind="respond"
    )
    tried = {
        f"play pneuma by {target}": name_and_kind_texts("pneuma"),
        f"play {flash} on {rival}": name_and_kind_texts(flash),
        f"play ritual by {helper}": name_and_kind_texts("ritual"),
    }
    texts = SAY("fight.last_call", target=target, helper=helper)
    because = remark("why.last_call", card=flash)
    return which_allowed_question(game, tried, texts, because)


@question_kind("maneuver")
def _make_playable_in_fight_question(rng: random.Random) -> QuizItem | None:
    target, helper, idle, rival = staging.any_plain_characters(rng, 4)
    card = rng.choice(("pneuma", "long-knife"))
    line = (
        f"p1 active {target} {helper} {idle} hand {card} sudden-sleep; p2 active {rival} lamp-boy;"
        " to move p2 ally"
    )
    game = staging.game_at_position(
        line, f"p2: challenge {target} with {rival}", f"p1: defend {helper}", question_kind="combat"
    )
    by = rng.choice((target, helper))
    tried = {
        f"play {card} by {by}": SAY("fight.by", card=card, ally=by),
        f"play {card} by {idle}": SAY("fight.by", card=card, ally=idle),
        f"play sudden-sleep on {rival}": SAY("fight.on", card="sudden-sleep", target=rival),
    }
    texts = SAY("fight.maneuver", target=target, helper=helper)
    because = remark("why.in_fight", card=card, ally=by)
    return which_allowed_question(game, tried, texts, because, "IJ-CHAL-4")


@question_kind("gone")
def _make_whether_fight_happens_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is there a fight?”, after the target or the challenger was moved away."""
    target, helper, rival = staging.any_plain_characters(rng, 3)
    defended = rng.random() < 0.6
    away = rng.choice(("target", "target", "challenger"))
    hands = ("hand cold-feet", "") if away == "target" else ("", "hand cold-feet")
    line = f"p1 active {rival} {hands[0]}; p2 active {target} {helper} {hands[1]}"
    game = staging.game_at_position(line, question_kind="ally")
    answers = [f"p1: challenge {target} with {rival}", f"p2: defend {helper}" if defended else "p2: pass"]
    seat, victim = ("p1", target) if away == "target" else ("p2", rival)
    staging.play_passively_and_answer(game, *answers)
    twin = staging.play_passively_and_answer(game.copy(), f"{seat}: play cold-feet on {victim}", "p1: end")
    fought = bool(twin.rulings_since(len(game), "IJ-CHAL-7"))
    facts = {"ally": rival, "target": target, "helper": helper, "card": "cold-feet"}
    texts = SAY(f"fight.gone_{away}_{'defended' if defended else 'alone'}", **facts)
    key = "no_challenger" if away == "challenger" else "defender_left" if defended else "nobody_left"
    why = [remark(f"why.{key}", **facts), *stated("IJ-CHAL-6")]
    return yes_no_question(game, twin, texts, fought, why)


@question_kind("vassal")
def _make_vassal_as_target_question(rng: random.Random) -> QuizItem | None:
    target = rng.choice(("joshua-godolphin", "esmond-godolphin", "nathaniel-godolphin"))
    weak = staging.random_plain_characters(rng, lambda card: card.prime < 5, 2)
    strong = rng.choice(
        (*staging.random_plain_characters(rng, lambda card: card.prime >= 5), "gek-a-gek", "little-ease")
    )
    game = staging.game_at_position(
        f"p1 active {strong} {' '.join(weak)}; p2 active {target}", question_kind="ally"
    )
    pair = [weak[1], rng.choice((strong, weak[0]))]
    tried = {
        f"challenge {target} with {' '.join(names)}": names_with_values(names, "prime")
        for names in ([strong], weak[:1], pair)
    }
    rules = ("IJ-AFF-2", "IJ-AFF-7") if "oviate" in ASSUMED_CARDS[strong].affiliations else ("IJ-AFF-2",)
    prime = ASSUMED_CARDS[strong].prime
    because = remark("why.prime_enough" if prime >= 5 else "why.oviate_may", card=strong, n=prime)
    texts = SAY("fight.vassal", target=target)
    return which_allowed_question(game, tried, texts, because, *rules)


@question_kind("oviate")
def _make_whether_emotion_stays_question(rng: random.Random) -> QuizItem | None:
    name = rng.choice(
        (*staging.any_plain_characters(rng, 1), rng.choice(("gek-a-gek", "little-ease", "in-ovo-thorn")))
    )
    card = rng.choice(("emotion-grief", "emotion-dread"))
    game = staging.game_at_position(f"p1 hand {card}; p2 active {name}", question_kind="respond")
    twin = staging.copy_at_ally_turn(game, f"p1: play {card} on {name}")
    stays = any(piece.card.id == card for piece in twin.table.permanents_on(name))
    is_one = "oviate" in ASSUMED_CARDS[name].affiliations
    texts = SAY("fight.oviate" if is_one else "fight.no_oviate", card=card, target=name)
    key = "why.oviate" if is_one else "why.no_oviate"
    why = [remark(key, card=card, target=name), *stated("IJ-CARD-2")]
    return yes_no_question(game, twin, texts, stays, why)
