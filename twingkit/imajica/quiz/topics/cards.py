"""Questions on cards, their values, and the areas they are in."""

from __future__ import annotations

import random

from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    card_name_with_value,
    explain,
    heard,
    mistake,
    name_and_kind_texts,
    remark,
    rules_text,
    stated,
    with_values,
)
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.rules.values import calling_prime, current_value
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import (
    count_question,
    value_question,
    whether_allowed_question,
    which_allowed_question,
)

_INSTANT_CARDS_BY_TYPE = {"dictate": ("amnesty", "census"), "action": ("night-market",)}
_PERMANENT_CARDS = ("ritual", "master-class", "vow-of-the-vassal", "year-of-levies")
"""Permanent Ally Actions and Dictates."""


@question_kind("types")
def _make_playable_card_question(rng: random.Random) -> QuizItem | None:
    ally, other = staging.any_plain_characters(rng, 2)
    phase = rng.choice(("autarch", "ally"))
    tried = {
        "play census": "census",
        f"play ritual by {ally}": "ritual",
        f"play sudden-sleep on {other}": "sudden-sleep",
        f"play pneuma by {ally}": "pneuma",
    }
    hand = " ".join(tried.values())
    game = staging.game_at_position(
        f"p1 active {ally} hand {hand} destiny 4*irish; p2 active {other}; to move p1 {phase}",
        question_kind=phase,
    )
    options = {answer: name_and_kind_texts(card) for answer, card in tried.items()}
    because = remark(f"why.types_{phase}")
    return which_allowed_question(game, options, SAY(f"cards.types_{phase}"), because)


@question_kind("stays")
def _make_where_card_goes_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Where is the card afterwards?”, about an instant or a permanent card."""
    (ally,) = staging.any_plain_characters(rng, 1)
    name = rng.choice(
        (
            *_PERMANENT_CARDS,
            *_INSTANT_CARDS_BY_TYPE["dictate"],
            *_INSTANT_CARDS_BY_TYPE["action"],
            *_INSTANT_CARDS_BY_TYPE["action"],
        )
    )
    phase = "autarch" if ASSUMED_CARDS[name].kind == "dictate" else "ally"
    aim = f" on {ally}" if name == "amnesty" else f" by {ally}" if phase == "ally" else ""
    game = staging.game_at_position(
        f"p1 active {ally} hand {name} destiny 4*kuyrmid-ferrier; p2; to move p1 {phase}", question_kind=phase
    )
    twin = staging.copy_at_ally_turn(game, f"p1: play {name}{aim}")
    piece = staging.find_piece(twin, name)
    right = "ovo" if piece is None else "with" if piece.area == "on" else "realm"
    why = [remark(f"why.goes_{right}", card=name, ally=ally)]
    wrong = dict.fromkeys(("ovo", "with", "realm", "hand"), why)
    say = lambda place: SAY(f"cards.at_{place}", ally=ally)  # noqa: E731
    texts = SAY("cards.stays" if phase == "ally" else "cards.stays_dictate", card=name, ally=ally)
    return value_question(game, twin, texts, right, wrong, say, why)


@question_kind("lasts")
def _make_resistance_after_change_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “What is the Resistance then?”, after a change without a stated end."""
    (ally,) = staging.any_plain_characters(rng, 1)
    site = rng.choice(staging.PLAIN_SITES)
    later = rng.random() < 0.5
    game = staging.game_at_position(
        f"p1 active {ally} hand undermine; p2 active lamp-boy; circle {site}", question_kind="ally"
    )
    twin = staging.play_passively_and_answer(
        game.copy(), f"p1: play undermine by {ally} on {site}", "p1: end"
    )
    staging.play_until_question(twin, "autarch" if later else "ally", 0 if later else 1)
    printed = ASSUMED_CARDS[site].resistance
    right = current_value(twin.table, twin.table.pieces[site], "resistance")
    mistakes = [
        mistake(printed, "ends_with_turn"),
        mistake(printed - 3, "ends_with_round"),
        mistake(printed + 3, "sign", card="undermine"),
    ]
    facts = with_values("resistance", site=site) | {"card": "undermine", "text": rules_text("undermine")}
    texts = SAY("cards.lasts_round" if later else "cards.lasts_turn", **facts)
    key = "why.change_over" if later else "why.change_lasts"
    why = explain(key, "IJ-REC-3", card="undermine", n=printed, m=right)
    return count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("sexes")
