"""Questions about the end of a battle: the winner, dice, winning rolls and responses, losses and gains.

Each takes the battle as the engine played it, reads the answer from it, and adds the results of mistakes
as wrong options. A function returns None if the battle makes no good question of its kind.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.rulebook import READER_KEY, Ruling
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.item import AnswerOption, QuizItem, QuizReason, Reason, Texts
from twingkit.learn.quiz.makers import require, require_value
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import events_of
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.battles.battle_wording import (
    PHRASES,
    card_point_rulings,
    card_points,
    cards_notation,
    creature_fate,
    die_value,
    die_value_ruling,
    final_discard_pile_size,
    final_points,
    learner_role_texts,
    opponent_role,
    ornicle_receiver_key,
    question_text,
    relevant_rulings,
    winner_key,
)
from twingkit.twing.quiz.battles.mistakes import (
    Value,
    battle_lost_by_seat,
    mistaken_battles,
    mistakes_that_give,
    wrong_values,
    wrong_values_after_battle,
)
from twingkit.twing.quiz.battles.staging import NUMBER_FACES, PlannedBattle, PlayedBattle, other_element
from twingkit.twing.quiz.explanations import SentenceFact, explanation_ruling
from twingkit.twing.quiz.options import answer_options, number_options, with_explanation
from twingkit.twing.quiz.phrases import COMMON_PHRASES, fact_texts
from twingkit.twing.rules.cards import CROSS, FACT_BY_FACE, SPIRAL, SUN, Creature, Spell, Unit, face_text
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.typed_rulings import CreatureTrapped

_ON_DICE = ("TW-BAT-9", "TW-BAT-11", "TW-BAT-12", "TW-BAT-14", "TW-BAT-15", "TW-POW-panties", "TW-POW-bra")
"""The rules about the face and the value of a die."""


_ON_POINTS = ("TW-BAT-3", "TW-BAT-5", "TW-BAT-13", "TW-BAT-15")
"""The rules that matter for the winner only if the points decide."""


def battle_item(
    played: PlayedBattle,
    seat: int,
    text: Texts,
    choices: Sequence[AnswerOption],
    why: Iterable[Reason],
    cards: str = "",
) -> QuizItem | None:
    """Make a quiz question about a played battle, asked before the first response or, without responses, at
    its end; None without options or reasons.
    """
    return played.make_item(
        played.first_response_index, question_text(played, seat, text), choices, why, seat=seat, cards=cards
    )


def _winner_options(
    keys: Sequence[str], seat: int, right: str, mistakes: Mapping[str, str]
) -> tuple[AnswerOption, ...]:
    """Return options for a winner or Ornicle receiver: `you`, `other`, `tie`, `nobody`, `both`."""
    return answer_options(
        right, [*Mistake.from_forgotten(mistakes), *map(Mistake, keys)], partial(_player_texts, seat)
    )


def _player_texts(seat: int, key: str) -> Texts:
    if key == "other":
        return fact_texts(opponent_role(seat))
    return COMMON_PHRASES(f"player.{key}") if key in ("you", "nobody") else PHRASES(f"answer.{key}")


# -- how a battle ends


def winner_item(
    played: PlayedBattle, seat: int, known_rules: Collection[str], needs_mistake: bool = True
) -> QuizItem | None:
    """Make the quiz question “Who wins?” about a battle whose rolls and responses are known.

    With `needs_mistake`, return None unless a forgotten rule would lead to another result.
    """
    mistakes = wrong_values(played, known_rules, lambda changed: winner_key(changed, seat))
    if needs_mistake and not mistakes:
        return None
    options = _winner_options(("you", "other", "tie"), seat, winner_key(played, seat), mistakes)
    return battle_item(played, seat, PHRASES("ask.winner"), options, _ending(played))


def _ending(played: PlayedBattle, seat: int | None = None) -> list[Reason]:
    """Return the rulings that explain how a battle ended, the deciding one first; those about points only if
    points decided.
    """
    rulings = relevant_rulings(played, seat)
    if played.result.points is None:
        rulings = [ruling for ruling in rulings if ruling.rule not in _ON_POINTS]
    return [played.deciding_ruling, *rulings]


def verdict_item(played: PlayedBattle, seat: int, known_rules: Collection[str]) -> QuizItem | None:
    """Make the quiz question “How does the battle end?”, whose options are rulings that decide it.

    The options are the engine's rulings, for this battle and for mistaken ones.
    """
    ends: dict[str, Ruling] = {"right": played.deciding_ruling}
    mistakes: list[Mistake] = []
    for changed, rule in mistaken_battles(played, known_rules):
        if not _same_end(played.result, changed.result):
            ends[f"miss{len(mistakes)}"] = changed.deciding_ruling
            mistakes.append(Mistake(f"miss{len(mistakes)}", rule))
    you = {ROLES[seat]: READER_KEY}
    options = answer_options(
        "right", mistakes, lambda key: {lang: ends[key].for_reader(you).text(lang) for lang in LANGUAGES}
    )
    return battle_item(played, seat, PHRASES("ask.verdict"), options, _ending(played))


def _same_end(first: BattleResult, second: BattleResult) -> bool:
    """Return whether both results are a critical win of the same side (Sun against Cross has two names)."""
    return first.decided_by == second.decided_by == "critical" and first.winner == second.winner


def final_points_item(
    played: PlayedBattle, seat: int, side_index: int, known_rules: Collection[str], rng: random.Random
) -> QuizItem | None:
    """Make the question “How many points does a side have in the end?”

    Raise `NoQuestion` unless the points decide.
    """
    right = require_value(final_points(played, side_index))
    mistakes = wrong_values(played, known_rules, lambda changed: final_points(changed, side_index))
    options = number_options(rng, right, Mistake.from_forgotten(mistakes), minimum=-9)
    text = PHRASES("ask.points" if side_index == seat else "ask.points_other", other=ROLES[side_index])
    return battle_item(played, seat, text, options, _ending(played, side_index))


# -- what a die counts


def die_value_item(
    played: PlayedBattle, seat: int, side_index: int, known_rules: Collection[str]
) -> QuizItem | None:
    """Make the question “What does a side's die count?” No question if the side did not roll."""
    ruling = require_value(die_value_ruling(played, side_index))
    right = require_value(die_value(played, side_index))
    mistakes = wrong_values(
        played, [*filter(known_rules.__contains__, _ON_DICE)], lambda changed: die_value(changed, side_index)
    )
    rolled = played.staged.faces[side_index]
    near = (*rolled, 0, *(-face for face in rolled if face != SPIRAL), 2, -2, 3, -3)
    wrong = [*Mistake.from_forgotten(mistakes), *(Mistake(face) for face in near if face != SPIRAL)]
    text = PHRASES("ask.worth" if side_index == seat else "ask.worth_other", other=ROLES[side_index])
    why = [
        ruling,
        *(note for note in relevant_rulings(played) if note is not ruling and _affects_die(note, side_index)),
    ]
    options = answer_options(right, wrong, _die_value_texts, key=face_text)
    return battle_item(played, seat, text, options, why)


