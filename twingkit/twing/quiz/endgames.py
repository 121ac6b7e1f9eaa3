"""The end game (TW-END): entering it, who is out, who has won, and who is still in it."""

from __future__ import annotations

import random

import attrs

from twingkit.rulebook import Ruling, Texts
from twingkit.twing.holding import Holding
from twingkit.twing.objects import ACTIVE_LIMIT
from twingkit.twing.quiz.assaults import PLAIN, SAY, deal_assault, gone
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.offers import may_action
from twingkit.twing.quiz.options import Miss, ask, choices, keen, players, seat_key, seats_key, yes_no
from twingkit.twing.quiz.pairings import count, lost, wins
from twingkit.twing.quiz.plans import DECIDED, Play
from twingkit.twing.quiz.tables import EVERY, Supply, Tabletop

# -- entering


def may(rng: random.Random) -> Item | None:
    """May you enter, attack again, or do something else while you are in the end game?"""
    inside = rng.random() < 0.3

    def table() -> Tabletop:
        supply = Supply(rng)
        owned = supply.objects(rng.choice((3, 4)) if inside else rng.choice((1, 2, 2, 3, 4)))
        mine = Holding(
            hand=supply.spells(rng.randint(1, 3), rng.choice(EVERY)),
            entourage=supply.creatures(rng.randint(0, 2)),
            objects=owned[:ACTIVE_LIMIT],
            aside=owned[ACTIVE_LIMIT:],
            ornicles=rng.randint(0, 6),
            endgame=inside,
        )
        rest = [
            Holding(
                hand=supply.spells(2, rng.choice(EVERY)),
                objects=supply.objects(rng.choice((0, 1, 1))),
                ornicles=rng.randint(0, 3),
            )
            for _ in range(rng.choice((1, 2, 2)))
        ]
        return Tabletop.deal(rng, [mine, *rest], display=supply.objects(2))

    if inside:
        return may_action(rng, table, ("endgame", "buy", "duel", "attack"), endgame_forced=True)
    return may_action(rng, table, ("endgame",))


# -- who is out


def out(rng: random.Random) -> Item | None:
    """Who is out?"""
    return _out_at_once(rng) if rng.random() < 0.5 else _out_after(rng)