def _make_prime_by_sex_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “What Prime does Gentle cost?”, with a character of some sex in play."""
    name = rng.choice(("judith", "pie-oh-pah", "irish", "gek-a-gek", "eurhetemec-singer", "gideon"))
    game = staging.game_at_position(f"p1 active {name} hand gentle; p2")
    gentle = ASSUMED_CARDS["gentle"]
    right = calling_prime(game.table, 0, gentle)
    sex = ASSUMED_CARDS[name].sex or "none"
    mistakes = [
        mistake(gentle.prime, "discount_forgotten"),
        mistake(gentle.prime - 1, "no_female", card=name),
        mistake(gentle.prime - 2, "discount_once"),
    ]
    texts = SAY(f"cards.sex_{sex}", ally=name, n=gentle.prime, text=rules_text("gentle"))
    why = [
        remark(f"why.sex_{sex}", ally=name),
        remark("why.discount" if right < gentle.prime else "why.no_discount", n=gentle.prime, m=right),
    ]
    return count_question(rng, game, [], texts, right, mistakes, why)


@question_kind("least")
def _make_reduced_magic_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “What is the Magic now?”, after Magic went down by 2."""
    name = staging.random_plain_characters(rng, lambda card: card.magic < 5)[0]
    game = staging.game_at_position(f"p1 active {name}+emotion-grief@p2; p2")
    magic = ASSUMED_CARDS[name].magic
    right = current_value(game.table, game.table.pieces[name], "magic")
    mistakes = [mistake(magic, "change_forgotten"), mistake(magic - 2, "below_zero")]
    texts = SAY("cards.least", ally=card_name_with_value(name, "magic"), card="emotion-grief")
    key = "why.least" if magic < 2 else "why.lowered"
    why = [remark(key, n=magic, m=magic - 2, k=right), *stated("IJ-CARD-2")]
    return count_question(rng, game, [], texts, right, mistakes, why, minimum=-2)


@question_kind("anywhere")
def _make_target_by_area_question(rng: random.Random) -> QuizItem | None:
    (other,) = staging.any_plain_characters(rng, 1)
    card = rng.choice(("amnesia", "emotion-grief", "lightning", "cold-feet"))
    area = rng.choice(("active", "reserve", "holder"))
    place = {
        "active": f"active {other} lamp-boy",
        "reserve": f"active lamp-boy reserve {other}",
        "holder": f"active lamp-boy state slew=sartori,{other}",
    }[area]
    game = staging.game_at_position(f"p1 hand {card}; p2 {place}", question_kind="respond")
    texts = SAY(f"cards.anywhere_{area}", card=card, text=rules_text(card), other=other)
    where = {"card": card, "other": other}
    first = [remark(f"why.lies_{area}", **where)]
    fits = remark("why.fits", **where)
    return whether_allowed_question(game, f"play {card} on {other}", texts, fits, first_reasons=first)


_HIDDEN_FACT_KEYS = ("hand", "deck", "path")
_OPEN_FACT_KEYS = ("count", "who", "ovo", "resistance")


@question_kind("hidden")
def make_hidden_information_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Which of these do the others not know?”"""
    right = rng.choice(_HIDDEN_FACT_KEYS)
    game = staging.game_at_position("p1 hand pneuma sway active irish; p2; circle slew/kind-stranger@p1")
    wrong = {key: [remark(f"why.open_{key}")] for key in rng.sample(_OPEN_FACT_KEYS, 3)}
    say = lambda key: SAY(f"cards.know_{key}")  # noqa: E731
    why = explain(f"why.hidden_{right}")
    return value_question(game, [], SAY("cards.hidden"), right, wrong, say, why)


@question_kind("areas")
def _make_seizable_site_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Which Site may be seized?”, with Sites in the Circle and in states."""
    (ally,) = staging.any_plain_characters(rng, 1)
    open_site, own, rival = rng.sample(staging.PLAIN_SITES, 3)
    words = staging.held_sites_notation([own, rival], excluded_holders=[ally]).split()
    game = staging.game_at_position(
        f"p1 active {ally} state {words[0]}; p2 state {words[1]}; circle {open_site}", question_kind="ally"
    )
    where = {open_site: "circle", own: "own", rival: "rival"}
    tried = {
        f"seize {site} with {ally}": SAY(f"cards.in_{place}", site=site) for site, place in where.items()
    }
    because = remark("why.in_circle", site=open_site)
    return which_allowed_question(game, tried, SAY("cards.areas", ally=ally), because)


