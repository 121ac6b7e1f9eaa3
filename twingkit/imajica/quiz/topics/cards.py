"""Questions on cards, their values, and the areas they are in."""

from __future__ import annotations

import random

from twingkit.imajica.quiz.staging import (
    PLAIN_SITES,
    SITES_BY_DOMINION,
    any_characters,
    find_piece,
    game_at,
    give_answers,
    held_sites,
    paths_of,
    play_until_question,
    random_characters,
)
from twingkit.imajica.quiz.telling import (
    CARDS,
    SAY,
    figure,
    heard,
    kind_texts,
    mistake,
    remark,
    rules_text,
    seat_name,
    stated,
)
from twingkit.imajica.rules.values import calling_prime, value
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.staging import (
    allowed_question,
    count_question,
    rulings_since,
    value_question,
    which_allowed_question,
)

INSTANT = {"dictate": ("amnesty", "census"), "action": ("night-market",)}
LASTING = ("ritual", "master-class", "vow-of-the-vassal", "year-of-levies")
"""Permanent Ally Actions and Dictates; `INSTANT` has the instant cards by type."""


def types(rng: random.Random) -> Item | None:
    """Ask “Which of these cards can be played now?”"""
    ally, other = any_characters(rng, 2)
    phase = rng.choice(("autarch", "ally"))
    tried = {
        "play census": "census",
        f"play ritual by {ally}": "ritual",
        f"play sudden-sleep on {other}": "sudden-sleep",
        f"play pneuma by {ally}": "pneuma",
    }
    hand = " ".join(tried.values())
    game = game_at(
        f"p1 active {ally} hand {hand} destiny 4*irish; p2 active {other}; to move p1 {phase}", kind=phase
    )
    options = {answer: kind_texts(card) for answer, card in tried.items()}
    return which_allowed_question(game, options, SAY(f"cards.types_{phase}"), "IJ-CARD-1")


def stays(rng: random.Random) -> Item | None:
    """Ask “Where is the card afterwards?” about an instant or a permanent card."""
    (ally,) = any_characters(rng, 1)
    name = rng.choice((*LASTING, *INSTANT["dictate"], *INSTANT["action"], *INSTANT["action"]))
    phase = "autarch" if CARDS[name].kind == "dictate" else "ally"
    aim = f" on {ally}" if name == "amnesty" else f" by {ally}" if phase == "ally" else ""
    game = game_at(
        f"p1 active {ally} hand {name} destiny 4*kuyrmid-ferrier; p2; to move p1 {phase}", kind=phase
    )
    twin = give_answers(game.copy(), f"p1: play {name}{aim}")
    play_until_question(twin, "ally")
    piece = find_piece(twin, name)
    right = "ovo" if piece is None else "with" if piece.area == "on" else "realm"
    why = stated("IJ-CARD-2")
    wrong = dict.fromkeys(("ovo", "with", "realm", "hand"), why)
    say = lambda place: SAY(f"cards.at_{place}", ally=CARDS[ally])  # noqa: E731
    texts = SAY(
        "cards.stays" if phase == "ally" else "cards.stays_dictate", card=CARDS[name], ally=CARDS[ally]
    )
    return value_question(game, twin, texts, right, wrong, say, why)


def lasts(rng: random.Random) -> Item | None:
    """Ask “What is the Resistance then?” after a change without a stated end."""
    (ally,) = any_characters(rng, 1)
    site = rng.choice(PLAIN_SITES)
    later = rng.random() < 0.5
    game = game_at(f"p1 active {ally} hand undermine; p2 active lamp-boy; circle {site}", kind="ally")
    twin = give_answers(game.copy(), f"p1: play undermine by {ally} on {site}", "p1: end")
    play_until_question(twin, "autarch" if later else "ally", 0 if later else 1)
    printed = CARDS[site].resistance
    right = value(twin.table, twin.table.pieces[site], "resistance")
    mistakes = [
        mistake(printed, "ends_with_turn", "IJ-CARD-3"),
        mistake(printed - 3, "ends_with_round", "IJ-REC-3"),
        mistake(printed + 3, "sign", "IJ-CARD-3", card=CARDS["undermine"]),
    ]
    facts = {
        "card": CARDS["undermine"],
        "text": rules_text(CARDS["undermine"]),
        "site": figure(site, "resistance"),
    }
    texts = SAY("cards.lasts_round" if later else "cards.lasts_turn", **facts)
    why = [*heard(rulings_since(twin, len(game), "IJ-CARD-3")), *stated("IJ-CARD-3", "IJ-REC-3")]
    return count_question(rng, game, twin, texts, right, mistakes, why)


