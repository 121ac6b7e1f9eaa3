"""Questions about how a battle ends: who wins and why, what a die counts, which roll or response is needed,
what is left afterwards.

Each takes the battle as the engine played it, reads the answer from it, and adds the results of mistakes
as wrong options. A question is None if the battle makes no good question of its kind.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.item import AnswerOption, Item, Texts
from twingkit.learn.quiz.makers import require
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.quiz.asking import Mistake, Reason, choices, numbers
from twingkit.twing.quiz.battles.mistakes import (
    as_lost,
    mistaken_battles,
    options_with_goal,
    wrong_values,
    wrong_values_after,
)
from twingkit.twing.quiz.battles.staging import NUMBERS, Played, Staged, other_element
from twingkit.twing.quiz.battles.telling import (
    SAY,
    card_point_rulings,
    card_points,
    cards_notation,
    creature_place,
    die_ruling,
    die_value,
    discard_count,
    final_points,
    opponent_role,
    question_text,
    relevant_rulings,
    role_text,
    who_is_paid,
    who_won,
)
from twingkit.twing.quiz.phrases import COMMON, fact_texts, join_texts
from twingkit.twing.rules.cards import CROSS, FACE_FACTS, SPIRAL, SUN, Creature, Spell, Unit, face_text
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.outcome import BattleResult

_ON_DICE = (
    "TW-BAT-9",
    "TW-BAT-11",
    "TW-BAT-12",
    "TW-BAT-14",
    "TW-BAT-15",
    "TW-POW-panties",
    "TW-POW-bra",
)
"""The rules that say what a die shows and counts."""


def battle_item(
    played: Played,
    seat: int,
    text: Texts,
    choices: Sequence[AnswerOption],
    why: Iterable[Reason],
    cards: str = "",
) -> Item | None:
    """Make a question about a played battle, asked before the first response, or after the last roll."""
    return played.make_item(
        played.first_response_index, question_text(played, seat, text), choices, why, seat=seat, cards=cards
    )


def player_options(
    keys: Sequence[str], seat: int, right: str, mistakes: Mapping[str, str]
) -> tuple[AnswerOption, ...]:
    """Return options for who wins or is paid: `you`, `other`, `tie`, `nobody`, `both`."""
    return choices(
        right, [*Mistake.from_forgotten(mistakes), *map(Mistake, keys)], partial(_player_texts, seat)
    )


def _player_texts(seat: int, key: str) -> Texts:
    if key == "other":
        return fact_texts(opponent_role(seat))
    return COMMON(f"player.{key}") if key in ("you", "nobody") else SAY(f"answer.{key}")


# -- how a battle ends


def winner(played: Played, seat: int, known_rules: Collection[str], sharp: bool = True) -> Item | None:
    """Make the question “Who wins?” With `sharp` only if a forgotten rule would lead to another result."""
    mistakes = wrong_values(played, known_rules, lambda changed: who_won(changed, seat))
    if sharp and not mistakes:
        return None
    options = player_options(("you", "other", "tie"), seat, who_won(played, seat), mistakes)
    return battle_item(played, seat, SAY("ask.winner"), options, _ending(played))


def _ending(played: Played, seat: int | None = None) -> list[Reason]:
    """Return the reasons for the end of a battle: what decided it, then what else matters."""
    return [played.decisive, *relevant_rulings(played, seat)]


def verdict(played: Played, seat: int, known_rules: Collection[str]) -> Item | None:
    """Make the question “How does it end?” The options are the engine's rulings, for this battle and for
    mistaken ones.
    """
    ends: dict[str, Ruling] = {"right": played.decisive}
    mistakes: list[Mistake] = []
    for changed, rule in mistaken_battles(played, known_rules):
        if not _same_end(played.result, changed.result):
            ends[f"miss{len(mistakes)}"] = changed.decisive
            mistakes.append(Mistake(f"miss{len(mistakes)}", rule))
    options = choices("right", mistakes, lambda key: {lang: ends[key].text(lang) for lang in LANGUAGES})
    return battle_item(played, seat, SAY("ask.verdict"), options, _ending(played))


def _same_end(first: BattleResult, second: BattleResult) -> bool:
    """Return True if both end by a symbol for the same side: Sun against Cross can be called by either
    name."""
    return first.by == second.by == "critical" and first.winner == second.winner


def points(
    played: Played, seat: int, whose: int, known_rules: Collection[str], rng: random.Random
) -> Item | None:
    """Make the question “How many points does a side have in the end?” Only if the points decide."""
    right = require(final_points(played, whose))
    mistakes = wrong_values(played, known_rules, lambda changed: final_points(changed, whose))
    options = numbers(rng, right, Mistake.from_forgotten(mistakes), minimum=-9)
    text = SAY("ask.points" if whose == seat else "ask.points_other", other=ROLES[whose])
    return battle_item(played, seat, text, options, _ending(played, whose))


# -- what a die counts


def worth(played: Played, seat: int, whose: int, known_rules: Collection[str]) -> Item | None:
    """Make the question “What does a side's die count?” None if the side did not roll."""
    ruling, right = die_ruling(played, whose), die_value(played, whose)
    if ruling is None or right is None:
        return None
    mistakes = wrong_values(
        played, [*filter(known_rules.__contains__, _ON_DICE)], lambda changed: die_value(changed, whose)
    )
    rolled = played.staged.faces[whose]
    near = (*rolled, 0, *(-face for face in rolled if face != SPIRAL), 2, -2, 3, -3)
    wrong = [*Mistake.from_forgotten(mistakes), *(Mistake(face) for face in near if face != SPIRAL)]
    text = SAY("ask.worth" if whose == seat else "ask.worth_other", other=ROLES[whose])
    why = [
        ruling,
        *(note for note in relevant_rulings(played) if note is not ruling and _affects_die(note, whose)),
    ]
    options = choices(right, wrong, _die_value_texts, key=face_text)
    return battle_item(played, seat, text, options, why)


