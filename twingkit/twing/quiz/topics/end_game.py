"""The end game: who enters it, who is out, who has won, who is still in it, and the results of its
pairings."""

from __future__ import annotations

import random

import attrs

from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import prefer_known_mistakes, require, with_aims, with_probability
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import Mistake, choices, yes_no_options
from twingkit.twing.quiz.games.assaults import (
    PLAIN_OBJECTS,
    SAY,
    count,
    deal_assault,
    eliminated_seats,
    lost,
    wins,
)
from twingkit.twing.quiz.games.offers import may_do_action
from twingkit.twing.quiz.games.plans import Play, Tabletop
from twingkit.twing.quiz.games.telling import players_texts, seat_key, seats_key
from twingkit.twing.quiz.phrases import join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.objects import ACTIVE_LIMIT
from twingkit.twing.rules.outcome import DECIDING_RULES

# -- entering


def may_act(rng: random.Random) -> Item | None:
    """Make the question “May you enter, attack again, or do something else while you are in the end game?”"""
    inside = rng.random() < 0.3

    def table() -> Tabletop:
        supply = Supply(rng)
        owned = supply.objects(rng.choice((3, 4)) if inside else rng.choice((1, 2, 2, 3, 4)))
        mine = Holding(
            hand=supply.spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS)),
            entourage=supply.creatures(rng.randint(0, 2)),
            objects=owned[:ACTIVE_LIMIT],
            aside=owned[ACTIVE_LIMIT:],
            ornicles=rng.randint(0, 6),
            endgame=inside,
        )
        others = [
            Holding(
                hand=supply.spells(2, rng.choice(ALL_ELEMENTS)),
                objects=supply.objects(rng.choice((0, 1, 1))),
                ornicles=rng.randint(0, 3),
            )
            for _ in range(rng.choice((1, 2, 2)))
        ]
        return Tabletop.deal(rng, [mine, *others], display=supply.objects(2))

    if inside:
        return may_do_action(rng, table, ("endgame", "buy", "duel", "attack"))
    return may_do_action(rng, table, ("endgame",))


# -- who is out


def out(rng: random.Random) -> Item | None:
    """Make the question “Who is out?”"""
    return _out_at_once(rng) if rng.random() < 0.5 else _out_after(rng)


