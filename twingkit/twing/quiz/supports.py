"""Supporting a side (TW-BAT-6, TW-BAT-22): who is asked, which card fits, what is won and lost by it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from twingkit.asking import Refusal
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.twing.cards import Spell
from twingkit.twing.holding import Holding
from twingkit.twing.quiz.clashes import PLAIN, SAY, deal_clash, facts, join_in, said, shown, tries
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.options import MOST, Miss, ask, choices, keen, players, seats_key, yes_no, you
from twingkit.twing.quiz.phrases import Phrases, Said
from twingkit.twing.quiz.plans import carry_out
from twingkit.twing.quiz.stakes import home, settled
from twingkit.twing.quiz.tables import EVERY, Supply, Tabletop
from twingkit.twing.support import JoinIn

TURNS = Phrases("turns")

WAYS = {1: "clockwise", -1: "counterclockwise"}


def which(rng: random.Random) -> Item | None:
    """Which of these may you do?"""
    clash = deal_clash(rng)
    found = join_in(clash)
    if found is None:
        return None
    play, question = found
    tried = tries(question)
    rng.shuffle(tried)
    allowed = [answer for answer, no in tried if no is None]
    refused = [(answer, no) for answer, no in tried if no is not None]
    wrong = _mixed(refused)[: MOST - 1]
    if not allowed or len(wrong) < MOST - 1:
        return None
    done = clash.play(f"p1: {allowed[0]}")
    if done is None:
        return None
    options = [Choice(_key(allowed[0]), said(clash.table, allowed[0]), True, cards=shown(allowed[0]))]
    options += [
        Choice(_key(answer), said(clash.table, answer), forgot=no.rule, cards=shown(answer))
        for answer, no in wrong
    ]
    why: list[Ruling | Refusal] = [*done.said("TW-BAT-6"), *(no for _, no in wrong)]
    cut = play.place("support")
    return ask(done, cut, texts=SAY("which.ask", **facts(clash.table)), choices=options, why=why)


def _mixed(refused: Sequence[tuple[str, Refusal]]) -> list[tuple[str, Refusal]]:
    """Each reason once first, then the rest."""
    firsts: list[tuple[str, Refusal]] = []
    rest: list[tuple[str, Refusal]] = []
    for answer, no in refused:
        told = [each.case for _, each in firsts]
        (rest if no.case in told else firsts).append((answer, no))
    return [*firsts, *rest]


def _key(answer: str) -> str:
    return answer.replace(" ", "-")


def may(rng: random.Random) -> Item | None:
    """May you do this?"""
    wanted = rng.random() < 0.5
    for _ in range(20):
        clash = deal_clash(rng, shields=0.4)
        found = join_in(clash)
        if found is None:
            continue
        play, question = found
        tried = [(answer, no) for answer, no in tries(question) if (no is None) is wanted]
        if not tried:
            continue
        case = rng.choice(sorted({no.case if no else "" for _, no in tried}))
        answer, no = rng.choice([each for each in tried if (each[1].case if each[1] else "") == case])
        done = play if no else clash.play(f"p1: {answer}")
        if done is None:
            continue
        why = [no] if no else done.said("TW-BAT-6")
        told = {**facts(clash.table), "action": Said(said(clash.table, answer))}
        options = yes_no(wanted, "TW-BAT-6" if not no else no.rule)
        return ask(done, play.place("support"), texts=SAY("may.ask", **told), choices=options, why=why)
    return None


# -- who is asked


def asked(rng: random.Random) -> Item | None:
    """Who is asked first whether to support a side?"""
    supply = Supply(rng)
    count = rng.choice((3, 4, 4, 4))
    seats = rng.sample(range(count), count)
    one, two = seats[:2]
    spells = supply.spells(count + 2, rng.choice(EVERY))
    defence = supply.spells(2, rng.choice(EVERY))
    if len(spells) + len(defence) < count + 4:
        return None
    held = {seat: [spells.pop(), supply.spells(1)[0]] for seat in range(count) if seat != two}
    holdings = [
        Holding(
            hand=held.get(seat, defence),
            entourage=supply.creatures(rng.randint(0, 2)),
            objects=supply.objects(1, PLAIN),
            ornicles=0 if rng.random() < 0.35 else rng.randint(1, 3),
        )
        for seat in range(count)
    ]
    table = Tabletop.deal(rng, holdings, to_move=one, direction=rng.choice((1, -1)))
    duels = holdings[one].ornicles > 0 and 0 not in (one, two) and rng.random() < 0.3
    laid = [f"p{one + 1}: lay {held[one][0].token}", f"p{two + 1}: lay {defence[0].token}"]
    battle = [f"p{one + 1}: attack p{two + 1}", *laid]
    duel = [f"p{one + 1}: duel p{two + 1}", *laid]
    plan = duel if duels else battle
    right = _first_asked(table, plan)
    helps = [f"p{seat + 1}: support attacker spell {held[seat][0].token}" for seat in right or ()]
    play = carry_out(table, *plan, *helps)
    if right is None or play is None:
        return None
    cut = play.place("defend") + 1
    misses = _asked_else(table, plan, battle if duels else None, (one, two))
    outside = [seat for seat in range(count) if seat not in (one, two)]
    misses += [Miss(other) for other in (*((seat,) for seat in outside), (), (two,))]
    why: list[Ruling | Refusal] = [*play.said("TW-BAT-6")]
    if not right:
        why += play.said("TW-DUEL-1", "TW-DUEL-2") if duels else _why_not(play.at(cut), held, outside)
    sort = "duel" if duels else "you_attack" if one == 0 else "attack_you" if two == 0 else "attack"
    assert table.position is not None
    way = Said(TURNS(f"way.{WAYS[table.position.direction]}"))
    names = {"one": table.names[one], "other": table.names[two], "sides": table.names}
    return ask(
        play,
        cut,
        texts=SAY(f"asked.{sort}", you=Said(you(table)), way=way, **names),
        choices=choices(right, misses, lambda found: players(table, found), key=seats_key),
        why=why,
        rules=["TW-BAT-6"],
    )


def _asked_else(
    table: Tabletop, plan: Sequence[str], battle: Sequence[str] | None, fighting: Sequence[int]
) -> list[Miss]:
    """Who would be asked if a duel were a `battle`, play went the other way, or nobody needed a stake."""
    assert table.position is not None
    rich = table
    for seat, holding in enumerate(table.holdings):
        if not holding.ornicles and seat not in fighting:
            rich = rich.but(seat, ornicles=1)
    turned = table.placed(direction=-table.position.direction)
    changes = [(turned, plan, "TW-SET-5"), (rich, plan, "TW-BAT-6")]
    found = []
    for changed, lines, forgot in [(table, battle, "TW-BAT-6")] if battle else changes:
        seats = _first_asked(changed, lines)
        if seats is not None:
            found.append(Miss(seats, forgot))
    return found


def _first_asked(table: Tabletop, plan: Sequence[str]) -> tuple[int, ...] | None:
    """Who is asked first, as a list of one; of none if nobody is; None if it cannot be played."""
    play = carry_out(table, *plan)
    if play is None:
        return None
    question = play.at(play.place("support")).question if "support" in play.kinds else None
    return (question.player,) if question else ()


def _why_not(game: Game, held: Mapping[int, Sequence[Spell]], outside: Sequence[int]) -> list[Refusal]:
    """Why those outside the battle cannot support the attacker, each."""
    found = []
    for seat in outside:
        question = JoinIn(game.table.fight, game.table.players[seat])
        if refusal := question.refusal(f"support attacker spell {held[seat][0].token}"):
            found.append(refusal)
    return found


KINDS: dict[str, dict[str, Maker]] = {
    "supporting": {
        "which": which,
        "may": may,
        "asked": keen(asked),
        "settled": keen(settled),
        "home": home,
    }
}
"""The questions of this module, by topic and kind."""
