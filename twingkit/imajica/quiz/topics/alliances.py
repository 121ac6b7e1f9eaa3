"""Questions on the Ally phase: which Allies you can call, and what each may do."""

from __future__ import annotations

import random
from itertools import combinations

from twingkit.core.questions import Refusal
from twingkit.core.words import LANGUAGES
from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    card_name_with_value,
    explain,
    heard,
    mistake,
    name_with_dominions,
    names_with_values,
    remark,
    rules_text,
    with_values,
)
from twingkit.imajica.rules.values import prime_limit
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import (
    count_question,
    refusal_of_answer,
    value_question,
    whether_allowed_question,
)

_ABOVE_LIMIT_CHARACTERS = ("gentle", "sartori")
"""Characters whose Prime exceeds the Prime limit."""


@question_kind("prime")
def _make_callable_set_question(rng: random.Random) -> QuizItem | None:
    hand = staging.any_plain_characters(rng, 4)
    if any(effect.verb == "allies_for" for name in hand for effect in ASSUMED_CARDS[name].continuous_effects):
        return None  # the printed Prime, which is all that the answers show, would not be the price
    game = staging.game_at_position(f"p1 hand {' '.join(hand)}; p2", question_kind="ally")
    sets = [*combinations(hand, 2), *combinations(hand, 3)]
    rng.shuffle(sets)
    fits, over = [], {}
    for names in sets:
        twin = game.copy()
        no = None
        for name in names:
            no = refusal_of_answer(twin, f"call {name}")
            if no is not None:
                break
            twin.answer(f"call {name}")
        total = sum(ASSUMED_CARDS[name].prime for name in names)
        if no is None:
            fits.append((names, twin))
        elif isinstance(no, Refusal) and total <= 10:
            over[" ".join(names)] = heard([no])
    require(fits and len(over) >= 2)
    names, after = fits[0]
    right = " ".join(names)
    wrong = dict(list(over.items())[:2])
    say = lambda key: names_with_values(key.split(), "prime")  # noqa: E731
    asks = SAY("ally.prime", n=prime_limit(game.table, 0))
    total = sum(ASSUMED_CARDS[name].prime for name in names)
    why = [
        remark("why.prime", allies=names_with_values(names, "prime"), n=total, m=prime_limit(game.table, 0))
    ]
    return value_question(game, after, asks, right, wrong, say, why)


@question_kind("home")
def _make_above_limit_call_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this character be called?”, for one above the Prime limit."""
    name = rng.choice(_ABOVE_LIMIT_CHARACTERS)
    holder = "quiet-maestro"
    site = rng.choice(staging.SITES_BY_DOMINION[5])
    far = rng.choice(staging.SITES_BY_DOMINION[rng.choice((1, 2, 3))])
    case = rng.choice(("held", "pivoted", "border", "border_far", "circle", "rival", "other"))
    border = "lamp-bridge" if case == "border" else "delta-mouth"
    state = {
        "held": f"state {site}={holder}", "pivoted": f"state {site}:pivoted={holder}",
        "border": f"state {border}={holder}", "border_far": f"state {border}={holder}",
        "circle": "", "rival": "", "other": f"state {far}={holder}",
    }[case]  # fmt: skip
    line = f"p1 hand {name} {state}; p2"
    line += f" state {site}={holder}" if case == "rival" else ""
    line += f"; circle {site}" if case == "circle" else ""
    game = staging.game_at_position(line, question_kind="ally")
    lies = {"border": border, "border_far": border, "other": far}.get(case, site)
    texts = SAY(
        f"ally.home_{case.removesuffix('_far')}",
        card=card_name_with_value(name, "prime"),
        site=name_with_dominions(lies),
    )
    facts = {"card": card_name_with_value(name, "prime"), "site": name_with_dominions(lies)}
    reason = {"border_far": "other", "held": "home", "border": "home"}.get(case, case)
    rule = "IJ-BORDER-1" if "border" in case else "IJ-ALLY-3"
    first = [remark(f"why.home_{reason}", rule, **facts)]
    return whether_allowed_question(game, f"call {name}", texts, "IJ-ALLY-3", first_reasons=first)


@question_kind("alone")
def _make_whether_also_callable_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this character be called, too?”, after another call in this turn."""
    small, other = staging.random_plain_characters(rng, lambda card: card.prime <= 3, 2)
    big = rng.choice(_ABOVE_LIMIT_CHARACTERS)
    case = rng.choice(("after_big", "big_after", "both_small"))
    site = rng.choice(staging.SITES_BY_DOMINION[5])
    game = staging.game_at_position(
        f"p1 hand {small} {other} {big} state {site}=huzzah-aping; p2", question_kind="ally"
    )
    first, then = {"after_big": (big, small), "big_after": (small, big), "both_small": (small, other)}[case]
    game.answer(f"call {first}")
    facts = with_values("prime", first=first, card=then) | {"n": prime_limit(game.table, 0), "site": site}
    both = ASSUMED_CARDS[first].prime + ASSUMED_CARDS[then].prime
    fits = remark("why.also", first=facts["first"], card=facts["card"], k=both, n=facts["n"])
    return whether_allowed_question(game, f"call {then}", SAY(f"ally.alone_{case}", **facts), fits)


