"""Questions on damage: how much there is, who gets it, and who dies."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    card_name_with_value,
    explain,
    heard,
    mistake,
    names_with_values,
    remark,
    stated,
    with_values,
)
from twingkit.imajica.rules.events import ChallengeWon
from twingkit.imajica.rules.questions import SplitDamage
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import count_question, pending, yes_no_question

_STRONG_CHARACTERS = ("gek-a-gek", "oethac-bruiser", "toll-guard")
"""Strong characters without an effect of their own."""


def _damage(game: Game, since: int) -> int:
    told = [ruling.event for ruling in game.rulings_since(since)]
    return next((event.damage for event in reversed(told) if isinstance(event, ChallengeWon)), 0)


def _to_blows(game: Game) -> Game:
    return staging.play_passively(
        game, lambda question: not game.rulings_since(0, "IJ-CHAL-7 wins", "IJ-CHAL-7 tie")
    )


def _strength_reasons(twin: Game, mine: Sequence[str], theirs: Sequence[str]) -> list[Reason]:
    """Return the remarks on whose Strength counts on each side, and on the result of the comparison."""
    sides = zip(("mine", "theirs"), (mine, theirs), strict=True)
    counted = {side: names_with_values(names, "strength") for side, names in sides}
    tells = twin.rulings_since(0, "IJ-CHAL-7")
    tie = [remark("why.no_damage")] if tells and tells[0].case == "tie" else []
    return [remark("why.sides", **counted), *heard(tells[:1]), *tie]


@question_kind("damage")
def _make_damage_amount_question(rng: random.Random) -> QuizItem | None:
    mine = rng.sample(_STRONG_CHARACTERS, rng.randint(1, 2))
    target, helper = staging.random_plain_characters(rng, lambda card: card.strength > 0, 2)
    helps = rng.random() < 0.6
    game = staging.game_at_position(
        f"p1 active {' '.join(mine)}; p2 active {target} {helper}", question_kind="ally"
    )
    named = [f"p1: challenge {target} with {' '.join(mine)}", f"p2: defend {helper}" if helps else "p2: pass"]
    twin = _to_blows(staging.play_passively_and_answer(game.copy(), *named))
    right = _damage(twin, len(game))
    own = sum(ASSUMED_CARDS[name].strength for name in mine)
    mistakes = [
        mistake(own, "whole_strength"),
        mistake(abs(own - ASSUMED_CARDS[target].strength), "defender_forgotten"),
        mistake(right + 1, "more_than"),
    ]
    facts = with_values("strength", target=target, helper=helper) | {
        "allies": names_with_values(mine, "strength")
    }
    texts = SAY("damage.defended" if helps else "damage.alone", **facts)
    why = [*_strength_reasons(twin, mine, [target, *([helper] if helps else [])]), *stated("IJ-CHAL-7")]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("pivoted")
def _make_damage_after_pivot_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “How much damage is there?”, after a character was pivoted late."""
    first, second = rng.sample(_STRONG_CHARACTERS, 2)
    target, helper = staging.random_plain_characters(
        rng, lambda card: 0 < card.strength <= 4 and "aphrodyte" not in card.affiliations, 2
    )
    victim = rng.choice((second, target, helper))
    hands = ("hand sudden-sleep", "") if victim != second else ("", "hand sudden-sleep")
    game = staging.game_at_position(
        f"p1 active {first} {second} {hands[0]}; p2 active {target} {helper} {hands[1]}", question_kind="ally"
    )
    staging.play_passively_and_answer(
        game, f"p1: challenge {target} with {first} {second}", f"p2: defend {helper}"
    )
    seat = "p2" if victim == second else "p1"
    twin = _to_blows(staging.play_passively_and_answer(game.copy(), f"{seat}: play sudden-sleep on {victim}"))
    right = _damage(twin, len(game))
    own = ASSUMED_CARDS[first].strength + ASSUMED_CARDS[second].strength
    other = ASSUMED_CARDS[target].strength + ASSUMED_CARDS[helper].strength
    mistakes = [
        mistake(own - other, "counts_pivoted" if victim != target else "nothing_new"),
        mistake(own - ASSUMED_CARDS[helper].strength, "target_counts", target=target),
        mistake(own - ASSUMED_CARDS[target].strength, "helper_counts" if victim != helper else "nothing_new"),
    ]
    facts = with_values("strength", target=target, helper=helper) | {
        "allies": names_with_values([first, second], "strength"),
        "victim": victim,
        "card": "sudden-sleep",
    }
    texts = SAY("damage.pivoted_rival" if victim == second else "damage.pivoted", **facts)
    fights = [name for name in (first, second) if name != victim]
    resists = [name for name in (target, helper) if name != victim or name == target]
    key = "why.target_in" if victim == target else "why.pivoted_out"
    why = [remark(key, card=victim), *_strength_reasons(twin, fights, resists)]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("dies")
