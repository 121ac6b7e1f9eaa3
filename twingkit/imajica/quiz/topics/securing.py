"""Questions on securing a Site."""

from __future__ import annotations

import random
from itertools import combinations

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
    rules_text,
    stated,
    with_values,
)
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import count_question, value_question, yes_no_question


@question_kind("who")
def _make_securing_seizers_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Which of them secure the Site?”, when nobody contests."""
    names = staging.any_plain_characters(rng, 4)
    site = rng.choice(staging.PLAIN_SITES)
    needed = ASSUMED_CARDS[site].resistance
    sets = [*combinations(names, 2), *((name,) for name in names)]
    rng.shuffle(sets)
    totals = {seizers: sum(ASSUMED_CARDS[name].magic for name in seizers) for seizers in sets}
    fits = [seizers for seizers in sets if needed <= totals[seizers] <= needed + 1]
    short = [seizers for seizers in sets if needed - 3 <= totals[seizers] < needed]
    require(fits and len(short) >= 2)
    right = " ".join(fits[0])
    game = staging.game_at_position(f"p1 active {' '.join(names)}; p2; circle {site}", question_kind="ally")
    twin = staging.copy_at_ally_turn(game, f"p1: seize {site} with {right}")
    require(staging.is_held(twin, site))
    wrong = {}
    for seizers in short[:2]:
        other = staging.play_passively_and_answer(game.copy(), f"p1: seize {site} with {' '.join(seizers)}")
        staging.play_until_question(other, "ally")
        wrong[" ".join(seizers)] = heard(other.rulings_since(len(game), "IJ-SEIZE-7"))
    say = lambda key: names_with_values(key.split(), "magic")  # noqa: E731
    sums = {"allies": names_with_values(fits[0], "magic"), "n": totals[fits[0]], "m": needed}
    why = explain("why.adds_up", rulings=twin.rulings_since(len(game), "IJ-SEIZE-7"), **sums)
    texts = SAY("secure.who", site=card_name_with_value(site, "resistance"))
    return value_question(game, twin, texts, right, wrong, say, why)


@question_kind("after")
def _make_where_seizer_goes_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Where is the seizer afterwards, and is it pivoted?”"""
    enough = rng.random() < 0.5
    pairs = [
        (card, place)
        for card in staging.PLAIN_CHARACTERS
        for place in staging.PLAIN_SITES
        if (ASSUMED_CARDS[card].magic >= ASSUMED_CARDS[place].resistance) is enough
    ]
    name, site = rng.choice(pairs)
    game = staging.game_at_position(f"p1 active {name}; p2; circle {site}", question_kind="ally")
    twin = staging.copy_at_ally_turn(game, f"p1: seize {site} with {name}")
    piece = staging.find_piece(twin, name)
    assert piece is not None
    won = piece.area == "state"
    right = f"{'site' if won else 'active'}_{'pivoted' if piece.pivoted else 'ready'}"
    why = [*heard(twin.rulings_since(len(game), "IJ-SEIZE-7"))[:1], *stated("IJ-SEIZE-8")]
    wrong = dict.fromkeys(("site_pivoted", "site_ready", "active_pivoted", "active_ready"), why)
    texts = SAY(
        "secure.after",
        ally=card_name_with_value(name, "magic"),
        site=card_name_with_value(site, "resistance"),
    )
    outcome = "why.now_holder" if won else "why.stays_active"
    why = [remark(outcome, ally=name), *why]
    return value_question(game, twin, texts, right, wrong, lambda key: SAY(f"secure.lies_{key}"), why)


@question_kind("maneuver")
def _make_securing_influence_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “How much influence counts for securing?”, after a maneuver."""
    mine, rival = staging.any_plain_characters(rng, 2)
    card = rng.choice(("old-oath", "whispered-name"))
    gain = ASSUMED_CARDS[card].effects[0].number
    site = rng.choice(staging.PLAIN_SITES)
    contested = rng.random() < 0.5
    require(ASSUMED_CARDS[mine].magic + gain > ASSUMED_CARDS[rival].magic)
    game = staging.game_at_position(
        f"p1 active {mine} hand {card}; p2 active {rival}; circle {site}", question_kind="ally"
    )
    staging.play_passively_and_answer(
        game, f"p1: seize {site} with {mine}", f"p2: contest {rival}" if contested else "p2: pass"
    )
    staging.play_until_question(game, "influence")
    aim = f" on {mine}" if card == "whispered-name" else ""
    twin = staging.copy_at_ally_turn(game, f"p1: play {card} by {mine}{aim}")
    tells = twin.rulings_since(len(game), "IJ-SEIZE-7")
    require(tells)
    right = int(tells[-1].facts["n"])
    magic = ASSUMED_CARDS[mine].magic
    mistakes = [
        mistake(magic + gain, "contest_lasts") if contested else mistake(magic, "lasts_securing"),
        mistake(magic - ASSUMED_CARDS[rival].magic, "difference"),
        mistake(gain, "instead", "IJ-SEIZE-7"),
    ]
    facts = with_values("magic", ally=mine, rival=rival) | {"card": card, "text": rules_text(card)}
    texts = SAY("secure.oath_contest" if contested else "secure.oath", **facts)
    sums = {"n": magic, "m": gain, "k": right}
    key = "why.contest_over" if contested else "why.still_counts"
    why = [remark(key, card=card, **sums), *stated("IJ-SEIZE-7")]
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("maestro")
def _make_whether_maestro_secures_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Is the Site secured?”, for a Maestro alone, with others, or contested."""
    name = rng.choice(("sartori", "quiet-maestro", "gentle", "quiet-maestro"))
    partner, rival = staging.any_plain_characters(rng, 2)
    site = rng.choice(("roxborough-tower", "lamp-bridge", "delta-mouth", "circle-of-stones"))
    case = rng.choice(("alone", "partner", "partner", "contested"))
    magic = ASSUMED_CARDS[name].magic
    low = rng.random() < 0.8
    if (
        case == "partner"
        and (magic + ASSUMED_CARDS[partner].magic < ASSUMED_CARDS[site].resistance) is not low
    ):
        return None
    if case == "contested" and (magic <= ASSUMED_CARDS[rival].magic) is not low:
        return None
    line = f"p1 active {name} {partner}; p2 active {rival}; circle {site}"
    game = staging.game_at_position(line, question_kind="ally")
    named = f"{name} {partner}" if case == "partner" else name
    twin = staging.copy_at_ally_turn(
        game, f"p1: seize {site} with {named}", f"p2: contest {rival}" if case == "contested" else "p2: pass"
    )
    secured = staging.is_held(twin, site)
    facts = with_values("magic", card=name, ally=partner, rival=rival) | with_values("resistance", site=site)
    why = [
        *heard(twin.rulings_since(len(game), "IJ-AFF-1", "IJ-SEIZE-4", "IJ-SEIZE-7"))[:1],
        *stated("IJ-AFF-1"),
    ]
    key = {"alone": "maestro_alone", "partner": "maestro_partner"}.get(
        case, "maestro_won" if secured else "maestro_lost"
    )
    sums = {"card": name, "n": magic, "m": ASSUMED_CARDS[rival].magic}
    first = remark(f"why.{key}", **sums, site=facts["site"])
    return yes_no_question(game, twin, SAY(f"secure.maestro_{case}", **facts), secured, [first, *why])
