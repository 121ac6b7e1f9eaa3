"""Duels: who may be challenged, how a duel ends, what it pays, and which object changes hands."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import prefer_known_mistakes, require, with_aims
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import MAX_OPTIONS, Mistake, choices, refused_option
from twingkit.twing.quiz.games.offers import may_do_action
from twingkit.twing.quiz.games.plans import Forgotten, Play, Tabletop, lay_lines, play_plan
from twingkit.twing.quiz.games.telling import dice_texts
from twingkit.twing.quiz.phrases import Phrases, TextFact, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.duel import BATTLES_PER_DUEL, TakeObject
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES

SAY = Phrases("duels")

ENDS = ("won", "lost", "undecided")
"""The ends of a duel, as the challenger sees them (TW-DUEL-3)."""

ENDED = tuple(f"TW-DUEL-3 {end}" for end in ENDS)
"""The cases of the rulings that end a duel."""

TURNS = ("first", "second", "third")

OTHER_RULES = ("TW-DUEL-2/ornicles", "TW-DUEL-2/decided", "TW-DUEL-3/stake", "TW-BAT-17/ties")
"""Other interpretations of rules that change what a duel pays."""


@attrs.frozen
class Duel:
    """A duel between the learner and the next seat, with both players' lay and face for each battle."""

    table: Tabletop
    mine: bool
    lays: tuple[str, ...]
    answers: tuple[str, ...]
    faces: tuple[int, ...]
    others: tuple[int, ...]

    @property
    def plan(self) -> list[str]:
        """Return the answers of both players."""
        lines = [f"p{1 if self.mine else 2}: duel p{2 if self.mine else 1}"]
        for lay, answer, face, other in zip(self.lays, self.answers, self.faces, self.others, strict=True):
            lines += [*lay_lines(0, lay, face), *lay_lines(1, answer, other)]
        return lines

    def play(self, until: str = "") -> Play | None:
        """Play the duel, up to a kind of question if given."""
        return play_plan(self.table, *self.plan, until=until)

    def first(self, battles: int) -> Duel:
        """Return the duel with only its first battles."""
        rows = {name: getattr(self, name)[:battles] for name in ("lays", "answers", "faces", "others")}
        return attrs.evolve(self, **rows)

    @property
    def role(self) -> str:
        """Return the learner's role: `mine` for the challenger, else `theirs`."""
        return "mine" if self.mine else "theirs"

    @property
    def side(self) -> str:
        """Return the name of the other player."""
        return self.table.names[1]


def deal_duel(rng: random.Random, shields: float = 0.0, spare: int = 1) -> Duel | None:
    """Deal a duel with random cards and faces. `spare` is the number of spells that both keep, `shields` how
    often the challenged player lays a shield.
    """
    supply = Supply(rng)
    mine = rng.random() < 0.6
    hands = [_hand(rng, supply, BATTLES_PER_DUEL + spare) for _ in range(2)]
    walls = supply.creatures(BATTLES_PER_DUEL, rng.choice(ALL_ELEMENTS), least=2)
    holdings = []
    for seat in range(2):
        challenged = seat == int(mine)
        holdings.append(
            Holding(
                hand=hands[seat],
                entourage=walls if challenged else supply.creatures(rng.randint(0, 2)),
                objects=supply.objects(rng.randint(1, 2) if challenged else rng.randint(0, 1), PLAIN),
                ornicles=rng.randint(1, 5),
            )
        )
    if rng.random() < 0.4:
        holdings.append(Holding(hand=supply.spells(2, rng.choice(ALL_ELEMENTS)), ornicles=rng.randint(0, 3)))
    table = Tabletop.deal(rng, holdings, to_move=int(not mine), display=supply.objects(2))
    lays = [_lays(rng, hands[index], walls if index == int(mine) else [], shields) for index in range(2)]
    faces = [tuple(rng.choice(USUAL) for _ in range(BATTLES_PER_DUEL)) for _ in range(2)]
    return Duel(table, mine, lays[0], lays[1], faces[0], faces[1]) if len(walls) == BATTLES_PER_DUEL else None


PLAIN = ("boots", "puppet", "cup", "socks", "teddy", "panties", "bra")
"""The objects that give no player a re-roll."""

USUAL = (*range(-4, 5), *range(-2, 3))
"""Faces of the die, small numbers more often, so that battles are close."""


def _hand(rng: random.Random, supply: Supply, count: int) -> list[Spell]:
    """Return spells of two elements, at least two of each."""
    return supply.spells(count, "".join(rng.sample(ALL_ELEMENTS, 2)), least=1, most=5)


