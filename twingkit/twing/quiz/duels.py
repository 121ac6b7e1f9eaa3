"""Duels (TW-DUEL): who may be challenged, how one ends, what it pays, and which object changes hands."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.asking import Refusal
from twingkit.rulebook import Ruling, Texts
from twingkit.twing.cards import FACE_FACTS, Creature, Spell, face_text
from twingkit.twing.duel import BATTLES, TakeObject
from twingkit.twing.holding import Holding
from twingkit.twing.objects import OBJECTS
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.offers import may_action
from twingkit.twing.quiz.options import MOST, Miss, ask, choices, keen, nearby, number, you
from twingkit.twing.quiz.phrases import Phrases, Said
from twingkit.twing.quiz.plans import DECIDED, Play, carry_out, ornicles
from twingkit.twing.quiz.tables import EVERY, Supply, Tabletop

SAY = Phrases("duels")

ENDS = ("won", "lost", "undecided")
"""How a duel ends for who has challenged (TW-DUEL-3)."""

SWITCHES: tuple[tuple[dict[str, str | bool], str], ...] = (
    ({"duel_ornicles": False}, "TW-DUEL-2"),
    ({"stop_when_decided": True}, "TW-DUEL-2"),
    ({"duel_stake": "defender"}, "TW-DUEL-3"),
    ({"ties": "defender"}, "TW-BAT-17"),
)
"""Other readings that change what a duel pays, and the rule that they forget."""


@attrs.frozen
class Duel:
    """A duel between the learner and the next seat, with a lay and a face of both for each battle."""

    table: Tabletop
    mine: bool
    lays: tuple[str, ...]
    answers: tuple[str, ...]
    faces: tuple[int, ...]
    others: tuple[int, ...]

    @property
    def plan(self) -> list[str]:
        """What everybody does."""
        lines = [f"p{1 if self.mine else 2}: duel p{2 if self.mine else 1}"]
        for lay, answer, face, other in zip(self.lays, self.answers, self.faces, self.others, strict=True):
            lines += [f"p1: lay {lay}", f"p2: lay {answer}"]
            lines += [] if lay.startswith("shield") else [f"p1: roll {face_text(face)}"]
            lines += [] if answer.startswith("shield") else [f"p2: roll {face_text(other)}"]
        return lines

    def play(self, **switches: str | bool) -> Play | None:
        """The duel fought, in a variant perhaps."""
        return carry_out(self.table.under(**switches) if switches else self.table, *self.plan)


def deal_duel(rng: random.Random, shields: float = 0.0, spare: int = 1) -> Duel | None:
    """A duel with cards and faces by chance. `spare`: spells that both keep; `shields`: how often the one who
    is challenged raises one."""
    supply = Supply(rng)
    mine = rng.random() < 0.6
    hands = [_hand(rng, supply, BATTLES + spare) for _ in range(2)]
    walls = supply.creatures(BATTLES, rng.choice(EVERY), least=2)
    holdings = []
    for place in range(2):
        challenged = place == int(mine)
        holdings.append(
            Holding(
                hand=hands[place],
                entourage=walls if challenged else supply.creatures(rng.randint(0, 2)),
                objects=supply.objects(rng.randint(1, 2) if challenged else rng.randint(0, 1), PLAIN),
                ornicles=rng.randint(1, 5),
            )
        )
    if rng.random() < 0.4:
        holdings.append(Holding(hand=supply.spells(2, rng.choice(EVERY)), ornicles=rng.randint(0, 3)))
    table = Tabletop.deal(rng, holdings, to_move=int(not mine), display=supply.objects(2))
    lays = [_lays(rng, hands[place], walls if place == int(mine) else [], shields) for place in range(2)]
    faces = [tuple(rng.choice(USUAL) for _ in range(BATTLES)) for _ in range(2)]
    return Duel(table, mine, lays[0], lays[1], faces[0], faces[1]) if len(walls) == BATTLES else None


PLAIN = ("boots", "puppet", "cup", "socks", "teddy", "panties", "bra")
"""Objects that give nobody another roll."""

USUAL = (*range(-4, 5), *range(-2, 3))
"""Faces, small numbers more often: close battles."""


def _hand(rng: random.Random, supply: Supply, count: int) -> list[Spell]:
    """Spells of two elements, so many of each that none is alone."""
    return supply.spells(count, "".join(rng.sample(EVERY, 2)), least=1, most=5)


def _lays(
    rng: random.Random, hand: Sequence[Spell], wall: Sequence[Creature], shields: float
) -> tuple[str, ...]:
    spells = rng.sample(hand, BATTLES)
    creatures = list(wall)
    return tuple(
        f"shield {creatures.pop().token}" if creatures and rng.random() < shields else spell.token
        for spell in spells
    )


# -- what is read off a duel that was fought


def _results(play: Play) -> list[int | None]:
    """Who won each battle: 1 the learner, 0 the other, None nobody."""
    told = [note for note in play.game.table.notes() if note[0] == "battle"]
    return [None if note[5].winner is None else int(note[3 + note[5].winner] == 0) for note in told]


def _end(play: Play) -> str:
    """Which of `ENDS` it was; empty while the duel goes on."""
    told = [ruling.case for ruling in play.said("TW-DUEL-3") if ruling.case in ENDS]
    return told[0] if told else ""


def _so_far(results: Sequence[int | None]) -> Texts:
    counts = results.count(1), results.count(0), results.count(None)
    return SAY("end.so_far", n=counts[0], m=counts[1], limit=counts[2])


def _battle_facts(duel: Duel, play: Play, battle: int) -> dict[str, object]:
    """The cards and dice of a battle (from 0), and how those before it ended."""
    notes = [note for note in play.game.table.notes() if note[0] == "battle"]
    powers = [told[0].power for told in notes[battle][7:9]]
    mine, theirs = powers if duel.mine else powers[::-1]
    return {
        "you": Said(you(duel.table)),
        "side": duel.table.names[1],
        "n": mine,
        "m": theirs,
        "face": FACE_FACTS[duel.faces[battle]],
        "other": FACE_FACTS[duel.others[battle]],
        "so_far": Said(_so_far(_results(play)[:battle])),
    }


# -- the questions


def may(rng: random.Random) -> Item | None:
    """May you challenge this player?"""

    def table() -> Tabletop:
        supply = Supply(rng)
        holdings = []
        for place in range(rng.choice((3, 3, 4))):
            owned = supply.objects(rng.choice((0, 0, 1, 2)) if place else rng.choice((0, 1)))
            poor = rng.choice((0, 1, 1, 2, 3)) if not place else rng.randint(0, 4)
            hand = supply.spells(rng.randint(1, 3), rng.choice(EVERY))
            entourage = supply.creatures(rng.randint(0, 2))
            holdings.append(Holding(hand=hand, entourage=entourage, objects=owned, ornicles=poor))
        return Tabletop.deal(rng, holdings, display=supply.objects(2))

    return may_action(rng, table, ("duel",))


def end(rng: random.Random) -> Item | None:
    """How does the duel end?"""
    wanted = rng.choice(ENDS)
    for _ in range(40):
        duel = deal_duel(rng)
        play = duel.play() if duel else None
        if duel and play and _end(play) == wanted:
            return _ended(duel, play)
    return None


def _ended(duel: Duel, play: Play) -> Item | None:
    role = "mine" if duel.mine else "theirs"
    plays = [(duel.play(**switches), forgot) for switches, forgot in SWITCHES[2:]]
    misses = [Miss(_end(each), forgot) for each, forgot in plays if each and _end(each)]
    for seat in range(2):
        if foreign := carry_out(duel.table.foreign(seat), *duel.plan):
            misses.append(Miss(_end(foreign), "TW-BAT-15"))
    misses += [Miss(each) for each in ENDS]
    side = duel.table.names[1]
    cut = play.place("roll", 2 * (BATTLES - 1))
    return ask(
        play,
        cut,
        texts=SAY(f"end.{role}", **_battle_facts(duel, play, BATTLES - 1)),
        choices=choices(_end(play), misses, lambda found: SAY(f"end.{role}_{found}", side=side)),
        why=[*play.said(*(f"TW-DUEL-3 {each}" for each in ENDS)), *play.said(*DECIDED, since=cut)],
    )


def count(rng: random.Random) -> Item | None:
    """How many Ornicles have you at the end?"""
    duel = deal_duel(rng, shields=rng.choice((0.0, 0.4)))
    play = duel.play() if duel else None
    if duel is None or play is None or not _end(play):
        return None
    right, had = ornicles(play.game), duel.table.holdings[0].ornicles
    plays = [(duel.play(**switches), forgot) for switches, forgot in SWITCHES]
    misses = [Miss(ornicles(each.game), forgot) for each, forgot in plays if each and _end(each)]
    told = [Said(_told(duel, place, won)) for place, won in enumerate(_results(play))]
    facts = {"you": Said(you(duel.table)), "side": duel.table.names[1]}
    names = dict(zip(("one", "two", "three"), told, strict=True))
    return ask(
        play,
        0,
        texts=SAY(f"count.{'mine' if duel.mine else 'theirs'}", **facts, **names),
        choices=choices(right, [*misses, *nearby(rng, right, had)], number),
        why=[
            *play.said(*(f"TW-DUEL-3 {each}" for each in ENDS)),
            *play.said("TW-DUEL-1 stake", "TW-BAT-18 won", "TW-BAT-18 shield"),
        ],
        rules=["TW-DUEL-2"],
    )


def _told(duel: Duel, battle: int, won: int | None) -> Texts:
    """How a battle (from 0) ended, in words."""
    if won is None:
        return SAY("battle.tie")
    lay = duel.lays[battle] if won else duel.answers[battle]
    case = f"{'you' if won else 'other'}{'_shield' if lay.startswith('shield') else ''}"
    return SAY(f"battle.{case}", side=duel.table.names[1])


def following(rng: random.Random) -> Item | None:
    """What comes next?"""
    battle = rng.choice((0, 1, 1, 1, 2, 2))
    dry = battle < BATTLES - 1 and rng.random() < 0.35
    duel = deal_duel(rng)
    if duel is None or not duel.mine:
        return None
    if dry:
        kept = [card.token for card in duel.table.holdings[0].spells if card.token in duel.lays[: battle + 1]]
        if len(kept) != battle + 1:
            return None
        spells = [card for card in duel.table.holdings[0].spells if card.token in kept]
        duel = attrs.evolve(duel, table=duel.table.but(0, hand=[*spells, "cat", "trap"][: len(spells) + 1]))
    duel = attrs.evolve(
        duel,
        lays=duel.lays[: battle + 1],
        answers=duel.answers[: battle + 1],
        faces=duel.faces[: battle + 1],
        others=duel.others[: battle + 1],
    )
    plan = duel.plan
    play = carry_out(duel.table, *plan, until="take_object")
    if play is None or len(_results(play)) != battle + 1 or play.game.question is None:
        return None
    if battle == 1 and not dry and len(set(_results(play))) > 1 and rng.random() < 0.6:
        return None  # more often ask where it is decided already
    misses = []
    for switches, forgot in (
        ({"stop_when_decided": True}, "TW-DUEL-2"),
        ({"refill_when": "turn"}, "TW-TURN-2"),
    ):
        if changed := carry_out(duel.table.under(**switches), *plan, until="take_object"):
            misses.append(Miss(_stage(changed), forgot))
    side = duel.table.names[1]
    stage = _stage(play)
    why = play.said(*(f"TW-DUEL-3 {each}" for each in ENDS)) if stage in ("take", "over") else []
    why += play.said("TW-TURN-2") if stage == "draw" else []
    why += play.said("TW-DUEL-2 battle")[battle + 1 :]
    cut = play.place("roll", 2 * battle)
    return ask(
        play,
        cut,
        texts=SAY(f"next.{('first', 'second', 'third')[battle]}", **_battle_facts(duel, play, battle)),
        choices=choices(
            stage,
            [*misses, *(Miss(each) for each in ("battle", "draw", "take", "over"))],
            lambda found: SAY(f"next.{found}", side=side),
        ),
        why=[*why, *play.said(*DECIDED, since=cut)],
    )


def _stage(play: Play) -> str:
    """What a duel has come to: the next battle, drawing for a spell, the object, or the next turn."""
    question = play.game.question
    if question is None or not play.game.table.duelling:
        return "take" if question is not None and question.kind == "take_object" else "over"
    return "draw" if question.kind == "draw" else "battle"


def take(rng: random.Random) -> Item | None:
    """Which of these may you take?"""
    duel = deal_duel(rng)
    if duel is None or not duel.mine:
        return None
    free = [name for name in OBJECTS if name not in _lying(duel.table)]
    rng.shuffle(free)
    target = duel.table.holdings[1].objects
    owned = (*target, *free[: 3 - len(target)])
    free = [name for name in free if name not in owned]
    table = duel.table.but(1, objects=owned, aside=free[: rng.choice((0, 1, 1))])
    play = carry_out(table, *duel.plan, until="take_object")
    question = play.game.question if play else None
    if play is None or not isinstance(question, TakeObject):
        return None
    assert table.position is not None
    strange = [*table.position.display, *table.holdings[0].objects]
    strange += [name for holding in table.holdings[2:] for name in holding.objects]
    found = [(name, question.refusal(name)) for name in rng.sample(strange, len(strange))]
    right = (*table.holdings[1].aside, rng.choice(owned))[0]
    done = carry_out(table, *duel.plan, f"p1: take {right}")
    wrong = [(name, no) for name, no in found if no is not None][: MOST - 1]
    if len(wrong) < 2 or done is None:
        return None
    options = [Choice(right, SAY("take.object", object=right), right=True)]
    options += [Choice(name, SAY("take.object", object=name), forgot=no.rule) for name, no in wrong]
    why: list[Ruling | Refusal] = [*done.said("TW-DUEL-3 taken", "TW-DUEL-3 won"), *(no for _, no in wrong)]
    facts = {"you": Said(you(table)), "side": table.names[1]}
    return ask(done, done.place("take_object"), texts=SAY("take.ask", **facts), choices=options, why=why)


def _lying(table: Tabletop) -> list[str]:
    """Every object that can be seen."""
    assert table.position is not None
    return [
        *table.position.display,
        *(name for each in table.holdings for name in (*each.objects, *each.aside)),
    ]


KINDS: dict[str, dict[str, Maker]] = {
    "duels": {"may": may, "end": end, "count": keen(count), "next": keen(following), "take": take}
}
"""The questions of this module, by topic and kind."""
