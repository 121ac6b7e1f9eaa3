"""Questions on timing: Flash windows, who comes first, and counters."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.imajica.quiz import question_texts, staging
from twingkit.imajica.rules.events import Killed
from twingkit.imajica.rules.questions import CounterWindow, FlashWindow
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import (
    answer_while_pending,
    pending,
    value_question,
    whether_allowed_question,
    which_allowed_question,
    yes_no_question,
)


def _may_respond(game: Game, phase: str) -> bool:
    """Play on passively; return whether the learner may play a Flash before the phase ends."""
    while game.question is not None and game.table.phase == phase and game.table.round == 1:
        if pending(game, FlashWindow, 0):
            return True
        staging.give_passive_answer(game)
    return False


@question_kind("phases")
def _make_flash_by_phase_question(rng: random.Random) -> QuizItem | None:
    phase = rng.choice(("autarch", "ally", "reconciliation", "reconciliation"))
    other = staging.any_plain_characters(rng, 1)[0]
    line = f"p1 hand sudden-sleep reserve lamp-boy; p2 active {other} reserve toll-guard;"
    line += f" leads p2; to move p2 {phase}"
    game = staging.game_at_position(line)
    right = _may_respond(game.copy(), phase)
    texts = question_texts.SAY(f"time.phase_{phase}", card="sudden-sleep", other=other)
    why = [question_texts.remark("why.flash_phase" if right else "why.no_flash_phase")]
    return yes_no_question(game, [], texts, right, why)


@question_kind("windows")
def _make_answerable_by_flash_question(rng: random.Random) -> QuizItem | None:
    actor, other = staging.any_plain_characters(rng, 2)
    called = staging.random_plain_characters(rng, lambda card: card.prime <= 7)[0]
    require(called not in (actor, other))
    case = rng.choice(("call", "lay", "seize", "path", "challenge", "end"))
    phase = "autarch" if case in ("lay", "path") else "ally"
    line = (
        f"p1 hand sudden-sleep active {other}; p2 active {actor} hand {called} slew kind-stranger"
        f" destiny 9*kuyrmid-ferrier; circle kite-fields; to move p2 {phase}"
    )
    done = {
        "call": f"call {called}",
        "lay": "lay slew",
        "path": "path kind-stranger on kite-fields",
        "seize": f"seize kite-fields with {actor}",
        "challenge": f"challenge {other} with {actor}",
        "end": "end",
    }[case]
    game = staging.play_until_question(staging.game_at_position(line), phase, 1)
    twin = staging.answer_passively(staging.play_passively_and_answer(game.copy(), f"p2: {done}"))
    asked_now = pending(twin, FlashWindow, 0) is not None
    facts = {
        "actor": actor,
        "other": other,
        "called": called,
        "site": "slew",
        "place": "kite-fields",
        "card": "sudden-sleep",
    }
    because = question_texts.remark(f"why.window_{case}", **facts)
    texts = question_texts.SAY(f"time.window_{case}", **facts)
    return yes_no_question(game, twin, texts, asked_now, [because, *question_texts.stated("IJ-TIME-2")])


@question_kind("order")
def _make_window_order_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on who is asked first or second in a Flash window."""
    mover = rng.randrange(3)
    parts = "; ".join(
        f"p{seat + 1} hand sudden-sleep active {name}"
        for seat, name in enumerate(staging.any_plain_characters(rng, 3))
    )
    game = staging.game_at_position(f"{parts}; to move p{mover + 1} ally")
    twin = game.copy()
    order = [f"p{seat + 1}" for seat in answer_while_pending(twin, FlashWindow)]
    require(len(order) == 3)
    place = rng.randrange(3)
    why = [question_texts.remark("why.flash_order", one=order[0], two=order[1], three=order[2])]
    texts = question_texts.SAY(f"time.order_{place + 1}", side=f"p{mover + 1}", card="sudden-sleep")
    return value_question(
        game, twin, texts, order[place], dict.fromkeys(order, why), question_texts.seat_texts, why
    )


@question_kind("answer")
def _make_answer_to_flash_question(rng: random.Random) -> QuizItem | None:
    (mine,) = staging.random_plain_characters(rng, lambda card: card.strength <= 3)
    flash = rng.choice(("lightning", "cold-feet", "sudden-sleep", "amnesia"))
    right = "little-ease" if flash == "amnesia" else rng.choice(("silence", "lionel-wakeman"))
    others = rng.sample(("breath-returned", "waking", "refusal", "empty-throne"), 2)
    ally, held = ("", right) if right == "silence" else (right, "")
    game = staging.game_at_position(
        f"p1 active {mine} {ally} hand {held} {' '.join(others)}; p2 hand {flash}; to move p2 ally"
    )
    staging.play_passively_and_answer(game, f"p2: play {flash} on {mine}")
    require(pending(game, CounterWindow))
    aims = {"breath-returned": f" on {mine}", "waking": f" on {mine}"}
    tried = {f"play {name}{aims.get(name, '')}": question_texts.name_and_rules_texts(name) for name in others}
    tried[f"use {ally}" if ally else f"play {right}"] = question_texts.name_and_rules_texts(right)
    facts = {"card": flash, "text": question_texts.rules_text(flash), "ally": mine}
    because = question_texts.remark("why.counters", answer=right, card=flash)
    return which_allowed_question(
        game, tried, question_texts.SAY("time.answer", **facts), because, "IJ-TIME-7"
    )


