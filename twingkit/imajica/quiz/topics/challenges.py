"""Questions on challenges up to the blows: whom, who defends, what is played when."""

from __future__ import annotations

import random

from twingkit.imajica.quiz.staging import moment, people, pick, reach, until
from twingkit.imajica.quiz.telling import CARDS, SAY, figures, heard, kind_texts, stated
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.staging import may, said, whether, which

PIVOTED_DEFENDERS = ("celestine", "river-fefer", "judith", "bright-mother")
"""Aphrodytes."""


def whom(rng: random.Random) -> Item | None:
    """The question “Which character may be challenged?”"""
    ally, active, waits, holder, own = people(rng, 5)
    pivoted = rng.choice(("", ":pivoted"))
    line = f"p1 active {ally} {own}; p2 active {active}{pivoted} reserve {waits} state slew=sartori,{holder}"
    game = moment(line, kind="ally")
    conditions = {active: "pivoted" if pivoted else "active", waits: "reserve"}
    conditions |= rng.choice(({holder: "holder"}, {own: "own"}))
    tried = {
        f"challenge {name} with {ally}": SAY(f"fight.is_{key}", card=CARDS[name])
        for name, key in conditions.items()
    }
    return which(game, tried, SAY("fight.whom", ally=CARDS[ally]), "IJ-CHAL-1")


def defend(rng: random.Random) -> Item | None:
    """The question “Who may defend?”"""
    target, able, spent, waits, rival = pick(rng, lambda card: "aphrodyte" not in card.affiliations, 5)
    line = f"p1 active {target} {able} {spent}:pivoted reserve {waits}; p2 active {rival}; to move p2 ally"
    game = moment(line, f"p2: challenge {target} with {rival}", kind="defend")
    conditions = {able: "active", spent: "pivoted", waits: "reserve"}
    tried = {f"defend {name}": SAY(f"fight.is_{key}", card=CARDS[name]) for name, key in conditions.items()}
    texts = SAY("fight.defend", target=CARDS[target], rival=CARDS[rival])
    return which(game, tried, texts, "IJ-CHAL-2")


def aphrodyte(rng: random.Random) -> Item | None:
    """The question “May this pivoted character defend?”"""
    target, rival, other, plain = pick(rng, lambda card: "aphrodyte" not in card.affiliations, 4)
    name = rng.choice((rng.choice(PIVOTED_DEFENDERS), plain))
    line = f"p1 active {target} {name}:pivoted {other}; p2 active {rival}; to move p2 ally"
    game = moment(line, f"p2: challenge {target} with {rival}", kind="defend")
    is_one = "aphrodyte" in CARDS[name].affiliations
    texts = SAY("fight.aphrodyte" if is_one else "fight.no_aphrodyte", card=CARDS[name], target=CARDS[target])
    return may(game, f"defend {name}", texts, "IJ-AFF-4", first=[] if is_one else stated("IJ-AFF-4"))


def last_call(rng: random.Random) -> Item | None:
    """The question “Which card can be played now?”, between the naming and the blows."""
    target, helper, rival = people(rng, 3)
    flash = rng.choice(("sudden-sleep", "cold-feet"))
    hand = ["pneuma", flash, "ritual"]
    line = f"p1 active {target} {helper} hand {' '.join(hand)}; p2 active {rival} lamp-boy; to move p2 ally"
    game = moment(line, f"p2: challenge {target} with {rival}", f"p1: defend {helper}", kind="respond")
    tried = {
        f"play pneuma by {target}": kind_texts("pneuma"),
        f"play {flash} on {rival}": kind_texts(flash),
        f"play ritual by {helper}": kind_texts("ritual"),
    }
    texts = SAY("fight.last_call", target=CARDS[target], helper=CARDS[helper])
    return which(game, tried, texts, "IJ-CHAL-3")