def _die_value_texts(face: int) -> Texts:
    """Return the value of a die in words: a number, or a symbol that counts."""
    symbol = {SUN: "sun", CROSS: "cross"}.get(face)
    return SAY(f"answer.worth_{symbol}") if symbol else face_texts(face)


def face_texts(face: int) -> Texts:
    """Return a face as an option."""
    return fact_texts(FACE_FACTS[face])


def _affects_die(ruling: Ruling, whose: int) -> bool:
    """Return True if a ruling matters for the value of this side's die."""
    if ruling.rule not in _ON_DICE:
        return False
    turned = ruling.rule in ("TW-BAT-9", "TW-BAT-12")
    return bool(ruling.facts.get("enemy" if turned else "side") == ROLES[whose])


# -- which roll is needed


def tie_rolls(staged: Staged, seat: int, faces: Sequence[int], known_rules: Collection[str]) -> Item | None:
    """Make the question “With which of these rolls is it a tie?” after the roll of the other side. None
    unless exactly one roll ties.
    """
    outcomes = {face: _rolled(staged, seat, face) for face in faces}
    right = [face for face, played in outcomes.items() if who_won(played, seat) == "tie"]
    if len(right) != 1:
        return None
    mistakes = options_with_goal(outcomes, known_rules, lambda changed: who_won(changed, seat), "tie")
    options = choices(right[0], mistakes, face_texts, key=face_text)
    return _before_roll(staged, outcomes[right[0]], seat, "level", options)


def lowest_winning_roll(
    staged: Staged, seat: int, known_rules: Collection[str], rng: random.Random
) -> Item | None:
    """Make the question “Which is the lowest number with which the learner wins?” after the roll of the other
    side and, if a cat is to be played, of the learner. None if every number wins, or none does.
    """
    right = _lowest_winning_roll(staged, seat)
    if right is None or right == NUMBERS[0]:
        return None
    played = _rolled(staged, seat, right)
    mistakes = wrong_values(played, known_rules, lambda changed: _lowest_winning_roll(changed.staged, seat))
    near = [face for step in (1, -1, 2, -2, 3, -3) if (face := right + step) in NUMBERS]
    rng.shuffle(near)
    wrong = list(dict.fromkeys([right - 1, *mistakes, *near]))[:3]
    options = choices(
        right, [Mistake(face, mistakes.get(face, "")) for face in wrong], face_texts, key=face_text
    )
    return _before_roll(staged, played, seat, "least", options)


def _lowest_winning_roll(staged: Staged, seat: int) -> int | None:
    return next((face for face in NUMBERS if who_won(_rolled(staged, seat, face), seat) == "you"), None)


def _rolled(staged: Staged, seat: int, face: int) -> Played:
    """Return the battle with this last roll of a side, which does not change what may be played."""
    played = staged.with_last(seat, face).played()
    assert played is not None
    return played


