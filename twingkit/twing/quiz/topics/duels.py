"""Questions about duels: legal challenges, the end of a duel, Ornicles, and the object that changes hands."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz import makers
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.options import MAX_OPTIONS, Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting, pending
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.games.game_wording import dice_texts
from twingkit.twing.quiz.games.offers import may_do_action_item
from twingkit.twing.quiz.games.plans import Forgotten, PlayedTable, QuizTable, lay_plan_lines, play_plan
from twingkit.twing.quiz.options import answer_options, refused_option
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.draws import NextPlayingCardDraw
from twingkit.twing.rules.duel import BATTLES_PER_DUEL, TakeObject
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.outcome import DECIDING_RULES

PHRASES = Phrases("duels")

_DUEL_ENDS = ("won", "lost", "undecided")
"""The ends of a duel from the view of the challenger (TW-DUEL-3)."""

_DUEL_END_CASES = tuple(f"TW-DUEL-3 {end}" for end in _DUEL_ENDS)

_ORDINALS = ("first", "second", "third")

_OTHER_INTERPRETATIONS = ("TW-DUEL-2/ornicles", "TW-DUEL-2/decided", "TW-DUEL-3/stake", "TW-BAT-17/ties")
"""Other interpretations of rules that change the gains of a duel."""


@attrs.frozen
class DuelScene:
    """A duel between the learner and the next seat, with both players' lays and faces for each battle."""

    table: QuizTable
    is_challenger: bool
    learner_lays: tuple[str, ...]
    opponent_lays: tuple[str, ...]
    learner_faces: tuple[int, ...]
    opponent_faces: tuple[int, ...]

    @property
    def plan(self) -> list[str]:
        """The planned answers of both players."""
        lines = [f"p{1 if self.is_challenger else 2}: duel p{2 if self.is_challenger else 1}"]
        for lay, answer, face, other in zip(
            self.learner_lays, self.opponent_lays, self.learner_faces, self.opponent_faces, strict=True
        ):
            lines += [*lay_plan_lines(0, lay, face), *lay_plan_lines(1, answer, other)]
        return lines

    def play_duel(self, until: str = "") -> PlayedTable | None:
        """Play the duel to its end, or up to the question kind `until`; None if that is impossible."""
        return play_plan(self.table, *self.plan, stop_kind=until)

    def with_first_battles(self, battle_count: int) -> DuelScene:
        """Return the duel with only its first battles."""
        return attrs.evolve(
            self,
            learner_lays=self.learner_lays[:battle_count],
            opponent_lays=self.opponent_lays[:battle_count],
            learner_faces=self.learner_faces[:battle_count],
            opponent_faces=self.opponent_faces[:battle_count],
        )

    @property
    def learner_phrase_key(self) -> str:
        """The learner's role: `mine` as the challenger, else `theirs`."""
        return "mine" if self.is_challenger else "theirs"

    @property
    def opponent_name_key(self) -> str:
        """The key of the name of the opponent's character."""
        return self.table.character_name_keys[1]


def _deal_duel_scene(rng: random.Random, shields: float = 0.0) -> DuelScene:
    """Deal a duel with random cards and faces; raise `NoQuestion` if there are too few creatures.

    Both players keep a spell; `shields` is the probability that the challenged player lays a shield.
    """
    supply = CardSupply(rng)
    mine = rng.random() < 0.6
    hands = [_hand(rng, supply, BATTLES_PER_DUEL + 1) for _ in range(2)]
    walls = supply.take_creatures(BATTLES_PER_DUEL, rng.choice(ALL_ELEMENTS), min_power=2)
    holdings = []
    for seat in range(2):
        challenged = seat == int(mine)
        holdings.append(
            Holding(
                hand=hands[seat],
                entourage=walls if challenged else supply.take_creatures(rng.randint(0, 2)),
                objects=supply.take_objects(
                    rng.randint(1, 2) if challenged else rng.randint(0, 1), _OBJECTS_WITHOUT_REROLL
                ),
                ornicles=rng.randint(1, 5),
            )
        )
    if rng.random() < 0.4:
        holdings.append(
            Holding(hand=supply.take_spells(2, rng.choice(ALL_ELEMENTS)), ornicles=rng.randint(0, 3))
        )
    table = QuizTable.deal(rng, holdings, to_move=int(not mine), display=supply.take_objects(2))
    lays = [_lays(rng, hands[index], walls if index == int(mine) else [], shields) for index in range(2)]
    faces = [tuple(rng.choice(CLOSE_FACES) for _ in range(BATTLES_PER_DUEL)) for _ in range(2)]
    makers.require(len(walls) >= BATTLES_PER_DUEL)
    return DuelScene(table, mine, lays[0], lays[1], faces[0], faces[1])