def _make_whether_target_dies_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the target die?”, about a target that may have a bonus in the fight."""
    (target,) = staging.random_plain_characters(rng, lambda card: 0 < card.strength <= 6)
    mine = rng.choice(
        (["gek-a-gek", "oethac-bruiser"], ["gek-a-gek", "oethac-bruiser", "toll-guard"], ["gek-a-gek"])
    )
    card = rng.choice(("pneuma", ""))
    game = staging.game_at_position(
        f"p1 active {' '.join(mine)}; p2 active {target}{f' hand {card}' if card else ''}",
        question_kind="ally",
    )
    named = [
        f"p1: challenge {target} with {' '.join(mine)}",
        *([f"p2: play {card} by {target}"] if card else []),
    ]
    staging.play_passively_and_answer(game, *named)
    _to_blows(game)
    most = _damage(game, 0)
    require(pending(game, SplitDamage, 0))
    twin = staging.copy_at_ally_turn(game, f"p1: damage {target} {most}")
    alive = staging.find_piece(twin, target) is not None
    facts = {"target": card_name_with_value(target, "strength"), "n": most, "card": "pneuma"}
    texts = SAY("damage.dies_pneuma" if card else "damage.dies", **facts)
    strength = ASSUMED_CARDS[target].strength + (ASSUMED_CARDS[card].effects[0].number if card else 0)
    key = "why.survives" if alive else "why.dies"
    why = [
        *([remark("why.with_card", target=facts["target"], card=facts["card"], n=strength)] if card else []),
        *explain(key, *(["IJ-CARD-5"] if card else []), target=target, n=most, m=strength),
    ]
    return yes_no_question(game, twin, texts, not alive, why)


@question_kind("turned")
def _make_pivoted_count_question(rng: random.Random) -> QuizItem | None:
    mine = rng.sample(_STRONG_CHARACTERS, rng.randint(1, 3))
    target, *helpers = staging.any_plain_characters(rng, rng.randint(2, 3))
    named = helpers[: rng.randint(0, len(helpers))]
    game = staging.game_at_position(
        f"p1 active {' '.join(mine)}; p2 active {target} {' '.join(helpers)}", question_kind="ally"
    )
    answer = f"p2: defend {' '.join(named)}" if named else "p2: pass"
    twin = staging.copy_at_ally_turn(game, f"p1: challenge {target} with {' '.join(mine)}", answer)
    right = sum(piece.pivoted for piece in twin.table.characters())
    mistakes = [
        mistake(len(mine), "only_challengers"),
        mistake(len(mine) + 1 + len(named), "defenders_too"),
        mistake(0, "nobody_pivots"),
    ]
    key = "damage.turned" if named else "damage.turned_alone"
    texts = SAY(key, n=len(mine), m=len(named), target=target)
    why = explain("why.turned", rulings=twin.rulings_since(len(game), "IJ-CHAL-8"), n=len(mine), k=right)
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("icon")
def _make_damage_after_power_question(rng: random.Random) -> QuizItem | None:
    name = "isaac-abelove"
    own = ASSUMED_CARDS[name].strength
    (rival,) = rng.sample(_STRONG_CHARACTERS, 1)
    target, other = staging.random_plain_characters(rng, lambda card: card.strength > 0, 2)
    as_target = rng.random() < 0.4
    line = f"p1 active {name} {target} {other}; p2 active {rival}; to move p2 ally"
    hit, helper = (name, target) if as_target else (target, name)
    game = staging.game_at_position(
        line, f"p2: challenge {hit} with {rival}", f"p1: defend {helper}", question_kind="combat"
    )
    twin = _to_blows(staging.play_passively_and_answer(game.copy(), f"p1: use {name} on {target}"))
    theirs, with_all = ASSUMED_CARDS[rival].strength, own + ASSUMED_CARDS[target].strength + 3
    right = _damage(twin, len(game))
    mistakes = [
        mistake(abs(theirs - with_all), "stays_in", card=name),
        mistake(abs(theirs - with_all + own), "target_leaves" if as_target else "out_at_once"),
        mistake(abs(theirs - with_all + 3), "power_lost"),
    ]
    facts = with_values("strength", card=name, target=target, rival=rival) | {"user": name, "aim": target}
    texts = SAY("damage.icon_target" if as_target else "damage.icon", **facts)
    used = {"card": facts["user"], "target": facts["aim"]}
    stands = with_all if as_target else with_all - own
    why = [
        remark("why.power_target" if as_target else "why.power_out", **used),
        remark("why.power_sum", n=stands, rival=facts["rival"]),
        *heard(twin.rulings_since(len(game), "IJ-CHAL-7")),
    ]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("outside")
def _make_whether_card_kills_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the character die?”, of damage by cards outside a challenge."""
    (victim,) = staging.random_plain_characters(rng, lambda card: 1 <= card.strength <= 4)
    twice = rng.random() < 0.6
    game = staging.game_at_position(
        f"p1 hand {'2*lightning' if twice else 'lightning'}; p2 active {victim}", question_kind="respond"
    )
    twin = game.copy()
    for _ in range(1 + twice):
        if staging.find_piece(twin, victim) is not None:
            staging.play_passively_and_answer(twin, f"p1: play lightning on {victim}")
    staging.play_until_question(twin, "ally")
    dead = staging.find_piece(twin, victim) is None
    if twice and ASSUMED_CARDS[victim].strength < 3:
        return None
    texts = SAY(
        "damage.twice" if twice else "damage.once",
        card="lightning",
        victim=card_name_with_value(victim, "strength"),
    )
    strength = ASSUMED_CARDS[victim].strength
    key = "why.card_kills" if dead else "why.not_added" if twice else "why.card_too_weak"
    why = explain(key, card=victim, n=strength)
    return yes_no_question(game, twin, texts, dead, why)