def _before_roll(
    staged: Staged, played: Played, seat: int, ask: str, options: Sequence[AnswerOption]
) -> Item | None:
    """Make a question asked before the learner's last roll, or before the cat that leads to it."""
    again = bool(staged.plays)
    facts = {"other": opponent_role(seat), "face": FACE_FACTS[staged.faces[1 - seat][-1]]}
    texts = join_texts(role_text(seat), SAY(f"ask.{ask}_again" if again else f"ask.{ask}", **facts))
    cut = played.first_response_index if again else played.place_of("roll", player=seat)
    return played.make_item(cut, texts, options, _ending(played), seat=seat)


# -- which response is needed


def winning_response(
    staged: Staged,
    seat: int,
    answers: Mapping[str, tuple[str, Texts, str]],
    known_rules: Collection[str],
    target: str,
) -> Item | None:
    """Make the question “Which of these responses wins?” `answers` are the options: for each key the play (""
    for none), its words and its cards.

    None unless exactly one response wins, and it is `target`.
    """
    outcomes = {}
    for key in sorted(answers, key=lambda answer: answer != target):
        play = answers[key][0]
        played = (staged.with_play(seat, play) if play else staged).played()
        if played is None or (who_won(played, seat) == "you") is not (key == target):
            return None
        outcomes[key] = played
    mistakes = options_with_goal(outcomes, known_rules, lambda changed: who_won(changed, seat), "you")
    options = choices(target, mistakes, lambda key: answers[key][1], cards=lambda key: answers[key][2])
    right, texts = outcomes[target], join_texts(role_text(seat), SAY("ask.best", other=opponent_role(seat)))
    place = right.place_of("respond", player=seat)
    return right.make_item(place, texts, options, _ending(right), seat=seat)


# -- the points on the cards


def points_on_cards(
    battle: Battle, seat: int, known_rules: Collection[str], rng: random.Random
) -> Item | None:
    """Make the question “How many points lie on the learner's cards, before the dice?”"""
    played = require(Staged.with_one_roll_each(battle, 0, 0).played())
    mistakes = wrong_values(played, known_rules, lambda changed: card_points(changed, seat))
    lay, rulings = battle.sides[seat].lay, card_point_rulings(played, seat)
    if len(lay.spells) > 1 and len(lay.units) < 2:  # only the strongest spell counts
        alone = played.staged.with_lay(seat, Lay(lay.spells[:1], lay.units)).played()
        if alone is not None:
            mistakes.setdefault(
                card_points(alone, seat), "TW-BAT-17" if "TW-BAT-17" in known_rules else "TW-BAT-1"
            )
    options = numbers(rng, card_points(played, seat), Mistake.from_forgotten(mistakes), minimum=1)
    rides = played.find_rulings("TW-BAT-3 rides", seat)
    texts = join_texts(role_text(seat), SAY("ask.cards"))
    place = played.place_of("attack") + 1 + seat
    return played.make_item(place, texts, options, [rulings[0], *rides, *rulings[1:]], seat=seat)


def points_after_trap(
    played: Played, seat: int, known_rules: Collection[str], rng: random.Random
) -> Item | None:
    """Make the question “How many points are left on the cards of a side after a trap?” None if no trap was
    played.
    """
    traps = played.find_rulings("TW-BAT-13 played")[::-1]
    if not traps:
        return None
    whose = ROLES.index(traps[0].facts["enemy"])
    mistakes = wrong_values(played, known_rules, lambda changed: card_points(changed, whose))
    options = numbers(rng, card_points(played, whose), Mistake.from_forgotten(mistakes), minimum=1)
    rides = played.find_rulings("TW-BAT-3 rides", whose)
    text = SAY("ask.left_yours" if whose == seat else "ask.left", other=ROLES[whose])
    return battle_item(played, seat, text, options, [*traps, *rides])


# -- after the battle: Ornicles, creatures and the discard pile


_FATES = ("TW-BAT-13", "TW-BAT-20", "TW-BAT-21")
"""The rules about what happens to a creature, put before those about who wins."""

_LOSSES = (("TW-BAT-19", "discarded"), ("TW-BAT-20", "lost"), ("TW-BAT-20", "shield_lost"))
_RETURNS = (("TW-BAT-20", "home"), ("TW-BAT-20", "tie"), ("TW-BAT-21", "home"))