def sexes(rng: random.Random) -> Item | None:
    """Ask “What Prime does Gentle cost?” with a character of some sex in play."""
    name = rng.choice(("judith", "pie-oh-pah", "irish", "gek-a-gek", "eurhetemec-singer", "gideon"))
    game = game_at(f"p1 active {name} hand gentle; p2")
    gentle = CARDS["gentle"]
    right = calling_prime(game.table, 0, gentle)
    sex = CARDS[name].sex or "none"
    mistakes = [
        mistake(gentle.prime, "discount_forgotten", "IJ-POWER-4"),
        mistake(gentle.prime - 1, "no_female", "IJ-CARD-4", card=CARDS[name]),
        mistake(gentle.prime - 2, "discount_once", "IJ-POWER-4"),
    ]
    texts = SAY(f"cards.sex_{sex}", ally=CARDS[name], n=gentle.prime, text=rules_text(gentle))
    return count_question(rng, game, [], texts, right, mistakes, stated("IJ-CARD-4", "IJ-POWER-4"))


def least(rng: random.Random) -> Item | None:
    """Ask “What is the Magic now?” after Magic went down by 2."""
    name = random_characters(rng, lambda card: card.magic < 5)[0]
    game = game_at(f"p1 active {name}+emotion-grief@p2; p2")
    magic = CARDS[name].magic
    right = value(game.table, game.table.pieces[name], "magic")
    mistakes = [
        mistake(magic, "change_forgotten", "IJ-CARD-2"),
        mistake(magic - 2, "below_zero", "IJ-CARD-5"),
    ]
    texts = SAY("cards.least", ally=figure(name, "magic"), card=CARDS["emotion-grief"])
    return count_question(rng, game, [], texts, right, mistakes, stated("IJ-CARD-5"), minimum=-2)


def anywhere(rng: random.Random) -> Item | None:
    """Ask “May the card target this character?” about a character in some area."""
    (other,) = any_characters(rng, 1)
    card = rng.choice(("amnesia", "emotion-grief", "lightning", "cold-feet"))
    area = rng.choice(("active", "reserve", "holder"))
    place = {
        "active": f"active {other} lamp-boy",
        "reserve": f"active lamp-boy reserve {other}",
        "holder": f"active lamp-boy state slew=sartori,{other}",
    }[area]
    game = game_at(f"p1 hand {card}; p2 {place}", kind="respond")
    texts = SAY(f"cards.anywhere_{area}", card=CARDS[card], text=rules_text(CARDS[card]), other=CARDS[other])
    first = [remark("why.holder", "IJ-AREA-1", other=CARDS[other])] if area == "holder" else []
    return allowed_question(game, f"play {card} on {other}", texts, "IJ-CARD-6", first=first)


HIDDEN = ("hand", "deck", "path")
OPEN = ("count", "who", "ovo", "resistance")
"""Keys of facts that everybody knows; those of `HIDDEN` are hidden from the other Autarchs."""


def hidden(rng: random.Random) -> Item | None:
    """Ask “Which of these do the others not know?”"""
    right = rng.choice(HIDDEN)
    game = game_at("p1 hand pneuma sway active irish; p2; circle slew/kind-stranger@p1")
    wrong = {key: [remark(f"why.open_{key}", "IJ-AREA-2")] for key in rng.sample(OPEN, 3)}
    say = lambda key: SAY(f"cards.know_{key}")  # noqa: E731
    return value_question(game, [], SAY("cards.hidden"), right, wrong, say, stated("IJ-AREA-2"))


def areas(rng: random.Random) -> Item | None:
    """Ask “Which Site may be seized?” with Sites in the Circle and in states."""
    (ally,) = any_characters(rng, 1)
    open_site, own, rival = rng.sample(PLAIN_SITES, 3)
    words = held_sites([own, rival], without=[ally]).split()
    game = game_at(f"p1 active {ally} state {words[0]}; p2 state {words[1]}; circle {open_site}", kind="ally")
    where = {open_site: "circle", own: "own", rival: "rival"}
    tried = {
        f"seize {site} with {ally}": SAY(f"cards.in_{place}", site=CARDS[site])
        for site, place in where.items()
    }
    return which_allowed_question(game, tried, SAY("cards.areas", ally=CARDS[ally]), "IJ-AREA-1")


