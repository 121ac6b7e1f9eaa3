"""What supporting earns (TW-BAT-22), and what becomes of the card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.rulebook import LANGUAGES, Texts
from twingkit.twing.cards import FACE_FACTS, Creature, Spell, card_text, face_text, read_card
from twingkit.twing.fight import Fight
from twingkit.twing.holding import Holding
from twingkit.twing.quiz.clashes import PLAIN, SAY, Clash, deal_clash, facts, join_in, tries
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.options import Miss, ask, choices, nearby, number, seat_key, you
from twingkit.twing.quiz.phrases import Said
from twingkit.twing.quiz.plans import DECIDED, Play, carry_out, ornicles
from twingkit.twing.quiz.tables import EVERY, Supply, Tabletop

WON = (*DECIDED, "TW-BAT-15 own_element")
"""What tells who won a battle, and what is easily overlooked."""


def settled(rng: random.Random) -> Item | None:
    """How many Ornicles have you when it is settled?"""
    return _settled_helper(rng) if rng.random() < 0.6 else _settled_fighter(rng)


def _settled_helper(rng: random.Random) -> Item | None:
    """The learner has supported a side."""
    clash = deal_clash(rng)
    found = join_in(clash)
    if found is None:
        return None
    allowed = [answer for answer, no in tries(found[1]) if no is None]
    if not allowed:
        return None
    answer = rng.choice(allowed)
    play = clash.play(f"p1: {answer}")
    if play is None or not play.said("TW-BAT-22"):
        return None
    right, had = ornicles(play.game), clash.table.holdings[0].ornicles
    misses = [Miss(had, "TW-BAT-22"), Miss(had - 1, "TW-BAT-22" if right == had else "")]
    misses += [Miss(had + 1, "TW-BAT-22" if right == had else ""), Miss(had + 2)]
    if changed := clash.play(f"p1: {answer}", table=clash.table.under(ties="defender")):
        misses.insert(0, Miss(ornicles(changed.game), "TW-BAT-17"))
    for seat in (1, 2):
        if changed := clash.play(f"p1: {answer}", table=clash.table.foreign(seat)):
            misses.insert(0, Miss(ornicles(changed.game), "TW-BAT-15"))
    return ask(
        play,
        play.place("roll"),
        texts=SAY("settled.ask", **facts(clash.table), **_standing(clash, play, answer)),
        choices=choices(right, misses, number),
        why=play.said("TW-BAT-22", *WON),
    )


def _standing(clash: Clash, play: Play, answer: str) -> dict[str, object]:
    """The side that the learner supports, the points on the cards, and the dice to come."""
    fight: Fight = play.at(play.place("roll")).table.fight
    one, two = clash.table.names[1:3]
    faces = {"face": FACE_FACTS[clash.faces[0]], "second": FACE_FACTS[clash.faces[1]]}
    return {
        "who": one if answer.startswith("support attacker") else two,
        "n": fight.sides[0].cards_power,
        "m": fight.sides[1].cards_power,
        "rolls": Said(SAY("rolls.one" if clash.shield else "rolls.two", one=one, other=two, **faces)),
    }


def _settled_fighter(rng: random.Random) -> Item | None:
    """The learner fights, and others have staked on the sides."""
    supply = Supply(rng)
    count = rng.choice((3, 4))
    mine, theirs = rng.choice(EVERY), rng.choice(EVERY)
    attacks = rng.random() < 0.5
    wall = supply.creatures(1, mine, least=3)
    shield = not attacks and rng.random() < 0.5
    own, enemy = supply.spells(2, mine), supply.spells(2, theirs)
    holdings = [
        Holding(hand=own, entourage=wall, objects=supply.objects(1, PLAIN), ornicles=rng.randint(0, 3)),
        Holding(hand=enemy, ornicles=rng.randint(0, 3)),
    ]
    backs = []
    for _ in range(count - 2):
        backed = rng.choice((0, 1))
        card: list[Spell | Creature] = [*supply.spells(1, (mine, theirs)[backed])]
        if shield and not backed:
            card = [*supply.creatures(1, mine)]
        backs.append((backed, card[0]))
        spells = [*supply.spells(2, rng.choice(EVERY)), *(each for each in card if isinstance(each, Spell))]
        creatures = [each for each in card if isinstance(each, Creature)]
        holdings.append(Holding(hand=spells, entourage=creatures, ornicles=rng.randint(1, 3)))
    table = Tabletop.deal(rng, holdings, to_move=int(not attacks))
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    laid = f"shield {wall[0].token}" if shield else own[0].token
    battle = [f"p{1 + (not attacks)}: attack p{1 + attacks}", f"p1: lay {laid}", f"p2: lay {enemy[0].token}"]
    battle += [] if shield else [f"p1: roll {face_text(faces[0])}"]
    battle += [f"p2: roll {face_text(faces[1])}"]
    helps = [
        f"p{place + 3}: support {'attacker' if (backed == 0) is attacks else 'defender'} {card_text(each)}"
        for place, (backed, each) in enumerate(backs)
    ]
    play = carry_out(table, *battle, *helps)
    if play is None or len(play.said("TW-BAT-6")) < len(backs) or not play.said(*WON):
        return None
    right, had = ornicles(play.game), holdings[0].ornicles
    tried = [
        (carry_out(table.under(shield_stakes=False), *battle, *helps), "TW-BAT-22"),
        (carry_out(table, *battle), "TW-BAT-22"),
        (carry_out(table.under(ties="defender"), *battle, *helps), "TW-BAT-17"),
        (carry_out(table.foreign(0), *battle, *helps), "TW-BAT-15"),
        (carry_out(table.foreign(1), *battle, *helps), "TW-BAT-15"),
    ]
    misses = [Miss(ornicles(each.game), forgot) for each, forgot in tried if each]
    fight: Fight = play.at(play.place("roll")).table.fight
    points = [side.cards_power for side in fight.sides][:: 1 if attacks else -1]
    facts = {"other": table.names[1], "face": FACE_FACTS[faces[0]], "second": FACE_FACTS[faces[1]]}
    texts = SAY(
        "settled.main" if attacks else "settled.defence",
        you=Said(you(table)),
        other=table.names[1],
        helpers=Said(_helpers(table, [backed for backed, _ in backs])),
        n=points[0],
        m=points[1],
        rolls=Said(SAY("rolls.shield" if shield else "rolls.you", **facts)),
    )
    why = play.said("TW-BAT-22 stake_taken", "TW-BAT-18", "TW-BAT-22 won", *WON)
    options = choices(right, [*misses, *nearby(rng, right, had)], number)
    return ask(play, play.place("roll"), texts=texts, choices=options, why=why)


def _helpers(table: Tabletop, backed: Sequence[int]) -> Texts:
    """Who has staked on whom."""
    told = [
        SAY("settled.helps", side=table.names[place + 2], who=table.names[1])
        if side
        else SAY("settled.helps_you", side=table.names[place + 2])
        for place, side in enumerate(backed)
    ]
    return {lang: " ".join(each[lang] for each in told) for lang in LANGUAGES}


# -- what becomes of the card


def home(rng: random.Random) -> Item | None:
    """Where does your creature go?"""
    wanted = rng.choice(("home", "discard"))
    for _ in range(40):
        if (found := _home(rng)) and found.right.key == wanted:
            return found
    return None


def _home(rng: random.Random) -> Item | None:
    clash = deal_clash(rng, own=rng.random() < 0.5)
    found = join_in(clash)
    if found is None:
        return None
    allowed = [
        answer for answer, no in tries(found[1]) if no is None and "creature" in answer and "+" not in answer
    ]
    if not allowed:
        return None
    answer = rng.choice(allowed)
    card = read_card(answer.split(" ", 2)[2])
    play = clash.play(f"p1: {answer}")
    if not isinstance(card, Creature) or play is None or not play.said(*WON):
        return None
    changed = clash.play(f"p1: {answer}", table=clash.table.under(supporter_home=True))
    misses = [Miss(_place_of(changed, card), "TW-BAT-21")] if changed else []
    for seat in (1, 2):
        if foreign := clash.play(f"p1: {answer}", table=clash.table.foreign(seat)):
            misses.append(Miss(_place_of(foreign, card), "TW-BAT-15"))
    misses += [Miss(each) for each in ("home", "discard", *rng.sample(("p2", "p3"), 2))]
    why = [each for each in play.said("TW-BAT-20") if card in each.facts["cards"]]
    return ask(
        play,
        play.place("roll"),
        texts=SAY("home.ask", **facts(clash.table), card=card, **_standing(clash, play, answer)),
        choices=choices(_place_of(play, card), misses, lambda place: _place_said(clash.table, place)),
        why=[*why, *play.said(*WON)],
    )


def _place_of(play: Play, card: Creature) -> str:
    """Where a creature of the learner lies now."""
    if play.game.table.players[0].entourage.count(card) == play.table.holdings[0].entourage.count(card):
        return "home"
    for each in play.game.table.players[1:]:
        if card in each.entourage and card not in play.table.holdings[each.seat].entourage:
            return seat_key(each.seat)
    return "discard"


def _place_said(table: Tabletop, place: str) -> Texts:
    if place in ("home", "discard"):
        return SAY(f"home.{place}")
    return SAY("home.entourage", side=table.names[int(place[1:]) - 1])