def ornicle(played: Played, seat: int, known_rules: Collection[str]) -> Item | None:
    """Make the question “Who takes an Ornicle?”"""
    mistakes = wrong_values(played, known_rules, lambda changed: who_is_paid(changed, seat))
    if played.find_rulings("TW-BAT-18 shield") and "TW-BAT-18" in known_rules:
        mistakes[who_won(played, seat)] = "TW-BAT-18/shield"
    options = player_options(("you", "other", "nobody", "both"), seat, who_is_paid(played, seat), mistakes)
    why = [*played.find_rulings("TW-BAT-18"), played.decisive, *relevant_rulings(played)]
    return battle_item(played, seat, SAY("ask.ornicle"), options, why)


def fate(played: Played, seat: int, whose: int, card: Creature, known_rules: Collection[str]) -> Item | None:
    """Make the question “What happens to a creature of a side?” The card must occur only once in this
    battle."""
    right = require(creature_place(played, whose, card))
    mistakes = wrong_values_after(played, known_rules, lambda battle: creature_place(battle, whose, card))
    for rule, changed, owner in _other_fates(played, whose, card):
        ended = changed.played() if rule.partition("/")[0] in known_rules else None
        place = creature_place(ended, owner, card) if ended is not None else None
        if place is not None and place != right and mistakes.get(place, "").partition("/")[0] not in _FATES:
            mistakes[place] = rule
    others = map(Mistake, ("home", "lost", "taken", "hand"))
    options = choices(
        right, [*Mistake.from_forgotten(mistakes), *others], lambda key: SAY(f"answer.fate_{key}")
    )
    trap = [
        ruling
        for ruling in relevant_rulings(played)
        if ruling.rule == "TW-BAT-13" and ruling.facts["card"] == card
    ]
    settled = [ruling for ruling in played.rulings() if card in ruling.facts.get("cards", ())]
    why = [*trap, *settled] if trap else [*settled, played.decisive, *relevant_rulings(played)]
    text = SAY("ask.fate" if whose == seat else "ask.fate_other", card=card, other=ROLES[whose])
    return battle_item(played, seat, text, options, why, cards=cards_notation(card))


def unique_creature(battle: Battle, whose: int, rng: random.Random) -> Creature | None:
    """Return a creature of a side that occurs only once in the battle, or None if there is none."""
    every = [card for side in battle.sides for card in side.lay.creatures]
    lone = [card for card in battle.sides[whose].lay.creatures if every.count(card) == 1]
    return rng.choice(lone) if lone else None


def _other_fates(played: Played, whose: int, card: Creature) -> Iterator[tuple[str, Staged, int]]:
    """Yield battles in which a creature is treated by a rule that does not apply to it, with its owner's
    seat in each.
    """
    staged = played.staged
    lost = played.result.winner == 1 - whose
    foreign = other_element(random.Random(0), card.element)
    if played.find_rulings("TW-BAT-21 home", whose):
        yield "TW-BAT-21", staged.with_side(whose, character=foreign), whose
    elif lost and card.element == staged.battle.sides[whose].character:
        yield "TW-BAT-21/attack", _lost_attack(card, foreign), 0
    yield "TW-BAT-20/winner", as_lost(played, 1 - whose if lost else whose), whose


def _lost_attack(card: Creature, enemy: str) -> Staged:
    """Return a lost attack by the character of the creature's element."""
    attack = Lay((Spell(card.element, 1),), (Unit(card),))
    battle = Battle(Side(card.element, attack), Side(enemy, Lay((Spell(enemy, 1),))))
    return Staged.with_one_roll_each(battle, CROSS, 0)


def discard_count_item(
    played: Played, seat: int, known_rules: Collection[str], rng: random.Random
) -> Item | None:
    """Make the question “How many cards are discarded?”"""
    right = discard_count(played)
    mistakes = wrong_values_after(played, known_rules, discard_count)
    settled = [ruling for ruling in played.rulings() if (ruling.rule, ruling.case) in (*_LOSSES, *_RETURNS)]
    for ruling in settled:
        if ruling.rule in known_rules:
            count = len(ruling.facts["cards"])
            lost = (ruling.rule, ruling.case) in _LOSSES
            mistake = ruling.rule if lost or ruling.rule == "TW-BAT-21" else f"{ruling.rule}/winner"
            mistakes.setdefault(right - count if lost else right + count, mistake)
    fates = [ruling for ruling in settled if ruling.rule != "TW-BAT-19"]
    why = [*(ruling for ruling in settled if ruling.rule == "TW-BAT-19"), *fates]
    if fates:  # only then does it matter who wins
        why += [played.decisive, *relevant_rulings(played)]
    options = numbers(rng, right, Mistake.from_forgotten(mistakes))
    return battle_item(played, seat, SAY("ask.gone"), options, why)