@question_kind("first")
def _make_whether_still_callable_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May you still call an Ally?”, before or after an action."""
    name, ally, other = staging.random_plain_characters(rng, lambda card: card.prime <= 5, 3)
    case = rng.choice(("retreat", "call", "action"))
    game = staging.game_at_position(f"p1 active {ally} hand {name} {other} ritual; p2", question_kind="ally")
    require(ASSUMED_CARDS[name].prime + ASSUMED_CARDS[other].prime <= prime_limit(game.table, 0))
    done = {"retreat": f"retreat {ally}", "call": f"call {other}", "action": f"play ritual by {ally}"}[case]
    game.answer(done)
    staging.play_until_question(game, "ally")
    facts = with_values("prime", card=name, other=other) | {"ally": ally, "action": "ritual"}
    fits = remark("why.no_action_yet", **facts, n=prime_limit(game.table, 0))
    late = [] if case == "call" else [remark("why.action_before", **facts)]
    texts = SAY(f"ally.first_{case}", **facts)
    return whether_allowed_question(game, f"call {name}", texts, fits, first_reasons=late)


_PRIME_LIMIT_BONUSES = {"attic-studio": 1, "delta-mouth": 1}
"""Sites that raise the Prime limit of the Autarch who controls them."""


@question_kind("limit")
def _make_prime_limit_question(rng: random.Random) -> QuizItem | None:
    where = {name: rng.choice(("mine", "circle", "mine")) for name in _PRIME_LIMIT_BONUSES}
    levies = rng.choice(("", " realm year-of-levies"))
    holders = {"attic-studio": "huzzah-aping", "delta-mouth": "gentle"}
    mine = " ".join(f"{name}={holders[name]}" for name in where if where[name] == "mine")
    circle = " ".join(name for name in where if where[name] == "circle")
    line = f"p1{f' state {mine}' if mine else ''}; p2{levies}" + (f"; circle {circle}" if circle else "")
    game = staging.game_at_position(line, question_kind="ally")
    right = prime_limit(game.table, 0)
    basis = game.table.variant.prime_limit
    raised = basis + sum(_PRIME_LIMIT_BONUSES.values())
    mistakes = [
        mistake(basis, "no_raise"),
        mistake(raised, "circle_counts" if circle else "levies_for_all"),
        mistake(basis + 1, "adds_up"),
    ]
    facts = {"n": basis, "text": rules_text("attic-studio"), "site": "attic-studio", "other": "delta-mouth"}
    key = f"ally.limit_{where['attic-studio']}_{where['delta-mouth']}"
    more = SAY("ally.limit_levies", card="year-of-levies", text=rules_text("year-of-levies"))
    texts = SAY(key, **facts, more=more if levies else dict.fromkeys(LANGUAGES, ""))
    mine_count = list(where.values()).count("mine")
    added = {"n": basis, "m": mine_count, "k": 2 if levies else 0, "right": right}
    year = ASSUMED_CARDS["year-of-levies"]
    why = explain("why.limit_levies" if levies else "why.limit_sum", **added, levies=year)
    return count_question(rng, game, [], texts, right, mistakes, why)


@question_kind("again")
def _make_whether_acts_again_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this Ally act?”, after an action and the card Second Wind."""
    ally, helper, other = staging.any_plain_characters(rng, 3)
    site = rng.choice(staging.PLAIN_SITES)
    game = staging.game_at_position(
        f"p1 active {ally} {helper} {other} hand ritual second-wind; p2; circle {site}", question_kind="ally"
    )
    staging.play_passively_and_answer(
        game, f"p1: play ritual by {ally}", f"p1: play second-wind by {helper} on {ally}"
    )
    staging.play_until_question(game, "ally")
    case = rng.choice(("acted", "fresh"))
    actor = ally if case == "acted" else other
    facts = {
        "ally": ally,
        "helper": helper,
        "other": other,
        "site": site,
        "card": "ritual",
        "wind": "second-wind",
    }
    fresh = remark("why.fresh", ally=actor)
    return whether_allowed_question(
        game, f"seize {site} with {actor}", SAY(f"ally.again_{case}", **facts), fresh
    )