@question_kind("before")
def _make_effect_order_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “What takes effect first?”, about a card and the Flash that answers it."""
    victim, other = staging.random_plain_characters(rng, lambda card: card.strength <= 2, 2)
    same = rng.random() < 0.5
    aim = victim if same else other
    line = f"p1 active gek-a-gek hand hapexamendios-hand; p2 active {victim} {other}; p3 hand lightning"
    game = staging.game_at_position(line, question_kind="ally")
    staging.play_passively_and_answer(game, f"p1: play hapexamendios-hand by gek-a-gek on {victim}")
    twin = staging.copy_at_ally_turn(game, f"p3: play lightning on {aim}")
    told = [ruling.event for ruling in twin.rulings_since(len(game))]
    killed = [event for event in told if isinstance(event, Killed)]
    require(killed)
    right = "flash" if killed[0].card.card.id == aim and killed[0].n == 3 else "action"
    facts = {"card": "hapexamendios-hand", "flash": "lightning", "victim": victim, "aim": aim}
    why = [question_texts.remark(f"why.first_{right}", **facts)]
    say = lambda key: question_texts.SAY(f"time.works_{key}", **facts)  # noqa: E731
    wrong = {"flash": why, "action": why, "both": why}
    return value_question(game, twin, question_texts.SAY("time.before", **facts), right, wrong, say, why)


@question_kind("older")
def _make_second_card_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this be played on that character?”, where a character already has a card
    on it.
    """
    kept, free = staging.any_plain_characters(rng, 2)
    aim = rng.choice((kept, free))
    game = staging.game_at_position(
        f"p1 reserve {kept}+emotion-guilt@p2 {free} hand patashoquan-highway; p2", question_kind="respond"
    )
    facts = {
        "card": "patashoquan-highway",
        "text": question_texts.rules_text("patashoquan-highway"),
        "aim": aim,
        "kept": kept,
        "laid": "emotion-guilt",
    }
    unbound = question_texts.remark("why.no_ban", **facts)
    texts = question_texts.SAY("time.older", **facts)
    return whether_allowed_question(game, f"play patashoquan-highway on {aim}", texts, unbound)


_COUNTERED_KIND_BY_CARD = {"refusal": "action", "silence": "flash", "empty-throne": "dictate"}


@question_kind("counter")
def _make_countering_card_question(rng: random.Random) -> QuizItem | None:
    right = rng.choice(list(_COUNTERED_KIND_BY_CARD))
    mine, rival = staging.any_plain_characters(rng, 2)
    card, phase, aim = {
        "action": ("ritual", "ally", f" by {rival}"),
        "flash": ("sudden-sleep", "ally", f" on {mine}"),
        "dictate": ("banishment", "autarch", f" on {mine}"),
    }[_COUNTERED_KIND_BY_CARD[right]]
    line = (
        f"p1 active {mine} hand {' '.join(_COUNTERED_KIND_BY_CARD)}; p2 active {rival} hand "
        f"{card}; to move p2 {phase}"
    )
    game = staging.play_passively_and_answer(staging.game_at_position(line), f"p2: play {card}{aim}")
    require(game.question is not None and game.question.player == 0)
    tried = {f"play {name}": question_texts.name_and_rules_texts(name) for name in _COUNTERED_KIND_BY_CARD}
    facts = {"card": card, "kind": question_texts.ASSUMED_CARDS[card].kind}
    because = question_texts.remark("why.counters_kind", answer=right, **facts)
    return which_allowed_question(
        game, tried, question_texts.SAY("time.counter", **facts), because, "IJ-TIME-7"
    )


@question_kind("lost")
def _make_effect_without_target_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the card take effect?”, after its target was moved away."""
    victim, other = staging.random_plain_characters(rng, lambda card: 0 < card.strength <= 2, 2)
    aim = rng.choice((victim, other))
    line = f"p1 hand public-executions; p2 active {victim} {other}; p3 hand cold-feet; to move p1 autarch"
    game = staging.game_at_position(line, question_kind="autarch")
    staging.play_passively_and_answer(game, f"p1: play public-executions on {victim}")
    twin = staging.copy_at_ally_turn(game, f"p3: play cold-feet on {aim}")
    dead = staging.find_piece(twin, victim) is None
    facts = question_texts.with_values("strength", victim=victim) | {
        "card": "public-executions",
        "text": question_texts.rules_text("public-executions"),
        "name": victim,
        "flash": "cold-feet",
        "aim": aim,
    }
    why = [
        question_texts.remark("why.target_there" if dead else "why.target_gone", name=facts["name"]),
        *question_texts.heard(twin.rulings_since(len(game), "IJ-TIME-8")),
        *question_texts.stated("IJ-TIME-8"),
    ]
    return yes_no_question(game, twin, question_texts.SAY("time.lost", **facts), dead, why)
