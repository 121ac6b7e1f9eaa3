"""Questions on holding Sites and losing them."""

from __future__ import annotations

import random

from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    heard,
    names_with_values,
    remark,
    rules_text,
    stated,
    with_values,
)
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import value_question, which_allowed_question, yes_no_question

_SITE_BY_KEEPER = {
    "thomas-roxborough": "roxborough-tower",
    "matthias-mcgann": "ferry-market",
    "sartori": "lamp-bridge",
    "gentle": "delta-mouth",
}
"""Sites by the character that can hold each alone although its Magic is too low."""


@question_kind("keeper")
def _make_whether_keeper_holds_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is the Site still held?”, after another Holder has left."""
    name = rng.choice(list(_SITE_BY_KEEPER))
    site = _SITE_BY_KEEPER[name] if rng.random() < 0.6 else "slew"
    partners = staging.random_plain_characters(
        rng, lambda card: card.id not in _SITE_BY_KEEPER and card.magic > 0, 2
    )
    leaves = rng.choice((partners, [name]))
    line = f"p1 state {site}={','.join([name, *partners])}; p2; to move p1 autarch"
    game = staging.game_at_position(line, question_kind="autarch")
    moves = " ".join(f"{character}>reserve" for character in leaves)
    twin = staging.play_passively_and_answer(game.copy(), f"p1: reassign {moves}")
    held = staging.is_held(twin, site)
    rest = [character for character in (name, *partners) if character not in leaves]
    facts = with_values("resistance", site=site) | {
        "rest": names_with_values(rest, "magic"),
        "gone": names_with_values(leaves, "magic"),
        "text": rules_text(name),
    }
    key = "hold.keeper" if name in rest else "hold.keeper_gone"
    total, needed = sum(ASSUMED_CARDS[one].magic for one in rest), ASSUMED_CARDS[site].resistance
    enough = "holds" if total >= needed else "holds_alone" if held else "falls_short"
    why = [
        remark(f"why.{enough}", rest=tuple(rest), n=total, m=needed),
        *heard(twin.rulings_since(len(game), "IJ-HOLD-4")),
        *stated("IJ-HOLD-2"),
    ]
    return yes_no_question(game, twin, SAY(key, **facts, card=name), held, why)


@question_kind("credit")
def _make_hold_without_bonus_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is the Site still held?”, after a bonus that helped to secure it ended."""
    name = staging.random_plain_characters(rng, lambda card: 3 <= card.magic <= 4)[0]
    site = rng.choice(
        [
            place
            for place in staging.PLAIN_SITES
            if 0 < ASSUMED_CARDS[place].resistance - ASSUMED_CARDS[name].magic <= 3
        ]
    )
    struck = rng.random() < 0.5
    hand = " hand emotion-grief" if struck else ""
    game = staging.game_at_position(
        f"p1 active {name} hand old-oath; p2{hand}; circle {site}", question_kind="ally"
    )
    staging.play_passively_and_answer(game, f"p1: seize {site} with {name}", f"p1: play old-oath by {name}")
    staging.play_until_question(game, "ally")
    twin = staging.play_passively_and_answer(
        game.copy(), "p1: end", *([f"p2: play emotion-grief on {name}"] if struck else [])
    )
    staging.play_passively(twin, lambda question: twin.table.round == 1)
    held = staging.is_held(twin, site)
    facts = (
        with_values("magic", ally=name)
        | with_values("resistance", site=site)
        | {"oath": "old-oath", "card": "emotion-grief"}
    )
    texts = SAY("hold.credit_struck" if struck else "hold.credit", **facts)
    key = "why.bonus_ran_out" if held else "why.now_checked"
    sums = {"n": ASSUMED_CARDS[name].magic, "m": ASSUMED_CARDS[site].resistance}
    why = [
        remark(key, oath=facts["oath"], card=facts["card"], **sums),
        *heard(twin.rulings_since(len(game), "IJ-HOLD-4")),
        *stated("IJ-HOLD-3"),
    ]
    return yes_no_question(game, twin, texts, held, why)