_OBJECTS_WITHOUT_REROLL = ("boots", "puppet", "cup", "socks", "teddy", "panties", "bra")

CLOSE_FACES = (*range(-4, 5), *range(-2, 3))
"""Faces of the die, weighted towards small numbers so that battles are close."""


def _hand(rng: random.Random, supply: CardSupply, count: int) -> list[Spell]:
    return supply.take_spells(count, "".join(rng.sample(ALL_ELEMENTS, 2)), min_power=1, max_power=5)


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


def _results(play: PlayedTable) -> list[int | None]:
    battles = [note for note in play.game.table.stats_entries() if note[0] == "battle"]
    return [None if note[5].winner is None else int(note[3 + note[5].winner] == 0) for note in battles]


def _end(play: PlayedTable) -> str:
    """Return how the duel ended, one of `_DUEL_ENDS`; "" while it goes on."""
    endings = [ruling.case for ruling in play.cited_rulings("TW-DUEL-3") if ruling.case in _DUEL_ENDS]
    return endings[0] if endings else ""


def _score_text(duel: DuelScene, play: PlayedTable, battle: int) -> TextByLanguage:
    """Return the text about the battles before this one (counted from 0), and about its cards and dice."""
    notes = [note for note in play.game.table.stats_entries() if note[0] == "battle"]
    powers = [side[0].power for side in notes[battle][7:9]]
    mine, theirs = powers if duel.is_challenger else powers[::-1]
    before = _results(play)[:battle]
    counts = {"n": before.count(1), "m": before.count(0), "limit": before.count(None)}
    return join_texts(
        PHRASES(f"fight.{duel.learner_phrase_key}", side=duel.opponent_name_key),
        *([PHRASES("fight.so_far", **counts)] if battle else []),
        PHRASES(f"battle.{_ORDINALS[battle]}", n=mine, m=theirs, side=duel.opponent_name_key),
        dice_texts(play, play.answer_index("roll", 2 * battle)),
    )


# -- the questions


@makers.question_kind("may")
def _may_challenge_item(rng: random.Random) -> QuizItem | None:
    def table() -> QuizTable:
        supply = CardSupply(rng)
        holdings = []
        for number in range(rng.choice((3, 3, 4))):
            owned = supply.take_objects(rng.choice((0, 0, 1, 2)) if number else rng.choice((0, 1)))
            poor = rng.choice((0, 1, 1, 2, 3)) if not number else rng.randint(0, 4)
            hand = supply.take_spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS))
            entourage = supply.take_creatures(rng.randint(0, 2))
            holdings.append(Holding(hand=hand, entourage=entourage, objects=owned, ornicles=poor))
        return QuizTable.deal(rng, holdings, display=supply.take_objects(2))

    return may_do_action_item(rng, table, ("duel",))


@makers.question_kind("end")
@makers.draw_arguments_once(_DUEL_ENDS)
def duel_end_item(rng: random.Random, wanted_answer: str) -> QuizItem | None:
    """Make the question “How does the duel end?”"""
    duel = _deal_duel_scene(rng)
    play = makers.require_value(duel.play_duel())
    makers.require(_end(play) == wanted_answer)
    forgotten = [
        *_play_by_other_rules(play, _OTHER_INTERPRETATIONS[2:]),
        *play.plays_without_own_element(0, 1),
    ]
    mistakes = [*mistakes_by_forgetting(_end, forgotten), *map(Mistake, _DUEL_ENDS)]
    cut = play.answer_index("roll", 2 * (BATTLES_PER_DUEL - 1))
    texts = join_texts(_score_text(duel, play, BATTLES_PER_DUEL - 1), PHRASES("end.ask"))
    options = answer_options(
        wanted_answer,
        mistakes,
        lambda end: PHRASES(f"end.{duel.learner_phrase_key}_{end}", side=duel.opponent_name_key),
    )
    return play.make_item(
        cut,
        texts,
        options,
        [*play.cited_rulings(*_DUEL_END_CASES), *play.cited_rulings(*DECIDING_RULES, answer_count=cut)],
    )


def _play_by_other_rules(play: PlayedTable, readings: Sequence[str]) -> list[Forgotten]:
    """Return the plays of the whole duel under other interpretations of the rules, each with its
    interpretation.
    """
    return [(other, rule) for other, rule in play.plays_without_rules(*readings) if other and _end(other)]