def _die_value_texts(face: int) -> Texts:
    symbol = {SUN: "sun", CROSS: "cross"}.get(face)
    return PHRASES(f"answer.worth_{symbol}") if symbol else _face_texts(face)


def _face_texts(face: int) -> Texts:
    return fact_texts(FACT_BY_FACE[face])


def _affects_die(ruling: Ruling, side_index: int) -> bool:
    if ruling.rule not in _ON_DICE:
        return False
    turned = ruling.rule in ("TW-BAT-9", "TW-BAT-12")
    return bool(ruling.facts.get("enemy" if turned else "side") == ROLES[side_index])


# -- which roll is needed


def tie_rolls_item(
    staged: PlannedBattle, seat: int, option_faces: Sequence[int], known_rules: Collection[str]
) -> QuizItem | None:
    """Make the quiz question “Which of these rolls gives a tie?”, asked after the other side has rolled.

    Raise `NoQuestion` unless exactly one roll ties.
    """
    outcomes = {face: _with_last_roll(staged, seat, face) for face in option_faces}
    right = [face for face, played in outcomes.items() if winner_key(played, seat) == "tie"]
    require(len(right) == 1)
    mistakes = mistakes_that_give(outcomes, known_rules, lambda changed: winner_key(changed, seat), "tie")
    options = answer_options(right[0], mistakes, _face_texts, key=face_text)
    return _before_roll_item(staged, outcomes[right[0]], seat, "level", options)