def maneuver(rng: random.Random) -> Item | None:
    """The question “What can be played now?”, in the fight."""
    target, helper, idle, rival = people(rng, 4)
    card = rng.choice(("pneuma", "long-knife"))
    line = (
        f"p1 active {target} {helper} {idle} hand {card} sudden-sleep; p2 active {rival} lamp-boy;"
        " to move p2 ally"
    )
    game = moment(line, f"p2: challenge {target} with {rival}", f"p1: defend {helper}", kind="combat")
    by = rng.choice((target, helper))
    tried = {
        f"play {card} by {by}": SAY("fight.by", card=CARDS[card], ally=CARDS[by]),
        f"play {card} by {idle}": SAY("fight.by", card=CARDS[card], ally=CARDS[idle]),
        f"play sudden-sleep on {rival}": SAY("fight.on", card=CARDS["sudden-sleep"], target=CARDS[rival]),
    }
    texts = SAY("fight.maneuver", target=CARDS[target], helper=CARDS[helper])
    return which(game, tried, texts, "IJ-CHAL-4")


def gone(rng: random.Random) -> Item | None:
    """The question “Is there a fight?”, where the target or the challenger was moved away."""
    target, helper, rival = people(rng, 3)
    defended = rng.random() < 0.6
    away = rng.choice(("target", "target", "challenger"))
    hands = ("hand cold-feet", "") if away == "target" else ("", "hand cold-feet")
    line = f"p1 active {rival} {hands[0]}; p2 active {target} {helper} {hands[1]}"
    game = moment(line, kind="ally")
    answers = [f"p1: challenge {target} with {rival}", f"p2: defend {helper}" if defended else "p2: pass"]
    seat, victim = ("p1", target) if away == "target" else ("p2", rival)
    reach(game, *answers)
    twin = reach(game.copy(), f"{seat}: play cold-feet on {victim}", "p1: end")
    fought = bool(said(twin, len(game), "IJ-CHAL-7"))
    facts = {
        "ally": CARDS[rival],
        "target": CARDS[target],
        "helper": CARDS[helper],
        "card": CARDS["cold-feet"],
    }
    texts = SAY(f"fight.gone_{away}_{'defended' if defended else 'alone'}", **facts)
    why = [*heard(said(twin, len(game), "IJ-CHAL-6")), *stated("IJ-CHAL-6")]
    return whether(game, twin, texts, fought, why)


def vassal(rng: random.Random) -> Item | None:
    """The question “Who may challenge the Vassal?”"""
    target = rng.choice(("joshua-godolphin", "esmond-godolphin", "nathaniel-godolphin"))
    weak = pick(rng, lambda card: card.prime < 5, 2)
    strong = rng.choice((*pick(rng, lambda card: card.prime >= 5), "gek-a-gek", "little-ease"))
    game = moment(f"p1 active {strong} {' '.join(weak)}; p2 active {target}", kind="ally")
    pair = [weak[1], rng.choice((strong, weak[0]))]
    tried = {
        f"challenge {target} with {' '.join(names)}": figures(names, "prime").texts
        for names in ([strong], weak[:1], pair)
    }
    rules = ("IJ-AFF-2", "IJ-AFF-7") if "oviate" in CARDS[strong].affiliations else ("IJ-AFF-2",)
    return which(game, tried, SAY("fight.vassal", target=CARDS[target]), *rules)


def oviate(rng: random.Random) -> Item | None:
    """The question “Does the Emotion stay on this character?”"""
    name = rng.choice((*people(rng, 1), rng.choice(("gek-a-gek", "little-ease", "in-ovo-thorn"))))
    card = rng.choice(("emotion-grief", "emotion-dread"))
    game = moment(f"p1 hand {card}; p2 active {name}", kind="respond")
    twin = reach(game.copy(), f"p1: play {card} on {name}")
    until(twin, "ally")
    stays = any(piece.card.id == card for piece in twin.table.on(name))
    is_one = "oviate" in CARDS[name].affiliations
    texts = SAY("fight.oviate" if is_one else "fight.no_oviate", card=CARDS[card], target=CARDS[name])
    why = stated("IJ-AFF-7", "IJ-CARD-2")
    return whether(game, twin, texts, stays, why)


KINDS = {
    "whom": whom,
    "defend": defend,
    "aphrodyte": aphrodyte,
    "last-call": last_call,
    "maneuver": maneuver,
    "gone": gone,
    "vassal": vassal,
    "oviate": oviate,
}
"""The makers of this topic, by kind."""