def _lays(
    rng: random.Random, hand: Sequence[Spell], wall: Sequence[Creature], shields: float
) -> tuple[str, ...]:
    spells = rng.sample(hand, BATTLES_PER_DUEL)
    creatures = list(wall)
    return tuple(
        f"shield {creatures.pop().token}" if creatures and rng.random() < shields else spell.token
        for spell in spells
    )


# -- values read from a duel that was played


def _results(play: Play) -> list[int | None]:
    """Return the winner of each battle: 1 for the learner, 0 for the other player, None for a tie."""
    battles = [note for note in play.game.table.notes() if note[0] == "battle"]
    return [None if note[5].winner is None else int(note[3 + note[5].winner] == 0) for note in battles]


def _end(play: Play) -> str:
    """Return how the duel ended, one of `ENDS`; "" while it goes on."""
    endings = [ruling.case for ruling in play.cited_rulings("TW-DUEL-3") if ruling.case in ENDS]
    return endings[0] if endings else ""


def _score_text(duel: Duel, play: Play, battle: int) -> Texts:
    """Return the text about the battles before this one (counted from 0), and about its cards and dice."""
    notes = [note for note in play.game.table.notes() if note[0] == "battle"]
    powers = [side[0].power for side in notes[battle][7:9]]
    mine, theirs = powers if duel.mine else powers[::-1]
    before = _results(play)[:battle]
    counts = {"n": before.count(1), "m": before.count(0), "limit": before.count(None)}
    return join_texts(
        SAY(f"fight.{duel.role}", side=duel.side),
        *([SAY("fight.so_far", **counts)] if battle else []),
        SAY(f"battle.{TURNS[battle]}", n=mine, m=theirs, side=duel.side),
        dice_texts(play, play.place_of("roll", 2 * battle)),
    )


# -- the questions


def may_challenge(rng: random.Random) -> Item | None:
    """Make the question “May you challenge this player?”"""

    def table() -> Tabletop:
        supply = Supply(rng)
        holdings = []
        for number in range(rng.choice((3, 3, 4))):
            owned = supply.objects(rng.choice((0, 0, 1, 2)) if number else rng.choice((0, 1)))
            poor = rng.choice((0, 1, 1, 2, 3)) if not number else rng.randint(0, 4)
            hand = supply.spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS))
            entourage = supply.creatures(rng.randint(0, 2))
            holdings.append(Holding(hand=hand, entourage=entourage, objects=owned, ornicles=poor))
        return Tabletop.deal(rng, holdings, display=supply.objects(2))

    return may_do_action(rng, table, ("duel",))


@with_aims(ENDS)
def end(rng: random.Random, target: str) -> Item | None:
    """Make the question “How does the duel end?”"""
    duel = deal_duel(rng)
    play = duel.play() if duel else None
    if duel is None or play is None or _end(play) != target:
        return None
    forgotten = [*_by_other_rules(play, OTHER_RULES[2:]), *play.without_own_element(0, 1)]
    mistakes = [*wrong_values(_end, forgotten), *map(Mistake, ENDS)]
    cut = play.place_of("roll", 2 * (BATTLES_PER_DUEL - 1))
    texts = join_texts(_score_text(duel, play, BATTLES_PER_DUEL - 1), SAY("end.ask"))
    options = choices(target, mistakes, lambda end: SAY(f"end.{duel.role}_{end}", side=duel.side))
    return play.make_item(
        cut, texts, options, [*play.cited_rulings(*ENDED), *play.cited_rulings(*DECIDING_RULES, since=cut)]
    )


def _by_other_rules(play: Play, readings: Sequence[str]) -> list[Forgotten]:
    """Play the duel to its end under other interpretations of the rules."""
    return [(other, rule) for other, rule in play.without_rules(*readings) if other and _end(other)]


def count(rng: random.Random) -> Item | None:
    """Make the question “How many Ornicles do you have at the end?”"""
    duel = deal_duel(rng, shields=rng.choice((0.0, 0.4)))
    play = duel.play() if duel else None
    if duel is None or play is None or not _end(play):
        return None
    texts = [TextFact(_winner_text(duel, index, won)) for index, won in enumerate(_results(play))]
    battles = SAY("count.battles", **dict(zip(("one", "two", "three"), texts, strict=True)))
    fight = join_texts(SAY(f"fight.{duel.role}", side=duel.side), battles, SAY("count.ask"))
    options = play.count_options(rng, _by_other_rules(play, OTHER_RULES))
    why = play.cited_rulings(*ENDED, "TW-DUEL-1 stake", "TW-BAT-18 won", "TW-BAT-18 shield")
    return play.make_item(0, fight, options, why, ["TW-DUEL-2"])