def lowest_winning_roll_item(
    staged: PlannedBattle, seat: int, known_rules: Collection[str], rng: random.Random
) -> QuizItem | None:
    """Make the question “Which is the lowest number with which the learner wins?” before the learner's last
    roll.

    Raise `NoQuestion` if every number wins, or none does.
    """
    right = require_value(_lowest_winning_roll(staged, seat))
    require(right != NUMBER_FACES[0])
    played = _with_last_roll(staged, seat, right)
    mistakes = wrong_values(played, known_rules, lambda changed: _lowest_winning_roll(changed.staged, seat))
    near = [face for step in (1, -1, 2, -2, 3, -3) if (face := right + step) in NUMBER_FACES]
    rng.shuffle(near)
    wrong = list(dict.fromkeys([right - 1, *mistakes, *near]))[:3]
    options = answer_options(
        right, [Mistake(face, mistakes.get(face, "")) for face in wrong], _face_texts, key=face_text
    )
    less = _deciding_sentence(_with_last_roll(staged, seat, right - 1))
    too_low = explanation_ruling("TW-BAT-17", "one_less", face=FACT_BY_FACE[right - 1], text=less)
    return _before_roll_item(staged, played, seat, "least", options, too_low)


def _lowest_winning_roll(staged: PlannedBattle, seat: int) -> int | None:
    return next(
        (face for face in NUMBER_FACES if winner_key(_with_last_roll(staged, seat, face), seat) == "you"),
        None,
    )


def _with_last_roll(staged: PlannedBattle, seat: int, face: int) -> PlayedBattle:
    played = staged.with_last_face(seat, face).play_out()
    assert played is not None
    return played


def _before_roll_item(
    staged: PlannedBattle,
    played: PlayedBattle,
    seat: int,
    ask: str,
    options: Sequence[AnswerOption],
    *more: Reason,
) -> QuizItem | None:
    """Make a question asked before the learner's last roll, or before the cat that leads to it."""
    again = bool(staged.plays)
    facts = {"other": opponent_role(seat), "face": FACT_BY_FACE[staged.faces[1 - seat][-1]]}
    texts = join_texts(
        learner_role_texts(seat), PHRASES(f"ask.{ask}_again" if again else f"ask.{ask}", **facts)
    )
    cut = played.first_response_index if again else played.answer_index("roll", player=seat)
    first, *others = _ending(played)
    return played.make_item(cut, texts, options, [first, *more, *others], seat=seat)


def _deciding_sentence(played: PlayedBattle) -> SentenceFact:
    ruling = played.reason_as_explanation(played.deciding_ruling)
    assert isinstance(ruling, Ruling)
    return SentenceFact(ruling)


def outcome_mistakes(battle_by_key: Mapping[Value, PlayedBattle]) -> list[Mistake]:
    """Return the keys of these battles as wrong answer options, each refuted by how its battle ends."""
    return [
        Mistake(
            key,
            reasons=(
                explanation_ruling(played.deciding_ruling.rule, "instead", text=_deciding_sentence(played)),
            ),
        )
        for key, played in battle_by_key.items()
    ]


# -- which response is needed


def winning_response_item(
    staged: PlannedBattle, seat: int, option_by_key: Mapping[str, tuple[str, Texts, str]], wanted_answer: str
) -> QuizItem | None:
    """Make the quiz question “Which of these responses wins the battle?” for the learner.

    `option_by_key` are the options: for each key the play ("" for none), its words and its cards. Return None
    unless exactly one response wins, and it is `wanted_answer`.
    """
    outcomes = {}
    for key in sorted(option_by_key, key=lambda answer: answer != wanted_answer):
        play = option_by_key[key][0]
        played = (staged.with_play(seat, play) if play else staged).play_out()
        if played is None or (winner_key(played, seat) == "you") is not (key == wanted_answer):
            return None
        outcomes[key] = played
    options = answer_options(
        wanted_answer,
        outcome_mistakes(outcomes),
        lambda key: option_by_key[key][1],
        cards=lambda key: option_by_key[key][2],
    )
    right, texts = (
        outcomes[wanted_answer],
        join_texts(learner_role_texts(seat), PHRASES("ask.best", other=opponent_role(seat))),
    )
    place = right.answer_index("respond", player=seat)
    return right.make_item(place, texts, options, _ending(right), seat=seat)


# -- the points on the cards