@question_kind("holder")
def _make_action_on_holder_question(rng: random.Random) -> QuizItem | None:
    holds, ally = staging.any_plain_characters(rng, 2)
    card = rng.choice(("bribed-warden", "hapexamendios-hand"))
    game = staging.game_at_position(
        f"p1 active {ally} hand {card}; p2 state slew=sartori,{holds}", question_kind="ally"
    )
    facts = {"card": card, "ally": ally, "holder": holds, "site": "slew"}
    tried = {
        f"play {card} by {ally} on {holds}": SAY("hold.aim", **facts),
        f"challenge {holds} with {ally}": SAY("hold.challenge", **facts),
        f"seize slew with {ally}": SAY("hold.seize", **facts),
    }
    because = remark("why.aim_holder", **facts)
    return which_allowed_question(game, tried, SAY("hold.holder", **facts), because, "IJ-HOLD-1")


@question_kind("warden")
def _make_whether_site_lost_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is the Site lost?”, after a card moved a Holder away."""
    ally = rng.choice(("gek-a-gek", "toll-guard"))
    holders = staging.any_plain_characters(rng, rng.randint(2, 3))
    site = rng.choice(staging.PLAIN_SITES)
    total = sum(ASSUMED_CARDS[name].magic for name in holders)
    needed = ASSUMED_CARDS[site].resistance
    gone = holders[0]
    require(total >= needed and "matthias-mcgann" not in holders)
    require(abs(total - ASSUMED_CARDS[gone].magic - needed) <= 2)
    game = staging.game_at_position(
        f"p1 active {ally} hand bribed-warden; p2 state {site}={','.join(holders)}", question_kind="ally"
    )
    twin = staging.copy_at_ally_turn(game, f"p1: play bribed-warden by {ally} on {gone}")
    piece = staging.find_piece(twin, site)
    lost = piece is not None and piece.area == "circle"
    facts = with_values("resistance", site=site) | {
        "card": "bribed-warden",
        "gone": gone,
        "holders": names_with_values(holders, "magic"),
    }
    rest = total - ASSUMED_CARDS[gone].magic
    left = remark("why.left_lost" if lost else "why.left_held", n=rest, m=needed)
    why = [left, *stated("IJ-HOLD-4")]
    return yes_no_question(game, twin, SAY("hold.warden", **facts), lost, why)


@question_kind("lost")
def _make_where_holder_goes_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Where is the other Holder, and is it pivoted?”, after the Site was lost."""
    ally = rng.choice(("gek-a-gek", "toll-guard"))
    gone, stays = staging.random_plain_characters(rng, lambda card: 1 <= card.magic <= 3, 2)
    site = rng.choice(("slew", "retreat-house"))
    pivoted = rng.random() < 0.5
    line = (
        f"p1 active {ally} hand bribed-warden; p2 state {site}={gone},{stays}{':pivoted' if pivoted else ''}"
    )
    game = staging.game_at_position(line, question_kind="ally")
    twin = staging.copy_at_ally_turn(game, f"p1: play bribed-warden by {ally} on {gone}")
    piece, place = staging.find_piece(twin, stays), staging.find_piece(twin, site)
    if piece is None or place is None or place.area != "circle":
        return None
    right = f"{piece.area}_{'pivoted' if piece.pivoted else 'ready'}"
    key = "why.reserve_pivoted" if pivoted else "why.reserve_ready"
    why = [remark(key, site=site, ally=stays)]
    wrong = dict.fromkeys(("reserve_pivoted", "reserve_ready", "active_pivoted", "active_ready"), why)
    facts = {"site": site, "ally": stays, "gone": gone, "card": "bribed-warden"}
    texts = SAY("hold.lost_pivoted" if pivoted else "hold.lost_ready", **facts)
    return value_question(game, twin, texts, right, wrong, lambda key: SAY(f"hold.at_{key}"), why)