@question_kind("leaves")
def _make_whose_ovo_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Whose In Ovo gets the card that lay on a discarded character?”"""
    victim = staging.random_plain_characters(rng, lambda card: 0 < card.strength <= 2)[0]
    owner = rng.randrange(3)
    line = f"p1 hand public-executions; p2 active {victim}+emotion-grief@p{owner + 1}; p3; to move p1 autarch"
    game = staging.game_at_position(line, question_kind="autarch")
    twin = staging.play_passively_and_answer(game.copy(), f"p1: play public-executions on {victim}")
    holders = [player.name for player in twin.table.players if "emotion-grief" in player.ovo]
    require(holders == [SEATS[owner]])
    because = heard(twin.rulings_since(len(game), "IJ-AREA-3"))[:1]
    why = [*because, *stated("IJ-AREA-3")]
    wrong = dict.fromkeys(("p1", "p2", "p3", "stays"), because)
    say = lambda seat: SAY("cards.ovo_stays" if seat == "stays" else f"cards.ovo_{seat}")  # noqa: E731
    facts = {"card": "public-executions", "victim": victim, "laid": "emotion-grief"}
    texts = SAY(f"cards.leaves_{SEATS[owner]}", **facts)
    return value_question(game, twin, texts, holders[0], wrong, say, why)


@question_kind("unique")
def _make_unique_call_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this character be called?”, while another copy is somewhere."""
    name = staging.random_plain_characters(rng, lambda card: card.prime <= 5)[0]
    case = rng.choice(("active", "state", "ovo", "ovo", "common"))
    if case == "common":
        name = rng.choice(("kuyrmid-ferrier", "dearther-zealot", "oethac-bruiser"))
    rest = {
        "active": f"active {name}",
        "state": f"state slew=sartori,{name}",
        "ovo": f"ovo {name}",
        "common": f"active {name}",
    }
    game = staging.game_at_position(f"p1 hand {name}; p2 {rest[case]}", question_kind="ally")
    texts = SAY(f"cards.unique_{case}", card=name)
    because = remark("why.common" if case == "common" else "why.out_of_play", card=name)
    return whether_allowed_question(game, f"call {name}", texts, because)


@question_kind("second")
def _make_unique_path_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this Path be laid?”, while another copy is on a Site."""
    dominion = rng.randint(1, 5)
    first, other = rng.sample(staging.SITES_BY_DOMINION[dominion], 2)
    path = rng.choice([name for name in staging.paths_of(dominion) if ASSUMED_CARDS[name].is_permanent])
    read = rng.random() < 0.5
    line = f"p1 hand {path}; p2; circle {first}/{path}@p2{'!' if read else ''} {other}; to move p1 autarch"
    game = staging.game_at_position(line, question_kind="autarch")
    texts = SAY("cards.second_read" if read else "cards.second", card=path, site=first, other=other)
    unread = remark("why.unread", card=path, site=first)
    return whether_allowed_question(game, f"path {path} on {other}", texts, unread)


@question_kind("lost-site")
def _make_lost_site_area_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Where is the Site, or its Holder?”, after the Site was lost."""
    (ally,) = staging.any_plain_characters(rng, 1)
    holder = rng.choice(("judith", "huzzah-aping", "sartori"))
    require(ally != holder)
    site = rng.choice([name for name in staging.PLAIN_SITES if ASSUMED_CARDS[name].resistance <= 5])
    game = staging.game_at_position(
        f"p1 active {ally} hand broken-seal; p2 state {site}={holder}", question_kind="ally"
    )
    twin = staging.copy_at_ally_turn(game, f"p1: play broken-seal by {ally} on {site}")
    asks_site = rng.random() < 0.5
    piece = staging.find_piece(twin, site if asks_site else holder)
    right = "ovo" if piece is None else piece.area
    places = ("circle" if asks_site else "active", "ovo", "reserve", "hand")
    facts = {"card": "broken-seal", "site": site, "holder": holder}
    key = "why.site_lost" if asks_site else "why.holder_lost"
    why = [remark(key, **facts), *stated("IJ-HOLD-5", "IJ-AREA-4")]
    wrong = dict.fromkeys(places, why[:1])
    texts = SAY("cards.lost_site" if asks_site else "cards.lost_holder", **facts)
    return value_question(game, twin, texts, right, wrong, lambda place: SAY(f"cards.place_{place}"), why)