def points_on_cards_item(
    battle: Battle, seat: int, known_rules: Collection[str], rng: random.Random
) -> QuizItem | None:
    """Make the question “How many points lie on the learner's cards, before the dice?”"""
    played = require_value(PlannedBattle.with_one_roll_each(battle, 0, 0).play_out())
    mistakes = wrong_values(played, known_rules, lambda changed: card_points(changed, seat))
    lay, rulings = battle.sides[seat].lay, card_point_rulings(played, seat)
    if len(lay.spells) > 1 and len(lay.units) < 2:  # only the strongest spell counts
        alone = played.staged.with_lay(seat, Lay(lay.spells[:1], lay.units)).play_out()
        if alone is not None:
            mistakes.setdefault(
                card_points(alone, seat), "TW-BAT-17" if "TW-BAT-17" in known_rules else "TW-BAT-1"
            )
    options = number_options(rng, card_points(played, seat), Mistake.from_forgotten(mistakes), minimum=1)
    rides = played.find_rulings("TW-BAT-3 rides", seat)
    texts = join_texts(learner_role_texts(seat), PHRASES("ask.cards"))
    place = played.answer_index("attack") + 1 + seat
    return played.make_item(place, texts, options, [rulings[0], *rides, *rulings[1:]], seat=seat)


def card_points_after_trap_item(
    played: PlayedBattle, seat: int, known_rules: Collection[str], rng: random.Random
) -> QuizItem | None:
    """Make the question “How many points are left on the cards of a side after a trap?”

    Raise `NoQuestion` if no trap was played.
    """
    traps = played.find_rulings("TW-BAT-13 played")[::-1]
    require(traps)
    side_index = ROLES.index(events_of(traps, CreatureTrapped)[0].enemy)
    mistakes = wrong_values(played, known_rules, lambda changed: card_points(changed, side_index))
    options = number_options(
        rng, card_points(played, side_index), Mistake.from_forgotten(mistakes), minimum=1
    )
    rides = played.find_rulings("TW-BAT-3 rides", side_index)
    text = PHRASES("ask.left_yours" if side_index == seat else "ask.left", other=ROLES[side_index])
    return battle_item(played, seat, text, options, [*traps, *rides])


# -- after the battle: Ornicles, creatures and the discard pile


_FATES = ("TW-BAT-13", "TW-BAT-20", "TW-BAT-21")
"""The rules about the fate of a creature, put before the rules about the winner."""

_LOSSES = (("TW-BAT-19", "discarded"), ("TW-BAT-20", "lost"), ("TW-BAT-20", "shield_lost"))
_RETURNS = (("TW-BAT-20", "home"), ("TW-BAT-20", "tie"), ("TW-BAT-21", "home"))


def ornicle_winner_item(played: PlayedBattle, seat: int, known_rules: Collection[str]) -> QuizItem | None:
    """Make the question “Who takes an Ornicle?”"""
    mistakes = wrong_values(played, known_rules, lambda changed: ornicle_receiver_key(changed, seat))
    if played.find_rulings("TW-BAT-18 shield") and "TW-BAT-18" in known_rules:
        mistakes[winner_key(played, seat)] = "TW-BAT-18/shield"
    options = _winner_options(
        ("you", "other", "nobody", "both"), seat, ornicle_receiver_key(played, seat), mistakes
    )
    paid: list[Reason] = [*played.find_rulings("TW-BAT-18")]
    if not paid and played.result.winner is None:
        paid = [explanation_ruling("TW-BAT-18", "tie")]
    why = [*paid, *_ending(played)]
    return battle_item(played, seat, PHRASES("ask.ornicle"), options, why)