def _out_at_once(rng: random.Random) -> Item | None:
    """TW-END-2: who owns nothing when the attack is announced."""
    count = rng.choice((3, 4, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((0, 0, 1, 2)) for seat in range(count)]
    if sum(owned) > len(PLAIN) + ACTIVE_LIMIT:
        return None
    assault = deal_assault(rng, count, owned, attacker)
    play = assault.play(until="attack")
    if play is None:
        return None
    others = [seat for seat in range(count) if seat != attacker]
    poor = tuple(seat for seat in others if owned[seat] < ACTIVE_LIMIT)
    misses = [Miss((), "TW-END-2"), Miss(poor, "TW-END-1"), *(Miss((seat,)) for seat in others)]
    why = play.said("TW-END-2", "TW-END-7", "TW-END-1")
    return ask(
        play,
        0,
        texts=SAY(f"out.announce_{assault.role}", **assault.facts(play)),
        choices=choices(gone(play), misses, lambda seats: players(assault.table, seats), key=seats_key),
        why=why,
        rules=["TW-END-2"],
    )


def _out_after(rng: random.Random) -> Item | None:
    """TW-END-2: who owns nothing after the attack."""
    count = rng.choice((3, 3, 4))
    attacker = rng.choice((0, 0, 1))
    owned = [3 if seat == attacker else rng.choice((1, 1, 1, 2)) for seat in range(count)]
    assault = deal_assault(rng, count, owned, attacker)
    play = assault.play()
    first = assault.under(elimination="announcement")
    ties = assault.under(ties="defender")
    if play is None or first is None or "roll" not in play.kinds:
        return None
    misses = [Miss(gone(first), "TW-END-2")]
    misses += [Miss(gone(ties), "TW-BAT-17")] if ties else []
    misses += [Miss(gone(each), "TW-BAT-15") for each in assault.estranged()]
    misses += [Miss(_robbed(play), "TW-END-2"), Miss(())]
    misses += [Miss((seat,)) for seat in range(count) if seat != attacker]
    return ask(
        play,
        play.place("roll"),
        texts=SAY(f"out.after_{assault.role}", **assault.facts(play)),
        choices=choices(gone(play), misses, lambda seats: players(assault.table, seats), key=seats_key),
        why=play.said("TW-END-2", "TW-END-5 taken", "TW-END-7", "TW-END-5 held", *DECIDED),
        rules=["TW-END-2"],
    )


def _robbed(play: Play) -> tuple[int, ...]:
    """Who has lost an object."""
    names = play.table.names
    return tuple(sorted(names.index(each.facts["enemy"]) for each in play.said("TW-END-5 taken")))


# -- who has won, and who is still in the end game


def over(rng: random.Random) -> Item | None:
    """Has anybody won the game?"""
    wanted = rng.random() < 0.6
    for _ in range(40):
        found = _over(rng)
        if found and (found.right.key != "nobody") is wanted:
            return found
    return None


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
    misses = []
    until = "attack" if announced else ""
    for changed, forgot in (
        (assault.under(until, elimination="announcement"), "TW-END-2"),
        (assault.under(until, ties="defender"), "TW-BAT-17"),
    ):
        if changed:
            misses.append(Miss(_winner(changed), forgot))
    misses += [] if announced else [Miss(_winner(each), "TW-BAT-15") for each in assault.estranged()]
    misses += [Miss(-1, "TW-END-7"), *(Miss(seat) for seat in (attacker, *range(count)))]
    text = f"over.announce_{assault.role}" if announced else f"over.{assault.role}"
    return ask(
        play,
        0 if announced else play.place("roll"),
        texts=SAY(text, **assault.facts(play)),
        choices=choices(
            _winner(play),
            misses,
            lambda seat: _winner_said(assault.table, seat),
            key=lambda seat: "nobody" if seat < 0 else seat_key(seat),
        ),
        why=[
            *play.said("TW-END-7", "TW-END-2", "TW-END-5 taken", "TW-END-5 held", *DECIDED),
            *play.said("TW-END-1"),
        ],
        rules=["TW-END-2", "TW-END-7"],
    )


def _winner(play: Play) -> int:
    """The seat that has won; -1 while the game goes on."""
    result = play.game.result
    return -1 if result is None or result.winner is None else int(result.winner)


def _winner_said(table: Tabletop, seat: int) -> Texts:
    if seat < 0:
        return SAY("over.nobody")
    return SAY("over.winner_other", side=table.names[seat]) if seat else SAY("over.winner_you")


def stay(rng: random.Random) -> Item | None:
    """Are you still in the end game?"""
    wanted = rng.random() < 0.5
    for _ in range(40):
        owned = [rng.choice((3, 3, 4)), 3, *rng.choice(((), (1,), (2,)))]
        assault = deal_assault(rng, len(owned), owned, attacker=1, shields=0.1)
        table = assault.table.but(0, endgame=True)
        assault = attrs.evolve(assault, table=table.but(1, endgame=rng.random() < 0.5))
        play = assault.play()
        if play is None or "roll" not in play.kinds:
            continue
        inside = play.game.table.players[0].endgame
        robbed = any(each.facts["enemy"] == table.names[0] for each in play.said("TW-END-5 taken"))
        if inside is not wanted or (not robbed and rng.random() < 0.7):
            continue
        mine = [each for each in play.said("TW-END-5", *DECIDED) if _names(each, table.names[0])]
        return ask(
            play,
            play.place("roll"),
            texts=SAY("stay.ask", **assault.facts(play)),
            choices=yes_no(wanted, "TW-END-6" if robbed else "TW-END-5"),
            why=[*play.said("TW-END-6"), *mine],
            rules=["TW-END-6"],
        )
    return None


def _names(ruling: Ruling, name: str) -> bool:
    """Whether a ruling tells of a player."""
    return name in (ruling.facts.get("side"), ruling.facts.get("enemy"))


KINDS: dict[str, dict[str, Maker]] = {
    "end-game": {
        "may": may,
        "out": keen(out),
        "wins": wins,
        "lost": lost,
        "count": keen(count),
        "over": over,
        "stay": stay,
    }
}
"""The questions of this module, by topic and kind."""