def _out_at_once(rng: random.Random) -> Item | None:
    """TW-END-2: a player who owns nothing when the attack is announced."""
    count = rng.choice((3, 4, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((0, 0, 1, 2)) for seat in range(count)]
    if sum(owned) > len(PLAIN_OBJECTS) + ACTIVE_LIMIT:
        return None
    assault = deal_assault(rng, count, owned, attacker)
    play = require(assault.play(until="attack"))
    others = [seat for seat in range(count) if seat != attacker]
    poor = tuple(seat for seat in others if owned[seat] < ACTIVE_LIMIT)
    mistakes = [
        Mistake((), "TW-END-2"),
        Mistake(poor, "TW-END-2/three"),
        *(Mistake((seat,)) for seat in others),
    ]
    options = choices(
        eliminated_seats(play), mistakes, lambda seats: players_texts(assault.table, seats), key=seats_key
    )
    why = play.cited_rulings("TW-END-2", "TW-END-7", "TW-END-1")
    return play.make_item(
        0, join_texts(assault.announcement(), SAY("out.at_once")), options, why, ["TW-END-2"]
    )


def _out_after(rng: random.Random) -> Item | None:
    """TW-END-2: a player who owns nothing after the attack."""
    count = rng.choice((3, 3, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((1, 1, 1, 2)) for seat in range(count)]
    assault = deal_assault(rng, count, owned, attacker)
    play = assault.play()
    if play is None or "roll" not in play.kinds:
        return None
    readings = play.without_rules("TW-END-2/announced", "TW-BAT-17/ties")
    mistakes = wrong_values(eliminated_seats, [*readings, *play.without_own_element(*range(count))])
    mistakes += [Mistake(_robbed(play), "TW-END-2/robbed"), Mistake(())]
    mistakes += [Mistake((seat,)) for seat in range(count) if seat != attacker]
    taken = SAY(f"out.taken_{assault.role}", side=assault.table.names[attacker])
    options = choices(
        eliminated_seats(play), mistakes, lambda seats: players_texts(assault.table, seats), key=seats_key
    )
    why = play.cited_rulings("TW-END-2", "TW-END-5 taken", "TW-END-7", "TW-END-5 held", *DECIDING_RULES)
    return play.make_item(
        "roll", join_texts(assault.description(play), taken, SAY("out.after")), options, why, ["TW-END-2"]
    )


def _robbed(play: Play) -> tuple[int, ...]:
    """Return the seats of the players who have lost an object."""
    names = play.table.names
    return tuple(
        sorted(names.index(ruling.facts["enemy"]) for ruling in play.cited_rulings("TW-END-5 taken"))
    )


# -- who has won, and who is still in the end game


@with_aims(with_probability(0.6))
def over(rng: random.Random, target: bool) -> Item | None:
    """Make the question “Has anybody won the game?”"""
    item = _over(rng)
    return item if item and (item.right.key != "nobody") is target else None


def _over(rng: random.Random) -> Item | None:
    count = rng.choice((2, 3, 3))
    attacker = rng.choice((0, 0, 1))
    announced = rng.random() < 0.3
    usual = (0, 0, 1) if announced else (1, 1, 1, 0, 2)
    owned = [3 if seat == attacker else rng.choice(usual) for seat in range(count)]
    assault = deal_assault(rng, count, owned, attacker)
    play = assault.play(until="attack" if announced else "")
    if play is None or (not announced and "roll" not in play.kinds):
        return None
    readings = play.without_rules("TW-END-2/announced", "TW-BAT-17/ties")
    forgotten = [*readings, *play.without_own_element(*([] if announced else range(count)))]
    others = map(Mistake, map(seat_key, (attacker, *range(count))))
    mistakes = [*wrong_values(_winner, forgotten), Mistake("nobody", "TW-END-7"), *others]
    options = choices(_winner(play), mistakes, lambda key: _winner_texts(assault.table, key))
    why = play.cited_rulings(
        "TW-END-7", "TW-END-2", "TW-END-5 taken", "TW-END-5 held", *DECIDING_RULES, "TW-END-1"
    )
    place, texts = (0, assault.announcement()) if announced else ("roll", assault.description(play))
    ask = SAY("over.announced" if announced else "over.after")
    return play.make_item(place, join_texts(texts, ask), options, why, ["TW-END-2", "TW-END-7"])


def _winner(play: Play) -> str:
    """Return the seat that has won, as the key of an option; `nobody` while the game goes on."""
    result = play.game.result
    return "nobody" if result is None or result.winner is None else seat_key(result.winner)


def _winner_texts(table: Tabletop, key: str) -> Texts:
    if key == "nobody":
        return SAY("over.nobody")
    seat = int(key[1:]) - 1
    return SAY("over.winner_other", side=table.names[seat]) if seat else SAY("over.winner_you")


@with_aims(with_probability(0.5))
def stay(rng: random.Random, target: bool) -> Item | None:
    """Make the question “Are you still in the end game?”"""
    owned = [rng.choice((3, 3, 4)), 3, *rng.choice(((), (1,), (2,)))]
    assault = deal_assault(rng, len(owned), owned, attacker=1, shields=0.1)
    table = assault.table.with_holding(0, endgame=True)
    assault = attrs.evolve(assault, table=table.with_holding(1, endgame=rng.random() < 0.5))
    play = assault.play()
    if play is None or "roll" not in play.kinds or play.game.table.players[0].endgame is not target:
        return None
    robbed = 0 in _robbed(play)
    if not robbed and rng.random() < 0.7:
        return None
    mine = play.about_you("TW-END-5", *DECIDING_RULES, enemy=True)
    texts = join_texts(SAY("stay.inside"), assault.description(play), SAY("stay.ask"))
    options = yes_no_options(target, "TW-END-6" if robbed and not target else "")
    return play.make_item("roll", texts, options, [*play.cited_rulings("TW-END-6"), *mine], ["TW-END-6"])


KINDS = {
    "end-game": {
        "may": may_act,
        "out": prefer_known_mistakes(out),
        "wins": prefer_known_mistakes(wins, 2),
        "lost": lost,
        "count": prefer_known_mistakes(count),
        "over": over,
        "stay": stay,
    }
}
"""The makers of this topic, by kind."""