def creature_fate_item(
    played: PlayedBattle, seat: int, side_index: int, card: Creature, known_rules: Collection[str]
) -> QuizItem | None:
    """Make the question “What happens to a creature of a side?”

    The card must occur only once in the battle.
    """
    right = require_value(creature_fate(played, side_index, card))
    mistakes = wrong_values_after_battle(
        played, known_rules, lambda battle: creature_fate(battle, side_index, card)
    )
    for rule, changed, owner in _other_fates(played, side_index, card):
        ended = changed.play_out() if rule.partition("/")[0] in known_rules else None
        place = creature_fate(ended, owner, card) if ended is not None else None
        if place is not None and place != right and mistakes.get(place, "").partition("/")[0] not in _FATES:
            mistakes[place] = rule
    others = map(Mistake, ("home", "lost", "taken", "hand"))
    options = answer_options(
        right, [*_mistakes_after(mistakes), *others], lambda key: PHRASES(f"answer.fate_{key}")
    )
    trap = [
        ruling
        for ruling in relevant_rulings(played)
        if isinstance(ruling.event, CreatureTrapped) and ruling.event.card == card
    ]
    settled = [ruling for ruling in played.rulings() if card in ruling.facts.get("cards", ())]
    why: list[Reason] = [*trap, *settled] if trap else [*settled, *_ending(played)]
    if right == "lost" and not trap and "TW-BAT-21" in known_rules:
        case, own = (
            ("defended", "other_element")[side_index == 0],
            played.staged.battle.sides[side_index].character,
        )
        why.insert(1, explanation_ruling("TW-BAT-21", case, card=card, own=own))
    text = PHRASES("ask.fate" if side_index == seat else "ask.fate_other", card=card, other=ROLES[side_index])
    return battle_item(played, seat, text, options, why, cards=cards_notation(card))


def _mistakes_after(mistakes: Mapping[Value, str]) -> list[Mistake]:
    """Return wrong answers about what follows a battle, with explanations; most of them assume another
    winner.
    """
    explained = map(with_explanation, Mistake.from_forgotten(mistakes))
    return [
        attrs.evolve(mistake, reasons=tuple(map(_with_other_winner, mistake.reasons)))
        for mistake in explained
    ]


def _with_other_winner(reason: Reason) -> Reason:
    if reason.rule in ("TW-BAT-19", *_FATES) or not isinstance(reason, QuizReason):
        return reason
    return explanation_ruling(reason.rule, "other_winner", text=reason.texts)


def random_unique_creature(battle: Battle, side_index: int, rng: random.Random) -> Creature | None:
    """Return a random creature of a side, among those with no equal card in the battle; None if there is
    none.
    """
    every = [card for side in battle.sides for card in side.lay.creatures]
    lone = [card for card in battle.sides[side_index].lay.creatures if every.count(card) == 1]
    return rng.choice(lone) if lone else None


def _other_fates(
    played: PlayedBattle, side_index: int, card: Creature
) -> Iterator[tuple[str, PlannedBattle, int]]:
    """Yield battles that treat a creature by a rule that does not apply here, with the seat of its owner."""
    staged = played.staged
    lost = played.result.winner == 1 - side_index
    foreign = other_element(random.Random(0), card.element)
    if played.find_rulings("TW-BAT-21 home", side_index):
        yield "TW-BAT-21", staged.with_side(side_index, character=foreign), side_index
    elif lost and card.element == staged.battle.sides[side_index].character:
        yield "TW-BAT-21/attack", _lost_attack(card, foreign), 0
    yield "TW-BAT-20/winner", battle_lost_by_seat(played, 1 - side_index if lost else side_index), side_index


def _lost_attack(card: Creature, enemy: str) -> PlannedBattle:
    """Return a lost attack in which the creature has the attacker's own element."""
    attack = Lay((Spell(card.element, 1),), (Unit(card),))
    battle = Battle(Side(card.element, attack), Side(enemy, Lay((Spell(enemy, 1),))))
    return PlannedBattle.with_one_roll_each(battle, CROSS, 0)


def discard_count_item(
    played: PlayedBattle, seat: int, known_rules: Collection[str], rng: random.Random
) -> QuizItem | None:
    """Make the question “How many cards are discarded?”"""
    right = final_discard_pile_size(played)
    mistakes = wrong_values_after_battle(played, known_rules, final_discard_pile_size)
    settled = [ruling for ruling in played.rulings() if ruling.key in (*_LOSSES, *_RETURNS)]
    for ruling in settled:
        if ruling.rule in known_rules:
            count = len(ruling.facts["cards"])
            lost = ruling.key in _LOSSES
            mistake = ruling.rule if lost or ruling.rule == "TW-BAT-21" else f"{ruling.rule}/winner"
            mistakes.setdefault(right - count if lost else right + count, mistake)
    pile = tuple(played.game.table.discard_pile)
    why: list[Reason] = [explanation_ruling("TW-BAT-19", "counted", cards=pile, n=len(pile))]
    if fates := [ruling for ruling in settled if ruling.rule != "TW-BAT-19"]:
        why += [*fates, *_ending(played)]
    options = number_options(rng, right, _mistakes_after(mistakes))
    return battle_item(played, seat, PHRASES("ask.gone"), options, why)