@question_kind("added")
def _make_late_flash_effect_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the target die?”, about a Flash played after the damage is dealt."""
    (target,) = staging.random_plain_characters(rng, lambda card: 2 <= card.strength <= 7)
    rival = rng.choice(_STRONG_CHARACTERS)
    saved = rng.random() < 0.3
    hands = ("hand lightning", "hand breath-returned") if saved else ("hand lightning", "")
    game = staging.game_at_position(
        f"p1 active {rival} {hands[0]}; p2 active {target} {hands[1]}", question_kind="ally"
    )
    staging.play_passively_and_answer(game, f"p1: challenge {target} with {rival}")
    most = _damage(_to_blows(game), 0)
    require(pending(game, SplitDamage, 0))
    staging.play_passively_and_answer(game, f"p1: damage {target} {most}")
    twin = staging.copy_at_ally_turn(
        game, f"p1: play lightning on {target}", *([f"p2: play breath-returned on {target}"] if saved else [])
    )
    dead = staging.find_piece(twin, target) is None
    facts = with_values("strength", target=target) | {
        "n": most,
        "card": "lightning",
        "save": "breath-returned",
    }
    texts = SAY("damage.saved" if saved else "damage.added", **facts)
    total = {"n": most, "k": most + 3, "m": ASSUMED_CARDS[target].strength}
    key = "why.saved" if saved else "why.added_dies" if dead else "why.added_lives"
    why = [remark(key, target=target, save=facts["save"], **total), *stated("IJ-CHAL-9")]
    return yes_no_question(game, twin, texts, dead, why)


@question_kind("versus")
def _make_versus_strength_question(rng: random.Random) -> QuizItem | None:
    (other,) = staging.random_plain_characters(rng, lambda card: card.id != "dowd" and card.strength > 0)
    side = rng.choice(("target", "defender", "beside", "nobody"))
    rivals = {"target": ["dowd", other], "defender": [other, "dowd"]}.get(side, [other])
    mine = "celestine dowd" if side == "beside" else "celestine"
    game = staging.game_at_position(f"p1 active {mine}; p2 active {' '.join(rivals)}", question_kind="ally")
    staging.play_passively_and_answer(game, f"p1: challenge {rivals[0]} with {mine}")
    if side in ("target", "defender"):
        staging.play_passively_and_answer(game, "p2: defend dowd" if side == "defender" else "p2: pass")
    twin = _to_blows(game.copy())
    tells = twin.rulings_since(0, "IJ-CHAL-7")
    totals = {ruling.facts["n"] for ruling in tells} | {ruling.facts.get("other") for ruling in tells}
    fighting = ASSUMED_CARDS["celestine"].strength
    bonus = next(
        effect.number for effect in ASSUMED_CARDS["celestine"].continuous_effects if effect.verb == "versus"
    )
    right = fighting + bonus if side in ("target", "defender") else fighting
    own = right + (ASSUMED_CARDS["dowd"].strength if side == "beside" else 0)
    require(own in totals)
    mistakes = [
        mistake(fighting + bonus, "always"),
        mistake(fighting, "not_defender" if side == "defender" else "trait_forgotten"),
        mistake(bonus, "instead", "IJ-POWER-4"),
    ]
    facts = {"card": card_name_with_value("celestine", "strength"), "other": other, "dowd": "dowd"}
    because = {"dowd": "dowd", "n": fighting, "m": bonus, "k": right}
    key = "why.versus_counts" if right > fighting else "why.versus_idle"
    why = [remark(key, **because), *stated("IJ-CHAL-7")]
    return count_question(rng, game, twin, SAY(f"damage.versus_{side}", **facts), right, mistakes, why)