def leaves(rng: random.Random) -> Item | None:
    """Ask “Whose In Ovo gets the card that lay on a discarded character?”"""
    victim = random_characters(rng, lambda card: 0 < card.strength <= 2)[0]
    owner = rng.randrange(3)
    line = f"p1 hand public-executions; p2 active {victim}+emotion-grief@p{owner + 1}; p3; to move p1 autarch"
    game = game_at(line, kind="autarch")
    twin = give_answers(game.copy(), f"p1: play public-executions on {victim}")
    holders = [player.name for player in twin.table.players if "emotion-grief" in player.ovo]
    if holders != [seat_name(owner)]:
        return None
    why = stated("IJ-AREA-3")
    because = heard(rulings_since(twin, len(game), "IJ-AREA-3"))[:1] or why
    wrong = dict.fromkeys(("p1", "p2", "p3", "stays"), because)
    say = lambda seat: SAY("cards.ovo_stays" if seat == "stays" else f"cards.ovo_{seat}")  # noqa: E731
    facts = {"card": CARDS["public-executions"], "victim": CARDS[victim], "laid": CARDS["emotion-grief"]}
    texts = SAY(f"cards.leaves_{seat_name(owner)}", **facts)
    return value_question(game, twin, texts, holders[0], wrong, say, why)


def unique(rng: random.Random) -> Item | None:
    """Ask “May this character be called?” while another copy is somewhere."""
    name = random_characters(rng, lambda card: card.prime <= 5)[0]
    case = rng.choice(("active", "state", "ovo", "ovo", "common"))
    if case == "common":
        name = rng.choice(("kuyrmid-ferrier", "dearther-zealot", "oethac-bruiser"))
    rest = {
        "active": f"active {name}",
        "state": f"state slew=sartori,{name}",
        "ovo": f"ovo {name}",
        "common": f"active {name}",
    }
    game = game_at(f"p1 hand {name}; p2 {rest[case]}", kind="ally")
    texts = SAY(f"cards.unique_{case}", card=CARDS[name])
    return allowed_question(game, f"call {name}", texts, "IJ-UNIQ-1")


def second(rng: random.Random) -> Item | None:
    """Ask “May this Path be laid?” while another copy is on a Site."""
    dominion = rng.randint(1, 5)
    first, other = rng.sample(SITES_BY_DOMINION[dominion], 2)
    path = rng.choice([name for name in paths_of(dominion) if CARDS[name].lasting])
    read = rng.random() < 0.5
    line = f"p1 hand {path}; p2; circle {first}/{path}@p2{'!' if read else ''} {other}; to move p1 autarch"
    game = game_at(line, kind="autarch")
    texts = SAY(
        "cards.second_read" if read else "cards.second",
        card=CARDS[path],
        site=CARDS[first],
        other=CARDS[other],
    )
    return allowed_question(game, f"path {path} on {other}", texts, "IJ-UNIQ-2")


def lost_site(rng: random.Random) -> Item | None:
    """Ask “Where is the Site, or its Holder?” after the Site was lost."""
    (ally,) = any_characters(rng, 1)
    holder = rng.choice(("judith", "huzzah-aping", "sartori"))
    if ally == holder:
        return None
    site = rng.choice([name for name in PLAIN_SITES if CARDS[name].resistance <= 5])
    game = game_at(f"p1 active {ally} hand broken-seal; p2 state {site}={holder}", kind="ally")
    twin = give_answers(game.copy(), f"p1: play broken-seal by {ally} on {site}")
    play_until_question(twin, "ally")
    asks_site = rng.random() < 0.5
    piece = find_piece(twin, site if asks_site else holder)
    right = "ovo" if piece is None else piece.area
    why = stated("IJ-AREA-4", "IJ-HOLD-5")
    places = ("circle" if asks_site else "active", "ovo", "reserve", "hand")
    wrong = dict.fromkeys(places, why if asks_site else why[1:])
    facts = {"card": CARDS["broken-seal"], "site": CARDS[site], "holder": CARDS[holder]}
    say = lambda place: SAY(f"cards.place_{place}")  # noqa: E731
    texts = SAY("cards.lost_site" if asks_site else "cards.lost_holder", **facts)
    return value_question(game, twin, texts, right, wrong, say, why)


KINDS = {
    "types": types,
    "stays": stays,
    "lasts": lasts,
    "sexes": sexes,
    "least": least,
    "anywhere": anywhere,
    "hidden": hidden,
    "areas": areas,
    "leaves": leaves,
    "unique": unique,
    "second": second,
    "lost-site": lost_site,
}
"""The makers of questions of this topic by kind."""
