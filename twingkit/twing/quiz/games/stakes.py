"""What supporting earns (TW-BAT-22), and what becomes of the card: questions of the topic `supporting`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.rulebook import Texts
from twingkit.twing.cards import Creature, Spell, card_text, face_text, read_card
from twingkit.twing.holding import Holding
from twingkit.twing.quiz.asking import Miss, choices
from twingkit.twing.quiz.games.clashes import PLAIN, SAY, Clash, deal_clash, join_in, tries
from twingkit.twing.quiz.games.plans import DECIDED, Play, carry_out, ornicles
from twingkit.twing.quiz.games.questions import Forgotten, ask, counted, missed
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.quiz.games.telling import attack, dice, points, seat_key
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.making import keyed, until
from twingkit.twing.quiz.phrases import joined
from twingkit.twing.quiz.supply import EVERY, Supply

WON = (*DECIDED, "TW-BAT-15 own_element")
"""What tells who won a battle, and what is easily overlooked."""


def settled(rng: random.Random) -> Item | None:
    """How many Ornicles do you have when it is settled?"""
    return _settled_helper(rng) if rng.random() < 0.6 else _settled_fighter(rng)


def _supported(rng: random.Random, clash: Clash, sort: str = "") -> tuple[str, Play] | None:
    """A support of that clash with one card (`sort`: with a creature), and the battle settled with it."""
    found = join_in(clash)
    allowed = [answer for answer, no in tries(found[1]) if no is None and sort in answer] if found else []
    if not allowed:
        return None
    answer = rng.choice(allowed)
    play = clash.play(f"p1: {answer}")
    return (answer, play) if play and play.said(*WON) else None


def _told(play: Play, answer: str, *what: str, **facts: object) -> Texts:
    """The battle of the others in words, with what the learner does in it."""
    helped = play.table.names[1 if answer.startswith("support attacker") else 2]
    told = [SAY(key, who=helped, **facts) for key in what]
    return joined(attack(play.table, 1, 2), *told, points(play, 1, 2), dice(play))


def _settled_helper(rng: random.Random) -> Item | None:
    """The learner has supported a side."""
    clash = deal_clash(rng)
    found = _supported(rng, clash)
    if found is None or not found[1].said("TW-BAT-22"):
        return None
    answer, play = found
    helps, table = f"p1: {answer}", clash.table
    had, right = table.holdings[0].ornicles, ornicles(play)
    tried: list[Forgotten] = [
        (clash.play(helps, table=table.under(ties="defender")), "TW-BAT-17"),
        *((clash.play(helps, table=table.foreign(seat)), "TW-BAT-15") for seat in (1, 2)),
    ]
    settled = [Miss(n, "TW-BAT-22" if had in (n, right) else "") for n in (had, had - 1, had + 1)]
    return ask(
        play,
        play.place("roll"),
        texts=joined(_told(play, answer, "settled.stake"), SAY("settled.ask")),
        choices=counted(rng, play, tried, also=settled),
        why=play.said("TW-BAT-22", *WON),
    )


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
    tried: list[Forgotten] = [
        (carry_out(table.under(shield_stakes=False), *battle, *helps), "TW-BAT-22"),
        (carry_out(table, *battle), "TW-BAT-22"),
        (carry_out(table.under(ties="defender"), *battle, *helps), "TW-BAT-17"),
        *((carry_out(table.foreign(seat), *battle, *helps), "TW-BAT-15") for seat in (0, 1)),
    ]
    sides = (0, 1) if attacks else (1, 0)
    told = [attack(table, *sides), *_helpers(table, [backed for backed, _ in backs])]
    return ask(
        play,
        play.place("roll"),
        texts=joined(*told, points(play, *sides), dice(play), SAY("settled.ask")),
        choices=counted(rng, play, tried),
        why=play.said("TW-BAT-22 stake_taken", "TW-BAT-18", "TW-BAT-22 won", *WON),
    )


def _helpers(table: Tabletop, backed: Sequence[int]) -> list[Texts]:
    """Who has staked on whom: on the learner (0) or on the next seat (1)."""
    return [
        SAY(f"settled.helps{'' if whom else '_you'}", side=table.names[place + 2], who=table.names[1])
        for place, whom in enumerate(backed)
    ]


# -- what becomes of the card


def home(rng: random.Random) -> Item | None:
    """Where does your creature go?"""
    wanted = rng.choice(("home", "discard"))
    return until(lambda: keyed(_home(rng), wanted))


def _home(rng: random.Random) -> Item | None:
    clash = deal_clash(rng, own=rng.random() < 0.5)
    found = _supported(rng, clash, "creature")
    if found is None:
        return None
    answer, play = found
    helps, card = f"p1: {answer}", read_card(answer.split(" ", 2)[2])
    if not isinstance(card, Creature):
        return None
    right = _place_of(play, card)
    tried: list[Forgotten] = [
        (clash.play(helps, table=clash.table.under(supporter_home=True)), "TW-BAT-21"),
        *((clash.play(helps, table=clash.table.foreign(seat)), "TW-BAT-15") for seat in (1, 2)),
    ]
    misses = missed(lambda each: _place_of(each, card), tried)
    misses += [Miss(each, "TW-BAT-20") for each in ("home", "discard")]
    misses += [Miss(each) for each in rng.sample(("p2", "p3"), 2)]
    name = clash.table.names[0]
    why = [each for each in play.said("TW-BAT-20") if each.facts["side"] == name]
    return ask(
        play,
        play.place("roll"),
        texts=joined(_told(play, answer, "home.card", card=card), SAY("home.ask")),
        choices=choices(right, misses, lambda place: _place_said(clash.table, place)),
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