@question_kind("idle")
def _make_whether_ally_contests_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this Ally contest?”, in a rival's turn."""
    ally, other, rival = staging.any_plain_characters(rng, 3)
    site = rng.choice(staging.PLAIN_SITES)
    acted = rng.random() < 0.5
    game = staging.game_at_position(
        f"p1 active {ally} {other} hand ritual; p2 active {rival}; circle {site}", question_kind="ally"
    )
    staging.play_passively_and_answer(
        game, *([f"p1: play ritual by {ally}"] if acted else []), "p1: end", f"p2: seize {site} with {rival}"
    )
    staging.play_until_question(game, "contest")
    facts = {"ally": ally, "rival": rival, "site": site, "card": "ritual"}
    texts = SAY("ally.idle_acted" if acted else "ally.idle", **facts)
    first = [remark("why.has_acted" if acted else "why.waits", **facts)]
    return whether_allowed_question(game, f"contest {ally}", texts, "IJ-ALLY-5", first_reasons=first)


@question_kind("retreat")
def _make_whether_retreated_advances_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this Ally move forward in the Reconciliation?”"""
    ally, called, stays = staging.random_plain_characters(rng, lambda card: card.prime <= 7, 3)
    retreats = rng.random() < 0.5
    game = staging.game_at_position(
        f"p1 active {ally} hand {called} reserve {stays}; p2", question_kind="ally"
    )
    staging.play_passively_and_answer(
        game, f"p1: retreat {ally}" if retreats else f"p1: call {called}", "p1: end"
    )
    staging.play_until_question(game, "advance")
    name = ally if retreats else called
    texts = SAY("ally.retreated" if retreats else "ally.called", ally=name)
    called_ready = remark("why.called_ready", ally=name)
    first = [remark("why.retreated", ally=name)] if retreats else [called_ready]
    return whether_allowed_question(game, f"advance {name}", texts, "IJ-REC-1", first_reasons=first)


@question_kind("acting")
def _make_other_acting_ally_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May another Ally be named?”, for a card that is played from an Ally."""
    ally, other = staging.any_plain_characters(rng, 2)
    name = rng.choice(("ritual", "master-class", "second-wind", "vow-of-the-vassal", "second-wind"))
    game = staging.game_at_position(f"p1 active {ally} {other}:pivoted hand {name}; p2", question_kind="ally")
    facts = {"card": name, "text": rules_text(name), "ally": ally, "other": other}
    named = remark("why.another", **facts)
    return whether_allowed_question(
        game, f"play {name} by {ally} on {other}", SAY("ally.acting", **facts), named
    )


@question_kind("reserve")
def _make_whether_reserve_fights_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this character contest, or defend?”, depending on its area."""
    mine, other, rival = staging.any_plain_characters(rng, 3)
    site = rng.choice(staging.PLAIN_SITES)
    area = rng.choice(("active", "reserve"))
    contest = rng.random() < 0.5
    places = f"active {mine} {other}" if area == "active" else f"active {other} reserve {mine}"
    more = "" if contest else " lamp-boy"
    places = places.replace("active ", f"active{more} ", 1)
    line = f"p1 {places}; p2 active {rival}; circle {site}; to move p2 ally"
    deed_of = f"p2: seize {site} with {rival}" if contest else f"p2: challenge lamp-boy with {rival}"
    word = "contest" if contest else "defend"
    game = staging.game_at_position(line, deed_of, question_kind=word)
    facts = {"ally": mine, "rival": rival, "site": site, "target": "lamp-boy"}
    because = remark("why.takes_part", ally=mine)
    return whether_allowed_question(game, f"{word} {mine}", SAY(f"ally.{word}_{area}", **facts), because)