@makers.question_kind("count")
@makers.prefer_forgotten_rule_options()
def ornicle_count_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “How many Ornicles do you have at the end of the duel?”"""
    duel = _deal_duel_scene(rng, shields=rng.choice((0.0, 0.4)))
    play = makers.require_value(duel.play_duel())
    makers.require(_end(play))
    texts = [_winner_text(duel, index, won) for index, won in enumerate(_results(play))]
    battles = PHRASES("count.battles", **dict(zip(("one", "two", "three"), texts, strict=True)))
    fight = join_texts(
        PHRASES(f"fight.{duel.learner_phrase_key}", side=duel.opponent_name_key),
        battles,
        PHRASES("count.ask"),
    )
    options = play.final_count_options(rng, _play_by_other_rules(play, _OTHER_INTERPRETATIONS))
    why = play.cited_rulings(*_DUEL_END_CASES, "TW-DUEL-1 stake", "TW-BAT-18 won", "TW-BAT-18 shield")
    return play.make_item(0, fight, options, play.with_count(why, 0), ["TW-DUEL-2"])


def _winner_text(duel: DuelScene, battle: int, won: int | None) -> TextByLanguage:
    if won is None:
        return PHRASES("count.tie")
    lay = duel.learner_lays[battle] if won else duel.opponent_lays[battle]
    case = f"{'you' if won else 'other'}{'_shield' if lay.startswith('shield') else ''}"
    return PHRASES(f"count.{case}", side=duel.opponent_name_key)


@makers.question_kind("next")
@makers.prefer_forgotten_rule_options()
def _next_step_item(rng: random.Random) -> QuizItem | None:
    battle = rng.choice((0, 1, 1, 1, 2, 2))
    dry = battle < BATTLES_PER_DUEL - 1 and rng.random() < 0.35
    table = _deal_duel_scene(rng)
    makers.require(table.is_challenger)
    duel = table.with_first_battles(battle + 1)
    if dry:  # the hand holds only the spells to be laid, and a cat
        spells = [card for card in duel.table.holdings[0].spells if card.token in duel.learner_lays]
        makers.require(len(spells) == battle + 1)
        duel = attrs.evolve(duel, table=duel.table.with_holding(0, hand=[*spells, "cat"]))
    play = makers.require_value(duel.play_duel(until="take_object"))
    makers.require(len(_results(play)) == battle + 1 and play.game.question is not None)
    if battle == 1 and not dry and len(set(_results(play))) > 1 and rng.random() < 0.6:
        return None  # more often ask when it is already decided
    forgotten = play.plays_without_rules("TW-DUEL-2/decided", "TW-TURN-2")
    stage, cut = _stage(play), play.answer_index("roll", 2 * battle)
    why = play.cited_rulings(*_DUEL_END_CASES) if stage in ("take", "over") else []
    why += play.cited_rulings("TW-TURN-2") if stage == "draw" else []
    why += [
        *play.cited_rulings("TW-DUEL-2 battle")[battle + 1 :],
        *play.cited_rulings(*DECIDING_RULES, answer_count=cut),
    ]
    mistakes = [*mistakes_by_forgetting(_stage, forgotten), *map(Mistake, ("battle", "draw", "take", "over"))]
    options = answer_options(
        stage, mistakes, lambda answer: PHRASES(f"next.{answer}", side=duel.opponent_name_key)
    )
    return play.make_item(cut, join_texts(_score_text(duel, play, battle), PHRASES("next.ask")), options, why)


def _stage(play: PlayedTable) -> str:
    """Return the next stage of a duel: a battle, drawing for a spell, the object, or the next turn."""
    game = play.game
    if game.over or not game.table.is_duel:
        return "take" if pending(game, TakeObject) else "over"
    return "draw" if pending(game, NextPlayingCardDraw) else "battle"


@makers.question_kind("take", _deal_duel_scene)
def _takeable_object_item(rng: random.Random, duel: DuelScene) -> QuizItem | None:
    makers.require(duel.is_challenger)
    free = [name for name in OBJECTS if name not in duel.table.visible_objects]
    rng.shuffle(free)
    target = duel.table.holdings[1].objects
    owned = (*target, *free[: 3 - len(target)])
    free = [name for name in free if name not in owned]
    table = duel.table.with_holding(1, objects=owned, aside=free[: rng.choice((0, 1, 1))])
    play = makers.require_value(play_plan(table, *duel.plan, stop_kind="take_object"))
    question = makers.require_value(pending(play.game, TakeObject))
    others = [name for holding in table.holdings[2:] for name in holding.objects]
    strange = [*table.display, *table.holdings[0].objects, *others]
    barred = [
        (name, refusal) for name in rng.sample(strange, len(strange)) if (refusal := question.refusal(name))
    ]
    right = (*table.holdings[1].aside, rng.choice(owned))[0]
    after = makers.require_value(play_plan(table, *duel.plan, f"p1: take {right}"))
    options = answer_options(
        right,
        [refused_option(name, refusal, is_only_refusal=False) for name, refusal in barred[: MAX_OPTIONS - 1]],
    )
    why = after.cited_rulings("TW-DUEL-3 taken", "TW-DUEL-3 won")
    return after.make_item(
        "take_object", PHRASES("take.ask", side=table.character_name_keys[1]), options, why
    )