def _winner_text(duel: Duel, battle: int, won: int | None) -> Texts:
    """Return the sentence about the winner of a battle (counted from 0)."""
    if won is None:
        return SAY("count.tie")
    lay = duel.lays[battle] if won else duel.answers[battle]
    case = f"{'you' if won else 'other'}{'_shield' if lay.startswith('shield') else ''}"
    return SAY(f"count.{case}", side=duel.side)


def following(rng: random.Random) -> Item | None:
    """Make the question “What comes next?”"""
    battle = rng.choice((0, 1, 1, 1, 2, 2))
    dry = battle < BATTLES_PER_DUEL - 1 and rng.random() < 0.35
    table = deal_duel(rng)
    if table is None or not table.mine:
        return None
    duel = table.first(battle + 1)
    if dry:  # the hand holds only the spells to be laid, and a cat
        spells = [card for card in duel.table.holdings[0].spells if card.token in duel.lays]
        if len(spells) != battle + 1:
            return None
        duel = attrs.evolve(duel, table=duel.table.with_holding(0, hand=[*spells, "cat"]))
    play = duel.play(until="take_object")
    if play is None or len(_results(play)) != battle + 1 or play.game.question is None:
        return None
    if battle == 1 and not dry and len(set(_results(play))) > 1 and rng.random() < 0.6:
        return None  # more often ask when it is already decided
    forgotten = play.without_rules("TW-DUEL-2/decided", "TW-TURN-2")
    stage, cut = _stage(play), play.place_of("roll", 2 * battle)
    why = play.cited_rulings(*ENDED) if stage in ("take", "over") else []
    why += play.cited_rulings("TW-TURN-2") if stage == "draw" else []
    why += [
        *play.cited_rulings("TW-DUEL-2 battle")[battle + 1 :],
        *play.cited_rulings(*DECIDING_RULES, since=cut),
    ]
    mistakes = [*wrong_values(_stage, forgotten), *map(Mistake, ("battle", "draw", "take", "over"))]
    options = choices(stage, mistakes, lambda answer: SAY(f"next.{answer}", side=duel.side))
    return play.make_item(cut, join_texts(_score_text(duel, play, battle), SAY("next.ask")), options, why)


def _stage(play: Play) -> str:
    """Return the next step of a duel: a battle, drawing for a spell, the object, or the next turn."""
    question = play.game.question
    if question is None or not play.game.table.duelling:
        return "take" if question is not None and question.kind == "take_object" else "over"
    return "draw" if question.kind == "draw" else "battle"


def take(rng: random.Random) -> Item | None:
    """Make the question “Which of these may you take?”"""
    duel = deal_duel(rng)
    if duel is None or not duel.mine:
        return None
    free = [name for name in OBJECTS if name not in duel.table.visible_objects]
    rng.shuffle(free)
    target = duel.table.holdings[1].objects
    owned = (*target, *free[: 3 - len(target)])
    free = [name for name in free if name not in owned]
    table = duel.table.with_holding(1, objects=owned, aside=free[: rng.choice((0, 1, 1))])
    play = play_plan(table, *duel.plan, until="take_object")
    question = play.game.question if play else None
    if play is None or not isinstance(question, TakeObject):
        return None
    others = [name for holding in table.holdings[2:] for name in holding.objects]
    strange = [*table.display, *table.holdings[0].objects, *others]
    barred = [
        (name, refusal) for name in rng.sample(strange, len(strange)) if (refusal := question.refusal(name))
    ]
    right = (*table.holdings[1].aside, rng.choice(owned))[0]
    after = require(play_plan(table, *duel.plan, f"p1: take {right}"))
    options = choices(
        right, [refused_option(name, refusal, alone=False) for name, refusal in barred[: MAX_OPTIONS - 1]]
    )
    why = after.cited_rulings("TW-DUEL-3 taken", "TW-DUEL-3 won")
    return after.make_item("take_object", SAY("take.ask", side=table.names[1]), options, why)


KINDS = {
    "duels": {
        "may": may_challenge,
        "end": end,
        "count": prefer_known_mistakes(count),
        "next": prefer_known_mistakes(following),
        "take": take,
    }
}
"""The makers of this topic, by kind."""
